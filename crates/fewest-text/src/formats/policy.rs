//! Policies: the answers that a judge accepts.

/// The answers to a board that count as right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The fewest moves, and lexicographically first.
    Least,
    /// The fewest moves in any order.
    Shortest,
    /// Any moves that solve the board. If the answer is the number of moves, it must be minimal.
    Valid,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 3] = [Self::Least, Self::Shortest, Self::Valid];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Least => "least",
            Self::Shortest => "shortest",
            Self::Valid => "valid",
        }
    }
}
