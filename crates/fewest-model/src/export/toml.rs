//! Puzzles as definitions.

use std::fmt::Write;

use crate::names::cycles;
use crate::{Blocks, Boards, Model};
use fewest_base::space::structure::{Turn, inverse};

/// The definition of a puzzle with these cells, pieces, moves, goals and notation.
pub(super) fn written(model: &Model) -> Result<String, String> {
    let text = text(model);
    let names = |model: &Model| (model.symbols.clone(), model.moves.clone(), model.cells());
    match Model::from_toml(&text) {
        Ok(read)
            if (&read.structure, &read.home) != (&model.structure, &model.home)
                || names(&read) != names(model) =>
        {
            Err("names of its cells, pieces or moves would mean something else there".to_owned())
        }
        Ok(_) => Ok(text),
        Err(problems) => {
            let first = problems.0.into_iter().next();
            Err(first.map_or_else(String::new, |problem| problem.message))
        }
    }
}

fn text(model: &Model) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let symbol = |symbol: usize| model.symbols.get(symbol).map_or("?", String::as_str);
    line(format!("name = {}", quoted(&model.name)));
    line(format!("title = {}", quoted(&model.title)));
    if let Some(rules) = &model.rules {
        line(format!("rules = {}", quoted(rules)));
    }
    if let Some(blocks) = &model.blocks {
        of_blocks(model, blocks).into_iter().for_each(line);
        return out;
    }
    line(format!(
        "cells = \"\"\"\n{}\"\"\"",
        escaped(&picture(model))
    ));
    let cells = (0..=u8::MAX).zip(&model.picture.names);
    let fixed: Vec<&str> = cells
        .filter(|(cell, _)| model.mover(*cell).is_none())
        .map(|(_, name)| name.as_str())
        .collect();
    if !fixed.is_empty() {
        line(format!("fixed = {}", quoted(&fixed.join(" "))));
    }
    let pieces = model.structure.pieces.iter().enumerate();
    let pieces: Vec<String> = pieces
        .map(|(index, &count)| match count {
            1 if !symbol(index).contains('*') => symbol(index).to_owned(),
            _ => format!("{}*{count}", symbol(index)),
        })
        .collect();
    line(format!("pieces = {}", quoted(&pieces.join(" "))));
    if let Some(blank) = model.blank {
        line(format!("blank = {}", quoted(symbol(blank.into()))));
    }
    if let Some(home) = &model.home {
        let home: Vec<&str> = home.iter().map(|&index| symbol(index.into())).collect();
        line(format!("home = {}", quoted(&home.join(" "))));
    }
    if !model.second_phase.is_empty() {
        let moves = model.second_phase.join(" ");
        line(format!("second_phase = {}", quoted(&moves)));
    }
    boards(model).into_iter().for_each(&mut line);
    let words: Vec<(String, String)> = model.words.entries(&model.moves).collect();
    if !words.is_empty() {
        line("\n[words]".to_owned());
        for (word, meaning) in words {
            line(format!("{} = {}", quoted(&word), quoted(&meaning)));
        }
    }
    for (place, name) in model.moves.iter().enumerate() {
        line(format!("\n[[move]]\nname = {}", quoted(name)));
        let turns = model.structure.turns.iter();
        let turns: Vec<&Turn> = turns.filter(|turn| turn.by.index() == place).collect();
        line(match turns[..] {
            [turn] if turn.needs.is_empty() || model.structure.has_conditions() => {
                let to = inverse(&turn.from).unwrap_or_default();
                let text = format!("cycles = {}", quoted(&cycles(&to, &model.picture.names)));
                let needs = turn.needs.iter();
                let needs = needs
                    .map(|&(at, needed)| format!("{}={}", cell(model, at), symbol(needed.into())));
                let needs: Vec<String> = needs.collect();
                match needs[..] {
                    [] => text,
                    _ => format!("{text}\nneeds = {}", quoted(&needs.join(" "))),
                }
            }
            _ => {
                let steps: Vec<String> = turns
                    .iter()
                    .filter_map(|turn| {
                        let (from, to) = turn.step()?;
                        Some(format!("{}>{}", cell(model, from), cell(model, to)))
                    })
                    .collect();
                format!("steps = {}", quoted(&steps.join(" ")))
            }
        });
    }
    for (place, goal) in model.structure.goals.iter().enumerate() {
        line("\n[[goal]]".to_owned());
        let name = model.goals.get(place).filter(|name| !name.is_empty());
        if let Some(name) = name {
            line(format!("name = {}", quoted(name)));
        }
        let board: Vec<&str> = goal
            .iter()
            .map(|content| content.map_or("?", |index| symbol(index.into())))
            .collect();
        line(format!("board = {}", quoted(&board.join(" "))));
    }
    out
}

