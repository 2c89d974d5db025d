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
        // One word that is several moves.
        ("cube3", "RUR'U'", "4 U R U' R'\n"),
        ("cube3", "RU2R'", "3 R U2 R'\n"),
        ("cube3", "[R,U]", "4 U R U' R'\n"),
    ] {
        argument(puzzle, text).gives(expected);
    }
}

/// A file that is missing was never meant as a move.
#[test]
fn a_missing_file_is_not_solved() {
    let missing = "No such file or directory; nor is it a board";
    for puzzle in ["cube3", "cube3q"] {
        argument(puzzle, "F2").fails("", &format!("F2: {missing} of {puzzle}"));
    }
    let short = argument("eight", "1 2 3 4 5 6 7 8");
    let found = format!("1 2 3 4 5 6 7 8: {missing}: expected 9 cells, found 8");
    assert!(short.stderr.contains(&found), "{}", short.stderr);
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
    let moves = "the first line may be moves (--from moves)";
    for puzzle in ["cube3", "cube2"] {
        let letters = solve(puzzle, "R U F\n");
        assert!(
            letters.stderr.ends_with(&format!("; {moves}\n")),
            "{letters:?}"
        );
    }
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

/// A file of this text in a folder.
fn file_of(folder: &tempfile::TempDir, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn check_and_validate_took_boards_for_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = file_of(&folder, "answers", "r\n");
    let mut command = fewest();
    command
        .args(["check", "eight", "1 2 3 4 5 6 7 x 8"])
        .arg(answers);
    assert_eq!(run(command, "").stdout, "right: 1 board\n");
    let mut command = fewest();
    command.args(["validate", "cube2", "R U F"]);
    assert_eq!(run(command, "").code, 0);
}

/// Rows of several files had equal numbers and no file.
#[test]
fn rows_did_not_name_their_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for to in ["json", "csv"] {
        let mut command = fewest();
        command.current_dir(folder.path());
        for name in ["one.txt", "two.txt"] {
            file_of(&folder, name, "1 2 3 4 5 6 7 0 8\n");
        }
        command.args([
            "solve", "eight", "--from", "plain", "--to", to, "one.txt", "two.txt",
        ]);
        let both = run(command, "");
        assert_eq!(both.code, 0);
        let lines: Vec<&str> = both
            .stdout
            .lines()
            .filter(|line| !line.starts_with("number"))
            .collect();
        assert!(
            lines[0].contains("one.txt") && lines[1].contains("two.txt"),
            "{both:?}"
        );
    }
}

#[test]
fn a_stage_reads_boards_of_the_whole_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let first_row =
        "name = \"first-row\"\nextends = \"eight\"\n[[goal]]\nboard = \"1 2 3 ? ? ? ? ? ?\"\n";
    let stage = file_of(&folder, "first-row.toml", first_row);
    let mut command = fewest();
    command.arg("solve").arg(&stage);
    let whole = run(command, "8 6 7 2 5 4 3 0 1\n");
    // Computed by a breadth-first search in Python.
    assert!(whole.stdout.starts_with("21 "), "{whole:?}");
    let mut command = fewest();
    command.arg("solve").arg(&stage);
    run(command, "- - - 2 - - 3 0 1\n").gives(&whole.stdout);
}

#[test]
fn a_goal_may_have_open_cells() {
    let folder = tempfile::tempdir().expect("a folder");
    let goal = file_of(&folder, "goal.txt", "? ? ?\n? 0 ?\n? ? ?\n");
    for command_name in ["solve", "compare"] {
        let mut command = fewest();
        command.args([command_name, "eight", "--goal"]).arg(&goal);
        let solved = run(command, "1 2 3\n4 5 6\n7 8 0\n");
        assert!(
            solved.code == 0 && solved.stdout.contains('2'),
            "{command_name}: {solved:?}"
        );
    }
    let mut command = fewest();
    command
        .args([
            "generate",
            "eight",
            "--distance",
            "0",
            "--count",
            "5",
            "--to",
            "plain",
            "--goal",
        ])
        .arg(&goal);
    let drawn = run(command, "").stdout;
    assert!(
        drawn.lines().count() == 5
            && drawn
                .lines()
                .all(|line| line.split(' ').nth(4) == Some("0")),
        "{drawn}"
    );
}

