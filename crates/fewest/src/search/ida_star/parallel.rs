//! Subtrees searched ahead on all cores.
//!
//! Threads take the subtrees in tie order. Once one holds an answer, those after it are dropped and
//! those before it are searched to their end: the first that holds an answer is the one that the
//! plain search meets. The calling thread works too, and looks after the limits for all.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::bulk::End;
use super::rooted::Split;
use super::{Tally, Watch};

/// Boards that a thread generates before it reports to the others.
const PERIOD: u64 = 1 << 14;
/// Between two looks at the limits of a thread that has run out of work.
const PAUSE: Duration = Duration::from_millis(1);

/// What threads know of each other.
struct SharedSubtrees<'s> {
    split: &'s Split<'s>,
    /// What became of each.
    ends: Vec<OnceLock<(End, Tally)>>,
    /// The first that is still free.
    next: AtomicUsize,
    /// Taken and not finished.
    busy: AtomicUsize,
    /// The first known to hold an answer.
    answer: AtomicUsize,
    expanded: AtomicU64,
    generated: AtomicU64,
    must_stop: AtomicBool,
}

impl SharedSubtrees<'_> {
    /// Takes subtrees until there are no more; whenever it has reported what it did, `look`
    /// may stop all.
    fn work(&self, look: &mut dyn FnMut(&Self)) {
        let mut bulk = self.split.roots.bulk();
        loop {
            self.busy.fetch_add(1, Relaxed);
            let index = self.next.fetch_add(1, Relaxed);
            if let Some(end) = self.ends.get(index)
                && index < self.answer.load(Relaxed)
                && !self.must_stop.load(Relaxed)
            {
                if end.get().is_some() {
                    self.busy.fetch_sub(1, Relaxed);
                    continue;
                }
                let mut own = Tally::NOTHING;
                let mut told = Tally::NOTHING;
                let became = self.split.search(index, &mut *bulk, &mut own, &mut |own| {
                    if own.generated - told.generated >= PERIOD {
                        self.tell(own, &told);
                        told = *own;
                        look(self);
                    }
                    self.must_stop.load(Relaxed) || index > self.answer.load(Relaxed)
                });
                self.tell(&own, &told);
                if became == End::Answer {
                    self.answer.fetch_min(index, Relaxed);
                }
                // Nobody else has this place.
                let _ = end.set((became, own));
                self.busy.fetch_sub(1, Relaxed);
            } else {
                self.busy.fetch_sub(1, Relaxed);
                return;
            }
        }
    }

    /// Adds what was done since the last time.
    fn tell(&self, own: &Tally, told: &Tally) {
        self.expanded
            .fetch_add(own.expanded - told.expanded, Relaxed);
        self.generated
            .fetch_add(own.generated - told.generated, Relaxed);
    }
}

/// What became of each subtree, those that are known included; none, or `Stopped`, where it need
/// not be known.
pub(super) fn search(
    split: &Split<'_>,
    known: Vec<Option<(End, Tally)>>,
    watch: &mut Watch<'_, '_>,
) -> Vec<Option<(End, Tally)>> {
    let mut before = Tally::NOTHING;
    for (_, tally) in known.iter().flatten() {
        before.add(tally);
    }
    let end = |known: Option<_>| known.map_or_else(OnceLock::new, OnceLock::from);
    let shared = SharedSubtrees {
        split,
        ends: known.into_iter().map(end).collect(),
        next: AtomicUsize::new(0),
        busy: AtomicUsize::new(0),
        answer: AtomicUsize::new(usize::MAX),
        expanded: AtomicU64::new(before.expanded),
        generated: AtomicU64::new(before.generated),
        must_stop: AtomicBool::new(false),
    };
    rayon::in_place_scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| shared.work(&mut |_| {}));
        }
        let mut look = |shared: &SharedSubtrees<'_>| {
            let sum = Tally {
                expanded: shared.expanded.load(Relaxed),
                generated: shared.generated.load(Relaxed),
                ..Tally::NOTHING
            };
            if !shared.must_stop.load(Relaxed) && watch.check(&sum) {
                shared.must_stop.store(true, Relaxed);
            }
            watch.tell(|keeper| {
                for (place, end) in shared.ends.iter().enumerate() {
                    keeper.note(place, end.get().copied());
                }
            });
        };
        shared.work(&mut look);
        while shared.busy.load(Relaxed) > 0 {
            std::thread::sleep(PAUSE);
            look(&shared);
        }
    });
    let ends = shared.ends.into_iter().map(OnceLock::into_inner);
    ends.collect()
}
