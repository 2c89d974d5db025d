//! The algorithms by name.

use serde::{Deserialize, Serialize};

use super::AnswerChoice;
use super::ida_star::Tree;
use super::{
    Control, Outcome, Weight, a_star, bidirectional, breadth_first, depth_first, greedy,
    iterative_deepening, nbs, uniform_cost, weighted_a_star, weighted_ida_star,
};
use crate::heuristic::Heuristic;
use crate::pruning::MovePruning;
use crate::space::Goals;

/// Depth limit of a depth-first search without a move limit: the largest distance in the 8-puzzle.
pub const DEPTH: u32 = 31;

/// A search algorithm, with its weight if it takes one.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::search::{Algorithm, Weight};
///
/// let weights = [Weight::new(3, 2)?, Weight::new(2, 1)?];
/// let all = Algorithm::all(&weights);
/// // Eleven without a weight, and two that take one.
/// assert_eq!(all.len(), 11 + 2 * weights.len());
/// assert!(Algorithm::PROVING.iter().all(|proving| all.contains(proving)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Lookups in a table of all distances.
    Table,
    /// Depth-first search to the limit of moves, or to [`DEPTH`].
    DepthFirst,
    /// Depth-first search to depth 1, 2, 3, ...
    IterativeDeepening,
    /// Breadth-first search from the board.
    BreadthFirst,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// Boards with the fewest moves so far first.
    UniformCost,
    /// Boards with the smallest lower bound first.
    Greedy,
    /// A*.
    AStar,
    /// A* with a weighted heuristic.
    #[serde(skip_deserializing)]
    WeightedAStar(Weight),
    /// IDA*.
    IdaStar,
    /// IDA* without redundant move sequences.
    PrunedIdaStar,
    /// IDA* with a weighted heuristic.
    #[serde(skip_deserializing)]
    WeightedIdaStar(Weight),
    /// NBS: heuristic search from both ends.
    Nbs,
}

impl Algorithm {
    /// Algorithms that prove their answers shortest.
    pub const PROVING: [Self; 9] = [
        Self::Table,
        Self::IdaStar,
        Self::PrunedIdaStar,
        Self::AStar,
        Self::BreadthFirst,
        Self::IterativeDeepening,
        Self::Bidirectional,
        Self::UniformCost,
        Self::Nbs,
    ];

    /// Every algorithm; weighted ones appear once per weight.
    #[must_use]
    pub fn all(weights: &[Weight]) -> Vec<Self> {
        let mut all = Self::searches(weights);
        all.push(Self::Table);
        all
    }

    /// Every algorithm except [`Table`](Self::Table).
    #[must_use]
    pub fn searches(weights: &[Weight]) -> Vec<Self> {
        let each = |search: fn(Weight) -> Self| weights.iter().map(move |&weight| search(weight));
        let blind = [
            Self::DepthFirst,
            Self::IterativeDeepening,
            Self::BreadthFirst,
            Self::Bidirectional,
            Self::UniformCost,
        ];
        let mut all = blind.to_vec();
        all.push(Self::Greedy);
        all.extend(each(Self::WeightedAStar));
        all.push(Self::AStar);
        all.extend(each(Self::WeightedIdaStar));
        all.extend([Self::IdaStar, Self::PrunedIdaStar, Self::Nbs]);
        all
    }

