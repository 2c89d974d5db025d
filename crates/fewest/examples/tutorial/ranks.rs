//! Numbering boards without gaps.

use fewest::rank::permutation;
use fewest::space::Ranked;

use crate::lab::{Eight, Lab};
use crate::show::{Rows, number, say};
use crate::solvable::{arrangements, tiles};

/// The place of a sequence of different values among all orders of them, in dictionary order.
fn rank(values: &[u8]) -> u64 {
    let mut rank = 0;
    for (i, value) in values.iter().enumerate() {
        let later = &values[i + 1..];
        let digit = later.iter().filter(|&other| other < value).count();
        rank = rank * (later.len() as u64 + 1) + digit as u64;
    }
    rank
}

/// Whether the numbers of all boards that can be solved are 0, 1, 2, ...: none missing, none twice.
fn is_perfect(puzzle: &Eight) -> bool {
    let boards = arrangements(puzzle).filter(|board| puzzle.is_solvable(board));
    let mut ranks: Vec<u64> = boards.map(|board| puzzle.rank(&board)).collect();
    ranks.sort_unstable();
    ranks.into_iter().eq(0..puzzle.boards())
}

pub fn chapter(lab: &Lab) {
    let puzzle = &lab.puzzle;
    let differences = (0..permutation::count(8)).filter(|&place| {
        let packed = permutation::unrank(place, 8);
        let values: Vec<u8> = (0..8).map(|i| (packed >> (4 * i) & 15) as u8).collect();
        rank(&values) != place
    });
    say("orders-of-eight", number(permutation::count(8)));
    say("rank-differences", differences.count());
    let start = tiles(&lab.start);
    say(
        "start-tiles",
        start
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    );
    say("start-tiles-rank", number(rank(&start)));
    let mut pairs = Rows::new(["order of three", "rank", "inversions", "half of the rank"]);
    for place in 0..permutation::count(3) {
        let packed = permutation::unrank(place, 3);
        let values: Vec<u64> = (0..3).map(|i| packed >> (4 * i) & 15).collect();
        let is_inversion = |&(i, j): &(usize, usize)| values[i] > values[j];
        let inversions = [(0, 1), (0, 2), (1, 2)].iter().filter(|p| is_inversion(p));
        let order: Vec<_> = values.iter().map(|value| (value + 1).to_string()).collect();
        pairs.add(&[
            order.join(" "),
            place.to_string(),
            inversions.count().to_string(),
            (place / 2).to_string(),
        ]);
    }
    say("halves", pairs);
    say("is-perfect", is_perfect(puzzle));
    say("boards", number(puzzle.boards()));
    say("block", number(permutation::count(8) / 2));
    say("start-blank", lab.start.blank());
    say("start-rank", number(puzzle.rank(&lab.start)));
    say("goal-rank", number(puzzle.rank(&puzzle.goal())));
}
