//! Which answers a judge accepts.

/// Which answers to a board are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The fewest moves, and the least of these in dictionary order.
    Least,
    /// The fewest moves, any of these.
    Shortest,
    /// Any moves that solve the board. Where the number of moves is the answer, that of the fewest.
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
