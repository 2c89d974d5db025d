//! Counting by levels, compared with surveys; damage to its folder.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use fewest::levels::{FolderProblem, LevelOptions, LevelsError, Status};
use fewest::{Goal, Listing, Options, Puzzle, Unfinished};

use crate::pool::in_pool;

fn kept_in(folder: &Path, max_moves: Option<usize>) -> LevelOptions {
    LevelOptions {
        folder: Some(folder.to_owned()),
        max_moves,
        listed: 0,
        ..LevelOptions::default()
    }
}

pub fn counts(puzzle: &Puzzle, levels: &LevelOptions) -> Vec<u64> {
    let counted = puzzle.count_levels(levels, &Options::default());
    counted.unwrap().counts
}

fn problem(puzzle: &Puzzle, levels: &LevelOptions) -> String {
    let counted = puzzle.count_levels(levels, &Options::default());
    match counted {
        Err(Unfinished::Failed(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

/// The names of the files of levels.
fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| {
        let name = entry.unwrap().file_name();
        name.into_string().unwrap()
    });
    let mut names: Vec<String> = names.filter(|name| name.starts_with("level-")).collect();
    names.sort_unstable();
    names
}

#[test]
fn counts_are_those_of_surveys() {
    let names = [
        "eight",
        "sliding:2x4",
        "sliding:5x2",
        "cube2",
        "topspin9",
        "pancakes",
        "tower",
        "twiddle",
        "corners",
        "knights",
    ];
    let mut known = 0;
    for name in names {
        let Ok(puzzle) = Puzzle::open(name) else {
            continue;
        };
        known += 1;
        let survey = puzzle.survey(Listing::default(), &Options::default());
        let survey = survey.unwrap().figures;
        let counted = in_pool(1 + known % 2, || {
            puzzle.count_levels(&LevelOptions::default(), &Options::default())
        });
        let levels = counted.unwrap();
        assert_eq!(levels.counts, survey.counts, "{name}");
        assert!(levels.is_complete);
        assert!((levels.mean() - survey.mean).abs() < 1e-9);
        assert_eq!(levels.median(), usize::from(survey.median));
        let plan = puzzle.level_plan(&LevelOptions::default(), &Options::default());
        assert!(plan.unwrap().unwrap().boards >= survey.boards);
    }
    assert!(known >= 6, "{known}");
}

#[test]
fn the_farthest_boards_are_those_of_the_goal_that_was_named() {
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let goal = puzzle.board("3 1 5 x 2 4").unwrap();
    let options = Options {
        goal: Some(Goal::Board(goal.symbols().to_vec())),
        ..Options::default()
    };
    let levels = LevelOptions {
        listed: 10,
        every: true,
        ..LevelOptions::default()
    };
    let counted = puzzle.count_levels(&levels, &options).unwrap();
    let farthest = counted.counts.len() - 1;
    let kept: u64 = counted.counts[counted.first_kept..].iter().sum();
    assert_eq!(counted.first_kept, farthest - 1);
    assert_eq!(counted.hardest.len() as u64, kept.min(10));
    for far in &counted.hardest {
        let answer = puzzle.solve(&far.board, &options).unwrap();
        assert_eq!(answer.moves.len(), far.distance);
    }
}

#[test]
fn a_folder_keeps_two_levels_and_resumes_from_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let puzzle = Puzzle::open("sliding:4x2").unwrap();
    let all = counts(&puzzle, &LevelOptions::default());
    for max_moves in [0, 1, 7, 8, 20] {
        // Files left by a killed run.
        fs::write(path.join("level-999-000"), "half a level").unwrap();
        fs::write(path.join(".survey.json.1.0.tmp"), "half a list").unwrap();
        fs::write(path.join("mine.txt"), "stays").unwrap();
        assert_eq!(
            counts(&puzzle, &kept_in(path, Some(max_moves))),
            all[..=max_moves]
        );
        let status = Status::read(path).unwrap();
        assert_eq!(
            (&status.counts[..], status.is_complete),
            (&all[..=max_moves], false)
        );
        let kept: Vec<String> = files(path);
        let is_last = |name: &String| {
            let distance: usize = name[6..9].parse().unwrap();
            distance == max_moves || distance + 1 == max_moves
        };
        assert!(
            !kept.is_empty() && kept.iter().all(is_last),
            "{max_moves}: {kept:?}"
        );
        assert!(!path.join(".survey.json.1.0.tmp").exists());
    }
    assert_eq!(counts(&puzzle, &kept_in(path, None)), all);
    assert!(Status::read(path).unwrap().is_complete);
    // Resuming a finished survey changes nothing.
    assert_eq!(counts(&puzzle, &kept_in(path, None)), all);
    // Regression: a lower limit was ignored.
    assert_eq!(counts(&puzzle, &kept_in(path, Some(3))), all[..=3]);
    assert_eq!(counts(&puzzle, &kept_in(path, None)), all);
    assert_eq!(fs::read_to_string(path.join("mine.txt")).unwrap(), "stays");
}

#[test]
fn a_run_that_is_stopped_keeps_the_levels_that_were_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let puzzle = Puzzle::open("sliding:4x2").unwrap();
    let all = counts(&puzzle, &LevelOptions::default());
    counts(&puzzle, &kept_in(path, Some(9)));
    let options = Options::default();
    options.cancel.store(true, Ordering::Relaxed);
    let stopped = puzzle.count_levels(&kept_in(path, None), &options);
    assert!(matches!(stopped, Err(Unfinished::Cancelled)), "{stopped:?}");
    assert_eq!(Status::read(path).unwrap().counts, all[..=9]);
    assert_eq!(counts(&puzzle, &kept_in(path, None)), all);
}

