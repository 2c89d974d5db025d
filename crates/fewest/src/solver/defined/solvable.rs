//! Which boards can be solved.

use std::sync::Arc;

use num_bigint::BigUint;

use super::orbits::Orbits;
use super::views::Views;
use crate::group::ReachError;
use crate::population::{Fibres, Random};
use crate::progress::Unfinished;
use crate::puzzles::defined::{Board, Defined};
use crate::search::Limits;
use crate::solver::{Answer, Query, SolverError, Verdict};
use crate::structure::Structured;
use crate::table::build::Allowance;

/// The boards of a defined puzzle that can be solved: told by what its moves can do at all, or else by its tables.
pub struct Solvable<const N: usize> {
    fibres: Fibres<N>,
    /// The pieces by symbol.
    pieces: Vec<u8>,
    known: Known<N>,
    /// How many they are, and how many other arrangements of the pieces there are.
    boards: BigUint,
    others: BigUint,
}

/// How boards that can be solved are told from others.
enum Known<const N: usize> {
    /// There are no others.
    All,
    /// They have the parity of a goal.
    Parity,
    /// As the goals see them, moves make them of solved ones.
    Orbits(Orbits),
    /// They have a distance.
    Tables(Box<(Views<N>, Query)>),
}

impl<const N: usize> Solvable<N> {
    /// The boards of this puzzle.
    ///
    /// # Errors
    /// If what moves can do is not known, and tables can't be built with this allowance.
    pub fn of(
        puzzle: &Arc<Defined<N>>,
        allowance: Allowance<'_>,
    ) -> Result<Self, Unfinished<SolverError>> {
        Self::by_moves(puzzle).or_else(|why| {
            let name = || puzzle.definition().name.clone();
            let mut views = Views::of(puzzle);
            let room = views.has_room(allowance.memory, &name());
            room.map_err(|_| SolverError::NotKnown {
                puzzle: name(),
                why,
            })?;
            let query = Query {
                limits: Limits {
                    memory: allowance.memory,
                    ..Limits::default()
                },
                ..Query::default()
            };
            let idle = std::sync::atomic::AtomicBool::new(false);
            views.fill(&query, allowance.cancel.unwrap_or(&idle))?;
            let each = views.reachable(puzzle.parts().arrangements());
            let boards = each.max().unwrap_or_default();
            Ok(Self::known(
                Fibres::of(Arc::clone(puzzle)),
                boards,
                Known::Tables(Box::new((views, query))),
            ))
        })
    }

    /// The same without a table.
    ///
    /// # Errors
    /// If what moves can do can't be found, or not in time.
    pub(super) fn by_moves(puzzle: &Arc<Defined<N>>) -> Result<Self, ReachError> {
        let fibres = Fibres::of(Arc::clone(puzzle));
        let orbits = Orbits::of(fibres.view())?;
        let all = puzzle.parts().arrangements();
        let seen = fibres.view().parts().arrangements();
        // Every board of a view stands for equally many.
        let boards = orbits.boards() * &all / seen;
        let known = if boards == all {
            Known::All
        } else if &boards * 2u8 == all && has_parity(puzzle) {
            Known::Parity
        } else {
            Known::Orbits(orbits)
        };
        Ok(Self::known(fibres, boards, known))
    }

    fn known(fibres: Fibres<N>, boards: BigUint, known: Known<N>) -> Self {
        let puzzle = fibres.puzzle();
        let mut pieces = Vec::new();
        puzzle.symbols(&puzzle.first_board(), &mut pieces);
        Self {
            others: puzzle.parts().arrangements() - &boards,
            boards,
            pieces,
            fibres,
            known,
        }
    }

    /// Whether moves solve this board; `None` if that takes too long to tell.
    #[must_use]
    pub fn includes(&self, board: &Board<N>) -> Option<bool> {
        match &self.known {
            Known::All => Some(true),
            Known::Parity => Some(self.fibres.puzzle().parity_allows(board)),
            Known::Orbits(orbits) => {
                let seen = self.fibres.project(board);
                orbits.include(self.fibres.view(), &seen).ok()
            }
            Known::Tables(tables) => {
                let (views, query) = &**tables;
                let mut answer = Answer::default();
                views.look_up(board, query, &mut answer);
                Some(answer.verdict != Verdict::Unsolvable)
            }
        }
    }

    /// A board that can be solved, or one that can't, each of them equally likely; `None` if this try finds none.
    pub fn draw(&self, is_solvable: bool, random: &mut Random) -> Option<Board<N>> {
        if let (Known::Orbits(orbits), true) = (&self.known, is_solvable) {
            let seen = self.fibres.view().board(&orbits.draw(random)?)?;
            return self.fibres.draw(&seen, random);
        }
        let mut symbols = self.pieces.clone();
        random.shuffle(&mut symbols);
        let board = self.fibres.puzzle().board(&symbols)?;
        (self.includes(&board)? == is_solvable).then_some(board)
    }

    /// How many they are, the greatest number if they are more; or so many at least where tables of several views tell.
    #[must_use]
    pub fn boards(&self) -> u128 {
        u128::try_from(&self.boards).unwrap_or(u128::MAX)
    }

    /// How many arrangements of the pieces there are besides, the greatest number if they are more; or so many at most where tables of
    /// several views tell.
    #[must_use]
    pub fn others(&self) -> u128 {
        u128::try_from(&self.others).unwrap_or(u128::MAX)
    }
}

/// Whether parity tells some arrangements of a puzzle's pieces from its goals.
fn has_parity<const N: usize>(puzzle: &Defined<N>) -> bool {
    let mut symbols = Vec::new();
    puzzle.symbols(&puzzle.first_board(), &mut symbols);
    let mut others: Vec<&mut u8> = (symbols.iter_mut())
        .filter(|symbol| Some(**symbol) != puzzle.blank())
        .collect();
    if let [first, second, ..] = &mut others[..] {
        std::mem::swap(*first, *second);
    }
    let swapped = puzzle.board(&symbols).unwrap_or(puzzle.first_board());
    !puzzle.parity_allows(&puzzle.first_board()) || !puzzle.parity_allows(&swapped)
}
