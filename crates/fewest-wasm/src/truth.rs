//! The distance of a board and of its neighbours.

use std::borrow::Cow;
use std::time::Duration;

use fewest::model::{Case, Model};
use fewest::search::Stop;
use fewest::solver::Hooks;
use fewest::{
    Answer, Board, Bounds, Goal, Limits, Listing, Move, Options, QuickSolver, Tie, Verdict,
};
use fewest_text::formats::Format;
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::open::Open;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum VerdictJson {
    Solved {
        distance: u32,
    },
    Unsolvable {
        why: String,
    },
    #[serde(rename_all = "camelCase")]
    Open {
        at_least: u32,
        /// The moves of the best solution known.
        at_most: Option<u32>,
        why: &'static str,
    },
}

/// The way in which a board is searched.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// True if a long search may pause.
    pub pauses: bool,
    /// The time for a search that does not pause.
    pub max_time: Option<Duration>,
    /// True if the solution need not be shortest.
    pub quick: bool,
}

impl Search {
    /// A search with these properties.
    pub const fn of(pauses: bool, max_time: Option<Duration>, quick: bool) -> Self {
        Self {
            pauses,
            max_time,
            quick,
        }
    }
}

#[derive(Serialize)]
pub struct Truth {
    verdict: VerdictJson,
    solution: Vec<usize>,
    /// The solution's moves by name, as answers in text write them.
    names: Vec<String>,
    goal: Option<usize>,
    /// False if no moves lead to the board from the home board, although it may be solved.
    #[serde(rename = "isReal")]
    is_real: bool,
    method: &'static str,
    moves: Vec<Next>,
}

/// An answer as its judge reads it, and the result.
#[derive(Serialize)]
pub struct Written {
    text: String,
    verdict: VerdictJson,
}

/// A legal move, and the result for the board after it.
#[derive(Serialize)]
struct Next {
    #[serde(rename = "move")]
    by: usize,
    verdict: Option<VerdictJson>,
}

impl VerdictJson {
    fn of_answer(answer: &Answer, why: impl FnOnce() -> String) -> Self {
        let mut verdict = Self::of(answer.verdict, why);
        if let Self::Open { at_most, .. } = &mut verdict {
            *at_most = answer.at_most();
        }
        verdict
    }

    pub fn of(verdict: Verdict, why: impl FnOnce() -> String) -> Self {
        match verdict {
            Verdict::Solved(distance) => Self::Solved { distance },
            Verdict::Unsolvable => Self::Unsolvable { why: why() },
            open => Self::Open {
                at_least: open.at_least(),
                at_most: None,
                why: match open {
                    Verdict::Beyond(_) => "moves",
                    Verdict::Stopped(Stop::Memory, _) => "memory",
                    Verdict::Stopped(Stop::Time, _) => "time",
                    Verdict::Stopped(Stop::Found, _) => "found",
                    _ => "stopped",
                },
            },
        }
    }
}

impl Open {
    /// The result for a board and, if distances are looked up, for each neighbour.
    pub fn truth(&self, board: &Board, search: Search) -> Result<Truth, Failure> {
        let (puzzle, options) = (&self.puzzle, &self.options);
        let is_bounded = search.quick || search.max_time.is_some();
        let answer = if is_bounded && !search.pauses {
            self.bounded(board, search)?
        } else {
            self.solved(board, options, search.pauses)?
        };
        let model = puzzle.model_for(options)?;
        let why_after = |m: Move| {
            let after = puzzle.after(board, m).unwrap_or_else(|| board.clone());
            let answer = puzzle.solve(&after, options).unwrap_or_default();
            why_unsolvable(&model, &after, &answer)
        };
        let next = |(m, verdict): (Move, Option<Verdict>)| Next {
            by: m.index(),
            verdict: verdict.map(|verdict| VerdictJson::of(verdict, || why_after(m))),
        };
        let moves: Vec<Next> = if self.is_tabulated {
            let moves = puzzle.moves_with_distances(board, options)?.into_iter();
            moves.map(|(m, verdict)| next((m, Some(verdict)))).collect()
        } else {
            let along = |m: Move| match answer.verdict {
                Verdict::Solved(moves) if answer.moves.first() == Some(&m) => {
                    moves.checked_sub(1).map(Verdict::Solved)
                }
                // If every move has an inverse, no move makes it solvable.
                _ => None,
            };
            let moves = puzzle.legal_moves(board).into_iter();
            moves.map(|m| next((m, along(m)))).collect()
        };
        Ok(Truth {
            verdict: VerdictJson::of_answer(&answer, || why_unsolvable(&model, board, &answer)),
            solution: answer.moves.iter().map(|m| m.index()).collect(),
            names: names(&model, board, &answer.moves),
            goal: answer.goal,
            is_real: !answer.is_unreal,
            method: answer.method.name(),
            moves,
        })
    }