#[test]
fn damage_is_seen() {
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let fresh = || {
        let folder = tempfile::tempdir().unwrap();
        counts(&puzzle, &kept_in(folder.path(), Some(9)));
        folder
    };
    for name in files(fresh().path()) {
        let length = fs::read(fresh().path().join(&name)).unwrap().len();
        for place in 0..length {
            let folder = fresh();
            let path = folder.path().join(&name);
            let mut bytes = fs::read(&path).unwrap();
            bytes[place] ^= 1 << (place % 8);
            fs::write(&path, &bytes).unwrap();
            let problem = problem(&puzzle, &kept_in(folder.path(), None));
            assert!(problem.contains(&name), "{place}: {problem}");
            assert!(problem.ends_with("is damaged; remove the folder to begin again"));
            bytes[place] ^= 1 << (place % 8);
            let longer = [&bytes[..], &bytes[..=place]].concat();
            for damaged in [&bytes[..place], &longer] {
                fs::write(&path, damaged).unwrap();
                let problem = self::problem(&puzzle, &kept_in(folder.path(), None));
                assert!(problem.contains("is damaged"), "{place}: {problem}");
            }
            fs::remove_file(&path).unwrap();
            let problem = self::problem(&puzzle, &kept_in(folder.path(), None));
            assert!(problem.contains("can't be read"), "{place}: {problem}");
        }
    }
    let folder = fresh();
    let list = folder.path().join("survey.json");
    let text = fs::read_to_string(&list).unwrap();
    for (from, to, expected) in [
        ("\"version\":3", "\"version\":2", "version 2"),
        ("\"distance\":9", "\"distance\":8", "damaged"),
        ("16]", "17]", "damaged"),
        ("\"boards\":360", "\"boards\":60", "damaged"),
        ("{", "", "damaged"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        fs::write(&list, wrong).unwrap();
        let problem = problem(&puzzle, &kept_in(folder.path(), None));
        assert!(problem.contains(expected), "{from}: {problem}");
    }
    fs::write(&list, &text).unwrap();
    assert_eq!(counts(&puzzle, &kept_in(folder.path(), None)).len(), 22);
}

/// A flipped bit in the count of a level that was not kept once went unnoticed.
#[test]
fn every_flipped_bit_of_the_status_is_seen_or_harmless() {
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let folder = tempfile::tempdir().unwrap();
    counts(&puzzle, &kept_in(folder.path(), None));
    let list = folder.path().join("survey.json");
    let (bytes, status) = (fs::read(&list).unwrap(), Status::read(folder.path()));
    let status = status.unwrap();
    let mut refused = 0;
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&list, &flipped).unwrap();
        match Status::read(folder.path()) {
            Ok(read) => assert_eq!(read, status, "bit {bit}"),
            Err(LevelsError::Folder { .. }) => refused += 1,
            Err(other) => panic!("bit {bit}: {other}"),
        }
    }
    // A space may replace the final line feed.
    assert!(
        refused + 8 > bytes.len() * 8,
        "{refused} of {}",
        bytes.len() * 8
    );
}

