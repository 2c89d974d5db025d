//! Messages about bad boards say which line is wrong, quote what is in the way, and name the puzzle
//! that was meant.

use crate::common::{fewest_on, solve};

const LINE: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";

#[track_caller]
fn bad(arguments: &str, text: &str, message: &str) {
    let run = solve(arguments, text);
    let expected = format!("error: standard input:{message}\n");
    assert_eq!((run.code, run.stderr), (2, expected));
}

#[test]
fn a_symbol_too_many_made_the_next_board_end_early() {
    let problem = "board 2: line 1 has 25 symbols, expected 24: the first extra one is `3`";
    bad(
        "rotation",
        &format!("{LINE} 3\n"),
        &format!("1:49: {problem}"),
    );
    bad(
        "rotation",
        &format!("{LINE} 3\n0\n"),
        &format!("1:49: {problem}"),
    );
    bad(
        "rotation",
        &format!("{LINE} 3\n{LINE}\n0\n"),
        &format!("1:49: {problem}"),
    );
    bad(
        "rotation",
        &format!("{LINE} 2\n{LINE} 1\n0\n"),
        &format!("1:49: {}", problem.replace("`3`", "`2`")),
    );
    let compact = LINE.replace(' ', "");
    bad(
        "rotation",
        &format!("{compact}3\n{compact}\n"),
        "1:25: board 1: expected nothing after a board of 24 symbols on its line, found `3`",
    );
    // One judge has several boards per line.
    bad(
        "rotation",
        &format!("{LINE} {LINE} 2 2\n0\n"),
        "1:97: board 3: line 1 has 50 symbols, expected a multiple of 24: the first extra one is `2`",
    );
    bad(
        "eight",
        "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 x 8 9\n",
        "2:19: board 3: line 2 has 10 symbols, expected 9: the first extra one is `9`",
    );
    // If lines are not boards, symbols continue from line to line.
    solve("rotation", format!("{}\n{} 0", &LINE[..30], &LINE[30..])).gives("AC\n2\n");
}

/// Regression: the answer to the first 54 of 55 facelets was printed before the line was refused.
#[test]
fn a_line_of_55_facelets_was_answered() {
    let solved: String = "URFDLB"
        .chars()
        .map(|face| face.to_string().repeat(9))
        .collect();
    let rows: Vec<_> = solved
        .as_bytes()
        .chunks(9)
        .map(String::from_utf8_lossy)
        .collect();
    let nothing = "board 1: expected nothing after a board of 54 symbols on its line, found";
    for (text, place, found) in [
        (format!("{solved}B\n"), "1:55", "B"),
        // Without a line end, after two boards, and over six lines.
        (format!("{solved}{solved}\u{c9}"), "1:109", "\u{c9}"),
        (format!("{}X\r\n", rows.join("\n")), "6:10", "X"),
    ] {
        solve("cube3", text).fails("", &format!("standard input:{place}: {nothing} `{found}`"));
    }
    let compact = LINE.replace(' ', "");
    for arguments in ["rotation --from plain", "rotation --from plain --to json"] {
        let run = solve(arguments, format!("{compact}{compact} 3\n"));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    }
    // The lines after it are answered, and so are whole boards on a line.
    let run = solve(
        "cube3 --keep-going",
        format!("{solved}B\n{solved},{solved}\n"),
    );
    let error = format!("error: standard input:1:55: {nothing} `B`");
    assert_eq!(run.stdout, format!("{error}\n0\n0\n"));
    // A longer line than is read at once.
    let boards = 3000;
    solve("cube3", solved.repeat(boards)).gives(&"0\n".repeat(boards));
}

#[test]
fn a_symbol_too_few_took_one_of_the_next_board() {
    let short = &LINE[..LINE.len() - 2];
    let problem = "1:1: board 1: line 1 has 23 symbols, 24 expected";
    bad("rotation", &format!("{short}\n{LINE}\n0\n"), problem);
    let compact = LINE.replace(' ', "");
    bad(
        "rotation",
        &format!("{}\n{compact}\n", &compact[..23]),
        problem,
    );
    let run = solve("rotation --keep-going", format!("{short}\n{LINE}\n0\n"));
    assert_eq!(
        run.stdout,
        format!("error: standard input:{problem}\nAC\n2\n")
    );
    bad(
        "eight --from plain",
        "1 2 3 4 5 6 7 0\n1 2 3 4 5 6 7 0 8\n",
        "1:1: board 1: line 1 has 8 symbols, 9 expected",
    );
}

#[test]
fn leetcode_examples_are_accepted() {
    for text in [
        "Input: board = [[4,1,2],[5,0,3]]\n",
        "board = [[4,1,2],[5,0,3]]",
        "Input: [[4,1,2],\n [5,0,3]]\n",
    ] {
        solve("sliding:3x2", text).gives("5\n");
    }
    solve(
        "sliding:3x2",
        "Input: board = [[4,1,2],[5,0,3]]\nInput: board = [[1,2,3],[4,0,5]]\n",
    )
    .gives("5\n1\n");
    bad(
        "sliding:3x2",
        "Input: bored [[4,1,2],[5,0,3]]",
        "1:8: board 1: expected 1 to 5 or 0 or x in cell 1 of 6, found `bored`",
    );
    bad(
        "sliding:3x2",
        "[[4,1,2],[5,0,9]]",
        "1:15: board 1: expected a number from 0 to 5, found `9`",
    );
    let long = format!("[[4,1,2],[5,0,{}]]", "9".repeat(100));
    bad(
        "sliding:3x2",
        &long,
        &format!(
            "1:15: board 1: expected a number from 0 to 5, found `{}...`",
            "9".repeat(24)
        ),
    );
}

