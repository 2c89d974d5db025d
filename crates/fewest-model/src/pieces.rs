//! Pieces: the symbols, and how many there are of each.

use super::file::Definition;
use super::picture::Picture;
use super::problem::{Findings, OTHER_KIND, flaw_of_name, like};
use super::{MAX_SYMBOLS, words};
use fewest_base::support::number::counted;

pub(super) struct PieceSymbols {
    pub(super) symbols: Vec<String>,
    pub(super) counts: Vec<u32>,
    pub(super) blank: Option<u8>,
}

/// A goal's word for an open cell.
pub(super) const ANY: &str = "?";

/// Reads the pieces of a file, and which of them is the blank.
pub(super) fn read(
    file: &Definition,
    picture: &Picture,
    findings: &mut Findings<'_>,
) -> Option<PieceSymbols> {
    let mut pieces = read_symbols(&file.pieces, picture, findings)?;
    if let Some(blank) = &file.blank {
        let place = pieces
            .symbols
            .iter()
            .position(|symbol| symbol == blank.as_ref());
        match place.map(|place| pieces.counts[place]) {
            Some(1) => {}
            Some(count) => {
                let help = Some(OTHER_KIND.to_owned());
                let problem = format!("the blank must be one piece, not {count}");
                findings.add_with_help(blank.span(), problem, help);
            }
            None => {
                let help = like(blank.as_ref(), &pieces.symbols);
                let problem = format!("no piece is written `{}`", blank.as_ref());
                findings.add_with_help(blank.span(), problem, help);
            }
        }
        // Uses some piece, so that moves of the blank are not reported as well.
        pieces.blank = u8::try_from(place.unwrap_or(0)).ok();
    }
    Some(pieces)
}

/// Reads symbols in order; `a*8` is eight pieces of `a`. A symbol may be repeated.
pub(super) fn read_symbols(
    listed: &toml::Spanned<String>,
    picture: &Picture,
    findings: &mut Findings<'_>,
) -> Option<PieceSymbols> {
    let (text, span) = (listed.as_ref(), listed.span());
    let mut pieces = PieceSymbols {
        symbols: Vec::new(),
        counts: Vec::new(),
        blank: None,
    };
    let mut are_counted = true;
    for (place, word) in words(text) {
        if findings.is_full() || pieces.symbols.len() > MAX_SYMBOLS {
            break;
        }
        let (symbol, count) = match word.rsplit_once('*') {
            Some((symbol, count)) if !symbol.is_empty() => (symbol, count.parse().ok()),
            _ => (word, Some(1)),
        };
        let place = findings.within(&span, text, place);
        let cells = u32::try_from(picture.names.len()).unwrap_or(u32::MAX);
        let fits = count.filter(|count| (1..=cells).contains(count));
        if fits.is_none() {
            findings.add(
                place.clone(),
                format!("`{word}`: a symbol's count is 1 to {cells}"),
            );
            are_counted = false;
        }
        // Uses as many as the cells hold, so that goals are not reported as well.
        let count = fits.unwrap_or(cells.max(1));
        if symbol == ANY {
            findings.add(place, "`?` means any symbol, and can't be one");
            continue;
        }
        if let Some(problem) = flaw_of_name("a symbol", symbol) {
            findings.add(place, problem);
        }
        if let Some(known) = pieces.symbols.iter().position(|listed| listed == symbol) {
            pieces.counts[known] = pieces.counts[known].saturating_add(count);
        } else {
            pieces.symbols.push(symbol.to_owned());
            pieces.counts.push(count);
        }
    }
    let filled: u64 = pieces.counts.iter().copied().map(u64::from).sum();
    let cells = picture.names.len();
    if are_counted && filled != cells as u64 {
        let pieces = counted(filled, "piece");
        let verb = if filled == 1 { "does" } else { "do" };
        findings.add(
            span.clone(),
            format!("{pieces} {verb} not fill {cells} cells"),
        );
    }
    if pieces.symbols.len() > MAX_SYMBOLS {
        findings.add(
            span,
            format!("there are at most {MAX_SYMBOLS} different symbols"),
        );
        return None;
    }
    Some(pieces)
}

impl PieceSymbols {
    /// The symbols of a board, `None` for [`ANY`]. Words are separated by blanks, which are
    /// optional if every symbol is one character; `a*2` is `a a`.
    pub(super) fn board(
        &self,
        board: &toml::Spanned<String>,
        cells: usize,
        findings: &mut Findings<'_>,
    ) -> Option<Vec<Option<u8>>> {
        let (text, span) = (board.as_ref(), board.span());
        let mut symbols = Vec::with_capacity(cells);
        let mut is_good = true;
        for (place, word) in words(text) {
            if findings.is_full() {
                return None;
            }
            // There are too many already, whatever follows.
            if symbols.len() > cells {
                symbols.push(None);
                continue;
            }
            let place = findings.within(&span, text, place);
            if let Some(word_symbols) = self.word(word, cells) {
                symbols.extend(word_symbols);
            } else {
                let help = like(word, &self.symbols);
                findings.add_with_help(place, format!("no piece is written `{word}`"), help);
                symbols.push(None);
                is_good = false;
            }
        }
        if is_good && symbols.len() != cells {
            let found = symbols.len();
            findings.add(span, format!("a board has {cells} symbols, not {found}"));
            is_good = false;
        }
        is_good.then_some(symbols)
    }

    fn word(&self, word: &str, cells: usize) -> Option<Vec<Option<u8>>> {
        if let Ok(symbol) = self.symbol(word) {
            return Some(vec![symbol]);
        }
        let is_short = |symbol: &String| symbol.chars().count() == 1;
        if self.symbols.iter().all(is_short) {
            let letters = word.chars().map(|letter| self.symbol(&letter.to_string()));
            if let Ok(symbols) = letters.collect() {
                return Some(symbols);
            }
        }
        let (symbol, count) = word.rsplit_once('*')?;
        let count = count.parse().ok()?;
        let symbol = self.symbol(symbol).ok()?;
        (1..=cells).contains(&count).then(|| vec![symbol; count])
    }

    /// The symbol with this text, `None` for [`ANY`].
    fn symbol(&self, written: &str) -> Result<Option<u8>, NoSymbol> {
        if written == ANY {
            return Ok(None);
        }
        let known = self.symbols.iter().position(|symbol| symbol == written);
        let known = known.and_then(|known| u8::try_from(known).ok());
        known.map(Some).ok_or(NoSymbol)
    }
}

struct NoSymbol;
