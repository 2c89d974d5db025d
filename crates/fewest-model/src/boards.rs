//! The notation of boards: order, other words for symbols, what comes before and after.

use toml::Spanned;

use super::file::Definition;
use super::picture::Picture;
use super::pieces::PieceSymbols;
use super::problem::{Findings, flaw_of_name, like};
use super::{MAX_CELLS, Model, words};

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
    /// A second way to write boards, if there is one.
    pub facelets: Option<Facelets>,
}

/// A second way to write boards, in other symbols and another order, like a cube's facelets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facelets {
    /// The cells in the order in which a line lists them.
    pub order: Vec<u8>,
    /// Stickers of the line that are not cells, because they never move: places and symbols.
    pub still: Vec<(usize, u8)>,
    /// The words for symbols. A board with any of them is written in this way.
    pub words: Vec<(String, u8)>,
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
        boards.others = read_symbols(symbols, &[], pieces, findings);
    }
    if let Some(order) = &entry.order {
        (boards.order, _) = read_order(order, picture, None, findings);
    }
    boards.facelets = entry.facelets.as_ref().map(|facelets| {
        let (order, still) = read_order(&facelets.order, picture, Some(pieces), findings);
        Facelets {
            order,
            still,
            words: read_symbols(&facelets.symbols, &boards.others, pieces, findings),
        }
    });
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
    pub fn stands_for(&self, word: &str) -> Option<u8> {
        let facelets = self.facelets.iter().flat_map(|facelets| &facelets.words);
        meaning(self.others.iter().chain(facelets), word)
    }

    /// The second way to write boards, if its lines have only the cells.
    #[must_use]
    pub fn facelets_of_cells(&self) -> Option<&Facelets> {
        self.facelets
            .as_ref()
            .filter(|facelets| facelets.still.is_empty())
    }

    /// The second way to write boards, if a board with these words is written in it.
    pub fn facelets_of<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Option<&Facelets> {
        let facelets = self.facelets_of_cells()?;
        let mut words = words.into_iter();
        words.any(|word| facelets.has(word)).then_some(facelets)
    }

    /// Gives other numbers to symbols; words for symbols without a number are dropped.
    pub(super) fn renumber(&mut self, number: impl Fn(u8) -> Option<u8>) {
        let still = self
            .facelets
            .iter_mut()
            .flat_map(|facelets| &mut facelets.still);
        let is_known = still.into_iter().all(|(_, symbol)| {
            let number = number(*symbol);
            *symbol = number.unwrap_or(*symbol);
            number.is_some()
        });
        if !is_known {
            self.facelets = None;
        }
        let facelets = self.facelets.iter_mut().map(|facelets| &mut facelets.words);
        for words in facelets.chain([&mut self.others]) {
            words.retain_mut(|(_, symbol)| match number(*symbol) {
                Some(number) => {
                    *symbol = number;
                    true
                }
                None => false,
            });
        }
    }
}

impl Facelets {
    /// Returns true if a board with this word is written in this way.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        meaning(&self.words, word).is_some()
    }

    /// Appends a board in this way: without spaces, as all its words are single characters.
    pub fn write(&self, model: &Model, symbols: &[u8], out: &mut Vec<u8>) {
        let cells = self
            .order
            .iter()
            .filter_map(|cell| symbols.get(usize::from(*cell)));
        let mut line: Vec<u8> = cells.copied().collect();
        for (place, symbol) in &self.still {
            line.insert((*place).min(line.len()), *symbol);
        }
        for symbol in line {
            let own = model
                .symbols
                .get(usize::from(symbol))
                .map_or("?", String::as_str);
            out.extend_from_slice(self.word(symbol).unwrap_or(own).as_bytes());
        }
    }

    /// The word for a symbol, if there is one.
    #[must_use]
    pub fn word(&self, symbol: u8) -> Option<&str> {
        let mut words = self.words.iter();
        words
            .find(|(_, other)| *other == symbol)
            .map(|(word, _)| word.as_str())
    }

    /// Returns true if a board in this notation may have this word for this symbol.
    #[must_use]
    pub fn allows(&self, word: &str, symbol: u8) -> bool {
        self.has(word) || self.word(symbol).is_none()
    }
}

/// The symbol that a word means.
fn meaning<'w>(words: impl IntoIterator<Item = &'w (String, u8)>, word: &str) -> Option<u8> {
    let mut words = words.into_iter();
    words
        .find(|(other, _)| other == word)
        .map(|(_, symbol)| *symbol)
}

/// Reads pairs like `x=.`: words for symbols. No word may be a symbol, or one of `taken`.
fn read_symbols(
    symbols: &Spanned<String>,
    taken: &[(String, u8)],
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Vec<(String, u8)> {
    let mut found = Vec::new();
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
            Some(_) if meaning(found.iter().chain(taken), other).is_some() => {
                findings.add(place, format!("`{other}` is named twice"));
            }
            Some(known) => found.push((other.to_owned(), known)),
        }
    }
    found
}

/// Reads all cells in some order. With `pieces`, words like `=y` between them are stickers that are
/// not cells; their places are returned with their symbols.
fn read_order(
    order: &Spanned<String>,
    picture: &Picture,
    pieces: Option<&PieceSymbols>,
    findings: &mut Findings<'_>,
) -> (Vec<u8>, Vec<(usize, u8)>) {
    let (mut found, mut still) = (Vec::new(), Vec::new());
    let (text, span) = (order.as_ref(), order.span());
    for (place, word) in words(text) {
        let place = findings.within(&span, text, place);
        if let (Some(pieces), Some(written)) = (pieces, word.strip_prefix('=')) {
            let known = pieces.symbols.iter().position(|listed| listed == written);
            match known.and_then(|known| u8::try_from(known).ok()) {
                Some(symbol) => still.push((found.len() + still.len(), symbol)),
                None => findings.add(place, format!("no piece is written `{written}`")),
            }
        } else {
            match picture.cell(word, place.clone(), findings) {
                Some(cell) if found.contains(&cell) => {
                    findings.add(place, format!("`{word}` is named twice"));
                }
                cell => found.extend(cell),
            }
        }
        if found.len() > picture.names.len() || still.len() > MAX_CELLS {
            return (found, still);
        }
    }
    let (count, cells) = (words(text).count() - still.len(), picture.names.len());
    if count != cells {
        findings.add(span, format!("a board has {cells} cells, not {count}"));
    }
    (found, still)
}
