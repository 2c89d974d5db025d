//! Subtrees searched on all cores, and by other processes, in the order of a list: once one holds an answer,
//! those after it are dropped and those before it are searched to their end.

use std::sync::{Mutex, OnceLock};

use super::list::List;
use super::search::{Descent, End, TAKEN, Tally, Tree, Worker, way};
use crate::search::ida_star::resume::Keeper;
use crate::search::ida_star::turns::{Turns, mark, on};
use crate::search::ida_star::{self, Cores};

/// How iterations are cut: changes with that, so that saved searches are not continued by others.
pub(super) const CUT: &str = "subtrees 2";

/// Boards that a core generates before it reports to the others.
const PERIOD: u64 = 1 << 16;

/// The first answer in tie order that is known.
struct Found {
    subtree: usize,
    way: Vec<u8>,
    /// What was done in its subtree until it was found.
    tally: Tally,
}

/// What cores know of each other. A subtree is what is below some boards of the last list.
pub(super) struct Subtrees<'s> {
    tree: Tree<'s>,
    /// The lists down to the subtrees, and what making them took.
    above: &'s [List],
    before: Tally,
    left: u32,
    found: Mutex<Option<Found>>,
    /// By subtree: what was done in it, if it was searched to its end and holds no answer.
    finished: Vec<OnceLock<Tally>>,
}

impl<'s> Subtrees<'s> {
    pub(super) fn new(tree: Tree<'s>, above: &'s [List], left: u32, before: Tally) -> Self {
        let count = above.last().map_or(0, List::len).div_ceil(TAKEN);
        Self {
            tree,
            above,
            before,
            left,
            found: Mutex::new(None),
            finished: std::iter::repeat_with(OnceLock::new).take(count).collect(),
        }
    }

    /// Searches all but those that the keeper knows, until there is an answer: how that ended, and
    /// what was done. Where it was not stopped, that is what one core would have done.
    pub(super) fn search(
        self,
        cores: Cores,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
        mut keeper: Option<&mut Keeper<'_>>,
    ) -> (End, Tally) {
        let mut done = self.before;
        let mut share = None;
        if let Some(keeper) = &mut keeper {
            let known = keeper.finished(self.finished.len());
            for (own, known) in self.finished.iter().zip(known) {
                if let Some(known) = known {
                    let known = Tally::from(known);
                    done = done.plus(&known);
                    // Nobody else has this place.
                    let _ = own.set(known);
                }
            }
            share = keeper.share(|| self.mark());
        }
        let turns = Turns::new(share, self.finished.len(), &done.into());
        on(cores, &|look| self.work(&turns, look), &mut || {
            self.hear(&turns);
            if !turns.is_stopped() && must_stop(&Tally::from(&turns.done())) {
                turns.stop();
            }
            if let Some(keeper) = keeper.as_mut().filter(|keeper| keeper.is_due()) {
                self.note(keeper);
                keeper.tell();
            }
        });
        self.hear(&turns);
        if let Some(keeper) = keeper {
            self.note(keeper);
        }
        if share.is_some_and(|share| !share.end()) {
            turns.stop();
        }
        self.end(&turns, must_stop)
    }

    /// What tells this cut from others.
    fn mark(&self) -> u64 {
        let Tally {
            expanded,
            generated,
        } = self.before;
        let boards = self.above.iter().map(|list| list.len() as u64);
        mark(boards.chain([self.left.into(), expanded, generated]))
    }

    /// Adds what others have done.
    fn hear(&self, turns: &Turns<'_>) {
        turns.hear(|place, tally| {
            if let Some(own) = self.finished.get(place) {
                let _ = own.set(Tally::from(&tally));
            }
        });
    }

