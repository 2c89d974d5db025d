//! Type checks and tests of the page's JavaScript, if node is installed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::shell;

/// The type checker, from npm.
const TYPESCRIPT: &str = "typescript@5.9.3";
const TESTS: &str = "crates/fewest-cli/page-tests";
const PAGE: &str = "crates/fewest-cli/page";
/// The strictest options of the type checker.
const STRICT: [&str; 12] = [
    "--checkJs",
    "--allowJs",
    "--strict",
    "--noEmit",
    "--target",
    "es2022",
    "--module",
    "es2022",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2022,dom,dom.iterable",
];

/// Checks types and runs the tests, or prints what is missing.
pub fn check(root: &Path) -> Result<()> {
    let is_there = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !is_there("node") {
        println!("NOT TESTED: node is not here.");
        return Ok(());
    }
    let mut node = Command::new("node");
    let mut tests = Vec::new();
    for file in fs::read_dir(root.join(TESTS))? {
        tests.push(file?.path());
    }
    shell::run(
        node.current_dir(root)
            .args(["--test", "--test-timeout=60000"])
            .args(tests),
    )?;
    if !is_there("npm") {
        println!("TYPES NOT CHECKED: npm is not here.");
        return Ok(());
    }
    let folder = shell::target(root)?.join("typescript");
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    if !compiler.is_file() {
        fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--prefix"]);
        shell::run(npm.arg(&folder).arg(TYPESCRIPT)).context("the checker of types")?;
    }
    let mut check = Command::new("node");
    check.arg(compiler).args(STRICT);
    for script in ["app.js", "worker.js", "offline.js"] {
        check.arg(root.join(PAGE).join(script));
    }
    shell::run(&mut check)
}
