//! Files of twsearch and ksolve+, word by word.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use super::{Action, Dialect, Given, Puzzle, Set};
use crate::model::problem::Findings;
use crate::model::{MAX_CELLS, words};

/// More moves than this are no puzzle of ours, powers of others among them.
const MOST_MOVES: usize = 256;

/// More orientations than there are letters for the stickers of a piece.
const MOST_ORIENTATIONS: usize = 26;

/// What gives moves other names, and sequences of moves names, for twsearch's readers of scrambles:
/// no moves (`findmove_generously` in its `parsemoves.cpp`).
const OTHER_NAMES: [&str; 2] = ["MoveAlias", "MoveSequence"];

/// The sections of older ksolve+ files that ksolve+ itself passes over.
const WITHOUT_EFFECT: [&str; 2] = ["ParallelMoves", "Multiplicators"];

pub(super) struct ImportReader<'t, 'f, 'g> {
    text: &'t str,
    words: Peekable<IntoIter<(Range<usize>, &'t str)>>,
    dialect: Dialect,
    findings: &'f mut Findings<'g>,
    notes: &'f mut Findings<'g>,
}

/// How a section counts places and pieces, and which place the orientations of a move belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// From 1; orientations by the place that a piece leaves. So ksolve+ applies moves (`applyMove`
    /// in its `move.h`), and twsearch does as ksolve+ ("Representing Moves and States" in its
    /// notes).
    FromOne,
    /// From 0; orientations by the place that a piece comes to: twsearch's `StartState` and
    /// `MoveTransformation`.
    FromZero,
}

