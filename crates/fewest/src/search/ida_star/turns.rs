//! Whose turn a subtree is: cores take them in their order, and where other processes search the same
//! tree, those that are dealt to this one.

use std::fmt::Debug;
use std::hash::Hasher;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

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

/// What threads know of each other that search the subtrees of an iteration. Once one holds an
/// answer, those after it are dropped and those before it are searched to their end: the first that
/// holds an answer is the one that the plain search meets.
pub(super) struct Turns<'s> {
    share: Option<&'s dyn Share>,
    subtrees: usize,
    /// The first that is still free.
    next: AtomicUsize,
    /// The first known to hold an answer.
    answer: AtomicUsize,
    must_stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl<'s> Turns<'s> {
    /// For so many subtrees, after this was done.
    pub(super) const fn new(share: Option<&'s dyn Share>, subtrees: usize, done: &Tally) -> Self {
        Self {
            share,
            subtrees,
            next: AtomicUsize::new(0),
            answer: AtomicUsize::new(usize::MAX),
            must_stop: AtomicBool::new(false),
            expanded: AtomicU64::new(done.expanded),
            generated: AtomicU64::new(done.generated),
        }
    }

    /// The next subtree to search; looks after the limits while it waits for one.
    pub(super) fn take(&self, look: &mut dyn FnMut()) -> Option<usize> {
        while !self.must_stop.load(Relaxed) {
            let Some(share) = self.share else {
                let place = self.next.fetch_add(1, Relaxed);
                let is_wanted = place < self.subtrees && !self.is_dropped(place);
                return is_wanted.then_some(place);
            };
            match share.take() {
                SubtreeTurn::Subtree(place) if place < self.subtrees && !self.is_dropped(place) => {
                    return Some(place);
                }
                SubtreeTurn::Subtree(_) => {}
                SubtreeTurn::Later => look(),
                SubtreeTurn::Over => return None,
            }
        }
        None
    }

    /// Whether a subtree need not be searched any more.
    pub(super) fn is_dropped(&self, place: usize) -> bool {
        self.must_stop.load(Relaxed) || place > self.answer.load(Relaxed)
    }

    pub(super) fn stop(&self) {
        self.must_stop.store(true, Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.must_stop.load(Relaxed)
    }

    /// The first subtree known to hold an answer, if one is.
    pub(super) fn answer(&self) -> Option<usize> {
        Some(self.answer.load(Relaxed)).filter(|&place| place < self.subtrees)
    }

    /// Notes what was done in a subtree since the last time.
    pub(super) fn count(&self, expanded: u64, generated: u64) {
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated, Relaxed);
    }

    /// A subtree holds an answer.
    pub(super) fn answered(&self, place: usize) {
        self.answer.fetch_min(place, Relaxed);
        if let Some(share) = self.share {
            share.tell(place, None);
        }
    }

    /// A subtree was searched to its end, and holds no answer.
    pub(super) fn cleared(&self, place: usize, tally: Tally) {
        if let Some(share) = self.share {
            share.tell(place, Some(tally));
        }
    }

    /// Visits the subtrees that others have cleared since the last time, and counts what they did.
    pub(super) fn hear(&self, mut visit: impl FnMut(usize, Tally)) {
        let Some(share) = self.share else { return };
        share.hear(&mut |place, became| match became {
            Some(tally) => {
                self.count(tally.expanded, tally.generated);
                visit(place, tally);
            }
            None => drop(self.answer.fetch_min(place, Relaxed)),
        });
    }

    /// What was done so far.
    pub(super) fn done(&self) -> Tally {
        Tally {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
            ..Tally::NOTHING
        }
    }
}
