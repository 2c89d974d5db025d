//! The boards on shortest answers, and the moves between them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::classes::MoveImages;
use super::{AnswerCount, ListedAnswer};
use crate::space::Move;

/// The moves from the boards of a layer to those of the next, one nearer.
#[derive(Default)]
pub(super) struct Steps {
    /// By board: where its steps end; they begin where those of the board before end.
    pub(super) ends: Vec<usize>,
    /// In tie order for each board; the place of the board that a move leads to.
    pub(super) moves: Vec<(Move, u32)>,
    /// The boards of the next layer.
    pub(super) below: usize,
}

impl Steps {
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.ends[..]) + size_of_val(&self.moves[..])) as u64
    }

    /// Keeps the steps to some boards of the next layer, and numbers these without gaps.
    pub(super) fn keep(&mut self, is_kept: &[bool]) {
        let mut count = 0;
        let number = |is_kept: &bool| {
            let own = is_kept.then_some(count);
            count += u32::from(*is_kept);
            own
        };
        let numbers: Vec<Option<u32>> = is_kept.iter().map(number).collect();
        let mut moves = Vec::new();
        let mut begin = 0;
        for end in &mut self.ends {
            let own = self.moves.get(begin..*end).unwrap_or_default().iter();
            let number = |to: u32| numbers.get(to as usize).copied().flatten();
            moves.extend(own.filter_map(|&(m, to)| Some((m, number(to)?))));
            begin = std::mem::replace(end, moves.len());
        }
        self.moves = moves;
        self.below = count as usize;
    }

    fn of(&self, board: usize) -> Range<usize> {
        let begin = board
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        let end = self.ends.get(board).copied().unwrap_or(0);
        begin.copied().unwrap_or(0)..end
    }
}

/// All shortest answers of a board, layer by layer. Every path from its first board is one.
#[derive(Default)]
pub(super) struct AnswerGraph {
    pub(super) layers: Vec<Steps>,
}

impl AnswerGraph {
    /// Leaves out boards from which no path leads down to the last layer.
    pub(super) fn drop_dead_ends(&mut self) {
        for at in (1..self.layers.len()).rev() {
            let (above, below) = self.layers.split_at_mut(at);
            let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else {
                return;
            };
            let mut begin = 0;
            let leads_on = |&end: &usize| end > std::mem::replace(&mut begin, end);
            let is_kept: Vec<bool> = below.ends.iter().map(leads_on).collect();
            above.keep(&is_kept);
            let mut kept = is_kept.iter();
            below.ends.retain(|_| kept.next() == Some(&true));
        }
    }

    /// How many answers have these moves only; `None` if a `u128` is too small.
    pub(super) fn count(&self, has: impl Fn(Move) -> bool) -> Option<u128> {
        let mut ways = vec![1u128];
        for layer in &self.layers {
            let mut below = vec![0u128; layer.below];
            for (board, own) in ways.iter().enumerate() {
                for (m, to) in layer.moves.get(layer.of(board)).unwrap_or_default() {
                    if has(*m)
                        && let Some(ways) = below.get_mut(*to as usize)
                    {
                        *ways = ways.checked_add(*own)?;
                    }
                }
            }
            ways = below;
        }
        ways.into_iter().try_fold(0, u128::checked_add)
    }

    /// How many classes of answers there are that this group's members carry into each other: as
    /// many as each member leaves alone on average (Burnside's lemma).
    pub(super) fn classes(&self, symmetries: &[MoveImages]) -> AnswerCount {
        // By the moves that they leave alone.
        let mut alike: BTreeMap<Vec<bool>, u128> = BTreeMap::new();
        for images in symmetries {
            let kept = (0..).zip(images).map(|(m, image)| Move::new(m) == *image);
            *alike.entry(kept.collect()).or_default() += 1;
        }
        let order = symmetries.len().max(1) as u128;
        let mut kept = alike.iter().map(|(kept, members)| {
            let count = self.count(|m| kept.get(m.index()).is_some_and(|kept| *kept))?;
            count.checked_mul(*members)
        });
        let sum = kept.try_fold(0u128, |sum, kept| sum.checked_add(kept?));
        match sum {
            Some(sum) => AnswerCount::Exactly(sum / order),
            None => AnswerCount::AtLeast(u128::MAX / order),
        }
    }

    /// The answers in tie order, the first of each class that members of this group carry into each
    /// other.
    pub(super) fn paths<'g>(&'g self, symmetries: &'g [MoveImages]) -> Paths<'g> {
        Paths {
            layers: &self.layers,
            symmetries,
            path: Vec::new(),
            keeping: vec![(0..symmetries.len()).collect()],
            left: Vec::new(),
            has_begun: false,
        }
    }
}

/// Answers in tie order, one of each class.
///
/// A path is the first of its class if no member of the group makes an earlier one of it. Members
/// that leave a path as it is so far leave the board at its end alone, too, and carry what may
/// follow into what may follow: so every path that is the first so far goes on to one that is.
pub(super) struct Paths<'g> {
    layers: &'g [Steps],
    symmetries: &'g [MoveImages],
    path: Vec<Move>,
    /// Before the first move and after each: the symmetries that leave the path so far as it is.
    keeping: Vec<Vec<usize>>,
    /// By layer: the steps that were not tried yet.
    left: Vec<Range<usize>>,
    has_begun: bool,
}

impl Paths<'_> {
    /// Takes the next step of the layer that was entered last, and returns the board that it leads
    /// to.
    fn step(&mut self) -> Option<usize> {
        let layer = self.layers.get(self.left.len().checked_sub(1)?)?;
        let keeping = self.keeping.last()?;
        let image = |symmetry: &usize, m: Move| {
            let images = self.symmetries.get(*symmetry)?;
            images.get(m.index()).copied()
        };
        for step in self.left.last_mut()? {
            let &(m, to) = layer.moves.get(step)?;
            if keeping.iter().any(|own| image(own, m) < Some(m)) {
                continue;
            }
            let still = keeping.iter().copied();
            let still = still.filter(|own| image(own, m) == Some(m)).collect();
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
        while let Some(layer) = self.layers.get(self.path.len()) {
            self.left.push(layer.of(board));
            board = self.step()?;
        }
        let keeping = self.keeping.last().map_or(1, Vec::len).max(1);
        Some(ListedAnswer {
            moves: self.path.clone(),
            class: (self.symmetries.len() / keeping) as u64,
        })
    }
}