/// The lines of a tray of blocks and its goals.
fn of_blocks(model: &Model, blocks: &Blocks) -> Vec<String> {
    let home = model.home.as_deref().unwrap_or_default();
    let drawing = |drawing: String| format!("blocks = \"\"\"\n{}\"\"\"", escaped(&drawing));
    let mut lines = vec![
        drawing(model.drawing(home)),
        format!("metric = {}", quoted(blocks.metric().name())),
    ];
    if blocks.is_along() {
        lines.push("slide = \"along\"".to_owned());
    }
    for (goal, name) in model.structure.goals.iter().zip(&model.goals) {
        lines.push("\n[[goal]]".to_owned());
        if !name.is_empty() {
            lines.push(format!("name = {}", quoted(name)));
        }
        lines.push(drawing(blocks.goal_drawing(goal)));
    }
    lines
}

/// The lines of `[boards]`; none if boards have the default notation.
fn boards(model: &Model) -> Vec<String> {
    let boards = &model.boards;
    if *boards == Boards::default() {
        return Vec::new();
    }
    let order = |order: &[u8]| {
        let cells: Vec<&str> = order.iter().map(|&place| cell(model, place)).collect();
        quoted(&cells.join(" "))
    };
    let symbols = |words: &[(String, u8)]| {
        let pair = |(word, symbol): &(String, u8)| {
            let symbol = model.symbols.get(usize::from(*symbol));
            format!("{word}={}", symbol.map_or("?", String::as_str))
        };
        quoted(&words.iter().map(pair).collect::<Vec<_>>().join(" "))
    };
    let mut lines = vec!["\n[boards]".to_owned()];
    if !boards.others.is_empty() {
        lines.push(format!("symbols = {}", symbols(&boards.others)));
    }
    if !boards.order.is_empty() {
        lines.push(format!("order = {}", order(&boards.order)));
    }
    if boards.is_counted {
        lines.push("counted = true".to_owned());
    }
    if let Some(end) = &boards.end {
        lines.push(format!("end = {}", quoted(end)));
    }
    if let Some(facelets) = &boards.facelets {
        let mut all: Vec<String> = (facelets.order.iter())
            .map(|&place| cell(model, place).to_owned())
            .collect();
        for (place, symbol) in &facelets.still {
            let symbol = model.symbols.get(usize::from(*symbol));
            let written = format!("={}", symbol.map_or("?", String::as_str));
            all.insert((*place).min(all.len()), written);
        }
        let (symbols, order) = (symbols(&facelets.words), quoted(&all.join(" ")));
        lines.push(format!(
            "facelets = {{ symbols = {symbols}, order = {order} }}"
        ));
    }
    lines
}

/// The cells where the picture has them.
fn picture(model: &Model) -> String {
    let mut lines = Vec::<String>::new();
    for (name, (row, place)) in model.picture.names.iter().zip(&model.picture.spots) {
        lines.resize(lines.len().max(row + 1), String::new());
        if let Some(line) = lines.get_mut(*row) {
            let missing = place
                .start
                .saturating_sub(line.chars().count())
                .max(usize::from(!line.is_empty()));
            // Writing to a string can't fail.
            let _ = write!(line, "{:missing$}{name}", "");
        }
    }
    lines
        .iter()
        .fold(String::new(), |text, line| text + line + "\n")
}

fn cell(model: &Model, cell: u8) -> &str {
    let names = &model.picture.names;
    names.get(usize::from(cell)).map_or("?", String::as_str)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
