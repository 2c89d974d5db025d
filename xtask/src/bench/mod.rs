//! Benchmarks of whole processes: the program as users run it, from file to file.
//!
//! Each job runs several times, alternating with the others, so that all see the same noise. The
//! table shows the least, the median and the greatest wall time, the peak memory, and the project's
//! time limit. Jobs on one core run with `--threads 1`. Compared with another program, the table
//! shows the processor times of both, and their ratio. Peers are other programs that solve the same
//! puzzles.

mod compare;
mod inputs;
mod jobs;
mod peers;
mod spread;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use xshell::{Shell, cmd};

use crate::shell;
use inputs::Inputs;
use spread::Spread;

/// A benchmarked command line of the program.
struct Job {
    name: String,
    arguments: Vec<String>,
    /// The wall time to stay below, if the project sets one.
    floor: Option<Duration>,
    input: Option<PathBuf>,
    /// The folder for tables; empty if they are not stored.
    tables: String,
    /// The runs of each program. The last program is the one just built.
    samples: Vec<Vec<Sample>>,
    peak: u64,
}

struct Sample {
    wall: Duration,
    /// User and system time.
    processor: Duration,
}

/// The processor time of all ended children.
#[cfg(unix)]
fn processor() -> Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let time = usage.user_time() + usage.system_time();
    Ok(Duration::from_micros(time.num_microseconds().try_into()?))
}

#[cfg(not(unix))]
fn processor() -> Result<Duration> {
    anyhow::bail!("processor times are measured on Unix only")
}

/// The peak memory of a running child so far, in KiB, as Linux reports it.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

impl Job {
    /// Runs a program in the folder that has the job's files, and writes its output there.
    fn run(&mut self, program: &Path, folder: &Path, output: &str) -> Result<Sample> {
        let out = File::create(folder.join(output)).context("the bench folder can't be written")?;
        let input = match &self.input {
            Some(file) => File::open(folder.join(file))?.into(),
            None => Stdio::null(),
        };
        let before = processor()?;
        let start = Instant::now();
        let mut child = Command::new(program)
            .args(&self.arguments)
            .current_dir(folder)
            .env("FEWEST_TABLE_DIR", &self.tables)
            .stdout(out)
            .stdin(input)
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{} can't be started", program.display()))?;
        let pause = |elapsed| {
            // Short compared with a quick job, but long enough not to disturb a slow one.
            let is_quick = elapsed < Duration::from_millis(50);
            std::thread::sleep(Duration::from_micros(if is_quick { 200 } else { 5000 }));
        };
        loop {
            self.peak = self.peak.max(peak(&child).unwrap_or(0));
            if let Some(status) = child.try_wait()? {
                ensure!(status.success(), "{}: {status}", self.name);
                break;
            }
            pause(start.elapsed());
        }
        Ok(Sample {
            wall: start.elapsed(),
            processor: processor()?.saturating_sub(before),
        })
    }

    /// Runs each program once. The first round warms up and removes jobs that older programs lack.
    fn run_round(&mut self, programs: &[&PathBuf], is_first: bool, folder: &Path) -> Result<()> {
        if is_first {
            self.samples = programs.iter().map(|_| Vec::new()).collect();
        } else if self.samples.is_empty() {
            return Ok(());
        }
        for (place, program) in programs.iter().enumerate() {
            match self.run(program, folder, "output") {
                Ok(sample) if !is_first => self.samples[place].push(sample),
                Ok(_) => {}
                Err(_) if place + 1 < programs.len() => {
                    self.samples.clear();
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The times of the last program in milliseconds.
    fn times(&self, time: impl Fn(&Sample) -> Duration) -> Spread {
        let samples = self.samples.last().into_iter().flatten();
        Spread::of(samples.map(|sample| milliseconds(time(sample))))
    }

    fn row(&self) -> String {
        let times = self.times(|sample| sample.wall);
        let floor = self.floor.map(milliseconds);
        let floor = floor.map_or("-".to_owned(), |floor| format!("{floor:.0}"));
        let (least, median, most) = (times.least(), times.median(), times.most());
        let (name, memory) = (&self.name, self.memory());
        format!("{name:<44}{least:>10.1}{median:>10.1}{most:>10.1}{floor:>9}{memory:>9.1}")
    }

    /// The peak memory in MiB.
    #[expect(clippy::cast_precision_loss, reason = "shown to a tenth of a MiB")]
    fn memory(&self) -> f64 {
        self.peak as f64 / 1024.0
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The options of the benchmark.
#[derive(Default, clap::Args)]
pub struct Options {
    /// Take a hundredth of the boards and one round, to see that it runs.
    #[arg(long)]
    pub quick: bool,
    /// Compare with another program: a path, or a commit, which is built in the target folder.
    #[arg(long, value_name = "PROGRAM", group = "beside")]
    against: Option<String>,
    /// Compare with textbook programs (needs g++) and with those of crates (needs the network once).
    ///
    /// With `--quick`, only with textbook programs.
    #[arg(long, group = "beside")]
    peers: bool,
    /// Write the comparison to record/.
    #[arg(long, requires = "beside", conflicts_with = "quick")]
    record: bool,
    /// Run the jobs with one of these words in their names; all if there are none.
    words: Vec<String>,
}

impl Options {
    /// Runs a hundredth of all jobs once, or of the jobs that have textbook peers.
    pub fn quick(peers: bool) -> Self {
        Self {
            quick: true,
            peers,
            ..Self::default()
        }
    }

    /// Returns true if a job of this name is selected.
    fn names(&self, job: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| job.contains(word.as_str()))
    }
}

pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    let folder = if options.quick {
        shell::programs(sh)?
    } else {
        cmd!(sh, "cargo build --release").run()?;
        shell::target(sh)?.join("release")
    };
    let program = folder.join("fewest");
    let other = options.against.as_deref();
    let other = other.map(|other| compare::program(sh, other)).transpose()?;
    let folder = sh.create_temp_dir()?;
    let mut inputs = Inputs {
        program: &program,
        folder: folder.path(),
        rng: Rng::with_seed(2286),
        is_quick: options.quick,
    };
    if options.peers {
        return peers::run(sh, &inputs, options);
    }
    let mut jobs = jobs::listed(&mut inputs)?;
    let imports = sh.read_dir("corpus/imports")?;
    jobs.extend(jobs::first_boards(&inputs, &imports)?);
    jobs.retain(|job| options.names(&job.name));
    let programs: Vec<&PathBuf> = other.iter().chain([&program]).collect();
    let rounds = if options.quick { 1 } else { 11 };
    for round in 0..=rounds {
        for job in &mut jobs {
            // The textbook search is slow enough to be measured in fewer rounds.
            if !options.quick && job.name.contains("textbook") && round > 3 {
                continue;
            }
            job.run_round(&programs, round == 0, folder.path())?;
        }
    }
    if let Some(other) = &options.against {
        let table = compare::table(&jobs);
        print!("{table}");
        if options.record {
            compare::keep(sh, other, &options.words, rounds, &table)?;
        }
        return Ok(());
    }
    let (name, floor, memory) = ("milliseconds", "floor", "MiB");
    println!(
        "{name:<44}{:>10}{:>10}{:>10}{floor:>9}{memory:>9}",
        "least", "median", "most"
    );
    for job in &jobs {
        println!("{}", job.row());
    }
    Ok(())
}
