//! Hosts that keep levels in folders, while operations on one host's folder fail, or on all hosts' folders.
//!
//! A seed decides the network and the job as elsewhere, the host whose disk fails, and which of its operations fail in
//! which way. With one seed in three, the disks of all hosts fail from the same moment on; with another, a link or a host
//! fails too. The loader must find shim.c before a program starts, so these hosts run in a process of their own. The
//! healthy hosts that resume afterwards run in the process of the test.

#[path = "../../../fewest-cli/tests/program/faults/shim.rs"]
mod shim;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::Range;
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
use super::{Ended, at_once, ends, judge, number, reported, resume};

/// The seeds of the test, and how many operations of each name fail for each, one at a time. With `FEWEST_EVERY_FAULT`
/// in the environment, all operations fail in all ways.
const SEEDS: u64 = 9;
const SOME: usize = 2;
/// A second fault happens among the first operations of a host that resumes.
const AGAIN: usize = 60;

/// The hosts of a seed: all of them keep their levels.
fn hosts_of(seed: u64) -> Plan {
    let job = if seed.is_multiple_of(2) {
        Job::CountInFolders
    } else {
        Job::TableInFolders
    };
    let plan = Plan::of(seed);
    let fault = (seed % 3 == 2).then(|| plan::Fault::draw(&mut Rng::with_seed(!seed), plan.hosts));
    Plan {
        job,
        faults: fault.into_iter().collect(),
        ..plan
    }
}

/// The disks that fail, and how.
#[derive(Clone, Copy, Debug)]
struct DiskFault {
    /// The host; `None` if the disks of all hosts fail.
    host: Option<usize>,
    fault: Fault,
}

/// The hosts whose disks fail: one, or all.
fn failing(host: Option<usize>, all: usize) -> Range<usize> {
    host.map_or(0..all, |host| host..host + 1)
}

/// The report of a process of hosts.
#[derive(Debug, Serialize, Deserialize)]
struct Report {
    endings: Vec<Ending>,
    /// The message of each host that does not report the loss of another.
    problems: Vec<Option<String>>,
    /// A link or a host failed.
    has_lost_links: bool,
}

/// Runs the hosts of a seed. A variable for shim.c names the folder of the one whose disk fails, or the folder of all.
#[test]
#[ignore = "another test runs it with its variables"]
fn hosts_whose_disks_may_fail() {
    let folder = PathBuf::from(env::var_os("FAULT_FOLDER").unwrap());
    let host: Option<usize> = folder.file_name().unwrap().to_string_lossy().parse().ok();
    let folders = host.map_or(&*folder, |_| folder.parent().unwrap());
    let mut plan = hosts_of(number("FEWEST_NETWORK_SEED").unwrap());
    if env::var_os("FAULT_AT").is_none() {
        plan.faults.clear();
    }
    let work = Arc::new(Work::of(&plan, folders));
    let network = Network::new(&plan);
    let ended = ends(&plan, &network, &work).unwrap();
    let mut faults = network.faults();
    let has_lost_links = !faults.is_empty();
    // For the others it is as if the host ended.
    faults.extend(failing(host, plan.hosts).map(|host| plan::Fault {
        whose: Whose::Host(host),
        how: How::End,
        after: 0,
    }));
    let endings = (ended.iter().enumerate())
        .map(|(host, end)| judge(host, end, &work, &plan, &faults).unwrap())
        .collect();
    let problem = |end: &Ended| match end {
        Err(Unfinished::Failed(error)) if reported(error).is_none() => Some(error.to_string()),
        _ => None,
    };
    let report = Report {
        endings,
        problems: ended.iter().map(problem).collect(),
        has_lost_links,
    };
    println!("\nreport {}", serde_json::to_string(&report).unwrap());
}

