//! Many starts that share the search from the goals.

use fewest::search::AnswerChoice;
use fewest::search::bidirectional::{FromGoals, search, search_again};
use fewest::search::{Control, Limits, Silent, Stop};
use fewest::space::{Goals, Ranked};

use crate::common;

fn with_nodes(nodes: Option<u64>) -> Limits {
    Limits {
        nodes,
        ..Limits::default()
    }
}

#[test]
fn answers_are_those_of_each_alone() {
    let puzzle = common::small(3, 3, 8);
    for wanted in [AnswerChoice::Any, AnswerChoice::Least] {
        let mut from_goals = FromGoals::new(&puzzle.goals());
        let (mut shared, mut alone) = (0, 0);
        for rank in (0..puzzle.boards()).step_by(997) {
            let board = puzzle.unrank(rank);
            // Now and then a search is stopped, perhaps in the middle of a layer: those after it
            // must not mind.
            if rank % 5 == 0 {
                let (mut silent, before) = (Silent, from_goals.depth());
                let mut control = Control::new(with_nodes(Some(rank % 300)), &mut silent);
                let stopped = search_again(&puzzle, &board, &mut from_goals, wanted, &mut control);
                let known = [Stop::Nodes, Stop::Solved];
                assert!(known.contains(&stopped.stop), "{stopped:?} from {before}");
            }
            let mut silent = Silent;
            let mut control = Control::new(with_nodes(None), &mut silent);
            let together = search_again(&puzzle, &board, &mut from_goals, wanted, &mut control);
            let mut control = Control::new(with_nodes(None), &mut silent);
            let own = search(&puzzle, &board, &puzzle.goals(), wanted, &mut control);
            assert_eq!(together.stop, Stop::Solved);
            assert_eq!(together.lower_bound, own.lower_bound);
            if wanted == AnswerChoice::Least {
                assert_eq!(together.moves, own.moves);
            }
            assert_eq!(
                together.moves.map_or(0, |moves| moves.len()),
                own.lower_bound as usize
            );
            shared += together.statistics.generated;
            alone += own.statistics.generated;
        }
        assert!(from_goals.depth() > 5);
        assert!(2 * shared < alone, "{shared} of {alone}");
    }
}

#[test]
fn what_is_kept_counts_as_memory() {
    let puzzle = common::small(3, 3, 8);
    let mut from_goals = FromGoals::new(&puzzle.goals());
    let (far, near) = (puzzle.unrank(90_001), puzzle.goals()[0]);
    let mut silent = Silent;
    let mut control = Control::new(Limits::default(), &mut silent);
    let first = search_again(
        &puzzle,
        &far,
        &mut from_goals,
        AnswerChoice::Any,
        &mut control,
    );
    let again = search_again(
        &puzzle,
        &far,
        &mut from_goals,
        AnswerChoice::Any,
        &mut control,
    );
    assert!(again.statistics.memory > first.statistics.memory / 4);
    let limits = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    let mut control = Control::new(limits, &mut silent);
    let refused = search_again(
        &puzzle,
        &far,
        &mut from_goals,
        AnswerChoice::Any,
        &mut control,
    );
    assert_eq!(refused.stop, Stop::Memory);
    let solved = search_again(
        &puzzle,
        &near,
        &mut from_goals,
        AnswerChoice::Any,
        &mut control,
    );
    assert_eq!(solved.moves, Some(Vec::new()));
}
