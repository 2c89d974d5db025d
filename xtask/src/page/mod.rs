//! The library as the page's WebAssembly module: compiled, glued to JavaScript, packed.

mod target_std;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use flate2::{Compression, GzBuilder};
use std::io::Write;
use wasm_bindgen_cli_support::Bindgen;

use crate::shell;
use target_std::TargetStd;

/// The compiler's name for what pages run.
pub const TARGET: &str = "wasm32-unknown-unknown";
const FOLDER: &str = "crates/fewest-cli/page/module";

/// How the module is compiled.
#[derive(Clone, Copy)]
pub enum Profile {
    /// As small as it gets: the one in the repository. Takes minutes.
    Small,
    /// As quick as it gets, for tests.
    Quick,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Small => "module",
            Self::Quick => "module-quick",
        }
    }
}

/// Compiles the module and puts it into the page's folder.
pub fn run(root: &Path, is_quick: bool) -> Result<()> {
    let profile = if is_quick {
        Profile::Quick
    } else {
        Profile::Small
    };
    let built = build(root, profile)?;
    let built = built.map_err(|why| anyhow!("the module can't be built here: {why}"))?;
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder)?;
    fs::copy(built.join("fewest.js"), folder.join("fewest.js"))?;
    let module = fs::read(built.join("fewest_bg.wasm"))?;
    // Without a time or a name, so that the same module is the same file.
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    packed.write_all(&module)?;
    let packed = packed.finish()?;
    fs::write(folder.join("fewest.wasm.gz"), &packed)?;
    println!(
        "{FOLDER}: {} bytes, {} as WebAssembly",
        packed.len(),
        module.len()
    );
    Ok(())
}

/// Compiles the module and glues it; returns the folder that it is in, or why it can't be compiled
/// on this machine.
pub fn build(root: &Path, profile: Profile) -> Result<Result<PathBuf, String>> {
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
    Ok(Ok(glued))
}
