//! Permutation groups against what is published of them, and against listing their elements.

mod backward;
mod chains;
mod colourings;
mod imports;
mod numbering;
pub mod stickers;
