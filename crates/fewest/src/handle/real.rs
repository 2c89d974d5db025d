//! The real boards of a puzzle: those to which moves lead from its home board.

use crate::error::PuzzleError;
use crate::kernel::{Kernel, RealError, ToGoal};
use crate::solver::{Solvable, SolverError};
use crate::survey::Figures;

/// The same goal, met only by real boards. Surveys, levels, samples and ranks use it.
///
/// # Errors
/// If no real board is solved, or it is not known which boards are real.
pub(super) fn to_real<K: Kernel>(to: &ToGoal<K>) -> Result<ToGoal<K>, PuzzleError> {
    to.to_real().map_err(|why| refusal(to, why))
}

/// Returns true if too many boards are solved to list the real ones, but the home board is one of
/// them, so that all real boards can be solved: a goal that may be met on any side.
pub(super) fn are_solved_too_many<K: Kernel>(to: &ToGoal<K>) -> bool {
    let home = to.puzzle.model().home.as_ref();
    let home = home.and_then(|home| to.puzzle.board(home));
    home.is_some_and(|home| to.puzzle.is_solved(&home))
        && matches!(to.to_real(), Err(RealError::ManyGoals))
}

fn refusal<K: Kernel>(to: &ToGoal<K>, why: RealError) -> PuzzleError {
    let puzzle = to.puzzle.model().name.clone();
    SolverError::Real { puzzle, why }.into()
}

/// Returns true if no other boards than real ones can be solved.
pub(super) fn are_all_real<K: Kernel>(real: &K) -> bool {
    real.real_boards().is_none() && real.numbers_all_solved()
}

/// The number of boards that can be solved, and of arrangements that can't, given the number of real
/// boards that can be solved; `None` for a number that is not known.
pub(super) fn others<K: Kernel>(
    to: &ToGoal<K>,
    real: &ToGoal<K>,
    boards: u64,
) -> (Option<u64>, Option<u64>) {
    let by_group = || {
        let solvable = Solvable::by_moves(&to.puzzle, None).ok()?;
        u64::try_from(solvable.boards()).ok()
    };
    let solvable = if are_all_real(&*real.puzzle) {
        Some(boards)
    } else {
        by_group()
    };
    let all = u64::try_from(to.puzzle.model().structure.arrangements()).ok();
    let unsolvable = all.zip(solvable);
    (
        solvable,
        unsolvable.and_then(|(all, solvable)| all.checked_sub(solvable)),
    )
}

/// Adds to the figures of the real boards what is known of the others. Of a set, nothing is known.
pub(super) fn complete<K: Kernel>(
    figures: &mut Figures,
    to: &ToGoal<K>,
    real: &ToGoal<K>,
    is_set: bool,
) {
    if !is_set {
        (figures.solvable, figures.unsolvable) = others(to, real, figures.boards);
    } else if !are_all_real(&*real.puzzle) {
        (figures.solvable, figures.unsolvable) = (None, None);
    }
}

/// The home board, if other boards than those to which moves lead from there can be solved, or may be.
///
/// # Errors
/// See [`to_real`].
pub(super) fn counted_from<K: Kernel>(to: &ToGoal<K>) -> Result<Option<Vec<u8>>, PuzzleError> {
    let is_whole = are_all_real(&*to_real(to)?.puzzle);
    Ok((to.puzzle.model().home()).filter(|_| !is_whole))
}