/// Runs the hosts of a seed in a process, with a fault in the folder of one host, or in the folders of all. Returns
/// their report, which is missing if the fault ended the process, and the operations in the folder or folders.
///
/// # Errors
/// If an end is not as it should be.
fn run(
    seed: u64,
    folders: &Path,
    host: Option<usize>,
    fault: Option<Fault>,
) -> (Result<Option<Report>, String>, Vec<String>) {
    let host = host.map(|host| folders.join(host.to_string()));
    let folder = host.as_deref().unwrap_or(folders);
    let log = folders.join("log");
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
    /// Checks the message of a host, or its absence, after these operations in its folder failed.
    fn check(
        &self,
        host: usize,
        folder: &Path,
        failed: &[&str],
        by: DiskFault,
    ) -> Result<(), String> {
        // Unlike questions about files, and what is done to the folder itself.
        let is_grave = |operation: &&str| {
            let (name, path) = operation.split_once(' ').unwrap_or_default();
            Path::new(path) != folder
                && match by.fault.kind {
                    "5" => name != "stat",
                    "28" => ["write", "fsync", "rename"].contains(&name),
                    _ => false,
                }
        };
        let Some(problem) = &self.problems[host] else {
            // It may have lost another host first.
            let is_ended = self.endings[host] != Ending::Right;
            let is_fine = if is_ended {
                self.has_lost_links || by.host.is_none()
            } else {
                !failed.iter().any(is_grave)
            };
            let problem = || format!("host {host} reports nothing");
            return is_fine.then_some(()).ok_or_else(problem);
        };
        let path = problem.strip_prefix("can't write ").unwrap_or(problem);
        let is_named = path.starts_with(&*folder.to_string_lossy());
        let is_due = |operation: &&str| by.fault.is_explained(operation, problem);
        if by.fault.kind != "short" && is_named && failed.iter().any(is_due) {
            Ok(())
        } else {
            Err(format!("host {host}: {problem}"))
        }
    }

    /// Checks the ends of all hosts, in which these operations were done.
    fn check_all(&self, folders: &Path, done: &[String], by: DiskFault) -> Result<(), String> {
        for host in failing(by.host, self.endings.len()) {
            let folder = folders.join(host.to_string());
            let failed = done.get(by.fault.at - 1..).unwrap_or_default();
            let failed = if by.fault.lasts {
                failed
            } else {
                &failed[..failed.len().min(1)]
            };
            let failed: Vec<&str> = failed.iter().map(String::as_str).collect();
            self.check(host, &folder, &in_folder(&failed, &folder), by)?;
        }
        let is_noticed = self.endings.iter().any(|&end| end != Ending::Right);
        if is_noticed && !self.has_lost_links && self.problems.iter().all(Option::is_none) {
            return Err("no host reports why they end".to_owned());
        }
        Ok(())
    }
}

/// The operations in a folder.
fn in_folder<'o>(operations: &[&'o str], folder: &Path) -> Vec<&'o str> {
    let is_there = |operation: &&&str| {
        let path = operation.split_once(' ').map(|(_, path)| Path::new(path));
        path.is_some_and(|path| path.starts_with(folder))
    };
    operations.iter().filter(is_there).copied().collect()
}

#[derive(Debug, Default)]
struct Tally {
    /// The faults by operation and kind, and the faults that were not reached.
    faults: BTreeMap<String, usize>,
    missed: usize,
    /// Faults that a host reported, that a host with a good disk noticed, and that ended all hosts.
    reported: usize,
    noticed: usize,
    ended: usize,
    /// Runs in which a link or a host failed too.
    cut_off: usize,
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
        self.cut_off += other.cut_off;
        self.resumed += other.resumed;
    }

    /// Lets disks fail, and checks how all hosts end and what they leave.
    fn fail(&mut self, seed: u64, folders: &Path, by: DiskFault) -> Result<(), String> {
        let DiskFault { fault, .. } = by;
        let hosts = hosts_of(seed).hosts;
        let before = common(&levels(folders, hosts)?);
        let left_before = leftovers(folders);
        let (report, done) = run(seed, folders, by.host, Some(fault));
        let operation = done.get(fault.at - 1).map_or("", String::as_str);
        let what = |problem: &str| format!("{problem}: {operation}: {by:?}");
        match report.map_err(|error| what(&error))? {
            None if !fault.ends() => return Err(what("the process ended")),
            None => {
                self.ended += 1;
                if fault.kind == "power" {
                    lose_unsynced(&done);
                }
            }
            Some(report) => {
                let checked = report.check_all(folders, &done, by);
                checked.map_err(|problem| what(&problem))?;
                self.reported += usize::from(report.problems.iter().any(Option::is_some));
                self.noticed += usize::from(report.endings.contains(&Ending::Lost));
                self.cut_off += usize::from(report.has_lost_links);
                let mut left = leftovers(folders);
                left.retain(|left| !left_before.contains(left));
                // Files that can't be removed stay.
                let may_stay = name(operation) == "unlink" || (fault.lasts && fault.kind == "5");
                if !left.is_empty() && !may_stay {
                    return Err(what(&format!("{left:?} is left")));
                }
            }
        }
        let after = levels(folders, hosts).map_err(|error| what(&error))?;
        let done: Vec<&str> = done.iter().map(String::as_str).collect();
        let done_before = done.get(..fault.at - 1).unwrap_or(&done);
        for host in failing(by.host, hosts) {
            // Hosts that resume first write which levels all of them have.
            let manifests = manifests(&in_folder(done_before, &folders.join(host.to_string())));
            let finished = before + manifests.saturating_sub(usize::from(before > 0));
            let (own, is_complete) = after[host];
            if own + usize::from(is_complete) < finished
                || common(&after) + 1 < finished.max(before + 1)
            {
                let problem = format!("host {host}: {before} and {manifests} became {after:?}");
                return Err(what(&problem));
            }
        }
        if operation.is_empty() {
            self.missed += 1;
        } else {
            let disks = if by.host.is_none() { " of all" } else { "" };
            let fault = format!("{} {}{disks}", name(operation), fault.kind);
            *self.faults.entry(fault).or_default() += 1;
        }
        Ok(())
    }
}

