//! What a puzzle is made of: cells, pieces, moves that carry pieces from cell to cell, and goals.
//!
//! Searches and tables see boards only; whatever has to look inside (symmetries, definitions) sees
//! this. Use it to put a puzzle together in Rust (`Model::of`), and to ask what
//! its moves do.

use num_bigint::BigUint;

use crate::space::{AnyMoves, Move, StateSpace};

/// The most cells of a puzzle.
pub const MAX_CELLS: usize = 256;

/// The parts of a puzzle. Cells and symbols are numbered from 0; there are at most 256 cells.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::Move;
/// use fewest::space::structure::{Structure, Turn, WayBack};
///
/// // Three cells in a ring: all pieces go on by a cell, or back by one.
/// let turn = |by, from: [u8; 3]| Turn { by: Move::new(by), needs: None, from: from.to_vec() };
/// let ring = Structure {
///     pieces: vec![1; 3],
///     turns: vec![turn(0, [2, 0, 1]), turn(1, [1, 2, 0])],
///     goals: vec![vec![Some(0), Some(1), Some(2)]],
/// };
/// assert_eq!(ring.turns[0].apply(&[7, 8, 9]), [9, 7, 8]);
/// assert_eq!(ring.ways_back()[0], WayBack::One(Move::new(1)));
/// assert_eq!((ring.cells(), ring.arrangements().to_string().as_str()), (3, "6"));
/// ```
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

    /// The goal, if it is one whole board.
    #[must_use]
    pub fn whole_goal(&self) -> Option<Vec<u8>> {
        match &self.goals[..] {
            [goal] => goal.iter().copied().collect(),
            _ => None,
        }
    }

    /// In how many ways the pieces can lie on the cells.
    ///
    /// ```
    /// # use fewest_base as fewest;
    /// use fewest::space::structure::Structure;
    ///
    /// // The boards of the rotation game have three symbols, eight times each: 24! / (8! 8! 8!).
    /// let rotation = Structure { pieces: vec![8; 3], turns: vec![], goals: vec![vec![None; 24]] };
    /// assert_eq!(rotation.arrangements().to_string(), "9465511770");
    /// ```
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

    /// The inverse of each move up to the limit. A move that is never legal has none.
    ///
    /// Moves are compared by what they do, not by how they are written: a move that swaps two cells
    /// wherever the blank is takes back a step of the blank between them, and where all other
    /// pieces are alike, all that counts is where the blank goes.
    #[must_use]
    pub fn ways_back(&self) -> Vec<WayBack> {
        let mut ways = vec![WayBack::None; Move::LIMIT];
        let Some(steps) = self.steps() else {
            return ways;
        };
        let all = ways.iter_mut().take(self.moves());
        for (way, m) in all.zip((0..=u8::MAX).map(Move::new)) {
            // The moves that take it back everywhere, and the first from each place.
            let (mut all, mut firsts) = (None, Some(AnyMoves::EMPTY));
            for (place, step) in steps.iter().enumerate() {
                for step in step.iter().filter(|step| step.by == m) {
                    let there = steps.get(step.to).map_or(&[][..], Vec::as_slice);
                    let backs = there.iter().filter(|back| self.is_back(place, step, back));
                    let mut backs = backs.fold(AnyMoves::EMPTY, |all, back| all.with(back.by));
                    all = Some(all.map_or(backs, |all| backs.and(all)));
                    let first = backs.next();
                    firsts = firsts.zip(first).map(|(firsts, first)| firsts.with(first));
                }
            }
            *way = match (all.and_then(|mut all| all.next()), firsts) {
                (Some(inverse), _) => WayBack::One(inverse),
                (None, Some(firsts)) if !firsts.is_empty() => WayBack::Several(firsts),
                _ => WayBack::None,
            };
        }
        ways
    }

    /// The blank: the symbol that moves need, if they need one.
    #[must_use]
    pub fn blank(&self) -> Option<u8> {
        let needed = self.turns.iter().find_map(|turn| turn.needs);
        needed.map(|(_, symbol)| symbol)
    }

    /// Returns true if all moves that need a symbol need the same one, and that is a single piece.
    #[must_use]
    pub fn has_one_blank(&self) -> bool {
        let mut needed = self.turns.iter().filter_map(|turn| turn.needs);
        self.blank().is_none_or(|blank| {
            let is_single = self.pieces.get(usize::from(blank)) == Some(&1);
            is_single && needed.all(|(_, symbol)| symbol == blank)
        })
    }

    /// The number of places that the blank can have: its cell, or 0 if there is none.
    #[must_use]
    pub fn places(&self) -> usize {
        self.blank().map_or(1, |_| self.cells())
    }

    /// Every turn with each place of the blank where it is legal.
    pub fn placed_turns(&self) -> impl Iterator<Item = (usize, &Turn)> {
        let all = self.places();
        self.turns.iter().flat_map(move |turn| {
            // A move that does not need the blank is legal wherever that is, and may carry it.
            let places = match turn.needs {
                None => 0..all,
                Some((cell, _)) => usize::from(cell)..usize::from(cell) + 1,
            };
            places.map(move |place| (place, turn))
        })
    }

    /// The legal moves by the blank's place; `None` if there is more than one blank.
    fn steps(&self) -> Option<Vec<Vec<PlacedStep>>> {
        if !self.has_one_blank() {
            return None;
        }
        let has_blank = self.blank().is_some();
        let mut steps = vec![Vec::new(); self.places()];
        for (place, turn) in self.placed_turns() {
            let back = inverse(&turn.from).filter(|back| back.len() == self.cells())?;
            let to = if has_blank { *back.get(place)? } else { 0 };
            steps.get_mut(place)?.push(PlacedStep {
                by: turn.by,
                to: to.into(),
                from: turn.from.clone(),
                back,
            });
        }
        Some(steps)
    }

    /// Whether a step leads back to the place from which another came, and to the same board.
    fn is_back(&self, place: usize, step: &PlacedStep, back: &PlacedStep) -> bool {
        let symbols = self.pieces.iter().filter(|count| **count > 0).count();
        let are_identical = symbols <= 1 + usize::from(self.blank().is_some());
        back.to == place && (are_identical || back.from == step.back)
    }
}

