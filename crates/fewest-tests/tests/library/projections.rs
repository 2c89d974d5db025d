//! Views of a puzzle that forget differences between pieces, and a search for errors in them.
//!
//! A view is correct if moves commute with it. It is exact if, in addition, every solved board of
//! the view comes only from solved boards of one goal.

use fewest::kernel::general::Planes;
use fewest::kernel::{Kernel, View};
use fewest::space::{Move, MoveSet, StateSpace};

use crate::common::{self, ROTATION};

type Board = Planes<u64>;

/// The first failure of a view on these boards, in words; `None` if there is none. `is_goal` is the
/// goal of the view.
pub fn counterexample<P: StateSpace, V: StateSpace>(
    puzzle: &P,
    view: &V,
    (project, is_exact): (impl Fn(&P::Board) -> V::Board, bool),
    is_goal: impl Fn(&P::Board) -> bool,
    boards: impl IntoIterator<Item = P::Board>,
) -> Option<String> {
    boards.into_iter().find_map(|board| {
        let seen = project(&board);
        if !puzzle.moves(&board).eq(view.moves(&seen)) {
            return Some(format!("{board:?} and {seen:?} have different legal moves"));
        }
        if is_goal(&board) && !view.is_solved(&seen) {
            return Some(format!("{board:?} is solved, {seen:?} is not"));
        }
        if is_exact && view.is_solved(&seen) && !is_goal(&board) {
            return Some(format!("{seen:?} is solved, {board:?} is not"));
        }
        puzzle.moves(&board).find_map(|m| {
            let differs = project(&puzzle.after(&board, m)) != view.after(&seen, m);
            differs.then(|| format!("{m:?} on {board:?} looks different in the view"))
        })
    })
}

/// Random boards, some of them near a goal of each symbol.
fn boards() -> Vec<Board> {
    let mut rng = fastrand::Rng::with_seed(13);
    let mut boards = Vec::new();
    for i in 0..600u16 {
        let start = match i % 2 {
            0 => common::shuffled(&mut rng),
            _ => common::centred(u8::try_from(i % 3 + 1).unwrap(), &mut rng),
        };
        boards.push(common::wander(
            &*ROTATION,
            &start,
            usize::from(i % 5),
            &mut rng,
        ));
    }
    boards
}

/// The error in a view of the rotation game for the goal of this number.
fn problem<V: StateSpace>(
    view: &V,
    (project, is_exact): (impl Fn(&Board) -> V::Board, bool),
    goal: usize,
) -> Option<String> {
    let is_goal = |board: &Board| ROTATION.goal(board) == Some(goal);
    counterexample(&*ROTATION, view, (project, is_exact), is_goal, boards())
}

/// The view of the rotation game for one of its goals.
fn through(goal: usize) -> impl Fn(&Board) -> Board {
    let lens = ROTATION.lens(&View::exact(ROTATION.model(), &[goal]));
    move |board| ROTATION.project(&lens, board)
}

#[test]
fn one_symbol_holds() {
    for goal in 0..3 {
        assert!(
            boards()
                .iter()
                .any(|board| ROTATION.goal(board) == Some(goal))
        );
        let found = problem(&common::one_symbol(), (through(goal), true), goal);
        assert_eq!(found, None);
    }
}

#[test]
fn the_wrong_symbol_is_found() {
    let found = problem(&common::one_symbol(), (through(0), true), 1).unwrap();
    assert!(found.contains("is solved"), "{found}");
}

/// Upside down, every move goes in a different direction.
#[test]
fn moves_that_look_different_are_found() {
    let upside_down = |board: &Board| {
        let mut symbols = common::rotation_symbols(*board);
        symbols.reverse();
        through(0)(&common::rotation_board(&symbols))
    };
    let found = problem(&common::one_symbol(), (upside_down, true), 0).unwrap();
    assert!(found.contains("looks different"), "{found}");
}

/// A game whose symbols all look alike, so that every board is solved.
struct Fog {
    moves: usize,
}

impl StateSpace for Fog {
    type Board = ();
    type Moves = MoveSet;

    fn moves(&self, (): &()) -> MoveSet {
        MoveSet::first(self.moves)
    }

    fn arrivals(&self, (): &()) -> MoveSet {
        MoveSet::first(self.moves)
    }

    fn apply(&self, (): &mut (), _: Move) {}

    fn undo(&self, (): &mut (), _: Move) {}

    fn inverse(&self, _: Move) -> Option<Move> {
        None
    }

    fn is_solved(&self, (): &()) -> bool {
        true
    }
}

#[test]
fn seeing_nothing_is_a_view_but_no_exact_one() {
    let nothing = |_: &Board| ();
    assert_eq!(problem(&Fog { moves: 8 }, (nothing, false), 0), None);
    let found = problem(&Fog { moves: 8 }, (nothing, true), 0).unwrap();
    assert!(found.starts_with("() is solved"), "{found}");
}

#[test]
fn missing_moves_are_found() {
    let found = problem(&Fog { moves: 7 }, (|_: &Board| (), false), 0).unwrap();
    assert!(found.contains("different legal moves"), "{found}");
}
