//! Comparison with textbook programs, built with `g++`, and with programs based on other crates,
//! built outside the workspace. Their sources are in xtask/peers.
//!
//! Each round runs all programs of a race one after another on one core. The answers must have the
//! same number of moves for each board.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::inputs::Inputs;
use super::{Job, Options, compare};
use crate::atlas::grouped;
use crate::shell;

const PEERS: &str = "xtask/peers";

/// Programs that solve the same boards; the first is this project's.
struct Race {
    name: String,
    /// True if the judge accepts only one text, so all outputs must be identical.
    is_exact: bool,
    runs: Vec<(PathBuf, Job)>,
}

/// The programs; `None` for peers that can't be built.
struct Programs<'a> {
    ours: &'a Path,
    textbooks: Option<PathBuf>,
    crates: Option<PathBuf>,
}

/// Compiles the textbook programs.
fn textbooks(root: &Path, target: &Path) -> Result<Option<PathBuf>> {
    let mut version = Command::new("g++");
    version.arg("--version").stdout(Stdio::null());
    if version.status().is_err() {
        println!("skipped: textbook programs; no g++ to compile them");
        return Ok(None);
    }
    let folder = target.join("textbook");
    fs::create_dir_all(&folder)?;
    for source in fs::read_dir(root.join(PEERS).join("textbook"))? {
        let source = source?.path();
        let program = folder.join(source.file_stem().context("a source has a name")?);
        let mut compiler = Command::new("g++");
        compiler.args(["-O2", "-std=c++17", "-o"]).arg(program);
        shell::run(compiler.arg(source))?;
    }
    Ok(Some(folder))
}

fn crates(root: &Path, target: &Path) -> Result<Option<PathBuf>> {
    let mut cargo = shell::cargo(root)?;
    cargo.args(["build", "--release", "--locked", "--manifest-path"]);
    cargo.arg(format!("{PEERS}/crates/Cargo.toml"));
    if let Err(error) = shell::run(cargo.env("CARGO_TARGET_DIR", target)) {
        println!("skipped: programs of crates; {error}");
        return Ok(None);
    }
    Ok(Some(target.join("release")))
}

/// A crate's name and version, from the lock file.
fn version(root: &Path, name: &str) -> Result<String> {
    let lock = fs::read_to_string(root.join(PEERS).join("crates/Cargo.lock"))?;
    let start = format!("name = \"{name}\"\nversion = \"");
    let version = lock
        .split_once(&start)
        .and_then(|(_, rest)| rest.split_once('"'));
    let (version, _) = version.with_context(|| format!("{name} is not in the lock file"))?;
    Ok(format!("{name} {version}"))
}

impl Race {
    /// A race of this project's program, with these arguments and this input.
    fn new(programs: &Programs<'_>, name: String, words: &str, input: &Path) -> Self {
        let words = format!("solve --threads 1 {words}");
        let job = Job::new("fewest", None, &words).reading(input);
        Self {
            name,
            is_exact: false,
            runs: vec![(programs.ours.to_owned(), job)],
        }
    }

    /// Adds another program from a folder, if it was built.
    fn beside(mut self, folder: Option<&PathBuf>, file: &str, label: String) -> Self {
        let input = self.runs[0].1.input.clone();
        if let Some(folder) = folder {
            let mut job = Job::new(label, None, "");
            job.arguments.clear();
            job.input = input;
            self.runs.push((folder.join(file), job));
        }
        self
    }

    fn exact(mut self) -> Self {
        self.is_exact = true;
        self
    }

