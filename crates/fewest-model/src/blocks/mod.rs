//! Blocks that slide on a tray, as in Klotski and traffic jams.
//!
//! Each cell of the tray holds a part of a block or nothing. The parts of a block have different
//! symbols, so that a move can need the whole block and the free cells that it enters. Blocks of one
//! kind are interchangeable: they have the same symbols.

mod definition;
mod drawing;
mod traffic;
mod turns;
mod words;

pub(crate) use definition::build;
pub(crate) use drawing::Drawing;
pub use traffic::LineMistake;
pub(crate) use traffic::TRAFFIC;

/// The symbol of a free cell.
const FREE: u8 = 0;

/// The distance that a block goes in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockMetric {
    /// One cell.
    Unit,
    /// Any number of cells in one direction.
    Straight,
    /// Anywhere that it can slide.
    Finger,
}

impl BlockMetric {
    /// Its name in definitions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Straight => "straight",
            Self::Finger => "finger",
        }
    }
}

/// The directions of a block, in tie order.
const WAYS: [(char, [isize; 2]); 4] =
    [('u', [-1, 0]), ('l', [0, -1]), ('r', [0, 1]), ('d', [1, 0])];

/// The blocks of a puzzle and their tray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    width: usize,
    height: usize,
    /// For each place of the tray, row by row: its cell, or `None` for a wall.
    cells: Vec<Option<u8>>,
    /// For each cell: its place.
    places: Vec<usize>,
    kinds: Vec<BlockKind>,
    metric: BlockMetric,
    /// True if bars move only along their length.
    is_along: bool,
    /// For each move: the cell of the block's first part before and after it.
    steps: Vec<[u8; 2]>,
}

/// Blocks that are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BlockKind {
    /// The rows down and columns right of each part from the first, in reading order.
    parts: Vec<[isize; 2]>,
    /// The letters of its blocks on the home board, in reading order.
    letters: Vec<char>,
    /// True for a block that a goal names.
    is_named: bool,
    /// The symbol of the first part. Those of the others follow.
    symbol: u8,
}

impl Blocks {
    /// The place that is some rows down and columns right of another.
    fn beside(&self, place: usize, [down, right]: [isize; 2]) -> Option<usize> {
        let row = (place / self.width).checked_add_signed(down)?;
        let column = (place % self.width).checked_add_signed(right)?;
        (row < self.height && column < self.width).then_some(row * self.width + column)
    }

    /// The cells of a block whose first part is on a place, in the order of its parts; `None` if it
    /// does not fit.
    fn block(&self, kind: &BlockKind, place: usize) -> Option<Vec<u8>> {
        let cell = |part: &[isize; 2]| *self.cells.get(self.beside(place, *part)?)?;
        kind.parts.iter().map(cell).collect()
    }

    /// The blocks of a board: the kind of each and its cells, by the place of its first part. `None` if
    /// a block is torn.
    fn on_board(&self, symbols: &[u8]) -> Option<Vec<(usize, Vec<u8>)>> {
        let mut blocks = Vec::new();
        for (place, symbol) in self.places.iter().zip(symbols) {
            let Some(number) = self.kinds.iter().position(|kind| kind.symbol == *symbol) else {
                continue;
            };
            let kind = &self.kinds[number];
            let cells = self.block(kind, *place)?;
            let mut parts = cells.iter().zip(kind.symbol..);
            if !parts.all(|(cell, symbol)| symbols.get(usize::from(*cell)) == Some(&symbol)) {
                return None;
            }
            blocks.push((number, cells));
        }
        Some(blocks)
    }

    /// Returns true if no block of a board with the right symbols is torn.
    pub(crate) fn are_whole(&self, symbols: &[u8]) -> bool {
        self.on_board(symbols).is_some()
    }

