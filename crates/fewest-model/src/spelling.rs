//! Words of scrambles beyond moves: rotations of the whole puzzle, and names for several moves.
//!
//! A rotation renames the moves after it. After a cube's `x`, the face that was in front is on top,
//! so `U` means what was `F`. Any other word means moves and rotations: `Rw` is `L x`. Only
//! moves change a board, so a rotation at the end has no effect.
//!
//! Rotations may name moves that the puzzle lacks: words without a meaning, and moves that an
//! extension drops.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use toml::Spanned;

use super::file::Definition;
use super::names::{Mapping, Names, after, cycles};
use super::problem::{Findings, flaw_of_name};
use super::{Case, Model, NoMove, powers, words};
use fewest_base::space::Move;

/// The words of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The names that rotations may exchange.
    names: Vec<String>,
    /// For each rotation, the meaning of each name after it.
    rotations: BTreeMap<String, Mapping>,
    sequences: BTreeMap<String, Vec<String>>,
    /// Words for parts that the puzzle lacks, like the tips of a pyraminx: they change nothing.
    left_out: BTreeSet<String>,
}

/// The meaning of words that change nothing.
const LEFT_OUT: &str = "-";

/// The way in which a puzzle is held after some rotations; by default, as its definition draws it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held(
    /// The meaning of each name; empty if no name has another meaning.
    Mapping,
    /// Of blocks, the letter on each cell; empty before the first move.
    Vec<char>,
);

pub(super) fn read(file: &Definition, moves: &[String], findings: &mut Findings<'_>) -> Words {
    let mut found = Words::default();
    let Some(table) = &file.words else {
        return found;
    };
    let mut entries: Vec<(&str, &Spanned<String>)> = Vec::new();
    for (key, meaning) in table {
        for (_, name) in words(key.as_ref()) {
            let problem = flaw_of_name("a word", name).or_else(|| {
                let is_move = moves.iter().any(|other| other == name);
                let is_known = entries.iter().any(|(other, _)| *other == name);
                let problem = if is_move {
                    "already a move"
                } else {
                    "named twice"
                };
                (is_move || is_known).then(|| format!("`{name}` is {problem}"))
            });
            match problem {
                Some(problem) => findings.add(key.span(), problem),
                None => entries.push((name, meaning)),
            }
        }
    }
    let is_left_out =
        |(_, meaning): &mut (&str, &Spanned<String>)| meaning.as_ref().trim() == LEFT_OUT;
    let left_out = entries.extract_if(.., is_left_out);
    found.left_out = left_out.map(|(name, _)| name.to_owned()).collect();
    let (rotations, sequences): (Vec<_>, Vec<_>) =
        (entries.into_iter()).partition(|(_, meaning)| meaning.as_ref().trim().starts_with('('));
    let aliases = sequences.iter().map(|(name, _)| (*name).to_owned());
    found.names = moves.iter().cloned().chain(aliases).collect();
    if found.names.len() > Names::MAX {
        let problem = format!("a puzzle has at most {} moves and words", Names::MAX);
        findings.add(file.name.span(), problem);
        return found;
    }
    for (name, cycles) in rotations {
        let names = Names {
            all: &found.names,
            kind: "move",
            unknown: "no move is called",
        };
        let least = (2, "a cycle of a rotation has at least two names");
        if let Some(from) = names.cycles(cycles, least, findings) {
            // In a cycle, each name means the next one.
            let meanings = (0..=u8::MAX)
                .take(from.len())
                .filter_map(|name| (0..=u8::MAX).zip(&from).find(|(_, from)| **from == name))
                .map(|(next, _)| next)
                .collect();
            found.rotations.insert(name.to_owned(), meanings);
        }
    }
    for (name, sequence) in sequences {
        let text = sequence.as_ref();
        for (place, word) in words(text).filter(|(_, word)| !found.is_step(word, moves)) {
            let place = findings.within(&sequence.span(), text, place);
            findings.add(place, format!("`{word}` is neither a move nor a rotation"));
        }
        let parts: Vec<String> = words(text).map(|(_, word)| word.to_owned()).collect();
        if !parts.is_empty() {
            found.sequences.insert(name.to_owned(), parts);
        }
    }
    found
}

