//! Puzzles built from permutations.

use fewest::model::MAX_CELLS;
use fewest::space::structure::{Structure, Turn};
use fewest::{Model, Move};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::job::refused;

pub struct Permutations {
    moves: Vec<(String, Vec<u8>)>,
    symbols: Vec<String>,
    /// For each symbol, the number of pieces.
    pieces: Vec<u32>,
    goal: Vec<Option<u8>>,
    name: String,
    title: String,
}

#[derive(Clone, FromPyObject)]
enum Symbol {
    Number(i64),
    Name(String),
}

fn wrong(problem: impl Into<String>) -> PyErr {
    PyValueError::new_err(problem.into())
}

impl Permutations {
    pub fn read(
        moves: &Bound<'_, PyAny>,
        pieces: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        name: &str,
        title: Option<&str>,
    ) -> PyResult<Self> {
        let moves = read_moves(moves)?;
        let cells = moves.first().map_or(0, |(_, from)| from.len());
        let symbols = |name: &str| {
            let problem = format!("{name} must be a list with a number or a name for each cell");
            move |_| PyTypeError::new_err(problem)
        };
        let goal: Option<Vec<Option<Symbol>>> = goal
            .map(|goal| goal.extract().map_err(symbols("goal")))
            .transpose()?;
        let pieces: Option<Vec<Symbol>> = pieces
            .map(|pieces| pieces.extract().map_err(symbols("pieces")))
            .transpose()?;
        let pieces = match (pieces, &goal) {
            (Some(pieces), _) => pieces,
            (None, Some(goal)) if goal.iter().all(Option::is_some) => {
                goal.iter().flatten().cloned().collect()
            }
            (None, Some(_)) => {
                return Err(wrong(
                    "a goal with open cells needs pieces: the symbol of every piece",
                ));
            }
            (None, None) => (0..).take(cells).map(Symbol::Number).collect(),
        };
        let count = pieces.len();
        if count != cells {
            return Err(wrong(format!("{count} pieces for {cells} cells")));
        }
        let symbols = names(&pieces)?;
        let place = |symbol: &Symbol| -> PyResult<u8> {
            let name = match symbol {
                Symbol::Number(number) => &number.to_string(),
                Symbol::Name(name) => name,
            };
            let place = symbols.iter().position(|known| known == name);
            let place = place.and_then(|place| u8::try_from(place).ok());
            place.ok_or_else(|| {
                wrong(format!(
                    "the goal has `{name}`, which is not one of the pieces"
                ))
            })
        };
        let mut counts = vec![0u32; symbols.len()];
        for piece in &pieces {
            if let Some(count) = counts.get_mut(usize::from(place(piece)?)) {
                *count += 1;
            }
        }
        let goal: PyResult<Vec<Option<u8>>> = if let Some(goal) = &goal {
            let cells = goal.iter();
            cells
                .map(|symbol| symbol.as_ref().map(place).transpose())
                .collect()
        } else {
            pieces
                .iter()
                .map(|symbol| place(symbol).map(Some))
                .collect()
        };
        let goal = goal?;
        for (symbol, (name, &count)) in (0..=u8::MAX).zip(symbols.iter().zip(&counts)) {
            let needed = goal.iter().filter(|cell| **cell == Some(symbol)).count();
            if needed > count as usize {
                let problem = format!("the goal has {needed} of `{name}`, but there are {count}");
                return Err(wrong(problem));
            }
        }
        Ok(Self {
            moves,
            symbols,
            pieces: counts,
            goal,
            name: name.to_owned(),
            title: title.unwrap_or(name).to_owned(),
        })
    }

    pub fn puzzle(&self) -> PyResult<fewest::Puzzle> {
        let turns = (0..=u8::MAX).zip(&self.moves).map(|(m, (_, from))| Turn {
            by: Move::new(m),
            needs: Vec::new(),
            from: from.clone(),
        });
        let structure = Structure {
            pieces: self.pieces.clone(),
            turns: turns.collect(),
            goals: vec![self.goal.clone()],
        };
        let model = Model {
            name: self.name.clone(),
            title: self.title.clone(),
            symbols: self.symbols.clone(),
            moves: self.moves.iter().map(|(name, _)| name.clone()).collect(),
            ..Model::of(structure)
        };
        fewest::Puzzle::from_model(model).map_err(|error| refused(&error))
    }

