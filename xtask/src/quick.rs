//! Quick checks of a change: only the crates that it touches.

use std::collections::BTreeSet;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::page;

/// The crates whose answers the corpus holds.
const ANSWERING: [&str; 5] = [
    "fewest",
    "fewest-base",
    "fewest-engine",
    "fewest-model",
    "fewest-text",
];

/// Checks the format of all crates, and the lints and unit tests of those changed since a commit. A
/// change of the library also runs the corpus, one of the page its tests without a browser.
pub fn run(sh: &Shell, since: &str) -> Result<()> {
    let changed = changed(sh, since)?;
    let packages = packages(&changed);
    cmd!(sh, "cargo fmt --all --check").run()?;
    if !packages.is_empty() {
        let each = packages.iter().flat_map(|package| ["--package", package]);
        let each = &each.collect::<Vec<&str>>();
        cmd!(sh, "cargo clippy --all-targets {each...} -- -D warnings").run()?;
        let is_library = |package: &&str| sh.path_exists(format!("crates/{package}/src/lib.rs"));
        // Cargo refuses `--lib` without a library.
        let library = packages.iter().any(is_library).then_some("--lib");
        cmd!(sh, "cargo test --quiet --bins {library...} {each...}").run()?;
        if packages.iter().any(|package| ANSWERING.contains(package)) {
            cmd!(
                sh,
                "cargo test --quiet --package fewest-tests --test corpus"
            )
            .run()?;
        }
    }
    let is_of_the_page = |path: &&String| path.starts_with("crates/fewest-cli/page");
    if changed.iter().any(|path| is_of_the_page(&path)) {
        page::scripts::check(sh)?;
        page::served::check(sh)?;
    }
    Ok(())
}

/// The paths of changed and new files.
fn changed(sh: &Shell, since: &str) -> Result<BTreeSet<String>> {
    let changed = cmd!(sh, "git diff --name-only {since}").read()?;
    let new = cmd!(sh, "git ls-files --others --exclude-standard").read()?;
    let paths = changed.lines().chain(new.lines());
    Ok(paths.map(str::to_owned).collect())
}

/// The packages that have these files.
fn packages(changed: &BTreeSet<String>) -> BTreeSet<&str> {
    changed.iter().filter_map(|path| package(path)).collect()
}

/// The package that compiles this file.
fn package(path: &str) -> Option<&str> {
    let is_rust = [".rs", ".toml"].iter().any(|end| path.ends_with(end));
    let mut parts = path.split('/');
    match (is_rust, parts.next()?) {
        (true, "crates") => parts.next(),
        (true, "xtask") => Some("xtask"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::packages;

    #[test]
    fn packages_of_changed_files() {
        let paths = [
            "crates/fewest-base/src/rank/subset.rs",
            "crates/fewest-cli/page/app.js",
            "crates/fewest-py/python/fewest/__init__.py",
            "docs/cubes.md",
            "xtask/src/quick.rs",
        ];
        let changed = paths.map(str::to_owned).into();
        assert_eq!(Vec::from_iter(packages(&changed)), ["fewest-base", "xtask"]);
    }
}
