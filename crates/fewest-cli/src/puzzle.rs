//! The puzzle given as an argument, by name or by definition file.

use std::path::Path;

use anyhow::anyhow;
use fewest::Puzzle;
use fewest::model::Dialect;

use crate::input;

/// The puzzle of this name or defined in this file. A word is a path if it looks like one, or if it
/// names a file and no puzzle.
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

/// The puzzle defined in a file. The file's name precedes the position of each mistake.
fn define(path: &Path) -> anyhow::Result<Puzzle> {
    let name = input::name(path);
    let text = input::definition(path)?;
    Puzzle::from_toml_at(&text, path).map_err(|problems| {
        if let Some(problem) = foreign(path, &text) {
            return anyhow!(problem);
        }
        let lines: Vec<String> = (problems.to_string().lines())
            .map(|problem| format!("{name}:{problem}"))
            .collect();
        anyhow!(lines.join("\n"))
    })
}

/// Advice for a file that looks like another program's.
pub fn foreign(path: &Path, text: &str) -> Option<String> {
    let begins = |word: &str| {
        let mut lines = text.lines().map(|line| line.split_whitespace().next());
        lines.any(|first| first.is_some_and(|first| first.eq_ignore_ascii_case(word)))
    };
    let ending = path.extension().and_then(|ending| ending.to_str());
    let program = match ending {
        Some("def") => "ksolve+",
        Some("tws") => "twsearch",
        Some("json") => "cubing.js",
        _ if begins("Set") && begins("Move") => "twsearch or ksolve+",
        _ if Dialect::of_text(text) == Some(Dialect::Gap) => "GAP",
        _ => return None,
    };
    let name = input::name(path);
    Some(format!(
        "{name}: this looks like a {program} file; convert it with `fewest define import {name} > my.toml`"
    ))
}
