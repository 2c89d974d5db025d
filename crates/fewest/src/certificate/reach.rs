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

/// The numbers of boards at each distance that a search met.
struct LayerCounts {
    counts: Vec<u64>,
    /// True if the next layer has too many boards.
    is_cut: bool,
}

impl LayerCounts {
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
        let layers = self.layers(vec![board.to_vec()], turns, usize::MAX, self.max_searched())?;
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
        let undone = self.structure.turns.iter().map(Turn::undone);
        let (Some(goals), Some(turns)) = (
            goals.collect::<Option<Vec<Vec<u8>>>>(),
            undone.collect::<Option<Vec<Turn>>>(),
        ) else {
            return Ok(None);
        };
        let layers = self.layers(goals, &turns, usize::MAX, self.max_searched())?;
        Ok(layers.whole())
    }

    /// The number of boards at each distance from some boards, up to `last` moves or until more than
    /// `max_boards` are met.
    fn layers(
        &self,
        boards: Vec<Vec<u8>>,
        turns: &[Turn],
        last: usize,
        max_boards: u64,
    ) -> Result<LayerCounts, Unfinished<PuzzleError>> {
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
                    if !known.contains(&after[..]) {
                        let board = Arc::from(&after[..]);
                        known.insert(Arc::clone(&board));
                        next.push(board);
                    }
                }
                if known.len() as u64 > max_boards {
                    let is_cut = true;
                    return Ok(LayerCounts { counts, is_cut });
                }
            }
            layer = next;
        }
        let is_cut = false;
        Ok(LayerCounts { counts, is_cut })
    }
}
