//! Plain searches of boards, as the checker does them, to know how many these meet.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ProofBuilder;
use crate::error::PuzzleError;
use crate::space::structure::Turn;
use crate::support::progress::Unfinished;

/// The most boards that the checker's search should meet if tables could replace it, and if not.
pub(super) const SEARCHED: u64 = 100_000;
const SEARCHED_ALONE: u64 = 1 << 19;
/// Most of the cells that the checker's search may store.
const SEARCHED_CELLS: u64 = 1 << 25;

/// The boards that a search met, and their numbers at each distance.
struct Layers {
    boards: FxHashSet<Arc<[u8]>>,
    counts: Vec<u64>,
    /// True if the next layer has too many boards.
    is_cut: bool,
}

impl Layers {
    /// The numbers; `None` if there are too many boards.
    fn whole(self) -> Option<Vec<u64>> {
        (!self.is_cut).then_some(self.counts)
    }
}

impl ProofBuilder<'_> {
    /// The most boards that the checker's search may meet.
    pub(super) fn max_searched(&self) -> u64 {
        let cells = self.structure.cells() as u64;
        // A board with its entries in the set and in two layers.
        let fitting = self.memory.map_or(u64::MAX, |m| m / (cells + 100));
        SEARCHED_ALONE
            .min(SEARCHED_CELLS / (cells + 10))
            .min(fitting)
    }

    /// Returns true if a search of the boards less than this many moves away from a board, or of all
    /// that it reaches, clearly meets few.
    pub(super) fn is_small(&self, moves: Option<usize>) -> bool {
        let boards = moves.and_then(|moves| self.sequences(moves.saturating_sub(1)));
        boards.is_some_and(|boards| boards <= SEARCHED.into())
            || self.structure.arrangements() <= SEARCHED.into()
    }

    /// The number of boards that this search meets; `None` if there are more than `max_boards`.
    pub(super) fn searched(
        &self,
        board: &[u8],
        moves: Option<usize>,
        max_boards: u64,
    ) -> Result<Option<u64>, Unfinished<PuzzleError>> {
        let last = moves.map_or(usize::MAX, |moves| moves.saturating_sub(1));
        let max_boards = max_boards.min(self.max_searched());
        let layers = self.layers(
            vec![board.to_vec()],
            &self.structure.turns,
            last,
            max_boards,
            |_| true,
        )?;
        Ok(layers.whole().map(|layers| layers.iter().sum()))
    }

    /// The most moves of a board for which a search meets few enough boards; `None` if it may meet
    /// all that the board reaches.
    pub(super) fn longest_searched(
        &self,
        board: &[u8],
    ) -> Result<Option<usize>, Unfinished<PuzzleError>> {
        let turns = &self.structure.turns;
        let layers = self.layers(
            vec![board.to_vec()],
            turns,
            usize::MAX,
            self.max_searched(),
            |_| true,
        )?;
        Ok(layers.is_cut.then_some(layers.counts.len()))
    }

    /// The most legal sequences of this many moves from a board.
    fn sequences(&self, moves: usize) -> Option<u128> {
        let turns = &self.structure.turns;
        let anywhere = turns.iter().filter(|turn| turn.needs.is_empty()).count();
        let legal = (0..=u8::MAX)
            .map(|cell| {
                let here = turns
                    .iter()
                    .filter(|turn| turn.needs.first().is_some_and(|(need, _)| *need == cell));
                anywhere + here.count()
            })
            .max()
            .unwrap_or(0) as u128;
        legal.checked_pow(u32::try_from(moves).ok()?)
    }

    /// The number of boards at each distance to the nearest goal. `None` if a goal leaves cells open,
    /// or if there are too many boards to search.
    pub(super) fn searched_back(&self) -> Result<Option<Vec<u64>>, Unfinished<PuzzleError>> {
        let goals = self.structure.goals.iter();
        let goals = goals.map(|goal| goal.iter().copied().collect());
        let goals = goals.collect::<Option<Vec<Vec<u8>>>>();
        let Some((goals, turns)) = goals.zip(self.undone()) else {
            return Ok(None);
        };
        let layers = self.layers(goals, &turns, usize::MAX, self.max_searched(), |_| true)?;
        Ok(layers.whole())
    }

    /// The number of boards at each distance to the nearest goal, if moves lead to them from home.
    /// `None` if there are too many boards to search.
    pub(super) fn searched_from(
        &self,
        home: &[u8],
    ) -> Result<Option<Vec<u64>>, Unfinished<PuzzleError>> {
        let all = &self.structure.turns;
        let max_boards = self.max_searched();
        let Some(turns) = self.undone() else {
            return Ok(None);
        };
        let reached = self.layers(vec![home.to_vec()], all, usize::MAX, max_boards, |_| true)?;
        if reached.is_cut {
            return Ok(None);
        }
        let solved = reached
            .boards
            .iter()
            .filter(|board| self.model.solved_goal(board).is_some());
        let solved = solved.map(|board| board.to_vec()).collect();
        // Every board on the way from home is reached.
        let is_reached = |board: &[u8]| reached.boards.contains(board);
        let layers = self.layers(solved, &turns, usize::MAX, max_boards, is_reached)?;
        Ok(layers.whole())
    }

    /// The turns that undo moves.
    fn undone(&self) -> Option<Vec<Turn>> {
        self.structure.turns.iter().map(Turn::undone).collect()
    }

    /// The boards at each distance from some boards, up to `last` moves or until more than `max_boards`
    /// are met. Others than those to be counted are not met.
    fn layers(
        &self,
        boards: Vec<Vec<u8>>,
        turns: &[Turn],
        last: usize,
        max_boards: u64,
        is_counted: impl Fn(&[u8]) -> bool,
    ) -> Result<Layers, Unfinished<PuzzleError>> {
        let mut known: FxHashSet<Arc<[u8]>> = boards.into_iter().map(Arc::from).collect();
        let mut layer: Vec<Arc<[u8]>> = known.iter().cloned().collect();
        let (mut counts, mut after) = (Vec::new(), Vec::new());
        while !layer.is_empty() {
            counts.push(layer.len() as u64);
            if counts.len() > last {
                break;
            }
            let mut next = Vec::new();
            for board in &layer {
                self.budget.check::<PuzzleError>()?;
                for turn in turns {
                    if !turn.is_legal(board) {
                        continue;
                    }
                    turn.apply_into(board, &mut after);
                    if !known.contains(&after[..]) && is_counted(&after) {
                        let board = Arc::from(&after[..]);
                        known.insert(Arc::clone(&board));
                        next.push(board);
                    }
                }
                if known.len() as u64 > max_boards {
                    return Ok(Layers {
                        boards: known,
                        counts,
                        is_cut: true,
                    });
                }
            }
            layer = next;
        }
        Ok(Layers {
            boards: known,
            counts,
            is_cut: false,
        })
    }
}
