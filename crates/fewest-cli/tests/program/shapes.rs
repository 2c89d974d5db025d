//! Layouts of boards: line ends, spaces, several files, unnamed formats.

use crate::common::{fewest, file, run, solve, text};

const BOARD: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";

#[test]
fn line_ends_marks_and_blanks() {
    let same = [
        format!("{BOARD}\n0\n"),
        format!("{BOARD}\r\n0\r\n"),
        format!("{BOARD}\n0"),
        BOARD.to_owned(),
        format!("\u{feff}{BOARD}\n0\n"),
        format!("\n\n  {BOARD}  \n\n\n 0 \n\n"),
        format!("{}\n0\n", BOARD.replace(' ', "\t")),
        format!("{}\n0\n", BOARD.replace(' ', "   ")),
        format!("\u{feff}\r\n\t{}\r\n\r\n", BOARD.replace(' ', "\r\n")),
    ];
    for text in same {
        solve("rotation", &*text).gives("AC\n2\n");
    }
    for (puzzle, example) in [
        ("eight", "eight.txt"),
        ("eight", "hdu3567.txt"),
        ("eight", "p1379.txt"),
        ("eight", "npuzzle42.txt"),
        ("eight --from princeton", "princeton.txt"),
        ("eight --from hackerrank", "hackerrank.txt"),
        ("fifteen --from korf --to plain", "fifteen.txt"),
        ("sliding:3x2", "leetcode773.txt"),
        ("knights", "knights.txt"),
        ("knights", "knightsfen.txt"),
    ] {
        let text = text(&format!("examples/{example}"));
        let expected = solve(puzzle, &*text);
        assert_eq!(expected.code, 0);
        let dos = format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"));
        let dos = solve(puzzle, dos);
        assert_eq!(
            (dos.code, dos.stdout, dos.stderr),
            (0, expected.stdout, expected.stderr)
        );
    }
}

#[test]
fn several_files() {
    let mut command = fewest();
    command
        .args(["solve", "eight"])
        .arg(file("examples/p1379.txt"))
        .arg("-");
    command
        .arg(file("examples/eight.txt"))
        .args(["--tie", "least"]);
    run(command, "1 2 3 4 5 6 7 x 8\n").gives_assuming(
        "p1379",
        "4\n0\n12\n18\n\
         r\n\
         dlurullddrurdllurdr\n\nllururdd\nunsolvable\nlurdrulurdlldrrululddruulddrurd\n\
         dllurrdllururddluulddruurdlldrr\n",
    );
}

#[test]
fn a_missing_file_among_others() {
    let arguments = |keep_going: bool| {
        let mut command = fewest();
        command
            .args(["solve", "eight", "--from=p1379"])
            .arg(file("examples/p1379.txt"));
        command
            .args(["nowhere.txt", "-"])
            .args(keep_going.then_some("--keep-going"));
        command
    };
    let missing = "nowhere.txt: No such file or directory; nor is it a board of eight";
    run(arguments(false), "123804765").fails("4\n0\n12\n18\n", missing);
    run(arguments(true), "123804765").fails("4\n0\n12\n18\n0\n", missing);
}

/// The recognised format, shown by an answer that only that format gives.
#[test]
fn formats_are_recognised() {
    for (puzzle, text, answer) in [
        ("eight", "1 2 3 4 5 6 7 x 8\n", "r\n"),
        ("eight", "1 2 3\n4 5 6\n7 x 8\n", "r\n"),
        ("eight", "1 2 3 4 5 6 7 0 8\n", "1 r\n"),
        ("eight", "1,2,3,4,5,6,7,0,8\n", "1 r\n"),
        ("eight", "1,2,3\n4,5,6\n7,0,8\n", "1 r\n"),
        ("eight", "1\n12X453786\n12345678X\n", "Case 1: 2\ndd\n"),
        ("eight", "[[1,2,3],[4,5,6],[7,0,8]]\n", "1\n"),
        (
            "fifteen",
            "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15\n",
            "1 r\n",
        ),
        (
            "fifteen",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n",
            "1 r\n",
        ),
        ("rotation", "111132323132231222312133\n", "2 AC\n"),
        ("rotation", "11\n11\n3232313\n22\n3122231\n21\n33", "2 AC\n"),
        (
            "fifteen",
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
            "1 r\n",
        ),
        ("sliding:4x3", "1 2 3 4 5 6 7 8 9 10 0 11\n", "1 r\n"),
        ("sliding:4x3", "1 2 3 4\n5 6 7 8\n9 10 x 11", "1 r\n"),
        ("sliding:4x3", "[[1,2,3,4],[5,6,7,8],[9,10,0,11]]", "1\n"),
        ("knights", "111*1\n01111\n00111\n00001\n00000\n", "1 c3\n"),
        ("knights", "1\n111*1\n01111\n00111\n00001\n00000\n", "1\n"),
        (
            "knights",
            "1\n111 1\n01111\n00111\n00001\n00000\n",
            "Solvable in 1 move(s).\n",
        ),
    ] {
        solve(puzzle, text).gives(answer);
    }
    solve("eight", "123804765\n").gives_assuming("p1379", "0\n");
}

