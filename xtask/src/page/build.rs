//! Compiles, binds and packs the module.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use wasm_bindgen_cli_support::Bindgen;
use xshell::{Shell, cmd};

use super::target_std::{TARGET, TargetStd};
use super::{FOLDER, SOURCES, sources};
use crate::shell;

const SCRIPT: &str = "fewest.js";
const PACKED: &str = "fewest.wasm.lzma";
/// Compiles the module into the page's folder or, with `is_quick`, only compares it.
pub fn run(sh: &Shell, is_quick: bool) -> Result<()> {
    if is_quick {
        return compare(sh);
    }
    let of = sources::hash(sh)?;
    let built = build(sh, false)?;
    let built = built.map_err(|why| anyhow!("the module can't be compiled here: {why}"))?;
    for name in [SCRIPT, PACKED] {
        let bytes = sh.read_binary_file(built.join(name))?;
        sh.write_file(format!("{FOLDER}/{name}"), &bytes)?;
        println!("{FOLDER}/{name}: {} bytes", bytes.len());
    }
    Ok(sh.write_file(format!("{FOLDER}/{SOURCES}"), format!("{of}\n"))?)
}

/// Compares a quickly compiled module with the library, or prints why it can't be compiled.
fn compare(sh: &Shell) -> Result<()> {
    let built = match build(sh, true)? {
        Ok(built) => built,
        Err(why) => {
            println!("NOT REBUILT: {why}. The unchanged module in the repository was tested.");
            return Ok(());
        }
    };
    let test = cmd!(sh, "cargo test --package fewest-wasm --test module");
    let test = test.env("FEWEST_MODULE", &built);
    Ok(test.env("FEWEST_MODULE_SLOW", "1").run()?)
}

/// Compiles the module, optimised for size, which takes minutes, or as fast as possible. Returns its
/// folder, or why it can't be compiled here.
fn build(sh: &Shell, is_quick: bool) -> Result<Result<PathBuf, String>> {
    let target_std = match TargetStd::find(sh)? {
        Ok(target_std) => target_std,
        Err(why) => return Ok(Err(why)),
    };
    let folder = shell::target(sh)?.join("page");
    let name = if is_quick { "module-quick" } else { "module" };
    let cargo = cmd!(
        sh,
        "cargo build --package fewest-wasm --target {TARGET} --profile {name}"
    );
    target_std
        .add_to(cargo.arg("--target-dir").arg(&folder))
        .run()?;
    let module = folder.join(TARGET).join(name);
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
    let script = sh.read_file(glued.join(SCRIPT))?;
    let script = format!("// @ts-nocheck: made by wasm-bindgen\n{script}");
    sh.write_file(glued.join(SCRIPT), script)?;
    let (module, packed) = (glued.join("fewest_bg.wasm"), glued.join(PACKED));
    cmd!(sh, "python3 xtask/pack.py {module} {packed}").run()?;
    Ok(Ok(glued))
}
