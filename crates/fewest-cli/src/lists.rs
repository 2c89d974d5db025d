//! `fewest puzzles` and `fewest formats`.

use std::io::Write;

use fewest::model::Kind;
use fewest::{ENTRIES, Entry};
use fewest_text::formats::{FORMATS, Format};

use crate::arguments::Shape;
use crate::filled::filled;
use crate::number::{Count, grouped};
use crate::{End, json, puzzle, terminal};

const MAX_WIDTH: usize = 80;
/// Below this width, the columns before descriptions would leave no room for them.
const NARROW: usize = 64;

/// The widths of the columns in the list of puzzles, with two blanks between them.
const COLUMNS: [usize; 3] = [11, 18, 12];

/// The largest number of boards that is written in full.
const WRITTEN_OUT: u128 = 99_999_999_999_999;

pub fn puzzles(shape: Shape) -> anyhow::Result<End> {
    let mut out = std::io::stdout().lock();
    if let Shape::Json = shape {
        let puzzles: Vec<_> = ENTRIES.iter().map(object).collect();
        json::write(&puzzles, &mut out)?;
        return Ok(End::Done);
    }
    if terminal::columns(MAX_WIDTH) >= NARROW {
        let heads = ["puzzle", "boards", "God's number"];
        row(&mut out, heads, "description")?;
    }
    for entry in ENTRIES {
        let boards = entry.boards.map_or_else(String::new, boards);
        let known = entry.farthest.map(|number| number.to_string());
        let moves = match known {
            Some(number) => number,
            None if entry.boards.is_some() => "not known".to_owned(),
            None => String::new(),
        };
        row(&mut out, [entry.name, &boards, &moves], entry.title)?;
    }
    writeln!(out)?;
    for text in [
        "For your own puzzle, write a definition file and give its path as the name:",
        "fewest solve ./my-puzzle.toml. `fewest define check` finds its mistakes.",
    ] {
        wrapped(&mut out, "", text)?;
    }
    Ok(End::Done)
}

/// One entry of the list, on several lines if the last column is long.
fn row(out: &mut impl Write, columns: [&str; 3], last: &str) -> std::io::Result<()> {
    let [first, second, third] = COLUMNS;
    let [name, boards, moves] = columns;
    if terminal::columns(MAX_WIDTH) < NARROW {
        writeln!(out, "{name}")?;
        let figures = [(boards, "boards"), (moves, "God's number")];
        let figures = figures.into_iter().filter(|(figure, _)| !figure.is_empty());
        let figures = figures.map(|(figure, what)| format!("; {what}: {figure}"));
        return wrapped(
            out,
            "    ",
            &(last.to_owned() + &figures.collect::<String>()),
        );
    }
    let label = format!("{name:<first$}  {boards:>second$}  {moves:>third$}  ");
    wrapped(out, &label, last)
}

/// The number of boards, as a power of ten if very large.
fn boards(number: u128) -> String {
    if number <= WRITTEN_OUT {
        return grouped(number);
    }
    let power = number.ilog10();
    let hundredths = number / 10u128.pow(power - 2);
    let (whole, part) = (hundredths / 100, hundredths % 100);
    format!("{whole}.{part:02}e{power}")
}

fn object(entry: &Entry) -> serde_json::Value {
    serde_json::json!({
        "puzzle": entry.name,
        "title": entry.title,
        "boards": entry.boards.map(Count),
        "farthest": entry.farthest,
        "is_defined": entry.definition.is_some(),
    })
}

pub fn formats(name: Option<&str>) -> anyhow::Result<End> {
    let formats: Vec<&Format> = match name {
        Some(name) => fewest_text::formats(&puzzle::find(name)?),
        None => FORMATS.to_vec(),
    };
    let mut out = std::io::stdout().lock();
    let mut kind = None;
    if let Some(name) = name
        && fewest_text::has_own_boards(&puzzle::find(name)?)
    {
        wrapped(
            &mut out,
            &format!("  {:<13}", "(jams)"),
            "databases of traffic jams, unless --from is given",
        )?;
        part(
            &mut out,
            "in:",
            "letters of a square tray on each line, with cars of its own",
        )?;
        part(&mut out, "out:", "as plain")?;
    }
    for format in formats {
        if kind != Some(format.kind) {
            let title = match format.kind {
                Kind::Rotation => "rotation",
                Kind::Knights => "knights",
                Kind::Sliding => "eight, fifteen, twentyfour, sliding:WxH",
                Kind::Defined => "puzzles with a definition (FILE.toml)",
            };
            writeln!(out, "{}{title}", if kind.is_none() { "" } else { "\n" })?;
            kind = Some(format.kind);
        }
        wrapped(&mut out, &format!("  {:<13}", format.name), format.used_by)?;
        part(&mut out, "in:", format.input)?;
        part(&mut out, "out:", format.output)?;
        if format.kind == Kind::Sliding && format.name != "hdu3567" {
            part(&mut out, "goal:", format.goal.name())?;
        }
    }
    writeln!(out, "\nevery puzzle, output only")?;
    for (name, text) in [
        ("json", "one object per line"),
        ("csv", "one row per board, after a header"),
        ("text", "boards drawn as pictures"),
    ] {
        wrapped(&mut out, &format!("  {name:<13}"), text)?;
    }
    Ok(End::Done)
}

/// Writes a part of a format's description, wrapped.
fn part(out: &mut impl Write, label: &str, text: &str) -> std::io::Result<()> {
    let is_narrow = terminal::columns(MAX_WIDTH) < NARROW;
    let indent = if is_narrow { 4 } else { 15 };
    wrapped(out, &format!("{:<indent$}{label:<5} ", ""), text)
}

fn wrapped(out: &mut impl Write, label: &str, text: &str) -> std::io::Result<()> {
    let width = terminal::columns(MAX_WIDTH);
    let lines = filled(label, label.chars().count(), text, width);
    writeln!(out, "{}", lines.trim_end())
}
