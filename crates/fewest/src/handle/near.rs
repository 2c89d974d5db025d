//! The boards near the goals of a puzzle of any size.

use std::sync::Arc;

use crate::error::PuzzleError;
use crate::kernel::Kernel;
use crate::kernel::general::MAX_SOLVED;
use crate::levels::{FarBoard, LevelOptions, Levels, LevelsError};
use crate::model::MAX_CELLS;
use crate::population::{BothWays, CountedBoards, Fibres, Ground, NearCounts};
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::symmetry::{self, Images, Symmetries};

use super::population::too_large;

/// The most symmetries to count by: comparing more images of each board takes longer than the boards
/// that they save.
const MOST_IMAGES: usize = 240;

/// A puzzle and its solved boards, as its goals see them.
pub(super) struct Near<K: Kernel> {
    pub(super) fibres: Fibres<K>,
    structure: Structure,
    solved: Vec<Vec<u8>>,
}

impl<K: Kernel> Near<K> {
    /// A puzzle and its solved boards, in a view that keeps these symbols.
    ///
    /// # Errors
    /// If the solved boards are too many to list, or some are not real.
    pub(super) fn of(puzzle: &Arc<K>, named: &[u8]) -> Result<Self, PuzzleError> {
        if !puzzle.numbers_all_solved() {
            return Err(PuzzleError::NoSuchBoards(format!(
                "{}: boards are found by working outwards from the solved boards, but no moves lead to some of these from the home board",
                puzzle.model().name
            )));
        }
        let fibres = Fibres::naming(Arc::clone(puzzle), named);
        let view = fibres.view();
        let solved = view.solved_boards().ok_or_else(|| {
            PuzzleError::NoSuchBoards(format!(
                "{}: boards are found by working outwards from the solved boards, but there are more than {MAX_SOLVED} of these",
                puzzle.model().name
            ))
        })?;
        Ok(Self {
            solved: solved.iter().map(|board| view.all_symbols(board)).collect(),
            structure: view.structure(),
            fibres,
        })
    }

    pub(super) fn ground(&self) -> Ground<'_> {
        Ground {
            moves: self,
            structure: &self.structure,
            solved: &self.solved,
            is_reversible: self.fibres.view().is_reversible(),
        }
    }

    /// Symmetries that map these boards to each other.
    pub(super) fn symmetries(&self) -> Symmetries {
        let structure = &self.structure;
        if !self.fibres.view().are_real_boards_closed() {
            return Symmetries::none(structure);
        }
        symmetry::find(structure).distinct(structure, &self.solved, MOST_IMAGES)
    }

    /// Counts the boards up to `farthest` moves away.
    ///
    /// # Errors
    /// As for [`Puzzle::count_levels`](crate::Puzzle::count_levels).
    pub(super) fn count(
        &self,
        levels: &LevelOptions,
        farthest: usize,
        budget: Budget<'_>,
    ) -> Result<Levels<K::Board>, Unfinished<LevelsError>> {
        let failed = |error: PuzzleError| Unfinished::Failed(LevelsError::from(error));
        let fibres = &self.fibres;
        let model = fibres.puzzle().model();
        if levels.listed > 0 && (levels.from.is_some() || fibres.size() != Some(1)) {
            let problem = "counting outwards from the goal can't list boards of a set, or of goals with open cells";
            let name = &model.name;
            return Err(failed(PuzzleError::NoSuchBoards(format!(
                "{name}: {problem}"
            ))));
        }
        let set = levels.from.as_ref();
        let as_seen = set.map(|set| set.renamed(|symbol| fibres.name(symbol)));
        let symmetries = if set.is_some() || levels.every {
            Symmetries::none(&self.structure)
        } else {
            self.symmetries()
        };
        let choice = CountedBoards {
            images: &Images::of(&symmetries),
            is_counted: &|symbols| as_seen.as_ref().is_none_or(|set| set.contains(symbols)),
            listed: levels.listed,
        };
        let found =
            NearCounts::find(self.ground(), &choice, farthest, budget).map_err(|unfinished| {
                let problem = |error| PuzzleError::NoSuchBoards(format!("{}: {error}", model.name));
                unfinished.map(|error| LevelsError::from(problem(error)))
            })?;
        let mut counts = fibres
            .counts(&found.counts)
            .ok_or_else(|| failed(too_large(model)))?;
        while set.is_some() && counts.last() == Some(&0) {
            counts.pop();
        }
        let distance = found.counts.len() - 1;
        let hardest = found.last.iter().filter_map(|(symbols, class)| {
            Some(FarBoard {
                board: fibres.view().board(symbols)?,
                distance,
                class: *class,
            })
        });
        let set_size = set.and_then(|set| set.count(&fibres.puzzle().structure()));
        let others = set_size.map(|size| size.saturating_sub(counts.iter().sum()));
        Ok(Levels {
            hardest: hardest.collect(),
            is_complete: found.is_complete || others == Some(0),
            solvable: None,
            others,
            first_kept: distance,
            counts,
        })
    }
}

impl<K: Kernel> BothWays for Near<K> {
    fn each_before(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let view = self.fibres.view();
        let Some(board) = view.board(symbols) else {
            return;
        };
        let mut symbols = Vec::with_capacity(MAX_CELLS);
        let are_closed = view.are_real_boards_closed();
        for m in view.arrivals(&board) {
            for before in view.preimages(&board, m) {
                if are_closed || view.has_place(&before) {
                    symbols.clear();
                    view.symbols(&before, &mut symbols);
                    visit(&symbols);
                }
            }
        }
    }

    fn each_after(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let view = self.fibres.view();
        let Some(board) = view.board(symbols) else {
            return;
        };
        let mut symbols = Vec::with_capacity(MAX_CELLS);
        for m in view.moves(&board) {
            symbols.clear();
            view.symbols(&view.after(&board, m), &mut symbols);
            visit(&symbols);
        }
    }
}
