//! Puzzles as sets of pieces with orientations, as other programs have them.
//!
//! Stickers that travel together are a piece; a piece's place has one orientation for each of its
//! stickers that can be in the same cell (see `group/pieces.rs`).

use super::Exported;
use crate::Model;
use crate::import::puzzle::{FilePuzzle, Given, Set, Solved, is_plain_name, powers};
use crate::import::sequences::turns_all;
use crate::names::Mapping;
use crate::problem::Findings;
use fewest_base::group::{Permutation, find_pieces, moved_orbits};
use fewest_base::space::structure::inverse;

/// The maximum number of orientations that importing accepts.
const MAX_TURNS: usize = 26;

/// A set of places.
struct Places {
    name: String,
    /// The cells of each place that its first sticker can be in, in the order of turns.
    cells: Vec<Vec<u8>>,
    solved: Vec<Solved>,
}

/// Writes a puzzle as sets of pieces. `has_periods` is true if the format can express that a piece
/// looks the same after some of its turns.
pub(super) fn with(
    model: &Model,
    has_periods: bool,
    write: fn(&FilePuzzle<'_>) -> String,
) -> Result<Exported, String> {
    let goal = whole_goal(model)?;
    let turns = &model.structure.turns;
    if turns.iter().any(|turn| !turn.needs.is_empty()) {
        let what = if model.structure.has_conditions() {
            "several cells"
        } else {
            "where the blank is"
        };
        return Err(format!("its moves depend on {what}"));
    }
    let mut effects: Vec<(&str, Mapping)> = Vec::new();
    for turn in turns {
        let name = model.moves.get(turn.by.index()).map_or("", String::as_str);
        effects.push((name, inverse(&turn.from).ok_or("a move has no inverse")?));
    }
    let places = places(
        model.cells(),
        &effects,
        &goal,
        has_periods,
        &model.picture.names,
    );
    let mut puzzle = FilePuzzle {
        name: model.name.clone(),
        sets: Vec::new(),
        moves: Vec::new(),
        rotations: Vec::new(),
    };
    for set in &places {
        puzzle.sets.push(Set {
            name: &set.name,
            pieces: set.cells.len(),
            orientations: set.cells.first().map_or(1, Vec::len),
            solved: set.solved.clone(),
        });
    }
    // The stickers of the sets in order, and the number of each cell among them.
    let cells: Vec<u8> = places.iter().flat_map(|set| set.cells.concat()).collect();
    let sticker = |cell: u8| cells.iter().position(|&other| other == cell);
    for (name, to) in &effects {
        let carried = cells.iter().map(|&cell| {
            let sticker = sticker(*to.get(usize::from(cell))?)?;
            u8::try_from(sticker).ok()
        });
        puzzle.moves.push(Given {
            name,
            span: 0..0,
            carries: carried
                .collect::<Option<_>>()
                .ok_or("its pieces are not known")?,
        });
    }
    let note = keep_bases(&mut puzzle)?;
    for given in &puzzle.moves {
        let name = given.name;
        if !is_plain_name(name) {
            let expected = "letters, digits, _, - and ' only";
            return Err(format!("the move `{name}`: a name has {expected}"));
        }
        if turns_all(name) {
            return Err(format!(
                "other programs take `{name}` for a turn of the whole puzzle"
            ));
        }
    }
    let mut findings = Findings::new("");
    puzzle.check_powers(&mut findings);
    if let Some(problem) = findings.into_problems().0.into_iter().next() {
        return Err(problem.message);
    }
    let start = model.home.as_ref().map(|_| {
        "there, scrambles begin at the goal, and not at the solved board of the puzzle".to_owned()
    });
    let notes: Vec<String> = note.into_iter().chain(start).collect();
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    let text = write(&puzzle);
    Ok(Exported { text, note })
}

/// The only goal as a whole board. Symbols that it does not name become one.
fn whole_goal(model: &Model) -> Result<Vec<u8>, String> {
    let [goal] = &model.structure.goals[..] else {
        let goals = model.structure.goals.len();
        return Err(format!(
            "it has {goals} goals, and other programs have one solved board"
        ));
    };
    let mut open = model.structure.pieces.clone();
    for &symbol in goal.iter().flatten() {
        if let Some(count) = open.get_mut(usize::from(symbol)) {
            *count = count.saturating_sub(1);
        }
    }
    let left: Vec<usize> = (0..open.len()).filter(|&symbol| open[symbol] > 0).collect();
    let is_named = |symbol: &usize| open[*symbol] < model.structure.pieces[*symbol];
    if left.len() > 1 && left.iter().any(is_named) {
        let problem = "its goal leaves cells open for pieces that it also names";
        return Err(problem.to_owned());
    }
    let rest = left.first().and_then(|&symbol| u8::try_from(symbol).ok());
    let whole = goal.iter().map(|symbol| symbol.or(rest));
    whole
        .collect::<Option<_>>()
        .ok_or_else(|| "its goal is not a board".to_owned())
}

fn places(
    cells: usize,
    effects: &[(&str, Mapping)],
    goal: &[u8],
    has_periods: bool,
    names: &[String],
) -> Vec<Places> {
    let generators = effects.iter().map(|(_, to)| Permutation::new(to));
    let generators: Vec<Permutation> = generators.flatten().collect();
    let orbits = moved_orbits(cells, &generators);
    let found = find_pieces(&orbits, &generators).unwrap_or_default();
    let mut sets = Vec::new();
    for orbit in &found {
        let look = |point: &u8| -> Vec<u8> {
            let frame = orbit.frames.of_point(*point).iter();
            frame
                .filter_map(|&cell| goal.get(usize::from(cell)).copied())
                .collect()
        };
        let looks: Vec<Vec<Vec<u8>>> = (orbit.pieces())
            .map(|piece| piece.iter().map(look).collect())
            .collect();
        let set = Places {
            name: String::new(),
            cells: orbit.pieces().map(<[u8]>::to_vec).collect(),
            solved: solved(&looks),
        };
        let is_expressed = |solved: &Solved| [1, orbit.turns].contains(&solved.period);
        let fits = has_periods || set.solved.iter().all(is_expressed);
        if !orbit.is_cyclic || orbit.turns > MAX_TURNS || !fits {
            sets.clear();
            break;
        }
        sets.push(set);
    }
    if sets.is_empty() {
        // Each sticker is a piece.
        for orbit in &orbits {
            let look =
                |&cell: &u8| vec![goal.get(usize::from(cell)).copied().into_iter().collect()];
            sets.push(Places {
                name: String::new(),
                cells: orbit.iter().map(|&cell| vec![cell]).collect(),
                solved: solved(&orbit.iter().map(look).collect::<Vec<_>>()),
            });
        }
    }
    for number in 0..sets.len() {
        let common = common_name(&sets[number].cells, names)
            .filter(|name| sets.iter().all(|set| set.name != *name));
        let mut numbered = (number + 1..).map(|number| format!("ORBIT{number}"));
        let is_free = |name: &String| sets.iter().all(|set| set.name != *name);
        let name = common.or_else(|| numbered.find(is_free));
        sets[number].name = name.unwrap_or_default();
    }
    sets
}

/// The part before the dot, if all cells have the same: importing names them like `CORNER.4a`.
fn common_name(cells: &[Vec<u8>], names: &[String]) -> Option<String> {
    let mut stems = cells.iter().flatten().map(|&cell| {
        let name = names.get(usize::from(cell))?;
        name.split_once('.').map(|(stem, _)| stem)
    });
    let first = stems.next()??;
    let is_common = is_plain_name(first) && stems.all(|stem| stem == Some(first));
    is_common.then(|| first.to_owned())
}

/// The piece of each place, given its look from each of its stickers. Pieces of equal looks are
/// identical, and have the number of the first place with such a piece.
fn solved(looks: &[Vec<Vec<u8>>]) -> Vec<Solved> {
    let mut kinds: Vec<&Vec<u8>> = Vec::new();
    let solved = looks.iter().map(|looks| {
        let turn = (0..looks.len())
            .min_by_key(|&turn| &looks[turn])
            .unwrap_or(0);
        let kind = looks.get(turn);
        let is_same = |period: &usize| {
            (looks.len() % period == 0)
                && (looks.iter().zip(looks.iter().cycle().skip(*period))).all(|(a, b)| a == b)
        };
        let piece = kinds.iter().position(|&other| Some(other) == kind);
        kinds.extend(kind);
        Solved {
            piece: piece.unwrap_or(kinds.len() - 1) + 1,
            turn,
            period: (1..=looks.len()).find(is_same).unwrap_or(1),
        }
    });
    solved.collect()
}

/// Drops moves that are powers of others. Returns a note if the programs count moves otherwise than
/// the puzzle; the error is a power that is not a move.
fn keep_bases(puzzle: &mut FilePuzzle<'_>) -> Result<Option<String>, String> {
    let all: Vec<Mapping> = puzzle
        .moves
        .iter()
        .map(|given| given.carries.clone())
        .collect();
    puzzle.drop_needless(&mut Findings::new(""));
    let mut note = None;
    let mut are_single = true;
    for given in &puzzle.moves {
        let name = given.name;
        let back = inverse(&given.carries);
        if back.as_ref().is_none_or(|back| !all.contains(back)) {
            return Err(format!(
                "its move `{name}` has no inverse, and other programs have all powers of a move"
            ));
        }
        for (count, power) in (1..).zip(powers(&given.carries)) {
            if count == 1 || Some(&power) == back.as_ref() {
                continue;
            }
            let is_move = all.contains(&power);
            are_single &= !is_move;
            if !is_move && note.is_none() {
                note = Some(format!(
                    "other programs count every power of a move as one move, and `{name}` {count} times is not one"
                ));
            }
        }
    }
    match note {
        Some(note) if !are_single => Err(note),
        note => Ok(note),
    }
}
