//! Surveys from and to sets of boards, by tables and by levels.

use fastrand::Rng;
use fewest::levels::LevelOptions;
use fewest::space::set::CellPattern;
use fewest::{BoardSet, Listing, Puzzle};

use super::{Case, Check, ensure};
use crate::draw::pick;
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
    let chosen: Vec<usize> = from.as_ref().map_or(all, boards);
    let mut counts = vec![0u64];
    for distance in chosen.iter().filter_map(|&board| distance[board]) {
        let place = distance as usize;
        counts.resize(counts.len().max(place + 1), 0);
        counts[place] += 1;
    }
    let reached: u64 = counts.iter().sum();
    let others = chosen.len() as u64 - reached;

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
    let survey = match &from_set {
        Some(from) => puzzle.survey_from(from, listing, &case.options()),
        None => puzzle.survey(listing, &case.options()),
    };
    let survey = survey.map_err(|error| error.to_string())?;
    let figures = survey.figures;
    ensure!(
        figures.counts == counts && figures.unsolvable == Some(others),
        "{:?} and {:?}, not {counts:?} and {others}: {from:?} to {to:?}",
        figures.counts,
        figures.unsolvable
    );
    let answers = world.answers(&distance);
    let farthest = chosen
        .iter()
        .filter(|&&board| reached > 0 && distance[board] == Some(u32::from(figures.greatest)));
    let found = (figures.peak.fewest_answers, figures.peak.most_answers);
    let of_peak = || farthest.clone().map(|&board| answers[board]);
    let expected = (of_peak().min().unwrap_or(0), of_peak().max().unwrap_or(0));
    ensure!(
        found == expected,
        "answers {found:?}, not {expected:?}: {from:?} to {to:?}"
    );
    let mut classes = 0;
    for hard in &survey.hardest {
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
    let listed = survey.hardest.len() as u64;
    if listing.every {
        ensure!(listed == reached.min(listing.limit), "{listed} boards");
    } else if listing.limit == u64::MAX {
        ensure!(classes == reached, "classes of {classes} boards");
    }
    let expected = &counts[..if reached == 0 { 0 } else { counts.len() }];
    by_levels(case, &puzzle, from_set, (expected, others))
}

fn by_levels(
    case: &Case<'_>,
    puzzle: &Puzzle,
    from: Option<BoardSet>,
    (expected, others): (&[u64], u64),
) -> Check {
    let unreached = from.is_some().then_some(others);
    let levels = LevelOptions {
        from: from.map(Into::into),
        ..LevelOptions::default()
    };
    let counted = puzzle
        .count_levels(&levels, &case.options())
        .map_err(|error| error.to_string())?;
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
