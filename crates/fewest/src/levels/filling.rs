//! A table that is filled level by level.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::rank::bits::Ranks;
use crate::table::packed::{PER_BYTE, Packed, UNSOLVABLE};

/// A byte of the table before any of its boards is met.
const UNMET: u8 = u8::MAX;
/// The bits to clear in a board's entry when it is met, by the remainder of its distance.
const CLEARED: [u8; 3] = [UNSOLVABLE, UNSOLVABLE ^ 1, UNSOLVABLE ^ 2];

/// A table with two bits per board: the distance modulo three of each board met so far.
///
/// Each board is met once, and meeting it only clears bits, so threads can share the table.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use fewest::levels::{Dealt, Filling, LevelOptions, agree};
/// use fewest::{Budget, Options, Puzzle};
///
/// let options = Options::default();
/// let tables = Puzzle::open("eight")?.tables(&options)?;
/// let boards = tables[0].boards().expect("every move has an inverse");
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
    /// Creates a table for this many boards, none of them met yet.
    #[must_use]
    pub fn new(boards: u64) -> Self {
        let bytes = usize::try_from(Self::bytes(boards)).unwrap_or(usize::MAX);
        Self {
            entries: (0..bytes).map(|_| AtomicU8::new(UNMET)).collect(),
            boards,
        }
    }

    /// The table's size in bytes.
    #[must_use]
    pub const fn bytes(boards: u64) -> u64 {
        boards.div_ceil(PER_BYTE as u64)
    }

    /// Records boards met at a distance. They are among `ranks` ranks that start at `first`.
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

    /// The finished table, with the number of boards at each distance.
    #[must_use]
    pub fn packed(self, counts: Vec<u64>) -> Packed {
        let entries = self.entries.into_iter().map(AtomicU8::into_inner);
        Packed::filled(entries.collect(), self.boards, counts)
    }
}
