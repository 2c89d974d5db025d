//! `--keep-going`: an error line in the place of a bad board, and right answers to all others.

use crate::common::solve;

const ROTATION: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n";
const SHORT: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3\n";
const LONG: &str = "1 1 1 1 1 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3 1 1\n";

/// Returns the output, with error lines cut to their positions unless `whole`.
#[track_caller]
fn outline(arguments: &str, text: &str, errors: usize) -> Vec<String> {
    let run = solve(&format!("{arguments} --keep-going"), text);
    let (boards, lines) = if errors == 1 {
        ("board", "line")
    } else {
        ("boards", "lines")
    };
    let expected =
        format!("error: {errors} bad {boards}; see the error {lines} among the answers\n");
    assert_eq!((run.stderr, run.code), (expected, 2), "{}", run.stdout);
    let cut = |line: &str| match line.strip_prefix("error: standard input:") {
        Some(error) => error.split(": ").next().unwrap_or_default().to_owned(),
        None => line.to_owned(),
    };
    run.stdout.lines().map(cut).collect()
}

#[test]
fn an_error_line_says_it_all() {
    let run = solve(
        "eight --keep-going",
        "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 x 9\n1 2 3 4 5 6 x 7 8\n",
    );
    assert_eq!(
        run.stdout,
        "r\nerror: standard input:2:17: board 2: expected 1 to 8 or x in cell 9 of 9, found `9`\nrr\n"
    );
    assert_eq!(
        run.stderr,
        "error: 1 bad board; see the error line among the answers\n"
    );
    assert_eq!(run.code, 2);
}

#[test]
fn rotation() {
    let good = ROTATION;
    assert_eq!(
        outline("rotation", &format!("{good}{SHORT}{good}{good}0\n"), 1),
        ["AC", "2", "2:1", "AC", "2", "AC", "2"]
    );
    assert_eq!(
        outline("rotation", &format!("{SHORT}{SHORT}{good}0\n"), 2),
        ["1:1", "2:1", "AC", "2"]
    );
    assert_eq!(
        outline("rotation", &format!("{LONG}{good}{good}"), 2),
        ["1:1", "1:49", "AC", "2", "AC", "2"]
    );
    assert_eq!(
        outline("rotation", &format!("{}{good}", good.replace('3', "4")), 1),
        ["1:9", "AC", "2"]
    );
    assert_eq!(
        outline("rotation", &format!("{good}0\n{good}"), 1),
        ["AC", "2", "3:1"]
    );
    let plain = |text: String| text.replace(' ', "");
    assert_eq!(
        outline(
            "rotation --from plain",
            &plain(format!("{SHORT}{good}{good}")),
            1
        ),
        ["1:1", "2 AC", "2 AC"]
    );
    assert_eq!(
        outline(
            "rotation --from plain",
            &plain(format!("{LONG}{good}{good}")),
            1
        ),
        ["1:1", "2 AC", "2 AC"]
    );
    assert_eq!(
        outline(
            "rotation --from plain",
            &plain(format!("garbage, and more than 24 of it\n{good}")),
            1
        ),
        ["1:1", "2 AC"]
    );
    assert_eq!(
        outline(
            "rotation --from plain",
            &plain(format!("short\n{good}oh\n{good}")),
            2
        ),
        ["1:1", "2 AC", "3:1", "2 AC"]
    );
}

#[test]
fn knights() {
    const GOOD: &str = "10110\n01*11\n10111\n01001\n00000\n";
    let bad = |from: &str, to: &str| GOOD.replacen(from, to, 1);
    let boards = format!(
        "5\n{GOOD}{}{GOOD}{}{GOOD}",
        bad("01*11", "01*1"),
        bad("*", "1")
    );
    assert_eq!(
        outline("knights", &boards, 2),
        ["7", "8:1", "7", "17:1", "7"]
    );
    // A row is missing before a blank line.
    let boards = format!("3\n{GOOD}\n{}\n{GOOD}", bad("01*11\n", ""));
    assert_eq!(outline("knights", &boards, 1), ["7", "8:1", "7"]);
    let fen = |text: String| text.replace('*', " ");
    let boards = fen(format!(
        "4\n{GOOD}{}{GOOD}{}",
        bad("*", "x"),
        bad("01*11", "*1101")
    ));
    let answer = "Solvable in 7 move(s).";
    let lines = outline("knights --from knightsfen", &boards, 1);
    assert_eq!(
        (&*lines[0], &*lines[1], &*lines[2], lines.len()),
        (answer, "8:1", answer, 4)
    );
    let boards = fen(format!("3\n{}\n{GOOD}\n{GOOD}", bad("10110\n01*11\n", "")));
    assert_eq!(
        outline("knights --from knightsfen", &boards, 1),
        ["5:1", answer, answer]
    );
    let plain = |text: &str| text.replace('\n', "") + "\n";
    let boards = format!("{}{}{}", plain(GOOD), plain(&bad("*", "1")), plain(GOOD));
    let moves = "7 e5 d3 b2 c4 a3 b5 c3";
    assert_eq!(
        outline("knights --from plain", &boards, 1),
        [moves, "2:1", moves]
    );
    let boards = format!(
        "{GOOD}\n{}\n{GOOD}\n{}{GOOD}",
        bad("01*11\n", ""),
        bad("*", "?")
    );
    assert_eq!(
        outline("knights --from plain", &boards, 2),
        [moves, "7:1", moves, "19:3", moves]
    );
}

