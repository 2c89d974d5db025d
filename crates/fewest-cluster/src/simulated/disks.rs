//! Hosts that keep levels in folders, while an operation on one host's folder fails.
//!
//! A seed decides the network and the job as elsewhere, the host whose disk fails, and which of its operations fail in
//! which way. The loader must find shim.c before a program starts, so these hosts run in a process of their own. The
//! healthy hosts that resume afterwards run in the process of the test.

#[path = "../../../fewest-cli/tests/program/faults/shim.rs"]
mod shim;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use fastrand::Rng;
use fewest::Unfinished;
use fewest::levels::{FolderProblem, LevelsError, Status};
use serde::{Deserialize, Serialize};

use self::shim::{ENDED, Fault, leftovers, lose_unsynced, manifests, name, ways};
use super::jobs::Work;
use super::network::Network;
use super::plan::{self, How, Job, Plan, Whose};
use super::tally::Ending;
use super::{at_once, ends, judge, number, resume};

/// The seeds of the test, and how many operations of each name fail for each, one at a time. With `FEWEST_EVERY_FAULT`
/// in the environment, all operations fail in all ways.
const SEEDS: u64 = 6;
const SOME: usize = 2;
/// A second fault happens among the first operations of a host that resumes.
const AGAIN: usize = 60;

/// The hosts of a seed: all of them keep their levels, and their network works.
fn hosts_of(seed: u64) -> Plan {
    let job = if seed.is_multiple_of(2) {
        Job::CountInFolders
    } else {
        Job::TableInFolders
    };
    Plan {
        job,
        faults: Vec::new(),
        ..Plan::of(seed)
    }
}

/// The report of a process of hosts.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    endings: Vec<Ending>,
    /// The message of the host whose disk fails.
    problem: Option<String>,
}

/// Runs the hosts of a seed. A variable for shim.c names the folder of the one whose disk fails.
#[test]
#[ignore = "another test runs it with its variables"]
fn hosts_whose_disks_may_fail() {
    let folder = PathBuf::from(env::var_os("FAULT_FOLDER").unwrap());
    let host = folder.file_name().unwrap().to_str().unwrap();
    let host: usize = host.parse().unwrap();
    let plan = hosts_of(number("FEWEST_NETWORK_SEED").unwrap());
    let work = Arc::new(Work::of(&plan, folder.parent().unwrap()));
    let ended = ends(&plan, &Network::new(&plan), &work).unwrap();
    // For the others it is as if the host ended.
    let end = plan::Fault {
        whose: Whose::Host(host),
        how: How::End,
        after: 0,
    };
    let endings = (ended.iter().enumerate())
        .map(|(other, end_of)| judge(other, end_of, &work, &plan, &[end]).unwrap());
    let endings = endings.collect();
    let problem = match &ended[host] {
        Err(Unfinished::Failed(error)) => Some(error.to_string()),
        _ => None,
    };
    let report = Report { endings, problem };
    println!("\nreport {}", serde_json::to_string(&report).unwrap());
}

