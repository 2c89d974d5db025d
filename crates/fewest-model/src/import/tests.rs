//! Imported puzzles, counted and played move by move.

use std::collections::HashSet;

use super::*;
use crate::Held;
use crate::names::cycles;

pub(super) fn model(text: &str, dialect: Dialect) -> Model {
    let imported = import(text, dialect).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    read(&imported)
}

fn read(imported: &Imported) -> Model {
    Model::from_toml(&imported.definition)
        .unwrap_or_else(|problems| panic!("{problems}\n{}", imported.definition))
}

fn refused(text: &str, dialect: Dialect) -> String {
    import(text, dialect).unwrap_err().to_string()
}

/// The numbers of boards at each distance from the goals, up to a distance.
fn levels(model: &Model, max_distance: usize) -> Vec<usize> {
    let goals = model.structure.goals.iter();
    let goals = goals.map(|goal| {
        goal.iter()
            .map(|symbol| symbol.expect("a whole board"))
            .collect()
    });
    let mut level: Vec<Vec<u8>> = goals.collect();
    let mut known: HashSet<Vec<u8>> = level.iter().cloned().collect();
    let mut counts = vec![level.len()];
    for _ in 0..max_distance {
        let turns = &model.structure.turns;
        let next = level
            .iter()
            .flat_map(|board| turns.iter().map(|turn| turn.apply(board)));
        level = next.filter(|board| known.insert(board.clone())).collect();
        if level.is_empty() {
            break;
        }
        counts.push(level.len());
    }
    counts
}

/// The board after words of a scramble.
fn after_words(model: &Model, words: &str) -> Vec<u8> {
    let mut board = model.home().unwrap_or_else(|| model.solved_board());
    let (mut held, mut moves) = (Held::default(), Vec::new());
    for word in words.split_whitespace() {
        let spelt = model.spelt_out(&mut board, &mut held, word, &mut moves);
        spelt.unwrap_or_else(|_| panic!("{word}: {:?}", model.words));
    }
    board
}

/// The moves of a puzzle as Twizzle writes them: a place is followed by the one from which it takes
/// its sticker.
fn twizzle(model: &Model) -> String {
    let numbers: Vec<String> = (1..=model.cells()).map(|cell| cell.to_string()).collect();
    let line = |turn: &fewest_base::space::structure::Turn| {
        let cycles = cycles(&turn.from, &numbers).replace(' ', ",");
        format!("M_{}:={cycles};\n", model.moves[turn.by.index()])
    };
    let turns = model.structure.turns.iter();
    let turns = turns.filter(|turn| model.moves[turn.by.index()].len() == 1);
    turns.map(line).collect()
}

/// The counts are those of `puzzles/`, where their sources are named.
#[test]
fn generators_of_gap_have_the_published_counts() {
    for (name, counts) in [
        ("cube2", vec![1, 9, 54, 321, 1847]),
        ("pyraminx", vec![1, 8, 48, 288, 1728]),
        ("skewb", vec![1, 8, 48, 288, 1728]),
    ] {
        let puzzle = Model::named(name).unwrap();
        let read = model(&twizzle(&puzzle), Dialect::Gap);
        assert_eq!(levels(&read, 4), counts, "{name}");
        assert_eq!(read.moves, puzzle.moves);
        for (turn, other) in read.structure.turns.iter().zip(&puzzle.structure.turns) {
            assert_eq!(turn.from, other.from);
        }
    }
}

/// In GAP itself, a point follows its cycle: 1 to 2.
#[test]
fn cycles_of_other_files_follow_a_sticker() {
    let plain = model("a:=(1,2,3);", Dialect::Gap);
    assert_eq!(after_words(&plain, "a"), [2, 0, 1]);
    let twizzle = model("M_a:=(1,2,3);", Dialect::Gap);
    assert_eq!(after_words(&twizzle, "a"), [1, 2, 0]);
}

