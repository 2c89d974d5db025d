//! Reading files of twsearch and ksolve+, word by word.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use super::dialect::Dialect;
use super::puzzle::{Action, FilePuzzle, Given, Position, Set, Solved, is_plain_name, still};
use super::sequences::{FileWord, Sequence, Sequences};
use crate::names::after;
use crate::powers::power;
use crate::problem::Findings;
use crate::{MAX_CELLS, words};

/// The maximum number of orientations: each sticker of a piece has a letter.
pub(super) const MAX_ORIENTATIONS: usize = 26;

/// The maximum number of boards in a file.
const MAX_POSITIONS: usize = 1024;

/// The maximum turn. ksolve+ takes turns modulo the set's orientations; a larger one is a slip.
const MAX_TURN: usize = 255;

/// The maximum number of a piece, from 1. Numbers only say which pieces are alike, so some may be
/// missing.
pub(super) const MAX_PIECE: usize = 1 << 16;

/// Sections that are not supported, and why.
const UNSUPPORTED: [(&str, &str); 5] = [
    (
        "Illegal",
        "it forbids boards, and every move here is legal on every board",
    ),
    (
        "Block",
        "it ties pieces together, and every move here is legal on every board",
    ),
    (
        "Ignore",
        "pieces that do not matter are written as equal ones, or with `?`",
    ),
    ("Weight", "every move counts as one"),
    ("MoveLimits", "every move can be repeated without limit"),
];

/// Sections of ksolve+'s definitions that do not change the puzzle.
const WITHOUT_EFFECT: [(&str, &str); 4] = [
    ("ParallelMoves", "it has no effect in ksolve+ either"),
    ("Multiplicators", "it has no effect in ksolve+ either"),
    (
        "MoveLimits",
        "newer versions of ksolve+ take it in scramble files only",
    ),
    (
        "Ignore",
        "it lists what scrambles may leave open, and boards here have all pieces",
    ),
];

pub(super) struct ImportReader<'t, 'f, 'g> {
    text: &'t str,
    words: Peekable<IntoIter<(Range<usize>, &'t str)>>,
    dialect: Dialect,
    findings: &'f mut Findings<'g>,
    pub(super) notes: &'f mut Findings<'g>,
    sequences: Sequences<'t>,
    pub(super) forbidden: Vec<ForbiddenPair<'t>>,
}

/// Two moves, by their words, and the place of the second.
pub(super) struct ForbiddenPair<'t> {
    pub(super) words: [&'t str; 2],
    pub(super) at: Range<usize>,
}

/// The numbering of places and pieces, and the place that a move's orientations belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountsFrom {
    /// From 1; orientations belong to the place that a piece leaves, as in ksolve+ (`applyMove` in
    /// its `move.h`) and twsearch ("Representing Moves and States" in its notes).
    FromOne,
    /// From 0; orientations belong to the place that a piece comes to: twsearch's `StartState` and
    /// `MoveTransformation`.
    FromZero,
}

impl CountsFrom {
    const fn first(self) -> usize {
        match self {
            Self::FromOne => 1,
            Self::FromZero => 0,
        }
    }
}

impl<'t, 'f, 'g> ImportReader<'t, 'f, 'g> {
    pub(super) fn new(
        text: &'t str,
        dialect: Dialect,
        findings: &'f mut Findings<'g>,
        notes: &'f mut Findings<'g>,
    ) -> Self {
        let mut all = Vec::new();
        // Some editors begin a file with a byte order mark.
        for line in text.trim_start_matches('\u{feff}').lines() {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let code = line.split('#').next().unwrap_or_default();
            all.extend(words(code).map(|(at, word)| (start + at.start..start + at.end, word)));
        }
        Self {
            text,
            words: all.into_iter().peekable(),
            dialect,
            findings,
            notes,
            sequences: Sequences::new(dialect == Dialect::Twsearch),
            forbidden: Vec::new(),
        }
    }

    pub(super) fn fail<T>(&mut self, at: Range<usize>, message: impl Into<String>) -> Option<T> {
        self.findings.add(at, message);
        None
    }