/// A fault of the disks of a seed's hosts, and what comes after it: perhaps a fault of another disk, then healthy hosts,
/// which may be more.
fn check(seed: u64, by: DiskFault) -> Result<Tally, String> {
    let parent = tempfile::tempdir().unwrap();
    let folders = fs::canonicalize(parent.path()).unwrap();
    let plan = hosts_of(seed);
    let mut rng = Rng::with_seed(seed ^ (by.fault.at as u64) << 32);
    let mut tally = Tally::default();
    tally.fail(seed, &folders, by)?;
    if rng.bool() {
        let again = DiskFault {
            host: Some(rng.usize(..plan.hosts)),
            fault: Fault {
                at: rng.usize(1..AGAIN),
                kind: "5",
                lasts: false,
            },
        };
        tally.fail(seed, &folders, again)?;
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
    resume(&healthy, &work).map_err(|error| format!("{error}: after {by:?}"))?;
    match leftovers(&folders) {
        left if left.is_empty() => Ok(tally),
        left => Err(format!("{left:?} is left: after {by:?}")),
    }
}

/// The ways in which an operation may fail. If the disks of all hosts fail, all later operations fail.
fn ways_of(operation: &str, host: Option<usize>) -> Vec<(&'static str, bool)> {
    let ways = ways(operation).iter().copied();
    if host.is_some() {
        return ways.collect();
    }
    let ways = ways.map(|(kind, _)| (kind, ["5", "28"].contains(&kind)));
    ways.filter(|&(kind, lasts)| lasts || kind == "power")
        .collect()
}

/// The operations of a seed's hosts that fail, and how.
fn faults_of(seed: u64) -> Vec<(u64, DiskFault)> {
    let mut rng = Rng::with_seed(seed);
    let host = (seed % 3 != 1).then(|| rng.usize(..hosts_of(seed).hosts));
    let parent = tempfile::tempdir().unwrap();
    let folders = fs::canonicalize(parent.path()).unwrap();
    let (report, operations) = run(seed, &folders, host, None);
    let report = report.unwrap().unwrap();
    let is_quiet = report.problems.iter().all(Option::is_none);
    assert!(is_quiet, "{report:?}");
    let fails = |at, (kind, lasts)| {
        let fault = Fault { at, kind, lasts };
        (seed, DiskFault { host, fault })
    };
    if env::var_os("FEWEST_EVERY_FAULT").is_some() {
        let all = (1..).zip(&operations).flat_map(|(at, operation)| {
            let ways = ways_of(operation, host).into_iter();
            ways.map(move |way| fails(at, way))
        });
        return all.collect();
    }
    // So that a few seeds try all ways.
    let number = usize::try_from(seed).unwrap() % 64;
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, operation) in (1..).zip(&operations) {
        by_name.entry(name(operation)).or_default().push(at);
    }
    let mut faults = Vec::new();
    for (operation, places) in by_name {
        let ways = ways_of(operation, host).into_iter().cycle().skip(number);
        let places = rng.choose_multiple(places, SOME);
        faults.extend(places.into_iter().zip(ways).map(|(at, way)| fails(at, way)));
    }
    faults
}

/// Every host ends. A host whose disk fails reports the file, and the others report a lost host. Healthy hosts resume from
/// what is left, and have the result of one machine.
#[test]
fn failing_disks_end_all_hosts_and_healthy_ones_resume() {
    let first = number("FEWEST_NETWORK_SEED").unwrap_or(0);
    let seeds = number("FEWEST_NETWORK_SEEDS").unwrap_or(SEEDS);
    let faults = at_once(first..first + seeds, faults_of).concat();
    let tried = faults.len();
    let results = at_once(faults.into_iter(), |(seed, by)| (seed, check(seed, by)));
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
            "seed {seed}: {error}\n  {:?}\n  to run only this seed: FEWEST_NETWORK_SEED={seed} FEWEST_NETWORK_SEEDS=1 cargo test --package fewest-cluster failing_disks -- --nocapture",
            hosts_of(*seed)
        );
    }
    assert!(failures.is_empty(), "{} faults failed", failures.len());
    println!("{tried} first faults: {tally:?}");
    let reached: usize = tally.faults.values().sum();
    assert!(
        reached >= 12 * usize::try_from(seeds).unwrap()
            && 2 * tally.reported >= reached
            && 4 * tally.noticed >= reached
            && 2 * tally.resumed >= tried,
        "few faults, reports or levels"
    );
    if seeds >= SEEDS {
        assert!(tally.cut_off > 0, "no link failed");
        for kind in [
            "write 5",
            "write 28",
            " short",
            " power",
            "fsync ",
            "rename ",
            "read 5",
            "5 of all",
            "28 of all",
        ] {
            let is_tried = tally.faults.keys().any(|fault| fault.contains(kind));
            assert!(is_tried, "no fault `{kind}`");
        }
    }
}
