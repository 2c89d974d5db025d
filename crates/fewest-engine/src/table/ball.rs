//! The boards within a few moves of the goal, with their distances: ready at once for any puzzle.

use rustc_hash::FxHashMap;

use crate::space::{Move, StateSpace};

/// Every board within `radius` moves of a solved one.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::table::Ball;
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let mut ball = Ball::new([eight.goal()]);
/// for layer in [2, 4, 8] {
///     let before = ball.len();
///     ball.grow(&eight);
///     assert_eq!(ball.len() - before, layer);
/// }
/// let mut moves = Vec::new();
/// let board = TileBoard::new(&[1, 2, 3, 4, 0, 5, 7, 8, 6]).expect("each tile once");
/// assert_eq!(ball.distance(&board), Some(2));
/// assert!(ball.walk(&eight, board, &mut moves) && moves.len() == 2);
/// ```
#[derive(Clone, Debug)]
pub struct Ball<B> {
    distances: FxHashMap<B, u8>,
    /// The boards at distance `radius`.
    surface: Vec<B>,
    /// The growth factor of the last layer, or of the next one if that was too large.
    last: f64,
    radius: u8,
}

impl<B: Copy + Eq + std::hash::Hash> Ball<B> {
    /// The most bytes per board: a hash table and two layers, all of them being doubled.
    pub const BOARD_BYTES: usize = 4 * (size_of::<(B, u8)>() + 1) + 4 * size_of::<B>();

    /// The solved boards only: radius 0.
    pub fn new(solved: impl IntoIterator<Item = B>) -> Self {
        let mut ball = Self {
            distances: FxHashMap::default(),
            surface: Vec::new(),
            last: 1.0,
            radius: 0,
        };
        for board in solved {
            if ball.distances.insert(board, 0).is_none() {
                ball.surface.push(board);
            }
        }
        ball
    }

    /// Grows by one move. Returns false if it has every solvable board already, or radius 255.
    pub fn grow<P: StateSpace<Board = B>>(&mut self, puzzle: &P) -> bool {
        self.grow_within(puzzle, usize::MAX)
    }

    /// Grows by one move to at most `max_boards` boards. Returns false if that fails or looks
    /// unlikely.
    pub fn grow_within<P: StateSpace<Board = B>>(&mut self, puzzle: &P, max_boards: usize) -> bool {
        let expected = number(self.len()) + number(self.surface.len()) * self.growth();
        if self.is_complete() || self.radius == u8::MAX || expected > number(max_boards) {
            return false;
        }
        let distance = self.radius + 1;
        let mut next = Vec::new();
        for board in &self.surface {
            let arrivals = puzzle.arrivals(board);
            for before in arrivals.flat_map(|m| puzzle.preimages(board, m)) {
                if let std::collections::hash_map::Entry::Vacant(entry) =
                    self.distances.entry(before)
                {
                    entry.insert(distance);
                    next.push(before);
                }
            }
            if self.distances.len() > max_boards {
                break;
            }
        }
        self.last = number(next.len()) / number(self.surface.len());
        if self.distances.len() > max_boards {
            for board in &next {
                self.distances.remove(board);
            }
            return false;
        }
        self.surface = next;
        self.radius = distance;
        true
    }

    /// Returns true if it holds every solvable board.
    #[must_use]
    pub(crate) const fn is_complete(&self) -> bool {
        self.surface.is_empty()
    }

    /// The growth factor per layer: the larger of the last one and the average.
    fn growth(&self) -> f64 {
        if self.radius == 0 {
            return self.last;
        }
        let average = number(self.len()).powf(f64::from(self.radius).recip());
        average.max(self.last)
    }

    /// The estimated number of boards `moves` moves from a board; infinite at radius 0.
    #[must_use]
    pub fn around(&self, moves: u32) -> f64 {
        match (moves, self.radius) {
            (0, _) => 1.0,
            (_, 0) => f64::INFINITY,
            _ => self.growth().powf(moves.into()),
        }
    }

    /// The radius, in moves.
    #[must_use]
    pub const fn radius(&self) -> u8 {
        self.radius
    }

    /// The number of boards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// Returns true if there are no boards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// The distance of a board, if it is in the ball.
    #[inline]
    #[must_use]
    pub fn distance(&self, board: &B) -> Option<u8> {
        self.distances.get(board).copied()
    }

    /// Appends the lexicographically first shortest answer; false if the board is not in the ball.
    pub fn walk<P: StateSpace<Board = B>>(
        &self,
        puzzle: &P,
        mut board: B,
        moves: &mut Vec<Move>,
    ) -> bool {
        let Some(distance) = self.distance(&board) else {
            return false;
        };
        for left in (0..distance).rev() {
            let step = puzzle
                .moves(&board)
                .find(|&m| self.distance(&puzzle.after(&board, m)) == Some(left));
            let Some(m) = step else { return false };
            puzzle.apply(&mut board, m);
            moves.push(m);
        }
        true
    }
}

fn number(boards: usize) -> f64 {
    u32::try_from(boards).map_or(f64::INFINITY, f64::from)
}
