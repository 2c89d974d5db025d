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
    let (mut board, mut held, mut moves) = (model.solved_board(), Held::default(), Vec::new());
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
        (
            "",
            "1:1: a puzzle has moves: there is no line like `a:=(1,2,3);`",
        ),
        (
            "a:=();",
            "1:1: a puzzle has moves: there is no line like `a:=(1,2,3);`",
        ),
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
    let noted = import("a:=(1,2);b:=(2,3);c:=a*d;Gen:=Group(a,b);", Dialect::Gap).unwrap();
    let note = "1:19: `c` is left out: it is not written in cycles";
    assert_eq!(noted.notes.to_string(), note);
}
