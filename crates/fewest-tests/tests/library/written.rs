//! Unusual definitions: pictures that are hard to read, optional keys, inverses.

use fewest::model::Model;

use crate::defined::read;

/// A puzzle of six cells in a ring, with these pieces and one goal.
pub fn ring(pieces: &str, goal: &str) -> String {
    format!(
        "name = \"ring\"\ncells = 6\npieces = \"{pieces}\"\n[[move]]\nname = \"x\"\nshift = \"1 2 3 4 5 6\"\n\
         [[move]]\nname = \"y\"\ninverse = \"x\"\n[[goal]]\n{goal}\n"
    )
}

/// The error message of a definition.
pub fn mistake(text: &str) -> String {
    Model::from_toml(text).unwrap_err().to_string()
}

/// Fifteen pieces in a picture, moved by offsets.
fn drawn(cells: &str) -> String {
    let names: Vec<&str> = cells.split_whitespace().collect();
    let pieces: Vec<String> = (1..names.len()).map(|piece| piece.to_string()).collect();
    let pieces = pieces.join(" ");
    let moves = [("u", "-1, 0"), ("l", "0, -1"), ("r", "0, 1"), ("d", "1, 0")];
    let moves =
        moves.map(|(name, offset)| format!("[[move]]\nname = \"{name}\"\noffset = [{offset}]\n"));
    format!(
        "name = \"own\"\ncells = \"\"\"\n{cells}\n\"\"\"\npieces = \"{pieces} .\"\nblank = \".\"\n{}[[goal]]\nboard = \"{pieces} .\"\n",
        moves.concat()
    )
}

/// Names as in imports, an emoji of a family, and the longest symbol allowed.
#[test]
fn long_symbols_are_read_as_they_are_written() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    let longest = "s".repeat(64);
    let pieces = format!("CORNERORIENTATIONS.1a {family} {longest} d e f");
    let text = ring(&pieces, &format!("board = \"{pieces}\""));
    let text = text.replace("\"y\"", &format!("\"{}\"", "y".repeat(64)));
    let puzzle = fewest::Puzzle::from_toml(&text).unwrap();
    let options = fewest::Options::default();
    let board = puzzle
        .board(&format!("{} CORNERORIENTATIONS.1a", &pieces[22..]))
        .unwrap();
    let answer = puzzle.solve(&board, &options).unwrap();
    assert_eq!(puzzle.moves_text(&board, &answer.moves), "y".repeat(64));
    assert_eq!(puzzle.board(&puzzle.text(&board)).as_ref(), Ok(&board));
    // The checker of answers reads moves as they are written.
    let mut session = Vec::new();
    let board = format!("{}\n", puzzle.text(&board));
    let text = fewest_text::TextOptions::default();
    (fewest_text::Session::new(&puzzle, options.clone(), text.clone()).unwrap())
        .run("boards", &mut board.as_bytes(), &mut session)
        .unwrap();
    let judged = fewest_text::check(
        &puzzle,
        &options,
        &text,
        None,
        ("boards", &mut board.as_bytes()),
        ("answers", &mut &session[..]),
    );
    assert!(
        matches!(judged, Ok(fewest_text::Judgement::Right(1))),
        "{judged:?}"
    );
}

#[test]
fn a_ragged_picture_is_the_puzzle_that_it_seems_to_be() {
    let straight = read(&drawn(" 1  2  3  4\n 5  6  7  8\n 9 10 11 12"));
    for ragged in [
        "1 2 3 4\n5 6 7 8\n9 10 11 12",
        "1 2 3 4\n\n  5 6 7 8\n9 10     11 12",
        "1  2  3  4\n5  6  7  8\n9  10 11 12",
    ] {
        assert_eq!(
            read(&drawn(ragged)).structure,
            straight.structure,
            "{ragged}"
        );
    }
}

