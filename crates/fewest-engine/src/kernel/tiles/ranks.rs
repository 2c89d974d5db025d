//! The ranks of boards, and the effect of the blank's steps on sets of them.

use super::{Storage, TileBoard, Tiles};
use crate::rank::permutation;
use crate::rank::shuffle::Shuffle;
use crate::space::fingerprint;
use crate::space::ranked::{Carry, Link, Links, Unmoved};
use crate::space::structure::{Structure, Turn};
use crate::space::{Move, Ranked};

/// The maximum number of cells of ranked boards: a disk has room to count 2^39 boards, not 2^43.
const MAX_RANKED_CELLS: usize = 15;

impl<S: Storage> Tiles<S> {
    /// Returns true if there are few enough boards for a survey (up to 15 cells).
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.cells() <= MAX_RANKED_CELLS && S::CAPACITY <= 16
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 255 tiles")]
    const fn count_tiles(&self) -> u32 {
        self.cells() as u32 - 1
    }

    /// Returns true if the tiles without the blank are an odd permutation when it is on this cell.
    /// Each step swaps two pieces, and the blank passes the tiles between the goal's cell and this.
    #[inline]
    fn odd_at(&self, blank: usize) -> bool {
        let passed = blank + self.goal.blank();
        (passed + usize::from(self.colours[blank % self.colours.len()])) % 2 == 1
    }

    /// The name of a stored table: the puzzle, `what` it contains, what distances depend on, and
    /// the rest. It depends neither on the tie order nor on the names of pieces.
    pub(crate) fn filed_under(&self, what: &str, rest: &str) -> String {
        let blank = self.goal.blank();
        if let Some(size) = self.size {
            let (width, height) = (size.width(), size.height());
            return format!("sliding:{width}x{height}{what}, goal's blank on cell {blank}, {rest}");
        }
        let mark = fingerprint::of(&self.canonical());
        format!("tiles{what}, structure {mark:032x}, goal's blank on cell {blank}, {rest}")
    }

    /// The structure of the cells and steps only: all steps belong to one move.
    fn canonical(&self) -> Structure {
        let cells: Vec<u8> = (0..=u8::MAX).take(self.cells()).collect();
        let turns = cells.iter().flat_map(|&cell| {
            let cells = &cells;
            let mut beside: Vec<usize> = self.neighbours(cell.into()).collect();
            beside.sort_unstable();
            beside.into_iter().map(move |beside| {
                let mut from = cells.clone();
                from.swap(cell.into(), beside);
                Turn {
                    by: Move::new(0),
                    needs: vec![(cell, 0)],
                    from,
                }
            })
        });
        Structure {
            pieces: vec![1; cells.len()],
            turns: turns.collect(),
            goals: vec![
                cells
                    .iter()
                    .map(|&cell| Some(self.goal.get(cell.into())))
                    .collect(),
            ],
        }
    }
}

/// The boards that parity allows, by the blank's cell and then the tiles: `cells! / 2` ranks, if
/// the puzzle [has ranks](Tiles::is_ranked).
impl<S: Storage> Ranked for Tiles<S> {
    fn boards(&self) -> u64 {
        if !self.is_ranked() {
            return 0;
        }
        self.cells() as u64 * self.half
    }

    #[inline]
    fn rank(&self, board: &TileBoard<S>) -> u64 {
        let tiles = self.count_tiles();
        let Some(sequence) = board.tiles.sequence(board.blank()) else {
            return 0;
        };
        let zero_based = sequence.wrapping_sub(permutation::ONES);
        board.blank() as u64 * self.half + permutation::rank_within_parity(zero_based, tiles)
    }

