//! Whose turn a subtree is: cores take them in their order, and where other processes search the same
//! tree, those that are dealt to this one.

use std::fmt::Debug;
use std::hash::Hasher;
#[cfg(feature = "rayon")]
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use siphasher::sip::SipHasher24;

use super::resume::Record;
use super::tally::{Cores, Tally};

/// A subtree to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtreeTurn {
    /// The one at this place.
    Subtree(usize),
    /// None yet.
    Later,
    /// None any more.
    Over,
}

/// Deals out the subtrees of iterations to several processes that search the same tree. One of them
/// leads; the others join where it tells them to, by a [record](Record) from which they continue.
///
/// All of them [begin](Self::begin) the iteration, [take](Self::take) subtrees until it is over, and
/// [tell](Self::tell) what became of them. The one that leads [hears](Self::hear) what became of the
/// others, and [ends](Self::end) the iteration.
pub trait Share: Debug + Send + Sync {
    /// Begins an iteration whose subtrees are those of the record. Equal trees that are cut in the
    /// same way have the same mark. False if the iteration is not worth it: then it is not shared.
    fn begin(&self, record: &Record, mark: u64) -> bool;

    /// The next subtree to search here. Waits some milliseconds for it.
    fn take(&self) -> SubtreeTurn;

    /// A subtree was searched to its end: what was done, or nothing if there is an answer.
    fn tell(&self, place: usize, became: Option<Tally>);

    /// Visits what others have told since the last time.
    fn hear(&self, visit: &mut dyn FnMut(usize, Option<Tally>));

    /// Ends the iteration. Whether the search goes on: it does not where the process only helps.
    fn end(&self) -> bool;
}

/// A hash of numbers, the same on every machine.
pub(super) fn mark(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = SipHasher24::new();
    numbers.for_each(|number| hasher.write(&number.to_le_bytes()));
    hasher.finish()
}

/// The threads that a search has.
pub(super) fn threads(cores: Cores) -> usize {
    match cores {
        #[cfg(feature = "rayon")]
        Cores::All => rayon::current_num_threads(),
        _ => 1,
    }
}

/// Works on all cores; the calling thread works too, and looks after the limits for all.
#[cfg_attr(
    not(feature = "rayon"),
    expect(unused_variables, reason = "there is one core")
)]
pub(super) fn on(cores: Cores, work: &(dyn Fn(&mut dyn FnMut()) + Sync), look: &mut dyn FnMut()) {
    #[cfg(feature = "rayon")]
    if cores == Cores::All {
        let (others, ended) = (threads(cores) - 1, AtomicUsize::new(0));
        return rayon::in_place_scope(|scope| {
            for _ in 0..others {
                scope.spawn(|_| {
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
