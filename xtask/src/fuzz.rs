//! Fuzzes the readers with libFuzzer on a stable toolchain: the compiler's coverage pass is
//! selected by name, and the crate libfuzzer-sys includes the fuzzer.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

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
pub fn run(sh: &Shell, seconds: u64, named: &[String]) -> Result<()> {
    let known = files(sh, "fuzz/targets", &["rs"])?;
    let known: Vec<String> = known
        .iter()
        .map(|file| name(&file.with_extension("")))
        .collect();
    if let Some(unknown) = named.iter().find(|name| !known.contains(name)) {
        bail!("no reader `{unknown}`; known: {}", known.join(", "));
    }
    let readers = if named.is_empty() { &known } else { named };
    let programs = build(sh, readers)?;
    let mut crashed = Vec::new();
    for reader in readers {
        println!("\n== {reader}, {seconds} s");
        let program = programs.join(reader);
        for artifact in fuzz(sh, seconds, reader, &program)? {
            crashed.push(format!("{} {}", program.display(), artifact.display()));
        }
    }
    if crashed.is_empty() {
        println!("\n== nothing found in {} readers", readers.len());
        return Ok(());
    }
    println!("\n== inputs that failed; to see one again, run");
    println!("{}", crashed.join("\n"));
    let count = crashed.len();
    bail!("a reader failed on {count} of its inputs, listed above");
}

/// Builds the fuzz targets with coverage, and returns their folder.
fn build(sh: &Shell, readers: &[String]) -> Result<PathBuf> {
    let host = shell::compiler(sh, "host")?;
    let target = shell::target(sh)?.join("fuzz");
    let readers = readers.iter().flat_map(|reader| ["--bin", reader]);
    // Without a target, build scripts would also be instrumented and fail to link.
    cmd!(
        sh,
        "cargo build --release --manifest-path fuzz/Cargo.toml --target {host}"
    )
    .args(readers)
    .env("CARGO_TARGET_DIR", &target)
    .env("RUSTFLAGS", FLAGS.join(" "))
    .env_remove("CARGO_ENCODED_RUSTFLAGS")
    .run()?;
    Ok(target.join(host).join("release"))
}

/// Fuzzes one reader, and returns the inputs that made it fail.
fn fuzz(sh: &Shell, seconds: u64, reader: &str, program: &Path) -> Result<Vec<PathBuf>> {
    // Paths relative to the root are easier to read in the fuzzer's output.
    let corpus = format!("fuzz/corpus/{reader}");
    let artifacts = format!("fuzz/artifacts/{reader}");
    sh.create_dir(&corpus)?;
    sh.create_dir(&artifacts)?;
    for seed in seeds(sh, reader)? {
        let (name, text) = (name(&seed), sh.read_binary_file(&seed)?);
        if !BY_FORMAT.contains(&reader) {
            sh.write_file(format!("{corpus}/{name}"), text)?;
            continue;
        }
        // Samples of other formats are useful as well: most formats are rows of numbers.
        for format in 'A'..='Z' {
            let named = [format.to_string().as_bytes(), &text].concat();
            sh.write_file(format!("{corpus}/{format}-{name}"), named)?;
        }
    }
    // Some file systems store times in steps of two seconds.
    let start = SystemTime::now() - Duration::from_secs(2);
    let is_definition = DEFINITIONS.contains(&reader);
    let dictionary = is_definition.then_some("-dict=fuzz/definition.dict");
    let limit = format!("-max_total_time={seconds}");
    let fuzzer = cmd!(sh, "{program} {dictionary...} {limit} -print_final_stats=1");
    let fuzzer = fuzzer.args(["-timeout=10", "-rss_limit_mb=1024", "-max_len=4096"]);
    let fuzzer = fuzzer.arg(format!("-artifact_prefix={artifacts}/"));
    let Err(error) = fuzzer.arg(corpus).run() else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for file in sh.read_dir(&artifacts)? {
        // A known failing input is written again.
        if file.metadata()?.modified()? >= start {
            found.push(file.strip_prefix(sh.current_dir())?.to_path_buf());
        }
    }
    if found.is_empty() {
        return Err(error).context(format!("no input is left in {artifacts}"));
    }
    Ok(found)
}

/// The initial valid inputs.
fn seeds(sh: &Shell, reader: &str) -> Result<Vec<PathBuf>> {
    match reader {
        "import" => files(sh, "examples", &["tws", "def", "json", "csv"]),
        "certificate" => files(sh, "fuzz/seeds", &["cert"]),
        reader if DEFINITIONS.contains(&reader) => {
            let mut seeds = files(sh, "puzzles", &["toml"])?;
            seeds.extend(files(sh, "fuzz/seeds", &["toml"])?);
            Ok(seeds)
        }
        _ => files(sh, "examples", &["txt"]),
    }
}

/// The files of a folder with one of these extensions.
fn files(sh: &Shell, folder: &str, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = sh.read_dir(folder)?;
    files.retain(|path| {
        let extension = path.extension().unwrap_or_default();
        extensions.iter().any(|allowed| extension == *allowed)
    });
    Ok(files)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
