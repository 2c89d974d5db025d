//! Which boards can be solved.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::group::{BackwardReach, GroupMoves, PlacedBoard, ReachError};
use crate::kernel::Kernel;
use crate::kernel::tiles::{Bytes, Tiles};
use crate::population::{Fibres, Random};
use crate::solver::SolverError;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{build, bytes};

/// The boards of a puzzle that can be solved: known from what its moves can do at all, or else from
/// its tables.
pub struct Solvable<K: Kernel> {
    fibres: Fibres<K>,
    /// The pieces by symbol.
    pieces: Vec<u8>,
    known: Criterion,
    /// How many they are, and how many other arrangements of the pieces there are.
    boards: BigUint,
    others: BigUint,
}

/// How boards that can be solved are distinguished from others.
enum Criterion {
    /// There are no others.
    All,
    /// They have the parity of a goal.
    Parity,
    /// As the goals see them, moves lead from them to solved ones.
    Reach(BackwardReach),
    /// As the goals see them, they have a distance.
    Table(Table),
}

impl<K: Kernel> Solvable<K> {
    /// The boards of this puzzle.
    ///
    /// # Errors
    /// If what moves can do is not known, and the table of what all goals look at does not fit this
    /// budget.
    pub fn of(puzzle: &Arc<K>, budget: Budget<'_>) -> Result<Self, Unfinished<SolverError>> {
        Self::by_moves(puzzle, None).or_else(|why| {
            let fibres = Fibres::of(Arc::clone(puzzle));
            let view = fibres.view();
            let fits = |allowed| bytes(view) <= allowed;
            if !view.has_table() || !budget.memory.is_none_or(fits) {
                let puzzle = puzzle.model().name.clone();
                return Err(SolverError::NotKnown { puzzle, why }.into());
            }
            let table = build(view, budget)?;
            let boards = BigUint::from(table.reachable());
            Ok(Self::known(fibres, &boards, Criterion::Table(table)))
        })
    }

    /// The boards of a puzzle where parity decides.
    fn by_parity(puzzle: &Arc<K>) -> Self {
        let boards = puzzle.model().structure.arrangements() / 2u8;
        Self::known(Fibres::of(Arc::clone(puzzle)), &boards, Criterion::Parity)
    }

    /// The same without a table, in about this much time.
    ///
    /// # Errors
    /// If what moves can do can't be found, or not in time.
    pub(crate) fn by_moves(puzzle: &Arc<K>, time: Option<Duration>) -> Result<Self, ReachError> {
        if puzzle.is_parity_exact() || are_tiles(puzzle) {
            return Ok(Self::by_parity(puzzle));
        }
        let fibres = Fibres::of(Arc::clone(puzzle));
        let mut moves = GroupMoves::new(&puzzle.model().structure)?.within(time);
        let reach = backward(&mut moves, fibres.view())?;
        let boards = reach.boards().clone();
        Ok(Self::known(fibres, &boards, Criterion::Reach(reach)))
    }

    /// From how many boards of the view can be solved.
    fn known(fibres: Fibres<K>, seen: &BigUint, known: Criterion) -> Self {
        let puzzle = fibres.puzzle();
        let all = puzzle.model().structure.arrangements();
        // Every board of a view stands for equally many.
        let boards = seen * &all / fibres.view().model().structure.arrangements();
        let known = match known {
            Criterion::Reach(_) if boards == all => Criterion::All,
            Criterion::Reach(_) if &boards * 2u8 == all && has_parity(puzzle) => Criterion::Parity,
            known => known,
        };
        let mut pieces = Vec::new();
        if let Some(first) = puzzle.first_board() {
            puzzle.symbols(&first, &mut pieces);
        }
        Self {
            others: all - &boards,
            boards,
            pieces,
            fibres,
            known,
        }
    }

    /// Whether moves solve this board; `None` if that takes too long to find out.
    #[must_use]
    pub fn includes(&self, board: &K::Board) -> Option<bool> {
        match &self.known {
            Criterion::All => Some(true),
            Criterion::Parity => Some(self.fibres.puzzle().parity_allows(board)),
            Criterion::Reach(reach) => {
                let (symbols, blank) = placed(self.fibres.view(), &self.fibres.project(board));
                reach.includes(&symbols, blank).ok()
            }
            Criterion::Table(table) => {
                let seen = self.fibres.project(board);
                let view = self.fibres.view();
                Some(!view.shares_rank(&seen) && table.distance(view.rank(&seen)).is_some())
            }
        }
    }

    /// A board that can be solved, or one that can't, each of them equally likely; `None` if this
    /// try finds none.
    pub fn draw(&self, is_solvable: bool, random: &mut Random) -> Option<K::Board> {
        if let (Criterion::Reach(reach), true) = (&self.known, is_solvable) {
            let seen = self.fibres.view().board(&reach.draw(random)?)?;
            return self.fibres.draw(&seen, random);
        }
        let mut symbols = self.pieces.clone();
        random.shuffle(&mut symbols);
        let board = self.fibres.puzzle().board(&symbols)?;
        (self.includes(&board)? == is_solvable).then_some(board)
    }

    /// How many they are, the greatest number if they are more.
    #[must_use]
    pub fn boards(&self) -> u128 {
        u128::try_from(&self.boards).unwrap_or(u128::MAX)
    }

    /// How many arrangements of the pieces there are besides, the greatest number if they are more.
    #[must_use]
    pub fn others(&self) -> u128 {
        u128::try_from(&self.others).unwrap_or(u128::MAX)
    }
}

/// Whether these are tiles of which one half can be solved, whatever kernel they are in: where
/// their own is left out, what moves can do with so many would take too long to find out.
fn are_tiles<K: Kernel>(puzzle: &Arc<K>) -> bool {
    let tiles = <Tiles<Bytes<256>> as Kernel>::of(Arc::clone(puzzle.model()));
    tiles.is_ok_and(|tiles| tiles.is_parity_exact())
}

/// The boards from which moves lead to a solved one of this puzzle, whose moves these are.
///
/// # Errors
/// If they can't be found, or not in time.
pub(super) fn backward<K: Kernel>(
    moves: &mut GroupMoves,
    puzzle: &K,
) -> Result<BackwardReach, ReachError> {
    let solved = puzzle.solved_boards().ok_or(ReachError::TooLong)?;
    let solved: Vec<PlacedBoard> = solved.iter().map(|board| placed(puzzle, board)).collect();
    BackwardReach::new(moves, &solved, &puzzle.model().structure.arrangements())
}

/// A board as the moves see it.
fn placed<K: Kernel>(puzzle: &K, board: &K::Board) -> PlacedBoard {
    let blank = u8::try_from(puzzle.blank_cell(board)).debug_unwrap_or(0);
    (puzzle.all_symbols(board), blank)
}

/// Whether parity distinguishes some arrangements of a puzzle's pieces from its goals.
fn has_parity<K: Kernel>(puzzle: &K) -> bool {
    let Some(first) = puzzle.first_board() else {
        return false;
    };
    let mut symbols = puzzle.all_symbols(&first);
    let mut others: Vec<&mut u8> = (symbols.iter_mut())
        .filter(|symbol| Some(**symbol) != puzzle.blank())
        .collect();
    if let [first, second, ..] = &mut others[..] {
        std::mem::swap(*first, *second);
    }
    let swapped = puzzle.board(&symbols).debug_unwrap_or(first);
    !puzzle.parity_allows(&first) || !puzzle.parity_allows(&swapped)
}
