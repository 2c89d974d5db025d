//! What a puzzle is made of: cells, pieces, moves that carry pieces from cell to cell, and goals.
//!
//! Searches and tables see boards only; whatever has to look inside (symmetries, definitions) sees
//! this. Use it to put a puzzle together in Rust (`Model::of`), and to ask what
//! its moves do.

use std::collections::HashMap;

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
/// let turn = |by, from: [u8; 3]| Turn { by: Move::new(by), needs: vec![], from: from.to_vec() };
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
    /// The cells that must hold a symbol for it to be legal, ascending, each with its symbol. A turn
    /// without any is always legal.
    pub needs: Vec<(u8, u8)>,
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
        let mut backs: Vec<Vec<AnyMoves>> = vec![Vec::new(); Move::LIMIT];
        if self.has_conditions() {
            self.add_backs_of_turns(&mut backs);
        } else if let Some(steps) = self.steps() {
            for (place, step) in steps.iter().enumerate() {
                for step in step {
                    let there = steps.get(step.to).map_or(&[][..], Vec::as_slice);
                    let found = there.iter().filter(|back| self.is_back(place, step, back));
                    let found = found.fold(AnyMoves::EMPTY, |all, back| all.with(back.by));
                    backs[step.by.index()].push(found);
                }
            }
        }
        backs.iter().map(|backs| WayBack::of(backs)).collect()
    }

    /// For each move, the moves that undo each of its turns, for a puzzle with conditions.
    fn add_backs_of_turns(&self, backs: &mut [Vec<AnyMoves>]) {
        let mut known: HashMap<&[u8], Vec<&Turn>> = HashMap::new();
        for turn in &self.turns {
            known.entry(&turn.from).or_default().push(turn);
        }
        for turn in &self.turns {
            let back = turn.undone();
            let same = back.as_ref().and_then(|back| known.get(&back.from[..]));
            let same = same.into_iter().flatten().filter(|other| {
                let is_met = |need| back.as_ref().is_some_and(|back| back.needs.contains(need));
                other.needs.iter().all(is_met)
            });
            backs[turn.by.index()].push(same.fold(AnyMoves::EMPTY, |all, same| all.with(same.by)));
        }
    }

    /// Returns true if moves depend on more than the place of a single piece.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        let mut blank = None;
        self.turns.iter().any(|turn| match turn.needs[..] {
            [] => false,
            [(_, symbol)] => {
                let is_single = self.pieces.get(usize::from(symbol)) == Some(&1);
                !is_single || *blank.get_or_insert(symbol) != symbol
            }
            _ => true,
        })
    }

    /// The blank: the single piece on whose place moves depend, if they depend on one.
    #[must_use]
    pub fn blank(&self) -> Option<u8> {
        let needed = self.turns.iter().find_map(|turn| turn.needs.first());
        let (_, symbol) = needed.filter(|_| !self.has_conditions())?;
        Some(*symbol)
    }

    /// The number of places that the blank can have: its cell, or 0 if there is none.
    #[must_use]
    pub fn places(&self) -> usize {
        self.blank().map_or(1, |_| self.cells())
    }

    /// Every turn with each place of the blank where it is legal. Without a blank, the only place is
    /// 0, and conditions are left to the caller.
    pub fn placed_turns(&self) -> impl Iterator<Item = (usize, &Turn)> {
        let (blank, all) = (self.blank(), self.places());
        self.turns.iter().flat_map(move |turn| {
            // A move that does not need the blank is legal wherever that is, and may carry it.
            let places = match turn.needs[..] {
                [(cell, _)] if blank.is_some() => usize::from(cell)..usize::from(cell) + 1,
                _ => 0..all,
            };
            places.map(move |place| (place, turn))
        })
    }

    /// The legal moves by the blank's place; `None` if a turn is not a permutation.
    fn steps(&self) -> Option<Vec<Vec<PlacedStep>>> {
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
    /// The inverse of a move, given the moves that undo each of its turns.
    fn of(backs: &[AnyMoves]) -> Self {
        let Some((first, others)) = backs.split_first() else {
            return Self::None;
        };
        let mut common = others.iter().fold(*first, |all, backs| all.and(*backs));
        if let Some(inverse) = common.next() {
            return Self::One(inverse);
        }
        let firsts = backs.iter().map(|backs| { *backs }.next());
        let firsts = firsts.collect::<Option<Vec<Move>>>();
        firsts.map_or(Self::None, |firsts| {
            let all = firsts.into_iter();
            Self::Several(all.fold(AnyMoves::EMPTY, AnyMoves::with))
        })
    }

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
        let holds = |(cell, symbol): &(u8, u8)| symbols.get(usize::from(*cell)) == Some(symbol);
        self.needs.iter().all(holds)
    }

    /// The cell that it needs, and the cell whose piece comes there; `None` if it does not need
    /// exactly one.
    #[must_use]
    pub fn step(&self) -> Option<(u8, u8)> {
        let [(cell, _)] = self.needs[..] else {
            return None;
        };
        Some((cell, *self.from.get(usize::from(cell))?))
    }

    /// The turn that undoes this one; `None` if it is not a permutation.
    #[must_use]
    pub fn undone(&self) -> Option<Self> {
        let from = inverse(&self.from)?;
        let carried = self.needs.iter().map(|&(cell, symbol)| {
            let to = from.get(usize::from(cell));
            to.map(|to| (*to, symbol))
        });
        let mut needs = carried.collect::<Option<Vec<(u8, u8)>>>()?;
        needs.sort_unstable();
        let by = self.by;
        Some(Self { by, needs, from })
    }

    /// Returns true if no board allows both turns.
    #[must_use]
    pub fn excludes(&self, other: &Self) -> bool {
        let mut all = self.needs.iter();
        all.any(|(cell, symbol)| {
            let mut others = other.needs.iter();
            others.any(|(there, needed)| there == cell && needed != symbol)
        })
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
