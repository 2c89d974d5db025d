//! The puzzle that an argument names: by its name, or by the file that defines it.

use std::path::Path;

use anyhow::anyhow;
use fewest::Puzzle;

use crate::input;

/// More than any definition takes, in bytes.
const LARGEST: u64 = 1 << 20;

/// The puzzle of this name, or of the definition in this file. What looks like a path is one; so is
/// the name of a file that no puzzle has.
pub fn find(word: &str) -> anyhow::Result<Puzzle> {
    let path = Path::new(word);
    let is_toml = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    if is_toml || word.contains(['/', '\\']) {
        return define(path);
    }
    match Puzzle::open(word) {
        Err(_) if path.is_file() => define(path),
        result => Ok(result?),
    }
}

/// The puzzle that a file defines; each mistake with the file's name before its place.
fn define(path: &Path) -> anyhow::Result<Puzzle> {
    let name = path.display();
    let text = input::definition(path, LARGEST)?;
    Puzzle::from_toml(&text).map_err(|problems| {
        let lines: Vec<String> = (problems.to_string().lines())
            .map(|problem| format!("{name}:{problem}"))
            .collect();
        anyhow!(lines.join("\n"))
    })
}
