//! Checks that a model built in Rust makes sense. Models read from text always do.

use thiserror::Error;

use super::problem::{flaw_of_name, is_plain};
use super::{Kind, Model, are_rules, words};

/// The field of a model that makes no sense, and what was expected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the model's {field}: expected {expected}")]
pub struct ModelError {
    /// The field.
    pub field: &'static str,
    /// The expected contents.
    pub expected: &'static str,
}

impl Model {
    /// Checks that names, symbols and pictures fit the structure. Kernels check the structure.
    ///
    /// # Errors
    /// The first field that does not fit.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let mut model = Model::rotation();
    /// assert!(model.check().is_ok());
    /// model.symbols.pop();
    /// assert_eq!(model.check().unwrap_err().field, "symbols");
    /// ```
    pub fn check(&self) -> Result<(), ModelError> {
        let (structure, cells) = (&self.structure, self.structure.cells());
        let pieces = structure.pieces.len();
        let is_symbol = |symbol: &u8| usize::from(*symbol) < pieces;
        let is_single = |symbol: u8| structure.pieces.get(usize::from(symbol)) == Some(&1);
        let is_line = |text: &String| is_plain(text) && !text.contains('\n');
        let is_one = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        let others = &self.boards.others;
        let are_tiles = || {
            self.size.is_some_and(|size| size.cells() == cells)
                && self.blank == Some(0)
                && structure.pieces.iter().all(|count| *count == 1)
        };
        let fits_kind = match self.kind {
            Kind::Defined => self.size.is_none() || are_tiles(),
            Kind::Sliding => are_tiles(),
            Kind::Rotation => *structure == Self::rotation().structure,
            Kind::Knights => *structure == Self::knights().structure,
        };
        let order = &self.boards.order;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let is_order = sorted.iter().copied().map(usize::from).eq(0..cells);
        let drawn = self.picture.names.len() == cells && self.picture.grid.len() == cells;
        let fields = [
            (
                is_line(&self.name) && is_one(&self.name),
                "name",
                "one word",
            ),
            (is_line(&self.title), "title", "one line"),
            (
                self.rules.as_deref().is_none_or(are_rules),
                "rules",
                "one line of 1 to 200 characters",
            ),
            (
                self.symbols.len() == pieces && are_words(&self.symbols),
                "symbols",
                "a word of its own for each kind of piece",
            ),
            (
                self.blank.is_none_or(is_single),
                "blank",
                "a symbol of one piece",
            ),
            (
                self.moves.len() >= structure.moves() && are_words(&self.moves),
                "moves",
                "a word of its own for each move",
            ),
            (
                self.goals.len() == structure.goals.len() && self.goals.iter().all(is_line),
                "goals",
                "a name for each goal",
            ),
            (drawn, "picture", "as many cells as pieces"),
            (
                order.is_empty() || is_order,
                "boards' order",
                "every cell once",
            ),
            (
                are_words(others.iter().map(|(word, _)| word))
                    && others.iter().all(|(_, symbol)| is_symbol(symbol)),
                "boards' other symbols",
                "words of their own for symbols",
            ),
            (are_words(&self.boards.end), "boards' end", "one word"),
            (
                fits_kind,
                "kind",
                "`Defined`, unless its boards are those of a judge's format",
            ),
        ];
        match fields.into_iter().find(|(holds, ..)| !holds) {
            Some((_, field, expected)) => Err(ModelError { field, expected }),
            None => Ok(()),
        }
    }
}

/// Returns true if these are different printable words, each of [`MAX_NAME`](super::MAX_NAME) bytes
/// at most.
fn are_words<'t>(texts: impl IntoIterator<Item = &'t String>) -> bool {
    let mut texts: Vec<&String> = texts.into_iter().collect();
    texts.sort_unstable();
    let is_word = |text: &String| flaw_of_name("", text).is_none() && words(text).count() == 1;
    let are_words = texts
        .iter()
        .all(|text| is_word(text) && text.trim() == *text);
    are_words && texts.windows(2).all(|pair| pair[0] != pair[1])
}
