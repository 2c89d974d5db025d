//! Comparison with an older program: processor times of the same jobs, run alternately.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use super::{Job, Sample, Spread, milliseconds};
use crate::shell;

/// The program to compare with: the file at a path, or a commit, which is built in its own work
/// tree in the target folder.
pub fn program(sh: &Shell, against: &str) -> Result<PathBuf> {
    let path = Path::new(against);
    if path.is_file() {
        return Ok(std::path::absolute(path)?);
    }
    let commit = format!("{against}^{{commit}}");
    let commit = cmd!(sh, "git rev-parse --verify --quiet {commit}").read();
    let commit = commit.with_context(|| format!("{against} is neither a program nor a commit"))?;
    let tree = shell::target(sh)?.join("bench").join(&commit);
    if !tree.exists() {
        cmd!(sh, "git worktree add --detach {tree} {commit}").run()?;
    }
    let _inside = sh.push_dir(&tree);
    let target = tree.join("target");
    let build = cmd!(sh, "cargo build --release").env("CARGO_TARGET_DIR", &target);
    build.run()?;
    Ok(target.join("release").join("fewest"))
}

pub fn table(jobs: &[Job]) -> String {
    let mut table =
        String::from("| job | before, ms | now, ms | ratio | range |\n|---|---:|---:|---:|---|\n");
    for job in jobs {
        let row = match &job.samples[..] {
            [before, now] => row(before, now),
            _ => "- | - | - | one of them does not run it".to_owned(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(table, "| {} | {row} |", job.name);
    }
    table
}

fn row(before: &[Sample], now: &[Sample]) -> String {
    let time = |sample: &Sample| milliseconds(sample.processor);
    let ratios = before.iter().zip(now);
    let ratios = ratios.map(|(before, now)| time(now) / time(before).max(1e-3));
    let ratios = Spread::of(ratios);
    format!(
        "{:.0} | {:.0} | {:.2} | {:.2} to {:.2}",
        Spread::of(before.iter().map(time)).median(),
        Spread::of(now.iter().map(time)).median(),
        ratios.median(),
        ratios.least(),
        ratios.most()
    )
}

/// The commit that is measured.
pub fn commit(sh: &Shell) -> Result<String> {
    Ok(cmd!(sh, "git rev-parse --short HEAD").read()?)
}

/// The commit that is measured in Markdown, with a note if files differ from it.
pub fn measured(sh: &Shell) -> Result<String> {
    let changes = cmd!(sh, "git status --porcelain").read()?;
    let note = if changes.is_empty() {
        ""
    } else {
        ", with changes"
    };
    Ok(format!("`{}`{note}", commit(sh)?))
}

/// Writes a record of the comparison with another program.
pub fn keep(sh: &Shell, against: &str, words: &[String], rounds: usize, table: &str) -> Result<()> {
    // A record names the program but not its folder.
    let name = Path::new(against).file_name();
    let against = name.map_or(against.into(), |name| name.to_string_lossy());
    let command = command(&format!("--against {against}"), words);
    let (commit, now) = (commit(sh)?, measured(sh)?);
    let text = format!(
        "`{commit}` against `{against}`\n\n\
         `{command}`, on {}. Processor times of whole processes, user and system, with\n\
         tables built anew; medians of {rounds} rounds, each of which runs both programs. The ratio is the median of the rounds'\n\
         ratios, and the range has the least and the greatest. Now is {now}.\n\n{table}",
        shell::machine()?
    );
    write_record(sh, &format!("bench-{commit}"), &text)
}

/// The command that produces a record.
pub fn command(options: &str, words: &[String]) -> String {
    let words = words.iter().map(|word| format!(" {word:?}"));
    let words: String = words.collect();
    format!("cargo xtask bench {options} --record{words}")
}

/// Writes a record dated today. The text begins with the title.
pub fn write_record(sh: &Shell, name: &str, text: &str) -> Result<()> {
    let date = shell::today(sh)?;
    let file = format!("record/{date}-{name}.md");
    ensure!(!sh.path_exists(&file), "{file} is there already");
    sh.write_file(&file, format!("# {date}: {text}"))?;
    println!("wrote {file}");
    Ok(())
}
