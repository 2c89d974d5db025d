//! Every file operation fails once: opening, reading, writing, syncing, renaming and so on, with an error, by half, or
//! because the program ends there. Whatever fails, the program answers rightly or reports the cause, nothing temporary is
//! left, and the next run in the same folder is as good as the first one.
//!
//! A library that the loader puts before the C library makes the calls fail: see shim.c.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fewest::levels::Status;

use self::shim::{ENDED, Fault, leftovers, lose_unsynced, manifests, name, ways};
use crate::common::{Run, fewest, file, run};

mod shim;

/// About how many operations of a job fail, one at a time. With `FEWEST_EVERY_FAULT` in the environment, all do.
const SOME: usize = 50;
/// The most operations of a job's trials together: an export of many files is tried less often.
const ALL: usize = 20_000;
/// The list of an exported page's files.
const LIST: &str = ".fewest-export";

/// A job that uses files in a folder.
struct Job {
    /// Makes what was there before the job.
    before: fn(&Path),
    /// The arguments; `DIR` is the folder.
    arguments: &'static str,
    stdin: String,
    /// The lines at the end of the output that differ from run to run.
    differing: usize,
    /// Checks the folder after a fault, and after the next run. The text has the operations before the fault.
    holds: fn(&Path, &[String]),
}

impl Job {
    /// Runs the job in a folder, with a fault. Also returns the operations on its files.
    fn run(&self, folder: &Path, fault: Option<Fault>) -> (Run, Vec<String>) {
        let log = folder.with_extension("log");
        let _ = fs::remove_file(&log);
        let mut command = fewest();
        let words = self.arguments.split(' ');
        command.args(words.map(|word| word.replace("DIR", &folder.display().to_string())));
        shim::set_up(&mut command, folder, &log, fault);
        let mut run = run(command, self.stdin.as_str());
        let lines: Vec<&str> = run.stdout.split_inclusive('\n').collect();
        run.stdout = lines
            .get(..lines.len().saturating_sub(self.differing))
            .unwrap_or_default()
            .concat();
        (run, shim::logged(&log))
    }

    /// Makes operations fail in each way: all of them, or in a long job every third, fifth and so on.
    fn survives(&self) {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = fs::canonicalize(parent.path())
            .expect("a path")
            .join("files");
        let anew = || {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir(&folder).expect("a folder");
            (self.before)(&folder);
        };
        anew();
        let (right, operations) = self.run(&folder, None);
        assert_eq!(right.code, 0, "{right:?}");
        (self.holds)(&folder, &operations);
        let every = env::var_os("FEWEST_EVERY_FAULT").is_some();
        // Folders of levels do the same few operations again and again. An odd step meets all of them.
        let step = if every {
            1
        } else {
            let trials = SOME.min(ALL / operations.len().max(1)).max(1);
            (operations.len() / trials) | 1
        };
        let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, operation) in operations.iter().enumerate().step_by(step) {
            for &(kind, lasts) in ways(operation) {
                let fault = Fault {
                    at: number + 1,
                    kind,
                    lasts,
                };
                anew();
                let (hit, done) = self.run(&folder, Some(fault));
                let what = format!("{operation}: {fault:?}: {hit:?}");
                assert!(done.len() > number, "no fault: {what}");
                assert!(right.stdout.starts_with(&hit.stdout), "wrong: {what}");
                if fault.ends() {
                    assert_eq!(hit.code, ENDED, "{what}");
                    if kind == "power" {
                        lose_unsynced(&done);
                    }
                } else {
                    hit.is_orderly();
                    if hit.code == 0 {
                        assert_eq!(hit.stdout, right.stdout, "{what}");
                    } else {
                        assert!(hit.stderr.contains("files"), "no path: {what}");
                        let is_explained = fault.is_explained(operation, &hit.stderr);
                        assert!(is_explained, "no cause: {what}");
                    }
                    let failed = done.get(number).map_or("", |operation| name(operation));
                    let left = leftovers(&folder);
                    assert!(
                        left.is_empty() || failed == "unlink",
                        "{left:?} is left: {what}"
                    );
                }
                (self.holds)(&folder, done.get(..number).unwrap_or_default());
                let (next, done) = self.run(&folder, None);
                assert_eq!(
                    (next.code, &next.stdout),
                    (0, &right.stdout),
                    "{what}\nthen {next:?}"
                );
                (self.holds)(&folder, &done);
                *tried.entry(name(operation)).or_default() += 1;
            }
        }
        println!(
            "{}: {} faults: {tried:?}",
            self.arguments,
            tried.values().sum::<usize>()
        );
    }
}

