//! Smaller definitions with the same failure.

use crate::model::Model;
use crate::spec::{BoardsSpec, Cells, Spec, Spelling, Way};

/// Removes parts while the definition still fails.
pub fn shrink(spec: &Spec, fails: impl Fn(&Spec, &Model) -> bool) -> Spec {
    let mut least = spec.clone();
    loop {
        let smaller = smaller(&least).into_iter().find(|spec| {
            let model = Model::of(spec);
            model.is_ok_and(|model| fails(spec, &model))
        });
        match smaller {
            Some(smaller) => least = smaller,
            None => return least,
        }
    }
}

/// Each definition with one part removed.
fn smaller(spec: &Spec) -> Vec<Spec> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Spec)| {
        let mut changed = spec.clone();
        change(&mut changed);
        if changed.text() != spec.text() {
            all.push(changed);
        }
    };
    for place in 0..spec.moves.len() {
        add(&|spec| drop(spec.moves.remove(place)));
    }
    for place in 0..spec.goals.len() {
        add(&|spec| drop(spec.goals.remove(place)));
        add(&|spec| spec.goals[place].name = None);
        add(&|spec| spec.goals[place].recolour.clear());
        add(&|spec| spec.goals[place].turned.clear());
        add(&|spec| spec.goals[place].spelling = Spelling::Spaced);
    }
    for place in 0..spec.targets.len() {
        add(&|spec| {
            spec.targets.remove(place);
        });
    }
    add(&|spec| spec.boards = BoardsSpec::default());
    add(&|spec| spec.is_axis_metric = false);
    add(&|spec| spec.fixed.clear());
    add(&|spec| spec.blank = None);
    add(&|spec| spec.lists_pieces = false);
    if !spec.moves.iter().any(|m| matches!(m.way, Way::Offset(..))) {
        add(&|spec| spec.cells = Cells::counted(spec.cells.names.len()));
        // Without the last cell and one piece.
        for symbol in 0..spec.symbols.len() {
            add(&|spec| without_last_cell(spec, symbol));
        }
    }
    for (place, move_spec) in spec.moves.iter().enumerate() {
        add(&|spec| spec.moves[place].axis = None);
        add(&|spec| spec.moves[place].is_one_way = false);
        add(&|spec| spec.moves[place].has_cost = false);
        if let Way::Steps(pairs) = &move_spec.way {
            for step in 0..pairs.len() {
                add(&|spec| {
                    if let Way::Steps(pairs) = &mut spec.moves[place].way {
                        pairs.remove(step);
                    }
                });
            }
        }
        if let Way::Cycles(cycles) = &move_spec.way {
            for cycle in 0..cycles.len() {
                add(&|spec| {
                    if let Way::Cycles(cycles) = &mut spec.moves[place].way {
                        cycles.remove(cycle);
                    }
                });
            }
        }
    }
    for (place, (symbol, _)) in spec.symbols.iter().enumerate() {
        let plain = char::from(b'a' + u8::try_from(place % 26).unwrap_or(0)).to_string();
        if *symbol != plain && spec.symbols.iter().all(|(other, _)| *other != plain) {
            add(&|spec| spec.symbols[place].0.clone_from(&plain));
        }
    }
    all
}

/// Removes the last cell and a piece of this symbol, if no move touches the cell.
fn without_last_cell(spec: &mut Spec, symbol: usize) {
    let last = spec.cells.names.len() - 1;
    let Ok(cell) = u8::try_from(last) else { return };
    let touches = |way: &Way| match way {
        Way::Shift(cells) => cells.contains(&cell),
        Way::Cycles(cycles) => cycles.iter().flatten().any(|other| *other == cell),
        Way::Steps(pairs) => pairs.iter().any(|pair| pair.0 == cell || pair.1 == cell),
        _ => false,
    };
    let is_needed = spec.moves.iter().any(|m| touches(&m.way))
        || spec
            .targets
            .iter()
            .any(|pair| pair.0 == cell || pair.1 == cell)
        || spec.goals.iter().any(|goal| {
            goal.same.iter().flatten().any(|other| *other == cell) || !goal.turned.is_empty()
        })
        || spec.fixed.contains(&cell)
        || spec.boards.order.is_some()
        || spec.symbols[symbol].1 < 2
        || last < 2;
    if is_needed {
        return;
    }
    spec.symbols[symbol].1 -= 1;
    spec.cells = Cells::counted(last);
    for goal in &mut spec.goals {
        if let Some(board) = &mut goal.board {
            board.truncate(last);
        }
    }
}
