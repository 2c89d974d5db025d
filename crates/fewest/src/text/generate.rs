//! Drawing boards at random, and writing them as an input.

use std::io::Write;

use rustc_hash::FxHashSet;

use super::recognise::Reading;
use super::validate::refusal;
use super::{TextError, TextOptions, format_or, usual};
use crate::codec::{Case, Drawn, Format, Sizes, write_json};
use crate::engine::{Draw, Wanted};
use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle, written};
use crate::model::{Kind, Model};
use crate::population::Random;
use crate::progress::Unfinished;
use crate::puzzle::Move;
use crate::solver::{Goal, Options, Verdict};

/// Boards that are drawn between two looks at the cancel flag.
const CHUNK: u64 = 4096;

impl Puzzle {
    /// Draws boards at random and writes them as an input of the format `to` (the usual one if
    /// none, or `json`); distances are to the goal asked for, or the format's.
    ///
    /// # Errors
    /// If there are no such boards, they do not fit the memory allowed, the output can't be written
    /// or it was cancelled.
    ///
    /// ```
    /// use fewest::text::TextOptions;
    /// use fewest::{Draw, Options, Puzzle, Wanted};
    ///
    /// let puzzle = Puzzle::open("sliding:2x2")?;
    /// let draw = Draw { wanted: Wanted::Moves(6, 6), count: 1, seed: 7, distinct: true };
    /// let text = TextOptions { to: Some("plain".to_owned()), ..TextOptions::default() };
    /// let mut input = Vec::new();
    /// puzzle.generate(&draw, &Options::default(), &text, &mut input)?;
    /// // One board only is six moves away.
    /// assert_eq!(input, b"0 3 2 1\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generate(
        &self,
        draw: &Draw,
        options: &Options,
        text: &TextOptions,
        output: &mut dyn Write,
    ) -> Result<(), Unfinished<TextError>> {
        let format = match text.to.as_deref() {
            None | Some("json") => usual(self),
            Some(name) => format_or(self, name, ", json")?,
        };
        generate((self, options, text), format, draw, output)
    }
}

fn generate(
    (puzzle, options, text): Reading<'_>,
    format: &'static Format,
    draw: &Draw,
    output: &mut dyn Write,
) -> Result<(), Unfinished<TextError>> {
    let is_json = text.to.as_deref() == Some("json");
    let own = puzzle.model();
    if let Some(size) = own.size.filter(|size| size.width() != size.height())
        && format.sizes == Sizes::Square
        && !is_json
    {
        return Err(PuzzleError::NoSuchBoards(format!(
            "{} has square boards only, {} is {} x {}",
            format.name,
            own.name,
            size.width(),
            size.height()
        ))
        .into());
    }
    if !is_json {
        let are_solvable = draw.wanted != Wanted::Unsolvable;
        if let Some(why) = refusal(format, own.size, draw.count, are_solvable) {
            text.notes
                .add(format!("`fewest validate` refuses this input: {why}"));
        }
    }
    // Distances are to the goal of the format that the boards are written in.
    let named = || Goal::Named(format.goal);
    let options = &Options {
        goal: (options.goal.clone())
            .or_else(|| (format.kind == Kind::Sliding && !format.brings_goals).then(named)),
        ..options.clone()
    };
    if format.brings_goals && options.goal.is_some() {
        return Err(PuzzleError::NoSuchGoal(format!(
            "boards of {} have goals of their own: --goal needs another format",
            format.name
        ))
        .into());
    }
    let model = puzzle.model_for(options)?;
    let are_moves = format.begins_at_goal() && !is_json;
    if are_moves {
        check_moves(&model, draw)?;
    }
    let goal = match draw.wanted {
        Wanted::Moves(..) => puzzle.goal_or(options, format.goal)?,
        Wanted::Solvable | Wanted::Unsolvable => puzzle.goal_for(options, format)?,
    };
    let engine = puzzle.engine();
    let mut sampler = engine.sampler(goal.as_deref(), draw.wanted, format.brings_goals, options)?;
    draw.check(sampler.boards)?;
    let mut seen = FxHashSet::default();
    let mut random = Random::new(draw.seed);
    let mut out = Vec::new();
    let progress = &options.progress;
    progress.begin("drawing boards", "boards", Some(draw.count));
    if !is_json {
        format.write_header(&model, draw.count, &mut out);
    }
    output.write_all(&out)?;
    out.clear();
    let mut drawn = Drawn {
        is_solvable: draw.wanted != Wanted::Unsolvable,
        ..Drawn::default()
    };
    while drawn.case.number < draw.count {
        if let Err(stopped) = options.whole().check() {
            output.flush()?;
            return Err(stopped);
        }
        let before = drawn.case.number;
        for _ in 0..CHUNK.min(draw.count - before) {
            let Some(board) = (sampler.draw)(&mut random) else {
                continue;
            };
            if draw.distinct && !seen.insert(board.clone()) {
                continue;
            }
            let case = &mut drawn.case;
            case.number += 1;
            case.start = board.start;
            case.goal = board.goal;
            drawn.distance = board.distance;
            if is_json {
                write_json(&model, &drawn, &mut out);
            } else {
                if are_moves {
                    case.moves = moves_to(puzzle, &model, case, options)?;
                }
                (format.write_board)(&model, &drawn.case, &mut out);
            }
        }
        progress.add(drawn.case.number - before);
        output.write_all(&out)?;
        out.clear();
    }
    if !is_json {
        format.write_footer(&model, &mut out);
    }
    output.write_all(&out)?;
    output.flush()?;
    Ok(())
}

/// Refuses boards that no moves from a goal lead to.
fn check_moves(model: &Model, draw: &Draw) -> Result<(), PuzzleError> {
    if model.whole_goal().is_none() {
        return Err(PuzzleError::NoSuchBoards(format!(
            "{} has no goal that is one whole board, so moves have no board to begin at",
            model.name
        )));
    }
    if draw.wanted == Wanted::Unsolvable {
        let why = "no moves lead from the goal to a board that can't be solved";
        return Err(PuzzleError::NoSuchBoards(why.to_owned()));
    }
    Ok(())
}

/// The moves that lead to a board from the goal: those of its answer, taken back.
fn moves_to(
    puzzle: &Puzzle,
    model: &Model,
    case: &Case,
    options: &Options,
) -> Result<Vec<Move>, Unfinished<TextError>> {
    let answer = puzzle.solve(&Board::of(case.start.clone()), options)?;
    let back = match answer.verdict {
        Verdict::Solved(_) => model.way_back(&case.start, &answer.moves),
        _ => None,
    };
    back.ok_or_else(|| {
        let board = written(|out| model.write_board(&case.start, out));
        let problem = match answer.verdict {
            Verdict::Solved(_) => "some moves of its answer are not taken back by others",
            _ => "it was not solved within the limits of time and memory",
        };
        PuzzleError::NoSuchBoards(format!("no moves are known to lead to {board}: {problem}"))
            .into()
    })
}
