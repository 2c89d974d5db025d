//! A table that is filled level by level, whoever finds them.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::rank::bits::Ranks;
use crate::table::packed::{PER_BYTE, Packed, UNSOLVABLE};

/// The bits of a byte of the table in which no board has been met.
const UNMET: u8 = u8::MAX;
/// By the remainder that a board has: which of its two bits are cleared when it is met.
const CLEARED: [u8; 3] = [UNSOLVABLE, UNSOLVABLE ^ 1, UNSOLVABLE ^ 2];

/// A table of two bits a board: the distance modulo three of those that were met.
///
/// Each board is met once, and whoever meets it only clears bits. So threads share it.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use fewest::levels::{Dealt, Filling, LevelOptions, agree};
/// use fewest::{Budget, Options, Puzzle};
///
/// let options = Options::default();
/// let tables = Puzzle::open("eight")?.tables(&options)?;
/// let boards = tables[0].boards().expect("its moves can be taken back");
/// let mut dealt = Dealt::new(&*boards, &LevelOptions::default(), (1, 1), Budget::default())?;
/// let agreed = agree(dealt.portions(), &[dealt.left()])?;
/// dealt.begin(&agreed, 0)?;
/// let mut alone = dealt.worker(0, &agreed.portions[0]);
/// let filling = Filling::new(boards.boards());
/// let mut counts = Vec::new();
/// for distance in 0..=31 {
///     alone.expand(distance, |_, _| ControlFlow::<()>::Continue(()))?;
///     counts.push(alone.close(distance)?);
///     alone.show(distance, |parcels| {
///         for parcel in &parcels {
///             dealt.fill(&filling, distance, parcel);
///         }
///         ControlFlow::<()>::Continue(())
///     })?;
/// }
/// let table = filling.packed(counts);
/// let all: u64 = table.counts().iter().sum();
/// assert_eq!((table.counts()[31], all), (2, table.boards()));
/// // Every board was met.
/// assert!((0..all).all(|rank| table.residue(rank).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Filling {
    entries: Vec<AtomicU8>,
    boards: u64,
}

impl Filling {
    /// For so many boards, none of which was met.
    #[must_use]
    pub fn new(boards: u64) -> Self {
        let bytes = usize::try_from(Self::bytes(boards)).unwrap_or(usize::MAX);
        Self {
            entries: (0..bytes).map(|_| AtomicU8::new(UNMET)).collect(),
            boards,
        }
    }

    /// The bytes that it takes.
    #[must_use]
    pub const fn bytes(boards: u64) -> u64 {
        boards.div_ceil(PER_BYTE as u64)
    }

    /// Meets these boards at a distance, among so many ranks of which the first is `first`.
    pub(super) fn meet(&self, met: Ranks<'_>, first: u64, ranks: usize, distance: usize) {
        let cleared = CLEARED[distance % 3];
        let (mut byte, mut kept) = (0, u8::MAX);
        let flush = |byte: usize, kept| {
            if let Some(entry) = self.entries.get(byte) {
                entry.fetch_and(kept, Ordering::Relaxed);
            }
        };
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        met.each(&(0..ranks), |rank| {
            let place = first.saturating_add(rank);
            if place / PER_BYTE != byte {
                flush(byte, kept);
                (byte, kept) = (place / PER_BYTE, u8::MAX);
            }
            kept &= !(cleared << (place % PER_BYTE * 2));
        });
        flush(byte, kept);
    }

    /// The table, with how many boards there are at each distance.
    #[must_use]
    pub fn packed(self, counts: Vec<u64>) -> Packed {
        let entries = self.entries.into_iter().map(AtomicU8::into_inner);
        Packed::filled(entries.collect(), self.boards, counts)
    }
}
