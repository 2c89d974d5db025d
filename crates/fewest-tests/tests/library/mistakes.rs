//! Mistakes in definitions, each reported with its place, and warnings.

use fewest::model::Model;

use crate::defined::read;

const RING: &str = r#"name = "ring"
cells = 4
pieces = "a a b c"

[[move]]
name = "x"
shift = "1 2 3"

[[move]]
name = "y"
cycles = "(3 4)"

[[goal]]
board = "a a b c"
"#;
const OTHER_KIND: &str = "pieces only change places here; `needs` makes a move depend on cells, and blocks are \
                          drawn with `blocks`: docs/definitions.md has examples";

/// The message about the ring with one part changed.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    assert!(RING.contains(from), "{from}");
    Model::from_toml(&RING.replacen(from, to, 1))
        .unwrap_err()
        .to_string()
}

/// Readers check at most this many bytes of a word.
#[test]
fn names_that_could_not_be_read_back_are_refused_where_they_stand() {
    let long = "x".repeat(65);
    let problem = |what: &str| format!("{what} has at most 64 bytes, this one has 65");
    let message = changed("a a b c", &format!("a a {long} c"));
    let first = format!("3:15: {}\n", problem("a symbol"));
    assert!(message.starts_with(&first), "{message}");
    assert_eq!(
        changed("cells = 4", &format!("cells = \"1 2 3 {long}\""))
            .lines()
            .next(),
        Some(format!("2:16: {}", problem("a cell's name")).as_str())
    );
    assert_eq!(
        changed("\"y\"", &format!("\"{long}\"")),
        format!("9:1: {}", problem("a move's name"))
    );
    let other = format!("[boards]\nsymbols = \"{long}=a\"\n[[goal]]");
    assert_eq!(
        changed("[[goal]]", &other),
        format!("14:12: {}", problem("a symbol"))
    );
    // `R` of 63 bytes has an inverse whose name is 64 bytes long; one byte more is too many.
    let powers = |bytes: usize| {
        let name = format!("\"{}\"\naxis = \"x\"", "x".repeat(bytes));
        RING.replacen("\"x\"", &name, 1)
            .replacen("name = \"ring\"", "name = \"ring\"\nmetric = \"axis\"", 1)
            .replacen("\"y\"", "\"y\"\naxis = \"y\"", 1)
    };
    assert!(Model::from_toml(&powers(63)).is_ok());
    let error = Model::from_toml(&powers(64)).unwrap_err().to_string();
    assert_eq!(error, format!("6:1: {}", problem("a move's name")));
}

#[test]
fn cells_and_pieces() {
    assert_eq!(changed("1 2 3", "1 2 1"), "7:14: cell `1` is named twice");
    assert_eq!(changed("1 2 3", "1 2 z"), "7:14: no cell is called `z`");
    assert_eq!(
        changed("1 2 3", "1"),
        "7:10: at least two cells are needed to move anything"
    );
    assert_eq!(
        changed("(3 4)", "(3 4)(1 4)"),
        "11:16: cell `4` is in two cycles"
    );
    assert_eq!(
        changed("a a b c", "a*2 b*2 c"),
        "3:10: 5 pieces do not fill 4 cells"
    );
    assert_eq!(
        changed("a a b c", "a*9 b c"),
        "3:11: `a*9`: a symbol's count is 1 to 4"
    );
    assert_eq!(
        changed("cells = 4", "cells = \"\"\"1 2\n3 3\"\"\"")
            .lines()
            .next(),
        Some("3:3: two cells are called `3`")
    );
    assert_eq!(
        changed("cells = 4", "cells = 257"),
        "2:9: a puzzle has 2 to 256 cells"
    );
}

