//! Numbers of boards with identical pieces, compared with breadth-first search on symbols.

use std::hash::Hash;
use std::iter::repeat;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{PieceNumbering, Pieces};
use crate::model::Model;
use crate::projection::tests::{Kind, structure, symmetric};
use crate::rank::bits::{self, WORD};
use crate::space::Move;
use crate::space::ranked::{Ranks, index};
use crate::space::structure::{Structure, Turn};
use crate::support::random::Random;
use crate::symmetry;

const MAX_ENUMERATED: usize = 30_000;

/// Makes pieces of each orbit identical at random, and hides orientations of some.
pub(crate) fn merged(mut structure: Structure, kinds: &[Kind], random: &mut Random) -> Structure {
    let mut home: Vec<u8> = Vec::new();
    let mut symbols: HashMap<[usize; 3], u8> = HashMap::default();
    for (orbit, &(places, turns)) in kinds.iter().enumerate() {
        let classes = 1 + random.place(places);
        // The looks of a class repeat after this many stickers.
        let divisors: Vec<usize> = (1..=turns).filter(|&t| turns.is_multiple_of(t)).collect();
        let periods: Vec<usize> = (0..classes)
            .map(|_| divisors[random.place(divisors.len())])
            .collect();
        for _ in 0..places {
            let class = random.place(classes);
            // Identical pieces may sit in different orientations.
            let shift = random.place(turns);
            for turn in 0..turns {
                let look = [orbit, class, (turn + shift) % periods[class]];
                let next = u8::try_from(symbols.len()).unwrap();
                home.push(*symbols.entry(look).or_insert(next));
            }
        }
    }
    structure.pieces = vec![0; symbols.len()];
    for &symbol in &home {
        structure.pieces[usize::from(symbol)] += 1;
    }
    structure.goals = vec![home.into_iter().map(Some).collect()];
    structure
}

fn after(structure: &Structure, symbols: &[u8], m: usize) -> Vec<u8> {
    let from = structure.turns[m].from.iter();
    from.map(|&cell| symbols[usize::from(cell)]).collect()
}

/// The boards at each distance from the first one, if there are at most `max_boards`.
fn levels<B: Clone + Eq + Hash, N: IntoIterator<Item = B>>(
    first: B,
    next: impl Fn(&B) -> N,
    max_boards: usize,
) -> Option<Vec<Vec<B>>> {
    let mut seen = HashSet::from_iter([first.clone()]);
    let (mut levels, mut level) = (Vec::new(), vec![first]);
    while !level.is_empty() {
        let mut after: Vec<B> = level.iter().flat_map(&next).collect();
        after.retain(|board| seen.insert(board.clone()));
        if seen.len() > max_boards {
            return None;
        }
        levels.push(std::mem::replace(&mut level, after));
    }
    Some(levels)
}

/// The distance of each board from the first one, if there are at most `max_boards`.
pub(crate) fn distances<B: Clone + Eq + Hash, N: IntoIterator<Item = B>, D: From<u8>>(
    first: B,
    next: impl Fn(&B) -> N,
    max_boards: usize,
) -> Option<HashMap<B, D>> {
    let levels = levels(first, next, max_boards)?.into_iter().zip(0u8..);
    let boards = levels.flat_map(|(level, distance)| level.into_iter().zip(repeat(distance)));
    Some(
        boards
            .map(|(board, distance)| (board, distance.into()))
            .collect(),
    )
}

/// The boards that moves make of the goal, by distance, if they are few.
fn by_distance(structure: &Structure) -> Option<Vec<Vec<Vec<u8>>>> {
    let turns = 0..structure.turns.len();
    let next = |board: &Vec<u8>| {
        let after = turns.clone().map(|m| after(structure, board, m));
        after.collect::<Vec<_>>()
    };
    levels(structure.whole_goal().unwrap(), next, MAX_ENUMERATED)
}

