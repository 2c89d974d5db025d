//! twsearch's `MoveSequence` and `MoveAlias`: moves that are sequences of other moves.

use std::collections::VecDeque;
use std::ops::Range;

use super::puzzle::{Given, StickerMoves, still};
use crate::model::names::after;
use crate::model::powers::power;

type FileWord<'t> = (Range<usize>, &'t str);

/// A move that is a sequence of moves. These may come later in the file, or be sequences themselves
/// (`expandalgomoves` in twsearch's `readksolve.cpp`).
pub(super) struct Sequence<'t> {
    name: &'t str,
    span: Range<usize>,
    /// True if it is only another name for an existing move.
    pub(super) is_alias: bool,
    /// The moves still to be applied.
    words: VecDeque<FileWord<'t>>,
    /// The effect of the moves applied so far; empty at the start.
    carries: StickerMoves,
}

impl<'t> Sequence<'t> {
    /// A sequence of moves separated by blanks or commas.
    pub(super) fn new(
        name: &'t str,
        span: Range<usize>,
        words: impl Iterator<Item = FileWord<'t>>,
        is_alias: bool,
    ) -> Self {
        let parts = words.flat_map(|(at, word)| {
            word.split(',').map(move |part| {
                let start = at.start + (part.as_ptr() as usize - word.as_ptr() as usize);
                (start..start + part.len(), part)
            })
        });
        Self {
            name,
            span,
            is_alias,
            words: parts.filter(|(_, part)| !part.is_empty()).collect(),
            carries: StickerMoves::new(),
        }
    }

    /// Continues as far as moves are known; returns the move once all are.
    pub(super) fn made<'m>(
        &mut self,
        stickers: usize,
        known: impl Fn(&str) -> Option<&'m StickerMoves>,
    ) -> Option<Given<'t>> {
        if self.carries.is_empty() {
            self.carries = still(stickers);
        }
        while let Some((_, word)) = self.words.front() {
            self.carries = after(&power(word, &known)?, &self.carries);
            self.words.pop_front();
        }
        Some(Given {
            name: self.name,
            span: self.span.clone(),
            carries: self.carries.clone(),
        })
    }

    /// The first move that is not known yet.
    pub(super) fn next(&self) -> Option<FileWord<'t>> {
        self.words.front().cloned()
    }
}