#[test]
fn moves() {
    assert_eq!(
        changed("cycles = \"(3 4)\"", "sequence = \"x x x\""),
        "9:1: the move `y` changes nothing"
    );
    assert_eq!(
        changed("name = \"y\"", "name = \"x\""),
        "9:1: two moves are called `x`"
    );
    assert_eq!(
        changed("cycles = \"(3 4)\"", "inverse = \"X\""),
        "11:12: no move is called `X` (did you mean `x`?)"
    );
    assert_eq!(
        changed("cycles = \"(3 4)\"", "inverse = \"y\""),
        "11:11: the named moves refer to each other"
    );
    assert_eq!(
        changed("cycles = \"(3 4)\"", "cycles = \"(3 4)\"\ncost = 2"),
        "12:8: every move counts as one; other costs are not supported yet"
    );
    assert_eq!(
        changed("cycles = \"(3 4)\"", "steps = \"3>4\""),
        "11:9: moves of the blank need a `blank = ...`"
    );
    assert_eq!(
        changed("shift = \"1 2 3\"", ""),
        "6:8: a move has exactly one of `shift`, `cycles`, `inverse`, `sequence`, `offset` and `steps`"
    );
}

#[test]
fn moves_that_name_none_were_said_to_name_each_other() {
    for (key, expected) in [
        ("inverse = \"\"", "11:11: `inverse` names one move"),
        ("inverse = \"x x\"", "11:11: `inverse` names one move"),
        (
            "sequence = \"\"",
            "11:12: `sequence` names at least one move",
        ),
    ] {
        assert_eq!(changed("cycles = \"(3 4)\"", key), expected);
        // An earlier move that names it is not the one to fix.
        let text = RING.replace("cycles = \"(3 4)\"", key);
        let text = text.replace("shift = \"1 2 3\"", "sequence = \"y\"");
        let problems = Model::from_toml(&text).unwrap_err().to_string();
        assert_eq!(problems, expected);
    }
    let spaced = RING.replace("cycles = \"(3 4)\"", "inverse = \" x \"");
    assert_eq!(read(&spaced).moves, ["x", "y"]);
}

#[test]
fn goals() {
    let goal = "[[goal]]\nboard = \"a a b c\"\n";
    assert_eq!(
        changed(goal, "[[goal]]\nboard = \"a a a c\"\n"),
        "13:1: no board meets this goal: it needs 3 of `a`, but there are 2"
    );
    assert_eq!(
        changed(goal, "[[goal]]\nsame = \"1 2 3\"\n"),
        "14:8: no symbol has the pieces to fill these 3 cells"
    );
    assert_eq!(
        changed(goal, "[[goal]]\nboard = \"a a b\"\n"),
        "14:9: a board has 4 symbols, not 3"
    );
    assert_eq!(
        changed(goal, "[[goal]]\nname = \"g\"\n"),
        "13:1: a goal has a `board`, or cells that hold the `same` symbol"
    );
    assert_eq!(
        changed(goal, ""),
        "1:8: a puzzle has at least one [[goal]] (add the lines `[[goal]]` and `board = \"a a b c\"`, with these \
         symbols in the order of the solved board)"
    );
}

#[test]
fn keys_that_were_meant() {
    let message = changed("shift", "shifts");
    assert!(
        message.starts_with("7:1: unknown field `shifts`, expected one of "),
        "{message}"
    );
    assert!(message.ends_with(" (did you mean `shift`?)"), "{message}");
    let far = changed("shift", "rotation");
    assert!(far.ends_with('`'), "nothing is like it: {far}");
}

/// Regression: the reader's own words, such as "invalid type: a list, expected a string".
#[test]
fn headers_with_a_letter_or_a_bracket_too_few_or_too_many_were_types() {
    for header in ["[move]", "[[moves]]", "[moves]  # all"] {
        let text = RING.replace("[[move]]", header);
        let problem = Model::from_toml(&text).unwrap_err().to_string();
        assert!(
            problem.ends_with(": each move begins with the line `[[move]]`"),
            "{header}: {problem}"
        );
    }
    assert_eq!(
        changed("[[move]]", "[move]"),
        "9:3: each move begins with the line `[[move]]`, and an earlier one does not"
    );
    for header in ["[goal]", "[[goals]]"] {
        let problem = changed("[[goal]]", header);
        assert!(
            problem.ends_with(": each goal begins with the line `[[goal]]`"),
            "{header}: {problem}"
        );
    }
}

/// Regression: "invalid boolean, expected `true`".
#[test]
fn a_name_without_quotes_was_a_wrong_boolean() {
    for name in ["t", "ring", "f-1"] {
        assert_eq!(
            changed("name = \"ring\"", &format!("name = {name} # x")),
            format!("1:8: text must be in quotes (write `name = \"{name}\"`)")
        );
    }
    let flag = changed("name = \"x\"", "name = \"x\"\none_way = tru");
    assert!(flag.contains("invalid boolean"), "{flag}");
}

