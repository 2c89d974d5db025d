//! Fuzzes the readers with libFuzzer on a stable toolchain: the compiler's coverage pass is
//! selected by name, and the crate libfuzzer-sys includes the fuzzer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};

use crate::shell;

/// The compiler flags of cargo-fuzz, without the nightly-only ones.
const FLAGS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The readers of definitions. Their seeds and their dictionary have every key.
const DEFINITIONS: [&str; 2] = ["definition", "defined"];

/// The readers whose first byte selects a format.
const BY_FORMAT: [&str; 2] = ["boards", "answers"];

/// Fuzzes the named readers, or all, one after the other.
pub fn run(root: &Path, seconds: u64, named: &[String]) -> Result<()> {
    let known = known(root)?;
    if let Some(unknown) = named.iter().find(|name| !known.contains(name)) {
        bail!("no reader `{unknown}`; known: {}", known.join(", "));
    }
    let readers = if named.is_empty() { &known } else { named };
    let programs = build(root, readers)?;
    let mut crashed = Vec::new();
    for reader in readers {
        println!("\n== {reader}, {seconds} s");
        let program = programs.join(reader);
        let artifacts = fuzz(root, seconds, reader, &program)?;
        for artifact in artifacts {
            crashed.push((program.clone(), artifact));
        }
    }
    if crashed.is_empty() {
        println!("\n== nothing found in {} readers", readers.len());
        return Ok(());
    }
    println!("\n== inputs that failed; to see one again, run");
    for (program, artifact) in &crashed {
        println!("{} {}", program.display(), artifact.display());
    }
    let count = crashed.len();
    bail!("a reader failed on {count} of its inputs, listed above");
}

fn known(root: &Path) -> Result<Vec<String>> {
    let mut known = Vec::new();
    for file in files(&root.join("fuzz/targets"))? {
        if file.extension().is_some_and(|ext| ext == "rs") {
            let name = file.file_stem().unwrap_or_default();
            known.push(name.to_string_lossy().into_owned());
        }
    }
    known.sort();
    Ok(known)
}

/// Builds the fuzz targets with coverage, and returns their folder.
fn build(root: &Path, readers: &[String]) -> Result<PathBuf> {
    let host = host()?;
    let target = shell::fuzz_target(root)?;
    let mut cargo = shell::cargo(root)?;
    cargo
        .args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"])
        // Without this, build scripts would also be instrumented and fail to link.
        .args(["--target", &host])
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", FLAGS.join(" "))
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    for reader in readers {
        cargo.args(["--bin", reader]);
    }
    shell::run(&mut cargo)?;
    Ok(target.join(host).join("release"))
}

fn host() -> Result<String> {
    let rustc = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("rustc cannot be started")?;
    let version = String::from_utf8_lossy(&rustc.stdout);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}

/// Fuzzes one reader, and returns the inputs that made it fail.
fn fuzz(root: &Path, seconds: u64, reader: &str, program: &Path) -> Result<Vec<PathBuf>> {
    // Paths relative to the root are easier to read in the fuzzer's output.
    let corpus = Path::new("fuzz/corpus").join(reader);
    let artifacts = Path::new("fuzz/artifacts").join(reader);
    fs::create_dir_all(root.join(&corpus))?;
    fs::create_dir_all(root.join(&artifacts))?;
    for seed in seeds(root, reader)? {
        let name = seed.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read(&seed)?;
        if !BY_FORMAT.contains(&reader) {
            fs::write(root.join(&corpus).join(&*name), text)?;
            continue;
        }
        // Samples of other formats are useful as well: most formats are rows of numbers.
        for format in b'A'..=b'Z' {
            let named = [&[format], &text[..]].concat();
            let path = corpus.join(format!("{}-{name}", char::from(format)));
            fs::write(root.join(path), named)?;
        }
    }
    // Some file systems store times in steps of two seconds.
    let start = SystemTime::now() - Duration::from_secs(2);
    let mut command = Command::new(program);
    if DEFINITIONS.contains(&reader) {
        command.arg("-dict=fuzz/definition.dict");
    }
    let status = command
        .current_dir(root)
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-rss_limit_mb=1024", "-max_len=4096"])
        .arg("-print_final_stats=1")
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(&corpus)
        .status()
        .with_context(|| format!("{reader} cannot be started"))?;
    if status.success() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for file in files(&root.join(&artifacts))? {
        // A known failing input is written again.
        if file.metadata()?.modified()? >= start {
            found.push(file.strip_prefix(root)?.to_path_buf());
        }
    }
    if found.is_empty() {
        bail!(
            "{reader} ended with {status} and left no input in {}",
            artifacts.display()
        );
    }
    Ok(found)
}

/// The initial valid inputs.
fn seeds(root: &Path, reader: &str) -> Result<Vec<PathBuf>> {
    let (folders, extensions): (&[_], &[_]) = match reader {
        reader if DEFINITIONS.contains(&reader) => (&["puzzles", "fuzz/seeds"], &["toml"]),
        "import" => (&["examples"], &["tws", "def", "json", "csv"]),
        "certificate" => (&["fuzz/seeds"], &["cert"]),
        _ => (&["examples"], &["txt"]),
    };
    let mut seeds = Vec::new();
    for folder in folders {
        seeds.extend(files(&root.join(folder))?);
    }
    seeds.retain(|seed| {
        let extension = seed.extension().unwrap_or_default();
        extensions.iter().any(|allowed| extension == *allowed)
    });
    Ok(seeds)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed =
        fs::read_dir(folder).with_context(|| format!("{} cannot be listed", folder.display()))?;
    let mut files = listed
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}
