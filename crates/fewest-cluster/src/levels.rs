//! Level-by-level counts, and tables filled by them, shared by workers on several hosts.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;

use fewest::levels::{
    AllBoards, Dealt, FarBoard, Filling, LevelOptions, Levels, LevelsError, Parcel, Portions, agree,
};
use fewest::support::number::counted;
use fewest::table::Packed;
use fewest::{Board, Budget, Options, Puzzle, StoredTable, TableError, Unfinished};
use timely::worker::Worker;

use crate::channel::Channel;
use crate::connect::connect;
use crate::mail::Mail;
use crate::run::{Shared, run};
use crate::{Cluster, ClusterError};

/// The most turns that a worker may be ahead of the slowest, whose mail is in transit until then.
const AHEAD: u64 = 4;
/// The bits of a timestamp for the turns of a level.
const TURNS: u32 = 40;

struct Found {
    counts: Vec<u64>,
    is_complete: bool,
    /// The hardest boards by rank (on the first worker: of all), and the first distance kept.
    hardest: Vec<FarBoard<u64>>,
    first_kept: usize,
}

/// Counts all boards by their distance to the goal, as [`Puzzle::count_levels`] does, together with
/// the other hosts. Each host of the cluster calls it, with the same arguments except for its
/// number and its folder. All hosts get the counts; the first also gets the listed boards.
///
/// A folder keeps the levels of a host's portions. A later run resumes from them with any number of
/// workers and hosts, if the folders of all hosts are present.
///
/// # Errors
/// If boards can't be numbered, hosts don't connect or have a different job, one is lost, a folder
/// can't be used, it would take more memory or disk than there is, or it was cancelled. Completed
/// levels remain in the folders.
pub fn count_levels(
    puzzle: &Puzzle,
    cluster: &Cluster,
    levels: &LevelOptions,
    options: &Options,
) -> Result<Levels<Board>, Unfinished<ClusterError>> {
    if levels.from.is_some() {
        return Err(ClusterError::Unshared.into());
    }
    let boards = puzzle.all_boards(options).map_err(ClusterError::from)?;
    let extent = match levels.max_moves {
        Some(max_moves) => counted(max_moves as u64, "level"),
        None => "all levels".to_owned(),
    };
    let job = vec![
        format!("counts {}", puzzle.name()),
        format!("counts {extent} and lists {}", levels.listed),
    ];
    let found = count(&*boards, job, cluster, levels, Table::None, options)?;
    let hardest = found.hardest.into_iter().filter_map(|far| {
        Some(FarBoard {
            board: puzzle.board_of(&boards.symbols(far.board))?,
            distance: far.distance,
            class: far.class,
        })
    });
    let (solvable, others) = if found.is_complete {
        let boards = found.counts.iter().sum();
        puzzle
            .other_boards(boards, options)
            .map_err(ClusterError::from)?
    } else {
        (None, None)
    };
    Ok(Levels {
        counts: found.counts,
        is_complete: found.is_complete,
        solvable,
        others,
        hardest: hardest.collect(),
        first_kept: found.first_kept,
    })
}

/// Builds the table of a puzzle together with the other hosts, level by level. Only the first host
/// gets it, as two bits per board in memory, to be [stored](StoredTable::store). Each host of the
/// cluster calls this, with the same arguments except for its number and its folder.
///
/// A folder keeps all levels of a host's portions. A later run resumes from them as in
/// [`count_levels`].
///
/// # Errors
/// If the table is never stored, and as for [`count_levels`].
pub fn build_table(
    table: &dyn StoredTable,
    cluster: &Cluster,
    folder: Option<PathBuf>,
    options: &Options,
) -> Result<Option<Packed>, Unfinished<ClusterError>> {
    let boards = table
        .boards()
        .ok_or(TableError::NotByLevels)
        .map_err(ClusterError::from)?;
    let levels = LevelOptions {
        keeps_all: true,
        folder,
        ..LevelOptions::default()
    };
    let job = vec![format!("builds the table of {}", boards.name())];
    let needed = Filling::bytes(boards.boards());
    let allowed = options.limits.memory.unwrap_or(u64::MAX);
    let is_first = cluster.host == 0;
    if is_first && needed > allowed {
        return Err(ClusterError::from(LevelsError::Memory { needed, allowed }).into());
    }
    let filling = is_first.then(|| Filling::new(boards.boards()));
    let table = filling.as_ref().map_or(Table::Elsewhere, Table::Here);
    let found = count(&*boards, job, cluster, &levels, table, options)?;
    Ok(filling.map(|filling| filling.packed(found.counts)))
}

