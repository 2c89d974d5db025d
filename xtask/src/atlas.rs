//! Writes docs/atlas.md, the results about whole puzzles, from the runs in record/atlas.
//!
//! Each run is a file with the command, the date, the machine, the proof, the survey in JSON, and
//! the hash of a table with which `fewest-check` verified the counts.
//! `published.json` has figures published elsewhere before.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xshell::{Cmd, Shell, cmd};

use crate::generated::File;
use crate::shell;

const RUNS: &str = "record/atlas";
const PUBLISHED: &str = "record/atlas/published.json";
const PAGE: &str = "docs/atlas.md";
/// The most boards of a table whose entries are proved: more take over ten minutes.
const MAX_PROVED: u64 = 1 << 33;
const HEAD: &str = "\
# Atlas

Surveys of whole puzzles: the number of boards, the number of moves that the hardest of them needs (God's number), the
mean over all boards, and the hardest boards, also counted up to symmetry. `cargo xtask atlas` writes this page from the
runs in [record/atlas](../record/atlas), which have the commands (`fewest survey NAME`), dates and machines.
`cargo xtask atlas NAME` repeats a run. *Proved* means that `fewest table verify` checked every entry of the table, and
*certified* that the small program `fewest-check` also [verified](trust.md) the counts, from a
[certificate](#certificates), whose table can have up to 2^27 entries. The other figures come from one program, or from
the published source. Puzzles that are too large to count are in the [gallery](gallery.md).

| puzzle | boards | God's number | mean | hardest boards | up to symmetry | proved | certified | published before |
|---|---|---|---|---|---|---|---|---|
";

const CERTIFICATES: &str = "
## Certificates

`fewest survey NAME --certificate FILE` writes the table to FILE.0, and `fewest-check FILE` verifies it.
`cargo xtask atlas --certify` did both. These are the BLAKE3 hashes of the tables:

| puzzle | table |
|---|---|
";

#[derive(Serialize, Deserialize)]
struct Run {
    command: String,
    date: String,
    machine: String,
    /// The output of `table verify`; `None` if no table fits, or it is too large.
    proof: Option<String>,
    survey: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certificate: Option<Certified>,
}

/// The boards at each distance.
fn counts(survey: &Value) -> Result<Vec<u64>> {
    let distances = survey["counts"].as_array();
    let counts = distances.context("no distances")?.iter();
    counts.map(|distance| number(&distance["boards"])).collect()
}

/// A certificate of the counts that was verified.
#[derive(Serialize, Deserialize)]
struct Certified {
    date: String,
    /// The output of `fewest-check`.
    verified: String,
    /// The BLAKE3 hash of the table beside the certificate, or of the certificate if it has none.
    table: String,
}

impl Run {
    fn name(&self) -> Result<&str> {
        self.survey["puzzle"].as_str().context("no puzzle's name")
    }

    fn write(&self, sh: &Shell) -> Result<()> {
        let path = format!("{RUNS}/{}.json", self.name()?.replace(':', "-"));
        sh.write_file(&path, serde_json::to_string_pretty(self)? + "\n")?;
        println!("kept {path}");
        Ok(())
    }
}

/// The page.
pub fn files(sh: &Shell) -> Result<Vec<File>> {
    Ok(vec![(PAGE.to_owned(), page(sh)?)])
}

/// Surveys puzzles, proves their tables, and stores the runs.
pub fn survey(sh: &Shell, names: &[String]) -> Result<()> {
    names.iter().try_for_each(|name| keep(sh, name))
}

fn keep(sh: &Shell, name: &str) -> Result<()> {
    let fewest = || program(sh, "fewest-cli").arg("--quiet");
    let survey = fewest().args(["survey", name, "--to", "json"]).read()?;
    let survey: Value = serde_json::from_str(&survey)?;
    let mut proof = None;
    if number(&survey["boards"])? <= MAX_PROVED {
        // It fails if no table fits.
        let verify = fewest().args(["table", "verify", name]).ignore_status();
        let output = verify.read()?;
        let mut lines = output.lines();
        let proved = lines.find_map(|line| line.strip_prefix("proved: "));
        proof = proved.map(str::to_owned);
    }
    let run = Run {
        command: format!("fewest survey {name}"),
        date: shell::today(sh)?,
        machine: shell::machine()?,
        proof,
        survey,
        certificate: None,
    };
    run.write(sh)
}

/// Certifies the counts of these runs, or of all, verifies the certificates, and stores the hashes
/// of their tables.
pub fn certify(sh: &Shell, names: &[String]) -> Result<()> {
    for mut run in runs(sh)? {
        let name = run.name()?.to_owned();
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let folder = sh.create_temp_dir()?;
        let file = folder.path().join("certificate");
        let survey = program(sh, "fewest-cli").args(["survey", &name, "--to", "json"]);
        let Ok(survey) = survey.arg("--certificate").arg(&file).read() else {
            println!("{name} is not certified, for the reason above");
            continue;
        };
        let is_same = counts(&serde_json::from_str(&survey)?)? == counts(&run.survey)?;
        ensure!(is_same, "{name}: the counts have changed");
        let verified = program(sh, "fewest-check").arg(&file).read()?;
        // A search needs no table.
        let table = sh.read_binary_file(file.with_extension("0"));
        let table = table.or_else(|_| sh.read_binary_file(&file))?;
        run.certificate = Some(Certified {
            date: shell::today(sh)?,
            verified: verified.trim().to_owned(),
            table: blake3::hash(&table).to_hex().to_string(),
        });
        run.write(sh)?;
    }
    Ok(())
}

/// The release of a package's program, without stored tables.
fn program<'s>(sh: &'s Shell, package: &str) -> Cmd<'s> {
    let program = cmd!(sh, "cargo run --release --quiet --package {package} --");
    program.env("FEWEST_TABLE_DIR", "")
}