#[test]
fn columns_that_are_not_clear_are_a_mistake() {
    let problem = |cells: &str| mistake(&drawn(cells));
    let unclear = |cell: &str, other: &str| {
        format!(
            "an `offset` needs columns, and it is not clear whether `{cell}` is in the same column as `{other}` (align the names of each column, on the left or on the right)"
        )
    };
    assert_eq!(
        problem("1 2 3 4\n5 6 7\n8 9 10 11"),
        format!("5:8: {}", unclear("11", "4"))
    );
    // Longer names that overlap in some columns.
    assert_eq!(
        problem("a1 bb2 c3\nlong-name d4"),
        format!("3:4: {}", unclear("bb2", "a1"))
    );
    // Nothing depends on columns, so nothing is reported.
    let steps = drawn("1 2 3 4\n5 6 7\n8 9 10 11").replace("offset = [-1, 0]", "steps = \"5>1\"");
    let steps = steps.replace("offset = [0, -1]", "steps = \"2>1\"");
    let steps = steps.replace("offset = [0, 1]", "steps = \"1>2\"");
    read(&steps.replace("offset = [1, 0]", "steps = \"1>5\""));
    // A cross with longer names, aligned right and left; staggered rows with names of equal length.
    for clear in [
        "       1\n 8  9 10 11\n      12",
        "      1\n8  9  10 11\n      12",
    ] {
        let definition = read(&drawn(clear));
        assert_eq!(definition.picture.grid[0].1, definition.picture.grid[3].1);
        assert_eq!(definition.picture.grid[5].1, definition.picture.grid[3].1);
    }
    let staggered = drawn("   1\n  2 3\n 4 5 6");
    let staggered = staggered
        .replace("[-1, 0]", "[-1, 1]")
        .replace("[0, -1]", "[-1, -1]");
    read(
        &staggered
            .replace("[0, 1]", "[1, 1]")
            .replace("[1, 0]", "[1, -1]"),
    );
}

#[test]
fn intended_oddities_can_be_declared() {
    let one_way = ring("a*2 b*3 c", "board = \"aabbbc\"")
        .replace("[[move]]\nname = \"y\"\ninverse = \"x\"\n", "");
    assert!(
        read(&one_way)
            .lints(&one_way)
            .to_string()
            .contains("`x` has no inverse")
    );
    let meant = one_way.replace("name = \"x\"", "name = \"x\"\none_way = true");
    assert_eq!(read(&meant).lints(&meant).0, []);
    let wrong = ring("a*2 b*3 c", "board = \"aabbbc\"")
        .replace("name = \"x\"", "name = \"x\"\none_way = true");
    assert_eq!(
        mistake(&wrong),
        "6:11: `x` is not one-way: `y` is its inverse"
    );

    let still = ring("a*2 b*3 c", "board = \"aabbbc\"").replace("1 2 3 4 5 6", "1 2 3 4");
    assert!(
        read(&still)
            .lints(&still)
            .to_string()
            .contains("no move touches the cells `5`, `6`")
    );
    let meant = still.replace("cells = 6", "cells = 6\nfixed = \"5 6\"");
    assert_eq!(read(&meant).lints(&meant).0, []);
    let wrong = still.replace("cells = 6", "cells = 6\nfixed = \"5 2\"");
    assert_eq!(
        mistake(&wrong),
        "3:12: `2` is not fixed: the move `x` touches it"
    );
    let wrong = still.replace("cells = 6", "cells = 6\nfixed = \"7\"");
    assert!(mistake(&wrong).starts_with("3:10: no cell is called `7`"));
}

#[test]
fn moves_that_do_the_same_are_doubted_only() {
    let twins = ring("a*2 b*3 c", "board = \"aabbbc\"")
        .replace("inverse = \"x\"", "cycles = \"(6 5 4 3 2 1)\"");
    let lints = read(&twins).lints(&twins).to_string();
    let expected =
        "8:8: the moves `x` and `y` do the same (no answer has `y`: `x` comes first in tie order)";
    assert!(lints.contains(expected), "{lints}");
}

