//! The least image of a board under many symmetries, for millions of boards.

use super::Symmetries;
use crate::space::structure::MAX_CELLS;

/// Symmetries as the source of each cell, so that images are compared cell by cell without writing
/// them: most differ from the least one in the first cells.
#[derive(Clone, Debug)]
pub struct Images {
    cells: usize,
    symbols: usize,
    /// For each symmetry, the cell from which each cell's piece comes.
    sources: Vec<u8>,
    /// For each symmetry, the symbol that each symbol becomes.
    names: Vec<u8>,
}

impl Images {
    /// Prepares the images under these symmetries.
    #[must_use]
    pub fn of(symmetries: &Symmetries) -> Self {
        let first = symmetries.iter().next();
        let mut images = Self {
            cells: first.map_or(0, |first| first.cells.len()),
            symbols: first.map_or(0, |first| first.symbols.len()),
            sources: Vec::new(),
            names: Vec::new(),
        };
        for symmetry in symmetries {
            let start = images.sources.len();
            images.sources.resize(start + images.cells, 0);
            for (cell, &to) in (0..=u8::MAX).zip(&symmetry.cells) {
                if let Some(source) = images.sources.get_mut(start + usize::from(to)) {
                    *source = cell;
                }
            }
            images.names.extend(&symmetry.symbols);
        }
        images
    }

    /// Replaces a board by its least image, and returns the size of its class: the number of
    /// different images.
    pub fn replace_by_least(&self, board: &mut [u8]) -> u64 {
        if self.cells == 0 || self.symbols == 0 || board.len() != self.cells {
            return 1;
        }
        let mut buffer = [0; MAX_CELLS];
        let Some(least) = buffer.get_mut(..self.cells) else {
            return 1;
        };
        least.copy_from_slice(board);
        let (mut symmetries, mut same) = (0, 0);
        let all = self.sources.chunks_exact(self.cells);
        for (sources, names) in all.zip(self.names.chunks_exact(self.symbols)) {
            symmetries += 1;
            let mut image = sources.iter().map(|&source| {
                let symbol = board.get(usize::from(source)).copied().unwrap_or(0);
                names.get(usize::from(symbol)).copied().unwrap_or(symbol)
            });
            let differing = image
                .by_ref()
                .zip(&*least)
                .enumerate()
                .find(|(_, (symbol, least))| symbol != *least);
            match differing {
                None => same += 1,
                Some((cell, (symbol, other))) if symbol < *other => {
                    same = 1;
                    if let Some(rest) = least.get_mut(cell..) {
                        for (place, symbol) in
                            rest.iter_mut().zip(std::iter::once(symbol).chain(image))
                        {
                            *place = symbol;
                        }
                    }
                }
                Some(_) => {}
            }
        }
        board.copy_from_slice(least);
        symmetries / same.max(1)
    }
}
