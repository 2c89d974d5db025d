//! Cells: numbered, or drawn like the board.

use std::ops::Range;

use toml::Spanned;

use super::file::CellsEntry;
use super::names::Names;
use super::problem::{Findings, flaw_of_name};
use super::{MAX_CELLS, words};

/// The cells of a puzzle, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Their names.
    pub names: Vec<String>,
    /// The row and column of each cell in a grid. If all rows have the same number of cells,
    /// columns count them. Otherwise cells drawn above each other share a column.
    pub grid: Vec<(usize, usize)>,
    /// The line of each cell in the drawing, and its range of characters.
    pub spots: Vec<(usize, Range<usize>)>,
}

/// A cell whose column is unclear.
pub(super) struct Unclear {
    pub(super) cell: usize,
    /// The cell that may or may not share its column.
    pub(super) other: usize,
}

impl Picture {
    pub(super) fn read(cells: &Spanned<CellsEntry>, findings: &mut Findings<'_>) -> Option<Self> {
        let span = cells.span();
        let drawn = match cells.as_ref() {
            CellsEntry::Number(number) => {
                let number = usize::try_from(*number).ok();
                let Some(number) = number.filter(|number| (2..=MAX_CELLS).contains(number)) else {
                    findings.add(span, format!("a puzzle has 2 to {MAX_CELLS} cells"));
                    return None;
                };
                return Some(Self::counted(number));
            }
            CellsEntry::Picture(drawn) => drawn,
        };
        let found = words(drawn).count();
        if !(2..=MAX_CELLS).contains(&found) {
            let problem = format!("a puzzle has 2 to {MAX_CELLS} cells; this picture has {found}");
            findings.add(span, problem);
            return None;
        }
        let mut picture = Self {
            names: Vec::new(),
            grid: Vec::new(),
            spots: Vec::new(),
        };
        let lines = drawn.lines().filter(|line| !line.trim().is_empty());
        for (row, line) in lines.enumerate() {
            for (place, word) in words(line) {
                if picture.names.iter().any(|name| name == word) {
                    let start = line.as_ptr() as usize - drawn.as_ptr() as usize;
                    let place = start + place.start..start + place.end;
                    let place = findings.within(&span, drawn, place);
                    findings.add(place, format!("two cells are called `{word}`"));
                }
                if let Some(problem) = flaw_of_name("a cell's name", word) {
                    let start = line.as_ptr() as usize - drawn.as_ptr() as usize;
                    let place = start + place.start..start + place.end;
                    findings.add(findings.within(&span, drawn, place), problem);
                }
                let start = line[..place.start].chars().count();
                picture.names.push(word.to_owned());
                picture
                    .spots
                    .push((row, start..start + word.chars().count()));
            }
        }
        picture.grid = grid(&picture.spots);
        Some(picture)
    }

    /// Cells 1, 2, 3, ... in a row.
    pub(super) fn counted(number: usize) -> Self {
        let names: Vec<String> = (1..=number).map(|cell| cell.to_string()).collect();
        let mut end = 0;
        let spots = names.iter().map(|name| {
            let start = end;
            end += name.len() + 1;
            (0, start..start + name.len())
        });
        Self {
            spots: spots.collect(),
            grid: (0..number).map(|column| (0, column)).collect(),
            names,
        }
    }

    /// A rectangle whose cells are this many characters wide.
    pub(super) fn rectangle(width: usize, height: usize, characters: usize) -> Self {
        let grid = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        Self {
            grid: grid.collect(),
            ..Self::counted(width * height)
        }
        .with_cells_of(characters)
    }

    /// These cells in a grid of single characters.
    pub(super) fn narrow(self) -> Self {
        self.with_cells_of(1)
    }

    fn with_cells_of(self, characters: usize) -> Self {
        let spot = |&(row, column): &(usize, usize)| {
            let start = column * (characters + 1);
            (row, start..start + characters)
        };
        Self {
            spots: self.grid.iter().map(spot).collect(),
            ..self
        }
    }

    pub(super) fn cell(
        &self,
        name: &str,
        place: Range<usize>,
        findings: &mut Findings<'_>,
    ) -> Option<u8> {
        Names::cells(&self.names).find(name, place, findings)
    }

