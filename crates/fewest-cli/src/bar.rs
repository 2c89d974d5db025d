//! Progress of a job: a bar on a terminal if it takes over a second; otherwise an occasional line.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fewest::support::progress::{Progress, Searches, Stage};
use fewest_text::Notes;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::interrupt;
use crate::number::counted;
use crate::plain;
use crate::terminal;

/// Delay before a bar is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// Interval between redraws.
const TICK: Duration = Duration::from_millis(100);
/// Delay before the remaining time is estimated; early estimates are unreliable.
const ESTIMATE_PATIENCE: Duration = Duration::from_secs(3);
/// Delay before the first line without a terminal. Later pauses double, up to the longest.
const LINE_PATIENCE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Shows a job's progress on standard error until dropped. A bar is erased at the end.
pub struct Bar {
    shown: Arc<Mutex<ProgressBar>>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// Starts showing a job's progress.
    pub fn watch(progress: &Arc<Progress>) -> Self {
        let shown = Arc::new(Mutex::new(ProgressBar::hidden()));
        let thread = (!plain::is_quiet()).then(|| {
            let (sender, end) = mpsc::channel();
            let (progress, shown) = (Arc::clone(progress), Arc::clone(&shown));
            let thread = if terminal::has_cursor(&io::stderr()) {
                std::thread::spawn(move || draw(&progress, &shown, &end))
            } else {
                std::thread::spawn(move || write_lines(&progress, &end))
            };
            (sender, thread)
        });
        Self { shown, thread }
    }

    /// Runs code that may write to the terminal, with the bar hidden meanwhile.
    fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.thread {
            Some(_) => lock(&self.shown, |shown| shown.suspend(write)),
            None => write(),
        }
    }

    /// Writes a line to standard error.
    pub fn report(&self, line: impl AsRef<str>) {
        self.aside(|| plain::report(line));
    }

    /// Writes a note to standard error, unless the program is quiet.
    pub fn note(&self, words: impl AsRef<str>) {
        self.aside(|| plain::note(words));
    }

    pub fn report_notes(&self, notes: &Notes) {
        notes.take().into_iter().for_each(|note| self.note(note));
    }

    /// Warns that an input is empty, although that may be allowed.
    pub fn warn_of_no_boards(&self, name: &str) {
        self.report(format!("warning: {name}: no boards"));
    }

    /// Standard output, for incremental writes while the bar is shown.
    pub fn output(&self) -> Output<'_> {
        let output = io::stdout().lock();
        Output {
            bar: Some(self).filter(|_| output.is_terminal()),
            output,
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            // Failing to draw a bar is not an error.
            let _ = thread.join();
        }
    }
}

/// Standard output, coordinated with the bar if both are on a terminal.
pub struct Output<'b> {
    bar: Option<&'b Bar>,
    output: io::StdoutLock<'static>,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.bar {
            Some(bar) => bar.aside(|| self.output.write(bytes)),
            None => self.output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.bar {
            Some(bar) => bar.aside(|| self.output.flush()),
            None => self.output.flush(),
        }
    }
}

fn lock<R>(shown: &Mutex<ProgressBar>, work: impl FnOnce(&mut ProgressBar) -> R) -> R {
    work(&mut shown.lock().unwrap_or_else(PoisonError::into_inner))
}

fn draw(progress: &Progress, shown: &Mutex<ProgressBar>, end: &Receiver<()>) {
    // The current view: a stage, or `None` during searches.
    let mut view = Some(Stage::default());
    let patience = Instant::now() + PATIENCE;
    loop {
        let wait = patience.saturating_duration_since(Instant::now()).max(TICK);
        match end.recv_timeout(wait) {
            Ok(()) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return lock(shown, |bar| bar.finish_and_clear());
            }
            Err(RecvTimeoutError::Timeout) => lock(shown, |bar| {
                let searches = progress.searches();
                let stage = (searches.running == 0).then(|| progress.stage());
                if stage != view {
                    view = stage;
                    bar.finish_and_clear();
                    *bar = match stage {
                        Some(Stage { since: None, .. }) => ProgressBar::hidden(),
                        Some(stage) => begin(stage, progress.total()),
                        None => ProgressBar::new_spinner().with_style(style("{msg}")),
                    };
                }
                match stage {
                    Some(_) => bar.set_position(progress.done()),
                    None => bar.set_message(searching(&searches, progress.done())),
                }
            }),
        }
    }
}

