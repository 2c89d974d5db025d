//! The goals of an entry of a definition.

use super::{Goal, Turns, identity, in_cycles, then};
use crate::definitions::spec::{GoalSpec, Recolour, Spec, Turned};

/// The greatest number of goals of one entry in a test.
const MAX_IMAGES: usize = 300;

/// Expands an entry to goals. `moves` are the moves of the file.
pub fn expand(goal: &GoalSpec, spec: &Spec, moves: &[Turns]) -> Result<Vec<Goal>, &'static str> {
    let cells = spec.cells.names.len();
    if goal.board.is_none() && goal.same.is_empty() {
        return Err("a goal is not empty");
    }
    let board = goal.board.clone().unwrap_or_else(|| vec![None; cells]);
    let name = goal.name.clone().unwrap_or_default();
    let mut goals = vec![Goal { name, board }];
    for same in &goal.same {
        let mut filled = Vec::new();
        for goal in goals {
            for (symbol, (written, _)) in (0..=u8::MAX).zip(&spec.symbols) {
                let mut board = goal.board.clone();
                for &cell in same {
                    board[usize::from(cell)] = Some(symbol);
                }
                let kept = goal.board.iter().zip(&board);
                if kept
                    .into_iter()
                    .all(|(before, now)| before.is_none() || before == now)
                {
                    let name = format!("{} {written}", goal.name).trim_start().to_owned();
                    filled.push(Goal { name, board });
                }
            }
        }
        goals = filled;
    }
    goals.retain(|goal| has_pieces(&goal.board, spec));
    if goals.is_empty() {
        return Err("a goal can be met");
    }
    let cycles = colours(goal, spec, moves)?;
    let mut turns = Vec::new();
    for turned in &goal.turned {
        let names = match turned {
            Turned::Moves(names) => names,
            Turned::Cycles(cycles) => {
                turns.push(in_cycles(cells, cycles));
                continue;
            }
        };
        let mut all = identity(cells);
        for name in names {
            let found = moves.iter().find(|m| m.name == *name);
            let [(None, from)] = &found.ok_or("there is such a move")?.turns[..] else {
                return Err("what turns the whole does not ask for the blank");
            };
            all = then(&all, from);
        }
        turns.push(all);
    }
    for base in std::mem::take(&mut goals) {
        let mut images = vec![base.board];
        let mut next = 0;
        while let Some(known) = images.get(next).cloned() {
            let turned = turns.iter().map(|from| {
                let symbol_at = |&cell: &u8| known[usize::from(cell)];
                from.iter().map(symbol_at).collect::<Vec<_>>()
            });
            let recoloured = cycles.iter().map(|cycles| {
                let recolour = |symbol: u8| {
                    let after = |cycle: &Vec<u8>| {
                        let place = cycle.iter().position(|other| *other == symbol)?;
                        Some(cycle[(place + 1) % cycle.len()])
                    };
                    cycles.iter().find_map(after).unwrap_or(symbol)
                };
                known.iter().map(|symbol| symbol.map(recolour)).collect()
            });
            for board in turned.chain(recoloured) {
                if !images.contains(&board) {
                    images.push(board);
                }
            }
            if images.len() > MAX_IMAGES {
                return Err("goals are few");
            }
            next += 1;
        }
        images.retain(|board| has_pieces(board, spec));
        let name = base.name;
        goals.extend(images.into_iter().map(|board| Goal {
            name: name.clone(),
            board,
        }));
    }
    Ok(goals)
}

/// The ways to exchange symbols, each as its cycles.
fn colours(
    goal: &GoalSpec,
    spec: &Spec,
    moves: &[Turns],
) -> Result<Vec<Vec<Vec<u8>>>, &'static str> {
    let mut cycles: Vec<Vec<Vec<u8>>> = Vec::new();
    for recolour in &goal.recolour {
        match recolour {
            Recolour::Cycles(exchange) => cycles.push(exchange.clone()),
            // Any two swap.
            Recolour::AnyOrder(symbols) => {
                let pairs = |&one| symbols.iter().map(move |&other| vec![vec![one, other]]);
                cycles.extend(symbols.iter().flat_map(pairs));
            }
        }
    }
    cycles.retain(|exchange| exchange[0][0] != exchange[0][1]);
    let asks = moves
        .iter()
        .flat_map(|m| &m.turns)
        .any(|turn| turn.0.is_some());
    let is_moved = |symbol: &u8| Some(*symbol) == spec.blank;
    if (asks || !spec.targets.is_empty()) && cycles.iter().flatten().flatten().any(is_moved) {
        return Err("a blank that moves depend on keeps its colour");
    }
    Ok(cycles)
}

/// Returns true if there are enough pieces for a goal.
fn has_pieces(board: &[Option<u8>], spec: &Spec) -> bool {
    let mut kinds = (0..=u8::MAX).zip(&spec.symbols);
    kinds.all(|(symbol, (_, count))| {
        board.iter().filter(|piece| **piece == Some(symbol)).count() <= *count as usize
    })
}
