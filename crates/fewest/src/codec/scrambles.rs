//! `moves`: boards as sequences of moves from the goal, one a line, as people write scrambles.

use std::borrow::Cow;

use super::{
    Arc, Case, Format, Frame, InputError, Kind, Place, Reader, Rules, Source, plain, quote,
};
use crate::model::{Model, MoveNames, NoMove};
use crate::names::similar;

/// The goal itself: a line without a word is no board.
const NONE: &str = "-";
/// The longest line, in bytes.
const LONGEST: usize = 1 << 16;
/// Names of moves in a message.
const SHOWN: usize = 18;

pub(super) const DEFINED: Format = Format {
    name: "moves",
    kind: Kind::Defined,
    input: "moves made from the goal, a board per line, to the end of the file; - alone is the goal. The goal is one \
            whole board",
    output: "as plain",
    rules: Rules::OPEN,
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
    wants_least: plain::SLIDING.wants_least,
    rules: plain::SLIDING.rules,
    output: plain::SLIDING.output,
    write_answer: plain::SLIDING.write_answer,
    read_answer: plain::SLIDING.read_answer,
    ..DEFINED
};

pub(crate) struct Scrambles {
    model: Arc<Model>,
    /// The board that moves are made from; none if the goal is not one whole board.
    goal: Option<Vec<u8>>,
    number: u64,
}

impl Scrambles {
    fn new(model: &Arc<Model>) -> Self {
        Self {
            model: Arc::clone(model),
            goal: model.whole_goal(),
            number: 0,
        }
    }

    /// A reader of moves that start from another board than the goal.
    pub(crate) fn from(model: &Arc<Model>, board: Vec<u8>) -> Self {
        Self {
            goal: Some(board),
            ..Self::new(model)
        }
    }

    /// Makes the moves of a word.
    fn make(&self, word: &str, case: &mut Case) -> Result<(), (String, NoMove)> {
        // Names that are one letter each may stand together, each with the number of times.
        let is_one = !self.model.separator().is_empty();
        let mut rest = word;
        while !rest.is_empty() {
            let end = if is_one { rest.len() } else { self.first(rest) };
            let (name, others) = rest.split_at(end);
            let known = case.moves.len();
            let found = self.model.spelt_out(&case.start, name, &mut case.moves);
            found.map_err(|why| (name.to_owned(), why))?;
            for &m in case.moves.get(known..).unwrap_or_default() {
                self.model.apply(&mut case.start, m);
            }
            rest = others;
        }
        Ok(())
    }

    /// Where the first letter of a word and what belongs to it end.
    fn first(&self, word: &str) -> usize {
        let is_own = |c: char| {
            let is_mark = c.is_ascii_digit() || "'`\u{2019}\u{2032}\u{b4}".contains(c);
            is_mark && self.model.find_move(c.encode_utf8(&mut [0; 4])).is_none()
        };
        let mut after = word.char_indices().skip(1);
        let end = after.find(|(_, c)| !is_own(*c));
        end.map_or(word.len(), |(place, _)| place)
    }

    /// What is wrong with a word that names no move, or none that can be made.
    fn problem(&self, name: &str, why: NoMove, case: &Case) -> String {
        let model = &self.model;
        let shown = quote_text(name);
        if why == NoMove::Illegal {
            let number = case.moves.len() + 1;
            return format!("move {number}, {shown}, can't be made there");
        }
        let names = match model.move_names {
            MoveNames::Moves => &model.moves,
            MoveNames::Origins => &model.picture.names,
        };
        let few: Vec<&str> = names.iter().map(String::as_str).take(SHOWN).collect();
        let dots = if few.len() < names.len() { " ..." } else { "" };
        let like = similar(name, names.iter().map(String::as_str));
        let like = like.map_or(String::new(), |like| format!("; did you mean `{like}`?"));
        format!(
            "{shown} is no move of {}, which has {}{dots}{like}",
            model.name,
            few.join(" ")
        )
    }
}

/// A word for a message.
fn quote_text(word: &str) -> String {
    if word.chars().any(char::is_control) || !word.is_ascii() || word.len() > SHOWN {
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
        let Some(goal) = &self.goal else {
            let problem = format!(
                "{} has no goal that is one whole board, so moves have no board to begin at",
                self.model.name
            );
            return Err(source.final_error(place, None, problem));
        };
        case.start.extend_from_slice(goal);
        let mut line = Vec::new();
        while let Some(byte) = source.peek()?.filter(|byte| *byte != b'\n') {
            if line.len() == LONGEST {
                source.skip_line()?;
                let problem = format!("more than {LONGEST} bytes on a line");
                return Err(source.error(place, Some(self.number), problem));
            }
            line.push(byte);
            source.advance();
        }
        let text: Cow<'_, str> = String::from_utf8_lossy(&line);
        if text.trim() == NONE && self.model.find_move(NONE).is_none() {
            return Ok(true);
        }
        let mut column = place.column;
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            if let Err((name, why)) = self.make(word, case) {
                let place = Place { column, ..place };
                let problem = self.problem(&name, why, case);
                return Err(source.error(place, Some(self.number), problem));
            }
            column += part.len() as u64;
        }
        Ok(true)
    }
}

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    match model.whole_goal() {
        Some(goal) if !case.moves.is_empty() => model.write_moves(&goal, &case.moves, out),
        _ => out.extend_from_slice(NONE.as_bytes()),
    }
    out.push(b'\n');
}
