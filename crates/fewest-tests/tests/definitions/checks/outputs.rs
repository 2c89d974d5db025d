//! Checking of answers: correct ones, and wrong ones of every kind.

use fastrand::Rng;
use fewest_text::Judgement;
use fewest_text::formats::Policy;

use super::{Case, Check, ensure, from, input, sample};
use crate::draw::pick;
use crate::world::World;

/// An answer, and the policies under which it is correct.
struct Answer {
    text: String,
    least: bool,
    shortest: bool,
    valid: bool,
}

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    for policy in [
        None,
        Some(Policy::Least),
        Some(Policy::Shortest),
        Some(Policy::Valid),
    ] {
        let boards = sample(world, rng, 12);
        let odd = rng.usize(..boards.len());
        let is_good = rng.u8(..3) == 0;
        let answers: Vec<Answer> = boards
            .iter()
            .enumerate()
            .map(|(place, &board)| {
                if place == odd && !is_good {
                    changed(world, board, rng)
                } else {
                    right(world, board)
                }
            })
            .collect();
        let format = *pick(rng, &["plain", "drawn"]);
        let boards = input(case, &boards, rng, format);
        let output: String = answers.iter().map(|answer| answer.text.as_str()).collect();
        let judgement = fewest_text::check(
            case.puzzle,
            &case.options(),
            &from(format),
            policy,
            ("boards", &mut boards.as_bytes()),
            ("answers", &mut output.as_bytes()),
        );
        let judgement = judgement.map_err(|error| format!("{policy:?}: {error}: {boards}"))?;
        let is_right = |answer: &Answer| match policy {
            None | Some(Policy::Least) => answer.least,
            Some(Policy::Shortest) => answer.shortest,
            Some(Policy::Valid) => answer.valid,
        };
        let wrong = answers.iter().position(|answer| !is_right(answer));
        let is_expected = match (&judgement, wrong) {
            (Judgement::Right(count), None) => *count == answers.len() as u64,
            (Judgement::Wrong(mistake), Some(place)) => mistake.board == Some(place as u64 + 1),
            _ => false,
        };
        ensure!(
            is_expected,
            "{policy:?}: {judgement:?}, but answer {wrong:?} is wrong\n{boards}\n{output}"
        );
    }
    Ok(())
}

fn written(world: &World, moves: &[usize]) -> String {
    format!("{} {}\n", moves.len(), world.names(moves)).replace(" \n", "\n")
}

fn right(world: &World, board: usize) -> Answer {
    let text = world
        .first_answer(board)
        .map_or("unsolvable\n".to_owned(), |moves| written(world, &moves));
    Answer {
        text,
        least: true,
        shortest: true,
        valid: true,
    }
}

fn changed(world: &World, board: usize, rng: &mut Rng) -> Answer {
    let real = world.distance[board];
    if rng.u8(..3) == 0 {
        let is_right = real.is_none();
        return Answer {
            text: "unsolvable\n".to_owned(),
            least: is_right,
            shortest: is_right,
            valid: is_right,
        };
    }
    // A random walk, which may reach a goal.
    let mut moves = Vec::new();
    let mut now = board;
    let length = if rng.bool() {
        real.unwrap_or(3) as usize
    } else {
        rng.usize(..8)
    };
    let is_solved = |board: usize| world.distance[board] == Some(0);
    for _ in 0..length {
        // Mostly towards the goal.
        let nearer =
            |to: usize| world.distance[to].is_some() && world.distance[to] < world.distance[now];
        let legal = world.next[now]
            .iter()
            .enumerate()
            .filter_map(|(place, to)| Some((place, (*to)?)));
        let legal: Vec<(usize, usize)> = legal.collect();
        let good: Vec<(usize, usize)> = legal
            .iter()
            .copied()
            .filter(|(_, to)| nearer(*to))
            .collect();
        let from = if good.is_empty() || rng.u8(..4) == 0 {
            &legal
        } else {
            &good
        };
        if from.is_empty() {
            break;
        }
        let (place, to) = *pick(rng, from);
        moves.push(place);
        now = to;
    }
    if rng.u8(..4) == 0 && !moves.is_empty() {
        let place = rng.usize(..moves.len());
        moves[place] = rng.usize(..world.model.moves.len());
    }
    let end = world.replay(board, &moves);
    let valid = end.is_some_and(is_solved);
    let shortest = valid && real.is_some_and(|real| real as usize == moves.len());
    let least = valid && world.first_answer(board).as_ref() == Some(&moves);
    Answer {
        text: written(world, &moves),
        least,
        shortest,
        valid,
    }
}
