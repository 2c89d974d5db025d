//! A survey as one JSON object.

use std::io::{self, Write};

use serde::Serialize;

use super::Surveyed;
use crate::number::Count;

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    title: &'a str,
    goal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    boards: Count,
    unsolvable: Option<Count>,
    gods_number: u8,
    mean: f64,
    median: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    several_goals: Option<Count>,
    symmetries: Symmetries,
    hardest: Hardest,
    distances: Vec<Distance>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hardest_boards: Vec<Hard<'a>>,
}

#[derive(Serialize)]
struct Symmetries {
    count: u64,
    cells: u64,
    symbols: u64,
    complete: bool,
}

#[derive(Serialize)]
struct Hardest {
    boards: Count,
    classes: Count,
    fewest_answers: Count,
    most_answers: Count,
}

#[derive(Serialize)]
struct Distance {
    moves: usize,
    boards: Count,
    #[serde(skip_serializing_if = "Option::is_none")]
    several_goals: Option<Count>,
}

#[derive(Serialize)]
struct Hard<'a> {
    board: &'a str,
    moves: u8,
    class: Count,
    answer: &'a str,
    answers: Count,
}

/// Writes the object and ends its line.
pub fn write(surveyed: &Surveyed, out: &mut impl Write) -> io::Result<()> {
    let figures = &surveyed.figures;
    let (peak, symmetries) = (&figures.peak, figures.symmetries);
    let sets = &surveyed.sets;
    let tying = |count: Option<u64>| count.filter(|_| sets.are_none()).map(Count::from);
    let counts = figures.counts.iter().enumerate();
    let distances = counts.map(|(moves, &boards)| Distance {
        moves,
        boards: boards.into(),
        several_goals: tying(figures.tying.get(moves).copied()),
    });
    let boards = surveyed.hardest.iter().map(|hard| Hard {
        board: &hard.board,
        moves: hard.distance,
        class: hard.class.into(),
        answer: &hard.answer,
        answers: Count(hard.answers),
    });
    let object = Object {
        puzzle: &surveyed.name,
        title: &surveyed.title,
        goal: surveyed.goal.as_deref(),
        start: sets.start.as_deref(),
        target: sets.target.as_deref(),
        boards: figures.boards.into(),
        unsolvable: figures.unsolvable.map(Count::from),
        gods_number: figures.greatest,
        mean: figures.mean,
        median: figures.median,
        several_goals: tying(Some(figures.tying.iter().sum())),
        symmetries: Symmetries {
            count: symmetries.cells * symmetries.symbols,
            cells: symmetries.cells,
            symbols: symmetries.symbols,
            complete: symmetries.is_complete,
        },
        hardest: Hardest {
            boards: peak.boards.into(),
            classes: peak.classes.into(),
            fewest_answers: Count(peak.fewest_answers),
            most_answers: Count(peak.most_answers),
        },
        distances: distances.collect(),
        hardest_boards: boards.collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
