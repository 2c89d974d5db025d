//! Puzzles written for other programs, and read again.

use fewest::model::{Dialect, Export, import};
use fewest::{Model, Puzzle};

use super::{counts, order, puzzle};

/// Small puzzles: rings, stages with hidden pieces, colours, orientations.
#[test]
fn puzzles_for_other_programs_have_the_same_group_and_distances() {
    for name in [
        "ivy",
        "pyraminx",
        "floppy",
        "eo",
        "cross",
        "cube2-face",
        "pyraminx-layer",
        "skewb-layer",
    ] {
        let original = Puzzle::open(name).unwrap();
        let (order_here, counts_here) = (order(&original), counts(&original));
        for (to, dialect) in [
            (Export::Twsearch, Dialect::Twsearch),
            (Export::Twsearch, Dialect::Ksolve),
            (Export::Kpuzzle, Dialect::Kpuzzle),
        ] {
            let written = original.model().export(to).unwrap();
            assert_eq!(written.note, None, "{name}");
            let read = import(&written.text, dialect)
                .unwrap_or_else(|problems| panic!("{name}: {problems}"));
            assert!(read.notes.0.is_empty(), "{name}: {}", read.notes);
            let again = puzzle(&read.definition);
            let moves = |puzzle: &Puzzle| {
                let mut moves = puzzle.model().moves.clone();
                moves.sort();
                moves
            };
            assert_eq!(moves(&again), moves(&original), "{name}");
            assert_eq!(order(&again), order_here, "{name}: {}", written.text);
            assert_eq!(counts(&again), counts_here, "{name}: {}", written.text);
        }
    }
}

/// Words of moves keep their meaning: a move of the cube repeated, or several in a row, have the same
/// order in both.
#[test]
fn moves_written_for_other_programs_have_the_same_effect() {
    let original = Puzzle::open("cube3").unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    for (to, dialect) in [
        (Export::Twsearch, Dialect::Twsearch),
        (Export::Kpuzzle, Dialect::Kpuzzle),
    ] {
        let written = original.model().export(to).unwrap().text;
        let again = puzzle(&import(&written, dialect).unwrap().definition);
        assert_eq!(again.model().moves.len(), 18);
        for _ in 0..50 {
            let word: Vec<&String> = (0..6)
                .map(|_| &original.model().moves[random.usize(0..18)])
                .collect();
            let order = |puzzle: &Puzzle| {
                let model = puzzle.model();
                let start: Vec<u16> = (0..).take(model.cells()).collect();
                let mut board = start.clone();
                let order = (1..100_000).find(|_| {
                    for name in &word {
                        let m = model.find_move(name).unwrap();
                        let turn = model
                            .structure
                            .turns
                            .iter()
                            .find(|turn| turn.by == m)
                            .unwrap();
                        board = turn
                            .from
                            .iter()
                            .map(|&from| board[usize::from(from)])
                            .collect();
                    }
                    board == start
                });
                order.expect("the order of an element of the cube's group")
            };
            assert_eq!(order(&again), order(&original), "{word:?}");
        }
    }
}

#[test]
fn puzzles_that_other_programs_do_not_have_are_refused() {
    let export = |name: &str| Puzzle::open(name).unwrap().model().export(Export::Kpuzzle);
    let refused = |name: &str| export(name).unwrap_err().to_string();
    assert_eq!(
        refused("fifteen"),
        "fifteen can't be written as kpuzzle: its moves depend on where the blank is"
    );
    assert_eq!(
        refused("rotation"),
        "rotation can't be written as kpuzzle: it has 3 goals, and other programs have one solved board"
    );
    let quarter = export("cube2q").unwrap().note;
    assert_eq!(
        quarter.as_deref(),
        Some("other programs count every power of a move as one move, and `R` 2 times is not one")
    );
    let text = |moves: &str| {
        format!(
            "name = \"p\"\ncells = 4\npieces = \"a b c d\"\ngoal = [{{ board = \"a b c d\" }}]\n{moves}"
        )
    };
    let refused = |moves: &str| {
        let model = Model::from_toml(&text(moves)).unwrap();
        model.export(Export::Twsearch).unwrap_err().reason
    };
    let one_way = "[[move]]\nname = \"l\"\ncycles = \"(1 2 3 4)\"\none_way = true\n";
    assert_eq!(
        refused(one_way),
        "its move `l` has no inverse, and other programs have all powers of a move"
    );
    let back =
        "[[move]]\nname = \"k\"\ninverse = \"l\"\n[[move]]\nname = \"m\"\ncycles = \"(1 2)\"\n";
    let both = one_way.replace("one_way = true\n", "") + back;
    assert!(
        Model::from_toml(&text(&both))
            .unwrap()
            .export(Export::Twsearch)
            .unwrap()
            .note
            .is_some()
    );
    assert_eq!(
        refused(&both.replace("\"m\"", "\"x\"")),
        "other programs take `x` for a turn of the whole puzzle"
    );
    assert_eq!(
        refused(&both.replace("\"m\"", "\"#\"")),
        "the move `#`: a name has letters, digits, _, - and ' only"
    );
    let power = both.replace("\"m\"", "\"l2\"");
    assert_eq!(
        refused(&power),
        "`l2` is the name of `l` repeated 2 times, but this move has another effect"
    );
    // Of a move of order six, the powers 1, 2, 4 and 5 are moves, and 3 is not.
    let six = "[[move]]\nname = \"s\"\ncycles = \"(1 2 3)(4 5)\"\n[[move]]\nname = \"s2\"\nsequence = \"s s\"\n\
        [[move]]\nname = \"t\"\ninverse = \"s\"\n[[move]]\nname = \"t2\"\nsequence = \"t t\"\n";
    let six = text(six)
        .replace("cells = 4", "cells = 5")
        .replace("a b c d", "a b c d e");
    let reason = Model::from_toml(&six)
        .unwrap()
        .export(Export::Twsearch)
        .unwrap_err()
        .reason;
    assert_eq!(
        reason,
        "other programs count every power of a move as one move, and `s` 3 times is not one"
    );
}
