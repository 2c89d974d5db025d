//! Reports of definitions match what the solver does.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::kernel::general::{Cells, General};
use crate::model::{Case, Model};
use crate::search::{Algorithm, Limits};
use crate::solver::report::Report;
use crate::solver::{self, Answer, Batches, HeuristicName, Options, Solver};
use crate::space::StateSpace;
use crate::space::structure::{Structure, Structured};

const EIGHT: &str = include_str!("../../puzzles/eight.toml");
const FIFTEEN: &str = include_str!("../../puzzles/fifteen.toml");
const ROTATION: &str = include_str!("../../puzzles/rotation.toml");

fn puzzle<const N: usize>(text: &str) -> Arc<General<Cells<N>>> {
    Arc::new(General::of(Arc::new(Model::from_toml(text).unwrap())).unwrap())
}

/// The bytes that a solver builds within this memory, and its method for a solved board. The
/// options name pattern databases, because otherwise boards are first tried without them.
fn built<const N: usize>(puzzle: &Arc<General<Cells<N>>>, memory: u64) -> (u64, solver::Method) {
    let limits = Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let options = Options {
        limits,
        heuristics: vec![HeuristicName::Pattern],
        ..Options::default()
    };
    let mut solver = Solver::new(Arc::clone(puzzle), None, options.of_solver()).unwrap();
    let mut start = Vec::new();
    puzzle.symbols(&puzzle.solved_boards().unwrap()[0], &mut start);
    let cases = [Case::new(1, start)];
    solver.prepare(&cases, options.call()).unwrap();
    let mut answer = Answer::default();
    solver.solve(&cases[0], options.call(), &mut answer);
    (solver.bytes(), answer.method)
}

/// Compares the reported method with the solver, on both sides of the memory that tables need.
fn check_report<const N: usize>(text: &str) {
    let puzzle = puzzle::<N>(text);
    let report_for = |memory| Report::of(&puzzle, Some(memory));
    let bytes = report_for(u64::MAX).plan.table().expect("there is a table");
    let report = report_for(bytes);
    assert_eq!(report.plan.table(), Some(bytes));
    let entries: u64 = report.views.iter().filter_map(|view| view.boards).sum();
    assert_eq!(
        built(&puzzle, bytes),
        (entries, solver::Method::Algorithm(Algorithm::Table))
    );
    let plan = report_for(bytes - 1).plan;
    assert_eq!((plan.table(), plan.table_bytes), (None, Some(bytes)));
    let first = plan.patterns().next().map_or(0, |plan| plan.bytes);
    assert_eq!(
        built(&puzzle, bytes - 1),
        (first, solver::Method::Algorithm(Algorithm::PrunedIdaStar))
    );
}

#[test]
fn tables_are_built_when_the_report_says_so() {
    check_report::<16>(EIGHT);
    check_report::<32>(ROTATION);
}

#[test]
fn pattern_databases_match_the_report() {
    let puzzle = puzzle::<16>(FIFTEEN);
    let patterns = |memory| {
        let plan = Report::of(&puzzle, Some(memory)).plan;
        assert_eq!(plan.table(), None);
        plan.patterns().copied().collect::<Vec<_>>()
    };
    let all = patterns(1 << 40);
    assert!(all.len() > 1 && all.iter().all(|plan| plan.is_sum));
    assert!(all.is_sorted_by(|a, b| a.bytes < b.bytes));
    let first = all[0];
    assert_eq!(patterns(first.needed), [first]);
    assert_eq!(patterns(first.needed - 1), []);
    assert_eq!(
        built(&puzzle, first.needed),
        (
            first.bytes,
            solver::Method::Algorithm(Algorithm::PrunedIdaStar)
        )
    );
    assert_eq!(
        built(&puzzle, first.needed - 1),
        (0, solver::Method::Algorithm(Algorithm::PrunedIdaStar))
    );
}

fn reached(structure: &Structure) -> usize {
    let puzzle = General::<Cells<32>>::new(structure.clone()).unwrap();
    let mut known = puzzle.solved_boards().unwrap();
    let mut next = 0;
    while let Some(board) = known.get(next).copied() {
        next += 1;
        for m in puzzle.moves(&board) {
            let after = puzzle.after(&board, m);
            if !known.contains(&after) {
                known.push(after);
            }
        }
    }
    known.len()
}

#[test]
fn solvable_boards_are_counted() {
    let two_squares = |goals: &str| {
        format!(
            "name = \"s\"\ncells = \"\"\"\n1 2 3\n4 5 6\n\"\"\"\npieces = \"1 2 3 4 5 6\"\n\
             [[move]]\nname = \"l\"\ncycles = \"(1 2 5 4)\"\n[[move]]\nname = \"r\"\ncycles = \"(2 3 6 5)\"\n{goals}"
        )
    };
    let one = "[[goal]]\nboard = \"1 2 3 4 5 6\"\n";
    let other = |board: &str| format!("{one}[[goal]]\nboard = \"{board}\"\n");
    let of = |goals: &str| {
        let puzzle = puzzle::<16>(&two_squares(goals));
        (Report::of(&puzzle, None), reached(puzzle.parts()))
    };
    for goals in [one, &other("4 1 3 5 2 6")] {
        let (report, reached) = of(goals);
        assert_eq!((reached, &report.apart[..]), (120, &[][..]));
        assert_eq!(report.group, Some(BigUint::from(120u32)));
        assert_eq!(report.views[0].solvable, Ok(BigUint::from(reached)));
    }
    let (report, reached) = of(&other("2 1 3 4 5 6"));
    assert_eq!((reached, &report.apart[..]), (240, &[(0, 1)][..]));
}
