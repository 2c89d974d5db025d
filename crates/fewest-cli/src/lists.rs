//! `fewest puzzles` and `fewest formats`.

use std::io::Write;

use fewest::catalogue::{ENTRIES, find};
use fewest::format::{FORMATS, Format, Kind};

use crate::End;

/// Lists the puzzles.
pub fn puzzles() -> anyhow::Result<End> {
    let mut out = std::io::stdout().lock();
    for entry in ENTRIES {
        writeln!(out, "{:<12} {}", entry.name, entry.title)?;
    }
    Ok(End::Done)
}

/// Lists the formats, of one puzzle or of all.
pub fn formats(puzzle: Option<&str>) -> anyhow::Result<End> {
    let formats: Vec<&Format> = match puzzle {
        Some(name) => find(name)?.formats(),
        None => FORMATS.iter().collect(),
    };
    let mut out = std::io::stdout().lock();
    let mut kind = None;
    for format in formats {
        if kind != Some(format.kind) {
            let title = match format.kind {
                Kind::Rotation => "rotation",
                Kind::Knights => "knights",
                Kind::Sliding => "eight, fifteen, twentyfour, sliding:WxH",
            };
            writeln!(out, "{}{title}", if kind.is_none() { "" } else { "\n" })?;
            kind = Some(format.kind);
        }
        writeln!(out, "  {:<13}{}", format.name, format.used_by)?;
        writeln!(out, "  {:<13}in:  {}", "", format.input)?;
        writeln!(out, "  {:<13}out: {}", "", format.output)?;
        if format.kind == Kind::Sliding && format.name != "hdu3567" {
            writeln!(out, "  {:<13}goal: {}", "", format.goal.name())?;
        }
    }
    writeln!(out, "\nevery puzzle, output only")?;
    writeln!(out, "  {:<13}one object a line", "json")?;
    writeln!(out, "  {:<13}boards drawn as they look", "text")?;
    Ok(End::Done)
}