/// Returns the number of boards and the number of reachable ones, if there is a numbering and
/// boards are few.
fn compared(
    structure: &Structure,
    numbering: &PieceNumbering,
    random: &mut Random,
) -> Option<(u64, u64)> {
    let boards = by_distance(structure)?.concat();
    let symbols = |number| {
        let mut symbols = vec![u8::MAX; structure.cells()];
        numbering.symbols(number, &mut symbols);
        symbols
    };
    let mut is_taken = vec![false; index(numbering.boards())];
    for board in &boards {
        let number = numbering.number(board).expect("moves make it");
        assert!(
            !std::mem::replace(&mut is_taken[index(number)], true),
            "{number} twice"
        );
        assert_eq!(&symbols(number), board);
    }
    for number in 0..numbering.boards() {
        assert_eq!(numbering.number(&symbols(number)), Some(number));
    }
    let mut shuffled = boards[0].clone();
    for _ in 0..50 {
        random.shuffle(&mut shuffled);
        if let Some(number) = numbering.number(&shuffled) {
            assert_eq!(symbols(number), shuffled);
        }
    }
    let digits = numbering.digits().product::<u64>();
    assert_eq!(digits, numbering.boards());
    for number in 0..numbering.boards() {
        let mut successors = Vec::new();
        numbering.successors(number, |next| successors.push(next));
        let moves = 0..structure.turns.len();
        let expected = moves.map(|m| number_after(structure, numbering, index(number), m) as u64);
        assert!(expected.eq(successors), "{number}");
    }
    let pieces = Pieces::with_identical(structure).expect("its boards have numbers");
    if pieces.inverses().is_some() {
        links_agree(structure, numbering, random);
    }
    Some((numbering.boards(), boards.len() as u64))
}

/// The number of the board after a move, through its symbols.
fn number_after(
    structure: &Structure,
    numbering: &PieceNumbering,
    number: usize,
    m: usize,
) -> usize {
    let mut symbols = vec![0; structure.cells()];
    numbering.symbols(number as u64, &mut symbols);
    let after = numbering.number(&after(structure, &symbols, m));
    index(after.expect("moves keep the pieces"))
}

/// Compares links with moves of random sets of numbered boards.
fn links_agree(structure: &Structure, numbering: &PieceNumbering, random: &mut Random) {
    let boards = index(numbering.boards());
    let share = 1 + random.place(20);
    let is_in: Vec<bool> = (0..boards).map(|_| random.place(share) == 0).collect();
    let links = numbering.links();
    assert_eq!(boards % links.block, 0);
    let words = links.block.div_ceil(WORD);
    let sets: Vec<Vec<u64>> = is_in
        .chunks(links.block)
        .map(|block| {
            let mut set = vec![0; words];
            let ranks = (0..).zip(block).filter(|(_, is_in)| **is_in);
            ranks.for_each(|(rank, _)| bits::insert(&mut set, rank));
            set
        })
        .collect();
    let all = vec![u64::MAX; words];
    let (mut carried, mut sought) = (sets.clone(), sets.clone());
    carried
        .iter_mut()
        .chain(&mut sought)
        .for_each(|set| set.fill(0));
    let part = 0..links.block;
    for link in &links.links {
        link.by.carry(
            Ranks::unlisted(&sets[link.from]),
            part.clone(),
            &mut carried[link.to],
        );
        let candidates = Ranks::unlisted(&all);
        link.by.seek(
            candidates,
            part.clone(),
            &sets[link.to],
            &mut sought[link.from],
        );
        let mut listed = Vec::new();
        link.by
            .list(Ranks::unlisted(&sets[link.from]), part.clone(), &mut listed);
        let set = &carried[link.to];
        assert!(listed.into_iter().all(|rank| bits::get(set, rank) == 1));
    }
    for number in 0..boards {
        let mut moves = 0..structure.turns.len();
        let leads_in = moves.any(|m| is_in[number_after(structure, numbering, number, m)]);
        let (block, rank) = (number / links.block, number % links.block);
        let found = [&carried, &sought].map(|sets| bits::get(&sets[block], rank) == 1);
        assert_eq!(found, [leads_in; 2], "{number}");
    }
}

