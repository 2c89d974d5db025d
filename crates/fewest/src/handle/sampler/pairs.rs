//! Pairs of a start and a goal.

use std::sync::Arc;

use super::CaseSampler;
use super::board_sampler::{BoardSampler, Source};
use crate::error::PuzzleError;
use crate::kernel::{Kernel, KernelError, ToGoal};
use crate::population::{ByTable, Population};
use crate::solver::Options;
use crate::support::progress::Unfinished;
use crate::table::build::build;

/// Goals that differ only in the names of pieces.
struct GoalClass<K: Kernel> {
    blank: usize,
    goal: Vec<u8>,
    to: ToGoal<K>,
}

/// The classes of goals: the pieces in order, with the blank on each cell.
fn classes<K: Kernel>(puzzle: &Arc<K>) -> Result<Vec<GoalClass<K>>, KernelError> {
    let Some((first, blank)) = puzzle.first_board().zip(puzzle.blank()) else {
        return Ok(Vec::new());
    };
    let mut pieces = Vec::new();
    puzzle.symbols(&first, &mut pieces);
    pieces.retain(|&piece| piece != blank);
    let class = |cell| {
        let mut goal = pieces.clone();
        goal.insert(cell, blank);
        let to = ToGoal::new(puzzle, Some(&goal))?;
        Ok(GoalClass {
            blank: cell,
            goal,
            to,
        })
    };
    (0..=pieces.len()).map(class).collect()
}

/// Samples pairs of boards by their distance, for a puzzle whose pieces can be renamed.
pub(super) fn pairs<K: Kernel>(
    puzzle: &Arc<K>,
    options: &Options,
) -> Result<BoardSampler, Unfinished<PuzzleError>> {
    // Renaming a goal's pieces does not change the number of boards at each distance.
    let names: u64 = (1..puzzle.model().cells() as u64).product();
    let mut counts = Vec::new();
    let mut populations = Vec::new();
    for class in classes(puzzle).map_err(Unfinished::failed)? {
        let table = build(&*class.to.puzzle, options.whole()).map_err(Unfinished::of_part)?;
        counts.resize(counts.len().max(table.counts().len()), 0);
        for (count, boards) in counts.iter_mut().zip(table.counts()) {
            *count += boards * names;
        }
        let population = ByTable::new((*class.to.puzzle).clone(), table);
        populations.push((class, population));
    }
    Ok(BoardSampler {
        model: Arc::clone(puzzle.model()),
        counts,
        is_whole: true,
        // Draw the goal's class by its boards at this distance; then the names; then the start.
        source: Source::At(Arc::new(move |distance, random, drawn| {
            let counts = populations.iter().map(|(_, population)| {
                let count = population.counts().get(usize::from(distance));
                count.copied().unwrap_or(0)
            });
            let place = random.weighted(&counts.collect::<Vec<u64>>())?;
            let (class, population) = populations.get(place)?;
            let mut goal = class.goal.clone();
            let blank = goal.remove(class.blank);
            random.shuffle(&mut goal);
            goal.insert(class.blank, blank);
            let start = population.draw(distance, random)?;
            let to = class.to.to_another(&goal)?;
            to.show(&start, &mut drawn.case.start);
            drawn.case.goal = Some(goal);
            Some(())
        })),
    })
}

/// Samples all pairs of a start and a goal that are connected, or all that are not, by parity.
pub(super) fn all_pairs<K: Kernel>(
    puzzle: &Arc<K>,
    is_solvable: bool,
) -> Result<CaseSampler, KernelError> {
    let classes = classes(puzzle)?;
    let all = (1..=puzzle.model().cells() as u128).try_fold(1, u128::checked_mul);
    let boards = all.and_then(|all| (all / 2).checked_mul(all));
    let mut pieces = Vec::new();
    if let Some(first) = puzzle.first_board() {
        puzzle.symbols(&first, &mut pieces);
    }
    let (puzzle, cells) = (Arc::clone(puzzle), puzzle.model().cells());
    Ok(CaseSampler {
        boards: boards.unwrap_or(u128::MAX),
        cells,
        problem: None,
        draw: Arc::new(move |random, drawn, _| {
            let (mut goal, mut start) = (pieces.clone(), pieces.clone());
            random.shuffle(&mut goal);
            random.shuffle(&mut start);
            let class = classes.get(puzzle.blank_cell(&puzzle.board(&goal)?))?;
            let to = class.to.to_another(&goal)?;
            if to.puzzle.parity_allows(&to.board(&start)?) != is_solvable {
                return None;
            }
            drawn.case.start = start;
            drawn.case.goal = Some(goal);
            Some(())
        }),
    })
}