#[test]
fn tiles_that_move() {
    // The letters say where tiles go.
    let slides = "R D2\n";
    let mut command = fewest();
    command.args(["solve", "fifteen", "--from", "slides", "--to", "tiles"]);
    run(command, slides).gives("3 7 11 15\n");
    let folder = tempfile::tempdir().expect("a folder");
    let board = "1 2 3 4 5 6 0 8 9 10 7 12 13 14 11 15";
    for (answer, verdict) in [
        ("3 7 11 15", "right: 1 board\n"),
        ("3 7 11 12", "wrong"),
        ("3 7 11 1", "wrong"),
        ("3 7 11 0", "wrong"),
        ("5 7 7 7 11 15", "wrong"),
    ] {
        let answers = file_of(&folder, "answers", &format!("{answer}\n"));
        let mut command = fewest();
        command
            .args(["check", "fifteen", board])
            .arg(answers)
            .args(["--from", "tiles"]);
        let judged = run(command, "");
        assert!(judged.stdout.starts_with(verdict), "{answer}: {judged:?}");
    }
    for bad in ["R5", "R0", "r", "R D2 X", "R9999999999999999999999", "Rx"] {
        let mut command = fewest();
        command.args(["solve", "fifteen", "--from", "slides"]);
        assert_eq!(run(command, bad).code, 2, "{bad}");
    }
    let mut command = fewest();
    command.args([
        "generate", "eight", "--random", "--count", "20", "--to", "slides",
    ]);
    let drawn = run(command, "").stdout;
    let mut command = fewest();
    command.args(["solve", "eight", "--from", "slides", "--to", "plain"]);
    let solved = run(command, drawn.clone());
    let lengths = drawn.lines().map(|line| {
        line.split(' ')
            .map(|word| {
                word.get(1..)
                    .and_then(|count| count.parse().ok())
                    .unwrap_or(1)
            })
            .sum::<usize>()
    });
    let found = solved
        .stdout
        .lines()
        .map(|line| line.split(' ').next().and_then(|count| count.parse().ok()));
    assert!(lengths.map(Some).eq(found), "{drawn}{}", solved.stdout);
}

#[test]
fn ids_before_boards_of_definitions() {
    let stacks = "0: 2 1 3 4 5 6 7 8\n7 3 2 1 4 5 6 7 8\n4 3 2 1 5 6 7 8\n";
    let mut command = fewest();
    command.args(["solve", "pancakes", "--to", "json"]);
    let cells = fewest::Puzzle::open("pancakes")
        .expect("pancakes")
        .model()
        .cells();
    let rest: Vec<String> = (9..=cells).map(|pancake| pancake.to_string()).collect();
    let stacks = stacks.replace('\n', &format!(" {}\n", rest.join(" ")));
    let solved = run(command, stacks).stdout;
    let lines: Vec<&str> = solved.lines().collect();
    assert!(
        lines[0].contains("\"id\":0,") && lines[1].contains("\"id\":7,"),
        "{solved}"
    );
    assert!(!lines[2].contains("\"id\""), "{solved}");
    assert!(
        lines.iter().all(|line| line.contains("\"distance\":1,")),
        "{solved}"
    );
}

