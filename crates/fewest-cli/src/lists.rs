//! `fewest puzzles` and `fewest formats`.

use std::io::Write;

use fewest::catalogue::ENTRIES;
use fewest::format::{FORMATS, Format, Kind};

use crate::{End, puzzle};

/// The width of the lists, in characters.
const WIDTH: usize = 100;

/// Lists the puzzles.
pub fn puzzles() -> anyhow::Result<End> {
    let mut out = std::io::stdout().lock();
    for entry in ENTRIES {
        writeln!(out, "{:<12} {}", entry.name, entry.title)?;
    }
    Ok(End::Done)
}

/// Lists the formats, of one puzzle or of all.
pub fn formats(name: Option<&str>) -> anyhow::Result<End> {
    let formats: Vec<&Format> = match name {
        Some(name) => puzzle::find(name)?.formats(),
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
                Kind::Defined => "puzzles by their definitions (FILE.toml)",
            };
            writeln!(out, "{}{title}", if kind.is_none() { "" } else { "\n" })?;
            kind = Some(format.kind);
        }
        writeln!(out, "  {:<13}{}", format.name, format.used_by)?;
        part(&mut out, "in:", format.input)?;
        part(&mut out, "out:", format.output)?;
        if format.kind == Kind::Sliding && format.name != "hdu3567" {
            part(&mut out, "goal:", format.goal.name())?;
        }
    }
    writeln!(out, "\nevery puzzle, output only")?;
    writeln!(out, "  {:<13}one object a line", "json")?;
    writeln!(out, "  {:<13}boards drawn as they look", "text")?;
    Ok(End::Done)
}

/// Writes a part of a format's description, on several lines if it is long.
fn part(out: &mut impl Write, label: &str, text: &str) -> std::io::Result<()> {
    let mut line = format!("  {:<13}{label:<5}", "");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line = format!("  {:<13}{:<5}", "", "");
        }
        line = format!("{line} {word}");
    }
    writeln!(out, "{line}")
}