    /// Runs each program once. The first round is a warm-up that also compares the answers.
    fn run_round(&mut self, is_first: bool, folder: &Path) -> Result<()> {
        let output = |place: usize| folder.join(format!("output-{place}"));
        for (place, (program, job)) in self.runs.iter_mut().enumerate() {
            let sample = job.run(program, &output(place))?;
            if is_first {
                job.samples = vec![Vec::new()];
                let (ours, theirs) = (fs::read(output(0))?, fs::read(output(place))?);
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
    let length = |line: &str| {
        let word = line.split(' ').next().unwrap_or_default();
        let is_length = word == "unsolvable" || word.parse::<i32>().is_ok();
        if is_length {
            word.to_owned()
        } else {
            word.len().to_string()
        }
    };
    output.lines().map(length).collect()
}

/// All races with at least one peer.
fn races(root: &Path, programs: &Programs<'_>, inputs: &Inputs<'_>) -> Result<Vec<Race>> {
    let count = inputs.scaled(1_000);
    let boards = grouped(u64::try_from(count)?);
    let drawn = |file: &str, words: &str| -> Result<PathBuf> {
        let path = inputs.folder.join(file);
        let words = format!("generate {words} --seed 1 --count {count}");
        Job::new(words.clone(), None, &words).run(inputs.program, &path)?;
        Ok(path)
    };
    let rotation = drawn("rotation", "rotation --random")?;
    let knights = drawn("knights", "knights --distance 0..15 --to scoi2005")?;
    let eight = drawn("eight", "eight --random --to hdu1043")?;
    let korf = root.join("corpus/korf100.txt");
    let race = |name: String, words: &str, input: &Path| Race::new(programs, name, words, input);
    let (textbooks, crates) = (programs.textbooks.as_ref(), programs.crates.as_ref());
    let mut races = vec![
        race(
            format!("Rotation game, {boards} random boards"),
            "rotation",
            &rotation,
        )
        .beside(textbooks, "rotation", "textbook: IDA*".into())
        .exact(),
        race(
            format!("Knights, {boards} boards of at most 15 moves"),
            "knights",
            &knights,
        )
        .beside(textbooks, "knights", "textbook: IDA*".into())
        .exact(),
        race(format!("8-puzzle, {boards} random boards"), "eight", &eight)
            .beside(
                textbooks,
                "eight-from-goal",
                "textbook: from the goal".into(),
            )
            .beside(
                crates,
                "pathfinding",
                version(root, "pathfinding")? + ": A*",
            )
            .beside(textbooks, "eight", "textbook: A*".into()),
        race(
            "15-puzzle, Korf's 100 boards".into(),
            "--from korf --to plain fifteen",
            &korf,
        )
        .beside(crates, "slidy", version(root, "slidy")?),
    ];
    for length in [8, 11] {
        let scrambles = root.join(PEERS).join(format!("cube-{length}.txt"));
        let name = format!("3 x 3 x 3 cube, 10 scrambles of {length} moves");
        let race = race(name, "--from moves cube3", &scrambles);
        races.push(race.beside(crates, "twips", version(root, "twips")?));
    }
    races.retain(|race| race.runs.len() > 1);
    Ok(races)
}

/// Builds the peers, runs all races, and prints the table.
pub fn run(root: &Path, inputs: &Inputs<'_>, options: &Options) -> Result<()> {
    let target = shell::target(root)?.join("peers");
    let programs = Programs {
        ours: inputs.program,
        textbooks: textbooks(root, &target)?,
        crates: if options.quick {
            None
        } else {
            crates(root, &target)?
        },
    };
    let mut races = races(root, &programs, inputs)?;
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
        keep(root, options, rounds, &table)?;
    }
    Ok(())
}

/// The times of all programs in Markdown. The docs' chart is drawn from these rows.
#[expect(clippy::cast_precision_loss, reason = "shown to a MiB")]
fn table(races: &[Race]) -> String {
    let mut table =
        String::from("| boards | program | ms | range | MiB |\n|---|---|---:|---|---:|\n");
    for race in races {
        for (_, job) in &race.runs {
            let times = compare::sorted(job.samples[0].iter().map(compare::milliseconds));
            let shown = |time: f64| {
                let digits = usize::from(time < 100.0);
                format!("{time:.digits$}")
            };
            let median = compare::median(&times).unwrap_or_default();
            let ends = times.first().zip(times.last()).unwrap_or((&0.0, &0.0));
            let (least, greatest) = (shown(*ends.0), shown(*ends.1));
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "| {} | {} | {} | {least} to {greatest} | {:.0} |",
                race.name,
                job.name,
                shown(median),
                job.peak as f64 / 1024.0
            );
        }
    }
    table
}

fn keep(root: &Path, options: &Options, rounds: usize, table: &str) -> Result<()> {
    let published = fs::read_to_string(root.join(PEERS).join("published.md"))?;
    let compiler = shell::printed(Command::new("g++").arg("--version"))?;
    let compiler = compiler.lines().next().unwrap_or_default();
    let text = format!(
        "beside textbook programs and crates\n\n\
         `{}`, on {} that others use as well; {compiler}, `-O2`.\n\
         Processor times of whole processes on one core, user and system, with all tables built anew: medians of {rounds} rounds,\n\
         each of which runs all programs in turn. MiB is the most memory that a process held. All programs have the same number of\n\
         moves for each board, and the same text for rotation boards and knights. fewest is {}; the other\n\
         programs are in [{PEERS}](../{PEERS}/README.md).\n\n{table}\n{published}",
        compare::command(&["--peers"], &options.words),
        shell::machine()?,
        compare::Measured::of(root)?,
    );
    compare::write_record(root, "peers", &text)
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
