//! Subtrees searched ahead on all cores, and by other processes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::resume::RecordKeeper;
use super::rooted::Split;
use super::tally::{Cores, End, Tally};
use super::turns;
use super::turns::{Share, SubtreeTurn};
use super::watch::Watch;

/// Boards that a thread generates between two reports to the others.
const BOARDS_PER_REPORT: u64 = 1 << 14;

/// The state shared by the threads that search an iteration. Once a subtree has an answer, those
/// after it are dropped and those before it finished: the plain search takes the first answer.
struct SharedSubtrees<'s> {
    split: &'s Split<'s>,
    share: Option<&'s dyn Share>,
    ends: Vec<OnceLock<(End, Tally)>>,
    /// The first free subtree.
    next: AtomicUsize,
    /// The first subtree known to have an answer.
    answer: AtomicUsize,
    must_stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl SharedSubtrees<'_> {
    /// Searches subtrees until there are no more; `look`, called after each report, can stop all.
    fn work(&self, look: &mut dyn FnMut()) {
        let mut bulk = self.split.roots.bulk();
        while let Some(place) = self.take(look) {
            let Some(end) = self.ends.get(place).filter(|end| end.get().is_none()) else {
                continue;
            };
            let mut tally = Tally::NOTHING;
            let mut reported = Tally::NOTHING;
            let result = bulk(place, &mut tally, &mut |tally| {
                if tally.generated - reported.generated >= BOARDS_PER_REPORT {
                    self.count(tally, &reported);
                    reported = *tally;
                    look();
                }
                self.is_dropped(place)
            });
            self.count(&tally, &reported);
            let _ = end.set((result, tally));
            if result == End::Answer {
                self.answer.fetch_min(place, Relaxed);
            }
            if let Some(share) = self.share.filter(|_| result != End::Stopped) {
                share.report(place, (result == End::Clear).then_some(tally));
            }
        }
    }

    /// Returns the next subtree; calls `look` while it waits for one.
    fn take(&self, look: &mut dyn FnMut()) -> Option<usize> {
        let is_needed = |place| place < self.ends.len() && !self.is_dropped(place);
        while !self.must_stop.load(Relaxed) {
            let Some(share) = self.share else {
                let place = self.next.fetch_add(1, Relaxed);
                return is_needed(place).then_some(place);
            };
            match share.take() {
                SubtreeTurn::Subtree(place) if is_needed(place) => return Some(place),
                SubtreeTurn::Subtree(_) => {}
                SubtreeTurn::Later => look(),
                SubtreeTurn::Over => return None,
            }
        }
        None
    }

    fn is_dropped(&self, place: usize) -> bool {
        self.must_stop.load(Relaxed) || place > self.answer.load(Relaxed)
    }

    fn count(&self, tally: &Tally, reported: &Tally) {
        let (expanded, generated) = (&self.expanded, &self.generated);
        expanded.fetch_add(tally.expanded - reported.expanded, Relaxed);
        generated.fetch_add(tally.generated - reported.generated, Relaxed);
    }

    /// Adds the work of other processes since the last time.
    fn collect(&self) {
        let Some(share) = self.share else { return };
        share.collect(&mut |place, result| match result {
            Some(tally) => {
                self.count(&tally, &Tally::NOTHING);
                if let Some(end) = self.ends.get(place) {
                    let _ = end.set((End::Clear, tally));
                }
            }
            None => drop(self.answer.fetch_min(place, Relaxed)),
        });
    }

    fn done(&self) -> Tally {
        Tally {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
            ..Tally::NOTHING
        }
    }

    fn note(&self, keeper: &mut RecordKeeper<'_>) {
        for (place, end) in self.ends.iter().enumerate() {
            keeper.note(place, end.get().copied());
        }
    }
}

/// Returns the result of each subtree, known or new; `None` or `Stopped` if it is not needed.
pub(super) fn search(
    split: &Split<'_>,
    share: Option<&dyn Share>,
    known: Vec<Option<(End, Tally)>>,
    cores: Cores,
    watch: &mut Watch<'_, '_>,
) -> Vec<Option<(End, Tally)>> {
    let mut done = split.rest;
    let ended = known.iter().flatten().map(|(_, tally)| tally);
    for tally in split.before.iter().chain(ended) {
        done.add(tally);
    }
    let end = |known: Option<_>| known.map_or_else(OnceLock::new, OnceLock::from);
    let shared = SharedSubtrees {
        split,
        share,
        ends: known.into_iter().map(end).collect(),
        next: AtomicUsize::new(0),
        answer: AtomicUsize::new(usize::MAX),
        must_stop: AtomicBool::new(false),
        expanded: AtomicU64::new(done.expanded),
        generated: AtomicU64::new(done.generated),
    };
    turns::on(cores, &|look| shared.work(look), &mut || {
        shared.collect();
        if !shared.must_stop.load(Relaxed) && watch.check(&shared.done()) {
            shared.must_stop.store(true, Relaxed);
        }
        watch.report(|keeper| shared.note(keeper));
    });
    shared.collect();
    let answer = shared.answer.into_inner();
    let mut ends: Vec<_> = (shared.ends.into_iter())
        .map(OnceLock::into_inner)
        .collect();
    // If another process found the answer, only the place is known.
    if let Some(end) = ends.get_mut(answer) {
        end.get_or_insert((End::Answer, Tally::NOTHING));
    }
    ends
}
