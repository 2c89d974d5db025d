//! Reading of moves from the home board or another one, as in scrambles.

use std::borrow::Cow;

use fewest::Board;
use fewest::model::Case;
use fewest::model::{Held, Model, MoveNames, NoMove, OtherBoards, algorithm, straight};
use fewest::space::Move;
use fewest::support::names::similar;
use fewest::support::number::grouped;
use fewest::support::place::{InputError, Place, quote};

use super::directions::slide_all;
use super::{Arc, Reader, Source, faces};

/// The word for the home board itself, because a line without words is skipped.
pub(super) const NO_MOVES: &str = "-";
/// Parentheses alone group moves for people, and mean nothing.
const GROUPS: [char; 2] = ['(', ')'];
const GROUPS_NOTE: &str =
    "parentheses are ignored; in NISS notation, they would mean moves of the inverse";
/// Signs of an algorithm that has to be written out.
const BRACKETS: [char; 4] = ['(', ')', '[', ']'];
const PAUSE: &str = ".";
const LONGEST_LINE: usize = 1 << 16;
/// The most names of moves in a message.
const NAMES_SHOWN: usize = 18;

/// The moves at the beginning of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// For each word: its end in the text, in bytes, and the number of moves so far.
    pub ends: Vec<(usize, usize)>,
    /// The problem with the next word, if there is one.
    pub problem: Option<String>,
}

pub(crate) struct Scrambles {
    model: Arc<Model>,
    /// The board that moves start from, if there is one.
    home: Option<Vec<u8>>,
    number: u64,
    /// True if words are the directions in which tiles move: see [`slides`](super::slides).
    are_slides: bool,
    /// The way in which the puzzle is held before and after the rotations of the current scramble.
    held_first: Held,
    held: Held,
    /// After each word of the current scramble: its end in the line, in bytes, and the number of moves so far.
    ends: Vec<(usize, usize)>,
}

impl Scrambles {
    pub(super) fn new(model: &Arc<Model>) -> Self {
        Self {
            model: Arc::clone(model),
            home: model.home(),
            number: 0,
            are_slides: false,
            held_first: Held::default(),
            held: Held::default(),
            ends: Vec::new(),
        }
    }

    /// A reader of directions in which tiles move.
    pub(super) fn of_slides(model: &Arc<Model>) -> Self {
        Self {
            are_slides: true,
            ..Self::new(model)
        }
    }

    /// A reader of moves of a puzzle that is held in this way.
    pub(super) fn held(self, held: Held) -> Self {
        Self {
            held_first: held,
            ..self
        }
    }

    /// A reader of moves that start from this board.
    pub(crate) fn from(model: &Arc<Model>, board: Vec<u8>) -> Self {
        Self {
            home: Some(board),
            ..Self::new(model)
        }
    }

    /// Returns true if a line has only a comment, a number or empty brackets.
    fn is_blank(&self, line: &str) -> bool {
        let line = without_comments(&self.model, line);
        let is_sign = |c: char| {
            let is_move = || self.model.moves.iter().any(|name| name.contains(c));
            c.is_whitespace() || "()[],:.".contains(c) && !is_move()
        };
        after_number(&line).unwrap_or(&line).chars().all(is_sign)
    }

    /// Applies the moves of a line, which `case` has not begun. An error has the place of the word in the line.
    fn line(&mut self, text: &str, case: &mut Case) -> Result<(), (usize, String)> {
        self.held = self.held_first.clone();
        self.ends.clear();
        if text.trim() == NO_MOVES && self.model.find_move(NO_MOVES).is_none() {
            return Ok(());
        }
        let text = without_comments(&self.model, text);
        let (mut skipped, mut text) = (0, &*text);
        if let Some(rest) = after_number(text) {
            (skipped, text) = (text.len() - rest.len(), rest);
        }
        if self.are_slides {
            return slide_all(&self.model, text, case)
                .map_err(|(at, problem)| (skipped + at, problem));
        }
        if is_algorithm(&self.model, text) {
            return self.algorithm(text, skipped, case);
        }
        let is_letter = |c: char| c.is_alphabetic() || c.is_whitespace();
        let may_be_board = OtherBoards::has_any(&self.model) && text.len() >= self.model.cells();
        if may_be_board && text.chars().all(is_letter) && self.model.read_board("", text).is_ok() {
            let start = text.len() - text.trim_start().len();
            return Err((
                skipped + start,
                "this is a board of stickers among moves".to_owned(),
            ));
        }
        let groups = !self.model.moves.iter().any(|name| name.contains(GROUPS));
        let ends = |c: char| c.is_whitespace() || groups && GROUPS.contains(&c);
        if groups && text.contains(GROUPS) {
            case.note = Some(GROUPS_NOTE.to_owned());
        }
        let mut start = skipped;
        for part in text.split_inclusive(ends) {
            let word = part.trim_end_matches(ends);
            let is_pause = word == PAUSE && self.model.find_move(PAUSE).is_none();
            let word = if is_pause { "" } else { word };
            if let Err((name, why)) = self.make(word, start, case) {
                return Err((start, self.problem(&name, why, case)));
            }
            start += part.len();
        }
        Ok(())
    }

