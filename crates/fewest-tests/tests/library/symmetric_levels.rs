//! Levels of puzzles whose symmetric boards are counted once.

use std::path::Path;

use fewest::levels::{FolderProblem, LevelOptions, LevelsError};
use fewest::{Listing, Options, Puzzle, Unfinished};

use crate::levels::{all_in, change_status, counts, status};

/// The boards of a level's blocks in a folder.
fn kept_boards(folder: &Path, level: usize) -> u64 {
    let blocks = &status(folder)["levels"][level]["blocks"];
    let boards = blocks.as_array().unwrap().iter();
    boards.map(|block| block["boards"].as_u64().unwrap()).sum()
}

/// Two corners of the cube with the edge between them.
const BAR: &str = r#"
    name = "bar"
    extends = "cube3"
    [[goal]]
    name = "solved"
    board = """
              ? ? ?
              ? ? ?
              ? ? ?
        ? ? ? ? ? ? ? ? ? ? ? ?
        ? ? ? ? ? ? ? ? ? ? ? ?
        ? ? o g g g r ? ? ? ? ?
              y y y
              ? y ?
              ? ? ?
    """
"#;

/// A second goal: these pieces on the other side of the bottom. A symmetry exchanges the goals.
const OTHER_BAR: &str = r#"
    [[goal]]
    name = "behind"
    board = """
              ? ? ?
              ? ? ?
              ? ? ?
        ? ? ? ? ? ? ? ? ? ? ? ?
        ? ? ? ? ? ? ? ? ? ? ? ?
        r ? ? ? ? ? ? ? o g g g
              ? ? ?
              ? y ?
              y y y
    """
"#;

#[test]
fn symmetric_boards_are_kept_once() {
    let block = (Puzzle::open("block222").unwrap(), 6);
    let bar = (Puzzle::from_toml(BAR).unwrap(), 4);
    let bars = (Puzzle::from_toml(&[BAR, OTHER_BAR].concat()).unwrap(), 4);
    for (puzzle, symmetries) in [block, bar, bars] {
        let name = &puzzle.model().name;
        let options = Options::default();
        let folder = tempfile::tempdir().unwrap();
        let levels = LevelOptions {
            listed: 20,
            ..all_in(folder.path())
        };
        let near = LevelOptions {
            max_moves: Some(5),
            ..levels.clone()
        };
        counts(&puzzle, &near);
        let counted = puzzle.count_levels(&levels, &options).unwrap();
        let last = counted.counts.len() - 2;
        let (all, kept) = (counted.counts[last], kept_boards(folder.path(), last));
        assert!(
            kept < all && all <= kept * symmetries,
            "{name}: {kept} of {all}"
        );
        for every in [false, true] {
            let levels = LevelOptions {
                every,
                ..levels.clone()
            };
            let counted = puzzle.count_levels(&levels, &options).unwrap();
            let survey = puzzle
                .survey(Listing { limit: 20, every }, &options)
                .unwrap();
            assert_eq!(counted.counts, survey.figures.counts, "{name}");
            let hardest = survey.hardest.iter();
            let hardest = hardest.map(|hard| (&hard.board, usize::from(hard.distance), hard.class));
            let listed = counted.hardest.iter();
            let listed = listed.map(|far| (&far.board, far.distance, far.class));
            assert!(listed.eq(hardest), "{name} {every}");
        }
        let proof = puzzle.verify_levels(&levels, &options).unwrap();
        assert!(proof.is_whole() && !proof.is_sample, "{proof:?}");
        assert_eq!(proof.counts, counted.counts);
        // A level without one of its blocks, which represents an unknown number of blocks. The sum
        // of the others is wrong for other numbers.
        let mut missing = 0;
        change_status(folder.path(), |status| {
            let block = status["levels"][4]["blocks"].as_array_mut().unwrap().pop();
            missing = block.unwrap()["boards"].as_u64().unwrap();
        });
        let mut refuted = 0;
        for _ in 0..=symmetries {
            match puzzle.verify_levels(&levels, &options) {
                Err(Unfinished::Failed(LevelsError::Wrong(_))) => refuted += 1,
                Err(Unfinished::Failed(LevelsError::Folder { problem, .. })) => {
                    assert!(matches!(problem, FolderProblem::Damaged), "{problem}");
                }
                other => panic!("{other:?}"),
            }
            change_status(folder.path(), |status| {
                let count = status["counts"][4].as_u64().unwrap();
                status["counts"][4] = (count - missing).into();
            });
        }
        assert_eq!(refuted, 1, "{name}");
    }
}
