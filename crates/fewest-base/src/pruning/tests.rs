//! Redundant sequences and their limits, on small puzzles.

use std::collections::HashMap;

use super::words::RedundantSequences;
use super::{BYTES, Effort};
use crate::space::Move;
use crate::space::structure::{Structure, Turn};
use crate::support::random::Random;

const MAX_LENGTH: usize = 4;

/// Random turns of five cells: with one-way moves and equal ones, and in every other puzzle
/// with moves that need the blank, piece 0, on a cell.
fn random_structure(random: &mut Random, has_blank: bool) -> Structure {
    let mut turns = Vec::new();
    for m in (0..5).take(random.place(4) + 2) {
        for needed in (0..5).filter(|_| has_blank) {
            if random.below(3) > 0 {
                turns.push(random_turn(random, m, vec![(needed, 0)]));
            }
        }
        if !has_blank {
            turns.push(random_turn(random, m, Vec::new()));
        }
    }
    Structure {
        pieces: vec![1; 5],
        turns,
        goals: Vec::new(),
    }
}

/// Few cells take part, so that many sequences have the same effect.
fn random_turn(random: &mut Random, m: u8, needs: Vec<(u8, u8)>) -> Turn {
    let mut from: Vec<u8> = (0..5).collect();
    for _ in 0..=random.below(2) {
        let needed = needs.first();
        let first = needed.map_or_else(|| random.place(5), |(cell, _)| (*cell).into());
        from.swap(first, random.place(5));
    }
    Turn {
        by: Move::new(m),
        needs,
        from,
    }
}

/// The board after a sequence; `None` if it is not legal.
fn play(structure: &Structure, start: &[u8], word: &[Move]) -> Option<Vec<u8>> {
    word.iter().try_fold(start.to_vec(), |board, m| {
        let is_legal = |turn: &&Turn| turn.by == *m && turn.is_legal(&board);
        let turn = structure.turns.iter().find(is_legal)?;
        Some(turn.apply(&board))
    })
}

/// The redundant sequences of each length, found by enumeration: from every start, an earlier
/// sequence leads to the same board. Sequences that contain a shorter redundant one are left out, as
/// are sequences that are never legal after a beginning that is the first to its board.
fn redundant(structure: &Structure, has_blank: bool) -> Vec<Vec<Vec<Move>>> {
    let start = |blank| {
        let mut start = vec![0, 1, 2, 3, 4];
        start.swap(0, blank);
        (start, HashMap::<Vec<u8>, Vec<Move>>::new())
    };
    let mut starts: Vec<_> = (0..if has_blank { 5 } else { 1 }).map(start).collect();
    let mut words = vec![Vec::new()];
    let mut found: Vec<Vec<Vec<Move>>> = Vec::new();
    for length in 0..=MAX_LENGTH {
        let mut some = Vec::new();
        for word in &words {
            let (mut is_first, mut is_met) = (false, false);
            for (start, first) in &mut starts {
                let Some(board) = play(structure, start, word) else {
                    continue;
                };
                let before = &word[..length.saturating_sub(1)];
                let on_the_way = play(structure, start, before);
                is_met |=
                    on_the_way.is_some_and(|board| first.get(&board).is_some_and(|w| w == before));
                is_first |= first.entry(board).or_insert_with(|| word.clone()) == word;
            }
            let holds = |part: &Vec<Move>| word.windows(part.len()).any(|own| own == part);
            if is_met && !is_first && !found.iter().flatten().any(holds) {
                some.push(word.clone());
            }
        }
        if length > 0 {
            found.push(some);
        }
        let moves = (0..u8::MAX).map(Move::new).take(structure.moves());
        let longer = |word: &Vec<Move>| moves.clone().map(|m| [&word[..], &[m]].concat()).collect();
        words = words.iter().flat_map::<Vec<_>, _>(longer).collect();
    }
    found
}

#[test]
fn redundant_sequences_are_those_of_an_enumeration() {
    let mut random = Random::new(1);
    let mut total = [0; MAX_LENGTH];
    for case in 0..200 {
        let has_blank = case % 2 == 1;
        let structure = random_structure(&mut random, has_blank);
        let expected = redundant(&structure, has_blank);
        let mut words: Vec<_> = RedundantSequences::new(&structure, Effort(u64::MAX), &|| false)
            .take(MAX_LENGTH)
            .collect();
        words.resize(MAX_LENGTH, Vec::new());
        assert_eq!(words, expected, "{structure:?}");
        for (total, words) in total.iter_mut().zip(&words) {
            *total += words.len();
        }
    }
    assert!(total.iter().all(|total| *total > 50), "{total:?}");
}

fn swap(m: u8, cells: u8, a: usize, b: usize) -> Turn {
    let mut from: Vec<u8> = (0..cells).collect();
    from.swap(a, b);
    let by = Move::new(m);
    Turn {
        by,
        needs: Vec::new(),
        from,
    }
}

#[test]
fn the_effort_is_the_number_of_cells_written() {
    let structure = Structure {
        pieces: vec![1; 5],
        turns: vec![swap(0, 5, 0, 1), swap(1, 5, 1, 2), swap(2, 5, 3, 4)],
        goals: Vec::new(),
    };
    // Three boards after one move, nine after two, five cells each.
    for (effort, lists) in [(14, 0), (15, 1), (59, 1), (60, 2)] {
        let words = RedundantSequences::new(&structure, Effort(effort), &|| false);
        assert_eq!(words.count(), lists, "{effort}");
    }
}

#[test]
fn sequences_of_more_than_63_bits_are_not_searched_for() {
    let mut from: Vec<u8> = (1..70).collect();
    from.push(0);
    let ring = Structure {
        pieces: vec![1; 70],
        turns: vec![Turn {
            by: Move::new(0),
            needs: Vec::new(),
            from,
        }],
        goals: Vec::new(),
    };
    // 70 moves in a row change nothing.
    let words = RedundantSequences::new(&ring, Effort::QUICK, &|| false);
    assert!(words.map(|words| words.len()).eq([0; 63]));
}
#[test]
fn little_memory_limits_the_effort() {
    assert_eq!(Effort(100).within(Some(BYTES * 40)), Effort(40));
    assert_eq!(Effort(100).within(Some(BYTES * 400)), Effort(100));
    assert_eq!(Effort(100).within(None), Effort(100));
}
