//! Drawing boards at random, and writing them as an input.

use std::io::Write;

use rustc_hash::FxHashSet;

use super::random_moves::{MOST_DRAWN, RandomMoves};
use super::recognise::Reading;
use super::validate::refusal;
use super::{TextError, TextOptions, format_or, usual};
use crate::codec::{Drawn, Format, Sizes, write_json};
use crate::error::PuzzleError;
use crate::handle::{Board, Draw, Puzzle, Sampler, Wanted, written};
use crate::model::Case;
use crate::model::{Kind, Model};
use crate::population::Random;
use crate::search::Stop;
use crate::solver::{Goal, Options, Verdict};
use crate::space::Move;
use crate::support::progress::Unfinished;

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
    if !is_json {
        check_size(format, own)?;
        let are_solvable = draw.wanted != Wanted::Unsolvable;
        if let Some(note) = refusal(format, own.size, draw.count, are_solvable) {
            text.notes.add(note);
        }
    }
    let options = &to_goal_of(format, options)?;
    let model = puzzle.model_for(options)?;
    let are_moves = format.begins_at_goal() && !is_json;
    if are_moves {
        check_moves(&model, draw)?;
    }
    let sampler = puzzle.to_draw(draw, format.brings_goals, options)?;
    let is_large = draw.wanted == Wanted::Solvable && sampler.boards > MOST_DRAWN;
    let random_moves = (are_moves && is_large)
        .then(|| RandomMoves::new(puzzle, &model, sampler.boards))
        .flatten();
    if random_moves.is_some() {
        text.notes
            .add("scrambles are random moves here: not every board is equally likely".to_owned());
    }
    let mut boards = Boards {
        sampler,
        random_moves,
        random: Random::new(draw.seed),
        seen: draw.distinct.then(FxHashSet::default),
    };
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
        let before = drawn.case.number;
        let mut stopped = options.whole().check();
        for _ in 0..CHUNK.min(draw.count - before) {
            if are_moves {
                // Some of them are searched for.
                stopped = options.whole().check();
            }
            if stopped.is_err() {
                break;
            }
            if boards.next(&mut drawn).is_none() {
                continue;
            }
            let case = &mut drawn.case;
            if are_moves && boards.random_moves.is_none() {
                match moves_to(puzzle, &model, case, options) {
                    Ok(moves) => case.moves = moves,
                    Err(unfinished) => {
                        stopped = Err(unfinished);
                        break;
                    }
                }
            }
            case.number += 1;
            if is_json {
                write_json(&model, &drawn, &mut out);
            } else {
                (format.write_board)(&model, &drawn.case, &mut out);
            }
        }
        progress.add(drawn.case.number - before);
        output.write_all(&out)?;
        out.clear();
        if stopped.is_err() {
            output.flush()?;
            return stopped;
        }
    }
    if !is_json {
        format.write_footer(&model, &mut out);
    }
    output.write_all(&out)?;
    output.flush()?;
    Ok(())
}

type StartAndGoal = (Vec<u8>, Option<Vec<u8>>);

/// Boards that are drawn one after another.
struct Boards<'p> {
    sampler: Sampler,
    random_moves: Option<RandomMoves<'p>>,
    random: Random,
    /// The starts and goals so far, if none may come twice.
    seen: Option<FxHashSet<StartAndGoal>>,
}

impl Boards<'_> {
    /// Draws a board, with the moves that lead to it if they are drawn; `None` if this draw failed.
    fn next(&mut self, drawn: &mut Drawn) -> Option<()> {
        match &self.random_moves {
            Some(random_moves) => random_moves.draw(&mut self.random, &mut drawn.case),
            None => (self.sampler.draw)(&mut self.random, drawn)?,
        }
        let (start, goal) = (&drawn.case.start, &drawn.case.goal);
        let mut seen = self.seen.iter_mut();
        let is_new = seen.all(|seen| seen.insert((start.clone(), goal.clone())));
        is_new.then_some(())
    }
}

/// Refuses boards that are not square for a format that has no others.
fn check_size(format: &Format, model: &Model) -> Result<(), PuzzleError> {
    match model.size {
        Some(size) if size.width() != size.height() && format.sizes == Sizes::Square => {
            Err(PuzzleError::NoSuchBoards(format!(
                "{} has square boards only, {} is {} x {}",
                format.name,
                model.name,
                size.width(),
                size.height()
            )))
        }
        _ => Ok(()),
    }
}

/// The options with the goal of the format that boards are written in, unless they have one.
fn to_goal_of(format: &Format, options: &Options) -> Result<Options, PuzzleError> {
    if format.brings_goals && options.goal.is_some() {
        return Err(PuzzleError::NoSuchGoal(format!(
            "boards of {} have goals of their own: --goal needs another format",
            format.name
        )));
    }
    let is_named = format.kind == Kind::Sliding && !format.brings_goals;
    let named = || is_named.then_some(Goal::Named(format.goal));
    Ok(Options {
        goal: options.goal.clone().or_else(named),
        ..options.clone()
    })
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

/// The moves that lead to a board from the goal: the inverse of its answer.
fn moves_to(
    puzzle: &Puzzle,
    model: &Model,
    case: &Case,
    options: &Options,
) -> Result<Vec<Move>, Unfinished<TextError>> {
    let board = Board::of(case.start.clone());
    let answer = puzzle.solve_within(&board, options, options.whole())?;
    let back = match answer.verdict {
        Verdict::Solved(_) => model.way_back(&case.start, &answer.moves),
        Verdict::Stopped(Stop::Time, _) => return Err(Unfinished::Time),
        Verdict::Stopped(Stop::Cancelled, _) => return Err(Unfinished::Cancelled),
        _ => None,
    };
    back.ok_or_else(|| {
        let board = written(|out| model.write_board(&case.start, out));
        let problem = match answer.verdict {
            Verdict::Solved(_) => "some moves of its answer have no inverse",
            _ => "it was not solved within the memory allowed",
        };
        PuzzleError::NoSuchBoards(format!("no moves are known to lead to {board}: {problem}"))
            .into()
    })
}
