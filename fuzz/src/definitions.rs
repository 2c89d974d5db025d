//! Definitions, own ones and other programs'.

use fewest::Puzzle;
use fewest::model::{Dialect, Import, Model, Problems, import, import_row};

use crate::check_message;

/// Reads `data` as a definition, and sees that it is a puzzle or has mistakes that can be told.
///
/// # Panics
///
/// If the reader panics, or a mistake's message is long or would mess up a terminal.
pub fn check_definition(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Model::from_toml(text) {
        Ok(definition) => {
            check_problems(&definition.lints(text));
            match Puzzle::from_toml(text) {
                Ok(puzzle) => assert_eq!(puzzle.name(), definition.name),
                Err(problems) => check_problems(&problems),
            }
        }
        Err(problems) => {
            assert!(!problems.0.is_empty(), "refused without a word");
            check_problems(&problems);
        }
    }
}

/// A puzzle for boards of other programs.
const CUBE: &str = include_str!("../../examples/cube2.json");

/// Reads `data` as a puzzle of another program, and as boards of one, and sees that it becomes a good
/// definition or has mistakes that can be told.
///
/// # Panics
///
/// If the reader panics, what it writes is no definition, or a mistake's message is long or would
/// mess up a terminal.
pub fn check_import(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    // A row of the example.
    let row = import_row(text, Some("ring"), Some("A;A;B;B;C;C"));
    let others = Dialect::ALL.map(|dialect| import(text, dialect));
    for imported in others.into_iter().chain([row]) {
        match imported {
            Ok(imported) => {
                check_problems(&imported.notes);
                Model::from_toml(&imported.definition).expect("an import is a definition");
            }
            Err(problems) => check_problems(&problems),
        }
    }
    let mut cube = Import::read(CUBE, Dialect::Kpuzzle).expect("a puzzle");
    cube.turn_goal().expect("turns");
    if let Err(problems) = cube.boards(text) {
        check_problems(&problems);
    }
    if cube.set_goal(text).is_ok() {
        match cube.definition() {
            Ok(imported) => drop(Model::from_toml(&imported.definition).expect("a definition")),
            Err(problems) => check_problems(&problems),
        }
    }
}

fn check_problems(problems: &Problems) {
    for problem in &problems.0 {
        check_message(&problem.message);
        check_message(problem.help.as_deref().unwrap_or_default());
    }
}