    /// Only boards of one parity have numbers.
    fn shares_rank(&self, board: &TileBoard<S>) -> bool {
        !self.is_solvable(board)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> TileBoard<S> {
        let tiles = self.count_tiles();
        let blank = usize::try_from(rank / self.half)
            .unwrap_or(0)
            .min(tiles as usize);
        let mut sequence =
            permutation::unrank_within_parity(rank % self.half, tiles, self.odd_at(blank));
        let mut board = S::BLANK;
        for cell in (0..=tiles as usize).filter(|&cell| cell != blank) {
            board.put(cell, (sequence & 15) as u8 + 1);
            sequence >>= 4;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 15 cells")]
        let blank = blank as u8;
        TileBoard {
            tiles: board,
            blank,
        }
    }

    fn solved(&self) -> Vec<TileBoard<S>> {
        vec![self.goal]
    }

    /// Neither ranks nor distances depend on the tie order.
    fn identity(&self) -> Option<String> {
        self.is_ranked().then(|| self.filed_under("", "ranks 1"))
    }

    /// One block per cell of the blank. A step between consecutive cells does not change the row of
    /// tiles; any other carries one tile past those in between.
    fn links(&self) -> Links<'_> {
        let passing = |from: usize, to: usize| {
            let (first, last) = (from.min(to), from.max(to) - 1);
            #[expect(clippy::cast_possible_truncation, reason = "at most 15 cells")]
            let (first, last) = (first as u32, last as u32);
            let odd = self.odd_at(from);
            Shuffle::new(self.count_tiles(), first, last, from < to, odd)
                .expect("the tiles passed are in the row")
        };
        let link = |from: usize, to: usize| {
            let by: Box<dyn Carry> = if from.abs_diff(to) == 1 {
                Box::new(Unmoved)
            } else {
                Box::new(passing(from, to))
            };
            Link { from, to, by }
        };
        let steps = |from| self.neighbours(from).map(move |to| link(from, to));
        Links {
            block: usize::try_from(self.half).unwrap_or(usize::MAX),
            links: (0..self.cells()).flat_map(steps).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tiles::{Nibbles, Order, Size};
    use crate::space::StateSpace;
    use std::collections::HashSet;

    fn puzzle(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
        Tiles::rectangle(Size::new(width, height).unwrap(), blank, Order::default()).unwrap()
    }

    fn component(sliding: &Tiles<Nibbles>) -> HashSet<TileBoard<Nibbles>> {
        let mut seen = HashSet::from([sliding.goal()]);
        let mut queue = vec![sliding.goal()];
        while let Some(board) = queue.pop() {
            for m in sliding.moves(&board) {
                let next = sliding.after(&board, m);
                if seen.insert(next) {
                    queue.push(next);
                }
            }
        }
        seen
    }

    fn orders(n: u8) -> Vec<Vec<u8>> {
        (0..permutation::count(n.into()))
            .map(|rank| {
                let packed = permutation::unrank(rank, n.into());
                (0..n).map(|i| (packed >> (4 * i) & 15) as u8).collect()
            })
            .collect()
    }

    #[test]
    fn ranks_and_parity_know_the_component() {
        for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
            for blank in 0..width * height {
                let sliding = puzzle(width, height, blank);
                let reachable = component(&sliding);
                assert_eq!(sliding.boards(), reachable.len() as u64);
                let mut ranks: Vec<u64> =
                    reachable.iter().map(|board| sliding.rank(board)).collect();
                ranks.sort_unstable();
                assert!(ranks.into_iter().eq(0..sliding.boards()));
                assert!(
                    reachable
                        .iter()
                        .all(|board| sliding.unrank(sliding.rank(board)) == *board)
                );
                if width * height > 6 && blank > 1 {
                    continue;
                }
                for cells in orders(u8::try_from(width * height).unwrap()) {
                    let board = TileBoard::new(&cells).unwrap();
                    assert_eq!(
                        sliding.is_solvable(&board),
                        reachable.contains(&board),
                        "{cells:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn moves_go_back_and_arrivals_lead_here() {
        let sliding = puzzle(3, 3, 4);
        for rank in (0..sliding.boards()).step_by(101) {
            let board = sliding.unrank(rank);
            for m in sliding.moves(&board) {
                let mut next = sliding.after(&board, m);
                assert!(sliding.arrivals(&next).any(|arrival| arrival == m));
                sliding.undo(&mut next, m);
                assert_eq!(next, board);
            }
            for m in sliding.arrivals(&board) {
                let mut before = board;
                sliding.undo(&mut before, m);
                assert!(sliding.moves(&before).any(|legal| legal == m));
            }
        }
    }
}
