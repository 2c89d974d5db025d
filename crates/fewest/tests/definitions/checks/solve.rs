//! Boards solved, by every algorithm, heuristic and tie.

use fastrand::Rng;
use fewest::catalogue::{Goal, Request, Tie};
use fewest::search::{Algorithm, Limits};
use fewest::solver::Guide;
use serde_json::Value;

use super::{Case, Check, ensure, input, sample};
use crate::draw::pick;
use crate::model;
use crate::world::World;

/// Boards that a search may generate where it can't tell that it has seen them.
const NODES: u64 = 2_000;
/// The heuristics of a definition, as they may be asked for.
const GUIDES: [&[Guide]; 5] = [
    &[],
    &[Guide::Blind],
    &[Guide::Misplaced],
    &[Guide::Pattern],
    &[Guide::Misplaced, Guide::Pattern],
];
/// Ways to answer that are tried on each definition.
const TRIES: usize = 10;

/// What may be asked for.
fn choices() -> Vec<Option<Algorithm>> {
    let named = Algorithm::PROVING.into_iter().map(Some);
    named.chain([None]).collect()
}

/// A few boards by some of all combinations.
pub fn algorithms(case: &Case<'_>, rng: &mut Rng) -> Check {
    let mut all = Vec::new();
    for algorithm in choices() {
        for guides in GUIDES {
            for tie in [None, Some(Tie::Least), Some(Tie::Any)] {
                all.push((algorithm, guides, tie));
            }
        }
    }
    rng.shuffle(&mut all);
    for (algorithm, guides, tie) in all.into_iter().take(TRIES) {
        let boards = sample(case.world, rng, 3);
        let nodes = algorithm
            .is_some_and(Algorithm::is_depth_first)
            .then_some(NODES);
        let request = Request {
            algorithm,
            tie,
            guide: guides.first().copied(),
            also: guides.iter().skip(1).copied().collect(),
            limits: Limits {
                nodes,
                ..Limits::default()
            },
            ..case.request()
        };
        solve(case, case.world, &request, &boards, rng)?;
        let mut hopeless = boards;
        hopeless.retain(|&board| case.world.distance[board].is_none());
        if algorithm.is_some_and(Algorithm::is_depth_first) && !hopeless.is_empty() {
            let endless = Request {
                limits: Limits::default(),
                ..request
            };
            solve(case, case.world, &endless, &hopeless, rng)?;
        }
    }
    Ok(())
}

/// All boards, or many, at once.
pub fn every_board(case: &Case<'_>, rng: &mut Rng) -> Check {
    let boards = sample(case.world, rng, 300);
    let algorithm = *pick(rng, &[None, Some(Algorithm::Table)]);
    solve(
        case,
        case.world,
        &Request {
            algorithm,
            ..case.request()
        },
        &boards,
        rng,
    )
}

/// Boards under limits of moves and memory.
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
        let request = Request {
            algorithm,
            tie: rng.bool().then_some(Tie::Any),
            limits: Limits {
                moves,
                nodes,
                memory,
                ..Limits::default()
            },
            ..case.request()
        };
        let number = *pick(rng, &[3, 40]);
        let boards = sample(case.world, rng, number);
        solve(case, case.world, &request, &boards, rng)?;
    }
    Ok(())
}

/// Boards with another goal than those of the file.
pub fn own_goal(case: &Case<'_>, rng: &mut Rng) -> Check {
    let (world, goal) = (case.world, rng.usize(..case.world.boards.len()));
    let mut model = world.model.clone();
    model.goals = vec![model::Goal {
        name: String::new(),
        board: world.boards[goal].iter().copied().map(Some).collect(),
    }];
    let request = Request {
        algorithm: *pick(rng, &choices()),
        goal: Some(Goal::Text {
            name: "the goal".to_owned(),
            text: world.line(goal).into_bytes(),
        }),
        limits: Limits {
            nodes: Some(NODES),
            ..Limits::default()
        },
        ..case.request()
    };
    let boards = sample(world, rng, 3);
    solve(case, &World::of(model), &request, &boards, rng)
}

/// Solves boards and holds every answer against a world.
fn solve(
    case: &Case<'_>,
    world: &World,
    request: &Request,
    boards: &[usize],
    rng: &mut Rng,
) -> Check {
    let format = *pick(rng, &["plain", "drawn"]);
    let request = Request {
        from: Some(format.to_owned()),
        to: Some("json".to_owned()),
        ..request.clone()
    };
    let how = format!(
        "{} with {:?} {:?}, {:?}, {:?}",
        request.algorithm.map_or("auto", Algorithm::name),
        request.guide,
        request.also,
        request.tie,
        request.limits
    );
    let text = input(case, boards, rng, format);
    let mut output = Vec::new();
    let run = case
        .face
        .session(&request)
        .map_err(|error| format!("{how}: {error}"))
        .and_then(|mut session| {
            let run = session.run("boards", &mut text.as_bytes(), &mut output);
            run.map_err(|error| format!("{how}: {error} in {text:?}"))
        });
    match run {
        Err(error) if is_excused(&request, &error) => return Ok(()),
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
        is_right(world, &request, board, &answer)
            .map_err(|problem| format!("{how}: {problem}: {line}"))?;
    }
    Ok(())
}

/// Searches from both ends need all goals, and tables memory: where they say that they can't, that is no mistake.
fn is_excused(request: &Request, error: &str) -> bool {
    request.limits.memory.is_some() && error.contains("allowed")
}

/// Whether a line of JSON is right about a board.
fn is_right(world: &World, request: &Request, board: usize, answer: &Value) -> Check {
    let line = world.line(board);
    ensure!(answer["board"] == line.as_str(), "the board is {line}");
    let real = world.distance[board];
    if let Some(bound) = answer["at_least"].as_u64() {
        ensure!(answer["stopped"].is_string(), "nothing stopped it");
        let (is_limited, nodes) = (request.limits.nodes.is_some(), answer["nodes"].as_u64());
        let is_limited = is_limited && nodes.is_some_and(|nodes| nodes >= NODES);
        ensure!(
            is_limited || request.limits.memory.is_some(),
            "no limit was reached"
        );
        ensure!(
            real.is_none_or(|real| bound <= real.into()),
            "{real:?} moves solve it"
        );
        return Ok(());
    }
    if let Some(most) = answer["more_than"].as_u64() {
        ensure!(
            request.limits.moves.map(u64::from) == Some(most),
            "that was not the limit"
        );
        ensure!(
            real.is_none_or(|real| u64::from(real) > most),
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
    ensure!(answer["optimal"] == true, "that is optimal");
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
    if request.tie != Some(Tie::Any) {
        let first = world.names(&world.first_answer(board).expect("it can be solved"));
        ensure!(names == first, "the first answer is {first}");
    }
    Ok(())
}
