//! Answers that are read off what a search knows, watched step by step.

use fewest::catalogue::{self, Choice, Contest, Input, Request, Told};
use fewest::solver::Guide;

/// Moves of the blank that lead to one cell from two, so that it is looked for which way is the first.
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
fn boards_of_an_answer_that_was_read_off_were_told_as_expanded() {
    let face = catalogue::define(RING).unwrap();
    let contest = Contest {
        algorithms: Choice::These(vec!["breadth-first".to_owned()]),
        guides: Choice::These(vec![Guide::Blind]),
        ..Contest::default()
    };
    let board = std::io::Cursor::new("b a b b b\n");
    let mut inputs: Vec<Input> = vec![("boards".to_owned(), Box::new(board))];
    let mut told = 0;
    let request = Request::default();
    let (trial, answer) = face
        .step(&request, &contest, &mut inputs, &mut |event| {
            told += u64::from(matches!(event, Told::Expanded { .. }));
        })
        .unwrap();
    assert_eq!((trial.outcome.statistics.expanded, told), (2, 2));
    assert_eq!(answer.as_deref(), Some("34"));
}
