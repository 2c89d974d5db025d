//! Mistakes in definitions, with their places.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::MAX_NAME;
use fewest_base::support::invariant::Invariant;
use fewest_base::support::names::similar;
use fewest_base::support::place::{Place, is_wild};

/// A mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The line and column of the first of these bytes.
    pub place: Place,
    /// A message that states what was expected and what was found.
    pub message: String,
    /// A suggestion of what may have been meant.
    pub help: Option<String>,
}

/// All mistakes of a definition, in the order of the text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// A problem with a whole text.
    #[must_use]
    pub fn of_all(text: &str, message: String) -> Self {
        let mut findings = Findings::new(text);
        findings.add(0..text.len().min(1), message);
        findings.into_problems()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            let Place { line, column } = problem.place;
            write!(f, "{line}:{column}: {}", problem.message)?;
            if let Some(help) = &problem.help {
                write!(f, " ({help})")?;
            }
        }
        Ok(())
    }
}

/// The maximum number of mistakes reported: a file with more is not a definition.
const MAX_PROBLEMS: usize = 64;
/// The maximum length of a message, in characters; longer ones are cut.
const LONGEST_MESSAGE: usize = 240;

/// The help if the user seems to have another kind of puzzle in mind.
pub(super) const OTHER_KIND: &str = "pieces only change places here; `needs` makes a move depend on cells, and blocks are drawn \
    with `blocks`: docs/definitions.md has examples";

/// Makes a message fit one line, whatever a file contains.
fn plain(message: &str) -> String {
    let plain = |c: char| if is_wild(c) { ' ' } else { c };
    let mut text: String = message.chars().take(LONGEST_MESSAGE).map(plain).collect();
    if message.chars().nth(LONGEST_MESSAGE).is_some() {
        text.push_str("...");
    }
    text
}

/// Returns true if a text can be shown unchanged on one line.
pub(super) fn is_plain(text: &str) -> bool {
    !text.contains(is_wild)
}

/// A message, starting with `what`, if a word can't be a symbol or the name of a cell or a move.
pub(super) fn flaw_of_name(what: &str, name: &str) -> Option<String> {
    if !is_plain(name) {
        return Some(format!("{what} has no control characters"));
    }
    let found = name.len();
    (found > MAX_NAME).then(|| format!("{what} has at most {MAX_NAME} bytes, this one has {found}"))
}

pub(super) struct Findings<'t> {
    text: &'t str,
    problems: Vec<Problem>,
}

impl<'t> Findings<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            problems: Vec::new(),
        }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    /// Returns true if further mistakes are not reported.
    pub(super) fn is_full(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    pub(super) fn add(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.add_with_help(span, message, None);
    }

    pub(super) fn add_with_help(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        if self.is_full() {
            return;
        }
        self.problems.push(Problem {
            place: Place::at(self.text, span.start),
            span,
            message: plain(&message.into()),
            help: help.map(|help| plain(&help)),
        });
    }

    /// The place of a part of a string's value in the text; the whole string if it has escapes.
    pub(super) fn within(
        &self,
        string: &Range<usize>,
        value: &str,
        part: Range<usize>,
    ) -> Range<usize> {
        let written = self.text.get(string.clone()).debug_unwrap_or_default();
        let quotes = match written.as_bytes() {
            [a, b, c, ..] if a == b && b == c => 3,
            _ => 1,
        };
        let inner = written.get(quotes..).unwrap_or_default();
        // A line break right after three quotes is not part of the value.
        let skipped = match quotes {
            3 if inner.starts_with('\n') => 1,
            3 if inner.starts_with("\r\n") => 2,
            _ => 0,
        };
        let start = quotes + skipped;
        if written.len() != start + value.len() + quotes {
            return string.clone();
        }
        string.start + start + part.start..string.start + start + part.end
    }

    pub(super) fn into_problems(mut self) -> Problems {
        self.problems.sort_by_key(|problem| problem.span.start);
        Problems(self.problems)
    }
}

/// Names in quotes, with commas.
pub(super) fn quoted(names: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let names = names.into_iter().map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

/// Suggests the most similar name, if any is similar.
pub(super) fn like<'n>(word: &str, names: impl IntoIterator<Item = &'n String>) -> Option<String> {
    let name = similar(word, names.into_iter().map(String::as_str))?;
    Some(format!("did you mean `{name}`?"))
}
