//! Random boards, written as an input.

use std::io::Write;

use fewest::PuzzleError;
use fewest::model::Case;
use fewest::model::{Kind, Model};
use fewest::population::Random;
use fewest::search::Stop;
use fewest::solver::{Goal, Options, Verdict};
use fewest::space::Move;
use fewest::space::structure::WayBack;
use fewest::{Board, CaseSampler, Draw, DrawPlan, Drawn, Pool, Puzzle, TwoPhases};
use rustc_hash::FxHashSet;

use super::random_moves::{MAX_DRAWN, RandomMoves};
use super::recognise::Job;
use super::validate::refusal;
use super::{TextError, TextOptions, check_goal, format_or, usual};
use crate::formats::{Format, write_json};

/// The number of boards between two checks of the cancel flag.
const BOARDS_PER_CHECK: u64 = 4096;
/// The most draws in a row that lead to no new board of the pool, and for each board of it.
const MAX_MISSES: u64 = 1 << 18;
const MISSES_PER_BOARD: u128 = 64;

/// Draws random boards and writes them as an input in the format `to` (by default the usual one, or
/// `json`). Distances are to the goal in the options, or the format's.
///
/// # Errors
/// If there are no such boards, they don't fit the memory allowed, the output can't be written or
/// the job was cancelled.
///
/// ```
/// use fewest_text::TextOptions;
/// use fewest::{Draw, Options, Puzzle, Pool};
///
/// let puzzle = Puzzle::open("sliding:2x2")?;
/// let draw = Draw { pool: Pool::Moves(6, 6), count: 1, seed: 7, distinct: true };
/// let text = TextOptions { to: Some("plain".to_owned()), ..TextOptions::default() };
/// let mut input = Vec::new();
/// fewest_text::generate(&puzzle, &draw, &Options::default(), &text, &mut input)?;
/// // Only one board is six moves away.
/// assert_eq!(input, b"0 3 2 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    puzzle: &Puzzle,
    draw: &Draw,
    options: &Options,
    text: &TextOptions,
    output: &mut dyn Write,
) -> Result<(), TextError> {
    let format = format_to(puzzle, text)?;
    write_boards((puzzle, options, text), format, draw, output)
}

/// Plans how [`generate`] draws boards of a pool.
///
/// # Errors
/// If there is no such format or goal, or it is not known which boards are real.
pub fn draw_plan(
    puzzle: &Puzzle,
    pool: Pool,
    options: &Options,
    text: &TextOptions,
) -> Result<DrawPlan, TextError> {
    let format = format_to(puzzle, text)?;
    let options = to_goal_of(puzzle, format, options)?;
    Ok(puzzle.draw_plan(pool, format.brings_goals, &options)?)
}

/// The format whose boards are drawn.
fn format_to(puzzle: &Puzzle, text: &TextOptions) -> Result<&'static Format, TextError> {
    match text.to.as_deref() {
        None | Some("json") => Ok(usual(puzzle)),
        Some(name) => Ok(format_or(puzzle, name, ", json")?),
    }
}

