//! Batches of boards, and how they are read.

use fewest::answers::AllAnswers;
use fewest::model::Case;
use fewest::solver::Answer;
use fewest::support::place::InputError;

use crate::formats::{Reader, Source};

/// A batch of boards. Errors are stored with the number of valid boards before them.
#[derive(Default)]
pub(super) struct Batch {
    /// The boards as read. Earlier boards remain after them, to reuse their memory.
    pub(super) cases: Vec<Case>,
    /// The number of boards in this batch.
    pub(super) boards: usize,
    pub(super) answers: Vec<Answer>,
    pub(super) all: Vec<AllAnswers>,
    pub(super) errors: Vec<(usize, InputError)>,
}

impl Batch {
    pub(super) fn cases(&self) -> &[Case] {
        self.cases.get(..self.boards).unwrap_or_default()
    }

    pub(super) fn answered(&self) -> impl Iterator<Item = (&Case, &Answer)> {
        self.cases().iter().zip(&self.answers)
    }
}

pub(super) enum ReadEnd {
    /// The batch is full, or would have to wait for more input.
    Full,
    /// The input has ended.
    Input,
    /// An error that ends the run.
    Failed(InputError),
    /// An error after which no board can be found; it is stored in the batch.
    Lost,
}

/// The reading of boards.
pub(crate) struct Reading {
    pub(crate) reader: Box<dyn Reader>,
    pub(crate) keep_going: bool,
    /// The number of boards before the first one of the input.
    pub(crate) before: u64,
}

impl Reading {
    /// Reads a batch of at most this many boards and errors.
    pub(super) fn read(
        &mut self,
        source: &mut Source<'_>,
        max_boards: usize,
        batch: &mut Batch,
    ) -> ReadEnd {
        batch.boards = 0;
        batch.errors.clear();
        while batch.boards + batch.errors.len() < max_boards {
            let is_empty = batch.boards == 0 && batch.errors.is_empty();
            if !is_empty && source.is_drained() {
                return ReadEnd::Full;
            }
            let place = batch.boards;
            if batch.cases.len() == place {
                batch.cases.push(Case::default());
            }
            let Some(case) = batch.cases.get_mut(place) else {
                return ReadEnd::Full;
            };
            match self.reader.next(source, case) {
                Ok(true) => {
                    case.number += self.before;
                    batch.boards += 1;
                }
                Ok(false) => return ReadEnd::Input,
                Err(error) if self.keep_going => {
                    let is_final = error.is_final;
                    batch.errors.push((place, error));
                    if is_final {
                        return ReadEnd::Lost;
                    }
                }
                Err(error) => return ReadEnd::Failed(error),
            }
        }
        ReadEnd::Full
    }
}