#[test]
fn a_board_of_another_size_gets_a_hint() {
    let instead = "for this board, use the puzzle `sliding:3x2`";
    bad(
        "eight",
        "[[4,1,2],[5,0,3]]\n",
        &format!(
            "1:1: board 1: expected a 3x3 board (width x height), found one of 3x2: {instead}"
        ),
    );
    bad(
        "eight",
        "4 1 2\n5 0 3\n",
        &format!("1:1: board 1: expected 9 cells, found 6 before the end of the input: {instead}"),
    );
    bad(
        "fifteen",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "1:1: board 1: expected a 4x4 board (width x height), found one of 3x3: for this board, use the puzzle \
         `sliding:3x3`",
    );
    // A board of no possible size gets no hint of another puzzle.
    let run = solve("eight", "[[4,1,2],[5,0]]\n");
    assert!(run.code == 2 && !run.stderr.contains("sliding:"), "{run:?}");
}

#[test]
fn found_1_words() {
    bad(
        "fifteen --from korf",
        "7\n",
        "1:1: board 1: expected a line of 16 tiles, found `7`",
    );
}

#[test]
fn a_surplus_number_made_the_first_tile_an_id() {
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    let extra = "expected nothing after a board of 16 tiles, found `3`";
    for (text, message) in [
        (format!("{board} 3\n"), format!("1:39: board 1: {extra}")),
        (
            format!("{board} 99 3\n"),
            format!("1:39: board 1: {}", extra.replace('3', "99")),
        ),
    ] {
        bad("fifteen --from korf", &text, &message);
    }
    let run = solve("eight", "# one board\n1 2 3 4 5 6 7 8 0 3\n");
    let extra = "2:19: board 1: expected nothing after a board of 9 tiles, found `3`\n";
    assert!(run.stderr.ends_with(extra), "{run:?}");
    // Two numbers were an id and a length.
    bad(
        "fifteen",
        &format!("{board} 3 3\n"),
        "1:39: board 2: line 1 has 18 symbols, expected 16: the first extra one is `3`",
    );
    let only = "expected 9 cells, found only `9` before the end of the input";
    bad(
        "eight",
        "1 2 3 4 5 6 7 8 0\n9\n",
        &format!("2:1: board 2: {only}"),
    );
}

/// The hint of another puzzle was left out for these words in a message.
#[test]
fn a_size_was_recognised_by_words() {
    let eight = fewest::Puzzle::open("eight").expect("a puzzle");
    for (format, text, names_puzzle) in [
        ("leetcode773", "[[4,1,2],[5,0,3]]", true),
        ("leetcode773", "[[4,1,2],[5,0]]", false),
        ("plain", "4 1 2\n5 0 3\n", true),
        ("plain", "4 1 2\n5 0\n", false),
        ("hackerrank", "2\n1 2 3 0\n", true),
        ("hackerrank", "2\n1 2\n", false),
    ] {
        let format = fewest_text::format(&eight, format).expect("a format");
        let mut input = text.as_bytes();
        let mut source = fewest_text::formats::Source::new("text", &mut input);
        let case = &mut fewest::model::Case::default();
        let error = (format.reader)(eight.model()).next(&mut source, case);
        assert_eq!(
            error.expect_err("another size").names_puzzle,
            names_puzzle,
            "{text}"
        );
    }
}

#[test]
fn tokens_in_the_way_are_quoted() {
    bad(
        "knights --from knightsfen",
        "1 10110\n01 11\n",
        "1:3: expected nothing after the number of boards on its line, found `10110`",
    );
    let goal = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(goal.path(), "1 2 3 4 5 6 7 8 x\n12 2 3 4 5 6 7 x 8\n").expect("written");
    let name = goal.path().display();
    let run = fewest_on(&format!("solve eight --goal {name}"), "");
    let message =
        format!("error: the goal: {name}:2:1: expected nothing after the goal, found `12`\n");
    assert_eq!((run.code, run.stderr), (2, message));
}

#[test]
fn rows_of_another_shape_were_accepted() {
    let other = "expected a 3x2 board (width x height), found one of 2x3: for this board, use the puzzle `sliding:2x3`";
    for text in [
        "1 2\n3 4\n0 5\n",
        "[[1 2]\n [3 4]\n [0 5]]",
        "1 2/3 4/0 5",
        "[[1,2],[3,4],[0,5]]",
    ] {
        let run = solve("sliding:3x2", text);
        assert!(
            run.code == 2 && run.stderr.contains(other),
            "{text}: {run:?}"
        );
    }
    for (puzzle, text, found) in [
        ("fifteen", "1 2 3 4 5 6 7 8\n9 10 11 12 13 14 0 15\n", "8x2"),
        ("sliding:4x3", "1 2 3\n4 5 6\n7 8 9\n10 0 11\n", "3x4"),
    ] {
        let run = solve(puzzle, text);
        assert!(
            run.stderr.contains(&format!("found one of {found}")),
            "{run:?}"
        );
    }
    for text in ["1 2 3 4 0 5\n", "1\n2\n3\n4\n0\n5\n", "1 2 3/4 0 5\n"] {
        solve("sliding:3x2", text).gives("1 r\n");
    }
}