/// A move with the piece that moves need on one cell.
#[derive(Clone)]
struct PlacedStep {
    by: Move,
    /// Where that piece is then.
    to: usize,
    /// By cell: the cell whose piece comes here, and where it goes.
    from: Vec<u8>,
    back: Vec<u8>,
}

/// The inverse of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayBack {
    /// This move, wherever the other was legal.
    One(Move),
    /// Several moves, on different boards.
    Several(AnyMoves),
    /// The move is not reversible on some board.
    None,
}

impl WayBack {
    /// The one move that takes it back, if there is one.
    #[must_use]
    pub const fn inverse(self) -> Option<Move> {
        match self {
            Self::One(inverse) => Some(inverse),
            Self::Several(_) | Self::None => None,
        }
    }
}

impl Turn {
    /// Whether it is legal on a board with these symbols.
    #[must_use]
    pub fn is_legal(&self, symbols: &[u8]) -> bool {
        self.needs
            .is_none_or(|(cell, symbol)| symbols.get(usize::from(cell)) == Some(&symbol))
    }

    /// The cell whose piece comes to the cell of the piece that it needs.
    #[must_use]
    pub fn origin(&self) -> Option<u8> {
        let (cell, _) = self.needs?;
        self.from.get(usize::from(cell)).copied()
    }

    /// The symbols after it.
    #[must_use]
    pub fn apply(&self, symbols: &[u8]) -> Vec<u8> {
        let mut after = Vec::with_capacity(self.from.len());
        self.apply_into(symbols, &mut after);
        after
    }

    /// Replaces `after` by the symbols after it.
    pub fn apply_into(&self, symbols: &[u8], after: &mut Vec<u8>) {
        let piece = |&from: &u8| symbols.get(usize::from(from)).copied().unwrap_or(0);
        after.clear();
        after.extend(self.from.iter().map(piece));
    }
}

/// The permutation that takes one back; `None` if it is none.
#[must_use]
pub fn inverse(from: &[u8]) -> Option<Vec<u8>> {
    let mut back = vec![None; from.len()];
    for (to, &from) in (0..=u8::MAX).zip(from) {
        if back.get_mut(usize::from(from))?.replace(to).is_some() {
            return None;
        }
    }
    back.into_iter().collect()
}

/// A puzzle that can be taken apart.
pub trait Structured: StateSpace {
    /// Its parts.
    fn structure(&self) -> Structure;

    /// The symbol on each cell, appended.
    fn symbols(&self, board: &Self::Board, symbols: &mut Vec<u8>);

    /// The symbol on each cell.
    fn all_symbols(&self, board: &Self::Board) -> Vec<u8> {
        let mut symbols = Vec::new();
        self.symbols(board, &mut symbols);
        symbols
    }

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
