//! Lists of boards in a search, one for each depth.

use crate::pruning::State;

/// The possible last moves and first moves of an answer, as bits.
pub(super) type Ends = [u64; 2];

/// The sizes of the parts of a listed board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) places: usize,
    pub(super) images: usize,
    /// True if inverses are also looked up.
    pub(super) inverses: bool,
    /// Factors of an image, padded with factors of one state.
    pub(super) factors: usize,
    pub(super) words: usize,
}

impl Shape {
    pub(super) const fn states(self) -> usize {
        self.images * self.factors
    }

    /// The number of bounds of all images, including the inverse's images if they are looked up.
    pub(super) const fn bounds(self) -> usize {
        if self.inverses {
            2 * self.images
        } else {
            self.images
        }
    }
}

/// Boards of one depth, in the order of a depth-first search.
#[derive(Clone, Debug)]
pub(super) struct List {
    shape: Shape,
    /// Indexed by board and place, as in [`InverseCodes`](super::codes::InverseCodes).
    contents: Vec<u8>,
    /// The codes of the inverse, indexed by board and word.
    codes: Vec<u64>,
    /// Indexed by board, image and factor.
    states: Vec<u16>,
    /// Lower bounds of each board's images, then of its inverse's images.
    bounds: Vec<u8>,
    pruning: Vec<State>,
    ends: Vec<Ends>,
    /// The parent of each board in the previous list, and the move that made it.
    from: Vec<(u32, u8)>,
}

#[derive(Clone, Copy)]
pub(super) struct ListedBoard<'l> {
    pub(super) contents: &'l [u8],
    pub(super) codes: &'l [u64],
    pub(super) states: &'l [u16],
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

    /// The states of factors, indexed by board and image.
    #[inline]
    pub(super) fn states<const FACTORS: usize>(&self) -> &[[u16; FACTORS]] {
        self.states.as_chunks().0
    }

    /// The parent of a board in the previous list, and the move that made it.
    pub(super) fn from(&self, board: usize) -> (usize, u8) {
        let (parent, m) = self.from[board];
        (parent as usize, m)
    }

    /// Adds a board made from this parent by this move. Returns its contents, to be changed.
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

    pub(super) fn copy(&mut self, other: &Self, board: usize) {
        self.push(&other.get(board), other.from[board]);
    }
}
