//! Ranks of random boards, and words as possible tie orders.

use fewest::kernel::tiles::Order;
use fewest::space::Ranked;
use fewest::space::structure::Structured;
use fewest::{Options, Puzzle};
use proptest::prelude::*;

use crate::common;

fn subset(cells: u32, size: usize) -> impl Strategy<Value = u32> {
    proptest::sample::subsequence((0..cells).collect::<Vec<_>>(), size)
        .prop_map(|members| members.into_iter().fold(0, |bits, cell| bits | 1 << cell))
}

proptest! {
    #[test]
    fn one_symbol(places in subset(24, 8), rank in any::<u64>()) {
        let symbols: Vec<u8> = (0..24).map(|cell| u8::from(places >> cell & 1 == 0)).collect();
        let puzzle = common::one_symbol();
        check(&puzzle, &puzzle.board(&symbols).unwrap(), rank)?;
    }

    #[test]
    fn knights((empty, others) in (0usize..25, subset(24, 12)), rank in any::<u64>()) {
        let mut symbols: Vec<u8> = (0..24).map(|cell| (others >> cell & 1) as u8).collect();
        symbols.insert(empty, 2);
        check(&*common::KNIGHTS, &common::KNIGHTS.board(&symbols).unwrap(), rank)?;
    }

    #[test]
    fn sliding(
        (width, height) in proptest::sample::select(vec![(2usize, 2usize), (2, 3), (3, 3), (5, 2), (3, 4), (4, 3), (2, 6), (6, 2)]),
        goal in any::<proptest::sample::Index>(),
        seed in any::<u64>(),
        rank in any::<u64>(),
    ) {
        let puzzle = common::small(width, height, goal.index(width * height));
        let board = common::wander(&puzzle, &puzzle.goal(), 200, &mut fastrand::Rng::with_seed(seed));
        prop_assert!(puzzle.is_ranked());
        check(&puzzle, &board, rank)?;
        prop_assert!(puzzle.is_solvable(&puzzle.unrank(rank % puzzle.boards())));
    }

    #[test]
    fn any_word_is_a_tie_order_or_none(word in "\\PC*") {
        let _ = Order::parse(&word);
    }

    #[test]
    fn only_the_four_letters_are_a_tie_order(word in "[dlrux]{0,6}") {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        prop_assert_eq!(Order::parse(&word).is_some(), letters == ['d', 'l', 'r', 'u']);
    }
}

/// Checks that ranks and boards convert both ways, and that neighbours are found by rank.
fn check<P: Ranked>(puzzle: &P, board: &P::Board, rank: u64) -> Result<(), TestCaseError> {
    let board_rank = puzzle.rank(board);
    prop_assert!(board_rank < puzzle.boards());
    prop_assert_eq!(puzzle.unrank(board_rank), *board);
    let _ = puzzle.unrank(rank);
    // Many at once, in any order, also past the last.
    let near = (0..40).map(|step| (rank % puzzle.boards()).wrapping_add(step * step));
    let ranks: Vec<u64> = near.chain([board_rank, rank, 0]).collect();
    let (mut boards, mut found) = (vec![*board], vec![rank]);
    puzzle.unrank_all(&ranks, &mut boards);
    puzzle.rank_all(&boards, &mut found);
    let expected = ranks.iter().map(|rank| puzzle.unrank(*rank));
    prop_assert_eq!(&boards, &expected.collect::<Vec<_>>());
    let expected = boards.iter().map(|board| puzzle.rank(board));
    prop_assert_eq!(found, expected.collect::<Vec<_>>());
    let rank = rank % puzzle.boards();
    prop_assert_eq!(puzzle.rank(&puzzle.unrank(rank)), rank);
    for rank in [board_rank, rank] {
        let board = puzzle.unrank(rank);
        let mut found = [Vec::new(), Vec::new()];
        puzzle.successors(rank, |next| found[0].push(next));
        puzzle.predecessors(rank, |before| found[1].push(before));
        let back = |m| {
            let mut before = board;
            puzzle.undo(&mut before, m);
            puzzle.rank(&before)
        };
        let mut expected: [Vec<u64>; 2] = [
            puzzle
                .moves(&board)
                .map(|m| puzzle.rank(&puzzle.after(&board, m)))
                .collect(),
            puzzle.arrivals(&board).map(back).collect(),
        ];
        found
            .iter_mut()
            .chain(&mut expected)
            .for_each(|ranks| ranks.sort_unstable());
        prop_assert_eq!(found, expected);
    }
    Ok(())
}

/// A table stored before the numbers of `xcross` changed said that solvable boards can't be solved,
/// because its name was the same. If this fails, also change the number in the puzzle's `identity`.
#[test]
fn stored_tables_keep_their_numbers() {
    let options = Options::default();
    let mut found = Vec::new();
    for name in [
        "knights",
        "sliding:4x3",
        "rotation",
        "corners",
        "cross",
        "xcross",
    ] {
        let numbering = Puzzle::open(name).unwrap().numbering(&options).unwrap();
        let step = numbering.boards() / 997;
        let ranks: Vec<u64> = (0..997).map(|place| place * step).collect();
        let rows = numbering.rows(&ranks, &options).unwrap();
        // FNV-1a, 64 bits.
        let hash = rows
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &symbol| {
                (hash ^ u64::from(symbol)).wrapping_mul(0x0100_0000_01b3)
            });
        found.push(format!("{name} {hash:016x}"));
    }
    let known = [
        "knights 995984ec76767a7d",
        "sliding:4x3 b549fc8e98602d3d",
        "rotation adc6889b1116b793",
        "corners f0ffceaa6394b1b5",
        "cross ded63fe87b969642",
        "xcross cfefad3aadc7ca87",
    ];
    assert_eq!(found, known);
}
