//! Random boards: all that match the request, and no others.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest::{Draw, Pool, Unfinished};
use fewest_text::TextOptions;
use serde_json::Value;

use super::{Case, Check, ensure, from};
use crate::draw::pick;

/// The most boards that are drawn completely; drawing all of many takes long.
const MANY: usize = 200;

pub fn by_distance(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let greatest = u32::try_from(world.counts().len() - 1).expect("distances are small");
    let mut distances: Vec<u32> = (0..=greatest).collect();
    rng.shuffle(&mut distances);
    for distance in distances.into_iter().take(4) {
        let boards = world.at(distance).collect();
        draws(case, rng, Pool::Moves(distance, distance), &boards)?;
    }
    let (a, b) = (rng.u32(..=greatest), rng.u32(..=greatest + 2));
    let range = a.min(b)..=a.max(b);
    let boards = range
        .clone()
        .flat_map(|distance| world.at(distance))
        .collect();
    draws(
        case,
        rng,
        Pool::Moves(*range.start(), *range.end()),
        &boards,
    )?;
    draws(
        case,
        rng,
        Pool::Moves(greatest + 1, greatest + 9),
        &BTreeSet::new(),
    )
}

/// Draws boards with too little memory to list all of them.
pub fn beyond(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let greatest = u32::try_from(world.counts().len() - 1).expect("distances are small");
    let mut options = case.options();
    options.limits.memory = Some(rng.u64(64..4096));
    let first = rng.u32(..=greatest);
    let last = first.max(rng.u32(..=greatest));
    let listed = case.puzzle.sampler(u8::MAX, &options);
    let listed = listed.map_or(0, |listed| listed.counts().len());
    for range in [first..=first, first..=last] {
        // Farther away, few sequences of moves lead on.
        if *range.end() as usize > listed + 1 {
            continue;
        }
        let boards: BTreeSet<usize> = range.clone().flat_map(|at| world.at(at)).collect();
        let draw = Draw {
            pool: Pool::Moves(*range.start(), *range.end()),
            count: boards.len().min(MANY) as u64,
            seed: rng.u64(..),
            distinct: true,
        };
        let drawn = match case.puzzle.sample(&draw, &options) {
            Err(Unfinished::Failed(error)) if error.to_string().contains("can't be drawn") => {
                continue;
            }
            drawn => drawn.map_err(|error| format!("{range:?}: {error}"))?,
        };
        for sample in drawn {
            let line = case.puzzle.text(&sample.board);
            let board = world
                .parse(&line)
                .ok_or_else(|| format!("no board: {line}"))?;
            ensure!(
                boards.contains(&board) && sample.distance.map(u32::from) == world.distance[board],
                "{range:?}: {line} takes {:?} moves, not {:?}",
                world.distance[board],
                sample.distance
            );
        }
    }
    Ok(())
}

pub fn by_solvability(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let (mut solvable, others): (BTreeSet<usize>, _) =
        (0..world.boards.len()).partition(|&board| world.distance[board].is_some());
    solvable.retain(|&board| world.real[board]);
    draws(case, rng, Pool::Solvable, &solvable)?;
    draws(case, rng, Pool::Unsolvable, &others)
}

/// Draws all boards that should exist, or many of them, each at most once.
fn draws(case: &Case<'_>, rng: &mut Rng, pool: Pool, real: &BTreeSet<usize>) -> Check {
    let count = real.len().min(MANY);
    let to = *pick(rng, &["plain", "drawn", "json"]);
    let mut draw = Draw {
        pool,
        count: count as u64,
        seed: rng.u64(..),
        distinct: true,
    };
    let text = TextOptions {
        to: Some(to.to_owned()),
        ..TextOptions::default()
    };
    let run = |draw: &Draw| {
        let mut output = Vec::new();
        let run = fewest_text::generate(case.puzzle, draw, &case.options(), &text, &mut output);
        run.map_err(|error| format!("{pool:?}: {error}; there are {}", real.len()))?;
        String::from_utf8(output).map_err(|error| error.to_string())
    };
    if count > 0 {
        let text = run(&draw)?;
        let drawn = read(case, to, &text, count)
            .map_err(|problem| format!("{pool:?} as {to}: {problem}\n{text}"))?;
        for board in &drawn {
            let line = case.world.line(*board);
            ensure!(
                real.contains(board),
                "{pool:?}: {line} takes {:?} moves",
                case.world.distance[*board]
            );
        }
        let drawn: BTreeSet<usize> = drawn.into_iter().collect();
        ensure!(
            drawn.len() == count,
            "{pool:?}: {} different boards of {count}",
            drawn.len()
        );
        if to == "json"
            && let Pool::Moves(..) = pool
        {
            distances(case, &text)?;
        }
        let mut input = text.as_bytes();
        if to != "json" {
            let valid =
                fewest_text::validate(case.puzzle, &case.options(), &from(to), "drawn", &mut input);
            let valid = valid.map_err(|error| error.to_string())?;
            ensure!(
                valid == Ok(count as u64),
                "drawn boards are {valid:?}, as {to}: {text}"
            );
        }
    }
    if count < MANY {
        draw.count = count as u64 + 1;
        let surplus = run(&draw);
        ensure!(
            surplus.is_err(),
            "{pool:?}: more than {count} boards: {surplus:?}"
        );
    }
    Ok(())
}

fn read(case: &Case<'_>, to: &str, text: &str, count: usize) -> Result<Vec<usize>, String> {
    let (world, written) = (case.world, &case.spec.boards);
    let parse = |line: &str| world.parse(line).ok_or_else(|| format!("no board: {line}"));
    if to == "json" {
        let line = |line: &str| {
            let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            parse(value["board"].as_str().ok_or("no board")?)
        };
        return text.lines().map(line).collect();
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if written.is_counted {
        let first = (!words.is_empty()).then(|| words.remove(0));
        ensure!(
            first == Some(&count.to_string()),
            "{first:?} comes first, not {count}"
        );
    }
    if let Some(end) = &written.end {
        let last = words.pop();
        ensure!(last == Some(end.as_str()), "{last:?} comes last, not {end}");
    }
    let cells = world.model.cells();
    ensure!(
        words.len() == cells * count,
        "{} symbols are no {count} boards",
        words.len()
    );
    let boards = words.chunks(cells).map(|board| {
        if to == "plain" {
            return parse(&board.join(" "));
        }
        let symbol = |word: &&str| {
            let place = world.model.symbols.iter().position(|name| name == word);
            place.and_then(|place| u8::try_from(place).ok())
        };
        let board: Option<Vec<u8>> = board.iter().map(symbol).collect();
        board
            .and_then(|board| world.index.get(&board).copied())
            .ok_or_else(|| "no board".to_owned())
    });
    boards.collect()
}

/// Checks the distances in an output.
fn distances(case: &Case<'_>, text: &str) -> Check {
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let board = value["board"]
            .as_str()
            .and_then(|line| case.world.parse(line));
        let real = case.world.distance[board.ok_or("no board")?];
        ensure!(
            value["distance"].as_u64() == real.map(u64::from),
            "{real:?} moves: {line}"
        );
    }
    Ok(())
}
