//! The effect of moves on whole blocks of boards.

use std::ops::Range;

use super::arrangements::{Arrangements, Shuffles};
use super::listed::ListedLinks;
use super::rank_order::RankOrder;
use super::{CellBoard, General};
use crate::kernel::pieces::ReducedPieces;
use crate::rank::one_to_one::OneToOne;
use crate::space::Ranked;
use crate::space::ranked::{BoardByBoard, Link, LinkSize, Links, Ranks, Unmoved, index};
use crate::space::structure::inverse;
use crate::support::optimisation::Optimisation;
use crate::symmetry;

/// The links of a puzzle. For arrangements, one per turn and cell of the pivot where it is legal,
/// or a single block if some move is irreversible. For elements, the group's links.
pub(super) fn of<B: CellBoard>(puzzle: &General<B>) -> Links<'_> {
    let links = match puzzle.order() {
        Some(RankOrder::Elements { numbering, .. }) => return numbering.links(),
        Some(RankOrder::Pieces(numbering)) if puzzle.is_reversible => return numbering.links(),
        Some(RankOrder::Arrangements(order))
            if puzzle.is_reversible && puzzle.conditions().is_none() =>
        {
            blockwise(puzzle, order)
        }
        Some(RankOrder::Listed(listed)) if puzzle.conditions().is_some() => {
            let boards = puzzle.boards();
            return Links::of_one_block(boards, ListedLinks { puzzle, listed });
        }
        _ => None,
    };
    links.unwrap_or_else(|| Links::of_one_block(puzzle.boards(), BoardByBoard(puzzle)))
}

/// The size of these links.
pub(super) fn size<B: CellBoard>(puzzle: &General<B>) -> LinkSize {
    match puzzle.order() {
        Some(RankOrder::Pieces(numbering)) if puzzle.is_reversible => numbering.link_size(),
        _ => of(puzzle).size(),
    }
}

/// Links among blocks that represent symmetric ones, for the states of pieces.
pub(super) fn reduced<B: CellBoard>(puzzle: &General<B>) -> Option<ReducedPieces<'_>> {
    match puzzle.order() {
        Some(RankOrder::Pieces(numbering))
            if puzzle.is_reversible && Optimisation::Symmetry.is_on() =>
        {
            numbering.reduced(|| symmetry::find(&puzzle.model.structure))
        }
        _ => None,
    }
}

fn blockwise<'p, B: CellBoard>(
    puzzle: &'p General<B>,
    order: &'p Arrangements,
) -> Option<Links<'p>> {
    let mut links = Vec::new();
    let mut shuffles = Shuffles::default();
    for (place, steps) in puzzle.steps_back.iter().enumerate() {
        let pivots = match (order.pivot, puzzle.blank) {
            (Some(_), None) => 0..puzzle.cells,
            _ => place..place + 1,
        };
        for step in steps {
            for from in pivots.clone() {
                let target = |cell: usize| step.targets.get(cell).map_or(cell, |to| (*to).into());
                let to = order.pivot.map_or(from, |_| target(from));
                // The other cells, numbered without the pivot's.
                let others =
                    (0..puzzle.cells).filter(|&cell| order.pivot.is_none() || cell != from);
                let targets: Vec<usize> = others
                    .map(|cell| {
                        let target = target(cell);
                        target - usize::from(order.pivot.is_some() && target > to)
                    })
                    .collect();
                let is_unmoved = targets.iter().copied().eq(0..targets.len());
                links.push(Link {
                    from,
                    to,
                    by: if is_unmoved {
                        Box::new(Unmoved)
                    } else {
                        let carried = || {
                            let by = inverse(&step.targets).unwrap_or_default();
                            Box::new(CarriedBack {
                                puzzle,
                                order,
                                effect: B::effect(&by, step.place),
                                from,
                            })
                        };
                        let quick = order.carry(from, &targets, &mut shuffles);
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

/// An inverse turn, applied board by board.
struct CarriedBack<'p, B: CellBoard> {
    puzzle: &'p General<B>,
    order: &'p Arrangements,
    effect: B::Effect,
    from: usize,
}

impl<B: CellBoard> OneToOne for CarriedBack<'_, B> {
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize, usize)) {
        let Self { puzzle, order, .. } = self;
        let first = self.from as u64 * order.block;
        set.each(part, |rank| {
            let mut board = puzzle.unrank(first + rank as u64);
            board.apply(&self.effect);
            visit(rank, index(puzzle.rank(&board) % order.block));
        });
    }

    fn bytes(&self) -> usize {
        0
    }
}
