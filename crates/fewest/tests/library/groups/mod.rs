//! Permutation groups against what is published of them, and against listing their elements.

mod by_group;
mod chains;
mod colourings;
mod imports;
pub mod stickers;
