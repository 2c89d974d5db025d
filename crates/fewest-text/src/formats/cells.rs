//! Boards with one word, or one character, per cell.

use fewest::model::Case;
use fewest::model::{Facelets, Kind, Model};
use fewest::support::number::in_words;
use fewest::support::place::InputError;

use super::Source;
use super::words::{Word, Words};

/// The notation of a model's cells in a format.
pub(super) struct CellReader<'a, S> {
    pub(super) model: &'a Model,
    /// The name of a word in messages.
    pub(super) unit: &'static str,
    /// The cells in the order of the words; empty for their own order.
    pub(super) order: &'a [u8],
    /// The second way to write boards, if the format reads it.
    pub(super) facelets: Option<&'a Facelets>,
    /// The symbol that a word denotes.
    pub(super) symbol: S,
    /// The valid words, for messages.
    pub(super) expected: &'a dyn Fn(Option<&Facelets>) -> String,
}

impl<S: Fn(&Word) -> Option<u8>> CellReader<'_, S> {
    /// Reads the next board into a case; false if the input ends before it.
    pub(super) fn next(
        &self,
        words: &mut Words,
        source: &mut Source<'_>,
        number: u64,
        case: &mut Case,
    ) -> Result<bool, InputError> {
        case.begin(number);
        let cells = self.model.cells();
        let first_wrong = |words: &[Word]| {
            let facelets = self.facelets_of(words);
            let mut numbered = (1..).zip(words);
            let (cell, word) =
                numbered.find(|(_, word)| self.symbol_in(facelets, word).is_none())?;
            let (expected, found) = ((self.expected)(facelets), word.quoted());
            let problem = format!("expected {expected} in cell {cell} of {cells}, found {found}");
            Some((word.place, problem))
        };
        let Some(found) = words.board(source, cells, self.unit, number, first_wrong)? else {
            return Ok(false);
        };
        let facelets = self.facelets_of(found);
        let symbols = found
            .iter()
            .map_while(|word| self.symbol_in(facelets, word));
        case.start.extend(symbols);
        if case.start.len() == cells && fits(self.model, &case.start) {
            let order = facelets.map_or(self.order, |facelets| &facelets.order);
            put_in_order(order, &mut case.start);
            return match words.overlong(source, number)? {
                Some(error) => Err(error),
                None => Ok(true),
            };
        }
        let problem = first_wrong(found).unwrap_or_else(|| {
            let first = found.first().map(|word| word.place).unwrap_or_default();
            (first, miscounted(self.model, &case.start, facelets))
        });
        Err(words.bad_board(source, number, problem)?)
    }

    /// The second way to write boards, if these words are written in it.
    fn facelets_of(&self, words: &[Word]) -> Option<&'_ Facelets> {
        let facelets = self.facelets?;
        let has = |word: &Word| text(word).is_some_and(|word| facelets.has(word));
        words.iter().any(has).then_some(facelets)
    }

    /// The symbol of a word of a board that is written in this way.
    fn symbol_in(&self, facelets: Option<&Facelets>, word: &Word) -> Option<u8> {
        let symbol = (self.symbol)(word)?;
        let allows = |facelets: &Facelets| facelets.allows(text(word).unwrap_or_default(), symbol);
        facelets.is_none_or(allows).then_some(symbol)
    }
}

fn text(word: &Word) -> Option<&str> {
    std::str::from_utf8(word.whole()?).ok()
}

/// Moves symbols from the order of the words, if it is not their own, to their cells.
fn put_in_order(order: &[u8], symbols: &mut [u8]) {
    let words = symbols.to_vec();
    for (&cell, &symbol) in order.iter().zip(&words) {
        if let Some(place) = symbols.get_mut(usize::from(cell)) {
            *place = symbol;
        }
    }
}

fn count(symbols: &[u8], symbol: u8) -> usize {
    symbols
        .iter()
        .map(|&cell| usize::from(cell == symbol))
        .sum()
}

