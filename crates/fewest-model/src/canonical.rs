//! A puzzle in the plain form that certificates have: numbers of cells and symbols.

use std::fmt::{Display, Write as _};

use crate::Model;

impl Model {
    /// The puzzle in the form in which certificates state it (`docs/certificate.md`): cells and
    /// symbols are numbers, moves are permutations, and goals are sets of symbols for each cell.
    ///
    /// ```
    /// let ring = fewest_model::Model::named("sliding:2x2")?;
    /// let text = ring.canonical();
    /// assert!(text.starts_with("puzzle sliding:2x2\n# 0 is 0, 1 is 1, 2 is 2, 3 is 3\npieces 1 1 1 1\n"));
    /// assert!(text.ends_with("goal 1 2 3 0\n"));
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> String {
        let structure = &self.structure;
        let named = self
            .symbols
            .iter()
            .enumerate()
            .map(|(number, symbol)| format!("{number} is {symbol}"))
            .collect::<Vec<_>>()
            .join(", ");
        let mut text = format!("puzzle {}\n# {}\n", ascii(&self.name), ascii(&named));
        line(&mut text, "pieces", &structure.pieces);
        let blank = structure.blank();
        line(&mut text, "blank", blank);
        for turn in &structure.turns {
            let name = self.moves.get(turn.by.index()).map_or("?", String::as_str);
            let need = match turn.needs[..] {
                [] => "-".to_owned(),
                [(cell, _)] if blank.is_some() => cell.to_string(),
                _ => {
                    let needs = turn.needs.iter();
                    let needs = needs.map(|(cell, symbol)| format!("{cell}={symbol}"));
                    needs.collect::<Vec<_>>().join(",")
                }
            };
            line(
                &mut text,
                &format!("turn {} {need}", ascii(name)),
                &turn.from,
            );
        }
        for goal in &structure.goals {
            let mask = |symbol: &Option<u8>| symbol.map_or("*".to_owned(), |s| s.to_string());
            line(&mut text, "goal", goal.iter().map(mask));
        }
        text
    }
}

/// A text in ASCII, with Rust's escapes for other characters.
#[must_use]
pub fn ascii(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' => written.push(c),
            _ => written.extend(c.escape_default()),
        }
    }
    written
}

/// Writes a line of words; nothing if there are none.
pub fn line<T: Display>(text: &mut String, key: &str, words: impl IntoIterator<Item = T>) {
    let mut words = words.into_iter().peekable();
    if words.peek().is_some() {
        text.push_str(key);
        for word in words {
            // Writing to a string can't fail.
            let _ = write!(text, " {word}");
        }
        text.push('\n');
    }
}
