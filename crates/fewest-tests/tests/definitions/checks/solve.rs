//! Boards solved by every algorithm, heuristic and tie order.

use fastrand::Rng;
use fewest::search::{Algorithm, Limits};
use fewest::solver::HeuristicName;
use fewest::{Options, Tie};
use fewest_text::{Session, TextOptions};
use serde_json::Value;

use super::{Case, Check, ensure, from, input, sample};
use crate::draw::pick;
use crate::model;
use crate::world::World;

/// Node limit of searches that can't detect that they have seen all boards.
const NODES: u64 = 2_000;
const GUIDES: [&[HeuristicName]; 7] = [
    &[],
    &[HeuristicName::Blind],
    &[HeuristicName::Misplaced],
    &[HeuristicName::Pattern],
    &[HeuristicName::Misplaced, HeuristicName::Pattern],
    &[HeuristicName::Neighbours],
    &[HeuristicName::Pattern, HeuristicName::Neighbours],
];
/// Combinations tried on each definition.
const TRIES: usize = 10;

/// The algorithms to request.
pub fn choices() -> Vec<Option<Algorithm>> {
    let named = Algorithm::PROVING.into_iter().map(Some);
    named.chain([None]).collect()
}

/// Solves a few boards by some of all combinations.
pub fn algorithms(case: &Case<'_>, rng: &mut Rng) -> Check {
    let mut all = Vec::new();
    for algorithm in choices() {
        for heuristic_names in GUIDES {
            for tie in [None, Some(Tie::Least), Some(Tie::Any)] {
                all.push((algorithm, heuristic_names, tie));
            }
        }
    }
    let has_neighbours = case.has_neighbours();
    all.retain(|(_, names, _)| has_neighbours || !names.contains(&HeuristicName::Neighbours));
    rng.shuffle(&mut all);
    for (algorithm, heuristic_names, tie) in all.into_iter().take(TRIES) {
        let boards = sample(case.world, rng, 3);
        let nodes = algorithm
            .is_some_and(Algorithm::is_depth_first)
            .then_some(NODES);
        let options = Options {
            algorithm,
            tie,
            heuristics: heuristic_names.to_vec(),
            limits: Limits {
                max_nodes: nodes,
                ..Limits::default()
            },
            ..case.options()
        };
        solve(case, case.world, &options, &boards, rng)?;
        let mut hopeless = boards;
        hopeless.retain(|&board| case.world.distance[board].is_none());
        if algorithm.is_some_and(Algorithm::is_depth_first) && !hopeless.is_empty() {
            let endless = Options {
                limits: Limits::default(),
                ..options
            };
            solve(case, case.world, &endless, &hopeless, rng)?;
        }
    }
    Ok(())
}

/// Solves all boards, or many, at once.
pub fn every_board(case: &Case<'_>, rng: &mut Rng) -> Check {
    let boards = sample(case.world, rng, 300);
    let algorithm = *pick(rng, &[None, Some(Algorithm::Table)]);
    solve(
        case,
        case.world,
        &Options {
            algorithm,
            ..case.options()
        },
        &boards,
        rng,
    )
}

/// Solves boards under limits of moves and memory.
pub fn limited(case: &Case<'_>, rng: &mut Rng) -> Check {
    for _ in 0..2 {
        let memory = rng.bool().then(|| *pick(rng, &[0, 500, 5_000, 50_000]));
        let nodes = memory.map(|_| NODES);
        let moves = (memory.is_none() || rng.bool()).then(|| rng.u32(..8));
        let algorithm = *pick(rng, &choices());
        let algorithm = if memory.is_some() { None } else { algorithm };
        let nodes = if algorithm.is_some_and(Algorithm::is_depth_first) {
            Some(NODES)
        } else {
            nodes
        };
        let options = Options {
            algorithm,
            tie: rng.bool().then_some(Tie::Any),
            limits: Limits {
                max_moves: moves,
                max_nodes: nodes,
                memory,
                ..Limits::default()
            },
            ..case.options()
        };
        let number = *pick(rng, &[3, 40]);
        let boards = sample(case.world, rng, number);
        solve(case, case.world, &options, &boards, rng)?;
    }
    Ok(())
}

/// Solves boards with another goal than those of the file.
pub fn another_goal(case: &Case<'_>, rng: &mut Rng) -> Check {
    let (world, goal) = (case.world, rng.usize(..case.world.boards.len()));
    let named = fewest_text::goal(case.puzzle, "the goal", world.line(goal).as_bytes());
    let options = Options {
        algorithm: *pick(rng, &choices()),
        goal: Some(named.map_err(|error| error.to_string())?),
        limits: Limits {
            max_nodes: Some(NODES),
            ..Limits::default()
        },
        ..case.options()
    };
    let boards = sample(world, rng, 3);
    solve(case, &with_goal(world, goal), &options, &boards, rng)
}

