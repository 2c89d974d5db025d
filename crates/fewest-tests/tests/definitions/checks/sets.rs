//! Surveys from and to sets of boards, by tables and by levels.

use fastrand::Rng;
use fewest::levels::LevelOptions;
use fewest::space::set::CellPattern;
use fewest::survey::HardBoard;
use fewest::{Board, BoardSet, Listing, Puzzle};

use super::{Case, Check, ensure};
use crate::draw::pick;
use crate::model::Goal;
use crate::world::World;

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    let world = case.world;
    let patterns = |rng: &mut Rng| (0..rng.usize(1..5)).map(|_| pattern(world, rng)).collect();
    let to: Option<Vec<CellPattern>> = (rng.usize(..3) > 0).then(|| patterns(rng));
    let from: Option<Vec<CellPattern>> =
        (to.is_none() || rng.usize(..3) > 0).then(|| patterns(rng));
    let boards = |set: &Vec<CellPattern>| {
        let is_in = |board: &usize| {
            set.iter()
                .any(|pattern| matches(pattern, &world.boards[*board]))
        };
        (0..world.boards.len()).filter(is_in).collect::<Vec<_>>()
    };
    let distance = to
        .as_ref()
        .map_or_else(|| world.distance.clone(), |to| world.distances(boards(to)));
    let all = (0..world.boards.len()).collect();
    let mut chosen: Vec<usize> = from.as_ref().map_or(all, boards);
    let (in_set, solvable) = (chosen.len() as u64, solvable(&chosen, &distance));
    let real = real(world, to.as_ref(), &boards);
    // No board is counted if no real one is solved.
    let solved = |board: &usize| distance[*board] == Some(0) && real[*board];
    let has_goal = (0..world.boards.len()).any(|board| solved(&board));
    chosen.retain(|&board| real[board]);
    let mut counts = vec![0u64];
    for distance in chosen.iter().filter_map(|&board| distance[board]) {
        let place = distance as usize;
        counts.resize(counts.len().max(place + 1), 0);
        counts[place] += 1;
    }
    let reached: u64 = counts.iter().sum();
    let others = in_set - solvable;

    let set = |patterns: &Option<Vec<CellPattern>>| -> Result<Option<BoardSet>, String> {
        let Some(patterns) = patterns else {
            return Ok(None);
        };
        let structure = &case.puzzle.model().structure;
        let set = BoardSet::of(structure, patterns.clone()).ok_or("no set")?;
        let boards = boards(patterns).len() as u64;
        ensure!(
            set.count(structure) == Some(boards),
            "a set of {:?} boards, not {boards}",
            set.count(structure)
        );
        read(case, patterns, &set)?;
        Ok(Some(set))
    };
    let (from_set, to_set) = (set(&from)?, set(&to)?);
    let mut puzzle = case.puzzle.clone();
    if let Some(to) = &to_set {
        puzzle = puzzle.to_set(to).map_err(|error| error.to_string())?;
    }
    let listing = Listing {
        limit: *pick(rng, &[0, 3, u64::MAX]),
        every: rng.bool(),
    };
    let details = listing.with_answers();
    let survey = match &from_set {
        Some(from) => puzzle.survey_from(from, details, &case.options()),
        None => puzzle.survey(details, &case.options()),
    };
    if !has_goal {
        ensure!(survey.is_err(), "no real board is solved: {survey:?}");
        return Ok(());
    }
    let survey = survey.map_err(|error| error.to_string())?;
    let figures = survey.figures;
    let mut both = real.iter().zip(&distance);
    let may_be_open = both.any(|(real, distance)| !real && distance.is_some())
        || from.is_some() && real.contains(&false);
    let is_known = figures.unsolvable.is_some() || !may_be_open;
    ensure!(
        figures.counts == counts && figures.unsolvable == is_known.then_some(others),
        "{:?} and {:?}, not {counts:?} and {others}: {from:?} to {to:?}",
        figures.counts,
        figures.unsolvable
    );
    let answers = world.answers(&distance);
    let farthest = chosen
        .iter()
        .filter(|&&board| reached > 0 && distance[board] == Some(u32::from(figures.farthest)));
    let found = figures.peak.answers;
    let of_peak = || farthest.clone().map(|&board| answers[board]);
    let expected = of_peak().min().zip(of_peak().max());
    ensure!(
        found == expected,
        "answers {found:?}, not {expected:?}: {from:?} to {to:?}"
    );
    let classes = classes(case, &survey.hardest, &chosen, (&distance, &answers))?;
    let listed = survey.hardest.len() as u64;
    if listing.every {
        ensure!(listed == reached.min(listing.limit), "{listed} boards");
    } else if listing.limit == u64::MAX {
        ensure!(classes == reached, "classes of {classes} boards");
    }
    let expected = &counts[..if reached == 0 { 0 } else { counts.len() }];
    by_levels(case, &puzzle, from_set, (expected, others, !may_be_open))
}

