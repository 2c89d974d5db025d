//! The distances in a certificate's table.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::digit::Digit;
use super::numbering::{MAX_TARGETS, Numbering};
use crate::error::PuzzleError;
use crate::space::structure::{Turn, inverse};
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// The entry of boards from which no moves lead to the goals, and the greatest distance.
pub(super) const NEVER: u8 = u8::MAX;
const MAX_DISTANCE: u8 = NEVER - 2;
/// The most links of a digit that are kept, and the entries that are visited at once.
const MAX_LINKS: u64 = 1 << 26;
const PART: u64 = 1 << 14;
/// The link of a move that does not lead to a row.
const NONE: u32 = u32::MAX;

/// The changes of a digit by the moves that lead to a board, backwards.
struct Links<'n> {
    digit: &'n Digit,
    steps: Vec<Step>,
    /// For each kind: true if it may be the blank.
    blank: Vec<bool>,
    /// For each row: the row before each move. None if there are too many.
    kept: Vec<u32>,
}

struct Step {
    /// The place that must have the blank, if it is seen.
    need: Option<usize>,
    /// For each place, or slot: the place whose piece comes here, and how much it turns.
    from: Vec<(usize, usize)>,
}

impl<'n> Links<'n> {
    fn of(digit: &'n Digit, steps: Vec<Step>, blank: Vec<bool>) -> Self {
        let mut links = Self {
            digit,
            steps,
            blank,
            kept: Vec::new(),
        };
        if digit.size.saturating_mul(links.steps.len() as u64) <= MAX_LINKS {
            let mut row = Vec::new();
            let mut kept = Vec::new();
            (0..digit.size).for_each(|number| links.extend(number, &mut row, &mut kept));
            links.kept = kept;
        }
        links
    }

    /// Appends the links of a row.
    fn extend(&self, number: u64, row: &mut Vec<usize>, links: &mut Vec<u32>) {
        self.digit.row(number, row);
        let base = self.digit.base;
        let at = |place: usize| row.get(place).copied().unwrap_or(0);
        links.extend(self.steps.iter().map(|step| {
            let has_blank = |place| self.blank.get(at(place)).is_some_and(|is_blank| *is_blank);
            if !step.need.is_none_or(has_blank) {
                return NONE;
            }
            let before = step.from.iter();
            let before = before.map(|&(place, turns)| (at(place) + base - turns) % base);
            let before = self.digit.rank(before);
            before.and_then(|n| u32::try_from(n).ok()).unwrap_or(NONE)
        }));
    }

    /// The links of a row.
    fn get<'l>(&'l self, number: u64, row: &mut Vec<usize>, own: &'l mut Vec<u32>) -> &'l [u32] {
        let moves = self.steps.len();
        let first = usize::try_from(number).unwrap_or(0) * moves;
        self.kept.get(first..first + moves).unwrap_or_else(|| {
            own.clear();
            self.extend(number, row, own);
            own
        })
    }
}

/// The links of all digits of a numbering.
fn links<'n>(numbering: &'n Numbering<'_>, turns: &[Turn], blank: Option<u8>) -> Vec<Links<'n>> {
    let mut links = Vec::new();
    for pieces in &numbering.pieces {
        let (mut kinds, mut turning) = (Vec::new(), Vec::new());
        for turn in turns {
            let Some(back) = inverse(&turn.from) else {
                continue;
            };
            let need = turn.needs.and_then(|(cell, _)| back.get(usize::from(cell)));
            let mut places = pieces.orbit.places.iter();
            let need = need.and_then(|cell| places.position(|place| place[..] == [*cell]));
            let mut from = pieces.orbit.carried(&back);
            let slots = pieces.orbit.slots(&from);
            if pieces.orbit.is_marked {
                from.clear();
            }
            kinds.push(Step { need, from: slots });
            turning.push(Step { need: None, from });
        }
        links.push(Links::of(&pieces.kinds, kinds, pieces.with(blank)));
        links.push(Links::of(&pieces.turns, turning, Vec::new()));
    }
    links
}

