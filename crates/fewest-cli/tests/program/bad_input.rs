//! Bad input: the message, and the answers before it.

use std::fs;

use crate::common::{fewest, run, solve};

const ROTATION: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n";
const KNIGHTS: &str = "10110\n01*11\n10111\n01001\n00000\n";
const EIGHT: &str = "1 2 3 4 5 6 7 x 8\n";

#[test]
fn the_answers_before_it_are_written() {
    solve("rotation", format!("{ROTATION}{ROTATION}1 2 3\n")).fails(
        "AC\n2\nAC\n2\n",
        "standard input:3:1: board 3: expected 24 cells, found 3 before the end of the input",
    );
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(
        file.path(),
        format!("{EIGHT}\n{EIGHT}1 2 3 4 y 6 7 8 x\n{EIGHT}"),
    )
    .expect("writes");
    let mut command = fewest();
    command.args(["solve", "eight"]).arg(file.path());
    let name = file.path().display();
    run(command, "").fails(
        "r\nr\n",
        &format!("{name}:4:9: board 3: expected 1 to 8 or x in cell 5 of 9, found `y`"),
    );
}

#[test]
fn rotation() {
    let bad = |text: String, message: &str| {
        solve("rotation", text).fails("", &format!("standard input:{message}"));
    };
    bad(
        ROTATION.replacen('3', "4", 1),
        "1:9: board 1: expected 1, 2 or 3 in cell 5 of 24, found `4`",
    );
    bad(
        ROTATION.replacen('3', "one\u{e9}\u{7}", 1),
        r"1:9: board 1: expected 1, 2 or 3 in cell 5 of 24, found `oneé\x07`",
    );
    bad(
        ROTATION.replacen('3', "1", 1),
        "1:1: board 1: has nine 1s, eight 2s and seven 3s; each symbol must appear eight times",
    );
    bad(
        ROTATION.replacen('3', &"9".repeat(100), 1),
        "1:9: board 1: expected 1, 2 or 3 in cell 5 of 24, found `999999999999999999999999...`",
    );
    solve("rotation", format!("{ROTATION}0\n{ROTATION}")).fails(
        "AC\n2\n",
        "standard input:3:1: expected nothing after the 0 that ends the boards, found `1`",
    );
    solve("rotation --from plain", "1111x").fails(
        "",
        "standard input:1:5: board 1: expected 1, 2 or 3 in cell 5 of 24, found `x`",
    );
}

#[test]
fn scoi2005() {
    let bad = |text: String, stdout: &str, message: &str| {
        solve("knights --from scoi2005", text).fails(stdout, &format!("standard input:{message}"));
    };
    bad(
        String::new(),
        "",
        "1:1: expected the number of boards, found the end of the input",
    );
    bad(
        "x\n".to_owned(),
        "",
        "1:1: expected the number of boards, found `x`",
    );
    bad(
        "-1\n".to_owned(),
        "",
        "1:1: expected the number of boards, found `-1`",
    );
    bad(
        format!("{}\n", "9".repeat(30)),
        "",
        "1:1: expected the number of boards, found `999999999999999999999999...`",
    );
    bad(
        KNIGHTS.to_owned(),
        "",
        "2:1: board 1: expected 5 rows, found 4 before the end of the input",
    );
    bad(
        format!("2\n{KNIGHTS}"),
        "7\n",
        "7:1: board 2: expected 2 boards, found 1 before the end of the input",
    );
    bad(
        format!("9999999999\n{KNIGHTS}"),
        "7\n",
        "7:1: board 2: expected 9999999999 boards, found 1 before the end of the input",
    );
    bad(
        format!("1\n{KNIGHTS}{KNIGHTS}"),
        "7\n",
        "7:1: expected nothing after the one board, found `10110`",
    );
    bad("0\nx".to_owned(), "", "2:1: expected no boards, found `x`");
    bad(
        format!("2\n{KNIGHTS}10110\n"),
        "7\n",
        "7:1: board 2: expected 5 rows, found only `10110` before the end of the input",
    );
    bad(
        format!("1\n{}", KNIGHTS.replacen("01*11", "01*1", 1)),
        "",
        "3:1: board 1: expected a row of five of 0 1 *, found `01*1`",
    );
    bad(
        format!("1\n{}", KNIGHTS.replacen("01*11", "01*112", 1)),
        "",
        "3:1: board 1: expected a row of five of 0 1 *, found `01*112`",
    );
    bad(
        format!("1\n{}", KNIGHTS.replacen('*', "0", 1)),
        "",
        "2:1: board 1: has 13 `0`, twelve `1` and no `*`; it must have twelve `0`, twelve `1` and one `*`",
    );
}

#[test]
fn knightsfen() {
    let bad = |text: &str, message: &str| {
        solve("knights --from knightsfen", text).fails("", &format!("standard input:{message}"));
    };
    bad(
        "1 10110\n01 11\n",
        "1:3: expected nothing after the number of boards on its line, found `10110`",
    );
    bad(
        "1\n10110\n01*11\n10111\n01001\n00000\n",
        "3:1: board 1: expected a row of five of 0, 1 and a space, found `01*11`",
    );
    bad(
        "1\n10110\n01111\n",
        "2:1: board 1: expected five rows, found two before the end of the input",
    );
    bad(
        "1\n",
        "2:1: board 1: expected 1 board, found 0 before the end of the input",
    );
    bad(
        "1\n10110\n01 1 \n10111\n01001\n00000\n",
        "2:1: board 1: has twelve `0`, eleven `1` and two spaces; it must have twelve `0`, twelve `1` and one space",
    );
    bad(
        &format!("1\n{}\n", "0".repeat(1000)),
        "2:1: board 1: expected a row of five of 0, 1 and a space, found `000000000000000000000000...`",
    );
}

