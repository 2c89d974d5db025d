//! Ranks of random boards, and words that may be tie orders.

use fewest::kernel::tiles::Order;
use fewest::rank::lattice::Lattice;
use fewest::rank::multiset::Multiset;
use fewest::rank::permutation;
use fewest::rank::placement::Placements;
use fewest::rank::subset::Subsets;
use fewest::rank::{binomial, falling_factorial};
use fewest::space::Ranked;
use fewest::space::structure::Structured;
use proptest::prelude::*;

use crate::common;

/// A set of `size` among `cells` cells, as bits.
fn subset(cells: u32, size: usize) -> impl Strategy<Value = u32> {
    proptest::sample::subsequence((0..cells).collect::<Vec<_>>(), size)
        .prop_map(|members| members.into_iter().fold(0, |bits, cell| bits | 1 << cell))
}

fn pack(values: &[u8]) -> u64 {
    values
        .iter()
        .rev()
        .fold(0, |packed, &value| packed << 4 | u64::from(value))
}

fn permutation(most: u8) -> impl Strategy<Value = Vec<u8>> {
    (2..=most).prop_flat_map(|n| Just((0..n).collect::<Vec<u8>>()).prop_shuffle())
}

proptest! {
    #[test]
    fn subsets(
        (cells, size, bits, other) in (1u32..=24)
            .prop_flat_map(|cells| (Just(cells), 0..=cells as usize))
            .prop_flat_map(|(cells, size)| (Just(cells), Just(size), subset(cells, size), subset(cells, size))),
        rank in any::<u32>(),
    ) {
        let subsets = Subsets::new(cells, u32::try_from(size)?).unwrap();
        prop_assert_eq!(u64::from(subsets.count()), binomial(cells.into(), size as u64).unwrap());
        prop_assert!(subsets.rank(bits) < subsets.count());
        prop_assert_eq!(subsets.unrank(subsets.rank(bits)), bits);
        prop_assert_eq!(subsets.rank(bits).cmp(&subsets.rank(other)), bits.cmp(&other));
        let rank = rank % subsets.count();
        prop_assert_eq!(subsets.rank(subsets.unrank(rank)), rank);
    }

    #[test]
    fn permutations(values in permutation(16), rank in any::<u64>()) {
        let n = u32::try_from(values.len())?;
        let packed = pack(&values);
        let own = permutation::rank(packed, n);
        prop_assert!(own < permutation::count(n));
        prop_assert_eq!(permutation::unrank(own, n), packed);
        let inversions: usize = (0..values.len())
            .map(|i| values[i..].iter().filter(|&&value| value < values[i]).count())
            .sum();
        let is_odd = inversions % 2 == 1;
        prop_assert_eq!(permutation::is_odd(packed, n), is_odd);
        prop_assert_eq!(permutation::rank_within_parity(packed, n), own / 2);
        prop_assert_eq!(permutation::unrank_within_parity(own / 2, n, is_odd), packed);
        let rank = rank % permutation::count(n);
        prop_assert_eq!(permutation::rank(permutation::unrank(rank, n), n), rank);
    }

    #[test]
    fn permutations_in_dictionary_order(a in permutation(16), seed in any::<u64>()) {
        let mut b = a.clone();
        fastrand::Rng::with_seed(seed).shuffle(&mut b);
        let n = u32::try_from(a.len())?;
        prop_assert_eq!(permutation::rank(pack(&a), n).cmp(&permutation::rank(pack(&b), n)), a.cmp(&b));
    }

    #[test]
    fn multisets(
        (counts, row) in proptest::collection::vec(0u32..6, 1..6).prop_flat_map(|counts| {
            let row: Vec<u8> = (0u8..).zip(&counts).flat_map(|(symbol, &count)| vec![symbol; count as usize]).collect();
            (Just(counts), Just(row).prop_shuffle())
        }),
        rank in any::<u64>(),
    ) {
        let (multiset, lattice) = (Multiset::new(&counts).unwrap(), Lattice::new(&counts).unwrap());
        let ranked = |row: &[u8]| lattice.rank(row.iter().copied()).0;
        let own = ranked(&row);
        prop_assert!(own < multiset.count());
        prop_assert_eq!(multiset.unrank(own), Some(row));
        let rank = rank % multiset.count();
        prop_assert_eq!(ranked(&multiset.unrank(rank).unwrap()), rank);
        prop_assert_eq!(multiset.unrank(multiset.count()), None);
    }

    #[test]
    fn placements(
        (cells, places) in (1u8..=25).prop_flat_map(|cells| {
            let all = Just((0..cells).collect::<Vec<u8>>()).prop_shuffle();
            (Just(cells), all, 0..=usize::from(cells.min(13)))
        }).prop_map(|(cells, mut all, pieces)| {
            all.truncate(pieces);
            (cells, all)
        }),
        rank in any::<u64>(),
    ) {
        let placements = Placements::new(cells.into(), u32::try_from(places.len())?).unwrap();
        prop_assert_eq!(Some(placements.count()), falling_factorial(cells.into(), places.len() as u64));
        let own = placements.rank(&places).unwrap();
        prop_assert!(own < placements.count());
        prop_assert_eq!(placements.unrank(own), Some(places));
        let rank = rank % placements.count();
        prop_assert_eq!(placements.rank(&placements.unrank(rank).unwrap()), Some(rank));
    }

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

/// Ranks a board and goes back, goes to any rank and back, and finds the neighbours of both by
/// number.
fn check<P: Ranked>(puzzle: &P, board: &P::Board, rank: u64) -> Result<(), TestCaseError> {
    let own = puzzle.rank(board);
    prop_assert!(own < puzzle.boards());
    prop_assert_eq!(puzzle.unrank(own), *board);
    let _ = puzzle.unrank(rank);
    let rank = rank % puzzle.boards();
    prop_assert_eq!(puzzle.rank(&puzzle.unrank(rank)), rank);
    for rank in [own, rank] {
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
