//! Moves that are sequences of other moves: twsearch's `MoveSequence` and `MoveAlias`, and the
//! derived moves of cubing.js.

use std::collections::VecDeque;
use std::ops::Range;

use super::puzzle::{FilePuzzle, Given, MAX_MOVES, StickerMoves, still};
use crate::names::after;
use crate::powers::{parts, power};
use crate::problem::Findings;

/// A word and its place in the file.
pub(super) use crate::algorithm::PlacedWord as FileWord;

/// A move that is a sequence of moves. These may come later in the file, or be sequences themselves
/// (`expandalgomoves` in twsearch's `readksolve.cpp`).
pub(super) struct Sequence<'t> {
    name: &'t str,
    span: Range<usize>,
    /// True if it is only another name for an existing move.
    is_alias: bool,
    /// The moves still to be applied.
    words: VecDeque<FileWord<'t>>,
    /// The effect of the moves applied so far; empty at the start.
    carries: StickerMoves,
}

impl<'t> Sequence<'t> {
    pub(super) fn new(
        name: &'t str,
        span: Range<usize>,
        words: VecDeque<FileWord<'t>>,
        is_alias: bool,
    ) -> Self {
        Self {
            name,
            span,
            is_alias,
            words,
            carries: StickerMoves::new(),
        }
    }

    /// Continues as far as moves are known; returns the move once all are.
    fn made<'m>(
        &mut self,
        stickers: usize,
        known: impl Fn(&str) -> Option<&'m StickerMoves>,
        is_waiting: impl Fn(&str) -> bool,
    ) -> Option<Given<'t>> {
        if self.carries.is_empty() {
            self.carries = still(stickers);
        }
        while let Some((_, word)) = self.words.front() {
            // A 0 that belongs to a name is not a count.
            let stem = word.trim_end_matches('\'');
            let waits = stem.ends_with('0') && is_waiting(stem) && known(stem).is_none();
            let effect = power(word, &known).filter(|_| !waits)?;
            self.carries = after(&effect, &self.carries);
            self.words.pop_front();
        }
        Some(Given {
            name: self.name,
            span: self.span.clone(),
            carries: self.carries.clone(),
        })
    }
}

/// The sequences of a file, and the moves that only they may use.
pub(super) struct Sequences<'t> {
    /// True if some names mean rotations of the whole puzzle.
    has_rotations: bool,
    /// Other names of moves.
    aliases: Vec<Given<'t>>,
    waiting: Vec<Sequence<'t>>,
}

impl<'t> Sequences<'t> {
    pub(super) fn new(has_rotations: bool) -> Self {
        Self {
            has_rotations,
            aliases: Vec::new(),
            waiting: Vec::new(),
        }
    }

    pub(super) fn push(
        &mut self,
        sequence: Sequence<'t>,
        findings: &mut Findings<'_>,
    ) -> Option<()> {
        if self.waiting.len() == MAX_MOVES {
            findings.add(sequence.span, format!("over {MAX_MOVES} moves"));
            return None;
        }
        self.waiting.push(sequence);
        Some(())
    }

    /// Adds a move or a rotation of the whole puzzle.
    pub(super) fn add(
        &self,
        puzzle: &mut FilePuzzle<'t>,
        given: Given<'t>,
        findings: &mut Findings<'_>,
    ) -> Option<()> {
        let name = given.name;
        let is_rotation = self.has_rotations && turns_all(name);
        // The first of several counts, as in other moves that use it.
        if is_rotation && puzzle.named(name).is_some() {
            return Some(());
        }
        if !is_rotation && puzzle.moves.iter().any(|earlier| earlier.name == name) {
            findings.add(given.span, format!("two moves are called `{name}`"));
            return None;
        }
        if puzzle.moves.len() + puzzle.rotations.len() + self.aliases.len() == MAX_MOVES {
            findings.add(given.span, format!("over {MAX_MOVES} moves"));
            return None;
        }
        let list = if is_rotation {
            &mut puzzle.rotations
        } else {
            &mut puzzle.moves
        };
        list.push(given);
        Some(())
    }

    /// Adds each sequence as soon as all its moves are known, as twsearch does.
    pub(super) fn expand(
        &mut self,
        puzzle: &mut FilePuzzle<'t>,
        findings: &mut Findings<'_>,
        notes: &mut Findings<'_>,
    ) -> Option<()> {
        let mut sequences = std::mem::take(&mut self.waiting);
        let stickers = puzzle.stickers();
        let names: Vec<&str> = sequences.iter().map(|sequence| sequence.name).collect();
        while !sequences.is_empty() {
            let before = sequences.len();
            let mut waiting = Vec::new();
            for mut sequence in sequences {
                let known = |name: &str| {
                    let alias = self.aliases.iter().find(|given| given.name == name);
                    let alias = alias.map(|given| &given.carries);
                    puzzle.named(name).or(alias)
                };
                match sequence.made(stickers, known, |word| names.contains(&word)) {
                    None => waiting.push(sequence),
                    Some(given) if sequence.is_alias => {
                        let reason = "it only gives a move another name";
                        let note = format!("`{}` is left out: {reason}", given.name);
                        notes.add(given.span.clone(), note);
                        self.aliases.push(given);
                    }
                    Some(given) => self.add(puzzle, given, findings)?,
                }
            }
            if waiting.len() == before {
                let is_waiting = |stem: &str| {
                    waiting
                        .iter()
                        .any(|sequence: &Sequence<'_>| sequence.name == stem)
                };
                let words = || waiting.iter().filter_map(|sequence| sequence.words.front());
                // Not a word that only waits for another.
                let unknown = words().find(|(_, word)| parts(word, is_waiting).is_none());
                let (at, word) = unknown.or_else(|| words().next())?;
                let problem = match unknown {
                    Some(_) => format!("no known move is called `{word}`"),
                    None => format!("`{word}` is made of itself"),
                };
                findings.add(at.clone(), problem);
                return None;
            }
            sequences = waiting;
        }
        Some(())
    }
}

/// Returns true if twsearch and cubing.js take this for a rotation of the whole puzzle, like `Rv`,
/// `x` or `x2`.
pub(crate) fn turns_all(name: &str) -> bool {
    let capitals = name.strip_suffix('v').unwrap_or_default();
    let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
    let far = name.strip_prefix(['x', 'y', 'z']);
    !capitals.is_empty() && capitals.chars().all(is_capital) || matches!(far, Some("" | "2" | "'"))
}
