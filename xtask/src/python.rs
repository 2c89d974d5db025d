//! Builds the Python package as a wheel, installs it into virtual environments and tests it there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::{notices, npm, shell};

/// The pinned requirements of the checks.
const NEEDED: &str = "crates/fewest-py/tests/requirements.txt";
const SOURCES: &str = "crates/fewest-py/python/fewest";
/// The licences of the crates in the module. git ignores this file of published packages.
const NOTICES: &str = "crates/fewest-py/python/fewest/NOTICES";

/// Checks that a suitable Python is installed.
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

/// The folder for everything built and installed here.
fn folder(root: &Path) -> Result<PathBuf> {
    Ok(shell::target(root)?.join("python"))
}

/// The virtual environment with the requirements of the checks.
fn checks(root: &Path) -> Result<Environment> {
    check_interpreter()?;
    let environment = Environment::at(folder(root)?.join("checks"), false)?;
    environment
        .run(
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
    Ok(environment)
}

/// Builds an unoptimised wheel and runs all checks of the package on it.
pub fn check(root: &Path) -> Result<()> {
    let (environment, folder) = (checks(root)?, folder(root)?);
    let wheel = build(root, &environment, &folder.join("wheels"))?;
    environment.install(root, &wheel, true)?;
    // A test compares it with a second checker.
    shell::run(shell::cargo(root)?.args(["build", "--package", "fewest-check"]))?;
    // Another compares it with the program, which the other tests have built,
    if !shell::target(root)?.join(program("fewest")).exists() {
        shell::run(shell::cargo(root)?.args(["build", "--package", "fewest-cli"]))?;
    }
    let mut tests =
        environment.command(root, &["-m", "pytest", "--quiet", "crates/fewest-py/tests"])?;
    // and with the npm package.
    if let Some(folder) = npm::install(root)? {
        tests.env("FEWEST_NPM", npm::installed(&folder));
    }
    println!("{}", shell::shown(&tests));
    shell::run(&mut tests)?;
    environment.run(root, &["-m", "mypy.stubtest", "fewest._fewest"])?;
    environment.run(root, &["-m", "mypy", "--strict", SOURCES])?;
    // As users install it: only the wheel and its dependencies.
    let fresh = Environment::at(folder.join("fresh"), true)?;
    fresh.install(root, &wheel, false)?;
    fresh.run(root, &["crates/fewest-py/tests/run_page.py", "README.md"])
}

/// Writes the licences to where wheels and source distributions contain them.
pub fn write_notices(root: &Path) -> Result<()> {
    let text = notices::text(root, "fewest-py", None)?;
    std::fs::write(root.join(NOTICES), text).with_context(|| format!("{NOTICES} can't be written"))
}

/// Builds the source distribution and its wheel, and checks them for paths of this machine.
pub fn publish(root: &Path) -> Result<()> {
    let (environment, out) = (checks(root)?, folder(root)?.join("published"));
    if out.exists() {
        std::fs::remove_dir_all(&out)?;
    }
    let out = out
        .to_str()
        .context("the target folder's path is not UTF-8")?;
    write_notices(root)?;
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
    let mut build =
        environment.command(root, &["-m", "maturin", "build", "--sdist", "--out", out])?;
    build.env(
        "CARGO_ENCODED_RUSTFLAGS",
        flags.collect::<Vec<_>>().join("\x1f"),
    );
    build.env("CARGO_TARGET_DIR", shell::target(root)?);
    println!("{}", shell::shown(&build));
    shell::run(&mut build)?;
    let mut words = vec!["crates/fewest-py/tests/check_published.py", out];
    words.extend(places.iter().map(|(place, _)| place.as_str()));
    environment.run(root, &words)
}

fn build(root: &Path, environment: &Environment, folder: &Path) -> Result<PathBuf> {
    // A wheel of an earlier version may be there.
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let out = folder
        .to_str()
        .context("the target folder's path is not UTF-8")?;
    environment.run(
        root,
        &[
            "-m",
            "maturin",
            "build",
            "--quiet",
            "--profile",
            "dev",
            "--features",
            "as-tests",
            "--out",
            out,
        ],
    )?;
    let mut wheels = std::fs::read_dir(folder)?;
    let wheel = wheels.next().context("maturin built no wheel")??;
    Ok(wheel.path())
}

/// The place of a program in the target folder.
fn program(name: &str) -> String {
    format!("debug/{name}{}", std::env::consts::EXE_SUFFIX)
}

struct Environment {
    folder: PathBuf,
    python: PathBuf,
}

impl Environment {
    /// The environment in a folder, created if it does not exist or if `recreate`.
    fn at(folder: PathBuf, recreate: bool) -> Result<Self> {
        let places = ["bin/python", "Scripts/python.exe"].map(|place| folder.join(place));
        let find = || places.iter().find(|place| place.exists()).cloned();
        if recreate || find().is_none() {
            let mut python = Command::new("python3");
            python.args(["-m", "venv", "--clear"]).arg(&folder);
            shell::run(&mut python)?;
        }
        let python = find().context("the virtual environment has no python")?;
        Ok(Self { folder, python })
    }

    /// Installs a wheel and, unless `alone`, its dependencies.
    fn install(&self, root: &Path, wheel: &Path, alone: bool) -> Result<()> {
        let wheel = wheel.to_str().context("the wheel's path is not UTF-8")?;
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
        let target = shell::target(root)?;
        python.env("FEWEST_CHECK", target.join(program("fewest-check")));
        python.env("FEWEST_PROGRAM", target.join(program("fewest")));
        // Write nothing beside the sources.
        python.env("PYTHONDONTWRITEBYTECODE", "1");
        python.env("PYTEST_ADDOPTS", "-p no:cacheprovider");
        for cache in ["HYPOTHESIS_STORAGE_DIRECTORY", "MYPY_CACHE_DIR"] {
            python.env(cache, self.folder.join(cache.to_lowercase()));
        }
        Ok(python)
    }
}
