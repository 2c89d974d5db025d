//! Puzzles whose goals name a few pieces each.

use std::collections::HashSet;

use super::{Small, all_are_drawn, all_at, compare, expected, random_permutation};
use crate::kernel::Kernel;
use crate::kernel::general::Cells;
use crate::model::Model;
use crate::population::{ApartGoals, ByGoals, Population, Random};
use crate::space::StateSpace;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// A puzzle of pieces with stickers `turns` at a time on `places` places in a ring.
struct Ring {
    /// Cells before the ring. No goal names their pieces.
    others: usize,
    places: usize,
    turns: usize,
    /// For each move, the spot that each spot's sticker goes to.
    moves: Vec<Vec<usize>>,
}

impl Ring {
    /// Random moves, some of them without an inverse. The moves of an even ring are the same from
    /// every place on.
    fn random(rng: &mut fastrand::Rng) -> Self {
        let (places, turns) = rng
            .choice([(2, 2), (2, 3), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1)])
            .unwrap();
        let is_even = rng.bool();
        // Larger orbits come first. More cells would have too many arrangements.
        let others = if places * turns <= 4 { 5 } else { 0 };
        let mut moves = Vec::new();
        for _ in 0..rng.usize(1..=2) {
            let to = random_permutation(u8::try_from(places).unwrap(), rng);
            let twists: Vec<usize> = (0..places).map(|_| rng.usize(0..turns)).collect();
            let shifts = if is_even { places } else { 1 };
            let by = if others > 0 { rng.usize(0..others) } else { 0 };
            for shift in 0..shifts {
                let shifted = |place: usize, by: usize| (place + by) % places;
                let mut spots: Vec<usize> = (0..others + places * turns).collect();
                spots[..others].rotate_left(by);
                for place in 0..places {
                    let goes = shifted(usize::from(to[place]), shift);
                    for turn in 0..turns {
                        let spot = others + shifted(place, shift) * turns + turn;
                        spots[spot] = others + goes * turns + (turn + twists[place]) % turns;
                    }
                }
                moves.push(spots);
            }
        }
        Self {
            others,
            places,
            turns,
            moves,
        }
    }

    /// The cycles of a move, from one.
    fn cycles(to: &[usize]) -> String {
        let mut seen = vec![false; to.len()];
        let mut cycles = String::new();
        for first in 0..to.len() {
            let mut cycle = Vec::new();
            let mut spot = first;
            while !std::mem::replace(&mut seen[spot], true) {
                cycle.push((spot + 1).to_string());
                spot = to[spot];
            }
            if cycle.len() > 1 {
                cycles.extend(["(", &cycle.join(" "), ")"]);
            }
        }
        cycles
    }

    fn definition(&self) -> Option<String> {
        let count = self.others + self.places * self.turns;
        let stickers: Vec<String> = (0..count).map(|spot| format!("s{spot}")).collect();
        let stickers = stickers.join(" ");
        let mut text = format!(
            "name = \"ring\"\ncells = {count}\npieces = \"{stickers}\"\n\
             [[goal]]\nboard = \"{stickers}\"\n"
        );
        for (number, to) in self.moves.iter().enumerate() {
            let cycles = Self::cycles(to);
            if cycles.is_empty() {
                return None;
            }
            let number = number.to_string();
            text.extend([
                "[[move]]\nname = \"m",
                &number,
                "\"\ncycles = \"",
                &cycles,
                "\"\n",
            ]);
        }
        Some(text)
    }

    /// A goal for some of the pieces, where moves bring them.
    fn goal(&self, rng: &mut fastrand::Rng) -> String {
        let mut board: Vec<usize> = (0..self.others + self.places * self.turns).collect();
        for _ in 0..rng.usize(0..20) {
            let to = &self.moves[rng.usize(0..self.moves.len())];
            let before = board.clone();
            for (spot, &to) in to.iter().enumerate() {
                board[to] = before[spot];
            }
        }
        let named: Vec<bool> = (0..self.places).map(|_| rng.u8(0..6) < 2).collect();
        let shown = board.iter().map(|&sticker| {
            let place = sticker
                .checked_sub(self.others)
                .map(|spot| spot / self.turns);
            if place.is_some_and(|place| named[place]) {
                format!("s{sticker}")
            } else {
                "?".to_owned()
            }
        });
        shown.collect::<Vec<_>>().join(" ")
    }
}

