//! The build time of a table, estimated from a small part of the work, to decide if it is worth it.

use std::time::Duration;

use super::build::build;
use crate::rank::bits::{self, Ranks, STRETCH, WORD};
use crate::space::Ranked;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::random::Random;

/// A table of at most this many boards is built to measure the time, for at most [`TRIED`].
const SMALL_TABLE: u64 = 1 << 19;
const TRIED: Duration = Duration::from_millis(300);

/// The most ranks of a block for two bit sets: tables of larger blocks fit no memory.
const LARGEST_BLOCK: usize = 1 << 31;
/// The most links to measure.
const LINKS: usize = 8;
/// The time limit for measuring them.
const MEASURED: Duration = Duration::from_millis(15);
/// One rank in this many is marked: most boards are carried from about as dense a frontier.
const RANKS_PER_MARK: u32 = 8;
/// The share of all boards that links carry on the built-in puzzles; the rest are tested as unseen.
const CARRIED: f64 = 0.4;
/// Seconds to write a board's distance and keep it in the frontier, besides the links.
const WRITE: f64 = 2e-9;

/// The time to build a puzzle's table on one core, within a factor of about three, if `reached` is
/// the share of solvable boards. A small table is built; otherwise some links are timed. `None` for
/// 0 or too many boards, or if the links take more than `memory` bytes.
#[expect(
    clippy::cast_precision_loss,
    reason = "an estimate of a time needs no more digits"
)]
pub fn time<P: Ranked>(puzzle: &P, reached: f64, memory: Option<u64>) -> Option<Duration> {
    let size = puzzle.link_size();
    let needed = (size.bytes as u64).saturating_add(size.block as u64 / 4);
    let fits = memory.is_none_or(|memory| needed <= memory);
    if puzzle.boards() == 0 || size.block > LARGEST_BLOCK || !fits {
        return None;
    }
    let links = puzzle.links();
    let start = Instant::now();
    let budget = Budget {
        deadline: start.checked_add(TRIED),
        ..Budget::default()
    };
    if puzzle.boards() <= SMALL_TABLE && build(puzzle, budget).is_ok() {
        return Some(start.elapsed());
    }
    let words = links.block.div_ceil(WORD);
    let (mut marked, mut found) = (vec![0; words], vec![0; words]);
    let mut random = Random::new(0);
    let mut part = |nth: usize, marked: &mut [u64]| {
        let start = nth % links.block.div_ceil(STRETCH) * STRETCH;
        let part = start..links.block.min(start + STRETCH);
        for rank in part.clone() {
            if random.below(RANKS_PER_MARK.into()) == 0 {
                bits::insert(marked, rank);
            }
        }
        part
    };
    let (mut carried, mut seconds) = (0, 0.0);
    let start = Instant::now();
    let every = links.links.len().div_ceil(LINKS).max(1);
    for (nth, link) in links.links.iter().step_by(every).enumerate() {
        // The first run builds the link's own tables, and touches new memory.
        for is_measured in [false, true] {
            let part = part(2 * nth + usize::from(is_measured), &mut marked);
            let start = Instant::now();
            link.by
                .carry(Ranks::unlisted(&marked), part.clone(), &mut found);
            if is_measured {
                carried += part.len() / RANKS_PER_MARK as usize;
                seconds += start.elapsed().as_secs_f64();
            }
        }
        if start.elapsed() > MEASURED {
            break;
        }
    }
    std::hint::black_box(&found);
    let all = links.links.len() as f64 * links.block as f64;
    let carrying = seconds * all * CARRIED * reached / carried.max(1) as f64;
    Duration::try_from_secs_f64(carrying + puzzle.boards() as f64 * WRITE).ok()
}