/// Impossible counts with a correct checksum: the sum is known.
#[test]
fn counts_that_are_not_all_boards_are_refuted() {
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let folder = tempfile::tempdir().unwrap();
    counts(&puzzle, &kept_in(folder.path(), None));
    change_status(folder.path(), |status| status["counts"][5] = 6.into());
    assert_eq!(
        problem(&puzzle, &kept_in(folder.path(), None)),
        "the levels are wrong: boards counted: 359, but there are 360"
    );
}

#[test]
fn another_puzzle_or_goal_has_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    assert!(matches!(
        Status::read(path),
        Err(LevelsError::Folder {
            problem: FolderProblem::NoSurvey,
            ..
        })
    ));
    counts(&puzzle, &kept_in(path, Some(5)));
    let other = Puzzle::open("sliding:2x3").unwrap();
    let message = problem(&other, &kept_in(path, None));
    assert!(message.contains("a survey of sliding:3x2"), "{message}");
    let goal = puzzle.board("x 1 2 3 4 5").unwrap();
    let options = Options {
        goal: Some(Goal::Board(goal.symbols().to_vec())),
        ..Options::default()
    };
    let counted = puzzle.count_levels(&kept_in(path, None), &options);
    let message = counted.unwrap_err().to_string();
    assert!(message.contains("another goal"), "{message}");
}

#[test]
fn memory_is_asked_for_first() {
    let puzzle = Puzzle::open("sliding:4x3").unwrap();
    let within = |memory| {
        let mut options = Options::default();
        options.limits.memory = Some(memory);
        puzzle.count_levels(&LevelOptions::default(), &options)
    };
    let refused = within(1 << 20);
    assert!(
        matches!(
            refused,
            Err(Unfinished::Failed(LevelsError::Memory {
                allowed: 1_048_576,
                ..
            }))
        ),
        "{refused:?}"
    );
    // Enough to work with, too little for the levels.
    let refused = within(14 << 20);
    assert!(
        matches!(refused, Err(Unfinished::Failed(LevelsError::Levels { .. }))),
        "{refused:?}"
    );
    for name in ["fifteen", "cube3"] {
        let refused = Puzzle::open(name)
            .unwrap()
            .level_plan(&LevelOptions::default(), &Options::default());
        assert!(
            matches!(refused, Err(LevelsError::TooMany(_))),
            "{refused:?}"
        );
    }
}

pub fn all_in(folder: &Path) -> LevelOptions {
    LevelOptions {
        keeps_all: true,
        ..kept_in(folder, None)
    }
}

#[test]
fn levels_are_proved_as_far_as_they_are_kept() {
    for name in ["sliding:3x2", "pancakes", "eight"] {
        let puzzle = Puzzle::open(name).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = all_in(folder.path());
        let near = LevelOptions {
            max_moves: Some(5),
            ..options.clone()
        };
        for options in [&near, &options] {
            let counts = counts(&puzzle, options);
            let proof = puzzle.verify_levels(options, &Options::default()).unwrap();
            assert!(proof.is_whole() && !proof.is_sample, "{proof:?}");
            assert_eq!((proof.first, &proof.counts), (0, &counts), "{name}");
            assert_eq!(proof.checked, counts.iter().sum::<u64>());
            assert_eq!(proof.is_complete, options.max_moves.is_none());
        }
    }
    // With two levels kept, nothing is known of the levels before.
    let puzzle = Puzzle::open("eight").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options = kept_in(folder.path(), None);
    counts(&puzzle, &options);
    let proof = puzzle.verify_levels(&options, &Options::default()).unwrap();
    assert_eq!((proof.first, proof.kept, proof.checked), (30, 223, 2));
    assert!(!proof.is_whole() && proof.is_sum_known);
}

