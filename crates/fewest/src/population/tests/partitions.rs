//! Counting partitions by inclusion and exclusion, compared with listing them.

use std::sync::atomic::AtomicBool;

use crate::population::BySymbolsError;
use crate::population::partitions::{Counts, count};
use crate::support::budget::Budget;
use crate::support::progress::{Progress, Unfinished};

fn subsets(cells: u32, size: u32) -> Vec<u32> {
    let is_inside = |bits: &u32| bits & !cells == 0 && bits.count_ones() == size;
    (0..=cells).filter(is_inside).collect()
}

fn by_listing(size: u32, level: impl Fn(u32) -> Option<u8>) -> Counts {
    let all = (1u32 << (3 * size)) - 1;
    let mut counts = Counts::default();
    for a in subsets(all, size) {
        for b in subsets(all & !a, size) {
            let levels = [a, b, all & !a & !b].map(&level);
            let Some(least) = levels.iter().flatten().min() else {
                continue;
            };
            let tying = levels.iter().filter(|l| **l == Some(*least)).count();
            let place = usize::from(*least);
            if counts.all.len() <= place {
                counts.all.resize(place + 1, 0);
                counts.tying.resize(place + 1, 0);
            }
            counts.all[place] += 1;
            counts.tying[place] += u64::from(tying > 1);
        }
    }
    counts
}

fn image(to: &[u8], set: u32) -> u32 {
    let members = (0..to.len()).filter(|cell| set >> cell & 1 == 1);
    members.fold(0, |image, cell| image | 1 << to[cell])
}

/// Levels below `deepest`, or none, that the symmetries preserve.
fn random_levels(
    size: u32,
    deepest: u8,
    group: &[Vec<u8>],
    rng: &mut fastrand::Rng,
) -> Vec<Option<u8>> {
    let mut levels: Vec<Option<u8>> = (0..1 << (3 * size))
        .map(|_| (rng.u8(..9) > 0).then(|| rng.u8(..deepest)))
        .collect();
    for set in 0..levels.len() {
        let images = group
            .iter()
            .map(|to| image(to, u32::try_from(set).unwrap()));
        let least = images.min().map_or(set, |least| least as usize);
        levels[set] = levels[least];
    }
    levels
}

fn powers(of: &[u8]) -> Vec<Vec<u8>> {
    let identity: Vec<u8> = (0..u8::try_from(of.len()).unwrap()).collect();
    let mut powers = vec![identity.clone()];
    loop {
        let last = powers.last().unwrap();
        let next: Vec<u8> = last.iter().map(|&cell| of[usize::from(cell)]).collect();
        if next == identity {
            return powers;
        }
        powers.push(next);
    }
}

fn check(size: u32, deepest: u8, group: &[Vec<u8>], rng: &mut fastrand::Rng) {
    let levels = random_levels(size, deepest, group, rng);
    let level = |set: u32| levels[set as usize];
    let symmetries: Vec<&[u8]> = group.iter().map(|to| &to[..]).collect();
    let expected = by_listing(size, level);
    let found = count(size, level, &symmetries, Budget::default());
    assert_eq!(found, Ok(expected.clone()), "{size} {deepest} {group:?}");
    let without = count(size, level, &[], Budget::default());
    assert_eq!(without, Ok(expected));
}

#[test]
fn counts_of_up_to_twelve_cells() {
    let mut rng = fastrand::Rng::with_seed(1);
    for size in 1..=4 {
        // Up to three passes of levels.
        for deepest in [1, 2, 5, 15, 16, 17, 40] {
            check(size, deepest, &[], &mut rng);
        }
    }
}

#[test]
fn counts_with_symmetries() {
    let mut rng = fastrand::Rng::with_seed(2);
    for size in 2..=4u8 {
        let cells = 3 * size;
        let turned: Vec<u8> = (0..cells).rev().collect();
        // No half of the cells stays in place, so the symmetries can't be used.
        let round: Vec<u8> = (0..cells).map(|cell| (cell + 1) % cells).collect();
        let three: Vec<u8> = (0..cells)
            .map(|cell| cell / 3 * 3 + (cell + 1) % 3)
            .collect();
        for of in [turned, round, three] {
            for deepest in [3, 14] {
                check(size.into(), deepest, &powers(&of), &mut rng);
            }
        }
    }
}

#[test]
fn counts_with_random_symmetries() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..20 {
        let mut of: Vec<u8> = (0..9).collect();
        rng.shuffle(&mut of);
        check(3, 4, &powers(&of), &mut rng);
    }
}

#[test]
fn invalid_sizes_and_cancelled_counts() {
    for size in [0, 9, u32::MAX] {
        let refused = count(size, |_| Some(0), &[], Budget::default());
        assert_eq!(refused, Err(BySymbolsError::Pieces.into()));
    }
    let nothing = count(2, |_| None, &[], Budget::default());
    assert_eq!(nothing, Ok(Counts::default()));
    let stopped = Budget {
        cancel: Some(&AtomicBool::new(true)),
        ..Budget::default()
    };
    assert_eq!(
        count(2, |_| Some(0), &[], stopped),
        Err(Unfinished::Cancelled)
    );
}

#[test]
fn progress_ends_at_its_total() {
    let progress = Progress::new();
    let budget = Budget {
        progress: Some(&progress),
        ..Budget::default()
    };
    assert!(count(3, |set| Some((set % 40) as u8), &[], budget).is_ok());
    assert_eq!(Some(progress.done()), progress.total());
}
