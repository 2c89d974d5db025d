//! The WebAssembly standard library: installed (`rustup target add wasm32-unknown-unknown`), or
//! compiled from Debian's source package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::build::TARGET;
use crate::shell;

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
    pub fn find(root: &Path) -> Result<Result<Self, String>> {
        let libraries = rustc(&["--print", "target-libdir", "--target", TARGET])?;
        if Path::new(&libraries).is_dir() {
            return Ok(Ok(Self::Installed));
        }
        let folder = shell::target(root)?.join("rust-src");
        let compiler = folder.join("bin").join("rustc");
        if compiler.is_file() {
            return Ok(Ok(Self::Source(compiler)));
        }
        let release = release()?;
        Ok(match fetch(&folder, &release) {
            Ok(()) => Ok(Self::Source(compiler)),
            Err(error) => Err(format!(
                "the standard library for {TARGET} is not installed (`rustup target add {TARGET}`), \
                 and Debian's source of {release} could not be had: {error:#}"
            )),
        })
    }

    pub fn add_to(&self, cargo: &mut Command) {
        if let Self::Source(compiler) = self {
            cargo.arg("-Zbuild-std=std,panic_abort");
            // Required for `-Z` on a stable compiler.
            cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", compiler);
        }
    }
}

fn rustc(arguments: &[&str]) -> Result<String> {
    output(Command::new("rustc").args(arguments))
}

fn output(command: &mut Command) -> Result<String> {
    let shown = shell::shown(command);
    let ran = command.stderr(Stdio::inherit()).output();
    let ran = ran.with_context(|| format!("`{shown}` cannot be started"))?;
    if !ran.status.success() {
        bail!("`{shown}` failed: {}", ran.status);
    }
    Ok(String::from_utf8(ran.stdout)?.trim().to_owned())
}

/// A line of the compiler's version report.
fn fact(name: &str) -> Result<String> {
    let version = rustc(&["-vV"])?;
    let mut facts = version.lines().filter_map(|line| line.split_once(": "));
    let fact = facts.find(|(key, _)| *key == name);
    let (_, fact) = fact.with_context(|| format!("rustc -vV has no {name}"))?;
    Ok(fact.to_owned())
}

fn release() -> Result<String> {
    fact("release")
}

/// Downloads the source of this release's standard library and makes a folder that acts as a
/// compiler: the installed libraries, the source, and a wrapper script that passes the folder as
/// the sysroot.
fn fetch(folder: &Path, release: &str) -> Result<()> {
    let system = rustc(&["--print", "sysroot"])?;
    let host = fact("host")?;
    let apt = folder.join("apt");
    fs::create_dir_all(apt.join("lists/partial"))?;
    fs::create_dir_all(apt.join("cache/archives/partial"))?;
    // A separate package index leaves the machine's unchanged.
    let sources = format!("deb [signed-by={KEYRING}] {MIRROR} {SUITE} main\n");
    fs::write(apt.join("sources.list"), sources)?;
    let path = |name: &str| apt.join(name).display().to_string();
    let options = format!(
        "Dir::Etc::sourcelist \"{}\";\nDir::Etc::sourceparts \"-\";\nDir::State::lists \"{}\";\nDir::Cache \"{}\";\n\
         APT::Sandbox::User \"root\";\n",
        path("sources.list"),
        path("lists"),
        path("cache"),
    );
    fs::write(apt.join("options"), options)?;
    let command = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&apt)
            .env("APT_CONFIG", apt.join("options"));
        command
    };
    output(&mut command("apt-get", &["update", "-qq"]))?;
    let known = output(&mut command("apt-cache", &["madison", "rust-src"]))?;
    let versions = known.lines().filter_map(|line| line.split('|').nth(1));
    let is_same = |version: &&str| version.starts_with(&format!("{release}+"));
    let version = versions.map(str::trim).find(is_same);
    let version = version.with_context(|| format!("{SUITE} has no rust-src of {release}"))?;
    let package = format!("rust-src={version}");
    output(&mut command("apt-get", &["download", "-qq", &package]))?;
    let mut files = fs::read_dir(&apt)?.filter_map(Result::ok);
    let file = files.find(|file| file.path().extension().is_some_and(|e| e == "deb"));
    let file = file.context("apt-get downloaded nothing")?.path();

    let libraries = folder.join("lib/rustlib");
    let source = libraries.join("src/rust");
    fs::create_dir_all(&source)?;
    let unpack = "dpkg --fsys-tarfile \"$1\" | tar -x -C \"$2\" --strip-components=4 --wildcards './usr/src/*/library'";
    let mut unpack = command("bash", &["-o", "pipefail", "-c", unpack, "unpack"]);
    output(unpack.arg(&file).arg(&source))?;
    let link = libraries.join(&host);
    if !link.exists() {
        let installed = Path::new(&system).join("lib/rustlib").join(&host);
        output(command("ln", &["-s"]).arg(installed).arg(link))?;
    }
    // A link to the compiler would not work: it finds its files relative to its real path. The
    // script is written last, because its presence marks the folder as complete.
    let compiler = folder.join("bin").join("rustc");
    fs::create_dir_all(folder.join("bin"))?;
    let script = format!(
        "#!/bin/sh\nexec '{system}/bin/rustc' --sysroot '{}' \"$@\"\n",
        folder.display()
    );
    fs::write(&compiler, script)?;
    output(command("chmod", &["+x"]).arg(&compiler))?;
    fs::remove_dir_all(&apt)?;
    Ok(())
}
