//! Whole processes: the program as its users run it, from file to file.
//!
//! Each job runs a number of times in turn with the others, so that all see the same noise; the
//! table shows the least, the median and the greatest wall time, the peak memory, and the time that
//! the project holds itself to. Jobs on one core run with `--threads 1`. `FEWEST_BENCH_QUICK=1`
//! takes a hundredth of the boards and one round, to see that it runs; a word on the command line
//! picks the jobs with that word in their names.

mod inputs;
mod jobs;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

use inputs::Inputs;

const PROGRAM: &str = env!("CARGO_BIN_EXE_fewest");

/// One way to run the program.
struct Job {
    name: String,
    arguments: Vec<String>,
    /// The wall time to stay below, where the project names one.
    floor: Option<Duration>,
    /// The folder that tables are stored in, if they are.
    tables: Option<PathBuf>,
    times: Vec<Duration>,
    peak: u64,
}

/// The most memory a running child has held so far, in KiB, as Linux tells it.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

impl Job {
    fn run(&mut self, output: &Path) {
        let out = File::create(output).expect("the bench folder can be written");
        let start = Instant::now();
        let mut child = Command::new(PROGRAM)
            .args(&self.arguments)
            .env(
                "FEWEST_TABLE_DIR",
                self.tables.as_deref().unwrap_or(Path::new("")),
            )
            .stdout(out)
            .stdin(Stdio::null())
            .spawn()
            .expect("the program runs");
        let pause = |elapsed| {
            // Short against a quick job, long enough not to disturb a slow one.
            let is_quick = elapsed < Duration::from_millis(50);
            std::thread::sleep(Duration::from_micros(if is_quick { 200 } else { 5000 }));
        };
        loop {
            self.peak = self.peak.max(peak(&child).unwrap_or(0));
            if let Some(status) = child.try_wait().expect("the program can be waited for") {
                assert!(status.success(), "{}: {status}", self.name);
                break;
            }
            pause(start.elapsed());
        }
        self.times.push(start.elapsed());
    }

    #[expect(clippy::cast_precision_loss, reason = "shown to a tenth of a MiB")]
    fn row(&mut self) -> String {
        self.times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let median = self.times[self.times.len() / 2];
        let floor = self
            .floor
            .map_or("-".to_owned(), |floor| format!("{:.0}", ms(floor)));
        format!(
            "{:<44}{:>10.1}{:>10.1}{:>10.1}{:>9}{:>9.1}",
            self.name,
            ms(self.times[0]),
            ms(median),
            ms(self.times[self.times.len() - 1]),
            floor,
            self.peak as f64 / 1024.0,
        )
    }
}

fn main() {
    // Cargo passes flags of its own harness; words that are no flags pick jobs.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let is_quick = std::env::var_os("FEWEST_BENCH_QUICK").is_some();
    let folder = tempfile::tempdir().expect("a folder for inputs can be made");
    let mut inputs = Inputs {
        folder: folder.path(),
        rng: Rng::with_seed(2286),
        is_quick,
    };
    let mut jobs = jobs::solving(&mut inputs);
    jobs.extend(jobs::whole_puzzles(&mut inputs));
    jobs.retain(|job| {
        words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str()))
    });
    let rounds = if is_quick { 1 } else { 11 };
    let output = folder.path().join("output");
    for round in 0..=rounds {
        for job in &mut jobs {
            // The textbook's search takes long enough to be measured in fewer rounds.
            if !is_quick && job.name.contains("textbook") && round > 3 {
                continue;
            }
            job.run(&output);
            if round == 0 {
                job.times.clear();
            }
        }
    }
    println!(
        "{:<44}{:>10}{:>10}{:>10}{:>9}{:>9}",
        "milliseconds", "least", "median", "most", "floor", "MiB"
    );
    for job in &mut jobs {
        println!("{}", job.row());
    }
    let median = |word: &str| {
        let job = jobs.iter().find(|job| job.name.ends_with(word))?;
        Some(job.times[job.times.len() / 2].as_secs_f64())
    };
    let boards = inputs.scaled(1_000);
    if let (Some(table), Some(textbook)) = (
        median(&format!("rotation, {boards} boards")),
        median("textbook IDA*"),
    ) {
        println!(
            "textbook IDA* takes {:.0} times as long as the table, which is built anew",
            textbook / table
        );
    }
}
