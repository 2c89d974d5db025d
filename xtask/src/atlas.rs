//! Writes docs/atlas.md, the results about whole puzzles, from the runs in record/atlas.
//!
//! Each run is a file with the command, the date, the machine, the proof, the survey in JSON, and
//! the hash of a table with which `fewest-check` verified the counts.
//! `published.json` has figures published elsewhere before.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::shell;

const RUNS: &str = "record/atlas";
/// Numbers of moves published elsewhere, by puzzle.
pub const PUBLISHED: &str = "record/atlas/published.json";
const PAGE: &str = "docs/atlas.md";
/// The most boards of a table whose entries are proved: more take over ten minutes.
const MAX_PROVED: u64 = 1 << 33;
const HEAD: &str = "\
# Atlas

Surveys of whole puzzles: the number of boards, the number of moves that the hardest of them needs (God's number), the
mean over all boards, and the hardest boards, also counted up to symmetry. `cargo xtask atlas` writes this page from the
runs in [record/atlas](../record/atlas), which have the commands (`fewest survey NAME`), dates and machines.
`cargo xtask atlas NAME` repeats a run. *Proved* means that `fewest table verify` checked every entry of the table, and
*certified* that the small program `fewest-check` also [verified](checking.md) the counts, from a
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

    fn write(&self, root: &Path) -> Result<()> {
        let file = format!("{}.json", self.name()?.replace(':', "-"));
        let path = root.join(RUNS).join(file);
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
        println!("kept {}", path.display());
        Ok(())
    }
}

/// Repeats these runs, then writes the page or, with `check`, compares it.
pub fn run(root: &Path, names: &[String], check: bool) -> Result<()> {
    for name in names {
        keep(root, name)?;
    }
    let page = page(root)?;
    let path = root.join(PAGE);
    if check {
        let kept = fs::read_to_string(&path).with_context(|| format!("{PAGE} cannot be read"))?;
        ensure!(
            kept == page,
            "{PAGE} does not match the runs; `cargo xtask atlas` rewrites it"
        );
        println!("{PAGE} matches the runs in {RUNS}");
        return Ok(());
    }
    fs::write(&path, page).with_context(|| format!("{PAGE} cannot be written"))?;
    println!("wrote {PAGE}");
    Ok(())
}

/// Surveys a puzzle, proves its table, and stores the run.
fn keep(root: &Path, name: &str) -> Result<()> {
    let fewest = |arguments: &[&str]| -> Result<Output> {
        let mut fewest = program(root, "fewest-cli")?;
        let output = fewest.arg("--quiet").args(arguments).output();
        output.context("the program cannot be started")
    };
    let survey = fewest(&["survey", name, "--to", "json"])?;
    if !survey.status.success() {
        bail!("{name}: {}", String::from_utf8_lossy(&survey.stderr).trim());
    }
    let survey: Value = serde_json::from_slice(&survey.stdout)?;
    let mut proof = None;
    if number(&survey["boards"])? <= MAX_PROVED {
        let output = String::from_utf8(fewest(&["table", "verify", name])?.stdout)?;
        let mut lines = output.lines();
        let proved = lines.find_map(|line| line.strip_prefix("proved: "));
        proof = proved.map(str::to_owned);
    }
    let run = Run {
        command: format!("fewest survey {name}"),
        date: shell::today()?,
        machine: shell::machine()?,
        proof,
        survey,
        certificate: None,
    };
    run.write(root)
}

/// Certifies the counts of these runs, or of all, verifies the certificates, stores the hashes of
/// their tables, and writes the page.
pub fn certify(root: &Path, names: &[String]) -> Result<()> {
    for mut run in runs(root)? {
        let name = run.name()?.to_owned();
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("certificate");
        let mut survey = program(root, "fewest-cli")?;
        survey.args(["survey", &name, "--to", "json", "--certificate"]);
        let survey = survey.arg(&file).output()?;
        if !survey.status.success() {
            let reason = String::from_utf8_lossy(&survey.stderr);
            println!("{name} is not certified: {}", reason.trim());
            continue;
        }
        let survey = serde_json::from_slice(&survey.stdout)?;
        let is_same = counts(&survey)? == counts(&run.survey)?;
        ensure!(is_same, "{name}: the counts have changed");
        let mut check = program(root, "fewest-check")?;
        let check = check.arg(&file).output()?;
        let verified = String::from_utf8(check.stdout)?;
        ensure!(check.status.success(), "{name}: {verified}");
        // A search needs no table.
        let table = fs::read(file.with_extension("0")).or_else(|_| fs::read(&file))?;
        run.certificate = Some(Certified {
            date: shell::today()?,
            verified: verified.trim().to_owned(),
            table: blake3::hash(&table).to_hex().to_string(),
        });
        run.write(root)?;
    }
    run(root, &[], false)
}

/// The release of a package's program, without stored tables.
fn program(root: &Path, package: &str) -> Result<Command> {
    let mut cargo = shell::cargo(root)?;
    cargo
        .args(["run", "--release", "--quiet", "--package", package, "--"])
        .env("FEWEST_TABLE_DIR", "");
    Ok(cargo)
}

/// All runs.
fn runs(root: &Path) -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    let entries =
        fs::read_dir(root.join(RUNS)).with_context(|| format!("{RUNS} cannot be read"))?;
    for entry in entries {
        let path = entry?.path();
        if path.ends_with(PUBLISHED) {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let run: Run = serde_json::from_str(&text)
            .with_context(|| format!("{} is not a run", path.display()))?;
        runs.push(run);
    }
    Ok(runs)
}

fn page(root: &Path) -> Result<String> {
    let runs = runs(root)?;
    let published: BTreeMap<String, String> =
        serde_json::from_str(&fs::read_to_string(root.join(PUBLISHED))?)?;
    // Sorted by size.
    let key = |run: &Run| -> Result<(u64, String)> {
        Ok((number(&run.survey["boards"])?, run.name()?.to_owned()))
    };
    let keys = runs.iter().map(key).collect::<Result<Vec<_>>>()?;
    let mut runs: Vec<_> = keys.into_iter().zip(runs).collect();
    runs.sort_by(|a, b| a.0.cmp(&b.0));
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
        let covers =
            |proof: &str, boards: u64| proof.starts_with(&format!("{} boards", grouped(boards)));
        let all = boards.saturating_add(unsolvable);
        let proved = match run.proof.as_deref() {
            Some(proof) if covers(proof, *boards) || covers(proof, all) => "yes",
            Some(_) => "for one goal",
            None => "no",
        };
        let certified = match &run.certificate {
            Some(certificate) => {
                writeln!(hashes, "| {name} | `{}` |", certificate.table)?;
                "yes"
            }
            None => "no",
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
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
