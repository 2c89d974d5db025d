//! Lookups of boards whose distance is known, or limited by a walk.

use rustc_hash::FxHashSet as HashSet;

use super::shown::{PatternNumbers, ShownPatterns};
use super::{ListTree, Refuted, Unfinished};
use crate::support::budget::Budget;
use crate::support::random::Random;

/// The most boards near the goal, for a small and for a large projection. The latter has room for
/// the 621,649 boards within five moves of the solved cube.
const BOARDS: usize = 50_000;
const MANY_BOARDS: usize = 700_000;
/// The approximate bytes per board.
const BOARD_BYTES: u64 = 128;
/// Random walks from the goal, and the moves of each.
const WALKS: usize = 1000;
const STEPS: u32 = 40;
/// Boards between two checks of the budget.
const BOARDS_PER_CHECK: usize = 256;

/// Checks that no bound of a board exceeds its distance. Returns the number of boards.
pub(super) fn prove(
    tree: &ListTree<'_>,
    shown: &ShownPatterns<'_>,
    is_large: bool,
    budget: Budget<'_>,
) -> Result<u64, Unfinished<Refuted>> {
    let pieces = tree.pieces;
    let mut numbering = PatternNumbers::default();
    let after = |leads: &[u8], m: usize| -> Vec<u8> {
        let spots = &pieces.moves()[m];
        leads.iter().map(|&lead| spots[usize::from(lead)]).collect()
    };
    let mut check = |leads: &[u8], moves: u32| -> Result<(), Unfinished<Refuted>> {
        let bound = tree
            .root(leads, u64::MAX)
            .map(|root| ListTree::bound(&root));
        let states = tree.projection.states(pieces, leads);
        let found = states.as_ref().and_then(|images| images.first());
        let element = pieces.element(leads);
        let pattern = element.and_then(|element| shown.of_board(element.images()));
        let expected = pattern.map(|pattern| shown.states(&pattern, &mut numbering));
        if bound.is_none_or(|bound| u32::from(bound) > moves) || found != expected.as_ref() {
            return Err(Unfinished::Failed(Refuted::Bound { moves, bound }));
        }
        Ok(())
    };
    let mut seen: HashSet<Vec<u8>> = HashSet::default();
    seen.insert(pieces.solved().to_vec());
    let room = budget.memory.map(|memory| memory / BOARD_BYTES);
    let room = room.and_then(|room| usize::try_from(room).ok());
    let max_boards = match room.unwrap_or(usize::MAX) {
        room if is_large => room.clamp(BOARDS, MANY_BOARDS),
        _ => BOARDS,
    };
    let mut layer = vec![pieces.solved().to_vec()];
    let mut checked = 0;
    for distance in 0.. {
        for part in layer.chunks(BOARDS_PER_CHECK) {
            budget.check()?;
            for leads in part {
                check(leads, distance)?;
            }
        }
        checked += layer.len() as u64;
        let mut next = Vec::new();
        for leads in &layer {
            for m in 0..pieces.moves().len() {
                let leads = after(leads, m);
                if seen.insert(leads.clone()) {
                    next.push(leads);
                }
            }
            // A layer that does not fit is incomplete, and not checked.
            if seen.len() > max_boards {
                break;
            }
        }
        layer = next;
        if layer.is_empty() || seen.len() > max_boards {
            break;
        }
    }
    let mut random = Random::new(7);
    for _ in 0..WALKS {
        budget.check()?;
        let mut leads = pieces.solved().to_vec();
        for step in 1..=STEPS {
            leads = after(&leads, random.place(pieces.moves().len()));
            check(&leads, step)?;
            checked += 1;
        }
    }
    Ok(checked)
}
