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
    // The letter is shown as it was typed.
    solve(&["cube2", "--scramble", "R U' \u{c9}"]).fails(
        "",
        "--scramble:1:6: board 1: `\u{c9}` is not a move of cube2, which has R R2 R' U U2 U' F F2 F'",
    );
    fewest_on("solve cube2 --from moves", b"R U\xff' F\n").fails(
        "",
        r"standard input:1:3: board 1: `U\xff'` is not UTF-8 text",
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

/// Regression: `'2` was read after some names of moves only, and after a rotation it turned the face
/// as the puzzle is drawn.
#[test]
fn marks_are_read_in_either_order() {
    for (written, plain) in [
        ("M'2 D", "M2 D"),
        ("x'2 U", "x2 U"),
        ("Rw'2", "Rw2"),
        ("u'2 F", "u2 F"),
        ("R'2", "R2"),
        ("x U'2", "F2"),
        ("y R3' U'3", "y R U"),
        ("U\u{2018} U'2'", "U"),
    ] {
        let answers = [written, plain].map(|moves| solve(&["cube3", "--scramble", moves]));
        assert_eq!(answers[0].code, 0, "{written}: {answers:?}");
        assert_eq!(answers[0].stdout, answers[1].stdout, "{written}");
    }
}

/// Regression: after a rotation, the message named the move as written, which the puzzle has; and it
/// suggested words that need the same missing move.
#[test]
fn the_move_that_is_missing_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |moves: &str, scramble: &str| {
        let path = folder.path().join("some.toml");
        let text = format!("name = \"some\"\nextends = \"cube3\"\nmoves = \"{moves}\"\n");
        std::fs::write(&path, text).expect("writable");
        let run = solve(&[path.to_str().expect("UTF-8"), "--scramble", scramble]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        let (_, problem) = run.stderr.split_once("board 1: ").expect("a problem");
        problem.trim_end().to_owned()
    };
    let still = "which is not a move of some: only U R turn; the rest stays still";
    assert_eq!(
        refused("U R", "x U"),
        format!("`U` needs `F` here, {still}")
    );
    // A word that needs a move which the puzzle lacks is not one of its words.
    let problem = refused("U R", "U Rw");
    assert_eq!(
        problem,
        "`Rw` is not a move of some: it is a wide turn, and only single faces turn (U R)"
    );
    let moves = "U U2 U' R R2 R' F2 D D2 D' L L2 L' B2";
    assert_eq!(
        refused("U D R L F2 B2", "F R"),
        format!("`F` is not a move of some, which has {moves}")
    );
}

#[test]
fn a_line_without_moves_was_a_solved_board() {
    let moves = "// the first\nR U\n// second\n2. \n()\n[,]\nF\n-\n";
    fewest_on("solve cube3 --from moves", moves).gives("2 U' R'\n1 F'\n0\n");
}

#[test]
fn stickers_among_moves_were_read_as_moves() {
    let stickers = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    fewest_on("solve cube3", format!("R U'\n{stickers}\n")).fails(
        "2 U R'\n",
        "standard input:2:1: board 2: this is a board of stickers among moves",
    );
}

#[test]
fn counts_after_brackets_and_other_marks_were_not_read() {
    for (written, plain) in [
        ("(R U)x2", "R U R U"),
        ("[R, U]x2", "[R, U] [R, U]"),
        ("(R U R' U')x3", "(R U R' U')3"),
        ("(R U)\u{d7}2", "R U R U"),
        ("(R U)*2", "R U R U"),
        ("(R U) x2 F", "R U x2 F"),
        ("(R U)'2", "(R U)2'"),
        ("(R U)\u{2019}", "U' R'"),
        ("R^2 U", "R2 U"),
        ("R\u{2bc} U", "R' U"),
        ("R0 U", "U"),
    ] {
        let answers = [written, plain].map(|moves| solve(&["cube3", "--scramble", moves]));
        assert_eq!(answers[0].code, 0, "{written}: {answers:?}");
        assert_eq!(answers[0].stdout, answers[1].stdout, "{written}");
    }
    let many = solve(&["cube3", "--scramble", "R99999999999"]);
    assert!(
        many.stderr
            .contains("`R` can be repeated at most 999 times"),
        "{many:?}"
    );
}
