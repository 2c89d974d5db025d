//! Long jobs, run on other threads without blocking Python, with Ctrl-C and progress.

use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fewest::support::place::{InputError, Place};
use fewest::{Options, Progress, Unfinished};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::control::Control;

/// Room for a deep search on every core.
const STACK: usize = 64 << 20;
/// The most boards that are looked up within milliseconds.
pub const FEW: usize = 1 << 15;
/// The longest delay of Ctrl-C and progress.
const PAUSE: Duration = Duration::from_millis(20);

/// The process that started the library's threads.
static STARTED: AtomicU32 = AtomicU32::new(0);
/// The thread pool of a forked process, and the id of that process.
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

fn threads() -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().stack_size(STACK)
}

pub fn start() {
    STARTED.store(std::process::id(), Ordering::Relaxed);
    // Another module may have started them already; then they are used unchanged.
    let _ = threads().build_global();
}

/// Runs work on the threads of this process. A forked process, such as those of `multiprocessing`,
/// does not inherit its parent's threads, and would wait for them forever.
fn on_process_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let current = std::process::id();
    if current == STARTED.load(Ordering::Relaxed) {
        return work();
    }
    let pool = {
        let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
        match &*forked {
            Some((process, pool)) if *process == current => Some(Arc::clone(pool)),
            _ => threads().build().ok().map(|pool| {
                let pool = Arc::new(pool);
                *forked = Some((current, Arc::clone(&pool)));
                pool
            }),
        }
    };
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Runs work that takes milliseconds at most, with Python's lock released.
pub fn quick<T: Send, E: Error + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Unfinished<E>> + Send,
) -> PyResult<T> {
    let done = py.detach(|| on_process_threads(work));
    done.map_err(|unfinished| raised(&unfinished))
}

/// Runs work that may take long, with Python's lock released. It is stopped by Ctrl-C, by the ends in
/// `control`, and by an exception of its `progress`, which is called like `tqdm` at the beginning of
/// each stage.
pub fn long<T: Send, E: Error + Send>(
    py: Python<'_>,
    options: &Options,
    control: Control<'_, '_>,
    work: impl FnOnce(&Options) -> Result<T, Unfinished<E>> + Send,
) -> PyResult<T> {
    let watch = control.begin(py)?;
    let bar = control.progress;
    let mut bar = bar.map(|bar| Bar::new(bar.clone().unbind(), &options.progress));
    let stop = Arc::clone(&options.cancel);
    let (sender, receiver) = mpsc::channel::<Result<T, Unfinished<E>>>();
    let mut interrupted = None;
    let (bar_shown, error_kept) = (&mut bar, &mut interrupted);
    let done = py.detach(move || {
        thread::scope(|scope| {
            let worker = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    // The receiver exists until this thread has ended.
                    let _ = sender.send(on_process_threads(|| work(options)));
                });
            if let Err(error) = worker {
                let problem = format!("can't start a thread: {error}");
                return Err(PyRuntimeError::new_err(problem));
            }
            loop {
                match receiver.recv_timeout(PAUSE) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the work ended without a result"));
                    }
                }
                if error_kept.is_some() {
                    continue;
                }
                let looked = Python::attach(|py| {
                    watch.check(py)?;
                    bar_shown.as_mut().map_or(Ok(()), |bar| bar.show(py))
                });
                if let Err(error) = looked {
                    *error_kept = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        })
    })?;
    let closed = bar.map_or(Ok(()), |mut bar| bar.close(py, done.is_ok()));
    match (interrupted, done) {
        (Some(error), _) => Err(error),
        (None, Ok(done)) => closed.map(|()| done),
        (None, Err(unfinished)) => Err(raised(&unfinished)),
    }
}

/// Runs work that can't be stopped, with Python's lock released. After Ctrl-C it continues, but its
/// result is dropped.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general in its lifetime"
)]
pub fn apart<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().spawn(move || {
        // Nobody receives it after Ctrl-C.
        let _ = sender.send(work());
    });
    if let Err(error) = worker {
        let problem = format!("can't start a thread: {error}");
        return Err(PyRuntimeError::new_err(problem));
    }
    py.detach(move || {
        loop {
            match receiver.recv_timeout(PAUSE) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the work ended without a result"));
                }
            }
        }
    })
}

