//! Shell completions and manual pages, generated from the command line's description.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::End;
use crate::arguments::Arguments;

pub fn completions(shell: Shell) -> anyhow::Result<End> {
    // The generator panics on write errors, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "fewest", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(End::Done)
}

/// Writes the program's manual page to standard output, or the pages of all commands to a folder.
pub fn pages(folder: Option<&Path>) -> anyhow::Result<End> {
    let program = Arguments::command();
    match folder {
        None => clap_mangen::Man::new(program).render(&mut io::stdout().lock())?,
        Some(folder) => {
            let name = || folder.display().to_string();
            fs::create_dir_all(folder).with_context(name)?;
            clap_mangen::generate_to(program, folder).with_context(name)?;
        }
    }
    Ok(End::Done)
}
