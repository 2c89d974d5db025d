//! Any model, run from its structure.
//!
//! A board is a symbol on each cell. A move carries pieces along its turns; if it depends on the
//! blank, the blank's cell selects the turn. Legal moves, inverses and pairs that need not follow
//! each other are computed once.

mod arrangements;
mod board;
mod conditions;
mod goals;
mod idle;
mod links;
mod listed;
mod packed;
mod parity;
mod planes;
mod rank_order;
mod ranks;
mod real;

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use thiserror::Error;

pub use board::CellBoard;
pub use board::Cells;
pub use goals::MAX_SOLVED;
pub use packed::Packed;
pub use planes::Planes;

use super::{Kernel, RealError, View};
use crate::model::{MAX_CELLS, Model, ModelError};
use crate::space::structure::{Structure, Structured, WayBack, inverse};
use crate::space::{Goals, Move, Moves, StateSpace};
use crate::support::invariant::Invariant;
use conditions::Conditions;
use idle::idle;
use parity::{BlankParity, BlankStep, odd_cells};
use rank_order::RankOrder;
use real::RealOnly;

/// The reason why a kernel does not support a model.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// There are too many cells.
    #[error("{cells} cells; at most {max}")]
    Cells {
        /// The model's cells.
        cells: usize,
        /// The maximum.
        max: usize,
    },
    /// There are too many symbols.
    #[error("{symbols} symbols; at most {max}")]
    Symbols {
        /// The model's symbols.
        symbols: usize,
        /// The maximum.
        max: usize,
    },
    /// There are too many moves.
    #[error("{moves} moves; at most {max}")]
    Moves {
        /// The model's moves.
        moves: usize,
        /// The maximum.
        max: usize,
    },
    /// The model is not of the kernel's kind.
    #[error("not one piece a cell with a blank that changes places with its neighbours")]
    Kind,
    /// Moves depend on several cells, and only boards of a byte per cell are for such puzzles.
    #[error("moves depend on more than one single piece, the blank")]
    Blank,
    /// A turn is not a permutation of the cells, or two turns of a move are legal at once.
    #[error("move {0} is no permutation of the cells, or does two things at once")]
    Turn(usize),
    /// Names or symbols do not fit the structure.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A goal has the wrong length, or names unknown symbols.
    #[error("goal {0} does not fit the cells")]
    Goal(usize),
}

/// The effects of moves, by the blank's cell (0 if there is no blank).
#[derive(Clone, Debug)]
struct Effects<B: CellBoard> {
    moves: usize,
    effects: Vec<Option<B::Effect>>,
}

impl<B: CellBoard> Effects<B> {
    fn new(places: usize, moves: usize) -> Self {
        Self {
            moves,
            effects: vec![None; places * moves],
        }
    }

    #[inline]
    fn get(&self, place: usize, m: Move) -> Option<&B::Effect> {
        self.effects.get(place * self.moves + m.index())?.as_ref()
    }

    fn set(&mut self, place: usize, m: Move, effect: B::Effect) -> Option<B::Effect> {
        let slot = self.effects.get_mut(place * self.moves + m.index())?;
        slot.replace(effect)
    }
}

/// Any model, with boards of type `B`.
#[derive(Clone, Debug)]
pub struct General<B: CellBoard> {
    model: Arc<Model>,
    cells: usize,
    blank: Option<u8>,
    key: B::Key,
    effects: Effects<B>,
    /// The effects of inverse moves, by the blank's cell before them.
    backwards: Effects<B>,
    /// Further inverse effects of moves that bring the blank to a cell from several, by that cell.
    further: Vec<Vec<(Move, B::Effect)>>,
    /// The inverse steps, by the blank's cell before them.
    steps_back: Arc<[Vec<BlankStep>]>,
    /// The conditions of moves, if the puzzle has any.
    conditions: Option<Arc<Conditions<B>>>,
    /// The legal moves, and the moves that can have led there, by the blank's cell.
    legal: Vec<B::Moves>,
    arrivals: Vec<B::Moves>,
    inverses: Vec<Option<Move>>,
    is_reversible: bool,
    /// For each move, the moves that need not follow it.
    idle: Vec<B::Moves>,
    goals: Vec<B::Target>,
    /// The numbering, found when first asked for; `None` if there are too many boards.
    order: Arc<OnceLock<Option<RankOrder<B>>>>,
    parity: Option<BlankParity>,
    /// The parity of distances, by the blank's cell, if that determines it.
    odd_cells: Option<Vec<bool>>,
    /// The solved boards, if only real ones count and others meet a goal.
    real: Option<Arc<RealOnly<B>>>,
}

