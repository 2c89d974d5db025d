//! Checkpoints: a run's answers and the state of its searches in a file, from which a later run of
//! the same job resumes.
//!
//! Boards are identified by their contents, not by their position in the input. The file is written
//! under a temporary name and renamed, so it is complete even if the program is killed. A file that
//! is not a checkpoint, is damaged or belongs to another job is never overwritten.

mod file;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fewest::search::ida_star::resume::Record;
use fewest::solver::{Answer, Keeper, SolverError};
use fewest::support::clock::Instant;
use fewest::support::number::grouped;
use fewest::support::system::reason;
use fewest::table::store::Temporary;
use serde_json::{Map, Value};
use thiserror::Error;

use file::{Content, KnownAnswer};

/// The first and the longest interval between two writes. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// The largest file, in bytes: enough for more than half a million boards.
const MAX_BYTES: u64 = 1 << 28;

/// The reason a checkpoint can't be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file can't be read.
    #[error("{}: can't be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: String,
    },
    /// The file can't be written.
    #[error("can't write {}: {why}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: String,
    },
    /// The file is not a checkpoint, or is damaged.
    #[error("{}: {problem}; it was left unchanged", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: &'static str,
    },
    /// The file belongs to another job.
    #[error("{}: a checkpoint of another job: its {what} is {kept}, not {now}", path.display())]
    OtherJob {
        /// The file.
        path: PathBuf,
        /// The parameter that differs.
        what: String,
        /// Its value in the file, as JSON, or `none`.
        kept: String,
        /// Its value in this job, as JSON, or `none`.
        now: String,
    },
}

#[derive(Debug)]
pub(super) struct CheckpointFile {
    path: PathBuf,
    state: Mutex<CheckpointState>,
}

#[derive(Debug)]
struct CheckpointState {
    content: Content,
    /// True once the file is known to belong to this job.
    is_claimed: bool,
    /// The boards of the batch, by number.
    boards: HashMap<u64, String>,
    /// For each board's number, when this run began its search, and the time of earlier runs.
    begun: HashMap<u64, (Instant, Duration)>,
    /// The time of the last write, and the interval until the next one.
    written: Instant,
    pause: Duration,
}

impl CheckpointFile {
    /// Opens the checkpoint in a file, or a new one if there is no such file.
    pub(super) fn open(path: &Path) -> Result<Self, CheckpointError> {
        let bytes = read(path).map_err(|error| CheckpointError::Unreadable {
            path: path.to_owned(),
            why: reason(&error),
        })?;
        let content = match bytes {
            None => Ok(Content::default()),
            Some(Ok(bytes)) => file::decode(&bytes),
            Some(Err(problem)) => Err(problem),
        };
        let content = content.map_err(|problem| CheckpointError::Bad {
            path: path.to_owned(),
            problem,
        })?;
        Ok(Self {
            path: path.to_owned(),
            state: Mutex::new(CheckpointState {
                content,
                is_claimed: false,
                boards: HashMap::new(),
                begun: HashMap::new(),
                written: Instant::now(),
                pause: FIRST_PAUSE,
            }),
        })
    }

    /// Checks that the file belongs to this job. Returns a summary on the first call, unless the
    /// file is new. A new file is written at once, so that a write error does not surface only
    /// after hours.
    pub(super) fn claim(&self, job: Map<String, Value>) -> Result<Option<String>, CheckpointError> {
        let mut state = self.state();
        let is_first = !std::mem::replace(&mut state.is_claimed, true);
        let Some(kept) = &state.content.job else {
            state.content.job = Some(job);
            return self.write(&mut state).map(|()| None);
        };
        let shown = |value: &Value| match value {
            Value::Null => "none".to_owned(),
            value => value.to_string(),
        };
        let other = job.iter().find(|(what, now)| kept.get(*what) != Some(*now));
        if let Some((what, now)) = other {
            return Err(CheckpointError::OtherJob {
                path: self.path.clone(),
                what: what.replace('_', " "),
                kept: shown(kept.get(what).unwrap_or(&Value::Null)),
                now: shown(now),
            });
        }
        Ok(is_first.then(|| self.summary(&state.content)))
    }

    /// A summary of the state to resume from.
    fn summary(&self, content: &Content) -> String {
        let begun = content.boards.values().filter_map(|known| match known {
            KnownAnswer::Answered(_) => None,
            KnownAnswer::Begun(record, _) => Some(record),
        });
        let begun: Vec<&Record> = begun.collect();
        let counted = |count: usize, one: &str, many: &str| {
            let noun = if count == 1 { one } else { many };
            format!("{count} {noun}")
        };
        let answers = content.boards.len() - begun.len();
        let mut parts = vec![counted(answers, "answer", "answers")];
        if let Some(least) = begun.iter().map(|record| record.threshold).min() {
            let searches = counted(begun.len(), "search", "searches");
            parts.push(format!("{searches} under way, at {least} moves or more"));
        }
        let path = self.path.display();
        format!("resuming from {path}: {}", parts.join(", "))
    }