    /// The answer to a board within a time and, if that leaves it open, a solution.
    fn bounded(&self, board: &Board, search: Search) -> Result<Answer, Failure> {
        let options = Options {
            tie: search.quick.then_some(Tie::Any).or(self.options.tie),
            limits: Limits {
                max_time: search.max_time,
                ..self.options.limits
            },
            hooks: Hooks::default(),
            ..self.options.clone()
        };
        let [usual, quickly] = &mut *self.bounds.borrow_mut();
        let bounds = if search.quick {
            quickly.get_or_insert_with(|| Bounds::quick(&self.puzzle, &options))
        } else {
            usual.get_or_insert_with(|| Bounds::new(&self.puzzle, &options))
        };
        Ok(bounds.answer(board, &options)?)
    }

    /// The answer to a board or, if the search may pause, to its first part.
    fn solved(&self, board: &Board, options: &Options, pauses: bool) -> Result<Answer, Failure> {
        loop {
            let answer = self.puzzle.solve(board, options)?;
            if pauses || !matches!(answer.verdict, Verdict::Stopped(Stop::Time, _)) {
                return Ok(answer);
            }
        }
    }

    /// A solution that need not be shortest, shortened from a known one, and whether this is the last
    /// round.
    pub fn quick(
        &mut self,
        board: &Board,
        known: Option<Vec<u8>>,
        round: usize,
    ) -> Result<Value, Failure> {
        let quick = match &mut self.quick {
            Some(quick) => quick,
            None => (self.quick).insert(QuickSolver::new(&self.puzzle, &self.options)?),
        };
        let known: Option<Vec<Move>> =
            known.map(|moves| moves.into_iter().map(Move::new).collect());
        let moves = quick.solution(board, known.as_deref(), round, &self.options)?;
        let moves = moves.map(|moves| moves.iter().map(|m| m.index()).collect::<Vec<_>>());
        Ok(json!({ "moves": moves, "isLast": round >= QuickSolver::ROUNDS - 1 }))
    }

    /// The number of shortest answers; `None` if it would require searches.
    pub fn count_answers(&self, board: &Board) -> Result<Option<u128>, Failure> {
        if !self.is_tabulated {
            return Ok(None);
        }
        let number = Listing {
            limit: 0,
            every: true,
        };
        let all = self.puzzle.all_answers(board, number, &self.options)?;
        Ok(all.count.exact())
    }

    /// The answer to a board in a judge's format.
    pub fn write(
        &self,
        board: &Board,
        format: &str,
        number: u64,
        goal: Option<Vec<u8>>,
    ) -> Result<Written, Failure> {
        let format: &Format = fewest_text::format(&self.puzzle, format)?;
        let write = format.write_answer.ok_or_else(|| {
            Failure::input(format!("{} has no judge with an output", format.name))
        })?;
        let mut options = self.options.clone();
        options.goal = goal.map(Goal::Board).or(options.goal);
        let answer = self.solved(board, &options, false)?;
        let goal = options.goal.is_some().then(|| {
            let solved = self.puzzle.solved_board(&options);
            solved.map(|board| board.symbols().to_vec())
        });
        let case = Case {
            goal: goal.transpose()?,
            number,
            ..Case::from(board.clone())
        };
        let mut text = Vec::new();
        write(self.puzzle.model(), &case, &answer, &mut text);
        let model = self.puzzle.model_for(&options)?;
        let why = || why_unsolvable(&model, board, &answer);
        Ok(Written {
            text: String::from_utf8_lossy(&text).into_owned(),
            verdict: VerdictJson::of(answer.verdict, why),
        })
    }
}

/// The name of each move of a sequence, on its board.
fn names(model: &Model, board: &Board, moves: &[Move]) -> Vec<String> {
    let names = model.names_of_moves(board.symbols(), moves);
    names.into_iter().map(Cow::into_owned).collect()
}

/// The reason a board can't be solved, in a sentence.
pub fn why_unsolvable(model: &Model, board: &Board, answer: &Answer) -> String {
    let mut why = answer.why_in_words(model, board.symbols());
    why[..1].make_ascii_uppercase();
    why + "."
}