    /// Applies the moves of a text with brackets, which begins at this byte of its line.
    fn algorithm(
        &mut self,
        text: &str,
        start: usize,
        case: &mut Case,
    ) -> Result<(), (usize, String)> {
        let words = algorithm::words(text, start).map_err(|(at, problem)| (at.start, problem))?;
        let mut end = 0;
        for (at, word) in words {
            // The second half of a commutator goes back in the text.
            end = end.max(at.end);
            let done = self.make(&word, end.saturating_sub(word.len()), case);
            done.map_err(|(name, why)| (at.start, self.problem(&name, why, case)))?;
        }
        Ok(())
    }

    /// Applies the moves of a text up to the first word that is not a move.
    pub(crate) fn read_on(mut self, text: &str) -> ReadMoves {
        let mut case = Case::from(Board::new(self.home.clone().unwrap_or_default()));
        let made = match text.len() {
            ..=LONGEST_LINE => self.line(text, &mut case),
            _ => Err((0, too_long())),
        };
        ReadMoves {
            moves: case.moves,
            ends: self.ends,
            problem: made.err().map(|(_, problem)| problem),
        }
    }

    /// Applies the moves of a word: one, or several without separators if it is unambiguous.
    fn make(&mut self, word: &str, start: usize, case: &mut Case) -> Result<(), (String, NoMove)> {
        let (mut rest, mut end) = (word, start);
        if self.model.separator().is_empty() {
            // A letter may be followed by a repetition count.
            while !rest.is_empty() {
                let (name, others) = rest.split_at(self.first(rest));
                end += name.len();
                self.turn(name, end, case)?;
                rest = others;
            }
            return Ok(());
        }
        match self.turn(word, start + word.len(), case) {
            Err((_, NoMove::Unknown)) if let Some(names) = self.parts(word) => {
                names.into_iter().try_for_each(|name| {
                    end += name.len();
                    self.turn(name, end, case)
                })
            }
            done => done,
        }
    }

    /// The number of moves in a text of names of moves, legal or not; `None` if it has other words.
    pub(crate) fn named(&self, text: &str) -> Option<usize> {
        let text = without_comments(&self.model, text);
        let words = after_number(&text).unwrap_or(&text).split_whitespace();
        let parts = |word| self.parts(word).map(|names| names.len());
        let moves = |word| self.is_name(word).then_some(1).or_else(|| parts(word));
        words.map(moves).sum()
    }

    fn turn(&mut self, name: &str, end: usize, case: &mut Case) -> Result<(), (String, NoMove)> {
        let Case { start, moves, .. } = case;
        let spelt = self.model.spelt_out(start, &mut self.held, name, moves);
        spelt.map_err(|why| (name.to_owned(), why))?;
        if self.model.words.leave_out(name) {
            let (word, puzzle) = (quote(name.as_bytes()), &self.model.name);
            case.note = Some(format!(
                "{word} is left out: {puzzle} does not have that part"
            ));
        }
        self.ends.push((end, moves.len()));
        Ok(())
    }