/// The message names the puzzle that was meant.
#[test]
fn boards_and_moves_of_another_puzzle() {
    for (puzzle, text, hint) in [
        (
            "fifteen",
            "1 2 3 4 5 6 7 x 8\n",
            "this is a board of `eight`",
        ),
        (
            "eight",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n",
            "this is a board of `fifteen`",
        ),
        (
            "cube2",
            "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB\n",
            "this is a board of `cube3`",
        ),
    ] {
        let refused = solve(puzzle, text);
        assert!(
            refused.code == 2 && refused.stderr.contains(hint),
            "{puzzle}: {refused:?}"
        );
    }
    let refused = argument("eight", "R U R' U'");
    assert!(
        refused.code == 2 && refused.stderr.contains("these are moves of `"),
        "{refused:?}"
    );
}

#[test]
fn illegal_moves_were_moves_of_another_puzzle() {
    let illegal = "if these are moves, move 1, `d`, is not legal there\n";
    for text in ["dlu\n", "d l u\n"] {
        let refused = solve("eight", text);
        assert!(
            refused.stderr.ends_with(&format!("; {illegal}")),
            "{refused:?}"
        );
    }
    let refused = argument("eight", "dlu");
    assert!(refused.stderr.ends_with(illegal), "{refused:?}");
    let legal = solve("eight", "ulu\n");
    let hint = "; the first line may be moves (--from moves)\n";
    assert!(legal.stderr.ends_with(hint), "{legal:?}");
    // The rotation game has no board that moves start from.
    let rotation = solve("rotation", "A B C\n");
    assert!(!rotation.stderr.contains("these are moves"), "{rotation:?}");
}

#[test]
fn only_solve_named_the_other_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = file_of(&folder, "board", "1 2 3 4 5 6 7 x 8\n");
    let answers = file_of(&folder, "answers", "r\n");
    let hint = "found 9 before the end of the input; this is a board of `eight`\n";
    for (name, is_output) in [("solve", false), ("check", false), ("validate", true)] {
        let mut command = fewest();
        command.args([name, "fifteen"]).arg(&board);
        if name == "check" {
            command.arg(&answers);
        }
        let refused = run(command, "");
        let message = if is_output {
            &refused.stdout
        } else {
            &refused.stderr
        };
        assert!(message.ends_with(hint), "{name}: {refused:?}");
    }
}

#[test]
fn notes_about_moves() {
    let scramble = |puzzle: &str, moves: &str| {
        let mut command = fewest();
        command.args(["solve", puzzle, "--scramble", moves]);
        run(command, "")
    };
    let niss = scramble("cube3", "R (U)");
    assert!(
        niss.stdout == "2 U' R'\n" && niss.stderr.contains("NISS"),
        "{niss:?}"
    );
    let tips = scramble("pyraminx", "R U' l u'");
    assert!(
        tips.stdout == "2 U R'\n" && tips.stderr.contains("`u'` is left out"),
        "{tips:?}"
    );
    assert_eq!(scramble("cube3", "^(R U)").code, 2);
    // Both are the same board.
    for (one, other) in [
        ("(R U R' U')2", "R U R' U' R U R' U'"),
        ("[R, U]", "R U R' U'"),
        ("(F R')' D", "R F' D"),
        ("[R: [U, F2]]2'", "R F2 U F2 U' F2 U F2 U' R'"),
        ("R . U // a note", "R U"),
        ("R‘ U", "R' U"),
        ("M'2 D", "M2 D"),
        ("x'2 U", "x2 U"),
        ("R2' U", "R2 U"),
        ("U² R", "U2 R"),
        ("U-1 R^-1", "U' R'"),
        ("3Rw U", "x U"),
        ("2R U", "Rw R' U"),
        ("2-3Rw U", "L' M' U"),
        ("2L 2U 2D 2F 2B", "M E' E S S'"),
        ("2-3Lw U", "R' M U"),
    ] {
        assert_eq!(
            scramble("cube3", one).stdout,
            scramble("cube3", other).stdout,
            "{one}"
        );
    }
}

