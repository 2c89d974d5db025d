//! ksolve+'s `ForbiddenPairs` and `ForbiddenGroups`: moves that must not follow each other.
//!
//! Definitions do not support that. But if the two moves together equal one move or nothing, no
//! shortest answer has them, and the section is not needed. Older files have it because they list
//! every power of a move.

use std::ops::Range;

use rustc_hash::FxHashSet as HashSet;

use super::puzzle::{FilePuzzle, MAX_MOVES, StickerMoves, powers};
use super::reader::{ForbiddenPair, ImportReader};
use crate::names::after;
use crate::powers::power;

impl ForbiddenPair<'_> {
    /// Returns true if both moves together equal a power in `all` or nothing; `None` if not known.
    fn is_needless<'m>(
        &self,
        known: impl Fn(&str) -> Option<&'m StickerMoves>,
        all: &HashSet<StickerMoves>,
    ) -> Option<bool> {
        let [first, second] = self.words;
        let both = after(&power(second, &known)?, &power(first, &known)?);
        let is_still = (0..=u8::MAX).zip(&both).all(|(cell, &to)| cell == to);
        Some(is_still || all.contains(&both))
    }
}

impl<'t> ImportReader<'t, '_, '_> {
    /// Reads moves that must not follow each other: ordered pairs, or several in any order.
    pub(super) fn forbidden(&mut self, at: &Range<usize>, are_pairs: bool) -> Option<()> {
        while !self.is_over() {
            let (first, word) = self.word("`End`")?;
            let mut line = self.rest_of_line(&first);
            line.insert(0, (first.clone(), word));
            match &line[..] {
                [(_, first), (at, second)] if are_pairs => self.forbidden.push(ForbiddenPair {
                    words: [first, second],
                    at: at.clone(),
                }),
                _ if are_pairs => {
                    return self.fail(first, "a line of `ForbiddenPairs` has two moves");
                }
                _ if line.len() > MAX_MOVES => {
                    return self.fail(first, format!("over {MAX_MOVES} moves"));
                }
                _ => {
                    for (_, first) in &line {
                        let pair = |(at, second): &(Range<usize>, &'t str)| ForbiddenPair {
                            words: [first, second],
                            at: at.clone(),
                        };
                        self.forbidden.extend(line.iter().map(pair));
                    }
                }
            }
            if self.forbidden.len() > MAX_MOVES * MAX_MOVES {
                return self.fail(at.clone(), "too many forbidden pairs");
            }
        }
        Some(())
    }

    /// Fails if the forbidden pairs make answers longer.
    pub(super) fn check_forbidden(&mut self, puzzle: &FilePuzzle<'t>) -> Option<()> {
        let pairs = std::mem::take(&mut self.forbidden);
        let all = (puzzle.moves.iter())
            .flat_map(|given| powers(&given.carries))
            .collect();
        for pair in &pairs {
            let known = |name: &str| {
                let mut moves = puzzle.moves.iter();
                moves
                    .find(|given| given.name == name)
                    .map(|given| &given.carries)
            };
            let [first, second] = pair.words;
            match pair.is_needless(known, &all) {
                Some(true) => {}
                Some(false) => {
                    let message = format!("a definition can't forbid `{second}` after `{first}`");
                    return self.fail(pair.at.clone(), message);
                }
                None => {
                    let message = format!("`{first}` and `{second}` are not both known moves");
                    return self.fail(pair.at.clone(), message);
                }
            }
        }
        if let Some(pair) = pairs.first() {
            let note = "forbidden pairs are left out: no shortest answer has these moves one after the other";
            self.notes.add(pair.at.clone(), note);
        }
        Some(())
    }
}
