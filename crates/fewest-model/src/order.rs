//! Directions of the blank, and their tie orders.

use std::fmt;

use fewest_base::space::Move;

/// A direction of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row up.
    Up,
}

impl Direction {
    /// All directions, in the alphabetical order of their letters.
    pub const ALL: [Self; 4] = [Self::Down, Self::Left, Self::Right, Self::Up];

    /// Its letter: `d`, `l`, `r` or `u`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Down => 'd',
            Self::Left => 'l',
            Self::Right => 'r',
            Self::Up => 'u',
        }
    }
}

/// The four directions in a tie order.
///
/// ```
/// use fewest_model::Order;
///
/// let order = Order::parse("udlr").expect("each letter once");
/// assert_eq!(order.to_string(), "udlr");
/// assert_eq!(Order::default().to_string(), "dlru");
/// assert!(Order::parse("udl").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order(pub [Direction; 4]);

impl Default for Order {
    /// Alphabetical order: `d l r u`.
    fn default() -> Self {
        Self(Direction::ALL)
    }
}

/// As a word like `udlr`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut directions = self.0.iter();
        directions.try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

impl Order {
    /// Parses a word like `udlr`; `None` unless it has each letter once.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let place =
            |direction: &Direction| word.chars().position(|letter| letter == direction.letter());
        let mut order = Self::default().0;
        order
            .iter()
            .all(|direction| place(direction).is_some())
            .then_some(())?;
        order.sort_by_key(place);
        (word.chars().count() == 4).then_some(Self(order))
    }

    /// The direction of a move.
    #[inline]
    #[must_use]
    pub const fn direction(self, m: Move) -> Direction {
        self.0[m.index() % 4]
    }
}
