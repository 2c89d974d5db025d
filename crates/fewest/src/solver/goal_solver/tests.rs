//! A plan and the run: the same tiers, in the same order, with tables of the planned sizes.

use std::sync::Arc;

use super::GoalSolver;
use crate::handle::Puzzle;
use crate::kernel::with_kernel;
use crate::search::Limits;
use crate::solver::ladder::Tier;
use crate::solver::registry::HeuristicKernel;
use crate::solver::{Options, PlannedWay};

/// A tier's name, and the bytes of its tables.
type Seen = (&'static str, u64);

fn entered<K: HeuristicKernel>(solver: &GoalSolver<K>) -> Seen {
    match solver.ladder.tier().expect("a tier") {
        Tier::Search | Tier::Rest => ("search", 0),
        Tier::Ball => ("ball", 0),
        Tier::LargerBall => ("larger ball", 0),
        Tier::Projection(_) => ("projection", solver.projected.bytes()),
        Tier::Databases(_) => {
            let entries = solver.databases.as_ref().map_or(0, K::entries);
            ("patterns", entries)
        }
        Tier::Linear => ("linear", 0),
        Tier::Table => ("table", solver.views.built()),
    }
}

fn planned<K: HeuristicKernel>(solver: &mut GoalSolver<K>, options: &Options) -> Vec<Seen> {
    let plan = solver.plan(2, options.call()).expect("a plan");
    let tiers = plan.tiers.iter().map(|tier| match &tier.way {
        PlannedWay::Search { .. } => ("search", 0),
        PlannedWay::Ball { .. } if tier.after > 0 => ("larger ball", 0),
        PlannedWay::Ball { .. } => ("ball", 0),
        PlannedWay::Projection(plan) => ("projection", plan.bytes),
        PlannedWay::Patterns(plan) => ("patterns", plan.bytes),
        PlannedWay::Linear { .. } => ("linear", 0),
        PlannedWay::Table { bytes, .. } => ("table", *bytes),
    });
    tiers.collect()
}

/// Enters tier after tier, as if searches had spent what each costs.
fn climbed<K: HeuristicKernel>(solver: &mut GoalSolver<K>, options: &Options) -> Vec<Seen> {
    let call = options.call();
    solver.prepare(2, call).expect("prepared");
    let mut seen = vec![entered(solver)];
    while solver.ladder.next().is_some() {
        solver.ladder.spend(u64::MAX / 2);
        solver.ladder.defer(0);
        solver.escalate(call).expect("escalated");
        // Searches continue with what is ready.
        if solver.ladder.tier() != Some(Tier::Search)
            || solver.projected.search().is_none() && solver.databases.is_none()
        {
            seen.push(entered(solver));
        }
    }
    seen.dedup_by(|next, last| next.0 == "search" && last.0 == "search");
    seen
}

/// Compares a plan with the run; returns both if they differ.
fn difference<K: HeuristicKernel>(puzzle: &Arc<K>, options: &Options) -> Option<[Vec<Seen>; 2]> {
    let solver = || GoalSolver::new(Arc::clone(puzzle), options.of_solver()).expect("a solver");
    let planned = planned(&mut solver(), options);
    let climbed = climbed(&mut solver(), options);
    let is_same = |((name, planned), (entered, built)): (&Seen, &Seen)| match *name {
        _ if name != entered => false,
        "patterns" | "projection" => built == planned,
        // Building takes more than the table.
        _ => built <= planned,
    };
    let is_right = planned.len() == climbed.len() && planned.iter().zip(&climbed).all(is_same);
    (!is_right).then_some([planned, climbed])
}

#[test]
fn the_solver_does_what_its_plan_says() {
    let mut differences = Vec::new();
    for name in [
        "eight",
        "sliding:5x2",
        "fifteen",
        "twentyfour",
        "knights",
        "rotation",
        "cube2",
        "cube3",
        "corners",
        "f2l",
        "cross",
        "xcross",
        "dino",
        "pyraminx",
        "skewb",
        "sixteen",
        "sixteen3",
        "megaminx3",
        "tower",
        "lamps5x5",
    ] {
        for memory in [0, 100_000, 2_000_000, 6_000_000] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let options = Options {
                limits,
                ..Options::default()
            };
            let puzzle = Puzzle::open(name).expect(name);
            let found = with_kernel!(puzzle.kernel(), |kernel| difference(kernel, &options));
            differences
                .extend(found.map(|[plan, run]| format!("{name}, {memory}: {plan:?}, {run:?}")));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