/// Subsets of five are C(5, 2), places of one of five are 5; three edges that turn in pairs have
/// 3! * 2^3 / 2 boards, of which only the first stickers are named.
#[test]
fn alike_stickers_of_gap_are_one_symbol() {
    let ring = "a := (1,2,3,4,5); # around\nb:=(1,\n 2);\nGen:=[\na,b\n];\n";
    let boards = |text: &str| levels(&model(text, Dialect::Gap), 99).iter().sum::<usize>();
    assert_eq!(boards(ring), 120);
    assert_eq!(
        boards(&format!("{ring}ip:=[[1,2],[3,4,5]];\nSize(Group(Gen));")),
        10
    );
    assert_eq!(boards(&format!("ip:=[[1]];\n{ring}")), 5);
    let edges = "M_U:=(1,3,5)(2,4,6);\nM_F:=(1,2)(3,4);\nM_R:=(1,3)(2,4);\n";
    assert_eq!(boards(edges), 24);
    let read = model(&format!("{edges}ip:=[[1],[3],[5]];"), Dialect::Gap);
    assert_eq!(levels(&read, 99).iter().sum::<usize>(), 24);
    assert_eq!(read.symbols, ["1", ".", "3", "5"]);
}

#[test]
fn mistakes_in_files_of_gap_are_named() {
    for (text, problem) in [
        ("", "1:1: there is no move like `a:=(1,2,3);`"),
        ("a:=();", "1:1: there is no move like `a:=(1,2,3);`"),
        ("a:=(1,2)^-1;", "1:9: expected `(` or `;`, found `^`"),
        ("a:=(1,2)(2,3);", "1:10: `2` is named twice"),
        ("a:=(0,1);", "1:5: a point is 1 to 256, not `0`"),
        ("a:=(1,257);", "1:7: a point is 1 to 256, not `257`"),
        ("a:=(1,2", "1:7: expected `)`"),
        ("a:=(1,(2,3));", "1:7: a point is 1 to 256, not `(`"),
        ("a:=(1,2);\nip:=[[1],[1]];", "2:11: `1` is named twice"),
        ("a:=(1,2);\na:=(1,2);", "2:1: two moves are called `a`"),
        (
            "é:=(1,2);",
            "1:1: a move's name has letters, digits, _, - and ' only",
        ),
    ] {
        assert_eq!(refused(text, Dialect::Gap), problem, "{text}");
    }
    let noted = import(
        "a:=(1,2);b:=(2,3);c:=a*d;Gen:=[a,b];Size(Group(Gen));",
        Dialect::Gap,
    )
    .unwrap();
    let note = "1:19: `c` is left out: it is not written in cycles";
    assert_eq!(noted.notes.to_string(), note);
}

/// The corners of a cube: the upper ones clockwise from the front right, then those below them. Turns are
/// Kociemba's; `x` turns like `R`, and `y` like `U`.
const CORNERS: &str = r#"{"name": "corners",
 "orbits": [{"orbitName": "C", "numPieces": 8, "numOrientations": 3}],
 "defaultPattern": {"C": {"pieces": [0, 1, 2, 3, 4, 5, 6, 7], "orientation": [0, 0, 0, 0, 0, 0, 0, 0]}},
 "moves": {
  "U": {"C": {"permutation": [3, 0, 1, 2, 4, 5, 6, 7], "orientationDelta": [0, 0, 0, 0, 0, 0, 0, 0]}},
  "x": {"C": {"permutation": [4, 5, 1, 0, 7, 6, 2, 3], "orientationDelta": [2, 1, 2, 1, 1, 2, 1, 2]}},
  "y": {"C": {"permutation": [3, 0, 1, 2, 7, 4, 5, 6], "orientationDelta": [0, 0, 0, 0, 0, 0, 0, 0]}}
 },
 "derivedMoves": {"z": "[x: y]", "L": "[z: U]", "F": "[x: U]", "R": "[z': U]", "B": "[x': U]", "D": "[x2: U]",
  "Rv": "x", "x2": "x x"}}"#;

#[test]
fn turns_of_the_whole_were_no_words_of_scrambles() {
    let imported = import(CORNERS, Dialect::Kpuzzle).unwrap();
    assert_eq!(imported.notes.to_string(), "");
    let corners = read(&imported);
    for (words, meaning) in [
        ("x U", "F"),
        ("x U x'", "F"),
        ("y F", "R"),
        ("y' F2", "L2"),
        ("z U'", "L'"),
        ("x2 U", "D"),
        ("Rv y F", "R"),
        ("R U x y R U", "R U U F"),
        ("x", ""),
    ] {
        let [board, other] = [words, meaning].map(|words| after_words(&corners, words));
        assert_eq!(board, other, "{words}");
    }
}

