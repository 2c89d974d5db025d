//! Lists and cycles of cells or symbols, as written in files.

use std::ops::Range;

use toml::Spanned;

use super::problem::{Findings, like};
use super::words;

/// For each cell, the cell whose piece comes here; for each symbol, the one that becomes it.
pub(super) type Mapping = Vec<u8>;

/// The names that a list may contain.
#[derive(Clone, Copy)]
pub(super) struct Names<'n> {
    pub(super) all: &'n [String],
    /// The kind of thing named, for messages: a cell or a symbol.
    pub(super) kind: &'static str,
    /// The start of a message about an unknown name.
    pub(super) unknown: &'static str,
}

impl<'n> Names<'n> {
    /// The most names in a list.
    pub(super) const MAX: usize = 256;

    pub(super) const fn cells(all: &'n [String]) -> Self {
        Self {
            all,
            kind: "cell",
            unknown: "no cell is called",
        }
    }

    pub(super) const fn symbols(all: &'n [String]) -> Self {
        Self {
            all,
            kind: "symbol",
            unknown: "no piece is written",
        }
    }

    /// The number of a name; adds a finding if there is none.
    pub(super) fn find(
        self,
        word: &str,
        place: Range<usize>,
        findings: &mut Findings<'_>,
    ) -> Option<u8> {
        let found = self.all.iter().position(|name| name == word);
        if found.is_none() {
            let problem = format!("{} `{word}`", self.unknown);
            findings.add_with_help(place, problem, like(word, self.all));
        }
        found.and_then(|found| u8::try_from(found).ok())
    }

    pub(super) fn identity(self) -> Mapping {
        (0..=u8::MAX).take(self.all.len()).collect()
    }

    /// The names in a part of a string, without repetition and at least this many.
    pub(super) fn list(
        self,
        string: &Spanned<String>,
        part: Range<usize>,
        least: (usize, &str),
        findings: &mut Findings<'_>,
    ) -> Option<Vec<u8>> {
        let text = string.as_ref();
        let mut found = Vec::new();
        let mut is_good = true;
        for (place, word) in words(text.get(part.clone())?) {
            if findings.is_full() {
                return None;
            }
            let place = part.start + place.start..part.start + place.end;
            let place = findings.within(&string.span(), text, place);
            match self.find(word, place.clone(), findings) {
                Some(known) if found.contains(&known) => {
                    findings.add(place, format!("{} `{word}` is named twice", self.kind));
                    is_good = false;
                }
                Some(known) => found.push(known),
                None => is_good = false,
            }
        }
        let (least, otherwise) = least;
        if is_good && found.len() < least {
            let place = findings.within(&string.span(), text, part);
            findings.add(place, otherwise);
            is_good = false;
        }
        is_good.then_some(found)
    }

    /// The permutation of one cycle. Backwards, each name takes from the next.
    pub(super) fn cycle(self, cycle: &[u8], is_backward: bool) -> Mapping {
        let mut from = self.identity();
        for (i, &name) in cycle.iter().enumerate() {
            let next = cycle[(i + 1) % cycle.len()];
            if is_backward {
                from[usize::from(name)] = next;
            } else {
                from[usize::from(next)] = name;
            }
        }
        from
    }

    /// Reads cycles like `(1 2 3)(4 5)`, with no name twice.
    pub(super) fn cycles(
        self,
        cycles: &Spanned<String>,
        least: (usize, &str),
        findings: &mut Findings<'_>,
    ) -> Option<Mapping> {
        let text = cycles.as_ref();
        let mut from = self.identity();
        let mut is_good = true;
        let mut rest = 0;
        while let Some(start) = text[rest..]
            .find(|c: char| !c.is_whitespace())
            .map(|at| rest + at)
        {
            let end = text[start..].find(')').map(|end| start + end);
            let Some(end) = end.filter(|_| text[start..].starts_with('(')) else {
                let place = findings.within(&cycles.span(), text, start..text.len());
                findings.add(place, "cycles are written like `(1 2 3)(4 5)`");
                return None;
            };
            match self.list(cycles, start + 1..end, least, findings) {
                Some(cycle) => {
                    let mapping = self.cycle(&cycle, false);
                    for &name in &cycle {
                        let place = usize::from(name);
                        if from[place] != name {
                            let span = findings.within(&cycles.span(), text, start..end + 1);
                            let (kind, name) = (self.kind, &self.all[place]);
                            findings.add(span, format!("{kind} `{name}` is in two cycles"));
                            is_good = false;
                        }
                        from[place] = mapping[place];
                    }
                }
                None => is_good = false,
            }
            rest = end + 1;
            if findings.is_full() {
                return None;
            }
        }
        is_good.then_some(from)
    }
}

/// The first permutation followed by the second.
pub(super) fn after(first: &Mapping, second: &Mapping) -> Mapping {
    second
        .iter()
        .map(|&from| first[usize::from(from)])
        .collect()
}

/// A permutation as cycles like `(a b)(c d)`, given the place that each moves to. Empty if nothing
/// moves.
pub(super) fn cycles(to: &[u8], names: &[String]) -> String {
    let mut cycles = Vec::new();
    let mut is_done = vec![false; to.len()];
    for first in 0..to.len() {
        let mut cycle = Vec::new();
        let mut place = first;
        while let Some(done) = is_done.get_mut(place).filter(|done| !**done) {
            *done = true;
            cycle.push(names.get(place).map_or("?", String::as_str));
            place = usize::from(to[place]);
        }
        if cycle.len() > 1 {
            cycles.push(format!("({})", cycle.join(" ")));
        }
    }
    cycles.concat()
}
