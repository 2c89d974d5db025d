//! Drawing boards at random, and writing them as an input.

use std::io::Write;

use rustc_hash::FxHashSet;

use super::model::{Complete, ModelFamily};
use super::validate::refusal;
use super::{BoxedPopulation, allowance, symbols};
use crate::catalogue::RunError;
use crate::catalogue::generate::{Draw, Wanted};
use crate::catalogue::request::{Goal, Request, RequestError};
use crate::codec::{Drawn, Format, Sizes, write_json};
use crate::model::Kind;
use crate::population::{Population, Random};
use crate::progress::Unfinished;
use crate::puzzle::Puzzle;

/// Boards that are drawn between two looks at the cancel flag.
const CHUNK: u64 = 4096;

/// A start, and its goal where the format gives each board one.
pub(super) type Pair<B> = (B, Option<B>);

/// Boards by distance, to draw from.
pub(super) trait Urn<B> {
    /// How many boards there are at each distance 0, 1, 2, ..., as far as it goes.
    fn counts(&self) -> &[u64];

    /// One of the boards at a distance, each of them equally likely.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<B>>;
}

/// A population is an urn.
pub(super) struct Counted<P: Puzzle>(pub(super) BoxedPopulation<P>);

impl<P: Puzzle> Urn<P::Board> for Counted<P> {
    fn counts(&self) -> &[u64] {
        Population::counts(&*self.0)
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<P::Board>> {
        let board = self.0.draw(distance, random)?;
        Some((self.0.shown(&board), None))
    }
}

type Draws<B> = Box<dyn FnMut(&mut Random) -> Option<(Pair<B>, Option<u8>)>>;

/// Boards each of which is equally likely to be drawn.
pub(super) struct Lot<B> {
    /// How many there are; the greatest number if they are more.
    pub(super) boards: u128,
    /// Draws one, and tells its distance if that is known.
    pub(super) draw: Draws<B>,
}

/// Those of an urn that are in a range of distances.
fn within<B: 'static>(
    puzzle: &str,
    urn: Box<dyn Urn<B>>,
    fewest: u32,
    most: u32,
) -> Result<Lot<B>, RequestError> {
    let distances = (0..=u8::MAX).zip(urn.counts().iter().copied());
    let wanted: Vec<(u8, u64)> = distances
        .filter(|&(distance, count)| (fewest..=most).contains(&distance.into()) && count > 0)
        .collect();
    let boards: u64 = wanted.iter().map(|(_, count)| count).sum();
    if boards == 0 {
        let asked = if fewest == most {
            fewest.to_string()
        } else {
            format!("{fewest}..{most}")
        };
        let farthest = urn.counts().len().saturating_sub(1);
        return Err(RequestError::NoSuchBoards(format!(
            "{puzzle} has no board at distance {asked}; there are boards at 0..{farthest}"
        )));
    }
    let draw = move |random: &mut Random| {
        let mut place = random.below(boards);
        let (distance, _) = *wanted.iter().find(|(_, count)| {
            let is_here = place < *count;
            place = place.saturating_sub(*count);
            is_here
        })?;
        Some((urn.draw(distance, random)?, Some(distance)))
    };
    Ok(Lot {
        boards: boards.into(),
        draw: Box::new(draw),
    })
}

/// The boards that are asked for.
fn lot<K: Complete>(
    family: &ModelFamily<K>,
    request: &Request,
    format: &Format,
    wanted: Wanted,
) -> Result<Lot<K::Board>, Unfinished<RequestError>> {
    if format.brings_goals && request.goal.is_some() {
        return Err(Unfinished::Failed(RequestError::NoSuchGoal(format!(
            "{} gives each board a goal of its own; a goal goes with other formats",
            format.name
        ))));
    }
    match wanted {
        Wanted::Moves(fewest, most) => {
            let farthest = u8::try_from(most).unwrap_or(u8::MAX);
            let urn = family.urn(request, format, farthest)?;
            Ok(within(&family.name(), urn, fewest, most)?)
        }
        Wanted::Solvable | Wanted::Unsolvable => {
            let goal = family.goal(request, format)?;
            let is_solvable = wanted == Wanted::Solvable;
            let lot = family.all(request, goal, format.brings_goals, is_solvable)?;
            Ok(lot.ok_or_else(|| {
                RequestError::NoSuchBoards(format!(
                    "every board of {} can be solved",
                    family.name()
                ))
            })?)
        }
    }
}

/// Draws boards and writes them as an input of a format, or as JSON lines.
pub(super) fn generate<K: Complete>(
    family: &ModelFamily<K>,
    request: &Request,
    format: &'static Format,
    draw: &Draw,
    output: &mut dyn Write,
) -> Result<(), Unfinished<RunError>> {
    let is_json = request.to.as_deref() == Some("json");
    if let Some(size) = family.size().filter(|size| size.width() != size.height())
        && format.sizes == Sizes::Square
        && !is_json
    {
        return Err(RequestError::NoSuchBoards(format!(
            "{} has square boards only, {} is {} x {}",
            format.name,
            family.name(),
            size.width(),
            size.height()
        ))
        .into());
    }
    if !is_json {
        let are_solvable = draw.wanted != Wanted::Unsolvable;
        if let Some(why) = refusal(format, family.size(), draw.count, are_solvable) {
            request
                .notes
                .add(format!("`fewest validate` refuses this input: {why}"));
        }
    }
    // Distances are to the goal of the format that the boards are written in.
    let named = || Goal::Named(format.goal);
    let request = &Request {
        goal: request
            .goal
            .clone()
            .or_else(|| (format.kind == Kind::Sliding && !format.brings_goals).then(named)),
        ..request.clone()
    };
    let (puzzle, model) = (family.puzzle(request)?, family.model(request)?);
    let mut lot = lot(family, request, format, draw.wanted)?;
    if draw.distinct && u128::from(draw.count) > lot.boards {
        return Err(RequestError::NoSuchBoards(format!(
            "{} distinct boards are wanted, there {} {}",
            draw.count,
            if lot.boards == 1 { "is" } else { "are" },
            lot.boards
        ))
        .into());
    }
    let mut seen = FxHashSet::default();
    let mut random = Random::new(draw.seed);
    let mut text = Vec::new();
    let progress = &request.progress;
    progress.begin("drawing boards", "boards", Some(draw.count));
    if !is_json {
        format.write_header(&model, draw.count, &mut text);
    }
    output.write_all(&text)?;
    text.clear();
    let mut drawn = Drawn {
        is_solvable: draw.wanted != Wanted::Unsolvable,
        ..Drawn::default()
    };
    while drawn.case.number < draw.count {
        if let Err(stopped) = allowance(request).check() {
            output.flush()?;
            return Err(stopped);
        }
        let before = drawn.case.number;
        for _ in 0..CHUNK.min(draw.count - before) {
            let Some((pair, distance)) = (lot.draw)(&mut random) else {
                continue;
            };
            if draw.distinct && !seen.insert(pair) {
                continue;
            }
            let (start, goal) = pair;
            let case = &mut drawn.case;
            case.number += 1;
            case.start.clear();
            puzzle.symbols(&start, &mut case.start);
            case.goal = goal.map(|goal| symbols(&puzzle, &goal));
            drawn.distance = distance;
            if is_json {
                write_json(&model, &drawn, &mut text);
            } else {
                (format.write_board)(&model, &drawn.case, &mut text);
            }
        }
        progress.add(drawn.case.number - before);
        output.write_all(&text)?;
        text.clear();
    }
    if !is_json {
        format.write_footer(&model, &mut text);
    }
    output.write_all(&text)?;
    output.flush()?;
    Ok(())
}
