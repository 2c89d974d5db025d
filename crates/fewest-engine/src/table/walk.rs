//! Reading a shortest answer from tables.
//!
//! A board at distance `d` has a move to a board at distance `d - 1`. There may be several goals,
//! each with its own view and table. The walk keeps every goal that still ties, plays the first
//! move in tie order that brings any of them nearer, and drops goals that it does not bring nearer.
//! So the answer is the lexicographically first shortest one over all goals.

use super::Table;
use super::optimal_moves::OptimalMoves;
use crate::space::{Move, Ranked};

/// A goal still in play: its table, and the board in its view.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'t, B> {
    table: &'t Table,
    optimal_moves: Option<&'t OptimalMoves>,
    board: B,
    /// The board's rank, updated only for an optimal-move table.
    rank: u64,
    /// Its place among the initial views.
    place: usize,
    /// The first move that brings the board nearer.
    next: Option<Move>,
}

impl<'t, B: Copy> Seen<'t, B> {
    /// A board in a goal's view, the distances to the goal, and its optimal-move table, if used.
    pub const fn new(table: &'t Table, optimal_moves: Option<&'t OptimalMoves>, board: B) -> Self {
        Self {
            table,
            optimal_moves,
            board,
            rank: 0,
            place: 0,
            next: None,
        }
    }

    /// The first move, in tie order, from distance `left + 1` to distance `left`.
    #[inline]
    fn first_nearer<P: Ranked<Board = B>>(&self, puzzle: &P, left: u8) -> Option<Move> {
        match self.optimal_moves {
            Some(cached) => cached.first(puzzle, self.table, &self.board, self.rank),
            None => self.search(puzzle, left),
        }
    }

    /// [`first_nearer`](Self::first_nearer) without a cache. Out of line, to keep cached walks short.
    #[inline(never)]
    fn search<P: Ranked<Board = B>>(&self, puzzle: &P, left: u8) -> Option<Move> {
        let after = |m: &Move| puzzle.rank(&puzzle.after(&self.board, *m));
        let mut moves = puzzle.moves(&self.board);
        moves.find(|m| self.table.distance(after(m)) == Some(left))
    }

    /// Walks on to the goal, `distance` moves away.
    fn descend<P: Ranked<Board = B>>(
        mut self,
        puzzle: &P,
        distance: u8,
        moves: &mut Vec<Move>,
    ) -> Option<()> {
        let begun = moves.len();
        moves.resize(begun + usize::from(distance), Move::new(0));
        let mut steps = moves.get_mut(begun..)?.iter_mut().zip((0..distance).rev());
        if let Some(cached) = self.optimal_moves {
            if cached.has_links() {
                return self.follow(puzzle, cached, moves.get_mut(begun..)?);
            }
            let (mut board, mut rank) = (self.board, self.rank);
            for (step, left) in steps {
                *step = cached.first(puzzle, self.table, &board, rank)?;
                if left > 0 {
                    puzzle.apply(&mut board, *step);
                    rank = puzzle.rank(&board);
                }
            }
        } else {
            steps.try_for_each(|(step, left)| {
                *step = self.search(puzzle, left)?;
                puzzle.apply(&mut self.board, *step);
                Some(())
            })?;
        }
        Some(())
    }

    /// Walks on by links. Only where one is missing are the moves played.
    fn follow<P: Ranked<Board = B>>(
        mut self,
        puzzle: &P,
        cached: &OptimalMoves,
        steps: &mut [Move],
    ) -> Option<()> {
        let mut played = 0;
        for place in 0..steps.len() {
            let link = cached.link(self.rank).or_else(|| {
                for m in &steps[played..place] {
                    puzzle.apply(&mut self.board, *m);
                }
                played = place;
                cached.find_first(puzzle, self.table, &self.board, self.rank)
            });
            (steps[place], self.rank) = link?;
        }
        Some(())
    }

    #[inline]
    fn advance<P: Ranked<Board = B>>(&mut self, puzzle: &P, m: Move) {
        puzzle.apply(&mut self.board, m);
        if self.optimal_moves.is_some() {
            self.rank = puzzle.rank(&self.board);
        }
    }
}

/// Moves the views that `is_kept` accepts to the front, in the same order, and returns them.
#[inline]
fn keep<T>(views: &mut [T], is_kept: impl Fn(&T) -> bool) -> &mut [T] {
    let mut kept = 0;
    for i in 0..views.len() {
        if is_kept(&views[i]) {
            if kept < i {
                views.swap(kept, i);
            }
            kept += 1;
        }
    }
    &mut views[..kept]
}

/// Appends the lexicographically first shortest answer to `moves`, and returns its length; `None`
/// if no goal can be reached. `views` has the board once per goal, in the goal's view; moves must
/// have the same effect in all views. The walk changes the views and their order.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::table::build::build;
/// use fewest::table::{Seen, walk};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let board = TileBoard::new(&[0, 3, 2, 1]).expect("each tile once");
/// let mut moves = Vec::new();
/// let mut views = [Seen::new(&table, None, board)];
/// assert_eq!(walk(&puzzle, &mut views, &mut moves), Some(6));
/// let letters = moves.iter().filter_map(|&m| puzzle.direction(m)).map(|way| way.letter());
/// // Down comes first in tie order; `rdlurd` is as short.
/// assert_eq!(letters.collect::<String>(), "druldr");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walk<P: Ranked>(
    puzzle: &P,
    views: &mut [Seen<'_, P::Board>],
    moves: &mut Vec<Move>,
) -> Option<u8> {
    walk_each(|_| puzzle, views, moves).map(|(distance, _)| distance)
}

/// Like [`walk`], with puzzle `puzzle(i)` for view `i`; also returns the first solved view.
pub fn walk_each<'p, P: Ranked + 'p>(
    puzzle: impl Fn(usize) -> &'p P,
    views: &mut [Seen<'_, P::Board>],
    moves: &mut Vec<Move>,
) -> Option<(u8, usize)> {
    let (mut nearest, mut kept) = (None, 0);
    for place in 0..views.len() {
        let view = &mut views[place];
        view.place = place;
        view.rank = puzzle(place).rank(&view.board);
        let Some(distance) = view.table.distance(view.rank) else {
            continue;
        };
        if nearest.is_none_or(|nearest| distance < nearest) {
            (nearest, kept) = (Some(distance), 0);
        }
        if nearest == Some(distance) {
            views.swap(kept, place);
            kept += 1;
        }
    }
    let distance = nearest?;
    let mut tied = &mut views[..kept];
    let mut left = distance;
    while left > 0 && tied.len() > 1 {
        left -= 1;
        for view in &mut *tied {
            view.next = view.first_nearer(puzzle(view.place), left);
        }
        // A table of distances always has such a move.
        let first = tied.iter().filter_map(|view| view.next).min()?;
        // A goal whose first move comes later is not brought nearer by this one.
        tied = keep(tied, |view| view.next == Some(first));
        for view in &mut *tied {
            view.advance(puzzle(view.place), first);
        }
        moves.push(first);
    }
    let last = *tied.first()?;
    last.descend(puzzle(last.place), left, moves)?;
    Some((distance, last.place))
}
