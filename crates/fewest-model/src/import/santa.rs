//! Reading `puzzle_info.csv` of the contest "Santa 2023 - The Polytope Permutation Puzzle" (Kaggle):
//! a row for each type of puzzle, with its name and its moves in Python's notation.
//!
//! A move lists the cell that each cell takes its colour from. Its inverse, whose name begins with
//! `-`, is also a move, and every move counts as one.

use std::ops::Range;

use super::json::JsonReader;
use super::puzzle::{is_plain_name, plain, slug};
use crate::names::Mapping;
use crate::problem::Findings;
use crate::{MAX_CELLS, Model};
use fewest_base::space::Move;
use fewest_base::space::structure::{Structure, Turn, inverse};
use fewest_base::support::number::grouped;

/// The maximum length of a table of puzzles, in bytes; the contest's has some megabytes.
pub const LONGEST_TABLE: usize = 1 << 24;
/// The message for a table of more than [`LONGEST_TABLE`] bytes.
#[must_use]
pub fn table_too_large() -> String {
    let max_bytes = grouped(LONGEST_TABLE as u64);
    format!("too large for a table of puzzles: over {max_bytes} bytes")
}

/// The number of names in a message.
const SHOWN_NAMES: usize = 8;
/// Further columns are skipped.
const MAX_COLUMNS: usize = 16;

/// A part of the file and its place.
type Cell<'t> = (Range<usize>, &'t str);

/// The puzzle in one row of the table. The solution lists the colours of the solved board,
/// separated by `;`; without it, all colours differ.
pub(super) fn read(
    text: &str,
    puzzle: Option<&str>,
    solution: Option<&str>,
    findings: &mut Findings<'_>,
    notes: &mut Findings<'_>,
) -> Option<Model> {
    let ((name_at, name), (moves_at, moves)) = row(text, puzzle, findings)?;
    // With these quotes, Python's notation of names and lists is JSON of the same length.
    let moves = moves.replace('\'', "\"");
    let mut json = JsonReader::new(&moves, moves_at.start, findings);
    let whole = json.whole()?;
    let mut cells = None;
    let mut names: Vec<String> = Vec::new();
    let mut effects: Vec<Mapping> = Vec::new();
    for (name, value) in json.object(whole, "`allowed_moves`")?.0 {
        if !is_plain_name(name) {
            let problem = "a move's name has letters, digits, _, - and ' only";
            return json.fail(name, problem);
        }
        let count = match cells {
            Some(count) => count,
            None => json.list(value, "a move")?.len(),
        };
        if !(2..=MAX_CELLS).contains(&count) {
            let problem = format!("a puzzle has 2 to {MAX_CELLS} cells; this one has {count}");
            return json.fail(name, problem);
        }
        cells = Some(count);
        let from = json.permutation(value, count)?;
        let from: Option<Mapping> = from.into_iter().map(|f| u8::try_from(f).ok()).collect();
        let from = from?;
        if (0..=u8::MAX).zip(&from).all(|(to, &from)| to == from) {
            let note = format!("the move `{name}` is left out: it changes nothing");
            notes.add(json.span(name), note);
            continue;
        }
        if let Some(earlier) = effects.iter().position(|effect| *effect == from) {
            let earlier = names.get(earlier).map_or("", String::as_str);
            if earlier != name {
                let note =
                    format!("the move `{name}` is left out: it does the same as `{earlier}`");
                notes.add(json.span(name), note);
            }
            continue;
        }
        let back = inverse(&from).filter(|back| !effects.contains(back) && *back != from);
        for (new, effect) in [(name.to_owned(), Some(from)), (format!("-{name}"), back)] {
            let Some(effect) = effect else { continue };
            if names.contains(&new) {
                return json.fail(name, format!("two moves are called `{new}`"));
            }
            if names.len() == Move::LIMIT {
                let problem = format!("over {} moves with their inverses", Move::LIMIT);
                return json.fail(name, problem);
            }
            names.push(new);
            effects.push(effect);
        }
    }
    let Some(cells) = cells.filter(|_| !names.is_empty()) else {
        findings.add(moves_at, "a puzzle has at least one move");
        return None;
    };
    let colours = match solution {
        Some(solution) => solution
            .split(';')
            .map(|word| word.trim().to_owned())
            .collect(),
        None => (0..cells)
            .map(|cell| format!("N{cell}"))
            .collect::<Vec<String>>(),
    };
    if let Some(wrong) = colours.iter().find(|colour| !is_plain_name(colour)) {
        let problem =
            format!("the solution: a colour has letters, digits, _, - and ' only, not `{wrong}`");
        findings.add(name_at, problem);
        return None;
    }
    if colours.len() != cells {
        let found = colours.len();
        let problem = format!("the solution has {found} colours; this puzzle has {cells} cells");
        findings.add(name_at, problem);
        return None;
    }
    Some(model(name, names, effects, &colours))
}

