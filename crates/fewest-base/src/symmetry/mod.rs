//! Symmetries: rotations, reflections and recolourings of boards that keep every distance.
//!
//! A [`Symmetry`] moves the pieces to other cells and changes their symbols. It maps the moves of a
//! puzzle to moves (perhaps with other names), goals to goals, and boards to boards. Symmetries are
//! [found](find) from a puzzle's [structure](crate::space::structure), and form a group:
//! [`Symmetries`]. Surveys use them to count boards up to symmetry.

mod graph;
mod images;
mod moving;
mod search;

use std::collections::{BTreeMap, BTreeSet};

pub use images::Images;
pub use search::find;
pub use search::find_always;

use crate::space::Move;
use crate::space::structure::{Structure, Turn};

/// The largest number of symmetries that are listed.
pub const MAX_SYMMETRIES: usize = 8192;

/// The condition of a turn, and the cell that each cell's piece comes from.
type Effect = (Vec<(u8, u8)>, Vec<u8>);

/// A symmetry of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry {
    /// The cell that each cell's piece goes to.
    pub cells: Vec<u8>,
    /// The symbol that each symbol becomes.
    pub symbols: Vec<u8>,
}

impl Symmetry {
    fn identity(structure: &Structure) -> Self {
        let first = |count: usize| (0..=u8::MAX).take(count).collect();
        Self {
            cells: first(structure.cells()),
            symbols: first(structure.pieces.len()),
        }
    }

    /// Replaces the contents of `image` by the image of a board with these symbols.
    pub fn image(&self, symbols: &[u8], image: &mut Vec<u8>) {
        image.clear();
        image.resize(symbols.len(), 0);
        for (cell, &symbol) in symbols.iter().enumerate() {
            if let Some(image) = image.get_mut(self.cell(cell)) {
                *image = self.symbol(symbol);
            }
        }
    }

    /// The image of each move, indexed by its place in the tie order. `None` if a move becomes
    /// different moves on different boards, or two become one. A move that is never legal is
    /// unchanged. Moves with the same effect everywhere keep their order.
    ///
    /// ```
    /// # use fewest_base as fewest;
    /// use fewest::Move;
    /// use fewest::space::structure::{Structure, Turn};
    /// use fewest::symmetry::find;
    ///
    /// // Three pieces in a row. The moves swap the first two, or the last two.
    /// let swap = |by, from: [u8; 3]| Turn { by: Move::new(by), needs: vec![], from: from.to_vec() };
    /// let row = Structure {
    ///     pieces: vec![1; 3],
    ///     turns: vec![swap(0, [1, 0, 2]), swap(1, [0, 2, 1])],
    ///     goals: vec![vec![Some(0), Some(1), Some(2)]],
    /// };
    /// let symmetries = find(&row);
    /// let mirror = symmetries.iter().nth(1).expect("the identity and the reflection");
    /// let images = mirror.moves(&row).expect("each move becomes one move");
    /// assert_eq!(images[..2], [Move::new(1), Move::new(0)]);
    /// ```
    #[must_use]
    pub fn moves(&self, structure: &Structure) -> Option<Vec<Move>> {
        let mut turns: BTreeMap<Move, BTreeSet<Effect>> = BTreeMap::new();
        let mut images = turns.clone();
        for turn in &structure.turns {
            let image = self.turn(&turn.needs, &turn.from);
            images.entry(turn.by).or_default().insert(image);
            let turns = turns.entry(turn.by).or_default();
            turns.insert((turn.needs.clone(), turn.from.clone()));
        }
        let all = (0..=u8::MAX).map(Move::new).take(structure.moves());
        let mut moves: Vec<Move> = all.collect();
        for (by, image) in images {
            let same = turns.iter().find(|(_, turns)| **turns == image);
            let to = *same?.0;
            turns.remove(&to);
            moves[by.index()] = to;
        }
        Some(moves)
    }

    fn cell(&self, cell: usize) -> usize {
        self.cells.get(cell).map_or(cell, |&cell| cell.into())
    }

    fn symbol(&self, symbol: u8) -> u8 {
        let known = self.symbols.get(usize::from(symbol));
        known.copied().unwrap_or(symbol)
    }

    fn turn(&self, needs: &[(u8, u8)], from: &[u8]) -> Effect {
        let cell = |cell: u8| self.cells.get(usize::from(cell)).copied().unwrap_or(cell);
        let mut image = from.to_vec();
        for (to, &from) in from.iter().enumerate() {
            if let Some(image) = image.get_mut(self.cell(to)) {
                *image = cell(from);
            }
        }
        let images = needs
            .iter()
            .map(|&(place, symbol)| (cell(place), self.symbol(symbol)));
        let mut needs: Vec<(u8, u8)> = images.collect();
        needs.sort_unstable();
        (needs, image)
    }

    /// The image of a goal with these symbols.
    #[must_use]
    pub fn goal(&self, goal: &[Option<u8>]) -> Vec<Option<u8>> {
        let mut image = vec![None; goal.len()];
        for (cell, symbol) in goal.iter().enumerate() {
            if let Some(image) = image.get_mut(self.cell(cell)) {
                *image = symbol.map(|symbol| self.symbol(symbol));
            }
        }
        image
    }

    /// The composition of another symmetry, applied first, and this one.
    fn after(&self, first: &Self) -> Self {
        let cells = first.cells.iter();
        let symbols = first.symbols.iter();
        Self {
            cells: cells.map(|&cell| self.cells[usize::from(cell)]).collect(),
            symbols: symbols.map(|&symbol| self.symbol(symbol)).collect(),
        }
    }
}