    /// The algorithm's name, without the weight.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::DepthFirst => "depth-first",
            Self::IterativeDeepening => "iterative-deepening",
            Self::BreadthFirst => "breadth-first",
            Self::Bidirectional => "bidirectional",
            Self::UniformCost => "uniform-cost",
            Self::Greedy => "greedy",
            Self::AStar => "a-star",
            Self::WeightedAStar(_) => "weighted-a-star",
            Self::IdaStar => "ida-star",
            Self::PrunedIdaStar => "pruned-ida-star",
            Self::WeightedIdaStar(_) => "weighted-ida-star",
            Self::Nbs => "nbs",
        }
    }

    /// The algorithm's weight, if it takes one.
    #[must_use]
    pub const fn weight(self) -> Option<Weight> {
        match self {
            Self::WeightedAStar(weight) | Self::WeightedIdaStar(weight) => Some(weight),
            _ => None,
        }
    }

    /// Returns true if the algorithm uses no heuristic.
    #[must_use]
    pub const fn is_blind(self) -> bool {
        matches!(
            self,
            Self::Table
                | Self::DepthFirst
                | Self::IterativeDeepening
                | Self::BreadthFirst
                | Self::Bidirectional
                | Self::UniformCost
        )
    }

    /// Returns true if the algorithm searches again under increasing thresholds.
    #[must_use]
    pub const fn is_iterative(self) -> bool {
        matches!(
            self,
            Self::IterativeDeepening
                | Self::IdaStar
                | Self::PrunedIdaStar
                | Self::WeightedIdaStar(_)
        )
    }

    /// Returns true if the algorithm remembers only the current path.
    #[must_use]
    pub const fn is_depth_first(self) -> bool {
        matches!(
            self,
            Self::DepthFirst
                | Self::IterativeDeepening
                | Self::IdaStar
                | Self::PrunedIdaStar
                | Self::WeightedIdaStar(_)
        )
    }

    /// The estimate of the total length, f, that orders or prunes boards, as numerator and
    /// denominator. `g` is the number of moves so far, `h` the lower bound on the moves left.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// use fewest::search::{Algorithm, Weight};
    ///
    /// // After 4 moves, with at least 5 to go.
    /// assert_eq!(Algorithm::AStar.estimate(4, 5), (9, 1));
    /// assert_eq!(Algorithm::Greedy.estimate(4, 5), (5, 1));
    /// let weighted = Algorithm::WeightedAStar(Weight::new(3, 2)?);
    /// assert_eq!(weighted.estimate(4, 5), (2 * 4 + 3 * 5, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn estimate(self, g: u32, h: u32) -> (u64, u64) {
        let (g, h) = (u64::from(g), u64::from(h));
        match self {
            Self::Greedy => (h, 1),
            Self::WeightedAStar(weight) | Self::WeightedIdaStar(weight) => {
                let (n, d) = (
                    u64::from(weight.numerator()),
                    u64::from(weight.denominator()),
                );
                (d * g + n * h, d)
            }
            _ => (g + h, 1),
        }
    }

    /// Runs the algorithm on one core. Only some algorithms can choose the answer, by `choice`.
    /// IDA* skips the moves that `pruning` rules out, if given. [`Table`](Self::Table) runs IDA*.
    ///
    /// An [`Observer`](super::Observer) sees each board, with IDA* only in
    /// [`Tree::search_in_order`].
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
    /// use fewest::heuristic::Manhattan;
    /// use fewest::search::{Algorithm, AnswerChoice, Control};
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
    /// let manhattan = Manhattan::new(&eight);
    /// for algorithm in [Algorithm::AStar, Algorithm::IdaStar, Algorithm::Nbs] {
    ///     let (any, control) = (AnswerChoice::Any, &mut Control::default());
    ///     let outcome = algorithm.run(&eight, &manhattan, None, &board, any, control);
    ///     assert_eq!(outcome.at_least, 19);
    /// }
    /// ```
    pub fn run<P: Goals, H: Heuristic<P>>(
        self,
        puzzle: &P,
        heuristic: &H,
        pruning: Option<&MovePruning>,
        start: &P::Board,
        choice: AnswerChoice,
        control: &mut Control<'_>,
    ) -> Outcome {
        match self {
            Self::DepthFirst => {
                let depth = control.limits.max_moves.unwrap_or(DEPTH);
                depth_first::search(puzzle, start, depth, control)
            }
            Self::IterativeDeepening => iterative_deepening::search(puzzle, start, control),
            Self::BreadthFirst => breadth_first::search(puzzle, start, control),
            Self::Bidirectional => {
                bidirectional::search(puzzle, start, &puzzle.goals(), choice, control)
            }
            Self::UniformCost => uniform_cost::search(puzzle, start, choice, control),
            Self::Greedy => greedy::search(puzzle, heuristic, start, control),
            Self::AStar => a_star::search(puzzle, heuristic, start, choice, control),
            Self::WeightedAStar(weight) => {
                weighted_a_star::search(puzzle, heuristic, start, weight, control)
            }
            Self::Table | Self::IdaStar | Self::PrunedIdaStar => {
                let tree = Tree::new(puzzle, heuristic).pruned_by(pruning);
                tree.search(start, control)
            }
            Self::WeightedIdaStar(weight) => {
                weighted_ida_star::search(puzzle, heuristic, start, weight, control)
            }
            Self::Nbs => {
                let backward = nbs::Backward {
                    goals: &puzzle.goals(),
                    bound: heuristic.away(puzzle, start),
                };
                nbs::search(puzzle, heuristic, &backward, start, choice, control)
            }
        }
    }
}