impl Counting {
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
        for line in text.lines() {
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
        }
    }

    fn fail<T>(&mut self, at: Range<usize>, message: impl Into<String>) -> Option<T> {
        self.findings.add(at, message);
        None
    }

    fn word(&mut self, what: &str) -> Option<(Range<usize>, &'t str)> {
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

    /// A name that can stand in a list of cells.
    fn name(&mut self, what: &str) -> Option<(Range<usize>, &'t str)> {
        let (at, word) = self.word(what)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
        if word.chars().all(is_plain) {
            return Some((at, word));
        }
        self.fail(at, format!("{what} has letters, digits, _, - and ' only"))
    }

    pub(super) fn read(&mut self) -> Option<Puzzle<'t>> {
        let mut puzzle = Puzzle {
            name: "imported".to_owned(),
            sets: Vec::new(),
            moves: Vec::new(),
        };
        let mut is_solved_known = false;
        while let Some((at, word)) = self.words.next() {
            let is_twsearch = self.dialect == Dialect::Twsearch;
            match word {
                "Name" => {
                    puzzle.name = self.rest_of_line(&at, "the puzzle's name is missing")?;
                }
                _ if OTHER_NAMES.contains(&word) && is_twsearch => {
                    self.rest_of_line(&at, "the names are missing")?;
                    let note = format!("`{word}` is left out: it only names moves for scrambles");
                    self.notes.add(at, note);
                }
                "Set" if puzzle.moves.is_empty() && !is_solved_known => {
                    self.set(&mut puzzle)?;
                }
                "Solved" if !is_solved_known => {
                    self.solved(&mut puzzle.sets, Counting::FromOne)?;
                    is_solved_known = true;
                }
                "StartState" if is_twsearch && !is_solved_known => {
                    self.solved(&mut puzzle.sets, Counting::FromZero)?;
                    is_solved_known = true;
                }
                "Move" => self.given(&mut puzzle, Counting::FromOne)?,
                "MoveTransformation" if is_twsearch => {
                    self.given(&mut puzzle, Counting::FromZero)?;
                }
                "Set" | "Solved" => return self.fail(at, format!("`{word}` comes too late")),
                "StartState" if is_twsearch => {
                    return self.fail(at, format!("`{word}` comes too late"));
                }
                _ if WITHOUT_EFFECT.contains(&word) && !is_twsearch => {
                    while !self.is_over() {
                        self.word("`End`")?;
                    }
                    let note = format!("`{word}` is left out: it has no effect in ksolve+ either");
                    self.notes.add(at, note);
                }
                _ => return self.fail(at, format!("`{word}` can't be said in a definition")),
            }
        }
        if puzzle.sets.is_empty() || puzzle.moves.is_empty() || !is_solved_known {
            return self.fail(0..0, "a puzzle has sets, a solved state and moves");
        }
        Some(puzzle)
    }

    /// The words up to the end of the line that one stands in.
    fn rest_of_line(&mut self, at: &Range<usize>, missing: &str) -> Option<String> {
        let rest = self.text.get(at.end..).unwrap_or_default();
        let end = at.end + rest.find('\n').unwrap_or(rest.len());
        let mut words = Vec::new();
        while let Some((_, word)) = self.words.next_if(|(at, _)| at.start < end) {
            words.push(word);
        }
        if words.is_empty() {
            return self.fail(at.clone(), missing);
        }
        Some(words.join(" "))
    }

    fn set(&mut self, puzzle: &mut Puzzle<'t>) -> Option<()> {
        let (at, name) = self.name("a set's name")?;
        let pieces = self.number("the number of pieces", 1..MAX_CELLS + 1)?;
        // Some files of ksolve+ say 0 where there is only one.
        let orientations = self.number("the number of orientations", 0..MOST_ORIENTATIONS + 1)?;
        let is_known = puzzle.sets.iter().any(|own| own.name == name);
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

    /// Whether a section ends here.
    fn is_over(&mut self) -> bool {
        self.words.next_if(|(_, word)| *word == "End").is_some()
    }

    /// The place of a set that is named, for the first time in its section.
    fn section(&mut self, sets: &[Set<'t>], named: &mut Vec<usize>) -> Option<usize> {
        let (at, word) = self.word("`End`")?;
        let Some(place) = sets.iter().position(|set| set.name == word) else {
            return self.fail(at, format!("no set is called `{word}`"));
        };
        if named.contains(&place) {
            return self.fail(at, format!("the set `{word}` comes twice"));
        }
        named.push(place);
        Some(place)
    }

    fn has_orientations(&mut self) -> bool {
        let next = self.words.peek();
        next.is_some_and(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit() || c == '?'))
    }

    fn solved(&mut self, sets: &mut [Set<'t>], counting: Counting) -> Option<()> {
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
                    Some(self.number("an orientation", 0..set.orientations)?)
                };
            }
        }
        Some(())
    }

    /// A move, unless it turns the whole puzzle.
    fn given(&mut self, puzzle: &mut Puzzle<'t>, counting: Counting) -> Option<()> {
        let (span, name) = self.name("a move's name")?;
        let actions = self.actions(&puzzle.sets, counting)?;
        if self.dialect == Dialect::Twsearch && turns_all(name) {
            let note = format!(
                "`{name}` is left out: in twsearch such a name means a turn of the whole puzzle, which is no move"
            );
            self.notes.add(span, note);
            return Some(());
        }
        if puzzle.moves.iter().any(|own| own.name == name) {
            return self.fail(span, format!("two moves are called `{name}`"));
        }
        if puzzle.moves.len() == MOST_MOVES {
            return self.fail(span, format!("over {MOST_MOVES} moves"));
        }
        puzzle.moves.push(Given {
            name,
            span,
            actions,
        });
        Some(())
    }

    fn actions(&mut self, sets: &[Set<'t>], counting: Counting) -> Option<Vec<Action>> {
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
                    return self.fail(at, "a place from which two pieces would come");
                }
            }
            if !self.has_orientations() {
                continue;
            }
            let mut turns = Vec::new();
            for _ in 0..set.pieces {
                turns.push(self.number("a turn", 0..set.orientations)?);
            }
            for (to, slot) in action.iter_mut().enumerate() {
                let place = match counting {
                    Counting::FromOne => slot.0,
                    Counting::FromZero => to,
                };
                slot.1 = *turns.get(place)?;
            }
        }
        Some(actions)
    }
}

/// Whether twsearch takes a move of this name for a turn of the whole puzzle: capitals and then
/// `v`, or an axis and perhaps how far.
fn turns_all(name: &str) -> bool {
    let capitals = name.strip_suffix('v').unwrap_or_default();
    let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
    let far = name.strip_prefix(['x', 'y', 'z']);
    !capitals.is_empty() && capitals.chars().all(is_capital) || matches!(far, Some("" | "2" | "'"))
}