impl Words {
    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.all().next().is_none()
    }

    /// The words, without repetition.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let all = self.rotations.keys().chain(self.sequences.keys());
        all.chain(&self.left_out).map(String::as_str)
    }

    /// Each word with its meaning, as the definition of a puzzle with these moves has them.
    pub(super) fn entries(&self, moves: &[String]) -> impl Iterator<Item = (String, String)> {
        let rotations = self
            .rotations
            .iter()
            .map(|(word, to)| (word.clone(), cycles(to, &self.names)));
        let sequences = self
            .sequences
            .iter()
            .map(|(word, parts)| (word.clone(), parts.join(" ")));
        let lacking = self.names.iter().filter(|name| {
            let is_known = moves.contains(name) || self.sequences.contains_key(*name);
            !is_known && self.face(name).is_some()
        });
        let lacking: Vec<&str> = lacking.map(String::as_str).collect();
        let lacking = (!lacking.is_empty()).then(|| (lacking.join(" "), String::new()));
        let left_out = self
            .left_out
            .iter()
            .map(|word| (word.clone(), LEFT_OUT.to_owned()));
        rotations.chain(sequences).chain(lacking).chain(left_out)
    }

    /// Drops the sequences that need other moves than these.
    pub(super) fn keep(&mut self, moves: &[String]) {
        let mut sequences = mem::take(&mut self.sequences);
        sequences.retain(|_, parts| parts.iter().all(|word| self.is_step(word, moves)));
        self.sequences = sequences;
    }

    /// Returns true if a word is one of these moves, a rotation, or a power of one.
    fn is_step(&self, word: &str, moves: &[String]) -> bool {
        let is_known =
            |stem: &str| self.rotations.contains_key(stem) || moves.iter().any(|name| name == stem);
        powers::parts(word, is_known).is_some()
    }

    /// The number of a name that some rotation changes.
    fn face(&self, stem: &str) -> Option<usize> {
        let face = self.names.iter().position(|name| name == stem)?;
        let changes = |to: &Mapping| to.get(face).is_some_and(|to| usize::from(*to) != face);
        self.rotations.values().any(changes).then_some(face)
    }

    fn has(&self, stem: &str) -> bool {
        self.rotations.contains_key(stem)
            || self.sequences.contains_key(stem)
            || self.left_out.contains(stem)
    }

    /// Returns true if a word of a scramble changes nothing because the puzzle lacks that part.
    #[must_use]
    pub fn leave_out(&self, word: &str) -> bool {
        let is_left_out = |stem: &str| self.left_out.contains(stem);
        powers::parts(&powers::straight(word), is_left_out).is_some()
    }
}

impl Held {
    /// Held as its definition draws it, with the letters of an input.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        Self(Mapping::default(), case.block_letters.clone())
    }

    /// The meaning of a name.
    fn name<'w>(&self, face: usize, words: &'w Words) -> Option<&'w String> {
        let name = self.0.get(face).map_or(face, |name| usize::from(*name));
        words.names.get(name)
    }

    /// Held as `self`, and then rotated, as seen by the person who holds it.
    fn then(&self, rotation: &Mapping) -> Self {
        match &self.0[..] {
            [] => Self(rotation.clone(), Vec::new()),
            _ if rotation.is_empty() => self.clone(),
            _ => Self(after(&self.0, rotation), Vec::new()),
        }
    }
}

impl Model {
    /// Makes the moves for a word of a scramble on a board, and appends them: the move with this name;
    /// repetitions of a move whose power has it, such as two quarter turns for a half turn; or
    /// what the definition's [`Words`] say. If there are none, nothing changes.
    ///
    /// # Errors
    /// If the word names no moves, or they are not legal.
    ///
    /// ```
    /// use fewest_model::{Held, Model};
    ///
    /// let cube = Model::named("cube3")?;
    /// let (mut board, mut held, mut moves) = (cube.solved_board(), Held::default(), Vec::new());
    /// for word in ["x", "U", "Rw"] {
    ///     cube.spelt_out(&mut board, &mut held, word, &mut moves).expect("a word of cubes");
    /// }
    /// let names = moves.iter().map(|&m| cube.move_name(&board, m));
    /// assert!(names.eq(["F", "L"]));
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    pub fn spelt_out(
        &self,
        board: &mut [u8],
        held: &mut Held,
        word: &str,
        moves: &mut Vec<Move>,
    ) -> Result<(), NoMove> {
        if let Some(blocks) = &self.blocks {
            let (mut after, mut letters) = (board.to_vec(), held.1.clone());
            if letters.is_empty() {
                letters = blocks.letters(board);
            }
            moves.extend(self.make_blocks(blocks, &mut after, &mut letters, word)?);
            board.copy_from_slice(&after);
            held.1 = letters;
            return Ok(());
        }
        // Most words of large outputs are names of moves, of puzzles without other words.
        if self.words.is_empty()
            && let Ok(m) = self.named_move(board, word.as_bytes())
        {
            self.apply(board, m);
            moves.push(m);
            return Ok(());
        }
        let mut spelling = Spelling::new(self, board, held);
        spelling.word(&powers::straight(word))?;
        board.copy_from_slice(&spelling.board);
        *held = spelling.held;
        moves.append(&mut spelling.moves);
        Ok(())
    }

