//! The cluster in one process: hosts run over an in-memory network whose seed decides the plan.
//!
//! A seed decides the number of hosts and workers, the job and the puzzle, the lengths and delays of the chunks in which
//! each direction of each connection delivers its bytes, the room of its buffers, and up to two faults: the host or the
//! link, the byte before which it happens, and how. The bytes of one direction stay in order; all else may interleave.
//!
//! The seed does not decide how the system schedules the threads of hosts, workers and Timely, when signs of life are
//! sent, nor the nonces of an introduction. So the n-th byte may belong to another message when a seed runs again, and a
//! rare failure may need several runs.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod disks;
mod jobs;
mod network;
mod plan;
pub(crate) mod socket;
mod tally;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use fewest::{Options, Unfinished};

use self::jobs::{Found, Work};
use self::network::Network;
use self::plan::{Fault, Job, Plan, Whose};
use self::socket::{Listener, Socket};
use self::tally::{Ending, Tally};
use crate::{Cluster, ClusterError};

/// The time that hosts wait for each other to connect, and the limit of a whole run.
const CONNECT: Duration = Duration::from_secs(3);
const WATCHDOG: Duration = Duration::from_mins(1);
/// Runs at the same time: hosts mostly wait.
const AT_ONCE: usize = 12;

type Ended = Result<Found, Unfinished<ClusterError>>;

/// Both ends of a simulated connection without faults, which behaves the same on all systems.
pub(crate) fn pair() -> [Socket; 2] {
    let plan = Plan {
        room: 1 << 11,
        faults: Vec::new(),
        ..Plan::of(0)
    };
    let network = Network::new(&plan);
    let listener = Listener::bind(network.hosts(0).address(0)).unwrap();
    let address = network.hosts(1).address(0).parse().unwrap();
    let dialled = Socket::connect_timeout(&address, CONNECT).unwrap();
    let accepted = listener.accept().unwrap().0;
    network.remove();
    [accepted, dialled]
}

/// Runs all hosts of a plan to their ends.
///
/// # Errors
/// If one does not end.
fn ends(plan: &Plan, network: &Arc<Network>, work: &Arc<Work>) -> Result<Vec<Ended>, String> {
    let (sender, receiver) = mpsc::channel();
    for host in 0..plan.hosts {
        let cluster = Cluster {
            hosts: network.hosts(host),
            host,
            workers: plan.workers,
            connect_timeout: CONNECT,
        };
        let options = Options {
            cancel: network.cancel(host),
            ..work.options()
        };
        let (sender, work) = (sender.clone(), Arc::clone(work));
        thread::spawn(move || sender.send((host, work.run(&cluster, &options))));
    }
    let mut ends: Vec<Option<Ended>> = (0..plan.hosts).map(|_| None).collect();
    let until = Instant::now() + WATCHDOG;
    while ends.iter().any(Option::is_none) {
        let left = until.saturating_duration_since(Instant::now());
        let Ok((host, end)) = receiver.recv_timeout(left) else {
            let open = (0..plan.hosts).filter(|&host| ends[host].is_none());
            return Err(format!("hosts {:?} do not end", open.collect::<Vec<_>>()));
        };
        ends[host] = Some(end);
    }
    Ok(ends.into_iter().flatten().collect())
}

/// The hosts that a host may report as lost.
fn lost_for(host: usize, fault: Fault, hosts: usize) -> Vec<usize> {
    match fault.whose {
        Whose::Link(one, other) if host == one => vec![other],
        Whose::Link(one, other) if host == other => vec![one],
        Whose::Link(one, other) => vec![one, other],
        // It is cut off from all others.
        Whose::Host(lost) if host == lost => (0..hosts).filter(|&other| other != lost).collect(),
        Whose::Host(lost) => vec![lost],
    }
}

/// The hosts that an error reports as lost; `None` for an error of another kind.
fn reported(error: &ClusterError) -> Option<BTreeSet<usize>> {
    let names = match error {
        ClusterError::Lost(name, _) => name,
        ClusterError::Missing(names, _) => names,
        _ => return None,
    };
    let number = |name: &str| name.strip_prefix("host ")?.split(' ').next()?.parse().ok();
    names.split(", ").map(number).collect()
}

/// Checks how a host ended after these faults.
fn judge(
    host: usize,
    end: &Ended,
    work: &Work,
    plan: &Plan,
    faults: &[Fault],
) -> Result<Ending, String> {
    let may_fail = faults.iter().any(|fault| fault.ends(host));
    match end {
        Ok(found) if work.is_right(host, found) => Ok(Ending::Right),
        Ok(Found::Led(None)) | Err(_) if may_fail => Ok(Ending::Ended),
        Ok(found) => Err(format!("host {host} is wrong: {found:?}")),
        Err(Unfinished::Failed(error)) => {
            let lost: BTreeSet<usize> = faults
                .iter()
                .flat_map(|&fault| lost_for(host, fault, plan.hosts))
                .collect();
            if reported(error).is_some_and(|reported| reported.is_subset(&lost)) {
                Ok(Ending::Lost)
            } else {
                Err(format!("host {host}: {error}"))
            }
        }
        Err(_) => Err(format!("host {host} was cancelled")),
    }
}