/// Solves the boards again, with one of them as the goal.
pub fn with_goal(world: &World, goal: usize) -> World {
    let mut model = world.model.clone();
    model.goals = vec![model::Goal {
        name: String::new(),
        board: world.boards[goal].iter().copied().map(Some).collect(),
    }];
    World::of(model)
}

/// Solves boards and compares every answer with a world.
fn solve(
    case: &Case<'_>,
    world: &World,
    options: &Options,
    boards: &[usize],
    rng: &mut Rng,
) -> Check {
    let format = *pick(rng, &["plain", "drawn"]);
    let text_options = TextOptions {
        to: Some("json".to_owned()),
        ..from(format)
    };
    let how = format!(
        "{} with {:?}, {:?}, {:?}",
        options.algorithm.map_or("auto", Algorithm::name),
        options.heuristics,
        options.tie,
        options.limits
    );
    let text = input(case, boards, rng, format);
    let mut output = Vec::new();
    let run = Session::new(case.puzzle, options.clone(), text_options)
        .map_err(|error| format!("{how}: {error}"))
        .and_then(|mut session| {
            let run = session.run("boards", &mut text.as_bytes(), &mut output);
            run.map_err(|error| format!("{how}: {error} in {text:?}"))
        });
    match run {
        Err(error) if is_excused(options, &error) => return Ok(()),
        run => run?,
    };
    let output = String::from_utf8(output).map_err(|error| format!("{how}: {error}"))?;
    let lines: Vec<&str> = output.lines().collect();
    ensure!(
        lines.len() == boards.len(),
        "{how}: {} answers to {} boards",
        lines.len(),
        boards.len()
    );
    for (line, &board) in lines.iter().zip(boards) {
        let answer: Value =
            serde_json::from_str(line).map_err(|error| format!("{how}: {error}: {line}"))?;
        is_right(world, options, board, &answer)
            .map_err(|problem| format!("{how}: {problem}: {line}"))?;
    }
    Ok(())
}

/// Returns true if an error only reports that the memory limit is too low.
fn is_excused(options: &Options, error: &str) -> bool {
    options.limits.memory.is_some() && error.contains("allowed")
}

/// Checks a line of JSON about a board.
fn is_right(world: &World, options: &Options, board: usize, answer: &Value) -> Check {
    let line = world.line(board);
    ensure!(answer["board"] == line.as_str(), "the board is {line}");
    let real = world.distance[board];
    if let Some(bound) = answer["at_least"].as_u64() {
        ensure!(answer["stopped"].is_string(), "nothing stopped it");
        let (is_limited, nodes) = (options.limits.max_nodes.is_some(), answer["nodes"].as_u64());
        let is_limited = is_limited && nodes.is_some_and(|nodes| nodes >= NODES);
        let is_beyond = answer["stopped"] == "move limit";
        let max_moves = options.limits.max_moves.map(u64::from);
        ensure!(
            is_limited || options.limits.memory.is_some() || is_beyond,
            "no limit was reached"
        );
        ensure!(
            !is_beyond || max_moves.is_some_and(|max_moves| bound > max_moves),
            "that was not the limit"
        );
        ensure!(
            real.is_none_or(|real| bound <= real.into()),
            "{real:?} moves solve it"
        );
        return Ok(());
    }
    let Some(real) = real else {
        ensure!(
            answer["solvable"] == false && answer["distance"].is_null(),
            "nothing solves it"
        );
        return Ok(());
    };
    ensure!(answer["distance"] == real, "{real} moves solve it");
    ensure!(answer["proven"] == true, "that is proven");
    let names = answer["moves"].as_str().ok_or("no moves")?;
    let moves = world
        .places(names)
        .ok_or_else(|| format!("no moves: {names}"))?;
    ensure!(moves.len() == real as usize, "{} moves", moves.len());
    let end = world.replay(board, &moves).ok_or("a move can't be made")?;
    let mut goals = 0..world.model.goals.len();
    let goal = goals.find(|&goal| world.model.meets(&world.boards[end], goal));
    let goal = goal.ok_or("the moves do not solve it")?;
    let name = &world.model.goals[goal].name;
    let is_named = world.model.goals.len() > 1 && !name.is_empty();
    let name = if is_named {
        name.clone()
    } else {
        world.line(end)
    };
    ensure!(
        world.model.has_images || answer["goal"] == name.as_str(),
        "the goal is {name}"
    );
    if options.tie != Some(Tie::Any) {
        let first = world.names(&world.first_answer(board).expect("it can be solved"));
        ensure!(names == first, "the first answer is {first}");
    }
    Ok(())
}
