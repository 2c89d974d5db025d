//! How numbers, tables and boards look on the page.

use std::fmt::{self, Display};

use crate::lab::Board;

/// Prints what the page shows under a name.
pub fn say(name: &str, text: impl Display) {
    println!("[{name}]\n{text}");
}

/// A number with commas.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `sum / count`, rounded to two places.
pub fn mean(sum: u64, count: u64) -> String {
    let hundredths = (200 * sum + count) / (2 * count);
    format!("{}.{:02}", number(hundredths / 100), hundredths % 100)
}

/// A table in Markdown; numbers stand to the right, behind a first column of names.
pub struct Rows(Vec<String>);

impl Rows {
    /// A table with these heads of its columns.
    pub fn new<const COLUMNS: usize>(heads: [&str; COLUMNS]) -> Self {
        let mut rules = [" ---: "; COLUMNS];
        rules[0] = " --- ";
        let mut rows = Self(Vec::new());
        rows.add(&heads.map(str::to_owned));
        rows.0.push(format!("|{}|", rules.join("|")));
        rows
    }

    /// Adds a row.
    pub fn add(&mut self, cells: &[String]) {
        self.0.push(format!("| {} |", cells.join(" | ")));
    }
}

impl Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// Boards side by side, each under its title.
pub fn side_by_side(boards: &[(String, Board)]) -> String {
    let width = boards.iter().map(|(title, _)| title.chars().count());
    let width = width.max().unwrap_or(0).max(5);
    let heads = boards.iter().map(|(title, _)| title.clone());
    let mut lines = vec![heads.collect::<Vec<_>>()];
    for row in 0..3 {
        let cells = boards.iter().map(|(_, board)| {
            let tiles = (3 * row..3 * row + 3).map(|cell| match board.get(cell) {
                0 => ".".to_owned(),
                tile => tile.to_string(),
            });
            tiles.collect::<Vec<_>>().join(" ")
        });
        lines.push(cells.collect());
    }
    let lines = lines.iter().map(|cells| {
        let padded = cells.iter().map(|cell| format!("{cell:width$}"));
        padded.collect::<Vec<_>>().join("   ").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}
