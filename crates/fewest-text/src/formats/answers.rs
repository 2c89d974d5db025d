//! Reading of other programs' answers, to check them.
//!
//! A format's [reader of answers](super::Format::read_answer) reads the answers to successive
//! boards from a [`Source`], replays their moves, and rejects text that is not an answer.
//! [`check`](crate::check()) decides whether an answer is right. Answers are read word by word, as
//! most judges compare them, or line by line in formats such as `hdu1043`, where a line is the
//! answer.

use fewest::model::Case;
use fewest::model::{Held, Model, NoMove, algorithm};
use fewest::space::Move;
use fewest::support::number::grouped;
use fewest::support::place::{InputError, Place, quote};
use serde::Serialize;

use super::scrambles::{Scrambles, is_algorithm, without_comments};
use super::words::Word;
use super::{Arc, Source};

/// A function that reads the answer to a board into a claim.
///
/// # Errors
/// If the text is not an answer, or can't be read.
pub(crate) type ReadAnswer =
    fn(&Model, &Case, &mut Source<'_>, &mut StatedAnswer) -> Result<(), AnswerMistake>;

/// The most moves of an answer that are read.
pub const MAX_MOVES: usize = 1 << 20;

/// The claim of an answer, or the part of it that could be parsed.
///
/// ```
/// use fewest::Model;
/// use fewest_text::formats::{StatedAnswer, Source, find};
/// use fewest::model::Case;
/// use fewest::model::Kind;
///
/// let model = Model::rotation();
/// let format = find(Kind::Rotation, "poj2286").expect("the judge's");
/// let start = [0, 0, 0, 0, 2, 1, 2, 1, 2, 0, 2, 1, 1, 2, 0, 1, 1, 1, 2, 0, 1, 0, 2, 2];
/// let case = Case::new(1, start.to_vec());
/// let mut claim = StatedAnswer::new(&case);
/// let mut output = "AC\n2\n".as_bytes();
/// let mut source = Source::new("output", &mut output);
/// let read = (format.read_answer)(&model, &case, &mut source, &mut claim);
/// assert!(read.is_ok());
/// assert_eq!((claim.moves.len(), claim.stated), (2, Some(2)));
/// assert!(model.solved_goal(&claim.end).is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StatedAnswer {
    /// The position where it starts.
    pub place: Place,
    /// The number of moves that it states or, if it states none, has; `None` if it claims that the
    /// board is unsolvable.
    pub stated: Option<u64>,
    /// Its moves, if its format shows them.
    pub moves: Vec<Move>,
    /// The board after these moves.
    pub end: Vec<u8>,
    /// The way in which the puzzle is held after the rotations among the words.
    held: Held,
}

impl StatedAnswer {
    /// An empty claim about a board.
    #[must_use]
    pub fn new(case: &Case) -> Self {
        Self {
            place: Place { line: 1, column: 1 },
            end: case.start.clone(),
            held: Held::of(case),
            ..Self::default()
        }
    }

    /// Applies a move, or a word for several, given by name.
    pub(super) fn step(
        &mut self,
        model: &Model,
        name: &[u8],
        place: Place,
    ) -> Result<(), AnswerMistake> {
        if self.moves.len() >= MAX_MOVES {
            let problem = format!("more than {} moves", grouped(MAX_MOVES as u64));
            return Err(AnswerMistake::new(MistakeKind::Wrong, place, problem));
        }
        let word = std::str::from_utf8(name).unwrap_or_default();
        let Self {
            end, held, moves, ..
        } = self;
        match model.spelt_out(end, held, word, moves) {
            Ok(()) => Ok(()),
            Err(NoMove::Unknown) => {
                let problem = format!("{} is not a move", quote(name));
                Err(AnswerMistake::new(
                    MistakeKind::Presentation,
                    place,
                    problem,
                ))
            }
            Err(NoMove::Illegal) => {
                let (number, name) = (self.moves.len() + 1, quote(name));
                let problem = format!("move {number}, {name}, is not legal there");
                Err(AnswerMistake::new(MistakeKind::Wrong, place, problem))
            }
        }
    }

