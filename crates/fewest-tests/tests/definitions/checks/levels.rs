//! Counts by levels, in memory and in a folder, at once and in several runs.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest::Unfinished;
use fewest::levels::{LevelOptions, LevelsError, Status};

use super::{Case, Check, ensure};
use crate::hosts::{Host, count};

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    if let Err(error) = case.puzzle.all_boards(&case.options())
        && error.to_string().contains("without an inverse")
    {
        // Levels do not tell real boards from others that lead to them.
        return Ok(());
    }
    let counts = case.world.counts();
    let folder = match rng.usize(..6) {
        0 => Some(tempfile::tempdir().map_err(|error| error.to_string())?),
        _ => None,
    };
    let path = folder.as_ref().map(|folder| folder.path().to_owned());
    let whole = LevelOptions {
        folder: path.clone(),
        max_moves: None,
        listed: rng.usize(..100),
        every: true,
        keeps_all: rng.bool(),
        ..LevelOptions::default()
    };
    // In a folder, the second run resumes from the first.
    let max_moves = rng.usize(..counts.len() + 2);
    let near = LevelOptions {
        max_moves: Some(max_moves),
        ..whole.clone()
    };
    for (options, done) in [
        (&near, counts.len().min(max_moves + 1)),
        (&whole, counts.len()),
    ] {
        let levels = case
            .puzzle
            .count_levels(options, &case.options())
            .map_err(|error| error.to_string())?;
        let expected = &counts[..done];
        ensure!(
            levels.counts == expected,
            "{:?} boards up to {max_moves}, not {expected:?}",
            levels.counts
        );
        let is_complete = options
            .max_moves
            .is_none_or(|max_moves| max_moves >= counts.len());
        ensure!(
            levels.is_complete == is_complete,
            "complete: {}",
            levels.is_complete
        );
        let hardest: BTreeSet<(String, usize)> = (levels.hardest.iter())
            .map(|far| (case.puzzle.text(&far.board), far.distance))
            .collect();
        let kept: u64 = expected[levels.first_kept..].iter().sum();
        ensure!(
            hardest.len() as u64 == kept.min(options.listed as u64),
            "{} of {kept} boards",
            hardest.len()
        );
        for (shown, reported) in hardest {
            let board = case.world.parse(&shown);
            let distance = board.and_then(|board| case.world.distance[board]);
            ensure!(
                distance.map(|distance| distance as usize) == Some(reported),
                "{shown} is {distance:?} moves away, not {reported}"
            );
        }
        if let Some(path) = &path {
            let status = Status::read(path).map_err(|error| error.to_string())?;
            ensure!(
                status.counts == expected && status.is_complete == is_complete,
                "{status:?} of {expected:?}"
            );
            proved(case, options, expected)?;
        }
    }
    shared(case, rng, &counts)
}

/// Checks counts outwards from the goal, with too little memory for counting by levels.
pub fn near(case: &Case<'_>, rng: &mut Rng) -> Check {
    let counts = case.world.counts();
    let max_moves = rng.usize(..counts.len() + 2);
    let levels = LevelOptions {
        max_moves: Some(max_moves),
        listed: if rng.bool() { usize::MAX } else { 0 },
        every: rng.bool(),
        ..LevelOptions::default()
    };
    let mut options = case.options();
    options.limits.memory = Some(rng.u64(1 << 16..1 << 20));
    let plan = case.puzzle.level_plan(&levels, &options);
    ensure!(matches!(plan, Ok(None)), "{plan:?}");
    let found = match case.puzzle.count_levels(&levels, &options) {
        Err(Unfinished::Failed(LevelsError::Puzzle(error)))
            if levels.listed > 0 && error.to_string().contains("open cells") =>
        {
            return Ok(());
        }
        found => found.map_err(|error| error.to_string())?,
    };
    let expected = &counts[..counts.len().min(max_moves + 1)];
    ensure!(
        found.counts == expected && found.is_complete == (max_moves >= counts.len()),
        "{found:?} up to {max_moves}, not {expected:?}"
    );
    let mut classes = 0;
    for far in &found.hardest {
        let shown = case.puzzle.text(&far.board);
        let board = case.world.parse(&shown);
        let distance = board.and_then(|board| case.world.distance[board]);
        ensure!(
            distance.map(|distance| distance as usize) == Some(expected.len() - 1),
            "{shown} is {distance:?} moves away, not {}",
            expected.len() - 1
        );
        classes += if levels.every { 1 } else { far.class };
    }
    ensure!(
        levels.listed == 0 || Some(&classes) == expected.last(),
        "{classes} boards in classes, not {expected:?}"
    );
    Ok(())
}

/// Checks counts by workers of several hosts, at once and in two runs.
fn shared(case: &Case<'_>, rng: &mut Rng, counts: &[u64]) -> Check {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let is_kept = rng.usize(..6) == 0;
    let hosts: Vec<Host> = (0..rng.usize(1..4))
        .map(|host| Host {
            folder: is_kept.then(|| folder.path().join(host.to_string())),
            workers: rng.usize(1..4),
        })
        .collect();
    for max_moves in [rng.usize(..counts.len() + 2), usize::MAX] {
        let (found, is_complete, last) =
            count(case.puzzle, &case.options(), &hosts, max_moves, 50, rng)?;
        let done = counts.len().min(max_moves.saturating_add(1));
        ensure!(
            found == counts[..done] && is_complete == (max_moves >= counts.len()),
            "{found:?} shared up to {max_moves}, not {:?}",
            &counts[..done]
        );
        let farthest = counts[done - 1].min(50);
        ensure!(
            last.len() as u64 == farthest,
            "{} of {farthest}",
            last.len()
        );
        for board in last {
            let shown = case.puzzle.text(&board);
            let distance = case.world.parse(&shown);
            let distance = distance.and_then(|board| case.world.distance[board]);
            ensure!(
                distance.map(|distance| distance as usize + 1) == Some(done),
                "{shown} is {distance:?} moves away, not {}",
                done - 1
            );
        }
    }
    Ok(())
}

/// Checks the proof of the levels in a folder.
fn proved(case: &Case<'_>, options: &LevelOptions, counts: &[u64]) -> Check {
    let proof = case.puzzle.verify_levels(options, &case.options());
    let proof = proof.map_err(|error| error.to_string())?;
    let kept: u64 = counts[proof.first..].iter().sum();
    let checked: u64 = match proof.first {
        0 => kept,
        first => counts[first + 1..].iter().sum(),
    };
    ensure!(
        proof.counts == counts && (proof.kept, proof.checked) == (kept, checked),
        "{proof:?} of {counts:?}"
    );
    ensure!(
        proof.is_whole() == (proof.first == 0) && (proof.first == 0 || !options.keeps_all),
        "{proof:?} of {options:?}"
    );
    Ok(())
}
