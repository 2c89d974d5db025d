//! The report of `define check`.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest::model::Model;
use fewest::space::Move;

use super::{Case, Check, ensure};
use crate::draw::pick;
use crate::model::{self, Permutation};
use crate::world::World;

/// The greatest number of group elements to list.
const MAX_ELEMENTS: usize = 800;

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let memory = *pick(rng, &[None, Some(0), Some(10_000)]);
    let report = case.puzzle.describe(memory);
    let all = world.boards.len();
    ensure!(
        report.arrangements == all.into(),
        "{} arrangements, not {all}",
        report.arrangements
    );
    inverses(
        world,
        &report
            .inverses
            .iter()
            .map(|inverse| inverse.map(Move::index))
            .collect::<Vec<_>>(),
    )?;
    if let Some(group) = &report.group {
        ensure!(
            !world.model.looks_at_blank(),
            "a group of moves that ask for the blank"
        );
        if let Some(elements) = elements(world) {
            ensure!(
                *group == elements.into(),
                "the group has {elements} elements, not {group}"
            );
        }
    }
    ensure!(
        report.goals.len() == world.model.goals.len(),
        "{} goals",
        report.goals.len()
    );
    let order = order(case)?;
    for (reported, &goal) in report.goals.iter().zip(&order) {
        let goal = &world.model.goals[goal];
        let cells = goal.board.iter().flatten().count();
        ensure!(
            reported.cells == cells,
            "a goal depends on {} cells, not {cells}",
            reported.cells
        );
        ensure!(
            reported.view < report.views.len(),
            "no view {}",
            reported.view
        );
    }
    for &(from, to) in &report.apart {
        apart(world, order[from], order[to])?;
    }
    for (place, view) in report.views.iter().enumerate() {
        let goals = (0..)
            .zip(&report.goals)
            .filter(|(_, goal)| goal.view == place);
        let goals: Vec<usize> = goals.map(|(goal, _): (usize, _)| order[goal]).collect();
        let Ok(solvable) = &view.solvable else {
            continue;
        };
        // Goals share a view if it distinguishes them all, or if their own views are equal.
        let together = seen(world, &goals);
        let each: Vec<(usize, usize, usize)> =
            goals.iter().map(|&goal| seen(world, &[goal])).collect();
        let is = |(symbols, all, solvable_count): &(usize, usize, usize)| {
            view.symbols == *symbols
                && view.arrangements == (*all).into()
                && *solvable == (*solvable_count).into()
        };
        let is_right = is(&together) || each.iter().all(is);
        ensure!(
            is_right,
            "view {place}: {} symbols, {solvable} of {} boards can be solved; these are {together:?} or {each:?}",
            view.symbols,
            view.arrangements
        );
    }
    Ok(())
}

/// The goals in the report's order. The order of expanded goals is unspecified.
fn order(case: &Case<'_>) -> Result<Vec<usize>, String> {
    let definition =
        Model::from_toml(&case.spec.text()).map_err(|problems| problems.to_string())?;
    let place = |board: &Vec<Option<u8>>| {
        let mut goals = case.world.model.goals.iter();
        goals.position(|goal| goal.board == *board)
    };
    let places: Option<Vec<usize>> = definition.structure.goals.iter().map(place).collect();
    let places = places.ok_or("a goal that is none")?;
    let different: BTreeSet<usize> = places.iter().copied().collect();
    ensure!(
        different.len() == case.world.model.goals.len(),
        "goals are missing"
    );
    Ok(places)
}

/// Checks that a move's inverse undoes it everywhere, and that a move without one has none.
fn inverses(world: &World, inverses: &[Option<usize>]) -> Check {
    let moves = &world.model.moves;
    ensure!(inverses.len() == moves.len(), "{} inverses", inverses.len());
    for (place, &inverse) in inverses.iter().enumerate() {
        let name = &moves[place].name;
        if let Some(other) = inverse {
            ensure!(
                world.takes_back(place, other),
                "{} does not take {name} back",
                moves[other].name
            );
            continue;
        }
        // Compares effects on cells, independent of the pieces, in both directions.
        let is_inverse = |other: &usize| {
            let back = |(need, from): &(Option<u8>, Permutation)| {
                let to = |cell: u8| from.iter().position(|origin| *origin == cell);
                let need = need.map(|cell| to(cell).and_then(|to| u8::try_from(to).ok()));
                (need.flatten(), model::inverse(from))
            };
            let mut inverted: Vec<_> = moves[place].turns.iter().map(back).collect();
            let mut effects = moves[*other].turns.clone();
            inverted.sort_unstable();
            effects.sort_unstable();
            inverted == effects
        };
        let found = (0..moves.len()).find(is_inverse);
        ensure!(
            found.is_none(),
            "{} takes {name} back",
            moves[found.unwrap_or(0)].name
        );
    }
    Ok(())
}

/// The order of the moves' group, if it is small.
fn elements(world: &World) -> Option<usize> {
    let moves: Vec<&Permutation> = world
        .model
        .moves
        .iter()
        .flat_map(|m| &m.turns)
        .map(|(_, from)| from)
        .collect();
    let first: Permutation = (0..=u8::MAX).take(world.model.cells()).collect();
    let mut known = BTreeSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(element) = open.pop() {
        for from in &moves {
            let next = model::then(&element, from);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
        if known.len() > MAX_ELEMENTS {
            return None;
        }
    }
    Some(known.len())
}

/// Checks that no moves lead from one goal to another.
fn apart(world: &World, from: usize, to: usize) -> Check {
    let board = |goal: usize| {
        let board: Option<Vec<u8>> = world.model.goals[goal].board.iter().copied().collect();
        board.and_then(|board| world.index.get(&board).copied())
    };
    let (Some(from), Some(to)) = (board(from), board(to)) else {
        return Err(format!("goals {from} and {to} are not boards"));
    };
    let is_reached = world.reached(from)[to];
    ensure!(
        !is_reached,
        "moves lead from {} to {}",
        world.line(from),
        world.line(to)
    );
    Ok(())
}

/// The numbers of symbols, boards and solvable boards in the view for some goals.
fn seen(world: &World, goals: &[usize]) -> (usize, usize, usize) {
    let model = &world.model;
    let is_named = |symbol: u8| {
        let mut named = goals
            .iter()
            .flat_map(|&goal| model.goals[goal].board.iter().flatten());
        named.any(|other| *other == symbol) || model.looks_at_blank() && model.blank == Some(symbol)
    };
    let look = |board: &Vec<u8>| -> Vec<Option<u8>> {
        board
            .iter()
            .map(|&symbol| is_named(symbol).then_some(symbol))
            .collect()
    };
    let all: BTreeSet<_> = world.boards.iter().map(look).collect();
    let can_be = |board: &usize| {
        goals
            .iter()
            .any(|&goal| world.to_goal[goal][*board].is_some())
    };
    let solvable: BTreeSet<_> = (0..world.boards.len())
        .filter(can_be)
        .map(|board| look(&world.boards[board]))
        .collect();
    let symbols: BTreeSet<Option<u8>> = all.iter().flatten().copied().collect();
    (symbols.len(), all.len(), solvable.len())
}
