//! What counting by levels will take.

use std::path::PathBuf;
use std::time::Duration;

use super::{LevelOptions, LevelsError};
use crate::kernel::Kernel;
use crate::space::ranked::Links;
use crate::support::parallel;

/// What a core reads and writes with, in bytes: a part as bits, as a list and as bytes, and files.
const BUFFERS: u64 = 3 << 19;
/// Processor time for each board and link that leads away from it, in nanoseconds: 3.5 with 12
/// cells of sliding tiles, 5.1 with 14, as measured on 23 November 2026.
const TIME: f64 = 5.0;

/// What counting the boards of a puzzle by levels takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How many boards have a number: at least as many as can be solved.
    pub boards: u64,
    /// Where levels are kept; none if it is memory.
    pub folder: Option<PathBuf>,
    /// The most bytes that the levels that are kept can take; none if these are all because some
    /// moves can't be taken back.
    pub levels: Option<u64>,
    /// Bytes of memory besides.
    pub memory: u64,
    /// How many cores can work with the memory allowed.
    pub workers: usize,
    /// About how long it takes.
    pub time: Duration,
}

/// The links of a puzzle.
///
/// # Errors
/// If its boards can't be numbered.
pub(super) fn links<K: Kernel>(puzzle: &K) -> Result<Links<'_>, LevelsError> {
    if puzzle.boards() == 0 || !puzzle.has_table() {
        return Err(LevelsError::TooMany(puzzle.model().name.clone()));
    }
    Ok(puzzle.links())
}

/// How many blocks there are.
pub(super) fn blocks(links: &Links<'_>, boards: u64) -> usize {
    usize::try_from(boards.div_ceil(links.block.max(1) as u64)).unwrap_or(usize::MAX)
}

impl Plan {
    /// With so many bytes besides, for a table that is filled.
    pub(super) fn of<K: Kernel>(
        puzzle: &K,
        links: &Links<'_>,
        options: &LevelOptions,
        table: u64,
        allowed: Option<u64>,
    ) -> Result<Self, LevelsError> {
        let boards = puzzle.boards();
        let count = blocks(links, boards);
        // Three levels at a time; where blocks can be coloured so that links always lead to the
        // other colour, boards of every other level are in half of the blocks.
        let bits = boards / 8;
        let three = bits.saturating_mul(3);
        let share = if is_two_coloured(links, count) { 2 } else { 1 };
        // All of them take a byte a board at most, and a little where there is none.
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
        let most = parallel::cores().min(count).max(1);
        let workers = usize::try_from(room).unwrap_or(most).clamp(1, most);
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let work = boards as f64 * links.links.len() as f64 / count.max(1) as f64;
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

    /// The bytes of memory that are left for levels.
    pub(super) fn left_for_levels(&self, allowed: Option<u64>) -> u64 {
        allowed.map_or(u64::MAX, |allowed| allowed.saturating_sub(self.memory))
    }
}

/// Whether blocks can have two colours so that no link leads from a block to one of its colour.
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
