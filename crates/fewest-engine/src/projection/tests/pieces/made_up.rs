//! Random puzzles of pieces, and the enumeration of all their boards.

use fastrand::Rng;
use rustc_hash::FxHashMap as HashMap;

use crate::kernel::pieces::tests;
use crate::projection::PieceSearch;
use crate::search::ida_star::Cores;
use crate::search::{AnswerChoice, Control, Stop};
use crate::space::structure::{Structure, Turn};
use crate::{Budget, Move};

/// The most boards of an enumerated puzzle.
pub(super) const MAX_BOARDS: usize = 6_000;

/// The group in which a piece turns in its place, as permutations of its stickers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turning {
    /// Steps of a cycle of this length.
    Cycle(usize),
    /// Two swaps of two stickers each: four elements, not cyclic.
    Four,
    /// The symmetries of a triangle on six stickers: turned, or turned over.
    Triangle,
}

impl Turning {
    fn stickers(self) -> usize {
        match self {
            Self::Cycle(length) => length,
            Self::Four => 4,
            Self::Triangle => 6,
        }
    }

    /// The elements of the group, as permutations of the stickers.
    fn elements(self) -> Vec<Vec<usize>> {
        match self {
            Self::Cycle(length) => {
                let by = |step| {
                    (0..length)
                        .map(|sticker| (sticker + step) % length)
                        .collect()
                };
                (0..length).map(by).collect()
            }
            Self::Four => (0..4usize)
                .map(|by| (0..4).map(|sticker| sticker ^ by).collect())
                .collect(),
            Self::Triangle => {
                // Stickers are the elements: a turn by 0 to 2, turned over or not.
                let product = |a: usize, b: usize| {
                    let (turn_a, over_a) = (a % 3, a / 3);
                    let (turn_b, over_b) = (b % 3, b / 3);
                    let turn_b = if over_a == 1 {
                        (3 - turn_b) % 3
                    } else {
                        turn_b
                    };
                    (turn_a + turn_b) % 3 + 3 * ((over_a + over_b) % 2)
                };
                (0..6)
                    .map(|by| (0..6).map(|sticker| product(by, sticker)).collect())
                    .collect()
            }
        }
    }
}

/// Pieces of one kind. A companion is a sticker that moves with each piece and never turns.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    places: usize,
    turning: Turning,
    has_companion: bool,
}

pub(super) fn kinds(rng: &mut Rng) -> Vec<Kind> {
    let kind = |rng: &mut Rng| Kind {
        places: rng.usize(1..=4),
        turning: match rng.u8(0..8) {
            0 => Turning::Four,
            1 => Turning::Triangle,
            length => Turning::Cycle(usize::from(length) % 4 + 1),
        },
        has_companion: rng.u8(0..4) == 0,
    };
    (0..rng.usize(1..=3)).map(|_| kind(rng)).collect()
}

/// A random move: the source cell of each cell.
pub(super) fn draw(rng: &mut Rng, kinds: &[Kind]) -> Vec<usize> {
    let mut from = Vec::new();
    for kind in kinds {
        let base = from.len();
        let stickers = kind.turning.stickers();
        let mut places: Vec<usize> = (0..kind.places).collect();
        match rng.u8(0..3) {
            0 => rng.shuffle(&mut places),
            1 => places.rotate_left(1),
            _ => {}
        }
        let elements = kind.turning.elements();
        let is_turning = rng.u8(0..3) > 0;
        let width = stickers + usize::from(kind.has_companion);
        from.resize(base + kind.places * width, 0);
        for (to, &place) in places.iter().enumerate() {
            let element = &elements[if is_turning {
                rng.usize(0..elements.len())
            } else {
                0
            }];
            for sticker in 0..stickers {
                from[base + to * width + element[sticker]] = base + place * width + sticker;
            }
            if kind.has_companion {
                from[base + to * width + stickers] = base + place * width + stickers;
            }
        }
    }
    from.push(from.len());
    from
}

pub(super) fn inverse(from: &[usize]) -> Vec<usize> {
    let mut back = vec![0; from.len()];
    for (to, &from) in from.iter().enumerate() {
        back[from] = to;
    }
    back
}

