//! A comparison as one JSON object.

use std::io::{self, Write};

use fewest::compare::{ComparedRun, Comparison, Contender, Preparation, Sum};
use fewest::search::{Iteration, Stop};
use fewest::solver::TableSource;
use serde::Serialize;

use super::{rate, stop_name};
use crate::json;
use crate::number::Count;

#[derive(Serialize)]
struct Object<'c> {
    puzzle: &'c str,
    title: &'c str,
    tie_order: Option<&'c str>,
    asked: Count,
    left_out: Vec<LeftOut<'c>>,
    preparations: Vec<Prepared<'c>>,
    contenders: Vec<Entrant>,
    boards: Vec<OneBoard<'c>>,
}

#[derive(Serialize)]
struct LeftOut<'c> {
    name: &'c str,
    why: &'c str,
}

#[derive(Serialize)]
struct Prepared<'c> {
    name: &'static str,
    partition: Option<&'c str>,
    tables: Option<&'static str>,
    bytes: Count,
    seconds: f64,
}

impl<'c> From<&'c Preparation> for Prepared<'c> {
    fn from(preparation: &'c Preparation) -> Self {
        Self {
            name: preparation
                .heuristic_name
                .map_or("table", fewest::solver::HeuristicName::name),
            partition: preparation.setup.partition.as_deref(),
            tables: preparation.setup.tables.map(TableSource::name),
            bytes: preparation.bytes.into(),
            seconds: preparation.time.as_secs_f64(),
        }
    }
}

#[derive(Serialize)]
struct Name {
    method: &'static str,
    weight: Option<[u32; 2]>,
    heuristic: Option<&'static str>,
}

impl From<&Contender> for Name {
    fn from(contender: &Contender) -> Self {
        let weight = contender.algorithm.weight();
        Self {
            method: contender.algorithm.name(),
            weight: weight.map(|weight| [weight.numerator(), weight.denominator()]),
            heuristic: contender
                .heuristic_name
                .map(fewest::solver::HeuristicName::name),
        }
    }
}

#[derive(Serialize)]
struct Entrant {
    #[serde(flatten)]
    name: Name,
    boards: Count,
    solved: Count,
    proven: Count,
    longer: Count,
    at_most: Count,
    at_least: Count,
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
            at_most: sum.at_most.into(),
            at_least: sum.at_least.into(),
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
    id: Option<Count>,
    board: &'c str,
    goal: Option<&'c str>,
    solvable: Option<bool>,
    at_most: Option<u32>,
    distance: Option<u32>,
    complete: bool,
    runs: Vec<Run<'c>>,
}

#[derive(Serialize)]
struct Run<'c> {
    #[serde(flatten)]
    name: Name,
    partition: Option<&'c str>,
    tables: Option<&'static str>,
    pruned_sequences: Option<Count>,
    pruned_longest: Option<Count>,
    end: &'static str,
    at_most: Option<u32>,
    moves: Option<&'c str>,
    at_least: Option<u32>,
    #[serde(flatten)]
    work: Work,
    iterations: Vec<OneIteration>,
}

impl<'c> Run<'c> {
    fn new(contender: &Contender, run: &'c ComparedRun) -> Self {
        let (trial, setup) = (&run.trial, &run.setup);
        let outcome = &trial.outcome;
        let statistics = &outcome.statistics;
        Self {
            name: contender.into(),
            partition: setup.partition.as_deref(),
            tables: setup.tables.map(TableSource::name),
            pruned_sequences: setup.pruned.map(|pruned| pruned.count.into()),
            pruned_longest: setup.pruned.map(|pruned| pruned.longest.into()),
            end: stop_name(outcome.stop),
            at_most: trial.length(),
            moves: run.answer.as_deref(),
            at_least: Some(outcome.at_least).filter(|_| outcome.stop != Stop::Exhausted),
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

pub fn write(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let contenders = &comparison.contenders;
    let left_out = comparison.left_out.iter();
    // Without a complete board there is nothing to sum up.
    let sums = if comparison.complete().next().is_some() {
        comparison.sums()
    } else {
        Vec::new()
    };
    let object = Object {
        puzzle: &comparison.name,
        title: &comparison.title,
        tie_order: comparison.tie_order.as_deref(),
        asked: comparison.asked.into(),
        left_out: left_out.map(|(name, why)| LeftOut { name, why }).collect(),
        preparations: comparison.preparations.iter().map(Prepared::from).collect(),
        contenders: (contenders.iter().zip(&sums))
            .map(|(contender, sum)| Entrant::new(contender, sum))
            .collect(),
        boards: (comparison.boards.iter())
            .map(|board| OneBoard {
                number: board.number.into(),
                id: board.id.map(Count::from),
                board: &board.board,
                goal: board.goal.as_deref(),
                solvable: board.is_unsolvable().then_some(false),
                at_most: board.at_most,
                distance: board.distance(),
                complete: board.is_complete,
                runs: (contenders.iter().zip(&board.runs))
                    .map(|(contender, run)| Run::new(contender, run))
                    .collect(),
            })
            .collect(),
    };
    json::write(&object, out)
}