/// A random stage, and whether other pieces come before the named ones. `None` if the
/// definition is a mistake, for example because a goal names nothing.
fn random_stage(rng: &mut fastrand::Rng) -> Option<(Model, bool)> {
    let circle = Ring::random(rng);
    let base = circle.definition()?;
    let base = |_: &str| Model::from_toml(&base).map_err(|problems| problems.to_string());
    let mut text = "name = \"stage\"\nextends = \"ring\"\n".to_owned();
    for _ in 0..rng.usize(1..=3) {
        text.extend(["[[goal]]\nboard = \"", &circle.goal(rng), "\"\n"]);
        text += if rng.bool() { "symmetric = true\n" } else { "" };
    }
    let model = Model::from_toml_with(&text, &base).ok()?;
    Some((model, circle.others > 0))
}

/// The boards that moves make of the solved board.
fn made(puzzle: &Small) -> HashSet<Cells<32>> {
    let home = puzzle.model().home.as_ref().unwrap();
    let mut next = vec![puzzle.board(home).unwrap()];
    let mut made: HashSet<_> = next.iter().copied().collect();
    while let Some(board) = next.pop() {
        for m in puzzle.moves(&board) {
            let after = puzzle.after(&board, m);
            if made.insert(after) {
                next.push(after);
            }
        }
    }
    made
}

#[test]
fn random_stages_are_counted_and_listed_goal_by_goal() {
    let mut rng = fastrand::Rng::with_seed(33);
    let (mut turned, mut hidden, mut reduced, mut later, mut all) = (0, 0, 0, 0, 0);
    while all < 250 {
        let Some((model, has_others)) = random_stage(&mut rng) else {
            continue;
        };
        let puzzle = Small::of(model.into()).unwrap();
        let Some(goals) = ApartGoals::of(puzzle.model(), 1 << 20) else {
            continue;
        };
        all += 1;
        later += u32::from(has_others);
        turned += u32::from(goals.turns() > 1);
        hidden += u32::from(puzzle.parts().pieces.iter().any(|&count| count > 1));
        reduced += u32::from(goals.symmetries() > 1);
        let boards = goals.boards();
        let population = ByGoals::of::<()>(&puzzle, goals, Budget::default()).unwrap();
        assert_eq!(population.counts().iter().sum::<u64>(), boards);
        // Moves can't turn a single piece, say, but such a board may meet a goal too.
        let made = made(&puzzle);
        let mut expected = expected(&puzzle);
        for (board, expected) in &mut expected {
            expected.take_if(|_| !made.contains(board));
        }
        compare(&expected, &population);
    }
    assert!(
        turned > 30 && hidden > 10 && reduced > 10 && later > 20,
        "{turned} {hidden} {reduced} {later}"
    );
}

/// Goals that each name two of four pieces with two orientations.
fn pairs(budget: Budget<'_>) -> Result<ByGoals<Small>, Unfinished<()>> {
    let ring = Ring {
        others: 0,
        places: 4,
        turns: 2,
        moves: vec![vec![2, 3, 1, 0, 4, 5, 6, 7], vec![2, 3, 4, 5, 6, 7, 0, 1]],
    };
    let base = ring.definition().unwrap();
    let base = |_: &str| Model::from_toml(&base).map_err(|problems| problems.to_string());
    let text = "name = \"pairs\"\nextends = \"ring\"\n\
                [[goal]]\nboard = \"s0 s1 s2 s3 ? ? ? ?\"\n\
                [[goal]]\nboard = \"? ? ? ? s4 s5 s6 s7\"\n";
    let model = Model::from_toml_with(text, &base).unwrap();
    let puzzle = Small::of(model.into()).unwrap();
    let goals = ApartGoals::of(puzzle.model(), 1 << 20).unwrap();
    ByGoals::of(&puzzle, goals, budget)
}

#[test]
fn every_board_near_one_of_several_goals_is_as_likely_as_the_others() {
    let population = pairs(Budget::default()).unwrap();
    for distance in [0, 2] {
        let boards = all_at(&population, distance).len();
        assert!(boards > 1);
        let mut random = Random::new(4);
        all_are_drawn(boards, 60, || population.draw(distance, &mut random));
    }
}

#[test]
fn counting_by_goals_has_its_limits() {
    let cancel = true.into();
    let cancelled = pairs(Budget::from(&cancel));
    assert_eq!(cancelled.err(), Some(Unfinished::Cancelled));
    let population = pairs(Budget::default()).unwrap();
    let model = population.puzzle().model();
    let goals = ApartGoals::of(model, 1 << 20).unwrap();
    let flow = goals.each_at(2, Budget::from(&cancel), &mut |_| {
        unreachable!("it is over")
    });
    assert!(flow.is_break());
    // Two tables of 8^2 entries.
    assert!(ApartGoals::of(model, 128).is_some());
    assert!(ApartGoals::of(model, 127).is_none());
}