/// Counts all boards level by level. If a table is filled, levels are also sent to the first host.
fn count(
    boards: &dyn AllBoards,
    mut job: Vec<String>,
    cluster: &Cluster,
    levels: &LevelOptions,
    table: Table<'_>,
    options: &Options,
) -> Result<Found, Unfinished<ClusterError>> {
    let Cluster {
        hosts,
        host,
        workers,
        connect_timeout,
    } = cluster;
    let (host, workers) = (*host, (*workers).max(1));
    cluster.check()?;
    let taken = match table {
        Table::Here(_) => Filling::bytes(boards.boards()),
        Table::Elsewhere | Table::None => 0,
    };
    let budget = Budget {
        memory: (options.limits.memory).map(|memory| memory.saturating_sub(taken)),
        progress: Some(&options.progress),
        ..Budget::from(&*options.cancel)
    };
    let all = workers * hosts.len();
    let mut dealt =
        Dealt::new(boards, levels, (all, workers), budget).map_err(ClusterError::from)?;
    let mut links = connect(hosts, host, *connect_timeout, &options.cancel)?;
    let place = match levels.folder {
        Some(_) if levels.keeps_all => "on disk, all of them",
        Some(_) => "on disk",
        None => "in memory",
    };
    job.extend([
        format!("has the puzzle {}", boards.identity()),
        format!("has {}", counted(workers as u64, "worker")),
        format!("keeps levels {place}"),
    ]);
    cluster.agree(&mut links, job, &options.cancel)?;
    let left = cluster.exchange(&mut links, dealt.left(), 2, &options.cancel)?;
    // Hosts whose folders are empty would deal to the workers of this run, and others as an earlier run did.
    let portions = left.iter().flatten().map(|left| left.of).next();
    let portions = portions.unwrap_or(dealt.portions());
    let agreed = agree(portions, &left).map_err(ClusterError::from)?;
    dealt.begin(&agreed, host).map_err(ClusterError::from)?;
    let mut holders = vec![0; agreed.of];
    let mut local_portions = vec![Vec::new(); workers];
    for (process, portions) in agreed.portions.iter().enumerate() {
        for (i, &portion) in portions.iter().enumerate() {
            if let Some(holder) = holders.get_mut(portion) {
                *holder = process * workers + i % workers;
            }
            if process == host
                && let Some(worker_portions) = local_portions.get_mut(i % workers)
            {
                worker_portions.push(portion);
            }
        }
    }
    options
        .progress
        .begin("counting", "boards", Some(boards.boards()));
    options.progress.add(agreed.counts.iter().sum());
    let job = Job {
        boards,
        dealt: &dealt,
        holders: &holders,
        first: host * workers,
        workers,
        options,
        levels,
        table,
    };
    let cluster = &Cluster {
        workers,
        ..cluster.clone()
    };
    let found = run(cluster, links, &options.cancel, |worker, shared| {
        let number = worker.index() - job.first;
        let portions = local_portions
            .get(number)
            .map_or(&[][..], |portions| portions);
        let portions = dealt.worker(number, portions);
        job.count(worker, shared, portions, agreed.counts.clone())
    })?;
    Ok(found.into_iter().next().ok_or(ClusterError::Other)?)
}

/// The table that levels fill, if any.
#[derive(Clone, Copy)]
enum Table<'a> {
    None,
    /// The table is on the first host.
    Elsewhere,
    /// The table is on this host, the first.
    Here(&'a Filling),
}

