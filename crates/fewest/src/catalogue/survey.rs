//! What a survey finds, with boards and moves as text.

use crate::survey::Figures;

/// A puzzle surveyed.
#[derive(Clone, Debug, PartialEq)]
pub struct Surveyed {
    /// The puzzle's name.
    pub name: String,
    /// What the puzzle is, in a few words.
    pub title: String,
    /// The solved board as the format `plain` has it; `None` where there are many.
    pub goal: Option<String>,
    /// The figures.
    pub figures: Figures,
    /// The hardest boards that were asked for, by falling distance.
    pub hardest: Vec<ShownBoard>,
}

/// One of the hardest boards in writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownBoard {
    /// The board as the format `plain` has it.
    pub board: String,
    /// The board as it looks, line by line.
    pub drawing: String,
    /// Its distance, in moves.
    pub distance: u8,
    /// How many boards the puzzle's symmetries make of it, itself included.
    pub class: u64,
    /// The least of its shortest answers: the names of its moves.
    pub answer: String,
    /// How many shortest answers it has, at most [`u128::MAX`].
    pub answers: u128,
}