fn write_boards(
    (puzzle, options, text): Job<'_>,
    format: &'static Format,
    draw: &Draw,
    output: &mut dyn Write,
) -> Result<(), TextError> {
    let is_json = text.to.as_deref() == Some("json");
    if !is_json {
        let model = puzzle.model();
        let are_solvable = draw.pool != Pool::Unsolvable;
        if let Some(note) = refusal(format, model.size, draw.count, are_solvable) {
            text.notes.add(note);
        }
    }
    let options = &to_goal_of(puzzle, format, options)?;
    let model = puzzle.model_for(options)?;
    let as_moves = format.begins_at_goal() && !is_json;
    if as_moves {
        check_moves(&model, draw)?;
    }
    let sampler = puzzle.case_sampler(draw, format.brings_goals, options)?;
    let is_large = draw.pool == Pool::Solvable && sampler.boards() > MAX_DRAWN;
    // The moves of an answer lead back from a goal, which need not be the home board.
    let is_reversible = !as_moves || is_reversible(&model);
    let is_other = |home: &Vec<u8>| !is_reversible || model.whole_goal().as_ref() != Some(home);
    let home = model.home().filter(|home| as_moves && is_other(home));
    let two_phases = (as_moves && is_large && home.is_none())
        .then(|| TwoPhases::of(&model, options))
        .flatten();
    let mut to_home = options.clone();
    let (mut random_moves, mut max_misses) = (None, None);
    if let Some(home) = home {
        let all = puzzle.solvable_sampler(options);
        let all = all.map_or(u128::MAX, |all| all.boards());
        if all > MAX_DRAWN || !is_reversible {
            let is_any_length = draw.pool != Pool::Solvable;
            random_moves = RandomMoves::new(puzzle, &model, all, is_any_length);
        }
        let draws = match random_moves {
            Some(_) => 0,
            None => sampler.boards().saturating_mul(MISSES_PER_BOARD),
        };
        let draws = u64::try_from(draws).unwrap_or(u64::MAX);
        max_misses = Some(MAX_MISSES.max(draws));
        to_home.goal = Some(Goal::Board(home));
    } else if as_moves && is_large && two_phases.is_none() {
        random_moves = RandomMoves::new(puzzle, &model, sampler.boards(), false);
        max_misses = Some(MAX_MISSES);
    }
    if random_moves.is_some() {
        // Each sequence is looked up, so tables are built once.
        if matches!(draw.pool, Pool::Moves(..)) {
            puzzle.prepare(1, options)?;
        }
        text.notes
            .add("scrambles are random moves here: not every board is equally likely".to_owned());
    }
    let mut out = Vec::new();
    if !is_json {
        format.write_header(&model, draw.count, &mut out);
    }
    let progress = &options.progress;
    progress.begin("drawing boards", "boards", Some(draw.count));
    let mut boards = DrawnBoards {
        puzzle,
        model: &model,
        options,
        to_home: &to_home,
        format: (!is_json).then_some(format),
        has_to_solve: as_moves && random_moves.is_none(),
        two_phases,
        sampler,
        draw: *draw,
        random_moves,
        misses: 0,
        max_misses,
        random: Random::new(draw.seed),
        seen: draw.distinct.then(FxHashSet::default),
        drawn: Drawn {
            is_solvable: draw.pool != Pool::Unsolvable,
            ..Drawn::default()
        },
    };
    while boards.drawn.case.number < draw.count {
        let before = boards.drawn.case.number;
        let written = boards.write(draw.count.min(before + BOARDS_PER_CHECK), &mut out);
        progress.add(boards.drawn.case.number - before);
        output.write_all(&out)?;
        out.clear();
        if written.is_err() {
            output.flush()?;
            return written;
        }
    }
    if !is_json {
        format.write_footer(&model, &mut out);
    }
    output.write_all(&out)?;
    output.flush()?;
    Ok(())
}

/// A start and its own goal, if it has one.
type StartAndGoal = (Vec<u8>, Option<Vec<u8>>);

struct DrawnBoards<'p> {
    puzzle: &'p Puzzle,
    model: &'p Model,
    options: &'p Options,
    /// The options for answers that lead to the board at which scrambles start.
    to_home: &'p Options,
    /// The format of boards; JSON if `None`.
    format: Option<&'static Format>,
    /// True if boards are written as moves, which a search has to find.
    has_to_solve: bool,
    two_phases: Option<TwoPhases>,
    sampler: CaseSampler,
    draw: Draw,
    random_moves: Option<RandomMoves<'p>>,
    /// The number of draws since one led to a new board of the pool, and the most allowed, if
    /// scrambles may not lead to all of its boards.
    misses: u64,
    max_misses: Option<u64>,
    random: Random,
    /// The starts and goals so far, if they must be distinct.
    seen: Option<FxHashSet<StartAndGoal>>,
    drawn: Drawn,
}

