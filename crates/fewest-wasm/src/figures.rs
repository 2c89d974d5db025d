//! All boards of a puzzle by distance.

use fewest::{Board, Listing};
use serde::Serialize;

use crate::failure::Failure;
use crate::session::Open;

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

impl Open {
    /// All boards by distance. They are counted only once.
    pub fn figures(&mut self) -> Result<&Figures, Failure> {
        if self.figures.is_none() {
            let listing = Listing {
                limit: LISTED,
                every: false,
            };
            let survey = self.puzzle.survey(listing, &self.options)?;
            let figures = survey.figures;
            let hardest = survey.hardest.into_iter().map(|hard| Hard {
                board: hard.board,
                distance: hard.distance,
                answers: hard.answers.to_string(),
            });
            self.figures = Some(Figures {
                boards: figures.boards.to_string(),
                solvable: figures.solvable.map(|count| count.to_string()),
                unsolvable: figures.unsolvable.map(|count| count.to_string()),
                counts: figures.counts.iter().map(u64::to_string).collect(),
                farthest: figures.farthest,
                mean: figures.mean,
                median: figures.median,
                peak: figures.peak.boards.to_string(),
                hardest: hardest.collect(),
            });
        }
        let figures = self.figures.as_ref();
        figures.ok_or_else(|| Failure::input("there are no figures"))
    }
}
