//! Boards in the notation of their definition.

use crate::common::{fewest_on, file, solve, text};

/// A definition sets other symbols for its boards, their order, and the text before and after them.
#[test]
fn boards_as_their_definition_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let changed = |name: &str, boards: &str| {
        let definition = text("puzzles/eight.toml").replace("symbols = \"x=. 0=.\"\n", boards);
        let path = folder.path().join(name);
        std::fs::write(&path, definition).expect("writable");
        path.display().to_string()
    };
    let eight = file("puzzles/eight.toml").display().to_string();
    for board in [
        "1 2 3 4 5 6 7 x 8",
        "1 2 3\n4 5 6\n7 0 8",
        "1234567.8",
        "12345607x",
    ] {
        let solved = solve(&eight, board);
        match board {
            "12345607x" => assert_eq!(solved.code, 2, "{solved:?}"),
            _ => solved.gives("1 r\n"),
        }
    }
    // From the last cell to the first, counted, with an end of one character or more.
    let order = "order = \"9 8 7 6 5 4 3 2 1\"\n";
    for (end, symbols) in [("0", ""), ("end", ""), ("0", "symbols = \"blank=.\"\n")] {
        let boards = format!("{order}counted = true\nend = \"{end}\"\n{symbols}");
        let puzzle = changed("own.toml", &boards);
        solve(
            &puzzle,
            format!("2\n8 . 7 6 5 4 3 2 1\n. 8 7 6 5 4 3 2 1 {end}\n"),
        )
        .gives("1 r\n0\n");
        let few = solve(&puzzle, format!("1\n{end}\n"));
        assert!(few.stderr.contains("expected 1 board, found 0"), "{few:?}");
        let more = solve(&puzzle, format!("1 . 8 7 6 5 4 3 2 1 {end} 5\n"));
        assert!(more.stderr.contains("expected"), "{more:?}");
        for to in ["plain", "drawn"] {
            let how = format!("generate {puzzle} --distance 2 --count 3 --to {to}");
            let drawn = fewest_on(&how, "").stdout;
            assert!(
                drawn.starts_with("3\n") && drawn.ends_with(&format!("{end}\n")),
                "{drawn}"
            );
            let answers = solve(&format!("{puzzle} --from {to}"), drawn);
            assert_eq!(answers.stdout.matches("2 ").count(), 3, "{answers:?}");
        }
        // A goal is one board, in whatever format.
        let goal = folder.path().join("goal");
        std::fs::write(&goal, "8 . 7 6 5 4 3 2 1\n").expect("writable");
        let to_goal = format!("{puzzle} --goal {}", goal.display());
        solve(&to_goal, format!("1\n. 8 7 6 5 4 3 2 1\n{end}\n")).gives("1 l\n");
    }
    for (boards, problem) in [
        (
            "symbols = \"x\"\n",
            "18:12: `x`: expected something like `x=.`",
        ),
        ("symbols = \"x=9\"\n", "18:12: no piece is written `9`"),
        (
            "symbols = \"1=.\"\n",
            "18:12: `1` is already a piece's symbol",
        ),
        ("symbols = \"x=. x=1\"\n", "18:16: `x` is named twice"),
        (
            "order = \"1 2 2 4 5 6 7 8 9\"\n",
            "18:14: `2` is named twice",
        ),
        ("order = \"1 2\"\n", "18:9: a board has 9 cells, not 2"),
        ("end = \".\"\n", "18:7: `.` is the symbol of a piece"),
        (
            "end = \"the end\"\n",
            "18:7: the word that ends the boards must be one word",
        ),
    ] {
        let puzzle = changed("bad.toml", boards);
        let run = solve(&puzzle, "");
        let expected = format!("error: {puzzle}:{problem}");
        assert!(run.stderr.starts_with(&expected), "{run:?} {expected}");
    }
}
