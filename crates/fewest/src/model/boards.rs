//! The notation of boards: order, other words for symbols, what comes before and after.

use super::file::Definition;
use super::picture::Picture;
use super::pieces::PieceSymbols;
use super::problem::{Findings, flaw_of_name, like};
use super::words;

/// The notation of a puzzle's boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boards {
    /// The cells in the order in which a line lists them; empty for reading order.
    pub order: Vec<u8>,
    /// Other words for symbols.
    pub others: Vec<(String, u8)>,
    /// True if the number of boards comes first.
    pub is_counted: bool,
    /// The word after the last board.
    pub end: Option<String>,
}

pub(super) fn read(
    file: &Definition,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Boards {
    let mut boards = Boards::default();
    let Some(entry) = &file.boards else {
        return boards;
    };
    boards.is_counted = entry.counted;
    if let Some(symbols) = &entry.symbols {
        boards.add_symbols(symbols, pieces, findings);
    }
    if let Some(order) = &entry.order {
        boards.add_order(order, picture, findings);
    }
    if let Some(end) = &entry.end {
        let word = end.as_ref();
        let is_symbol = pieces.symbols.contains(word) || boards.stands_for(word).is_some();
        if words(word).count() != 1 || word.trim() != word {
            findings.add(end.span(), "the word that ends the boards must be one word");
        } else if let Some(problem) = flaw_of_name("the word that ends the boards", word) {
            findings.add(end.span(), problem);
        } else if is_symbol {
            findings.add(end.span(), format!("`{word}` is the symbol of a piece"));
        }
        boards.end = Some(word.clone());
    }
    boards
}

impl Boards {
    /// The symbol for which this is another word.
    #[must_use]
    pub(crate) fn stands_for(&self, word: &str) -> Option<u8> {
        let mut others = self.others.iter();
        others
            .find(|(other, _)| other == word)
            .map(|(_, symbol)| *symbol)
    }

    fn add_symbols(
        &mut self,
        symbols: &toml::Spanned<String>,
        pieces: &PieceSymbols,
        findings: &mut Findings<'_>,
    ) {
        let (text, span) = (symbols.as_ref(), symbols.span());
        for (place, pair) in words(text) {
            let place = findings.within(&span, text, place);
            let halves = pair.split_once('=');
            let Some((other, symbol)) = halves.filter(|(other, _)| !other.is_empty()) else {
                findings.add(place, format!("`{pair}`: expected something like `x=.`"));
                continue;
            };
            if let Some(problem) = flaw_of_name("a symbol", other) {
                findings.add(place, problem);
                continue;
            }
            let known = pieces.symbols.iter().position(|listed| listed == symbol);
            match known.and_then(|known| u8::try_from(known).ok()) {
                None => {
                    let help = like(symbol, &pieces.symbols);
                    findings.add_with_help(place, format!("no piece is written `{symbol}`"), help);
                }
                Some(_) if pieces.symbols.iter().any(|listed| listed == other) => {
                    findings.add(place, format!("`{other}` is already a piece's symbol"));
                }
                Some(_) if self.stands_for(other).is_some() => {
                    findings.add(place, format!("`{other}` is named twice"));
                }
                Some(known) => self.others.push((other.to_owned(), known)),
            }
        }
    }

    fn add_order(
        &mut self,
        order: &toml::Spanned<String>,
        picture: &Picture,
        findings: &mut Findings<'_>,
    ) {
        let (text, span) = (order.as_ref(), order.span());
        for (place, word) in words(text) {
            let place = findings.within(&span, text, place);
            match picture.cell(word, place.clone(), findings) {
                Some(cell) if self.order.contains(&cell) => {
                    findings.add(place, format!("`{word}` is named twice"));
                }
                cell => self.order.extend(cell),
            }
            if self.order.len() > picture.names.len() {
                return;
            }
        }
        let (found, cells) = (words(text).count(), picture.names.len());
        if found != cells {
            findings.add(span, format!("a board has {cells} cells, not {found}"));
        }
    }
}
