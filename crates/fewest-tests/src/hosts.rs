//! A level-by-level count shared by workers on hosts that one thread simulates. Boards for other workers
//! arrive in any order and at any time.

use std::ops::ControlFlow;
use std::path::PathBuf;

use fastrand::Rng;
use fewest::levels::{
    AllBoards, Dealt, Filling, LevelOptions, LevelsError, Parcel, Portions, agree,
};
use fewest::{Board, Budget, Listing, Options, Puzzle, Unfinished};

/// A host: its folder, and its number of workers.
pub struct Host {
    pub folder: Option<PathBuf>,
    pub workers: usize,
}

/// The boards at each distance, whether they are complete, and some of the hardest.
pub type Counted = (Vec<u64>, bool, Vec<Board>);

/// Counts up to `max_moves` moves. Some hosts then stop before they record the last level.
pub fn count(
    puzzle: &Puzzle,
    options: &Options,
    hosts: &[Host],
    max_moves: usize,
    listed: usize,
    rng: &mut Rng,
) -> Result<Counted, String> {
    let boards = puzzle
        .all_boards(options)
        .map_err(|error| error.to_string())?;
    let (counts, is_complete, last) = count_boards(&*boards, hosts, max_moves, listed, None, rng)?;
    let last = last
        .iter()
        .filter_map(|&rank| puzzle.board_of(&boards.symbols(rank)));
    Ok((counts, is_complete, last.collect()))
}

/// Counts boards by rank, lists some by rank, and fills a table if there is one.
pub fn count_boards(
    boards: &dyn AllBoards,
    hosts: &[Host],
    max_moves: usize,
    listed: usize,
    table: Option<&Filling>,
    rng: &mut Rng,
) -> Result<(Vec<u64>, bool, Vec<u64>), String> {
    let message = |error: LevelsError| error.to_string();
    let unfinished_message = |error: Unfinished<LevelsError>| error.to_string();
    let workers = hosts.iter().map(|host| host.workers).sum();
    let new = |host: &Host| {
        let levels = LevelOptions {
            folder: host.folder.clone(),
            keeps_all: table.is_some(),
            ..LevelOptions::default()
        };
        let workers = (workers, host.workers);
        Dealt::new(boards, &levels, workers, Budget::default())
    };
    let mut dealt: Vec<Dealt<'_>> = hosts
        .iter()
        .map(new)
        .collect::<Result<_, _>>()
        .map_err(message)?;
    let left: Vec<_> = dealt.iter().map(Dealt::left).collect();
    let agreed = agree(dealt[0].portions(), &left).map_err(|error| error.to_string())?;
    for (process, dealt) in dealt.iter_mut().enumerate() {
        dealt.begin(&agreed, process).map_err(message)?;
    }
    let mut all: Vec<Portions<'_>> = Vec::new();
    for ((dealt, host), portions) in dealt.iter().zip(hosts).zip(&agreed.portions) {
        let mut by_worker = vec![Vec::new(); host.workers];
        for &portion in portions {
            by_worker[rng.usize(..host.workers)].push(portion);
        }
        for (number, share) in by_worker.iter().enumerate() {
            all.push(dealt.worker(number, share));
        }
    }
    let mut counts = agreed.counts;
    let mut is_complete = false;
    let fill = |all: &mut Vec<Portions<'_>>, distance| {
        let Some(table) = table else {
            return Ok(());
        };
        for worker in all {
            let shown = worker.show(distance, |parcels| {
                for parcel in &parcels {
                    assert!(dealt[0].fill(table, distance, parcel));
                }
                ControlFlow::<()>::Continue(())
            });
            let _: ControlFlow<()> = shown.map_err(message)?;
        }
        Ok::<(), String>(())
    };
    for distance in 0..counts.len() {
        fill(&mut all, distance)?;
    }
    let mut in_transit: Vec<Parcel> = Vec::new();
    while !is_complete && counts.len() <= max_moves {
        let distance = counts.len();
        let mut order: Vec<usize> = (0..all.len()).collect();
        rng.shuffle(&mut order);
        for worker in order {
            let expanded = all[worker].expand(distance, |found, parcels| {
                in_transit.extend(parcels);
                // Some arrive early, and again later.
                for _ in 0..in_transit.len().min(3) {
                    // A parcel may be for another worker.
                    let _ = found.take(&in_transit[rng.usize(..in_transit.len())]);
                }
                ControlFlow::<()>::Continue(())
            });
            let _: ControlFlow<()> = expanded.map_err(unfinished_message)?;
        }
        rng.shuffle(&mut in_transit);
        for parcel in in_transit.drain(..) {
            let taken = all
                .iter_mut()
                .filter_map(|worker| worker.take(&parcel).then_some(()));
            assert_eq!(taken.count(), 1);
        }
        let mut boards = 0;
        for worker in &mut all {
            boards += worker.close(distance).map_err(unfinished_message)?;
        }
        if boards == 0 {
            is_complete = true;
        } else {
            counts.push(boards);
        }
        fill(&mut all, distance)?;
        let is_last = counts.len() > max_moves;
        for dealt in dealt.iter().filter(|_| !is_last || rng.bool()) {
            dealt.note(&counts, is_complete).map_err(message)?;
        }
    }
    let mut last = Vec::new();
    for worker in &mut all {
        let read = worker.each(counts.len() - 1, &mut |rank| last.push(rank));
        read.map_err(message)?;
    }
    Ok((counts, is_complete, hardest(boards, &last, listed)))
}

fn hardest(boards: &dyn AllBoards, ranks: &[u64], listed: usize) -> Vec<u64> {
    let listing = Listing {
        limit: listed as u64,
        every: true,
    };
    let hardest = boards.hardest(listing, &mut |offer| {
        for rank in ranks {
            offer(*rank);
        }
    });
    hardest.into_iter().map(|(rank, _)| rank).collect()
}
