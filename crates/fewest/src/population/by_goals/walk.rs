//! Visits placements piece by piece.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::order::Order;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;

/// The number of pieces that are placed at once to count.
const LAST: usize = 3;
/// The number of pieces after which the visitor may end the walk.
const CHECKED: usize = 2;
/// The most goals that end with one of the last pieces.
const MAX_ROWS: usize = 4;
/// The most ways to place these pieces that are kept.
const MAX_LISTED: usize = 1 << 16;
/// The number of counters of a distance. Neighbouring placements use different ones, so that no
/// addition waits for the one before it.
const COUNTERS: usize = 4;

/// The pieces placed so far.
#[derive(Clone, Copy)]
pub(super) struct Placed<N> {
    pieces: usize,
    /// The places in use, as bits.
    used: u64,
    /// The sum of the orientations, modulo their number.
    turn: usize,
    /// The visitor's summary of the goals whose pieces have a place.
    near: N,
}

impl<N> Placed<N> {
    pub(super) const fn none(near: N) -> Self {
        Self {
            pieces: 0,
            used: 0,
            turn: 0,
            near,
        }
    }
}

pub(super) trait Visitor {
    /// A summary of the goals whose pieces have a place.
    type Near: Copy;

    /// The entry of a goal whose pieces have a place now. `None` abandons the placement.
    fn meet(&self, near: Self::Near, goal: usize, entry: u8) -> Option<Self::Near>;

    /// Visits a placement, given the spot of each piece.
    fn visit(&mut self, near: Self::Near, spots: &[u8]) -> ControlFlow<()>;

    /// Returns true if all placements are to be abandoned.
    fn is_over(&self) -> bool {
        false
    }

    /// Visits all ways to place the last pieces, if there is a faster way. Returns false if not.
    fn place_last(&mut self, _: &Walk<'_>, _: Placed<Self::Near>) -> bool {
        false
    }
}

pub(super) struct Walk<'g> {
    order: &'g Order<'g>,
    /// The number of pieces to place.
    pieces: usize,
    spots: Vec<u8>,
    /// The number of each goal's placement, of the pieces placed so far.
    numbers: Vec<usize>,
}

impl<'g> Walk<'g> {
    pub(super) fn new(order: &'g Order<'g>, pieces: usize) -> Self {
        Self {
            pieces,
            spots: vec![0; order.steps.len()],
            numbers: vec![0; order.goals.len()],
            order,
        }
    }

    /// Places the next piece; `None` if the visitor abandons this placement.
    pub(super) fn put<V: Visitor>(
        &mut self,
        placed: Placed<V::Near>,
        spot: usize,
        visitor: &V,
    ) -> Option<Placed<V::Near>> {
        let step = &self.order.steps[placed.pieces];
        let (place, turn) = self.order.placing.place_and_turn(spot);
        self.spots[step.piece] = u8::try_from(spot).debug_unwrap_or(0);
        for (goal, stride) in &step.adds {
            self.numbers[*goal] += stride * spot;
        }
        let mut near = placed.near;
        for &goal in &step.ends {
            let entry = self.order.goals[goal].entries[self.numbers[goal]];
            near = visitor.meet(near, goal, entry)?;
        }
        Some(Placed {
            pieces: placed.pieces + 1,
            used: placed.used | place,
            turn: self.order.placing.sum(placed.turn, turn),
            near,
        })
    }

    /// Removes a piece from a spot, whether or not it was abandoned there.
    fn take(&mut self, step: usize, spot: usize) {
        for (goal, stride) in &self.order.steps[step].adds {
            self.numbers[*goal] -= stride * spot;
        }
    }

    /// Visits all ways to place the other pieces.
    pub(super) fn place<V: Visitor>(
        &mut self,
        placed: Placed<V::Near>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if placed.pieces == self.pieces {
            return visitor.visit(placed.near, &self.spots);
        }
        if placed.pieces == CHECKED && visitor.is_over() {
            return ControlFlow::Break(());
        }
        if placed.pieces + LAST == self.pieces && visitor.place_last(self, placed) {
            return ControlFlow::Continue(());
        }
        let is_last = placed.pieces + 1 == self.order.steps.len();
        let turn = is_last.then_some(placed.turn);
        for spot in self.order.placing.free(placed.used, turn) {
            let flow = match self.put(placed, spot, visitor) {
                Some(next) => self.place(next, visitor),
                None => ControlFlow::Continue(()),
            };
            self.take(placed.pieces, spot);
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// Visits the placements of some pieces, whatever their distance.
pub(super) struct Firsts<'v>(pub(super) &'v mut dyn FnMut(&[u8]) -> ControlFlow<()>);

impl Visitor for Firsts<'_> {
    type Near = ();

    fn meet(&self, (): (), _: usize, _: u8) -> Option<()> {
        Some(())
    }

    fn visit(&mut self, (): (), spots: &[u8]) -> ControlFlow<()> {
        (self.0)(spots)
    }
}

/// Visits the placements at a distance to which goal `first` is the first of the nearest.
pub(super) struct Listing<'v> {
    pub(super) first: usize,
    pub(super) distance: u8,
    pub(super) budget: Budget<'v>,
    pub(super) visit: &'v mut dyn FnMut(&[u8]) -> ControlFlow<()>,
}

