//! Certificates that the page saves, verified by the checker.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fewest_wasm::Session;
use serde_json::{Value, json};

/// Moves without inverses, and several goals.
const ONE_WAY: &str = r#"
name = "one-way"
cells = 5
pieces = "a b*2 c*2"
move = [{ name = "on", shift = "1 2 3 4", one_way = true }, { name = "swap", cycles = "(2 4)(3 5)" }]
goal = [{ board = "a b b c c" }, { board = "c ? ? a b" }]
"#;

fn ask(session: &mut Session, request: &Value) -> Result<Value, String> {
    let mut answer: Value =
        serde_json::from_str(&session.answer(&request.to_string())).expect("JSON");
    match answer["error"]["message"].as_str() {
        Some(message) => Err(message.to_owned()),
        None => Ok(answer["reply"].take()),
    }
}

/// Verifies a proof with the checker. The verified claim comes without the puzzle's name.
fn checked(proof: &Value) -> Result<String, fewest_check::Failure> {
    let text = proof["text"].as_str().expect("a text");
    let tables = proof["tables"].as_array().expect("a list");
    let verified = fewest_check::check(text.as_bytes(), &mut |name, _| {
        let table = tables.iter().find(|table| table["name"] == name);
        let table = table.ok_or_else(|| format!("{name} is not there"))?;
        let bytes = table["bytes"].as_str().expect("a text");
        STANDARD.decode(bytes).map_err(|error| error.to_string())
    })?;
    let (_, claim) = verified.split_once(": ").expect("a name and a claim");
    Ok(format!("verified: {claim}"))
}

/// The certificate of a board's answer; null if it would need tables that are too large.
fn certificate(session: &mut Session, board: &Value) -> (Value, Value) {
    let truth = json!({ "ask": "truth", "board": board });
    let truth = ask(session, &truth).expect("a board");
    let is_solved = truth["verdict"]["kind"] == "solved";
    let solution = if is_solved {
        truth["solution"].clone()
    } else {
        Value::Null
    };
    let request =
        json!({ "ask": "certificate", "board": board, "solution": solution, "name": "proof" });
    let mut reply = ask(session, &request).expect("the answer is known");
    (truth, reply["proof"].take())
}

/// Checks the certificate of each of these boards.
fn certifies(open: &Value, boards: &[Value]) {
    let mut session = Session::new(|_| ());
    let puzzle = ask(&mut session, open).expect("a puzzle");
    for board in boards {
        let (truth, proof) = certificate(&mut session, board);
        let text = proof["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{board} of {open}: no certificate"));
        let symbols: Vec<String> = (board.as_array().expect("a list").iter())
            .map(Value::to_string)
            .collect();
        assert!(text.contains(&format!("\nboard {}\n", symbols.join(" "))));
        let expected = match truth["verdict"]["distance"].as_u64() {
            None => "verified: no moves solve the board".to_owned(),
            Some(0) => "verified: the board is solved".to_owned(),
            Some(1) => "verified: 1 move is enough, and 0 are not".to_owned(),
            Some(moves) => format!(
                "verified: {moves} moves are enough, and {} are not",
                moves - 1
            ),
        };
        assert_eq!(checked(&proof), Ok(expected), "{}: {text}", puzzle["name"]);
    }
}

#[test]
fn of_sliding_tiles() {
    let boards = [
        json!([1, 2, 3, 4, 5, 6, 7, 8, 0]),
        json!([1, 2, 3, 4, 5, 6, 7, 0, 8]),
        json!([8, 6, 7, 2, 5, 4, 3, 0, 1]),
        json!([2, 1, 3, 4, 5, 6, 7, 8, 0]),
    ];
    certifies(&json!({ "ask": "open", "puzzle": "eight" }), &boards);
    let goal = json!([8, 6, 7, 2, 5, 4, 3, 0, 1]);
    certifies(
        &json!({ "ask": "open", "puzzle": "eight", "goal": goal }),
        &boards[..1],
    );
}