/// The exception for the end of a job.
fn raised<E: Error>(unfinished: &Unfinished<E>) -> PyErr {
    match unfinished {
        Unfinished::Cancelled => PyRuntimeError::new_err("interrupted"),
        Unfinished::Time => PyTimeoutError::new_err("not done within the time allowed"),
        Unfinished::Failed(error) => refused(error),
    }
}

/// The names here of the program's options, which messages mention.
const WORDS: [(&str, &str); 3] = [("--goal", "goal="), ("--from", "format="), ("--to ", "to=")];

/// The exception for an impossible request.
pub fn refused(error: &impl Error) -> PyErr {
    let words = WORDS.iter();
    let problem = words.fold(error.to_string(), |text, (option, word)| {
        text.replace(option, word)
    });
    PyValueError::new_err(problem)
}

/// The exception for a text that is not a board.
pub fn not_a_board(error: &InputError) -> PyErr {
    let Place { line, column } = error.place;
    PyValueError::new_err(format!("line {line}, column {column}: {}", error.problem))
}

/// The exception for a text that is not moves. Its words are numbered or named in the message.
pub fn not_moves(error: InputError) -> PyErr {
    PyValueError::new_err(error.problem)
}

/// The exception for a file that can't be read or written, including its name.
pub fn no_file(py: Python<'_>, path: &Path, error: io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return error.into();
    };
    let why = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (number,)));
    match why {
        Ok(why) => PyOSError::new_err((number, why.unbind(), path.as_os_str().to_owned())),
        Err(error) => error,
    }
}

/// Shows a job's progress with an object like `tqdm`'s.
struct Bar {
    /// Creates an object for each stage.
    make: Py<PyAny>,
    progress: Arc<Progress>,
    /// The current stage, its object, and the amount shown.
    shown: Option<(&'static str, Py<PyAny>, u64)>,
}

impl Bar {
    fn new(make: Py<PyAny>, progress: &Arc<Progress>) -> Self {
        Self {
            make,
            progress: Arc::clone(progress),
            shown: None,
        }
    }

    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some((title, unit, done, total)) = self.now() else {
            return Ok(());
        };
        let is_same = |shown: &(&str, Py<PyAny>, u64)| shown.0 == title;
        if !self.shown.as_ref().is_some_and(is_same) {
            self.finish(py)?;
            let words = PyDict::new(py);
            words.set_item("desc", title)?;
            words.set_item("unit", format!(" {unit}"))?;
            words.set_item("total", total)?;
            let bar = self.make.call(py, (), Some(&words))?;
            self.shown = Some((title, bar, 0));
        }
        if let Some((_, bar, shown)) = &mut self.shown {
            let more = done.saturating_sub(*shown);
            *shown = done.max(*shown);
            bar.call_method1(py, "update", (more,))?;
        }
        Ok(())
    }

    /// The current stage: its title, unit, amount done and total, if known. A search counts as a
    /// stage if it follows one with a known total; otherwise it is one of the units that the stage
    /// counts.
    fn now(&self) -> Option<(&'static str, &'static str, u64, Option<u64>)> {
        let (stage, total) = (self.progress.stage(), self.progress.total());
        let nodes = self.progress.searches().nodes;
        if nodes > 0 && (stage.title.is_empty() || total.is_some()) {
            return Some(("searching", "boards", nodes, None));
        }
        let done = self.progress.done();
        (!stage.title.is_empty()).then_some((stage.title, stage.unit, done, total))
    }

    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some((_, bar, _)) = self.shown.take() {
            bar.call_method0(py, "close")?;
        }
        Ok(())
    }

    fn close(&mut self, py: Python<'_>, is_done: bool) -> PyResult<()> {
        if is_done {
            self.show(py)?;
        }
        self.finish(py)
    }
}
