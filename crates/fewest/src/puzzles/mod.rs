//! The rules of each puzzle, and nothing else.

pub mod knights;
pub mod rotation;
