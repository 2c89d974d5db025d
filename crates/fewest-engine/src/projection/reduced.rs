//! The distances of all boards of a puzzle of pieces, with entries shared by symmetric boards.

use std::ops::ControlFlow;

use super::boards::{PieceBoard, PieceBoards};
use super::build::distances;
use super::table::BoundTable;
use crate::space::{AnyMoves, Move, StateSpace};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;

/// The distance of every board. Symmetric boards share an entry: the table has one byte per board
/// whose reduced part is the least of its class.
#[derive(Debug)]
pub struct ReducedTable {
    boards: PieceBoards,
    /// One more than the distance, by row and place; 0 for unreachable boards.
    entries: Vec<u8>,
    counts: Vec<u64>,
    /// The number of entries with each distance, by row and distance.
    row_counts: Vec<u32>,
}

impl ReducedTable {
    /// The bytes that building the table takes, including the boards' own tables.
    #[must_use]
    pub fn bytes(boards: &PieceBoards) -> u64 {
        let coordinates = &boards.coordinates;
        let codes = BoundTable::bytes_to_build(coordinates);
        boards.bytes() + boards.entries() as u64 + codes
    }

    /// Computes the distances of these boards.
    ///
    /// # Errors
    /// If it would take more memory than allowed, a board is too far away, it is cancelled or the
    /// time is up.
    pub fn build(boards: PieceBoards, budget: Budget<'_>) -> Result<Self, Unfinished<BuildError>> {
        let needed = Self::bytes(&boards);
        if let Some(allowed) = budget.memory.filter(|allowed| needed > *allowed) {
            return Err(BuildError::Memory { needed, allowed }.into());
        }
        budget.begin("building the table", "boards", None);
        let coordinates = &boards.coordinates;
        let mut weights = vec![0; coordinates.rows()];
        for (_, class) in coordinates.classes() {
            weights[class.row()] += 1;
        }
        let (entries, counts) = distances(coordinates, &weights, &budget)?;
        let mut row_counts = vec![0; coordinates.rows() * counts.len()];
        let rows = entries.chunks_exact(coordinates.row_length);
        for (row, counts_of_row) in rows.zip(row_counts.chunks_exact_mut(counts.len())) {
            for &entry in row {
                if let Some(distance) = entry.checked_sub(1) {
                    counts_of_row[usize::from(distance)] += 1;
                }
            }
        }
        Ok(Self {
            boards,
            entries,
            counts,
            row_counts,
        })
    }

    /// The boards.
    #[must_use]
    pub const fn boards(&self) -> &PieceBoards {
        &self.boards
    }

    /// The number of boards at each distance 0, 1, 2, ...
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The distance of a board; `None` if it can't be solved.
    #[inline]
    #[must_use]
    pub fn distance(&self, board: PieceBoard) -> Option<u8> {
        let coordinates = &self.boards.coordinates;
        let states = self.boards.states(board);
        let class = coordinates.class_of(&states)?;
        let place = class.row() * coordinates.row_length + coordinates.place(class, &states);
        self.entries.get(place)?.checked_sub(1)
    }

    /// The moves that bring a board nearer; empty if it is solved or can't be solved.
    #[must_use]
    pub fn optimal_moves(&self, board: PieceBoard) -> AnyMoves {
        let distance = self.distance(board);
        let Some(nearer) = distance.and_then(|distance| distance.checked_sub(1)) else {
            return AnyMoves::EMPTY;
        };
        let after = |m: &Move| self.distance(self.boards.after(&board, *m));
        let optimal = (self.boards.moves(&board)).filter(|m| after(m) == Some(nearer));
        optimal.fold(AnyMoves::EMPTY, AnyMoves::with)
    }

    /// Appends the lexicographically first shortest solution of a board, and returns its length;
    /// `None` if the board can't be solved.
    pub fn walk(&self, mut board: PieceBoard, moves: &mut Vec<Move>) -> Option<u8> {
        let distance = self.distance(board)?;
        for left in (0..distance).rev() {
            let mut next = self
                .boards
                .moves(&board)
                .map(|m| (m, self.boards.after(&board, m)));
            let (m, after) = next.find(|(_, after)| self.distance(*after) == Some(left))?;
            moves.push(m);
            board = after;
        }
        Some(distance)
    }