/// Runs the program without faults.
fn done(arguments: &str, folder: &Path) {
    let mut command = fewest();
    let words = arguments.split(' ');
    command.args(words.map(|word| word.replace("DIR", &folder.display().to_string())));
    let run = run(command, "");
    assert!(run.code < 2, "{run:?}");
}

/// Every table that has its name is intact.
fn tables_are_intact(folder: &Path, _: &[String]) {
    let mut command = fewest();
    let listed = run(
        {
            command.args(["table", "list", "--table-dir"]).arg(folder);
            command
        },
        "",
    );
    let mut lines = listed.stdout.lines();
    let is_intact = lines.all(|line| line.ends_with(", intact") || line.starts_with("no tables"));
    assert!(is_intact && listed.code == 0, "{listed:?}");
}

/// The folder of levels has at least the levels that were finished before the fault.
fn levels_are_kept(folder: &Path, done: &[String]) {
    let folder = folder.join("levels");
    let finished = manifests(done);
    // A survey ends with a manifest that adds no level.
    let found = Status::read(&folder).map_or(0, |status| {
        status.counts.len() + usize::from(status.is_complete)
    });
    assert!(found >= finished, "{found} of {finished} levels");
}

/// Boards of 22 moves: the first takes less than 300 nodes, the second more.
const BOARDS: &str =
    "0 5 6 2 7 1 10 3 9 8 11 4 13 14 15 12\n1 2 3 7 8 0 11 4 5 9 6 15 13 10 12 14\n";

#[test]
fn a_table_is_built() {
    Job {
        before: |_| {},
        arguments: "table build eight --table-dir DIR",
        stdin: String::new(),
        differing: 1,
        holds: tables_are_intact,
    }
    .survives();
}

#[test]
fn databases_are_read() {
    Job {
        before: |folder| {
            done(
                "table build fifteen --partition 5-5-5 --table-dir DIR",
                folder,
            );
        },
        arguments: "solve fifteen --from plain --heuristic pattern --table-dir DIR",
        stdin: BOARDS.to_owned(),
        differing: 0,
        holds: tables_are_intact,
    }
    .survives();
}

/// A table that can't be read is neither right nor wrong.
#[test]
fn a_table_is_verified() {
    Job {
        before: |folder| done("table build eight --table-dir DIR", folder),
        arguments: "table verify eight --table-dir DIR",
        stdin: String::new(),
        differing: 1,
        holds: tables_are_intact,
    }
    .survives();
}

#[test]
fn a_survey_by_levels_begins() {
    Job {
        before: |_| {},
        arguments: "survey eight --max-moves 3 --checkpoint DIR/levels",
        stdin: String::new(),
        differing: 0,
        holds: levels_are_kept,
    }
    .survives();
}

#[test]
fn a_survey_by_levels_resumes() {
    Job {
        before: |folder| done("survey eight --max-moves 3 --checkpoint DIR/levels", folder),
        arguments: "survey eight --max-moves 4 --checkpoint DIR/levels",
        stdin: String::new(),
        differing: 0,
        holds: |folder, done| {
            levels_are_kept(folder, done);
            let status = Status::read(&folder.join("levels")).expect("the levels from before");
            assert!(status.counts.len() >= 4);
        },
    }
    .survives();
}

#[test]
fn a_table_is_built_by_levels() {
    Job {
        before: |_| {},
        arguments: "table build sliding:3x2 --checkpoint DIR/levels --table-dir DIR",
        stdin: String::new(),
        differing: 1,
        holds: |folder, done| {
            tables_are_intact(folder, done);
            levels_are_kept(folder, done);
        },
    }
    .survives();
}

