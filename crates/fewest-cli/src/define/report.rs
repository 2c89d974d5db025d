//! What a definition is, in words and in JSON.

use std::time::Duration;

use fewest::group::ReachError;
use fewest::model::Model;
use fewest::solver::report::{Plan, PlannedMethod, Report, ViewReport};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::moves;
use crate::number::{counted, grouped_digits};

/// The longest line, in characters.
const WIDTH: usize = 80;
/// Where texts begin, after what they are about.
const INDENT: usize = 14;
/// Stands for a blank at which no line ends.
const KEPT: &str = "\u{a0}";

/// Lines that are filled word by word.
#[derive(Default)]
struct FilledLines(String);

impl FilledLines {
    /// Adds what is said about something.
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
pub fn text(definition: &Model, report: &Report) -> String {
    let mut lines = FilledLines::default();
    lines.say(&definition.name, &definition.title);
    lines.break_off();
    let pieces = definition.symbols.iter().zip(&definition.structure.pieces);
    let pieces = pieces.map(|(symbol, count)| match count {
        1 => symbol.clone(),
        _ => format!("{symbol}*{count}"),
    });
    let pieces: Vec<String> = pieces.collect();
    lines.say("cells", &definition.structure.cells().to_string());
    lines.say("pieces", &pieces.join(" "));
    let moves = moves::with_ways_back(definition).into_iter();
    let moves: Vec<String> = moves.map(|steps| steps.replace(' ', KEPT)).collect();
    lines.say("moves", &moves.join(", "));
    for (i, (name, steps)) in moves::steps(definition).into_iter().enumerate() {
        let about = if i == 0 { "blank" } else { "" };
        lines.say(about, &format!("{name}: {}", steps.join(" ")));
    }
    lines.say("arrangements", &big(&report.arrangements));
    // With one view, that says so.
    if report.views.len() > 1 {
        let text = solvable(report.solvable.as_ref(), &report.arrangements);
        lines.say("  solvable", &text);
    }
    if let Some(order) = &report.group {
        lines.say("group", &format!("{} elements", big(order)));
    }
    let (symmetries, are_all) = report.symmetries;
    let more = if are_all { "" } else { " or more" };
    lines.say("symmetries", &format!("{symmetries}{more}"));
    for &(from, to) in &report.apart {
        let (from, to) = (definition.goal_title(from), definition.goal_title(to));
        lines.say("note", &format!("no moves lead from {from} to {to}"));
    }
    for (number, view) in report.views.iter().enumerate() {
        lines.break_off();
        tell_view(definition, report, (number, view), &mut lines);
    }
    lines.break_off();
    tell_method(report, &mut lines);
    lines.0
}

fn tell_view(
    definition: &Model,
    report: &Report,
    (number, view): (usize, &ViewReport),
    lines: &mut FilledLines,
) {
    let goals = report.goals.iter().enumerate();
    let goals = goals.filter(|(_, goal)| goal.view == number);
    let (places, cells): (Vec<usize>, Vec<usize>) =
        goals.map(|(place, goal)| (place, goal.cells)).unzip();
    let about = match places[..] {
        [place] => definition.goal_title(place),
        _ if report.views.len() == 1 => "all goals".to_owned(),
        _ => {
            let names = places.iter().map(|&place| definition.goal_title(place));
            names.collect::<Vec<_>>().join(", ")
        }
    };
    lines.say(&format!("view {}", number + 1), &format!("for {about}"));
    let least = cells.iter().min().copied().unwrap_or(0) as u64;
    let most = cells.iter().max().copied().unwrap_or(0) as u64;
    let looks = match places.len() {
        0 | 1 => counted(most, "cell"),
        _ if least == most => format!("{} each", counted(most, "cell")),
        _ => format!("{least} to {} each", counted(most, "cell")),
    };
    lines.say("  looks at", &looks);
    let symbols = counted(view.symbols as u64, "symbol");
    lines.say("  tells apart", &symbols);
    let all = big(&view.arrangements);
    let solvable = solvable(view.solvable.as_ref(), &view.arrangements);
    lines.say("  boards", &format!("{all}; {solvable}"));
    if let (Some(boards), Some(time)) = (view.boards, view.time) {
        let boards = grouped_digits(&boards.to_string());
        let table = format!("{boards} entries, about {} to make on one core", span(time));
        lines.say("  table", &table);
    }
}

/// How many boards can be solved.
fn solvable(known: Result<&BigUint, &ReachError>, all: &BigUint) -> String {
    match known {
        Ok(solvable) if solvable == all => "all of them can be solved".to_owned(),
        Ok(solvable) => format!(
            "{} of them can be solved, {}",
            big(solvable),
            share(solvable, all)
        ),
        Err(error) => format!("how many can be solved is not known: {error}"),
    }
}

fn tell_method(report: &Report, lines: &mut FilledLines) {
    let (patterns, (sequences, longest)) = match &report.method {
        PlannedMethod::Table { bytes, is_quick } => {
            let bytes = grouped_digits(&bytes.to_string());
            let (tables, is_made) = match report.views.len() {
                1 => ("the table takes".to_owned(), "is"),
                several => (format!("all {several} tables take"), "are"),
            };
            let when = if *is_quick {
                "for the first board"
            } else {
                "for 32 boards, or for one whose search takes long"
            };
            let method = format!("look-ups; {tables} {bytes} bytes and {is_made} made {when}");
            lines.say("method", &method);
            return;
        }
        PlannedMethod::Search {
            bytes,
            patterns,
            redundant,
        } => {
            let why = bytes.map_or_else(
                || "there are too many boards to number them".to_owned(),
                |bytes| {
                    let bytes = grouped_digits(&bytes.to_string());
                    format!("tables would take {bytes} bytes, more than is allowed")
                },
            );
            lines.say("method", &format!("search by IDA*: {why}"));
            (patterns, *redundant)
        }
    };
    for (i, plan) in patterns.iter().enumerate() {
        let about = if i == 0 { "  guided by" } else { "  later by" };
        lines.say(about, &planned(plan));
    }
    if patterns.is_empty() {
        lines.say("  guided by", "pieces out of place");
    }
    if sequences > 0 {
        let sequences = counted(sequences as u64, "sequence");
        let moves = counted(longest as u64, "move");
        let others = format!("{sequences} of up to {moves}: others do the same");
        lines.say("  leaves out", &others);
    }
}

/// Pattern databases that will be made: a byte for each board.
fn planned(plan: &Plan) -> String {
    let tables = counted(plan.tables as u64, "pattern database");
    let bytes = grouped_digits(&plan.boards.to_string());
    let bounds = match plan.is_sum {
        _ if plan.tables == 1 => "",
        true => "; their bounds add up",
        false => "; the greatest bound counts",
    };
    format!("{tables}, {bytes} bytes{bounds}")
}

fn big(number: &BigUint) -> String {
    grouped_digits(&number.to_string())
}

/// `1 in 2`, as far as it is a whole number; of more than half, how many are left.
fn share(part: &BigUint, whole: &BigUint) -> String {
    if *part == BigUint::ZERO {
        return "none".to_owned();
    }
    let left = whole % part;
    if left == BigUint::ZERO {
        format!("1 in {}", big(&(whole / part)))
    } else if &left + part == *whole {
        format!("all but {}", big(&left))
    } else {
        format!("about 1 in {}", big(&(whole / part)))
    }
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
pub fn json(definition: &Model, report: &Report) -> Value {
    let moves = definition.moves.iter().zip(&report.inverses);
    let moves = moves.map(|(name, inverse)| {
        let inverse = inverse.and_then(|back| definition.moves.get(back.index()));
        let mut steps = moves::steps(definition).into_iter();
        let steps = steps.find(|(own, _)| own == name).map(|(_, steps)| steps);
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
            "boards": view.arrangements.to_string(),
            "solvable": view.solvable.as_ref().ok().map(ToString::to_string),
            "entries": view.boards,
            "seconds": view.time.map(|time| time.as_secs_f64()),
        })
    });
    let apart = report
        .apart
        .iter()
        .map(|(from, to)| json!([from + 1, to + 1]));
    let (method, bytes, patterns, redundant) = match &report.method {
        PlannedMethod::Table { bytes, .. } => ("table", Some(*bytes), &[][..], Value::Null),
        PlannedMethod::Search {
            bytes,
            patterns,
            redundant: (sequences, longest),
        } => {
            let redundant = json!({"sequences": sequences, "longest": longest});
            ("search", *bytes, &patterns[..], redundant)
        }
    };
    let patterns = patterns.iter().map(|plan| {
        let bound = if plan.is_sum { "sum" } else { "greatest" };
        json!({ "tables": plan.tables, "boards": plan.boards, "bound": bound })
    });
    json!({
        "name": definition.name,
        "title": definition.title,
        "cells": definition.structure.cells(),
        "pieces": pieces.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "arrangements": report.arrangements.to_string(),
        "solvable": report.solvable.as_ref().ok().map(ToString::to_string),
        "group": report.group.as_ref().map(ToString::to_string),
        "symmetries": report.symmetries.0,
        "symmetries_complete": report.symmetries.1,
        "goals": goals.collect::<Vec<_>>(),
        "apart": apart.collect::<Vec<_>>(),
        "views": views.collect::<Vec<_>>(),
        "method": method,
        "bytes": bytes,
        "patterns": patterns.collect::<Vec<_>>(),
        "redundant": redundant,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two in three once were "about 1 in 1".
    #[test]
    fn more_than_half_is_all_but_some() {
        for (part, whole, shown) in [
            (0u32, 3u32, "none"),
            (2, 6, "1 in 3"),
            (2, 5, "about 1 in 2"),
            (2, 3, "all but 1"),
        ] {
            assert_eq!(share(&part.into(), &whole.into()), shown);
        }
    }
}
