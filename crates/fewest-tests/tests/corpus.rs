//! Every line of the corpus, by every algorithm that is fast enough, from text to text.

use fewest::Puzzle;
use fewest::search::Algorithm;
use fewest::solver::{HeuristicName, Options, Tie, Verdict};
use serde_json::Value;

use fewest_tests::common::{self, Reference, Request};

/// A way to answer boards, and the limits within which it is fast enough for a test.
#[derive(Clone, Copy)]
struct Way {
    algorithm: Option<Algorithm>,
    heuristic_name: Option<HeuristicName>,
    /// The greatest distance of its boards.
    moves: u32,
    /// The greatest number of cells of sliding tiles.
    cells: usize,
}

const fn way(
    algorithm: Option<Algorithm>,
    heuristic_name: Option<HeuristicName>,
    moves: u32,
    cells: usize,
) -> Way {
    Way {
        algorithm,
        heuristic_name,
        moves,
        cells,
    }
}

const ALL: u32 = u32::MAX;

const ROTATION: [Way; 13] = [
    way(None, None, ALL, 0),
    way(Some(Algorithm::Table), None, ALL, 0),
    // Each board has seven moves, so each step further costs four to seven times as much.
    way(Some(Algorithm::IdaStar), Some(HeuristicName::Centre), 9, 0),
    way(Some(Algorithm::IdaStar), Some(HeuristicName::Blind), 5, 0),
    way(
        Some(Algorithm::PrunedIdaStar),
        Some(HeuristicName::Centre),
        9,
        0,
    ),
    way(Some(Algorithm::AStar), Some(HeuristicName::Centre), 7, 0),
    way(Some(Algorithm::AStar), None, 6, 0),
    way(Some(Algorithm::AStar), Some(HeuristicName::Blind), 4, 0),
    way(Some(Algorithm::BreadthFirst), None, 5, 0),
    way(Some(Algorithm::IterativeDeepening), None, 5, 0),
    way(Some(Algorithm::Bidirectional), None, 7, 0),
    way(Some(Algorithm::UniformCost), None, 4, 0),
    way(Some(Algorithm::Nbs), None, 6, 0),
];

/// Without the table, which takes a second per goal.
const KNIGHTS: [Way; 12] = [
    way(None, None, 18, 0),
    way(
        Some(Algorithm::IdaStar),
        Some(HeuristicName::Misplaced),
        16,
        0,
    ),
    way(Some(Algorithm::IdaStar), Some(HeuristicName::Blind), 9, 0),
    way(
        Some(Algorithm::PrunedIdaStar),
        Some(HeuristicName::Misplaced),
        16,
        0,
    ),
    way(
        Some(Algorithm::AStar),
        Some(HeuristicName::Misplaced),
        16,
        0,
    ),
    way(Some(Algorithm::AStar), Some(HeuristicName::Blind), 10, 0),
    way(Some(Algorithm::BreadthFirst), None, 10, 0),
    way(Some(Algorithm::IterativeDeepening), None, 9, 0),
    way(Some(Algorithm::Bidirectional), None, 16, 0),
    way(Some(Algorithm::UniformCost), None, 10, 0),
    way(Some(Algorithm::Nbs), None, 16, 0),
    way(Some(Algorithm::Nbs), Some(HeuristicName::Blind), 14, 0),
];

