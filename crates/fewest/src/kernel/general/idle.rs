//! Which moves need never follow each other.

use crate::space::structure::{Structure, Turn};
use crate::space::{Move, MoveSet};

/// By move: the moves that no least shortest answer makes right after it. They take it back, or the
/// two together do nothing, what one move does, or what two moves do that come earlier in the tie
/// order. Such a pair can be replaced wherever it stands, by something shorter or earlier: so no
/// answer that is the least of the shortest has it.
pub(super) fn idle(
    structure: &Structure,
    inverses: &[Option<Move>; Move::LIMIT],
) -> [MoveSet; Move::LIMIT] {
    let mut idle = inverses.map(|inverse| inverse.map_or(MoveSet::EMPTY, MoveSet::only));
    // Only moves that are legal everywhere can be replaced everywhere.
    let always: Vec<&Turn> = structure
        .turns
        .iter()
        .filter(|turn| turn.needs.is_none())
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
                *set = MoveSet::from_bits(set.bits() | MoveSet::only(*b).bits());
            }
        }
    }
    idle
}
