//! The rules and breadth-first search again, written directly from the problem statements, on
//! arrays of cells, for clarity.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::iter::{repeat, repeat_n};

use fewest::space::structure::{Structure, Turn};

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

/// The boards after these steps.
pub fn ends<B>(steps: Vec<Step<B>>) -> impl Iterator<Item = B> {
    steps.into_iter().map(|(_, end)| end)
}

/// The boards after each legal turn.
#[must_use]
pub fn turned(structure: &Structure, board: &[u8]) -> Vec<Vec<u8>> {
    let symbol = |cell: u8| board[usize::from(cell)];
    let is_legal = |turn: &&Turn| {
        let mut needs = turn.needs.iter();
        needs.all(|&(cell, needed)| symbol(cell) == needed)
    };
    let legal = structure.turns.iter().filter(is_legal);
    let after = |turn: &Turn| turn.from.iter().map(|&cell| symbol(cell)).collect();
    legal.map(after).collect()
}

/// Returns true if a board meets any of these goals.
#[must_use]
pub fn meets(goals: &[Vec<Option<u8>>], board: &[u8]) -> bool {
    goals.iter().any(|goal| {
        let mut cells = goal.iter().zip(board);
        cells.all(|(required, symbol)| required.is_none_or(|required| required == *symbol))
    })
}

/// All orders of some pieces, in lexicographic order.
pub fn arrangements<T: Copy + Ord>(pieces: impl IntoIterator<Item = T>) -> Vec<Vec<T>> {
    let mut board: Vec<T> = pieces.into_iter().collect();
    board.sort_unstable();
    let mut all = vec![board.clone()];
    while let Some(last) = board.windows(2).rposition(|pair| pair[0] < pair[1]) {
        let greater = board.iter().rposition(|piece| *piece > board[last]);
        board.swap(last, greater.expect("the piece after it is greater"));
        board[last + 1..].reverse();
        all.push(board.clone());
    }
    all
}

/// All boards with this number of pieces of each symbol.
#[must_use]
pub fn boards(counts: &[u32]) -> Vec<Vec<u8>> {
    let symbols = (0..=u8::MAX).zip(counts);
    arrangements(symbols.flat_map(|(symbol, &count)| repeat_n(symbol, count as usize)))
}

/// The boards at each distance from the first ones, up to `max_distance` moves, in the order in
/// which a breadth-first search finds them.
pub fn levels<B: Clone + Eq + Hash, N: IntoIterator<Item = B>>(
    first: impl IntoIterator<Item = B>,
    next: impl Fn(&B) -> N,
    max_distance: u32,
) -> Vec<Vec<B>> {
    let mut known = HashSet::new();
    let mut level: Vec<B> = first.into_iter().collect();
    level.retain(|board| known.insert(board.clone()));
    let mut levels = Vec::new();
    for _ in 0..max_distance {
        if level.is_empty() {
            return levels;
        }
        let mut after: Vec<B> = level.iter().flat_map(&next).collect();
        after.retain(|board| known.insert(board.clone()));
        levels.push(std::mem::replace(&mut level, after));
    }
    levels.push(level);
    levels.retain(|level| !level.is_empty());
    levels
}

/// The distance of every board within `max_distance` moves from the first ones.
pub fn distances<B: Clone + Eq + Hash, N: IntoIterator<Item = B>>(
    first: impl IntoIterator<Item = B>,
    next: impl Fn(&B) -> N,
    max_distance: u32,
) -> HashMap<B, u32> {
    let levels = levels(first, next, max_distance).into_iter().zip(0..);
    let distances = levels.flat_map(|(level, distance)| level.into_iter().zip(repeat(distance)));
    distances.collect()
}

/// The number of boards at each distance from one.
pub fn counts<B: Clone + Eq + Hash, N: IntoIterator<Item = B>>(
    first: B,
    next: impl Fn(&B) -> N,
    max_distance: u32,
) -> Vec<u64> {
    let levels = levels([first], next, max_distance);
    levels.iter().map(|level| level.len() as u64).collect()
}

/// The fewest moves from each of these boards to a solved one, also if moves have no inverses. Of
/// boards that can't be solved, there is none.
pub fn distances_to<B: Clone + Eq + Hash, N: IntoIterator<Item = B>>(
    boards: &[B],
    next: impl Fn(&B) -> N,
    is_solved: impl Fn(&B) -> bool,
) -> HashMap<B, u32> {
    let mut before: HashMap<B, Vec<B>> = HashMap::new();
    for board in boards {
        for after in next(board) {
            before.entry(after).or_default().push(board.clone());
        }
    }
    let solved = boards.iter().filter(|board| is_solved(board)).cloned();
    let back = |board: &B| before.get(board).cloned().unwrap_or_default();
    distances(solved, back, u32::MAX)
}

/// The distance of each board of a puzzle that can be solved.
#[must_use]
pub fn all_distances(structure: &Structure) -> HashMap<Vec<u8>, u32> {
    distances_to(
        &boards(&structure.pieces),
        |board| turned(structure, board),
        |board| meets(&structure.goals, board),
    )
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
