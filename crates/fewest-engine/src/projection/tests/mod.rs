//! Tables of projections, compared with breadth-first search on the projected boards.

mod pieces;
mod symmetric;

use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap as HashMap;

use super::build::build;
use super::candidate::{Candidate, Choices};
use super::coordinates::{Coordinates, States};
use super::table::BoundTable;
use super::unfinished::Kept;
use super::{PieceSearch, shared};
use crate::Model;
use crate::kernel::pieces::{PieceSymmetry, Pieces, tests};
use crate::pruning::{Effort, MovePruning};
use crate::space::Move;
use crate::space::structure::{Structure, Turn};
use crate::support::random::Random;
use crate::table::store::Store;

/// The most bytes of a table, and the most projected boards.
const MAX_BYTES: u64 = 6_000;
const MAX_BOARDS: usize = 20_000;
const MAX_ENUMERATED: usize = 50_000;

/// The pieces of one orbit: their number, and the number of orientations of each.
pub(crate) type Kind = (usize, usize);

/// A random move that carries some pieces of each orbit around and turns them, and its inverse.
fn draw(kinds: &[Kind], random: &mut Random) -> [Vec<u8>; 2] {
    let cells: usize = kinds.iter().map(|(places, turns)| places * turns).sum();
    let mut there = vec![0; cells];
    let mut first = 0;
    for &(places, turns) in kinds {
        let mut to: Vec<usize> = (0..places).collect();
        let mut moved = to.clone();
        random.shuffle(&mut moved);
        let length = (2 + random.place(3)).min(places);
        for (step, &place) in moved.iter().enumerate().take(length) {
            to[place] = moved[(step + 1) % length];
        }
        for (place, &goal) in to.iter().enumerate() {
            let by = if goal == place && places > 1 {
                0
            } else {
                random.place(turns)
            };
            for turn in 0..turns {
                there[first + place * turns + turn] = first + goal * turns + (turn + by) % turns;
            }
        }
        first += places * turns;
    }
    let mut back = there.clone();
    for (from, &to) in there.iter().enumerate() {
        back[to] = from;
    }
    let small = |cells: Vec<usize>| {
        cells
            .iter()
            .map(|&cell| u8::try_from(cell).unwrap())
            .collect()
    };
    [small(there), small(back)]
}

pub(crate) fn structure(kinds: &[Kind], random: &mut Random) -> Structure {
    let drawn = 2 + random.place(2);
    structure_of((0..drawn).flat_map(|_| draw(kinds, random)).collect())
}

/// A random structure that a permutation of its cells maps to itself.
pub(crate) fn symmetric(kinds: &[Kind], random: &mut Random) -> Structure {
    let [symmetry, _] = draw(kinds, random);
    let mut moves = Vec::new();
    for mut m in draw(kinds, random) {
        while !moves.contains(&m) && moves.len() < Move::LIMIT {
            let mut image = m.clone();
            for (&cell, &to) in symmetry.iter().zip(&m) {
                image[usize::from(cell)] = symmetry[usize::from(to)];
            }
            moves.push(std::mem::replace(&mut m, image));
        }
    }
    structure_of(moves)
}

fn structure_of(moves: Vec<Vec<u8>>) -> Structure {
    let cells = moves[0].len();
    let turn = |(m, from)| Turn {
        by: Move::new(m),
        needs: Vec::new(),
        from,
    };
    Structure {
        pieces: vec![1; cells],
        turns: (0..).zip(moves).map(turn).collect(),
        goals: vec![(0..=u8::MAX).take(cells).map(Some).collect()],
    }
}

pub(crate) fn after(structure: &Structure, symbols: &[u8], m: usize) -> Vec<u8> {
    let from = structure.turns[m].from.iter();
    from.map(|&cell| symbols[usize::from(cell)]).collect()
}

