//! Searches that remember no boards still end on unsolvable boards, whatever is known of these.

use std::collections::HashSet;
use std::sync::Arc;

use fewest::Puzzle;
use fewest::compare::{Choice, Contest};
use fewest::group::ReachError;
use fewest::heuristic::{Blind, OutOfPlace};
use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General};
use fewest::model::Model;
use fewest::search::{
    Algorithm, Control, Limits, Silent, Stop, Weight, depth_first, ida_star, iterative_deepening,
    until_exhausted, weighted_ida_star,
};
use fewest::solver::HeuristicName;
use fewest::space::structure::Structured;

use crate::common::Request;

/// The blank moves from a room of four cells into one of eight, and never back. The analysis of the
/// moves finds too little about each room to distinguish the boards.
const ROOMS: &str = r#"
name = "rooms"
cells = "1 2 3 4 5 6 7 8 9 10 11 12"
pieces = "a b c . p p p p q r s t"
blank = "."
[[move]]
name = "r"
steps = "1>2 3>4 5>6 6>7 7>8 9>10 10>11 11>12"
[[move]]
name = "l"
steps = "2>1 4>3 6>5 7>6 8>7 10>9 11>10 12>11"
[[move]]
name = "d"
steps = "1>3 2>4 5>9 6>10 7>11 8>12"
[[move]]
name = "u"
steps = "3>1 4>2 9>5 10>6 11>7 12>8"
[[move]]
name = "x"
steps = "4>5"
[[goal]]
board = "a b c p . q r s p p p t"
"#;
/// Pairs of adjacent cells, from 0.
const BESIDE: [(usize, usize); 15] = [
    (0, 1),
    (2, 3),
    (0, 2),
    (1, 3),
    (4, 5),
    (5, 6),
    (6, 7),
    (8, 9),
    (9, 10),
    (10, 11),
    (4, 8),
    (5, 9),
    (6, 10),
    (7, 11),
    (3, 4),
];
/// Three pieces of the first room rotate; two of them can't swap.
const SOLVABLE: &str = "abc.pqrspppt";
const HOPELESS: &str = "bac.pqrspppt";

