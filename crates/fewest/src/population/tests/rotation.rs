//! The population of the rotation game, compared with its own boards.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use crate::kernel::general::{General, Planes};
use crate::kernel::{Kernel, View};
use crate::model::Model;
use crate::population::{BySymbols, Population, Random};
use crate::space::structure::Structured;
use crate::space::{Ranked, StateSpace};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::survey::ways;
use crate::table::Table;
use crate::table::build::build;

type Board = Planes<u64>;
type Rotation = General<Board>;

static ROTATION: LazyLock<Rotation> =
    LazyLock::new(|| General::of(Arc::new(Model::rotation())).unwrap());
static VIEW: LazyLock<Rotation> = LazyLock::new(|| {
    let view = View::exact(ROTATION.model(), &[0]);
    ROTATION.through(&view).unwrap()
});
static TABLE: LazyLock<Table> = LazyLock::new(|| build(&*VIEW, Budget::default()).unwrap());
static BOARDS: LazyLock<BySymbols<Rotation>> =
    LazyLock::new(|| BySymbols::new(ROTATION.clone(), &*VIEW, &TABLE, Budget::default()).unwrap());

/// The view of each symbol's goal.
static LENSES: LazyLock<[<Rotation as Kernel>::Lens; 3]> =
    LazyLock::new(|| [0, 1, 2].map(|goal| ROTATION.lens(&View::exact(ROTATION.model(), &[goal]))));

fn shuffled(rng: &mut fastrand::Rng) -> Board {
    let mut symbols: Vec<u8> = (0..24).map(|cell| cell / 8).collect();
    rng.shuffle(&mut symbols);
    ROTATION.board(&symbols).unwrap()
}

/// The view of a board by the goal of a symbol.
fn seen(board: Board, symbol: u8) -> Board {
    ROTATION.project(&LENSES[usize::from(symbol) - 1], &board)
}

/// The distance, and the symbols at that distance, from the table only.
fn look_up(board: Board) -> (u8, [bool; 3]) {
    let level = |symbol| TABLE.distance(VIEW.rank(&seen(board, symbol)));
    let levels = [1, 2, 3].map(|symbol| level(symbol).unwrap());
    let least = levels.into_iter().min().unwrap();
    (least, levels.map(|level| level == least))
}

fn is_tie(near: [bool; 3]) -> bool {
    near.into_iter().filter(|&is_near| is_near).count() > 1
}

