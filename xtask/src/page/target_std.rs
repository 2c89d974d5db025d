//! The WebAssembly standard library: installed (`rustup target add wasm32-unknown-unknown`), or
//! compiled from Debian's source package.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Cmd, Shell, cmd};

use crate::shell;

/// The compiler's name of the target.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The Debian suite with the sources of newer compilers than the stable release's.
const SUITE: &str = "trixie-backports";
const MIRROR: &str = "http://deb.debian.org/debian";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// The origin of the target's standard library.
pub enum TargetStd {
    /// It is installed.
    Installed,
    /// It is compiled from source by this compiler.
    Source(PathBuf),
}

impl TargetStd {
    /// Finds the standard library, or returns the reason that there is none.
    pub fn find(sh: &Shell) -> Result<Result<Self, String>> {
        let libraries = cmd!(sh, "rustc --print target-libdir --target {TARGET}").read()?;
        if Path::new(&libraries).is_dir() {
            return Ok(Ok(Self::Installed));
        }
        let folder = shell::target(sh)?.join("rust-src");
        let compiler = folder.join("bin").join("rustc");
        if compiler.is_file() {
            return Ok(Ok(Self::Source(compiler)));
        }
        Ok(match fetch(sh, &folder) {
            Ok(()) => Ok(Self::Source(compiler)),
            Err(error) => Err(format!(
                "the standard library for {TARGET} is not installed (`rustup target add {TARGET}`), \
                 and Debian's source of it could not be had: {error:#}"
            )),
        })
    }

    pub fn add_to<'a>(&self, cargo: Cmd<'a>) -> Cmd<'a> {
        match self {
            Self::Installed => cargo,
            // The variable is required for `-Z` on a stable compiler.
            Self::Source(compiler) => (cargo.arg("-Zbuild-std=std,panic_abort"))
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", compiler),
        }
    }
}

/// Downloads the source of this release's standard library and makes a folder that acts as a
/// compiler: the installed libraries, the source, and a wrapper script that passes the folder as
/// the sysroot.
fn fetch(sh: &Shell, folder: &Path) -> Result<()> {
    let release = shell::compiler(sh, "release")?;
    let apt = sh.create_dir(folder.join("apt"))?;
    sh.create_dir(apt.join("lists/partial"))?;
    sh.create_dir(apt.join("cache/archives/partial"))?;
    // A separate package index leaves the machine's unchanged.
    let sources = format!("deb [signed-by={KEYRING}] {MIRROR} {SUITE} main\n");
    sh.write_file(apt.join("sources.list"), sources)?;
    let place = |option: &str, name: &str| format!("-oDir::{option}={}", apt.join(name).display());
    let options = &[
        place("Etc::sourcelist", "sources.list"),
        place("State::lists", "lists"),
        place("Cache", "cache"),
        "-oDir::Etc::sourceparts=-".to_owned(),
        "-oAPT::Sandbox::User=root".to_owned(),
    ];
    let inside = sh.push_dir(&apt);
    cmd!(sh, "apt-get {options...} update -qq").run()?;
    let known = cmd!(sh, "apt-cache {options...} madison rust-src").read()?;
    let versions = known.lines().filter_map(|line| line.split('|').nth(1));
    let is_same = |version: &&str| version.starts_with(&format!("{release}+"));
    let version = versions.map(str::trim).find(is_same);
    let version = version.with_context(|| format!("{SUITE} has no rust-src of {release}"))?;
    cmd!(sh, "apt-get {options...} download -qq rust-src={version}").run()?;
    let mut files = sh.read_dir(".")?.into_iter();
    let package = files.find(|file| file.extension().is_some_and(|end| end == "deb"));
    let package = package.context("apt-get downloaded nothing")?;
    drop(inside);

    let libraries = folder.join("lib/rustlib");
    let source = sh.create_dir(libraries.join("src/rust"))?;
    let members = "./usr/src/*/library";
    let unpacked = apt.join("unpacked.tar");
    let tar = cmd!(sh, "dpkg --fsys-tarfile {package}").output()?.stdout;
    sh.write_file(&unpacked, tar)?;
    cmd!(
        sh,
        "tar -x -f {unpacked} -C {source} --strip-components=4 --wildcards {members}"
    )
    .run()?;
    let system = cmd!(sh, "rustc --print sysroot").read()?;
    let host = shell::compiler(sh, "host")?;
    cmd!(sh, "ln -sfn {system}/lib/rustlib/{host} {libraries}/{host}").run()?;
    // A link to the compiler would not work: it finds its files relative to its real path. The
    // script is written last, because its presence marks the folder as complete.
    let compiler = folder.join("bin").join("rustc");
    let folder_shown = folder.display();
    let script =
        format!("#!/bin/sh\nexec '{system}/bin/rustc' --sysroot '{folder_shown}' \"$@\"\n");
    sh.write_file(&compiler, script)?;
    cmd!(sh, "chmod +x {compiler}").run()?;
    Ok(sh.remove_path(&apt)?)
}
