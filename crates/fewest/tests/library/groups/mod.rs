//! Permutation groups against what is published of them, and against listing their elements.

mod chains;
pub mod stickers;