fn all_at(distance: u8) -> Vec<Board> {
    let mut all = Vec::new();
    BOARDS.each_at(distance, &mut |board| {
        all.push(board);
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn counts() {
    let total: u64 = BOARDS.counts().iter().sum();
    assert_eq!(total, 9_465_511_770);
    // From an independent enumeration.
    assert_eq!(BOARDS.counts().len(), 14);
    assert_eq!(BOARDS.counts()[12..], [4_053_576, 192]);
    // One symbol fills the centre, the others the rest in C(16, 8) ways.
    assert_eq!(BOARDS.counts()[0], 3 * 12_870);
    assert_eq!(BOARDS.tying().len(), 14);
}

#[test]
fn random_boards_are_as_far_as_the_counts_say() {
    const DRAWN: u32 = 300_000;
    let mut rng = fastrand::Rng::with_seed(6);
    let mut seen = HashMap::<(u8, bool), u32>::new();
    for _ in 0..DRAWN {
        let board = shuffled(&mut rng);
        let (distance, near) = look_up(board);
        assert_eq!(BOARDS.distance(&board), Some(distance));
        *seen.entry((distance, is_tie(near))).or_default() += 1;
    }
    for (distance, (&all, tying)) in (0..).zip(BOARDS.counts().iter().zip(BOARDS.tying())) {
        for (ties, boards) in [(true, tying), (false, all - tying)] {
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let share = boards as f64 / 9_465_511_770.0;
            let expected = share * f64::from(DRAWN);
            let found = f64::from(seen.get(&(distance, ties)).copied().unwrap_or(0));
            let deviation = (expected * (1.0 - share)).sqrt();
            assert!(
                (found - expected).abs() < 5.0 * deviation + 1.0,
                "{distance} {ties}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn all_boards_near_and_far_are_listed() {
    for distance in [0, 1, 2, 12, 13] {
        let all = all_at(distance);
        let place = usize::from(distance);
        assert_eq!(all.len() as u64, BOARDS.counts()[place]);
        let mut tying = 0;
        for &board in &all {
            let (found, near) = look_up(board);
            assert_eq!(found, distance);
            tying += u64::from(is_tie(near));
        }
        assert_eq!(tying, BOARDS.tying()[place], "tying at {distance}");
        let mut sorted = all;
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "twice");
    }
    assert!(all_at(14).is_empty());
    assert!(all_at(255).is_empty());
}

#[test]
fn listing_breaks_off_and_keeps_its_order() {
    for distance in 0..14 {
        let first = || {
            let mut first = Vec::new();
            BOARDS.each_at(distance, &mut |board| {
                first.push(board);
                if first.len() == 100 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            first
        };
        let boards = first();
        assert_eq!(boards.len(), 100);
        assert_eq!(boards, first());
        assert!(
            boards
                .iter()
                .all(|board| BOARDS.distance(board) == Some(distance))
        );
    }
}

/// Returns how often each board was drawn in `draws` draws.
fn draw_many(distance: u8, draws: u64) -> HashMap<Board, u32> {
    let mut random = Random::new(7);
    let mut seen = HashMap::new();
    for _ in 0..draws {
        let board = BOARDS.draw(distance, &mut random).unwrap();
        *seen.entry(board).or_default() += 1;
    }
    seen
}

/// Pearson's test: the expected sum of squares is the number of boards less one, and its variance
/// is twice that.
#[test]
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn each_board_is_as_likely_as_the_others() {
    for (distance, times) in [(0, 10), (1, 4), (13, 500)] {
        let boards = BOARDS.counts()[usize::from(distance)];
        let seen = draw_many(distance, boards * times);
        assert!(
            seen.keys()
                .all(|board| BOARDS.distance(board) == Some(distance))
        );
        let expected = times as f64;
        let drawn: f64 = seen
            .values()
            .map(|&n| (f64::from(n) - expected).powi(2))
            .sum();
        let never = (boards - seen.len() as u64) as f64 * expected.powi(2);
        let (sum, mean) = ((drawn + never) / expected, (boards - 1) as f64);
        let deviation = (2.0 * mean).sqrt();
        assert!(
            (sum - mean).abs() < 5.0 * deviation,
            "{distance}: {sum}, not {mean}"
        );
    }
}

/// A board on which several symbols tie can be drawn in several ways, but is no more likely.
#[test]
#[expect(clippy::cast_precision_loss, reason = "shares")]
fn boards_with_ties_are_as_likely_as_others() {
    const DRAWN: u32 = 40_000;
    for distance in 5..=12u8 {
        let place = usize::from(distance);
        let mut random = Random::new(8);
        let boards = (0..DRAWN).map(|_| BOARDS.draw(distance, &mut random).unwrap());
        let mut ties = 0;
        let mut symbols = [0u32; 3];
        for board in boards {
            let (found, near) = look_up(board);
            assert_eq!(found, distance);
            ties += u32::from(is_tie(near));
            for (count, is_near) in symbols.iter_mut().zip(near) {
                *count += u32::from(is_near);
            }
        }
        let share = BOARDS.tying()[place] as f64 / BOARDS.counts()[place] as f64;
        let expected = share * f64::from(DRAWN);
        let deviation = (expected * (1.0 - share)).sqrt();
        let off = (f64::from(ties) - expected).abs();
        assert!(
            off < 5.0 * deviation + 1.0,
            "{distance}: {ties}, not {expected}"
        );
        let mean = symbols.iter().sum::<u32>() / 3;
        // Five times the square root of 40,000 bounds each difference.
        assert!(
            symbols.iter().all(|n| n.abs_diff(mean) < 1000),
            "{symbols:?}"
        );
    }
}

#[test]
fn a_seed_draws_the_same_boards() {
    for distance in [0, 9, 13] {
        let draw = |seed| {
            let mut random = Random::new(seed);
            let boards = (0..20).map(|_| BOARDS.draw(distance, &mut random).unwrap());
            boards.collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
    let mut random = Random::new(1);
    assert_eq!(BOARDS.draw(14, &mut random), None);
    assert_eq!(BOARDS.draw(255, &mut random), None);
}

#[test]
fn counting_can_be_stopped() {
    let stopped = Budget {
        cancel: Some(&AtomicBool::new(true)),
        ..Budget::default()
    };
    let refused = BySymbols::new(ROTATION.clone(), &*VIEW, &TABLE, stopped);
    assert_eq!(refused.err(), Some(Unfinished::Cancelled));
}

fn by_recursion(board: Board, left: u8) -> u128 {
    if left == 0 {
        return ROTATION.is_solved(&board).into();
    }
    let after = |m| by_recursion(ROTATION.after(&board, m), left - 1);
    ROTATION.moves(&board).map(after).sum()
}

#[test]
fn boards_of_the_rotation_game_have_as_many_answers_as_there_are() {
    let mut random = Random::new(7);
    let boards: Vec<_> = (0..=6)
        .flat_map(|distance| [distance; 8])
        .filter_map(|distance| BOARDS.draw(distance, &mut random))
        .collect();
    let found = ways(&*BOARDS, &boards, |board| *board, &Budget::default()).unwrap();
    for (board, found) in boards.iter().zip(&found) {
        let distance = BOARDS.distance(board).unwrap();
        assert_eq!(*found, by_recursion(*board, distance));
    }
    assert!(found.iter().any(|&found| found > 1), "{found:?}");
}
