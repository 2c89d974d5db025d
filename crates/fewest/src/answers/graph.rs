//! The boards on shortest answers, and the moves between them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::classes::MoveImages;
use super::{AnswerCount, ListedAnswer};
use crate::space::Move;
use crate::survey::descent::StepsDown;

/// Keeps the steps to the marked boards of the next layer, and renumbers these boards without gaps.
pub(super) fn keep(steps: &mut StepsDown<Move>, is_kept: &[bool]) {
    let mut count = 0;
    let number = |is_kept: &bool| {
        let number = is_kept.then_some(count);
        count += u32::from(*is_kept);
        number
    };
    let numbers: Vec<Option<u32>> = is_kept.iter().map(number).collect();
    let number = |to: u32| numbers.get(to as usize).copied().flatten();
    let mut kept = StepsDown::with_room(steps.counts.len());
    let mut to = steps.to.iter();
    for count in &steps.counts {
        let begin = kept.to.len();
        let steps = to.by_ref().take(usize::from(*count));
        kept.to
            .extend(steps.filter_map(|&(m, to)| Some((m, number(to)?))));
        kept.end(begin);
    }
    *steps = kept;
}

/// All shortest answers of a board, layer by layer: each path from the first board is one.
#[derive(Default)]
pub(super) struct AnswerGraph {
    pub(super) layers: Vec<StepsDown<Move>>,
}

impl AnswerGraph {
    /// Drops the boards from which no path leads down to the last layer.
    pub(super) fn drop_dead_ends(&mut self) {
        for at in (1..self.layers.len()).rev() {
            let (above, below) = self.layers.split_at_mut(at);
            let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else {
                return;
            };
            let is_kept: Vec<bool> = below.counts.iter().map(|count| *count > 0).collect();
            keep(above, &is_kept);
            below.counts.retain(|count| *count > 0);
        }
    }

    /// The number of answers that use these moves only; `None` if a `u128` is too small.
    pub(super) fn count(&self, has: impl Fn(Move) -> bool) -> Option<u128> {
        let last = self.layers.last();
        let goals = last.map_or(1, |last| {
            let places = last.to.iter().map(|(_, place)| *place as usize + 1);
            places.max().unwrap_or(0)
        });
        let mut ways = vec![1; goals];
        for layer in self.layers.iter().rev() {
            ways = layer.ways(&ways, &has);
        }
        ways.first().copied().filter(|ways| *ways < u128::MAX)
    }

    /// The number of orbits of answers under this group, by Burnside's lemma.
    pub(super) fn classes(&self, symmetries: &[MoveImages]) -> AnswerCount {
        // The number of members by the moves that they fix.
        let mut member_counts: BTreeMap<Vec<bool>, u128> = BTreeMap::new();
        for images in symmetries {
            let kept = (0..=u8::MAX)
                .zip(images)
                .map(|(m, image)| Move::new(m) == *image);
            *member_counts.entry(kept.collect()).or_default() += 1;
        }
        let order = symmetries.len().max(1) as u128;
        let mut kept = member_counts.iter().map(|(kept, members)| {
            let count = self.count(|m| kept.get(m.index()).is_some_and(|kept| *kept))?;
            count.checked_mul(*members)
        });
        let sum = kept.try_fold(0u128, |sum, kept| sum.checked_add(kept?));
        match sum {
            Some(sum) => AnswerCount::Exactly(sum / order),
            None => AnswerCount::AtLeast(u128::MAX / order),
        }
    }

    /// The answers in tie order, one per orbit under this group: its first.
    pub(super) fn paths<'g>(&'g self, symmetries: &'g [MoveImages]) -> Paths<'g> {
        Paths {
            layers: &self.layers,
            ends: self.layers.iter().map(ends).collect(),
            symmetries,
            path: Vec::new(),
            keeping: vec![(0..symmetries.len()).collect()],
            left: Vec::new(),
            has_begun: false,
        }
    }
}

fn ends(steps: &StepsDown<Move>) -> Vec<usize> {
    let end = |end: &mut usize, count: &u8| {
        *end += usize::from(*count);
        Some(*end)
    };
    steps.counts.iter().scan(0, end).collect()
}

/// Answers in tie order, one of each class.
///
/// A path is the first of its class if no member of the group maps it to an earlier one. Members
/// that fix a path so far also fix the board at its end, and permute its possible continuations. So
/// every path that is the first so far has a continuation that is.
pub(super) struct Paths<'g> {
    layers: &'g [StepsDown<Move>],
    ends: Vec<Vec<usize>>,
    symmetries: &'g [MoveImages],
    path: Vec<Move>,
    /// Before the first move and after each: the symmetries that fix the path so far.
    keeping: Vec<Vec<usize>>,
    /// The steps of each layer that have not been tried.
    left: Vec<Range<usize>>,
    has_begun: bool,
}

impl Paths<'_> {
    /// Takes the next step from the current layer, and returns the board that it leads to.
    fn step(&mut self) -> Option<usize> {
        let layer = self.layers.get(self.left.len().checked_sub(1)?)?;
        let keeping = self.keeping.last()?;
        let image = |symmetry: &usize, m: Move| {
            let images = self.symmetries.get(*symmetry)?;
            images.get(m.index()).copied()
        };
        for step in self.left.last_mut()? {
            let &(m, to) = layer.to.get(step)?;
            if keeping.iter().any(|symmetry| image(symmetry, m) < Some(m)) {
                continue;
            }
            let still = keeping
                .iter()
                .copied()
                .filter(|symmetry| image(symmetry, m) == Some(m))
                .collect();
            self.keeping.push(still);
            self.path.push(m);
            return Some(to as usize);
        }
        None
    }
}

impl Iterator for Paths<'_> {
    type Item = ListedAnswer;

    fn next(&mut self) -> Option<ListedAnswer> {
        let mut board = 0;
        if std::mem::replace(&mut self.has_begun, true) {
            board = loop {
                self.left.last()?;
                self.path.pop();
                self.keeping.pop();
                if let Some(next) = self.step() {
                    break next;
                }
                self.left.pop();
            };
        }
        while let Some(ends) = self.ends.get(self.path.len()) {
            let before = board.checked_sub(1).and_then(|before| ends.get(before));
            let begin = before.copied().unwrap_or(0);
            self.left.push(begin..*ends.get(board)?);
            board = self.step()?;
        }
        let keeping = self.keeping.last().map_or(1, Vec::len).max(1);
        Some(ListedAnswer {
            moves: self.path.clone(),
            class: (self.symmetries.len() / keeping) as u64,
        })
    }
}