/// A host's levels are in several files each. The port is not used: there is no other host.
#[test]
fn a_host_writes_its_part() {
    Job {
        before: |folder| fs::write(folder.join("hosts"), "# key\n127.0.0.1:1\n").expect("a file"),
        arguments: "survey sliding:3x2 --hosts DIR/hosts --host 0 --checkpoint DIR/levels",
        stdin: String::new(),
        differing: 0,
        holds: levels_are_kept,
    }
    .survives();
}

/// An export replaces an earlier one: each file is as before, or whole.
#[test]
fn the_page_is_exported() {
    Job {
        before: |folder| {
            static NAMES: OnceLock<String> = OnceLock::new();
            let site = folder.join("site");
            // Each export syncs a hundred files: the first is enough.
            let names = NAMES.get_or_init(|| {
                done("serve --export DIR/site", folder);
                fs::read_to_string(site.join(LIST)).expect("a list")
            });
            for name in names.lines() {
                let path = site.join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, "old").expect("a file");
            }
            fs::write(site.join(LIST), names).expect("a list");
        },
        arguments: "serve --export DIR/site",
        stdin: String::new(),
        differing: 0,
        holds: |folder, _| {
            let site = folder.join("site");
            let paths = page_files(&site);
            assert!(paths.len() > 20, "{paths:?}");
            for path in paths {
                let name = path.strip_prefix(&site).expect("a file of the page");
                let bytes = fs::read(&path).expect("a file");
                let is_whole = || {
                    // Some files are served as they are.
                    let page = file("crates/fewest-cli/page");
                    let built = fs::read(page.join("served").join(name));
                    let right = built.or_else(|_| fs::read(page.join(name)));
                    bytes == right.expect("a file of the page")
                };
                assert!(bytes == b"old" || is_whole(), "{}", path.display());
            }
        },
    }
    .survives();
}

/// The files that an export lists.
fn page_files(site: &Path) -> Vec<PathBuf> {
    let list = fs::read_to_string(site.join(LIST)).expect("a list");
    list.lines().map(|name| site.join(name)).collect()
}

/// A search that a limit stopped resumes from its checkpoint.
#[test]
fn a_search_resumes() {
    const SOLVE: &str =
        "solve fifteen --from plain --heuristic manhattan --threads 1 --checkpoint DIR/search";
    Job {
        before: |folder| {
            let mut command = fewest();
            let words = SOLVE.split(' ');
            command.args(words.map(|word| word.replace("DIR", &folder.display().to_string())));
            command.args(["--max-nodes", "300"]);
            let stopped = run(command, BOARDS);
            assert_eq!(stopped.code, 1, "{stopped:?}");
        },
        arguments: SOLVE,
        stdin: BOARDS.to_owned(),
        differing: 0,
        holds: |folder, _| {
            let bytes = fs::read(folder.join("search")).expect("the checkpoint from before");
            assert!(bytes.len() > 100);
        },
    }
    .survives();
}

/// A chart and a certificate with its table: each is as before, or whole.
#[test]
fn files_are_replaced() {
    fn holds(folder: &Path, _: &[String]) {
        let right = [("chart.svg", "</svg>"), ("proof", "sums 0")];
        for (name, end) in right {
            let text = fs::read_to_string(folder.join(name)).expect("a text");
            assert!(
                text == "old" || text.trim_end().ends_with(end),
                "{name}: {text}"
            );
        }
        let table = fs::read(folder.join("proof.0")).expect("a table");
        assert!(table == b"old" || table.len() > 100, "{}", table.len());
    }
    Job {
        before: |folder| {
            for name in ["chart.svg", "proof", "proof.0"] {
                fs::write(folder.join(name), "old").expect("a file");
            }
        },
        arguments: "survey sliding:3x2 --plot DIR/chart.svg --certificate DIR/proof",
        stdin: String::new(),
        differing: 0,
        holds,
    }
    .survives();
}
