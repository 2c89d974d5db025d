//! Reading files of twsearch and ksolve+, word by word.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use super::forbidden::ForbiddenPair;
use super::puzzle::{Action, FilePuzzle, Given, Set};
use super::sequences::Sequence;
use crate::model::problem::Findings;
use crate::model::{MAX_CELLS, words};

/// The maximum number of moves, including powers of others and rotations of the whole puzzle.
pub(super) const MAX_MOVES: usize = 256;

/// The maximum number of orientations: each sticker of a piece has a letter.
const MAX_ORIENTATIONS: usize = 26;

/// The maximum turn. ksolve+ takes turns modulo the set's orientations; a larger one is a slip.
const MAX_TURN: usize = 255;

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

/// The program whose files are read. `Move` means the same in both; twsearch has more keywords, and
/// rotations of the whole puzzle, which do not count as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// twsearch, usually with files that end in `.tws`.
    #[default]
    Twsearch,
    /// ksolve+, usually with files that end in `.def`.
    Ksolve,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::Twsearch, Self::Ksolve];

    /// The program's name, as in arguments.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Twsearch => "twsearch",
            Self::Ksolve => "ksolve",
        }
    }
}

pub(super) struct ImportReader<'t, 'f, 'g> {
    text: &'t str,
    words: Peekable<IntoIter<(Range<usize>, &'t str)>>,
    dialect: Dialect,
    findings: &'f mut Findings<'g>,
    pub(super) notes: &'f mut Findings<'g>,
    /// Rotations of the whole puzzle and other names of moves, which only sequences may use.
    turns: Vec<Given<'t>>,
    sequences: Vec<Sequence<'t>>,
    pub(super) forbidden: Vec<ForbiddenPair<'t>>,
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
            turns: Vec::new(),
            sequences: Vec::new(),
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
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
        if word.chars().all(is_plain) {
            return Some(word);
        }
        self.fail(at, format!("{what} has letters, digits, _, - and ' only"))
    }

    pub(super) fn read(&mut self) -> Option<FilePuzzle<'t>> {
        let mut puzzle = FilePuzzle {
            name: "imported".to_owned(),
            sets: Vec::new(),
            moves: Vec::new(),
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
                "Set" if puzzle.moves.is_empty() && self.turns.is_empty() && !is_solved_known => {
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
        self.expand(&mut puzzle)?;
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
            let readable = "expected text: twsearch's `.tws` or ksolve+'s `.def`";
            return self.fail(at, format!("this looks like JSON; {readable}"));
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
        if self.sequences.len() == MAX_MOVES {
            return self.fail(span, format!("over {MAX_MOVES} moves"));
        }
        let name = self.plain((span.clone(), name), "a move's name")?;
        self.sequences
            .push(Sequence::new(name, span, words, is_alias));
        Some(())
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
            solved: (1..=pieces).map(|piece| (piece, Some(0))).collect(),
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
            for slot in &mut set.solved {
                slot.0 = self.number("a piece", first..first + set.pieces)? + 1 - first;
            }
            if !self.has_orientations() {
                continue;
            }
            for slot in &mut set.solved {
                slot.1 = if self.words.next_if(|(_, word)| *word == "?").is_some() {
                    None
                } else {
                    Some(self.turn("an orientation", set.orientations)?)
                };
            }
        }
        Some(())
    }

    /// Reads a piece's turn. ksolve+ takes it modulo the orientations; its readme has turned
    /// centres with one orientation.
    fn turn(&mut self, what: &str, orientations: usize) -> Option<usize> {
        let max_turn = match self.dialect {
            Dialect::Twsearch => orientations - 1,
            Dialect::Ksolve => MAX_TURN,
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
        self.add(puzzle, given)
    }

    /// Adds a move, or a rotation of the whole puzzle for sequences.
    fn add(&mut self, puzzle: &mut FilePuzzle<'t>, given: Given<'t>) -> Option<()> {
        let name = given.name;
        let turns_all = self.dialect == Dialect::Twsearch && turns_all(name);
        if turns_all {
            let note = format!(
                "`{name}` is left out: in twsearch, such a name is a turn of the whole puzzle, not a move"
            );
            self.notes.add(given.span.clone(), note);
        } else if puzzle.moves.iter().any(|earlier| earlier.name == name) {
            return self.fail(given.span, format!("two moves are called `{name}`"));
        }
        if puzzle.moves.len() + self.turns.len() == MAX_MOVES {
            return self.fail(given.span, format!("over {MAX_MOVES} moves"));
        }
        let list = if turns_all {
            &mut self.turns
        } else {
            &mut puzzle.moves
        };
        list.push(given);
        Some(())
    }

    /// Adds each sequence as soon as all its moves are known, as twsearch does.
    fn expand(&mut self, puzzle: &mut FilePuzzle<'t>) -> Option<()> {
        let mut sequences = std::mem::take(&mut self.sequences);
        let stickers = puzzle.stickers();
        while !sequences.is_empty() {
            let before = sequences.len();
            let mut waiting = Vec::new();
            for mut sequence in sequences {
                let known = |name: &str| {
                    let mut all = puzzle.moves.iter().chain(&self.turns);
                    all.find(|given| given.name == name)
                        .map(|given| &given.carries)
                };
                match sequence.made(stickers, known) {
                    None => waiting.push(sequence),
                    Some(given) if sequence.is_alias => {
                        let reason = "it only gives a move another name";
                        let note = format!("`{}` is left out: {reason}", given.name);
                        self.notes.add(given.span.clone(), note);
                        self.turns.push(given);
                    }
                    Some(given) => self.add(puzzle, given)?,
                }
            }
            if let (Some(sequence), true) = (waiting.first(), waiting.len() == before) {
                let (at, word) = sequence.next()?;
                return self.fail(at, format!("no known move is called `{word}`"));
            }
            sequences = waiting;
        }
        Some(())
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

/// Returns true if twsearch takes this for a rotation of the whole puzzle, like `Rv`, `x` or `x2`.
fn turns_all(name: &str) -> bool {
    let capitals = name.strip_suffix('v').unwrap_or_default();
    let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
    let far = name.strip_prefix(['x', 'y', 'z']);
    !capitals.is_empty() && capitals.chars().all(is_capital) || matches!(far, Some("" | "2" | "'"))
}
