//! Comparison with textbook programs, built with `g++`, and with programs based on other crates,
//! built outside the workspace. Their sources are in xtask/peers.
//!
//! Each round runs all programs of a race one after another on one core. The answers must have the
//! same number of moves for each board.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use super::inputs::Inputs;
use super::{Job, Options, compare};
use crate::atlas::grouped;
use crate::shell;

const PEERS: &str = "xtask/peers";

/// The races, each with the boards, the answers that must be the same, the input, and the words of
/// this project's program. The lines below have its peers and their methods.
const RACES: &str = "
Rotation game, COUNT random boards | text | rotation | rotation
    textbook/rotation | IDA*
Knights, COUNT boards of at most 15 moves | text | knights | knights
    textbook/knights | IDA*
8-puzzle, COUNT random boards | lengths | eight | eight
    textbook/eight-from-goal | from the goal
    release/pathfinding | A*
    textbook/eight | A*
15-puzzle, Korf's 100 boards | lengths | corpus/korf100.txt | --from korf --to plain fifteen
    release/slidy |
3 x 3 x 3 cube, 10 scrambles of 8 moves | lengths | xtask/peers/cube-8.txt | --from moves cube3
    release/twips |
3 x 3 x 3 cube, 10 scrambles of 11 moves | lengths | xtask/peers/cube-11.txt | --from moves cube3
    release/twips |
";

/// Programs that solve the same boards; the first is this project's.
struct Race {
    name: String,
    /// True if the judge accepts only one text, so all outputs must be identical.
    is_exact: bool,
    runs: Vec<(PathBuf, Job)>,
}

/// Compiles the textbook programs.
fn compile_textbooks(sh: &Shell, target: &Path) -> Result<()> {
    let folder = sh.create_dir(target.join("textbook"))?;
    for source in sh.read_dir(format!("{PEERS}/textbook"))? {
        let program = folder.join(source.file_stem().context("a source has a name")?);
        cmd!(sh, "g++ -O2 -std=c++17 -o {program} {source}").run()?;
    }
    Ok(())
}

/// Compiles the programs of crates.
fn compile_crates(sh: &Shell, target: &Path) -> Result<()> {
    let manifest = format!("{PEERS}/crates/Cargo.toml");
    let build = cmd!(
        sh,
        "cargo build --release --locked --manifest-path {manifest}"
    );
    Ok(build.env("CARGO_TARGET_DIR", target).run()?)
}

/// A crate's name and version, from the lock file.
fn version(sh: &Shell, name: &str) -> Result<String> {
    let lock = sh.read_file(format!("{PEERS}/crates/Cargo.lock"))?;
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{name}\""));
    let version = lines.next().and_then(|line| line.split('"').nth(1));
    let version = version.with_context(|| format!("{name} is not in the lock file"))?;
    Ok(format!("{name} {version}"))
}

impl Race {
    /// Runs each program once. The first round is a warm-up that also compares the answers.
    fn run_round(&mut self, is_first: bool, folder: &Path) -> Result<()> {
        for (place, (program, job)) in self.runs.iter_mut().enumerate() {
            let output = if place == 0 { "ours" } else { "theirs" };
            let sample = job.run(program, folder, output)?;
            if is_first {
                job.samples = vec![Vec::new()];
                let ours = fs::read(folder.join("ours"))?;
                let theirs = fs::read(folder.join(output))?;
                let is_same =
                    ours == theirs || !self.is_exact && lengths(&ours) == lengths(&theirs);
                ensure!(is_same, "{}: {} has other answers", self.name, job.name);
            } else {
                job.samples[0].push(sample);
            }
        }
        Ok(())
    }
}

/// The length of each answer: the number at the start of a line, or the count of its letters.
fn lengths(output: &[u8]) -> Vec<String> {
    let output = String::from_utf8_lossy(output);
    let length = |line: &str| match line.split(' ').next().unwrap_or_default() {
        word if word == "unsolvable" || word.parse::<i32>().is_ok() => word.to_owned(),
        word => word.len().to_string(),
    };
    output.lines().map(length).collect()
}

