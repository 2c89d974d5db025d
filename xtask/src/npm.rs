//! The npm package `fewest-wasm`: the page's module with its worker, for Node and browsers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{notices, shell};

/// The folder of the files that only the package has.
const OWN: &str = "crates/fewest-wasm/npm";
const OWN_FILES: [&str; 4] = ["README.md", "index.d.ts", "index.js", "node-worker.js"];
/// The folder of the files that it shares with the page.
const PAGE: &str = "crates/fewest-cli/page";
const PAGE_FILES: [&str; 5] = [
    "conversation.js",
    "unpack.js",
    "worker.js",
    "module/fewest.js",
    "module/fewest.wasm.lzma",
];
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Installs the package in an empty folder and tests it there.
pub fn run(sh: &Shell) -> Result<()> {
    match install(sh)? {
        Some(folder) => test(sh, &folder),
        None => Ok(()),
    }
}

/// The installed package in a folder of `install`.
pub fn installed(folder: &Path) -> PathBuf {
    folder.join("node_modules/fewest-wasm")
}

/// Packs the package into target/npm, and installs it in an empty folder, without a network. Prints
/// the missing program if Node or npm is not installed.
pub fn install(sh: &Shell) -> Result<Option<PathBuf>> {
    if let Some(missing) = ["node", "npm"].iter().find(|name| !shell::has(sh, name)) {
        println!("NOT TESTED: {missing} is not here.");
        return Ok(None);
    }
    let folder = shell::target(sh)?.join("npm");
    sh.remove_path(&folder)?;
    let package = folder.join("fewest-wasm");
    assemble(sh, &package)?;
    let tarball = folder.join(format!("fewest-wasm-{}.tgz", env!("CARGO_PKG_VERSION")));
    cmd!(
        sh,
        "npm pack --silent --pack-destination {folder} {package}"
    )
    .run()?;
    let bytes = tarball.metadata().context("npm pack wrote no package")?;
    println!("{}: {} bytes", tarball.display(), bytes.len());
    let folder = sh.create_dir(folder.join("test"))?;
    let _inside = sh.push_dir(&folder);
    let install = cmd!(sh, "npm install --offline --no-audit --no-fund --silent");
    install.arg(tarball).run()?;
    Ok(Some(folder))
}

/// Writes the package's files into a folder.
fn assemble(sh: &Shell, package: &Path) -> Result<()> {
    sh.create_dir(package.join("module"))?;
    let files = [(OWN, &OWN_FILES[..]), (PAGE, &PAGE_FILES), (".", &LICENCES)];
    for (folder, names) in files {
        for name in names {
            sh.copy_file(format!("{folder}/{name}"), package.join(name))?;
        }
    }
    let manifest = sh.read_file(format!("{OWN}/package.json"))?;
    let mut manifest: serde_json::Value = serde_json::from_str(&manifest)?;
    manifest["version"] = env!("CARGO_PKG_VERSION").into();
    let manifest = serde_json::to_string_pretty(&manifest)?;
    sh.write_file(package.join("package.json"), manifest + "\n")?;
    let types = cmd!(sh, "node xtask/npm-types.mjs {PAGE}/protocol.js").read()?;
    sh.write_file(
        package.join("protocol.d.ts"),
        types.trim().to_owned() + "\n",
    )?;
    let notices = notices::text(sh, "fewest-wasm", Some("wasm32-unknown-unknown"))?;
    sh.write_file(package.join("NOTICES"), notices)?;
    Ok(())
}

/// Runs the tests of the package in its folder, and checks its types.
fn test(sh: &Shell, folder: &Path) -> Result<()> {
    for file in ["test.mjs", "types.mts"] {
        sh.copy_file(format!("{OWN}/{file}"), folder)?;
    }
    let _inside = sh.push_dir(folder);
    cmd!(sh, "node --test --test-timeout=60000 test.mjs").run()?;
    // The page's scripts need the same checker of types.
    let compiler = shell::target(sh)?.join("typescript/node_modules/typescript/bin/tsc");
    if !compiler.is_file() {
        println!("TYPES NOT CHECKED: the test of the page's scripts installs their checker.");
        return Ok(());
    }
    let check = cmd!(sh, "node {compiler} --strict --noEmit --target es2022");
    Ok(check.args(["--module", "nodenext", "types.mts"]).run()?)
}
