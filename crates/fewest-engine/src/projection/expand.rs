//! The children of many boards at once, as far as bounds allow.
//!
//! Each loop does one thing for all remaining children, so that no read waits for another one in
//! the same loop.

use super::MAX_MOVES;
use super::factor::MAX_FACTORS;
use super::factor::small;
use super::list::{List, ListedBoard};
use super::row::Class;
use super::tree::ListTree;
use crate::search::ida_star::Tally;
use crate::space::{Move, MoveSet};

#[derive(Clone, Copy)]
struct Child {
    /// Its index among all children.
    number: u32,
    parent: u32,
    m: u8,
}

/// The lookup of a bound.
#[derive(Clone, Copy, Default)]
struct BoundLookup {
    /// The number of the reduced part, then the place in the table.
    place: usize,
    class: Class,
    /// The index of the child among the remaining ones, and of the bound among the child's bounds.
    child: u16,
    slot: u16,
}

/// Buffers for making children.
#[derive(Default)]
pub(super) struct Scratch {
    alive: Vec<Child>,
    lookups: Vec<BoundLookup>,
    /// The states of each lookup.
    looked_up: Vec<u16>,
    /// The parts of each child, as in a list.
    states: Vec<u16>,
    bounds: Vec<u8>,
    codes: Vec<u64>,
    /// The possible last moves and first moves of each child's answers, as bits.
    ends: [Vec<u64>; 2],
    /// For each parent, the image with the largest bound, and the inverse's image.
    best: Vec<[u8; 2]>,
}

/// Parents, and the links that give the states of their children.
struct ParentBatch<'s, const FACTORS: usize> {
    parents: &'s List,
    /// The index of the first parent.
    first: usize,
    links: [&'s [u16]; FACTORS],
}

/// Indices in [`Ends`](super::list::Ends): images restrict last moves, inverses first moves.
const LAST: usize = 0;
const FIRST: usize = 1;

/// The links of a factor with one state.
const NO_LINKS: [u16; MAX_MOVES] = [0; MAX_MOVES];

/// The number of factors of boards in lists: `count`, padded to a size with loops of its own.
pub(super) const fn factors(count: usize) -> usize {
    match count {
        ..=2 => 2,
        3..=4 => 4,
        5..=8 => 8,
        9..=16 => 16,
        _ => MAX_FACTORS,
    }
}

impl Scratch {
    fn make_room<const FACTORS: usize>(&mut self) {
        let count = self.alive.len();
        self.lookups.resize(count, BoundLookup::default());
        self.looked_up.resize(count * FACTORS, 0);
    }
}

