//! Pairs of moves that searches skip.

use crate::space::structure::{Structure, Turn};
use crate::space::{Move, Moves};

/// For each move, the moves that no lexicographically first shortest answer has right after it: its
/// inverse, and moves that together with it do nothing, or the same as a single move or an earlier
/// pair in the tie order.
pub(super) fn idle<M: Moves>(structure: &Structure, inverses: &[Option<Move>]) -> Vec<M> {
    let mut idle: Vec<M> = inverses.iter().map(|inverse| M::of(*inverse)).collect();
    // Only moves that are legal everywhere can be replaced everywhere.
    let always: Vec<&Turn> = structure
        .turns
        .iter()
        .filter(|turn| turn.needs.is_empty())
        .collect();
    let product = |a: &Turn, b: &Turn| -> Vec<u8> {
        let piece = |&from: &u8| a.from.get(usize::from(from)).copied().unwrap_or(from);
        b.from.iter().map(piece).collect()
    };
    let mut pairs: Vec<(Vec<u8>, (Move, Move))> = Vec::new();
    for a in &always {
        for b in &always {
            pairs.push((product(a, b), (a.by, b.by)));
        }
    }
    pairs.sort();
    for same in pairs.chunk_by(|(a, _), (b, _)| a == b) {
        let Some((effect, first)) = same.first() else {
            continue;
        };
        let does_nothing = (0..=u8::MAX).zip(effect).all(|(to, from)| to == *from);
        let is_one_move = always.iter().any(|turn| turn.from == *effect);
        for (_, (a, b)) in same {
            if does_nothing || is_one_move || (a, b) != (&first.0, &first.1) {
                let set = &mut idle[a.index()];
                *set = set.with(*b);
            }
        }
    }
    idle
}
