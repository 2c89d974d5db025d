//! What boards a problem setter may ask for.

/// Boards to draw at random. Drawn with replacement, each is uniform among those that are wanted; the same seed gives the
/// same boards on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Among which boards.
    pub wanted: Wanted,
    /// How many.
    pub count: u64,
    /// Which random numbers decide.
    pub seed: u64,
    /// Whether no board may come twice: then every choice of so many boards in some order is equally likely.
    pub distinct: bool,
}

/// Which boards are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those whose fewest moves are in this range, both ends included.
    Moves(u32, u32),
    /// All that can be solved.
    Solvable,
    /// All that can't.
    Unsolvable,
}
