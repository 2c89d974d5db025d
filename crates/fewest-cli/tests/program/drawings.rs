//! Answers drawn for people.

use crate::common::solve;

/// The line that names the method of an answer.
const SEARCH: &str = "method: ida-star, centre; tie: least; nodes: 4\n";

#[test]
fn rotation_is_a_number_sign() {
    let board = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n";
    let start = "board 1: 2 moves, centre 2\n    \
        1   1\n    \
        1   1\n\
        3 2 3 2 3 1 3\n    \
        2   2\n\
        3 1 2 2 2 3 1\n    \
        2   1\n    \
        3   3\n";
    solve("rotation --to text", board).gives(&format!("{start}moves: AC\n{SEARCH}\n"));
    solve("rotation --to text --steps", board).gives(&format!(
        "{start}\
        1. A\n    \
        1   1\n    \
        3   1\n\
        3 2 2 2 3 1 3\n    \
        2   2\n\
        3 1 2 2 2 3 1\n    \
        3   1\n    \
        1   3\n\
        2. C\n    \
        1   1\n    \
        3   1\n\
        3 3 2 2 2 3 1\n    \
        2   2\n\
        3 1 2 2 2 3 1\n    \
        3   1\n    \
        1   3\n{SEARCH}\n"
    ));
}

#[test]
fn knights() {
    let how = "method: half-way, misplaced; tie: least\n";
    solve(
        "knights --to text",
        "1\n111*1\n01111\n00111\n00001\n00000\n",
    )
    .gives(&format!(
        "board 1: 1 move\n1 1 1 * 1\n0 1 1 1 1\n0 0 1 1 1\n0 0 0 0 1\n0 0 0 0 0\nmoves: c3\n{how}\n"
    ));
    solve(
        "knights --to text --steps",
        "1\n111*1\n01111\n00111\n00001\n00000\n",
    )
    .gives(&format!(
        "board 1: 1 move\n1 1 1 * 1\n0 1 1 1 1\n0 0 1 1 1\n0 0 0 0 1\n0 0 0 0 0\n\
         1. c3\n1 1 1 1 1\n0 1 1 1 1\n0 0 * 1 1\n0 0 0 0 1\n0 0 0 0 0\n{how}\n",
    ));
}

#[test]
fn sliding() {
    let how = "method: table, built; tie: least by dlru\n";
    let searched = "method: ida-star, linear-conflict; tie: least by dlru; nodes: 2\n";
    solve(
        "eight --to text",
        "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n2 1 3 4 5 6 7 8 x\n",
    )
    .gives(&format!(
        "board 1: 1 move\n1 2 3\n4 5 6\n7 . 8\nmoves: r\n{how}\n\
         board 2: 0 moves\n1 2 3\n4 5 6\n7 8 .\n{how}\n\
         board 3: unsolvable (parity)\n2 1 3\n4 5 6\n7 8 .\n\n",
    ));
    solve("eight --to text --steps", "1 2 3 4 5 6 x 7 8").gives(&format!(
        "board 1: 2 moves\n1 2 3\n4 5 6\n. 7 8\n1. r\n1 2 3\n4 5 6\n7 . 8\n\
         2. r\n1 2 3\n4 5 6\n7 8 .\n{searched}\n",
    ));
    // A goal per board, wide numbers, an id, a limit.
    solve("eight --to text", "1\n12X453786\n12345678X\n").gives(&format!(
        "board 1: 2 moves\n1 2 .\n4 5 3\n7 8 6\nto\n1 2 3\n4 5 6\n7 8 .\nmoves: dd\n{searched}\n"
    ));
    solve(
        "fifteen --from korf --to text --method ida-star",
        "7 3 1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15\n",
    )
    .gives(
        "board 1 (id 7): 2 moves\n 1  2  .  3\n 4  5  6  7\n 8  9 10 11\n12 13 14 15\nmoves: ll\n\
         method: ida-star, linear-conflict; tie: least by dlru; nodes: 4\n\n",
    );
    let run = solve("eight --to text --max-moves 1", "1 2 3 4 5 6 x 7 8");
    assert_eq!(
        run.stdout,
        "board 1: more than 1 move\n1 2 3\n4 5 6\n. 7 8\n\
         method: ida-star, linear-conflict; tie: least by dlru\n\n"
    );
    assert_eq!(run.code, 1);
}
