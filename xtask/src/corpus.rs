//! Regenerates the reference answers.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

const FOLDERS: [&str; 2] = ["corpus", "examples"];

/// Runs corpus/make.py and checks that no file changes.
pub fn run(sh: &Shell) -> Result<()> {
    println!("corpus/make.py takes about a minute");
    // Compiled modules would look like new files.
    let make = cmd!(sh, "python3 corpus/make.py").env("PYTHONDONTWRITEBYTECODE", "1");
    make.run()?;
    let added = cmd!(
        sh,
        "git ls-files --others --exclude-standard -- {FOLDERS...}"
    )
    .read()?;
    let changes = cmd!(sh, "git --no-pager diff --exit-code -- {FOLDERS...}");
    if changes.run().is_ok() && added.is_empty() {
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