impl<B: CellBoard> General<B> {
    /// The puzzle with this structure, without names.
    ///
    /// # Errors
    /// If it does not fit the boards, or is inconsistent.
    pub fn new(structure: Structure) -> Result<Self, KernelError> {
        Self::of(Arc::new(Model::of(structure)))
    }

    /// The puzzle of this model.
    ///
    /// # Errors
    /// If it does not fit the boards, or is inconsistent.
    pub fn of(model: Arc<Model>) -> Result<Self, KernelError> {
        let structure = &model.structure;
        let (cells, symbols) = (structure.cells(), structure.pieces.len());
        if cells > B::CELLS || cells > usize::from(u8::MAX) + 1 {
            return Err(KernelError::Cells {
                cells,
                max: B::CELLS,
            });
        }
        if symbols > B::SYMBOLS {
            return Err(KernelError::Symbols {
                symbols,
                max: B::SYMBOLS,
            });
        }
        let (moves, max) = (structure.moves(), B::Moves::LIMIT);
        if moves > max {
            return Err(KernelError::Moves { moves, max });
        }
        let conditions = Conditions::of(structure)?;
        if conditions.is_some() && !B::CONDITIONS {
            return Err(KernelError::Blank);
        }
        let (blank, places) = (structure.blank(), structure.places());
        let mut effects = Effects::<B>::new(places, structure.moves());
        let mut backwards = effects.clone();
        let mut further = vec![Vec::new(); places];
        let (mut legal, mut arrivals) = (
            vec![B::Moves::default(); places],
            vec![B::Moves::default(); places],
        );
        let (mut steps, mut steps_back) = (vec![Vec::new(); places], vec![Vec::new(); places]);
        let by_blank = structure.placed_turns().filter(|_| conditions.is_none());
        for (before, turn) in by_blank {
            let wrong = || KernelError::Turn(turn.by.index());
            let inverse = inverse(&turn.from)
                .filter(|inverse| inverse.len() == cells)
                .ok_or_else(wrong)?;
            let after = if blank.is_some() {
                inverse.get(before).copied().ok_or_else(wrong)?
            } else {
                0
            };
            let place = u8::try_from(before).map_err(|_| wrong())?;
            let known = effects.set(before, turn.by, B::effect(&turn.from, after));
            if known.is_some() || before >= places {
                return Err(wrong());
            }
            legal[before] = legal[before].with(turn.by);
            let known = backwards.set(after.into(), turn.by, B::effect(&inverse, place));
            steps[before].push(BlankStep::new(inverse, after));
            let after = usize::from(after);
            further[after].extend(known.map(|known| (turn.by, known)));
            steps_back[after].push(BlankStep::new(turn.from.clone(), place));
            arrivals[after] = arrivals[after].with(turn.by);
        }
        let mut goals = Vec::new();
        for (number, goal) in structure.goals.iter().enumerate() {
            let looked_at: Vec<(u8, u8)> = (0..=u8::MAX)
                .zip(goal)
                .filter_map(|(cell, symbol)| Some((cell, (*symbol)?)))
                .collect();
            let is_known = |(_, symbol): &(u8, u8)| usize::from(*symbol) < structure.pieces.len();
            if goal.len() != cells || !looked_at.iter().all(is_known) {
                return Err(KernelError::Goal(number));
            }
            goals.push(B::target(&looked_at));
        }
        let backs = structure.ways_back();
        let inverses: Vec<Option<Move>> = backs.iter().map(|back| back.inverse()).collect();
        let parity = (conditions.is_none()).then(|| BlankParity::of(structure, blank, &steps));
        let odd_cells = blank.and_then(|blank| odd_cells(structure, blank, &steps));
        Ok(Self {
            cells,
            blank,
            key: B::key(blank),
            effects,
            backwards,
            further,
            steps_back: steps_back.into(),
            legal,
            arrivals,
            idle: idle(structure, &inverses),
            inverses,
            is_reversible: (structure.turns.iter())
                .all(|turn| backs[turn.by.index()] != WayBack::None),
            goals,
            order: Arc::default(),
            parity: parity.flatten(),
            conditions: conditions.map(Arc::new),
            odd_cells,
            real: None,
            model,
        })
    }

