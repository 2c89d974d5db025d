//! Single searches on a board: run for their figures, or shown step by step.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest::compare::{Choice, ComparedRun, Contender, Shown, Trial};
use fewest::model::Case;
use fewest::search::{Limits, Stop, Weight};
use fewest::solver::HeuristicName;
use fewest::{Algorithm, Board, Contest, Move, Options};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::open::Open;
use crate::request::Search;

const MAX_STEPS: usize = 5000;
/// Boards generated per step shown: some algorithms check the stop flag only now and then.
const NODES_PER_STEP: u64 = 256;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    algorithm: String,
    heuristic: Option<String>,
    stop: Stop,
    at_most: Option<u32>,
    at_least: u32,
    expanded: u64,
    generated: u64,
    reopened: u64,
    memory: u64,
    milliseconds: f64,
    preparation: f64,
    branching: Option<f64>,
    answer: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    threshold: Option<String>,
    board: Board,
    g: u32,
    h: u32,
    f: String,
    is_backward: bool,
    parent: Option<usize>,
    #[serde(rename = "move")]
    by: Option<usize>,
    open: Option<usize>,
    closed: Option<usize>,
}

/// Formats a fraction, as an integer if it is one.
fn fraction((numerator, denominator): (u64, u64)) -> String {
    match numerator.checked_rem(denominator) {
        Some(0) => (numerator / denominator).to_string(),
        _ => format!("{numerator}/{denominator}"),
    }
}

/// The steps of a search so far.
struct Steps<'o> {
    open: &'o Open,
    limit: usize,
    /// True if the search keeps the boards it has met.
    keeps_boards: bool,
    shown: Vec<Value>,
    is_cut: bool,
    /// For each side of the search, board and depth: the step that generated it, and the move.
    parents: FxHashMap<(bool, Board, u32), (usize, Move)>,
    /// For each side: the boards met and the boards expanded.
    met: [FxHashSet<Board>; 2],
    expanded: [FxHashSet<Board>; 2],
}

impl Steps<'_> {
    fn show(&mut self, shown: Shown) {
        if self.shown.len() >= self.limit {
            self.is_cut = true;
            return;
        }
        let (g, h, f, is_backward, board) = match shown {
            Shown::Threshold(threshold) => {
                // A new iteration starts again from the first board.
                self.parents.clear();
                self.shown.push(json!({ "threshold": fraction(threshold) }));
                return;
            }
            Shown::Expanded {
                g,
                h,
                f,
                is_backward,
                board,
            } => (g, h, f, is_backward, board),
        };
        let side = usize::from(is_backward);
        let number = self.shown.len();
        if !is_backward {
            for m in self.open.puzzle.legal_moves(&board) {
                if let Some(after) = self.open.puzzle.after(&board, m) {
                    self.met[side].insert(after.clone());
                    let key = (is_backward, after, g + 1);
                    let parent = self.parents.entry(key).or_insert((number, m));
                    // A depth-first search expands a board again from each parent.
                    if !self.keeps_boards {
                        *parent = (number, m);
                    }
                }
            }
        }
        self.met[side].insert(board.clone());
        self.expanded[side].insert(board.clone());
        let parent = self.parents.get(&(is_backward, board.clone(), g));
        let is_counted = self.keeps_boards && !is_backward;
        let closed = self.expanded[side].len();
        let step = Step {
            threshold: None,
            g,
            h,
            f: fraction(f),
            is_backward,
            parent: parent.map(|(step, _)| *step),
            by: parent.map(|(_, m)| m.index()),
            open: is_counted.then(|| self.met[side].len() - closed),
            closed: is_counted.then_some(closed),
            board,
        };
        self.shown.push(json!(step));
    }
}

impl Open {
    /// The algorithms and heuristics that can be compared on this puzzle.
    pub fn contenders(&self) -> Result<Value, Failure> {
        let heuristics = self.puzzle.compare(
            &[],
            &Contest {
                algorithms: Choice::These(vec![Algorithm::AStar.name().to_owned()]),
                heuristic_names: Choice::All,
                weights: Vec::new(),
            },
            &self.options,
        )?;
        let heuristics = heuristics.contenders.iter();
        let heuristics: Vec<&str> = heuristics.map(Contender::heuristic).collect();
        let algorithms = Algorithm::all(&[Weight::ONE]).into_iter();
        let algorithms =
            algorithms.filter(|algorithm| self.is_tabulated || *algorithm != Algorithm::Table);
        let algorithms = algorithms.map(|algorithm| {
            json!({
                "name": algorithm.name(),
                "isBlind": algorithm.is_blind(),
                "takesWeight": algorithm.weight().is_some(),
                "isProving": Algorithm::PROVING.contains(&algorithm),
            })
        });
        Ok(json!({
            "algorithms": algorithms.collect::<Vec<_>>(),
            "heuristics": heuristics,
        }))
    }