/// Two rings that turn in opposite directions, so that each turns into the other's inverse.
#[test]
fn a_turn_of_the_whole_may_take_moves_to_inverses() {
    let rings = "Set P 8 1\nSolved\nEnd\nMove A\nP\n2 3 4 1 5 6 7 8\nEnd\n\
        Move B\nP\n1 2 3 4 8 5 6 7\nEnd\nMove Rv\nP\n5 6 7 8 1 2 3 4\nEnd\n";
    let rings = model(rings, Dialect::Twsearch);
    for (words, meaning) in [
        ("Rv A", "B'"),
        ("Rv A'", "B"),
        ("Rv B2", "A2"),
        ("Rv A'2", "B2"),
    ] {
        let [board, other] = [words, meaning].map(|words| after_words(&rings, words));
        assert_eq!(board, other, "{words}");
    }
    let (mut board, mut moves) = (rings.solved_board(), Vec::new());
    for word in ["Rv", "A'"] {
        let spelt = rings.spelt_out(&mut board, &mut Held::default(), word, &mut moves);
        assert!(spelt.is_ok());
    }
    assert_eq!(moves.len(), 1);
}

/// Without `B` and `D`, `x` leads from moves to others, as the wide moves of kilominx do.
#[test]
fn a_turn_of_the_whole_may_lead_to_moves_that_the_puzzle_lacks() {
    let few = CORNERS.replace(r#""B": "[x': U]", "D": "[x2: U]","#, "");
    let imported = import(&few, Dialect::Kpuzzle).unwrap();
    assert_eq!(imported.notes.to_string(), "");
    let few = read(&imported);
    assert_eq!(few.moves.len(), 12);
    assert_eq!(
        after_words(&few, "x U y F x' U2"),
        after_words(&few, "F R L2")
    );
    let (mut held, mut board) = (Held::default(), few.solved_board());
    assert!(
        few.spelt_out(&mut board, &mut held, "x", &mut Vec::new())
            .is_ok()
    );
    assert_eq!(
        few.missing_move(&board, &held, "F"),
        Some("U[x2]".to_owned())
    );
}

/// The distances of the 2x2x2 cube (`puzzles/cube2.toml`), each board in 24 orientations.
#[test]
fn solved_in_any_orientation() {
    let mut import = Import::read(CORNERS, Dialect::Kpuzzle).unwrap();
    import.turn_goal().unwrap();
    let any = read(&import.definition().unwrap());
    let counts = [1, 9, 54, 321].map(|count| 24 * count);
    assert_eq!(levels(&any, 3), counts);
    assert_eq!(after_words(&any, "x U"), after_words(&any, "F"));

    let mut ring = Import::read("M_A:=(1,2,3);", Dialect::Gap).unwrap();
    let problem = "1:1: there are no turns of the whole puzzle, such as `x` or `Rv`";
    assert_eq!(ring.turn_goal().unwrap_err().to_string(), problem);
}

fn boards(import: &Import<'_>, text: &str) -> String {
    match import.boards(text) {
        Ok(boards) => boards.join("\n"),
        Err(problems) => problems.to_string(),
    }
}

/// A board as definitions write it.
fn written(model: &Model, board: &[u8]) -> String {
    let symbols = board
        .iter()
        .map(|&symbol| model.symbols[usize::from(symbol)].as_str());
    symbols.collect::<Vec<_>>().join(" ")
}

/// Kociemba's `R` and `U`.
#[test]
fn boards_of_other_programs_were_not_read() {
    let right = r#"{"pieces": [4, 1, 2, 0, 7, 5, 6, 3], "orientation": [2, 0, 0, 1, 1, 0, 0, 2]}"#;
    let import = Import::read(CORNERS, Dialect::Kpuzzle).unwrap();
    let corners = model(CORNERS, Dialect::Kpuzzle);
    let after = |words: &str| written(&corners, &after_words(&corners, words));
    let pattern = format!(r#"{{"patternData": {{"C": {right}, "CENTERS": {{"pieces": [0]}}}}}}"#);
    assert_eq!(boards(&import, &pattern), after("R"));
    assert_eq!(boards(&import, &format!(r#"{{"C": {right}}}"#)), after("R"));
    let scrambles = "# Four.\nScramble up\nC\n4 1 2 3 5 6 7 8\nEnd\nScrambleState right\nC\n\
        4 1 2 0 7 5 6 3\n2 0 0 1 1 0 0 2\nEnd\nScrambleAlg both\n R2 U'\nF\nEnd\nStartState none\nEnd\n";
    let expected = ["U", "R", "R2 U' F", ""].map(after).join("\n");
    assert_eq!(boards(&import, scrambles), expected);
    // There, a turn of the whole moves all pieces.
    let turned = boards(&import, "ScrambleAlg turned\nx U x'\nEnd");
    assert_eq!(turned, after("F"));
}

/// Four corners of eight are C(8, 4); layers in any orientation are six.
#[test]
fn a_pattern_is_a_goal() {
    let layers = r#"{"C": {"pieces": [0, 0, 0, 0, 5, 5, 5, 5], "orientationMod": [1, 1, 1, 1, 1, 1, 1, 1]}}"#;
    let mut import = Import::read(CORNERS, Dialect::Kpuzzle).unwrap();
    import.set_goal(layers).unwrap();
    let up = boards(&import, "ScrambleAlg up\nR\nEnd");
    let expected = [6, 1, 1, 1, 6, 6, 6, 1].map(|piece| format!("C.{piece} C.{piece} C.{piece}"));
    assert_eq!(up, expected.join(" "));
    import.turn_goal().unwrap();
    let counts = levels(&read(&import.definition().unwrap()), 99);
    assert_eq!((counts[0], counts.iter().sum::<usize>()), (6, 70));

    // Another whole board: scrambles still begin at the solved one.
    let twisted =
        r#"{"C": {"pieces": [3, 0, 1, 2, 4, 5, 6, 7], "orientation": [0, 0, 0, 0, 0, 0, 0, 0]}}"#;
    let mut import = Import::read(CORNERS, Dialect::Kpuzzle).unwrap();
    import.set_goal(twisted).unwrap();
    let corners = model(CORNERS, Dialect::Kpuzzle);
    let solved = written(&corners, &after_words(&corners, ""));
    assert_eq!(boards(&import, "Scramble none\nEnd"), solved);
    let other = read(&import.definition().unwrap());
    let goal: Vec<u8> = other.structure.goals[0].iter().flatten().copied().collect();
    assert_eq!(after_words(&other, "U"), goal);
}

#[test]
fn mistakes_in_boards_of_other_programs_are_named() {
    const OTHER: &str =
        "1:1: board 1: its pieces, or what shows of their orientations, are not the goal's";
    let import = Import::read(CORNERS, Dialect::Kpuzzle).unwrap();
    for (text, problem) in [
        ("{", "1:1: not JSON: EOF while parsing an object"),
        ("{}", "1:1: there is no `C` here"),
        (
            r#"{"patternData": 3}"#,
            "1:17: the solved board must be an object in {}",
        ),
        (
            r#"{"C": {"pieces": [0, 1]}}"#,
            "1:18: expected 8 numbers, found 2",
        ),
        (r#"{"C": {"pieces": [0, 1, 2, 3, 4, 5, 6, 8]}}"#, OTHER),
        (
            r#"{"C": {"pieces": [0, 1, 2, 3, 4, 5, 6, 7], "orientationMod": [1, 1, 1, 1, 1, 1, 1, 1]}}"#,
            OTHER,
        ),
        ("Scramble a\nC\n1 1 2 3 4 5 6 7\nEnd", OTHER),
        ("Scramble a\nC\n1 2", "3:4: the file ends before a piece"),
        ("Scramble a\nD\n1 2\nEnd", "2:1: no set is called `D`"),
        ("ScrambleAlg a\nQ\nEnd", "2:1: no known move is called `Q`"),
        (
            "CPOS abc",
            "1:1: expected `Scramble`, `ScrambleState`, `ScrambleAlg` or JSON, found `CPOS`",
        ),
    ] {
        assert_eq!(boards(&import, text), problem, "{text}");
    }
    let many = "StartState a\nEnd\n".repeat(1025);
    assert_eq!(boards(&import, &many), "2049:1: over 1024 boards");
    let mut import = import;
    let two = import
        .set_goal("Scramble a\nEnd\nScramble b\nEnd")
        .unwrap_err();
    assert_eq!(two.to_string(), "1:1: a goal is one board, and here are 2");
}

#[test]
fn the_most_points_of_gap_overflowed() {
    assert!(Import::read("a:=(1,256);\n", Dialect::Gap).is_ok());
    assert!(Import::read("a:=(1,257);\n", Dialect::Gap).is_err());
}
