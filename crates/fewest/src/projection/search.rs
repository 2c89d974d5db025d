//! IDA* on puzzles of pieces, in lists: the children of many boards are looked up together, so that
//! a core waits for many reads of a table at once.
//!
//! A board is looked up as it is, as its images under the symmetries that the table does not use,
//! and as the inverse of each: all of them need as many moves. Lists keep the order of a depth-first
//! search, so the first answer of the least length is the first in tie order.
//!
//! # References
//! * R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
//! * A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant, Z. Zhang, "Inconsistent heuristics
//!   in theory and practice", 2011 (inverse, or dual, lookups).

use super::Projection;
use super::coordinates::{Class, States};
use super::factor::small;
use super::list::{List, Node};
use super::subtrees::Subtrees;
use crate::kernel::pieces::Pieces;
use crate::pruning::MovePruning;
use crate::puzzle::Move;

/// Parents whose children are looked up together.
const PARENTS: usize = 64;
/// Subtrees that cores share, at least; and boards at the root of what a core takes at a time.
const SUBTREES: usize = 3000;
pub(super) const TAKEN: usize = 16;
/// Searches of this depth are not worth a second core.
const SHALLOW: u32 = 9;

/// What a search is made of.
#[derive(Clone, Copy)]
pub(super) struct Tree<'s> {
    pub(super) pieces: &'s Pieces,
    pub(super) projection: &'s Projection,
    pub(super) pruning: &'s MovePruning,
}

/// What it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// How an iteration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With the first answer of its length.
    Answer(Vec<u8>),
    /// There is no answer of this length.
    None,
    Stopped,
}

/// Places of a child while it is looked up.
#[derive(Clone, Copy, Default)]
struct Child {
    parent: u32,
    m: u8,
}

/// What is written while children are made.
#[derive(Default)]
pub(super) struct Scratch {
    children: Vec<Child>,
    /// Those that are not ruled out, by number.
    alive: Vec<u32>,
    /// By child: states of its images, bounds of these and of their inverses.
    states: Vec<States>,
    bounds: Vec<u8>,
    /// By child: codes of its inverse.
    codes: Vec<u64>,
    /// By place in `alive`.
    lookups: Vec<Lookup>,
    /// By parent: its images, those with larger bounds first.
    orders: Vec<u8>,
}

/// A bound that is looked up.
#[derive(Clone, Copy)]
struct Lookup {
    states: States,
    /// The class of the part that is reduced.
    class: Class,
    /// Its byte of the table, and its place there; or no byte, and the bound.
    byte: u32,
    place: u8,
    /// Where the bound belongs among those of the child.
    slot: u16,
}

impl Lookup {
    fn new(states: &States, slot: usize) -> Self {
        Self {
            states: *states,
            class: Class::default(),
            byte: 0,
            place: 0,
            slot: small(slot),
        }
    }

    /// No lookup: the bound is known.
    fn known(bound: u8, slot: usize) -> Self {
        Self {
            byte: KNOWN,
            place: bound,
            ..Self::new(&States::default(), slot)
        }
    }
}

/// No byte of a table.
const KNOWN: u32 = u32::MAX;