/// The distances of all boards that moves reach from one with different symbols.
pub(super) fn enumerate(moves: &[Vec<usize>]) -> Option<HashMap<Vec<u8>, u32>> {
    enumerate_from(
        (0..=u8::MAX).take(moves[0].len()).collect(),
        moves,
        MAX_BOARDS,
    )
}

/// The distances of all boards that moves reach from this one, if there are at most `max_boards`.
pub(super) fn enumerate_from(
    solved: Vec<u8>,
    moves: &[Vec<usize>],
    max_boards: usize,
) -> Option<HashMap<Vec<u8>, u32>> {
    // Moves come with their inverses, so distances are the same in both directions.
    let after = |board: &[u8], from: &[usize]| from.iter().map(|&cell| board[cell]).collect();
    let next = |board: &Vec<u8>| moves.iter().map(|m| after(board, m)).collect::<Vec<_>>();
    tests::distances(solved, next, max_boards)
}

/// The lexicographically first of the shortest answers.
pub(super) fn first_answer(
    distances: &HashMap<Vec<u8>, u32>,
    moves: &[Vec<usize>],
    board: &[u8],
) -> Vec<Move> {
    let mut board = board.to_vec();
    let mut answer = Vec::new();
    while distances[&board] > 0 {
        let nearer = (0u8..).zip(moves).find_map(|(m, from)| {
            let next: Vec<u8> = from.iter().map(|&cell| board[cell]).collect();
            (distances[&next] < distances[&board]).then_some((m, next))
        });
        let (m, next) = nearer.expect("a nearer board");
        answer.push(Move::new(m));
        board = next;
    }
    answer
}

pub(super) fn structure(moves: &[Vec<usize>]) -> Structure {
    let cells = moves[0].len();
    let small = |cell: &usize| u8::try_from(*cell).expect("few cells");
    Structure {
        pieces: vec![1; cells],
        turns: (0u8..)
            .zip(moves)
            .map(|(m, from)| Turn {
                by: Move::new(m),
                needs: Vec::new(),
                from: from.iter().map(small).collect(),
            })
            .collect(),
        goals: vec![(0..=u8::MAX).take(cells).map(Some).collect()],
    }
}

/// Random moves and their inverses, with squares, duplicates and moves that do nothing.
pub(super) fn moves(rng: &mut Rng, kinds: &[Kind]) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    for _ in 0..rng.usize(1..=4) {
        let m = draw(rng, kinds);
        let twice: Vec<usize> = m.iter().map(|&cell| m[cell]).collect();
        moves.push(inverse(&m));
        if rng.u8(0..3) == 0 {
            moves.push(inverse(&twice));
            moves.push(twice);
        }
        if rng.u8(0..8) == 0 {
            moves.push(m.clone());
        }
        moves.push(m);
    }
    rng.shuffle(&mut moves);
    moves
}
/// Checks that answers are the first of the shortest, with tables of growing size. Returns the
/// number of tables and the size of the largest in bytes.
pub(super) fn check_answers(
    rng: &mut Rng,
    search: &mut PieceSearch,
    distances: &HashMap<Vec<u8>, u32>,
    moves: &[Vec<usize>],
    sizes: &[u64],
    count: usize,
) -> (usize, u64) {
    let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
    boards.sort_unstable();
    let (mut tables, mut largest) = (0, 0);
    for &max_bytes in sizes {
        if !search
            .build(max_bytes, Budget::default())
            .expect("no limit")
        {
            continue;
        }
        tables += 1;
        largest = largest.max(search.bytes());
        for _ in 0..count {
            let board = boards[rng.usize(0..boards.len())];
            let about = || format!("{board:?} {max_bytes} {moves:?}");
            let leads = search
                .read(board)
                .unwrap_or_else(|misfit| panic!("{misfit:?} {}", about()));
            assert!(search.can_be_solved(&leads), "{}", about());
            let outcome = search.run(
                &leads,
                AnswerChoice::Least,
                &mut Control::default(),
                Cores::One,
                None,
            );
            let answer = first_answer(distances, moves, board);
            assert_eq!(outcome.stop, Stop::Solved, "{}", about());
            assert_eq!(outcome.moves, Some(answer), "{}", about());
            assert_eq!(outcome.at_least, distances[board]);
        }
    }
    (tables, largest)
}
