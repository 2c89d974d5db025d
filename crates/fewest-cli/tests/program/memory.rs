//! The peak memory of the program, compared with `--memory`.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::fewest;

const MB: u64 = 1_000_000;
/// The program itself as tests compile it, its stacks and buffers.
const BASE: u64 = 22 * MB;
const PATIENCE: Duration = Duration::from_mins(1);

/// The exit code of a command, and the most bytes of memory that it held, read again and again while
/// it runs.
fn peak(arguments: &str) -> (Option<i32>, u64) {
    let mut command = fewest();
    command.args(arguments.split(' '));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::null()).spawn();
    let mut child = child.expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let (mut peak, start) = (0, Instant::now());
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kib.map_or(0, |kib: u64| kib * 1024));
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return (status.code(), peak);
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("a child can be killed");
            panic!("{arguments}: still running after {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Links of pieces were built to learn that they do not fit: `block223` took 115 MB within 20 MB.
#[test]
fn commands_on_stages_took_more_memory_than_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = format!("--checkpoint {}", folder.path().display());
    for (arguments, limit, code) in [
        ("survey block223 --max-moves 0", 20, 0),
        ("survey block223 --max-moves 0 --dry-run", 20, 0),
        ("survey block223", 20, 2),
        ("survey block223 --dry-run", 20, 2),
        ("survey xcross --max-moves 0", 5, 0),
        ("survey xcross --max-moves 5", 5, 0),
        ("survey first-layer --max-moves 3", 5, 0),
        ("survey eo-xcross --max-moves 0", 5, 0),
        ("survey cross", 5, 0),
        (&format!("survey domino --max-moves 2 {kept}"), 50, 0),
        ("solve block223 --scramble F", 5, 0),
        ("solve eo-xcross --scramble F", 5, 0),
        ("generate block223 --distance 2", 5, 0),
        ("generate xcross --distance 6", 10, 0),
        ("define check block223", 5, 0),
        ("define check eo-xcross", 5, 0),
    ] {
        let (ended, peak) = peak(&format!("{arguments} --memory {limit}M"));
        assert_eq!(ended, Some(code), "{arguments} --memory {limit}M");
        let allowed = limit * MB + BASE;
        assert!(
            peak <= allowed,
            "{arguments} --memory {limit}M: {peak} bytes"
        );
    }
}
