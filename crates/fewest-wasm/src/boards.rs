//! Boards from texts, and random boards.

use std::collections::VecDeque;
use std::io::Cursor;

use fewest::{Board, Draw, Goal, Pool, Sample};
use fewest_text::formats::Policy;
use fewest_text::{CheckedAnswers, Input, TextOptions};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::open::Open;
use crate::puzzle::solved_board;
use crate::request::Deal;

/// The number of boards drawn at once: most of the work is done before the first.
const DRAWN: u64 = 32;
/// The most boards of a text that are returned.
const MAX_BOARDS: usize = 1000;

impl Open {
    /// The boards in a text, each with its goal if it differs from the puzzle's.
    pub fn read(&self, text: String, format: Option<String>) -> Result<Value, Failure> {
        let options = TextOptions {
            from: format,
            ..TextOptions::default()
        };
        let mut inputs: [Input; 1] = [("the text".to_owned(), Box::new(Cursor::new(text)))];
        let cases = fewest_text::read_all(&self.puzzle, &self.options, &options, &mut inputs)?;
        let solved = solved_board(self)?;
        let boards = cases.iter().take(MAX_BOARDS).map(|case| {
            let goal = case.goal.as_deref();
            json!({ "board": case.start, "goal": goal.filter(|goal| *goal != solved.symbols()) })
        });
        Ok(json!({
            "boards": boards.collect::<Vec<_>>(),
            "count": cases.len(),
            "notes": options.notes.take(),
        }))
    }

    /// Judges another program's answers to the boards in a text.
    pub fn judge(
        &self,
        (text, format): (&str, Option<String>),
        output: &str,
        policy: Option<&str>,
        goal: Option<Vec<u8>>,
    ) -> Result<CheckedAnswers, Failure> {
        let mut options = self.options.clone();
        options.goal = goal.map(Goal::Board).or(options.goal);
        let text_options = TextOptions {
            from: format,
            ..TextOptions::default()
        };
        let named = |name: &str| {
            let policy = Policy::ALL.into_iter().find(|own| own.name() == name);
            policy.ok_or_else(|| Failure::input(format!("`{name}` is not a policy")))
        };
        Ok(fewest_text::check_all(
            &self.puzzle,
            &options,
            &text_options,
            policy.map(named).transpose()?,
            ("the text", &mut text.as_bytes()),
            ("the output", &mut output.as_bytes()),
        )?)
    }

    /// The moves at the beginning of a text; positions in UTF-16 units.
    pub fn moves(&self, board: &Board, text: &str) -> Value {
        let read = fewest_text::read_moves(&self.puzzle, board, text);
        let (mut byte, mut unit) = (0, 0);
        let ends = read.ends.iter().map(|&(end, moves)| {
            unit += text
                .get(byte..end)
                .map_or(0, |word| word.encode_utf16().count());
            byte = end;
            (unit, moves)
        });
        // Only a text without any move of this puzzle is one of another.
        let is_other = read.problem.is_some() && read.ends.is_empty();
        let other =
            is_other.then(|| fewest_text::other_puzzle(self.puzzle.model(), text.as_bytes()));
        json!({
            "ends": ends.collect::<Vec<_>>(),
            "moves": read.moves.iter().map(|m| m.index()).collect::<Vec<_>>(),
            "other": other.flatten(),
            "problem": read.problem,
        })
    }

    /// A random board.
    pub fn deal(&mut self, pool: Deal, seed: u64) -> Result<Sample, Failure> {
        let stock = self.stock.get_mut(&pool);
        if let Some(sample) = stock.and_then(VecDeque::pop_front) {
            return Ok(sample);
        }
        let draw = Draw {
            pool: match pool {
                Deal::Moves(moves) => Pool::Moves(moves, moves),
                Deal::Hardest => {
                    let farthest = self.figures()?.farthest.into();
                    Pool::Moves(farthest, farthest)
                }
                Deal::Random => Pool::Solvable,
            },
            count: DRAWN,
            seed,
            distinct: false,
        };
        let mut drawn = VecDeque::from(self.puzzle.sample(&draw, &self.options)?);
        let first = drawn.pop_front();
        self.stock.insert(pool, drawn);
        first.ok_or_else(|| Failure::input("there is no such board"))
    }
}