/// The boards to which moves lead from home: the goal, if the definition has one whole goal; otherwise
/// the only board to reach. Without either, all boards count.
fn real(
    world: &World,
    to: Option<&Vec<CellPattern>>,
    boards: &impl Fn(&Vec<CellPattern>) -> Vec<usize>,
) -> Vec<bool> {
    let is_whole = |goal: &Goal| goal.board.iter().all(Option::is_some);
    let has_home = matches!(&world.model.goals[..], [goal] if is_whole(goal));
    let whole = to.filter(|to| !has_home && to.iter().flatten().all(Option::is_some));
    match whole.map(boards).as_deref() {
        Some([home]) => world.reached(*home),
        _ => world.real.clone(),
    }
}

/// Checks boards that are listed; the sum of their classes.
fn classes(
    case: &Case<'_>,
    hardest: &[HardBoard<Board>],
    chosen: &[usize],
    (distance, answers): (&[Option<u32>], &[u128]),
) -> Result<u64, String> {
    let world = case.world;
    let mut classes = 0;
    for hard in hardest {
        let shown = case.puzzle.text(&hard.board);
        let board = world.parse(&shown).ok_or("no board")?;
        ensure!(chosen.contains(&board), "{shown} is not in the set");
        let answer = (Some(u32::from(hard.distance)), hard.answers);
        ensure!(
            (distance[board], answers[board]) == answer,
            "{shown}: {answer:?}, not {:?}",
            (distance[board], answers[board])
        );
        classes += hard.class;
    }
    Ok(classes)
}

fn solvable(boards: &[usize], distance: &[Option<u32>]) -> u64 {
    boards
        .iter()
        .filter(|&&board| distance[board].is_some())
        .count() as u64
}

fn by_levels(
    case: &Case<'_>,
    puzzle: &Puzzle,
    from: Option<BoardSet>,
    (expected, others, is_known): (&[u64], u64, bool),
) -> Check {
    let levels = LevelOptions {
        from: from.map(Into::into),
        ..LevelOptions::default()
    };
    let counted = match puzzle.count_levels(&levels, &case.options()) {
        // Levels do not tell real boards from others that lead to them.
        Err(error) if error.to_string().contains("without an inverse") => return Ok(()),
        counted => counted.map_err(|error| error.to_string())?,
    };
    let is_known = is_known || counted.others.is_some();
    let unreached = is_known.then_some(others);
    ensure!(
        counted.counts == expected && counted.is_complete && counted.others == unreached,
        "by levels {counted:?}, not {expected:?} and {unreached:?}"
    );
    Ok(())
}

fn pattern(world: &World, rng: &mut Rng) -> CellPattern {
    let board = &world.boards[rng.usize(..world.boards.len())];
    let open = *pick(rng, &[0, 3, 7, 9, 10]);
    let cell = |&symbol: &u8| (rng.usize(..10) >= open).then_some(symbol);
    board.iter().map(cell).collect()
}

fn matches(pattern: &CellPattern, board: &[u8]) -> bool {
    let mut cells = pattern.iter().zip(board);
    cells.all(|(required, symbol)| required.is_none_or(|required| required == *symbol))
}

/// Checks that the set's text is read back, unless a piece is written `?`.
fn read(case: &Case<'_>, patterns: &[CellPattern], set: &BoardSet) -> Check {
    let world = case.world;
    let others = case.spec.boards.symbols.iter().map(|(other, _)| other);
    let mut symbols = world.model.symbols.iter().chain(others);
    let is_open = patterns.iter().flatten().any(Option::is_none);
    if !is_open || symbols.any(|symbol| symbol.contains('?')) {
        return Ok(());
    }
    let written = |pattern: &CellPattern| {
        let cells = world.model.order.iter();
        let cells = cells.map(|&cell| pattern[usize::from(cell)]);
        let cells = cells.map(|cell| cell.map_or("?", |symbol| world.symbol(symbol)));
        cells.collect::<Vec<_>>().join(" ")
    };
    let text: Vec<String> = patterns.iter().map(written).collect();
    let text = text.join("\n");
    let found = fewest_text::board_set(case.puzzle, "a string", text.as_bytes());
    let found = found.map_err(|error| format!("{error}: {text}"))?;
    ensure!(found == *set, "another set: {text}");
    Ok(())
}
