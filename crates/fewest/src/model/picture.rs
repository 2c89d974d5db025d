//! Cells: counted, or drawn as the board looks.

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
    /// Where each stands: row and column of a grid. Where all rows have as many cells, columns
    /// count them; else cells of different rows are in one column if they are drawn one above the
    /// other.
    pub grid: Vec<(usize, usize)>,
    /// Where each is drawn: line, and characters from its start.
    pub spots: Vec<(usize, Range<usize>)>,
}

/// A cell of which it is not clear in which column it stands.
pub(super) struct Unclear {
    pub(super) cell: usize,
    /// The one that it may or may not be in a column with.
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

    /// The rows and columns of a rectangle, with cells of this many characters.
    pub(super) fn rectangle(width: usize, height: usize, characters: usize) -> Self {
        let grid = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        Self {
            grid: grid.collect(),
            ..Self::counted(width * height)
        }
        .with_cells_of(characters)
    }

    /// The same cells, each a character wide where its column stands.
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

    /// The cell of this name, or a finding at this place.
    pub(super) fn cell(
        &self,
        name: &str,
        place: Range<usize>,
        findings: &mut Findings<'_>,
    ) -> Option<u8> {
        Names::cells(&self.names).find(name, place, findings)
    }

    /// The first cell of which it is not clear in which column it stands.
    pub(super) fn unclear(&self) -> Option<Unclear> {
        if is_even(&self.spots) {
            return None;
        }
        let all = || self.spots.iter().zip(&self.grid).enumerate();
        let widths = |width: usize| self.spots.iter().all(|(_, spot)| spot.len() == width);
        let are_alike = self
            .spots
            .first()
            .is_none_or(|(_, spot)| widths(spot.len()));
        for (cell, ((row, spot), (_, column))) in all() {
            for (other, ((above, higher), (_, its))) in all().take(cell) {
                let is_unclear = if column == its {
                    // Names of a column begin or end below each other, or lie about one middle.
                    let is_straight = spot.start == higher.start
                        || spot.end == higher.end
                        || (spot.start + spot.end).abs_diff(higher.start + higher.end) <= 1;
                    row == above || !is_straight
                } else {
                    // Names of different lengths that touch may have been meant to stand in one.
                    let touches = spot.start == higher.end || higher.start == spot.end;
                    row != above && touches && !are_alike && !self.share_a_row(*column, *its)
                };
                if is_unclear {
                    return Some(Unclear { cell, other });
                }
            }
        }
        None
    }

    /// Whether some row has a cell in both columns.
    fn share_a_row(&self, a: usize, b: usize) -> bool {
        let mut rows = self.grid.iter().filter(|(_, column)| *column == a);
        rows.any(|(row, _)| self.at(*row, b).is_some())
    }

    /// The cell at a place of the grid.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<u8> {
        let mut cells = (0..=u8::MAX).zip(&self.grid);
        cells
            .find(|(_, own)| **own == (row, column))
            .map(|(cell, _)| cell)
    }

    /// Draws a board: each cell's symbol in its place. Everything is drawn wider if the symbols
    /// need it.
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

/// Whether there is more than one row and all have as many cells.
fn is_even(spots: &[(usize, Range<usize>)]) -> bool {
    let rows = spots.last().map_or(0, |(row, _)| row + 1);
    let in_row = |row: usize| spots.iter().filter(|(own, _)| *own == row).count();
    (0..rows).all(|row| in_row(row) * rows == spots.len())
}

/// Row and column of each cell.
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

/// Where the columns of the grid begin: cells drawn above each other, even in part, share one.
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
