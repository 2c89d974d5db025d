//! A puzzle run from what it is made of: the general rules behind every definition.
//!
//! Boards are symbols by cell. A move carries pieces along its turns; where it depends on the blank, the blank's cell tells
//! which turn. What a hand-written kernel knows by heart is worked out here once: which moves are legal, which take each other
//! back, and which need never follow each other.

mod arrangements;
mod effects;
mod goals;
mod links;
mod merging;
mod order;
mod parity;

use std::fmt::Debug;
use std::sync::Arc;

use thiserror::Error;

pub use goals::MOST_SOLVED;
pub use merging::Merging;

use crate::invariant::Invariant;
use crate::link::Links;
use crate::model::Model;
use crate::puzzle::{Goals, Move, MoveSet, Puzzle, Ranked};
use crate::structure::{Structure, Structured, WayBack, inverse};
use effects::{Effect, effect, idle};
use order::Order;
use parity::Parity;

/// A board of at most `N` cells: the symbol on each. Cells that the puzzle does not have hold 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board<const N: usize> {
    symbols: [u8; N],
    /// The blank's cell; 0 where there is no blank.
    blank: u8,
}

impl<const N: usize> Board<N> {
    /// The symbol on a cell.
    #[inline]
    #[must_use]
    pub const fn get(&self, cell: usize) -> u8 {
        self.symbols[cell % N]
    }

    /// The blank's cell; 0 where there is no blank.
    #[inline]
    #[must_use]
    pub const fn blank(&self) -> usize {
        self.blank as usize
    }
}

/// Why a structure is no puzzle that runs here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DefinedError {
    /// It has too many cells.
    #[error("{cells} cells; at most {most}")]
    Cells {
        /// Its cells.
        cells: usize,
        /// The most.
        most: usize,
    },
    /// Turns need different symbols, or one that is not a single piece.
    #[error("moves may depend on one single piece, the blank")]
    Blank,
    /// A turn is no permutation of the cells, or two turns of a move are legal at once.
    #[error("move {0} is no permutation of the cells, or does two things at once")]
    Turn(usize),
    /// A goal is not as long as there are cells, or names symbols that do not exist.
    #[error("goal {0} does not fit the cells")]
    Goal(usize),
}

/// A puzzle of at most `N` cells.
#[derive(Clone, Debug)]
pub struct Defined<const N: usize> {
    model: Arc<Model>,
    cells: usize,
    blank: Option<u8>,
    /// By the blank's cell (0 if there is no blank) and move.
    effects: Vec<[Option<Effect>; Move::LIMIT]>,
    /// The same backwards: by the blank's cell after the move.
    backwards: Vec<[Option<Effect>; Move::LIMIT]>,
    /// Where a move brings the blank to a cell from several: what takes it back to the others, by the cell that it is brought to.
    further: Vec<Vec<(Move, Effect)>>,
    /// By the blank's cell.
    legal: Vec<MoveSet>,
    arrivals: Vec<MoveSet>,
    inverses: [Option<Move>; Move::LIMIT],
    is_reversible: bool,
    /// By move: those that need not follow it.
    idle: [MoveSet; Move::LIMIT],
    /// Cells that a goal looks at, and the symbols there.
    goals: Vec<Vec<(u8, u8)>>,
    order: Option<Arc<Order>>,
    parity: Option<Parity>,
}

impl<const N: usize> Defined<N> {
    /// The puzzle with these parts.
    ///
    /// # Errors
    /// If it does not fit `N` cells, or its parts do not fit together.
    pub fn new(structure: Structure) -> Result<Self, DefinedError> {
        Self::of(Arc::new(Model::of(structure)))
    }