    /// The move that a word of a scramble needs and the puzzle lacks; `None` if it lacks none.
    ///
    /// ```
    /// use fewest_model::{Held, Model};
    ///
    /// let tower = Model::named("tower")?;
    /// let solved = tower.solved_board();
    /// let missing = |word| tower.missing_move(&solved, &Held::default(), word);
    /// assert_eq!((missing("L"), missing("U")), (Some("L".to_owned()), None));
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    #[must_use]
    pub fn missing_move(&self, board: &[u8], held: &Held, word: &str) -> Option<String> {
        let mut spelling = Spelling::new(self, board, held);
        match spelling.word(&powers::straight(word)) {
            Err(NoMove::Unknown) => Some(spelling.missing).filter(|name| !name.is_empty()),
            Ok(()) | Err(NoMove::Illegal) => None,
        }
    }
}

/// The most steps for one word, so that words that need each other come to an end.
const MAX_STEPS: usize = 256;

struct Spelling<'m> {
    model: &'m Model,
    board: Vec<u8>,
    held: Held,
    moves: Vec<Move>,
    steps: usize,
    /// The last name for which there was no move.
    missing: String,
}

impl<'m> Spelling<'m> {
    fn new(model: &'m Model, board: &[u8], held: &Held) -> Self {
        Self {
            model,
            board: board.to_vec(),
            held: held.clone(),
            moves: Vec::new(),
            steps: MAX_STEPS,
            missing: String::new(),
        }
    }

    /// Makes the moves of a word with straight apostrophes.
    fn word(&mut self, word: &str) -> Result<(), NoMove> {
        self.steps = self.steps.checked_sub(1).ok_or(NoMove::Unknown)?;
        let words = &self.model.words;
        let is_known = |stem: &str| words.has(stem) || words.face(stem).is_some();
        let Some((stem, count, is_back)) = powers::parts(word, is_known) else {
            return self.make(word);
        };
        if let Some(face) = words.face(stem) {
            let name = self.held.name(face, words).ok_or(NoMove::Unknown)?;
            let marks = word.get(stem.len()..).unwrap_or_default();
            // The name itself may be an inverse, such as `S'` for `M`.
            let made = self.make(&format!("{name}{marks}").replace("''", ""));
            let (Err(NoMove::Unknown), Some(sequence)) = (made, words.sequences.get(name)) else {
                return made;
            };
            // The sequence refers to the puzzle as drawn, not as held.
            let outer = mem::take(&mut self.held);
            self.repeat(sequence, count, is_back)?;
            self.held = self.held.then(&outer.0);
            return Ok(());
        }
        match (words.rotations.get(stem), words.sequences.get(stem)) {
            (Some(rotation), _) => {
                let order = powers::order(rotation, MAX_STEPS).ok_or(NoMove::Unknown)?;
                let count = count as usize % order;
                for _ in 0..if is_back { order - count } else { count } {
                    self.held = self.held.then(rotation);
                }
                Ok(())
            }
            (None, Some(sequence)) => self.repeat(sequence, count, is_back),
            (None, None) if words.left_out.contains(stem) => Ok(()),
            (None, None) => Err(NoMove::Unknown),
        }
    }

    fn repeat(&mut self, sequence: &[String], count: u32, is_back: bool) -> Result<(), NoMove> {
        let inverse = |word: &String| {
            let forwards = word.strip_suffix('\'').map(str::to_owned);
            forwards.unwrap_or_else(|| format!("{word}'"))
        };
        for _ in 0..count {
            if is_back {
                let mut back = sequence.iter().rev().map(inverse);
                back.try_for_each(|word| self.word(&word))?;
            } else {
                sequence.iter().try_for_each(|word| self.word(word))?;
            }
        }
        Ok(())
    }

    /// Makes the move with this name, or repetitions of a move whose power has it.
    fn make(&mut self, word: &str) -> Result<(), NoMove> {
        /// The maximum number of moves for one word.
        const MAX_REPEATS: usize = 64;
        let model = self.model;
        match model.named_move(&self.board, word.as_bytes()) {
            Err(NoMove::Unknown) => {}
            named => {
                let m = named?;
                model.apply(&mut self.board, m);
                self.moves.push(m);
                return Ok(());
            }
        }
        word.clone_into(&mut self.missing);
        let power = model.power(word).ok_or(NoMove::Unknown)?;
        let base = |name: &str| {
            let m = model.find_move(name)?;
            Some((m, model.always(m)?))
        };
        let stem = powers::parts(word, |name| base(name).is_some());
        let (m, from) = stem
            .and_then(|(stem, ..)| base(stem))
            .ok_or(NoMove::Unknown)?;
        let mut made: Mapping = (0..=u8::MAX).take(model.cells()).collect();
        for count in 0..MAX_REPEATS {
            if made == power {
                self.moves.extend(std::iter::repeat_n(m, count));
                for _ in 0..count {
                    model.apply(&mut self.board, m);
                }
                return Ok(());
            }
            made = after(&made, from);
        }
        Err(NoMove::Unknown)
    }
}
