//! Boards and moves as strings.

use super::{Blocks, Model, OtherBoards};
use fewest_base::space::Move;
use fewest_base::support::place::{InputError, Place, quote};

/// The signs of lists as programs print them, and `/` between rows.
pub const LIST_SIGNS: &[u8] = b",;/|[](){}\"'";

impl Model {
    /// A board on one line: see [`write_board`](Self::write_board).
    #[must_use]
    pub fn board_text(&self, symbols: &[u8]) -> String {
        text(|out| self.write_board(symbols, out))
    }

    /// The board as a drawing in text.
    #[must_use]
    pub fn drawing(&self, symbols: &[u8]) -> String {
        text(|out| self.draw_board(symbols, out))
    }

    /// The names of a sequence of moves: see [`write_moves`](Self::write_moves).
    #[must_use]
    pub fn moves_text(&self, start: &[u8], moves: &[Move]) -> String {
        text(|out| self.write_moves(start, moves, out))
    }

    /// The [signs of lists](LIST_SIGNS) that no symbol has: they separate symbols as white space does.
    #[must_use]
    pub fn list_signs(&self) -> Vec<u8> {
        let letters = self
            .boards
            .facelets
            .iter()
            .flat_map(|facelets| &facelets.words);
        let others = self
            .boards
            .others
            .iter()
            .chain(letters)
            .map(|(other, _)| other);
        let words = || {
            self.symbols
                .iter()
                .chain(others.clone())
                .chain(&self.boards.end)
        };
        let is_free = |sign: &u8| !words().any(|word| word.as_bytes().contains(sign));
        LIST_SIGNS.iter().copied().filter(is_free).collect()
    }

    /// Reads a board from a text called `name`: see `Puzzle::board`.
    ///
    /// # Errors
    /// If the text is not a board.
    pub fn read_board(&self, name: &str, text: &str) -> Result<Vec<u8>, InputError> {
        let own = self.read_own_board(name, text);
        let others = OtherBoards::default();
        match others.read_unless_own(self, text, own.as_deref().ok()) {
            Some(other) => Ok(other.symbols),
            None => own,
        }
    }

    /// Reads a board in the puzzle's own notation.
    pub(super) fn read_own_board(&self, name: &str, text: &str) -> Result<Vec<u8>, InputError> {
        if let Some(blocks) = &self.blocks {
            return read_blocks(blocks, name, text);
        }
        let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let error = |at: usize, problem: String| InputError {
            input: name.to_owned(),
            place: Place::at(text, at),
            board: None,
            problem,
            is_final: true,
            names_puzzle: false,
        };
        let signs = self.list_signs();
        let is_sign = |c: char| u8::try_from(c).is_ok_and(|c| signs.contains(&c));
        let is_between = |c: char| c.is_whitespace() || is_sign(c);
        let are_characters = self
            .symbols
            .iter()
            .all(|symbol| symbol.chars().count() == 1);
        let words = text.split(is_between).filter(|word| !word.is_empty());
        // A word of several symbols is split into its characters.
        let parts = words.clone().flat_map(|word| {
            let is_whole = !are_characters || self.find_symbol(word).is_some();
            let ends = word
                .char_indices()
                .map(|(at, c)| at + c.len_utf8())
                .filter(move |end| !is_whole || *end == word.len());
            ends.scan(0, |start, end| word.get(std::mem::replace(start, end)..end))
        });
        let mut read = Vec::new();
        let parts: Vec<&str> = parts.take(self.cells() + 1).collect();
        let facelets = self.boards.facelets_of(parts.iter().copied());
        for &part in &parts {
            let symbol = self
                .find_symbol(part)
                .filter(|&symbol| facelets.is_none_or(|facelets| facelets.allows(part, symbol)))
                .ok_or_else(|| {
                    let written = quote(part.as_bytes());
                    error(
                        offset(part),
                        format!("no piece of {} is written {written}", self.name),
                    )
                })?;
            read.push(symbol);
        }
        let mut symbols = read.clone();
        let order = facelets.map_or(&self.boards.order, |facelets| &facelets.order);
        for (&cell, &symbol) in order.iter().zip(&read) {
            if let Some(target) = symbols.get_mut(usize::from(cell)) {
                *target = symbol;
            }
        }
        match self.miscounted(&symbols, facelets) {
            Some(problem) => Err(error(words.clone().next().map_or(0, offset), problem)),
            None => Ok(symbols),
        }
    }
}

/// Reads a board of blocks.
fn read_blocks(blocks: &Blocks, name: &str, text: &str) -> Result<Vec<u8>, InputError> {
    let is_sign = |c: char| u8::try_from(c).is_ok_and(|c| LIST_SIGNS.contains(&c));
    let letters = (text.char_indices()).filter(|(_, c)| !c.is_whitespace() && !is_sign(*c));
    let letters: Vec<(char, usize)> = letters.map(|(at, c)| (c, at)).collect();
    blocks.read(&letters).map_err(|(at, problem)| InputError {
        input: name.to_owned(),
        place: Place::at(text, at),
        board: None,
        problem,
        is_final: true,
        names_puzzle: false,
    })
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
