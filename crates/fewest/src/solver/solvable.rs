//! The solvable boards of a puzzle.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::group::{BackwardReach, GroupMoves, PlacedBoard, ReachError};
use crate::kernel::Kernel;
use crate::kernel::tiles::{Bytes, Tiles};
use crate::population::{ByTable, Fibres, Population, Random};
use crate::solver::SolverError;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;
use crate::table::build::{build, bytes};

/// The solvable boards of a puzzle, known from the group of its moves or else from its tables.
pub struct Solvable<K: Kernel> {
    fibres: Fibres<K>,
    /// The pieces by symbol.
    pieces: Vec<u8>,
    known: Criterion<K>,
    /// The numbers of solvable boards and of other arrangements of the pieces.
    boards: BigUint,
    others: BigUint,
}

enum Criterion<K: Kernel> {
    /// All boards are.
    All,
    /// Boards with the parity of a goal.
    Parity,
    /// Boards whose projection for the goals can reach a solved one.
    Reach(BackwardReach),
    /// Boards whose projection for the goals has a distance.
    Table(Box<ByTable<K>>),
}

impl<K: Kernel> Solvable<K> {
    /// Finds the solvable boards of this puzzle.
    ///
    /// # Errors
    /// If the group of the moves is not known, and the table for all goals does not fit this
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
            let table = build(view, budget).map_err(Unfinished::of_part)?;
            let boards = BigUint::from(table.reachable());
            let table = ByTable::new(view.clone(), table);
            Ok(Self::known(
                fibres,
                &boards,
                Criterion::Table(Box::new(table)),
            ))
        })
    }

    fn by_parity(puzzle: &Arc<K>) -> Self {
        let boards = puzzle.model().structure.arrangements() / 2u8;
        Self::known(Fibres::of(Arc::clone(puzzle)), &boards, Criterion::Parity)
    }

    /// Finds the solvable boards without a table, in about this much time.
    ///
    /// # Errors
    /// If the group of the moves can't be found, or not in time.
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

    /// Creates the set from the number of solvable boards in the view.
    fn known(fibres: Fibres<K>, seen: &BigUint, known: Criterion<K>) -> Self {
        let puzzle = fibres.puzzle();
        let all = puzzle.model().structure.arrangements();
        // Every board of a view represents equally many boards.
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

    /// Returns true if the board can be solved; `None` if that takes too long to find out.
    #[must_use]
    pub fn includes(&self, board: &K::Board) -> Option<bool> {
        match &self.known {
            Criterion::All => Some(true),
            Criterion::Parity => Some(self.fibres.puzzle().parity_allows(board)),
            Criterion::Reach(reach) => {
                let (symbols, blank) = placed(self.fibres.view(), &self.fibres.project(board));
                reach.includes(&symbols, blank).ok()
            }
            Criterion::Table(table) => Some(table.distance(&self.fibres.project(board)).is_some()),
        }
    }

    /// Draws a solvable or an unsolvable board, with equal probabilities; `None` if this try fails.
    pub fn draw(&self, is_solvable: bool, random: &mut Random) -> Option<K::Board> {
        if let (Criterion::Reach(reach), true) = (&self.known, is_solvable) {
            let seen = self.fibres.view().board(&reach.draw(random)?)?;
            return self.fibres.draw(&seen, random);
        }
        if let (Criterion::Table(table), true) = (&self.known, is_solvable) {
            let distance = u8::try_from(random.weighted(table.counts())?).ok()?;
            let seen = table.draw(distance, random)?;
            return self.fibres.draw(&seen, random);
        }
        let mut symbols = self.pieces.clone();
        random.shuffle(&mut symbols);
        let board = self.fibres.puzzle().board(&symbols)?;
        (self.includes(&board)? == is_solvable).then_some(board)
    }

    /// The number of solvable boards, or `u128::MAX` if it is larger.
    #[must_use]
    pub fn boards(&self) -> u128 {
        u128::try_from(&self.boards).unwrap_or(u128::MAX)
    }

    /// The number of other arrangements of the pieces, or `u128::MAX` if it is larger.
    #[must_use]
    pub fn others(&self) -> u128 {
        u128::try_from(&self.others).unwrap_or(u128::MAX)
    }
}

/// Returns true for tiles of which half of the boards can be solved, in any kernel. Without their
/// own kernel, finding the group of the moves would take too long.
fn are_tiles<K: Kernel>(puzzle: &Arc<K>) -> bool {
    let tiles = <Tiles<Bytes<256>> as Kernel>::of(Arc::clone(puzzle.model()));
    tiles.is_ok_and(|tiles| tiles.is_parity_exact())
}

/// Finds the boards from which `moves`, those of this puzzle, lead to a solved one.
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

/// A board's symbols and the blank's cell.
fn placed<K: Kernel>(puzzle: &K, board: &K::Board) -> PlacedBoard {
    let blank = u8::try_from(puzzle.blank_cell(board)).debug_unwrap_or(0);
    (puzzle.all_symbols(board), blank)
}

/// Returns true if parity distinguishes some arrangements of a puzzle's pieces from its goals.
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