#[test]
fn numbers_and_links_agree_with_moves() {
    let mut random = Random::new(5);
    let kinds: [&[Kind]; 10] = [
        &[(6, 2)],
        &[(5, 3)],
        &[(7, 1)],
        &[(4, 2), (5, 1)],
        &[(4, 3), (4, 2)],
        &[(1, 3), (5, 2)],
        &[(3, 4), (4, 2)],
        &[(8, 1), (3, 2)],
        &[(4, 6)],
        &[(3, 2), (3, 2), (4, 1)],
    ];
    let (mut compared_count, mut exact, mut blocks) = (0, 0, 0);
    for number in 0..200 {
        let kinds = kinds[number % kinds.len()];
        let drawn = if number % 3 == 0 {
            symmetric(kinds, &mut random)
        } else {
            structure(kinds, &mut random)
        };
        let drawn = merged(drawn, kinds, &mut random);
        let numbering = PieceNumbering::new(&drawn, MAX_ENUMERATED as u64);
        let found = numbering.and_then(|numbering| {
            blocks += usize::from(numbering.links().block < index(numbering.boards()));
            compared(&drawn, &numbering, &mut random)
        });
        if let Some((boards, reached)) = found {
            compared_count += 1;
            exact += usize::from(boards == reached);
        }
    }
    assert!(
        compared_count > 50 && exact > 25 && blocks > 5,
        "{compared_count} {exact} {blocks}"
    );
}

/// The number of boards at each distance from the goal, by links among the blocks that represent
/// symmetric ones; `None` if there are none.
fn reduced_counts(structure: &Structure, numbering: &PieceNumbering) -> Option<Vec<u64>> {
    let reduced = numbering.reduced(|| symmetry::find(structure))?.links();
    let (links, represents) = (&reduced.links, &reduced.represents);
    let all: u64 = represents.iter().map(|&blocks| u64::from(blocks)).sum();
    assert_eq!(all, numbering.boards() / links.block as u64);
    let empty = || vec![vec![0; links.block.div_ceil(WORD)]; represents.len()];
    let (mut level, mut seen) = (empty(), empty());
    let home = numbering.number(&structure.whole_goal()?)?;
    let home = index(home);
    bits::insert(&mut level[home / links.block], home % links.block);
    let mut counts = Vec::new();
    loop {
        let boards = level.iter().zip(represents).map(|(set, &blocks)| {
            let boards: u32 = set.iter().map(|word: &u64| word.count_ones()).sum();
            assert!(boards == 0 || blocks > 0);
            u64::from(boards * blocks)
        });
        match boards.sum() {
            0 => return Some(counts),
            boards => counts.push(boards),
        }
        for (seen, word) in seen.iter_mut().flatten().zip(level.iter().flatten()) {
            *seen |= word;
        }
        let mut next = empty();
        for link in &links.links {
            let marked = Ranks::unlisted(&level[link.from]);
            link.by.carry(marked, 0..links.block, &mut next[link.to]);
        }
        for (next, seen) in next.iter_mut().flatten().zip(seen.iter().flatten()) {
            *next &= !seen;
        }
        level = next;
    }
}

#[test]
fn blocks_that_represent_symmetric_ones_give_the_counts_of_all() {
    let mut random = Random::new(7);
    let kinds: [&[Kind]; 6] = [
        &[(6, 1), (4, 2)],
        &[(5, 2), (4, 3)],
        &[(7, 1), (5, 1)],
        &[(4, 3), (4, 1)],
        &[(5, 1), (3, 4)],
        &[(4, 2), (5, 1), (3, 2)],
    ];
    let mut compared = [0; 6];
    for number in 0..600 {
        let place = number % kinds.len();
        let drawn = symmetric(kinds[place], &mut random);
        let drawn = merged(drawn, kinds[place], &mut random);
        let Some(numbering) = PieceNumbering::new(&drawn, MAX_ENUMERATED as u64) else {
            continue;
        };
        let pieces = Pieces::with_identical(&drawn).expect("its boards have numbers");
        let (Some(_), Some(boards)) = (pieces.inverses(), by_distance(&drawn)) else {
            continue;
        };
        let Some(counts) = reduced_counts(&drawn, &numbering) else {
            continue;
        };
        let expected: Vec<u64> = boards.iter().map(|level| level.len() as u64).collect();
        assert_eq!(counts, expected, "{number}");
        compared[place] += 1;
    }
    assert!(compared.iter().all(|&count| count > 3), "{compared:?}");
}

