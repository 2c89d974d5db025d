//! Boards solved one by one.

use fastrand::Rng;
use fewest::search::Algorithm;
use fewest::{AnswerCount, Board, Listing, Move, Options, Puzzle, Tie, Verdict};

use super::solve::{choices, with_goal};
use super::{Case, Check, ensure, sample};
use crate::draw::pick;
use crate::world::World;

/// The number of boards to solve, and with searches.
const BOARDS: usize = 20;
const SEARCHED: usize = 3;
/// The limits of listed and of classified answers per board.
const LISTED: usize = 30;
const CLASSIFIED: u128 = 10_000;

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    let usual = case.options();
    asked(case, case.world, &usual, BOARDS, rng)?;
    let mut named = choices();
    // These do not detect repeated boards.
    named.retain(|algorithm| !algorithm.is_some_and(Algorithm::is_depth_first));
    let searched = Options {
        algorithm: *pick(rng, &named),
        tie: *pick(rng, &[None, Some(Tie::Least), Some(Tie::Any)]),
        ..usual.clone()
    };
    asked(case, case.world, &searched, SEARCHED, rng)?;
    let goal = rng.usize(..case.world.boards.len());
    let text = case.world.line(goal);
    let named = fewest_text::goal(case.puzzle, "the goal", text.as_bytes());
    let options = Options {
        goal: Some(named.map_err(|error| error.to_string())?),
        ..usual
    };
    let world = with_goal(case.world, goal);
    asked(case, &world, &options, SEARCHED, rng)
        .map_err(|problem| format!("with the goal {text}: {problem}"))
}

/// Solves some boards, each by itself and all at once.
fn asked(
    case: &Case<'_>,
    world: &World,
    options: &Options,
    max_boards: usize,
    rng: &mut Rng,
) -> Check {
    let how = format!(
        "{}, {:?}",
        options.algorithm.map_or("auto", Algorithm::name),
        options.tie
    );
    let places = sample(world, rng, max_boards);
    let mut boards = Vec::new();
    for &place in &places {
        let line = world.line(place);
        let board = board(case, place).map_err(|problem| format!("{line}: {problem}"))?;
        is_right(case.puzzle, world, options, place, &board)
            .map_err(|problem| format!("{how}: {line}: {problem}"))?;
        boards.push(board);
    }
    let answers = case.puzzle.solve_all(&boards, options);
    let answers = answers.map_err(|error| format!("{how}: {error}"))?;
    let verdicts: Vec<Verdict> = answers.iter().map(|answer| answer.verdict).collect();
    let real: Vec<Verdict> = places.iter().map(|&place| verdict(world, place)).collect();
    ensure!(
        verdicts == real,
        "{how}: {verdicts:?} at once, not {real:?}"
    );
    Ok(())
}

/// The library's board: checks its symbols and the boards after it.
fn board(case: &Case<'_>, place: usize) -> Result<Board, String> {
    let (puzzle, world) = (case.puzzle, case.world);
    let line = world.line(place);
    let board = puzzle.board(&line).map_err(|error| error.to_string())?;
    let text = puzzle.text(&board);
    ensure!(text == line, "written as {text}");
    let symbols = board.symbols().iter();
    let symbols = symbols.map(|&symbol| puzzle.model().symbols[usize::from(symbol)].as_str());
    let real = world.boards[place].iter();
    let real = real.map(|&symbol| world.symbol(symbol));
    ensure!(symbols.eq(real), "the symbols {:?}", board.symbols());
    let again = puzzle.board_of(board.symbols());
    ensure!(again.as_ref() == Some(&board), "{again:?} of its symbols");
    ensure!(
        puzzle.is_solved(&board) == (world.distance[place] == Some(0)),
        "wrong about whether it is solved"
    );
    let after = puzzle.legal_moves(&board).into_iter().map(|m| {
        let after = puzzle.after(&board, m).map(|after| puzzle.text(&after));
        (m.index(), after.unwrap_or_default())
    });
    let after: Vec<(usize, String)> = after.collect();
    let real = legal(world, place).map(|(m, to)| (m, world.line(to)));
    ensure!(
        real.eq(after.iter().cloned()),
        "the moves lead to {after:?}"
    );
    Ok(board)
}

