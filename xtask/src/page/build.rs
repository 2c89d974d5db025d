//! Compiles, binds and compresses the module.

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

use super::target_std::TargetStd;
use super::{FOLDER, SOURCES, sources};
use crate::shell;

/// The compiler's name of the target.
pub const TARGET: &str = "wasm32-unknown-unknown";
const SCRIPT: &str = "fewest.js";
const PACKED: &str = "fewest.wasm.gz";
/// Rounds of compression; more save nothing worth the time.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).unwrap();

#[derive(Clone, Copy)]
enum Profile {
    /// Optimised for size: the module in the repository. Takes minutes.
    Small,
    /// Compiled as fast as possible, for tests.
    Quick,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Small => "module",
            Self::Quick => "module-quick",
        }
    }

    /// The effort of the compression: the repository's module is 4 % smaller than with flate2.
    fn effort(self) -> Options {
        let iterations = match self {
            Self::Small => ITERATIONS,
            Self::Quick => NonZeroU64::MIN,
        };
        Options {
            iteration_count: iterations,
            ..Options::default()
        }
    }
}

/// Compiles the module into the page's folder or, with `is_quick`, only compares it.
pub fn run(root: &Path, is_quick: bool) -> Result<()> {
    if is_quick {
        return compare(root);
    }
    let of = sources::hash(root)?;
    let built = build(root, Profile::Small)?;
    let built = built.map_err(|why| anyhow!("the module can't be compiled here: {why}"))?;
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder)?;
    for name in [SCRIPT, PACKED] {
        let bytes = fs::copy(built.join(name), folder.join(name))?;
        println!("{FOLDER}/{name}: {bytes} bytes");
    }
    fs::write(folder.join(SOURCES), format!("{of}\n"))?;
    Ok(())
}

/// Compares a quickly compiled module with the library, or prints why it can't be compiled.
fn compare(root: &Path) -> Result<()> {
    let built = match build(root, Profile::Quick)? {
        Ok(built) => built,
        Err(why) => {
            println!("NOT REBUILT: {why}. The unchanged module in the repository was tested.");
            return Ok(());
        }
    };
    let mut cargo = shell::cargo(root)?;
    cargo.args(["test", "--package", "fewest-wasm", "--test", "module"]);
    cargo.env("FEWEST_MODULE", &built);
    cargo.env("FEWEST_MODULE_SLOW", "1");
    println!("{}", shell::shown(&cargo));
    shell::run(&mut cargo)
}

/// Compiles the module. Returns its folder, or why it can't be compiled here.
fn build(root: &Path, profile: Profile) -> Result<Result<PathBuf, String>> {
    let target_std = match TargetStd::find(root)? {
        Ok(target_std) => target_std,
        Err(why) => return Ok(Err(why)),
    };
    let mut cargo = shell::cargo(root)?;
    let folder = shell::target(root)?.join("page");
    cargo.args(["build", "--package", "fewest-wasm", "--target", TARGET]);
    cargo.args(["--profile", profile.name(), "--target-dir"]);
    cargo.arg(&folder);
    target_std.add_to(&mut cargo);
    println!("{}", shell::shown(&cargo));
    shell::run(&mut cargo)?;
    let module = folder.join(TARGET).join(profile.name());
    let glued = module.join("glued");
    Bindgen::new()
        .input_path(module.join("fewest_wasm.wasm"))
        .out_name("fewest")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&glued)
        .context("the module can't be glued to JavaScript")?;
    let script = fs::read_to_string(glued.join(SCRIPT))?;
    let script = format!("// @ts-nocheck: made by wasm-bindgen\n{script}");
    fs::write(glued.join(SCRIPT), script)?;
    let module = fs::read(glued.join("fewest_bg.wasm"))?;
    // Its output has no time or name, so equal modules give equal files.
    let mut packed = Vec::new();
    zopfli::compress(profile.effort(), Format::Gzip, &module[..], &mut packed)?;
    fs::write(glued.join(PACKED), packed)?;
    Ok(Ok(glued))
}