/// Corners have three orientations, and the last one is given by the others. Random moves hardly
/// ever keep such a sum.
#[test]
fn orientations_with_a_known_sum() {
    let cube = Model::named("cube2").expect("it is built in");
    let mut structure = cube.structure.clone();
    // The stickers of four corners are white and grey, those of the others yellow and grey.
    let (white, yellow, grey) = (0, 1, 2);
    let colours = cube.symbols.iter().map(|symbol| match &symbol[..] {
        "w" => white,
        "y" => yellow,
        _ => grey,
    });
    let colours: Vec<u8> = colours.collect();
    structure.pieces = vec![4, 3, 14];
    for symbol in structure.goals[0].iter_mut().flatten() {
        *symbol = colours[usize::from(*symbol)];
    }
    let numbering = PieceNumbering::new(&structure, u64::MAX).expect("few patterns");
    let boards = 35 * 3_u64.pow(6);
    let found = compared(&structure, &numbering, &mut Random::new(1));
    assert_eq!(found, Some((boards, boards)));
    // A corner that is turned, alone and with another one.
    let mut board = structure.whole_goal().expect("one goal");
    let turn = |board: &mut Vec<u8>, corner: [usize; 3]| {
        let stickers = corner.map(|cell| board[cell]);
        for (cell, sticker) in corner.iter().cycle().skip(1).zip(stickers) {
            board[*cell] = sticker;
        }
    };
    turn(&mut board, [3, 7, 8]);
    assert_eq!(numbering.number(&board), None);
    turn(&mut board, [1, 9, 10]);
    assert_eq!(numbering.number(&board), None);
    turn(&mut board, [0, 11, 4]);
    assert!(numbering.number(&board).is_some());
}

/// Twenty of the permutations of five pieces do not make all patterns if some are identical.
#[test]
fn patterns_that_moves_do_not_make() {
    let turn = |by, from: [u8; 5]| Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: from.to_vec(),
    };
    // To the next cell, and from cell n to cell 2n modulo 5; forwards and backwards.
    let mut five = Structure {
        pieces: vec![2, 2, 1],
        turns: vec![
            turn(0, [1, 2, 3, 4, 0]),
            turn(1, [4, 0, 1, 2, 3]),
            turn(2, [0, 2, 4, 1, 3]),
            turn(3, [0, 3, 1, 4, 2]),
        ],
        goals: vec![[0, 0, 1, 1, 2].map(Some).to_vec()],
    };
    let reached = by_distance(&five).expect("few boards").concat();
    assert_eq!(reached.len(), 20);
    assert!(PieceNumbering::new(&five, u64::MAX).is_none());
    // With an exchange of two neighbours, they make all.
    five.turns.push(turn(4, [1, 0, 2, 3, 4]));
    let numbering = PieceNumbering::new(&five, u64::MAX).expect("few patterns");
    assert_eq!(numbering.boards(), 30);
}

#[test]
fn puzzles_without_such_numbers() {
    let structure = |name| Model::named(name).expect("it is built in").structure;
    // A blank; too many patterns; more boards than allowed.
    for name in ["knights", "eight", "cube3"] {
        assert!(
            PieceNumbering::new(&structure(name), u64::MAX).is_none(),
            "{name}"
        );
    }
    let corners = structure("corners");
    let boards = PieceNumbering::new(&corners, u64::MAX)
        .expect("few patterns")
        .boards();
    assert!(PieceNumbering::new(&corners, boards - 1).is_none());
    assert_eq!(boards, 88_179_840);
}
