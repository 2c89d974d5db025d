//! Limits of moves, nodes, time and memory: honest lines and exit code 1.

use std::time::{Duration, Instant};

use crate::common::{SEARCHES, solve};

/// 31 moves from the goal, the greatest distance for its size.
const FAR: &str = "8 6 7 2 5 4 3 x 1\n";
const NEAR: &str = "1 2 3 4 5 6 7 x 8\n";
/// A board that can't be solved in a few seconds.
pub const HARD: &str = "17 1 20 9 16 2 22 19 14 5 15 21 0 3 24 23 18 13 12 7 10 8 6 4 11\n";

#[track_caller]
fn limited(arguments: &str, text: &str, stdout: &str) {
    let run = solve(arguments, text);
    assert_eq!((run.stdout.as_str(), run.code), (stdout, 1), "{run:?}");
    let needs = "note: 1 board needs more ";
    assert!(run.stderr.starts_with(needs), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn moves() {
    limited(
        "eight --max-moves 5",
        &format!("{FAR}{NEAR}"),
        "more than 5 moves\nr\n",
    );
    limited("eight --max-moves 1", FAR, "more than 1 move\n");
    limited("eight --max-moves 0", NEAR, "more than 0 moves\n");
    limited(
        "eight --max-moves 30 --method ida-star",
        FAR,
        "more than 30 moves\n",
    );
    limited(
        "eight --max-moves 30 --method breadth-first",
        FAR,
        "more than 30 moves\n",
    );
    limited(
        "eight --max-moves 30 --method a-star",
        FAR,
        "more than 30 moves\n",
    );
    solve("eight --max-moves 31 --to p1379", FAR).gives("31\n");
    limited(
        "rotation --max-moves 1",
        "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
        "more than 1 move\n",
    );
    // The smaller of both limits applies.
    let knights = "1\n10110\n01 11\n10111\n01001\n00000\n";
    limited(
        "knights --max-moves 6",
        knights,
        "Unsolvable in less than 7 move(s).\n",
    );
    solve("knights --max-moves 7", knights).gives("Solvable in 7 move(s).\n");
    limited(
        "knights --max-moves 99",
        "1\n11111\n01 11\n00010\n10110\n00000\n",
        "Unsolvable in less than 11 move(s).\n",
    );
    // Unsolvable is an answer.
    solve("eight --max-moves 3", "1 2 3 4 5 6 8 7 x").gives("unsolvable\n");
}

/// In formats where -1 means unsolvable, or more moves than the judge asks for, nothing else is
/// written as -1.
#[test]
fn a_limit_of_moves_looked_like_an_answer() {
    let run = solve(
        "eight --from p1379 --max-moves 5",
        "812734560\n123804765\n123804756\n016523847\n",
    );
    assert_eq!(run.stdout, "more than 5 moves\n0\n-1\nmore than 5 moves\n");
    assert_eq!(
        run.other_notes(),
        "note: 2 boards need more than 5 moves, the most that --max-moves allows\n"
    );
    assert_eq!(run.code, 1);
    limited(
        "sliding:3x2 --max-moves 4",
        "[[4,1,2],[5,0,3]]\n",
        "more than 4 moves\n",
    );
    limited(
        "eight --from hackerrank --max-moves 1",
        "3\n1 2 0 3 4 5 6 7 8\n",
        "more than 1 move\n",
    );
    limited(
        "eight --max-moves 1",
        "1\n12X453786\n12345678X\n",
        "Case 1: more than 1 move\n\n",
    );
    let seven = "1\n10110\n01*11\n10111\n01001\n00000\n";
    limited("knights --max-moves 6", seven, "more than 6 moves\n");
    // Beyond the judge's limit, its answer is -1, unless the user allows more moves.
    let eighteen = "1\n01011\n110*1\n01110\n01010\n00100\n";
    solve("knights", eighteen).gives("-1\n");
    limited("knights --max-moves 20", eighteen, "-1\n");
    limited("knights --max-moves 15", eighteen, "-1\n");
    limited("knights --max-moves 14", eighteen, "more than 14 moves\n");
}

/// The bounds of an answer like `at least 31 moves, at most 35: MOVES`, where `truth` is the distance
/// or more.
fn are_bounds(answer: &str, truth: u32) -> bool {
    let Some((at_least, rest)) = answer.split_once(" moves") else {
        return false;
    };
    let at_least = at_least.parse::<u32>();
    let is_below = at_least.is_ok_and(|bound| (1..=truth).contains(&bound));
    let Some((at_most, moves)) = rest
        .strip_prefix(", at most ")
        .and_then(|rest| rest.split_once(": "))
    else {
        return is_below && rest == "\n";
    };
    let has_words = moves.trim_end().contains(' ');
    let moves = if has_words {
        moves.split_whitespace().count()
    } else {
        moves.trim_end().len()
    };
    is_below && at_most == moves.to_string()
}

/// A proven lower bound is at most the distance.
#[track_caller]
fn stopped(arguments: &str, text: &str, what: &str, truth: u32) {
    let run = solve(arguments, text);
    let note = "note: 1 board was not solved within the limits of nodes, time and memory\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, note), "{run:?}");
    let prefix = format!("stopped by the {what} limit: at least ");
    let bounds = run.stdout.strip_prefix(&prefix);
    assert!(
        bounds.is_some_and(|bounds| are_bounds(bounds, truth)),
        "{run:?}"
    );
}

#[test]
fn nodes() {
    for method in SEARCHES {
        stopped(
            &format!("eight --max-nodes 50 --method {method}"),
            FAR,
            "node",
            31,
        );
    }
    stopped(
        "twentyfour --from plain --max-nodes 100000",
        HARD,
        "node",
        200,
    );
    stopped(
        "knights --to plain --max-nodes 1000",
        "1\n01011\n110*1\n01110\n01010\n00100\n",
        "node",
        18,
    );
}

#[test]
fn time() {
    let start = Instant::now();
    stopped(
        "twentyfour --from plain --max-time 200ms --to plain",
        HARD,
        "time",
        200,
    );
    assert!(start.elapsed() < Duration::from_secs(10));
    let run = solve(
        "twentyfour --from plain --max-time 100ms --to plain",
        format!("{HARD}{HARD}"),
    );
    assert_eq!((run.code, run.stdout.lines().count()), (1, 2));
}

/// A table that pays for many boards is not built if that takes longer than the time for a board.
#[test]
fn time_for_building() {
    let start = Instant::now();
    let easy = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 24\n";
    let run = solve(
        "twentyfour --from plain --max-time 50ms --to plain",
        easy.repeat(8) + &HARD.repeat(40),
    );
    let note = "note: 40 boards were not solved within the limits of nodes, time and memory\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, note));
    let stopped = "stopped by the time limit: at least ";
    assert_eq!(run.stdout.matches(stopped).count(), 40);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn memory() {
    stopped(
        "fifteen --from plain --method a-star --memory 1M",
        "15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 0",
        "memory",
        80,
    );
    stopped(
        "eight --method breadth-first --memory 100K",
        FAR,
        "memory",
        31,
    );
}