    /// How the search ended, and what was done.
    fn end(self, turns: &Turns<'_>, must_stop: &mut dyn FnMut(&Tally) -> bool) -> (End, Tally) {
        let all = Tally::from(&turns.done());
        if turns.is_stopped() {
            return (End::Stopped, all);
        }
        let Some(place) = turns.answer() else {
            return (End::None, self.sum(self.finished.len()));
        };
        let own = |found: &mut Option<Found>| found.take_if(|found| found.subtree == place);
        let found = self.found.lock().ok().and_then(|mut found| own(&mut found));
        // Where another process has found it, only the place is known.
        let found = found.or_else(|| {
            let mut worker = Worker::default();
            let mut stop = |own: &Tally| must_stop(&all.plus(own));
            match self.descend(&mut worker, place, &mut stop) {
                Descent::Found(board) => Some(self.found(&worker, place, board)),
                _ => None,
            }
        });
        match found {
            Some(found) => {
                let tally = self.sum(place).plus(&found.tally);
                (End::Answer(found.way), tally)
            }
            None => (End::Stopped, all),
        }
    }

    /// What was done up to a subtree.
    fn sum(&self, place: usize) -> Tally {
        let before = self.finished.get(..place).unwrap_or_default();
        let done = before.iter().filter_map(OnceLock::get);
        done.fold(self.before, |sum, own| sum.plus(own))
    }

    /// Notes what was searched to its end.
    fn note(&self, keeper: &mut Keeper<'_>) {
        for (place, own) in self.finished.iter().enumerate() {
            if let Some(own) = own.get() {
                keeper.finish(place, (*own).into());
            }
        }
    }

    /// Searches subtrees until there are no more.
    fn work(&self, turns: &Turns<'_>, look: &mut dyn FnMut()) {
        let mut worker = Worker::default();
        while let Some(place) = turns.take(look) {
            let Some(finished) = self.finished.get(place).filter(|own| own.get().is_none()) else {
                continue;
            };
            let mut told = Tally::default();
            let count = |own: &Tally, told: &Tally| {
                let expanded = own.expanded - told.expanded;
                turns.count(expanded, own.generated - told.generated);
            };
            let end = self.descend(&mut worker, place, &mut |own| {
                if own.generated - told.generated >= PERIOD {
                    count(own, &told);
                    told = *own;
                    look();
                }
                turns.is_dropped(place)
            });
            count(&worker.tally, &told);
            match end {
                Descent::None => {
                    // Nobody else has this place.
                    let _ = finished.set(worker.tally);
                    turns.cleared(place, worker.tally.into());
                }
                Descent::Found(board) => {
                    if let Ok(mut found) = self.found.lock()
                        && found.as_ref().is_none_or(|known| place < known.subtree)
                    {
                        *found = Some(self.found(&worker, place, board));
                    }
                    turns.answered(place);
                }
                Descent::Stopped => {}
            }
            look();
        }
    }

    /// Searches a subtree.
    fn descend(
        &self,
        worker: &mut Worker,
        place: usize,
        stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> Descent {
        let Some(roots) = self.above.last() else {
            return Descent::None;
        };
        let first = place * TAKEN;
        let mut list = self.tree.list();
        for board in first..roots.len().min(first + TAKEN) {
            list.copy(roots, board);
        }
        match worker.lists.first_mut() {
            Some(own) => *own = list,
            None => worker.lists.push(list),
        }
        worker.tally = Tally::default();
        self.tree.descend(worker, 0, self.left, stop)
    }

    /// The answer that a worker has found in a subtree, at this board of its last list.
    fn found(&self, worker: &Worker, subtree: usize, board: usize) -> Found {
        let own = &worker.lists[..=self.left as usize];
        let below = way(own, board);
        // The board at the root of the way, by its place among all.
        let mut root = board;
        for list in own.iter().skip(1).rev() {
            root = list.from(root).0;
        }
        let above = way(self.above, subtree * TAKEN + root);
        Found {
            subtree,
            way: [above, below].concat(),
            tally: worker.tally,
        }
    }
}

impl From<&ida_star::Tally> for Tally {
    fn from(tally: &ida_star::Tally) -> Self {
        Self {
            expanded: tally.expanded,
            generated: tally.generated,
        }
    }
}

impl From<Tally> for ida_star::Tally {
    fn from(tally: Tally) -> Self {
        Self {
            expanded: tally.expanded,
            generated: tally.generated,
            excess: u32::MAX,
        }
    }
}
