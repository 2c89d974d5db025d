//! Reasons and names in replies are those of the library.

use fewest::{Options, Puzzle};
use fewest_wasm::Session;
use serde_json::{Value, json};

/// The reply to `truth` about a board in a text, with the puzzle that the text is for.
fn truth(name: &str, text: &str) -> (Puzzle, fewest::Board, Value) {
    let puzzle = Puzzle::open(name).expect("a puzzle");
    let board = puzzle.board(text).expect("a board");
    let mut session = Session::new(|_| ());
    let mut reply = Value::Null;
    for request in [
        json!({ "ask": "open", "puzzle": name }),
        json!({ "ask": "truth", "board": board.symbols() }),
    ] {
        let answer = session.answer(&request.to_string());
        let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer["error"].is_null(), "{request}: {answer}");
        reply = answer["reply"].take();
    }
    (puzzle, board, reply)
}

#[test]
fn only_the_program_knew_why_a_board_cannot_be_solved() {
    let text = "o b g g w o w o y w r b r g b y r y w r g";
    let (puzzle, board, reply) = truth("cube2", text);
    let why = "No piece has `g` on U3, `o` on L2 and `w` on F1.";
    assert_eq!(reply["verdict"]["why"], why);
    // After a move, the impossible piece is in another place.
    let next = reply["moves"].as_array().expect("moves");
    assert_eq!(next.len(), puzzle.model().moves.len());
    for (m, next) in puzzle.legal_moves(&board).into_iter().zip(next) {
        let after = puzzle.after(&board, m).expect("a legal move");
        let answer = puzzle
            .solve(&after, &Options::default())
            .expect("an answer");
        let why = answer.why_in_words(puzzle.model(), after.symbols());
        let found = next["verdict"]["why"].as_str().expect("a reason");
        assert!(found.eq_ignore_ascii_case(&format!("{why}.")), "{found}");
    }
}

#[test]
fn moves_of_knights_had_names_that_nothing_read() {
    let text = "1 1 1 1 1 0 1 1 1 1 0 0 0 1 1 0 0 0 0 1 0 0 * 0 0";
    let (puzzle, board, reply) = truth("knights", text);
    let names = reply["names"].as_array().expect("names");
    let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
    assert_eq!(
        reply["solution"].as_array().map(Vec::len),
        Some(names.len())
    );
    assert!(!names.is_empty());
    let read = fewest_text::moves(&puzzle, &board, &names.join(" ")).expect("they are moves");
    assert_eq!(puzzle.moves_text(&board, &read), names.join(" "));
    // The names of the definition are also read.
    let own: Vec<&str> = read
        .iter()
        .map(|m| &*puzzle.model().moves[m.index()])
        .collect();
    assert_eq!(
        fewest_text::moves(&puzzle, &board, &own.join(" ")),
        Ok(read)
    );
}
