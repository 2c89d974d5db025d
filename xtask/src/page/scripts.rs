//! Type checks and tests of the page's JavaScript, if node is installed.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::shell;

/// The type checker, from npm.
const TYPESCRIPT: &str = "typescript@5.9.3";
const TESTS: &str = "crates/fewest-cli/page-tests";
const PAGE: &str = "crates/fewest-cli/page";

/// Checks types and runs the tests, or prints what is missing.
pub fn check(sh: &Shell) -> Result<()> {
    if !shell::has(sh, "node") {
        println!("NOT TESTED: node is not here.");
        return Ok(());
    }
    let tests = sh.read_dir(TESTS)?;
    cmd!(sh, "node --test --test-timeout=60000 {tests...}").run()?;
    if !shell::has(sh, "npm") {
        println!("TYPES NOT CHECKED: npm is not here.");
        return Ok(());
    }
    let folder = shell::target(sh)?.join("typescript");
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    if !compiler.is_file() {
        sh.create_dir(&folder)?;
        let install = cmd!(
            sh,
            "npm install --silent --no-save --prefix {folder} {TYPESCRIPT}"
        );
        install.run().context("the checker of types")?;
    }
    // The strictest options.
    let check = cmd!(
        sh,
        "node {compiler} --checkJs --allowJs --strict --noEmit --target es2022"
    );
    let check = check.args(["--module", "es2022", "--moduleResolution", "bundler"]);
    let check = check.args(["--lib", "es2022,dom,dom.iterable"]);
    let scripts = ["app.js", "worker.js", "offline.js"];
    let scripts = scripts.map(|name| format!("{PAGE}/{name}"));
    Ok(check.args(scripts).run()?)
}
