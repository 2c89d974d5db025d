//! What moves do to whole blocks of boards.

use std::ops::Range;

use super::arrangements::Arrangements;
use super::effects::Effect;
use super::order::Order;
use super::{Board, Defined};
use crate::link::{BoardByBoard, Link, Links, OneToOne, Ranks, Unmoved, index};
use crate::puzzle::Ranked;

/// For arrangements, a link for each turn and each cell of the pivot where it is legal, if every move can be taken back; else a
/// single block, done board by board. For elements, what the group says.
pub(super) fn of<const N: usize>(puzzle: &Defined<N>) -> Links<'_> {
    let links = match puzzle.order.as_deref() {
        Some(Order::Elements(numbering)) => return numbering.links(),
        Some(Order::Arrangements(order)) if puzzle.is_reversible => blockwise(puzzle, order),
        _ => None,
    };
    links.unwrap_or_else(|| Links {
        block: index(puzzle.boards()),
        links: vec![Link {
            from: 0,
            to: 0,
            by: Box::new(BoardByBoard(puzzle)),
        }],
    })
}

fn blockwise<'p, const N: usize>(
    puzzle: &'p Defined<N>,
    order: &'p Arrangements,
) -> Option<Links<'p>> {
    let mut links = Vec::new();
    for (place, effects) in puzzle.backwards.iter().enumerate() {
        let pivots = match (order.pivot, puzzle.blank) {
            (Some(_), None) => 0..puzzle.cells,
            _ => place..place + 1,
        };
        let further = puzzle.further.get(place).into_iter().flatten();
        let further = further.map(|(_, effect)| effect);
        for effect in effects.iter().flatten().chain(further) {
            for from in pivots.clone() {
                let to = order.pivot.map_or(from, |_| effect.target(from));
                // The other cells, numbered without the pivot's.
                let others =
                    (0..puzzle.cells).filter(|&cell| order.pivot.is_none() || cell != from);
                let targets = others.map(|cell| {
                    let target = effect.target(cell);
                    target - usize::from(order.pivot.is_some() && target > to)
                });
                let targets: Vec<usize> = targets.collect();
                let is_unmoved = targets.iter().copied().eq(0..targets.len());
                links.push(Link {
                    from,
                    to,
                    by: if is_unmoved {
                        Box::new(Unmoved)
                    } else {
                        let carried = || {
                            Box::new(Carried {
                                puzzle,
                                order,
                                effect,
                                from,
                            })
                        };
                        let quick = order.carry(from, &targets);
                        quick.unwrap_or_else(|| carried())
                    },
                });
            }
        }
    }
    Some(Links {
        block: usize::try_from(order.block).ok()?,
        links,
    })
}

/// A turn taken back, board by board.
struct Carried<'p, const N: usize> {
    puzzle: &'p Defined<N>,
    order: &'p Arrangements,
    effect: &'p Effect,
    /// The block.
    from: usize,
}

impl<const N: usize> OneToOne for Carried<'_, N> {
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize, usize)) {
        let Self { puzzle, order, .. } = self;
        let first = self.from as u64 * order.block;
        set.each(part, |rank| {
            let mut board: Board<N> = puzzle.unrank(first + rank as u64);
            self.effect.apply(&mut board);
            visit(rank, index(puzzle.rank(&board) % order.block));
        });
    }

    fn bytes(&self) -> usize {
        0
    }
}
