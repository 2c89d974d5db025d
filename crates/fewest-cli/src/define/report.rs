//! The report on a definition, in words and in JSON.

use fewest::Puzzle;
use fewest::model::Model;
use fewest::solver::HeuristicName;
use fewest::solver::Measured;
use fewest::solver::report::{PlannedMethod, Report};
use fewest::support::number::{size, span};
use serde_json::{Value, json};

use crate::number::Count;

const WIDTH: usize = 80;
/// The column where texts begin, after their labels.
const INDENT: usize = 14;
/// A blank where lines must not break.
const KEPT: &str = "\u{a0}";

/// Lines that are filled word by word.
#[derive(Default)]
struct FilledLines(String);

impl FilledLines {
    fn say(&mut self, about: &str, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        let mut column = about.chars().count();
        self.0.push_str(about);
        let mut is_first = true;
        for word in text.split(' ') {
            let length = word.chars().count();
            if is_first {
                let blanks = INDENT.saturating_sub(column).max(1);
                self.0.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            } else if column + 1 + length > WIDTH {
                self.0.push('\n');
                self.0.extend(std::iter::repeat_n(' ', INDENT));
                column = INDENT;
            } else {
                self.0.push(' ');
                column += 1;
            }
            is_first = false;
            self.0.push_str(&word.replace(KEPT, " "));
            column += length;
        }
    }

    fn break_off(&mut self) {
        self.0.push('\n');
    }
}

/// The report in words, without the end of its last line.
pub fn text(puzzle: &Puzzle, report: &Report, measured: Option<&[Measured]>) -> String {
    let mut lines = FilledLines::default();
    for (label, text) in puzzle.report_lines(report) {
        if label.is_empty() && text.is_empty() {
            lines.break_off();
        } else {
            lines.say(&label, &text);
        }
    }
    if let Some(measured) = measured {
        for text in measurements(report, measured) {
            lines.say("  measured", &text);
        }
    }
    lines.0
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
    let planned: Vec<u64> = match &report.method {
        PlannedMethod::Search {
            projections,
            patterns,
            ..
        } => {
            let patterns = patterns.iter().map(|plan| plan.boards);
            patterns
                .chain(projections.iter().map(|plan| plan.bytes))
                .collect()
        }
        PlannedMethod::Table { .. } => Vec::new(),
    };
    // A heuristic without tables gives no estimate of their time.
    let later = planned
        .iter()
        .skip(measured.len())
        .filter(|_| last.bytes > 0);
    texts.extend(later.map(|&bytes| {
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
    let goals = definition.goals.iter().zip(&report.goals);
    let goals = goals
        .map(|(name, goal)| json!({ "name": name, "cells": goal.cells, "view": goal.view + 1 }));
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
    let mut guide = None;
    let (method, bytes, patterns, projections, redundant) = match &report.method {
        PlannedMethod::Table { bytes, .. } => {
            ("table", Some(*bytes), &[][..], &[][..], Value::Null)
        }
        PlannedMethod::Search {
            bytes,
            heuristic,
            patterns,
            projections,
            redundant: (sequences, longest),
        } => {
            guide = heuristic.map(HeuristicName::name);
            let redundant = json!({"sequences": sequences, "longest": longest});
            ("search", *bytes, &patterns[..], &projections[..], redundant)
        }
    };
    let patterns = patterns.iter().map(|plan| {
        let bound = if plan.is_sum { "sum" } else { "greatest" };
        json!({ "tables": plan.tables, "boards": Count::from(plan.boards), "bound": bound })
    });
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
        "bytes": bytes.map(Count::from),
        "heuristic": guide,
        "patterns": patterns.collect::<Vec<_>>(),
        "projections": projections,
        "redundant": redundant,
        "measured": measured,
    })
}
