//! The description of a puzzle of blocks: what the page needs to draw them and to name their moves.

use fewest_wasm::Session;
use serde_json::{Value, json};

fn ask(session: &mut Session, request: &Value) -> Value {
    let answer: Value = serde_json::from_str(&session.answer(&request.to_string())).expect("JSON");
    assert_eq!(answer["error"], Value::Null);
    answer["reply"].clone()
}

fn numbers(list: &Value) -> Vec<usize> {
    let numbers = list.as_array().into_iter().flatten();
    numbers.filter_map(number).collect()
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// The board after a move, the cell where the block was, and the directions of its turn.
fn made(puzzle: &Value, board: &[usize], m: usize) -> (Vec<usize>, usize, String) {
    let is_met = |need: &Value| numbers(need)[1] == board[numbers(need)[0]];
    let turns = puzzle["turns"].as_array().expect("turns");
    let turn = turns.iter().find(|turn| {
        let mut needs = turn["needs"].as_array().into_iter().flatten();
        turn["move"] == m && needs.all(is_met)
    });
    let turn = turn.expect("a legal move");
    let needs = turn["needs"].as_array().into_iter().flatten().map(numbers);
    let first = needs.into_iter().find(|need| need[1] > 0);
    let from = numbers(&turn["from"]);
    let after = from.iter().map(|cell| board[*cell]).collect();
    let way = turn["way"].as_str().expect("directions").to_owned();
    (after, first.expect("a block")[0], way)
}

/// From the letters of the kinds and the directions of turns, the page finds the names in solutions.
#[test]
fn letters_and_directions_are_the_names_of_moves() {
    let mut session = Session::new(|_| ());
    for (of, name) in ["klotski", "quzzle", "traffic", "elbows", "pillars"]
        .into_iter()
        .enumerate()
    {
        let puzzle = ask(
            &mut session,
            &json!({ "ask": "open", "of": of, "puzzle": name }),
        );
        let mut board = numbers(&puzzle["home"]);
        let truth = ask(
            &mut session,
            &json!({ "ask": "truth", "of": of, "board": board }),
        );
        let kinds = puzzle["blocks"]["kinds"].as_array().expect("kinds");
        // Only the letter of the first part is needed.
        let mut letters = vec!['?'; board.len()];
        for kind in kinds {
            let symbol = number(&kind["symbol"]).expect("a symbol");
            let cells = (0..board.len()).filter(|cell| board[*cell] == symbol);
            for (cell, letter) in cells.zip(kind["letters"].as_str().unwrap_or_default().chars()) {
                letters[cell] = letter;
            }
        }
        let mut names = Vec::new();
        for m in numbers(&truth["solution"]) {
            let (after, first, way) = made(&puzzle, &board, m);
            names.push(format!("{}{way}", letters[first]));
            let symbol = board[first];
            let letter = std::mem::replace(&mut letters[first], '?');
            let to = (0..board.len()).find(|to| after[*to] == symbol && board[*to] != symbol);
            letters[to.expect("the block moves")] = letter;
            board = after;
        }
        assert_eq!(json!(names), truth["names"], "{name}");
    }
}

#[test]
fn kinds_have_letters_and_shapes() {
    let mut session = Session::new(|_| ());
    let puzzle = ask(&mut session, &json!({ "ask": "look", "puzzle": "klotski" }));
    let blocks = &puzzle["blocks"];
    assert_eq!([&blocks["width"], &blocks["height"]], [4, 5]);
    let expected = json!([
        { "letters": "ACDF", "symbol": 1, "parts": [[0, 0], [1, 0]] },
        { "letters": "B", "symbol": 3, "parts": [[0, 0], [0, 1], [1, 0], [1, 1]] },
        { "letters": "E", "symbol": 7, "parts": [[0, 0], [0, 1]] },
        { "letters": "GHIJ", "symbol": 9, "parts": [[0, 0]] },
    ]);
    assert_eq!(blocks["kinds"], expected);
    let puzzle = ask(&mut session, &json!({ "ask": "look", "puzzle": "eight" }));
    assert_eq!(puzzle["blocks"], Value::Null);
    assert_eq!(puzzle["home"], puzzle["solved"]);
}
