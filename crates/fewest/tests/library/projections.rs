//! The check of projections: it passes the right ones and finds what is wrong with others.

use fewest::projection::{BySymbol, Projection, counterexample};
use fewest::puzzle::{Move, MoveSet, Puzzle};
use fewest::puzzles::rotation::{Board, OneSymbol, Rotation};

use crate::common;

/// Boards from all over, and some near a goal of each symbol.
fn boards() -> Vec<Board> {
    let mut rng = fastrand::Rng::with_seed(13);
    let mut boards = Vec::new();
    for i in 0..600u16 {
        let start = match i % 2 {
            0 => common::shuffled(&mut rng),
            _ => common::centred(u8::try_from(i % 3 + 1).unwrap(), &mut rng),
        };
        boards.push(common::wander(
            &Rotation,
            &start,
            usize::from(i % 5),
            &mut rng,
        ));
    }
    boards
}

fn problem<Q: Projection<Rotation, View: Puzzle>>(
    view: &Q::View,
    projection: &Q,
    symbol: u8,
) -> Option<String> {
    counterexample(
        &Rotation,
        view,
        (|board: &_| projection.project(board), projection.is_exact()),
        |board| board.centre() == Some(symbol),
        boards(),
    )
}

#[test]
fn one_symbol_holds() {
    for symbol in 1..=3 {
        assert!(boards().iter().any(|board| board.centre() == Some(symbol)));
        assert_eq!(problem(&OneSymbol::new(), &BySymbol(symbol), symbol), None);
    }
}

#[test]
fn the_wrong_symbol_is_found() {
    let found = problem(&OneSymbol::new(), &BySymbol(1), 2).unwrap();
    assert!(found.contains("is solved"), "{found}");
}

/// Sees the board upside down, where every move goes another way.
struct UpsideDown;

impl Projection<Rotation> for UpsideDown {
    type View = OneSymbol;

    fn project(&self, board: &Board) -> u32 {
        board.places(1).reverse_bits() >> 8
    }

    fn is_exact(&self) -> bool {
        true
    }
}

#[test]
fn moves_that_look_different_are_found() {
    let found = problem(&OneSymbol::new(), &UpsideDown, 1).unwrap();
    assert!(found.contains("looks different"), "{found}");
}

/// The game in which nothing can be told apart, so that every board is solved.
struct Fog {
    moves: u32,
}

impl Puzzle for Fog {
    type Board = ();

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

/// Sees nothing.
struct Blindfold {
    is_exact: bool,
}

impl Projection<Rotation> for Blindfold {
    type View = Fog;

    fn project(&self, _: &Board) {}

    fn is_exact(&self) -> bool {
        self.is_exact
    }
}

#[test]
fn seeing_nothing_is_a_projection_but_no_exact_one() {
    assert_eq!(
        problem(&Fog { moves: 8 }, &Blindfold { is_exact: false }, 1),
        None
    );
    let found = problem(&Fog { moves: 8 }, &Blindfold { is_exact: true }, 1).unwrap();
    assert!(found.starts_with("() is solved"), "{found}");
}

#[test]
fn missing_moves_are_found() {
    let found = problem(&Fog { moves: 7 }, &Blindfold { is_exact: false }, 1).unwrap();
    assert!(found.contains("different legal moves"), "{found}");
}
