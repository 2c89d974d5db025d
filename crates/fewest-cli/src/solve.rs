//! `fewest solve`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use fewest::catalogue::{self, Goal, Request, RunError, Summary};
use fewest::format::NamedGoal;
use fewest::search::Limits;
use fewest::solver::{Guide, Road};

use crate::arguments::Solve;
use crate::{End, input, interrupt};

/// Room for a deep search on every core.
const STACK: usize = 64 << 20;
/// Where the machine does not tell its memory, in bytes.
const SMALL_MACHINE: u64 = 4 << 30;

/// Answers all boards of all inputs.
pub fn run(arguments: &Solve) -> anyhow::Result<End> {
    let cancel = Arc::new(AtomicBool::new(false));
    interrupt::catch(Arc::clone(&cancel))?;
    let mut pool = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if let Some(threads) = arguments.threads {
        pool = pool.num_threads(threads.into());
    }
    pool.build_global().context("can't start threads")?;

    let puzzle = catalogue::find(&arguments.puzzle)?;
    let request = request(arguments, cancel)?;
    let mut session = puzzle.session(&request)?;
    let mut output = std::io::stdout().lock();
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() {
        &standard_input[..]
    } else {
        &arguments.files
    };
    let mut total = Summary::default();
    let mut has_failed = false;
    for file in files {
        let result = input::open(file).and_then(|(name, mut input)| {
            session
                .run(&name, &mut input, &mut output)
                .map_err(anyhow::Error::from)
        });
        match result {
            Ok(summary) => total = total.plus(summary),
            Err(error) => match error.downcast_ref::<RunError>() {
                Some(RunError::Cancelled) => {
                    eprintln!("fewest: interrupted; the answers so far are complete");
                    return Ok(End::Interrupted);
                }
                Some(RunError::Output(_) | RunError::Request(_)) => return Err(error),
                _ if arguments.keep_going => {
                    eprintln!("fewest: {}", crate::message(&error));
                    has_failed = true;
                }
                _ => return Err(error),
            },
        }
    }
    if total.errors > 0 {
        let (boards, lines) = if total.errors == 1 {
            ("board", "line")
        } else {
            ("boards", "lines")
        };
        eprintln!(
            "fewest: {} bad {boards}; see the error {lines} among the answers",
            total.errors
        );
    }
    Ok(if total.errors > 0 || has_failed {
        End::BadInput
    } else if total.stopped > 0 || total.beyond > 0 && arguments.max_moves.is_some() {
        End::Limited
    } else {
        End::Done
    })
}

fn request(arguments: &Solve, cancel: Arc<AtomicBool>) -> anyhow::Result<Request> {
    let goal = match &arguments.goal {
        None => None,
        Some(word) => Some(if let Some(goal) = NamedGoal::find(word) {
            Goal::Named(goal)
        } else {
            let text = input::goal(Path::new(word)).with_context(|| {
                format!("--goal {word}: neither blank-last, blank-first or snail nor a file that can be read")
            })?;
            Goal::Text {
                name: word.clone(),
                text,
            }
        }),
    };
    Ok(Request {
        from: arguments.from.clone(),
        to: arguments.to.clone(),
        steps: arguments.steps,
        tie: arguments.tie.clone(),
        road: Road::ALL
            .into_iter()
            .find(|road| road.name() == arguments.method)
            .unwrap_or_default(),
        guide: Guide::ALL
            .into_iter()
            .find(|guide| Some(guide.name()) == arguments.heuristic.as_deref()),
        goal,
        limits: Limits {
            moves: arguments.max_moves,
            nodes: arguments.max_nodes,
            time: arguments.max_time,
            memory: Some(arguments.memory.unwrap_or_else(|| machine_memory() / 4)),
        },
        keep_going: arguments.keep_going,
        cancel,
    })
}

/// The machine's memory in bytes, as Linux tells it.
fn machine_memory() -> u64 {
    let kibibytes = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    kibibytes.map_or(SMALL_MACHINE, |kibibytes| kibibytes.saturating_mul(1024))
}
