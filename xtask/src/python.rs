//! Builds the Python package as a wheel, installs it into virtual environments and tests it there.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{notices, npm, shell};

/// The pinned requirements of the checks.
const NEEDED: &str = "crates/fewest-py/tests/requirements.txt";
const SOURCES: &str = "crates/fewest-py/python/fewest";
const TESTS: &str = "crates/fewest-py/tests";
/// The licences of the crates in the module. git ignores this file of published packages.
const NOTICES: &str = "crates/fewest-py/python/fewest/NOTICES";

/// Checks that a suitable Python is installed.
pub fn check_interpreter(sh: &Shell) -> Result<()> {
    let script = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let python = cmd!(sh, "python3 -c {script}").quiet().ignore_stderr();
    python.run().context(
        "install Python 3.10 or later with venv (on Debian python3 and python3-venv): the python3 here is not enough",
    )
}

/// The folder for everything built and installed here.
fn folder(sh: &Shell) -> Result<PathBuf> {
    Ok(shell::target(sh)?.join("python"))
}

/// A shell with the variables of the checks.
fn variables(sh: &Shell) -> Result<Shell> {
    let (sh, folder) = (sh.clone(), folder(sh)?);
    let programs = shell::target(&sh)?.join("debug");
    let program = |name| {
        programs
            .join(name)
            .with_extension(env::consts::EXE_EXTENSION)
    };
    sh.set_var("FEWEST_CHECK", program("fewest-check"));
    sh.set_var("FEWEST_PROGRAM", program("fewest"));
    sh.set_var("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    sh.set_var("PIP_QUIET", "1");
    // Write nothing beside the sources.
    sh.set_var("PYTHONDONTWRITEBYTECODE", "1");
    sh.set_var("PYTEST_ADDOPTS", "-p no:cacheprovider");
    for cache in ["HYPOTHESIS_STORAGE_DIRECTORY", "MYPY_CACHE_DIR"] {
        sh.set_var(cache, folder.join("checks").join(cache.to_lowercase()));
    }
    Ok(sh)
}

/// The Python of a virtual environment, which is created if it does not exist.
fn environment(sh: &Shell, name: &str) -> Result<PathBuf> {
    let folder = folder(sh)?.join(name);
    let programs = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = folder
        .join(programs)
        .join("python")
        .with_extension(env::consts::EXE_EXTENSION);
    if !python.exists() {
        cmd!(sh, "python3 -m venv --clear {folder}").run()?;
    }
    Ok(python)
}

/// The Python of an environment with the requirements of the checks.
fn checks(sh: &Shell) -> Result<PathBuf> {
    check_interpreter(sh)?;
    let python = environment(sh, "checks")?;
    let install = cmd!(sh, "{python} -m pip install -r {NEEDED}");
    install.run().context("pip needs the network once")?;
    Ok(python)
}

/// Builds an unoptimised wheel and runs all checks of the package on it.
pub fn check(sh: &Shell) -> Result<()> {
    let sh = &variables(sh)?;
    let python = checks(sh)?;
    let wheels = folder(sh)?.join("wheels");
    // A wheel of an earlier version may be there.
    sh.remove_path(&wheels)?;
    let build = cmd!(
        sh,
        "{python} -m maturin build --quiet --profile dev --out {wheels}"
    );
    build.args(["--features", "as-tests"]).run()?;
    let files = sh.read_dir(&wheels)?;
    let wheel = files.first().context("maturin built no wheel")?;
    let install = cmd!(sh, "{python} -m pip install --no-deps --force-reinstall");
    install.arg(wheel).run()?;
    // A test compares it with a second checker.
    cmd!(sh, "cargo build --package fewest-check").run()?;
    // Another compares it with the program, which the other tests have built,
    if !sh.path_exists(sh.var("FEWEST_PROGRAM")?) {
        cmd!(sh, "cargo build --package fewest-cli").run()?;
    }
    // and with the npm package.
    let npm = npm::install(sh)?.map(|folder| ("FEWEST_NPM", npm::installed(&folder)));
    let tests = cmd!(sh, "{python} -m pytest --quiet {TESTS}");
    tests.envs(npm).run()?;
    cmd!(sh, "{python} -m mypy.stubtest fewest._fewest").run()?;
    cmd!(sh, "{python} -m mypy --strict {SOURCES}").run()?;
    let programs = python.parent().context("no folder of programs")?;
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(
        [programs.to_owned()]
            .into_iter()
            .chain(env::split_paths(&inherited)),
    )?;
    // Every name has a type that all checkers infer alike.
    let types = cmd!(
        sh,
        "{python} -m pyright --verifytypes fewest --ignoreexternal"
    );
    types.env("PATH", path).run()?;
    check_lowest(sh, &python, wheel)?;
    // As users install it: only the wheel and its dependencies.
    sh.remove_path(folder(sh)?.join("fresh"))?;
    let fresh = environment(sh, "fresh")?;
    cmd!(sh, "{fresh} -m pip install {wheel}").run()?;
    Ok(cmd!(sh, "{fresh} {TESTS}/run_page.py README.md").run()?)
}

/// Runs the tests that need other packages with the lowest versions that the package accepts.
fn check_lowest(sh: &Shell, python: &Path, wheel: &Path) -> Result<()> {
    sh.remove_path(folder(sh)?.join("lowest"))?;
    let lowest = environment(sh, "lowest")?;
    let gym = format!("fewest[gym] @ file://{}", wheel.display());
    let install = cmd!(sh, "{python} -m uv pip install --quiet --python {lowest}");
    let install = install.args(["--resolution", "lowest", "--only-binary", ":all:"]);
    install.args(["--requirement", NEEDED, &gym]).run()?;
    let tests = ["arrays", "gym"].map(|name| format!("{TESTS}/test_{name}.py"));
    Ok(cmd!(sh, "{lowest} -m pytest --quiet {tests...}").run()?)
}

/// Writes the licences to where wheels and source distributions contain them.
pub fn write_notices(sh: &Shell) -> Result<()> {
    Ok(sh.write_file(NOTICES, notices::text(sh, "fewest-py", None)?)?)
}

/// Builds the source distribution and its wheel, and checks them for paths of this machine.
pub fn publish(sh: &Shell) -> Result<()> {
    let sh = &variables(sh)?;
    let python = checks(sh)?;
    let out = folder(sh)?.join("published");
    sh.remove_path(&out)?;
    write_notices(sh)?;
    let home = env::home_dir().context("no home folder")?;
    let cargo = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    // The wheel is built from the unpacked source distribution in a temporary folder. The last
    // matching prefix counts.
    let places = [
        (env::temp_dir(), "tmp"),
        (home, "~"),
        (cargo, "cargo"),
        (sh.current_dir(), "fewest"),
    ];
    let flags = places
        .each_ref()
        .map(|(place, name)| format!("--remap-path-prefix={}={name}", place.display()));
    let build = cmd!(sh, "{python} -m maturin build --sdist --out {out}");
    build
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .run()?;
    let places = places.map(|(place, _)| place);
    Ok(cmd!(sh, "{python} {TESTS}/check_published.py {out} {places...}").run()?)
}
