//! The boards from which moves lead to given ones, compared with trying every move on every board.

use std::collections::BTreeSet;
use std::time::Duration;

use fewest::group::{BackwardReach, ChainError, GroupMoves, PlacedBoard, ReachError};
use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::support::random::Random;

use crate::naive;

const BLANK: u8 = 0;

/// The boards from which moves lead to a target.
fn listed(structure: &Structure, all: &[Vec<u8>], targets: &[PlacedBoard]) -> BTreeSet<Vec<u8>> {
    let found = naive::distances_to(
        all,
        |board| naive::turned(structure, board),
        |board| targets.iter().any(|(target, _)| target == board),
    );
    found.into_keys().collect()
}

fn placed(board: &[u8]) -> PlacedBoard {
    let blank = board.iter().position(|symbol| *symbol == BLANK).unwrap();
    (board.to_vec(), u8::try_from(blank).unwrap())
}

/// A puzzle whose blank moves along arrows, some one-way. Some moves may not need the blank.
fn random(rng: &mut fastrand::Rng) -> Structure {
    let cells = rng.u8(3..=6);
    let symbols = rng.u8(2..=cells);
    let mut pieces = vec![0; symbols.into()];
    pieces[usize::from(BLANK)] = 1;
    for piece in 1..cells {
        pieces[usize::from(1 + (piece - 1) % (symbols - 1))] += 1;
    }
    let mut turns = Vec::new();
    let moved = rng.u8(1..=4);
    for by in 0..moved {
        let mut from: Vec<u8> = (0..cells).collect();
        let start_count = rng.u8(1..=cells);
        let mut starts: Vec<u8> = (0..cells).collect();
        rng.shuffle(&mut starts);
        for &start in &starts[..usize::from(start_count)] {
            let end = rng.u8(0..cells);
            let mut swap = from.clone();
            swap.swap(start.into(), end.into());
            if start != end {
                turns.push(Turn {
                    by: fewest::space::Move::new(by),
                    needs: vec![(start, BLANK)],
                    from: swap,
                });
            }
        }
        if rng.u8(0..8) == 0 {
            rng.shuffle(&mut from);
            turns.push(Turn {
                by: fewest::space::Move::new(moved + by),
                needs: Vec::new(),
                from,
            });
        }
    }
    Structure {
        pieces,
        turns,
        goals: Vec::new(),
    }
}

#[test]
fn boards_before_one_way_moves_are_recognised_counted_and_drawn() {
    let mut rng = fastrand::Rng::with_seed(40);
    let (mut counted, mut entangled, mut one_way) = (0, 0, 0);
    for _ in 0..1500 {
        let structure = random(&mut rng);
        let all = naive::boards(&structure.pieces);
        let targets: Vec<PlacedBoard> = (0..rng.usize(1..=3))
            .map(|_| placed(&all[rng.usize(0..all.len())]))
            .collect();
        let expected = listed(&structure, &all, &targets);
        let mut moves = GroupMoves::new(&structure).unwrap();
        let reach = match BackwardReach::new(&mut moves, &targets, &all.len().into()) {
            Ok(reach) => reach,
            Err(error) => {
                assert_eq!(error, ReachError::Entangled);
                entangled += 1;
                continue;
            }
        };
        counted += 1;
        let case = || format!("{structure:?} {targets:?}");
        assert_eq!(reach.boards(), &expected.len().into(), "{}", case());
        for board in &all {
            let (symbols, blank) = placed(board);
            let is_included = reach.includes(&symbols, blank).unwrap();
            assert_eq!(
                is_included,
                expected.contains(board),
                "{board:?} {}",
                case()
            );
        }
        // The boards that moves make of the targets differ, unless all moves have inverses.
        let backward = |turn: &Turn| {
            let mut turn = turn.clone();
            let mut from = turn.from.clone();
            for (to, &start) in (0u8..).zip(&turn.from) {
                from[usize::from(start)] = to;
            }
            for (cell, _) in &mut turn.needs {
                *cell = from[usize::from(*cell)];
            }
            Turn { from, ..turn }
        };
        let turned = Structure {
            turns: structure.turns.iter().map(backward).collect(),
            ..structure.clone()
        };
        one_way += usize::from(listed(&turned, &all, &targets) != expected);
        if expected.len() < 40 {
            let mut random = Random::new(3);
            let drawn: BTreeSet<Vec<u8>> =
                (0..600).map(|_| reach.draw(&mut random).unwrap()).collect();
            assert_eq!(drawn, expected, "{}", case());
        }
    }
    // Small orbits are listed, so few cases stay unknown.
    assert!(
        counted > 1000 && one_way > 500 && entangled < 50,
        "{counted} {one_way} {entangled}"
    );
}

/// Regression test: a group that takes long to find took half a minute whatever the time limit.
#[test]
fn searches_stop_at_their_time_limit() {
    let puzzle =
        Tiles::<Nibbles>::rectangle(Size::new(4, 4).unwrap(), 15, Order::default()).unwrap();
    let structure = puzzle.structure();
    let found = |time| {
        GroupMoves::new(&structure)
            .unwrap()
            .within(time)
            .around(0)
            .err()
    };
    let too_long = ReachError::Chain(ChainError::TooLong);
    assert_eq!(found(Some(Duration::ZERO)), Some(too_long));
    assert_eq!(found(Some(Duration::from_secs(30))), None);
    assert_eq!(found(None), None);
}
