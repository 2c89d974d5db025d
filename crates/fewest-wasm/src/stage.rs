//! Boards of a whole puzzle as a stage sees them.

use std::sync::Arc;

use fewest::kernel::pieces::Pieces;
use fewest::search::Limits;
use fewest::{Board, Move, Options, Puzzle};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::open::{Open, SEARCH_MEMORY};
use crate::truth::{VerdictJson, why_unsolvable};

/// The symbol of pieces that a stage ignores.
const ANY: &str = ".";

impl Open {
    /// For each cell, true if a stage ignores the piece there.
    pub fn ignored(&mut self, name: &str, board: &[u8]) -> Result<Value, Failure> {
        let seen = self.seen(name, board)?;
        let stage = self.stages.get(name);
        let any = stage.and_then(|stage| stage.model().find_symbol(ANY));
        let symbols = seen.symbols().iter();
        let ignored: Vec<bool> = symbols.map(|symbol| Some(*symbol) == any).collect();
        Ok(json!({ "ignored": ignored }))
    }

    /// The board as a stage sees it: the stickers that it ignores are all the same.
    fn seen(&mut self, name: &str, board: &[u8]) -> Result<Board, Failure> {
        let board = self.board(board)?;
        if !self.stages.contains_key(name) {
            self.stages.insert(name.to_owned(), Puzzle::open(name)?);
        }
        let puzzle = &self.puzzle;
        let not_a_stage = || not_a_stage(puzzle, name);
        let stage = self.stages.get(name).ok_or_else(not_a_stage)?;
        let home = home(puzzle, stage).ok_or_else(not_a_stage)?;
        let pieces = Pieces::with_identical(&puzzle.model().structure);
        // Of identical pieces, it would not be known which one the stage means.
        let pieces = pieces.filter(|pieces| !pieces.has_identical());
        let seen = pieces
            .ok_or_else(not_a_stage)?
            .recoloured(board.symbols(), &home);
        let board = seen.and_then(|symbols| stage.board_of(&symbols));
        board.ok_or_else(|| {
            let problem = "some stickers of this board are on no piece of the puzzle";
            Failure::input(format!("{problem}, so no moves lead to a stage"))
        })
    }

    /// The distance of a board from a stage's goal, with a shortest answer in this puzzle's moves.
    pub fn stage(&mut self, name: &str, board: &[u8]) -> Result<Value, Failure> {
        let board = self.seen(name, board)?;
        let puzzle = &self.puzzle;
        let not_a_stage = || not_a_stage(puzzle, name);
        let stage = self.stages.get(name).ok_or_else(not_a_stage)?;
        let options = Options {
            limits: Limits {
                memory: Some(SEARCH_MEMORY),
                ..Limits::default()
            },
            progress: Arc::clone(&self.options.progress),
            ..Options::default()
        };
        let answer = stage.solve(&board, &options)?;
        let names = &stage.model().moves;
        let moves = answer.moves.iter().map(|m| {
            let own = puzzle.model().find_move(names.get(m.index())?);
            own.map(Move::index)
        });
        let why = || why_unsolvable(stage.model(), &board, &answer);
        Ok(json!({
            "verdict": VerdictJson::of(answer.verdict, why),
            "solution": moves.collect::<Option<Vec<_>>>().ok_or_else(not_a_stage)?,
        }))
    }
}

fn not_a_stage(puzzle: &Puzzle, name: &str) -> Failure {
    Failure::input(format!("{name} is not a stage of {}", puzzle.name()))
}

/// The solved board with a stage's stickers, if the stage has the puzzle's cells and only one goal.
fn home(puzzle: &Puzzle, stage: &Puzzle) -> Option<Vec<u8>> {
    let has_cells = puzzle.model().picture.names == stage.model().picture.names;
    stage.model().whole_goal().filter(|_| has_cells)
}