    pub(super) fn word(&mut self, what: &str) -> Option<(Range<usize>, &'t str)> {
        let end = self.text.len()..self.text.len();
        match self.words.next() {
            Some(found) => Some(found),
            None => self.fail(end, format!("the file ends before {what}")),
        }
    }

    fn number(&mut self, what: &str, range: Range<usize>) -> Option<usize> {
        let (at, word) = self.word(what)?;
        match word.parse() {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (first, last) = (range.start, range.end.saturating_sub(1));
                self.fail(at, format!("{what} is {first} to {last}, not `{word}`"))
            }
        }
    }

    /// Reads a name that may be part of a cell's name.
    fn name(&mut self, what: &str) -> Option<(Range<usize>, &'t str)> {
        let (at, word) = self.word(what)?;
        Some((at.clone(), self.plain((at, word), what)?))
    }

    fn plain(&mut self, (at, word): (Range<usize>, &'t str), what: &str) -> Option<&'t str> {
        if is_plain_name(word) {
            return Some(word);
        }
        self.fail(at, format!("{what} has letters, digits, _, - and ' only"))
    }

    pub(super) fn read(&mut self) -> Option<FilePuzzle<'t>> {
        let mut puzzle = FilePuzzle {
            name: "imported".to_owned(),
            sets: Vec::new(),
            moves: Vec::new(),
            rotations: Vec::new(),
        };
        let mut is_solved_known = false;
        while let Some((at, word)) = self.words.next() {
            let is_twsearch = self.dialect == Dialect::Twsearch;
            match word {
                "Name" => {
                    let words = self.rest_of_line(&at);
                    if words.is_empty() {
                        return self.fail(at, "the puzzle's name is missing");
                    }
                    let words: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
                    puzzle.name = words.join(" ");
                }
                "MoveAlias" | "MoveSequence" if is_twsearch => {
                    self.sequence(&at, word == "MoveAlias")?;
                }
                "Set"
                    if puzzle.moves.is_empty()
                        && puzzle.rotations.is_empty()
                        && !is_solved_known =>
                {
                    self.set(&mut puzzle)?;
                }
                "Solved" if !is_solved_known => {
                    self.solved(&mut puzzle.sets, CountsFrom::FromOne)?;
                    is_solved_known = true;
                }
                "StartState" if is_twsearch && !is_solved_known => {
                    self.solved(&mut puzzle.sets, CountsFrom::FromZero)?;
                    is_solved_known = true;
                }
                "Move" => self.given(&mut puzzle, CountsFrom::FromOne)?,
                "MoveTransformation" if is_twsearch => {
                    self.given(&mut puzzle, CountsFrom::FromZero)?;
                }
                "Set" | "Solved" => return self.fail(at, format!("`{word}` comes too late")),
                "StartState" if is_twsearch => {
                    return self.fail(at, format!("`{word}` comes too late"));
                }
                "ForbiddenPairs" | "ForbiddenGroups" if !is_twsearch => {
                    self.forbidden(&at, word == "ForbiddenPairs")?;
                }
                _ => self.pass_over(at, word)?,
            }
        }
        let missing = [
            ("`Set`", puzzle.sets.is_empty()),
            ("`Solved`", !is_solved_known),
            ("`Move`", puzzle.moves.is_empty()),
        ];
        if let Some((section, _)) = missing.iter().find(|(_, is_missing)| *is_missing) {
            let message =
                format!("a puzzle has sets, a solved state and moves: there is no {section}");
            return self.fail(0..0, message);
        }
        self.sequences
            .expand(&mut puzzle, self.findings, self.notes)?;
        self.check_forbidden(&puzzle)?;
        Some(puzzle)
    }

    /// Skips a section without effect; refuses others.
    fn pass_over(&mut self, at: Range<usize>, word: &str) -> Option<()> {
        let known = WITHOUT_EFFECT.iter().find(|(name, _)| *name == word);
        let Some((_, why)) = known.filter(|_| self.dialect == Dialect::Ksolve) else {
            return self.refuse(at, word);
        };
        while !self.is_over() {
            self.word("`End`")?;
        }
        self.notes.add(at, format!("`{word}` is left out: {why}"));
        Some(())
    }

    fn refuse<T>(&mut self, at: Range<usize>, word: &str) -> Option<T> {
        if at.start == 0 && word.starts_with(['{', '[']) {
            let help = "a puzzle of cubing.js is read with `--from kpuzzle`".to_owned();
            let problem = "this looks like JSON; expected twsearch's `.tws` or ksolve+'s `.def`";
            self.findings.add_with_help(at, problem, Some(help));
            return None;
        }
        if word == "End" {
            return self.fail(at, "`End` without a section");
        }
        let known = UNSUPPORTED.iter().find(|(name, _)| *name == word);
        let why = known.map_or_else(String::new, |(_, why)| format!(": {why}"));
        self.fail(at, format!("`{word}` is not supported{why}"))
    }

    /// The remaining words on the line of another.
    pub(super) fn rest_of_line(&mut self, at: &Range<usize>) -> Vec<(Range<usize>, &'t str)> {
        let rest = self.text.get(at.end..).unwrap_or_default();
        let end = at.end + rest.find('\n').unwrap_or(rest.len());
        let mut words = Vec::new();
        while let Some(word) = self.words.next_if(|(at, _)| at.start < end) {
            words.push(word);
        }
        words
    }

    fn sequence(&mut self, at: &Range<usize>, is_alias: bool) -> Option<()> {
        let line = self.rest_of_line(at);
        let mut words = line.into_iter();
        let (Some((span, name)), true) = (words.next(), words.len() > 0) else {
            return self.fail(at.clone(), "the names are missing");
        };
        let name = self.plain((span.clone(), name), "a move's name")?;
        let parts = words
            .flat_map(|(at, word)| {
                word.split(',').map(move |part| {
                    let start = at.start + (part.as_ptr() as usize - word.as_ptr() as usize);
                    (start..start + part.len(), part.into())
                })
            })
            .filter(|(_, part): &FileWord<'_>| !part.is_empty());
        let sequence = Sequence::new(name, span, parts.collect(), is_alias);
        self.sequences.push(sequence, self.findings)
    }

    fn set(&mut self, puzzle: &mut FilePuzzle<'t>) -> Option<()> {
        let (at, name) = self.name("a set's name")?;
        let pieces = self.number("the number of pieces", 1..MAX_CELLS + 1)?;
        // Some files of ksolve+ have 0 here instead of 1.
        let orientations = self.number("the number of orientations", 0..MAX_ORIENTATIONS + 1)?;
        let is_known = puzzle.sets.iter().any(|set| set.name == name);
        puzzle.sets.push(Set {
            name,
            pieces,
            orientations: orientations.max(1),
            solved: Solved::each(pieces, orientations.max(1)),
        });
        if is_known {
            return self.fail(at, format!("two sets are called `{name}`"));
        }
        if puzzle.stickers() > MAX_CELLS {
            return self.fail(at, format!("over {MAX_CELLS} stickers in all"));
        }
        Some(())
    }

    /// Returns true at the end of a section.
    pub(super) fn is_over(&mut self) -> bool {
        self.words.next_if(|(_, word)| *word == "End").is_some()
    }

    /// Reads the name of a set, which must be new in its section.
    fn section(&mut self, sets: &[Set<'t>], named: &mut Vec<usize>) -> Option<usize> {
        let (at, word) = self.word("`End`")?;
        let Some(place) = sets.iter().position(|set| set.name == word) else {
            return self.fail(at, format!("no set is called `{word}`"));
        };
        if named.contains(&place) {
            return self.fail(at, format!("the set `{word}` appears twice"));
        }
        named.push(place);
        Some(place)
    }

    fn has_orientations(&mut self) -> bool {
        let next = self.words.peek();
        next.is_some_and(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit() || c == '?'))
    }

    fn solved(&mut self, sets: &mut [Set<'t>], counting: CountsFrom) -> Option<()> {
        let mut named = Vec::new();
        while !self.is_over() {
            let place = self.section(sets, &mut named)?;
            let set = sets.get_mut(place)?;
            let first = counting.first();
            set.solved = Solved::each(set.pieces, set.orientations);
            for slot in &mut set.solved {
                slot.piece = self.number("a piece", first..first + MAX_PIECE)? + 1 - first;
            }
            if !self.has_orientations() {
                continue;
            }
            for slot in &mut set.solved {
                if self.words.next_if(|(_, word)| *word == "?").is_some() {
                    slot.period = 1;
                } else {
                    slot.turn = self.turn("an orientation", set.orientations)?;
                }
            }
        }
        Some(())
    }

    /// Reads the boards of a file of scrambles.
    pub(super) fn positions(&mut self, puzzle: &FilePuzzle<'t>) -> Option<Vec<Position>> {
        let mut positions = Vec::new();
        while let Some((at, word)) = self.words.next() {
            self.rest_of_line(&at);
            if positions.len() == MAX_POSITIONS {
                return self.fail(at, format!("over {MAX_POSITIONS} boards"));
            }
            let counting = match word {
                "Scramble" => CountsFrom::FromOne,
                "ScrambleState" | "StartState" => CountsFrom::FromZero,
                "ScrambleAlg" => {
                    positions.push(self.scrambled(puzzle)?);
                    continue;
                }
                _ => {
                    let expected = "`Scramble`, `ScrambleState`, `ScrambleAlg` or JSON";
                    return self.fail(at, format!("expected {expected}, found `{word}`"));
                }
            };
            let mut sets = puzzle.sets.clone();
            self.solved(&mut sets, counting)?;
            positions.push(sets.into_iter().map(|set| set.solved).collect());
        }
        Some(positions)
    }

    /// The board after the moves up to `End`.
    fn scrambled(&mut self, puzzle: &FilePuzzle<'t>) -> Option<Position> {
        let mut carries = still(puzzle.stickers());
        while !self.is_over() {
            let (at, word) = self.word("`End`")?;
            let Some(effect) = power(word, |name| puzzle.named(name)) else {
                return self.fail(at, format!("no known move is called `{word}`"));
            };
            carries = after(&effect, &carries);
        }
        Some(puzzle.after(&carries))
    }

    /// Reads a piece's turn. ksolve+ takes it modulo the orientations; its readme has turned
    /// centres with one orientation.
    fn turn(&mut self, what: &str, orientations: usize) -> Option<usize> {
        let max_turn = match self.dialect {
            Dialect::Ksolve => MAX_TURN,
            _ => orientations - 1,
        };
        Some(self.number(what, 0..max_turn + 1)? % orientations)
    }

    /// Reads a move, or a rotation of the whole puzzle.
    fn given(&mut self, puzzle: &mut FilePuzzle<'t>, counting: CountsFrom) -> Option<()> {
        let (span, name) = self.name("a move's name")?;
        let actions = self.actions(&puzzle.sets, counting)?;
        let carries = puzzle.carries(&actions);
        let given = Given {
            name,
            span,
            carries,
        };
        self.sequences.add(puzzle, given, self.findings)
    }

    fn actions(&mut self, sets: &[Set<'t>], counting: CountsFrom) -> Option<Vec<Action>> {
        let still = |set: &Set<'_>| (0..set.pieces).map(|place| (place, 0)).collect();
        let mut actions: Vec<Action> = sets.iter().map(still).collect();
        let mut named = Vec::new();
        while !self.is_over() {
            let place = self.section(sets, &mut named)?;
            let (set, action) = (sets.get(place)?, actions.get_mut(place)?);
            let first = counting.first();
            let mut is_used = vec![false; set.pieces];
            for slot in action.iter_mut() {
                let at = self.words.peek().map(|(at, _)| at.clone());
                slot.0 = self.number("a place", first..first + set.pieces)? - first;
                if std::mem::replace(is_used.get_mut(slot.0)?, true) {
                    let at = at.unwrap_or_default();
                    return self.fail(at, "this place is used twice");
                }
            }
            if !self.has_orientations() {
                continue;
            }
            let mut turns = Vec::new();
            for _ in 0..set.pieces {
                turns.push(self.turn("a turn", set.orientations)?);
            }
            for (to, slot) in action.iter_mut().enumerate() {
                let place = match counting {
                    CountsFrom::FromOne => slot.0,
                    CountsFrom::FromZero => to,
                };
                slot.1 = *turns.get(place)?;
            }
        }
        Some(actions)
    }
}