/// Runs the hosts of a seed in a process, with a fault of the disk of one folder. Returns their report, which is missing if
/// the fault ended the process, and the operations in that folder.
///
/// # Errors
/// If an end is not as it should be.
fn run(
    seed: u64,
    folder: &Path,
    fault: Option<Fault>,
) -> (Result<Option<Report>, String>, Vec<String>) {
    let log = folder.with_extension("log");
    let _ = fs::remove_file(&log);
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "simulated::disks::hosts_whose_disks_may_fail"])
        .args(["--ignored", "--nocapture"])
        .env("FEWEST_NETWORK_SEED", seed.to_string());
    shim::set_up(&mut command, folder, &log, fault);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let report = text.lines().find_map(|line| line.strip_prefix("report "));
    let report = match report {
        Some(report) => Ok(Some(serde_json::from_str(report).unwrap())),
        None if output.status.code() == Some(ENDED) => Ok(None),
        None => Err(format!(
            "{}\n{text}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    };
    (report, shim::logged(&log))
}

/// The levels in the folders of all hosts: their number, and whether it is known that there are no more.
fn levels(folders: &Path, hosts: usize) -> Result<Vec<(usize, bool)>, String> {
    let read = |host: usize| match Status::read(&folders.join(host.to_string())) {
        Ok(status) => Ok((status.counts.len(), status.is_complete)),
        Err(LevelsError::Folder {
            problem: FolderProblem::NoSurvey,
            ..
        }) => Ok((0, false)),
        Err(error) => Err(error.to_string()),
    };
    (0..hosts).map(read).collect()
}

/// The levels that all hosts have.
fn common(levels: &[(usize, bool)]) -> usize {
    levels.iter().map(|(levels, _)| *levels).min().unwrap_or(0)
}

impl Report {
    /// Checks the message after a fault, or its absence. The text is empty if no operation failed.
    fn check(&self, folder: &Path, operation: &str, fault: Fault) -> Result<(), String> {
        let (name, path) = operation.split_once(' ').unwrap_or_default();
        // Unlike questions about files, and what is done to the folder itself.
        let is_grave = match fault.kind {
            "5" => name != "stat",
            "28" => ["write", "fsync", "rename"].contains(&name),
            _ => false,
        };
        let Some(problem) = &self.problem else {
            let is_quiet = self.endings.iter().all(|&end| end == Ending::Right);
            let is_ours = !path.is_empty() && Path::new(path) != folder;
            return if is_quiet && !(is_grave && is_ours) {
                Ok(())
            } else {
                Err("it reports nothing".to_owned())
            };
        };
        let is_named = problem.starts_with(&*folder.to_string_lossy());
        let is_due = fault.kind != "short" && !operation.is_empty();
        if is_due && is_named && fault.is_explained(operation, problem) {
            Ok(())
        } else {
            Err(problem.clone())
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    /// The faults by operation and kind, and the faults that were not reached.
    faults: BTreeMap<String, usize>,
    missed: usize,
    /// Faults that the host reported, that another host noticed, and that ended all hosts.
    reported: usize,
    noticed: usize,
    ended: usize,
    /// Healthy runs that began with levels of an earlier run.
    resumed: usize,
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (operation, faults) in other.faults {
            *self.faults.entry(operation).or_default() += faults;
        }
        self.missed += other.missed;
        self.reported += other.reported;
        self.noticed += other.noticed;
        self.ended += other.ended;
        self.resumed += other.resumed;
    }

    /// Lets the disk of a host fail, and checks how all hosts end and what they leave.
    fn fail(&mut self, seed: u64, folders: &Path, host: usize, fault: Fault) -> Result<(), String> {
        let hosts = hosts_of(seed).hosts;
        let folder = folders.join(host.to_string());
        let before = common(&levels(folders, hosts)?);
        let left_before = leftovers(folders);
        let (report, done) = run(seed, &folder, Some(fault));
        let operation = done.get(fault.at - 1).map_or("", String::as_str);
        let what = |problem: &str| format!("{problem}: host {host}: {operation}: {fault:?}");
        match report.map_err(|error| what(&error))? {
            None if !fault.ends() => return Err(what("the process ended")),
            None => {
                self.ended += 1;
                if fault.kind == "power" {
                    lose_unsynced(&done);
                }
            }
            Some(report) => {
                let checked = report.check(&folder, operation, fault);
                checked.map_err(|problem| what(&problem))?;
                self.reported += usize::from(report.problem.is_some());
                self.noticed += usize::from(report.endings.contains(&Ending::Lost));
                let mut left = leftovers(folders);
                left.retain(|left| !left_before.contains(left));
                if !left.is_empty() && name(operation) != "unlink" {
                    return Err(what(&format!("{left:?} is left")));
                }
            }
        }
        let after = levels(folders, hosts).map_err(|error| what(&error))?;
        // Hosts that resume first write which levels all of them have.
        let manifests = manifests(done.get(..fault.at - 1).unwrap_or(&done));
        let finished = before + manifests.saturating_sub(usize::from(before > 0));
        let (own, is_complete) = after[host];
        if own + usize::from(is_complete) < finished
            || common(&after) + 1 < finished.max(before + 1)
        {
            return Err(what(&format!("{before} and {manifests} became {after:?}")));
        }
        if operation.is_empty() {
            self.missed += 1;
        } else {
            let fault = format!("{} {}", name(operation), fault.kind);
            *self.faults.entry(fault).or_default() += 1;
        }
        Ok(())
    }
}

/// A fault of the disk of a seed's host, and what comes after it: perhaps a fault of another disk, then healthy hosts,
/// which may be more.
fn check(seed: u64, host: usize, fault: Fault) -> Result<Tally, String> {
    let parent = tempfile::tempdir().unwrap();
    let folders = fs::canonicalize(parent.path()).unwrap();
    let plan = hosts_of(seed);
    let mut rng = Rng::with_seed(seed ^ (fault.at as u64) << 32);
    let mut tally = Tally::default();
    tally.fail(seed, &folders, host, fault)?;
    if rng.bool() {
        let again = Fault {
            at: rng.usize(1..AGAIN),
            kind: "5",
            lasts: false,
        };
        tally.fail(seed, &folders, rng.usize(..plan.hosts), again)?;
    }
    let left = levels(&folders, plan.hosts)?;
    tally.resumed += usize::from(common(&left) > 1);
    let healthy = Plan {
        seed: !seed,
        hosts: 3,
        workers: 3 - plan.workers,
        ..plan
    };
    let work = Arc::new(Work::of(&healthy, &folders));
    resume(&healthy, &work).map_err(|error| format!("{error}: after {fault:?}"))?;
    match leftovers(&folders) {
        left if left.is_empty() => Ok(tally),
        left => Err(format!("{left:?} is left: after {fault:?}")),
    }
}

/// The operations of a seed's host that fail, and how.
fn faults_of(seed: u64) -> Vec<(u64, usize, Fault)> {
    let mut rng = Rng::with_seed(seed);
    let host = rng.usize(..hosts_of(seed).hosts);
    let parent = tempfile::tempdir().unwrap();
    let folders = fs::canonicalize(parent.path()).unwrap();
    let (report, operations) = run(seed, &folders.join(host.to_string()), None);
    let report = report.unwrap().unwrap();
    assert!(report.problem.is_none(), "{report:?}");
    if env::var_os("FEWEST_EVERY_FAULT").is_some() {
        let all = (1..).zip(&operations).flat_map(|(at, operation)| {
            let ways = ways(operation).iter();
            ways.map(move |&(kind, lasts)| (seed, host, Fault { at, kind, lasts }))
        });
        return all.collect();
    }
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, operation) in (1..).zip(&operations) {
        by_name.entry(name(operation)).or_default().push(at);
    }
    let mut faults = Vec::new();
    for (operation, places) in by_name {
        for at in rng.choose_multiple(places, SOME) {
            let &(kind, lasts) = rng.choice(ways(operation)).unwrap();
            faults.push((seed, host, Fault { at, kind, lasts }));
        }
    }
    faults
}

/// Every host ends: the one whose disk fails reports the file, and the others report that host. Healthy hosts resume from
/// what is left, and have the result of one machine.
#[test]
fn a_failing_disk_ends_all_hosts_and_healthy_ones_resume() {
    let first = number("FEWEST_NETWORK_SEED").unwrap_or(0);
    let seeds = number("FEWEST_NETWORK_SEEDS").unwrap_or(SEEDS);
    let faults = at_once(first..first + seeds, faults_of).concat();
    let tried = faults.len();
    let results = at_once(faults.into_iter(), |(seed, host, fault)| {
        (seed, check(seed, host, fault))
    });
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for (seed, result) in results {
        match result {
            Ok(one) => tally.add(one),
            Err(error) => failures.push((seed, error)),
        }
    }
    failures.sort();
    for (seed, error) in &failures {
        println!(
            "seed {seed}: {error}\n  {:?}\n  to run only this seed: FEWEST_NETWORK_SEED={seed} FEWEST_NETWORK_SEEDS=1 cargo test --package fewest-cluster failing_disk -- --nocapture",
            hosts_of(*seed)
        );
    }
    assert!(failures.is_empty(), "{} faults failed", failures.len());
    println!("{tried} first faults: {tally:?}");
    let reached: usize = tally.faults.values().sum();
    assert!(
        reached >= 12 * usize::try_from(seeds).unwrap()
            && 2 * tally.reported.min(tally.noticed) >= reached
            && 2 * tally.resumed >= tried,
        "few faults, reports or levels"
    );
    if seeds >= SEEDS {
        for kind in [
            "write 5", "write 28", " short", " power", "fsync ", "rename ", "read 5",
        ] {
            let is_tried = tally.faults.keys().any(|fault| fault.contains(kind));
            assert!(is_tried, "no fault `{kind}`");
        }
    }
}