/// Returns true if symbols form a board or a [pattern](super::patterns).
fn fits(model: &Model, symbols: &[u8]) -> bool {
    model.is_board(symbols)
        || has_open_cells(model, symbols) && excess(model, symbols).next().is_none()
}

fn has_open_cells(model: &Model, symbols: &[u8]) -> bool {
    let any = |symbol: &u8| usize::from(*symbol) == model.structure.pieces.len();
    symbols.iter().any(any)
}

/// The symbols that occur more often than there are pieces, in words.
fn excess(model: &Model, symbols: &[u8]) -> impl Iterator<Item = String> {
    let kinds = (0..=u8::MAX).zip(model.symbols.iter().zip(&model.structure.pieces));
    kinds.filter_map(|(symbol, (written, &pieces))| {
        let found = count(symbols, symbol);
        (found > pieces as usize)
            .then(|| format!("{found} of `{written}`, where the puzzle has {pieces}"))
    })
}

/// The problem with symbols that don't form a board, in words.
pub(super) fn miscounted(model: &Model, symbols: &[u8], facelets: Option<&Facelets>) -> String {
    if has_open_cells(model, symbols) {
        let excess: Vec<String> = excess(model, symbols).take(2).collect();
        return format!("names {}", excess.join(", "));
    }
    let count = |symbol| count(symbols, symbol);
    match model.kind {
        Kind::Rotation => {
            let counted = |symbol: u8| {
                let (count, name) = (count(symbol), symbol + 1);
                let plural = if count == 1 { "" } else { "s" };
                format!("{} {name}{plural}", in_words(count))
            };
            format!(
                "has {}, {} and {}; each symbol must appear eight times",
                counted(0),
                counted(1),
                counted(2)
            )
        }
        Kind::Knights => knights(symbols, "`*`", ""),
        Kind::Sliding => miscounted_tiles(symbols),
        // The first symbol that occurs too often, and the first that occurs too rarely.
        Kind::Defined => {
            let kinds = (0..=u8::MAX).zip(model.symbols.iter().zip(&model.structure.pieces));
            let wrong: Vec<String> = kinds
                .filter_map(|(symbol, (written, &pieces))| {
                    let found = count(symbol);
                    let word = facelets.and_then(|facelets| facelets.word(symbol));
                    let written = word.unwrap_or(written);
                    (found != pieces as usize)
                        .then(|| format!("{found} of `{written}` and not {pieces}"))
                })
                .take(2)
                .collect();
            format!("has {}", wrong.join(", "))
        }
    }
}

/// The problem with the symbols of knights, whose empty cell has this name and plural.
pub(super) fn knights(symbols: &[u8], empty: &str, plural: &str) -> String {
    let count = |symbol| count(symbols, symbol);
    format!(
        "has {} `0`, {} `1` and {} {empty}{}; it must have twelve `0`, twelve `1` and one {empty}",
        in_words(count(0)),
        in_words(count(1)),
        in_words(count(2)),
        if count(2) == 1 { "" } else { plural },
    )
}

/// The problem with tiles that don't form a board, in words.
pub(super) fn miscounted_tiles(tiles: &[u8]) -> String {
    let name = |tile: u8| {
        if tile == 0 {
            "the blank".to_owned()
        } else {
            tile.to_string()
        }
    };
    let count = |tile| count(tiles, tile);
    let all = || (0..=u8::MAX).take(tiles.len());
    let last = tiles.len().saturating_sub(1);
    let (twice, missing) = (
        all().find(|&tile| count(tile) > 1),
        all().find(|&tile| count(tile) == 0),
    );
    match (twice, missing) {
        (Some(twice), Some(missing)) => {
            let (twice, missing) = (name(twice), name(missing));
            format!(
                "has {twice} more than once and lacks {missing}; it must have 1 to {last} and a blank"
            )
        }
        _ => format!("must have 1 to {last} and a blank, each once"),
    }
}