impl Visitor for Listing<'_> {
    type Near = ();

    fn meet(&self, (): (), goal: usize, entry: u8) -> Option<()> {
        let distance = entry / 2;
        let fits = match goal.cmp(&self.first) {
            std::cmp::Ordering::Less => distance > self.distance,
            std::cmp::Ordering::Equal => distance == self.distance,
            std::cmp::Ordering::Greater => distance >= self.distance,
        };
        fits.then_some(())
    }

    fn visit(&mut self, (): (), spots: &[u8]) -> ControlFlow<()> {
        (self.visit)(spots)
    }

    fn is_over(&self) -> bool {
        self.budget.is_over()
    }
}

/// The number of placements with each nearest entry: of goals, twice the distance and one; if
/// several are as near, one less.
pub(super) struct Counting {
    counters: [[u64; COUNTERS]; 1 << u8::BITS],
    /// The additions to the goals' numbers, for each way to place the last pieces. The keys are the
    /// places in use and the sum of the orientations.
    lists: FxHashMap<(u64, usize), Vec<[u32; MAX_ROWS]>>,
    /// The number of all these ways.
    listed: usize,
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            counters: [[0; COUNTERS]; 1 << u8::BITS],
            lists: FxHashMap::default(),
            listed: 0,
        }
    }
}

impl Counting {
    /// The summary before any goal's pieces have a place.
    pub(super) const NOT_NEAR: u8 = u8::MAX;

    /// Adds a count several times.
    pub(super) fn add(&mut self, other: &Self, times: u64) {
        for (own, other) in self
            .counters
            .iter_mut()
            .flatten()
            .zip(other.counters.iter().flatten())
        {
            *own += other * times;
        }
    }

    /// The number of placements at each distance, and of these, the number with several goals there.
    pub(super) fn by_distance(&self) -> (Vec<u64>, Vec<u64>) {
        let sums: Vec<u64> = self
            .counters
            .iter()
            .map(|counters| counters.iter().sum())
            .collect();
        let (mut counts, mut tying): (Vec<u64>, Vec<u64>) = sums
            .chunks_exact(2)
            .map(|pair| (pair[0] + pair[1], pair[0]))
            .unzip();
        let farthest = counts.iter().rposition(|&count| count > 0);
        counts.truncate(farthest.map_or(0, |farthest| farthest + 1));
        tying.truncate(counts.len());
        (counts, tying)
    }
}

/// The nearer of what is known and another goal's entry.
#[inline]
fn nearer(near: u8, entry: u8) -> u8 {
    near.min(entry) - u8::from(near == entry)
}

impl Visitor for Counting {
    type Near = u8;

    #[inline]
    fn meet(&self, near: u8, _: usize, entry: u8) -> Option<u8> {
        Some(nearer(near, entry))
    }

    fn visit(&mut self, near: u8, _: &[u8]) -> ControlFlow<()> {
        self.counters[usize::from(near)][0] += 1;
        ControlFlow::Continue(())
    }

    /// Most of the time is spent here. The spots of the last pieces depend on few things, so their
    /// effects on the goals' numbers are listed once.
    fn place_last(&mut self, walk: &Walk<'_>, placed: Placed<u8>) -> bool {
        let order = walk.order;
        let steps = &order.steps[placed.pieces..];
        let mut ending = [0; MAX_ROWS];
        let mut rows = 0;
        for end in steps.iter().flat_map(|step| &step.ends) {
            let Some(goal) = ending.get_mut(rows) else {
                return false;
            };
            *goal = *end;
            rows += 1;
        }
        let ending = &ending[..rows];
        let key = (placed.used, placed.turn);
        if !self.lists.contains_key(&key) {
            let mut list = Vec::new();
            offsets(order, ending, placed, [0; MAX_ROWS], &mut list);
            self.listed += list.len();
            if self.listed > MAX_LISTED {
                self.lists.clear();
                self.listed = list.len();
            }
            self.lists.insert(key, list);
        }
        let Some(list) = self.lists.get(&key) else {
            return false;
        };
        let mut entries = [&[][..]; MAX_ROWS];
        for (row, &goal) in entries.iter_mut().zip(ending) {
            *row = &order.goals[goal].entries[walk.numbers[goal]..];
        }
        let entries = &entries[..rows];
        for (counter, offsets) in list.iter().enumerate() {
            let mut near = placed.near;
            for (row, &offset) in entries.iter().zip(offsets) {
                near = nearer(near, row[offset as usize]);
            }
            self.counters[usize::from(near)][counter % COUNTERS] += 1;
        }
        true
    }
}

/// Lists the ways to place the last pieces, as additions to the numbers of the goals that end with
/// one of them.
fn offsets<N: Copy>(
    order: &Order<'_>,
    ending: &[usize],
    placed: Placed<N>,
    added: [u32; MAX_ROWS],
    list: &mut Vec<[u32; MAX_ROWS]>,
) {
    let Some(step) = order.steps.get(placed.pieces) else {
        return list.push(added);
    };
    let is_last = placed.pieces + 1 == order.steps.len();
    for spot in order
        .placing
        .free(placed.used, is_last.then_some(placed.turn))
    {
        let mut added = added;
        for (goal, stride) in &step.adds {
            let row = ending.iter().position(|ending| ending == goal);
            if let Some(added) = row.and_then(|row| added.get_mut(row)) {
                *added += u32::try_from(stride * spot).debug_unwrap_or(0);
            }
        }
        let (place, turn) = order.placing.place_and_turn(spot);
        let placed = Placed {
            pieces: placed.pieces + 1,
            used: placed.used | place,
            turn: order.placing.sum(placed.turn, turn),
            ..placed
        };
        offsets(order, ending, placed, added, list);
    }
}