impl DrawnBoards<'_> {
    /// Draws boards up to this number and appends them.
    fn write(&mut self, last: u64, out: &mut Vec<u8>) -> Result<(), TextError> {
        self.options.whole().check::<PuzzleError>()?;
        for _ in self.drawn.case.number..last {
            if self.next()?.is_none() {
                continue;
            }
            let case = &mut self.drawn.case;
            if self.has_to_solve {
                self.options.whole().check::<PuzzleError>()?;
                let moves = match &self.two_phases {
                    Some(two_phases) => Some(
                        two_phases
                            .moves_to(&case.start, 0..1, None, self.options)?
                            .map_err(|verdict| unsolved(self.model, &case.start, verdict))?,
                    ),
                    None => moves_to(self.puzzle, self.model, case, self.to_home)?,
                };
                let Some(moves) = moves else {
                    self.missed()?;
                    continue;
                };
                case.moves = moves;
            }
            self.misses = 0;
            case.number += 1;
            match self.format {
                Some(format) => (format.write_board)(self.model, case, out),
                None => write_json(self.model, &self.drawn, out),
            }
        }
        Ok(())
    }

    /// Draws a board, and the moves that lead to it if moves are drawn; `None` if this draw failed.
    fn next(&mut self) -> Result<Option<()>, TextError> {
        let drawn = &mut self.drawn;
        match &self.random_moves {
            Some(random_moves) => {
                random_moves.draw(&mut self.random, &mut drawn.case);
                if !self.is_at_distance()? {
                    return self.missed();
                }
            }
            None => self.sampler.draw(&mut self.random, drawn, self.options)?,
        }
        let drawn = &self.drawn;
        let (start, goal) = (&drawn.case.start, &drawn.case.goal);
        let mut seen = self.seen.iter_mut();
        let is_new = seen.all(|seen| seen.insert((start.clone(), goal.clone())));
        if is_new { Ok(Some(())) } else { self.missed() }
    }

    /// Counts a draw that led to no new board of the pool.
    fn missed(&mut self) -> Result<Option<()>, TextError> {
        self.misses += 1;
        if let (Some(seen), None) = (&self.seen, self.max_misses) {
            self.draw.check_repeats(seen.len() as u64, self.misses)?;
        }
        if self.max_misses.is_none_or(|most| self.misses < most) {
            return Ok(None);
        }
        let drawn = match self.random_moves {
            Some(_) => "sequences of random moves led to no such board",
            None => "draws led to no new board that moves reach",
        };
        let problem = format!(
            "{} {drawn} of {}; boards can be drawn in another format",
            self.misses, self.model.name
        );
        Err(PuzzleError::NoSuchBoards(problem).into())
    }

    /// Returns true if random moves led to a board at a distance in the range.
    fn is_at_distance(&self) -> Result<bool, TextError> {
        let Pool::Moves(first, last) = self.draw.pool else {
            return Ok(true);
        };
        let start = Board::new(self.drawn.case.start.clone());
        let found = self.puzzle.distance(&start, self.options)?;
        Ok(matches!(found, Verdict::Solved(found) if (first..=last).contains(&found)))
    }
}

/// The options, with the goal of the output's format unless they have one.
fn to_goal_of(puzzle: &Puzzle, format: &Format, options: &Options) -> Result<Options, PuzzleError> {
    check_goal(options.goal.is_some(), format)?;
    let has_own = format.brings_goals || puzzle.model().has_requested_goals;
    let is_named = format.kind == Kind::Sliding && !has_own;
    let named = || is_named.then_some(Goal::Named(format.goal));
    Ok(Options {
        goal: options.goal.clone().or_else(named),
        ..options.clone()
    })
}

/// Rejects boards that can't be reached from the goal by moves.
fn check_moves(model: &Model, draw: &Draw) -> Result<(), PuzzleError> {
    if model.home().is_none() {
        return Err(PuzzleError::NoSuchBoards(format!(
            "{} has no complete goal board to apply moves to",
            model.name
        )));
    }
    if draw.pool == Pool::Unsolvable {
        let why = "no moves lead from the goal to a board that can't be solved";
        return Err(PuzzleError::NoSuchBoards(why.to_owned()));
    }
    Ok(())
}

/// Returns true if every move has an inverse.
fn is_reversible(model: &Model) -> bool {
    let ways = model.structure.ways_back();
    let mut ways = ways.iter().take(model.moves.len());
    ways.all(|way| *way != WayBack::None)
}

/// The moves that lead to a board from the goal: the inverse of its answer. `None` if there are none.
fn moves_to(
    puzzle: &Puzzle,
    model: &Model,
    case: &Case,
    options: &Options,
) -> Result<Option<Vec<Move>>, TextError> {
    let board = Board::new(case.start.clone());
    let answer = puzzle.solve_within(&board, options, options.whole())?;
    let back = match answer.verdict {
        Verdict::Solved(_) => model.way_back(&case.start, &answer.moves),
        Verdict::Unsolvable => return Ok(None),
        _ => None,
    };
    back.map(Some)
        .ok_or_else(|| unsolved(model, &case.start, answer.verdict))
}

/// The reason why no moves to a board are known, given the verdict of its search.
fn unsolved(model: &Model, start: &[u8], verdict: Verdict) -> TextError {
    let problem = match verdict {
        Verdict::Stopped(Stop::Time, _) => return TextError::Time,
        Verdict::Stopped(Stop::Cancelled, _) => return TextError::Cancelled,
        Verdict::Solved(_) => "some moves of its answer have no inverse",
        Verdict::Unsolvable => "the phases of the definition do not solve it",
        _ => "it was not solved within the memory allowed",
    };
    let board = model.board_text(start);
    PuzzleError::NoSuchBoards(format!("no moves are known to lead to {board}: {problem}")).into()
}