/// The solved board was an empty line, which the reader skipped.
#[test]
fn the_solved_board_of_slides_was_lost() {
    let mut command = fewest();
    command.args([
        "generate",
        "eight",
        "--distance",
        "0",
        "--count",
        "1",
        "--to",
        "slides",
    ]);
    run(command, "").gives("-\n");
    let mut command = fewest();
    command.args(["solve", "eight", "--from", "slides", "--to", "plain"]);
    run(command, "-\nR\n").gives("0\n1 r\n");
    // As an argument, in the format that is named.
    let mut command = fewest();
    command.args(["solve", "fifteen", "R D2", "--from", "slides"]);
    run(command, "").gives("3 ddr\n");
}

/// Only `solve` reported the assumptions of a reading.
#[test]
fn a_cube_that_is_held_differently_has_a_note_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = file_of(&folder, "answers", "1 R'\n");
    let board = "yybyybyybrrrrrrrrrbbwbbwbbwwwgwwgwwgoooooooooyggyggygg";
    for arguments in [
        &["solve", "cube3", board][..],
        &["compare", "cube3", board, "--method", "bidirectional"],
        &["check", "cube3", board, &answers.display().to_string()],
    ] {
        let mut command = fewest();
        command.args(arguments);
        let result = run(command, "");
        assert!(
            result.code == 0 && result.stderr.contains("held this way"),
            "{result:?}"
        );
    }
}

#[test]
fn the_blank_in_a_header_was_not_compared() {
    let board = "1 2 3\n4 5 6\n7 0 8\n";
    for place in ["-1", "8"] {
        solve("eight", format!("8\n{place}\n{board}")).gives("1 r\n");
    }
    solve("eight", format!("8\n2\n{board}")).fails(
        "",
        "standard input:2:1: board 1: `2` is the place of the blank in the goal (from 0, or -1 for the last), but in \
         this goal it is 8: choose another goal with --goal",
    );
    assert_eq!(
        solve("eight --goal blank-first", format!("8\n0\n{board}")).code,
        0
    );
}

#[test]
fn a_board_and_a_number_were_read_as_an_id_and_a_board() {
    let extra = "the first extra one is `1`";
    let tiles = solve("eight", "1 2 3 4 5 6 7 0 8 1\n");
    assert!(tiles.code == 2 && tiles.stderr.contains(extra), "{tiles:?}");
    let id = solve("eight", "7 1 2 3 4 5 6 7 0 8\n");
    assert!(id.code == 0 && id.stderr.contains("read as korf"), "{id:?}");
}

#[test]
fn quoted_symbols_and_lists_of_boards_were_refused() {
    let quoted = |symbols: &str| {
        let symbols: Vec<String> = symbols.chars().map(|c| format!("'{c}'")).collect();
        format!("[{}]", symbols.join(", "))
    };
    solve("cube2", quoted("wwwwooggrrbboggrrbyyy")).gives("0\n");
    solve("knights", quoted("111*101111001110000100000")).gives("1 c3\n");
    for list in [
        "[[[1,2,3],[4,5,6],[7,0,8]],[[1,2,3],[4,0,5],[7,8,6]]]",
        "[[1,2,3,4,5,6,7,0,8],[1,2,3,4,0,5,7,8,6]]",
    ] {
        solve("eight", list).gives("1 r\n2 rd\n");
    }
    // Apostrophes of moves.
    solve("cube3", "[R', U']\n").gives("4 U' R' U R\n");
}

#[test]
fn moves_without_spaces_and_in_parentheses_were_wrong_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let scrambles = file_of(&folder, "scrambles", "R U\n");
    for answer in ["2 U' R'", "2 U'R'", "2 (U' R')", "2 U' R'\r\n\x1a\r"] {
        let answers = file_of(&folder, "answers", &format!("{answer}\n"));
        let mut command = fewest();
        command
            .args(["check", "cube3", "--from", "moves"])
            .args([&scrambles, &answers]);
        run(command, "").gives("right: 1 board\n");
    }
}