#[test]
fn sliding() {
    const GOOD: &str = "1 2 3 4 5 6 7 x 8\n";
    assert_eq!(
        outline("eight", &format!("{GOOD}1 2 3 4 5 6 7 x\n{GOOD}{GOOD}"), 1),
        ["r", "2:1", "r", "r"]
    );
    assert_eq!(
        outline(
            "eight",
            &format!("{GOOD}1 2 3 4 5 6 7 x 8 8\n{GOOD}{GOOD}"),
            1
        ),
        ["r", "r", "2:19", "r", "r"]
    );
    assert_eq!(
        outline(
            "eight",
            "1 2 3\n4 x 6\n\n1 2 3\n4 5 6\n7 x 8\n\n1 2 3\n4 5 6\n7 8 x\n",
            1
        ),
        ["1:1", "r", ""]
    );
    assert_eq!(
        outline(
            "eight --from p1379",
            "123804765\n12380476\n1238047655\n123804766\n123084765\n",
            3
        ),
        ["0", "2:1", "3:1", "4:1", "1"]
    );
    assert_eq!(
        outline(
            "eight",
            "3\n12X453786\n12345678X\n12X45378\n12345678X\n12345678X\n12345678Y\n",
            2
        ),
        ["Case 1: 2", "dd", "4:1", "7:1"]
    );
    let matrix = "[[1,2,3],[4,0,5]]\n[[1,2],[3,4],[5,0]]\n[[1,2,3],\n [4,5,9]]\n[[1,2,3],[4,0,5]] [[1 [[1,2,3],[4,5,0]]\n]]\n";
    assert_eq!(
        outline("sliding:3x2", matrix, 5 - 1),
        ["1", "2:1", "4:7", "1", "5:23", "0", "6:1"]
            .map(str::to_owned)
            .into_iter()
            .collect::<Vec<_>>()
    );
    let sized = "3\n1 2 3\n4 5 6\n7 0 8\n\n3\n1 2 3\n4 5 6 # two rows\n\n3\n1 2 3\n4 5 6\n7 7 0\n\n3\n1 2 3\n4 5 6\n7 0 8\n";
    assert_eq!(
        outline(
            "eight --from npuzzle42 --to p1379 --goal blank-last",
            sized,
            2
        ),
        ["1", "7:1", "11:1", "1"]
    );
    let run = solve(
        "eight --from princeton --to p1379 --keep-going",
        "3\n1 2 3 4 5 6 7 0 8\n2\n1 2 3 0\n3\n1 2 3 4 5 6 7 0 8\n",
    );
    assert_eq!(
        run.stdout,
        "1\nerror: standard input:3:1: board 2: expected the size 3, found 2: for this board, use the puzzle `sliding:2x2`\n"
    );
    let korf = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n0 1 2 3\n1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 # one\n0 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    assert_eq!(
        outline("fifteen --from korf --to plain", korf, 2),
        ["0", "2:1", "1 l", "4:1", "1 l"]
    );
}

#[test]
fn counts_at_the_end() {
    let run = solve(
        "knights --from scoi2005 --keep-going",
        "2\n10110\n01*11\n10111\n01001\n00000\n",
    );
    assert_eq!(
        run.stdout,
        "7\nerror: standard input:7:1: board 2: expected 2 boards, found 1 before the end of the input\n"
    );
    assert_eq!(run.code, 2);
}
