//! A search that can be watched board by board.
//!
//! It runs over the same puzzle in disguise: boards carry their depth, which equality and hashing do not see, and to ask for
//! a board's moves is to tell that it is expanded. So no search knows of it, and none pays for it.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::Search;
use crate::heuristic::{Away, Blind, Heuristic};
use crate::pruning::MovePruning;
use crate::puzzle::{Goals, Move, MoveSet, Puzzle};
use crate::search::ida_star::Tree;
use crate::search::{Control, Iteration, Observer, Outcome, Statistics};

/// Who is told: a lock, because puzzles are shared.
type Teller<'t, B> = Mutex<&'t mut (dyn FnMut(Event<B>) + Send)>;

fn tell<B>(teller: &Teller<'_, B>, event: Event<B>) {
    teller.lock().unwrap_or_else(PoisonError::into_inner)(event);
}

/// What is told of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<B> {
    /// An iterative search begins again: boards with a larger estimate will be put off; under a weight, boards with one of more
    /// than so many times the weight. A weighted search that begins again without proving more does not say so.
    Threshold(u32),
    /// A board is expanded.
    Expanded(Step<B>),
}

/// An expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<B> {
    /// The board.
    pub board: B,
    /// The moves made so far, from the start or, backward, from a goal.
    pub g: u32,
    /// The lower bound of the moves left, to a goal or, backward, to the start; 0 in a blind search.
    pub h: u32,
    /// Whether it is on the goal's side of a search from both ends.
    pub is_backward: bool,
}

/// What a search that is watched is made of.
pub(super) struct Steps<'s, P, H> {
    pub(super) puzzle: &'s P,
    pub(super) heuristic: &'s H,
    /// What IDA* need not try, if that is to be left out.
    pub(super) pruning: Option<&'s MovePruning>,
}

impl<P: Goals, H: Heuristic<P>> Steps<'_, P, H> {
    /// Runs a search and tells of it. IDA* works through large iterations in no order; told step by step it is its plain
    /// recursion, in tie order, which expands the same boards.
    pub(super) fn run(
        &self,
        search: Search,
        start: &P::Board,
        control: &mut Control<'_>,
        tell: &mut (dyn FnMut(Event<P::Board>) + Send),
    ) -> Outcome {
        if search.is_blind() {
            let blind = Steps {
                puzzle: self.puzzle,
                heuristic: &Blind,
                pruning: self.pruning,
            };
            blind.watch(search, start, control, tell)
        } else {
            self.watch(search, start, control, tell)
        }
    }

    fn watch(
        &self,
        search: Search,
        start: &P::Board,
        control: &mut Control<'_>,
        tell: &mut (dyn FnMut(Event<P::Board>) + Send),
    ) -> Outcome {
        let teller = Mutex::new(tell);
        let watched = Watched {
            puzzle: self.puzzle,
            heuristic: self.heuristic,
            start: *start,
            teller: &teller,
        };
        let mut observer = Watcher {
            observer: &mut *control.observer,
            teller: search.is_iterative().then_some(&teller),
        };
        let control = &mut Control {
            limits: control.limits,
            cancel: control.cancel,
            observer: &mut observer,
        };
        let start = Walked {
            board: *start,
            depth: 0,
        };
        let through = Through(self.heuristic);
        let tree = Tree::new(&watched, &through);
        match (search, self.pruning) {
            (Search::PrunedIdaStar, Some(pruning)) => {
                tree.pruned_by(pruning).search_in_order(&start, control)
            }
            (Search::IdaStar, _) => tree.search_in_order(&start, control),
            (search, pruning) => search.run(&watched, &through, pruning, &start, control),
        }
    }
}

/// A board and the moves made to reach it, which are no part of what it is.
#[derive(Clone, Copy, Debug)]
struct Walked<B> {
    board: B,
    depth: u32,
}

impl<B: PartialEq> PartialEq for Walked<B> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl<B: Eq> Eq for Walked<B> {}

impl<B: Hash> Hash for Walked<B> {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.board.hash(state);
    }
}

/// A puzzle that tells of the boards whose moves are asked for.
struct Watched<'w, 't, P: Puzzle, H> {
    puzzle: &'w P,
    heuristic: &'w H,
    start: P::Board,
    teller: &'w Teller<'t, P::Board>,
}