    /// The arguments of `read`, as a dictionary.
    pub fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (arguments, moves) = (PyDict::new(py), PyDict::new(py));
        for (name, from) in &self.moves {
            let cells: Vec<u32> = from.iter().map(|&cell| cell.into()).collect();
            moves.set_item(name, cells)?;
        }
        let named = |symbol: u8| self.symbols.get(usize::from(symbol));
        let pieces = self.symbols.iter().zip(&self.pieces);
        let pieces = pieces.flat_map(|(name, &count)| std::iter::repeat_n(name, count as usize));
        let goal = self.goal.iter().map(|symbol| symbol.and_then(named));
        arguments.set_item("moves", moves)?;
        arguments.set_item("pieces", pieces.collect::<Vec<_>>())?;
        arguments.set_item("goal", goal.collect::<Vec<_>>())?;
        arguments.set_item("name", &self.name)?;
        arguments.set_item("title", &self.title)?;
        Ok(arguments)
    }

    /// Reads the output of `to_python`.
    pub fn from_python(arguments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let moves = arguments.get_item("moves")?;
        let (pieces, goal) = (arguments.get_item("pieces")?, arguments.get_item("goal")?);
        let name: String = arguments.get_item("name")?.extract()?;
        let title: String = arguments.get_item("title")?.extract()?;
        Self::read(&moves, Some(&pieces), Some(&goal), &name, Some(&title))
    }
}

fn read_moves(moves: &Bound<'_, PyAny>) -> PyResult<Vec<(String, Vec<u8>)>> {
    let items = moves.cast::<PyMapping>().map_err(|_| {
        let problem = "moves must be a mapping from names to lists of cells";
        PyTypeError::new_err(problem)
    })?;
    let items = items.items()?.into_iter().map(|item| {
        let (name, from): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let name = name.str()?.to_string();
        let from: Vec<i64> = from.extract().map_err(|_| {
            PyTypeError::new_err(format!("move `{name}` must be a list of cells, by number"))
        })?;
        Ok((name, from))
    });
    let moves: Vec<(String, Vec<i64>)> = items.collect::<PyResult<_>>()?;
    let first = moves
        .first()
        .map_or_else(String::new, |(name, _)| name.clone());
    let cells = moves.first().map_or(0, |(_, from)| from.len());
    if !(2..=MAX_CELLS).contains(&cells) {
        let problem = format!("a puzzle has at least one move, and 2 to {MAX_CELLS} cells");
        return Err(wrong(problem));
    }
    if moves.len() > Move::LIMIT {
        let (found, limit) = (moves.len(), Move::LIMIT);
        return Err(wrong(format!(
            "{found} moves; a puzzle has at most {limit}"
        )));
    }
    let permutation = |(name, from): (String, Vec<i64>)| {
        let mut sorted = from.clone();
        sorted.sort_unstable();
        if sorted.len() != cells {
            let found = sorted.len();
            let problem = format!("move `{name}` has {found} cells, move `{first}` has {cells}");
            return Err(wrong(problem));
        }
        if sorted.iter().copied().eq((1..).take(cells)) {
            let problem = format!("move `{name}` counts cells from 1: the first cell is 0");
            return Err(wrong(problem));
        }
        if from.iter().copied().eq((0..).take(cells)) {
            return Err(wrong(format!("move `{name}` moves no piece")));
        }
        let is_permutation = sorted.into_iter().eq((0..).take(cells));
        let bytes = from.into_iter().map(u8::try_from).collect();
        let bytes: Option<Vec<u8>> = Some(bytes).filter(|_| is_permutation).and_then(Result::ok);
        let last = cells - 1;
        let problem = || {
            wrong(format!(
                "move `{name}` is not a permutation of the cells 0 to {last}"
            ))
        };
        let bytes = bytes.ok_or_else(problem)?;
        Ok((name, bytes))
    };
    moves.into_iter().map(permutation).collect()
}

/// The names of symbols: numbers in numerical order, names in order of first appearance.
fn names(pieces: &[Symbol]) -> PyResult<Vec<String>> {
    let mut numbers: Vec<i64> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        match piece {
            Symbol::Number(number) => numbers.push(*number),
            Symbol::Name(name) if names.contains(name) => {}
            Symbol::Name(name) => names.push(name.clone()),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    if !numbers.is_empty() && !names.is_empty() {
        return Err(wrong("symbols must be all numbers or all names"));
    }
    if !numbers.iter().copied().eq((0..).take(numbers.len())) {
        return Err(wrong(
            "numeric symbols must be 0, 1, 2 and so on without gaps",
        ));
    }
    names.extend(numbers.iter().map(ToString::to_string));
    Ok(names)
}
