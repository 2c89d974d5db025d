//! Whole processes: the program as its users run it, from file to file.
//!
//! Each job runs a number of times in turn with the others, so that all see the same noise; the
//! table shows the least, the median and the greatest wall time, the peak memory, and the time that
//! the project holds itself to. Jobs on one core run with `--threads 1`.

mod inputs;
mod jobs;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fastrand::Rng;

use crate::shell;
use inputs::Inputs;

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

/// The most memory a running child has held so far, in KiB, as Linux reports it.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

impl Job {
    fn run(&mut self, program: &Path, output: &Path) {
        let out = File::create(output).expect("the bench folder can be written");
        let start = Instant::now();
        let mut child = Command::new(program)
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

/// Builds the program and runs the jobs with one of these words in their names, all without any.
/// With `is_quick`, a hundredth of the boards and one round, to see that it runs.
pub fn run(root: &Path, words: &[String], is_quick: bool) -> Result<()> {
    shell::run(shell::cargo(root)?.args(["build", "--release"]))?;
    let program = shell::target(root)?.join("release").join("fewest");
    let folder = tempfile::tempdir().context("no folder for inputs can be made")?;
    let mut inputs = Inputs {
        program: &program,
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
            job.run(&program, &output);
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
    Ok(())
}
