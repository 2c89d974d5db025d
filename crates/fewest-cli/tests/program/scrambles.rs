//! Boards given by moves: `--scramble`, `--from moves`, `generate --to moves`.

use crate::common::{fewest, fewest_on, run};

fn solve(arguments: &[&str]) -> crate::common::Run {
    let mut command = fewest();
    command.arg("solve").args(arguments);
    run(command, "")
}

#[test]
fn a_scramble_is_solved() {
    solve(&["cube2", "--scramble", "R U R' F2"]).gives("4 F2 R U' R'\n");
    solve(&["cube2", "--scramble", "R U R3 F2\n-"]).gives("4 F2 R U' R'\n0\n");
    solve(&["eight", "--goal", "snail", "--scramble", "dl"]).gives("2 ru\n");
    fewest_on("solve cube2 --from moves", "R U\nF\n").gives("2 U' R'\n1 F'\n");
    fewest_on("check cube2 --from moves", "").is_orderly();
}

#[test]
fn what_is_wrong_with_a_scramble() {
    solve(&["cube2", "--scramble", "R u"]).fails(
        "",
        "--scramble:1:3: board 1: `u` is not a move of cube2: did you mean `U`, or the wide turn `Uw`?",
    );
    solve(&["rotation", "--scramble", "A"]).fails(
        "",
        "--scramble: rotation has no complete goal board to apply moves to",
    );
    for others in [&["boards.txt"][..], &["--from", "plain"]] {
        let run = solve(&[&["cube2", "--scramble", "R"], others].concat());
        assert_eq!(run.code, 2, "{run:?}");
    }
}

#[test]
fn a_scramble_without_moves_is_the_solved_board() {
    solve(&["cube2", "--scramble", ""]).gives("0\n");
    solve(&["eight", "--scramble", " "]).gives("0\n");
}

#[test]
fn what_is_drawn_is_read() {
    let drawn = fewest_on("generate cube2 --distance 6 --count 5 --to moves", "");
    assert_eq!(drawn.code, 0, "{drawn:?}");
    let answers = fewest_on("solve cube2 --from moves", drawn.stdout.clone());
    let lengths: Vec<_> = answers
        .stdout
        .lines()
        .map(|line| line.split(' ').next())
        .collect();
    assert_eq!(lengths, [Some("6"); 5], "{drawn:?}");
    let unsolvable = fewest_on("generate eight --unsolvable --to moves", "");
    assert_eq!(unsolvable.code, 2, "{unsolvable:?}");
}
