//! Surveys, and the hardest boards with their numbers of answers.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest::survey::Listing;

use super::{Case, Check, ensure};
use crate::draw::pick;
use crate::world::World;

const MAX_LISTED: u64 = 60;

pub fn figures(case: &Case<'_>, _: &mut Rng) -> Check {
    let world = case.world;
    let surveyed = case
        .puzzle
        .survey(Listing::default().with_answers(), &case.options())
        .map_err(|error| error.to_string())?;
    let figures = surveyed.figures;
    let counts = world.counts();
    let boards: u64 = counts.iter().sum();
    let (all, solvable) = (world.boards.len() as u64, world.solvable());
    ensure!(
        figures.counts == counts,
        "counts {:?}, not {counts:?}",
        figures.counts
    );
    ensure!(
        figures.boards == boards,
        "{} boards, not {boards}",
        figures.boards
    );
    // If some boards are not real, groups may leave open how many can be solved.
    let is_known = solvable == boards || figures.solvable.is_some();
    let expected = (
        is_known.then_some(solvable),
        is_known.then_some(all - solvable),
    );
    ensure!(
        (figures.solvable, figures.unsolvable) == expected,
        "{:?} solvable, {:?} unsolvable, not {expected:?}",
        figures.solvable,
        figures.unsolvable
    );
    let greatest = counts.len() as u64 - 1;
    ensure!(
        u64::from(figures.farthest) == greatest,
        "at most {} moves, not {greatest}",
        figures.farthest
    );
    let moves: u64 = (0u64..)
        .zip(&counts)
        .map(|(distance, count)| distance * count)
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    let mean = moves as f64 / boards as f64;
    let is_mean = (figures.mean - mean).abs() < 1e-9;
    ensure!(is_mean, "{} moves on average, not {mean}", figures.mean);
    let mut sum = 0;
    let median = counts.iter().position(|count| {
        sum += count;
        2 * sum >= boards
    });
    ensure!(
        Some(usize::from(figures.median)) == median,
        "the median is {median:?}, not {}",
        figures.median
    );
    let ties = |distance: u32| {
        let goals = |board: usize| {
            world
                .to_goal
                .iter()
                .filter(|distances| distances[board] == Some(distance))
                .count()
        };
        world.at(distance).filter(|&board| goals(board) > 1).count() as u64
    };
    let tying: Vec<u64> = (0..)
        .zip(&counts)
        .map(|(distance, _)| ties(distance))
        .collect();
    ensure!(
        figures.several_goals == tying,
        "ties {:?}, not {tying:?}",
        figures.several_goals
    );
    let peak: Vec<usize> = world.at(u32::from(figures.farthest)).collect();
    ensure!(
        figures.peak.boards == peak.len() as u64,
        "the peak has {} boards, not {}",
        figures.peak.boards,
        peak.len()
    );
    ensure!(
        figures.peak.classes <= figures.peak.boards,
        "the peak has {} classes",
        figures.peak.classes
    );
    let answers = || peak.iter().map(|&board| world.answers[board]);
    let expected = answers().min().zip(answers().max());
    let found = figures.peak.answers;
    ensure!(
        found == expected,
        "answers at the peak {found:?}, not {expected:?}"
    );
    Ok(())
}

pub fn hardest(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let listing = Listing {
        limit: *pick(rng, &[1, 7, MAX_LISTED]),
        every: rng.bool(),
    };
    let surveyed = case
        .puzzle
        .survey(listing, &case.options())
        .map_err(|error| error.to_string())?;
    let counts = world.counts();
    let boards: u64 = counts.iter().sum();
    let listed = surveyed.hardest.len() as u64;
    ensure!(
        listed <= listing.limit,
        "{listed} boards of {}",
        listing.limit
    );
    if listing.every {
        ensure!(
            listed == listing.limit.min(boards),
            "{listed} boards of {boards}"
        );
    }
    let mut seen = BTreeSet::new();
    let mut by_distance = vec![0; counts.len()];
    let mut last = u8::MAX;
    for hard in &surveyed.hardest {
        let shown = case.puzzle.text(&hard.board);
        let board = world
            .parse(&shown)
            .ok_or_else(|| format!("no board: {shown}"))?;
        ensure!(seen.insert(board), "{shown} is there twice");
        ensure!(hard.distance <= last, "{shown} follows an easier board");
        last = hard.distance;
        let real = world.distance[board];
        ensure!(
            real == Some(hard.distance.into()),
            "{shown} takes {real:?} moves, not {}",
            hard.distance
        );
        by_distance[usize::from(hard.distance)] += if listing.every { 1 } else { hard.class };
        let answer = case.puzzle.moves_text(&hard.board, &hard.answer);
        answers(world, board, &answer, hard.answers)?;
    }
    // All listed distances except the last are complete.
    let is_whole = listed < listing.limit;
    for (distance, (listed, count)) in by_distance.iter().zip(&counts).enumerate() {
        let is_last = distance == usize::from(last);
        let is_whole = if is_last {
            is_whole
        } else {
            distance > usize::from(last) || is_whole
        };
        ensure!(
            listed <= count && (!is_whole || listed == count),
            "{listed} of {count} boards at {distance} are listed"
        );
    }
    Ok(())
}

fn answers(world: &World, board: usize, answer: &str, answers: u128) -> Check {
    let shown = world.line(board);
    let first = world.names(&world.first_answer(board).expect("it can be solved"));
    ensure!(
        answer == first,
        "the first answer of {shown} is {first:?}, not {answer:?}"
    );
    let real = world.answers[board];
    ensure!(answers == real, "{shown} has {real} answers, not {answers}");
    Ok(())
}
