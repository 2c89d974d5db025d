//! Hands out subtrees: to the cores in order or, if other processes search the same tree, as dealt.

use std::fmt::Debug;
use std::hash::Hasher;
#[cfg(feature = "rayon")]
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use siphasher::sip::SipHasher24;

use super::record::Record;
use super::tally::{Cores, Tally};

/// The next subtree for this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtreeTurn {
    /// The subtree at this index.
    Subtree(usize),
    /// None yet; ask again.
    Later,
    /// None left.
    Over,
}

/// Deals out the subtrees of iterations to several processes that search the same tree. One of them
/// leads; the others join where it tells them to, by resuming from a [record](Record).
///
/// All [begin](Self::begin) the iteration, [take](Self::take) subtrees, and [report](Self::report)
/// results. The leader [collects](Self::collect) the others' and [ends](Self::end) the iteration.
pub trait Share: Debug + Send + Sync {
    /// Begins an iteration with the subtrees of the record. Equal trees that are cut in the same
    /// way have the same mark. Returns false if the iteration is too small to share.
    fn begin(&self, record: &Record, mark: u64) -> bool;

    /// Returns the next subtree to search here. May wait some milliseconds for it.
    fn take(&self) -> SubtreeTurn;

    /// Reports that a subtree was searched to its end: its tally, or `None` if it has an answer.
    fn report(&self, place: usize, result: Option<Tally>);

    /// Visits the results that others have reported since the last call.
    fn collect(&self, visit: &mut dyn FnMut(usize, Option<Tally>));

    /// Ends the iteration. Returns false if the search stops here, because the process only helps.
    fn end(&self) -> bool;
}

/// Hashes numbers, with the same result on every machine.
pub(super) fn mark(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = SipHasher24::new();
    numbers.for_each(|number| hasher.write(&number.to_le_bytes()));
    hasher.finish()
}

pub(super) fn threads(cores: Cores) -> usize {
    match cores {
        #[cfg(feature = "rayon")]
        Cores::All => rayon::current_num_threads(),
        _ => 1,
    }
}

/// Works on all cores. The calling thread works as well, and checks the limits for all.
///
/// The threads do not belong to a pool, because work may wait for other processes: in a pool, it
/// would keep another search's work from starting.
#[cfg_attr(
    not(feature = "rayon"),
    expect(unused_variables, reason = "there is one core")
)]
pub(super) fn on(cores: Cores, work: &(dyn Fn(&mut dyn FnMut()) + Sync), look: &mut dyn FnMut()) {
    #[cfg(feature = "rayon")]
    if cores == Cores::All {
        let (others, ended) = (threads(cores) - 1, AtomicUsize::new(0));
        return std::thread::scope(|scope| {
            for _ in 0..others {
                scope.spawn(|| {
                    work(&mut || ());
                    ended.fetch_add(1, Relaxed);
                });
            }
            work(look);
            while ended.load(Relaxed) < others {
                std::thread::sleep(std::time::Duration::from_millis(1));
                look();
            }
        });
    }
    work(look);
}