    /// Visits the boards at a distance in a fixed order from index `first`, until `visit` breaks.
    pub fn each_from(
        &self,
        distance: u8,
        first: u64,
        visit: &mut dyn FnMut(PieceBoard) -> ControlFlow<()>,
    ) {
        let coordinates = &self.boards.coordinates;
        let (levels, length) = (self.counts.len(), coordinates.row_length);
        let mut left = first;
        for (_, class) in coordinates.classes() {
            let row = class.row();
            let count = self.row_counts[row * levels..][..levels]
                .get(usize::from(distance))
                .copied()
                .map_or(0, u64::from);
            if count <= left {
                left -= count;
                continue;
            }
            let entries = self.entries[row * length..][..length].iter().enumerate();
            let matching = entries.filter(|(_, entry)| entry.checked_sub(1) == Some(distance));
            let skipped = usize::try_from(left).unwrap_or(usize::MAX);
            left = 0;
            for (place, _) in matching.skip(skipped) {
                let board = self.boards.number(&coordinates.board(class, place));
                if visit(board).is_break() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Kind, after, answer, enumerated, structure, symmetric};
    use super::*;
    use crate::model::Model;
    use crate::space::structure::{Structure, Structured};
    use crate::support::random::Random;

    /// Compares all boards, if they are few. Returns true if symmetries reduce them.
    fn compared(structure: &Structure, kinds: &[Kind], random: &mut Random) -> Option<bool> {
        let distances = enumerated(structure)?;
        let table = ReducedTable::build(PieceBoards::of(structure, 1 << 20)?, Budget::default())
            .expect("it is small");
        let boards = table.boards();
        let mut by_distance = vec![Vec::new(); table.counts().len()];
        for (symbols, &distance) in &distances {
            let board = boards.board(symbols).expect("moves make it");
            assert_eq!(table.distance(board), Some(distance));
            let mut shown = Vec::new();
            boards.symbols(&board, &mut shown);
            assert_eq!(&shown, symbols);
            for m in boards.moves(&board) {
                let next = boards.after(&board, m);
                assert_eq!(
                    boards.board(&after(structure, symbols, m.index())),
                    Some(next)
                );
                let back = boards.inverse(m).expect("every move has one");
                assert_eq!(boards.after(&next, back), board);
            }
            let least = boards.least(board);
            assert_eq!(
                (table.distance(least), boards.least(least)),
                (Some(distance), least)
            );
            let mut moves = Vec::new();
            assert_eq!(table.walk(board, &mut moves), Some(distance));
            assert_eq!(moves, answer(structure, &distances, symbols));
            let next = |m: &Move| distances[&after(structure, symbols, m.index())];
            let is_nearer = |m: &Move| next(m) < distance;
            let nearer = boards.moves(&board).filter(is_nearer);
            assert!(nearer.eq(table.optimal_moves(board)));
            assert_eq!(boards.is_solved(&board), distance == 0);
            by_distance[usize::from(distance)].push(board);
        }
        for (distance, mut expected) in (0..).zip(by_distance) {
            assert_eq!(table.counts()[usize::from(distance)], expected.len() as u64);
            let from = |first: usize| {
                let mut listed = Vec::new();
                table.each_from(distance, first as u64, &mut |board| {
                    listed.push(board);
                    ControlFlow::Continue(())
                });
                listed
            };
            let mut listed = from(0);
            let first = random.place(listed.len() + 1);
            assert_eq!(from(first), &listed[first..]);
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected);
        }
        // Unreachable boards have no distance: one piece turned, two swapped, stickers shuffled.
        let some: Vec<&Vec<u8>> = distances.keys().take(100).collect();
        for symbols in some {
            let mut first = 0;
            for &(places, turns) in kinds {
                let place = first + random.place(places) * turns;
                let other = first + random.place(places) * turns;
                first += places * turns;
                let mut turned = symbols.clone();
                turned[place..place + turns].rotate_left(1);
                let mut swapped = symbols.clone();
                for turn in 0..turns {
                    swapped.swap(place + turn, other + turn);
                }
                for symbols in [turned, swapped] {
                    let board = table.boards().board(&symbols);
                    let distance = board.and_then(|board| table.distance(board));
                    assert_eq!(distance, distances.get(&symbols).copied());
                }
            }
        }
        let mut symbols: Vec<u8> = structure.goals[0].iter().copied().flatten().collect();
        for _ in 0..100 {
            random.shuffle(&mut symbols);
            let board = boards.board(&symbols);
            let distance = board.and_then(|board| table.distance(board));
            assert_eq!(distance, distances.get(&symbols).copied());
        }
        let coordinates = &table.boards().coordinates;
        Some(coordinates.rows() < coordinates.classes().count())
    }

    #[test]
    fn distances_are_those_of_an_enumeration() {
        let mut random = Random::new(11);
        let kinds: [&[Kind]; 9] = [
            &[(4, 2)],
            &[(4, 3)],
            &[(6, 1)],
            &[(3, 2), (4, 1)],
            // Pieces that only turn in place.
            &[(1, 3), (1, 3), (4, 2)],
            &[(2, 4), (3, 2)],
            &[(5, 1), (4, 1)],
            // Enough turns to fill lines, so that places are reduced together.
            &[(2, 2), (2, 2), (3, 4)],
            &[(3, 3), (4, 2)],
        ];
        let (mut compared_count, mut reduced) = (0, 0);
        for number in 0..90 {
            let kinds = kinds[number % kinds.len()];
            let drawn = if number % 2 == 0 {
                structure(kinds, &mut random)
            } else {
                symmetric(kinds, &mut random)
            };
            if let Some(is_reduced) = compared(&drawn, kinds, &mut random) {
                compared_count += 1;
                reduced += usize::from(is_reduced);
            }
        }
        assert!(
            compared_count > 50 && reduced > 10,
            "{compared_count} {reduced}"
        );
    }

    #[test]
    fn tables_that_are_not_built() {
        let puzzle = |name| Model::named(name).expect("it comes along").structure;
        // Too many places; identical pieces; a blank.
        for name in ["cube3", "topspin9", "knights", "eight"] {
            assert!(PieceBoards::of(&puzzle(name), u64::MAX).is_none(), "{name}");
        }
        assert!(PieceBoards::of(&puzzle("corners"), 1 << 20).is_none());
        let boards = PieceBoards::of(&puzzle("pyraminx"), u64::MAX).expect("few enough");
        let budget = Budget {
            memory: Some(ReducedTable::bytes(&boards) - 1),
            ..Budget::default()
        };
        let refused = ReducedTable::build(boards.clone(), budget).err();
        assert!(matches!(
            refused,
            Some(Unfinished::Failed(BuildError::Memory { .. }))
        ));
        let cancel = true.into();
        let cancelled = ReducedTable::build(boards, Budget::from(&cancel)).err();
        assert_eq!(cancelled, Some(Unfinished::Cancelled));
    }
}
