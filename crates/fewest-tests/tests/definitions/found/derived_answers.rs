//! Answers derived from what a search knows, watched step by step.

use fewest::compare::{Choice, Contest, Shown};
use fewest::solver::HeuristicName;
use fewest::{Options, Puzzle};
use fewest_text::{Input, TextOptions};

/// Moves of the blank that lead to one cell from two, so that the first path must be searched.
const RING: &str = r#"
name = "ring"
cells = 5
pieces = "a b*4"
blank = "a"
targets = "5-4 4-3 1-4 3-2 2-5"
[[goal]]
same = ["3 2", "1 5"]
"#;

#[test]
fn boards_of_a_derived_answer_were_reported_as_expanded() {
    let puzzle = Puzzle::from_toml(RING).unwrap();
    let contest = Contest {
        algorithms: Choice::These(vec!["breadth-first".to_owned()]),
        heuristic_names: Choice::These(vec![HeuristicName::Blind]),
        ..Contest::default()
    };
    let board = std::io::Cursor::new("b a b b b\n");
    let mut inputs: Vec<Input> = vec![("boards".to_owned(), Box::new(board))];
    let mut shown = 0;
    let (options, text) = (Options::default(), TextOptions::default());
    let cases = fewest_text::read_all(&puzzle, &options, &text, &mut inputs).unwrap();
    let (trial, answer) = puzzle
        .step(&cases, &contest, &options, &mut |event| {
            shown += u64::from(matches!(event, Shown::Expanded { .. }));
        })
        .unwrap();
    assert_eq!((trial.outcome.statistics.expanded, shown), (2, 2));
    assert_eq!(answer.as_deref(), Some("34"));
}
