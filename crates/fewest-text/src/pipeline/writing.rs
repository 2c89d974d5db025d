//! The text of a batch's answers, in parts that cores write at the same time.

use std::ops::Range;

use fewest::model::Model;
use fewest::search::Stop;
use fewest::solver::{Answer, Verdict};
use fewest::support::place::InputError;

use super::Summary;
use super::batch::Batch;
use crate::formats::Writer;

/// A batch whose answers are written.
pub(super) struct Writing<'a> {
    pub(super) model: &'a Model,
    pub(super) writer: &'a dyn Writer,
    pub(super) format_limit: Option<u32>,
    /// True if all shortest answers were requested.
    pub(super) lists_all: bool,
    pub(super) batch: &'a Batch,
}

/// The text of some boards of a batch.
#[derive(Default)]
pub(super) struct Written {
    pub(super) text: Vec<u8>,
    pub(super) summary: Summary,
    /// False if it ends before a board left open.
    pub(super) is_whole: bool,
}

impl Writing<'_> {
    /// Writes these boards and the errors before them; the last boards' also those after them.
    pub(super) fn part(&self, boards: Range<usize>) -> Written {
        let mut part = Written::default();
        let errors = &self.batch.errors;
        let after = |place: usize| errors.partition_point(|(before, _)| *before < place);
        let is_last = boards.end == self.batch.boards;
        let end = if is_last {
            errors.len()
        } else {
            after(boards.end)
        };
        let errors = errors.get(after(boards.start)..end).unwrap_or_default();
        let mut errors = errors.iter().peekable();
        for place in boards {
            while let Some((_, error)) = errors.next_if(|(before, _)| *before <= place) {
                self.error(error, &mut part);
            }
            if !self.board(place, &mut part) {
                return part;
            }
        }
        errors.for_each(|(_, error)| self.error(error, &mut part));
        part.is_whole = true;
        part
    }

    fn error(&self, error: &InputError, part: &mut Written) {
        self.writer.error(error, &mut part.text);
        part.summary.errors += 1;
    }

    /// Writes the board at a place; returns false if it is open.
    fn board(&self, place: usize, part: &mut Written) -> bool {
        let batch = self.batch;
        let (Some(case), Some(answer)) = (batch.cases.get(place), batch.answers.get(place)) else {
            return false;
        };
        if is_open(answer) {
            return false;
        }
        match batch.all.get(place) {
            _ if !self.lists_all => self.writer.answer(self.model, case, answer, &mut part.text),
            Some(all) if all.stopped != Some(Stop::Cancelled) => {
                self.writer.all(self.model, case, all, &mut part.text);
                part.summary.uncounted += u64::from(all.stopped.is_some());
            }
            _ => return false,
        }
        part.summary.count(answer.verdict, self.format_limit);
        part.summary.guided += u64::from(!answer.setup.heuristics.is_empty());
        true
    }
}

/// Returns true if an interruption left the board open.
pub(super) fn is_open(answer: &Answer) -> bool {
    matches!(
        answer.verdict,
        Verdict::Deferred | Verdict::Stopped(Stop::Cancelled, _)
    )
}
