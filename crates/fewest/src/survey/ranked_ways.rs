//! Numbers of shortest answers, by the ranks of a table.
//!
//! A layer is a set with a bit per rank, and the place of a board is the number of bits before its
//! own. So cores fill a layer together, in any order, without boards and without a map of them.

use std::sync::atomic::{AtomicU64, Ordering};

use super::descent::StepsDown;
use super::error::{SurveyError, allow};
use crate::population::RankedDistances;
use crate::rank::bits::WORD;
use crate::space::ranked::index;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// Words of a layer between two checks of the cancel flag.
const WORDS_PER_TASK: usize = 1 << 10;

/// A solvable board, with its place among the boards whose answers are counted.
pub(super) struct RankedBoard {
    pub(super) place: usize,
    pub(super) rank: u64,
    pub(super) distance: u8,
}

/// Like [`ways`](super::ways()), for the solvable ones of `count` boards.
pub(super) fn ways(
    distances: &dyn RankedDistances,
    boards: &[RankedBoard],
    count: usize,
    budget: &Budget<'_>,
) -> Result<Vec<u128>, Unfinished<SurveyError>> {
    let top = boards.iter().map(|board| board.distance).max().unwrap_or(0);
    let at = |distance| {
        boards
            .iter()
            .filter(move |board| board.distance == distance)
    };
    let mut layer = RankLayer::empty(distances.ranks());
    let mut steps_to_layer: Vec<StepsToRanks> = Vec::new();
    // From the top down to the layer above the solved boards.
    let mut layers: Vec<Vec<StepsDown<()>>> = Vec::new();
    let mut places = vec![0u32; count];
    let mut used = 0;
    for distance in (0..=top).rev() {
        at(distance).for_each(|board| layer.insert(board.rank));
        layer.number();
        for board in at(distance) {
            places[board.place] = layer.place(board.rank);
        }
        if distance < top {
            let steps = parallel::map(steps_to_layer, |steps| steps.placed(&layer));
            used += steps.iter().map(StepsDown::bytes).sum::<u64>();
            layers.push(steps);
        }
        let Some(nearer) = distance.checked_sub(1) else {
            break;
        };
        let next = RankLayer::empty(distances.ranks());
        let needed = AtomicU64::new(used + layer.bytes() + next.bytes());
        let tasks = (0..layer.words.len()).step_by(WORDS_PER_TASK);
        let steps = parallel::map(tasks, |start| {
            budget.check()?;
            let steps = StepsToRanks::from(distances, &layer, start, nearer, &next);
            let bytes = steps.bytes();
            allow(needed.fetch_add(bytes, Ordering::Relaxed) + bytes, budget)?;
            budget.advance(steps.counts.len() as u64);
            Ok(steps)
        });
        steps_to_layer = steps
            .into_iter()
            .collect::<Result<_, Unfinished<SurveyError>>>()?;
        layer = next;
    }
    let mut found = vec![0; count];
    let mut ways = vec![1; layer.len()];
    for distance in 0..=top {
        for board in at(distance) {
            let place = places[board.place] as usize;
            found[board.place] = ways.get(place).copied().debug_unwrap_or(0);
        }
        if let Some(steps) = layers.pop() {
            ways = parallel::map(steps, |steps| steps.ways(&ways, |()| true)).concat();
        }
    }
    Ok(found)
}

/// The ranks of a layer.
struct RankLayer {
    words: Vec<AtomicU64>,
    /// The number of bits before each word.
    before: Vec<u32>,
}

impl RankLayer {
    fn empty(ranks: u64) -> Self {
        let words = index(ranks).div_ceil(WORD);
        Self {
            words: std::iter::repeat_with(AtomicU64::default)
                .take(words)
                .collect(),
            before: vec![0; words],
        }
    }

    #[inline]
    fn insert(&self, rank: u64) {
        let rank = index(rank);
        if let Some(word) = self.words.get(rank / WORD) {
            word.fetch_or(1 << (rank % WORD), Ordering::Relaxed);
        }
    }

    fn number(&mut self) {
        let mut count = 0;
        for (before, word) in self.before.iter_mut().zip(&mut self.words) {
            *before = count;
            count += word.get_mut().count_ones();
        }
    }

    /// The place of a board of the layer. Memory runs out long before 2^32 boards.
    #[inline]
    fn place(&self, rank: u64) -> u32 {
        let rank = index(rank);
        let word = self
            .words
            .get(rank / WORD)
            .zip(self.before.get(rank / WORD));
        word.map_or(0, |(word, before)| {
            let lower = word.load(Ordering::Relaxed) & ((1 << (rank % WORD)) - 1);
            before + lower.count_ones()
        })
    }

    fn len(&self) -> usize {
        let words = self.words.iter();
        words
            .map(|word| word.load(Ordering::Relaxed).count_ones() as usize)
            .sum()
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.words[..]) + size_of_val(&self.before[..])) as u64
    }
}

/// The steps from some boards of a layer, in order, to ranks of the next one.
struct StepsToRanks {
    /// The number of each board's steps.
    counts: Vec<u8>,
    to: Vec<u64>,
}

impl StepsToRanks {
    /// The steps from the boards of a task's words, inserted into the `next` layer.
    fn from(
        distances: &dyn RankedDistances,
        layer: &RankLayer,
        start: usize,
        nearer: u8,
        next: &RankLayer,
    ) -> Self {
        let (mut counts, mut to) = (Vec::new(), Vec::new());
        let words = layer.words.iter().enumerate();
        for (place, word) in words.skip(start).take(WORDS_PER_TASK) {
            let mut left = word.load(Ordering::Relaxed);
            while left != 0 {
                let rank = place * WORD + left.trailing_zeros() as usize;
                left &= left - 1;
                let before = to.len();
                distances.nearer(rank as u64, nearer, &mut |rank| {
                    next.insert(rank);
                    to.push(rank);
                });
                counts.push(u8::try_from(to.len() - before).debug_unwrap_or(0));
            }
        }
        Self { counts, to }
    }

    fn bytes(&self) -> u64 {
        (self.counts.capacity() + self.to.capacity() * size_of::<u64>()) as u64
    }

    fn placed(self, layer: &RankLayer) -> StepsDown<()> {
        let to = self.to.iter().map(|&rank| ((), layer.place(rank)));
        StepsDown {
            to: to.collect(),
            counts: self.counts,
        }
    }
}
