//! The progress bar: for what takes over a second, on a terminal only.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use fewest::progress::{Progress, Stage};
use indicatif::{ProgressBar, ProgressStyle};

/// How long a job is waited for before a bar is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Shows a job's progress on standard error until it is dropped; then nothing of it is left there.
pub struct Bar {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// For a job that writes nothing until it is done.
    pub fn watch(progress: &Arc<Progress>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { thread: None };
        }
        let (stop, stopped) = mpsc::channel();
        let progress = Arc::clone(progress);
        let thread = std::thread::spawn(move || {
            let is_over = |wait| stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
            if is_over(PATIENCE) {
                return;
            }
            let mut stage = Stage::default();
            let mut bar = ProgressBar::hidden();
            loop {
                if progress.stage() != stage {
                    stage = progress.stage();
                    bar.finish_and_clear();
                    bar = begin(stage, progress.total());
                }
                bar.set_position(progress.done());
                if is_over(TICK) {
                    bar.finish_and_clear();
                    return;
                }
            }
        });
        Self {
            thread: Some((stop, thread)),
        }
    }

    /// For a job whose output comes bit by bit: on a terminal of its own, the output shows how far it is.
    pub fn watch_stream(progress: &Arc<Progress>) -> Self {
        if std::io::stdout().is_terminal() {
            return Self { thread: None };
        }
        Self::watch(progress)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            // A bar that failed to draw is no reason to fail.
            let _ = thread.join();
        }
    }
}

fn begin(stage: Stage, total: Option<u64>) -> ProgressBar {
    let Stage { title, unit } = stage;
    let (bar, template) = match total {
        Some(total) => (
            ProgressBar::new(total),
            format!(
                "{title} {{wide_bar}} {{percent}}% of {{human_len}} {unit}, {{per_sec}}, {{eta}} left"
            ),
        ),
        None => (
            ProgressBar::new_spinner(),
            format!("{title}: {{human_pos}} {unit}, {{per_sec}}, {{elapsed}}"),
        ),
    };
    // A template that is wrong costs the bar its looks only.
    bar.with_style(
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}
