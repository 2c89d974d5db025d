//! How many boards of a tabulated puzzle have several goals at their distance.
//!
//! A goal is as near as the nearest if and only if it is so on a board that is one move nearer: so
//! the goals of each board come from those of the boards before it. They are carried as sets of
//! bits by the puzzle's [links](crate::space::ranked), all goals in one go: a goal's code is half of a few
//! bits, and each bit has the set of the boards with a nearest goal whose code holds it. So the
//! boards of several goals are those with more than half of the bits. (No codes are shorter that do
//! not hold each other: E. Sperner, "Ein Satz über Untermengen einer endlichen Menge", 1928.)

use std::ops::Range;

use crate::rank::bits::{self, Ranks, STRETCH, WORD};
use crate::space::Ranked;
use crate::space::ranked::{self, Link, index};
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::BuildError;

/// Ranks that are carried between two looks at the cancel flag.
const RANKS_PER_CHECK: usize = 16 * STRETCH;

/// By distance: the boards that have several goals at that distance. If there are several goals at
/// all, it takes two bits and a half for each board beside the table, and up to two more each time
/// that there are twice as many goals.
///
/// # Errors
/// If that is more memory than allowed, or counting is cancelled.
pub(super) fn count<P: Ranked + Structured>(
    puzzle: &P,
    table: &Table,
    budget: Budget<'_>,
) -> Result<Vec<u64>, Unfinished<BuildError>> {
    let mut tying = vec![0; table.counts().len()];
    let goals = puzzle.structure().goals;
    if goals.len() < 2 {
        return Ok(tying);
    }
    let codes = GoalCodes::new(goals.len());
    let links = puzzle.links();
    let tables: usize = links.links.iter().map(|link| link.by.bytes()).sum();
    let sets = (2 * codes.bits + 1) as u64 * (table.len() as u64).div_ceil(8);
    let needed = table.len() as u64 + sets + tables as u64;
    if let Some(allowed) = budget.memory.filter(|allowed| needed > *allowed) {
        return Err(BuildError::Memory { needed, allowed }.into());
    }
    if let Some(progress) = budget.progress {
        progress.begin("counting ties", "boards", Some(table.reachable()));
    }
    let ranges = (0..table.len()).step_by(links.block.max(1));
    let ranges = ranges.map(|start| start..table.len().min(start + links.block));
    let mut blocks: Vec<TieBlock> = ranges
        .map(|ranks| TieBlock::new(ranks, codes.bits))
        .collect();
    let mut symbols = Vec::new();
    for rank in table.ranks_at(0, 0..table.len()).map(index) {
        symbols.clear();
        puzzle.symbols(&puzzle.unrank(rank as u64), &mut symbols);
        let met = goals.iter().zip(codes.all());
        let met = met.filter(|(goal, _)| is_met(goal, &symbols));
        if let Some(block) = blocks.get_mut(rank / links.block) {
            block
                .next
                .insert(rank % links.block, met.fold(0, |code, (_, own)| code | own));
        }
    }
    let mut nearer: Vec<GoalPlanes> = blocks
        .iter()
        .map(|block| GoalPlanes::none(block.ranks.len(), codes.bits))
        .collect();
    for (distance, tying) in (0..=u8::MAX).zip(&mut tying) {
        if distance > 0 {
            ranked::for_each(&mut blocks, links.block, &|own, block| {
                block.gather(own, distance, table, &links.links, &nearer, &budget);
            });
        }
        budget.check()?;
        for (block, nearer) in blocks.iter_mut().zip(&mut nearer) {
            *tying += block.next.beyond(codes.ones);
            std::mem::swap(&mut block.next, nearer);
        }
        if let Some(progress) = budget.progress {
            progress.add(
                table
                    .counts()
                    .get(usize::from(distance))
                    .copied()
                    .unwrap_or(0),
            );
        }
    }
    Ok(tying)
}

/// A number for each goal, with equally many ones.
struct GoalCodes {
    goals: usize,
    bits: usize,
    ones: u32,
}

impl GoalCodes {
    /// As short as can be.
    fn new(goals: usize) -> Self {
        let (mut bits, mut ones, mut codes) = (0, 0, 1);
        while codes < goals {
            bits += 1;
            // C(bits, half of them) from the one before.
            if bits % 2 == 0 {
                codes *= 2;
                ones += 1;
            } else {
                codes = codes * bits / (bits / 2 + 1);
            }
        }
        Self { goals, bits, ones }
    }

    fn all(&self) -> impl Iterator<Item = u64> {
        let ones = self.ones;
        let codes = (0u64..).filter(move |code| code.count_ones() == ones);
        codes.take(self.goals)
    }
}

/// Boards of a block by the codes of their nearest goals: a set for each bit.
struct GoalPlanes {
    sets: Vec<Box<[u64]>>,
    /// How many boards all sets hold together.
    count: u64,
}

impl GoalPlanes {
    fn none(len: usize, bits: usize) -> Self {
        let none = vec![0; len.div_ceil(WORD)].into_boxed_slice();
        Self {
            sets: vec![none; bits],
            count: 0,
        }
    }

