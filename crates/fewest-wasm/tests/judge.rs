//! Other programs' answers, judged one by one: each verdict is the same for the answer without the
//! others.

use fewest::{Options, Puzzle};
use fewest_text::{Judgement, Session as TextSession, TextOptions};
use fewest_wasm::Session;
use serde_json::{Value, json};

const ROTATION: [&str; 4] = [
    "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n",
    "1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1\n",
    "3 2 1 2 3 3 1 2 2 3 2 3 1 1 3 1 2 1 1 2 3 2 3 1\n",
    "3 3 2 1 2 2 3 1 1 1 3 2 2 1 2 3 2 3 1 3 3 2 1 1\n",
];
/// The second board can't be solved, and the third one is.
const EIGHT: [&str; 4] = [
    "1 2 3 4 x 5 7 8 6\n",
    "2 1 3 4 5 6 7 8 x\n",
    "1 2 3 4 5 6 7 8 x\n",
    "2 3 4 1 5 x 7 6 8\n",
];

fn reply(session: &mut Session, request: &Value) -> Value {
    let answer = session.answer(&request.to_string());
    let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["reply"].take()
}

/// The judge's answer to one board.
fn solved(puzzle: &Puzzle, board: &str) -> String {
    let mut session =
        TextSession::new(puzzle, Options::default(), TextOptions::default()).expect("a session");
    let mut answer = Vec::new();
    session
        .run("board", &mut board.as_bytes(), &mut answer)
        .expect("a board");
    String::from_utf8(answer).expect("text")
}

fn is_right(puzzle: &Puzzle, board: &str, answer: &str) -> bool {
    let (options, text) = (Options::default(), TextOptions::default());
    let (board, answer) = (&mut board.as_bytes(), &mut answer.as_bytes());
    let judgement = fewest_text::check(
        puzzle,
        &options,
        &text,
        None,
        ("board", board),
        ("answer", answer),
    );
    judgement.expect("a board") == Judgement::Right(1)
}

/// Judges every output made of the boards' own and their neighbours' answers.
fn agrees(name: &str, boards: [&str; 4], end: &str) {
    let puzzle = Puzzle::open(name).expect("a puzzle");
    let mut session = Session::new(|_| ());
    reply(&mut session, &json!({ "ask": "open", "puzzle": name }));
    let alone = |board: &str| format!("{board}{end}");
    let answers = boards.map(|board| solved(&puzzle, &alone(board)));
    let text = alone(&boards.concat());
    let mut verdicts = [0, 0];
    for taken in 0..16 {
        let from = |place: usize| (place + (taken >> place & 1)) % 4;
        let output: String = (0..4).map(|place| answers[from(place)].as_str()).collect();
        let request = json!({ "ask": "judge", "text": text, "output": output });
        let judged = reply(&mut session, &request);
        assert_eq!(judged["judged"], 4);
        let wrong: Vec<u64> = (0..4)
            .filter(|&place| !is_right(&puzzle, &alone(boards[place]), &answers[from(place)]))
            .map(|place| place as u64 + 1)
            .collect();
        let mistakes = judged["mistakes"].as_array().expect("a list").iter();
        let found: Vec<u64> = mistakes.filter_map(|own| own["board"].as_u64()).collect();
        assert_eq!(found, wrong, "{name}: {output}");
        verdicts[usize::from(wrong.is_empty())] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 0), "{verdicts:?}");
}

#[test]
fn each_answer_is_judged_as_if_alone() {
    agrees("rotation", ROTATION, "0\n");
    agrees("eight", EIGHT, "");
}

/// The verdicts on an output for two boards of the 8-puzzle, each one move from its goal: the
/// number judged, and board and line of each mistake, 0 for no board.
fn verdicts(output: &str, policy: &Value) -> (u64, Vec<(u64, u64)>) {
    let mut session = Session::new(|_| ());
    reply(&mut session, &json!({ "ask": "open", "puzzle": "eight" }));
    let text = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 x 7 8 6\n";
    let request = json!({ "ask": "judge", "text": text, "output": output, "policy": policy });
    let judged = reply(&mut session, &request);
    let mistakes = judged["mistakes"].as_array().expect("a list").iter();
    let mistakes = mistakes.map(|own| {
        let line = own["place"]["line"].as_u64().expect("a line");
        (own["board"].as_u64().unwrap_or(0), line)
    });
    (
        judged["judged"].as_u64().expect("a number"),
        mistakes.collect(),
    )
}

#[test]
fn policies_and_ends() {
    let right = |boards| (boards, vec![]);
    assert_eq!(verdicts("r\nd\n", &Value::Null), right(2));
    // The default policy accepts any moves that solve a board.
    assert_eq!(verdicts("r\nudd\n", &Value::Null), right(2));
    assert_eq!(verdicts("r\nudd\n", &json!("shortest")), (2, vec![(2, 2)]));
    // An illegal move, an unknown one, and one that solves nothing.
    for wrong in ["d", "?", "l"] {
        assert_eq!(
            verdicts(&format!("{wrong}\nd\n"), &Value::Null),
            (2, vec![(1, 1)])
        );
        assert_eq!(verdicts(&format!("r\n{wrong}u"), &Value::Null).1, [(2, 2)]);
    }
    // An output that is too short or too long.
    assert_eq!(verdicts("r\n", &Value::Null), (1, vec![(0, 2)]));
    assert_eq!(
        verdicts("r\nl\nd\n", &Value::Null),
        (2, vec![(2, 2), (0, 3)])
    );
}

/// An answer that begins with its number: the next one is found after any mistake in it.
#[test]
fn answers_of_two_lines() {
    let mut session = Session::new(|_| ());
    reply(&mut session, &json!({ "ask": "open", "puzzle": "eight" }));
    let text = "3\n12X453786\n12345678X\n564178X23\n7568X4123\n12345678X\n12345678X\n";
    let mut wrong = |output: &str| {
        let judged = reply(
            &mut session,
            &json!({ "ask": "judge", "text": text, "output": output }),
        );
        assert_eq!(judged["judged"], 3, "{output}");
        let mistakes = judged["mistakes"].as_array().expect("a list").iter();
        let boards: Vec<u64> = mistakes.filter_map(|own| own["board"].as_u64()).collect();
        boards
    };
    let right = "Case 1: 2\ndd\nCase 2: 8\nurrulldr\nCase 3: 0\n\n";
    assert!(wrong(right).is_empty());
    for (from, to) in [
        ("dd", "uu"),
        ("dd", "?"),
        ("Case 1", "Cas 1"),
        (": 2", ": x"),
    ] {
        assert_eq!(wrong(&right.replacen(from, to, 1)), [1], "{to}");
    }
    assert_eq!(wrong(&right.replace("urrulldr", "urrullrr")), [2]);
    // Blank lines between answers are as good as none.
    let blank = right.replace("Case", "\n\nCase");
    assert!(wrong(&blank).is_empty());
    assert_eq!(wrong(&blank.replace("dd", "uu")), [1]);
}
