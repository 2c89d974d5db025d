//! Colourings and reachable boards, compared with brute force.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;

use super::chains::{closure, some_groups};
use super::read;
use fewest::group::{Chain, Colours, GroupMoves, Permutation, Reach};
use fewest::space::Move;
use fewest::space::structure::{Structure, Turn};

#[test]
fn elements_between_colourings_are_those_that_listing_finds() {
    let mut source = fastrand::Rng::with_seed(7);
    let (mut there, mut not_there, mut trivial) = (0, 0, 0);
    for (points, generators) in some_groups(&mut source) {
        let listed = closure(points.into(), &generators);
        if listed.len() > 2000 {
            continue;
        }
        let chain = Arc::new(Chain::new(points.into(), &generators).unwrap());
        let mut home: Vec<u8> = (0..points).map(|_| source.u8(0..4)).collect();
        let colours = Colours::new(&chain, &home).unwrap();
        let carries = |element: &&Permutation, to: &[u8]| {
            (0..points).all(|p| to[usize::from(element.image(p))] == home[usize::from(p)])
        };
        let stabiliser = listed.iter().filter(|g| carries(g, &home)).count();
        assert_eq!(colours.stabiliser().unwrap(), stabiliser.into());
        trivial += usize::from(stabiliser == 1);
        let mut other = home.clone();
        for _ in 0..10 {
            source.shuffle(&mut other);
            let found = colours.element(&other).unwrap();
            assert_eq!(found.is_some(), listed.iter().any(|g| carries(&g, &other)));
            assert!(
                found
                    .iter()
                    .all(|g| carries(&g, &other) && listed.contains(g))
            );
            if found.is_some() {
                there += 1;
            } else {
                not_there += 1;
            }
        }
        home.push(0);
        assert!(Colours::new(&chain, &home).is_none());
    }
    assert!(
        there > 100 && not_there > 100 && trivial > 10,
        "{there} {not_there} {trivial}"
    );
}

fn reached(structure: &Structure, board: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut known = BTreeSet::from([board.to_vec()]);
    let mut open = vec![board.to_vec()];
    while let Some(board) = open.pop() {
        for turn in structure.turns.iter().filter(|turn| turn.is_legal(&board)) {
            let next = turn.apply(&board);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    known
}

/// The number of boards that moves make of a board with the blank at home.
fn boards(reach: &Reach, symbols: &[u8]) -> BigUint {
    let colours = Colours::new(reach.chain(), symbols).unwrap();
    reach.chain().order() * reach.ways().count().max(1) / colours.stabiliser().unwrap()
}

/// A puzzle whose blank, symbol 0, moves along the edges of a graph.
fn graph(pieces: Vec<u32>, edges: &[(u8, u8)]) -> Structure {
    let cells: u32 = pieces.iter().sum();
    let mut turns = Vec::new();
    for &(a, b) in edges {
        for (from, to) in [(a, b), (b, a)] {
            let mut swap: Vec<u8> = (0..=u8::MAX).take(cells as usize).collect();
            swap.swap(from.into(), to.into());
            turns.push(Turn {
                by: Move::new(to),
                needs: vec![(from, 0)],
                from: swap,
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
fn boards_in_reach_are_those_that_a_search_meets() {
    let mut source = fastrand::Rng::with_seed(8);
    let mut shares = BTreeSet::new();
    for round in 0..60 {
        let cells = 3 + source.u8(0..4);
        let mut edges: Vec<(u8, u8)> = (1..cells).map(|c| (source.u8(0..c), c)).collect();
        for _ in 0..source.u8(0..6) {
            let (a, b) = (source.u8(0..cells), source.u8(0..cells));
            if a != b && !edges.contains(&(a.min(b), a.max(b))) {
                edges.push((a.min(b), a.max(b)));
            }
        }
        let mut symbols: Vec<u8> = (0..cells).collect();
        if round % 3 > 0 {
            symbols = symbols.iter().map(|&symbol| symbol.min(2)).collect();
        }
        let mut pieces = vec![0; cells.into()];
        for &symbol in &symbols {
            pieces[usize::from(symbol)] += 1;
        }
        let mut structure = graph(pieces, &edges);
        if round % 5 == 0 {
            // A move that does not depend on the blank.
            let mut from: Vec<u8> = (0..cells).collect();
            from.rotate_left(1);
            structure.turns.push(Turn {
                by: Move::new(31),
                needs: Vec::new(),
                from,
            });
        }
        source.shuffle(&mut symbols);
        let home = symbols.iter().position(|s| *s == 0).unwrap();
        let mut moves = GroupMoves::new(&structure).unwrap();
        let reach = moves.around(u8::try_from(home).unwrap()).unwrap();
        let known = reached(&structure, &symbols);
        assert_eq!(
            boards(&reach, &symbols),
            known.len().into(),
            "{structure:?}"
        );
        shares.insert(known.len());
    }
    assert!(shares.len() > 10, "{shares:?}");
}

/// R. M. Wilson's theorem (1974): half of the boards if the graph is bipartite; and his graph of
/// seven cells with only 120 of 720.
#[test]
fn published_reaches() {
    for (text, published) in [
        (include_str!("../../../../../puzzles/eight.toml"), "181440"),
        (
            include_str!("../../../../../puzzles/fifteen.toml"),
            "10461394944000",
        ),
        (
            include_str!("../../../../../puzzles/knights.toml"),
            "67603900",
        ),
    ] {
        let structure = read(text).structure;
        let goal: Vec<u8> = structure.goals[0].iter().copied().flatten().collect();
        let blank = structure.turns[0].needs[0].1;
        let home = goal.iter().position(|s| *s == blank).unwrap();
        let mut moves = GroupMoves::new(&structure).unwrap();
        let reach = moves.around(u8::try_from(home).unwrap()).unwrap();
        assert_eq!(boards(&reach, &goal).to_string(), published);
    }
    let edges = [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 0),
        (0, 6),
        (6, 3),
    ];
    let theta = graph(vec![1; 7], &edges);
    let reach = GroupMoves::new(&theta).unwrap().around(0).unwrap();
    assert_eq!(reach.chain().order(), 120u8.into());
    let rotation = read(include_str!("../../../../../puzzles/rotation.toml")).structure;
    let board: Vec<u8> = (0..24).map(|cell| cell / 8).collect();
    let reach = GroupMoves::new(&rotation).unwrap().around(0).unwrap();
    assert_eq!(boards(&reach, &board), 9_465_511_770u64.into());
}
