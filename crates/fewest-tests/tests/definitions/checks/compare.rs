//! Comparisons of searches, and searches step by step.

use fastrand::Rng;
use fewest::Options;
use fewest::compare::{Choice, Contest, Shown, Trial};
use fewest::search::{Algorithm, Limits, Stop, Weight};
use fewest::solver::HeuristicName;
use fewest_text::Input;

use super::{Case, Check, ensure, from, input, sample};
use crate::draw::pick;
use crate::world::World;

/// The most boards that a search may generate.
const NODES: u64 = 3_000;
/// The number of algorithms tried on each definition.
const TRIES: usize = 3;
const GUIDES: [HeuristicName; 3] = [
    HeuristicName::Blind,
    HeuristicName::Misplaced,
    HeuristicName::Pattern,
];

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    contest(case, rng)?;
    steps(case, rng)
}

fn options(case: &Case<'_>) -> Options {
    Options {
        limits: Limits {
            max_nodes: Some(NODES),
            ..Limits::default()
        },
        ..case.options()
    }
}

fn weights() -> Vec<Weight> {
    [(1, 1), (3, 2), (5, 1)]
        .into_iter()
        .filter_map(|(n, d)| Weight::new(n, d).ok())
        .collect()
}

fn contest(case: &Case<'_>, rng: &mut Rng) -> Check {
    let boards = sample(case.world, rng, 2);
    let text = input(case, &boards, rng, "plain");
    let all = Algorithm::all(&[Weight::ONE]).into_iter();
    let mut algorithms: Vec<&str> = all.map(Algorithm::name).collect();
    rng.shuffle(&mut algorithms);
    algorithms.truncate(TRIES);
    let heuristic_name = *pick(rng, &GUIDES);
    let contest = Contest {
        algorithms: Choice::These(algorithms.into_iter().map(str::to_owned).collect()),
        // A heuristic requested by name must exist.
        heuristic_names: if heuristic_name == HeuristicName::Pattern {
            Choice::All
        } else {
            Choice::These(vec![heuristic_name])
        },
        weights: weights(),
    };
    let mut inputs: Vec<Input> = vec![("boards".to_owned(), Box::new(std::io::Cursor::new(text)))];
    let options = options(case);
    let cases = fewest_text::read_all(case.puzzle, &options, &from("plain"), &mut inputs);
    let cases = cases.map_err(|error| error.to_string())?;
    let comparison = (case.puzzle).compare(&cases, &contest, &options);
    let comparison = comparison.map_err(|error| error.to_string())?;
    ensure!(
        comparison.boards.len() == boards.len(),
        "{} boards",
        comparison.boards.len()
    );
    for (compared, &board) in comparison.boards.iter().zip(&boards) {
        let line = case.world.line(board);
        let real = case.world.distance[board];
        ensure!(compared.board == line, "{} is {line}", compared.board);
        ensure!(
            !compared.is_unsolvable() || real.is_none(),
            "{line} can be solved"
        );
        ensure!(
            !compared.is_solvable || compared.runs.len() == comparison.contenders.len(),
            "{} runs",
            compared.runs.len()
        );
        for (contender, run) in comparison.contenders.iter().zip(&compared.runs) {
            let search = Some(contender.algorithm).filter(|&one| one != Algorithm::Table);
            is_right(case.world, board, search, &run.trial, run.answer.as_deref()).map_err(
                |problem| {
                    format!(
                        "{} {} on {line}: {problem}",
                        contender.title(),
                        contender.heuristic()
                    )
                },
            )?;
        }
    }
    Ok(())
}

/// Returns true if a search that ends finds the fewest moves.
fn is_optimal(search: Option<Algorithm>) -> bool {
    match search {
        Some(Algorithm::DepthFirst | Algorithm::Greedy) => false,
        Some(Algorithm::WeightedAStar(weight) | Algorithm::WeightedIdaStar(weight)) => {
            weight == Weight::ONE
        }
        _ => true,
    }
}

