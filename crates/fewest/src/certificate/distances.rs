//! The distances in a certificate's table.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::digit::{Digit, RowOrder, Turns};
use super::numbering::{MAX_TARGETS, TableNumbering};
use crate::error::PuzzleError;
use crate::rank::bits::WORD;
use crate::rank::lattice::Path;
use crate::space::ranked::index;
use crate::space::structure::{Turn, inverse};
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// The entry of boards from which no moves lead to the goals, and the greatest distance.
pub(super) const NEVER: u8 = u8::MAX;
const MAX_DISTANCE: u8 = NEVER - 2;
/// The most links of a digit that are kept, and the words of a set that are visited at once.
const MAX_LINKS: u64 = 1 << 26;
const PART: usize = 1 << 8;
/// The link of a move that does not lead to a row.
const NONE: u32 = u32::MAX;

/// The changes of a digit by the moves that lead to a board, backwards.
struct DigitLinks<'n> {
    digit: &'n Digit,
    steps: Vec<Step>,
    /// For each place, the steps that are legal only with the blank there; then all others.
    needing: Vec<Vec<usize>>,
    /// A bit for each kind that may be the blank.
    blank: u64,
    /// For each row: the row before each move. None if there are too many.
    kept: Vec<u32>,
}

struct Step {
    /// The place that must have the blank, if it is seen.
    need: Option<usize>,
    /// For each place, or slot: the place whose piece comes here, and how much it turns.
    from: Vec<(usize, usize)>,
    /// From the first place that changes to the last.
    changed: Range<usize>,
}

impl Step {
    fn new(need: Option<usize>, from: Vec<(usize, usize)>) -> Self {
        let is_changed = |(place, from): (usize, &(usize, usize))| *from != (place, 0);
        let mut all = from.iter().enumerate();
        let first = all.clone().position(is_changed);
        let last = all.rposition(is_changed);
        let changed = first
            .zip(last)
            .map_or(0..0, |(first, last)| first..last + 1);
        Self {
            need,
            from,
            changed,
        }
    }
}

/// A walk through the rows of a digit, by number.
enum At<'n> {
    Kinds(Path<'n>),
    Turns(&'n Turns, Vec<usize>),
}

impl<'n> DigitLinks<'n> {
    fn of(digit: &'n Digit, steps: Vec<Step>, blank: u64, max_links: u64) -> Self {
        let places = steps.first().map_or(0, |step| step.from.len());
        let mut needing = vec![Vec::new(); places + 1];
        for (by, step) in steps.iter().enumerate() {
            needing[step.need.unwrap_or(places)].push(by);
        }
        let mut links = Self {
            digit,
            steps,
            needing,
            blank,
            kept: Vec::new(),
        };
        let moves = links.steps.len();
        if digit.size.saturating_mul(moves as u64) <= max_links {
            let (mut kept, mut at) = (Vec::new(), links.at());
            for number in 0..digit.size {
                let first = kept.len();
                kept.resize(first + moves, NONE);
                links.each(number, &mut at, |by, link| {
                    kept[first + by] = u32::try_from(link).unwrap_or(NONE);
                });
            }
            drop(at);
            links.kept = kept;
        }
        links
    }

    fn at(&self) -> At<'n> {
        match &self.digit.order {
            RowOrder::Kinds(lattice, _) => At::Kinds(lattice.path()),
            RowOrder::Turns(turns) => At::Turns(turns, Vec::new()),
        }
    }

    /// Calls `visit` with each move that may lead to a row, and the number of the row before it.
    #[inline]
    fn each(&self, number: u64, at: &mut At<'_>, mut visit: impl FnMut(usize, u64)) {
        let moves = self.steps.len();
        let first = usize::try_from(number).unwrap_or(0) * moves;
        if let Some(kept) = self.kept.get(first..first + moves) {
            let legal = kept.iter().enumerate().filter(|(_, link)| **link != NONE);
            legal.for_each(|(by, link)| visit(by, u64::from(*link)));
            return;
        }
        match at {
            At::Kinds(path) => {
                path.go_to(number);
                let row = path.row();
                let [needing @ .., others] = &self.needing[..] else {
                    return;
                };
                let needing = needing
                    .iter()
                    .zip(row)
                    .filter(|(_, kind)| self.blank >> **kind & 1 == 1);
                for &by in needing.flat_map(|(by, _)| by).chain(others) {
                    let Step { from, changed, .. } = &self.steps[by];
                    let kinds = from[changed.clone()].iter().map(|&(place, _)| row[place]);
                    visit(by, path.rank_with(changed.clone(), kinds));
                }
            }
            At::Turns(turns, row) => {
                turns.row(number, row);
                for (by, step) in self.steps.iter().enumerate() {
                    let from = step.from.iter();
                    let before =
                        from.map(|&(place, by)| (row[place] + turns.base - by) % turns.base);
                    if let Some(before) = turns.rank(before) {
                        visit(by, before);
                    }
                }
            }
        }
    }
}

