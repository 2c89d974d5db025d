//! Shortest answers, layer by layer.
//!
//! Every move of a shortest answer leads to a board that is one nearer. So the answers of a board
//! are the paths down through layers of boards at distances `d`, `d - 1`, ..., 0. The layers are
//! listed from the top down, with the steps from each board to the next layer. Then the paths are
//! added up from the bottom: answers are counted without being enumerated.
//!
//! Answers are sequences of moves: two moves to the same board make two answers.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::support::invariant::Invariant;

/// Distinct boards, in the order in which they were first met.
pub(crate) struct Layer<B> {
    pub(crate) places: FxHashMap<B, u32>,
    pub(crate) boards: Vec<B>,
}

impl<B: Clone + Eq + Hash> Layer<B> {
    pub(crate) fn with_room(room: usize) -> Self {
        Self {
            places: FxHashMap::with_capacity_and_hasher(room, FxBuildHasher),
            boards: Vec::with_capacity(room),
        }
    }

    /// The board's place; `made` makes a new board. Memory runs out long before 2^32 boards.
    pub(crate) fn place<Q: Eq + Hash + ?Sized>(
        &mut self,
        board: &Q,
        made: impl FnOnce(&Q) -> B,
    ) -> u32
    where
        B: Borrow<Q>,
    {
        if let Some(place) = self.places.get(board) {
            return *place;
        }
        let board = made(board);
        let place = u32::try_from(self.boards.len()).debug_unwrap_or(u32::MAX);
        self.boards.push(board.clone());
        self.places.insert(board, place);
        place
    }

    /// The layer's size in bytes, without the heap memory of its boards.
    pub(crate) fn bytes(&self) -> u64 {
        let entry = size_of::<(B, u32)>() + 1;
        (self.places.capacity() * entry + self.boards.capacity() * size_of::<B>()) as u64
    }
}

/// The steps from the boards of a layer to the next layer, with or without their moves.
pub(crate) struct StepsDown<M> {
    /// The number of each board's steps.
    pub(crate) counts: Vec<u8>,
    /// The steps of all boards in order: the move, and the place of the board that it leads to.
    pub(crate) to: Vec<(M, u32)>,
}

impl<M: Copy> StepsDown<M> {
    pub(crate) fn with_room(boards: usize) -> Self {
        Self {
            counts: Vec::with_capacity(boards),
            to: Vec::with_capacity(boards),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.counts[..]) + size_of_val(&self.to[..])) as u64
    }

    /// Ends the steps of a board, which start at `begin`.
    pub(crate) fn end(&mut self, begin: usize) {
        let count = u8::try_from(self.to.len() - begin);
        self.counts.push(count.debug_unwrap_or(0));
    }

    /// The number of paths down from each board of the layer over the counted steps, at most
    /// [`u128::MAX`]. `below` has the numbers of the next layer.
    pub(crate) fn ways(&self, below: &[u128], is_counted: impl Fn(M) -> bool) -> Vec<u128> {
        let mut to = self.to.iter();
        let through = |&(_, place): &(M, u32)| below.get(place as usize).copied().unwrap_or(0);
        let mut add = |&count: &u8| {
            let steps = to.by_ref().take(count.into());
            let counted = steps.filter(|(m, _)| is_counted(*m));
            counted.map(through).fold(0u128, u128::saturating_add)
        };
        self.counts.iter().map(&mut add).collect()
    }
}
