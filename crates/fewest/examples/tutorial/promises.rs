//! Which heuristics are admissible, and which consistent: asked of every board.

use fewest::heuristic::{Heuristic, LinearConflict, Manhattan, Misplaced};
use fewest::space::{Ranked, StateSpace};
use fewest::table::Table;

use crate::guided::estimate;
use crate::lab::{Eight, Lab, Result};
use crate::show::{Rows, mean, number, say};

/// What a heuristic says of all boards.
#[derive(Default)]
pub struct Census {
    /// Boards whose bound is more than their distance: none if it is admissible.
    pub too_large: u64,
    /// Moves by which the bound falls by more than one: none if it is consistent.
    pub jumps: u64,
    /// Boards whose bound is their distance.
    pub exact: u64,
    pub bounds: u64,
}

/// Asks a heuristic for every board and for every move.
pub fn census(puzzle: &Eight, table: &Table, heuristic: &impl Heuristic<Eight>) -> Census {
    let mut census = Census::default();
    for rank in 0..puzzle.boards() {
        let board = puzzle.unrank(rank);
        let bound = estimate(puzzle, heuristic, &board);
        let distance = table.distance(rank).map_or(0, u32::from);
        census.too_large += u64::from(bound > distance);
        census.exact += u64::from(bound == distance);
        census.bounds += u64::from(bound);
        for m in puzzle.moves(&board) {
            let next = estimate(puzzle, heuristic, &puzzle.after(&board, m));
            census.jumps += u64::from(bound > next + 1);
        }
    }
    census
}

/// A table of what heuristics say of all boards.
pub fn censuses() -> Rows {
    Rows::new([
        "heuristic",
        "mean bound",
        "exact on boards",
        "too large on boards",
        "falls by more than 1 on moves",
    ])
}

impl Census {
    /// Its row in such a table.
    pub fn row(&self, name: &str, boards: u64) -> [String; 5] {
        [
            name.to_owned(),
            mean(self.bounds, boards),
            number(self.exact),
            number(self.too_large),
            number(self.jumps),
        ]
    }
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let Lab { puzzle, table, .. } = lab;
    let boards = puzzle.boards();
    let manhattan = Manhattan::new(puzzle);
    let conflict = LinearConflict::new(puzzle).ok_or("no rows and columns")?;
    let mut rows = censuses();
    rows.add(&census(puzzle, table, &Misplaced).row("misplaced", boards));
    rows.add(&census(puzzle, table, &manhattan).row("Manhattan", boards));
    rows.add(&census(puzzle, table, &conflict).row("linear conflict", boards));
    say("censuses", rows);
    let says_more = |&rank: &u64| {
        let board = puzzle.unrank(rank);
        estimate(puzzle, &conflict, &board) > estimate(puzzle, &manhattan, &board)
    };
    let above = (0..boards).filter(says_more).count();
    say("conflict-above", number(above as u64));
    Ok(())
}