    /// Begins a batch of boards, given with their numbers.
    pub(super) fn begin(&self, boards: impl Iterator<Item = (u64, String)>) {
        let mut state = self.state();
        state.boards = boards.collect();
        state.begun.clear();
    }

    pub(super) fn save(&self) -> Result<(), CheckpointError> {
        self.write(&mut self.state())
    }

    fn know(&self, number: u64, known: KnownAnswer) {
        let mut state = self.state();
        if let Some(board) = state.boards.get(&number).cloned() {
            state.content.boards.insert(board, known);
        }
        if state.written.elapsed() >= state.pause {
            // A full disk may have room again later; only the last write must succeed.
            let _ = self.write(&mut state);
        }
    }

    fn write(&self, state: &mut CheckpointState) -> Result<(), CheckpointError> {
        let text = file::encode(&state.content);
        let written = if text.len() as u64 > MAX_BYTES {
            let why = format!("it would take more than {} bytes", grouped(MAX_BYTES));
            Err(io::Error::other(why))
        } else {
            Temporary::create(&self.path)
                .and_then(|temporary| temporary.write(&[text.as_bytes()], &self.path))
        };
        state.written = Instant::now();
        state.pause = (2 * state.pause).min(LONGEST_PAUSE);
        written.map_err(|error| CheckpointError::Unwritable {
            path: self.path.clone(),
            why: reason(&error),
        })
    }

    fn state(&self) -> MutexGuard<'_, CheckpointState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a file, or why it can't be a checkpoint; `None` without a file.
fn read(path: &Path) -> io::Result<Option<Result<Vec<u8>, &'static str>>> {
    let data = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        data => data?,
    };
    if !data.is_file() {
        return Ok(Some(Err("not a regular file")));
    }
    if data.len() > MAX_BYTES {
        return Ok(Some(Err("too large for a checkpoint")));
    }
    let mut file = File::open(path)?.take(MAX_BYTES);
    let mut bytes = Vec::new();
    let beginning = file::BEGINNING;
    file.by_ref()
        .take(beginning.len() as u64)
        .read_to_end(&mut bytes)?;
    if bytes != beginning {
        return Ok(Some(Err(file::NO_CHECKPOINT)));
    }
    file.read_to_end(&mut bytes)?;
    Ok(Some(Ok(bytes)))
}

impl Keeper for CheckpointFile {
    fn agree(&self, heuristic_name: &str) -> Result<(), SolverError> {
        let mut state = self.state();
        let kept = state
            .content
            .guide
            .get_or_insert_with(|| heuristic_name.to_owned());
        if kept == heuristic_name {
            return Ok(());
        }
        Err(SolverError::OtherHeuristic {
            kept: kept.clone(),
            now: heuristic_name.to_owned(),
        })
    }

    fn answer(&self, board: u64) -> Option<Answer> {
        let state = self.state();
        match state.content.boards.get(state.boards.get(&board)?)? {
            KnownAnswer::Answered(answer) => Some(answer.clone()),
            KnownAnswer::Begun(..) => None,
        }
    }

    fn answered(&self, board: u64, answer: &Answer) {
        if file::is_final(answer) {
            self.know(board, KnownAnswer::Answered(answer.clone()));
        }
    }

    fn earlier(&self, board: u64) -> Duration {
        let state = self.state();
        let begun = state.begun.get(&board);
        begun.map_or(Duration::ZERO, |(_, earlier)| *earlier)
    }

    fn record(&self, board: u64) -> Record {
        let mut state = self.state();
        let known = state
            .boards
            .get(&board)
            .and_then(|board| state.content.boards.get(board));
        let (record, earlier) = match known {
            Some(KnownAnswer::Begun(record, earlier)) => (record.clone(), *earlier),
            _ => Default::default(),
        };
        state.begun.insert(board, (Instant::now(), earlier));
        record
    }

    fn keep(&self, board: u64, record: &Record) {
        let begun = self.state().begun.get(&board).copied();
        let elapsed = begun
            .map(|(begun, earlier)| earlier + begun.elapsed())
            .unwrap_or_default();
        self.know(board, KnownAnswer::Begun(record.clone(), elapsed));
    }
}
