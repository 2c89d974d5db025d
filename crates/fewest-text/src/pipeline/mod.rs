//! The main loop: read a batch of boards; answer them and write the answers on all cores, in order.
//! If reading never waits, the next batch is read meanwhile.
//!
//! Batches grow while they are fast and shrink when they are slow, so that a file of easy boards
//! runs at full speed, and the answers to hard ones are written as they are found. A batch never
//! waits for input: a program that sends a board and waits gets its answer before it sends the
//! next.

mod batch;
mod writing;

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use fewest::Bounds;
use fewest::answers::{AllAnswers, Finder};
use fewest::model::Case;
use fewest::model::{Model, Walk};
use fewest::search::Stop;
use fewest::solver::{Answer, Batches, Options, SolverError, Verdict};
use fewest::support::clock::Instant;
use fewest::support::parallel;
use fewest::support::progress::{Progress, Unfinished};
use serde::Serialize;

pub(super) use self::batch::Reading;
use self::batch::{Batch, ReadEnd};
use self::writing::{Writing, is_open};
use super::checkpoint::CheckpointFile;
use super::{Notes, TextError};
use crate::formats::{Source, Writer};

/// The first and the largest size of a batch: its answers stay in cache beside a table.
const SMALLEST_BATCH: usize = 8;
const LARGEST_BATCH: usize = 2048;
/// The number of boards whose answers one core writes at a time.
const BOARDS_PER_TASK: usize = 128;
/// The number of unsolvable boards that are explained in notes for an input.
const MAX_EXPLAINED: u32 = 10;
/// Batches faster than `QUICK` grow, and batches slower than `SLOW` shrink.
const QUICK: Duration = Duration::from_millis(20);
const SLOW: Duration = Duration::from_millis(500);

/// The statistics of a run.
///
/// ```
/// use fewest_text::{Session, TextOptions};
/// use fewest::{Options, Puzzle};
///
/// let eight = Puzzle::open("eight")?;
/// let mut session = Session::new(&eight, Options::default(), TextOptions::default())?;
/// let mut input = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 8 7 x\n".as_bytes();
/// let summary = session.run("a string", &mut input, &mut Vec::new())?;
/// assert_eq!((summary.boards, summary.solved, summary.unsolvable), (2, 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Valid boards read.
    pub boards: u64,
    /// Boards with a shortest answer.
    pub solved: u64,
    /// Unsolvable boards.
    pub unsolvable: u64,
    /// Boards that take more moves than the output's format asks for, which counts as their answer
    /// there.
    pub beyond: u64,
    /// Boards that take more moves than the options allow.
    pub cut_off: u64,
    /// Boards with a solution that is not proven shortest, where such solutions were requested.
    pub found: u64,
    /// Boards that a limit of time, nodes or memory left open.
    pub stopped: u64,
    /// Solved boards whose shortest answers were not all counted within the limits.
    pub uncounted: u64,
    /// Invalid boards that were skipped.
    pub errors: u64,
    /// Boards that were searched with a heuristic.
    pub guided: u64,
}

impl Summary {
    /// The sum of two summaries.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            boards: self.boards + other.boards,
            solved: self.solved + other.solved,
            unsolvable: self.unsolvable + other.unsolvable,
            beyond: self.beyond + other.beyond,
            cut_off: self.cut_off + other.cut_off,
            found: self.found + other.found,
            stopped: self.stopped + other.stopped,
            uncounted: self.uncounted + other.uncounted,
            errors: self.errors + other.errors,
            guided: self.guided + other.guided,
        }
    }

    fn count(&mut self, verdict: Verdict, format_limit: Option<u32>) {
        self.boards += 1;
        match verdict {
            Verdict::Solved(_) => self.solved += 1,
            Verdict::Unsolvable => self.unsolvable += 1,
            Verdict::Beyond(limit) if format_limit == Some(limit) => self.beyond += 1,
            Verdict::Beyond(_) => self.cut_off += 1,
            Verdict::Stopped(Stop::Found, _) => self.found += 1,
            Verdict::Stopped(..) | Verdict::Deferred => self.stopped += 1,
        }
    }
}

pub(super) struct Pipeline<'a> {
    pub reading: Reading,
    /// True to read the next batch while one is answered.
    pub reads_ahead: bool,
    pub answering: Answering<'a>,
}