/// All runs.
fn runs(sh: &Shell) -> Result<Vec<Run>> {
    let mut files = sh.read_dir(RUNS)?;
    files.retain(|path| !path.ends_with(PUBLISHED));
    let read = |path: &PathBuf| {
        let run = serde_json::from_str(&sh.read_file(path)?);
        run.with_context(|| format!("{} is not a run", path.display()))
    };
    files.iter().map(read).collect()
}

/// Numbers of moves published elsewhere, by puzzle.
pub fn published(sh: &Shell) -> Result<BTreeMap<String, String>> {
    Ok(serde_json::from_str(&sh.read_file(PUBLISHED)?)?)
}

fn page(sh: &Shell) -> Result<String> {
    let published = published(sh)?;
    // Sorted by size.
    let mut runs: BTreeMap<(u64, String), Run> = BTreeMap::new();
    for run in self::runs(sh)? {
        let boards = number(&run.survey["boards"])?;
        runs.insert((boards, run.name()?.to_owned()), run);
    }
    let mut page = HEAD.to_owned();
    let mut lists = String::from(
        "\n## Boards at each distance\n\nAt distances 0, 1, 2, ... from the goal. The commands print the same counts.\n",
    );
    let mut hashes = CERTIFICATES.to_owned();
    for ((boards, name), run) in &runs {
        let counts = counts(&run.survey).with_context(|| name.clone())?;
        ensure!(
            counts.iter().sum::<u64>() == *boards,
            "{name}: the counts don't add up"
        );
        let farthest = counts.len() - 1;
        let hardest = counts.last().copied().unwrap_or(0);
        let classes = match number(&run.survey["hardest"]["classes"]) {
            Ok(classes) => grouped(classes),
            Err(_) if hardest == 1 => "1".to_owned(),
            Err(_) => "not counted".to_owned(),
        };
        // A table may have boards that can't be solved. If several goals are counted together, the
        // proof covers the table of one goal.
        let unsolvable = number(&run.survey["unsolvable"]).unwrap_or(0);
        let all = [*boards, boards.saturating_add(unsolvable)];
        let all = all.map(|boards| format!("{} boards", grouped(boards)));
        let proved = match run.proof.as_deref() {
            Some(proof) if all.iter().any(|all| proof.starts_with(all)) => "yes",
            Some(_) => "for one goal",
            None => "no",
        };
        let certified = if let Some(certificate) = &run.certificate {
            writeln!(hashes, "| {name} | `{}` |", certificate.table)?;
            "yes"
        } else {
            "no"
        };
        let published = published.get(name).map_or("none found", String::as_str);
        writeln!(
            page,
            "| {name} | {} | {farthest} | {:.4} | {} | {classes} | {proved} | {certified} | {published} |",
            grouped(*boards),
            run.survey["mean"].as_f64().context("no mean")?,
            grouped(hardest),
        )?;
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        writeln!(lists, "\n**{name}**: {}", counts.join(", "))?;
    }
    Ok(page + &lists + &hashes)
}

/// A count, which is a string if it is large.
fn number(value: &Value) -> Result<u64> {
    let number = match value {
        Value::String(digits) => digits.parse().ok(),
        value => value.as_u64(),
    };
    number.with_context(|| format!("no count: {value}"))
}

/// Formats a number with commas between thousands.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}
