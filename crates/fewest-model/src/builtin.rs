//! Built-in models from files in `puzzles/`, and sliding tiles of any size.

use super::{Boards, Direction, Kind, Model, MoveNames, Order, Picture, Size, Words};
use fewest_base::space::Move;
use fewest_base::space::structure::{Structure, Turn};

/// Other words for the blank of sliding tiles.
const BLANKS: [&str; 8] = ["x", "X", "_", ".", "-", "*", "None", "null"];

/// Named goals of sliding tiles.
///
/// ```
/// use fewest_model::NamedGoal;
///
/// assert_eq!(NamedGoal::find("blank-first"), Some(NamedGoal::BlankFirst));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NamedGoal {
    /// 1 2 3 ... and the blank.
    #[default]
    BlankLast,
    /// The blank and 1 2 3 ...
    BlankFirst,
    /// 1 2 3 ... in a spiral from the top left corner inwards, the blank at its end.
    Snail,
}

impl NamedGoal {
    /// All named goals.
    pub const ALL: [Self; 3] = [Self::BlankLast, Self::BlankFirst, Self::Snail];

    /// The goal's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BlankLast => "blank-last",
            Self::BlankFirst => "blank-first",
            Self::Snail => "snail",
        }
    }

    /// Finds a goal by name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|goal| goal.name() == name)
    }

    /// The goal's tiles on a board of this size, 0 for the blank.
    #[must_use]
    pub fn tiles(self, size: Size) -> Vec<u8> {
        let cells = size.cells();
        let path: Vec<usize> = match self {
            Self::BlankLast => (0..cells).collect(),
            Self::BlankFirst => (1..cells).chain([0]).collect(),
            Self::Snail => spiral(size),
        };
        let mut tiles = vec![0; cells];
        for (tile, cell) in (1..=u8::MAX).zip(path).take(cells - 1) {
            tiles[cell] = tile;
        }
        tiles
    }
}

/// The cells of a spiral from the top left corner inwards, clockwise.
fn spiral(size: Size) -> Vec<usize> {
    let (mut top, mut left, mut bottom, mut right) = (0, 0, size.height(), size.width());
    let mut path = Vec::with_capacity(size.cells());
    let cell = |row: usize, column: usize| row * size.width() + column;
    while path.len() < size.cells() {
        path.extend((left..right).map(|column| cell(top, column)));
        path.extend((top + 1..bottom).map(|row| cell(row, right - 1)));
        if top + 1 < bottom {
            path.extend(
                (left..right - 1)
                    .rev()
                    .map(|column| cell(bottom - 1, column)),
            );
        }
        if left + 1 < right {
            path.extend((top + 1..bottom - 1).rev().map(|row| cell(row, left)));
        }
        (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
    }
    path
}

impl Model {
    /// The rotation game (POJ 2286), from `puzzles/rotation.toml`.
    ///
    /// # Panics
    /// Never: the file is part of the program.
    #[must_use]
    pub fn rotation() -> Self {
        let text = include_str!("../puzzles/rotation.toml");
        Self {
            title: "the rotation game".to_owned(),
            kind: Kind::Rotation,
            ..shipped(text)
        }
    }

    /// Knights (SCOI 2005), from `puzzles/knights.toml`. A move is named after the cell that the
    /// knight comes from.
    ///
    /// # Panics
    /// Never: the file is part of the program.
    #[must_use]
    pub fn knights() -> Self {
        let text = include_str!("../puzzles/knights.toml");
        Self {
            title: "knights on 5 x 5".to_owned(),
            kind: Kind::Knights,
            move_names: MoveNames::Origins,
            ..shipped(text)
        }
    }

    /// Sliding tiles of this size and tie order. Symbol `t` is tile `t`; 0 is the blank.
    #[must_use]
    pub fn sliding(size: Size, order: Order) -> Self {
        let cells = size.cells();
        let number = |cell: usize| u8::try_from(cell).unwrap_or(u8::MAX);
        let letters = order.0.map(Direction::letter);
        let turns = order.0.into_iter().zip(0..).flat_map(|(way, m)| {
            (0..cells).filter_map(move |blank| {
                let mut from: Vec<u8> = (0..cells).map(number).collect();
                from.swap(blank, size.beside(blank, way)?);
                Some(Turn {
                    by: Move::new(m),
                    needs: vec![(number(blank), 0)],
                    from,
                })
            })
        });
        let goal = NamedGoal::default().tiles(size);
        let structure = Structure {
            pieces: vec![1; cells],
            turns: turns.collect(),
            goals: vec![goal.into_iter().map(Some).collect()],
        };
        let (width, height) = (size.width(), size.height());
        let name = match (width, height) {
            (3, 3) => "eight".to_owned(),
            (4, 4) => "fifteen".to_owned(),
            (5, 5) => "twentyfour".to_owned(),
            _ => format!("sliding:{width}x{height}"),
        };
        Self {
            name,
            title: format!("sliding tiles, {width} x {height}"),
            rules: Some("Slide tiles into the gap until they are in order.".to_owned()),
            kind: Kind::Sliding,
            size: Some(size),
            picture: Picture::rectangle(width, height, (cells - 1).to_string().len()),
            symbols: (0..cells).map(|tile| tile.to_string()).collect(),
            blank: Some(0),
            moves: letters.map(String::from).to_vec(),
            move_names: MoveNames::Moves,
            goals: vec![String::new()],
            boards: Boards {
                others: BLANKS.map(|blank| (blank.to_owned(), 0)).to_vec(),
                ..Boards::default()
            },
            words: Words::default(),
            second_phase: Vec::new(),
            structure,
            home: None,
            whole: None,
            blocks: None,
            has_requested_goals: false,
        }
    }

    /// This puzzle with one goal, a whole board. Its home board stays the same, except for tiles.
    ///
    /// ```
    /// use fewest_model::{Model, Order, Size};
    ///
    /// let eight = Model::sliding(Size::new(3, 3).expect("a size"), Order::default());
    /// let blank_first = eight.with_goal(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    /// assert!(blank_first.solved_goal(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).is_some());
    /// assert!(blank_first.solved_goal(&[1, 2, 3, 4, 5, 6, 7, 8, 0]).is_none());
    /// ```
    #[must_use]
    pub fn with_goal(&self, symbols: &[u8]) -> Self {
        let home = self.home().filter(|_| self.kind != Kind::Sliding);
        Self {
            goals: vec![String::new()],
            structure: Structure {
                goals: vec![symbols.iter().copied().map(Some).collect()],
                ..self.structure.clone()
            },
            // The boards of puzzles with conditions are numbered from home, also with another goal.
            home: home.filter(|home| home != symbols || self.structure.has_conditions()),
            whole: None,
            has_requested_goals: false,
            ..self.clone()
        }
    }
}

/// A built-in definition, drawn as narrowly as its symbols allow.
#[expect(clippy::expect_used, reason = "a test reads every file of puzzles/")]
fn shipped(text: &str) -> Model {
    let model = Model::from_toml(text).expect("the definitions that come along have no mistakes");
    Model {
        picture: model.picture.narrow(),
        ..model
    }
}
