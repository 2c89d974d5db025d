//! Boards of a whole puzzle as a stage sees them.

use std::sync::Arc;

use fewest::kernel::pieces::Pieces;
use fewest::search::Limits;
use fewest::{Board, Options, Puzzle};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::session::{Open, SEARCH_MEMORY};
use crate::truth::VerdictJson;

impl Open {
    /// The distance of a board from a stage's goal, with a shortest answer in this puzzle's moves.
    pub fn stage(&mut self, name: &str, board: &Board) -> Result<Value, Failure> {
        if !self.stages.contains_key(name) {
            self.stages.insert(name.to_owned(), Puzzle::open(name)?);
        }
        let not_a_stage =
            || Failure::input(format!("{name} is not a stage of {}", self.puzzle.name()));
        let stage = self.stages.get(name).ok_or_else(not_a_stage)?;
        let seen = seen(&self.puzzle, stage, board).ok_or_else(not_a_stage)?;
        let board = seen.ok_or_else(|| {
            Failure::input("some stickers of this board are on no piece of the puzzle, so no moves lead to a stage")
        })?;
        let options = Options {
            limits: Limits {
                memory: Some(SEARCH_MEMORY),
                ..Limits::default()
            },
            progress: Arc::clone(&self.options.progress),
            ..Options::default()
        };
        let answer = stage.solve(&board, &options)?;
        let names = answer
            .moves
            .iter()
            .map(|m| stage.model().moves.get(m.index()));
        let moves = names.map(|name| self.puzzle.model().find_move(name?).map(|m| m.index()));
        Ok(json!({
            "verdict": VerdictJson::of(answer.verdict, || "No sequence of moves leads to this stage.".to_owned()),
            "solution": moves.collect::<Option<Vec<_>>>().ok_or_else(not_a_stage)?,
        }))
    }
}

/// The board with a stage's stickers in place of the puzzle's. The outer option is `None` if this
/// puzzle has no such stage; the inner one, if it has no pieces with the board's stickers.
fn seen(puzzle: &Puzzle, stage: &Puzzle, board: &Board) -> Option<Option<Board>> {
    let (whole, part) = (puzzle.model(), stage.model());
    let home = part.whole_goal()?;
    let pieces = Pieces::with_identical(&whole.structure)?;
    // Of pieces that look alike, it would not be known which one the stage means.
    if whole.picture.names != part.picture.names || pieces.has_identical() {
        return None;
    }
    let symbols = pieces.recoloured(board.symbols(), &home);
    Some(symbols.and_then(|symbols| stage.board_of(&symbols)))
}