/// Checks the answer for one board.
fn is_right(
    puzzle: &Puzzle,
    world: &World,
    options: &Options,
    place: usize,
    board: &Board,
) -> Check {
    let real = verdict(world, place);
    let distance = puzzle.distance(board, options);
    ensure!(distance == Ok(real), "{distance:?}, not {real:?}");
    let answer = puzzle.solve(board, options);
    let answer = answer.map_err(|error| error.to_string())?;
    ensure!(answer.verdict == real, "{:?} solved", answer.verdict);
    let moves: Vec<usize> = answer.moves.iter().map(|m| m.index()).collect();
    match world.first_answer(place) {
        None => ensure!(moves.is_empty(), "{moves:?} of an unsolvable board"),
        Some(first) if options.tie == Some(Tie::Any) => {
            let end = world.replay(place, &moves);
            let is_solved = end.is_some_and(|end| world.distance[end] == Some(0));
            ensure!(
                is_solved && moves.len() == first.len(),
                "{moves:?} is not an answer"
            );
        }
        Some(first) => ensure!(moves == first, "{moves:?}, not {first:?}"),
    }
    all_answers(puzzle, world, options, place, board)?;
    let ahead = puzzle.moves_with_distances(board, options);
    let ahead = ahead.map_err(|error| error.to_string())?;
    let ahead: Vec<(usize, Verdict)> = ahead
        .iter()
        .map(|(m, verdict)| (m.index(), *verdict))
        .collect();
    let real = legal(world, place).map(|(m, to)| (m, verdict(world, to)));
    ensure!(real.eq(ahead.iter().copied()), "moves lead to {ahead:?}");
    let optimal = puzzle.optimal_moves(board, options);
    let optimal = optimal.map_err(|error| error.to_string())?;
    let optimal: Vec<usize> = optimal.iter().map(|m| m.index()).collect();
    let is_nearer =
        |to: usize| world.distance[to].is_some_and(|to| Some(to + 1) == world.distance[place]);
    let nearer = legal(world, place).filter(|&(_, to)| is_nearer(to));
    let nearer: Vec<usize> = nearer.map(|(m, _)| m).collect();
    ensure!(
        optimal == nearer,
        "{optimal:?} begin answers, not {nearer:?}"
    );
    Ok(())
}

/// Checks all its shortest answers, as move sequences, even if moves coincide.
fn all_answers(
    puzzle: &Puzzle,
    world: &World,
    options: &Options,
    place: usize,
    board: &Board,
) -> Check {
    let every = |max_answers| {
        puzzle.all_answers(
            board,
            Listing {
                limit: max_answers,
                every: true,
            },
            options,
        )
    };
    let all = every(LISTED as u64).map_err(|error| error.to_string())?;
    let (found, real) = (all.count, world.answers[place]);
    ensure!(
        found == AnswerCount::Exactly(real),
        "{found}, not {real}, {:?}",
        all.stopped
    );
    let moves = |moves: &[Move]| moves.iter().map(|m| m.index()).collect::<Vec<_>>();
    let listed = all.listed.iter().map(|listed| moves(&listed.moves));
    let (listed, real): (Vec<_>, _) = (listed.collect(), world.first_answers(place, LISTED));
    ensure!(listed == real, "{listed:?} listed, not {real:?}");
    let class = Listing {
        limit: u64::MAX,
        every: false,
    };
    if world.answers[place] > CLASSIFIED {
        return Ok(());
    }
    let classes = puzzle.all_answers(board, class, options);
    let classes = classes.map_err(|error| error.to_string())?;
    let count = classes.listed.len() as u128;
    ensure!(
        classes.classes == Some(AnswerCount::Exactly(count)),
        "{count} classes listed, not {:?}",
        classes.classes
    );
    let sum: u64 = classes.listed.iter().map(|listed| listed.class).sum();
    ensure!(
        u128::from(sum) == world.answers[place],
        "classes of {sum} answers"
    );
    Ok(())
}

fn verdict(world: &World, place: usize) -> Verdict {
    world.distance[place].map_or(Verdict::Unsolvable, Verdict::Solved)
}

/// The legal moves of a board, and the boards after them.
fn legal(world: &World, place: usize) -> impl Iterator<Item = (usize, usize)> {
    let moves = world.next[place].iter().enumerate();
    moves.filter_map(|(m, to)| Some((m, (*to)?)))
}
