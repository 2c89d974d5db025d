//! Projections of boards into views.

use std::sync::Arc;

use super::{CellBoard, General};
use crate::kernel::View;
use crate::kernel::pieces::Pieces;

/// The projection of boards into a [`View`].
#[derive(Clone, Debug)]
pub enum Lens<B: CellBoard> {
    /// Symbols get new names.
    Symbols(B::Names),
    /// Some pieces look alike.
    Pieces(Arc<PieceLens>),
}

/// The looks of the pieces in a view.
#[derive(Clone, Debug)]
pub struct PieceLens {
    pieces: Pieces,
    /// The solved board in the view.
    home: Vec<u8>,
}

impl<B: CellBoard> Lens<B> {
    pub(super) fn of(puzzle: &General<B>, view: &View) -> Self {
        let pieces = view.home().and_then(|home| {
            let solved = puzzle.model.with_goal(puzzle.model.home.as_ref()?);
            let pieces = Pieces::by_names(&solved.structure)?;
            let home = home.to_vec();
            Some(Self::Pieces(Arc::new(PieceLens { pieces, home })))
        });
        pieces.unwrap_or_else(|| Self::Symbols(B::names(view.names(), puzzle.cells)))
    }
}

impl PieceLens {
    /// A board of other pieces becomes a board of zeros, which no view numbers.
    pub(super) fn project<B: CellBoard>(&self, puzzle: &General<B>, board: &B) -> B {
        puzzle.with_symbols(board, |symbols| {
            let seen = self.pieces.recoloured(symbols, &self.home);
            seen.map_or_else(|| B::of(&[], puzzle.key), |seen| B::of(&seen, puzzle.key))
        })
    }
}
