//! Measures what guides searches: build times and mean bounds.

use super::costs::MAX_MEASURED;
use super::measurement::Measured;
use super::projected::Projected;
use super::registry::{HeuristicKernel, HeuristicVisitor, MergedPlan, sharpened};
use super::{HeuristicName, SolverOptions};
use crate::heuristic::Heuristic;
use crate::space::StateSpace;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;
use crate::support::random::Random;

/// Random boards for mean bounds, the moves to each, and the seed.
const MEASURED_BOARDS: usize = 1_000;
const MOVES: usize = 1_000;
const SEED: u64 = 1;

/// Builds what searches of a puzzle's boards begin with, and further levels while they are small.
///
/// # Errors
/// If the run was cancelled or the time is up.
pub(crate) fn measured<K: HeuristicKernel>(
    puzzle: &K,
    memory: Option<u64>,
    budget: Budget<'_>,
) -> Result<Vec<Measured>, Unfinished<std::convert::Infallible>> {
    let begun = Instant::now();
    if let Some(heuristics) = sharpened(puzzle) {
        let time = begun.elapsed();
        let heuristic_names = [K::usual(puzzle.model(), &heuristics)];
        let boards = far(puzzle);
        let mean = MeanBound {
            puzzle,
            boards: &boards,
        };
        return Ok(vec![Measured {
            bytes: 0,
            mean_bound: puzzle.with_heuristic(&heuristics, None, &heuristic_names, mean),
            time,
        }]);
    }
    let options = SolverOptions {
        memory,
        ..SolverOptions::default()
    };
    let mut projected = Projected::default();
    projected.find(puzzle, &options);
    let projections = projected.measured(memory, budget)?;
    if !projections.is_empty() {
        return Ok(projections);
    }
    let plans = puzzle.plans(&options).unwrap_or_default().into_iter();
    let small = plans.take_while(|plan: &MergedPlan| plan.bytes <= MAX_MEASURED);
    let heuristic_names = [HeuristicName::Pattern];
    let Ok(heuristics) = puzzle.heuristics(&heuristic_names) else {
        return Ok(Vec::new());
    };
    let boards = far(puzzle);
    let mut measured = Vec::new();
    for level in 0..small.count() {
        let begun = Instant::now();
        let built = puzzle.databases(level, &options, budget);
        budget.check()?;
        let Ok(Some(databases)) = built else {
            break;
        };
        let time = begun.elapsed();
        let mean = MeanBound {
            puzzle,
            boards: &boards,
        };
        measured.push(Measured {
            bytes: K::entries(&databases),
            mean_bound: puzzle.with_heuristic(
                &heuristics,
                Some(&databases),
                &heuristic_names,
                mean,
            ),
            time,
        });
    }
    Ok(measured)
}

fn far<K: HeuristicKernel>(puzzle: &K) -> Vec<K::Board> {
    let mut random = Random::new(SEED);
    let goals = puzzle.goals().into_iter().take(1);
    goals
        .flat_map(|goal| std::iter::repeat_n(goal, MEASURED_BOARDS))
        .map(|mut board| {
            for _ in 0..MOVES {
                let mut moves = puzzle.moves(&board);
                let place = random.below(moves.len().max(1) as u64);
                if let Some(m) = moves.nth(usize::try_from(place).unwrap_or(0)) {
                    puzzle.apply(&mut board, m);
                }
            }
            board
        })
        .collect()
}

struct MeanBound<'b, K: StateSpace> {
    puzzle: &'b K,
    boards: &'b [K::Board],
}

impl<K: HeuristicKernel> HeuristicVisitor<K> for MeanBound<'_, K> {
    type Output = f64;

    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> f64 {
        let bounds = self.boards.iter();
        let bound = |board| f64::from(heuristic.bound(heuristic.start(self.puzzle, board)));
        #[expect(clippy::cast_precision_loss, reason = "a thousand boards")]
        let count = self.boards.len().max(1) as f64;
        bounds.map(bound).sum::<f64>() / count
    }
}