fn write_lines(progress: &Progress, end: &Receiver<()>) {
    let mut pause = LINE_PATIENCE;
    while end.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        pause = (2 * pause).min(LONGEST_PAUSE);
        if !interrupt::is_waiting()
            && let Some(line) = line(progress)
        {
            // Failing to write progress is not an error.
            let _ = writeln!(io::stderr(), "note: {line}");
        }
    }
}

/// The progress in words; `None` before the first stage.
fn line(progress: &Progress) -> Option<String> {
    let searches = progress.searches();
    if searches.running > 0 {
        return Some(searching(&searches, progress.done()));
    }
    let Stage { title, unit, since } = progress.stage();
    let (elapsed, done) = (since?.elapsed().as_secs(), progress.done());
    let done = match progress.total() {
        Some(total) => {
            let percent = u128::from(done) * 100 / u128::from(total);
            format!("{percent}% of {} {unit}", HumanCount(total))
        }
        None => format!("{} {unit}", HumanCount(done)),
    };
    Some(format!("{title}: {done}, {elapsed} s"))
}

/// A style from a template; an invalid template gives the default style.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The progress of searches in words, after `answered` boards.
fn searching(searches: &Searches, answered: u64) -> String {
    let elapsed = searches
        .since
        .map_or(Duration::ZERO, |since| since.elapsed());
    let what = match (searches.running, searches.threshold, searches.at_most) {
        (1, 0, None) => "searching: ".to_owned(),
        (1, threshold, None) => format!("searching: threshold {threshold}, "),
        (1, at_least, Some(at_most)) => {
            format!("searching: at least {at_least} moves, at most {at_most}, ")
        }
        (running, ..) => {
            let done = counted(answered, "board");
            format!("solving: {done} done, {running} running, ")
        }
    };
    format!(
        "{what}{} nodes, {}/s, {} s",
        HumanCount(searches.nodes),
        HumanCount(rate(searches.nodes, elapsed)),
        elapsed.as_secs()
    )
}

fn begin(stage: Stage, total: Option<u64>) -> ProgressBar {
    let Stage { title, unit, since } = stage;
    let elapsed = since.map_or(Duration::ZERO, |since| since.elapsed());
    let (bar, template) = match total {
        Some(total) => (
            ProgressBar::new(total),
            format!(
                "{title} {{wide_bar}} {{percent}}% of {{human_len}} {unit}, {{rate}}/s{{left}}"
            ),
        ),
        None => (
            ProgressBar::new_spinner(),
            format!("{title}: {{human_pos}} {unit}, {{rate}}/s, {{elapsed}}"),
        ),
    };
    let style = style(&template)
        .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A failed write only affects how the bar looks.
            let _ = write!(out, "{}", HumanCount(rate(state.pos(), state.elapsed())));
        })
        .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            if let Some(left) = left(state.pos(), state.len().unwrap_or(0), state.elapsed()) {
                let _ = write!(out, ", {} left", HumanDuration(left));
            }
        });
    bar.with_style(style).with_elapsed(elapsed)
}

/// The remaining time, once enough is done to estimate it.
fn left(done: u64, all: u64, elapsed: Duration) -> Option<Duration> {
    let is_known = elapsed >= ESTIMATE_PATIENCE && done.saturating_mul(100) >= all;
    let units = all.saturating_sub(done);
    is_known.then(|| Duration::from_secs(units / rate(done, elapsed).max(1)))
}

fn rate(units: u64, elapsed: Duration) -> u64 {
    let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
    units.saturating_mul(1000) / milliseconds.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_of_a_minute_began_with_five_weeks_left() {
        let second = Duration::from_secs(1);
        assert_eq!(left(79, 300_000_000, second), None);
        assert_eq!(left(79, 300_000_000, 4 * second), None);
        assert_eq!(left(50, 100, second), None);
        assert_eq!(left(10, 100, 5 * second), Some(45 * second));
        assert_eq!(left(100, 100, 5 * second), Some(Duration::ZERO));
    }

    #[test]
    fn a_line_says_what_is_done_and_how_far_it_is() {
        let progress = Progress::new();
        assert_eq!(line(&progress), None);
        progress.begin("building the table", "boards", Some(88_179_840));
        progress.add(44_089_920);
        let shown = line(&progress);
        assert_eq!(
            shown.as_deref(),
            Some("building the table: 50% of 88,179,840 boards, 0 s")
        );
        progress.begin("walking from the goal", "boards", None);
        progress.add(12_345);
        let shown = line(&progress);
        assert_eq!(
            shown.as_deref(),
            Some("walking from the goal: 12,345 boards, 0 s")
        );
        progress.begin_search();
        let shown = line(&progress).unwrap_or_default();
        assert!(shown.starts_with("searching: 0 nodes"), "{shown}");
    }
}
