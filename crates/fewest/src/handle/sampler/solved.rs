//! Random boards by distance, of puzzles whose solved boards are too many to list.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::CaseSampler;
use super::board_sampler::{BoardSampler, Source};
use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle};
use crate::model::Model;
use crate::search::{Limits, Stop};
use crate::solver::{Options, Verdict};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// The most boards that are solved to draw one.
const MAX_SOLVED: u64 = 1 << 17;
/// Time of a board's first search, after which the draw may be stopped. Each further one takes twice
/// as long.
const FIRST_SEARCH: Duration = Duration::from_secs(1);

/// Creates a sampler of boards up to `farthest` moves, all equally likely: random solvable boards are
/// solved, and kept if they are at the distance. No board is counted.
pub(super) fn solved(
    puzzle: &Puzzle,
    model: &Arc<Model>,
    farthest: u8,
    options: &Options,
) -> Result<BoardSampler, Unfinished<PuzzleError>> {
    let all = puzzle.by_solvability(true, options)?;
    // The sampler outlives the call, and is not stopped with it.
    let options = Options {
        limits: Limits {
            memory: options.limits.memory,
            ..Limits::default()
        },
        deadline: None,
        cancel: Arc::default(),
        progress: Arc::default(),
        ..options.clone()
    };
    let from = Arc::new((puzzle.clone(), options));
    Ok(BoardSampler {
        model: Arc::clone(model),
        counts: Vec::new(),
        is_whole: false,
        source: Source::Beyond {
            farthest,
            within: Arc::new(move |moves| Ok(within(&from, &all, moves.clone()))),
        },
    })
}

fn within(
    from: &Arc<(Puzzle, Options)>,
    all: &CaseSampler,
    moves: RangeInclusive<u32>,
) -> CaseSampler {
    let (from, any) = (Arc::clone(from), Arc::clone(&all.draw));
    let name = from.0.name();
    CaseSampler {
        boards: all.boards,
        cells: all.cells,
        problem: Some(format!(
            "none of {MAX_SOLVED} random boards of {name} is at this distance: there are none, or they are too rare to be drawn"
        )),
        draw: Arc::new(move |random, drawn, budget| {
            for _ in 0..MAX_SOLVED {
                any(random, drawn, budget)?;
                let board = Board::new(drawn.case.start.clone());
                let distance = distance(&from, &board, budget)?;
                if moves.contains(&distance) {
                    drawn.distance = u8::try_from(distance).ok();
                    return Some(());
                }
            }
            None
        }),
    }
}

/// The distance of a solvable board; `None` if the draw is stopped.
fn distance(
    (puzzle, options): &(Puzzle, Options),
    board: &Board,
    budget: Budget<'_>,
) -> Option<u32> {
    let mut options = options.clone();
    let mut time = FIRST_SEARCH;
    loop {
        budget.check::<()>().ok()?;
        options.limits.max_time = Some(time);
        match puzzle.distance(board, &options).ok()? {
            Verdict::Solved(distance) => return Some(distance),
            Verdict::Stopped(Stop::Time, _) => time = time.saturating_mul(2),
            _ => return None,
        }
    }
}
