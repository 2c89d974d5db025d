//! Heuristics that are admissible but inconsistent: bounds vanish on some boards, so a move may
//! lower them by any amount.

use fewest::heuristic::{Away, Heuristic, Manhattan};
use fewest::kernel::tiles::{Nibbles, TileBoard, Tiles};
use fewest::space::{Goals, Move, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::build::build;

use super::{AStar, DepthFirst, IterativeDeepening, Search, Setting};
use crate::common;
use fewest::search::AnswerChoice;

/// Manhattan distance, but 0 on `holes` of eight boards.
struct Holes {
    manhattan: Manhattan,
    holes: u64,
}

impl Holes {
    fn is_hole(&self, puzzle: &Tiles<Nibbles>, board: &TileBoard<Nibbles>) -> bool {
        let mixed = (puzzle.rank(board) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed >> 61 < self.holes
    }
}

type P = Tiles<Nibbles>;

impl Heuristic<P> for Holes {
    type Memo = (u32, u32);

    fn start(&self, puzzle: &P, board: &TileBoard<Nibbles>) -> (u32, u32) {
        let far = self.manhattan.start(puzzle, board);
        (far, if self.is_hole(puzzle, board) { 0 } else { far })
    }

    fn after(
        &self,
        puzzle: &P,
        _: &TileBoard<Nibbles>,
        _: Move,
        after: &TileBoard<Nibbles>,
        _: (u32, u32),
    ) -> (u32, u32) {
        self.start(puzzle, after)
    }

    fn bound(&self, memo: (u32, u32)) -> u32 {
        memo.1
    }

    fn away<'h>(&'h self, puzzle: &'h P, start: &TileBoard<Nibbles>) -> Away<'h, P> {
        let far = self.manhattan.away(puzzle, start);
        Box::new(move |board| {
            if self.is_hole(puzzle, board) {
                0
            } else {
                far(board)
            }
        })
    }
}

#[test]
fn answers_are_shortest_all_the_same() {
    let puzzle = common::small(3, 3, 8);
    let table = build(&puzzle, Budget::default()).unwrap();
    let mut rng = fastrand::Rng::with_seed(6);
    let mut reopened = 0;
    for holes in [1, 3, 6] {
        let heuristic = Holes {
            manhattan: Manhattan::new(&puzzle),
            holes,
        };
        let setting = Setting {
            puzzle: &puzzle,
            heuristic: &heuristic,
            goals: puzzle.goals(),
        };
        for _ in 0..12 {
            let start = puzzle.unrank(rng.u64(..puzzle.boards()));
            let distance = table.distance(puzzle.rank(&start)).map(u32::from);
            if distance > Some(22) {
                continue;
            }
            let least = Search::BreadthFirst.solve(&setting, &start).moves.unwrap();
            for search in Search::all() {
                if matches!(search, DepthFirst(_) | IterativeDeepening) {
                    continue;
                }
                let outcome = search.solve(&setting, &start);
                search.judge(&puzzle, &start, &outcome, distance, Some(&least));
                assert!(outcome.moves.is_some());
                if search == AStar(AnswerChoice::Any) {
                    reopened += outcome.statistics.reopened;
                }
            }
        }
    }
    assert!(reopened > 100, "{reopened}");
}

/// With a consistent heuristic, no board is reopened.
#[test]
fn consistent_bounds_reopen_nothing() {
    let puzzle = common::small(3, 3, 8);
    let setting = Setting {
        puzzle: &puzzle,
        heuristic: &Manhattan::new(&puzzle),
        goals: puzzle.goals(),
    };
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..10 {
        let start = puzzle.unrank(rng.u64(..puzzle.boards()));
        for choice in [AnswerChoice::Any, AnswerChoice::Least] {
            let statistics = AStar(choice).solve(&setting, &start).statistics;
            assert_eq!(statistics.reopened, 0);
            assert!(statistics.expanded < puzzle.boards());
        }
        assert!(puzzle.is_solved(&puzzle.goal()));
    }
}
