//! A puzzle run from what it is made of: the general rules behind every definition.
//!
//! Boards are symbols by cell. A move carries pieces along its turns; where it depends on the blank, the blank's cell tells
//! which turn. What a hand-written kernel knows by heart is worked out here once: which moves are legal, which take each other
//! back, and which need never follow each other.

use std::fmt::Debug;

use thiserror::Error;

use crate::puzzle::{Goals, Move, MoveSet, Puzzle, Ranked};
use crate::rank::multiset::Multiset;
use crate::structure::{Structure, Structured, Turn};

/// The most solved boards that are listed.
pub const MOST_SOLVED: u64 = 1 << 20;

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
    #[error("move {0} is no permutation of the cells, or not only one")]
    Turn(usize),
    /// A goal is not as long as there are cells, or names symbols that do not exist.
    #[error("goal {0} does not fit the cells")]
    Goal(usize),
}

/// What a move does with the blank on one cell.
#[derive(Clone, Debug, Default)]
struct Effect {
    /// Where pieces come to, and from where; only those that travel.
    carries: Vec<(u8, u8)>,
    /// Where the blank is then.
    blank: u8,
}

impl Effect {
    #[inline]
    fn apply<const N: usize>(&self, board: &mut Board<N>) {
        let before = board.symbols;
        for &(to, from) in &self.carries {
            board.symbols[usize::from(to) % N] = before[usize::from(from) % N];
        }
        board.blank = self.blank;
    }
}

/// A puzzle of at most `N` cells.
#[derive(Clone, Debug)]
pub struct Defined<const N: usize> {
    structure: Structure,
    cells: usize,
    blank: Option<u8>,
    /// By the blank's cell (0 if there is no blank) and move.
    effects: Vec<[Option<Effect>; Move::LIMIT]>,
    /// The same backwards: by the blank's cell after the move.
    backwards: Vec<[Option<Effect>; Move::LIMIT]>,
    /// By the blank's cell.
    legal: Vec<MoveSet>,
    arrivals: Vec<MoveSet>,
    inverses: [Option<Move>; Move::LIMIT],
    /// By move: those that need not follow it.
    idle: [MoveSet; Move::LIMIT],
    /// Cells that a goal looks at, and the symbols there.
    goals: Vec<Vec<(u8, u8)>>,
    ranks: Option<Multiset>,
}

