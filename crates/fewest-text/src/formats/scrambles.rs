//! `moves`: boards as sequences of moves from the goal, one per line, as in scrambles.

use std::borrow::Cow;
use std::cell::OnceCell;

use fewest::model::Case;
use fewest::model::{Model, MoveNames, NoMove, straight};
use fewest::space::Move;
use fewest::support::names::similar;
use fewest::support::number::grouped;
use fewest::support::place::{InputError, Place, quote};

use super::faces::{self, CubeTurn};
use super::{Arc, Format, Frame, Kind, Reader, Source, plain};

/// The word for the goal itself, because a line without words is skipped.
const NO_MOVES: &str = "-";
const LONGEST_LINE: usize = 1 << 16;
/// The most names of moves in a message.
const NAMES_SHOWN: usize = 18;

pub(super) const DEFINED: Format = Format {
    name: "moves",
    kind: Kind::Defined,
    input: "moves applied to the goal, one board per line, to the end of the file; - is the goal \
            itself. The goal must be one complete board",
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

pub(crate) struct Scrambles {
    model: Arc<Model>,
    /// The board that moves start from; `None` if the goal is not a single whole board.
    goal: Option<Vec<u8>>,
    number: u64,
    /// For each rotation, once needed: the images of the moves, or `None` if it is not a symmetry.
    images: [OnceCell<Option<Vec<Move>>>; 3],
    /// The rotations in the current scramble: the number of moves before each, and its index.
    rotations: Vec<(usize, usize)>,
}

impl Scrambles {
    fn new(model: &Arc<Model>) -> Self {
        Self {
            model: Arc::clone(model),
            goal: model.whole_goal(),
            number: 0,
            images: Default::default(),
            rotations: Vec::new(),
        }
    }

    /// A reader of moves that start from a board other than the goal. Whole-cube rotations are
    /// rejected: they would change that board.
    pub(crate) fn from(model: &Arc<Model>, board: Vec<u8>) -> Self {
        Self {
            goal: Some(board),
            images: [(); 3].map(|()| OnceCell::from(None)),
            ..Self::new(model)
        }
    }

    /// Applies the moves of a word: one, or several without separators if it is unambiguous.
    fn make(&mut self, word: &str, case: &mut Case) -> Result<(), (String, NoMove)> {
        let mut rest = word;
        if self.model.separator().is_empty() {
            // A letter may be followed by a repetition count.
            while !rest.is_empty() {
                let (name, others) = rest.split_at(self.first(rest));
                self.turn(name, case)?;
                rest = others;
            }
            return Ok(());
        }
        match self.turn(word, case) {
            Err((_, NoMove::Unknown)) if let Some(names) = self.parts(word) => {
                names.into_iter().try_for_each(|name| self.turn(name, case))
            }
            done => done,
        }
    }

    fn turn(&mut self, name: &str, case: &mut Case) -> Result<(), (String, NoMove)> {
        let known = case.moves.len();
        match self.model.spelt_out(&case.start, name, &mut case.moves) {
            Err(NoMove::Unknown) if self.turn_cube(name, case).is_some() => {}
            result => result.map_err(|why| (name.to_owned(), why))?,
        }
        for &m in case.moves.get(known..).unwrap_or_default() {
            self.model.apply(&mut case.start, m);
        }
        Ok(())
    }

    /// Applies a turn such as `x` or `Rw`; `None` if the word is not a turn of this puzzle.
    fn turn_cube(&mut self, name: &str, case: &mut Case) -> Option<()> {
        let turn = self.cube_turn(name)?;
        for face in &turn.faces {
            let spelt = (self.model).spelt_out(&case.start, face, &mut case.moves);
            spelt.ok()?;
        }
        let (axis, count) = turn.rotation;
        let rotation = (case.moves.len(), axis);
        self.rotations.extend(std::iter::repeat_n(rotation, count));
        Some(())
    }

    /// The turn that a word such as `x` or `Rw` denotes, if this puzzle has it.
    fn cube_turn(&self, name: &str) -> Option<CubeTurn> {
        let turn = CubeTurn::parse(&straight(name))?;
        let (axis, _) = turn.rotation;
        let model = &self.model;
        let images = self.images.get(axis)?.get_or_init(|| {
            faces::turned(model)?;
            faces::rotated(model, axis)
        });
        images.as_ref()?;
        (turn.faces.is_empty() || faces::has_middle_layer(model, axis)).then_some(turn)
    }

    /// Splits a word into names of moves, if that is possible in exactly one way.
    fn parts<'w>(&self, word: &'w str) -> Option<Vec<&'w str>> {
        const LONGEST_WORD: usize = 256;
        /// The longest mark after a name, in bytes.
        const MARK: usize = 4;
        if word.len() > LONGEST_WORD {
            return None;
        }
        let longest = self.model.moves.iter().map(String::len).max()? + MARK;
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
        let goal = self.goal.as_deref().unwrap_or_default();
        let found = self.model.spelt_out(goal, word, &mut Vec::new());
        found != Err(NoMove::Unknown) || self.cube_turn(word).is_some()
    }

    /// Applies the rotations: moves before each one are renamed to the rotated faces.
    fn rotate(&mut self, case: &mut Case) {
        let (Some(goal), false) = (&self.goal, self.rotations.is_empty()) else {
            return;
        };
        let mut after: Vec<Move> = (0..=u8::MAX)
            .take(self.model.moves.len())
            .map(Move::new)
            .collect();
        for (place, m) in case.moves.iter_mut().enumerate().rev() {
            while let Some((_, axis)) = self.rotations.pop_if(|(before, _)| *before > place) {
                let images = self
                    .images
                    .get(axis)
                    .and_then(|images| images.get()?.as_ref());
                let then = |m: &Move| after.get(m.index()).copied();
                after = images.into_iter().flatten().filter_map(then).collect();
            }
            *m = after.get(m.index()).copied().unwrap_or(*m);
        }
        self.rotations.clear();
        case.start = self.model.end(goal, &case.moves);
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
        if CubeTurn::parse(word).is_some() {
            let kind = CubeTurn::kind(word);
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
        let like = similar(name, names.iter().map(String::as_str));
        let like = like.map_or(String::new(), |like| format!("; did you mean `{like}`?"));
        format!(
            "{shown} is not a move of {}, which has {}{dots}{like}",
            model.name,
            few.join(" ")
        )
    }
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
        self.rotations.clear();
        let Some(goal) = &self.goal else {
            let problem = format!(
                "{} has no complete goal board to apply moves to",
                self.model.name
            );
            return Err(source.final_error(place, None, problem));
        };
        case.start.extend_from_slice(goal);
        let mut line = Vec::new();
        while let Some(byte) = source.peek()?.filter(|byte| *byte != b'\n') {
            if line.len() == LONGEST_LINE {
                source.skip_line()?;
                let problem = format!("more than {} bytes on a line", grouped(LONGEST_LINE as u64));
                return Err(source.error(place, Some(self.number), problem));
            }
            line.push(byte);
            source.advance();
        }
        let text: Cow<'_, str> = String::from_utf8_lossy(&line);
        if text.trim() == NO_MOVES && self.model.find_move(NO_MOVES).is_none() {
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
        self.rotate(case);
        Ok(true)
    }
}

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    match model.whole_goal() {
        Some(goal) if !case.moves.is_empty() => model.write_moves(&goal, &case.moves, out),
        _ => out.extend_from_slice(NO_MOVES.as_bytes()),
    }
    out.push(b'\n');
}
