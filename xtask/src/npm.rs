//! The npm packages: `fewest-wasm`, the page's module with its worker, and `fewest-check`, the checker
//! of certificates. Both are for Node and browsers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::page::target_std::{TARGET, TargetStd};
use crate::{notices, shell};

const LIBRARY: &str = "fewest-wasm";
const CHECKER: &str = "fewest-check";
/// The checker's files beside its module, and the certificates that its test checks.
const CHECKER_OWN: &str = "crates/fewest-check-wasm/npm";
const CHECKER_FILES: [&str; 4] = ["README.md", "bin.js", "index.d.ts", "index.js"];
const CERTIFICATES: &str = "crates/fewest-check/tests/certificates/stored";
/// The folder of the files that only the package has.
const OWN: &str = "crates/fewest-wasm/npm";
const OWN_FILES: [&str; 6] = [
    "README.md",
    "fewest.js",
    "index.d.ts",
    "index.js",
    "node-worker.js",
    "node.js",
];
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

/// Installs the packages in empty folders and tests them there.
pub fn run(sh: &Shell) -> Result<()> {
    let Some(library) = install(sh)? else {
        return Ok(());
    };
    test(sh, OWN, &library)?;
    if let Some(checker) = install_checker(sh)? {
        test(sh, CHECKER_OWN, &checker)?;
    }
    Ok(())
}

/// The installed library in a folder of `install`.
pub fn installed(folder: &Path) -> PathBuf {
    folder.join("node_modules").join(LIBRARY)
}

/// Packs the library into target/npm, and installs it in an empty folder, without a network. Prints
/// the missing program if Node or npm is not installed.
pub fn install(sh: &Shell) -> Result<Option<PathBuf>> {
    if let Some(missing) = ["node", "npm"].iter().find(|name| !shell::has(sh, name)) {
        println!("NOT TESTED: {missing} is not here.");
        return Ok(None);
    }
    sh.remove_path(folder(sh)?)?;
    let package = folder(sh)?.join(LIBRARY);
    sh.create_dir(package.join("module"))?;
    copy(sh, OWN, &OWN_FILES, &package)?;
    copy(sh, PAGE, &PAGE_FILES, &package)?;
    let types = cmd!(sh, "node xtask/npm-types.mjs {PAGE}/protocol.js").read()?;
    sh.write_file(
        package.join("protocol.d.ts"),
        types.trim().to_owned() + "\n",
    )?;
    let notices = notices::text(sh, "fewest-wasm", Some(TARGET))?;
    sh.write_file(package.join("NOTICES"), notices)?;
    pack(sh, OWN, LIBRARY).map(Some)
}

/// The same for the checker, whose module is compiled first. Prints why it can't be compiled here.
fn install_checker(sh: &Shell) -> Result<Option<PathBuf>> {
    let target_std = match TargetStd::find(sh)? {
        Ok(target_std) => target_std,
        Err(why) => {
            println!("NOT BUILT: {CHECKER}: {why}.");
            return Ok(None);
        }
    };
    let built = shell::target(sh)?.join("page");
    let cargo = cmd!(
        sh,
        "cargo build --package fewest-check-wasm --target {TARGET} --profile checker"
    );
    target_std
        .add_to(cargo.arg("--target-dir").arg(&built))
        .run()?;
    let package = folder(sh)?.join(CHECKER);
    sh.create_dir(&package)?;
    copy(sh, CHECKER_OWN, &CHECKER_FILES, &package)?;
    let module = built.join(TARGET).join("checker/fewest_check_wasm.wasm");
    println!("{}: {} bytes", module.display(), module.metadata()?.len());
    sh.copy_file(module, package.join("fewest-check.wasm"))?;
    let folder = pack(sh, CHECKER_OWN, CHECKER)?;
    let stored = sh.create_dir(folder.join("stored"))?;
    for file in sh.read_dir(CERTIFICATES)? {
        sh.copy_file(file, &stored)?;
    }
    Ok(Some(folder))
}

/// The folder of the packages.
fn folder(sh: &Shell) -> Result<PathBuf> {
    Ok(shell::target(sh)?.join("npm"))
}

fn copy(sh: &Shell, folder: &str, names: &[&str], package: &Path) -> Result<()> {
    for name in names {
        sh.copy_file(format!("{folder}/{name}"), package.join(name))?;
    }
    Ok(())
}

/// Adds the manifest and the licences, packs a package, and installs it in an empty folder, which is
/// returned.
fn pack(sh: &Shell, own: &str, name: &str) -> Result<PathBuf> {
    let packages = folder(sh)?;
    let package = packages.join(name);
    copy(sh, ".", &LICENCES, &package)?;
    let manifest = sh.read_file(format!("{own}/package.json"))?;
    let mut manifest: serde_json::Value = serde_json::from_str(&manifest)?;
    manifest["version"] = env!("CARGO_PKG_VERSION").into();
    let manifest = serde_json::to_string_pretty(&manifest)?;
    sh.write_file(package.join("package.json"), manifest + "\n")?;
    cmd!(
        sh,
        "npm pack --silent --pack-destination {packages} {package}"
    )
    .run()?;
    let tarball = packages.join(format!("{name}-{}.tgz", env!("CARGO_PKG_VERSION")));
    let bytes = tarball.metadata().context("npm pack wrote no package")?;
    println!("{}: {} bytes", tarball.display(), bytes.len());
    let empty = sh.create_dir(packages.join(format!("test-{name}")))?;
    let _inside = sh.push_dir(&empty);
    let install = cmd!(sh, "npm install --offline --no-audit --no-fund --silent");
    install.arg(tarball).run()?;
    Ok(empty)
}

/// Runs the tests of a package in its folder, and checks its types.
fn test(sh: &Shell, own: &str, folder: &Path) -> Result<()> {
    for file in ["test.mjs", "types.mts"] {
        sh.copy_file(format!("{own}/{file}"), folder)?;
    }
    let _inside = sh.push_dir(folder);
    let bundler = shell::target(sh)?.join("esbuild/node_modules/.bin/esbuild");
    let bundler = bundler.is_file().then_some(("FEWEST_ESBUILD", bundler));
    cmd!(sh, "node --test --test-timeout=60000 test.mjs")
        .envs(bundler)
        .run()?;
    // The page's scripts need the same checker of types.
    let compiler = shell::target(sh)?.join("typescript/node_modules/typescript/bin/tsc");
    if !compiler.is_file() {
        println!("TYPES NOT CHECKED: the test of the page's scripts installs their checker.");
        return Ok(());
    }
    let check = cmd!(sh, "node {compiler} --strict --noEmit --target es2022");
    Ok(check.args(["--module", "nodenext", "types.mts"]).run()?)
}