/// A step is undone by a swap that is legal anywhere; if all other pieces are equal, any move back
/// is an inverse.
#[test]
fn ways_back_go_by_what_moves_do() {
    let swap = "name = \"s\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n\
        [[move]]\nname = \"B\"\nsteps = \"1>2 2>1\"\n[[move]]\nname = \"S\"\ncycles = \"(1 2)\"\n\
        [[move]]\nname = \"x\"\nsteps = \"2>3\"\n[[move]]\nname = \"y\"\nsteps = \"3>2\"\n\
        [[goal]]\nboard = \"a b .\"\n";
    assert_eq!(read(swap).lints(swap).0, []);
    let equal_pieces = "name = \"s\"\ncells = 3\npieces = \"a a .\"\nblank = \".\"\n\
        [[move]]\nname = \"B\"\nsteps = \"1>2 2>3 3>1\"\n[[move]]\nname = \"C\"\nsteps = \"1>3 3>2 2>1\"\n\
        [[goal]]\nboard = \"a a .\"\n";
    assert_eq!(read(equal_pieces).lints(equal_pieces).0, []);
    let round = equal_pieces
        .replace("pieces = \"a a .\"", "pieces = \"a b .\"")
        .replace("board = \"a a .\"", "board = \"a b .\"");
    assert_eq!(read(&round).lints(&round).0, []);
    let other = round.replace("steps = \"1>3 3>2 2>1\"", "cycles = \"(1 2 3)\"");
    assert!(
        read(&other)
            .lints(&other)
            .to_string()
            .contains("`B`, `C` have no inverse")
    );
}

#[test]
fn a_move_that_no_one_move_takes_back() {
    let text = "name = \"t\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n[[move]]\nname = \"in\"\nsteps = \"1>2 3>2\"\n\
        [[move]]\nname = \"out\"\ninverse = \"in\"\n[[goal]]\nboard = \"a b .\"\n";
    assert_eq!(
        mistake(text),
        "10:11: `in` has no single inverse: it leads to `2` from more than one cell"
    );
}

#[test]
fn messages_in_plain_words() {
    let text = ring("a*2 b*3 c", "board = \"aabbbc\"");
    let problem = |from: &str, to: &str| mistake(&text.replacen(from, to, 1));
    assert_eq!(
        problem("cells = 6", "cells = true"),
        "2:9: invalid type: boolean `true`, expected a number of cells, or a picture of them in quotes"
    );
    assert_eq!(
        problem("cells = 6", "cells = 1.5"),
        "2:9: invalid type: floating point `1.5`, expected a number of cells, or a picture of them in quotes"
    );
    assert_eq!(
        problem(
            "name = \"ring\"",
            "name = \"ring\"\ntitle = \"a\\u001b[31mred\""
        ),
        "2:9: a title is one line without control characters"
    );
    for rules in ["a\\nb", " ", &"a".repeat(201)] {
        assert_eq!(
            problem(
                "name = \"ring\"",
                &format!("name = \"ring\"\nrules = \"{rules}\"")
            ),
            "2:9: rules are one line of 1 to 200 characters, without control characters"
        );
    }
    let rules = "\u{e9}".repeat(200);
    let model =
        Model::from_toml(&text.replacen("cells", &format!("rules = \"{rules}\"\ncells"), 1));
    assert_eq!(model.expect("a definition").rules, Some(rules));
    assert_eq!(
        problem(
            "board = \"aabbbc\"",
            "name = \"\\u202eg\"\nboard = \"aabbbc\""
        ),
        "11:8: a goal's name has no control characters"
    );
    assert_eq!(
        problem("a*2 b*3 c", "a*99999999999999999999"),
        "3:11: `a*99999999999999999999`: a symbol's count is 1 to 6\n11:10: no piece is written `aabbbc`"
    );
    let metric = problem("cells = 6", "cells = 6\nmetric = \"turns\"");
    assert_eq!(
        metric,
        "3:10: unknown value `turns`, expected one of `move`, `axis`, `unit`, `straight`, `finger`"
    );
    for (from, to) in [
        ("cells = 6", "cells = 6\nmove = 3"),
        ("cells = 6", "cells = 6\nboards = 3"),
        ("cells = 6", "cells = 6\ngoal = [3]"),
        ("shift = \"1 2 3 4 5 6\"", "offset = 3"),
        (
            "shift = \"1 2 3 4 5 6\"",
            "offset = [1, 99999999999999999999]",
        ),
        ("shift = \"1 2 3 4 5 6\"", "offset = [1]"),
        ("shift = \"1 2 3 4 5 6\"", "shift = [1, 2]"),
        ("shift = \"1 2 3 4 5 6\"", "cost = \"a\""),
        ("shift = \"1 2 3 4 5 6\"", "one_way = 1"),
    ] {
        let message = problem(from, to);
        for word in [
            "struct",
            "enum",
            "variant",
            "untagged",
            "i64",
            "i16",
            "Vec",
            "usize",
            "sequence of",
        ] {
            assert!(!message.contains(word), "{message}");
        }
        println!("{message}");
    }
}
