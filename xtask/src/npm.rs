//! The npm package `fewest-wasm`: the page's module with its worker, for Node and browsers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::{notices, shell};

/// The folder of the files that only the package has.
const OWN: &str = "crates/fewest-wasm/npm";
const OWN_FILES: [&str; 4] = ["README.md", "index.d.ts", "index.js", "node-worker.js"];
/// Files that the package shares with the page and the repository, and their places in it.
const SHARED_FILES: [(&str, &str); 6] = [
    ("crates/fewest-cli/page/conversation.js", "conversation.js"),
    ("crates/fewest-cli/page/worker.js", "worker.js"),
    (
        "crates/fewest-cli/page/module/fewest.js",
        "module/fewest.js",
    ),
    (
        "crates/fewest-cli/page/module/fewest.wasm.gz",
        "module/fewest.wasm.gz",
    ),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];
const PROTOCOL: &str = "crates/fewest-cli/page/protocol.js";

/// Installs the package in an empty folder and tests it there.
pub fn run(root: &Path) -> Result<()> {
    match install(root)? {
        Some(folder) => test(root, &folder),
        None => Ok(()),
    }
}

/// The installed package in a folder of `install`.
pub fn installed(folder: &Path) -> PathBuf {
    folder.join("node_modules/fewest-wasm")
}

/// Packs the package into target/npm, and installs it in an empty folder, without a network. Prints
/// the missing program if Node or npm is not installed.
pub fn install(root: &Path) -> Result<Option<PathBuf>> {
    for program in ["node", "npm"] {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null());
        if !command.status().is_ok_and(|status| status.success()) {
            println!("NOT TESTED: {program} is not here.");
            return Ok(None);
        }
    }
    let folder = shell::target(root)?.join("npm");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let package = folder.join("fewest-wasm");
    assemble(root, &package)?;
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", "--pack-destination"]);
    shell::run(pack.arg(&folder).current_dir(&package))?;
    let tarball = folder.join(format!("fewest-wasm-{}.tgz", env!("CARGO_PKG_VERSION")));
    let bytes = fs::metadata(&tarball)
        .context("npm pack wrote no package")?
        .len();
    println!("{}: {bytes} bytes", tarball.display());
    let folder = folder.join("test");
    fs::create_dir_all(&folder)?;
    let mut install = Command::new("npm");
    install.args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--silent",
    ]);
    shell::run(install.arg(tarball).current_dir(&folder))?;
    Ok(Some(folder))
}

/// Writes the package's files into a folder.
fn assemble(root: &Path, package: &Path) -> Result<()> {
    fs::create_dir_all(package.join("module"))?;
    let own = OWN_FILES.map(|name| (PathBuf::from(OWN).join(name), name));
    let shared = SHARED_FILES.map(|(path, name)| (PathBuf::from(path), name));
    for (path, name) in own.into_iter().chain(shared) {
        fs::copy(root.join(&path), package.join(name))
            .with_context(|| format!("{} can't be copied", path.display()))?;
    }
    let manifest = fs::read_to_string(root.join(OWN).join("package.json"))?;
    let mut manifest: serde_json::Value = serde_json::from_str(&manifest)?;
    manifest["version"] = env!("CARGO_PKG_VERSION").into();
    let manifest = serde_json::to_string_pretty(&manifest)?;
    fs::write(package.join("package.json"), manifest + "\n")?;
    let mut types = Command::new("node");
    types.arg("xtask/npm-types.mjs").arg(PROTOCOL);
    let types = shell::printed(types.current_dir(root))?;
    fs::write(package.join("protocol.d.ts"), types + "\n")?;
    let notices = notices::text(root, "fewest-wasm", Some("wasm32-unknown-unknown"))?;
    fs::write(package.join("NOTICES"), notices)?;
    Ok(())
}

/// Runs the tests of the package in its folder, and checks its types.
fn test(root: &Path, folder: &Path) -> Result<()> {
    fs::copy(root.join(OWN).join("test.mjs"), folder.join("test.mjs"))?;
    let mut node = Command::new("node");
    shell::run(
        node.args(["--test", "--test-timeout=60000", "test.mjs"])
            .current_dir(folder),
    )?;
    // The page's scripts need the same checker of types.
    let compiler = shell::target(root)?.join("typescript/node_modules/typescript/bin/tsc");
    if !compiler.is_file() {
        println!("TYPES NOT CHECKED: the test of the page's scripts installs their checker.");
        return Ok(());
    }
    fs::copy(root.join(OWN).join("types.mts"), folder.join("types.mts"))?;
    let mut check = Command::new("node");
    check
        .arg(compiler)
        .args(["--strict", "--noEmit", "--target", "es2022"]);
    check.args(["--module", "nodenext", "types.mts"]);
    shell::run(check.current_dir(folder))
}
