//! `moves`: boards as sequences of moves from the home board, one per line, as in scrambles.

use std::borrow::Cow;

use fewest::Board;
use fewest::model::Case;
use fewest::model::{Held, Model, MoveNames, NoMove, straight};
use fewest::space::Move;
use fewest::support::names::similar;
use fewest::support::number::grouped;
use fewest::support::place::{InputError, Place, quote};

use super::{Arc, Format, Frame, Kind, Reader, Source, faces, plain};

/// The word for the home board itself, because a line without words is skipped.
const NO_MOVES: &str = "-";
/// Parentheses group moves for people, and mean nothing.
const GROUPS: [char; 2] = ['(', ')'];
const LONGEST_LINE: usize = 1 << 16;
/// The most names of moves in a message.
const NAMES_SHOWN: usize = 18;

pub(super) const DEFINED: Format = Format {
    name: "moves",
    kind: Kind::Defined,
    input: "moves applied to the puzzle's solved board, one board per line, to the end of the file; \
            - is that board itself",
    output: "as plain",
    reader: |model| Box::new(Scrambles::new(model)),
    frame: Frame::Bare,
    write_board,
    ..plain::ROTATION
};

pub(super) const KNIGHTS: Format = Format {
    kind: Kind::Knights,
    ..DEFINED
};

pub(super) const SLIDING: Format = Format {
    kind: Kind::Sliding,
    policy: plain::SLIDING.policy,
    output: plain::SLIDING.output,
    write_answer: plain::SLIDING.write_answer,
    read_answer: plain::SLIDING.read_answer,
    ..DEFINED
};

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
    /// The way in which the puzzle is held after the rotations of the current scramble.
    held: Held,
    /// After each word of the current scramble: its end in the line, in bytes, and the number of moves so far.
    ends: Vec<(usize, usize)>,
}

impl Scrambles {
    fn new(model: &Arc<Model>) -> Self {
        Self {
            model: Arc::clone(model),
            home: model.home(),
            number: 0,
            held: Held::default(),
            ends: Vec::new(),
        }
    }

    /// A reader of moves that start from this board.
    pub(crate) fn from(model: &Arc<Model>, board: Vec<u8>) -> Self {
        Self {
            home: Some(board),
            ..Self::new(model)
        }
    }

    /// Applies the moves of a line, which `case` has not begun. An error has the place of the word in the line.
    fn line(&mut self, text: &str, case: &mut Case) -> Result<(), (usize, String)> {
        self.held = Held::default();
        self.ends.clear();
        if text.trim() == NO_MOVES && self.model.find_move(NO_MOVES).is_none() {
            return Ok(());
        }
        let groups = !self.model.moves.iter().any(|name| name.contains(GROUPS));
        let ends = |c: char| c.is_whitespace() || groups && GROUPS.contains(&c);
        let mut start = 0;
        for part in text.split_inclusive(ends) {
            let word = part.trim_end_matches(ends);
            if let Err((name, why)) = self.make(word, start, case) {
                return Err((start, self.problem(&name, why, case)));
            }
            start += part.len();
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

    fn turn(&mut self, name: &str, end: usize, case: &mut Case) -> Result<(), (String, NoMove)> {
        let Case { start, moves, .. } = case;
        let spelt = self.model.spelt_out(start, &mut self.held, name, moves);
        spelt.map_err(|why| (name.to_owned(), why))?;
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
        // For each position: the number of ways to split the rest, and the end of its first name.
        let mut ways = vec![(0u8, 0); word.len() + 1];
        *ways.last_mut()? = (1, 0);
        for start in (0..word.len())
            .rev()
            .filter(|at| word.is_char_boundary(*at))
        {
            for end in start + 1..=word.len().min(start + longest) {
                let (rest, _) = *ways.get(end)?;
                if rest > 0 && word.get(start..end).is_some_and(|name| self.is_name(name)) {
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
            let is_mark = c.is_ascii_digit() || "'`\u{2019}\u{2032}\u{b4}".contains(c);
            is_mark && self.model.find_move(c.encode_utf8(&mut [0; 4])).is_none()
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
        let turned = faces::turned(&self.model)?;
        let (first, mark) = word.split_at_checked(1)?;
        let face = first.to_ascii_uppercase();
        let (single, wide) = (format!("{face}{mark}"), format!("{face}w{mark}"));
        if face != first && self.is_name(&single) {
            let wide = Some(wide).filter(|wide| self.is_name(wide));
            let wide = wide.map_or(String::new(), |wide| format!(", or the wide turn `{wide}`"));
            return Some(format!("did you mean `{single}`{wide}?"));
        }
        let faces: Vec<String> = turned.chars().map(String::from).collect();
        let faces = faces.join(" ");
        if let Some(kind) = faces::kind(word) {
            return Some(format!(
                "it is {kind}, and only single faces turn ({faces})"
            ));
        }
        let is_face = faces::FACES.contains(first) && !turned.contains(first);
        let is_fixed_face = is_face && mark.chars().all(|c| c.is_ascii_digit() || c == '\'');
        is_fixed_face.then(|| format!("only {faces} turn; the rest stays still"))
    }

    /// The problem with a word that is not a move, or not a legal one.
    fn problem(&self, name: &str, why: NoMove, case: &Case) -> String {
        let shown = quote_text(name);
        if why == NoMove::Illegal {
            let number = case.moves.len() + 1;
            return format!("move {number}, {shown}, is not legal there");
        }
        let advice = self.advice(name);
        let model = &self.model;
        if let Some(advice) = advice {
            return format!("{shown} is not a move of {}: {advice}", model.name);
        }
        let names = match model.move_names {
            MoveNames::Moves => &model.moves,
            MoveNames::Origins => &model.picture.names,
        };
        let few: Vec<&str> = names.iter().map(String::as_str).take(NAMES_SHOWN).collect();
        let dots = if few.len() < names.len() { " ..." } else { "" };
        let all = names.iter().map(String::as_str).chain(model.words.all());
        let like = similar(name, all);
        let like = like.map_or(String::new(), |like| format!("; did you mean `{like}`?"));
        format!(
            "{shown} is not a move of {}, which has {}{dots}{like}",
            model.name,
            few.join(" ")
        )
    }
}

fn too_long() -> String {
    format!("more than {} bytes on a line", grouped(LONGEST_LINE as u64))
}

/// A word for a message.
fn quote_text(word: &str) -> String {
    if word.chars().any(char::is_control) || !word.is_ascii() || word.len() > NAMES_SHOWN {
        quote(word.as_bytes())
    } else {
        format!("`{word}`")
    }
}

impl Reader for Scrambles {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        source.skip_space()?;
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
        let text: Cow<'_, str> = String::from_utf8_lossy(&line);
        if let Err((start, problem)) = self.line(&text, case) {
            let column = place.column + start as u64;
            return Err(source.error(Place { column, ..place }, Some(self.number), problem));
        }
        Ok(true)
    }
}

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    match model.home() {
        Some(home) if !case.moves.is_empty() => model.write_moves(&home, &case.moves, out),
        _ => out.extend_from_slice(NO_MOVES.as_bytes()),
    }
    out.push(b'\n');
}