fn model(name: &str, moves: Vec<String>, effects: Vec<Mapping>, colours: &[String]) -> Model {
    let mut symbols: Vec<String> = Vec::new();
    let mut pieces: Vec<u32> = Vec::new();
    let mut goal = Vec::new();
    for colour in colours {
        let known = symbols.iter().position(|symbol| symbol == colour);
        let place = known.unwrap_or_else(|| {
            symbols.push(colour.clone());
            pieces.push(0);
            symbols.len() - 1
        });
        if let Some(count) = pieces.get_mut(place) {
            *count += 1;
        }
        goal.push(u8::try_from(place).ok());
    }
    let turn = |(place, from)| Turn {
        by: Move::new(place),
        needs: Vec::new(),
        from,
    };
    let mut model = Model::of(Structure {
        pieces,
        turns: (0..=u8::MAX).zip(effects).map(turn).collect(),
        goals: vec![goal],
    });
    (model.name, model.title) = (slug(name), plain(name));
    (model.symbols, model.moves) = (symbols, moves);
    model.goals = vec!["solved".to_owned()];
    model.picture.names = (0..colours.len()).map(|cell| cell.to_string()).collect();
    model
}

/// The name and the moves of the puzzle with this name, or of the only one.
fn row<'t>(
    text: &'t str,
    puzzle: Option<&str>,
    findings: &mut Findings<'_>,
) -> Option<(Cell<'t>, Cell<'t>)> {
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    let header = record(text, &mut at);
    let column = |name: &str| {
        let mut columns = header.iter().flatten();
        columns.position(|(_, cell)| *cell == name)
    };
    let (Some(name), Some(moves)) = (column("puzzle_type"), column("allowed_moves")) else {
        let end = text.find('\n').unwrap_or(text.len());
        let problem = "the first line is `puzzle_type,allowed_moves`, as in puzzle_info.csv";
        findings.add(0..end, problem);
        return None;
    };
    let mut found: Option<(Cell<'t>, Cell<'t>)> = None;
    let mut others: Vec<&str> = Vec::new();
    while at < text.len() {
        let start = at;
        let Some(cells) = record(text, &mut at) else {
            findings.add(start..text.len(), "a quote without its end");
            return None;
        };
        if let [(_, "")] = cells[..] {
            continue;
        }
        let (Some(name), Some(moves)) = (cells.get(name), cells.get(moves)) else {
            let problem = "a row has a `puzzle_type` and its `allowed_moves`";
            findings.add(start..at, problem);
            return None;
        };
        if puzzle.is_none_or(|puzzle| puzzle == name.1) {
            if let Some((earlier, _)) = &found {
                let message = if let Some(puzzle) = puzzle {
                    format!("two puzzles are called `{puzzle}`")
                } else {
                    let (first, second) = (earlier.1, name.1);
                    format!(
                        "several puzzles, `{first}` and `{second}` among them: choose one with `--puzzle`"
                    )
                };
                findings.add(name.0.clone(), message);
                return None;
            }
            found = Some((name.clone(), moves.clone()));
        } else {
            others.push(name.1);
        }
    }
    if found.is_none() {
        let puzzle = puzzle.unwrap_or_default();
        let problem = if others.is_empty() {
            "the table has no puzzle".to_owned()
        } else {
            let shown = others.len().min(SHOWN_NAMES);
            let more = if others.len() > shown { ", ..." } else { "" };
            let names = others[..shown].join(", ");
            format!("no puzzle is called `{puzzle}`; there are {names}{more}")
        };
        findings.add(0..text.len().min(1), problem);
    }
    found
}

/// The cells of a record of a CSV file (RFC 4180) without their quotes; `None` if a quote has no
/// end. Afterwards, `at` is the start of the next record.
fn record<'t>(text: &'t str, at: &mut usize) -> Option<Vec<Cell<'t>>> {
    let mut cells = Vec::new();
    loop {
        let rest = text.get(*at..).unwrap_or_default();
        let (start, length, after) = if let Some(inner) = rest.strip_prefix('"') {
            let length = inner.find('"')?;
            (*at + 1, length, *at + length + 2)
        } else {
            let length = rest.find([',', '\n']).unwrap_or(rest.len());
            (*at, length, *at + length)
        };
        let cell = text
            .get(start..start + length)
            .unwrap_or_default()
            .trim_end_matches('\r');
        if cells.len() < MAX_COLUMNS {
            cells.push((start..start + cell.len(), cell));
        }
        // Everything up to the next comma or the end of the line, such as a carriage return.
        let rest = text.get(after..).unwrap_or_default();
        let skipped = rest.find([',', '\n']).unwrap_or(rest.len());
        *at = (after + skipped + 1).min(text.len());
        if !rest
            .get(skipped..)
            .is_some_and(|rest| rest.starts_with(','))
        {
            return Some(cells);
        }
    }
}