/// A group of symmetries of a puzzle: it contains the composition of any two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// The identity is the first.
    elements: Vec<Symmetry>,
    is_complete: bool,
}

impl Symmetries {
    /// The number of symmetries, 1..=[`MAX_SYMMETRIES`].
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the identity is always there")]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if the puzzle has no other symmetries. If it has, there are more than
    /// [`MAX_SYMMETRIES`], or they are too hard to find.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// All symmetries, the identity first.
    pub fn iter(&self) -> std::slice::Iter<'_, Symmetry> {
        self.elements.iter()
    }

    /// Only the identity.
    #[must_use]
    pub fn none(structure: &Structure) -> Self {
        Self {
            elements: vec![Symmetry::identity(structure)],
            is_complete: false,
        }
    }

    /// At most `most` symmetries with different images of the boards that moves connect with the solved
    /// ones: of a subgroup that fixes some cells if there are more. If a piece spins in place, some
    /// symmetries keep every board.
    #[must_use]
    pub fn distinct(mut self, structure: &Structure, solved: &[Vec<u8>], most: usize) -> Self {
        let mut image = Vec::new();
        let mut keeps_boards = |symmetry: &Symmetry| {
            let keeps = |turn: &Turn| {
                let (needs, from) = symmetry.turn(&turn.needs, &turn.from);
                needs == turn.needs && from == turn.from
            };
            structure.turns.iter().all(keeps)
                && solved.iter().all(|board| {
                    symmetry.image(board, &mut image);
                    image == *board
                })
        };
        let mut cells = 0..structure.cells();
        loop {
            let mut keeping = self.clone();
            keeping.retain(&mut keeps_boards);
            if self.len() / keeping.len() <= most {
                let mut known = BTreeSet::new();
                self.retain(|symmetry| {
                    let is_new = !known.contains(symmetry);
                    if is_new {
                        known.extend(keeping.iter().map(|first| symmetry.after(first)));
                    }
                    is_new
                });
                return self;
            }
            let Some(cell) = cells.next() else {
                return Self::none(structure);
            };
            self.retain(|symmetry| symmetry.cell(cell) == cell);
        }
    }

    /// Keeps the symmetries of a subgroup.
    pub fn retain(&mut self, keeps: impl FnMut(&Symmetry) -> bool) {
        self.elements.retain(keeps);
    }

    /// The symmetries that also keep the number of shortest answers. If several moves have the same
    /// effect, other symmetries may map them to a single move, or the reverse.
    #[must_use]
    pub fn keeping_answers(&self, structure: &Structure) -> Self {
        let mut moves: BTreeMap<Effect, BTreeSet<Move>> = BTreeMap::new();
        for turn in &structure.turns {
            let effect = (turn.needs.clone(), turn.from.clone());
            moves.entry(effect).or_default().insert(turn.by);
        }
        let counts: BTreeSet<usize> = moves.values().map(BTreeSet::len).collect();
        if counts.len() < 2 {
            return self.clone();
        }
        let mut keeping = self.clone();
        keeping.retain(|symmetry| {
            moves.iter().all(|((needs, from), preimage)| {
                let image = moves.get(&symmetry.turn(needs, from));
                image.is_some_and(|image| image.len() == preimage.len())
            })
        });
        keeping
    }

    /// The permutations of cells, each once.
    #[must_use]
    pub fn cells(&self) -> Vec<&[u8]> {
        let mut cells: Vec<&[u8]> = self.iter().map(|symmetry| &symmetry.cells[..]).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The least image of a board with these symbols. Two boards have the same least image if and
    /// only if one of these symmetries maps one to the other.
    ///
    /// ```
    /// # use fewest_base as fewest;
    /// use fewest::Move;
    /// use fewest::space::structure::{Structure, Turn};
    /// use fewest::symmetry::find;
    ///
    /// // Three pieces in a row. The moves swap the first two, or the last two.
    /// let swap = |by, from: [u8; 3]| Turn { by: Move::new(by), needs: vec![], from: from.to_vec() };
    /// let row = Structure {
    ///     pieces: vec![1; 3],
    ///     turns: vec![swap(0, [1, 0, 2]), swap(1, [0, 2, 1])],
    ///     goals: vec![vec![Some(0), Some(1), Some(2)]],
    /// };
    /// // Boards that are mirror images.
    /// let symmetries = find(&row);
    /// assert_eq!(symmetries.least(&[1, 0, 2]), symmetries.least(&[0, 2, 1]));
    /// ```
    #[must_use]
    pub fn least(&self, symbols: &[u8]) -> Vec<u8> {
        let mut least = symbols.to_vec();
        let mut image = Vec::new();
        for symmetry in self {
            symmetry.image(symbols, &mut image);
            if image < least {
                std::mem::swap(&mut image, &mut least);
            }
        }
        least
    }

    /// The images of a board with these symbols, each once, in lexicographic order.
    #[must_use]
    pub fn orbit(&self, symbols: &[u8]) -> Vec<Vec<u8>> {
        let image = |symmetry: &Symmetry| {
            let mut image = Vec::new();
            symmetry.image(symbols, &mut image);
            image
        };
        let mut orbit: Vec<Vec<u8>> = self.iter().map(image).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }
}

impl<'a> IntoIterator for &'a Symmetries {
    type Item = &'a Symmetry;
    type IntoIter = std::slice::Iter<'a, Symmetry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