impl ListTree<'_> {
    /// Makes the children of some parents that may be solved in `left - 1` moves.
    pub(super) fn expand(
        &self,
        parents: &List,
        range: std::ops::Range<usize>,
        left: u32,
        out: &mut List,
        scratch: &mut Scratch,
        tally: &mut Tally,
    ) {
        let count = self.add_children(parents, range.clone(), left, scratch);
        tally.expanded += range.len() as u64;
        tally.generated += count as u64;
        let shape = self.projection.shape;
        scratch.states.resize(count * shape.states(), 0);
        scratch.bounds.resize(count * shape.bounds(), 0);
        scratch.codes.resize(count * shape.words, 0);
        scratch.ends[FIRST].resize(count, 0);
        let max_moves = u8::try_from(left - 1).unwrap_or(u8::MAX);
        match shape.factors {
            2 => self.look_up::<2>(parents, range.start, max_moves, scratch),
            4 => self.look_up::<4>(parents, range.start, max_moves, scratch),
            8 => self.look_up::<8>(parents, range.start, max_moves, scratch),
            16 => self.look_up::<16>(parents, range.start, max_moves, scratch),
            _ => self.look_up::<MAX_FACTORS>(parents, range.start, max_moves, scratch),
        }
        for &Child { number, parent, m } in &scratch.alive {
            let number = number as usize;
            let [last, first] = &scratch.ends;
            let ends = [last[number], first[number]];
            if ends[FIRST] == 0 {
                continue;
            }
            let above = parents.get(parent as usize);
            let node = ListedBoard {
                contents: above.contents,
                codes: &scratch.codes[number * shape.words..][..shape.words],
                states: &scratch.states[number * shape.states()..][..shape.states()],
                bounds: &scratch.bounds[number * shape.bounds()..][..shape.bounds()],
                pruning: self.pruning.after(above.pruning, Move::new(m)),
                ends,
            };
            let contents = out.push(&node, (parent, m));
            self.projection.codes.turn(m, above.contents, contents);
        }
    }

    /// Adds a child for each possible move of each parent, and finds the parents' best images.
    fn add_children(
        &self,
        parents: &List,
        range: std::ops::Range<usize>,
        left: u32,
        scratch: &mut Scratch,
    ) -> usize {
        let images = &self.projection.images;
        scratch.alive.clear();
        scratch.best.clear();
        scratch.ends[LAST].clear();
        let mut number = 0;
        for board in range {
            let (direct, inverse) = parents.bounds(board).split_at(images.len());
            let [last, first] = parents.ends(board);
            let mut moves = if left == 1 { first & last } else { first };
            let parent = u32::try_from(board).unwrap_or(u32::MAX);
            while moves != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "at most 64 moves")]
                let m = moves.trailing_zeros() as u8;
                scratch.alive.push(Child { number, parent, m });
                scratch.ends[LAST].push(last);
                number += 1;
                moves &= moves - 1;
            }
            scratch.best.push([largest(direct), largest(inverse)]);
        }
        scratch.alive.len()
    }

    /// Looks up bounds of children until they are ruled out.
    fn look_up<const FACTORS: usize>(
        &self,
        parents: &List,
        first: usize,
        max_moves: u8,
        scratch: &mut Scratch,
    ) {
        let factors = &self.projection.coordinates.factors;
        let links = |factor: usize| {
            factors
                .get(factor)
                .map_or(&NO_LINKS[..], |factor| &factor.links)
        };
        let batch = ParentBatch::<FACTORS> {
            parents,
            first,
            links: std::array::from_fn(links),
        };
        let images = self.projection.images.len();
        for turn in 0..images {
            scratch.make_room::<FACTORS>();
            self.look_up_images(&batch, turn, scratch);
            self.rule_out::<FACTORS>(LAST, max_moves, scratch);
        }
        self.set_first_moves(parents, max_moves, scratch);
        if !self.projection.shape.inverses {
            return;
        }
        self.add_up_codes(parents, scratch);
        for turn in 0..images {
            scratch.make_room::<FACTORS>();
            self.look_up_inverses(&batch, turn, max_moves, scratch);
            self.rule_out::<FACTORS>(FIRST, max_moves, scratch);
        }
    }

    /// Looks up the image of each child for this turn.
    fn look_up_images<const FACTORS: usize>(
        &self,
        batch: &ParentBatch<'_, FACTORS>,
        turn: usize,
        scratch: &mut Scratch,
    ) {
        let images = &self.projection.images[..];
        let coordinates = &self.projection.coordinates;
        let before = batch.parents.states::<FACTORS>();
        let (after, _) = scratch.states.as_chunks_mut::<FACTORS>();
        let (looked_up, _) = scratch.looked_up.as_chunks_mut::<FACTORS>();
        let mut lookups = scratch.lookups.iter_mut().zip(looked_up);
        let mut place = 0;
        for children in scratch.alive.chunk_by(|a, b| a.parent == b.parent) {
            let parent = children[0].parent as usize;
            let image = in_turn(scratch.best[parent - batch.first][0], turn);
            let moves = &images[image].moves;
            let before = before[parent * images.len() + image]
                .map(|state| usize::from(state) * coordinates.move_count);
            for (child, (lookup, looked_up)) in children.iter().zip(&mut lookups) {
                let m = usize::from(moves[usize::from(child.m) % MAX_MOVES]);
                let states = std::array::from_fn(|factor| batch.links[factor][before[factor] + m]);
                after[child.number as usize * images.len() + image] = states;
                *looked_up = states;
                *lookup = self.lookup(&states, place, image);
                place += 1;
            }
        }
    }

    /// Computes the codes of the children's inverses.
    fn add_up_codes(&self, parents: &List, scratch: &mut Scratch) {
        let words = self.projection.shape.words;
        for child in &scratch.alive {
            let parent = child.parent as usize;
            let (contents, before) = (parents.contents(parent), parents.codes(parent));
            let after = &mut scratch.codes[child.number as usize * words..][..words];
            self.projection
                .codes
                .after(child.m, contents, before, after);
        }
    }

    /// Finds the possible moves after each child.
    fn set_first_moves(&self, parents: &List, max_moves: u8, scratch: &mut Scratch) {
        for child in &scratch.alive {
            let before = parents.pruning(child.parent as usize);
            let after = self.pruning.after(before, Move::new(child.m));
            let allowed = self.pruning.allowed::<MoveSet>(after).words()[0] & self.projection.moves;
            // The empty answer needs no first move.
            let first = if max_moves == 0 { u64::MAX } else { allowed };
            scratch.ends[FIRST][child.number as usize] = first;
        }
    }

    /// Looks up the image of each child's inverse for this turn.
    fn look_up_inverses<const FACTORS: usize>(
        &self,
        batch: &ParentBatch<'_, FACTORS>,
        turn: usize,
        max_moves: u8,
        scratch: &mut Scratch,
    ) {
        let projection = self.projection;
        let images = &projection.images[..];
        let words = projection.shape.words;
        let slots = projection.shape.bounds();
        let (looked_up, _) = scratch.looked_up.as_chunks_mut::<FACTORS>();
        let mut count = 0;
        let mut place = 0;
        for children in scratch.alive.chunk_by(|a, b| a.parent == b.parent) {
            let parent = children[0].parent as usize;
            let image = in_turn(scratch.best[parent - batch.first][1], turn);
            let slot = images.len() + image;
            for child in children {
                let number = child.number as usize;
                if images[image].fixing >> child.m & 1 == 1 {
                    // The move leaves the projection unchanged, and so the inverse's bound. The
                    // bound is at most `max_moves`, or the move would not have been tried.
                    let bound = batch.parents.bounds(parent)[slot];
                    scratch.bounds[number * slots + slot] = bound;
                    scratch.ends[FIRST][number] &= self.ends(image, bound, max_moves);
                } else {
                    let codes = &scratch.codes[number * words..][..words];
                    let coordinates = &projection.coordinates;
                    let states = projection.codes.states(coordinates, image, codes);
                    looked_up[count] = states;
                    scratch.lookups[count] = self.lookup(&states, place, slot);
                    count += 1;
                }
                place += 1;
            }
        }
        scratch.lookups.truncate(count);
    }

    /// The lookup of these states, without the class.
    #[inline]
    fn lookup<const FACTORS: usize>(
        &self,
        states: &[u16; FACTORS],
        child: usize,
        slot: usize,
    ) -> BoundLookup {
        BoundLookup {
            place: self.projection.coordinates.number(states),
            class: Class::default(),
            child: small(child),
            slot: small(slot),
        }
    }

    /// The possible last moves of an answer of `max_moves` moves, given the bound of an image. If
    /// the projection is exactly `max_moves` moves away, the last move can't leave its solved
    /// pattern unchanged: the projection would be nearer. An inverse gives the first moves in the
    /// same way. The empty answer has no last move.
    #[inline]
    fn ends(&self, image: usize, bound: u8, max_moves: u8) -> u64 {
        let is_tight = bound == max_moves && max_moves > 0;
        !(self.projection.images[image].fixing & u64::from(is_tight).wrapping_neg())
    }

    /// Reads bounds of images, or of inverses' images. Drops children whose bound is too large, or
    /// whose answers have no possible last move, or first move.
    fn rule_out<const FACTORS: usize>(&self, end: usize, max_moves: u8, scratch: &mut Scratch) {
        let (looked_up, _) = scratch.looked_up.as_chunks::<FACTORS>();
        let table = self.projection.table.bounds();
        let coordinates = &self.projection.coordinates;
        for lookup in &mut scratch.lookups {
            lookup.class = coordinates.class_at(lookup.place);
            lookup.place = table.row(lookup.class.row());
        }
        for orbit in &coordinates.row_orbits {
            for (lookup, states) in scratch.lookups.iter_mut().zip(looked_up) {
                lookup.place += orbit.place(lookup.class, states);
            }
        }
        // Only prefetches: many lines of the table are on their way at once, and no read waits.
        for lookup in &scratch.lookups {
            table.prefetch(lookup.place);
        }
        let (images, slots) = (self.projection.images.len(), self.projection.shape.bounds());
        let ends = &mut scratch.ends[end];
        let (mut kept, mut next) = (0, 0);
        for lookup in &scratch.lookups {
            // Keeps children without a lookup.
            while next < usize::from(lookup.child) {
                scratch.alive[kept] = scratch.alive[next];
                kept += 1;
                next += 1;
            }
            let bound = table.bound(lookup.place);
            let slot = usize::from(lookup.slot);
            let child = scratch.alive[next];
            let number = child.number as usize;
            scratch.bounds[number * slots + slot] = bound;
            let left = ends[number] & self.ends(slot - end * images, bound, max_moves);
            ends[number] = left;
            scratch.alive[kept] = child;
            // `&`, because a branch would be unpredictable.
            kept += usize::from(bound <= max_moves) & usize::from(left != 0);
            next += 1;
        }
        scratch.alive.copy_within(next.., kept);
        let left = scratch.alive.len() - next;
        scratch.alive.truncate(kept + left);
    }
}

/// The image with the largest bound.
fn largest(bounds: &[u8]) -> u8 {
    let mut largest = (0, 0);
    for (image, &bound) in (0..=u8::MAX).zip(bounds) {
        if bound > largest.1 {
            largest = (image, bound);
        }
    }
    largest.0
}

/// The image for a turn: the best first, then the others in order.
#[inline]
fn in_turn(best: u8, turn: usize) -> usize {
    let best = usize::from(best);
    match turn {
        0 => best,
        _ if turn <= best => turn - 1,
        _ => turn,
    }
}
