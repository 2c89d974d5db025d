//! Boards that only a search shows to be unsolvable.

use fewest::compare::{Choice, ComparedBoard, Contest};
use fewest::{Options, Puzzle};
use fewest_text::{Input, TextOptions};

/// Moves that depend on the blank, and moves that do not.
const BOTH: &str = r#"
name = "both"
cells = "1 2 3 4"
pieces = "a b c*2"
blank = "b"
targets = "1-2"
[[move]]
name = "r"
cycles = "(4 2 3 1)"
[[goal]]
board = "a b c c"
"#;

#[test]
fn boards_that_a_search_had_exhausted_counted_as_unanswered() {
    let puzzle = Puzzle::from_toml(BOTH).unwrap();
    let contest = Contest {
        algorithms: Choice::These(vec!["breadth-first".to_owned()]),
        ..Contest::default()
    };
    let board = std::io::Cursor::new("c b a c\nb a c c\n");
    let mut inputs: Vec<Input> = vec![("boards".to_owned(), Box::new(board))];
    let (options, text) = (Options::default(), TextOptions::default());
    let cases = fewest_text::read_all(&puzzle, &options, &text, &mut inputs).unwrap();
    let comparison = puzzle.compare(&cases, &contest, &options);
    let comparison = comparison.unwrap();
    let unsolvable = comparison.boards.iter().map(ComparedBoard::is_unsolvable);
    assert_eq!(unsolvable.collect::<Vec<_>>(), [true, false]);
    assert_eq!(comparison.unanswered(), 0);
}