    fn clear(&mut self) {
        if self.count > 0 {
            self.sets.iter_mut().for_each(|set| set.fill(0));
            self.count = 0;
        }
    }

    fn insert(&mut self, rank: usize, code: u64) {
        for (bit, set) in self.sets.iter_mut().enumerate() {
            if code >> bit & 1 == 1 {
                bits::insert(set, rank);
                self.count += 1;
            }
        }
    }

    /// Leaves only the boards of a set.
    fn keep(&mut self, wanted: &[u64]) {
        self.count = 0;
        for set in &mut self.sets {
            for (word, wanted) in set.iter_mut().zip(wanted) {
                *word &= wanted;
                self.count += u64::from(word.count_ones());
            }
        }
    }

    /// How many boards are in more than `most` sets.
    fn beyond(&self, most: u32) -> u64 {
        let words = self.sets.first().map_or(0, |set| set.len());
        // By number: those in more sets than that.
        let mut more = vec![0u64; most as usize + 1];
        let mut count = 0;
        for word in 0..words {
            more.fill(0);
            for set in &self.sets {
                let mut carried = set.get(word).copied().debug_unwrap_or(0);
                for more in &mut more {
                    (*more, carried) = (*more | carried, *more & carried);
                }
            }
            count += more.last().map_or(0, |word| u64::from(word.count_ones()));
        }
        count
    }
}

/// What belongs to one block, and to one core at a time.
struct TieBlock {
    ranks: Range<usize>,
    /// The boards at the distance at hand.
    layer: Box<[u64]>,
    next: GoalPlanes,
}

impl TieBlock {
    fn new(ranks: Range<usize>, bits: usize) -> Self {
        Self {
            layer: vec![0; ranks.len().div_ceil(WORD)].into_boxed_slice(),
            next: GoalPlanes::none(ranks.len(), bits),
            ranks,
        }
    }

    /// Finds the nearest goals of the boards at a distance, from those one nearer.
    fn gather(
        &mut self,
        own: usize,
        distance: u8,
        table: &Table,
        links: &[Link<'_>],
        nearer: &[GoalPlanes],
        budget: &Budget<'_>,
    ) {
        self.next.clear();
        self.layer.fill(0);
        let mut boards = 0;
        for rank in table.ranks_at(distance, self.ranks.clone()) {
            bits::insert(&mut self.layer, index(rank) - self.ranks.start);
            boards += 1;
        }
        if boards == 0 {
            return;
        }
        let count = |block: usize| {
            nearer
                .get(block)
                .map(|planes| planes.count)
                .debug_unwrap_or(0)
        };
        let inward = || links.iter().filter(|l| l.to == own && count(l.from) > 0);
        let outward = || links.iter().filter(|l| l.from == own && count(l.to) > 0);
        let carried: u64 = inward().map(|link| count(link.from)).sum();
        let asked: u64 = outward()
            .map(|_| boards * self.next.sets.len() as u64)
            .sum();
        let len = self.ranks.len();
        let parts = || {
            (0..len)
                .step_by(RANKS_PER_CHECK)
                .map(|start| start..len.min(start + RANKS_PER_CHECK))
                .take_while(|_| !budget.is_over())
        };
        if carried <= asked {
            for link in inward() {
                for (set, marked) in self.next.sets.iter_mut().zip(&nearer[link.from].sets) {
                    parts().for_each(|part| link.by.carry(Ranks::unlisted(marked), part, set));
                }
            }
        } else {
            for link in outward() {
                for (set, marked) in self.next.sets.iter_mut().zip(&nearer[link.to].sets) {
                    let wanted = Ranks::unlisted(&self.layer);
                    parts().for_each(|part| link.by.seek(wanted, part, marked, set));
                }
            }
        }
        self.next.keep(&self.layer);
    }
}

fn is_met(goal: &[Option<u8>], symbols: &[u8]) -> bool {
    let mut cells = goal.iter().zip(symbols);
    cells.all(|(wanted, symbol)| wanted.is_none_or(|wanted| wanted == *symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_as_many_as_goals_and_none_holds_another() {
        for (goals, bits) in [
            (2, 2),
            (3, 3),
            (4, 4),
            (6, 4),
            (7, 5),
            (24, 7),
            (35, 7),
            (36, 8),
        ] {
            let codes = GoalCodes::new(goals);
            assert_eq!(codes.bits, bits);
            let all: Vec<u64> = codes.all().collect();
            assert_eq!(all.len(), goals);
            for (i, a) in all.iter().enumerate() {
                assert!(
                    a >> bits == 0 && all[..i].iter().all(|b| (a | b).count_ones() > codes.ones)
                );
            }
        }
    }

    #[test]
    fn boards_in_more_sets_than_some() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut planes = GoalPlanes::none(300, 5);
        let codes: Vec<u64> = (0..300).map(|_| rng.u64(..32)).collect();
        for (rank, &code) in codes.iter().enumerate() {
            planes.insert(rank, code);
        }
        for most in 0..=5 {
            let more = codes.iter().filter(|code| code.count_ones() > most);
            assert_eq!(planes.beyond(most), more.count() as u64);
        }
    }
}
