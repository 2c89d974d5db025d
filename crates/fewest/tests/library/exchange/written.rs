//! Puzzles written as one definition.

use fewest::model::Held;
use fewest::{Model, Puzzle};

use super::puzzle;

#[test]
fn every_puzzle_with_a_name_is_written_as_one_definition() {
    let defined = fewest::ENTRIES
        .iter()
        .filter(|entry| entry.definition.is_some());
    let names = defined.map(|entry| entry.name);
    for name in names.chain(["sliding:3x2", "sliding:4x4"]) {
        let original = Puzzle::open(name).unwrap();
        let original = original.model();
        let text = original.to_toml().unwrap_or_else(|error| panic!("{error}"));
        let again = Model::from_toml(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        assert_eq!(again.structure, original.structure);
        assert_eq!(
            (&again.symbols, &again.moves, &again.goals),
            (&original.symbols, &original.moves, &original.goals)
        );
        assert_eq!(
            (&again.rules, &again.boards, &again.second_phase),
            (&original.rules, &original.boards, &original.second_phase)
        );
        assert_eq!(
            (&again.picture.names, &again.picture.grid),
            (&original.picture.names, &original.picture.grid)
        );
        let words = |model: &Model| model.words.all().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&again), words(original));
        assert_eq!(again.to_toml().unwrap(), text);
        // The centres of a cube were taken for mistakes.
        let doubts = again.lints(&text).to_string();
        assert!(!doubts.contains("no move touches"), "{name}: {doubts}");
    }
}

#[test]
fn words_of_scrambles_keep_their_meaning() {
    let original = Puzzle::open("cube3").unwrap();
    let again = puzzle(&original.model().to_toml().unwrap());
    for word in original.model().words.all() {
        let made = |puzzle: &Puzzle| {
            let model = puzzle.model();
            let (mut board, mut held, mut moves) =
                (model.solved_board(), Held::default(), Vec::new());
            for word in [word, "U", word, "R'"] {
                model
                    .spelt_out(&mut board, &mut held, word, &mut moves)
                    .unwrap();
            }
            board
        };
        assert_eq!(made(&again), made(&original), "{word}");
    }
}