impl<P: Puzzle, H: Heuristic<P>> Watched<'_, '_, P, H> {
    fn tell(&self, board: &Walked<P::Board>, h: u32, is_backward: bool) {
        let step = Step {
            board: board.board,
            g: board.depth,
            h,
            is_backward,
        };
        tell(self.teller, Event::Expanded(step));
    }
}

impl<P: Puzzle, H: Heuristic<P>> Puzzle for Watched<'_, '_, P, H> {
    type Board = Walked<P::Board>;

    fn moves(&self, board: &Self::Board) -> MoveSet {
        let memo = self.heuristic.start(self.puzzle, &board.board);
        self.tell(board, self.heuristic.bound(memo), false);
        self.puzzle.moves(&board.board)
    }

    fn onward(&self, board: &Self::Board, last: Move) -> MoveSet {
        self.moves(board)
            .and(self.puzzle.onward(&board.board, last))
    }

    fn arrivals(&self, board: &Self::Board) -> MoveSet {
        let away = self.heuristic.away(self.puzzle, &self.start);
        self.tell(board, away(&board.board), true);
        self.puzzle.arrivals(&board.board)
    }

    fn apply(&self, board: &mut Self::Board, m: Move) {
        self.puzzle.apply(&mut board.board, m);
        board.depth = board.depth.saturating_add(1);
    }

    /// Searches go this way from the goal only, and there it is a move more.
    fn undo(&self, board: &mut Self::Board, m: Move) {
        self.puzzle.undo(&mut board.board, m);
        board.depth = board.depth.saturating_add(1);
    }

    fn preimages(&self, board: &Self::Board, m: Move) -> impl Iterator<Item = Self::Board> {
        let depth = board.depth.saturating_add(1);
        let preimages = self.puzzle.preimages(&board.board, m);
        preimages.map(move |board| Walked { board, depth })
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        self.puzzle.inverse(m)
    }

    fn is_solved(&self, board: &Self::Board) -> bool {
        self.puzzle.is_solved(&board.board)
    }
}

impl<P: Goals, H: Heuristic<P>> Goals for Watched<'_, '_, P, H> {
    fn goals(&self) -> Vec<Self::Board> {
        let goals = self.puzzle.goals().into_iter();
        goals.map(|board| Walked { board, depth: 0 }).collect()
    }
}

/// The heuristic, seeing through the disguise.
struct Through<'h, H>(&'h H);

impl<'w, 't, P: Puzzle, H: Heuristic<P>> Heuristic<Watched<'w, 't, P, H>> for Through<'_, H> {
    type Memo = H::Memo;

    fn start(&self, puzzle: &Watched<'w, 't, P, H>, board: &Walked<P::Board>) -> H::Memo {
        self.0.start(puzzle.puzzle, &board.board)
    }

    fn after(
        &self,
        puzzle: &Watched<'w, 't, P, H>,
        before: &Walked<P::Board>,
        m: Move,
        memo: H::Memo,
    ) -> H::Memo {
        self.0.after(puzzle.puzzle, &before.board, m, memo)
    }

    fn bound(&self, memo: H::Memo) -> u32 {
        self.0.bound(memo)
    }

    fn away<'h>(
        &'h self,
        puzzle: &'h Watched<'w, 't, P, H>,
        start: &Walked<P::Board>,
    ) -> Away<'h, Watched<'w, 't, P, H>> {
        let away = self.0.away(puzzle.puzzle, &start.board);
        Box::new(move |board| away(&board.board))
    }
}

/// Passes on what an observer is told, and tells of thresholds.
struct Watcher<'w, 't, B> {
    observer: &'w mut dyn Observer,
    teller: Option<&'w Teller<'t, B>>,
}

impl<B> Observer for Watcher<'_, '_, B> {
    fn threshold(&mut self, threshold: u32) {
        if let Some(teller) = self.teller {
            tell(teller, Event::Threshold(threshold));
        }
        self.observer.threshold(threshold);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        self.observer.iteration(iteration);
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        self.observer.poll(statistics)
    }
}
