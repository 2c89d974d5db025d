//! How far a long job is, for a thread that watches it, and how it ends without a result. Every
//! long job reports through [`Progress`], and fails with [`Unfinished`].

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use crate::support::clock::Instant;

/// Why a long job has no result: it was stopped, or it failed with an error of its own.
///
/// Every long job of this library returns it, and no error `E` has a word for "stopped": so an
/// interruption is never reported as a failure, nor a failure as an interruption.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
///
/// use fewest::kernel::general::{General, Planes};
/// use fewest::model::Model;
/// use fewest::support::progress::Unfinished;
/// use fewest::support::budget::Budget;
/// use fewest::table::build::build;
///
/// let knights = General::<Planes<u64>>::of(Arc::new(Model::knights()))?;
/// let cancel = AtomicBool::new(true);
/// let budget = Budget { cancel: Some(&cancel), ..Budget::default() };
/// assert_eq!(build(&knights, budget).err(), Some(Unfinished::Cancelled));
/// # Ok::<(), fewest::kernel::KernelError>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unfinished<E> {
    /// Somebody asked it to stop.
    #[error("interrupted")]
    Cancelled,
    /// Its time was up.
    #[error("not done within the time allowed")]
    Time,
    /// It failed.
    #[error(transparent)]
    Failed(E),
}

impl<E> From<E> for Unfinished<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}

impl<E> Unfinished<E> {
    /// The same, with the error of a job that this one was part of.
    ///
    /// ```
    /// use fewest::Unfinished;
    ///
    /// let late: Unfinished<u8> = Unfinished::Time;
    /// assert_eq!(late.map(|code| format!("error {code}")), Unfinished::Time);
    /// let failed = Unfinished::Failed(7);
    /// assert_eq!(failed.map(|code| format!("error {code}")).to_string(), "error 7");
    /// ```
    pub fn map<F>(self, wrap: impl FnOnce(E) -> F) -> Unfinished<F> {
        match self {
            Self::Cancelled => Unfinished::Cancelled,
            Self::Time => Unfinished::Time,
            Self::Failed(error) => Unfinished::Failed(wrap(error)),
        }
    }
}

/// Lets `?` carry the errors of a part over to the job that it is a part of.
macro_rules! part_of {
    ($($part:ty => $job:ty),+ $(,)?) => {$(
        impl From<$part> for $crate::support::progress::Unfinished<$job> {
            fn from(error: $part) -> Self {
                Self::Failed(error.into())
            }
        }

        impl From<$crate::support::progress::Unfinished<$part>> for $crate::support::progress::Unfinished<$job> {
            fn from(unfinished: $crate::support::progress::Unfinished<$part>) -> Self {
                unfinished.map(Into::into)
            }
        }
    )+};
}

pub(crate) use part_of;

/// Called with what it listens to.
type ProgressListener = Box<dyn Fn(&Progress) + Send + Sync>;

/// Shared between a job, which reports, and a watcher on another thread, which shows. A job has
/// stages, one after another, each counted from 0.
///
/// ```
/// use std::sync::Arc;
///
/// use fewest::{Options, Progress, Puzzle};
///
/// let progress = Arc::new(Progress::new());
/// let options = Options { progress: Arc::clone(&progress), ..Options::default() };
/// let eight = Puzzle::open("eight")?;
/// let board = eight.board("1 2 3 4 5 6 7 x 8")?;
/// eight.solve_all(&[board.clone(), board], &options)?;
/// // Another thread may ask this at any time.
/// assert_eq!((progress.stage().unit, progress.done()), ("boards", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Progress {
    done: AtomicU64,
    /// 0: not known.
    total: AtomicU64,
    stage: Mutex<Stage>,
    searches: ProgressCounts,
    listener: Option<ProgressListener>,
}

impl std::fmt::Debug for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Progress")
            .field("stage", &self.stage())
            .field("done", &self.done())
            .field("searches", &self.searches())
            .finish_non_exhaustive()
    }
}

