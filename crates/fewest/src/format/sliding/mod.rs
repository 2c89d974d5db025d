//! Boards of sliding tiles: readers of all their formats.

mod digits;
mod grid;
mod matrix;

use super::{InputError, Place, Reader, Source};
use crate::puzzles::sliding::{Board, MAX_CELLS, Size, Tiles};

pub use digits::{Hdu3567, P1379};
pub use grid::{Grid, Korf, Sized};
pub use matrix::Matrix;

/// The reader of a format, by name.
#[must_use]
pub fn reader<T: Tiles>(name: &str, size: Size) -> Option<Box<dyn Reader<Board = Board<T>>>> {
    Some(match name {
        "hdu1043" | "poj1077" | "acwing179" => Box::new(Grid::new(size, grid::Blank::Letter)),
        "plain" => Box::new(Grid::new(size, grid::Blank::Any)),
        "hdu3567" => Box::<Hdu3567<T>>::default(),
        "p1379" => Box::<P1379<T>>::default(),
        "leetcode773" => Box::new(Matrix::new(size)),
        "hackerrank" | "princeton" => Box::new(Sized::new(size)),
        "npuzzle42" => Box::new(Sized::with_comments(size)),
        "korf" => Box::new(Korf::new(size)),
        _ => return None,
    })
}

/// The board with these tiles, 0 for the blank, or what is wrong with them in words.
fn board<T: Tiles>(cells: &[u8]) -> Result<Board<T>, String> {
    Board::new(cells).ok_or_else(|| {
        let mut counts = [0usize; MAX_CELLS];
        for &tile in cells {
            counts[usize::from(tile)] += 1;
        }
        let name = |tile: usize| if tile == 0 { "the blank".to_owned() } else { tile.to_string() };
        let all = 0..cells.len();
        let twice = all.clone().find(|&tile| counts[tile] > 1);
        let missing = all.clone().find(|&tile| counts[tile] == 0);
        let last = cells.len() - 1;
        match (twice, missing) {
            (Some(twice), Some(missing)) => {
                let (twice, missing) = (name(twice), name(missing));
                format!("has {twice} more than once and lacks {missing}; it must have 1 to {last} and a blank")
            }
            _ => format!("must have 1 to {last} and a blank, each once"),
        }
    })
}

/// What to do with a board of another size.
fn instead(size: Size) -> String {
    let (width, height) = (size.width(), size.height());
    format!("for this board name the puzzle `sliding:{width}x{height}`")
}

/// The error of a board whose `cells` are no board.
fn bad_board(source: &Source<'_>, place: Place, number: u64, problem: String) -> InputError {
    source.error(place, Some(number), problem)
}
