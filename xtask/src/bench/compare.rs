//! Comparison with an older program: processor times of the same jobs, run alternately.

use std::fmt::{self, Display, Formatter, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Job, Sample};
use crate::shell;

/// The program to compare with: a file, or a commit built in a work tree in the target folder.
pub fn program(root: &Path, against: &str) -> Result<PathBuf> {
    let path = Path::new(against);
    if path.is_file() {
        return Ok(std::path::absolute(path)?);
    }
    let commit = shell::printed(
        Command::new("git")
            .current_dir(root)
            .args(["rev-parse", "--verify", "--quiet"])
            .arg(format!("{against}^{{commit}}")),
    )
    .with_context(|| format!("{against} is neither a program nor a commit"))?;
    let tree = shell::target(root)?.join("bench").join(&commit);
    if !tree.exists() {
        let mut git = Command::new("git");
        git.current_dir(root).args(["worktree", "add", "--detach"]);
        shell::run(git.arg(&tree).arg(&commit))?;
    }
    let target = tree.join("target");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&tree).env("CARGO_TARGET_DIR", &target);
    shell::run(cargo.args(["build", "--release"]))?;
    Ok(target.join("release").join("fewest"))
}

pub fn table(jobs: &[Job]) -> String {
    let mut table =
        String::from("| job | before, ms | now, ms | ratio | range |\n|---|---:|---:|---:|---|\n");
    for job in jobs {
        let row = job.samples.split_last().and_then(|(now, before)| {
            let ratios = before.first()?.iter().zip(now);
            let ratios = ratios.map(|(before, now)| {
                now.processor.as_secs_f64() / before.processor.as_secs_f64().max(1e-6)
            });
            let ratios = sorted(ratios);
            let before = sorted(before.first()?.iter().map(milliseconds));
            let now = sorted(now.iter().map(milliseconds));
            Some(format!(
                "{:.0} | {:.0} | {:.2} | {:.2} to {:.2}",
                median(&before)?,
                median(&now)?,
                median(&ratios)?,
                ratios.first()?,
                ratios.last()?
            ))
        });
        let row = row.unwrap_or_else(|| "- | - | - | one of them does not run it".to_owned());
        // Writing to a string does not fail.
        let _ = writeln!(table, "| {} | {row} |", job.name);
    }
    table
}

/// The measured commit, and whether files differ from it.
pub struct Measured {
    pub commit: String,
    is_changed: bool,
}

impl Measured {
    pub fn of(root: &Path) -> Result<Self> {
        let git =
            |words: &[&str]| shell::printed(Command::new("git").current_dir(root).args(words));
        Ok(Self {
            commit: git(&["rev-parse", "--short", "HEAD"])?,
            is_changed: !git(&["status", "--porcelain"])?.is_empty(),
        })
    }
}

impl Display for Measured {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let changes = if self.is_changed {
            ", with changes"
        } else {
            ""
        };
        write!(f, "`{}`{changes}", self.commit)
    }
}

/// Writes a record of the comparison with another program.
pub fn keep(
    root: &Path,
    against: &str,
    words: &[String],
    rounds: usize,
    table: &str,
) -> Result<()> {
    // A record names the program but not its folder.
    let name = Path::new(against).file_name();
    let against = name.map_or(against.into(), |name| name.to_string_lossy());
    let command = command(&["--against", &*against], words);
    let now = Measured::of(root)?;
    let text = format!(
        "`{}` against `{against}`\n\n\
         `{command}`, on {}. Processor times of whole processes, user and system, with\n\
         tables built anew; medians of {rounds} rounds, each of which runs both programs. The ratio is the median of the rounds'\n\
         ratios, and the range has the least and the greatest. Now is {now}.\n\n{table}",
        now.commit,
        shell::machine()?
    );
    write_record(root, &format!("bench-{}", now.commit), &text)
}

pub fn command(options: &[&str], words: &[String]) -> String {
    let start = ["cargo xtask bench"]
        .iter()
        .chain(options)
        .chain(&["--record"]);
    let start = start.map(|&word| word.to_owned());
    let words = words.iter().map(|word| format!("{word:?}"));
    start.chain(words).collect::<Vec<_>>().join(" ")
}

/// Writes a record dated today. The text begins with the title.
pub fn write_record(root: &Path, name: &str, text: &str) -> Result<()> {
    let date = shell::today()?;
    let file = format!("record/{date}-{name}.md");
    let path = root.join(&file);
    ensure!(!path.exists(), "{file} is there already");
    let text = format!("# {date}: {text}");
    fs::write(&path, text).with_context(|| format!("{file} can't be written"))?;
    println!("wrote {file}");
    Ok(())
}

pub fn milliseconds(sample: &Sample) -> f64 {
    sample.processor.as_secs_f64() * 1e3
}

pub fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

pub fn median(sorted: &[f64]) -> Option<f64> {
    sorted.get(sorted.len() / 2).copied()
}
