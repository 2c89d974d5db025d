//! What can be compared, and what a comparison finds.

use std::time::Duration;

use crate::lab::{Search, Sum, Trial};
use crate::search::Weight;
use crate::solver::Guide;

/// A way to answer boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Look-ups in the table of all distances.
    Table,
    /// A search.
    Search(Search),
}

impl Technique {
    /// Every one of them, those that take a weight once for each of these.
    #[must_use]
    pub fn all(weights: &[Weight]) -> Vec<Self> {
        let searches = Search::all(weights).into_iter().map(Self::Search);
        searches.chain([Self::Table]).collect()
    }

    /// The names of all of them.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        let all = Self::all(&[Weight::ONE]).into_iter();
        all.map(Self::name).collect()
    }

    /// Its name, without a weight.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search(search) => search.name(),
        }
    }

    /// Its weight, if it takes one.
    #[must_use]
    pub const fn weight(self) -> Option<Weight> {
        match self {
            Self::Table => None,
            Self::Search(search) => search.weight(),
        }
    }

    /// Whether it has no use for a heuristic.
    #[must_use]
    pub const fn is_blind(self) -> bool {
        match self {
            Self::Table => true,
            Self::Search(search) => search.is_blind(),
        }
    }
}

/// A technique, and what guides it if anything does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// How it answers.
    pub technique: Technique,
    /// Its heuristic; none where it has no use for one.
    pub guide: Option<Guide>,
}

impl Contender {
    /// What its heuristic is called; a dash if it has none.
    #[must_use]
    pub fn guide_name(&self) -> &'static str {
        self.guide.map_or("-", Guide::name)
    }

    /// What it is called, with its weight.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.technique.name();
        match self.technique.weight() {
            Some(weight) => format!("{name} {}", shown(weight)),
            None => name.to_owned(),
        }
    }
}

/// A weight as it is written: a whole number, or a fraction.
fn shown(weight: Weight) -> String {
    match weight.denominator() {
        1 => weight.numerator().to_string(),
        denominator => format!("{}/{denominator}", weight.numerator()),
    }
}

/// Which of several things are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice<T> {
    /// Those that suit the puzzle's size.
    #[default]
    Usual,
    /// All that the puzzle has.
    All,
    /// These.
    These(Vec<T>),
}

/// Who is compared: every technique with every heuristic, blind ones once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    /// The techniques, by name.
    pub techniques: Choice<String>,
    /// The heuristics.
    pub guides: Choice<Guide>,
    /// The weights for techniques that take one; each makes a contender of its own.
    pub weights: Vec<Weight>,
}

/// Tables that were built before any board was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    /// The heuristic that they are for; none: the table of all distances.
    pub guide: Option<Guide>,
    /// The time it took, on all cores allowed.
    pub time: Duration,
    /// The bytes that they take.
    pub bytes: u64,
}

/// A board and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedBoard {
    /// Its number, from 1.
    pub number: u64,
    /// The board as the format `plain` has it.
    pub board: String,
    /// Whether moves can solve it, as far as that is seen without a search. If not, nobody ran on it.
    pub is_solvable: bool,
    /// The fewest moves of an answer found.
    pub shortest: Option<u32>,
    /// By contender: its run, and the names of its answer's moves.
    pub runs: Vec<(Trial, Option<String>)>,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The puzzle's name.
    pub name: String,
    /// What the puzzle is, in a few words.
    pub title: String,
    /// Who was compared.
    pub contenders: Vec<Contender>,
    /// Who was not, though it might have been, and why not.
    pub left_out: Vec<(&'static str, String)>,
    /// What was built for them.
    pub preparations: Vec<Preparation>,
    /// The boards that all contenders ran on.
    pub boards: Vec<ComparedBoard>,
    /// How many boards there were.
    pub asked: u64,
}

impl Comparison {
    /// By contender: its runs added up.
    #[must_use]
    pub fn sums(&self) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); self.contenders.len()];
        for board in &self.boards {
            for (sum, (trial, _)) in sums.iter_mut().zip(&board.runs) {
                sum.add(trial, board.shortest);
            }
        }
        sums
    }

    /// The searches among the contenders, as often as they take part.
    pub(crate) fn searches(&self) -> Vec<Search> {
        let contenders = self.contenders.iter();
        let search = |contender: &Contender| match contender.technique {
            Technique::Search(search) => Some(search),
            Technique::Table => None,
        };
        contenders.filter_map(search).collect()
    }

    /// Boards that can be solved, as far as is known, and that nobody answered.
    #[must_use]
    pub fn unanswered(&self) -> u64 {
        let is_open = |board: &&ComparedBoard| board.is_solvable && board.shortest.is_none();
        self.boards.iter().filter(is_open).count() as u64
    }
}

/// What is told of a search step by step, boards as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// An iterative search begins again: boards with a larger estimate than this, as a numerator and a denominator, will be
    /// put off.
    Threshold((u64, u64)),
    /// A board is expanded.
    Expanded {
        /// The moves made so far, from the start or, backward, from a goal.
        g: u32,
        /// The lower bound of the moves left.
        h: u32,
        /// The estimate of the whole way, as a numerator and a denominator.
        f: (u64, u64),
        /// Whether it is on the goal's side of a search from both ends.
        is_backward: bool,
        /// The board as the format `plain` has it.
        board: String,
        /// The board as it looks, line by line.
        drawing: String,
    },
}