/// The links of all digits of a numbering.
fn links<'n>(
    numbering: &'n TableNumbering<'_>,
    turns: &[Turn],
    blank: Option<u8>,
    max_links: u64,
) -> Vec<DigitLinks<'n>> {
    let mut links = Vec::new();
    for pieces in &numbering.pieces {
        let (mut kinds, mut turning) = (Vec::new(), Vec::new());
        for turn in turns {
            let Some(back) = inverse(&turn.from) else {
                continue;
            };
            let need = (turn.step()).and_then(|(cell, _)| back.get(usize::from(cell)));
            let mut places = pieces.orbit.places.iter();
            let need = need.and_then(|cell| places.position(|place| place[..] == [*cell]));
            let mut from = pieces.orbit.carried(&back);
            let slots = pieces.orbit.slots(&from);
            if pieces.orbit.is_marked {
                from.clear();
            }
            kinds.push(Step::new(need, slots));
            turning.push(Step::new(None, from));
        }
        links.push(DigitLinks::of(
            &pieces.kinds,
            kinds,
            pieces.with(blank),
            max_links,
        ));
        links.push(DigitLinks::of(&pieces.turns, turning, 0, max_links));
    }
    links
}

/// The distance of every board of a numbering to goals, breadth first from these. `None` if a
/// distance is too large, or if too many boards are solved.
pub(super) fn distances(
    numbering: &TableNumbering<'_>,
    turns: &[Turn],
    blank: Option<u8>,
    goals: &[&Vec<Option<u8>>],
    budget: Budget<'_>,
) -> Result<Option<Vec<u8>>, Unfinished<PuzzleError>> {
    let size = usize::try_from(numbering.size).unwrap_or(usize::MAX);
    let entries: Vec<AtomicU8> = (0..size).map(|_| AtomicU8::new(NEVER)).collect();
    let set = || -> Vec<AtomicU64> {
        (0..size.div_ceil(WORD))
            .map(|_| AtomicU64::new(0))
            .collect()
    };
    // The boards met so far, at this distance, and at the next one.
    let (known, mut now, mut next) = (set(), set(), set());
    let mut left = MAX_TARGETS;
    for goal in goals {
        let Some(targets) = numbering.targets(goal).filter(|all| all.len() <= left) else {
            return Ok(None);
        };
        left -= targets.len();
        for target in targets {
            add(&known, index(target));
            add(&next, index(target));
        }
    }
    let links = links(numbering, turns, blank, MAX_LINKS);
    // The last digit that counts is the inner loop. The number of those after it is 0.
    let inner = links
        .iter()
        .rposition(|links| links.digit.size > 1)
        .unwrap_or(0);
    let Some(last) = links.get(inner) else {
        return Ok(None);
    };
    for distance in 0..=MAX_DISTANCE + 1 {
        (now, next) = (next, now);
        if now.iter_mut().all(|word| *word.get_mut() == 0) {
            let entries = entries.into_iter().map(AtomicU8::into_inner);
            return Ok(Some(entries.collect()));
        }
        if distance > MAX_DISTANCE {
            break;
        }
        parallel::each(now.len().div_ceil(PART), &|part| {
            let mut at = last.at();
            let (mut block, mut outer) = (0..0, Vec::new());
            let visit = |number: usize| {
                if let Some(entry) = entries.get(number) {
                    entry.store(distance, Ordering::Relaxed);
                }
                let number = number as u64;
                if !block.contains(&number) {
                    let (above, size) = (number / last.digit.size, last.digit.size);
                    block = above * size..(above + 1) * size;
                    outer = without(&links, inner, above);
                }
                last.each(number - block.start, &mut at, |by, link| {
                    if let Some(outer) = outer[by] {
                        let before = index(outer + link);
                        if !has(&known, before) {
                            add(&known, before);
                            add(&next, before);
                        }
                    }
                });
            };
            let words = part * PART..now.len().min((part + 1) * PART);
            each_of(&now, words, budget, visit);
        });
        budget.check::<PuzzleError>()?;
    }
    Ok(None)
}

