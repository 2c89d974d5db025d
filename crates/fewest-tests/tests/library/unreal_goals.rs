//! Stages whose goals can be met by boards that no moves reach from the solved board.

use std::fmt::Write;

use fewest::{Draw, Model, Options, Pool, Puzzle, Verdict};

use super::real::around;

/// The puzzle of a definition that extends another.
fn extension(base: &str, goals: &[&str]) -> Puzzle {
    let goals = goals
        .iter()
        .map(|goal| format!("[[goal]]\nboard = \"{goal}\"\n"));
    let text = format!(
        "name = \"s\"\nextends = \"b\"\n{}",
        goals.collect::<String>()
    );
    let base = Model::from_toml(base).unwrap();
    let model = Model::from_toml_with(&text, &|_| Ok(base.clone())).unwrap();
    Puzzle::from_model(model).unwrap()
}

fn base(pieces: &str, moves: &[(&str, &str)]) -> String {
    let cells = pieces.split(' ').count();
    let mut text = format!("name = \"b\"\ncells = {cells}\npieces = \"{pieces}\"\n");
    for (name, cycles) in moves {
        write!(text, "[[move]]\nname = \"{name}\"\ncycles = \"{cycles}\"\n").unwrap();
    }
    text + &format!("[[goal]]\nboard = \"{pieces}\"\n")
}

#[test]
fn the_answer_to_a_typed_board_depended_on_the_boards_beside_it() {
    let moves = [
        ("R", "(1 2)(3 7 5 4 8 6)"),
        ("R'", "(1 2)(3 6 8 4 5 7)"),
        ("U", "(1 5 3 2 6 4)(7 8)"),
        ("F", "(1 8 4 2 7 3)(5 6)"),
        ("L", "(1 7 6 2 8 5)(3 4)"),
    ];
    let base = base("a b c d e f g h", &moves);
    let stage = extension(&base, &["d c ? ? e f ? ?", "f e b a c d g h"]);
    let boards = [
        "ghabcdfe", "dcabefgh", "abefcdhg", "cdefhgab", "cdfeghab", "cdfebhag",
    ];
    let boards = boards.map(|board| stage.board(board).unwrap());
    let options = Options::default();
    let last = stage.solve(&boards[5], &options).unwrap();
    assert_eq!(stage.moves_text(&boards[5], &last.moves), "R'");
    assert_eq!(
        stage.solve_all(&boards, &options).unwrap()[5].moves,
        last.moves
    );
}

#[test]
fn the_solved_board_of_a_stage_was_not_solved() {
    let base = base("a b c d", &[("R", "(1 2)"), ("U", "(1 3)"), ("F", "(1 4)")]);
    let stage = extension(&base, &["b a ? ?", "? b a ?"]);
    let options = Options::default();
    let home = stage.home_board(&options).unwrap().unwrap();
    assert_eq!(
        (stage.text(&home).as_str(), stage.is_solved(&home)),
        ("a b . .", false)
    );
    let solved = stage.solved_board(&options).unwrap();
    assert_eq!(
        (stage.text(&solved).as_str(), stage.is_solved(&solved)),
        ("b a . .", true)
    );
    let export = Model::from_toml(&stage.model().to_toml().unwrap()).unwrap();
    assert_eq!(export.home(), stage.model().home());
}

#[test]
fn goals_that_differ_only_where_nothing_moves_could_not_be_exported() {
    let stage = extension(&base("a b c", &[("R", "(1 2)")]), &["a b ?", "a b c"]);
    assert_eq!(stage.model().structure.goals.len(), 1);
    let export = Model::from_toml(&stage.model().to_toml().unwrap()).unwrap();
    assert_eq!(export.structure, stage.model().structure);
}

#[test]
fn a_goal_that_no_piece_meets_where_nothing_moves_was_met_by_any() {
    let base = base("d a e b c", &[("m", "(1 5 2)"), ("n", "(1 5 3 2)")]);
    let stage = extension(&base, &["? d ? e a", "d a ? ? ?"]);
    let model = stage.model();
    let named =
        model.structure.goals[0][3].map(|symbol| model.symbols[usize::from(symbol)].as_str());
    assert_eq!(named, Some("e"));
}

#[test]
fn a_goal_that_needs_a_piece_of_elsewhere_could_not_be_exported() {
    let moves = [
        ("R", "(1 2)"),
        ("L", "(2 3)"),
        ("U", "(4 5)"),
        ("F", "(5 6)"),
    ];
    let base = base("a d b c d e", &moves);
    let stage = extension(&base, &["d d ? ? ? ?", "? ? d ? ? ?"]);
    let board = stage.board("d d . . . .").unwrap();
    let answer = stage.solve(&board, &Options::default()).unwrap();
    assert_eq!(
        (answer.verdict, answer.is_unreal),
        (Verdict::Solved(0), true)
    );
    let export = Model::from_toml(&stage.model().to_toml().unwrap()).unwrap();
    assert_eq!(export.structure, stage.model().structure);
}

#[test]
fn random_boards_of_a_small_stage_were_drawn_for_ever() {
    let pieces = "a b c d e f d e f g h i j k j k l m l m l m l m n o";
    let moves = [
        ("R", "(13 15 14 16)"),
        (
            "U",
            "(1 4 3 6 2 5)(7 11)(8 12)(9 10)(17 22 25 23)(18 21 26 24)",
        ),
    ];
    let goals = [
        "a b c ? ? ? ? ? ? ? ? ? ? ? j k ? ? ? ? l ? ? ? ? ?",
        "? b ? ? ? f d e ? ? ? ? ? ? k ? ? ? l m ? m ? ? n o",
    ];
    for goals in [&goals[..], &goals[..1]] {
        let stage = extension(&base(pieces, &moves), goals);
        let draw = Draw {
            pool: Pool::Solvable,
            count: 20,
            seed: 1,
            distinct: false,
        };
        let drawn = stage.sample(&draw, &Options::default()).unwrap();
        let home = stage.model().home().unwrap();
        let real = around(stage.model(), &home);
        assert!(
            drawn
                .iter()
                .all(|sample| real.iter().any(|board| board == sample.board.symbols()))
        );
    }
}