/// Regression: these mistakes had a second message, about missing moves or a missing blank.
#[test]
fn a_mistake_about_the_blank_was_two_mistakes() {
    let tiles =
        |keys: &str| format!("name = \"t\"\ncells = 3\n{keys}\n[[goal]]\nboard = \"1 ? ?\"\n");
    for (keys, expected) in [
        (
            "pieces = \"1 2 .\"\ntargets = \"1-2 2-3\"",
            "4:11: moves of the blank need a `blank = ...`",
        ),
        (
            "pieces = \"1 2 .\"\nblank = \".\"\ntargets = \"\"",
            "5:11: `targets` needs pairs of cells between which the blank moves, like `1-2 2-3`",
        ),
        (
            "pieces = \"1 2 .\"\nblank = \"x\"\ntargets = \"1-2 2-3\"",
            "4:9: no piece is written `x`",
        ),
    ] {
        assert_eq!(
            Model::from_toml(&tiles(keys)).unwrap_err().to_string(),
            expected
        );
    }
    let two = tiles("pieces = \"1 .*2\"\nblank = \".\"\ntargets = \"1-2 2-3\"");
    let problem = Model::from_toml(&two).unwrap_err().to_string();
    assert_eq!(
        problem,
        format!("4:9: the blank must be one piece, not 2 ({OTHER_KIND})")
    );
}

/// Regression: a warning of six lines for each.
#[test]
fn moves_without_inverses_and_untouched_cells_are_one_warning_each() {
    let moves = (1..=4).map(|i| {
        format!(
            "[[move]]\nname = \"m{i}\"\nshift = \"{i} {} {}\"\n",
            i + 1,
            i + 2
        )
    });
    let text = format!(
        "name = \"t\"\ncells = 9\nfixed = \"7\"\npieces = \"a b c d e f g h i\"\n{}[[goal]]\nboard = \"abcdefghi\"\n",
        moves.collect::<String>()
    );
    let warnings = read(&text).lints(&text).to_string();
    let lines: Vec<&str> = warnings.lines().collect();
    assert_eq!(lines.len(), 2, "{warnings}");
    assert_eq!(
        lines[0],
        "2:9: no move touches the cells `8`, `9` (if this is intended, write `fixed = \"7 8 9\"`)"
    );
    assert!(
        lines[1].starts_with("6:8: `m1`, `m2`, `m3`, `m4` have no inverse (tables"),
        "{warnings}"
    );
}

#[test]
fn an_axis_metric_without_an_axis_and_moves_that_keep_the_goals_were_silent() {
    let lints = |text: &str| read(text).lints(text).to_string();
    let metric = RING.replace(
        "\n\n[[move]]\nname = \"x\"",
        "\nmetric = \"axis\"\n\n[[move]]\nname = \"x\"",
    );
    assert!(
        lints(&metric).contains("4:10: this metric has no effect: no move has an `axis`"),
        "{}",
        lints(&metric)
    );
    let kept = "name = \"t\"\ncells = 3\nfixed = \"3\"\npieces = \"a*2 b\"\n[[move]]\nname = \"x\"\n\
        cycles = \"(1 2)\"\n[[goal]]\nboard = \"a a b\"\n";
    let problem = "8:1: no move changes a goal, so only solved boards can be solved";
    assert_eq!(lints(kept), problem);
    assert!(!lints(&kept.replace("a a b", "a b a")).contains(problem));
}

#[test]
fn lints() {
    let lints = |text: &str| read(text).lints(text).to_string();
    assert_eq!(
        lints(RING),
        "6:8: `x` has no inverse (tables are stored only if every move has an inverse; add one with `inverse`, or \
         `one_way = true` if this is intended)"
    );
    let still = RING.replace("(3 4)", "(2 3)");
    assert!(lints(&still).contains("2:9: no move touches the cell `4`"));
    let open = RING.replace("board = \"a a b c\"", "board = \"a a ? ?\"");
    assert!(
        lints(&open).contains("3:10: no goal distinguishes these symbols: `b`, `c` (one symbol")
    );
    let blank = RING.replace(
        "\n\n[[move]]\nname = \"x\"",
        "\nblank = \"b\"\n\n[[move]]\nname = \"x\"",
    );
    assert!(lints(&blank).contains("4:9: no move depends on the blank"));
    let weaker = format!("{RING}[[goal]]\nboard = \"a a ? ?\"\n");
    assert!(lints(&weaker).contains("13:1: every board that meets goal 1 also meets goal 2"));
}

