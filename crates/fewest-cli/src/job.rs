//! Shared parts of long-running commands: threads, Ctrl-C, progress, a memory limit.

use std::fs;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use fewest::{Limits, Options, Progress};

use crate::interrupt;

/// Room for a deep search on every core.
const STACK: usize = 64 << 20;
/// The memory assumed if the machine does not report it, in bytes.
const SMALL_MACHINE: u64 = 4 << 30;

pub struct Job {
    begun: Instant,
    /// Set by Ctrl-C.
    pub cancel: Arc<AtomicBool>,
    pub progress: Arc<Progress>,
}

impl Job {
    /// Starts this many threads, at most one per core, and lets Ctrl-C stop the job. More threads
    /// than cores only cost time: a thousand of them took seconds to start.
    pub fn start(threads: Option<u16>) -> anyhow::Result<Self> {
        let job = Self {
            begun: Instant::now(),
            cancel: Arc::new(AtomicBool::new(false)),
            progress: Arc::new(Progress::new()),
        };
        interrupt::catch(Arc::clone(&job.cancel))?;
        let mut pool = rayon::ThreadPoolBuilder::new().stack_size(STACK);
        if let Some(threads) = threads {
            let cores = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
            pool = pool.num_threads(cores.min(threads.into()));
        }
        pool.build_global().context("can't start threads")?;
        Ok(job)
    }

    /// The options of this job, with this much memory in bytes or a quarter of the machine's.
    pub fn options(&self, memory: Option<u64>) -> Options {
        self.options_within(memory, None)
    }

    /// The options of a job with a time limit, which begins with the job.
    pub fn options_within(&self, memory: Option<u64>, time: Option<Duration>) -> Options {
        Options {
            limits: Limits {
                memory: Some(memory.unwrap_or_else(|| machine_memory() / 4)),
                ..Limits::default()
            },
            deadline: time.and_then(|time| self.begun.checked_add(time)),
            cancel: Arc::clone(&self.cancel),
            progress: Arc::clone(&self.progress),
            ..Options::default()
        }
    }
}

/// The machine's memory in bytes, as Linux reports it.
pub fn machine_memory() -> u64 {
    let kibibytes = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    kibibytes.map_or(SMALL_MACHINE, |kibibytes| kibibytes.saturating_mul(1024))
}
