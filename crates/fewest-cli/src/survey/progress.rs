//! The progress of a count in a folder.

use std::path::Path;

use anyhow::Context;
use fewest::levels::Status;

use crate::arguments::Survey;
use crate::number::{counted, grouped};
use crate::{End, plain, print};

/// Reports how far a stopped job is that a command resumes. Before the first level, there is
/// nothing to report.
pub fn resumable(folder: Option<&Path>, command: &str) {
    if let Some(Ok(done)) = folder.map(so_far) {
        plain::note(format!("{done}; run {command} to resume"));
    }
}

/// Reports the progress of the survey in a folder.
pub fn status(arguments: &Survey) -> anyhow::Result<End> {
    let folder = arguments.status.as_deref().context("no folder")?;
    print(&so_far(folder)?)?;
    Ok(End::Done)
}

fn so_far(folder: &Path) -> anyhow::Result<String> {
    let status = Status::read(folder)?;
    let (boards, farthest) = (
        status.counts.iter().sum::<u64>(),
        status.counts.len().saturating_sub(1),
    );
    let (name, moves) = (&status.puzzle, counted(farthest as u64, "move"));
    Ok(if status.is_complete {
        format!(
            "{name}: done, {} up to {moves} away",
            counted(boards, "board")
        )
    } else {
        format!(
            "{name}: {} of at most {} counted, up to {moves} away",
            grouped(boards),
            counted(status.boards, "board")
        )
    })
}