#[test]
fn sliding_words_and_brackets() {
    let bad = |arguments: &str, text: &str, message: &str| {
        solve(arguments, text).fails("", &format!("standard input:{message}"));
    };
    bad(
        "eight",
        "1 2 3 4 5 6 7 7 x\n",
        "1:1: board 1: has 7 more than once and lacks 8; it must have 1 to 8 and a blank",
    );
    bad(
        "eight",
        "1 2 3 4 5 6 7 8 8 x\n",
        "1:1: board 1: has 8 more than once and lacks the blank; it must have 1 to 8 and a blank",
    );
    bad(
        "eight",
        "hello",
        "1:1: board 1: expected 9 cells, found only `hello` before the end of the input",
    );
    bad(
        "eight --from p1379",
        "12380476\n",
        "1:1: board 1: expected nine characters, 1 to 8 and 0, found `12380476`",
    );
    bad(
        "eight --from p1379",
        "12380476x\n",
        "1:1: board 1: expected nine characters, 1 to 8 and 0, found `12380476x`",
    );
    bad(
        "eight --from p1379",
        "1238047651\n",
        "1:1: board 1: expected nine characters, 1 to 8 and 0, found `1238047651`",
    );
    bad(
        "eight --from hdu3567",
        "1\n12X453786\n",
        "3:1: board 1: expected the goal, found the end of the input",
    );
    bad(
        "eight --from hdu3567",
        "1\n12X453786\n1234567890\n",
        "3:1: board 1: expected nine characters, 1 to 8 and X, found `1234567890`",
    );
    let board = "of a 3x2 board (width x height)";
    bad(
        "sliding:3x2",
        "[[4,1,2],[5,0,3]",
        &format!("1:17: board 1: expected `,` or `]` {board}, found the end of the input"),
    );
    bad(
        "sliding:3x2",
        "[[4,1,2],[5,0]]",
        "1:14: board 1: expected a 3x2 board (width x height), found a row of 2",
    );
    bad(
        "sliding:3x2",
        "[[4,1,2],[5,0,]]",
        &format!("1:15: board 1: expected a number from 0 to 5 {board}, found `]`"),
    );
    bad(
        "sliding:3x2",
        "[[4,1,2],[5,0,9]]",
        "1:15: board 1: expected a number from 0 to 5, found `9`",
    );
    bad(
        "sliding:3x2",
        "[[4,1,2],[5,0,0]]",
        "1:1: board 1: has the blank more than once and lacks 3; it must have 1 to 5 and a blank",
    );
}

#[test]
fn sliding_with_sizes() {
    let bad = |arguments: &str, text: &str, message: &str| {
        solve(arguments, text).fails("", &format!("standard input:{message}"));
    };
    for format in ["hackerrank", "princeton", "npuzzle42"] {
        let arguments = format!("eight --from {format}");
        bad(
            &arguments,
            "4\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n",
            "1:1: board 1: expected the size 3, found 4: for this board, use the puzzle `sliding:4x4`",
        );
        // Too few tiles for another size.
        bad(
            &arguments,
            "4\n1 2 3 4\n",
            "1:1: board 1: expected the size 3, found `4`",
        );
        bad(
            &arguments,
            "x\n",
            "1:1: board 1: expected the size 3, found `x`",
        );
        bad(
            &arguments,
            "3\n",
            "1:1: board 1: expected 9 cells, found the end of the input",
        );
        bad(
            &arguments,
            "3\n1 2 3\n",
            "2:1: board 1: expected 9 cells, found 3 before the end of the input",
        );
        bad(
            &arguments,
            "3\n1 2 3\n4 5 6\n7 8 x\n",
            "4:5: board 1: expected 1 to 8 or 0 in cell 9 of 9, found `x`",
        );
    }
    bad(
        "fifteen --from korf",
        "1 2 3\n",
        "1:1: board 1: expected a line of 16 tiles, found 3 words",
    );
    bad(
        "fifteen --from korf",
        &"1 ".repeat(40),
        "1:1: board 1: expected a line of 16 tiles, found more than 18 words",
    );
    bad(
        "fifteen --from korf",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 16\n",
        "1:36: board 1: expected 1 to 15 or 0 in cell 16 of 16, found `16`",
    );
}

#[test]
fn files_that_can_not_be_read() {
    let missing = "nowhere.txt: No such file or directory; nor is it a board of eight";
    solve("eight nowhere.txt", "").fails("", missing);
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = fewest();
    command.args(["solve", "eight"]).arg(folder.path());
    let name = folder.path().display();
    run(command, "").fails("", &format!("{name}: this is a folder, not a file"));
    let empty = tempfile::NamedTempFile::new().expect("a file");
    for puzzle in ["rotation", "knights", "eight", "fifteen"] {
        let mut command = fewest();
        command.args(["solve", puzzle]).arg(empty.path());
        let result = run(command, "");
        assert!(
            result.code == 0 && result.stdout.is_empty() || puzzle == "knights" && result.code == 2,
            "{result:?}"
        );
    }
}