const SLIDING: [Way; 22] = [
    way(None, None, ALL, 16),
    // The tables of 3x4 and 4x3 have 240 million entries each.
    way(Some(Algorithm::Table), None, ALL, 9),
    way(Some(Algorithm::IdaStar), None, ALL, 16),
    way(
        Some(Algorithm::IdaStar),
        Some(HeuristicName::LinearConflict),
        ALL,
        16,
    ),
    way(
        Some(Algorithm::IdaStar),
        Some(HeuristicName::Manhattan),
        ALL,
        16,
    ),
    way(
        Some(Algorithm::IdaStar),
        Some(HeuristicName::Pattern),
        ALL,
        12,
    ),
    way(
        Some(Algorithm::IdaStar),
        Some(HeuristicName::Misplaced),
        22,
        12,
    ),
    way(Some(Algorithm::IdaStar), Some(HeuristicName::Blind), 14, 9),
    way(Some(Algorithm::PrunedIdaStar), None, ALL, 16),
    way(
        Some(Algorithm::PrunedIdaStar),
        Some(HeuristicName::Pattern),
        ALL,
        12,
    ),
    way(
        Some(Algorithm::PrunedIdaStar),
        Some(HeuristicName::Blind),
        18,
        9,
    ),
    way(
        Some(Algorithm::AStar),
        Some(HeuristicName::LinearConflict),
        ALL,
        16,
    ),
    way(
        Some(Algorithm::AStar),
        Some(HeuristicName::Manhattan),
        ALL,
        16,
    ),
    way(Some(Algorithm::AStar), Some(HeuristicName::Pattern), ALL, 9),
    way(
        Some(Algorithm::AStar),
        Some(HeuristicName::Misplaced),
        24,
        9,
    ),
    way(Some(Algorithm::BreadthFirst), None, 18, 9),
    way(Some(Algorithm::IterativeDeepening), None, 14, 9),
    way(Some(Algorithm::Bidirectional), None, 24, 9),
    way(Some(Algorithm::UniformCost), None, 18, 9),
    way(Some(Algorithm::Nbs), None, ALL, 16),
    way(Some(Algorithm::Nbs), Some(HeuristicName::Misplaced), 24, 9),
    way(Some(Algorithm::Nbs), Some(HeuristicName::Blind), 20, 9),
];

impl Way {
    fn takes(&self, reference: &Reference) -> bool {
        let cells = if reference.puzzle.starts_with("sliding:") {
            common::tiles(&reference.start).len()
        } else {
            0
        };
        reference
            .distance
            .is_none_or(|distance| distance <= self.moves)
            && cells <= self.cells
    }

    fn request(&self, tie: Tie) -> Request {
        Request {
            algorithm: self.algorithm,
            heuristics: self.heuristic_name.into_iter().collect(),
            tie: Some(tie),
            ..common::as_json()
        }
    }

    /// The methods that answers may report.
    fn methods(&self, puzzle: &str) -> Vec<&'static str> {
        match (self.algorithm, puzzle) {
            (None, "knights") => vec!["half-way", "table"],
            (None, _) => vec!["table", "half-way", "ida-star", "pruned-ida-star"],
            (Some(algorithm), _) => vec![algorithm.name()],
        }
    }
}

/// The lines of a group within a way's limits, and the answers to them.
fn answers(group: &[Reference], way: &Way, tie: Tie) -> Vec<(Reference, Value)> {
    let taken: Vec<Reference> = group
        .iter()
        .filter(|line| way.takes(line))
        .cloned()
        .collect();
    let Some(first) = taken.first() else {
        return Vec::new();
    };
    let boards: Vec<&str> = taken.iter().map(|line| line.start.as_str()).collect();
    let mut session = common::session(&first.puzzle, first.goal.as_deref(), &way.request(tie));
    let answers = common::json(&mut session, &boards.join("\n"));
    assert_eq!(answers.len(), taken.len());
    taken.into_iter().zip(answers).collect()
}

/// Checks the least answers to the lines of each way, and returns their numbers.
fn check(lines: Vec<Reference>, ways: &[Way]) -> Vec<usize> {
    let groups = common::by_goal(lines);
    let each = |way: &Way| {
        let mut count = 0;
        for (line, answer) in groups
            .iter()
            .flat_map(|group| answers(group, way, Tie::Least))
        {
            count += 1;
            assert_eq!(answer["board"], line.start);
            assert_eq!(
                answer["distance"].as_u64(),
                line.distance.map(u64::from),
                "{line:?}: {answer}"
            );
            let method = answer["method"].as_str().unwrap();
            if line.distance.is_none() {
                assert_eq!(
                    (&answer["solvable"], method),
                    (&Value::Bool(false), "parity")
                );
                continue;
            }
            assert!(
                way.methods(&line.puzzle).contains(&method),
                "{line:?}: {answer}"
            );
            assert_eq!(answer["moves"], line.moves, "{line:?}: {answer}");
            assert_eq!(answer["goal"].as_str(), line.reached.as_deref());
            assert_eq!(answer["proven"], true);
            assert!(line.is_solved_by(&line.moves));
        }
        count
    };
    ways.iter().map(each).collect()
}