    /// Runs one search on a board.
    pub fn run(&self, board: &Board, search: &Search, limits: Limits) -> Result<Run, Failure> {
        let contest = contest(search)?;
        let options = Options {
            limits,
            algorithm: None,
            ..self.options.clone()
        };
        let comparison = (self.puzzle).compare(&[Case::from(board.clone())], &contest, &options)?;
        let left_out = comparison
            .left_out
            .first()
            .map(|(name, why)| Failure::input(format!("{name}: {why}")));
        let preparation = comparison
            .preparations
            .iter()
            .map(|preparation| preparation.time)
            .sum();
        let run = comparison.boards.into_iter().next();
        let run = run.and_then(|board| board.runs.into_iter().next());
        let Some(ComparedRun { trial, answer, .. }) = run else {
            return Err(left_out.unwrap_or_else(unsolvable));
        };
        Ok(Run {
            preparation: milliseconds(preparation),
            ..Run::of(search, &trial, answer)
        })
    }

    /// Shows one search on a board, step by step.
    pub fn step(&self, board: &Board, search: &Search, max_steps: usize) -> Result<Value, Failure> {
        let contest = contest(search)?;
        let algorithms = Algorithm::all(&[Weight::ONE]).into_iter();
        let mut named = algorithms.filter(|algorithm| algorithm.name() == search.algorithm);
        let max_steps = max_steps.min(MAX_STEPS);
        let mut steps = Steps {
            open: self,
            limit: max_steps,
            keeps_boards: named
                .next()
                .is_some_and(|algorithm| !algorithm.is_depth_first()),
            shown: Vec::new(),
            is_cut: false,
            parents: FxHashMap::default(),
            met: Default::default(),
            expanded: Default::default(),
        };
        let options = Options {
            limits: Limits {
                max_nodes: Some(max_steps as u64 * NODES_PER_STEP),
                ..self.options.limits
            },
            algorithm: None,
            cancel: Arc::new(AtomicBool::new(false)),
            ..self.options.clone()
        };
        let cancel = Arc::clone(&options.cancel);
        let cases = [Case::from(board.clone())];
        let run = self.puzzle.step(&cases, &contest, &options, &mut |shown| {
            steps.show(shown);
            cancel.store(steps.is_cut, std::sync::atomic::Ordering::Relaxed);
        });
        let (trial, answer) = run?;
        Ok(json!({
            "steps": steps.shown,
            "isCut": steps.is_cut,
            "run": Run::of(search, &trial, answer),
        }))
    }
}

impl Run {
    fn of(search: &Search, trial: &Trial, answer: Option<String>) -> Self {
        let outcome = &trial.outcome;
        Self {
            algorithm: search.algorithm.clone(),
            heuristic: search.heuristic.clone(),
            stop: outcome.stop,
            at_most: trial.length(),
            at_least: outcome.at_least,
            expanded: outcome.statistics.expanded,
            generated: outcome.statistics.generated,
            reopened: outcome.statistics.reopened,
            memory: outcome.statistics.memory,
            milliseconds: milliseconds(trial.time),
            preparation: 0.0,
            branching: trial.branching(),
            answer,
        }
    }
}

fn unsolvable() -> Failure {
    Failure::input("no moves solve this board")
}

fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A contest with only this search.
fn contest(search: &Search) -> Result<Contest, Failure> {
    let heuristic = search.heuristic.as_deref().map(|name| {
        let mut all = HeuristicName::ALL.into_iter();
        let known = all.find(|heuristic| heuristic.name() == name);
        known.ok_or_else(|| Failure::input(format!("no heuristic `{name}`")))
    });
    let heuristic_names = heuristic.transpose()?.map(|name| vec![name]);
    let weight = search.weight.as_deref().map(|text| {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let parts = (numerator.trim().parse(), denominator.trim().parse());
        let weight = match parts {
            (Ok(numerator), Ok(denominator)) => Weight::new(numerator, denominator).ok(),
            _ => None,
        };
        weight.ok_or_else(|| {
            let problem = "expected a weight of at least 1, like 3/2";
            Failure::input(format!("{problem}, found `{text}`"))
        })
    });
    Ok(Contest {
        algorithms: Choice::These(vec![search.algorithm.clone()]),
        heuristic_names: heuristic_names.map_or(Choice::Usual, Choice::These),
        weights: weight.transpose()?.into_iter().collect(),
    })
}
