//! The Python package: built as a wheel, installed into virtual environments of its own, tested
//! there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::shell;

/// What the checks need besides the package, with versions.
const NEEDED: &str = "crates/fewest-py/tests/requirements.txt";
/// Where the package's modules and their stubs are.
const SOURCES: &str = "crates/fewest-py/python/fewest";

/// Checks that there is a Python that can do it.
pub fn check_interpreter() -> Result<()> {
    let script = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let mut python = Command::new("python3");
    python
        .args(["-c", script])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match python.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => bail!(
            "python3 is older than 3.10 or has no venv: install Python 3.10 or later (on Debian python3 and python3-venv)"
        ),
        Err(error) => bail!(
            "there is no python3 ({error}): install Python 3.10 or later (on Debian python3 and python3-venv)"
        ),
    }
}

/// The folder of all that is built and installed here.
fn folder(root: &Path) -> Result<PathBuf> {
    Ok(shell::target(root)?.join("python"))
}

/// The virtual environment with what the checks need.
fn checks(root: &Path) -> Result<Environment> {
    check_interpreter()?;
    let own = Environment::at(folder(root)?.join("checks"), false)?;
    own.run(
        root,
        &[
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
            NEEDED,
        ],
    )
    .with_context(|| {
        format!("pip can't install what {NEEDED} names, for which it needs the network once")
    })?;
    Ok(own)
}

/// Builds the wheel, quickly and slow, and runs all of the package's checks on it.
pub fn check(root: &Path) -> Result<()> {
    let (own, folder) = (checks(root)?, folder(root)?);
    let wheel = build(root, &own, &folder.join("wheels"))?;
    own.install(root, &wheel, true)?;
    own.run(root, &["-m", "pytest", "--quiet", "crates/fewest-py/tests"])?;
    own.run(root, &["-m", "mypy.stubtest", "fewest._fewest"])?;
    own.run(root, &["-m", "mypy", "--strict", SOURCES])?;
    // As its users get it: nothing but the wheel and what that asks for.
    let fresh = Environment::at(folder.join("fresh"), true)?;
    fresh.install(root, &wheel, false)?;
    fresh.run(root, &["crates/fewest-py/tests/run_page.py", "README.md"])
}

/// Builds the source distribution that is published and from it the wheel, and checks that they have
/// no path of this machine.
pub fn publish(root: &Path) -> Result<()> {
    let (own, out) = (checks(root)?, folder(root)?.join("published"));
    if out.exists() {
        std::fs::remove_dir_all(&out)?;
    }
    let out = out
        .to_str()
        .context("the target folder's path is no text")?;
    // The last matching prefix counts.
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(home.as_ref()?.join(".cargo")));
    // The wheel is built from the unpacked source distribution in a temporary folder.
    let places = [
        (Some(std::env::temp_dir()), "tmp"),
        (home, "~"),
        (cargo, "cargo"),
        (Some(root.into()), "fewest"),
    ];
    let places: Vec<(String, &str)> = (places.into_iter())
        .filter_map(|(place, name)| Some((place?.to_str()?.to_owned(), name)))
        .collect();
    let flags = places
        .iter()
        .map(|(place, name)| format!("--remap-path-prefix={place}={name}"));
    let mut build = own.command(root, &["-m", "maturin", "build", "--sdist", "--out", out])?;
    build.env(
        "CARGO_ENCODED_RUSTFLAGS",
        flags.collect::<Vec<_>>().join("\x1f"),
    );
    build.env("CARGO_TARGET_DIR", shell::target(root)?);
    println!("{}", shell::shown(&build));
    shell::run(&mut build)?;
    let mut words = vec!["crates/fewest-py/tests/check_published.py", out];
    words.extend(places.iter().map(|(place, _)| place.as_str()));
    own.run(root, &words)
}

/// The wheel of these sources.
fn build(root: &Path, own: &Environment, folder: &Path) -> Result<PathBuf> {
    // An earlier version's would be there, too.
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let out = folder
        .to_str()
        .context("the target folder's path is no text")?;
    own.run(
        root,
        &[
            "-m",
            "maturin",
            "build",
            "--quiet",
            "--profile",
            "dev",
            "--out",
            out,
        ],
    )?;
    let mut wheels = std::fs::read_dir(folder)?;
    let wheel = wheels.next().context("maturin built no wheel")??;
    Ok(wheel.path())
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
    python: PathBuf,
}

impl Environment {
    /// The one in a folder, made if it is not there, or anew.
    fn at(folder: PathBuf, anew: bool) -> Result<Self> {
        let places = ["bin/python", "Scripts/python.exe"].map(|place| folder.join(place));
        let find = || places.iter().find(|place| place.exists()).cloned();
        if anew || find().is_none() {
            let mut python = Command::new("python3");
            python.args(["-m", "venv", "--clear"]).arg(&folder);
            shell::run(&mut python)?;
        }
        let python = find().context("the virtual environment has no python")?;
        Ok(Self { folder, python })
    }

    /// Installs a wheel, and unless `alone` what it asks for.
    fn install(&self, root: &Path, wheel: &Path, alone: bool) -> Result<()> {
        let wheel = wheel.to_str().context("the wheel's path is no text")?;
        let mut words = vec![
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        if alone {
            words.extend(["--no-deps", "--force-reinstall"]);
        }
        words.push(wheel);
        self.run(root, &words)
    }

    fn run(&self, root: &Path, words: &[&str]) -> Result<()> {
        let mut python = self.command(root, words)?;
        println!("{}", shell::shown(&python));
        shell::run(&mut python)
    }

    fn command(&self, root: &Path, words: &[&str]) -> Result<Command> {
        let mut python = Command::new(&self.python);
        python.current_dir(root).args(words);
        if std::env::var_os("CARGO_TARGET_DIR").is_some() {
            python.env("CARGO_TARGET_DIR", shell::target(root)?);
        }
        // Nothing is written beside the sources.
        python.env("PYTHONDONTWRITEBYTECODE", "1");
        python.env("PYTEST_ADDOPTS", "-p no:cacheprovider");
        for cache in ["HYPOTHESIS_STORAGE_DIRECTORY", "MYPY_CACHE_DIR"] {
            python.env(cache, self.folder.join(cache.to_lowercase()));
        }
        Ok(python)
    }
}
