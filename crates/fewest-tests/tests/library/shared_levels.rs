//! Counts shared by workers of several hosts, compared with a count on one.

use std::path::Path;

use fastrand::Rng;
use fewest::levels::{Dealt, LevelOptions, LevelsError, Status};
use fewest::{Budget, Options, Puzzle};

use crate::hosts::{Host, count};
use crate::levels::change_status;

/// Hosts with these numbers of workers, each with its own folder.
fn hosts(folder: &Path, workers: &[usize]) -> Vec<Host> {
    let workers = workers.iter().enumerate();
    let host = |(i, &workers): (usize, &usize)| Host {
        folder: Some(folder.join(i.to_string())),
        workers,
    };
    workers.map(host).collect()
}

#[test]
fn shared_counts_equal_those_of_one_worker() {
    let mut rng = Rng::with_seed(1515);
    for name in [
        "eight",
        "sliding:5x2",
        "cube2",
        "topspin9",
        "twiddle",
        "pancakes",
        "tower",
    ] {
        let Ok(puzzle) = Puzzle::open(name) else {
            continue;
        };
        let options = Options::default();
        let listed = LevelOptions {
            listed: 20,
            every: true,
            ..LevelOptions::default()
        };
        let one = puzzle.count_levels(&listed, &options).unwrap();
        for workers in [&[1][..], &[2, 3], &[1, 1, 40]] {
            let hosts: Vec<Host> = (workers.iter())
                .map(|&workers| Host {
                    folder: None,
                    workers,
                })
                .collect();
            let counted = count(&puzzle, &options, &hosts, usize::MAX, 20, &mut rng).unwrap();
            let last = one
                .hardest
                .iter()
                .filter(|far| far.distance + 1 == one.counts.len());
            let last = last.map(|far| far.board.clone()).collect();
            let expected = (one.counts.clone(), true, last);
            assert_eq!(counted, expected, "{name} {workers:?}");
        }
    }
}

#[test]
fn runs_resume_with_other_workers_and_hosts() {
    let mut rng = Rng::with_seed(1516);
    let puzzle = Puzzle::open("sliding:4x2").unwrap();
    let options = Options::default();
    let one = puzzle
        .count_levels(&LevelOptions::default(), &options)
        .unwrap();
    for _ in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let mut max_moves = 0;
        while max_moves < one.counts.len() {
            max_moves += rng.usize(1..12);
            let workers: Vec<usize> = (0..2).map(|_| rng.usize(1..4)).collect();
            let hosts = hosts(folder.path(), &workers);
            let (counts, is_complete, _) =
                count(&puzzle, &options, &hosts, max_moves, 0, &mut rng).unwrap();
            assert_eq!(counts, one.counts[..one.counts.len().min(max_moves + 1)]);
            assert_eq!(is_complete, max_moves >= one.counts.len());
        }
        for host in ["0", "1"] {
            let status = Status::read(&folder.path().join(host)).unwrap();
            assert!(status.is_complete || status.counts.len() + 1 >= one.counts.len());
        }
        // A folder is missing; later it is back, on a new host.
        let refused = count(
            &puzzle,
            &options,
            &hosts(folder.path(), &[2]),
            99,
            0,
            &mut rng,
        );
        assert_eq!(
            refused.unwrap_err(),
            "no host has portion 1 of 64 of the boards: name the folders of all hosts of the \
             earlier run"
        );
        std::fs::rename(folder.path().join("1"), folder.path().join("2")).unwrap();
        let hosts = hosts(folder.path(), &[1, 3, 2]);
        let counted = count(&puzzle, &options, &hosts, usize::MAX, 0, &mut rng).unwrap();
        assert_eq!((counted.0, counted.1), (one.counts.clone(), true));
    }
}

#[test]
fn a_folder_of_one_is_not_that_of_many() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let options = Options::default();
    let mut rng = Rng::with_seed(1517);
    count(
        &puzzle,
        &options,
        &hosts(folder.path(), &[1]),
        5,
        0,
        &mut rng,
    )
    .unwrap();
    let levels = LevelOptions {
        folder: Some(folder.path().join("0")),
        ..LevelOptions::default()
    };
    let refused = puzzle.count_levels(&levels, &options).unwrap_err();
    assert!(
        refused.to_string().contains("of several machines"),
        "{refused}"
    );
}

/// Boards of the level before the last one would be found again, and counted as new.
#[test]
fn a_folder_without_the_level_before_the_last_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let mut rng = Rng::with_seed(1518);
    let mut counted = |max_moves| {
        let hosts = hosts(folder.path(), &[1]);
        count(&puzzle, &Options::default(), &hosts, max_moves, 0, &mut rng)
    };
    counted(6).unwrap();
    counted(7).unwrap();
    change_status(&folder.path().join("0"), |status| {
        let levels = status["levels"].as_array_mut().unwrap();
        levels.drain(..levels.len() - 1);
    });
    let refused = counted(99).unwrap_err();
    assert!(refused.contains("is damaged"), "{refused}");
}

#[test]
fn memory_is_asked_for_first() {
    let puzzle = Puzzle::open("sliding:4x3").unwrap();
    let boards = puzzle.all_boards(&Options::default()).unwrap();
    let needed = |workers, local_workers| {
        let budget = Budget {
            memory: Some(1 << 20),
            ..Budget::default()
        };
        let dealt = Dealt::new(
            &*boards,
            &LevelOptions::default(),
            (workers, local_workers),
            budget,
        );
        match dealt.err() {
            Some(LevelsError::Memory { needed, allowed }) => {
                assert_eq!(allowed, 1 << 20);
                needed
            }
            other => panic!("{other:?}"),
        }
    };
    // One bit per board and per rank of a block, and the links' tables.
    let (boards, block) = (boards.boards() / 8, boards.boards() / 12 / 8);
    assert!((boards + block..2 * boards).contains(&needed(1, 1)));
    assert_eq!(needed(2, 2) - needed(1, 1), block);
    assert_eq!(needed(2, 2) - needed(4, 2), boards / 2);
}
