//! Lists the files of the page, all of which are embedded in the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for name in files {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/page/\", {name:?})");
        writeln!(list, "    ({name:?}, include_bytes!({path})),").map_err(io::Error::other)?;
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

/// The files of a folder and of those in it, with `/` between the parts of their names on every
/// system. What is hidden or has no ending is not served: editors' files, a note of what the module
/// was compiled from.
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