    /// Splits a word into names of moves, if that is possible in exactly one way.
    fn parts<'w>(&self, word: &'w str) -> Option<Vec<&'w str>> {
        const LONGEST_WORD: usize = 256;
        /// The longest mark after a name, in bytes.
        const MARK: usize = 4;
        if word.len() > LONGEST_WORD {
            return None;
        }
        let names = self.model.moves.iter().map(String::as_str);
        let names = names.chain(self.model.words.all());
        let longest = names.map(str::len).max()? + MARK;
        // Digits after a name are a count, not the layers of another word: `L3Rw` is `L3 Rw`.
        let is_part = |start: usize, name: &str| {
            let is_counted = start > 0 && name.starts_with(|c: char| c.is_ascii_digit());
            (!is_counted || self.model.find_move(name).is_some()) && self.is_name(name)
        };
        // For each position: the number of ways to split the rest, and the end of its first name.
        let mut ways = vec![(0u8, 0); word.len() + 1];
        *ways.last_mut()? = (1, 0);
        for start in (0..word.len())
            .rev()
            .filter(|at| word.is_char_boundary(*at))
        {
            for end in start + 1..=word.len().min(start + longest) {
                let (rest, _) = *ways.get(end)?;
                if rest > 0
                    && word
                        .get(start..end)
                        .is_some_and(|name| is_part(start, name))
                {
                    let entry = ways.get_mut(start)?;
                    *entry = (entry.0.saturating_add(rest), end);
                }
            }
        }
        let mut names = Vec::new();
        let mut place = 0;
        while let (1, end) = *ways.get(place)?
            && place < word.len()
        {
            names.push(word.get(place..end)?);
            place = end;
        }
        (place == word.len()).then_some(names)
    }

    fn is_name(&self, word: &str) -> bool {
        let mut home = self.home.clone().unwrap_or_default();
        let (mut held, moves) = (self.held.clone(), &mut Vec::new());
        self.model.spelt_out(&mut home, &mut held, word, moves) != Err(NoMove::Unknown)
    }

    /// The end of the word's first letter and its marks.
    fn first(&self, word: &str) -> usize {
        let continues = |c: char| {
            let mut bytes = [0; 4];
            let mark = &*c.encode_utf8(&mut bytes);
            let is_mark = matches!(straight(mark).as_bytes(), [b'\'' | b'0'..=b'9']);
            is_mark && self.model.find_move(mark).is_none()
        };
        let mut after = word.char_indices().skip(1);
        let end = after.find(|(_, c)| !continues(*c));
        end.map_or(word.len(), |(place, _)| place)
    }

    /// A replacement for another program's name of a move, if the word is one.
    fn advice(&self, word: &str) -> Option<String> {
        let word = &*straight(word);
        if let Some(face) = word
            .strip_suffix(['i', '-', '+'])
            .filter(|face| self.is_name(face))
        {
            let mark = if word.ends_with('+') { "" } else { "'" };
            return Some(format!("write `{face}{mark}`"));
        }
        let repeated = word.trim_end_matches('\'');
        let stem = repeated.trim_end_matches(|c: char| c.is_ascii_digit());
        if repeated.len() > stem.len() + 3 && self.is_name(stem) {
            return Some(format!(
                "`{stem}` can be repeated at most 999 times in a word"
            ));
        }
        let turned = faces::turned(&self.model)?;
        let (first, mark) = word.split_at_checked(1)?;
        let face = first.to_ascii_uppercase();
        let (single, wide) = (format!("{face}{mark}"), format!("{face}w{mark}"));
        if face != first && self.is_name(&single) {
            let wide = Some(wide).filter(|wide| self.is_name(wide));
            let wide = wide.map_or(String::new(), |wide| format!(", or the wide turn `{wide}`"));
            return Some(format!("did you mean `{single}`{wide}?"));
        }
        if let Some(kind) = faces::kind(word) {
            return Some(format!(
                "it is {kind}, and only single faces turn ({turned})"
            ));
        }
        self.still(word)
    }

    /// The reason that a word is not a move, if it turns a face that stays still.
    fn still(&self, word: &str) -> Option<String> {
        let turned = faces::turned(&self.model)?;
        let (first, mark) = word.split_at_checked(1)?;
        let is_face = faces::FACES.contains(first) && !turned.contains(first);
        let is_fixed_face = is_face && mark.chars().all(|c| c.is_ascii_digit() || c == '\'');
        is_fixed_face.then(|| format!("only {turned} turn; the rest stays still"))
    }

    /// The problem with a word that is not a move, or not a legal one.
    fn problem(&self, name: &str, why: NoMove, case: &Case) -> String {
        let shown = quote(name.as_bytes());
        if why == NoMove::Illegal {
            let number = case.moves.len() + 1;
            return format!("move {number}, {shown}, is not legal there");
        }
        let model = &self.model;
        // After a rotation, or for a word, the move that is missing has another name.
        let missing = model.missing_move(&case.start, &self.held, name);
        let missing = missing.filter(|missing| *missing != straight(name));
        let problem = match &missing {
            Some(missing) => format!(
                "{shown} needs {} here, which is not a move of {}",
                quote(missing.as_bytes()),
                model.name
            ),
            None => format!("{shown} is not a move of {}", model.name),
        };
        let advice = match &missing {
            Some(missing) => self.still(missing),
            None => self.advice(name),
        };
        if let Some(advice) = advice {
            return format!("{problem}: {advice}");
        }
        let names = match model.move_names {
            MoveNames::Moves => &model.moves,
            MoveNames::Blocks => {
                return format!(
                    "{problem}: a move is a block's letter and where it goes, like `Bd2`: u, l, r or d"
                );
            }
            MoveNames::Origins => &model.picture.names,
        };
        let few: Vec<&str> = names.iter().map(String::as_str).take(NAMES_SHOWN).collect();
        let dots = if few.len() < names.len() { " ..." } else { "" };
        let all = names.iter().map(String::as_str).chain(model.words.all());
        let legal = all.filter(|_| missing.is_none());
        let like = similar(name, legal.filter(|name| self.is_name(name)));
        let like = like.map_or(String::new(), |like| format!("; did you mean `{like}`?"));
        format!("{problem}, which has {}{dots}{like}", few.join(" "))
    }
}

