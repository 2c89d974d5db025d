//! Boards by distance as a bar chart for a terminal.

use std::io::{self, Write};

use crate::number::{grouped, percent};

/// Bars from an eighth of a column to a whole one.
const BLOCKS: [&str; 8] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];
/// The minimum width of a bar, in columns.
const NARROWEST: usize = 8;

/// Writes a line of up to `width` columns for each distance: its boards and, if any board has
/// several goals, the number of such boards.
pub fn write(counts: &[u64], tying: &[u64], width: usize, out: &mut impl Write) -> io::Result<()> {
    let all = counts.iter().sum();
    let largest = counts.iter().copied().max().unwrap_or(0);
    let columns = grouped(largest).len().max("boards".len());
    let has_ties = tying.iter().any(|&tying| tying > 0);
    let tie_columns = if has_ties {
        columns.max("tied".len()) + 2
    } else {
        0
    };
    let head = format!(
        "moves  {:>columns$}{}   share",
        "boards",
        right("tied", tie_columns)
    );
    writeln!(out, "{head}")?;
    let room = width.saturating_sub(head.len() + 2).max(NARROWEST);
    let tying = tying.iter().chain(std::iter::repeat(&0));
    for (moves, (&boards, &tying)) in counts.iter().zip(tying).enumerate() {
        let (count, share) = (grouped(boards), percent(boards, all));
        let tied = right(&grouped(tying), tie_columns);
        let line = format!(
            "{moves:>5}  {count:>columns$}{tied}  {share:>6}  {}",
            bar(boards, largest, room)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Right-aligns text in this many columns; empty for no columns.
fn right(text: &str, columns: usize) -> String {
    if columns == 0 {
        return String::new();
    }
    format!("{text:>columns$}")
}

/// A bar proportional to the count, in eighths of a column. Not empty unless the count is 0.
fn bar(count: u64, largest: u64, room: usize) -> String {
    if count == 0 {
        return String::new();
    }
    let (count, largest) = (u128::from(count), u128::from(largest));
    let eighths = (16 * count * room as u128 + largest) / (2 * largest);
    let eighths = usize::try_from(eighths).unwrap_or(0).max(1);
    let rest = (eighths % 8).checked_sub(1).map_or("", |i| BLOCKS[i]);
    BLOCKS[7].repeat(eighths / 8) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        assert_eq!(bar(0, 10, 10), "");
        assert_eq!(bar(1, 1_000_000, 10), "▏");
        assert_eq!(bar(10, 10, 10), "█".repeat(10));
        assert_eq!(bar(5, 10, 5), "██▌");
        assert_eq!(bar(u64::MAX, u64::MAX, 100), "█".repeat(100));
    }
}
