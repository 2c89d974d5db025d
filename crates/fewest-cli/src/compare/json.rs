//! A comparison as one JSON object.

use std::io::{self, Write};

use fewest::catalogue::{Comparison, Contender, Preparation};
use fewest::lab::{Sum, Trial};
use fewest::search::{Iteration, Stop};
use serde::Serialize;

use super::{rate, stop_name};
use crate::number::Count;

#[derive(Serialize)]
struct Object<'c> {
    puzzle: &'c str,
    title: &'c str,
    asked: Count,
    left_out: Vec<LeftOut<'c>>,
    preparations: Vec<Prepared>,
    contenders: Vec<Entrant>,
    boards: Vec<OneBoard<'c>>,
}

#[derive(Serialize)]
struct LeftOut<'c> {
    name: &'c str,
    why: &'c str,
}

#[derive(Serialize)]
struct Prepared {
    name: &'static str,
    bytes: Count,
    seconds: f64,
}

impl From<&Preparation> for Prepared {
    fn from(preparation: &Preparation) -> Self {
        Self {
            name: preparation
                .guide
                .map_or("table", fewest::solver::Guide::name),
            bytes: preparation.bytes.into(),
            seconds: preparation.time.as_secs_f64(),
        }
    }
}

/// Who ran.
#[derive(Serialize)]
struct Name {
    method: &'static str,
    weight: Option<[u32; 2]>,
    heuristic: Option<&'static str>,
}

impl From<&Contender> for Name {
    fn from(contender: &Contender) -> Self {
        let weight = contender.technique.weight();
        Self {
            method: contender.technique.name(),
            weight: weight.map(|weight| [weight.numerator(), weight.denominator()]),
            heuristic: contender.guide.map(fewest::solver::Guide::name),
        }
    }
}

/// A contender and its runs added up.
#[derive(Serialize)]
struct Entrant {
    #[serde(flatten)]
    name: Name,
    boards: Count,
    solved: Count,
    proven: Count,
    longer: Count,
    moves: Count,
    bound: Count,
    #[serde(flatten)]
    work: Work,
}

impl Entrant {
    fn new(contender: &Contender, sum: &Sum) -> Self {
        Self {
            name: contender.into(),
            boards: sum.boards.into(),
            solved: sum.solved.into(),
            proven: sum.proven.into(),
            longer: sum.longer.into(),
            moves: sum.length.into(),
            bound: sum.lower_bound.into(),
            work: Work {
                expanded: sum.expanded.into(),
                generated: sum.generated.into(),
                reopened: sum.reopened.into(),
                memory: sum.memory.into(),
                branching: sum.branching(),
                seconds: sum.time.as_secs_f64(),
                nodes_per_second: rate(sum.generated, sum.time),
            },
        }
    }
}

/// What was done.
#[derive(Serialize)]
struct Work {
    expanded: Count,
    generated: Count,
    reopened: Count,
    memory: Count,
    branching: Option<f64>,
    seconds: f64,
    nodes_per_second: Option<f64>,
}

#[derive(Serialize)]
struct OneBoard<'c> {
    number: Count,
    board: &'c str,
    solvable: bool,
    shortest: Option<u32>,
    runs: Vec<Run<'c>>,
}

#[derive(Serialize)]
struct Run<'c> {
    #[serde(flatten)]
    name: Name,
    end: &'static str,
    moves: Option<u32>,
    answer: Option<&'c str>,
    bound: Option<u32>,
    #[serde(flatten)]
    work: Work,
    iterations: Vec<OneIteration>,
}

impl<'c> Run<'c> {
    fn new(contender: &Contender, (trial, answer): &'c (Trial, Option<String>)) -> Self {
        let outcome = &trial.outcome;
        let statistics = &outcome.statistics;
        Self {
            name: contender.into(),
            end: stop_name(outcome.stop),
            moves: trial.length(),
            answer: answer.as_deref(),
            bound: Some(outcome.lower_bound).filter(|_| outcome.stop != Stop::Exhausted),
            work: Work {
                expanded: statistics.expanded.into(),
                generated: statistics.generated.into(),
                reopened: statistics.reopened.into(),
                memory: statistics.memory.into(),
                branching: trial.branching(),
                seconds: trial.time.as_secs_f64(),
                nodes_per_second: rate(statistics.generated, trial.time),
            },
            iterations: statistics
                .iterations
                .iter()
                .map(OneIteration::from)
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct OneIteration {
    threshold: u32,
    expanded: Count,
    generated: Count,
}

impl From<&Iteration> for OneIteration {
    fn from(iteration: &Iteration) -> Self {
        Self {
            threshold: iteration.threshold,
            expanded: iteration.expanded.into(),
            generated: iteration.generated.into(),
        }
    }
}

/// Writes the object and ends its line.
pub fn write(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let contenders = &comparison.contenders;
    let left_out = comparison.left_out.iter();
    let object = Object {
        puzzle: &comparison.name,
        title: &comparison.title,
        asked: comparison.asked.into(),
        left_out: left_out.map(|(name, why)| LeftOut { name, why }).collect(),
        preparations: comparison.preparations.iter().map(Prepared::from).collect(),
        contenders: (contenders.iter().zip(&comparison.sums()))
            .map(|(contender, sum)| Entrant::new(contender, sum))
            .collect(),
        boards: (comparison.boards.iter())
            .map(|board| OneBoard {
                number: board.number.into(),
                board: &board.board,
                solvable: board.is_solvable,
                shortest: board.shortest,
                runs: (contenders.iter().zip(&board.runs))
                    .map(|(contender, run)| Run::new(contender, run))
                    .collect(),
            })
            .collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