/// The answering of batches.
pub(super) struct Answering<'a> {
    pub model: &'a Model,
    pub solver: &'a mut dyn Batches,
    pub bounds: &'a mut Bounds,
    pub writer: Box<dyn Writer>,
    /// Finds all shortest answers, if requested.
    pub finder: Option<Finder>,
    /// The most moves that the output's format asks for.
    pub format_limit: Option<u32>,
    pub options: &'a Options,
    pub progress: &'a Progress,
    pub checkpoint: Option<&'a CheckpointFile>,
    /// Notes for the user about unsolvable boards.
    pub notes: &'a Notes,
    /// The number of boards explained so far.
    pub explained: &'a mut u32,
    /// The number of boards so far that can't be reached from the home board.
    pub unreal: u32,
    /// The buffer for partial results of boards that an interruption leaves open.
    pub left_open: &'a mut Vec<u8>,
    /// The last answer written.
    pub last: &'a mut Option<AllAnswers>,
}

impl Pipeline<'_> {
    pub(crate) fn run(
        &mut self,
        source: &mut Source<'_>,
        output: &mut dyn Write,
    ) -> Result<Summary, TextError> {
        let (reading, answering) = (&mut self.reading, &mut self.answering);
        let mut summary = Summary::default();
        // The finder uses all cores for one board, and its answers are written at once.
        let largest = if answering.finder.is_some() {
            1
        } else {
            LARGEST_BATCH
        };
        let mut batch_size = largest.min(SMALLEST_BATCH);
        let (mut batch, mut next) = (Batch::default(), Batch::default());
        let mut end = reading.read(source, batch_size, &mut batch);
        let mut text = Vec::new();
        loop {
            let start = Instant::now();
            let is_last = !matches!(end, ReadEnd::Full);
            text.clear();
            let mut read_end = None;
            let mut answer = || answering.answer(&mut batch, &mut summary, &mut text);
            // Here, because a search for one board uses all cores unless the pool calls it.
            let answered = if self.reads_ahead && !is_last {
                let mut read = || read_end = Some(reading.read(source, batch_size, &mut next));
                parallel::with_beside(answer, &mut read)
            } else {
                answer()
            };
            output.write_all(&text)?;
            output.flush()?;
            let saved = match answering.checkpoint {
                Some(checkpoint) if is_last || answered.is_err() => checkpoint.save(),
                _ => Ok(()),
            };
            answered?;
            saved?;
            match end {
                ReadEnd::Full => {}
                ReadEnd::Failed(error) => return Err(error.into()),
                ReadEnd::Lost => return Ok(summary),
                ReadEnd::Input => return self.close(source, output, summary),
            }
            let elapsed = start.elapsed();
            if elapsed < QUICK {
                batch_size = (batch_size * 4).min(largest);
            } else if elapsed > SLOW {
                batch_size = (batch_size / 2).max(1);
            }
            end = if let Some(end) = read_end {
                std::mem::swap(&mut batch, &mut next);
                end
            } else {
                reading.read(source, batch_size, &mut batch)
            };
        }
    }

    /// Checks, after all answers, that nothing follows the boards.
    fn close(
        &mut self,
        source: &mut Source<'_>,
        output: &mut dyn Write,
        mut summary: Summary,
    ) -> Result<Summary, TextError> {
        let Reading {
            reader, keep_going, ..
        } = &mut self.reading;
        match reader.close(source) {
            Ok(()) => Ok(summary),
            Err(error) if *keep_going => {
                let mut text = Vec::new();
                self.answering.writer.error(&error, &mut text);
                summary.errors += 1;
                output.write_all(&text)?;
                output.flush()?;
                Ok(summary)
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Answering<'_> {
    /// Answers a batch, and appends the answers up to the first board left open.
    fn answer(
        &mut self,
        batch: &mut Batch,
        summary: &mut Summary,
        text: &mut Vec<u8>,
    ) -> Result<(), TextError> {
        if batch.boards == 0 && self.options.watch().is_cancelled() {
            return Err(TextError::Cancelled);
        }
        let start = Instant::now();
        if let Some(checkpoint) = self.checkpoint {
            let cases = batch.cases().iter();
            checkpoint.begin(cases.map(|case| (case.number, self.name(case))));
        }
        let known = batch.answers.len().max(batch.boards);
        batch.answers.resize_with(known, Answer::default);
        let mut answers = std::mem::take(&mut batch.answers);
        let solved =
            (self.bounds).answer_batch(self.solver, batch.cases(), &mut answers, self.options);
        batch.answers = answers;
        let solved = solved.and_then(|()| self.find_all(batch, start));
        (batch.cases().iter()).for_each(|case| self.notes.add_reading(case));
        self.explain(batch);
        self.note_unreal(batch);
        let answered = summary.boards + batch.boards as u64;
        self.progress.reach("answering", "boards", answered);
        let written = self.write(batch, summary, text);
        if !written {
            self.report_open(batch);
        }
        solved?;
        if written {
            Ok(())
        } else {
            Err(TextError::Cancelled)
        }
    }

    /// Finds all answers to the boards of a batch, if requested.
    fn find_all(
        &mut self,
        batch: &mut Batch,
        begun: Instant,
    ) -> Result<(), Unfinished<SolverError>> {
        batch.all.clear();
        let Some(finder) = &mut self.finder else {
            return Ok(());
        };
        for (case, answer) in batch.cases.iter().take(batch.boards).zip(&batch.answers) {
            let call = (begun, self.options.call());
            let all = finder.find(self.model, &mut *self.solver, case, answer.clone(), call)?;
            batch.all.push(all);
        }
        Ok(())
    }

    /// Notes why boards are unsolvable.
    fn explain(&mut self, batch: &Batch) {
        let unsolvable = |(_, answer): &(&Case, &Answer)| answer.verdict == Verdict::Unsolvable;
        for (case, answer) in batch.answered().filter(unsolvable) {
            // The letters that were typed.
            let mut model = Cow::Borrowed(self.model);
            for (letter, symbol) in &case.letters {
                if let Some(written) = model.to_mut().symbols.get_mut(usize::from(*symbol)) {
                    *written = letter.to_string();
                }
            }
            let (number, why) = (case.number, answer.why_in_words(&model, &case.start));
            match *self.explained {
                ..MAX_EXPLAINED => self
                    .notes
                    .add(format!("board {number} can't be solved: {why}")),
                MAX_EXPLAINED => {
                    (self.notes).add("there are more boards that can't be solved".to_owned());
                }
                _ => return,
            }
            *self.explained += 1;
        }
    }

    /// Notes which boards no moves reach from the home board.
    fn note_unreal(&mut self, batch: &Batch) {
        let both = batch.answered().filter(|(_, answer)| answer.is_unreal);
        for (case, _) in both {
            match self.unreal {
                ..MAX_EXPLAINED => self.notes.add(format!(
                    "board {} can't be reached from the solved board by moves",
                    case.number
                )),
                MAX_EXPLAINED => (self.notes).add(
                    "there are more boards that can't be reached from the solved board".to_owned(),
                ),
                _ => {}
            }
            self.unreal = self.unreal.saturating_add(1);
        }
    }

    /// The identity of a board in a checkpoint.
    fn name(&self, case: &Case) -> String {
        let mut name = Vec::new();
        Walk::of(self.model, case).write(&mut name);
        if let Some(goal) = &case.goal {
            name.extend_from_slice(b" to ");
            self.model.write_board(goal, &mut name);
        }
        String::from_utf8_lossy(&name).into_owned()
    }

    /// Writes partial results of the boards that were being searched.
    fn report_open(&mut self, batch: &Batch) {
        let stopped = batch.all.iter().zip(batch.cases());
        for (all, case) in stopped.filter(|(all, _)| all.stopped == Some(Stop::Cancelled)) {
            self.writer
                .open_count(self.model, case, all, self.left_open);
        }
        for (case, answer) in batch.answered() {
            if is_open(answer) && (answer.generated > 0 || !answer.moves.is_empty()) {
                let answer = Answer {
                    verdict: Verdict::Stopped(Stop::Cancelled, answer.at_least),
                    ..answer.clone()
                };
                self.writer.open(self.model, case, &answer, self.left_open);
            }
        }
    }

    /// Writes a batch up to the first board left open; returns false if there is one.
    fn write(&mut self, batch: &Batch, summary: &mut Summary, text: &mut Vec<u8>) -> bool {
        let boards = batch.boards;
        let starts = (0..boards.max(1)).step_by(BOARDS_PER_TASK);
        let parts = starts.map(|start| start..boards.min(start + BOARDS_PER_TASK));
        let writing = Writing {
            model: self.model,
            writer: &*self.writer,
            format_limit: self.format_limit,
            lists_all: self.finder.is_some(),
            batch,
        };
        for part in parallel::map(parts, |part| writing.part(part)) {
            text.extend_from_slice(&part.text);
            *summary = summary.plus(part.summary);
            if !part.is_whole {
                return false;
            }
        }
        let one = || {
            let answer = batch.answered().last()?.1.clone();
            Some(AllAnswers {
                answer,
                ..AllAnswers::default()
            })
        };
        *self.last = batch.all.last().cloned().or_else(one).or(self.last.take());
        true
    }
}
