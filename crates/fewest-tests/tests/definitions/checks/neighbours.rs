//! The bound by neighbours that are apart, on every board.

use fastrand::Rng;
use fewest::heuristic::{Heuristic, Neighbours};
use fewest::kernel::general::{Cells, General};
use fewest::space::structure::Structured;
use fewest::space::{Move, StateSpace};

use super::{Case, Check, ensure};

type Puzzle = General<Cells<256, 4>>;

pub fn check(case: &Case<'_>, _: &mut Rng) -> Check {
    let (world, model) = (case.world, case.puzzle.model());
    let Some(neighbours) = Neighbours::new(&model.structure) else {
        return Ok(());
    };
    let puzzle = Puzzle::of(model.clone()).map_err(|error| error.to_string())?;
    let bound = |memo| Heuristic::<Puzzle>::bound(&neighbours, memo);
    for (place, symbols) in world.boards.iter().enumerate() {
        let line = world.line(place);
        let board = puzzle
            .board(symbols)
            .ok_or_else(|| format!("{line} is a board"))?;
        let memo = neighbours.start(&puzzle, &board);
        let apart = world
            .model
            .goals
            .iter()
            .map(|goal| apart(&neighbours, &goal.board, symbols));
        let apart = apart.min().unwrap_or(0);
        ensure!(
            bound(memo) as usize == apart.div_ceil(neighbours.max_joined() as usize),
            "{line}: {apart} pairs apart, bound {}",
            bound(memo)
        );
        let distance = world.distance[place];
        ensure!(
            distance.is_none_or(|distance| bound(memo) <= distance),
            "{line}: bound {}, distance {distance:?}",
            bound(memo)
        );
        for (m, next) in (0..=u8::MAX).map(Move::new).zip(&world.next[place]) {
            let Some(next) = next else {
                continue;
            };
            let after = puzzle.after(&board, m);
            let updated = neighbours.after(&puzzle, &board, m, &after, memo);
            ensure!(
                updated == neighbours.start(&puzzle, &after),
                "{line}, {}: {updated} pairs apart",
                world.line(*next)
            );
            ensure!(
                bound(memo) <= bound(updated) + 1,
                "{line}, {}: the bound falls to {}",
                world.line(*next),
                bound(updated)
            );
        }
    }
    Ok(())
}

/// The pairs of a goal that a board lacks.
fn apart(neighbours: &Neighbours, goal: &[Option<u8>], board: &[u8]) -> usize {
    let pair = |symbol: &dyn Fn(usize) -> Option<u8>, [low, high]: &[u16; 2]| {
        let mut pair = [symbol((*low).into())?, symbol((*high).into())?];
        pair.sort_unstable();
        Some(pair)
    };
    let wanted = |cell: usize| goal.get(cell).copied().unwrap_or(Some(u8::MAX));
    let found = |cell: usize| Some(board.get(cell).copied().unwrap_or(u8::MAX));
    let pairs = neighbours.pairs();
    let mut left: Vec<[u8; 2]> = pairs
        .iter()
        .filter_map(|cells| pair(&wanted, cells))
        .collect();
    for pair in pairs.iter().filter_map(|cells| pair(&found, cells)) {
        if let Some(place) = left.iter().position(|other| *other == pair) {
            left.swap_remove(place);
        }
    }
    left.len()
}