/// Runs a seed and checks all that must be true.
fn run(seed: u64) -> Result<Tally, String> {
    let plan = Plan::of(seed);
    let folders = tempfile::tempdir().unwrap();
    let work = Arc::new(Work::of(&plan, folders.path()));
    let network = Network::new(&plan);
    let ended = ends(&plan, &network, &work);
    network.remove();
    let faults = network.faults();
    let ended = ended?;
    let endings: Result<Vec<Ending>, String> = (ended.iter().enumerate())
        .map(|(host, end)| judge(host, end, &work, &plan, &faults))
        .collect();
    let endings = endings?;
    let mut tally = Tally::of(&plan, !faults.is_empty(), &endings);
    if plan.job == Job::Solve {
        let subtrees = ended.iter().flatten().map(Found::subtrees).sum();
        tally
            .subtrees
            .insert(work.puzzle_name().to_owned(), subtrees);
    }
    if plan.job == Job::CountInFolders && endings.contains(&Ending::Lost) {
        resume(&plan, &work)?;
        tally.resumed = 1;
    }
    Ok(tally)
}

/// Runs a plan without its faults, from what an earlier run has left.
fn resume(plan: &Plan, work: &Arc<Work>) -> Result<(), String> {
    let plan = Plan {
        faults: Vec::new(),
        ..plan.clone()
    };
    let network = Network::new(&plan);
    let resumed = ends(&plan, &network, work);
    network.remove();
    for (host, end) in resumed?.iter().enumerate() {
        judge(host, end, work, &plan, &[]).map_err(|error| format!("resumed, {error}"))?;
    }
    Ok(())
}

/// Does something with each item, several at once, and returns the results in any order.
fn at_once<I: Send, R: Send>(
    items: impl Iterator<Item = I> + Send,
    each: impl Fn(I) -> R + Sync,
) -> Vec<R> {
    let (items, results) = (Mutex::new(items), Mutex::new(Vec::new()));
    let some = || {
        loop {
            let item = items.lock().unwrap().next();
            let Some(item) = item else { return };
            let result = each(item);
            results.lock().unwrap().push(result);
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(some);
        }
    });
    results.into_inner().unwrap()
}

/// Runs seeds.
fn run_all(seeds: impl Iterator<Item = u64> + Send) -> Tally {
    let mut all = Tally::default();
    let mut failures = Vec::new();
    for (seed, result) in at_once(seeds, |seed| (seed, run(seed))) {
        match result {
            Ok(one) => all.add(&one),
            Err(error) => failures.push((seed, error)),
        }
    }
    failures.sort();
    for (seed, error) in &failures {
        println!(
            "seed {seed}: {error}\n  {:?}\n  to run only this seed: FEWEST_NETWORK_SEED={seed} cargo test --package fewest-cluster seeds_from -- --ignored --nocapture",
            Plan::of(*seed)
        );
    }
    assert!(failures.is_empty(), "{} seeds failed", failures.len());
    all
}

/// Runs the seeds of a job, a fourth of 220.
fn suite(job: Job) -> Tally {
    let tally = run_all((0..220).filter(|&seed| Job::of(seed) == job));
    println!("{tally}");
    tally.check();
    tally
}

#[test]
fn simulated_hosts_count_as_one_does_or_name_the_lost_host() {
    suite(Job::Count);
}

#[test]
fn simulated_hosts_resume_from_their_folders() {
    assert!(suite(Job::CountInFolders).resumed > 0);
}

#[test]
fn simulated_hosts_build_the_table_of_one_or_name_the_lost_host() {
    suite(Job::Table);
}

#[test]
fn simulated_hosts_answer_as_one_does_or_name_the_lost_host() {
    let subtrees = suite(Job::Solve).subtrees;
    assert_eq!(subtrees.len(), 2);
    // Short searches may end before a helper has joined.
    assert!(subtrees.values().sum::<u64>() > 0);
}

/// If the folder of one host had only the solved boards and another host's had nothing, the hosts dealt the ranks into
/// different numbers of portions.
#[test]
fn a_host_without_levels_deals_as_the_others_do() {
    let folders = tempfile::tempdir().unwrap();
    let plan = Plan {
        job: Job::CountInFolders,
        puzzle: 2,
        hosts: 2,
        workers: 9,
        ..Plan::of(0)
    };
    let work = Arc::new(Work::of(&plan, folders.path()));
    work.begin(1);
    resume(&plan, &work).unwrap();
}

/// A number in the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs `FEWEST_NETWORK_SEEDS` seeds (one by default), the first of which is `FEWEST_NETWORK_SEED`. Threads of failed runs end only with
/// their process, so a long run uses several processes.
#[test]
#[ignore = "runs any number of seeds"]
fn seeds_from_a_number_on() {
    const PER_PROCESS: u64 = 100;
    let (first, seeds) = (
        number("FEWEST_NETWORK_SEED").unwrap_or(0),
        number("FEWEST_NETWORK_SEEDS").unwrap_or(1),
    );
    if seeds <= PER_PROCESS {
        let tally = run_all(first..first + seeds);
        println!("{tally}\ntally {}", serde_json::to_string(&tally).unwrap());
        return;
    }
    let mut all = Tally::default();
    let mut failed = 0;
    for begin in (0..seeds).step_by(usize::try_from(PER_PROCESS).unwrap()) {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command
            .args([
                "--exact",
                "simulated::seeds_from_a_number_on",
                "--ignored",
                "--nocapture",
            ])
            .env("FEWEST_NETWORK_SEED", (first + begin).to_string())
            .env(
                "FEWEST_NETWORK_SEEDS",
                PER_PROCESS.min(seeds - begin).to_string(),
            );
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let tally = (text.lines()).find_map(|line| line.strip_prefix("tally "));
        if let Some(tally) = tally {
            all.add(&serde_json::from_str(tally).unwrap());
        } else {
            failed += 1;
            println!("{text}");
        }
    }
    println!("{all}");
    assert_eq!(failed, 0, "some processes of {PER_PROCESS} seeds failed");
}
