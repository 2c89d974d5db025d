//! The check of boards and their moves, many at a time: a part of the [proof](super::verify) of a
//! table.
//!
//! Neighbours in rank order have mostly the same moves, and the same move leads from them to
//! neighbours again. So they are checked move by move, a puzzle chooses once how it numbers many
//! boards, and the processor is rarely wrong about what comes next.

use super::refuted::TableMistake;
use super::verify::{ProofSearch, ProofTally, TableEntries};
use crate::space::{AnyMoves, Move, Ranked};

/// Boards that are checked together.
pub(super) struct Batch<P: Ranked> {
    boards: Vec<P::Board>,
    /// The ranks of these boards.
    actual: Vec<u64>,
    /// Their legal moves.
    legal: Vec<P::Moves>,
    after: AfterMove<P::Board>,
}

/// Boards after the same move.
struct AfterMove<B> {
    boards: Vec<B>,
    ranks: Vec<u64>,
    /// The places of the boards that are checked to the end, their ranks, and the boards of these.
    open: Vec<usize>,
    open_ranks: Vec<u64>,
    decoded: Vec<B>,
}

impl<P: Ranked> Default for Batch<P> {
    fn default() -> Self {
        Self {
            boards: Vec::new(),
            actual: Vec::new(),
            legal: Vec::new(),
            after: AfterMove {
                boards: Vec::new(),
                ranks: Vec::new(),
                open: Vec::new(),
                open_ranks: Vec::new(),
                decoded: Vec::new(),
            },
        }
    }
}

/// Boards whose distance is known.
#[derive(Clone, Copy)]
struct Known<'a, B> {
    boards: &'a [B],
    ranks: &'a [u64],
    /// `None`: unsolvable.
    distance: Option<u32>,
}

impl<P: Ranked, T: TableEntries> ProofSearch<'_, P, T> {
    /// Boards with the same legal moves are checked move by move: in rank order, most of them change
    /// alike.
    pub(super) fn check_boards(
        &self,
        ranks: &[u64],
        distance: Option<u32>,
        paired: AnyMoves,
        batch: &mut Batch<P>,
        tally: &mut ProofTally,
    ) {
        let puzzle = self.puzzle;
        puzzle.unrank_all(ranks, &mut batch.boards);
        puzzle.rank_all(&batch.boards, &mut batch.actual);
        batch.legal.clear();
        for ((board, &rank), &actual) in batch.boards.iter().zip(ranks).zip(&batch.actual) {
            tally.expect(actual == rank, rank, TableMistake::Rank(actual));
            let is_right = puzzle.is_solved(board) == (distance == Some(0));
            tally.expect(is_right, rank, TableMistake::Solved);
            batch.legal.push(puzzle.moves(board));
        }
        let (mut boards, mut ranks) = (&batch.boards[..], ranks);
        for legal in batch.legal.chunk_by(PartialEq::eq) {
            let (alike, other_boards) = boards.split_at(legal.len());
            let (alike_ranks, other_ranks) = ranks.split_at(legal.len());
            (boards, ranks) = (other_boards, other_ranks);
            for by in legal[0] {
                let from = Known {
                    boards: alike,
                    ranks: alike_ranks,
                    distance,
                };
                self.check_move(from, by, paired.has(by), &mut batch.after, tally);
            }
        }
    }

    /// Checks a move that is legal on these boards, and meets the boards after it.
    fn check_move(
        &self,
        from: Known<'_, P::Board>,
        by: Move,
        is_paired: bool,
        after: &mut AfterMove<P::Board>,
        tally: &mut ProofTally,
    ) {
        let puzzle = self.puzzle;
        let is_solvable = from.distance.is_some();
        tally.moves += from.boards.len() as u64;
        after.boards.clear();
        let boards = from.boards.iter().map(|board| puzzle.after(board, by));
        after.boards.extend(boards);
        puzzle.rank_all(&after.boards, &mut after.ranks);
        after.open.clear();
        after.open_ranks.clear();
        for (place, (&to, &rank)) in after.ranks.iter().zip(from.ranks).enumerate() {
            if is_solvable {
                self.meet(to);
                tally.ascents += u64::from(is_paired && to > rank);
                if is_paired && to < rank {
                    tally.descents += 1;
                    continue;
                }
            } else {
                tally.expect(!self.has_seen(to), rank, TableMistake::WayOut(by));
            }
            after.open.push(place);
            after.open_ranks.push(to);
        }
        puzzle.unrank_all(&after.open_ranks, &mut after.decoded);
        for (&place, decoded) in after.open.iter().zip(&after.decoded) {
            let (rank, board, to) = (from.ranks[place], &from.boards[place], &after.boards[place]);
            tally.expect(decoded == to, rank, TableMistake::Number(by));
            let is_back = !is_solvable
                || if is_paired {
                    puzzle.is_undone(board, by, to)
                } else {
                    puzzle.is_taken_back(board, by, to)
                };
            tally.expect(is_back, rank, TableMistake::OneWay(by));
        }
    }
}