    /// The letter of the block on each cell, `.` on free ones. Interchangeable blocks get theirs in
    /// reading order.
    #[must_use]
    pub fn letters(&self, symbols: &[u8]) -> Vec<char> {
        let mut letters = vec!['.'; symbols.len()];
        let mut given = vec![0; self.kinds.len()];
        for (kind, cells) in self.on_board(symbols).unwrap_or_default() {
            let letter = self.kinds[kind].letters.get(given[kind]);
            given[kind] += 1;
            for cell in cells {
                letters[usize::from(cell)] = letter.copied().unwrap_or('?');
            }
        }
        letters
    }

    /// The blocks of a board whose cells have these letters: the letter of each, the number of its kind,
    /// and its cells.
    #[must_use]
    pub fn pieces(&self, symbols: &[u8], letters: &[char]) -> Vec<(char, usize, Vec<u8>)> {
        let blocks = self.on_board(symbols).unwrap_or_default().into_iter();
        let letter = |cells: &[u8]| letters.get(usize::from(*cells.first()?)).copied();
        let pieces = blocks.map(|(kind, cells)| (letter(&cells).unwrap_or('?'), kind, cells));
        pieces.collect()
    }

    /// The letter on each cell, of a board that is written as letters for all places.
    #[must_use]
    pub fn letters_of(&self, letters: impl Iterator<Item = char>) -> Vec<char> {
        let cells = self.cells.iter().zip(letters);
        let cells = cells.filter(|(cell, _)| cell.is_some());
        cells.map(|(_, letter)| letter).collect()
    }

    /// The rows of the tray with these letters on its cells, and `#` for walls.
    fn rows(&self, letters: &[char]) -> impl Iterator<Item = Vec<char>> {
        let letter = |cell: &Option<u8>| {
            let letter = cell.and_then(|cell| letters.get(usize::from(cell)));
            letter.copied().unwrap_or('#')
        };
        let rows = self.cells.chunks(self.width.max(1));
        rows.map(move |row| row.iter().map(letter).collect())
    }

    /// Appends a board whose cells have these letters on one line, with a space between rows.
    pub(crate) fn write(&self, letters: &[char], out: &mut Vec<u8>) {
        let rows: Vec<String> = self.rows(letters).map(String::from_iter).collect();
        out.extend_from_slice(rows.join(" ").as_bytes());
    }

    /// Appends a drawing of a board whose cells have these letters.
    pub(crate) fn draw(&self, letters: &[char], out: &mut Vec<u8>) {
        for row in self.rows(letters) {
            let letters: Vec<String> = row.into_iter().map(String::from).collect();
            out.extend_from_slice(letters.join(" ").as_bytes());
            out.push(b'\n');
        }
    }

    /// The letters of interchangeable blocks, and the number of places that each takes.
    pub fn kinds(&self) -> impl Iterator<Item = (&[char], usize)> {
        let kinds = self.kinds.iter();
        kinds.map(|kind| (&kind.letters[..], kind.parts.len()))
    }

    /// The metric of its moves.
    #[must_use]
    pub const fn metric(&self) -> BlockMetric {
        self.metric
    }

    /// Returns true if bars move only along their length.
    #[must_use]
    pub const fn is_along(&self) -> bool {
        self.is_along
    }

    /// A drawing of a goal. Blocks that it does not name have letters that no block has.
    pub(crate) fn goal_drawing(&self, goal: &[Option<u8>]) -> String {
        let is_new = |c: &char| !self.kinds.iter().any(|kind| kind.letters.contains(c));
        let mut others = ('a'..='z').chain('A'..='Z').chain('0'..='9').filter(is_new);
        let mut letters = vec!['.'; goal.len()];
        for (place, symbol) in self.places.iter().zip(goal) {
            let Some(kind) = self.kinds.iter().find(|kind| Some(kind.symbol) == *symbol) else {
                continue;
            };
            let own = kind.letters.first().copied().filter(|_| kind.is_named);
            let letter = own.or_else(|| others.next()).unwrap_or('?');
            for cell in self.block(kind, *place).unwrap_or_default() {
                letters[usize::from(cell)] = letter;
            }
        }
        let mut out = Vec::new();
        self.draw(&letters, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The rows of the tray and the places of a row, walls included: a board has as many characters.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }
}
