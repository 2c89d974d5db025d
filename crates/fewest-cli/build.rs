//! Lists the files of the page that are served, all of which are embedded in the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Files of the page that are served as they are. `cargo xtask page` builds the others, in the folder `served`.
const UNCHANGED: [&str; 6] = [
    "embed.html",
    "icon-maskable.svg",
    "icon.svg",
    "manifest.json",
    "module/fewest.wasm.lzma",
    "open.js",
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page/served");
    for name in UNCHANGED {
        println!("cargo::rerun-if-changed=page/{name}");
    }
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut built = Vec::new();
    collect(&root.join("page/served"), "", &mut built)?;
    let built = (built.into_iter()).map(|name| (format!("served/{name}"), name));
    let unchanged = UNCHANGED.map(|name| (name.to_owned(), name.to_owned()));
    let mut files: Vec<(String, String)> = built.chain(unchanged).collect();
    files.sort_by(|(_, a), (_, b)| a.cmp(b));
    let mut list = String::from("&[\n");
    for (path, name) in files {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/page/\", {path:?})");
        writeln!(list, "    ({name:?}, include_bytes!({path})),").map_err(io::Error::other)?;
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

/// The files of a folder and of those in it, with `/` between the parts of their names on every
/// system. What is hidden or has no ending is not served: editors' files, the policy.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files)?;
        } else if !name.starts_with('.') && path.extension().is_some() {
            files.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