/// If two bytes per board exceed the memory, only a sample is proved.
#[test]
fn samples_of_levels_are_proved() {
    let puzzle = Puzzle::open("sliding:5x2").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let levels = all_in(folder.path());
    counts(&puzzle, &levels);
    let mut options = Options::default();
    options.limits.memory = Some(6 << 20);
    let proof = puzzle.verify_levels(&levels, &options).unwrap();
    assert!(proof.is_sample && !proof.is_whole(), "{proof:?}");
    assert!((500_000..1_500_000).contains(&proof.checked), "{proof:?}");
    let whole = puzzle.verify_levels(&levels, &Options::default()).unwrap();
    assert!(whole.is_whole() && whole.checked == 1_814_400, "{whole:?}");
}

pub fn status(folder: &Path) -> serde_json::Value {
    let text = fs::read_to_string(folder.join("survey.json")).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    file["content"].take()
}

/// Changes the content of the status file of a folder, and updates its checksum.
pub fn change_status(folder: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let mut content = status(folder);
    change(&mut content);
    let crc = crc32fast::hash(content.to_string().as_bytes());
    let file = serde_json::json!({ "version": 3, "crc32": crc, "content": content });
    fs::write(folder.join("survey.json"), file.to_string()).unwrap();
}

/// Wrong levels with correct checksums.
#[test]
fn wrong_levels_are_refuted() {
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let refuted = |change: &dyn Fn(&Path, &mut serde_json::Value)| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        counts(&puzzle, &all_in(path));
        change_status(path, |status| change(path, status));
        let proof = puzzle.verify_levels(&all_in(path), &Options::default());
        match proof {
            Err(Unfinished::Failed(LevelsError::Wrong(mistake))) => mistake.to_string(),
            other => panic!("{other:?}"),
        }
    };
    // A level without one of its blocks.
    for distance in [1, 7, 20, 21] {
        let message = refuted(&|_, status| {
            let blocks = status["levels"][distance]["blocks"].as_array_mut().unwrap();
            let lost = blocks.pop().unwrap()["boards"].as_u64().unwrap();
            let count = status["counts"][distance].as_u64().unwrap();
            status["counts"][distance] = (count - lost).into();
        });
        assert!(message.contains("board number"), "{distance}: {message}");
    }
    // A survey without its last level.
    let message = refuted(&|_, status| {
        status["levels"].as_array_mut().unwrap().pop();
        status["counts"].as_array_mut().unwrap().pop();
    });
    assert!(
        message.contains("that no level has") || message.contains("leads to one"),
        "{message}"
    );
    // Two levels are swapped.
    let message = refuted(&|path, status| {
        for name in files(path) {
            let (distance, file) = name.rsplit_once('-').unwrap();
            let other = match distance {
                "level-010" => "level-012",
                "level-012" => "level-010",
                _ => continue,
            };
            let to = format!("{other}-{file}.new");
            fs::rename(path.join(&name), path.join(to)).unwrap();
        }
        for name in files(path) {
            if let Some(to) = name.strip_suffix(".new") {
                fs::rename(path.join(&name), path.join(to)).unwrap();
            }
        }
        let blocks = status["levels"][10]["blocks"].take();
        status["levels"][10]["blocks"] = status["levels"][12]["blocks"].take();
        status["levels"][12]["blocks"] = blocks;
        let count = status["counts"][10].take();
        status["counts"][10] = status["counts"][12].take();
        status["counts"][12] = count;
    });
    assert!(message.contains("level 1"), "{message}");
    // The levels belong to another goal.
    let goal = puzzle.board("x 1 2 3 4 5").unwrap();
    let other = Options {
        goal: Some(Goal::Board(goal.symbols().to_vec())),
        ..Options::default()
    };
    let identity = {
        let folder = tempfile::tempdir().unwrap();
        counts(&puzzle, &all_in(folder.path()));
        status(folder.path())["identity"].clone()
    };
    let message = refuted(&|path, status| {
        for name in files(path) {
            fs::remove_file(path.join(name)).unwrap();
        }
        fs::remove_file(path.join("survey.json")).unwrap();
        puzzle.count_levels(&all_in(path), &other).unwrap();
        *status = self::status(path);
        status["identity"] = identity.clone();
    });
    assert!(message.contains("level"), "{message}");
}
