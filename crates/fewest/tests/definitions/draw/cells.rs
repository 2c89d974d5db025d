//! Cells, counted or drawn.

use fastrand::Rng;

use super::pick;
use crate::spec::{Cells, quoted};

/// Words that cells may be called, of one letter or more.
const LETTERS: &str = "ABCDEFGHJ";
const WORDS: [&str; 10] = [
    "up", "c1", "left", "x", "100", "é", "a.b", "_", "Q2", "middle",
];

pub fn draw(rng: &mut Rng, number: usize) -> Cells {
    if rng.u8(..4) == 0 {
        return Cells::counted(number);
    }
    let names = names(rng, number);
    let grid = places(rng, number);
    let lines = if fills_rows(&grid) && rng.u8(..3) == 0 {
        single_blanks(&names, &grid)
    } else {
        columns(rng, &names, &grid)
    };
    let text = written(rng, &lines);
    Cells { names, grid, text }
}

fn names(rng: &mut Rng, number: usize) -> Vec<String> {
    let mut names: Vec<String> = match rng.u8(..4) {
        0 => (1..=number).map(|cell| cell.to_string()).collect(),
        1 => (6..)
            .take(number)
            .map(|cell: usize| cell.to_string())
            .collect(),
        2 => LETTERS.chars().take(number).map(String::from).collect(),
        _ => {
            let mut words = WORDS.map(str::to_owned);
            rng.shuffle(&mut words);
            words.into_iter().take(number).collect()
        }
    };
    if rng.bool() {
        rng.shuffle(&mut names);
    }
    names
}

/// Rows and columns: a rectangle or a part of one. Rows that do not fill a rectangle have different numbers of cells, so that it
/// is the places that tell the columns.
fn places(rng: &mut Rng, number: usize) -> Vec<(usize, usize)> {
    let sides: Vec<usize> = (1..=number)
        .filter(|side| number.is_multiple_of(*side))
        .collect();
    if rng.bool() {
        let width = *pick(rng, &sides);
        return (0..number)
            .map(|cell| (cell / width, cell % width))
            .collect();
    }
    loop {
        let (height, width) = (rng.usize(1..=number), rng.usize(1..=number));
        let mut all: Vec<(usize, usize)> = (0..height * width)
            .map(|cell| (cell / width, cell % width))
            .collect();
        if all.len() < number || all.len() > 2 * number {
            continue;
        }
        rng.shuffle(&mut all);
        all.truncate(number);
        all.sort_unstable();
        // Rows and columns without a cell are not there.
        let mut rows: Vec<usize> = all.iter().map(|(row, _)| *row).collect();
        rows.dedup();
        let mut columns: Vec<usize> = all.iter().map(|(_, column)| *column).collect();
        columns.sort_unstable();
        columns.dedup();
        let place = |own: usize, all: &[usize]| all.partition_point(|other| *other < own);
        for (row, column) in &mut all {
            (*row, *column) = (place(*row, &rows), place(*column, &columns));
        }
        let is_told_by_places = lengths(&all).windows(2).any(|pair| pair[0] != pair[1]);
        if is_told_by_places || fills_rows(&all) {
            return all;
        }
    }
}

/// The numbers of cells of the rows.
fn lengths(grid: &[(usize, usize)]) -> Vec<usize> {
    grid.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len).collect()
}

/// Whether the cells fill a rectangle.
fn fills_rows(grid: &[(usize, usize)]) -> bool {
    let rows: Vec<&[(usize, usize)]> = grid.chunk_by(|a, b| a.0 == b.0).collect();
    let is_full = |row: &&[(usize, usize)]| row.iter().map(|own| own.1).eq(0..rows[0].len());
    rows.iter().all(is_full)
}

/// Each name in its column.
fn columns(rng: &mut Rng, names: &[String], grid: &[(usize, usize)]) -> Vec<String> {
    let length = |name: &String| name.chars().count();
    let last = grid.iter().map(|own| own.1).max().unwrap_or(0);
    let is_right = rng.bool();
    let (indent, gap) = (rng.usize(..3), rng.usize(1..4));
    let widths: Vec<usize> = (0..=last)
        .map(|column| {
            let own = grid
                .iter()
                .zip(names)
                .filter(|(place, _)| place.1 == column);
            own.map(|(_, name)| length(name)).max().unwrap_or(0)
        })
        .collect();
    let mut lines: Vec<String> = Vec::new();
    for ((row, column), name) in grid.iter().zip(names) {
        if lines.len() <= *row {
            lines.push(String::new());
        }
        let start = indent
            + widths[..*column]
                .iter()
                .map(|width| width + gap)
                .sum::<usize>();
        let start = start
            + if is_right {
                widths[*column] - length(name)
            } else {
                0
            };
        let line = &mut lines[*row];
        line.push_str(&" ".repeat(start - line.chars().count()));
        line.push_str(name);
    }
    lines
}

/// Names with one blank between them, which do not stand in columns where some are longer.
fn single_blanks(names: &[String], grid: &[(usize, usize)]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for ((_, column), name) in grid.iter().zip(names) {
        match lines.last_mut().filter(|_| *column > 0) {
            Some(line) => *line = format!("{line} {name}"),
            None => lines.push(name.clone()),
        }
    }
    lines
}

/// The picture as TOML, perhaps with empty lines.
fn written(rng: &mut Rng, lines: &[String]) -> String {
    if lines.len() == 1 && rng.bool() {
        return quoted(&lines[0]);
    }
    let between = if rng.u8(..4) == 0 { "\n\n" } else { "\n" };
    let start = if rng.u8(..4) == 0 { "" } else { "\n" };
    format!("\"\"\"{start}{}{between}\"\"\"", lines.join(between))
}
