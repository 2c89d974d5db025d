//! The tree below a board, cut into subtrees: each has several boards of one list as roots.

use std::ops::Range;

use super::expand::Scratch;
use super::list::List;
use super::search::{Descent, PARENTS, Worker, way};
use super::tree::ListTree;
use crate::search::ida_star::{
    Bulk, Effort, Efforts, End, Rooted, Roots, Split, Tally, Watch, most_promising_first,
};
use crate::search::{AnswerChoice, Iteration};
use crate::space::Move;
use crate::support::optimisation::Optimisation;

/// The version of the cut: a search that was saved under another version is not resumed.
pub(super) const CUT: &str = "subtrees 3";

/// The fewest boards at the roots of all subtrees.
const ROOT_BOARDS: usize = 3000;
/// The fewest after [`LARGE_SEARCH`] generated boards, so that no subtree takes minutes.
const MANY_ROOT_BOARDS: usize = 12_000;
const LARGE_SEARCH: u64 = 1 << 26;
/// The boards at the roots of one subtree.
const TAKEN: usize = 16;
/// The greatest depth of a search that is not split.
const SHALLOW: u32 = 9;

pub(super) struct BelowList<'s> {
    tree: ListTree<'s>,
    /// A list with only the board.
    root: List,
    /// A lower bound on the length of answers.
    bound: u32,
    /// The difference between the possible lengths of answers.
    step: u32,
    /// For any answer: the work of the last iteration, by the contents of roots.
    efforts: Option<Efforts>,
}

impl<'s> BelowList<'s> {
    /// The tree below a list's one board; `is_odd` is the parity of its distance, if known. If
    /// `is_kept`, the order of subtrees does not depend on earlier iterations, which another process
    /// may have made.
    pub(super) fn new(tree: ListTree<'s>, root: List, is_odd: Option<bool>, is_kept: bool) -> Self {
        let step = if is_odd.is_some() { 2 } else { 1 };
        let mut bound = ListTree::bound(&root).into();
        bound += u32::from(is_odd.is_some_and(|is_odd| is_odd != (bound % 2 == 1)));
        if bound == 0 && tree.solved_in(&root).is_none() {
            bound = step;
        }
        Self {
            tree,
            root,
            bound,
            step,
            efforts: (tree.choice == AnswerChoice::Any && !is_kept).then(Efforts::default),
        }
    }

    /// The roots by the work below them in the last iteration, most first. Roots that it left out
    /// come last, and those below its roots have the work of their parents. In ties, and in the
    /// first iteration, the lowest bounds come first.
    fn promising_first(&self, above: &[List], roots: &List) -> List {
        let known = self.efforts.as_ref().map(Efforts::take).unwrap_or_default();
        let keys = (0..roots.len()).map(|board| {
            let own = known.get(roots.contents(board));
            let parent = || known.get(above.last()?.contents(roots.from(board).0));
            let bounds = roots.bounds(board).iter();
            let bounds: u32 = bounds.map(|&bound| u32::from(bound)).sum();
            let effort = own.or_else(parent);
            (effort.map(|effort| effort.generated), u32::MAX - bounds)
        });
        let boards = most_promising_first(keys);
        let mut sorted = self.tree.list();
        for board in boards {
            sorted.copy(roots, board);
        }
        sorted
    }
}

