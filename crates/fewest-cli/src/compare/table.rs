//! A table that wraps its columns into several parts if lines are too short for all of them.

use std::io::{self, Write};

const GAP: usize = 2;

pub struct Column {
    pub head: &'static str,
    pub cells: Vec<String>,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        cells.chain([self.head.len()]).max().unwrap_or(0)
    }
}

/// Writes the rows' names and the columns that fit beside them, and repeats this for the rest.
pub fn write(
    names: &[Column],
    columns: &[Column],
    width: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let taken: usize = names.iter().map(|column| column.width() + GAP).sum();
    let mut rest = columns;
    while !rest.is_empty() {
        let mut used = taken;
        let fitting = rest.iter().take_while(|column| {
            used += column.width() + GAP;
            used - GAP <= width
        });
        let (block, further) = rest.split_at(fitting.count().max(1));
        let rows = names.first().map_or(0, |column| column.cells.len());
        line(names, block, |column| column.head, out)?;
        for row in 0..rows {
            line(
                names,
                block,
                |column| column.cells.get(row).map_or("", String::as_str),
                out,
            )?;
        }
        if !further.is_empty() {
            writeln!(out)?;
        }
        rest = further;
    }
    Ok(())
}

fn line<'c>(
    names: &'c [Column],
    columns: &'c [Column],
    cell: impl Fn(&'c Column) -> &'c str,
    out: &mut impl Write,
) -> io::Result<()> {
    let gap = " ".repeat(GAP);
    let left = names
        .iter()
        .map(|column| format!("{:<1$}", cell(column), column.width()));
    let right = columns
        .iter()
        .map(|column| format!("{:>1$}", cell(column), column.width()));
    let text = left.chain(right).collect::<Vec<_>>().join(&gap);
    writeln!(out, "{}", text.trim_end())
}