impl Tree<'_> {
    /// A list of this board alone.
    pub(super) fn root(&self, leads: &[u8]) -> Option<List> {
        let projection = self.projection;
        let images = projection.images.len();
        let mut list = List::new(leads.len(), images);
        let states = projection.states(self.pieces, leads)?;
        let mut bounds: Vec<u8> = states
            .iter()
            .map(|states| projection.bound(states))
            .collect();
        let spots: Vec<u8> = (0..=u8::MAX).take(self.pieces.moves()[0].len()).collect();
        let mut codes = vec![0; projection.codes.words];
        projection.codes.sum(leads, &spots, &mut codes);
        for image in 0..images {
            let states = projection
                .codes
                .states(&projection.coordinates, image, &codes);
            bounds.push(projection.bound(&states));
        }
        list.push(
            leads.iter().copied(),
            &states,
            &bounds,
            self.pruning.start(),
            (0, 0),
        );
        Some(list)
    }

    /// Makes the children of some parents that may be solved in one move less than `left`.
    fn expand(
        &self,
        parents: &List,
        range: std::ops::Range<usize>,
        left: u32,
        out: &mut List,
        scratch: &mut Scratch,
        tally: &mut Tally,
    ) {
        let projection = self.projection;
        let images = projection.images.len();
        let most = u8::try_from(left - 1).unwrap_or(u8::MAX);
        let first = range.start;
        scratch.children.clear();
        scratch.orders.clear();
        for parent in range.clone() {
            let node = parents.get(parent);
            self.add_children(&node, parent, left, scratch);
            for bounds in [node.direct, node.inverse] {
                let begin = scratch.orders.len();
                scratch.orders.extend((0..=u8::MAX).take(images));
                scratch.orders[begin..]
                    .sort_by_key(|&image| std::cmp::Reverse(bounds[usize::from(image)]));
            }
        }
        let count = scratch.children.len();
        tally.expanded += range.len() as u64;
        tally.generated += count as u64;
        scratch.alive.clear();
        scratch.alive.extend((0..=u32::MAX).take(count));
        scratch.states.resize(count * images, States::default());
        scratch.bounds.resize(count * 2 * images, 0);
        self.rule_out_images(parents, first, most, scratch);
        self.rule_out_inverses(parents, first, most, scratch);
        for &child in &scratch.alive {
            let own = scratch.children[child as usize];
            let child = child as usize;
            let node = parents.get(own.parent as usize);
            let spots = &self.pieces.moves()[usize::from(own.m)];
            out.push(
                node.leads.iter().map(|&lead| spots[usize::from(lead)]),
                &scratch.states[child * images..][..images],
                &scratch.bounds[child * 2 * images..][..2 * images],
                self.pruning.after(node.pruning, Move::new(own.m)),
                (own.parent as usize, own.m),
            );
        }
    }

    /// Looks up the images of children, those first of which the parent's bound is largest.
    fn rule_out_images(&self, parents: &List, first: usize, most: u8, scratch: &mut Scratch) {
        let projection = self.projection;
        let images = projection.images.len();
        for turn in 0..images {
            let Scratch {
                children,
                alive,
                states,
                orders,
                lookups,
                ..
            } = &mut *scratch;
            lookups.clear();
            for &child in alive.iter() {
                let own = children[child as usize];
                let parent = own.parent as usize;
                let image = usize::from(orders[(parent - first) * 2 * images + turn]);
                let before = parents.states(parent, image);
                let m = usize::from(projection.images[image].moves[usize::from(own.m)]);
                let after = &mut states[child as usize * images + image];
                *after = projection.coordinates.after_all(before, m);
                lookups.push(Lookup::new(after, image));
            }
            self.rule_out(scratch, most);
        }
    }

    /// The same of their inverses.
    fn rule_out_inverses(&self, parents: &List, first: usize, most: u8, scratch: &mut Scratch) {
        let projection = self.projection;
        let images = projection.images.len();
        let words = projection.codes.words;
        scratch.codes.resize(scratch.children.len() * words, 0);
        for &child in &scratch.alive {
            let own = scratch.children[child as usize];
            let node = parents.get(own.parent as usize);
            let codes = &mut scratch.codes[child as usize * words..][..words];
            projection
                .codes
                .sum(node.leads, &self.pieces.moves()[usize::from(own.m)], codes);
        }
        for turn in images..2 * images {
            let Scratch {
                children,
                alive,
                codes,
                orders,
                lookups,
                ..
            } = &mut *scratch;
            lookups.clear();
            for &child in alive.iter() {
                let own = children[child as usize];
                let parent = own.parent as usize;
                let image = usize::from(orders[(parent - first) * 2 * images + turn]);
                let slot = images + image;
                // A move that leaves the projection alone leaves the bound of the inverse.
                if projection.images[image].fixing >> own.m & 1 == 1 {
                    lookups.push(Lookup::known(parents.get(parent).inverse[image], slot));
                } else {
                    let codes = &codes[child as usize * words..][..words];
                    let states = projection
                        .codes
                        .states(&projection.coordinates, image, codes);
                    lookups.push(Lookup::new(&states, slot));
                }
            }
            self.rule_out(scratch, most);
        }
    }

    /// Adds the moves of a board that are worth a try.
    #[inline]
    fn add_children(&self, node: &Node<'_>, parent: usize, left: u32, scratch: &mut Scratch) {
        let mut moves = self.pruning.allowed(node.pruning).bits() & self.projection.moves;
        for (image, &bound) in self.projection.images.iter().zip(node.inverse) {
            // No shortest answer begins with a move after which the inverse looks the same.
            if u32::from(bound) == left {
                moves &= !image.fixing;
            }
        }
        let parent = u32::try_from(parent).unwrap_or(u32::MAX);
        while moves != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "at most 64 moves")]
            let m = moves.trailing_zeros() as u8;
            scratch.children.push(Child { parent, m });
            moves &= moves - 1;
        }
    }

    /// Looks up bounds, and drops the children for which they are too large.
    #[inline]
    fn rule_out(&self, scratch: &mut Scratch, most: u8) {
        let coordinates = &self.projection.coordinates;
        let table = self.projection.table.bounds();
        let slots = 2 * self.projection.images.len();
        let Scratch {
            alive,
            bounds,
            lookups,
            ..
        } = scratch;
        // Each loop reads what lies far away, and nothing in it waits for another read of the loop.
        for own in &mut *lookups {
            own.class = coordinates.class(&own.states);
        }
        for own in &mut *lookups {
            if own.byte != KNOWN {
                (own.byte, own.place) = self.projection.byte(own.class, &own.states);
            }
        }
        let mut kept = 0;
        for (place, own) in lookups.iter().enumerate() {
            let bound = match own.byte {
                KNOWN => own.place,
                byte => table.bound(byte as usize, own.place.into()),
            };
            let child = alive[place];
            bounds[child as usize * slots + usize::from(own.slot)] = bound;
            alive[kept] = child;
            kept += usize::from(bound <= most);
        }
        alive.truncate(kept);
    }

    /// Searches what is below the boards of a list for answers of this many moves.
    pub(super) fn descend(
        &self,
        worker: &mut Worker,
        depth: usize,
        left: u32,
        stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> Descent {
        let mut first = 0;
        while first < worker.lists[depth].len() {
            if stop(&worker.tally) {
                return Descent::Stopped;
            }
            let last = (first + PARENTS).min(worker.lists[depth].len());
            if worker.lists.len() == depth + 1 {
                worker.lists.push(List::new(
                    self.pieces.solved().len(),
                    self.projection.images.len(),
                ));
            }
            let (above, below) = worker.lists.split_at_mut(depth + 1);
            below[0].clear();
            self.expand(
                &above[depth],
                first..last,
                left,
                &mut below[0],
                &mut worker.scratch,
                &mut worker.tally,
            );
            if left > 1 {
                match self.descend(worker, depth + 1, left - 1, stop) {
                    Descent::None => {}
                    end => return end,
                }
            } else if let Some(board) = self.solved_in(&worker.lists[depth + 1]) {
                return Descent::Found(board);
            }
            first = last;
        }
        Descent::None
    }

    /// The first solved board of a list.
    fn solved_in(&self, list: &List) -> Option<usize> {
        (0..list.len()).find(|&board| list.get(board).leads == self.pieces.solved())
    }

    /// Searches for answers of this many moves.
    pub(super) fn iterate(
        &self,
        root: &List,
        moves: u32,
        on_all_cores: bool,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> End {
        if moves == 0 {
            return if self.solved_in(root).is_some() {
                End::Answer(Vec::new())
            } else {
                End::None
            };
        }
        let mut worker = Worker {
            lists: vec![root.clone()],
            scratch: Scratch::default(),
            tally: *tally,
        };
        let mut depth = 0;
        let mut left = moves;
        let wanted = if on_all_cores && moves > SHALLOW {
            SUBTREES
        } else {
            1
        };
        while worker.lists[depth].len() < wanted && left > SHALLOW {
            let mut next = List::new(self.pieces.solved().len(), self.projection.images.len());
            let count = worker.lists[depth].len();
            for first in (0..count).step_by(PARENTS) {
                let range = first..count.min(first + PARENTS);
                self.expand(
                    &worker.lists[depth],
                    range,
                    left,
                    &mut next,
                    &mut worker.scratch,
                    &mut worker.tally,
                );
            }
            worker.lists.push(next);
            depth += 1;
            left -= 1;
            if must_stop(&worker.tally) {
                *tally = worker.tally;
                return End::Stopped;
            }
        }
        let count = worker.lists[depth].len();
        if depth == 0 || count < 2 * TAKEN {
            let end = self.descend(&mut worker, depth, left, must_stop);
            *tally = worker.tally;
            return match end {
                Descent::Found(board) => End::Answer(way(&worker.lists[..=moves as usize], board)),
                Descent::None => End::None,
                Descent::Stopped => End::Stopped,
            };
        }
        let shared = Subtrees::new(*self, &worker.lists, left, worker.tally);
        shared.search(must_stop);
        *tally = shared.tally();
        shared.end()
    }
}

/// How a search below a list ended.
#[derive(PartialEq, Eq)]
pub(super) enum Descent {
    /// At this board of the last list.
    Found(usize),
    None,
    Stopped,
}

/// What a core works with.
pub(super) struct Worker {
    pub(super) lists: Vec<List>,
    pub(super) scratch: Scratch,
    pub(super) tally: Tally,
}

/// The moves that lead from the first list to a board of the last.
pub(super) fn way(lists: &[List], board: usize) -> Vec<u8> {
    let mut board = board;
    let mut way = Vec::new();
    for list in lists.iter().skip(1).rev() {
        let (parent, m) = list.from(board);
        way.push(m);
        board = parent;
    }
    way.reverse();
    way
}
