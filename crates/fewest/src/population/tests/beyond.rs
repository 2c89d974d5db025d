//! Boards drawn by random moves, compared with a table of all boards.

use std::collections::BTreeMap;

use super::{Small, fair::is_fair, random_structure, sliding, some, table, turn};
use crate::kernel::Kernel;
use crate::population::{Beyond, BothWays, Ground, Random};
use crate::space::structure::{Structure, Structured};
use crate::space::{Ranked, StateSpace};
use crate::support::budget::Budget;
use crate::symmetry::find;

struct Moves<'p>(&'p Small);

impl BothWays for Moves<'_> {
    fn each_before(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let board = self.0.board(symbols).unwrap();
        for m in self.0.arrivals(&board) {
            for before in self.0.preimages(&board, m) {
                visit(&self.0.all_symbols(&before));
            }
        }
    }

    fn each_after(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let board = self.0.board(symbols).unwrap();
        for m in self.0.moves(&board) {
            visit(&self.0.all_symbols(&self.0.after(&board, m)));
        }
    }
}

/// Draws boards from a list that this memory limits, and compares how often each comes. Returns the number
/// of distances beyond those listed.
fn check(structure: &Structure, memory: u64, seed: u64) -> usize {
    let puzzle = Small::new(structure.clone()).unwrap();
    let all = table(&puzzle);
    let counts = all.counts();
    let solved: Vec<Vec<u8>> = (puzzle.solved_boards().unwrap().iter())
        .map(|board| puzzle.all_symbols(board))
        .collect();
    let ground = Ground {
        moves: &Moves(&puzzle),
        structure,
        solved: &solved,
        is_reversible: puzzle.is_reversible(),
    };
    let budget = Budget {
        memory: Some(memory),
        ..Budget::default()
    };
    let most = if seed.is_multiple_of(2) { 240 } else { 1 };
    let symmetries = find(structure).distinct(structure, &solved, most);
    let listed = Beyond::list(ground, symmetries, counts.len(), budget).unwrap();
    let known = listed.counts();
    assert_eq!(known, counts[..known.len()]);
    let mut random = Random::new(seed);
    let is_small = |boards: &u64| (2..=50).contains(boards);
    // Farther away, few sequences of moves lead on.
    let end = counts.len().min(known.len() + 4);
    for first in known.len().saturating_sub(1)..end {
        for last in [first, (first + 2).min(end - 1)] {
            let boards: u64 = counts[first..=last].iter().sum();
            if !is_small(&boards) {
                continue;
            }
            let Ok(route) = listed.route(&(first..=last)) else {
                continue;
            };
            let mut drawn: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
            for _ in 0..10 * boards {
                let (symbols, distance) = listed
                    .draw(&Moves(&puzzle), &route, &mut random, Budget::default())
                    .unwrap();
                let rank = puzzle.rank(&puzzle.board(&symbols).unwrap());
                assert_eq!(all.distance(rank).map(usize::from), Some(distance));
                *drawn.entry(symbols).or_default() += 1;
            }
            assert_eq!(drawn.len() as u64, boards, "all of them come");
            is_fair(drawn.into_values());
        }
    }
    end - known.len()
}

#[test]
fn every_board_beyond_the_list_is_as_likely_as_the_others() {
    let mut rng = fastrand::Rng::with_seed(15);
    let mut beyond = [0; 4];
    for case in 0..40 {
        let mut structure = random_structure(&mut rng);
        let kind = case % beyond.len();
        match kind {
            // Moves without an inverse.
            1 => structure.turns.retain(|turn| turn.by.index() % 2 == 0),
            // Moves with the same effect.
            2 => {
                let twice = structure.turns.clone().into_iter().map(|same| {
                    let by = u8::try_from(same.by.index()).unwrap();
                    turn(by + 6, same.needs, same.from)
                });
                structure.turns.extend(twice);
            }
            // A blank, and a goal that leaves cells open.
            3 => {
                let mut goal = some([1, 2, 3, 4, 5, 0]);
                goal[rng.usize(..5)] = None;
                structure = sliding(3, 2, &[1; 6], &[&goal, &some([2, 1, 3, 4, 5, 0])]);
            }
            _ => {}
        }
        beyond[kind] += check(&structure, rng.u64(100..3000), case as u64);
    }
    assert!(beyond.iter().all(|&distances| distances > 9), "{beyond:?}");
}
