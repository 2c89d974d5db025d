//! Draws docs/speed.svg, the times of the program compared with its peers, from the newest record
//! of `cargo xtask bench --peers --record`.
//!
//! The picture works on light and dark pages and has no embedded fonts. Bars have a logarithmic
//! scale.

use std::fmt::Write;

use anyhow::{Context, Result};
use xshell::Shell;

use crate::generated::File;

const PICTURE: &str = "docs/speed.svg";
const RECORDS: &str = "record";

/// The start of bars, the end of the longest one, and the picture's width, in pixels.
const START: f64 = 214.0;
const END: f64 = 640.0;
const WIDTH: u32 = 830;
/// The time at the start of bars, in milliseconds.
const LEAST: f64 = 1.0;

const STYLE: &str = "\
text { font: 14px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328; stroke: #ffffff; stroke-width: 6px; paint-order: stroke }
.title { font-weight: 600 }
.note { font-size: 12px; fill: #59636e }
.end { text-anchor: end }
.middle { text-anchor: middle }
.page { fill: #ffffff }
.line { stroke: #d1d9e0 }
.other { fill: #9aa4af }
.ours { fill: #0969da }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; stroke: #0d1117 }
  .note { fill: #9198a1 }
  .page { fill: #0d1117 }
  .line { stroke: #3d444d }
  .other { fill: #656c76 }
  .ours { fill: #4493f8 }
}
";

/// A program's time for a group of boards.
struct Row<'a> {
    boards: &'a str,
    program: &'a str,
    milliseconds: f64,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let mut cells = line.split('|').map(str::trim).skip(1);
        Some(Self {
            boards: cells.next()?,
            program: cells.next()?,
            milliseconds: cells.next()?.parse().ok()?,
        })
    }
}

/// Draws the picture.
pub fn files(sh: &Shell) -> Result<Vec<File>> {
    Ok(vec![(PICTURE.to_owned(), picture(&newest(sh)?)?)])
}

/// The text of the newest record of this kind. File names begin with the date.
fn newest(sh: &Shell) -> Result<String> {
    let paths = sh.read_dir(RECORDS)?.into_iter().rev();
    let mut records = paths.filter(|path| path.to_string_lossy().ends_with("-peers.md"));
    let newest = records.next();
    Ok(sh.read_file(newest.context("`cargo xtask bench --peers --record` makes a record")?)?)
}

fn rows(record: &str) -> Result<Vec<Row<'_>>> {
    let lines = record.lines().skip_while(|line| !line.starts_with("|---"));
    let lines = lines.skip(1).take_while(|line| line.starts_with('|'));
    let rows = lines.map(|line| Row::read(line).with_context(|| format!("not a row: {line}")));
    rows.collect()
}

/// A time in milliseconds or seconds.
fn time(milliseconds: f64) -> String {
    if milliseconds >= 1000.0 {
        return format!("{} s", figures(milliseconds / 1000.0));
    }
    format!("{} ms", figures(milliseconds))
}

/// A number with two digits, or all digits before the point.
fn figures(number: f64) -> String {
    let digits = usize::from(number < 10.0);
    format!("{number:.digits$}")
}

fn picture(record: &str) -> Result<String> {
    let rows = rows(record)?;
    let longest = rows.iter().map(|row| row.milliseconds).fold(10.0, f64::max);
    let decade = (END - START) / (longest / LEAST).log10();
    let place = |milliseconds: f64| START + decade * (milliseconds / LEAST).max(1.0).log10();
    let mut bars = String::new();
    let mut y = 46;
    for group in rows.chunk_by(|a, b| a.boards == b.boards) {
        let boards = group[0].boards;
        writeln!(
            bars,
            "<text class=\"title\" x=\"16\" y=\"{}\">{boards}</text>",
            y + 15
        )?;
        y += 24;
        for (i, row) in group.iter().enumerate() {
            let mut label = time(row.milliseconds);
            if i > 0 {
                let ratio = row.milliseconds / group[0].milliseconds;
                write!(label, ", {} times as long", figures(ratio))?;
            }
            let (end, base) = (place(row.milliseconds), y + 14);
            let class = if i == 0 { "ours" } else { "other" };
            writeln!(
                bars,
                "<text class=\"end\" x=\"{:.0}\" y=\"{base}\">{}</text>\n\
                 <rect class=\"{class}\" x=\"{START:.0}\" y=\"{}\" width=\"{:.1}\" height=\"16\" rx=\"2\"/>\n\
                 <text x=\"{:.1}\" y=\"{base}\">{label}</text>",
                START - 8.0,
                row.program,
                y + 1,
                end - START,
                end + 8.0,
            )?;
            y += 22;
        }
        y += 12;
    }
    let mut lines = String::new();
    let mut tick = LEAST;
    while tick <= longest {
        let x = place(tick);
        writeln!(
            lines,
            "<path class=\"line\" d=\"M{x:.1} 40V{y}\"/>\n\
             <text class=\"note middle\" x=\"{x:.1}\" y=\"{}\">{}</text>",
            y + 16,
            time(tick).replace(".0", ""),
        )?;
        tick *= 10.0;
    }
    let height = y + 28;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>Times of fewest and of other programs for the same boards</title>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\" rx=\"6\"/>\n\
         <text class=\"note\" x=\"16\" y=\"26\">Processor time on one core, tables built anew; logarithmic scale. Shorter is better.</text>\n\
         {lines}{bars}</svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_the_times_of_a_record() {
        let record = "# A record\n\n| boards | program | ms | range |\n|---|---|---:|---|\n\
                      | 8-puzzle | fewest | 10.0 | 9 to 11 |\n| 8-puzzle | A* | 1000 | 9 to 11 |\n\n| not this |\n";
        let picture = picture(record).unwrap();
        assert_eq!(picture.matches("<rect class=\"ours\"").count(), 1);
        assert_eq!(picture.matches("<rect class=\"other\"").count(), 1);
        assert!(picture.contains(">10 ms<") && picture.contains(">1.0 s, 100 times as long<"));
    }
}
