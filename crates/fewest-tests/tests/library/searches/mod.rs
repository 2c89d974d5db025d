//! Every search over the same boards keeps its promises and makes no false claims.

mod answers;
mod inconsistent;
mod stopped;
mod ways_back;

use fewest::heuristic::Heuristic;
use fewest::search::AnswerChoice;
use fewest::search::{
    Control, Limits, Outcome, Silent, Stop, Weight, a_star, bidirectional, breadth_first,
    depth_first, greedy, ida_star, iterative_deepening, nbs, uniform_cost, weighted_a_star,
    weighted_ida_star,
};
use fewest::space::{Move, StateSpace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// With this limit of moves.
    DepthFirst(u32),
    IterativeDeepening,
    BreadthFirst,
    Bidirectional(AnswerChoice),
    UniformCost(AnswerChoice),
    Greedy,
    AStar(AnswerChoice),
    WeightedAStar(u32, u32),
    IdaStar,
    WeightedIdaStar(u32, u32),
    Nbs(AnswerChoice),
}

/// A search's promise about its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    Least,
    Fewest,
    /// At most this multiple of the fewest moves.
    Within(u64, u64),
    Some,
}

use Search::{
    AStar, Bidirectional, BreadthFirst, DepthFirst, Greedy, IdaStar, IterativeDeepening, Nbs,
    UniformCost, WeightedAStar, WeightedIdaStar,
};

struct Setting<'s, P: StateSpace, H> {
    puzzle: &'s P,
    heuristic: &'s H,
    goals: Vec<P::Board>,
}

impl Search {
    /// Searches that detect when they have seen every board.
    const GRAPH: [Self; 14] = [
        BreadthFirst,
        Bidirectional(AnswerChoice::Any),
        Bidirectional(AnswerChoice::Least),
        UniformCost(AnswerChoice::Any),
        UniformCost(AnswerChoice::Least),
        Greedy,
        AStar(AnswerChoice::Any),
        AStar(AnswerChoice::Least),
        WeightedAStar(1, 1),
        WeightedAStar(3, 2),
        WeightedAStar(5, 1),
        WeightedAStar(1000, 1),
        Nbs(AnswerChoice::Any),
        Nbs(AnswerChoice::Least),
    ];
    /// Searches that keep only the boards of the current path.
    const TREE: [Self; 7] = [
        DepthFirst(31),
        IterativeDeepening,
        IdaStar,
        WeightedIdaStar(1, 1),
        WeightedIdaStar(4, 3),
        WeightedIdaStar(2, 1),
        WeightedIdaStar(7, 1),
    ];

    fn all() -> impl Iterator<Item = Self> {
        Self::GRAPH.into_iter().chain(Self::TREE)
    }

    const fn promise(self) -> Promise {
        match self {
            IterativeDeepening | BreadthFirst | IdaStar | WeightedIdaStar(1, 1) => Promise::Least,
            Bidirectional(choice) | UniformCost(choice) | AStar(choice) | Nbs(choice) => {
                match choice {
                    AnswerChoice::Any => Promise::Fewest,
                    AnswerChoice::Least => Promise::Least,
                }
            }
            WeightedAStar(1, 1) => Promise::Fewest,
            WeightedAStar(numerator, denominator) | WeightedIdaStar(numerator, denominator) => {
                Promise::Within(numerator as u64, denominator as u64)
            }
            DepthFirst(_) | Greedy => Promise::Some,
        }
    }

    fn run<P: StateSpace, H: Heuristic<P>>(
        self,
        setting: &Setting<'_, P, H>,
        start: &P::Board,
        control: &mut Control<'_>,
    ) -> Outcome {
        let Setting {
            puzzle,
            heuristic,
            goals,
        } = setting;
        let weight = |numerator, denominator| Weight::new(numerator, denominator).unwrap();
        match self {
            DepthFirst(depth) => depth_first(*puzzle, start, depth, control),
            IterativeDeepening => iterative_deepening(*puzzle, start, control),
            BreadthFirst => breadth_first(*puzzle, start, control),
            Bidirectional(choice) => bidirectional(*puzzle, start, goals, choice, control),
            UniformCost(choice) => uniform_cost(*puzzle, start, choice, control),
            Greedy => greedy(*puzzle, *heuristic, start, control),
            AStar(choice) => a_star(*puzzle, *heuristic, start, choice, control),
            WeightedAStar(n, d) => {
                weighted_a_star(*puzzle, *heuristic, start, weight(n, d), control)
            }
            IdaStar => ida_star::search(*puzzle, *heuristic, start, control),
            WeightedIdaStar(n, d) => {
                weighted_ida_star(*puzzle, *heuristic, start, weight(n, d), control)
            }
            Nbs(choice) => {
                let backward = nbs::Backward {
                    goals,
                    bound: heuristic.away(puzzle, start),
                };
                nbs::search(*puzzle, *heuristic, &backward, start, choice, control)
            }
        }
    }

    fn solve<P: StateSpace, H: Heuristic<P>>(
        self,
        setting: &Setting<'_, P, H>,
        start: &P::Board,
    ) -> Outcome {
        let mut silent = Silent;
        self.run(
            setting,
            start,
            &mut Control::new(Limits::default(), &mut silent),
        )
    }

    /// Checks an outcome against the known distance, and the least answer if known, for any limits.
    fn judge<P: StateSpace>(
        self,
        puzzle: &P,
        start: &P::Board,
        outcome: &Outcome,
        distance: Option<u32>,
        least: Option<&[Move]>,
    ) {
        let Outcome {
            moves,
            stop,
            at_least,
            statistics,
        } = outcome;
        let context = format!("{self:?} {start:?}: {distance:?} {outcome:?}");
        assert!(
            *at_least <= distance.unwrap_or(u32::MAX),
            "a bound that is none: {context}"
        );
        assert_eq!(
            moves.is_some(),
            matches!(stop, Stop::Solved | Stop::Found),
            "{context}"
        );
        assert!(*stop != Stop::Exhausted || distance.is_none(), "{context}");
        let iterations = &statistics.iterations;
        assert!(iterations.is_sorted_by(|a, b| a.threshold < b.threshold));
        let sum = |count: fn(&fewest::search::Iteration) -> u64| iterations.iter().map(count).sum();
        let counted: (u64, u64) = (sum(|one| one.expanded), sum(|one| one.generated));
        assert_eq!(
            counted,
            (statistics.expanded, statistics.generated),
            "{context}"
        );
        let Some(moves) = moves else { return };
        let mut board = *start;
        for &m in moves {
            assert!(!puzzle.is_solved(&board), "solved on the way: {context}");
            assert!(puzzle.moves(&board).any(|legal| legal == m), "{context}");
            puzzle.apply(&mut board, m);
        }
        assert!(puzzle.is_solved(&board), "{context}");
        let (length, distance) = (moves.len() as u64, u64::from(distance.unwrap()));
        assert_eq!(
            *stop == Stop::Solved,
            length == u64::from(*at_least),
            "proven shortest or not: {context}"
        );
        match self.promise() {
            Promise::Least => {
                assert_eq!((*stop, length), (Stop::Solved, distance), "{context}");
                assert!(least.is_none_or(|least| least == moves), "{context}");
            }
            Promise::Fewest => assert_eq!((*stop, length), (Stop::Solved, distance), "{context}"),
            Promise::Within(numerator, denominator) => {
                assert!(length * denominator <= distance * numerator, "{context}");
                // The reported bound must hold too.
                let reported = u64::from(*at_least) * numerator;
                assert!(length * denominator <= reported, "{context}");
            }
            Promise::Some => {}
        }
    }
}