#[test]
fn of_one_way_moves() {
    let boards: Vec<Value> = ["01122", "20112", "22011", "12012", "21201", "12210"]
        .iter()
        .map(|row| row.bytes().map(|byte| byte - b'0').collect())
        .collect();
    certifies(&json!({ "ask": "open", "definition": ONE_WAY }), &boards);
}

/// The bound of a puzzle without a table: the page need not search again.
#[test]
fn of_moves_known_to_the_page() {
    let mut session = Session::new(|_| ());
    let fifteen = ask(&mut session, &json!({ "ask": "open", "puzzle": "fifteen" }));
    let mut board = fifteen.expect("a puzzle")["solved"].clone();
    let swapped = board.as_array_mut().expect("a list");
    swapped.swap(15, 14);
    swapped.swap(14, 13);
    let (truth, proof) = certificate(&mut session, &board);
    assert_eq!(truth["verdict"]["distance"], 2);
    let verified = "verified: 2 moves are enough, and 1 are not".to_owned();
    assert_eq!(checked(&proof), Ok(verified));
    let mut certify = |solution: Value| {
        let request =
            json!({ "ask": "certificate", "board": board, "solution": solution, "name": "proof" });
        ask(&mut session, &request)
    };
    let problem = "the solution has a move that is not legal".to_owned();
    assert_eq!(certify(json!([0, 0, 0, 0])), Err(problem.clone()));
    assert_eq!(certify(json!([200])), Err(problem));
    // What is false is not certified.
    let proof = &certify(Value::Null).expect("a board")["proof"];
    assert!(proof.is_null() || checked(proof).is_err(), "{proof}");
}

/// Boards that are too far away for a plain search: a table for each goal, or one for all goals.
#[test]
fn with_tables() {
    for (name, tables) in [("rotation", 3), ("skewb", 1)] {
        let mut session = Session::new(|_| ());
        ask(&mut session, &json!({ "ask": "open", "puzzle": name })).expect("a puzzle");
        let deal = json!({ "ask": "deal", "wanted": { "moves": 9 }, "seed": 1 });
        let board = &ask(&mut session, &deal).expect("a board")["board"];
        let (_, proof) = certificate(&mut session, board);
        let found = proof["tables"].as_array().expect("a list");
        assert_eq!(found.len(), tables, "{name}");
        assert_eq!(found[0]["name"], "proof.0");
        let verified = "verified: 9 moves are enough, and 8 are not".to_owned();
        assert_eq!(checked(&proof), Ok(verified), "{name}");
    }
}

/// A table of some corners guides a short search. A longer one would need a larger table.
#[test]
fn not_with_large_tables() {
    let mut session = Session::new(|_| ());
    let open = json!({ "ask": "open", "puzzle": "cube3" });
    let cube = ask(&mut session, &open).expect("a puzzle");
    let scrambles = [
        ("R U F L", true),
        ("R U F L D B R U", true),
        ("R U F L D B R U F L D B R U F L", false),
    ];
    for (moves, is_certified) in scrambles {
        let request = json!({ "ask": "read", "format": "moves", "text": moves });
        let read = ask(&mut session, &request).expect("a scramble");
        let board = &read["boards"][0]["board"];
        // The inverses, in the opposite order.
        let names = cube["moves"].as_array().expect("names");
        let place = |name: &str| names.iter().position(|other| other == &format!("{name}'"));
        let solution: Vec<usize> = moves.split(' ').rev().filter_map(place).collect();
        let request =
            json!({ "ask": "certificate", "board": board, "solution": solution, "name": "proof" });
        let proof = &ask(&mut session, &request).expect("a certificate or none")["proof"];
        assert_eq!(!proof.is_null(), is_certified, "{moves}");
        if is_certified {
            let length = solution.len();
            let verified = format!(
                "verified: {length} moves are enough, and {} are not",
                length - 1
            );
            assert_eq!(checked(proof), Ok(verified));
        }
    }
}