    /// The puzzle that is defined like this.
    ///
    /// # Errors
    /// If it does not fit `N` cells, or its parts do not fit together.
    pub fn of(model: Arc<Model>) -> Result<Self, DefinedError> {
        let structure = &model.structure;
        let cells = structure.cells();
        if cells > N || cells > usize::from(u8::MAX) + 1 {
            return Err(DefinedError::Cells { cells, most: N });
        }
        let blank = blank(structure)?;
        let places = if blank.is_some() { cells } else { 1 };
        let mut effects = vec![[const { None }; Move::LIMIT]; places];
        let mut backwards = effects.clone();
        let mut further = vec![Vec::new(); places];
        for turn in &structure.turns {
            let wrong = DefinedError::Turn(turn.by.index());
            let inverse = inverse(&turn.from).filter(|inverse| inverse.len() == cells);
            let inverse = inverse.ok_or(wrong.clone())?;
            let before = turn.needs.map_or(0, |(cell, _)| usize::from(cell));
            // A move that does not need the blank is legal wherever that is, and may carry it.
            let befores = match (turn.needs, blank) {
                (None, Some(_)) => 0..places,
                _ => before..before + 1,
            };
            for before in befores {
                let after = if blank.is_some() {
                    inverse.get(before).copied().ok_or(wrong.clone())?
                } else {
                    0
                };
                let place = u8::try_from(before).map_err(|_| wrong.clone())?;
                let there = effects.get_mut(before).ok_or(wrong.clone())?;
                let known = there[turn.by.index()].replace(effect(&turn.from, after));
                if known.is_some() {
                    return Err(wrong);
                }
                let after = usize::from(after);
                let back = backwards.get_mut(after).ok_or(wrong.clone())?;
                let known = back[turn.by.index()].replace(effect(&inverse, place));
                if let Some((known, further)) = known.zip(further.get_mut(after)) {
                    further.push((turn.by, known));
                }
            }
        }
        let mut goals = Vec::new();
        for (number, goal) in structure.goals.iter().enumerate() {
            let looked_at = (0..=u8::MAX).zip(goal);
            let looked_at: Vec<(u8, u8)> = looked_at
                .filter_map(|(cell, symbol)| Some((cell, (*symbol)?)))
                .collect();
            let is_known = |(_, symbol): &(u8, u8)| usize::from(*symbol) < structure.pieces.len();
            if goal.len() != cells || !looked_at.iter().all(is_known) {
                return Err(DefinedError::Goal(number));
            }
            goals.push(looked_at);
        }
        let sets = |effects: &[[Option<Effect>; Move::LIMIT]]| {
            let set = |effects: &[Option<Effect>; Move::LIMIT]| {
                let bits = effects.iter().enumerate();
                let bits = bits.filter(|(_, effect)| effect.is_some());
                MoveSet::from_bits(bits.fold(0, |bits, (i, _)| bits | 1 << i))
            };
            effects.iter().map(set).collect::<Vec<_>>()
        };
        let backs = structure.ways_back();
        let inverses = backs.map(WayBack::inverse);
        let mut puzzle = Self {
            cells,
            blank,
            legal: sets(&effects),
            arrivals: sets(&backwards),
            effects,
            backwards,
            further,
            idle: idle(structure, &inverses),
            inverses,
            is_reversible: (structure.turns.iter())
                .all(|turn| backs[turn.by.index()] != WayBack::None),
            goals,
            order: None,
            parity: None,
            model,
        };
        puzzle.parity = Parity::of(&puzzle);
        let order = Order::new(puzzle.parts(), blank, puzzle.parity.as_ref());
        puzzle.order = order.map(Arc::new);
        Ok(puzzle)
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Its parts.
    #[must_use]
    pub fn parts(&self) -> &Structure {
        &self.model.structure
    }

    /// Its model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The symbol that moves depend on, if there is one.
    #[must_use]
    pub const fn blank(&self) -> Option<u8> {
        self.blank
    }

    /// Whether its boards can be numbered.
    #[must_use]
    pub const fn is_ranked(&self) -> bool {
        self.order.is_some()
    }

    /// The board with its symbols in their order.
    #[must_use]
    pub fn first_board(&self) -> Board<N> {
        let kinds = (0..=u8::MAX).zip(&self.parts().pieces);
        let symbols =
            kinds.flat_map(|(symbol, &count)| std::iter::repeat_n(symbol, count as usize));
        let board = self.board(&symbols.collect::<Vec<_>>());
        board.debug_unwrap_or(Board {
            symbols: [0; N],
            blank: 0,
        })
    }

    /// Whether every move is taken back by some move, wherever it is legal; not everywhere by the same.
    #[must_use]
    pub const fn is_reversible(&self) -> bool {
        self.is_reversible
    }

    /// What takes back the moves that brought the blank to a cell, by move; the first for each is in `backwards`.
    fn ways_back(&self, place: usize, m: Move) -> impl Iterator<Item = &Effect> {
        let first = self.backwards.get(place);
        let first = first.and_then(|effects| effects[m.index()].as_ref());
        let further = self.further.get(place).map_or(&[][..], Vec::as_slice);
        let further = further.iter().filter(move |(by, _)| *by == m);
        first.into_iter().chain(further.map(|(_, effect)| effect))
    }

    /// Whether parity leaves a way from a board to a goal open. If not, nothing solves it.
    #[must_use]
    pub fn parity_allows(&self, board: &Board<N>) -> bool {
        let parity = self.parity.as_ref();
        parity.is_none_or(|parity| parity.allows(self, board))
    }

    /// Whether moves make the board of a goal, as far as the numbers of boards tell. If not, nothing solves it.
    #[must_use]
    pub fn group_allows(&self, board: &Board<N>) -> bool {
        let is_made = |order: &Order| match order {
            Order::Elements(_) => order.rank(self.cells, board) < order.boards(),
            Order::Arrangements(_) => true,
        };
        self.order.as_deref().is_none_or(is_made)
    }
}

/// The symbol that moves depend on, if there is one.
fn blank(structure: &Structure) -> Result<Option<u8>, DefinedError> {
    let mut blank = None;
    for (_, symbol) in structure.turns.iter().filter_map(|turn| turn.needs) {
        let is_single = structure.pieces.get(usize::from(symbol)) == Some(&1);
        if !is_single || *blank.get_or_insert(symbol) != symbol {
            return Err(DefinedError::Blank);
        }
    }
    Ok(blank)
}

impl<const N: usize> Puzzle for Defined<N> {
    type Board = Board<N>;

