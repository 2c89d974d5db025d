//! Stages of whole puzzles: a board is as far from a stage as the stage's own board after the same
//! moves.

use fewest::{Board, ENTRIES, Move, Options, Puzzle, Verdict};
use fewest_wasm::Session;
use serde_json::{Value, json};

/// The moves of each board from the solved one: few enough for the largest stages to be searched.
const MOVES: [usize; 4] = [0, 1, 3, 5];

/// The stages, with the puzzles that they extend.
fn stages() -> Vec<(&'static str, &'static str)> {
    let stages = ENTRIES.iter().filter_map(|entry| {
        let line = entry
            .definition?
            .lines()
            .find(|line| line.starts_with("extends = "))?;
        Some((entry.name, line.split('"').nth(1)?))
    });
    stages.collect()
}

fn reply(session: &mut Session, request: &Value) -> Value {
    let answer = session.answer(&request.to_string());
    let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["reply"].take()
}

/// The board after these moves, each by its name.
fn played(puzzle: &Puzzle, names: &[String]) -> Board {
    let start = puzzle.solved_board(&Options::default()).expect("a goal");
    names.iter().fold(start, |board, name| {
        let m = puzzle.model().find_move(name).expect("a move");
        puzzle.after(&board, m).expect("a legal move")
    })
}

#[test]
fn distances_are_those_of_the_stage() {
    let stages = stages();
    assert!(stages.len() >= 12, "{stages:?}");
    for (name, base) in stages {
        let [whole, stage] = [base, name].map(|name| Puzzle::open(name).expect("a puzzle"));
        let mut session = Session::new(|_| ());
        reply(&mut session, &json!({ "ask": "open", "puzzle": base }));
        for (seed, count) in MOVES.into_iter().enumerate() {
            let all = &whole.model().moves;
            let names: Vec<String> = (0..count)
                .map(|at| all[(7 * at * at + 5 * at + 3 * seed + name.len()) % all.len()].clone())
                .collect();
            let board = played(&whole, &names);
            let own = played(&stage, &names);
            let ask = json!({ "ask": "ignored", "puzzle": name, "board": board });
            let any = stage.model().find_symbol(".").expect("ignored pieces");
            let ignored: Vec<bool> = own.symbols().iter().map(|own| *own == any).collect();
            let found = reply(&mut session, &ask);
            assert_eq!(found, json!({ "ignored": ignored }), "{name}");
            let expected = stage.solve(&own, &Options::default());
            let Verdict::Solved(moves) = expected.expect("a board of the stage").verdict else {
                panic!("{name} after {names:?} is solvable");
            };
            let ask = |board: &Board| json!({ "ask": "stage", "puzzle": name, "board": board });
            let found = reply(&mut session, &ask(&board));
            let solved = |moves: u32| json!({ "kind": "solved", "distance": moves });
            assert_eq!(found["verdict"], solved(moves), "{name} after {names:?}");
            // The answer solves the stage on the whole puzzle.
            let answer = found["solution"].as_array().expect("moves");
            assert_eq!(answer.len(), moves as usize);
            let end = answer.iter().fold(board, |board, m| {
                let m = u8::try_from(m.as_u64().expect("a number")).expect("a move");
                whole.after(&board, Move::new(m)).expect("a legal move")
            });
            assert_eq!(
                reply(&mut session, &ask(&end))["verdict"],
                solved(0),
                "{name}"
            );
        }
    }
}

#[test]
fn what_is_not_a_stage() {
    let mut session = Session::new(|_| ());
    reply(&mut session, &json!({ "ask": "open", "puzzle": "cube2" }));
    let whole = Puzzle::open("cube2").expect("a puzzle");
    let solved = whole.solved_board(&Options::default()).expect("a goal");
    let refused = |session: &mut Session, puzzle: &str, board: &[u8], why: &str| {
        let request = json!({ "ask": "stage", "puzzle": puzzle, "board": board });
        let answer = session.answer(&request.to_string());
        assert!(answer.contains("error") && answer.contains(why), "{answer}");
    };
    refused(
        &mut session,
        "cross",
        solved.symbols(),
        "cross is not a stage of cube2",
    );
    refused(
        &mut session,
        "rotation",
        solved.symbols(),
        "rotation is not a stage of cube2",
    );
    refused(&mut session, "nothing", solved.symbols(), "nothing");
    // Two stickers of different pieces are swapped: no such pieces exist.
    let mut mixed = solved.symbols().to_vec();
    mixed.swap(0, 20);
    refused(&mut session, "cube2-face", &mixed, "on no piece");
}
