//! The real boards of a puzzle: those to which moves lead from its home board.

use crate::error::PuzzleError;
use crate::kernel::{Kernel, ToGoal};
use crate::solver::{Solvable, SolverError};
use crate::survey::Figures;

/// The same goal, solved only by real boards: what surveys, levels, samples and ranks are of.
///
/// # Errors
/// If no real board is solved, or it is not known which boards are real.
pub(super) fn to_real<K: Kernel>(to: &ToGoal<K>) -> Result<ToGoal<K>, PuzzleError> {
    to.to_real().map_err(|why| {
        let puzzle = to.puzzle.model().name.clone();
        SolverError::Real { puzzle, why }.into()
    })
}

/// Returns true if no other boards than real ones can be solved.
fn are_all_real<K: Kernel>(real: &K) -> bool {
    real.real_boards().is_none() && real.numbers_all_solved()
}

/// The number of boards that can be solved, given the number of the real ones; `None` if that is not
/// known.
pub(super) fn solvable<K: Kernel>(to: &ToGoal<K>, real: &ToGoal<K>, boards: u64) -> Option<u64> {
    if are_all_real(&*real.puzzle) {
        return Some(boards);
    }
    let solvable = Solvable::by_moves(&to.puzzle, None).ok()?;
    u64::try_from(solvable.boards()).ok()
}

/// The number of arrangements that can't be solved, given the number of the others.
pub(super) fn unsolvable<K: Kernel>(to: &ToGoal<K>, solvable: Option<u64>) -> Option<u64> {
    let all = u64::try_from(to.puzzle.model().structure.arrangements()).ok()?;
    all.checked_sub(solvable?)
}

/// Adds to the figures of the real boards what is known of the others.
pub(super) fn complete<K: Kernel>(figures: &mut Figures, to: &ToGoal<K>, real: &ToGoal<K>) {
    figures.solvable = solvable(to, real, figures.boards);
    figures.unsolvable = unsolvable(to, figures.solvable);
}

/// Refuses a certificate of a survey that leaves out boards that can be solved: the format can't say
/// which boards are real.
///
/// # Errors
/// If there are such boards.
pub(super) fn check_all<K: Kernel>(to: &ToGoal<K>) -> Result<(), PuzzleError> {
    if to_real(to)?.puzzle.real_boards().is_none() {
        return Ok(());
    }
    let name = &to.puzzle.model().name;
    Err(PuzzleError::NoSuchBoards(format!(
        "no certificate for {name}: some boards can be solved to which no moves lead from the solved board, and a certificate counts them, too"
    )))
}