    /// The first cell whose column is unclear.
    pub(super) fn unclear(&self) -> Option<Unclear> {
        if is_even(&self.spots) {
            return None;
        }
        let all = || self.spots.iter().zip(&self.grid).enumerate();
        let widths = |width: usize| self.spots.iter().all(|(_, spot)| spot.len() == width);
        let are_equally_wide = self
            .spots
            .first()
            .is_none_or(|(_, spot)| widths(spot.len()));
        for (cell, ((row, spot), (_, column))) in all() {
            for (other, ((above, higher), (_, its))) in all().take(cell) {
                let is_unclear = if column == its {
                    // Names in a column are aligned at the left, the right or (almost) the middle.
                    let is_straight = spot.start == higher.start
                        || spot.end == higher.end
                        || (spot.start + spot.end).abs_diff(higher.start + higher.end) <= 1;
                    row == above || !is_straight
                } else {
                    // Adjacent names of different lengths may have been meant to share a column.
                    let touches = spot.start == higher.end || higher.start == spot.end;
                    row != above && touches && !are_equally_wide && !self.share_a_row(*column, *its)
                };
                if is_unclear {
                    return Some(Unclear { cell, other });
                }
            }
        }
        None
    }

    fn share_a_row(&self, a: usize, b: usize) -> bool {
        let mut rows = self.grid.iter().filter(|(_, column)| *column == a);
        rows.any(|(row, _)| self.at(*row, b).is_some())
    }

    pub(super) fn at(&self, row: usize, column: usize) -> Option<u8> {
        let mut cells = (0..=u8::MAX).zip(&self.grid);
        cells
            .find(|(_, position)| **position == (row, column))
            .map(|(cell, _)| cell)
    }

    /// Draws a board, with each symbol in its cell's place, wider if the symbols need it.
    pub(crate) fn draw<'s>(
        &self,
        symbols: impl Iterator<Item = &'s str> + Clone,
        out: &mut Vec<u8>,
    ) {
        let widest = symbols.clone().map(|symbol| symbol.chars().count()).max();
        let narrowest = self.spots.iter().map(|(_, spot)| spot.len()).min();
        let scale = widest
            .unwrap_or(1)
            .div_ceil(narrowest.unwrap_or(1).max(1))
            .max(1);
        let (mut line, mut column) = (0, 0);
        for ((row, spot), symbol) in self.spots.iter().zip(symbols) {
            if *row != line {
                out.push(b'\n');
                (line, column) = (*row, 0);
            }
            let width = (spot.end * scale).saturating_sub(column);
            let blanks = width.saturating_sub(symbol.chars().count());
            out.extend(std::iter::repeat_n(b' ', blanks));
            out.extend_from_slice(symbol.as_bytes());
            column = spot.end * scale;
        }
        out.push(b'\n');
    }
}

/// Returns true if all rows have the same number of cells.
fn is_even(spots: &[(usize, Range<usize>)]) -> bool {
    let rows = spots.last().map_or(0, |(row, _)| row + 1);
    let in_row = |row: usize| {
        spots
            .iter()
            .filter(|(spot_row, _)| *spot_row == row)
            .count()
    };
    (0..rows).all(|row| in_row(row) * rows == spots.len())
}

fn grid(spots: &[(usize, Range<usize>)]) -> Vec<(usize, usize)> {
    let rows = spots.iter().map(|(row, _)| *row);
    if is_even(spots) {
        let width = rows.clone().filter(|row| *row == 0).count().max(1);
        return rows.zip((0..width).cycle()).collect();
    }
    let columns = columns(spots);
    let column = |spot: &Range<usize>| columns.partition_point(|start| *start <= spot.start) - 1;
    rows.zip(spots.iter().map(|(_, spot)| column(spot)))
        .collect()
}

/// The starts of the grid's columns. Cells drawn above each other, even in part, share one.
fn columns(spots: &[(usize, Range<usize>)]) -> Vec<usize> {
    let mut spots: Vec<&Range<usize>> = spots.iter().map(|(_, spot)| spot).collect();
    spots.sort_by_key(|spot| (spot.start, spot.end));
    let mut columns = Vec::new();
    let mut end = 0;
    for spot in spots {
        if columns.is_empty() || spot.start >= end {
            columns.push(spot.start);
        }
        end = end.max(spot.end);
    }
    columns
}
