//! Estimates of the memory, disk and time of counting level by level.

use std::path::PathBuf;
use std::time::Duration;

use super::{LevelOptions, LevelsError};
use crate::kernel::Kernel;
use crate::space::ranked::{Link, Links, ReducedLinks};
use crate::support::parallel;

/// Buffers of one core in bytes: a part as bits, as a list and as bytes, and file buffers.
const BUFFERS: u64 = 3 << 19;
/// Processor time in nanoseconds per board and link from its block. Measured on 23 November 2026:
/// 3.5 with 12 cells of sliding tiles, 5.1 with 14.
const TIME: f64 = 5.0;

/// The memory, disk and time needed to count the boards of a puzzle level by level.
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

/// The links to count by, and the plan of a count that also fills a table of `table` bytes. If
/// `is_reduced`, symmetric blocks are counted once, if possible.
///
/// # Errors
/// If boards can't be numbered, or more memory is needed. Then no links are built.
pub(super) fn planned<'p, K: Kernel>(
    puzzle: &'p K,
    options: &LevelOptions,
    is_reduced: bool,
    table: u64,
    allowed: Option<u64>,
) -> Result<(ReducedLinks<'p>, Plan), LevelsError> {
    check_numbers(puzzle)?;
    let reduced = is_reduced.then(|| puzzle.reduced_link_size()).flatten();
    let size = reduced.unwrap_or_else(|| puzzle.link_size());
    let tables = (size.bytes as u64).saturating_add(table);
    let needed = tables.saturating_add(one_worker(size.block));
    if let Some(allowed) = allowed.filter(|allowed| needed > *allowed) {
        return Err(LevelsError::Memory { needed, allowed });
    }
    let links = reduced.and_then(|_| puzzle.reduced_links());
    let links = links.unwrap_or_else(|| {
        let links = puzzle.links();
        ReducedLinks {
            represents: vec![1; blocks(&links, puzzle.boards())],
            links,
        }
    });
    let plan = Plan::of(puzzle, &links, options, tables, allowed);
    Ok((links, plan))
}

/// The bytes of memory of one core that counts.
const fn one_worker(block: usize) -> u64 {
    block as u64 / 8 + BUFFERS
}

/// Checks that boards can be numbered.
///
/// # Errors
/// If they can't.
pub(super) fn check_numbers<K: Kernel>(puzzle: &K) -> Result<(), LevelsError> {
    if puzzle.boards() == 0 || !puzzle.has_table() {
        return Err(LevelsError::TooMany(puzzle.model().name.clone()));
    }
    Ok(())
}

pub(super) fn blocks(links: &Links<'_>, boards: u64) -> usize {
    usize::try_from(boards.div_ceil(links.block.max(1) as u64)).unwrap_or(usize::MAX)
}

impl Plan {
    /// Plans a count with tables of `tables` bytes, and memory for at least one core.
    fn of<K: Kernel>(
        puzzle: &K,
        ReducedLinks { links, represents }: &ReducedLinks<'_>,
        options: &LevelOptions,
        tables: u64,
        allowed: Option<u64>,
    ) -> Self {
        let boards = puzzle.boards();
        let counted = represents.iter().filter(|&&blocks| blocks > 0).count();
        // Three levels at a time. If blocks can be coloured so that links always lead to the other
        // colour, the boards of a level are in half of the blocks.
        let most = |blocks: usize| boards.min(blocks as u64 * links.block as u64);
        let three = (most(largest_colour(links, represents)) / 8).saturating_mul(3);
        // All levels take at most one byte per board, and a little for empty parts.
        let all = if options.keeps_all { most(counted) } else { 0 };
        let levels = three.saturating_add(all);
        let levels = puzzle.is_reversible().then_some(levels);
        let one = one_worker(links.block);
        let allowed = allowed.unwrap_or(u64::MAX);
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
        Self {
            boards,
            folder: options.folder.clone(),
            levels,
            memory: tables + workers as u64 * one,
            workers,
            time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
        }
    }

    /// The memory that is enough in any case, in bytes; `None` if that is not known, because all
    /// levels are kept in memory and some move has no inverse.
    #[must_use]
    pub fn enough(&self) -> Option<u64> {
        match self.folder {
            Some(_) => Some(self.memory),
            None => Some(self.memory.saturating_add(self.levels?)),
        }
    }

    pub(super) fn left_for_levels(&self, allowed: Option<u64>) -> u64 {
        allowed.map_or(u64::MAX, |allowed| allowed.saturating_sub(self.memory))
    }
}

/// The most counted blocks of one colour, if blocks can have two colours so that each link leads to
/// the other; all counted blocks if they can't.
fn largest_colour(links: &Links<'_>, represents: &[u32]) -> usize {
    let counted = || (0..represents.len()).filter(|&block| represents[block] > 0);
    let all = counted().count();
    let mut colours = vec![None; represents.len()];
    let mut stack = Vec::new();
    for start in counted() {
        if colours[start].is_none() {
            colours[start] = Some(false);
            stack.push((start, false));
        }
        while let Some((block, colour)) = stack.pop() {
            let beside = |link: &&Link<'_>| link.from == block || link.to == block;
            for link in links.links.iter().filter(beside) {
                let other = if link.from == block {
                    link.to
                } else {
                    link.from
                };
                match colours.get_mut(other) {
                    Some(Some(known)) if *known == colour => return all,
                    Some(known @ None) => {
                        *known = Some(!colour);
                        stack.push((other, !colour));
                    }
                    _ => {}
                }
            }
        }
    }
    let odd = colours
        .iter()
        .filter(|colour| **colour == Some(true))
        .count();
    odd.max(all - odd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ranked::Unmoved;

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
        let square = links(&[(0, 1), (1, 2), (3, 2), (0, 3)]);
        assert_eq!(largest_colour(&square, &[1; 4]), 2);
        // A block without links, and an uncounted block.
        assert_eq!(largest_colour(&square, &[1, 1, 1, 1, 1, 0]), 3);
        let star = links(&[(0, 1), (0, 2), (0, 3)]);
        assert_eq!(largest_colour(&star, &[6, 1, 2, 3]), 3);
        let triangle = links(&[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(largest_colour(&triangle, &[1; 3]), 3);
        assert_eq!(largest_colour(&links(&[(0, 0)]), &[1]), 1);
        assert_eq!(blocks(&links(&[]), 3 << 16), 3);
    }
}
