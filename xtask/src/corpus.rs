//! Regenerates the reference answers.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

const FOLDERS: [&str; 2] = ["corpus", "examples"];

/// Runs corpus/make.py and checks that no file changes.
pub fn run(root: &Path) -> Result<()> {
    println!("python3 corpus/make.py (about a minute)");
    let mut python = Command::new("python3");
    // Compiled modules would look like new files.
    python
        .arg("corpus/make.py")
        .env("PYTHONDONTWRITEBYTECODE", "1");
    shell::run(python.current_dir(root))?;

    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(root).args(words).arg("--").args(FOLDERS);
        git
    };
    let added = git(&["ls-files", "--others", "--exclude-standard"])
        .output()
        .context("git cannot be started")?;
    let added = String::from_utf8_lossy(&added.stdout);
    let same = git(&["--no-pager", "diff", "--exit-code"])
        .status()
        .context("git cannot be started")?
        .success();
    if same && added.is_empty() {
        println!("corpus and examples came out byte for byte the same");
        return Ok(());
    }
    for file in added.lines() {
        println!("not in git: {file}");
    }
    bail!(
        "corpus or examples differ from what git has. Above, a line with `-` is the answer on record and \
         the line with `+` in its place is what the rules in corpus/oracle.py give now. If you changed the boards or the \
         questions on purpose, commit the new files; if not, either oracle.py is wrong or the record was edited by hand. \
         `git checkout corpus/*.txt examples` brings the record back"
    );
}
