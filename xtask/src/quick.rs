//! Quick checks of a change: only the crates that it touches.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{page, shell};

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
pub fn run(root: &Path, since: &str) -> Result<()> {
    let changed = changed(root, since)?;
    let packages = packages(&changed);
    shell::run(shell::cargo(root)?.args(["fmt", "--all", "--check"]))?;
    if !packages.is_empty() {
        let each = packages.iter().flat_map(|package| ["--package", package]);
        let each: Vec<&str> = each.collect();
        let cargo = |words: &[&str]| -> Result<Command> {
            let mut cargo = shell::cargo(root)?;
            cargo.args(words).args(&each);
            Ok(cargo)
        };
        shell::run(cargo(&["clippy", "--all-targets"])?.args(["--", "-D", "warnings"]))?;
        let is_library = |package: &&str| {
            root.join("crates")
                .join(package)
                .join("src/lib.rs")
                .exists()
        };
        let mut units = cargo(&["test", "--quiet", "--bins"])?;
        // Cargo refuses `--lib` without a library.
        units.args(packages.iter().any(is_library).then_some("--lib"));
        shell::run(&mut units)?;
        if packages.iter().any(|package| ANSWERING.contains(package)) {
            let corpus = [
                "test",
                "--quiet",
                "--package",
                "fewest-tests",
                "--test",
                "corpus",
            ];
            shell::run(shell::cargo(root)?.args(corpus))?;
        }
    }
    let is_of_the_page = |path: &&String| path.starts_with("crates/fewest-cli/page");
    if changed.iter().any(|path| is_of_the_page(&path)) {
        page::scripts::check(root)?;
    }
    Ok(())
}

/// The paths of changed and new files.
fn changed(root: &Path, since: &str) -> Result<BTreeSet<String>> {
    let mut changed = BTreeSet::new();
    for words in [
        &["diff", "--name-only", since][..],
        &["ls-files", "--others", "--exclude-standard"],
    ] {
        let mut git = Command::new("git");
        let printed = shell::printed(git.current_dir(root).args(words))?;
        changed.extend(printed.lines().map(str::to_owned));
    }
    Ok(changed)
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
