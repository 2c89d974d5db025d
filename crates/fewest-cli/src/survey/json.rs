//! A survey as one JSON object. Fields that were not computed are absent.

use std::io::{self, Write};

use serde::Serialize;

use super::Surveyed;
use crate::json;
use crate::number::Count;

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    title: &'a str,
    goal: Option<&'a str>,
    start: Option<&'a str>,
    target: Option<&'a str>,
    boards: Count,
    solvable: Option<Count>,
    unsolvable: Option<Count>,
    complete: bool,
    farthest: usize,
    mean: f64,
    median: usize,
    several_goals: Option<Count>,
    symmetries: Option<Symmetries>,
    hardest: Hardest,
    counts: Vec<CountAt>,
    hardest_boards: Option<Vec<Hard<'a>>>,
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
    classes: Option<Count>,
    fewest_answers: Option<Count>,
    most_answers: Option<Count>,
}

#[derive(Serialize)]
struct CountAt {
    distance: usize,
    boards: Count,
    several_goals: Option<Count>,
}

#[derive(Serialize)]
struct Hard<'a> {
    board: &'a str,
    distance: usize,
    moves: Option<&'a str>,
    answers: Option<Count>,
    class: Count,
}

pub fn write(surveyed: &Surveyed, out: &mut impl Write) -> io::Result<()> {
    let (peak, sets) = (surveyed.peak.as_ref(), &surveyed.sets);
    let tying = surveyed.tying.as_ref();
    let counts = surveyed.counts.iter().enumerate();
    let by_distance = counts.map(|(distance, &boards)| CountAt {
        distance,
        boards: boards.into(),
        several_goals: tying.and_then(|tying| Some((*tying.get(distance)?).into())),
    });
    let boards = surveyed.hardest.iter().map(|hard| {
        let found = hard.answers.as_ref();
        Hard {
            board: &hard.board,
            distance: hard.distance,
            moves: found.map(|found| found.moves.as_str()),
            answers: found.map(|found| Count(found.count)),
            class: hard.class.into(),
        }
    });
    let answers = peak.and_then(|peak| peak.answers);
    let object = Object {
        puzzle: &surveyed.name,
        title: &surveyed.title,
        goal: surveyed.goal.as_deref(),
        start: sets.start.as_deref(),
        target: sets.target.as_deref(),
        boards: surveyed.boards().into(),
        solvable: surveyed.solvable.map(Count::from),
        unsolvable: surveyed.unsolvable.map(Count::from),
        complete: surveyed.is_complete,
        farthest: surveyed.farthest(),
        mean: surveyed.mean,
        median: surveyed.median,
        several_goals: tying.map(|tying| tying.iter().sum::<u64>().into()),
        symmetries: surveyed.symmetries.map(|symmetries| Symmetries {
            count: symmetries.cells * symmetries.symbols,
            cells: symmetries.cells,
            symbols: symmetries.symbols,
            complete: symmetries.is_complete,
        }),
        hardest: Hardest {
            boards: surveyed.counts.last().copied().unwrap_or(0).into(),
            classes: peak.map(|peak| peak.classes.into()),
            fewest_answers: answers.map(|(fewest, _)| Count(fewest)),
            most_answers: answers.map(|(_, most)| Count(most)),
        },
        counts: by_distance.collect(),
        hardest_boards: (!surveyed.hardest.is_empty()).then(|| boards.collect()),
    };
    json::write(&object, out)
}