/// A text with spaces for comments, which `//` begins if no move has a slash.
pub(crate) fn without_comments<'t>(model: &Model, text: &'t str) -> Cow<'t, str> {
    if !text.contains("//") || model.moves.iter().any(|name| name.contains('/')) {
        return Cow::Borrowed(text);
    }
    let blanked = |line: &str| {
        let (kept, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let ends_line = comment.ends_with('\n');
        let spaces = " ".repeat(comment.len() - usize::from(ends_line));
        [kept, &spaces, if ends_line { "\n" } else { "" }].concat()
    };
    Cow::Owned(text.split_inclusive('\n').map(blanked).collect())
}

/// Returns true if brackets do more than group moves: commutators, conjugates, and groups with a
/// count or an apostrophe. Brackets may also belong to moves.
pub(super) fn is_algorithm(model: &Model, text: &str) -> bool {
    let has_any = text.contains('[') || text.split(')').skip(1).any(algorithm::is_marked);
    has_any && !model.moves.iter().any(|name| name.contains(BRACKETS))
}

/// The rest of a line after a number like `1.` or `12)`.
fn after_number(line: &str) -> Option<&str> {
    let rest = line
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = rest.len() < line.trim_start().len();
    rest.strip_prefix(['.', ')']).filter(|_| is_numbered)
}

/// The problem with the word of a line that has a byte at this place that is not UTF-8.
fn not_text(line: &[u8], at: usize) -> (usize, String) {
    let (before, after) = line.split_at(at);
    let start = before
        .iter()
        .rposition(u8::is_ascii_whitespace)
        .map_or(0, |space| space + 1);
    let end = after.iter().position(u8::is_ascii_whitespace);
    let word = &line[start..end.map_or(line.len(), |end| at + end)];
    (start, format!("{} is not UTF-8 text", quote(word)))
}

fn too_long() -> String {
    format!("more than {} bytes on a line", grouped(LONGEST_LINE as u64))
}

impl Reader for Scrambles {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        loop {
            source.skip_space()?;
            let line = source
                .rest_of_line()?
                .and_then(|line| str::from_utf8(line).ok());
            if !line.is_some_and(|line| !line.is_empty() && self.is_blank(line)) {
                break;
            }
            source.skip_line()?;
        }
        if source.peek()?.is_none() {
            return Ok(false);
        }
        let place = source.place();
        self.number += 1;
        case.begin(self.number);
        let Some(home) = &self.home else {
            let problem = format!(
                "{} has no complete goal board to apply moves to",
                self.model.name
            );
            return Err(source.final_error(place, None, problem));
        };
        case.start.extend_from_slice(home);
        let mut line = Vec::new();
        while let Some(byte) = source.peek()?.filter(|byte| *byte != b'\n') {
            if line.len() == LONGEST_LINE {
                source.skip_line()?;
                return Err(source.error(place, Some(self.number), too_long()));
            }
            line.push(byte);
            source.advance();
        }
        let made = match str::from_utf8(&line) {
            Ok(text) => self.line(text, case),
            Err(error) => Err(not_text(&line, error.valid_up_to())),
        };
        if let Err((start, problem)) = made {
            let column = place.column + start as u64;
            return Err(source.error(Place { column, ..place }, Some(self.number), problem));
        }
        Ok(true)
    }
}
