//! All boards of a puzzle by distance.

use fewest::{Board, Listing, Options, Puzzle};
use serde::Serialize;

use crate::failure::Failure;

/// The number of hardest boards that are listed.
const LISTED: u64 = 12;

/// Figures about all boards. Counts are strings, because a page's numbers have 53 bits.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    boards: String,
    solvable: Option<String>,
    unsolvable: Option<String>,
    counts: Vec<String>,
    /// God's number.
    pub farthest: u8,
    mean: f64,
    median: u8,
    peak: String,
    hardest: Vec<Hard>,
}

#[derive(Clone, Debug, Serialize)]
struct Hard {
    board: Board,
    distance: u8,
    answers: String,
}

impl Figures {
    pub fn of(puzzle: &Puzzle, options: &Options) -> Result<Self, Failure> {
        let listing = Listing {
            limit: LISTED,
            every: false,
        };
        let survey = puzzle.survey(listing, options)?;
        let figures = survey.figures;
        let hardest = survey.hardest.into_iter().map(|hard| Hard {
            board: hard.board,
            distance: hard.distance,
            answers: hard.answers.to_string(),
        });
        Ok(Self {
            boards: figures.boards.to_string(),
            solvable: figures.solvable.map(|count| count.to_string()),
            unsolvable: figures.unsolvable.map(|count| count.to_string()),
            counts: figures.counts.iter().map(u64::to_string).collect(),
            farthest: figures.farthest,
            mean: figures.mean,
            median: figures.median,
            peak: figures.peak.boards.to_string(),
            hardest: hardest.collect(),
        })
    }
}
