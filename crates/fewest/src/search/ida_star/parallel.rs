//! Subtrees searched ahead on all cores, and by other processes.

use std::sync::OnceLock;

use super::bulk::End;
use super::resume::RecordKeeper;
use super::rooted::Split;
use super::tally::{Cores, Tally};
use super::turns;
use super::turns::{Share, Turns};
use super::watch::Watch;

/// Boards that a thread generates before it reports to the others.
const BOARDS_PER_REPORT: u64 = 1 << 14;

/// What threads know of each other.
struct SharedSubtrees<'s> {
    split: &'s Split<'s>,
    /// What became of each.
    ends: Vec<OnceLock<(End, Tally)>>,
    turns: Turns<'s>,
}

impl SharedSubtrees<'_> {
    /// Searches subtrees until there are no more; whenever it has reported what it did, `look`
    /// may stop all.
    fn work(&self, look: &mut dyn FnMut()) {
        let mut bulk = self.split.roots.bulk();
        while let Some(place) = self.turns.take(look) {
            let Some(end) = self.ends.get(place).filter(|end| end.get().is_none()) else {
                continue;
            };
            let mut own = Tally::NOTHING;
            let mut told = Tally::NOTHING;
            let became = bulk(place, &mut own, &mut |own| {
                if own.generated - told.generated >= BOARDS_PER_REPORT {
                    self.count(own, &told);
                    told = *own;
                    look();
                }
                self.turns.is_dropped(place)
            });
            self.count(&own, &told);
            // Nobody else has this place.
            let _ = end.set((became, own));
            match became {
                End::Answer => self.turns.answered(place),
                End::Clear => self.turns.cleared(place, own),
                End::Stopped => {}
            }
        }
    }

    /// Adds what was done since the last time.
    fn count(&self, own: &Tally, told: &Tally) {
        let expanded = own.expanded - told.expanded;
        self.turns.count(expanded, own.generated - told.generated);
    }

    /// Adds what others have done.
    fn hear(&self) {
        self.turns.hear(|place, tally| {
            if let Some(end) = self.ends.get(place) {
                let _ = end.set((End::Clear, tally));
            }
        });
    }

    fn note(&self, keeper: &mut RecordKeeper<'_>) {
        for (place, end) in self.ends.iter().enumerate() {
            keeper.note(place, end.get().copied());
        }
    }
}

/// What became of each subtree, those that are known included; none, or `Stopped`, where it need
/// not be known.
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
        turns: Turns::new(share, known.len(), &done),
        ends: known.into_iter().map(end).collect(),
    };
    let own = &shared.turns;
    turns::on(cores, &|look| shared.work(look), &mut || {
        shared.hear();
        if !own.is_stopped() && watch.check(&own.done()) {
            own.stop();
        }
        watch.tell(|keeper| shared.note(keeper));
    });
    shared.hear();
    let answer = own.answer();
    let mut ends: Vec<_> = (shared.ends.into_iter())
        .map(OnceLock::into_inner)
        .collect();
    // Where another process has found it, only the place is known.
    if let Some(end) = answer.and_then(|place| ends.get_mut(place)) {
        end.get_or_insert((End::Answer, Tally::NOTHING));
    }
    ends
}