impl Rooted for BelowList<'_> {
    fn is_solved(&self) -> bool {
        self.tree.solved_in(&self.root).is_some()
    }

    fn bound(&self) -> u32 {
        self.bound
    }

    fn split(&self, max_moves: u32, ended: &[Iteration]) -> Split<'_> {
        let tree = self.tree;
        let generated: u64 = ended.iter().map(|iteration| iteration.generated).sum();
        let enough = if !Optimisation::Bulk.is_on() {
            1
        } else if generated > LARGE_SEARCH {
            MANY_ROOT_BOARDS
        } else {
            ROOT_BOARDS
        };
        let mut above = Vec::new();
        let mut last = self.root.clone();
        let mut left = max_moves;
        let (mut tally, mut scratch) = (Tally::NOTHING, Scratch::default());
        while last.len() < enough && left > SHALLOW {
            let mut next = tree.list();
            for first in (0..last.len()).step_by(PARENTS) {
                let range = first..last.len().min(first + PARENTS);
                tree.expand(&last, range, left, &mut next, &mut scratch, &mut tally);
            }
            above.push(std::mem::replace(&mut last, next));
            left -= 1;
        }
        if tree.choice == AnswerChoice::Any {
            last = self.promising_first(&above, &last);
        }
        let is_cut = !above.is_empty() && last.len() >= 2 * TAKEN;
        let taken = if is_cut { TAKEN } else { last.len().max(1) };
        let mut before = vec![Tally::NOTHING; last.len().div_ceil(taken).max(1)];
        before[0] = tally;
        above.push(last);
        Split {
            before,
            rest: Tally {
                excess: self.step - 1,
                ..Tally::NOTHING
            },
            roots: Box::new(RootLists {
                tree,
                above,
                left,
                taken,
                efforts: self.efforts.as_ref(),
            }),
        }
    }
}

struct RootLists<'s> {
    tree: ListTree<'s>,
    /// The lists from the whole tree's root to the roots.
    above: Vec<List>,
    /// The length of answers below the roots.
    left: u32,
    /// The number of roots of a subtree.
    taken: usize,
    efforts: Option<&'s Efforts>,
}

impl RootLists<'_> {
    /// Searches the subtree at a place.
    fn descend(
        &self,
        place: usize,
        worker: &mut Worker,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> Descent {
        let first = place * self.taken;
        let count = self.above.last().map_or(0, List::len);
        self.descend_from(
            first..count.min(first + self.taken),
            worker,
            tally,
            must_stop,
        )
    }

    /// Searches below some roots.
    fn descend_from(
        &self,
        boards: Range<usize>,
        worker: &mut Worker,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> Descent {
        if worker.lists.is_empty() {
            worker.lists.push(self.tree.list());
        }
        let list = &mut worker.lists[0];
        list.clear();
        if let Some(roots) = self.above.last() {
            for board in boards {
                list.copy(roots, board);
            }
        }
        self.tree.descend(worker, 0, self.left, tally, must_stop)
    }

    /// Searches the subtree at a place, root by root, and notes the work below each.
    fn descend_noting(
        &self,
        efforts: &Efforts,
        place: usize,
        worker: &mut Worker,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> Descent {
        let Some(roots) = self.above.last() else {
            return Descent::None;
        };
        let first = place * self.taken;
        for board in first..roots.len().min(first + self.taken) {
            let before = tally.generated;
            let end = self.descend_from(board..board + 1, worker, tally, must_stop);
            let root = std::iter::once(roots.contents(board));
            let effort = Effort {
                generated: tally.generated - before,
                ..Effort::default()
            };
            efforts.add(root, effort);
            if !matches!(end, Descent::None) {
                return end;
            }
        }
        Descent::None
    }
}

impl Roots for RootLists<'_> {
    fn in_order(
        &self,
        place: usize,
        tally: &mut Tally,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        let mut worker = Worker::default();
        let must_stop = &mut |tally: &Tally| watch.must_stop(tally);
        let Descent::Found(board) = self.descend(place, &mut worker, tally, must_stop) else {
            return None;
        };
        let lists = &worker.lists[..=self.left as usize];
        let below = way(lists, board);
        // The root at which the way begins, by its place in the subtree.
        let up = lists.iter().skip(1).rev();
        let root = up.fold(board, |board, list| list.from(board).0);
        let above = way(&self.above, place * self.taken + root);
        Some([above, below].concat())
    }

    fn bulk(&self) -> Box<Bulk<'_>> {
        let mut worker = Worker::default();
        Box::new(move |place, tally, must_stop| {
            let end = match self.efforts {
                Some(efforts) => self.descend_noting(efforts, place, &mut worker, tally, must_stop),
                None => self.descend(place, &mut worker, tally, must_stop),
            };
            match end {
                Descent::Found(_) => End::Answer,
                Descent::None => End::Clear,
                Descent::Stopped => End::Stopped,
            }
        })
    }
}