/// The distance of every board by its symbols, if they are few. Every move has an inverse, so
/// the search starts at the goal.
pub(crate) fn enumerated(structure: &Structure) -> Option<HashMap<Vec<u8>, u8>> {
    let goal: Vec<u8> = structure.goals[0].iter().copied().flatten().collect();
    let turns = 0..structure.turns.len();
    let next = |symbols: &Vec<u8>| {
        turns
            .clone()
            .map(|m| after(structure, symbols, m))
            .collect::<Vec<_>>()
    };
    tests::distances(goal, next, MAX_ENUMERATED)
}

/// The lexicographically first shortest answer.
pub(crate) fn answer(
    structure: &Structure,
    distances: &HashMap<Vec<u8>, u8>,
    symbols: &[u8],
) -> Vec<Move> {
    let mut symbols = symbols.to_vec();
    let mut moves = Vec::new();
    for left in (0..distances[&symbols]).rev() {
        let mut next = (0..).map(|m| (m, after(structure, &symbols, m.into())));
        let (m, after) = next.find(|(_, after)| distances[after] == left).unwrap();
        moves.push(Move::new(m));
        symbols = after;
    }
    moves
}

/// The least distance of the projected boards of each entry, if they are few, by row and place.
fn distances(coordinates: &Coordinates) -> Option<HashMap<(usize, usize), u8>> {
    let next = |states: &States| {
        let states = *states;
        (0..coordinates.move_count).map(move |m| coordinates.after_all(&states, m))
    };
    let seen: HashMap<States, u8> = tests::distances(coordinates.solved(), next, MAX_BOARDS)?;
    let mut distances = HashMap::default();
    for (states, distance) in seen {
        let class = coordinates.class(&states);
        let place = (class.row(), coordinates.place(class, &states));
        let known = distances.entry(place).or_insert(distance);
        assert!(
            *known == distance || coordinates.per_entry > 1,
            "{states:?}"
        );
        *known = distance.min(*known);
    }
    Some(distances)
}

/// Builds a candidate's table.
pub(super) fn built(
    coordinates: &Coordinates,
    pruning: &MovePruning,
    must_stop: &(dyn Fn() -> bool + Sync),
) -> Option<BoundTable> {
    match coordinates.per_entry {
        1 => build(coordinates, must_stop),
        _ => shared::build(coordinates, pruning, None, must_stop),
    }
}

/// A candidate, and the same with as few and as many boards for each entry as possible.
pub(super) fn with_shared(
    pieces: &Pieces,
    symmetries: &[PieceSymmetry],
    candidate: &Candidate,
) -> Vec<Candidate> {
    let coordinates = Coordinates::new(pieces, symmetries, candidate).expect("few factors");
    let last = coordinates
        .row
        .last()
        .map(|row| &coordinates.factors[row.factor]);
    let mut all = vec![candidate.clone()];
    let Some((last, turns)) = last.and_then(|last| Some((last, last.turns()?))) else {
        return all;
    };
    let powers = (1..).map(|digits| turns.modulus.pow(digits));
    let powers: Vec<usize> = powers
        .take_while(|&per_entry| per_entry < last.count)
        .collect();
    for &per_entry in powers.iter().take(1).chain(powers.iter().skip(1).last()) {
        all.push(Candidate {
            per_entry: per_entry as u64,
            ..candidate.clone()
        });
    }
    all
}

