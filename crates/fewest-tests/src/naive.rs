//! The rules and breadth-first search again, written directly from the problem statements, on
//! arrays of cells, for clarity.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The name of a move, and the board after it.
pub type Step<B> = (String, B);

/// The moves of the blank of sliding tiles, in the order of these letters.
#[must_use]
pub fn slides(cells: &[u8], width: usize, letters: &str) -> Vec<Step<Vec<u8>>> {
    let blank = cells.iter().position(|&tile| tile == 0).unwrap();
    let target = |letter| match letter {
        'd' if blank + width < cells.len() => Some(blank + width),
        'l' if blank % width > 0 => Some(blank - 1),
        'r' if blank % width + 1 < width => Some(blank + 1),
        'u' if blank >= width => Some(blank - width),
        _ => None,
    };
    let slide = |letter| {
        let mut next = cells.to_vec();
        next.swap(blank, target(letter)?);
        Some((String::from(letter), next))
    };
    letters.chars().filter_map(slide).collect()
}

/// The lines of the rotation game, starting at the end that pieces move to.
const SHIFTS: [(&str, [usize; 7]); 8] = [
    ("A", [0, 2, 6, 11, 15, 20, 22]),
    ("B", [1, 3, 8, 12, 17, 21, 23]),
    ("C", [10, 9, 8, 7, 6, 5, 4]),
    ("D", [19, 18, 17, 16, 15, 14, 13]),
    ("E", [23, 21, 17, 12, 8, 3, 1]),
    ("F", [22, 20, 15, 11, 6, 2, 0]),
    ("G", [13, 14, 15, 16, 17, 18, 19]),
    ("H", [4, 5, 6, 7, 8, 9, 10]),
];

#[must_use]
pub fn shifts(cells: &[u8]) -> Vec<Step<Vec<u8>>> {
    let shift = |(name, line): &(&str, [usize; 7])| {
        let mut next = cells.to_vec();
        for (i, &to) in line.iter().enumerate() {
            next[to] = cells[line[(i + 1) % 7]];
        }
        ((*name).to_owned(), next)
    };
    SHIFTS.iter().map(shift).collect()
}

pub const CENTRE: [usize; 8] = [6, 7, 8, 11, 12, 15, 16, 17];

/// The number of cells around the centre with each of the three symbols.
fn in_centre(cells: &[u8]) -> [usize; 3] {
    [1, 2, 3].map(|symbol| CENTRE.iter().filter(|&&cell| cells[cell] == symbol).count())
}

#[must_use]
pub fn centres(cells: &[u8]) -> Vec<u8> {
    let counts = (1..).zip(in_centre(cells));
    counts
        .filter(|(_, count)| *count == 8)
        .map(|(symbol, _)| symbol)
        .collect()
}

/// The textbook heuristic of the rotation game: a move brings at most one piece into the centre.
#[must_use]
pub fn short_of_centre(cells: &[u8]) -> usize {
    8 - in_centre(cells).into_iter().max().unwrap()
}

/// The jumps of knights into the empty cell (`*`), in reading order of their starts.
#[must_use]
pub fn jumps(cells: &[u8]) -> Vec<Step<Vec<u8>>> {
    let empty = cells.iter().position(|&cell| cell == b'*').unwrap();
    let is_jump = |from: &usize| {
        let (rows, columns) = (
            (from / 5).abs_diff(empty / 5),
            (from % 5).abs_diff(empty % 5),
        );
        (rows, columns) == (1, 2) || (rows, columns) == (2, 1)
    };
    let jump = |from: usize| {
        let mut next = cells.to_vec();
        next.swap(from, empty);
        (
            format!("{}{}", ["a", "b", "c", "d", "e"][from % 5], 5 - from / 5),
            next,
        )
    };
    (0..25).filter(is_jump).map(jump).collect()
}

/// The board after these moves; `None` if one of them is illegal.
pub fn replay<'m, B>(
    start: B,
    steps: impl Fn(&B) -> Vec<Step<B>>,
    moves: impl IntoIterator<Item = &'m str>,
) -> Option<B> {
    moves.into_iter().try_fold(start, |board, name| {
        let found = steps(&board).into_iter().find(|(other, _)| other == name);
        found.map(|(_, next)| next)
    })
}

/// The distance of every board within `max_distance` moves of the solved ones. All moves are
/// reversible.
pub fn distances<B: Clone + Eq + Hash>(
    solved: impl IntoIterator<Item = B>,
    steps: impl Fn(&B) -> Vec<Step<B>>,
    max_distance: u32,
) -> HashMap<B, u32> {
    let mut level: Vec<B> = solved.into_iter().collect();
    let mut known: HashMap<B, u32> = level.iter().cloned().map(|board| (board, 0)).collect();
    for distance in 1..=max_distance {
        let mut next = Vec::new();
        for board in &level {
            for (_, after) in steps(board) {
                if !known.contains_key(&after) {
                    known.insert(after.clone(), distance);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

/// The lexicographically first shortest answer: repeats the first move that leads nearer.
pub fn least<B: Clone + Eq + Hash>(
    start: &B,
    steps: impl Fn(&B) -> Vec<Step<B>>,
    distances: &HashMap<B, u32>,
) -> Vec<String> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    for left in (0..distances[start]).rev() {
        let is_nearer = |(_, next): &Step<B>| distances.get(next) == Some(&left);
        let (name, next) = steps(&board).into_iter().find(is_nearer).unwrap();
        moves.push(name);
        board = next;
    }
    moves
}

/// The first list of `length` moves, in order, that solves the board, by trying all lists.
pub fn first_list<B>(
    board: &B,
    steps: &impl Fn(&B) -> Vec<Step<B>>,
    is_solved: &impl Fn(&B) -> bool,
    length: u32,
) -> Option<Vec<String>> {
    if length == 0 {
        return is_solved(board).then(Vec::new);
    }
    steps(board).into_iter().find_map(|(name, next)| {
        let rest = first_list(&next, steps, is_solved, length - 1)?;
        Some([vec![name], rest].concat())
    })
}

/// The distance between two boards, by bidirectional breadth-first search.
pub fn bidirectional<B: Clone + Eq + Hash>(
    a: &B,
    b: &B,
    steps: impl Fn(&B) -> Vec<Step<B>>,
) -> Option<u32> {
    let mut seen = [HashSet::from([a.clone()]), HashSet::from([b.clone()])];
    let mut levels = [vec![a.clone()], vec![b.clone()]];
    for distance in 0.. {
        if levels[0].iter().any(|board| seen[1].contains(board)) {
            return Some(distance);
        }
        let side = usize::from(levels[1].len() < levels[0].len());
        let mut next = Vec::new();
        for board in &levels[side] {
            for (_, after) in steps(board) {
                if seen[side].insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        levels[side] = next;
    }
    None
}
