//! Questions name their puzzle, so none is answered about another one.

use fewest_wasm::Session;
use serde_json::{Value, json};

fn answer(session: &mut Session, request: &Value) -> Value {
    serde_json::from_str(&session.answer(&request.to_string())).expect("JSON")
}

/// The board of a scramble.
fn board(session: &mut Session, of: u64, scramble: &str) -> Value {
    let read = json!({ "ask": "read", "of": of, "text": scramble, "format": "moves" });
    answer(session, &read)["reply"]["boards"][0]["board"].take()
}

#[test]
fn a_question_about_the_puzzle_opened_before_is_not_answered_about_this_one() {
    let mut session = Session::new(|_| ());
    let open = |of: Value, puzzle: &str| json!({ "ask": "open", "of": of, "puzzle": puzzle });
    for (of, puzzle) in [(1, "cube2"), (2, "cube2q")] {
        let opened = answer(&mut session, &open(of.into(), puzzle));
        assert_eq!(opened["reply"]["name"], puzzle);
    }
    // In cube2q, a half turn counts as two moves.
    let board = board(&mut session, 2, "R2 U2");
    let truth = |of: Value| json!({ "ask": "truth", "of": of, "board": board });
    let moves = |answer: &Value| answer["reply"]["verdict"]["distance"].as_u64();
    assert_eq!(moves(&answer(&mut session, &truth(2.into()))), Some(4));
    // Neither the puzzle before nor one without a name.
    for of in [json!(1), json!(3), Value::Null] {
        let refused = answer(&mut session, &truth(of));
        assert_eq!(refused["error"]["kind"], "closed", "{refused}");
    }
    // Its name opens it again.
    answer(&mut session, &open(1.into(), "cube2"));
    assert_eq!(moves(&answer(&mut session, &truth(1.into()))), Some(2));
    assert_eq!(
        answer(&mut session, &truth(2.into()))["error"]["kind"],
        "closed"
    );
    // A puzzle that could not be opened leaves the one before as it was.
    let wrong = answer(&mut session, &open(4.into(), "nothing"));
    assert_eq!(wrong["error"]["kind"], "input");
    assert_eq!(
        answer(&mut session, &truth(4.into()))["error"]["kind"],
        "closed"
    );
    assert_eq!(moves(&answer(&mut session, &truth(1.into()))), Some(2));
}
