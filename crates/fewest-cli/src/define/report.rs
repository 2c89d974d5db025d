//! The report on a definition, in words and in JSON.

use fewest::Puzzle;
use fewest::model::Model;
use fewest::solver::HeuristicName;
use fewest::solver::Measured;
use fewest::solver::report::Report;
use fewest::support::number::{size, span};
use serde_json::{Value, json};

use crate::filled::FilledLines;
use crate::number::Count;

/// The report in words, without the end of its last line.
pub fn text(puzzle: &Puzzle, report: &Report, measured: Option<&[Measured]>) -> String {
    let mut lines = FilledLines::of(puzzle.report_lines(report));
    if let Some(measured) = measured {
        for text in measurements(report, measured) {
            lines.say("  measured", &text);
        }
    }
    lines.text()
}

/// Build times and mean bounds of tables, or estimates for tables too large to build now.
fn measurements(report: &Report, measured: &[Measured]) -> Vec<String> {
    let in_words = |table: &Measured| {
        format!(
            "{}, built in {}; mean bound on random boards: {:.2} moves",
            size(table.bytes),
            span(table.time),
            table.mean_bound
        )
    };
    let mut texts: Vec<String> = measured.iter().map(in_words).collect();
    let Some(last) = measured.last() else {
        return vec!["nothing: boards are looked up, not searched".to_owned()];
    };
    let patterns = report.plan.patterns().map(|plan| plan.bytes);
    let projections = report.plan.projections().map(|plan| plan.bytes);
    let planned = patterns.chain(projections);
    // A heuristic without tables gives no estimate of their time.
    let later = planned.skip(measured.len()).filter(|_| last.bytes > 0);
    texts.extend(later.map(|bytes| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "an estimate needs no more digits"
        )]
        let share = bytes as f64 / last.bytes.max(1) as f64;
        let time = span(last.time.mul_f64(share));
        format!("{} would take about {time}", size(bytes))
    }));
    texts
}

/// A count of any size.
fn big(number: &impl ToString) -> Value {
    let digits = number.to_string();
    let count = digits.parse().map(Count);
    count.map_or(Value::String(digits), |count| json!(count))
}

pub fn json(definition: &Model, report: &Report, measured: Option<&[Measured]>) -> Value {
    let moves = definition.moves.iter().zip(&report.inverses);
    let moves = moves.map(|(name, inverse)| {
        let inverse = inverse.and_then(|back| definition.moves.get(back.index()));
        let mut steps = definition.blank_steps().into_iter();
        let steps = steps
            .find(|(move_name, _)| move_name == name)
            .map(|(_, steps)| steps);
        json!({ "name": name, "inverse": inverse, "steps": steps })
    });
    let pieces = definition.symbols.iter().zip(&definition.structure.pieces);
    let pieces = pieces.map(|(symbol, count)| json!({ "symbol": symbol, "count": count }));
    let goals =
        definition.goals.iter().zip(&report.goals).map(
            |(name, goal)| json!({ "name": name, "cells": goal.cells, "view": goal.view + 1 }),
        );
    let views = report.views.iter().map(|view| {
        json!({
            "symbols": view.symbols,
            "boards": big(&view.arrangements),
            "solvable": view.solvable.as_ref().ok().map(big),
            "entries": view.reduced.or(view.boards).map(Count::from),
            "seconds": view.time.map(|time| time.as_secs_f64()),
        })
    });
    let apart = report
        .apart
        .iter()
        .map(|(from, to)| json!([from + 1, to + 1]));
    let plan = &report.plan;
    let method = match (plan.table(), plan.solutions()) {
        (Some(_), _) => "table",
        (_, Some(_)) => "linear",
        _ => "search",
    };
    let patterns = plan.patterns().map(|plan| {
        let bound = if plan.is_sum { "sum" } else { "greatest" };
        json!({ "tables": plan.tables, "bytes": Count::from(plan.bytes), "bound": bound })
    });
    let projections: Vec<_> = plan.projections().collect();
    let (sequences, longest) = report.redundant;
    let redundant =
        (method == "search").then(|| json!({"sequences": sequences, "longest": longest}));
    let measured = measured.map(|all| {
        let entry = |table: &Measured| {
            json!({
                "bytes": Count::from(table.bytes),
                "mean_bound": table.mean_bound,
                "seconds": table.time.as_secs_f64(),
            })
        };
        all.iter().map(entry).collect::<Vec<Value>>()
    });
    json!({
        "puzzle": definition.name,
        "title": definition.title,
        "cells": definition.structure.cells(),
        "pieces": pieces.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "arrangements": big(&report.arrangements),
        "solvable": report.solvable.as_ref().ok().map(big),
        "real": report.real.as_ref().map(big),
        "group": report.group.as_ref().map(big),
        "symmetries": { "count": report.symmetries.0, "complete": report.symmetries.1 },
        "goals": goals.collect::<Vec<_>>(),
        "apart": apart.collect::<Vec<_>>(),
        "views": views.collect::<Vec<_>>(),
        "method": method,
        "bytes": plan.table_bytes.map(Count::from),
        "patterns": patterns.collect::<Vec<_>>(),
        "heuristic": plan.heuristic().map(HeuristicName::name),
        "projections": projections,
        "redundant": redundant,
        "measured": measured,
    })
}
