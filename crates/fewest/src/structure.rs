//! What a puzzle is made of: cells, pieces, moves that carry pieces from cell to cell, and goals.
//!
//! Searches and tables see boards only; whatever has to look inside (symmetries, definitions) sees this.

use num_bigint::BigUint;

use crate::puzzle::{Move, Puzzle};

/// The parts of a puzzle. Cells and symbols are numbered from 0; there are at most 256 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// How many pieces of each symbol there are; together they fill the cells.
    pub pieces: Vec<u32>,
    /// Everything that a move can do.
    pub turns: Vec<Turn>,
    /// The goals: what each cell must hold, or `None` where anything will do.
    pub goals: Vec<Vec<Option<u8>>>,
}

/// What a move does, where it is legal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// The move.
    pub by: Move,
    /// The cell that must hold a symbol for it to be legal, and the symbol; always legal if none.
    pub needs: Option<(u8, u8)>,
    /// By cell: the cell whose piece comes here.
    pub from: Vec<u8>,
}

impl Structure {
    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.pieces.iter().map(|&count| count as usize).sum()
    }

    /// The number of moves: one more than the last move's place in tie order.
    #[must_use]
    pub fn moves(&self) -> usize {
        let last = self.turns.iter().map(|turn| turn.by.index() + 1).max();
        last.unwrap_or(0)
    }

    /// In how many ways the pieces can lie on the cells.
    #[must_use]
    pub fn arrangements(&self) -> BigUint {
        let pieces = self.pieces.iter().flat_map(|&count| 1..=count);
        // C(cells, piece) from C(cells - 1, piece - 1): each step is a whole number.
        (1u32..)
            .zip(pieces)
            .fold(BigUint::from(1u8), |ways, (cells, piece)| {
                ways * cells / piece
            })
    }

    /// By move: the move that takes it back wherever it was legal, if there is one.
    #[must_use]
    pub fn inverses(&self) -> [Option<Move>; Move::LIMIT] {
        let takes_back = |turn: &Turn| {
            let back = turn.back();
            let same = |other: &&Turn| other.needs == back.needs && other.from == back.from;
            self.turns.iter().find(same).map(|other| other.by)
        };
        let mut inverses = [None; Move::LIMIT];
        for turn in &self.turns {
            let by = takes_back(turn);
            let own = &mut inverses[turn.by.index()];
            // A move whose turns are taken back by different moves has none.
            *own = match *own {
                None => Some(by),
                Some(known) => Some(by.filter(|_| known == by)),
            };
        }
        inverses.map(Option::flatten)
    }
}

impl Turn {
    /// Whether it is legal on a board with these symbols.
    #[must_use]
    pub fn is_legal(&self, symbols: &[u8]) -> bool {
        self.needs
            .is_none_or(|(cell, symbol)| symbols.get(usize::from(cell)) == Some(&symbol))
    }

    /// The symbols after it.
    #[must_use]
    pub fn apply(&self, symbols: &[u8]) -> Vec<u8> {
        let piece = |&from: &u8| symbols.get(usize::from(from)).copied().unwrap_or(0);
        self.from.iter().map(piece).collect()
    }

    /// What takes it back.
    fn back(&self) -> Self {
        let mut back = self.clone();
        for (to, &from) in (0..=u8::MAX).zip(&self.from) {
            if let Some(back) = back.from.get_mut(usize::from(from)) {
                *back = to;
            }
        }
        // Where what it needs has come to.
        back.needs = self.needs.map(|(cell, symbol)| {
            let cell = back.from.get(usize::from(cell)).copied().unwrap_or(cell);
            (cell, symbol)
        });
        back
    }
}

/// A puzzle that can be taken apart.
pub trait Structured: Puzzle {
    /// Its parts.
    fn structure(&self) -> Structure;

    /// The symbol on each cell, appended.
    fn symbols(&self, board: &Self::Board, symbols: &mut Vec<u8>);

    /// The board with these symbols, or `None` if there is none.
    fn board(&self, symbols: &[u8]) -> Option<Self::Board>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_of_pieces() {
        let of = |pieces: &[u32]| {
            let structure = Structure {
                pieces: pieces.to_vec(),
                turns: Vec::new(),
                goals: Vec::new(),
            };
            structure.arrangements()
        };
        assert_eq!(of(&[8, 8, 8]), BigUint::from(9_465_511_770u64));
        assert_eq!(of(&[12, 12, 1]), BigUint::from(67_603_900u32));
        assert_eq!(of(&[1; 9]), BigUint::from(362_880u32));
        assert_eq!(of(&[]), BigUint::from(1u8));
        let factorial = (1..=40u32).map(BigUint::from).product::<BigUint>();
        assert_eq!(of(&[1; 40]), factorial);
    }
}