impl<const N: usize> Defined<N> {
    /// The puzzle with these parts.
    ///
    /// # Errors
    /// If it does not fit `N` cells, or its parts do not fit together.
    pub fn new(structure: Structure) -> Result<Self, DefinedError> {
        let cells = structure.cells();
        if cells > N || cells > usize::from(u8::MAX) + 1 {
            return Err(DefinedError::Cells { cells, most: N });
        }
        let blank = blank(&structure)?;
        let places = if blank.is_some() { cells } else { 1 };
        let mut effects = vec![[const { None }; Move::LIMIT]; places];
        let mut backwards = effects.clone();
        for turn in &structure.turns {
            let wrong = DefinedError::Turn(turn.by.index());
            let inverse = inverse(&turn.from, cells).ok_or(wrong.clone())?;
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
                let there = effect(&turn.from, after);
                let back = effect(&inverse, place);
                let slots = [
                    (effects.get_mut(before), there),
                    (backwards.get_mut(usize::from(after)), back),
                ];
                for (slot, effect) in slots {
                    let slot = slot.ok_or(wrong.clone())?;
                    if slot[turn.by.index()].replace(effect).is_some() {
                        return Err(wrong);
                    }
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
        let inverses = inverses(&structure);
        Ok(Self {
            cells,
            blank,
            legal: sets(&effects),
            arrivals: sets(&backwards),
            effects,
            backwards,
            idle: idle(&structure, &inverses),
            inverses,
            goals,
            ranks: Multiset::new(&structure.pieces),
            structure,
        })
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Whether its boards can be numbered.
    #[must_use]
    pub const fn is_ranked(&self) -> bool {
        self.ranks.is_some()
    }

    /// The first goal that a board meets.
    #[must_use]
    pub fn goal(&self, board: &Board<N>) -> Option<usize> {
        let is_met =
            |goal: &Vec<(u8, u8)>| goal.iter().all(|&(cell, s)| board.get(cell.into()) == s);
        self.goals.iter().position(is_met)
    }

    /// Every board that meets a goal; `None` if they are more than [`MOST_SOLVED`].
    #[must_use]
    pub fn solved_boards(&self) -> Option<Vec<Board<N>>> {
        let mut boards = Vec::new();
        for goal in &self.structure.goals {
            let Some(left) = self.left_by(goal) else {
                continue;
            };
            let fillings = Multiset::new(&left)?;
            if boards.len() as u64 + fillings.count() > MOST_SOLVED {
                return None;
            }
            for rank in 0..fillings.count() {
                let mut filling = fillings.unrank(rank)?.into_iter();
                let cell = |symbol: &Option<u8>| symbol.or_else(|| filling.next());
                let symbols: Option<Vec<u8>> = goal.iter().map(cell).collect();
                boards.push(self.board(&symbols?)?);
            }
        }
        boards.sort_unstable();
        boards.dedup();
        Some(boards)
    }

    /// By symbol: the pieces that a goal does not name; `None` if it wants more than there are.
    fn left_by(&self, goal: &[Option<u8>]) -> Option<Vec<u32>> {
        let mut left = self.structure.pieces.clone();
        for &symbol in goal.iter().flatten() {
            let left = left.get_mut(usize::from(symbol))?;
            *left = left.checked_sub(1)?;
        }
        Some(left)
    }

    #[inline]
    fn place(&self, board: &Board<N>) -> usize {
        usize::from(board.blank) % self.effects.len().max(1)
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

/// The permutation that takes one back; `None` if it is none.
fn inverse(from: &[u8], cells: usize) -> Option<Vec<u8>> {
    if from.len() != cells {
        return None;
    }
    let mut back = vec![None; cells];
    for (to, &from) in (0..=u8::MAX).zip(from) {
        if back.get_mut(usize::from(from))?.replace(to).is_some() {
            return None;
        }
    }
    back.into_iter().collect()
}

fn effect(from: &[u8], blank: u8) -> Effect {
    let travels = (0..=u8::MAX).zip(from.iter().copied());
    Effect {
        carries: travels.filter(|(to, from)| to != from).collect(),
        blank,
    }
}

/// By move: the move that takes it back wherever it was legal.
fn inverses(structure: &Structure) -> [Option<Move>; Move::LIMIT] {
    let cells = structure.cells();
    let mut inverses = [None; Move::LIMIT];
    for turn in &structure.turns {
        let Some(back) = inverse(&turn.from, cells) else {
            continue;
        };
        let needs = turn.needs.map(|(cell, symbol)| {
            let now = back.get(usize::from(cell)).copied().unwrap_or(cell);
            (now, symbol)
        });
        let takes_back = |other: &&Turn| other.needs == needs && other.from == back;
        let by = structure.turns.iter().find(takes_back).map(|turn| turn.by);
        let own = &mut inverses[turn.by.index()];
        // A move whose turns are taken back by different moves has none.
        *own = match *own {
            None => Some(by),
            Some(known) if known == by => Some(by),
            Some(_) => Some(None),
        };
    }
    inverses.map(Option::flatten)
}

/// By move: the moves that no least shortest answer makes right after it. They take it back, or the two together do nothing, what one
/// move does, or what two moves do that come earlier in the tie order. Such a pair can be replaced wherever it stands, by
/// something shorter or earlier: so no answer that is the least of the shortest has it.
fn idle(structure: &Structure, inverses: &[Option<Move>; Move::LIMIT]) -> [MoveSet; Move::LIMIT] {
    let mut idle = inverses.map(|inverse| inverse.map_or(MoveSet::EMPTY, MoveSet::only));
    // Only moves that are legal everywhere can be replaced everywhere.
    let always: Vec<&Turn> = structure
        .turns
        .iter()
        .filter(|turn| turn.needs.is_none())
        .collect();
    let product = |a: &Turn, b: &Turn| -> Vec<u8> {
        let piece = |&from: &u8| a.from.get(usize::from(from)).copied().unwrap_or(from);
        b.from.iter().map(piece).collect()
    };
    let mut pairs: Vec<(Vec<u8>, (Move, Move))> = Vec::new();
    for a in &always {
        for b in &always {
            pairs.push((product(a, b), (a.by, b.by)));
        }
    }
    pairs.sort();
    for same in pairs.chunk_by(|(a, _), (b, _)| a == b) {
        let Some((effect, first)) = same.first() else {
            continue;
        };
        let does_nothing = (0..=u8::MAX).zip(effect).all(|(to, from)| to == *from);
        let is_one_move = always.iter().any(|turn| turn.from == *effect);
        for (_, (a, b)) in same {
            if does_nothing || is_one_move || (a, b) != (&first.0, &first.1) {
                let set = &mut idle[a.index()];
                *set = MoveSet::from_bits(set.bits() | MoveSet::only(*b).bits());
            }
        }
    }
    idle
}

impl<const N: usize> Puzzle for Defined<N> {
    type Board = Board<N>;

    #[inline]
    fn moves(&self, board: &Board<N>) -> MoveSet {
        let legal = self.legal.get(usize::from(board.blank));
        legal.copied().unwrap_or(MoveSet::EMPTY)
    }

    #[inline]
    fn arrivals(&self, board: &Board<N>) -> MoveSet {
        let legal = self.arrivals.get(usize::from(board.blank));
        legal.copied().unwrap_or(MoveSet::EMPTY)
    }

    #[inline]
    fn apply(&self, board: &mut Board<N>, m: Move) {
        if let Some(effect) = &self.effects[self.place(board)][m.index()] {
            effect.apply(board);
        }
    }

    #[inline]
    fn undo(&self, board: &mut Board<N>, m: Move) {
        if let Some(effect) = &self.backwards[self.place(board)][m.index()] {
            effect.apply(board);
        }
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
        if self.cells > 16 || self.structure.pieces.len() > 16 {
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
        self.structure.clone()
    }

    fn symbols(&self, board: &Board<N>, symbols: &mut Vec<u8>) {
        symbols.extend(board.symbols.iter().take(self.cells));
    }

    fn board(&self, symbols: &[u8]) -> Option<Board<N>> {
        let mut board = Board {
            symbols: [0; N],
            blank: 0,
        };
        let mut left = self.structure.pieces.clone();
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

/// Boards are numbered as arrangements of their symbols; some of them no move may reach.
impl<const N: usize> Ranked for Defined<N> {
    fn boards(&self) -> u64 {
        self.ranks.as_ref().map_or(0, Multiset::count)
    }

    fn rank(&self, board: &Board<N>) -> u64 {
        let symbols = board.symbols.get(..self.cells).unwrap_or_default();
        let rank = self.ranks.as_ref().and_then(|ranks| ranks.rank(symbols));
        rank.unwrap_or(0)
    }

    fn unrank(&self, rank: u64) -> Board<N> {
        let symbols = self.ranks.as_ref().and_then(|ranks| {
            let most = ranks.count().saturating_sub(1);
            ranks.unrank(rank.min(most))
        });
        let board = symbols.and_then(|symbols| self.board(&symbols));
        board.unwrap_or(Board {
            symbols: [0; N],
            blank: 0,
        })
    }

    fn solved(&self) -> Vec<Board<N>> {
        self.goals()
    }
}