struct Job<'a> {
    boards: &'a dyn AllBoards,
    dealt: &'a Dealt<'a>,
    /// For each portion, the worker that has it.
    holders: &'a [usize],
    /// The first worker of this process, and the number of its workers.
    first: usize,
    workers: usize,
    options: &'a Options,
    levels: &'a LevelOptions,
    table: Table<'a>,
}

fn failed(unfinished: Unfinished<LevelsError>) -> Unfinished<ClusterError> {
    unfinished.map(ClusterError::from)
}

/// A number for a worker: the receiver, the round and the value.
type Word = (u64, u64, u64);

impl Job<'_> {
    /// Counts on one worker, resuming from the levels that all workers have.
    fn count(
        &self,
        worker: &mut Worker,
        shared: &Shared<'_>,
        mut portions: Portions<'_>,
        mut counts: Vec<u64>,
    ) -> Result<Found, Unfinished<ClusterError>> {
        let mut mail = Channel::new(worker, |mail: &Mail| mail.to);
        let mut words = Channel::new(worker, |word: &Word| word.0);
        let max_moves = self.levels.max_moves.unwrap_or(usize::MAX);
        let mut is_complete = false;
        let mut round = 0;
        let mut shown = Channel::new(worker, |(_, mail): &(usize, Mail)| mail.to);
        for distance in 0..counts.len() {
            self.show(worker, shared, &mut portions, distance, &mut shown)?;
        }
        while !is_complete && counts.len() <= max_moves {
            let distance = counts.len();
            self.expand(worker, shared, &mut portions, distance, &mut mail)?;
            let local_boards = portions.close(distance).map_err(failed)?;
            self.show(worker, shared, &mut portions, distance, &mut shown)?;
            let everyone = (0..worker.peers()).map(|to| (to as u64, local_boards));
            let all = exchange_numbers(worker, shared, &mut words, &mut round, everyone)?;
            let boards = all.iter().copied().fold(0, u64::saturating_add);
            if all.len() != worker.peers() {
                return Err(ClusterError::Impossible.into());
            }
            is_complete = boards == 0;
            if !is_complete {
                counts.push(boards);
            }
            let checked = self.dealt.check(&counts, is_complete);
            checked.map_err(ClusterError::from)?;
            if worker.index() == self.first {
                self.options.progress.add(boards);
                self.dealt
                    .note(&counts, is_complete)
                    .map_err(ClusterError::from)?;
            }
        }
        let listing = self.levels.listing();
        let first_kept = portions.first_kept(counts.len());
        let mut hardest = Vec::new();
        for distance in (first_kept..counts.len()).rev() {
            if self.levels.listed == 0 {
                break;
            }
            let mut read = Ok(());
            let local_hardest = self.boards.hardest(listing, &mut |offer| {
                read = portions.each(distance, offer);
            });
            read.map_err(ClusterError::from)?;
            let to_first = local_hardest.into_iter().map(|(rank, _)| (0, rank));
            let all = exchange_numbers(worker, shared, &mut words, &mut round, to_first)?;
            let overall = self.boards.hardest(listing, &mut |offer| {
                for rank in &all {
                    offer(*rank);
                }
            });
            let far = |(board, class)| FarBoard {
                board,
                distance,
                class,
            };
            hardest.extend(overall.into_iter().map(far));
        }
        hardest.truncate(self.levels.listed);
        Ok(Found {
            counts,
            is_complete,
            hardest,
            first_kept,
        })
    }

    /// Finds a level, and receives the boards that others find for it.
    fn expand(
        &self,
        worker: &mut Worker,
        shared: &Shared<'_>,
        portions: &mut Portions<'_>,
        distance: usize,
        mail: &mut Channel<Mail>,
    ) -> Result<(), Unfinished<ClusterError>> {
        let mut time = (distance as u64) << TURNS;
        let end = (distance as u64 + 1) << TURNS;
        mail.input.advance_to(time);
        let expanded = portions.expand(distance, |found, parcels| {
            let holder_of = |portion| self.holders.get(portion).copied();
            for sent in self.mail(worker, parcels, holder_of) {
                mail.input.send(sent);
            }
            time += 1;
            mail.input.advance_to(time);
            worker.step();
            let mut take = || {
                let mut all = mail.inbox.take().into_iter();
                all.try_for_each(|mail| mail.open(|parcel| found.take(parcel)))
            };
            if let Err(error) = take() {
                return ControlFlow::Break(error.into());
            }
            // The others are slower: more mail would only fill memory.
            let slowest = time.saturating_sub(AHEAD);
            let result = shared.step_until(worker, || !mail.probe.less_than(&slowest), take);
            result.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        if let ControlFlow::Break(error) = expanded.map_err(failed)? {
            return Err(error);
        }
        mail.input.advance_to(end);
        let take = || {
            let mut all = mail.inbox.take().into_iter();
            all.try_for_each(|mail| mail.open(|parcel| portions.take(parcel)))
        };
        shared.step_until(worker, || !mail.probe.less_than(&end), take)
    }

    /// Sorts parcels into mail for the workers that have their portions.
    fn mail(
        &self,
        worker: &Worker,
        parcels: Vec<Parcel>,
        holder_of: impl Fn(usize) -> Option<usize>,
    ) -> Vec<Mail> {
        let mut by_worker: Vec<Vec<Parcel>> = vec![Vec::new(); worker.peers()];
        for parcel in parcels {
            let holder = holder_of(parcel.portion as usize);
            if let Some(parcels) = holder.and_then(|holder| by_worker.get_mut(holder)) {
                parcels.push(parcel);
            }
        }
        let local_workers = self.first..self.first + self.workers;
        let mail = by_worker.into_iter().enumerate();
        mail.filter(|(_, parcels)| !parcels.is_empty())
            .map(|(to, parcels)| Mail::new(to, local_workers.contains(&to), parcels))
            .collect()
    }

    /// Sends a completed level to the first host, if it builds a table.
    fn show(
        &self,
        worker: &mut Worker,
        shared: &Shared<'_>,
        portions: &mut Portions<'_>,
        distance: usize,
        mail: &mut Channel<(usize, Mail)>,
    ) -> Result<(), Unfinished<ClusterError>> {
        if let Table::None = self.table {
            return Ok(());
        }
        let mut time = (distance as u64) << TURNS;
        let end = (distance as u64 + 1) << TURNS;
        let inbox = Rc::clone(&mail.inbox);
        let take = || {
            // Other hosts may already send the next level.
            for (distance, mail) in inbox.take() {
                let Table::Here(table) = self.table else {
                    return Err(ClusterError::Impossible);
                };
                mail.open(|parcel| self.dealt.fill(table, distance, parcel))?;
            }
            Ok(())
        };
        mail.input.advance_to(time);
        let shown = portions.show(distance, |parcels| {
            // The first host has the lowest worker numbers.
            for sent in self.mail(worker, parcels, |portion| Some(portion % self.workers)) {
                mail.input.send((distance, sent));
            }
            time += 1;
            mail.input.advance_to(time);
            worker.step();
            let slowest = time.saturating_sub(AHEAD);
            let result = shared.step_until(worker, || !mail.probe.less_than(&slowest), take);
            result.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        if let ControlFlow::Break(error) = shown.map_err(ClusterError::from)? {
            return Err(error);
        }
        mail.input.advance_to(end);
        shared.step_until(worker, || !mail.probe.less_than(&end), take)
    }
}

/// Sends numbers to workers, and returns the numbers from all workers.
fn exchange_numbers(
    worker: &mut Worker,
    shared: &Shared<'_>,
    words: &mut Channel<Word>,
    round: &mut u64,
    numbers: impl Iterator<Item = (u64, u64)>,
) -> Result<Vec<u64>, Unfinished<ClusterError>> {
    for (to, number) in numbers {
        words.input.send((to, *round, number));
    }
    let current = *round;
    *round += 1;
    words.input.advance_to(*round);
    shared.step_until(worker, || !words.probe.less_than(round), || Ok(()))?;
    // Faster workers may have sent numbers of the next round.
    let mut inbox = words.inbox.borrow_mut();
    let received = inbox.extract_if(.., |word| word.1 == current);
    Ok(received.map(|word| word.2).collect())
}
