//! Random boards by distance, of puzzles whose boards at that distance are too many to list.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::board_sampler::{BoardSampler, Source, none_at};
use super::{CaseSampler, no_such};
use crate::error::PuzzleError;
use crate::handle::near::Near;
use crate::handle::population::too_large;
use crate::kernel::{Kernel, ToGoal};
use crate::population::{Beyond, TooFar};
use crate::solver::{Options, Solvable};
use crate::support::number::grouped;
use crate::support::progress::Unfinished;

/// God's number of the 15-puzzle with the blank at home in a corner, and the number of boards at
/// that distance (R. E. Korf, P. Schultze, "Large-scale parallel breadth-first search", 2005).
const FIFTEEN_FARTHEST: usize = 80;
const FIFTEEN_HARDEST: u64 = 17;
/// Time limit for counting the solvable boards, to report how rare some of them are.
const RARITY_TIME: Duration = Duration::from_secs(2);

/// Creates a sampler of boards by distance that lists only the nearest.
pub(super) fn beyond<K: Kernel>(
    to: ToGoal<K>,
    farthest: u8,
    options: &Options,
) -> Result<BoardSampler, Unfinished<PuzzleError>> {
    let near = Near::of(&to.puzzle, &[])?;
    let symmetries = near.symmetries();
    let listed = Beyond::list(near.ground(), symmetries, farthest.into(), options.whole())
        .map_err(|unfinished| unfinished.map(|error| no_such(error.to_string())))?;
    let model = Arc::clone(to.puzzle.model());
    let counts = near
        .fibres
        .counts(&listed.counts())
        .ok_or_else(|| too_large(&model))?;
    let drawn_from = Arc::new((to, near, listed));
    Ok(BoardSampler {
        model,
        counts,
        is_whole: false,
        source: Source::Beyond {
            farthest,
            within: Arc::new(move |moves| within(&drawn_from, moves)),
        },
    })
}

/// A puzzle to its goal, its moves, and the boards from which others are drawn.
type From<K> = (ToGoal<K>, Near<K>, Beyond);

fn within<K: Kernel>(
    from: &Arc<From<K>>,
    moves: &RangeInclusive<u32>,
) -> Result<CaseSampler, PuzzleError> {
    let (to, near, listed) = &**from;
    let model = to.puzzle.model();
    let [first, last] = [moves.start(), moves.end()].map(|&end| end as usize);
    let route = listed.route(&(first..=last)).map_err(|TooFar(base)| {
        let rare = rarity(from, last).unwrap_or_default();
        let (name, steps) = (&model.name, last.saturating_sub(base));
        no_such(format!(
            "{name}: boards {last} moves away can't be drawn: the boards up to distance {base} are listed, and {steps} more moves take too long to search{rare}"
        ))
    })?;
    if route.is_empty() {
        return Err(no_such(none_at(model, moves)));
    }
    let seen = route.boards().map(u128::from);
    let each = near.fibres.size().map(u128::from);
    let boards = seen.zip(each).map(|(seen, each)| seen * each);
    let name = &model.name;
    let problem = format!(
        "random moves of {name} led to no board at this distance: there are none, or they are too rare to be drawn"
    );
    let cells = model.cells();
    let from = Arc::clone(from);
    Ok(CaseSampler {
        boards: boards.unwrap_or(u128::MAX),
        cells,
        problem: Some(problem),
        draw: Arc::new(move |random, drawn, budget| {
            let (to, near, listed) = &*from;
            let (symbols, distance) = listed.draw(near, &route, random, budget)?;
            let seen = near.fibres.view().board(&symbols)?;
            let board = near.fibres.draw(&seen, random)?;
            drawn.distance = Some(u8::try_from(distance).ok()?);
            to.show(&board, &mut drawn.case.start);
            Some(())
        }),
    })
}

/// Describes how rare boards at a distance are, if they can't be drawn.
fn rarity<K: Kernel>((to, near, listed): &From<K>, distance: usize) -> Option<String> {
    let puzzle = &to.puzzle;
    let model = puzzle.model();
    let solvable = Solvable::by_moves(puzzle, Some(RARITY_TIME)).ok()?;
    let all = Some(solvable.boards()).filter(|&boards| boards < u128::MAX)?;
    let blank = puzzle
        .solved_boards()?
        .first()
        .map(|goal| puzzle.blank_cell(goal))?;
    let is_fifteen = model
        .size
        .is_some_and(|size| (size.width(), size.height()) == (4, 4));
    if is_fifteen && [0, 3, 12, 15].contains(&blank) && distance >= FIFTEEN_FARTHEST {
        return Some(format!(
            "; of {} boards {FIFTEEN_HARDEST} need {FIFTEEN_FARTHEST} moves, and none needs more",
            grouped(all)
        ));
    }
    let expected = listed
        .expected(distance)?
        .checked_mul(near.fibres.size()?)?;
    let one_in = grouped(all / u128::from(expected.max(1)));
    Some(format!(
        "; about one board in {one_in} is at distance {distance}"
    ))
}
