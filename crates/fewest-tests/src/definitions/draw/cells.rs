//! Random cells, counted or drawn as a picture.

use fastrand::Rng;

use super::pick;
use crate::definitions::spec::{Cells, quoted};

/// Possible names of cells, of one letter or more.
const LETTERS: &str = "ABCDEFGHJ";
const WORDS: [&str; 10] = [
    "up", "c1", "left", "x", "100", "é", "a.b", "_", "Q2", "middle",
];

pub fn draw(rng: &mut Rng, number: usize) -> Cells {
    if rng.u8(..4) == 0 {
        return Cells::counted(number);
    }
    let names = names(rng, number);
    let mut grid = places(rng, number);
    let lines = if fills_rows(&grid) && rng.u8(..3) == 0 {
        spaced(rng, &names, &grid)
    } else {
        columns(rng, &names, &grid)
    };
    if are_even(&grid) {
        // Columns count the names in a row, wherever they are.
        let rows = grid.chunk_by(|a, b| a.0 == b.0);
        let counted =
            rows.flat_map(|row| row.iter().zip(0..).map(|((row, _), column)| (*row, column)));
        grid = counted.collect();
    }
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
        2 if number <= LETTERS.len() => LETTERS.chars().take(number).map(String::from).collect(),
        2 => (10..)
            .take(number)
            .map(|cell: usize| format!("c{cell}"))
            .collect(),
        _ if number > WORDS.len() => (95..)
            .take(number)
            .map(|cell: usize| cell.to_string())
            .collect(),
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

/// Rows and columns: a rectangle, a part of one, or staggered rows.
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
    if rng.u8(..4) == 0 {
        return staggered(rng, number);
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
        renumber(&mut all);
        return all;
    }
}

/// Every second row is between the columns of the others.
fn staggered(rng: &mut Rng, number: usize) -> Vec<(usize, usize)> {
    let width = rng.usize(1..=number);
    // All rows are equally long, or every second is shorter.
    let shorter = rng.usize(..2).min(width - 1);
    let lengths = (0..).map(|row| width - row % 2 * shorter);
    let rows = (0..)
        .zip(lengths)
        .flat_map(|(row, length): (usize, usize)| {
            (0..length).map(move |cell| (row, 2 * cell + row % 2))
        });
    let mut all = rows.take(number).collect();
    renumber(&mut all);
    all
}

/// Removes rows and columns without cells.
fn renumber(all: &mut Vec<(usize, usize)>) {
    let mut rows: Vec<usize> = all.iter().map(|(row, _)| *row).collect();
    rows.dedup();
    let mut columns: Vec<usize> = all.iter().map(|(_, column)| *column).collect();
    columns.sort_unstable();
    columns.dedup();
    let place = |number: usize, all: &[usize]| all.partition_point(|other| *other < number);
    for (row, column) in all {
        (*row, *column) = (place(*row, &rows), place(*column, &columns));
    }
}

fn are_even(grid: &[(usize, usize)]) -> bool {
    let mut lengths = grid.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len);
    let first = lengths.next();
    lengths.all(|length| Some(length) == first)
}

fn fills_rows(grid: &[(usize, usize)]) -> bool {
    let rows: Vec<&[(usize, usize)]> = grid.chunk_by(|a, b| a.0 == b.0).collect();
    let is_full = |row: &&[(usize, usize)]| row.iter().map(|place| place.1).eq(0..rows[0].len());
    rows.iter().all(is_full)
}

/// Writes each name in its column.
fn columns(rng: &mut Rng, names: &[String], grid: &[(usize, usize)]) -> Vec<String> {
    let length = |name: &String| name.chars().count();
    let last = grid.iter().map(|place| place.1).max().unwrap_or(0);
    let is_right = rng.bool();
    let (indent, mut gap) = (rng.usize(..3), rng.usize(1..4));
    // Names of equal length without neighbours may touch the next columns.
    let is_alone = |place: &(usize, usize)| !grid.contains(&(place.0, place.1 + 1));
    let are_equally_long = names.iter().all(|name| length(name) == length(&names[0]));
    if are_equally_long && grid.iter().all(is_alone) && rng.bool() {
        gap = 0;
    }
    let widths: Vec<usize> = (0..=last)
        .map(|column| {
            let in_column = grid
                .iter()
                .zip(names)
                .filter(|(place, _)| place.1 == column);
            in_column.map(|(_, name)| length(name)).max().unwrap_or(0)
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

/// Writes names separated by spaces, not aligned in columns.
fn spaced(rng: &mut Rng, names: &[String], grid: &[(usize, usize)]) -> Vec<String> {
    let max_blanks = *pick(rng, &[1, 1, 4]);
    let mut lines: Vec<String> = Vec::new();
    for ((_, column), name) in grid.iter().zip(names) {
        let blanks = " ".repeat(rng.usize(1..=max_blanks));
        match lines.last_mut().filter(|_| *column > 0) {
            Some(line) => *line = format!("{line}{blanks}{name}"),
            None => lines.push(format!("{}{name}", &blanks[1..])),
        }
    }
    lines
}

/// The picture in TOML, perhaps with empty lines.
fn written(rng: &mut Rng, lines: &[String]) -> String {
    if lines.len() == 1 && rng.bool() {
        return quoted(&lines[0]);
    }
    let between = if rng.u8(..4) == 0 { "\n\n" } else { "\n" };
    let start = if rng.u8(..4) == 0 { "" } else { "\n" };
    format!("\"\"\"{start}{}{between}\"\"\"", lines.join(between))
}
