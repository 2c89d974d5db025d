//! Reports of definitions match what the solver does.

use std::fmt::Write;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::kernel::general::{Cells, General};
use crate::model::{Case, Model};
use crate::search::{Algorithm, Limits};
use crate::solver::report::Report;
use crate::solver::{self, Answer, Batches, HeuristicName, Options, Solvable, Solver};
use crate::space::StateSpace;
use crate::space::structure::{Structure, Structured};
use crate::support::budget::Budget;
use crate::support::random::Random;

fn puzzle<const N: usize>(model: Model) -> Arc<General<Cells<N>>> {
    Arc::new(General::of(Arc::new(model)).unwrap())
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
fn check_report<const N: usize>(name: &str) {
    let puzzle = puzzle::<N>(Model::named(name).unwrap());
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
    check_report::<16>("eight");
    check_report::<32>("rotation");
}

#[test]
fn pattern_databases_match_the_report() {
    let puzzle = puzzle::<16>(Model::named("fifteen").unwrap());
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
        let puzzle = puzzle::<16>(Model::from_toml(&two_squares(goals)).unwrap());
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

fn solvable(
    text: &str,
) -> (
    BigUint,
    Solvable<General<Cells<32>>>,
    Arc<General<Cells<32>>>,
) {
    let puzzle = puzzle(Model::from_toml(text).unwrap());
    let report = Report::of(&puzzle, None);
    let solvable = Solvable::of(&puzzle, Budget::default()).unwrap();
    let boards = report.solvable.unwrap();
    assert_eq!(BigUint::from(solvable.boards()), boards);
    (boards, solvable, puzzle)
}

const TWO_PATHS: &str = r#"
name = "paths"
cells = "1 2 3"
pieces = "b b ."
blank = "."
[[move]]
name = "f"
steps = "3>1 1>2"
[[goal]]
board = "b . b"
[[goal]]
board = "b ? b"
"#;

const LINE: &str = r#"
name = "line"
cells = "1 2 3"
pieces = ". a b"
blank = "."
[[move]]
name = "f"
steps = "1>2"
[[move]]
name = "g"
steps = "2>3"
[[goal]]
board = "a b ."
"#;

#[test]
fn boards_before_one_way_moves_can_be_solved() {
    let (boards, solvable_boards, puzzle) = solvable(TWO_PATHS);
    assert_eq!(boards, 3u8.into());
    let mut random = Random::new(1);
    // Every arrangement can be solved, so no unsolvable board is drawn.
    assert!((0..100).all(|_| solvable_boards.draw(false, &mut random).is_none()));
    assert_eq!(solvable_boards.others(), 0);
    let board = puzzle.board(&[1, 0, 0]).unwrap();
    assert_eq!(solvable_boards.includes(&board), Some(true));
    assert_eq!(solvable(LINE).0, 3u8.into());
}

/// A cell beside the 4 x 4 puzzle that the blank can only leave: too many boards for a table.
#[test]
fn boards_with_the_blank_in_a_closet_that_it_only_leaves_are_counted() {
    let cells: Vec<String> = (1..=17).map(|cell| cell.to_string()).collect();
    let steps = |down: i32, right: i32| {
        let step = |cell: i32| {
            let (row, column) = (cell / 4 + down, cell % 4 + right);
            let is_there = (0..4).contains(&row) && (0..4).contains(&column);
            is_there.then(|| format!("{}>{}", cell + 1, row * 4 + column + 1))
        };
        (0..16).filter_map(step).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!(
        "name = \"closet\"\ncells = 17\npieces = \"{} .\"\nblank = \".\"\n",
        cells[..16].join(" ")
    );
    for (name, way) in [("d", (1, 0)), ("l", (0, -1)), ("r", (0, 1)), ("u", (-1, 0))] {
        let mut way = steps(way.0, way.1);
        if name == "l" {
            way.push_str(" 17>16");
        }
        let _ = write!(text, "[[move]]\nname = \"{name}\"\nsteps = \"{way}\"\n");
    }
    let goal = |board: &str| format!("{text}[[goal]]\nboard = \"{board}\"\n");
    let in_order = format!("{} . 16", cells[..15].join(" "));
    let puzzle = Arc::new(
        General::<Cells<32>>::of(Arc::new(Model::from_toml(&goal(&in_order)).unwrap())).unwrap(),
    );
    let report = Report::of(&puzzle, None);
    // Half of the boards with the blank among the sixteen cells. In the closet: piece 16 must go
    // there, and half of the other pieces' arrangements are left.
    let ways = |pieces: u8| (1..=pieces).map(BigUint::from).product::<BigUint>() / 2u8;
    assert_eq!(report.solvable.unwrap(), ways(16) + ways(15));
}
