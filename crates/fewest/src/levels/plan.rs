//! Estimates of the memory, disk and time of counting by levels.

use std::path::PathBuf;
use std::time::Duration;

use super::{LevelOptions, LevelsError};
use crate::kernel::Kernel;
use crate::space::ranked::{Links, ReducedLinks};
use crate::support::parallel;

/// Buffers of one core in bytes: a part as bits, as a list and as bytes, and file buffers.
const BUFFERS: u64 = 3 << 19;
/// Processor time in nanoseconds per board and link from its block. Measured on 23 November 2026:
/// 3.5 with 12 cells of sliding tiles, 5.1 with 14.
const TIME: f64 = 5.0;

/// The memory, disk and time needed to count the boards of a puzzle by levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The number of ranks: at least the number of solvable boards.
    pub boards: u64,
    /// The folder of the levels; `None` if they are kept in memory.
    pub folder: Option<PathBuf>,
    /// The most bytes that the kept levels can take; `None` if all levels are kept because some
    /// move has no inverse.
    pub levels: Option<u64>,
    /// Bytes of other memory.
    pub memory: u64,
    /// The number of cores that can work within the memory allowed.
    pub workers: usize,
    /// The estimated time.
    pub time: Duration,
}

/// The links of a puzzle. If `is_reduced`, symmetric blocks are counted once, if possible.
///
/// # Errors
/// If its boards can't be numbered.
pub(super) fn links<K: Kernel>(
    puzzle: &K,
    is_reduced: bool,
) -> Result<ReducedLinks<'_>, LevelsError> {
    if puzzle.boards() == 0 || !puzzle.has_table() {
        return Err(LevelsError::TooMany(puzzle.model().name.clone()));
    }
    let reduced = is_reduced.then(|| puzzle.reduced_links()).flatten();
    Ok(reduced.unwrap_or_else(|| {
        let links = puzzle.links();
        ReducedLinks {
            represents: vec![1; blocks(&links, puzzle.boards())],
            links,
        }
    }))
}

pub(super) fn blocks(links: &Links<'_>, boards: u64) -> usize {
    usize::try_from(boards.div_ceil(links.block.max(1) as u64)).unwrap_or(usize::MAX)
}

impl Plan {
    /// Plans a count that also fills a table of `table` bytes.
    pub(super) fn of<K: Kernel>(
        puzzle: &K,
        ReducedLinks { links, represents }: &ReducedLinks<'_>,
        options: &LevelOptions,
        table: u64,
        allowed: Option<u64>,
    ) -> Result<Self, LevelsError> {
        let boards = puzzle.boards();
        let count = represents.len();
        let counted = represents.iter().filter(|&&blocks| blocks > 0).count();
        // Three levels at a time. If blocks can be coloured so that links always lead to the other
        // colour, the boards of a level are in half of the blocks.
        let bits = boards.min(counted as u64 * links.block as u64) / 8;
        let three = bits.saturating_mul(3);
        let share = if is_two_coloured(links, count) { 2 } else { 1 };
        // All levels take at most one byte per board, and a little for empty parts.
        let all = if options.keeps_all { boards } else { 0 };
        let levels = (three / share).saturating_add(all);
        let levels = puzzle.is_reversible().then_some(levels);
        let tables: usize = links.links.iter().map(|link| link.by.bytes()).sum();
        let tables = (tables as u64).saturating_add(table);
        let one = links.block as u64 / 8 + BUFFERS;
        let allowed = allowed.unwrap_or(u64::MAX);
        if tables.saturating_add(one) > allowed {
            let needed = tables.saturating_add(one);
            return Err(LevelsError::Memory { needed, allowed });
        }
        let in_memory = if options.folder.is_none() {
            levels.unwrap_or(0)
        } else {
            0
        };
        let room = allowed.saturating_sub(tables).saturating_sub(in_memory) / one;
        let max_workers = parallel::cores().min(counted).max(1);
        let workers = usize::try_from(room)
            .unwrap_or(max_workers)
            .clamp(1, max_workers);
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let work = links.block as f64 * links.links.len() as f64;
        #[expect(clippy::cast_precision_loss, reason = "few cores")]
        let seconds = work * TIME / 1e9 / workers as f64;
        Ok(Self {
            boards,
            folder: options.folder.clone(),
            levels,
            memory: tables + workers as u64 * one,
            workers,
            time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
        })
    }

    pub(super) fn left_for_levels(&self, allowed: Option<u64>) -> u64 {
        allowed.map_or(u64::MAX, |allowed| allowed.saturating_sub(self.memory))
    }
}

/// Returns true if blocks can have two colours so that each link leads to the other colour.
fn is_two_coloured(links: &Links<'_>, blocks: usize) -> bool {
    let mut colours = vec![None; blocks];
    let mut stack = Vec::new();
    for start in 0..blocks {
        if colours.get(start).is_some_and(Option::is_none) {
            colours[start] = Some(false);
            stack.push((start, false));
        }
        while let Some((block, colour)) = stack.pop() {
            let beside =
                |link: &&crate::space::ranked::Link<'_>| link.from == block || link.to == block;
            for link in links.links.iter().filter(beside) {
                let other = if link.from == block {
                    link.to
                } else {
                    link.from
                };
                match colours.get_mut(other) {
                    Some(Some(known)) if *known == colour => return false,
                    Some(known @ None) => {
                        *known = Some(!colour);
                        stack.push((other, !colour));
                    }
                    _ => {}
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ranked::{Link, Unmoved};

    #[test]
    fn colours_of_blocks() {
        let links = |pairs: &[(usize, usize)]| Links {
            block: 1 << 16,
            links: pairs
                .iter()
                .map(|&(from, to)| Link {
                    from,
                    to,
                    by: Box::new(Unmoved),
                })
                .collect(),
        };
        assert!(is_two_coloured(
            &links(&[(0, 1), (1, 2), (3, 2), (0, 3)]),
            5
        ));
        assert!(!is_two_coloured(&links(&[(0, 1), (1, 2), (2, 0)]), 3));
        assert!(!is_two_coloured(&links(&[(0, 0)]), 1));
        assert_eq!(blocks(&links(&[]), 3 << 16), 3);
    }
}
