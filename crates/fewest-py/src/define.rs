//! Puzzles as definitions.

use std::fmt::Write;

use fewest::Model;
use fewest::space::structure::Turn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The definition of a puzzle with these cells, pieces, moves and goals.
pub fn definition(model: &Model) -> PyResult<String> {
    let text = written(model);
    let is_equivalent = |read: &Model| {
        let names = |model: &Model| (model.symbols.clone(), model.moves.clone(), model.cells());
        read.structure == model.structure && names(read) == names(model)
    };
    match Model::from_toml(&text) {
        Ok(read) if is_equivalent(&read) => Ok(text),
        Ok(_) => Err(PyValueError::new_err(format!(
            "{} can't be written as a definition",
            model.name
        ))),
        Err(problems) => Err(PyValueError::new_err(format!(
            "{} has no definition: {problems}",
            model.name
        ))),
    }
}

fn written(model: &Model) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let symbol = |symbol: usize| model.symbols.get(symbol).map_or("?", String::as_str);
    line(format!("name = {}", quoted(&model.name)));
    line(format!("title = {}", quoted(&model.title)));
    line(format!("cells = \"\"\"\n{}\"\"\"", picture(model)));
    let pieces = model.structure.pieces.iter().enumerate();
    let pieces = pieces.map(|(index, &count)| match count {
        1 => symbol(index).to_owned(),
        _ => format!("{}*{count}", symbol(index)),
    });
    let pieces: Vec<String> = pieces.collect();
    line(format!("pieces = {}", quoted(&pieces.join(" "))));
    if let Some(blank) = model.blank {
        line(format!("blank = {}", quoted(symbol(blank.into()))));
    }
    for (place, name) in model.moves.iter().enumerate() {
        line(format!("\n[[move]]\nname = {}", quoted(name)));
        let turns = model.structure.turns.iter();
        let turns: Vec<&Turn> = turns.filter(|turn| turn.by.index() == place).collect();
        line(match turns[..] {
            [turn] if turn.needs.is_none() => {
                format!("cycles = {}", quoted(&cycles(model, &turn.from)))
            }
            _ => {
                let steps = turns.iter().filter_map(|turn| {
                    let (from, to) = (turn.needs?.0, turn.origin()?);
                    Some(format!("{}>{}", cell(model, from), cell(model, to)))
                });
                let steps: Vec<String> = steps.collect();
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
        let board = goal
            .iter()
            .map(|content| content.map_or("?", |index| symbol(index.into())));
        let board: Vec<&str> = board.collect();
        line(format!("board = {}", quoted(&board.join(" "))));
    }
    out
}

/// The cells at their positions, one line per row.
fn picture(model: &Model) -> String {
    let names = &model.picture.names;
    let width = names.iter().map(|name| name.chars().count() + 1).max();
    let (width, mut lines) = (width.unwrap_or(2), Vec::<String>::new());
    for (name, &(row, column)) in names.iter().zip(&model.picture.grid) {
        lines.resize(lines.len().max(row + 1), String::new());
        if let Some(line) = lines.get_mut(row) {
            let missing = (column * width).saturating_sub(line.chars().count());
            let missing = missing.max(usize::from(!line.is_empty()));
            let _ = write!(line, "{:missing$}{name}", "");
        }
    }
    lines
        .iter()
        .fold(String::new(), |text, line| text + line + "\n")
}

/// A move as cycles of the cells that its pieces travel through.
fn cycles(model: &Model, from: &[u8]) -> String {
    let mut cycles = String::new();
    let mut is_done = vec![false; from.len()];
    for first in 0..from.len() {
        let mut cycle = Vec::new();
        let mut current = first;
        while let Some(done) = is_done.get_mut(current).filter(|done| !**done) {
            *done = true;
            cycle.push(cell(model, u8::try_from(current).unwrap_or(u8::MAX)));
            // The piece of this cell goes to the cell that takes it.
            let next = from
                .iter()
                .position(|source| usize::from(*source) == current);
            current = next.unwrap_or(first);
        }
        if cycle.len() > 1 {
            let _ = write!(cycles, "({})", cycle.join(" "));
        }
    }
    cycles
}

fn cell(model: &Model, cell: u8) -> &str {
    let names = &model.picture.names;
    names.get(usize::from(cell)).map_or("?", String::as_str)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
