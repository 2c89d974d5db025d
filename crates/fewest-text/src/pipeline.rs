//! The main loop: read a batch of boards; answer them and write the answers on all cores, in order.
//!
//! Batches grow while they are fast and shrink when they are slow, so that a file of easy boards
//! runs at full speed, and the answers to hard ones are written as they are found. A batch never
//! waits for input: a program that sends a board and waits gets its answer before it sends the
//! next.

use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;
use std::time::Duration;

use fewest::Bounds;
use fewest::answers::{AllAnswers, Finder};
use fewest::model::Case;
use fewest::model::{Model, Walk};
use fewest::search::Stop;
use fewest::solver::{Answer, Batches, Options, SolverError, Verdict};
use fewest::support::clock::Instant;
use fewest::support::parallel;
use fewest::support::place::InputError;
use fewest::support::progress::{Progress, Unfinished};
use serde::Serialize;

use super::checkpoint::CheckpointFile;
use super::{Notes, TextError};
use crate::formats::{Reader, Source, Writer};

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
    pub model: &'a Model,
    pub reader: Box<dyn Reader>,
    pub solver: &'a mut dyn Batches,
    pub bounds: &'a mut Bounds,
    pub writer: Box<dyn Writer>,
    /// Finds all shortest answers, if requested.
    pub finder: Option<Finder>,
    /// The most moves that the output's format asks for.
    pub format_limit: Option<u32>,
    pub keep_going: bool,
    pub options: &'a Options,
    pub progress: &'a Progress,
    pub checkpoint: Option<&'a CheckpointFile>,
    /// Notes for the user about unsolvable boards.
    pub notes: &'a Notes,
    /// The number of boards before the first one of the input.
    pub before: u64,
    /// The number of boards explained so far.
    pub explained: &'a mut u32,
    /// The number of boards so far that can't be reached from the home board.
    pub unreal: u32,
    /// The buffer for partial results of boards that an interruption leaves open.
    pub left_open: &'a mut Vec<u8>,
    /// The last answer written.
    pub last: &'a mut Option<AllAnswers>,
}

/// A batch of boards. Errors are stored with the number of valid boards before them.
#[derive(Default)]
struct Batch {
    /// The boards as read. Earlier boards remain after them, to reuse their memory.
    cases: Vec<Case>,
    /// The number of boards in this batch.
    boards: usize,
    answers: Vec<Answer>,
    all: Vec<AllAnswers>,
    errors: Vec<(usize, InputError)>,
}

impl Batch {
    fn cases(&self) -> &[Case] {
        self.cases.get(..self.boards).unwrap_or_default()
    }

    fn answered(&self) -> impl Iterator<Item = (&Case, &Answer)> {
        self.cases().iter().zip(&self.answers)
    }
}

enum ReadEnd {
    /// The batch is full, or would have to wait for more input.
    Full,
    /// The input has ended.
    Input,
    /// An error that ends the run.
    Failed(InputError),
    /// An error after which no board can be found; it is stored in the batch.
    Lost,
}

impl Pipeline<'_> {
    pub(crate) fn run(
        &mut self,
        source: &mut Source<'_>,
        output: &mut dyn Write,
    ) -> Result<Summary, TextError> {
        let mut summary = Summary::default();
        let mut batch = Batch::default();
        // The finder uses all cores for one board, and its answers are written at once.
        let largest = if self.finder.is_some() {
            1
        } else {
            LARGEST_BATCH
        };
        let mut batch_size = largest.min(SMALLEST_BATCH);
        let mut text = Vec::new();
        loop {
            let end = self.read(source, batch_size, &mut batch);
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
            let solved = solved.and_then(|()| self.find_all(&mut batch, start));
            (batch.cases().iter()).for_each(|case| self.notes.add_reading(case));
            self.explain(&batch);
            self.note_unreal(&batch);
            let answered = summary.boards + batch.boards as u64;
            self.progress.reach("answering", "boards", answered);
            text.clear();
            let written = self.write(&batch, &mut summary, &mut text);
            output.write_all(&text)?;
            output.flush()?;
            let is_last = solved.is_err() || !written || !matches!(end, ReadEnd::Full);
            let saved = match self.checkpoint.filter(|_| is_last) {
                Some(checkpoint) => checkpoint.save(),
                None => Ok(()),
            };
            if !written {
                self.report_open(&batch);
            }
            solved?;
            saved?;
            if !written {
                return Err(TextError::Cancelled);
            }
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

    /// Checks, after all answers, that nothing follows the boards.
    fn close(
        &mut self,
        source: &mut Source<'_>,
        output: &mut dyn Write,
        mut summary: Summary,
    ) -> Result<Summary, TextError> {
        match self.reader.close(source) {
            Ok(()) => Ok(summary),
            Err(error) if self.keep_going => {
                let mut text = Vec::new();
                self.writer.error(&error, &mut text);
                summary.errors += 1;
                output.write_all(&text)?;
                output.flush()?;
                Ok(summary)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn read(&mut self, source: &mut Source<'_>, max_boards: usize, batch: &mut Batch) -> ReadEnd {
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

/// A batch whose answers are written.
struct Writing<'a> {
    model: &'a Model,
    writer: &'a dyn Writer,
    format_limit: Option<u32>,
    /// True if all shortest answers were requested.
    lists_all: bool,
    batch: &'a Batch,
}

/// The text of some boards of a batch.
#[derive(Default)]
struct Written {
    text: Vec<u8>,
    summary: Summary,
    /// False if it ends before a board left open.
    is_whole: bool,
}

impl Writing<'_> {
    /// Writes these boards and the errors before them; the last boards' also those after them.
    fn part(&self, boards: Range<usize>) -> Written {
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
fn is_open(answer: &Answer) -> bool {
    matches!(
        answer.verdict,
        Verdict::Deferred | Verdict::Stopped(Stop::Cancelled, _)
    )
}