#[test]
fn turning_a_goal_in_a_way_that_is_no_symmetry_of_the_moves_was_not_doubted() {
    let lints = |text: &str| read(text).lints(text).to_string();
    let ring = |move_y: &str, turned: &str| {
        let goal = format!("board = \"a a b c\"\nturned = \"{turned}\"");
        let text = RING
            .replace("1 2 3", "1 2 3 4")
            .replace("board = \"a a b c\"", &goal);
        lints(&text.replace("cycles = \"(3 4)\"", move_y))
    };
    // The ring can be rotated, but the swap of two of its cells is not symmetric.
    let message = ring("cycles = \"(3 4)\"", "x");
    let doubt = "15:10: after this turn, no move has the effect of `y` (turned boards may need more moves than the others)";
    assert!(message.contains(doubt), "{message}");
    // A mirror turns the ring's move into its inverse.
    assert!(ring("cycles = \"(1 3)\"", "(1 3)").contains("no move has the effect of `x`"));
    assert!(!ring("inverse = \"x\"", "(1 3)").contains("after this turn"));
    let corners = include_str!("../../../../puzzles/corners.toml");
    let cube = |turned: &str| lints(&format!("{corners}turned = {turned}\n"));
    assert_eq!(cube("[\"R L3\", \"U D3\"]"), "");
    assert!(cube("\"U D\"").contains("after this turn"));
}

const PEGS: &str = r#"name = "pegs"
cells = 5
pieces = "o*4 ."
blank = "."

[[move]]
name = "right"
jump = "1>3 2>4 3>5"

[[goal]]
board = "o . . . ."
"#;
const HANOI: &str = r#"name = "hanoi"
cells = """
1 2 3
4 5 6
7 8 9
"""
pieces = "A B C .*6"
blank = "."

[[move]]
name = "1"
steps = "1>4 2>5"

[[goal]]
board = """
. . .
. . .
A B C
"""
"#;
const LIGHTS: &str = r#"name = "lights"
cells = """
1 2
3 4
"""
pieces = "0*2 1*2"

[[move]]
name = "a"
toggle = "1 2 3"

[[goal]]
board = "0 0 0 0"
"#;

#[test]
fn puzzles_of_unsupported_kinds_are_identified() {
    let problems = |text: &str| Model::from_toml(text).unwrap_err().to_string();
    let assert_other_kind = |text: &str, place: &str| {
        let message = problems(text);
        let line = message.lines().find(|line| line.contains(OTHER_KIND));
        assert!(
            line.is_some_and(|line| line.starts_with(place)),
            "{message}"
        );
    };
    assert_other_kind(PEGS, "8:1: unknown field `jump`");
    let stepping = PEGS.replace("jump =", "steps =");
    assert_other_kind(
        &stepping,
        "10:1: no board meets this goal: it needs 4 of `.`, but there is 1",
    );
    assert_other_kind(HANOI, "8:9: the blank must be one piece");
    assert_other_kind(LIGHTS, "10:1: unknown field `toggle`");
}

#[test]
fn similar_mistakes_are_not_taken_for_unsupported_kinds() {
    for text in [
        RING.replace("shift", "shifts"),
        RING.replace("board = \"a a b c\"", "board = \"a a a c\""),
        RING.replace(
            "\n\n[[move]]\nname = \"x\"",
            "\nblank = \"d\"\n\n[[move]]\nname = \"x\"",
        ),
        PEGS.replace("jump =", "steps =")
            .replace("o . . . .", "o o o . O"),
        LIGHTS.replace("toggle =", "cycles ="),
    ] {
        let message = Model::from_toml(&text).unwrap_err().to_string();
        assert!(!message.contains("peg"), "{message}");
    }
    let knights = include_str!("../../../../puzzles/knights.toml");
    assert!(read(knights).lints(knights).0.is_empty());
}
