//! Lists of boards in a search, one for each depth.

use super::coordinates::States;
use crate::pruning::State;

/// Boards of one depth, in the order in which a depth-first search would meet them.
#[derive(Clone, Debug)]
pub(super) struct List {
    pieces: usize,
    images: usize,
    /// By board and piece: the spot of its lead.
    leads: Vec<u8>,
    /// By board and image: the states of its factors.
    states: Vec<States>,
    /// By board: lower bounds of its images and then of those of its inverse.
    bounds: Vec<u8>,
    pruning: Vec<State>,
    /// By board: its parent in the list before, and the move that made it.
    from: Vec<(u32, u8)>,
}

/// A board of a list.
#[derive(Clone, Copy)]
pub(super) struct Node<'l> {
    pub(super) leads: &'l [u8],
    pub(super) states: &'l [States],
    /// Of its images, and of those of its inverse.
    pub(super) direct: &'l [u8],
    pub(super) inverse: &'l [u8],
    pub(super) pruning: State,
}

impl List {
    pub(super) const fn new(pieces: usize, images: usize) -> Self {
        Self {
            pieces,
            images,
            leads: Vec::new(),
            states: Vec::new(),
            bounds: Vec::new(),
            pruning: Vec::new(),
            from: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.leads.clear();
        self.states.clear();
        self.bounds.clear();
        self.pruning.clear();
        self.from.clear();
    }

    pub(super) const fn len(&self) -> usize {
        self.from.len()
    }

    #[inline]
    pub(super) fn get(&self, board: usize) -> Node<'_> {
        let bounds = &self.bounds[board * 2 * self.images..][..2 * self.images];
        let (direct, inverse) = bounds.split_at(self.images);
        Node {
            leads: &self.leads[board * self.pieces..][..self.pieces],
            states: &self.states[board * self.images..][..self.images],
            direct,
            inverse,
            pruning: self.pruning[board],
        }
    }

    /// The states of an image of a board.
    #[inline]
    pub(super) fn states(&self, board: usize, image: usize) -> &States {
        &self.states[board * self.images + image]
    }

    /// The parent in the list before, and the move that made it.
    pub(super) fn from(&self, board: usize) -> (usize, u8) {
        let (parent, m) = self.from[board];
        (parent as usize, m)
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        leads: impl Iterator<Item = u8>,
        states: &[States],
        bounds: &[u8],
        pruning: State,
        from: (usize, u8),
    ) {
        self.leads.extend(leads);
        self.states.extend_from_slice(states);
        self.bounds.extend_from_slice(bounds);
        self.pruning.push(pruning);
        self.from
            .push((u32::try_from(from.0).unwrap_or(u32::MAX), from.1));
    }

    /// Adds a board of another list.
    pub(super) fn copy(&mut self, other: &Self, board: usize) {
        let own = other.get(board);
        self.leads.extend_from_slice(own.leads);
        self.states.extend_from_slice(own.states);
        self.bounds.extend_from_slice(own.direct);
        self.bounds.extend_from_slice(own.inverse);
        self.pruning.push(own.pruning);
        self.from.push(other.from[board]);
    }
}
