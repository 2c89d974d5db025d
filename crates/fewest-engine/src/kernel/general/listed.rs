//! Boards numbered by a list of the reachable ones, if these are few. It is used if pieces that
//! look alike, or goals that no moves connect, hide the group that would number the boards.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{CellBoard, General};
use crate::space::StateSpace;
use crate::space::structure::Structured;
use crate::support::random::Random;

/// The maximum size of a list in bytes.
const MAX_BYTES: usize = 32 << 20;
/// Moves between two samples of a random walk, samples between repeats that count (the walk was
/// elsewhere meanwhile), the repeats required, and those expected of a list of the greatest size.
const STEPS: usize = 8;
const LONG_BEFORE: usize = 512;
const REPEATED: usize = 3;
const EXPECTED: usize = 6;

/// The boards from which moves lead to a goal, in ascending order.
#[derive(Clone, Debug)]
pub(super) struct ListedBoards<B>(Vec<B>);

impl<B: CellBoard> ListedBoards<B> {
    /// Lists the boards of a puzzle. `None` if there are, or seem to be, more than `max_boards`, if
    /// they take too many bytes, or if moves depend on a blank.
    pub(super) fn new(puzzle: &General<B>, max_boards: u64) -> Option<Self> {
        let max_boards = usize::try_from(max_boards)
            .unwrap_or(usize::MAX)
            .min(MAX_BYTES / size_of::<B>());
        // Repeated permutations undo themselves. Moves of a blank reach nearly all boards.
        if puzzle.blank.is_some() || !seems_small(puzzle, max_boards) {
            return None;
        }
        let mut open = puzzle.solved_boards()?;
        let mut known: FxHashSet<B> = open.iter().copied().collect();
        while let Some(board) = open.pop() {
            if known.len() > max_boards {
                return None;
            }
            let next = puzzle.moves(&board).map(|m| puzzle.after(&board, m));
            open.extend(next.filter(|next| known.insert(*next)));
        }
        let mut boards: Vec<B> = known.into_iter().collect();
        boards.sort_unstable();
        Some(Self(boards))
    }

    pub(super) const fn boards(&self) -> u64 {
        self.0.len() as u64
    }

    pub(super) const fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }

    pub(super) fn rank(&self, board: &B) -> Option<u64> {
        self.0.binary_search(board).ok().map(|place| place as u64)
    }

    /// The board with this rank, or the last.
    pub(super) fn unrank(&self, rank: u64) -> Option<B> {
        let rank = usize::try_from(rank).unwrap_or(usize::MAX);
        self.0.get(rank).or(self.0.last()).copied()
    }
}

/// Returns true if a random walk revisits as many boards as if there were at most this many.
fn seems_small<B: CellBoard>(puzzle: &General<B>, max_boards: usize) -> bool {
    // n samples of N boards have about n^2 / 2N pairs of equal ones.
    let samples = LONG_BEFORE + (2 * EXPECTED * max_boards).isqrt();
    let Some(mut board) = puzzle.board(&puzzle.model.solved_board()) else {
        return false;
    };
    let mut random = Random::new(1);
    let mut seen = FxHashMap::default();
    let mut repeated = 0;
    for sample in 0..samples {
        for _ in 0..STEPS {
            let mut moves = puzzle.moves(&board);
            if let Some(m) = moves.nth(random.place(moves.len())) {
                puzzle.apply(&mut board, m);
            }
        }
        let first = *seen.entry(board).or_insert(sample);
        repeated += usize::from(sample - first >= LONG_BEFORE);
        if repeated == REPEATED {
            return true;
        }
    }
    false
}
