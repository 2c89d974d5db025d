//! The progress bar: for what takes over a second, on a terminal only.

use std::fmt;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fewest::progress::{Progress, Stage};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// How long a job is waited for before a bar is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Shows a job's progress on standard error until it is dropped; then nothing of it is left there.
pub struct Bar {
    thread: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Bar {
    /// For a job that writes nothing until it is done.
    pub fn watch(progress: &Arc<Progress>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { thread: None };
        }
        let (sender, messages) = mpsc::channel();
        let progress = Arc::clone(progress);
        let thread = std::thread::spawn(move || draw(&progress, &messages));
        Self {
            thread: Some((sender, thread)),
        }
    }

    /// For a job whose output comes bit by bit: on a terminal of its own, the output shows how far it is.
    pub fn watch_stream(progress: &Arc<Progress>) -> Self {
        if std::io::stdout().is_terminal() {
            return Self { thread: None };
        }
        Self::watch(progress)
    }

    /// Puts a line on standard error without getting in the bar's way.
    pub fn tell(&self, line: String) {
        let left = match &self.thread {
            Some((sender, _)) => sender.send(line).err().map(|error| error.0),
            None => Some(line),
        };
        if let Some(line) = left {
            eprintln!("{line}");
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

/// Draws until nobody sends lines any more.
fn draw(progress: &Progress, messages: &Receiver<String>) {
    let mut bar = ProgressBar::hidden();
    let mut stage = Stage::default();
    let patience = Instant::now() + PATIENCE;
    loop {
        let wait = patience.saturating_duration_since(Instant::now()).max(TICK);
        match messages.recv_timeout(wait) {
            Ok(line) => bar.suspend(|| eprintln!("{line}")),
            Err(RecvTimeoutError::Disconnected) => return bar.finish_and_clear(),
            Err(RecvTimeoutError::Timeout) => {
                if progress.stage() != stage {
                    stage = progress.stage();
                    bar.finish_and_clear();
                    bar = begin(stage, progress.total());
                }
                bar.set_position(progress.done());
            }
        }
    }
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
    // A template that is wrong costs the bar its looks only.
    let style = ProgressStyle::with_template(&template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // Nothing is lost with a part of a bar that can't be written.
            let _ = write!(out, "{}", HumanCount(rate(state)));
        })
        .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let units = state.len().unwrap_or(0).saturating_sub(state.pos());
            let left = Duration::from_secs(units / rate(state).max(1));
            let _ = write!(out, "{}", HumanDuration(left));
        });
    bar.with_style(style).with_elapsed(elapsed)
}

/// Units a second since the stage began.
fn rate(state: &ProgressState) -> u64 {
    let milliseconds = u64::try_from(state.elapsed().as_millis()).unwrap_or(u64::MAX);
    state.pos().saturating_mul(1000) / milliseconds.max(1)
}