fn is_right(
    world: &World,
    board: usize,
    search: Option<Algorithm>,
    trial: &Trial,
    answer: Option<&str>,
) -> Check {
    let (outcome, real) = (&trial.outcome, world.distance[board]);
    let Some(moves) = &outcome.moves else {
        let is_deep = search == Some(Algorithm::DepthFirst);
        match outcome.stop {
            Stop::Exhausted => ensure!(
                real.is_none(),
                "claims that it can't be solved: {real:?} moves"
            ),
            Stop::Nodes => ensure!(outcome.statistics.generated >= NODES, "stopped early"),
            Stop::Moves if is_deep => {
                ensure!(real.is_none_or(|real| real > 31), "{real:?} moves solve it");
            }
            stop => return Err(format!("stopped by {stop:?}")),
        }
        let bound = outcome.at_least;
        ensure!(
            real.is_none_or(|real| bound <= real),
            "at least {bound} moves: {real:?} solve it"
        );
        return Ok(());
    };
    let places: Vec<usize> = moves.iter().map(|m| m.index()).collect();
    let end = world.replay(board, &places).ok_or("a move can't be made")?;
    ensure!(
        world.distance[end] == Some(0),
        "{places:?} does not solve it"
    );
    ensure!(
        answer == Some(&world.names(&places)),
        "{answer:?} are not the moves"
    );
    let real = real.ok_or("it can't be solved")?;
    ensure!(
        outcome.at_least <= real,
        "at least {}: {real} solve it",
        outcome.at_least
    );
    let is_proven = outcome.stop == Stop::Solved;
    ensure!(
        !is_proven || moves.len() == real as usize,
        "{} moves proven, {real} solve it",
        moves.len()
    );
    ensure!(!is_optimal(search) || is_proven, "not proven");
    Ok(())
}

/// Checks every board that a search expands, with its bounds.
fn steps(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let solvable: Vec<usize> = (0..world.boards.len())
        .filter(|&board| world.distance[board].is_some())
        .collect();
    let board = *pick(rng, &solvable);
    let search = *pick(rng, &Algorithm::all(&[Weight::ONE]));
    if search == Algorithm::Table {
        return Ok(());
    }
    let heuristic_name = *pick(rng, &GUIDES);
    let contest = Contest {
        algorithms: Choice::These(vec![search.name().to_owned()]),
        heuristic_names: Choice::These(vec![heuristic_name]),
        weights: vec![Weight::ONE],
    };
    let how = format!(
        "{} with {} on {}",
        search.name(),
        heuristic_name.name(),
        world.line(board)
    );
    let text = input(case, &[board], rng, "plain");
    let mut inputs: Vec<Input> = vec![("boards".to_owned(), Box::new(std::io::Cursor::new(text)))];
    let mut problem = None;
    let mut expanded = 0;
    let reached = world.reached(board);
    let mut show = |shown| {
        if let Shown::Expanded {
            g,
            h,
            is_backward,
            board: shown,
            ..
        } = shown
        {
            expanded += 1;
            let found = step(
                world,
                &reached,
                &case.puzzle.text(&shown),
                (g, h),
                is_backward,
            );
            problem = problem.take().or(found.err());
        }
    };
    let (options, text) = (options(case), from("plain"));
    let cases = fewest_text::read_all(case.puzzle, &options, &text, &mut inputs);
    let cases = cases.map_err(|error| format!("{how}: {error}"))?;
    let trial = (case.puzzle).step(&cases, &contest, &options, &mut show);
    let (trial, answer) = match trial {
        Ok(trial) => trial,
        // No pattern database exists for goals that fix nothing.
        Err(error) if error.to_string().contains("steps need a heuristic") => return Ok(()),
        Err(error) => return Err(format!("{how}: {error}")),
    };
    if let Some(problem) = problem {
        return Err(format!("{how}: {problem}"));
    }
    is_right(world, board, Some(search), &trial, answer.as_deref())
        .map_err(|problem| format!("{how}: {problem}"))?;
    let counted = trial.outcome.statistics.expanded;
    ensure!(
        expanded == counted || trial.outcome.stop == Stop::Nodes,
        "{how}: {expanded} boards of {counted}"
    );
    Ok(())
}

/// Checks an expanded board: no bound exceeds its distance.
fn step(
    world: &World,
    reached: &[bool],
    line: &str,
    (g, h): (u32, u32),
    is_backward: bool,
) -> Check {
    let board = world
        .parse(line)
        .ok_or_else(|| format!("no board: {line}"))?;
    if is_backward {
        let real = world.distance[board];
        ensure!(
            real.is_some_and(|real| real <= g),
            "{line} is {real:?} moves from a goal, not {g}"
        );
        return Ok(());
    }
    let real = world.distance[board];
    ensure!(
        real.is_none_or(|real| h <= real),
        "{line} takes {real:?} moves, not {h}"
    );
    ensure!(reached[board], "{line} can't be reached");
    Ok(())
}