    /// Applies the moves of a word of letters. If it is long, `word` is its beginning.
    pub(super) fn letters(
        &mut self,
        model: &Model,
        source: &mut Source<'_>,
        word: &Word,
    ) -> Result<(), AnswerMistake> {
        for &letter in word.text() {
            self.step(model, &[letter], word.place)?;
        }
        if word.is_cut {
            while let Some(letter) = source.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
                self.step(model, &[letter], word.place)?;
                source.advance();
            }
        }
        Ok(())
    }

    /// Applies all moves up to the end of the line, also without spaces and in parentheses.
    pub(super) fn moves(
        &mut self,
        model: &Model,
        source: &mut Source<'_>,
    ) -> Result<(), AnswerMistake> {
        let line = source
            .rest_of_line()?
            .and_then(|line| str::from_utf8(line).ok());
        let (line, before) = (line.map(str::to_owned), self.end.clone());
        let held = self.held.clone();
        self.spaced_moves(model, source).or_else(|mistake| {
            let scramble = Scrambles::from(&Arc::new(model.clone()), before.clone()).held(held);
            let read = line
                .map(|line| scramble.read_on(&line))
                .filter(|read| read.problem.is_none());
            let read = read.ok_or(mistake)?;
            self.end = model.end(&before, &read.moves);
            self.moves = read.moves;
            Ok(source.skip_line()?)
        })
    }

    fn spaced_moves(
        &mut self,
        model: &Model,
        source: &mut Source<'_>,
    ) -> Result<(), AnswerMistake> {
        let place = source.place();
        let line = source.rest_of_line()?.unwrap_or_default();
        let has_brackets = line.iter().any(|byte| b"[)".contains(byte));
        let line = str::from_utf8(line).ok().filter(|_| has_brackets);
        let line = line.map(|line| without_comments(model, line).into_owned());
        if let Some(line) = line.filter(|line| is_algorithm(model, line)) {
            let at = |bytes: usize| Place {
                column: place.column + bytes as u64,
                ..place
            };
            let words = algorithm::words(&line, 0).map_err(|(wrong, problem)| {
                AnswerMistake::new(MistakeKind::Presentation, at(wrong.start), problem)
            })?;
            for (word_at, word) in words {
                self.step(model, word.as_bytes(), at(word_at.start))?;
            }
            source.skip_line()?;
            return Ok(());
        }
        while !source.is_line_over()? {
            let word = further(source)?;
            if model.separator().is_empty() {
                self.letters(model, source, &word)?;
            } else {
                self.step(model, word.text(), word.place)?;
            }
        }
        Ok(())
    }
}

/// The kind of a mistake in an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// An answer is wrong.
    Wrong,
    /// An answer can't be parsed, or is too short.
    Presentation,
    /// Text follows the last answer.
    Surplus,
}

/// The reason an answer could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerMistake {
    /// The output can't be read.
    Unreadable(InputError),
    /// The output ends before the answer.
    Ended(Place),
    /// The text is not an answer.
    Flawed {
        /// The kind of mistake.
        kind: MistakeKind,
        /// Its position.
        place: Place,
        /// A description.
        problem: String,
    },
}

impl AnswerMistake {
    pub(super) fn new(kind: MistakeKind, place: Place, problem: impl Into<String>) -> Self {
        Self::Flawed {
            kind,
            place,
            problem: problem.into(),
        }
    }
}

impl From<InputError> for AnswerMistake {
    fn from(error: InputError) -> Self {
        Self::Unreadable(error)
    }
}

impl Word {
    /// Returns true if the word is `text`.
    pub(super) fn is(&self, text: &str) -> bool {
        self.whole() == Some(text.as_bytes())
    }

    /// Parses the word as a number.
    pub(super) fn parse<N: std::str::FromStr>(&self) -> Option<N> {
        let text = std::str::from_utf8(self.whole()?).ok()?;
        let mut digits = text.trim_start_matches('-').bytes();
        text.parse()
            .ok()
            .filter(|_| digits.all(|b| b.is_ascii_digit()))
    }

    /// The number of moves that the word states, `None` for a -1.
    pub(super) fn count(&self) -> Result<Option<u64>, AnswerMistake> {
        match self.parse::<i64>().map(u64::try_from) {
            Some(Ok(count)) => Ok(Some(count)),
            _ if self.is("-1") => Ok(None),
            _ => Err(self.unexpected("a number of moves or -1")),
        }
    }

    /// The mistake of a word where `expected` should be.
    pub(super) fn unexpected(&self, expected: &str) -> AnswerMistake {
        let problem = format!("expected {expected}, found {}", quote(self.text()));
        AnswerMistake::new(MistakeKind::Presentation, self.place, problem)
    }
}

/// The first word of an answer, where its claim starts.
pub(super) fn first(
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<Word, AnswerMistake> {
    let Some(word) = Word::read(source)? else {
        return Err(AnswerMistake::Ended(source.place()));
    };
    claim.place = word.place;
    Ok(word)
}

/// A later word of an answer.
pub(super) fn further(source: &mut Source<'_>) -> Result<Word, AnswerMistake> {
    Word::read(source)?.ok_or_else(|| {
        let problem = "the output ends in the middle of the answer";
        AnswerMistake::new(MistakeKind::Presentation, source.place(), problem)
    })
}

/// Reads these words, which are separated by spaces.
pub(super) fn expect(source: &mut Source<'_>, words: &str) -> Result<(), AnswerMistake> {
    for expected in words.split(' ') {
        let word = further(source)?;
        if !word.is(expected) {
            return Err(word.unexpected(&format!("`{expected}`")));
        }
    }
    Ok(())
}

/// A later number of an answer.
pub(super) fn number(source: &mut Source<'_>) -> Result<u64, AnswerMistake> {
    let word = further(source)?;
    word.parse().ok_or_else(|| word.unexpected("a number"))
}

/// Reads an answer that consists of the number of moves, or -1.
pub(super) fn read_count(
    _: &Model,
    _: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    claim.stated = first(source, claim)?.count()?;
    Ok(())
}
