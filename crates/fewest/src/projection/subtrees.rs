//! Subtrees searched on all cores, in tie order: once one holds an answer, those after it are dropped and
//! those before it are searched to their end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::list::List;
use super::search::{Descent, End, Scratch, TAKEN, Tally, Tree, Worker, way};

/// Boards that a core generates before it reports to the others.
const PERIOD: u64 = 1 << 16;

/// What cores know of each other.
pub(super) struct Subtrees<'s> {
    tree: Tree<'s>,
    /// The lists down to the subtrees.
    above: &'s [List],
    left: u32,
    /// The first subtree that is free, those that are searched, the first that has an answer.
    next: AtomicUsize,
    busy: AtomicUsize,
    best: AtomicUsize,
    answer: Mutex<Option<(usize, Vec<u8>)>>,
    must_stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl<'s> Subtrees<'s> {
    pub(super) fn new(tree: Tree<'s>, above: &'s [List], left: u32, tally: Tally) -> Self {
        Self {
            tree,
            above,
            left,
            next: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            answer: Mutex::new(None),
            must_stop: AtomicBool::new(false),
            expanded: AtomicU64::new(tally.expanded),
            generated: AtomicU64::new(tally.generated),
        }
    }

    /// How the search ended.
    pub(super) fn end(self) -> End {
        match (self.must_stop.into_inner(), self.answer.into_inner()) {
            (false, Ok(Some((_, way)))) => End::Answer(way),
            (false, _) => End::None,
            (true, _) => End::Stopped,
        }
    }

    pub(super) fn tally(&self) -> Tally {
        Tally {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
        }
    }

    pub(super) fn search(&self, must_stop: &mut dyn FnMut(&Tally) -> bool) {
        let mut look = |shared: &Self| {
            if !shared.must_stop.load(Relaxed) && must_stop(&shared.tally()) {
                shared.must_stop.store(true, Relaxed);
            }
        };
        #[cfg(feature = "rayon")]
        rayon::in_place_scope(|scope| {
            for _ in 1..rayon::current_num_threads() {
                scope.spawn(|_| self.work(&mut |_| {}));
            }
            self.work(&mut look);
            while self.busy.load(Relaxed) > 0 {
                std::thread::sleep(std::time::Duration::from_millis(1));
                look(self);
            }
        });
        #[cfg(not(feature = "rayon"))]
        self.work(&mut look);
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
            let first = self.next.fetch_add(TAKEN, Relaxed);
            let is_wanted = first < roots.len()
                && first < self.best.load(Relaxed)
                && !self.must_stop.load(Relaxed);
            if !is_wanted {
                self.busy.fetch_sub(1, Relaxed);
                return;
            }
            let mut list = List::new(
                self.tree.pieces.solved().len(),
                self.tree.projection.images.len(),
            );
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
                self.must_stop.load(Relaxed) || first > self.best.load(Relaxed)
            });
            self.tell(&worker.tally, &told);
            if let Descent::Found(board) = end {
                let own = &worker.lists[..=self.left as usize];
                let below = way(own, board);
                // The board at the root of the way, by its place among all.
                let mut root = board;
                for list in own.iter().skip(1).rev() {
                    root = list.from(root).0;
                }
                let above = way(self.above, first + root);
                if let Ok(mut answer) = self.answer.lock()
                    && answer.as_ref().is_none_or(|(known, _)| first < *known)
                {
                    *answer = Some((first, [above, below].concat()));
                }
                self.best.fetch_min(first, Relaxed);
            }
            self.busy.fetch_sub(1, Relaxed);
        }
    }

    fn tell(&self, own: &Tally, told: &Tally) {
        self.expanded
            .fetch_add(own.expanded - told.expanded, Relaxed);
        self.generated
            .fetch_add(own.generated - told.generated, Relaxed);
    }
}
