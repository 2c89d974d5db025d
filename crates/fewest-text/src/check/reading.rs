//! The boards of an input and the answers of an output, read in step; and the way past an answer
//! that can't be read, to the next one.

use std::sync::Arc;

use fewest::model::{Case, Model};
use fewest::solver::{Answer, Verdict};
use fewest::space::Move;
use fewest::support::place::{InputError, Place};

use super::{Notes, TextError, UnnamedMistake};
use crate::formats::{AnswerMistake, Format, Reader, Source, StatedAnswer};

/// The limits of a batch: boards, and moves to check.
const BOARDS_PER_BATCH: usize = 8192;
const MAX_MOVES: usize = 1 << 20;

/// Boards, and an answer to each.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) cases: Vec<Case>,
    pub(super) claims: Vec<StatedAnswer>,
    /// The mistakes of answers that can't be read, whose boards are left out.
    pub(super) flawed: Vec<UnnamedMistake>,
}

pub(super) enum BatchEnd {
    /// The batch is full.
    Full,
    /// There are no more boards.
    Boards,
    /// The input is invalid.
    Bad(InputError),
    /// The output can't be read.
    Unreadable(InputError),
    /// An answer can't be parsed.
    Mistake(UnnamedMistake),
    /// The output ends before the answer to this board.
    Output(Place, u64),
}

pub(super) struct Reading<'a> {
    pub(super) model: Arc<Model>,
    pub(super) format: &'static Format,
    /// True if every answer is judged, false if the first mistake ends the check.
    pub(super) is_complete: bool,
    pub(super) notes: &'a Notes,
    pub(super) reader: Box<dyn Reader>,
    pub(super) boards: Source<'a>,
    pub(super) output: Source<'a>,
}

impl Reading<'_> {
    pub(super) fn read(&mut self, batch: &mut Batch) -> BatchEnd {
        batch.cases.clear();
        batch.claims.clear();
        batch.flawed.clear();
        let mut moves = 0;
        while batch.cases.len() < BOARDS_PER_BATCH && moves < MAX_MOVES {
            let mut case = Case::default();
            match self.reader.next(&mut self.boards, &mut case) {
                Ok(true) => self.notes.add_reading(&case),
                Ok(false) => return BatchEnd::Boards,
                Err(error) => return BatchEnd::Bad(error),
            }
            let mut claim = StatedAnswer::new(&case);
            let start = match self.next_line() {
                Ok(line) => line,
                Err(error) => return BatchEnd::Unreadable(error),
            };
            match (self.format.read_answer)(&self.model, &case, &mut self.output, &mut claim) {
                Ok(()) => {}
                Err(AnswerMistake::Unreadable(error)) => return BatchEnd::Unreadable(error),
                Err(AnswerMistake::Ended(place)) => return BatchEnd::Output(place, case.number),
                Err(AnswerMistake::Flawed {
                    kind,
                    place,
                    problem,
                }) => {
                    let mistake = (place, Some(case.number), kind, problem);
                    match self.skip_answer(&case, start) {
                        Ok(true) => batch.flawed.push(mistake),
                        Ok(false) => return BatchEnd::Mistake(mistake),
                        Err(error) => return BatchEnd::Unreadable(error),
                    }
                    continue;
                }
            }
            moves += claim.moves.len();
            batch.cases.push(case);
            batch.claims.push(claim);
        }
        BatchEnd::Full
    }

    /// Reads the rest of the input, and returns the number of its boards: the output is not judged
    /// if it is invalid.
    pub(super) fn finish(&mut self) -> Result<u64, TextError> {
        let mut count = 0;
        while self.reader.next(&mut self.boards, &mut Case::default())? {
            count += 1;
        }
        self.reader.close(&mut self.boards)?;
        Ok(count)
    }

    /// Checks, after the last board, that nothing follows it. Returns the place of output after its
    /// answer.
    pub(super) fn surplus(&mut self) -> Result<Option<Place>, TextError> {
        self.reader.close(&mut self.boards)?;
        self.output.skip_space()?;
        let place = self.output.place();
        Ok(self.output.peek()?.map(|_| place))
    }

    /// The line of the next word, if it is buffered; 0 if no answer is skipped.
    fn next_line(&mut self) -> Result<u64, InputError> {
        let output = &mut self.output;
        if !self.is_complete || output.peek()?.is_none() {
            return Ok(0);
        }
        let blank = output
            .buffered()
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        Ok(output.place().line + blank.filter(|&&byte| byte == b'\n').count() as u64)
    }

    /// Skips the rest of an answer that starts in this line, if all answers are judged and have
    /// the same number of lines. Returns false if not.
    fn skip_answer(&mut self, case: &Case, start: u64) -> Result<bool, InputError> {
        if !self.is_complete {
            return Ok(false);
        }
        let mut turns = self.model.structure.turns.iter();
        let legal = turns.find(|turn| turn.is_legal(&case.start));
        let longer = legal.and_then(|turn| self.lines(case, vec![turn.by]));
        let Some(lines) = longer.filter(|_| longer == self.lines(case, Vec::new())) else {
            return Ok(false);
        };
        let output = &mut self.output;
        while output.place().line < start + lines && output.peek()?.is_some() {
            output.advance();
        }
        Ok(true)
    }

    /// The number of lines of an answer with these moves; `None` if the format has no judge.
    fn lines(&self, case: &Case, moves: Vec<Move>) -> Option<u64> {
        let answer = Answer {
            verdict: Verdict::Solved(u32::try_from(moves.len()).unwrap_or(u32::MAX)),
            moves,
            goal: Some(0),
            ..Answer::default()
        };
        let mut text = Vec::new();
        self.format.write_answer?(&self.model, case, &answer, &mut text);
        Some(String::from_utf8_lossy(&text).lines().count() as u64)
    }
}