    #[inline]
    fn order(&self) -> Option<&RankOrder<B>> {
        let order = self.order.get_or_init(|| RankOrder::new(self));
        order.as_ref()
    }

    /// The puzzle's structure.
    #[must_use]
    pub fn parts(&self) -> &Structure {
        &self.model.structure
    }

    #[must_use]
    pub(crate) fn is_ranked(&self) -> bool {
        self.order().is_some()
    }

    /// The conditions of moves, if the puzzle has any. Kernels whose boards don't support conditions are
    /// compiled without them.
    #[inline]
    fn conditions(&self) -> Option<&Conditions<B>> {
        self.conditions.as_deref().filter(|_| B::CONDITIONS)
    }

    /// Returns true if only boards to which moves lead from home have numbers: most arrangements of
    /// the pieces are not boards.
    fn is_of_home(&self) -> bool {
        self.conditions().is_some() && self.model.home.is_some()
    }

    /// The inverse effects of a move that led to a board; the first is in `backwards`.
    fn ways_back(&self, board: &B, m: Move) -> impl Iterator<Item = &B::Effect> {
        let place = self.place(board);
        let conditions = self.conditions().into_iter();
        let guarded = conditions.flat_map(move |all| all.back.effects(board, m));
        let first = self.backwards.get(place, m);
        let further = self.further.get(place).map_or(&[][..], Vec::as_slice);
        let further = further.iter().filter(move |(by, _)| *by == m);
        let first = first.into_iter();
        first
            .chain(further.map(|(_, effect)| effect))
            .chain(guarded)
    }

    #[inline]
    fn place(&self, board: &B) -> usize {
        board.place(self.key)
    }

    #[inline]
    fn of_symbols(&self, fill: impl FnOnce(&mut [u8])) -> B {
        let mut symbols = [0; MAX_CELLS];
        let symbols = symbols.get_mut(..self.cells).debug_unwrap_or_default();
        fill(symbols);
        B::of(symbols, self.key)
    }

    /// Calls `work` with a board's symbols as a slice.
    #[inline]
    fn with_symbols<T>(&self, board: &B, work: impl FnOnce(&[u8]) -> T) -> T {
        let mut symbols = [0; MAX_CELLS];
        let symbols = symbols.get_mut(..self.cells).debug_unwrap_or_default();
        for (cell, symbol) in symbols.iter_mut().enumerate() {
            *symbol = board.get(cell);
        }
        work(symbols)
    }
}

impl<B: CellBoard> StateSpace for General<B> {
    type Board = B;
    type Moves = B::Moves;

    #[inline]
    fn moves(&self, board: &B) -> B::Moves {
        if let Some(conditions) = self.conditions() {
            return conditions.onward.moves(board);
        }
        let legal = self.legal.get(self.place(board));
        legal.copied().debug_unwrap_or_default()
    }

    #[inline]
    fn arrivals(&self, board: &B) -> B::Moves {
        if let Some(conditions) = self.conditions() {
            return conditions.back.moves(board);
        }
        let legal = self.arrivals.get(self.place(board));
        legal.copied().debug_unwrap_or_default()
    }

    #[inline]
    fn apply(&self, board: &mut B, m: Move) {
        let effect = match self.conditions() {
            Some(conditions) => conditions.onward.effects(board, m).next(),
            None => self.effects.get(self.place(board), m),
        };
        if let Some(effect) = effect {
            board.apply(effect);
        }
    }

    #[inline]
    fn undo(&self, board: &mut B, m: Move) {
        let effect = match self.conditions() {
            Some(conditions) => conditions.back.effects(board, m).next(),
            None => self.backwards.get(self.place(board), m),
        };
        if let Some(effect) = effect {
            board.apply(effect);
        }
    }

