//! Symbols and moves that JSON has to escape.

use fewest::{Draw, Options, Pool, Puzzle};
use fewest_text::{Session, TextOptions};
use serde_json::Value;

const QUOTES: &str = r#"
name = "quotes"
cells = 3
pieces = '" \ a'
[[move]]
name = '\'
shift = "1 2 3"
[[move]]
name = '"'
shift = "1 2"
[[goal]]
board = 'a \ "'
"#;

#[test]
fn quotes_and_backslashes_in_boards_and_moves_were_not_escaped_in_json() {
    let puzzle = Puzzle::from_toml(QUOTES).unwrap();
    let options = Options::default();
    let text = TextOptions {
        to: Some("json".to_owned()),
        steps: true,
        ..TextOptions::default()
    };
    let mut session = Session::new(&puzzle, options.clone(), text.clone()).unwrap();
    let mut output = Vec::new();
    let mut board = "\\ \" a".as_bytes();
    session.run("boards", &mut board, &mut output).unwrap();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["board"], "\\ \" a");
    assert_eq!(answer["goal"], "a \\ \"");
    let steps = answer["steps"].as_array().unwrap();
    assert_eq!(steps.last().unwrap(), "a \\ \"");
    let distance = answer["distance"].as_u64().unwrap();
    assert_eq!(answer["moves"].as_str().unwrap().len() as u64, distance);
    let draw = Draw {
        pool: Pool::Moves(0, 0),
        count: 1,
        seed: 0,
        distinct: true,
    };
    output.clear();
    fewest_text::generate(&puzzle, &draw, &options, &text, &mut output).unwrap();
    let drawn: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(drawn["board"], "a \\ \"");
}
