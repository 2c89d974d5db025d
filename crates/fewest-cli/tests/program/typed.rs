//! Boards and moves in other clothes: as arguments, with headers, as lists, and from a statement.

use crate::common::{Run, fewest, run, solve};

/// The answers to a board or moves given as an argument, in a folder without files.
fn argument(puzzle: &str, argument: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = fewest();
    command
        .current_dir(folder.path())
        .args(["solve", puzzle, argument]);
    run(command, "")
}

#[test]
fn a_board_or_moves_as_an_argument() {
    for (puzzle, text, expected) in [
        ("eight", "1 2 3 4 5 6 7 x 8", "r\n"),
        ("eight", "12345678x", "0\n"),
        ("eight", "[[1, 2, 3], [4, 5, 6], [7, None, 8]]", "1 r\n"),
        ("fifteen", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "1 r\n"),
        ("rotation", "111132323132231222312133", "2 AC\n"),
        ("cube3", "R U R' U'", "4 U R U' R'\n"),
        ("cube3", "[R, U]", "4 U R U' R'\n"),
        ("cube2", "(R U)2 // twice", "4 U' R' U' R'\n"),
    ] {
        argument(puzzle, text).gives(expected);
    }
}

/// A file that is missing was never meant as a move.
#[test]
fn a_missing_file_is_not_solved() {
    let missing = "No such file or directory";
    argument("cube3", "F2").fails("", &format!("F2: {missing}"));
    argument("cube3", "F2").fails("", "nor is it a board of cube3");
    argument("eight", "1 2 3 4 5 6 7 8").fails("", "expected 9 cells, found 8");
    // A file of this name wins.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("R U"), "U\n").expect("a file");
    let mut command = fewest();
    command.current_dir(folder.path());
    command.args(["solve", "cube3", "R U", "--from", "moves"]);
    run(command, "").gives("1 U'\n");
}

#[test]
fn a_file_of_scrambles_is_recognised() {
    let scrambles = "1. R U R' U' // the first\n2) F2 R\n";
    solve("cube3", scrambles).gives("4 U R U' R'\n2 R' F2\n");
    // Letters alone may be stickers.
    let letters = solve("cube3", "R U F\n");
    letters.fails("", "expected 54 cells, found 3");
}

#[test]
fn headers_of_courses_and_judges() {
    for (puzzle, text, expected) in [
        ("eight", "8\n-1\n1 2 3\n4 5 6\n7 0 8\n", "1 r\n"),
        ("sliding:4x2", "2 4\n1 2 3 4\n5 6 . 7\n", "1 r\n"),
        (
            "eight",
            "2\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n",
            "1 r\n2 rr\n",
        ),
        ("rotation", "111132323132231222312133\n0\n", "2 AC\n"),
        (
            "sliding:3x2",
            "Input: board = [[1,2,3],[4,0,5]]\nOutput: 1\n",
            "1\n",
        ),
    ] {
        solve(puzzle, text).gives(expected);
    }
    let advice = solve("eight", "8\n1 2 3\n4 5 6\n7 0\n");
    assert!(
        advice.code == 2 && !advice.stderr.contains("sliding:8x8"),
        "{}",
        advice.stderr
    );
}

/// Every blank is read by every size and every command, and in the file of a goal.
#[test]
fn an_underscore_was_refused_by_the_8_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    for blank in ["0", "x", "X", "_", ".", "-", "*", "None"] {
        let text = format!("1 2 3 4 5 6 7 {blank} 8\n");
        let goal = folder.path().join("goal.txt");
        std::fs::write(&goal, format!("1 2 3\n8 {blank} 4\n7 6 5\n")).expect("a file");
        for puzzle in ["eight", "sliding:3x3"] {
            let solved = solve(puzzle, &text[..]);
            assert!(
                solved.code == 0 && solved.stdout.contains('r'),
                "{blank}: {}",
                solved.stderr
            );
            let mut command = fewest();
            command.args(["solve", puzzle, "--goal"]).arg(&goal);
            let near = run(command, format!("1 2 3\n8 4 {blank}\n7 6 5\n"));
            assert!(
                near.code == 0 && near.stdout.contains('l'),
                "{blank}: {}",
                near.stderr
            );
        }
        let mut command = fewest();
        command.args(["compare", "eight"]);
        assert_eq!(run(command, &text[..]).code, 0, "{blank}");
        let small = solve("sliding:3x2", format!("1 2 3 4 {blank} 5\n"));
        small.gives("1 r\n");
    }
}
