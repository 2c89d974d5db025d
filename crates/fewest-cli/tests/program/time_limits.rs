//! `--max-time` limits a board with all its attempts, not each attempt.

use std::time::{Duration, Instant};

use crate::common::{Run, file, solve};
use crate::limits::HARD;

/// The duration and result of a run.
fn timed(arguments: &str, boards: &str) -> (Duration, Run) {
    let begun = Instant::now();
    let run = solve(arguments, boards);
    (begun.elapsed(), run)
}

/// Each of them took twice as long: a light search, pattern databases, and a search with these. The
/// margin is for machines that are busy.
#[test]
fn a_batch_of_hard_boards() {
    let time = Duration::from_millis(1500);
    for boards in [1u32, 4] {
        let text = HARD.repeat(boards as usize);
        let options = "twentyfour --from plain --goal blank-first --threads 1 --max-time 1500ms";
        let (taken, run) = timed(options, &text);
        assert_eq!(run.code, 1, "{run:?}");
        let allowed = time * boards + time / 2;
        assert!(taken < allowed, "{boards} boards took {taken:?}");
    }
}

/// Regression: a definition's tables that take too long are skipped; this was an error.
#[test]
fn a_definition_whose_table_takes_too_long() {
    let sixteen = file("puzzles/knights.toml");
    let options = format!("{} --max-time 300ms --threads 1", sixteen.display());
    let board = "011110011100*100011000011\n";
    let (taken, run) = timed(&options, &board.repeat(3));
    assert!(matches!(run.code, 0 | 1), "{run:?}");
    assert!(taken < Duration::from_millis(2500), "{taken:?}");
}