/// Returns true if a set holds a number.
fn has(set: &[AtomicU64], number: usize) -> bool {
    let word = set.get(number / WORD);
    word.is_some_and(|word| word.load(Ordering::Relaxed) >> (number % WORD) & 1 == 1)
}

fn add(set: &[AtomicU64], number: usize) {
    if let Some(word) = set.get(number / WORD) {
        word.fetch_or(1 << (number % WORD), Ordering::Relaxed);
    }
}

/// Removes the numbers of these words from a set, and visits them in order.
fn each_of(
    set: &[AtomicU64],
    words: Range<usize>,
    budget: Budget<'_>,
    mut visit: impl FnMut(usize),
) {
    if budget.is_over() {
        return;
    }
    for (place, word) in words.clone().zip(&set[words]) {
        let mut left = word.load(Ordering::Relaxed);
        word.store(0, Ordering::Relaxed);
        while left != 0 {
            visit(place * WORD + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// For each move: the number before it, from all digits but one; `None` if it is not legal.
fn without(links: &[DigitLinks<'_>], inner: usize, block: u64) -> Vec<Option<u64>> {
    let mut left = block;
    let mut size = links.get(inner).map_or(1, |links| links.digit.size);
    let moves = links.first().map_or(0, |links| links.steps.len());
    let mut all = vec![Some(0); moves];
    let mut add = |links: &DigitLinks<'_>, number, size| {
        let mut before = vec![None; moves];
        links.each(number, &mut links.at(), |by, link| {
            before[by] = Some(link * size);
        });
        for (all, before) in all.iter_mut().zip(before) {
            *all = all.zip(before).map(|(all, before)| all + before);
        }
    };
    for links in links.iter().take(inner).rev() {
        add(links, left % links.digit.size, size);
        left /= links.digit.size;
        size *= links.digit.size;
    }
    // Digits after it have one number, and show if a move is legal.
    links
        .iter()
        .skip(inner + 1)
        .for_each(|links| add(links, 0, 0));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::ProofBuilder;
    use super::*;
    use crate::handle::Puzzle;

    /// Large digits, whose links are not kept, have the same links.
    #[test]
    fn links_that_are_not_kept() {
        for name in ["sliding:4x2", "rotation", "cube2", "eight"] {
            let puzzle = Puzzle::open(name).unwrap();
            let model = puzzle.model();
            let structure = &model.structure;
            let solved = structure.whole_goal().unwrap_or_default();
            let proof = ProofBuilder::of(model, "", None, Budget::default());
            let plan = proof.plan(Some(&solved), &[vec![0]]).unwrap();
            let sketch = &plan.tables[0];
            let numbering = sketch.numbering().unwrap();
            let of = |max_links| links(&numbering, &structure.turns, structure.blank(), max_links);
            for (kept, alone) in of(MAX_LINKS).iter().zip(of(0)) {
                assert!(!kept.kept.is_empty() && alone.kept.is_empty(), "{name}");
                let (mut any, mut at) = (kept.at(), alone.at());
                for number in (0..kept.digit.size).step_by(7) {
                    let of = |links: &DigitLinks<'_>, at: &mut At<'_>| {
                        let mut found = BTreeMap::new();
                        links.each(number, at, |by, link| {
                            found.insert(by, link);
                        });
                        found
                    };
                    let (expected, found) = (of(kept, &mut any), of(&alone, &mut at));
                    assert_eq!(found, expected, "{name}: {number}");
                }
            }
        }
    }
}
