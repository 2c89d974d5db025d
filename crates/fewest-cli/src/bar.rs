//! The progress bar: for what takes over a second, on a terminal only.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fewest::catalogue::Notes;
use fewest::progress::{Progress, Searches, Stage};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// How long a job is waited for before a bar is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Shows a job's progress on standard error until it is dropped; then nothing of it is left there.
pub struct Bar {
    shown: Arc<Mutex<ProgressBar>>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// Shows what is told of a job from now on.
    pub fn watch(progress: &Arc<Progress>) -> Self {
        let shown = Arc::new(Mutex::new(ProgressBar::hidden()));
        let thread = io::stderr().is_terminal().then(|| {
            let (sender, end) = mpsc::channel();
            let (progress, shown) = (Arc::clone(progress), Arc::clone(&shown));
            (
                sender,
                std::thread::spawn(move || draw(&progress, &shown, &end)),
            )
        });
        Self { shown, thread }
    }

    /// Does what may write to the terminal without getting in the bar's way.
    fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.thread {
            Some(_) => lock(&self.shown, |shown| shown.suspend(write)),
            None => write(),
        }
    }

    /// Puts a line on standard error.
    pub fn tell(&self, line: impl AsRef<str>) {
        self.aside(|| eprintln!("{}", line.as_ref()));
    }

    /// Puts notes on standard error, a line each.
    pub fn tell_notes(&self, notes: &Notes) {
        for note in notes.take() {
            self.tell(format!("fewest: {note}"));
        }
    }

    /// Standard output, for what is written bit by bit while the bar is shown.
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
            // A bar that failed to draw is no reason to fail.
            let _ = thread.join();
        }
    }
}

/// Standard output, beside the bar if both are on a terminal.
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

/// Works with what is shown.
fn lock<R>(shown: &Mutex<ProgressBar>, work: impl FnOnce(&mut ProgressBar) -> R) -> R {
    work(&mut shown.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Draws until its end is told.
fn draw(progress: &Progress, shown: &Mutex<ProgressBar>, end: &Receiver<()>) {
    // What is shown: a stage, or none while searches are.
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

/// A template that is wrong costs the bar its looks only.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// What searches do, in words; `answered` boards before them.
fn searching(searches: &Searches, answered: u64) -> String {
    let elapsed = searches
        .since
        .map_or(Duration::ZERO, |since| since.elapsed());
    let what = match (searches.running, searches.threshold) {
        (1, 0) => "searching: ".to_owned(),
        (1, threshold) => format!("searching: threshold {threshold}, "),
        (running, _) => format!("answering: {answered} boards and {running} under way, "),
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
                "{title} {{wide_bar}} {{percent}}% of {{human_len}} {unit}, {{rate}}/s, {{left}} left"
            ),
        ),
        None => (
            ProgressBar::new_spinner(),
            format!("{title}: {{human_pos}} {unit}, {{rate}}/s, {{elapsed}}"),
        ),
    };
    let style = style(&template)
        .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // Nothing is lost with a part of a bar that can't be written.
            let _ = write!(out, "{}", HumanCount(rate(state.pos(), state.elapsed())));
        })
        .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let units = state.len().unwrap_or(0).saturating_sub(state.pos());
            let left = Duration::from_secs(units / rate(state.pos(), state.elapsed()).max(1));
            let _ = write!(out, "{}", HumanDuration(left));
        });
    bar.with_style(style).with_elapsed(elapsed)
}

/// Units a second.
fn rate(units: u64, elapsed: Duration) -> u64 {
    let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
    units.saturating_mul(1000) / milliseconds.max(1)
}
