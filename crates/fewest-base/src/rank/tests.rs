//! Ranks and their inverses, on sequences of numbers and random objects.

use proptest::prelude::*;

use super::lattice::Lattice;
use super::multiset::Multiset;
use super::placement::Placements;
use super::subset::Subsets;
use super::{binomial, falling_factorial, permutation};

#[test]
fn binomials_follow_pascal() {
    for n in 1..60 {
        assert_eq!(binomial(n, 0), Some(1));
        for k in 1..=n {
            let sum = binomial(n - 1, k - 1)
                .zip(binomial(n - 1, k))
                .map(|(a, b)| a + b);
            assert_eq!(binomial(n, k), sum, "{n} over {k}");
        }
    }
    assert_eq!(binomial(200, 198), Some(19_900));
    assert_eq!(binomial(200, 100), None);
    assert_eq!(binomial(3, 5), Some(0));
}

#[test]
fn falling_factorials() {
    assert_eq!(falling_factorial(12, 12), Some(479_001_600));
    assert_eq!(falling_factorial(25, 6), Some(127_512_000));
    assert_eq!(falling_factorial(3, 4), Some(0));
    assert_eq!(falling_factorial(25, 25), None);
}

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

fn permutation(max: u8) -> impl Strategy<Value = Vec<u8>> {
    (2..=max).prop_flat_map(|n| Just((0..n).collect::<Vec<u8>>()).prop_shuffle())
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
        let packed_rank = permutation::rank(packed, n);
        prop_assert!(packed_rank < permutation::count(n));
        prop_assert_eq!(permutation::unrank(packed_rank, n), packed);
        let inversions: usize = (0..values.len())
            .map(|i| values[i..].iter().filter(|&&value| value < values[i]).count())
            .sum();
        let is_odd = inversions % 2 == 1;
        prop_assert_eq!(permutation::rank_within_parity(packed, n), packed_rank / 2);
        prop_assert_eq!(permutation::unrank_within_parity(packed_rank / 2, n, is_odd), packed);
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
        let row_rank = ranked(&row);
        prop_assert!(row_rank < multiset.count());
        prop_assert_eq!(multiset.unrank(row_rank), Some(row));
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
        let placed_rank = placements.rank(&places).unwrap();
        prop_assert!(placed_rank < placements.count());
        prop_assert_eq!(placements.unrank(placed_rank), Some(places));
        let rank = rank % placements.count();
        prop_assert_eq!(placements.rank(&placements.unrank(rank).unwrap()), Some(rank));
    }
}