    #[inline]
    fn preimages(&self, board: &B, m: Move) -> impl Iterator<Item = B> {
        let effects = self.ways_back(board, m);
        effects.map(|effect| {
            let mut before = *board;
            before.apply(effect);
            before
        })
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        self.inverses.get(m.index()).copied().flatten()
    }

    #[inline]
    fn onward(&self, board: &B, last: Move) -> B::Moves {
        let idle = self.idle.get(last.index());
        self.moves(board)
            .without(idle.copied().debug_unwrap_or_default())
    }

    fn has_odd_distance(&self, board: &B) -> Option<bool> {
        let odd_cells = self.odd_cells.as_ref()?;
        odd_cells.get(self.place(board)).copied()
    }

    #[inline]
    fn is_solved(&self, board: &B) -> bool {
        self.goals.iter().any(|goal| board.has(goal)) && self.counts_as_solved(board)
    }

    fn pack(&self, board: &B) -> Option<u64> {
        board.pack(self.cells, self.parts().pieces.len())
    }

    fn unpack(&self, word: u64) -> Option<B> {
        Some(B::unpack(word, self.cells, self.key))
    }
}

impl<B: CellBoard> Goals for General<B> {
    /// Empty if there are too many to list.
    fn goals(&self) -> Vec<B> {
        self.solved_boards().unwrap_or_default()
    }
}

impl<B: CellBoard> Structured for General<B> {
    fn structure(&self) -> Structure {
        self.parts().clone()
    }

    fn symbols(&self, board: &B, symbols: &mut Vec<u8>) {
        symbols.extend((0..self.cells).map(|cell| board.get(cell)));
    }

    fn board(&self, symbols: &[u8]) -> Option<B> {
        self.model
            .is_board(symbols)
            .then(|| B::of(symbols, self.key))
    }
}

impl<B: CellBoard> Kernel for General<B> {
    type Lens = B::Names;

    fn of(model: Arc<Model>) -> Result<Self, KernelError> {
        Self::of(model)
    }

    fn model(&self) -> &Arc<Model> {
        &self.model
    }

    fn blank(&self) -> Option<u8> {
        self.blank
    }

    fn is_reversible(&self) -> bool {
        self.is_reversible
    }

    fn has_conditions(&self) -> bool {
        self.conditions().is_some()
    }

    fn has_table(&self) -> bool {
        self.is_ranked()
    }

    fn solved_boards(&self) -> Option<Vec<B>> {
        self.solved_boards()
    }

    fn goal(&self, board: &B) -> Option<usize> {
        self.goals.iter().position(|goal| board.has(goal))
    }

    fn symbol(&self, board: &B, cell: usize) -> u8 {
        board.get(cell)
    }

    fn blank_cell(&self, board: &B) -> usize {
        self.place(board)
    }

    fn parity_allows(&self, board: &B) -> bool {
        let parity = self.parity.as_ref();
        parity.is_none_or(|parity| {
            self.with_symbols(board, |symbols| parity.allows(symbols, self.place(board)))
        })
    }

    fn numbers_made(&self) -> bool {
        self.is_of_home() || matches!(self.order(), Some(RankOrder::Elements { .. }))
    }

    fn has_place(&self, board: &B) -> bool {
        self.has_place(board)
    }

    fn numbers_all_solved(&self) -> bool {
        !self.is_of_home() && self.order().is_none_or(RankOrder::has_all_solved)
    }

    fn to_real(&self) -> Result<Self, RealError> {
        self.real_only()
    }

    fn real_boards(&self) -> Option<&BigUint> {
        Some(self.real.as_ref()?.boards.count())
    }

    fn are_real_boards_closed(&self) -> bool {
        let real = self.real.as_ref();
        real.is_none_or(|real| real.boards.are_closed())
    }

    #[inline]
    fn marks(&self, board: &B, symbol: u8) -> u32 {
        board.marks(symbol) & (u32::MAX >> (32 - self.cells.clamp(1, 32)))
    }

    fn lens(&self, view: &View) -> B::Names {
        B::names(view.names(), self.cells)
    }

    #[inline]
    fn project(&self, names: &B::Names, board: &B) -> B {
        board.renamed(names)
    }
}