/// All races with at least one peer in these folders.
fn races(sh: &Shell, target: &Path, folders: &[&str], inputs: &Inputs<'_>) -> Result<Vec<Race>> {
    let count = inputs.scaled(1_000);
    for (words, file) in [
        ("rotation --random", "rotation"),
        ("knights --distance 0..15 --to scoi2005", "knights"),
        ("eight --random --to hdu1043", "eight"),
    ] {
        inputs.prepare(&format!("generate {words} --seed 1 --count {count}"), file)?;
    }
    let table = RACES.replace("COUNT", &grouped(u64::try_from(count)?));
    let mut races: Vec<Race> = Vec::new();
    for line in table.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [name, same, input, words] = cells[..] {
            let mut job = Job::new("fewest", None, &format!("solve --threads 1 {words}"));
            // Inputs in no folder were drawn.
            let drawn = (!input.contains('/')).then(|| inputs.folder.to_owned());
            let folder = drawn.unwrap_or_else(|| sh.current_dir());
            job.input = Some(folder.join(input));
            races.push(Race {
                name: name.to_owned(),
                is_exact: same == "text",
                runs: vec![(inputs.program.to_owned(), job)],
            });
        } else if let [program, method] = cells[..]
            && let Some((folder, file)) = program.split_once('/')
            && let Some(race) = races.last_mut()
            && folders.contains(&folder)
        {
            let author = match folder {
                "textbook" => folder.to_owned(),
                _ => version(sh, file)?,
            };
            let label = [&author, method].join(": ");
            let mut job = Job::new(label.trim_end_matches(": "), None, "");
            job.input.clone_from(&race.runs[0].1.input);
            race.runs.push((target.join(program), job));
        }
    }
    races.retain(|race| race.runs.len() > 1);
    Ok(races)
}

/// Builds the peers, runs all races, and prints the table.
pub fn run(sh: &Shell, inputs: &Inputs<'_>, options: &Options) -> Result<()> {
    let target = shell::target(sh)?.join("peers");
    let mut folders = Vec::new();
    if shell::has(sh, "g++") {
        compile_textbooks(sh, &target)?;
        folders.push("textbook");
    } else {
        println!("skipped: textbook programs; no g++ to compile them");
    }
    if !options.quick {
        match compile_crates(sh, &target) {
            Ok(()) => folders.push("release"),
            Err(error) => println!("skipped: programs of crates; {error}"),
        }
    }
    let mut races = races(sh, &target, &folders, inputs)?;
    races.retain(|race| options.names(&race.name));
    let rounds = if options.quick { 1 } else { 7 };
    for round in 0..=rounds {
        for race in &mut races {
            race.run_round(round == 0, inputs.folder)?;
        }
    }
    let table = table(&races);
    print!("{table}");
    if options.record {
        keep(sh, options, rounds, &table)?;
    }
    Ok(())
}

/// The times of all programs in Markdown. The docs' chart is drawn from these rows.
fn table(races: &[Race]) -> String {
    let mut table =
        String::from("| boards | program | ms | range | MiB |\n|---|---|---:|---|---:|\n");
    let shown = |time: f64| {
        let digits = usize::from(time < 100.0);
        format!("{time:.digits$}")
    };
    for race in races {
        for (_, job) in &race.runs {
            let times = job.times(|sample| sample.processor);
            let (boards, program, memory) = (&race.name, &job.name, job.memory());
            let (median, least) = (shown(times.median()), shown(times.least()));
            let most = shown(times.most());
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "| {boards} | {program} | {median} | {least} to {most} | {memory:.0} |"
            );
        }
    }
    table
}

fn keep(sh: &Shell, options: &Options, rounds: usize, table: &str) -> Result<()> {
    let published = sh.read_file(format!("{PEERS}/published.md"))?;
    let compiler = cmd!(sh, "g++ --version").read()?;
    let compiler = compiler.lines().next().unwrap_or_default();
    let text = format!(
        "beside textbook programs and crates\n\n\
         `{}`, on {} that others use as well; {compiler}, `-O2`.\n\
         Processor times of whole processes on one core, user and system, with all tables built anew: medians of {rounds} rounds,\n\
         each of which runs all programs in turn. MiB is the most memory that a process held. All programs have the same number of\n\
         moves for each board, and the same text for rotation boards and knights. fewest is {}; the other\n\
         programs are in [{PEERS}](../{PEERS}/README.md).\n\n{table}\n{published}",
        compare::command("--peers", &options.words),
        shell::machine()?,
        compare::measured(sh)?,
    );
    compare::write_record(sh, "peers", &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_by_their_lengths() {
        assert_eq!(lengths(b"ullr\n\nunsolvable\n"), ["4", "0", "unsolvable"]);
        assert_eq!(lengths(b"3 U R2 F'\n-1\n"), ["3", "-1"]);
    }
}