/// The distance of every board of a numbering to goals, breadth first from these. `None` if a
/// distance is too large, or if too many boards are solved.
pub(super) fn distances(
    numbering: &Numbering<'_>,
    turns: &[Turn],
    blank: Option<u8>,
    goals: &[&Vec<Option<u8>>],
    budget: Budget<'_>,
) -> Result<Option<Vec<u8>>, Unfinished<PuzzleError>> {
    let entries: Vec<AtomicU8> = (0..numbering.size).map(|_| AtomicU8::new(NEVER)).collect();
    let entry = |number: u64| entries.get(usize::try_from(number).ok()?);
    let mut left = MAX_TARGETS;
    for goal in goals {
        let Some(targets) = numbering.targets(goal).filter(|all| all.len() <= left) else {
            return Ok(None);
        };
        left -= targets.len();
        for entry in targets.into_iter().filter_map(entry) {
            entry.store(0, Ordering::Relaxed);
        }
    }
    let links = links(numbering, turns, blank);
    // The last digit that counts is the inner loop. The number of those after it is 0.
    let inner = links.iter().rposition(|links| links.digit.size > 1);
    let inner = inner.unwrap_or(0);
    let Some(last) = links.get(inner) else {
        return Ok(None);
    };
    let parts = last.digit.size.div_ceil(PART);
    let all = usize::try_from(numbering.size / last.digit.size * parts).unwrap_or(0);
    for distance in 0..=MAX_DISTANCE {
        let is_found = AtomicBool::new(false);
        parallel::each(all, &|part| {
            if budget.is_over() {
                return;
            }
            let (block, part) = (part as u64 / parts, part as u64 % parts);
            let rows = part * PART..last.digit.size.min((part + 1) * PART);
            let is_here = |row: &u64| {
                let entry = entry(block * last.digit.size + row);
                entry.is_some_and(|entry| entry.load(Ordering::Relaxed) == distance)
            };
            let mut here = rows.filter(is_here).peekable();
            if here.peek().is_none() {
                return;
            }
            let outer = without(&links, inner, block);
            let (mut row, mut own) = (Vec::new(), Vec::new());
            for number in here {
                let links = last.get(number, &mut row, &mut own).iter().zip(&outer);
                let legal = links.filter(|(link, _)| **link != NONE);
                let before = legal.filter_map(|(link, outer)| Some((*outer)? + u64::from(*link)));
                for entry in before.filter_map(entry) {
                    if entry.load(Ordering::Relaxed) == NEVER {
                        entry.store(distance + 1, Ordering::Relaxed);
                        is_found.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        budget.check::<PuzzleError>()?;
        if !is_found.into_inner() {
            let entries = entries.into_iter().map(AtomicU8::into_inner);
            return Ok(Some(entries.collect()));
        }
    }
    Ok(None)
}

/// For each move: the number before it, from all digits but one; `None` if it is not legal.
fn without(links: &[Links<'_>], inner: usize, block: u64) -> Vec<Option<u64>> {
    let mut left = block;
    let mut size = links.get(inner).map_or(1, |links| links.digit.size);
    let moves = links.first().map_or(0, |links| links.steps.len());
    let mut all = vec![Some(0); moves];
    let (mut row, mut own) = (Vec::new(), Vec::new());
    for digit in links.iter().take(inner).rev() {
        let number = left % digit.digit.size;
        left /= digit.digit.size;
        for (all, link) in all.iter_mut().zip(digit.get(number, &mut row, &mut own)) {
            let link = (*link != NONE).then(|| u64::from(*link) * size);
            *all = all.zip(link).map(|(all, link)| all + link);
        }
        size *= digit.digit.size;
    }
    // Digits after it have one number, and show if a move is legal.
    for digit in links.iter().skip(inner + 1) {
        for (all, link) in all.iter_mut().zip(digit.get(0, &mut row, &mut own)) {
            *all = all.filter(|_| *link != NONE);
        }
    }
    all
}
