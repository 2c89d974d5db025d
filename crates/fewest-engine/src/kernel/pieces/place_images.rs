//! Ways to carry the pieces of all places of an orbit: moves, and symmetries.

use super::orbit_numbers::{OrbitNumbers, PlaceLook};
use crate::symmetry::Symmetry;

/// The place that the piece of another is carried to, and its look there by its look before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlaceImage {
    pub(super) to: usize,
    pub(super) looks: Vec<u8>,
}

impl OrbitNumbers {
    /// A move, given the spot that the sticker of each spot comes from.
    pub(super) fn moved(&self, back: &[u8]) -> Vec<PlaceImage> {
        let mut way = vec![PlaceImage::default(); self.orbit.places];
        for (to, spot) in self.orbit.spots().step_by(self.orbit.turns).enumerate() {
            let source = usize::from(back[spot]) - self.orbit.first_spot;
            let looks = self.looks.iter();
            way[source / self.orbit.turns] = PlaceImage {
                to,
                looks: looks
                    .map(|look| look.turned[source % self.orbit.turns])
                    .collect(),
            };
        }
        way
    }

    /// A symmetry; `None` if it exchanges the orbit with another.
    pub(super) fn mirrored(&self, symmetry: &Symmetry) -> Option<Vec<PlaceImage>> {
        let frames = self.frames.iter();
        frames
            .map(|frame| self.mirrored_at(frame, symmetry))
            .collect()
    }

    fn mirrored_at(&self, frame: &[u8], symmetry: &Symmetry) -> Option<PlaceImage> {
        let cells: Vec<u8> = frame
            .iter()
            .map(|&cell| symmetry.cells.get(usize::from(cell)).copied())
            .collect::<Option<_>>()?;
        let to = self
            .frames
            .iter()
            .position(|frame| frame.contains(&cells[0]))?;
        let sources: Vec<usize> = self.frames[to]
            .iter()
            .map(|cell| cells.iter().position(|image| image == cell))
            .collect::<Option<_>>()?;
        let look = |look: &PlaceLook| {
            let symbols = sources.iter().map(|&source| {
                let symbol = usize::from(look.symbols[source]);
                symmetry.symbols.get(symbol).copied()
            });
            self.look_of(&symbols.collect::<Option<Vec<u8>>>()?)
        };
        let looks: Vec<u8> = self.looks.iter().map(look).collect::<Option<_>>()?;
        Some(PlaceImage { to, looks })
    }
}
