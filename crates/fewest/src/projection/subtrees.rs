//! Subtrees searched on all cores, in tie order: once one holds an answer, those after it are dropped and
//! those before it are searched to their end.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

use super::expand::Scratch;
use super::list::List;
use super::search::{Descent, End, TAKEN, Tally, Tree, Worker, way};
use crate::search::ida_star;
use crate::search::ida_star::Cores;
use crate::search::ida_star::resume::Keeper;

/// How iterations are cut: changes with that, so that saved searches are not continued by others.
pub(super) const CUT: &str = "subtrees 1";

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
    /// The first subtree that is free, those that are searched, the first that has an answer.
    next: AtomicUsize,
    busy: AtomicUsize,
    best: AtomicUsize,
    found: Mutex<Option<Found>>,
    /// By subtree: what was done in it, if it was searched to its end and holds no answer.
    finished: Vec<OnceLock<Tally>>,
    must_stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl<'s> Subtrees<'s> {
    pub(super) fn new(tree: Tree<'s>, above: &'s [List], left: u32, before: Tally) -> Self {
        let count = above.last().map_or(0, List::len).div_ceil(TAKEN);
        Self {
            tree,
            above,
            before,
            left,
            next: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            found: Mutex::new(None),
            finished: std::iter::repeat_with(OnceLock::new).take(count).collect(),
            must_stop: AtomicBool::new(false),
            expanded: AtomicU64::new(before.expanded),
            generated: AtomicU64::new(before.generated),
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
        if let Some(keeper) = &mut keeper {
            let known = keeper.finished(self.finished.len());
            for (own, known) in self.finished.iter().zip(known) {
                if let Some(known) = known {
                    let known = Tally {
                        expanded: known.expanded,
                        generated: known.generated,
                    };
                    self.tell(&known, &Tally::default());
                    // Nobody else has this place.
                    let _ = own.set(known);
                }
            }
        }
        self.search_on(cores, &mut |shared| {
            if !shared.must_stop.load(Relaxed) && must_stop(&shared.tally()) {
                shared.must_stop.store(true, Relaxed);
            }
            if let Some(keeper) = keeper.as_mut().filter(|keeper| keeper.is_due()) {
                shared.note(keeper);
                keeper.tell();
            }
        });
        if let Some(keeper) = keeper {
            self.note(keeper);
        }
        self.end()
    }

    #[cfg_attr(
        not(feature = "rayon"),
        expect(unused_variables, reason = "there is one core")
    )]
    fn search_on(&self, cores: Cores, look: &mut dyn FnMut(&Self)) {
        #[cfg(feature = "rayon")]
        if cores == Cores::All {
            return rayon::in_place_scope(|scope| {
                for _ in 1..rayon::current_num_threads() {
                    scope.spawn(|_| self.work(&mut |_| {}));
                }
                self.work(look);
                while self.busy.load(Relaxed) > 0 {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                    look(self);
                }
            });
        }
        self.work(look);
    }

    /// How the search ended, and what was done.
    fn end(self) -> (End, Tally) {
        let all = self.tally();
        if self.must_stop.into_inner() {
            return (End::Stopped, all);
        }
        let sum = |finished: &[OnceLock<Tally>], rest: Tally| {
            let done = finished.iter().filter_map(OnceLock::get);
            done.fold(rest, |sum, own| sum.plus(own))
        };
        match self.found.into_inner() {
            Ok(Some(found)) => {
                let before = self.finished.get(..found.subtree).unwrap_or_default();
                let tally = sum(before, self.before.plus(&found.tally));
                (End::Answer(found.way), tally)
            }
            _ => (End::None, sum(&self.finished, self.before)),
        }
    }

    /// Notes what was searched to its end.
    fn note(&self, keeper: &mut Keeper<'_>) {
        for (place, own) in self.finished.iter().enumerate() {
            if let Some(own) = own.get() {
                let tally = ida_star::Tally {
                    expanded: own.expanded,
                    generated: own.generated,
                    excess: u32::MAX,
                };
                keeper.finish(place, tally);
            }
        }
    }

    fn tally(&self) -> Tally {
        Tally {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
        }
    }

    /// Takes subtrees in tie order until there are no more.
    fn work(&self, look: &mut dyn FnMut(&Self)) {
        let Some(roots) = self.above.last() else {
            return;
        };
        let mut worker = Worker {
            lists: Vec::new(),
            scratch: Scratch::default(),
            tally: Tally::default(),
        };
        loop {
            self.busy.fetch_add(1, Relaxed);
            let subtree = self.next.fetch_add(1, Relaxed);
            let is_wanted = subtree < self.best.load(Relaxed) && !self.must_stop.load(Relaxed);
            let Some(finished) = self.finished.get(subtree).filter(|_| is_wanted) else {
                self.busy.fetch_sub(1, Relaxed);
                return;
            };
            if finished.get().is_some() {
                self.busy.fetch_sub(1, Relaxed);
                continue;
            }
            let first = subtree * TAKEN;
            let mut list = self.tree.list();
            for board in first..roots.len().min(first + TAKEN) {
                list.copy(roots, board);
            }
            match worker.lists.first_mut() {
                Some(own) => *own = list,
                None => worker.lists.push(list),
            }
            let mut told = Tally::default();
            worker.tally = told;
            let end = self.tree.descend(&mut worker, 0, self.left, &mut |own| {
                if own.generated - told.generated >= PERIOD {
                    self.tell(own, &told);
                    told = *own;
                    look(self);
                }
                self.must_stop.load(Relaxed) || subtree > self.best.load(Relaxed)
            });
            self.tell(&worker.tally, &told);
            if end == Descent::None {
                // Nobody else has this place.
                let _ = finished.set(worker.tally);
            }
            if let Descent::Found(board) = end {
                let own = &worker.lists[..=self.left as usize];
                let below = way(own, board);
                // The board at the root of the way, by its place among all.
                let mut root = board;
                for list in own.iter().skip(1).rev() {
                    root = list.from(root).0;
                }
                let above = way(self.above, first + root);
                if let Ok(mut found) = self.found.lock()
                    && found.as_ref().is_none_or(|known| subtree < known.subtree)
                {
                    *found = Some(Found {
                        subtree,
                        way: [above, below].concat(),
                        tally: worker.tally,
                    });
                }
                self.best.fetch_min(subtree, Relaxed);
            }
            self.busy.fetch_sub(1, Relaxed);
            look(self);
        }
    }

    fn tell(&self, own: &Tally, told: &Tally) {
        self.expanded
            .fetch_add(own.expanded - told.expanded, Relaxed);
        self.generated
            .fetch_add(own.generated - told.generated, Relaxed);
    }
}