/// Checks a candidate's table; returns false if it has too many boards.
fn is_right(
    pieces: &Pieces,
    symmetries: &[PieceSymmetry],
    pruning: &MovePruning,
    candidate: &Candidate,
) -> bool {
    let coordinates = Coordinates::new(pieces, symmetries, candidate).expect("few factors");
    let Some(distances) = distances(&coordinates) else {
        return false;
    };
    // Regression: gigabytes were filled before the first check for a stop.
    let checks = AtomicUsize::new(0);
    let is_cancelled = || {
        checks.fetch_add(1, Ordering::Relaxed);
        true
    };
    assert!(built(&coordinates, pruning, &is_cancelled).is_none());
    assert_eq!(checks.into_inner(), 1);
    let table = built(&coordinates, pruning, &|| false).expect("it is not stopped");
    let is_counted = |place: usize| coordinates.per_entry == 1 || place % 256 < 254;
    let last = table.levels.len() - 1;
    for (level, &count) in table.levels.iter().enumerate() {
        let found = distances.iter().filter(|&(&(_, place), &distance)| {
            usize::from(distance) == level && is_counted(place)
        });
        assert_eq!(found.count() as u64, count, "{candidate:?}: {level}");
    }
    let base = last.saturating_sub(1);
    let mut least_distances: HashMap<(usize, usize), u8> = HashMap::default();
    for (&(row, place), &distance) in &distances {
        let entry = least_distances
            .entry((row, place / 256))
            .or_insert(distance);
        *entry = distance.min(*entry);
    }
    for (&(row, place), &distance) in &distances {
        let bounds = table.bounds();
        let at = bounds.row(row) + place;
        let bound = usize::from(bounds.bound(at));
        let distance = usize::from(distance);
        let expected = if distance > base && place % 256 < 254 {
            distance.min(base + 3)
        } else {
            usize::from(least_distances[&(row, place / 256)])
                .min(last + 2)
                .min(15)
        };
        assert_eq!(bound, expected, "{candidate:?}: {row} {place}");
    }
    true
}

#[test]
fn interrupted_builds_go_on_where_they_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(folder.path());
    let search = PieceSearch::of(&Model::named("corners").expect("a puzzle").structure);
    let search = search.expect("a puzzle of pieces");
    let candidate = search.candidates(200_000).swap_remove(0);
    let mut stops = 0;
    for candidate in with_shared(&search.pieces, search.symmetries(), &candidate) {
        if candidate.per_entry == 1 {
            continue;
        }
        let coordinates = Coordinates::new(&search.pieces, search.symmetries(), &candidate);
        let coordinates = coordinates.expect("few factors");
        let whole = built(&coordinates, &search.pruning, &|| false).expect("it is not stopped");
        let kept = Kept {
            store: &store,
            identity: Kept::identity("corners"),
        };
        let mut most = 1;
        let resumed = loop {
            let checks = AtomicUsize::new(0);
            let must_stop = || checks.fetch_add(1, Ordering::Relaxed) >= most;
            let table = shared::build(&coordinates, &search.pruning, Some(&kept), &must_stop);
            if let Some(table) = table {
                break table;
            }
            stops += usize::from(store.has(&kept.identity));
            most += 1;
        };
        assert_eq!(resumed.levels, whole.levels);
        assert!(resumed.data() == whole.data());
        assert!(!store.has(&kept.identity));
    }
    assert!(stops > 20, "{stops}");
}

#[test]
fn bounds_are_distances_of_projected_boards() {
    let mut random = Random::new(5);
    let kinds: [&[Kind]; 6] = [
        // Turns that are bits, in sets of 64 or more, also next to others.
        &[(8, 2)],
        &[(8, 2), (4, 3)],
        &[(7, 2), (7, 2)],
        // Three or more turns, and pieces that don't turn.
        &[(6, 3)],
        &[(5, 3), (6, 1)],
        &[(4, 4), (5, 2)],
    ];
    let mut compared = [0; 2];
    for number in 0..48 {
        let structure = structure(kinds[number % kinds.len()], &mut random);
        let Some(pieces) = Pieces::of(&structure) else {
            continue;
        };
        let symmetries = pieces.symmetries();
        let choices = Choices::new(&pieces, &symmetries, true);
        let candidates = choices.candidates(&pieces, &symmetries, MAX_BYTES);
        let pruning = MovePruning::find(&structure, Effort::QUICK);
        for candidate in candidates.iter().take(4) {
            for candidate in with_shared(&pieces, &symmetries, candidate) {
                let is_shared = candidate.per_entry > 1;
                let is_compared = is_right(&pieces, &symmetries, &pruning, &candidate);
                compared[usize::from(is_shared)] += usize::from(is_compared);
            }
        }
    }
    assert!(compared[0] > 50 && compared[1] > 100, "{compared:?}");
}