/// The counts of [`Searches`].
#[derive(Debug, Default)]
struct ProgressCounts {
    running: AtomicU32,
    threshold: AtomicU32,
    nodes: AtomicU64,
    since: Mutex<Option<Instant>>,
}

/// The searches under way, all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    /// How many are under way.
    pub running: u32,
    /// The threshold of the one that reported last: in a search that proves its answers, no answer
    /// has fewer moves.
    pub threshold: u32,
    /// Boards that these and the ones before them generated.
    pub nodes: u64,
    /// When the first of them began.
    pub since: Option<Instant>,
}

/// What a job is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// In words, like `building the table`; empty before the first stage.
    pub title: &'static str,
    /// What is counted, like `boards`.
    pub unit: &'static str,
    /// When it began.
    pub since: Option<Instant>,
}

impl Progress {
    /// A job that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A job that has not begun, watched from its own thread: `listener` is called at every report.
    /// For places with one thread, as a web page's worker.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// use fewest::Progress;
    ///
    /// let most = Arc::new(AtomicU64::new(0));
    /// let seen = Arc::clone(&most);
    /// let progress = Progress::with_listener(move |progress| {
    ///     seen.fetch_max(progress.done(), Ordering::Relaxed);
    /// });
    /// progress.begin("building the table", "boards", Some(9));
    /// progress.add(5);
    /// assert_eq!(most.load(Ordering::Relaxed), 5);
    /// ```
    #[must_use]
    pub fn with_listener(listener: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self {
            listener: Some(Box::new(listener)),
            ..Self::default()
        }
    }

    fn report(&self) {
        if let Some(listener) = &self.listener {
            listener(self);
        }
    }

    /// Begins a stage of `total` units, if that is known.
    pub fn begin(&self, title: &'static str, unit: &'static str, total: Option<u64>) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage {
            title,
            unit,
            since: Some(Instant::now()),
        };
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
        // Nodes a second are reported without the time between searches.
        *self.since() = None;
        self.searches.nodes.store(0, Ordering::Relaxed);
        self.report();
    }

    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        let since = self.searches.since.lock();
        since.unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search, one of perhaps several at a time.
    pub fn begin_search(&self) {
        self.searches.running.fetch_add(1, Ordering::Relaxed);
        self.since().get_or_insert_with(Instant::now);
        self.report();
    }

    /// Reports a search's threshold, and how many boards it has generated since its last report.
    pub fn search(&self, threshold: u32, nodes: u64) {
        self.searches.threshold.store(threshold, Ordering::Relaxed);
        self.searches.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.report();
    }

    /// Ends a search that was begun.
    pub fn end_search(&self) {
        self.searches.running.fetch_sub(1, Ordering::Relaxed);
        self.report();
    }

    /// The searches.
    #[must_use]
    pub fn searches(&self) -> Searches {
        Searches {
            running: self.searches.running.load(Ordering::Relaxed),
            threshold: self.searches.threshold.load(Ordering::Relaxed),
            nodes: self.searches.nodes.load(Ordering::Relaxed),
            since: *self.since(),
        }
    }

    /// Counts units that were done. Cheap, but not free: report thousands at a time.
    pub fn add(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
        self.report();
    }

    /// Sets how many units of a stage without a known end are done, and begins it (again) if
    /// another is under way.
    ///
    /// ```
    /// use fewest::Progress;
    ///
    /// let progress = Progress::new();
    /// progress.reach("reading", "boards", 100);
    /// progress.reach("reading", "boards", 250);
    /// assert_eq!((progress.stage().title, progress.done()), ("reading", 250));
    /// ```
    pub fn reach(&self, title: &'static str, unit: &'static str, done: u64) {
        if self.stage().title != title {
            self.begin(title, unit, None);
        }
        self.done.store(done, Ordering::Relaxed);
        self.report();
    }

    /// The stage.
    #[must_use]
    pub fn stage(&self) -> Stage {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Units done in this stage.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Units in this stage, if that is known.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }
}