fn reachable(board: &str) -> HashSet<Vec<u8>> {
    let mut known = HashSet::from([board.as_bytes().to_vec()]);
    let mut open = vec![board.as_bytes().to_vec()];
    while let Some(board) = open.pop() {
        let blank = board.iter().position(|&symbol| symbol == b'.').unwrap();
        for (a, b) in BESIDE {
            let to = match blank {
                _ if blank == a => b,
                _ if blank == b && (a, b) != (3, 4) => a,
                _ => continue,
            };
            let mut after = board.clone();
            after.swap(blank, to);
            if known.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    known
}

fn spaced(board: &str) -> String {
    let symbols: Vec<String> = board.chars().map(String::from).collect();
    symbols.join(" ") + "\n"
}

fn rooms() -> General<Cells<32>> {
    General::of(Arc::new(Model::from_toml(ROOMS).unwrap())).unwrap()
}

fn board(puzzle: &General<Cells<32>>, text: &str) -> Cells<32> {
    let symbols = &puzzle.model().symbols;
    let symbol = |c: char| symbols.iter().position(|s| *s == c.to_string()).unwrap();
    let board: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(symbol(c)).unwrap())
        .collect();
    puzzle.board(&board).unwrap()
}

#[test]
fn only_a_search_distinguishes_the_boards_of_the_rooms() {
    let goal = b"abcp.qrspppt".to_vec();
    assert!(!reachable(HOPELESS).contains(&goal));
    assert!(reachable(SOLVABLE).contains(&goal));
    let report = Puzzle::from_toml(ROOMS).unwrap().describe(None);
    assert_eq!(report.solvable, Err(ReachError::Entangled));
}

/// IDA* and iterative deepening once never ended.
#[test]
fn searches_asked_for_by_name_end() {
    let puzzle = Puzzle::from_toml(ROOMS).unwrap();
    for (algorithm, heuristic_name) in [
        (Some(Algorithm::IdaStar), None),
        (
            Some(Algorithm::PrunedIdaStar),
            Some(HeuristicName::Misplaced),
        ),
        (Some(Algorithm::IterativeDeepening), None),
        (None, Some(HeuristicName::Misplaced)),
    ] {
        let request = Request {
            algorithm,
            heuristics: heuristic_name.into_iter().collect(),
            from: Some("plain".to_owned()),
            limits: Limits {
                // Enough for the reachable boards, too little for a table.
                memory: Some(4_000_000),
                ..Limits::default()
            },
            ..Request::default()
        };
        let mut session = request.session(&puzzle).unwrap();
        let mut answers = Vec::new();
        let input = [spaced(HOPELESS), spaced("abcp.qrspppt")].concat();
        session
            .run("boards", &mut input.as_bytes(), &mut answers)
            .unwrap();
        let answers = String::from_utf8(answers).unwrap();
        assert_eq!(
            answers, "unsolvable\n0\n",
            "{algorithm:?} {heuristic_name:?}"
        );
    }
}

#[test]
fn searches_compared_end() {
    let puzzle = Puzzle::from_toml(ROOMS).unwrap();
    let names = [
        "depth-first",
        "iterative-deepening",
        "ida-star",
        "pruned-ida-star",
        "weighted-ida-star",
    ];
    let contest = Contest {
        algorithms: Choice::These(names.map(str::to_owned).to_vec()),
        heuristic_names: Choice::These(vec![HeuristicName::Misplaced]),
        weights: vec![Weight::new(3, 2).unwrap()],
    };
    let request = Request {
        from: Some("plain".to_owned()),
        ..Request::default()
    };
    let text = std::io::Cursor::new(spaced(HOPELESS));
    let mut inputs: Vec<fewest_text::Input> = vec![("boards".to_owned(), Box::new(text))];
    let (options, text) = (request.options(), request.text());
    let cases = fewest_text::read_all(&puzzle, &options, &text, &mut inputs).unwrap();
    let comparison = puzzle.compare(&cases, &contest, &options).unwrap();
    let [board] = &comparison.boards[..] else {
        panic!("{} boards", comparison.boards.len());
    };
    assert_eq!(board.runs.len(), names.len());
    for (contender, run) in comparison.contenders.iter().zip(&board.runs) {
        let stop = run.trial.outcome.stop;
        assert_eq!(stop, Stop::Exhausted, "{}", contender.title());
    }
}

/// Watched searches find and count the same, and limits stay the same.
#[test]
fn watched_searches_behave_as_unwatched_ones() {
    let puzzle = rooms();
    let out_of_place = OutOfPlace::new(&puzzle);
    for text in [SOLVABLE, HOPELESS, "abcp.qrspppt", ".bcapqsrpppt"] {
        let start = board(&puzzle, text);
        for nodes in [1, 5_000, 40_000] {
            let limits = Limits {
                max_nodes: Some(nodes),
                ..Limits::default()
            };
            let searches: [&dyn Fn(&mut Control<'_>) -> _; 4] = [
                &|control| ida_star::search(&puzzle, &out_of_place, &start, control),
                &|control| iterative_deepening(&puzzle, &start, control),
                &|control| depth_first(&puzzle, &start, 31, control),
                &|control| {
                    let weight = Weight::new(2, 1).unwrap();
                    weighted_ida_star(&puzzle, &Blind, &start, weight, control)
                },
            ];
            for search in searches {
                let alone = search(&mut Control::new(limits, &mut Silent));
                let mut silent = Silent;
                let control = &mut Control::new(limits, &mut silent);
                assert_eq!(
                    until_exhausted(&puzzle, &start, control, search),
                    alone,
                    "{text}"
                );
            }
        }
    }
}