/// Checks that answers under the tie order "any" have the right length and solve their boards.
fn check_any(lines: Vec<Reference>, ways: &[Way]) {
    let groups = common::by_goal(lines);
    for way in ways {
        for (line, answer) in groups
            .iter()
            .flat_map(|group| answers(group, way, Tie::Any))
        {
            assert_eq!(
                answer["distance"].as_u64(),
                line.distance.map(u64::from),
                "{line:?}: {answer}"
            );
            let Some(distance) = line.distance else {
                continue;
            };
            let moves = answer["moves"].as_str().unwrap();
            assert!(line.is_solved_by(moves), "{line:?}: {answer}");
            let count = match line.puzzle.as_str() {
                "knights" => moves.split_whitespace().count(),
                _ => moves.len(),
            };
            assert_eq!(count, distance as usize, "{line:?}: {answer}");
        }
    }
}

/// Checks the judge's format `plain`: the number of moves, then the moves.
fn check_plain(lines: Vec<Reference>) {
    let request = Request {
        to: Some("plain".to_owned()),
        tie: Some(Tie::Least),
        ..Request::default()
    };
    for group in common::by_goal(lines) {
        let boards: Vec<&str> = group.iter().map(|line| line.start.as_str()).collect();
        let expected: String = group
            .iter()
            .map(|line| match line.distance {
                None => "unsolvable\n".to_owned(),
                Some(0) => "0\n".to_owned(),
                Some(distance) => format!("{distance} {}\n", line.moves),
            })
            .collect();
        let mut session = common::session(&group[0].puzzle, group[0].goal.as_deref(), &request);
        assert_eq!(common::text(&mut session, &boards.join(" ")), expected);
    }
}

#[test]
fn rotation_least() {
    let lines = common::rotation();
    let count = lines.len();
    let checked = check(lines, &ROTATION);
    assert_eq!(checked[..2], [count, count]);
    assert!(checked.iter().all(|&checked| checked > 40), "{checked:?}");
}

#[test]
fn rotation_any() {
    check_any(common::rotation(), &ROTATION);
}

#[test]
fn rotation_plain() {
    check_plain(common::rotation());
}

#[test]
fn knights_least() {
    let checked = check(common::knights(), &KNIGHTS);
    assert!(checked.iter().all(|&checked| checked > 40), "{checked:?}");
}

#[test]
fn knights_any() {
    check_any(common::knights(), &KNIGHTS);
}

#[test]
fn sliding_least() {
    let lines = common::sliding();
    let count = lines.len();
    let checked = check(lines, &SLIDING);
    assert_eq!(checked[0], count);
    assert!(checked.iter().all(|&checked| checked > 150), "{checked:?}");
}

#[test]
fn sliding_any() {
    check_any(common::sliding(), &SLIDING);
}

#[test]
fn sliding_plain() {
    check_plain(common::sliding());
}

/// If moves are not requested, each solver returns only the distance.
#[test]
fn distances_alone() {
    let options = Options {
        moves: false,
        ..Options::default()
    };
    let rotation = Puzzle::open("rotation").unwrap();
    for line in common::rotation() {
        let start = rotation.board(&line.start).unwrap();
        let answer = rotation.solve(&start, &options).unwrap();
        assert_eq!(answer.verdict, Verdict::Solved(line.distance.unwrap()));
        assert!(answer.moves.is_empty());
    }
    for (lines, to, limit) in [
        (common::sliding(), "leetcode773", ALL),
        (common::knights(), "scoi2005", 15),
    ] {
        for group in common::by_goal(lines) {
            let expected = group.iter().map(|line| {
                match line.distance.filter(|&distance| distance <= limit) {
                    Some(distance) => format!("{distance}\n"),
                    None => "-1\n".to_owned(),
                }
            });
            let boards: Vec<&str> = group.iter().map(|line| line.start.as_str()).collect();
            let request = Request {
                to: Some(to.to_owned()),
                ..Request::default()
            };
            let mut session = common::session(&group[0].puzzle, group[0].goal.as_deref(), &request);
            assert_eq!(
                common::text(&mut session, &boards.join("\n")),
                expected.collect::<String>()
            );
        }
    }
}
