//! What a judge demands of its inputs and accepts as answers.

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

/// A judge's own rules, as far as its statement gives them; what it leaves open is not ruled out.
///
/// ```
/// use fewest_text::formats::find;
/// use fewest::model::Kind;
///
/// // POJ 2286 gives at most 30 boards, and a 0 after the last.
/// let rules = find(Kind::Rotation, "poj2286").expect("its format").rules;
/// assert_eq!((rules.most, rules.terminated), (Some(30), true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The fewest boards of an input.
    pub fewest: u64,
    /// The most, if limited.
    pub most: Option<u64>,
    /// Whether something must end the boards.
    pub terminated: bool,
    /// Whether every board must have an answer.
    pub solvable: bool,
    /// The least and the greatest width and height, in cells, if limited.
    pub sizes: Option<((usize, usize), (usize, usize))>,
    /// Whether its inputs are laid out in one way, byte for byte. Files of tools and research
    /// differ in their blanks.
    pub has_layout: bool,
    /// Which answers are right.
    pub policy: Policy,
}

impl Rules {
    /// Anything goes that can be read; the least answer is right.
    pub const OPEN: Self = Self {
        fewest: 0,
        most: None,
        terminated: false,
        solvable: false,
        sizes: None,
        has_layout: false,
        policy: Policy::Least,
    };

    /// One board.
    #[must_use]
    pub const fn one(self) -> Self {
        self.between(1, 1)
    }

    /// From `fewest` to `most` boards.
    #[must_use]
    pub const fn between(self, fewest: u64, most: u64) -> Self {
        Self {
            fewest,
            most: Some(most),
            ..self
        }
    }

    /// With an end to the boards.
    #[must_use]
    pub const fn terminated(self) -> Self {
        Self {
            terminated: true,
            ..self
        }
    }

    /// Only boards that have an answer.
    #[must_use]
    pub const fn solvable(self) -> Self {
        Self {
            solvable: true,
            ..self
        }
    }

    /// Only boards of these widths and heights.
    #[must_use]
    pub(crate) const fn sized(self, least: (usize, usize), greatest: (usize, usize)) -> Self {
        Self {
            sizes: Some((least, greatest)),
            ..self
        }
    }

    /// With one layout.
    #[must_use]
    pub(crate) const fn laid_out(self) -> Self {
        Self {
            has_layout: true,
            ..self
        }
    }

    /// With answers by a policy.
    #[must_use]
    pub(crate) const fn accepting(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }
}
