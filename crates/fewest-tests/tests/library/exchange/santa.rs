//! The table of the contest Santa 2023.

use fewest::model::import_row;
use fewest::{Options, Verdict};

use super::{counts, order, puzzle};
use crate::naive;

/// The row of the 2 x 2 x 2 cube; the first board of `puzzles.csv` and its sample answer are below.
const TABLE: &str = include_str!("../../../../../examples/santa.csv");
const CUBE_SOLUTION: &str = "A;A;A;A;B;B;B;B;C;C;C;C;D;D;D;D;E;E;E;E;F;F;F;F";

#[test]
fn a_board_of_santa_2023_has_its_sample_answer() {
    let imported = import_row(TABLE, Some("cube_2/2/2"), Some(CUBE_SOLUTION)).unwrap();
    let cube = puzzle(&imported.definition);
    assert_eq!(cube.model().title, "cube_2/2/2");
    assert_eq!(cube.model().moves[..4], ["f0", "-f0", "f1", "-f1"]);
    assert_eq!(cube.model().moves.len(), 12);
    let mut board = cube
        .board("D E D A E B A B C A C A D C D F F F E E B F B C")
        .unwrap();
    let answer = cube.solve(&board, &Options::default()).unwrap();
    assert_eq!(answer.verdict, Verdict::Solved(2));
    for name in ["r1", "-f1"] {
        let m = cube.model().find_move(name).unwrap();
        board = cube.after(&board, m).unwrap();
    }
    assert!(cube.is_solved(&board));
    // Without a solution, all stickers differ, and the whole cube counts: 24 times 3,674,160.
    let whole = puzzle(
        &import_row(TABLE, Some("cube_2/2/2"), None)
            .unwrap()
            .definition,
    );
    assert_eq!(order(&whole), "88179840");
    assert_eq!(whole.model().symbols[..2], ["N0", "N1"]);
}

#[test]
fn puzzles_of_santa_2023_have_the_distances_of_their_own_rules() {
    let mut random = fastrand::Rng::with_seed(2023);
    for _ in 0..60 {
        let cells = random.usize(4..8);
        let colours: Vec<String> = (0..cells)
            .map(|_| ["A", "B", "C"][random.usize(0..3)].to_owned())
            .collect();
        let lists: Vec<Vec<usize>> = (0..2)
            .map(|_| {
                let mut list: Vec<usize> = (0..cells).collect();
                random.shuffle(&mut list);
                list
            })
            .collect();
        let table = format!(
            "puzzle_type,allowed_moves\nother,\"{{'q': [1, 0]}}\"\nglobe_1/2,\"{{'r0': {:?}, 'f0': {:?}}}\"\n",
            lists[0], lists[1]
        );
        let Ok(imported) = import_row(&table, Some("globe_1/2"), Some(&colours.join(";"))) else {
            continue;
        };
        let next = |state: &Vec<String>| {
            let there = lists
                .iter()
                .map(|list| list.iter().map(|&from| state[from].clone()).collect());
            let back = lists.iter().map(|list| {
                let mut old = state.clone();
                for (to, &from) in list.iter().enumerate() {
                    old[from].clone_from(&state[to]);
                }
                old
            });
            there.chain(back).collect::<Vec<_>>()
        };
        let expected = naive::counts(colours, next, u32::MAX);
        assert_eq!(counts(&puzzle(&imported.definition)), expected, "{table}");
    }
}

#[test]
fn mistakes_in_tables_of_santa_2023_are_named() {
    let refused =
        |text: &str, name, solution| import_row(text, name, solution).unwrap_err().to_string();
    let table = |moves: &str| format!("puzzle_type,allowed_moves\nring,\"{{{moves}}}\"\n");
    let ring = table("'r': [1, 2, 0], 's': [1, 0, 2]");
    for (moves, message) in [
        ("'r': [1, 2, 1]", "2:13: the place 1 is used twice"),
        ("'r': [1, 2, 3]", "2:20: a place is 0 to 2, not `3`"),
        (
            "'r': [1, 2, 0], 's': [1, 0]",
            "2:29: expected 3 numbers, found 2",
        ),
        ("'r': [0, 1, 2]", "a puzzle has at least one move"),
        ("", "a puzzle has at least one move"),
        ("'r': 7", "a move is a list in []"),
        (
            "'r': [1, 2, 0], '-r': [1, 0, 2]",
            "two moves are called `-r`",
        ),
        (
            "'r s': [1, 2, 0]",
            "a move's name has letters, digits, _, - and ' only",
        ),
        ("'r': [1, 2, 0", "not JSON: "),
        ("'r': []", "a puzzle has 2 to 256 cells; this one has 0"),
    ] {
        let found = refused(&table(moves), None, None);
        assert!(found.contains(message), "{moves}: {found}");
    }
    for (text, name, solution, message) in [
        (
            "",
            None,
            None,
            "1:1: the first line is `puzzle_type,allowed_moves`, as in puzzle_info.csv",
        ),
        (
            "puzzle_type,allowed_moves\n",
            None,
            None,
            "the table has no puzzle",
        ),
        (
            &ring,
            Some("wring"),
            None,
            "no puzzle is called `wring`; there are ring",
        ),
        (
            &ring,
            None,
            Some("A;B"),
            "the solution has 2 colours; this puzzle has 3 cells",
        ),
        (
            &ring,
            None,
            Some("A;B;?"),
            "a colour has letters, digits, _, - and ' only, not `?`",
        ),
        (
            &format!("{ring}\nball,\"{{}}\"\n"),
            None,
            None,
            "4:1: several puzzles, `ring` and `ball` among them",
        ),
        (
            &format!("{ring}ring,\"{{}}\"\n"),
            Some("ring"),
            None,
            "3:1: two puzzles are called `ring`",
        ),
        (
            "puzzle_type,allowed_moves\nring,\"{'r'",
            None,
            None,
            "2:1: a quote without its end",
        ),
        (
            "puzzle_type,allowed_moves\nring\n",
            None,
            None,
            "2:1: a row has a `puzzle_type` and its `allowed_moves`",
        ),
    ] {
        let found = refused(text, name, solution);
        assert!(found.contains(message), "{text}: {found}");
    }
    let imported = import_row(
        &table("'r': [1, 2, 0], '-r': [2, 0, 1], 's': [0, 1, 2]"),
        None,
        None,
    )
    .unwrap();
    let note = "2:42: the move `s` is left out: it changes nothing";
    assert_eq!(imported.notes.to_string(), note);
}