    #[inline]
    fn moves(&self, board: &Board<N>) -> MoveSet {
        let legal = self.legal.get(usize::from(board.blank));
        legal.copied().debug_unwrap_or(MoveSet::EMPTY)
    }

    #[inline]
    fn arrivals(&self, board: &Board<N>) -> MoveSet {
        let legal = self.arrivals.get(usize::from(board.blank));
        legal.copied().debug_unwrap_or(MoveSet::EMPTY)
    }

    #[inline]
    fn apply(&self, board: &mut Board<N>, m: Move) {
        if let Some(Some(effect)) = self.effects.get(board.blank()).map(|by| &by[m.index()]) {
            effect.apply(board);
        }
    }

    #[inline]
    fn undo(&self, board: &mut Board<N>, m: Move) {
        if let Some(Some(effect)) = self.backwards.get(board.blank()).map(|by| &by[m.index()]) {
            effect.apply(board);
        }
    }

    #[inline]
    fn preimages(&self, board: &Board<N>, m: Move) -> impl Iterator<Item = Board<N>> {
        let effects = self.ways_back(usize::from(board.blank), m);
        effects.map(|effect| {
            let mut before = *board;
            effect.apply(&mut before);
            before
        })
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        self.inverses[m.index()]
    }

    #[inline]
    fn onward(&self, board: &Board<N>, last: Move) -> MoveSet {
        self.moves(board).without(self.idle[last.index()])
    }

    #[inline]
    fn is_solved(&self, board: &Board<N>) -> bool {
        self.goal(board).is_some()
    }

    /// Up to 16 cells of up to 16 symbols fit into a word.
    fn pack(&self, board: &Board<N>) -> Option<u64> {
        if self.cells > 16 || self.parts().pieces.len() > 16 {
            return None;
        }
        let symbols = board.symbols.iter().take(self.cells).rev();
        Some(symbols.fold(0, |word, &symbol| word << 4 | u64::from(symbol)))
    }

    fn unpack(&self, word: u64) -> Option<Board<N>> {
        let mut board = Board {
            symbols: [0; N],
            blank: 0,
        };
        for (cell, symbol) in board
            .symbols
            .iter_mut()
            .enumerate()
            .take(self.cells.min(16))
        {
            *symbol = (word >> (4 * cell) & 15) as u8;
            if Some(*symbol) == self.blank {
                board.blank = u8::try_from(cell).ok()?;
            }
        }
        Some(board)
    }
}

impl<const N: usize> Goals for Defined<N> {
    /// None if they are too many to list.
    fn goals(&self) -> Vec<Board<N>> {
        self.solved_boards().unwrap_or_default()
    }
}

impl<const N: usize> Structured for Defined<N> {
    fn structure(&self) -> Structure {
        self.parts().clone()
    }

    fn symbols(&self, board: &Board<N>, symbols: &mut Vec<u8>) {
        symbols.extend(board.symbols.iter().take(self.cells));
    }

    fn board(&self, symbols: &[u8]) -> Option<Board<N>> {
        let mut board = Board {
            symbols: [0; N],
            blank: 0,
        };
        let mut left = self.parts().pieces.clone();
        for (cell, &symbol) in symbols.iter().enumerate() {
            let left = left.get_mut(usize::from(symbol))?;
            *left = left.checked_sub(1)?;
            *board.symbols.get_mut(cell)? = symbol;
            if Some(symbol) == self.blank {
                board.blank = u8::try_from(cell).ok()?;
            }
        }
        left.iter().all(|&left| left == 0).then_some(board)
    }
}

/// Boards are numbered as arrangements of their symbols, by the blank's cell first, or those that parity allows; some of them no
/// move may reach. Where these
/// are too many, they are numbered as elements of the group of the moves, if that is known: then no other board has a rank below
/// [`boards`](Ranked::boards).
impl<const N: usize> Ranked for Defined<N> {
    /// 0 if they can't be numbered.
    fn boards(&self) -> u64 {
        self.order.as_ref().map_or(0, |order| order.boards())
    }

    #[inline]
    fn rank(&self, board: &Board<N>) -> u64 {
        let order = self.order.as_deref();
        order.map_or(0, |order| order.rank(self.cells, board))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Board<N> {
        let order = self.order.as_deref();
        let board = order.map(|order| order.unrank(self.cells, self.blank, rank));
        board.unwrap_or(Board {
            symbols: [0; N],
            blank: 0,
        })
    }

    fn solved(&self) -> Vec<Board<N>> {
        self.goals()
    }

    fn identity(&self) -> Option<String> {
        let name: String = self.model.name.replace(',', "-").chars().take(60).collect();
        let (is_kept, mark) = (self.is_reversible, self.model.fingerprint());
        let order = self.order.as_deref().filter(|_| is_kept)?.identity();
        Some(format!("definition {name}, structure {mark:032x}, {order}"))
    }

    fn links(&self) -> Links<'_> {
        links::of(self)
    }
}
