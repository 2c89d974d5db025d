//! What a definition is, in words and in JSON.

use std::fmt::Write;
use std::time::Duration;

use fewest::definition::Definition;
use fewest::definition::report::{GoalReport, Report};
use serde_json::{Value, json};

use crate::number::{counted, grouped_digits};

/// How a goal is answered within this memory.
const fn method(goal: &GoalReport, memory: u64) -> &'static str {
    match goal.bytes {
        Some(bytes) if bytes <= memory => "table",
        _ => "search",
    }
}

/// The report in words, without the end of its last line.
pub fn text(definition: &Definition, report: &Report, memory: u64) -> String {
    let mut lines = vec![format!("{}: {}", definition.name, definition.title)];
    let pieces = definition.symbols.iter().zip(&definition.structure.pieces);
    let pieces = pieces.map(|(symbol, count)| match count {
        1 => symbol.clone(),
        _ => format!("{symbol}*{count}"),
    });
    let pieces: Vec<String> = pieces.collect();
    let cells = definition.structure.cells() as u64;
    lines.push(format!("cells: {cells}; pieces: {}", pieces.join(" ")));
    let moves = definition.moves.iter().zip(&report.inverses);
    let moves = moves.map(|(name, inverse)| match inverse {
        Some(back) if definition.moves[back.index()] == *name => {
            format!("{name} (its own inverse)")
        }
        Some(back) => format!("{name} (back: {})", definition.moves[back.index()]),
        None => format!("{name} (no way back)"),
    });
    let moves: Vec<String> = moves.collect();
    lines.push(format!("moves: {}", moves.join(", ")));
    let arrangements = grouped_digits(&report.arrangements.to_string());
    lines.push(format!("arrangements of the pieces: {arrangements}"));
    if let Some(order) = &report.group {
        let order = grouped_digits(&order.to_string());
        lines.push(format!("group of the moves: {order} elements"));
    }
    let (symmetries, are_all) = report.symmetries;
    let more = if are_all { "" } else { " or more" };
    lines.push(format!("symmetries: {symmetries}{more}"));
    for (place, goal) in report.goals.iter().enumerate() {
        lines.push(format!("{}:", definition.goal_name(place)));
        let cells = counted(goal.cells as u64, "cell");
        let symbols = counted(goal.symbols as u64, "symbol");
        let boards = grouped_digits(&goal.boards.to_string());
        lines.push(format!(
            "  looks at {cells}; {boards} boards of {symbols} as it sees them"
        ));
        lines.push(match &goal.solvable {
            Ok(solvable) if *solvable == goal.boards => "  all of them can be solved".to_owned(),
            Ok(solvable) => format!(
                "  {} of them can be solved ({})",
                grouped_digits(&solvable.to_string()),
                share(solvable, &goal.boards)
            ),
            Err(error) => format!("  how many can be solved is not known: {error}"),
        });
        let mut way = format!("  method: {}", method(goal, memory));
        if let Some(bytes) = goal.bytes {
            let _ = write!(
                way,
                "; a table takes {} bytes",
                grouped_digits(&bytes.to_string())
            );
        }
        if let Some(time) = goal.time {
            let _ = write!(way, " and at most {} on one core", span(time));
        }
        lines.push(way);
    }
    lines.join("\n")
}

/// `1 in 2`, as far as it is a whole number.
fn share(part: &num_bigint::BigUint, whole: &num_bigint::BigUint) -> String {
    let zero = num_bigint::BigUint::ZERO;
    if *part == zero {
        return "none".to_owned();
    }
    let about = if whole % part == zero { "" } else { "about " };
    format!(
        "{about}1 in {}",
        grouped_digits(&(whole / part).to_string())
    )
}

/// A time to two digits or so: it is an estimate.
fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..1 => format!("{} ms", time.as_millis().max(1)),
        1..600 => format!("{seconds} s"),
        600..36_000 => format!("{} min", seconds / 60),
        36_000..864_000 => format!("{} h", seconds / 3600),
        _ => format!("{} days", grouped_digits(&(seconds / 86400).to_string())),
    }
}

/// The report as JSON. Numbers that may be large are strings of digits.
pub fn json(definition: &Definition, report: &Report, memory: u64) -> Value {
    let moves = definition.moves.iter().zip(&report.inverses);
    let moves = moves.map(|(name, inverse)| {
        let inverse = inverse.and_then(|back| definition.moves.get(back.index()));
        json!({ "name": name, "inverse": inverse })
    });
    let pieces = definition.symbols.iter().zip(&definition.structure.pieces);
    let pieces = pieces.map(|(symbol, count)| json!({ "symbol": symbol, "count": count }));
    let goals = report.goals.iter().enumerate().map(|(place, goal)| {
        json!({
            "name": definition.goals.get(place),
            "cells": goal.cells,
            "symbols": goal.symbols,
            "boards": goal.boards.to_string(),
            "solvable": goal.solvable.as_ref().ok().map(ToString::to_string),
            "bytes": goal.bytes,
            "seconds": goal.time.map(|time| time.as_secs_f64()),
            "method": method(goal, memory),
        })
    });
    json!({
        "name": definition.name,
        "title": definition.title,
        "cells": definition.structure.cells(),
        "pieces": pieces.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "arrangements": report.arrangements.to_string(),
        "group": report.group.as_ref().map(ToString::to_string),
        "symmetries": report.symmetries.0,
        "symmetries_complete": report.symmetries.1,
        "goals": goals.collect::<Vec<_>>(),
    })
}