#[test]
fn formats_that_differ_only_in_their_goals() {
    let may_be = |formats: &str| {
        format!(
            "standard input: this may be {formats}, which have different goals; choose one with --from"
        )
    };
    let sized = may_be("hackerrank or princeton or npuzzle42");
    solve("eight", text("examples/princeton.txt")).fails("", &sized);
    solve("eight", text("examples/hackerrank.txt")).fails("", &sized);
    let fifteen = "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
    solve("fifteen", fifteen).fails("", &sized);
    // A line of tiles only: solved in one format, unsolvable in the other.
    let line = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n";
    // The usual format is used, and a note mentions the other.
    let run = solve("fifteen", line);
    let note = "note: standard input: read as plain; korf looks the same but has another goal (--from korf)\n";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "0\n", note));
    solve("fifteen --from plain", line).gives("0\n");
    solve("fifteen --from korf --to plain", line).gives("unsolvable\n");
    // With the goal and the output given, nothing is ambiguous.
    solve("fifteen --goal blank-last --to plain", line).gives("0\n");
    solve("fifteen --goal blank-last --to hackerrank", fifteen).gives("1\nRIGHT\n");
}

#[test]
fn conversions() {
    solve("eight --to hdu3567", "1 2 3 4 5 6 7 x 8\n2 1 3 4 5 6 7 8 x")
        .gives("Case 1: 1\nr\nCase 2: -1\n\n");
    solve("eight --to p1379", "1 2 3 4 5 6 7 x 8\n").gives("1\n");
    solve("eight --from p1379 --to hdu1043", "123084765").gives("r\n");
    solve("eight --from plain --to hackerrank", "1 2 3 4 5 6 7 0 8").gives("1\nRIGHT\n");
    solve(
        "knights --to knightsfen",
        "1\n111*1\n01111\n00111\n00001\n00000\n",
    )
    .gives("Solvable in 1 move(s).\n");
    solve(
        "knights --from knightsfen --to scoi2005",
        "1\n111 1\n01111\n00111\n00001\n00000\n",
    )
    .gives("1\n");
    // The limit belongs to the judge that reads the answers.
    let far = "1\n1*111\n01111\n01000\n01000\n00101\n";
    solve("knights --to knightsfen", far).gives("Unsolvable in less than 11 move(s).\n");
    solve("knights --to plain", far).gives("15 d4 b3 d2 b1 c3 e2 c1 d3 e1 c2 e3 c4 b2 a4 c3\n");
}

#[test]
fn examples_of_statements_were_read_for_one_layout_only() {
    let stack: Vec<String> = (1..=12).map(|pancake| pancake.to_string()).collect();
    let pancakes = fewest::Puzzle::open("pancakes").expect("pancakes");
    let stack = stack[..pancakes.model().cells()].join(" ");
    for (puzzle, board, answer) in [
        ("eight", "\n1 2 3\n4 5 6\n7 0 8", "1 r\n"),
        ("eight", " board = [[1 2 3] [4 5 6] [7 0 8]]", "1 r\n"),
        (
            "rotation",
            "\n1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
            "AC\n2\n",
        ),
        ("knights", "\n111*1\n01111\n00111\n00001\n00000", "1 c3\n"),
        ("pancakes", &format!(" stack = {stack}"), "0\n"),
        ("cube3", " R U'", "2 U R'\n"),
    ] {
        let example = format!("Input:{board}\nOutput:\n5 is\nthe answer\n\nExplanation: none\n");
        solve(puzzle, &*example).gives(answer);
        solve(puzzle, format!("{example}\nExample 2:\n{example}")).gives(&answer.repeat(2));
    }
}

/// Only the first 128 KiB of a statement were searched for labels.
#[test]
fn late_labels_were_boards() {
    let example = "Input: board = [[4,1,2],[5,0,3]]\nOutput: 5\nExplanation: it takes 5\nmoves\n\n";
    solve("sliding:3x2", example.repeat(3000)).gives(&"5\n".repeat(3000));
    // Lines that are longer than what is read at once.
    let boards = "[[4,1,2],[5,0,3]]".repeat(10_000);
    let long = format!(
        "Input: boards = {boards}\nOutput: {}\nInput: {boards}",
        "5 ".repeat(100_000)
    );
    solve("sliding:3x2", long).gives(&"5\n".repeat(20_000));
}

#[test]
fn boards_without_spaces_and_with_two_signs_of_the_blank_were_refused() {
    solve("eight", "1234567x8\n12345678x\n").gives("1 r\n0\n");
    solve("sliding:3x2", "123405\n").gives("1 r\n");
    solve("eight", "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 0\n").gives("1 r\n0\n");
}
