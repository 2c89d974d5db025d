//! Tables filled level by level, compared with tables built at once.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use fewest::levels::{LevelOptions, Status};
use fewest::search::Limits;
use fewest::table::store::Store;
use fewest::{BuildPlan, Built, Options, Puzzle, TableError, Unfinished};

fn within(memory: u64) -> Options {
    Options {
        limits: Limits {
            memory: Some(memory),
            ..Limits::default()
        },
        ..Options::default()
    }
}

/// Builds the table of a puzzle, and returns its file in `folder`.
fn build(
    puzzle: &Puzzle,
    folder: &Path,
    levels: Option<&Path>,
    options: &Options,
) -> Result<Built, Unfinished<TableError>> {
    let tables = puzzle.tables(options).map_err(TableError::from)?;
    assert_eq!(tables.len(), 1);
    tables[0].build(&Store::new(folder), levels, options)
}

#[test]
fn one_of_several_symmetric_boards_is_too_few_for_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let puzzle = Puzzle::open("block222").unwrap();
    let levels = LevelOptions {
        folder: Some(path.to_owned()),
        keeps_all: true,
        ..LevelOptions::default()
    };
    puzzle.count_levels(&levels, &Options::default()).unwrap();
    let built = build(&puzzle, path, Some(path), &Options::default());
    let message = built.unwrap_err().to_string();
    assert!(
        message.contains("one of several symmetric boards"),
        "{message}"
    );
}

#[test]
fn tables_are_the_same_in_every_byte() {
    let folder = tempfile::tempdir().unwrap();
    // One goal and many, drawn and defined; boards in one block and in several.
    for name in ["eight", "rotation", "skewb", "sliding:5x2", "cube2"] {
        let puzzle = Puzzle::open(name).unwrap();
        let at_once = build(&puzzle, folder.path(), None, &Options::default()).unwrap();
        let expected = fs::read(&at_once.path).unwrap();
        fs::remove_file(&at_once.path).unwrap();
        let on_disk = folder.path().join(format!("{name}-levels"));
        let again = build(&puzzle, folder.path(), Some(&on_disk), &Options::default()).unwrap();
        assert_eq!(again, at_once, "{name}");
        assert!(fs::read(&again.path).unwrap() == expected, "{name}");
    }
}

#[test]
fn builds_by_levels_fit_where_others_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = Puzzle::open("skewb").unwrap();
    let plan = |memory| {
        let options = within(memory);
        let tables = puzzle.tables(&options).unwrap();
        tables[0].plan(None, &options)
    };
    let BuildPlan::AtOnce(needed) = plan(u64::MAX).unwrap() else {
        panic!("there is room");
    };
    assert_eq!(plan(needed).unwrap(), BuildPlan::AtOnce(needed));
    let BuildPlan::ByLevels(by_levels) = plan(needed - 1).unwrap() else {
        panic!("it fits");
    };
    let table = by_levels.boards.div_ceil(4);
    assert!((table..needed).contains(&by_levels.memory), "{by_levels:?}");
    let at_once = build(&puzzle, folder.path(), None, &within(needed)).unwrap();
    let expected = fs::read(&at_once.path).unwrap();
    fs::remove_file(&at_once.path).unwrap();
    let again = build(&puzzle, folder.path(), None, &within(needed - 1)).unwrap();
    assert_eq!(again, at_once);
    assert!(fs::read(&again.path).unwrap() == expected);
    // A plan by levels that does not fit still reports what it needs.
    for memory in [table, by_levels.memory] {
        let refused = plan(memory).unwrap_err();
        assert!(
            refused.to_string().contains("building the table takes"),
            "{refused}"
        );
        let TableError::NoRoom { levels, .. } = refused else {
            panic!("{refused}");
        };
        assert_eq!(levels.enough(), by_levels.enough());
    }
}

#[test]
fn stopped_builds_resume() {
    let folder = tempfile::tempdir().unwrap();
    let levels = folder.path().join("levels");
    let puzzle = Puzzle::open("sliding:5x2").unwrap();
    let at_once = build(&puzzle, folder.path(), None, &Options::default()).unwrap();
    let expected = fs::read(&at_once.path).unwrap();
    let mut stopped = 0;
    for pause in 1.. {
        fs::remove_file(&at_once.path).unwrap_or_default();
        let options = Options::default();
        let cancel = options.cancel.clone();
        let built = thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(30 * pause));
                cancel.store(true, Ordering::Relaxed);
            });
            build(&puzzle, folder.path(), Some(&levels), &options)
        });
        match built {
            Ok(built) => {
                assert_eq!(built, at_once);
                break;
            }
            Err(Unfinished::Cancelled) => stopped += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stopped > 0);
    assert!(fs::read(&at_once.path).unwrap() == expected);
    // The levels are those of a survey that keeps all levels, and can be proved.
    assert!(Status::read(&levels).unwrap().is_complete);
    let levels = LevelOptions {
        folder: Some(levels),
        ..LevelOptions::default()
    };
    let proof = puzzle.verify_levels(&levels, &Options::default()).unwrap();
    assert!(proof.is_whole() && proof.is_complete, "{proof:?}");
}

#[test]
fn missing_parts_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let levels = folder.path().join("levels");
    // A survey that keeps only the last levels.
    let eight = Puzzle::open("eight").unwrap();
    let kept = LevelOptions {
        folder: Some(levels.clone()),
        max_moves: Some(9),
        ..LevelOptions::default()
    };
    eight.count_levels(&kept, &Options::default()).unwrap();
    let refused = build(&eight, folder.path(), Some(&levels), &Options::default());
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("keeps only the last levels"), "{refused}");
    // Tables that are never stored, and tables that do not number boards.
    for name in ["cube3", "pancakes"] {
        let puzzle = Puzzle::open(name).unwrap();
        let levels = folder.path().join(name);
        let refused = build(&puzzle, folder.path(), Some(&levels), &Options::default());
        if name == "cube3" {
            let refused = refused.unwrap_err().to_string();
            assert!(
                refused.starts_with("only tables of all boards"),
                "{refused}"
            );
            assert!(!levels.exists());
        } else {
            refused.unwrap();
        }
    }
}

/// Four rings of 3, 5, 7 and 11 cells that turn together: 1,155 boards on one ring.
#[test]
fn too_deep_tables_are_refused_either_way() {
    let folder = tempfile::tempdir().unwrap();
    let definition = r#"
        name = "deep"
        cells = 26
        pieces = "a b c d o*22"
        [[move]]
        name = "t"
        cycles = "(1 2 3)(4 5 6 7 8)(9 10 11 12 13 14 15)(16 17 18 19 20 21 22 23 24 25 26)"
        [[move]]
        name = "u"
        inverse = "t"
        [[goal]]
        board = "a o o b o o o o c o o o o o o d o o o o o o o o o o"
    "#;
    let puzzle = Puzzle::from_toml(definition).unwrap();
    let levels = folder.path().join("levels");
    for levels in [None, Some(levels.as_path())] {
        let refused = build(&puzzle, folder.path(), levels, &Options::default());
        let refused = refused.unwrap_err().to_string();
        assert_eq!(refused, "no table: some board is more than 254 moves away");
    }
}
