//! Lists of boards in a search, one for each depth.

use crate::pruning::State;

/// The moves that an answer may end with, and those that it may begin with, as bits.
pub(super) type Ends = [u64; 2];

/// How much there is of a board in a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Places of pieces.
    pub(super) places: usize,
    pub(super) images: usize,
    /// Whether inverses are looked up, too.
    pub(super) inverses: bool,
    /// Factors of an image, and some that have one state each.
    pub(super) factors: usize,
    /// Words of the codes of the inverse.
    pub(super) words: usize,
}

impl Shape {
    /// States of all images.
    pub(super) const fn states(self) -> usize {
        self.images * self.factors
    }

    /// Bounds of all images, and of those of the inverse.
    pub(super) const fn bounds(self) -> usize {
        if self.inverses {
            2 * self.images
        } else {
            self.images
        }
    }
}

/// Boards of one depth, in the order in which a depth-first search would meet them.
#[derive(Clone, Debug)]
pub(super) struct List {
    shape: Shape,
    /// By board and place: its content, as [`InverseCodes`](super::codes::InverseCodes) has it.
    contents: Vec<u8>,
    /// By board and word: the codes of the inverse.
    codes: Vec<u64>,
    /// By board, image and factor: its state.
    states: Vec<u16>,
    /// By board: lower bounds of its images and then of those of its inverse.
    bounds: Vec<u8>,
    pruning: Vec<State>,
    ends: Vec<Ends>,
    /// By board: its parent in the list before, and the move that made it.
    from: Vec<(u32, u8)>,
}

/// A board of a list.
#[derive(Clone, Copy)]
pub(super) struct ListedBoard<'l> {
    pub(super) contents: &'l [u8],
    pub(super) codes: &'l [u64],
    pub(super) states: &'l [u16],
    /// Of its images and of those of its inverse.
    pub(super) bounds: &'l [u8],
    pub(super) pruning: State,
    pub(super) ends: Ends,
}

impl List {
    pub(super) const fn new(shape: Shape) -> Self {
        Self {
            shape,
            contents: Vec::new(),
            codes: Vec::new(),
            states: Vec::new(),
            bounds: Vec::new(),
            pruning: Vec::new(),
            ends: Vec::new(),
            from: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.contents.clear();
        self.codes.clear();
        self.states.clear();
        self.bounds.clear();
        self.pruning.clear();
        self.ends.clear();
        self.from.clear();
    }

    pub(super) const fn len(&self) -> usize {
        self.from.len()
    }

    #[inline]
    pub(super) fn get(&self, board: usize) -> ListedBoard<'_> {
        let states = self.shape.states();
        ListedBoard {
            contents: self.contents(board),
            codes: self.codes(board),
            states: &self.states[board * states..][..states],
            bounds: self.bounds(board),
            pruning: self.pruning[board],
            ends: self.ends[board],
        }
    }

    #[inline]
    pub(super) fn contents(&self, board: usize) -> &[u8] {
        &self.contents[board * self.shape.places..][..self.shape.places]
    }

    #[inline]
    pub(super) fn codes(&self, board: usize) -> &[u64] {
        &self.codes[board * self.shape.words..][..self.shape.words]
    }

    #[inline]
    pub(super) fn bounds(&self, board: usize) -> &[u8] {
        let bounds = self.shape.bounds();
        &self.bounds[board * bounds..][..bounds]
    }

    #[inline]
    pub(super) fn pruning(&self, board: usize) -> State {
        self.pruning[board]
    }

    #[inline]
    pub(super) fn ends(&self, board: usize) -> Ends {
        self.ends[board]
    }

    /// By board and image: the states of its factors.
    #[inline]
    pub(super) fn states<const FACTORS: usize>(&self) -> &[[u16; FACTORS]] {
        self.states.as_chunks().0
    }

    /// The parent in the list before, and the move that made it.
    pub(super) fn from(&self, board: usize) -> (usize, u8) {
        let (parent, m) = self.from[board];
        (parent as usize, m)
    }

    /// Adds a board, made by this move of that board of the list before; its contents may be
    /// changed yet.
    #[inline]
    pub(super) fn push(&mut self, node: &ListedBoard<'_>, from: (u32, u8)) -> &mut [u8] {
        self.codes.extend_from_slice(node.codes);
        self.states.extend_from_slice(node.states);
        self.bounds.extend_from_slice(node.bounds);
        self.pruning.push(node.pruning);
        self.ends.push(node.ends);
        self.from.push(from);
        let first = self.contents.len();
        self.contents.extend_from_slice(node.contents);
        &mut self.contents[first..]
    }

    /// Adds a board of another list.
    pub(super) fn copy(&mut self, other: &Self, board: usize) {
        self.push(&other.get(board), other.from[board]);
    }
}
