//! Running the program.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that any run may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    /// The exit code, -1 after a signal.
    pub code: i32,
}

impl Run {
    /// Standard error without the notes on unsolvable boards.
    pub fn other_notes(&self) -> String {
        let lines = self.stderr.split_inclusive('\n');
        let others = lines.filter(|line| !line.contains(" can't be solved"));
        others.collect()
    }

    /// Asserts success, this output, and nothing on standard error except why boards can't be
    /// solved.
    #[track_caller]
    pub fn gives(&self, stdout: &str) {
        assert_eq!((self.code, &*self.other_notes()), (0, ""), "{self:?}");
        assert_eq!(self.stdout, stdout);
    }

    /// Asserts success, this output, and nothing on standard error except the assumed input format.
    #[track_caller]
    pub fn gives_assuming(&self, format: &str, stdout: &str) {
        let expected = format!("read as {format}, whose goal is ");
        let notes = self.other_notes();
        let mut lines = notes.lines();
        assert!(lines.next().is_some_and(|line| line.contains(&expected)));
        assert_eq!((self.code, lines.next()), (0, None), "{self:?}");
        assert_eq!(self.stdout, stdout);
    }

    /// Asserts this output, then exit code 2 with exactly this message.
    #[track_caller]
    pub fn fails(&self, stdout: &str, stderr: &str) {
        assert_eq!(self.stderr, format!("error: {stderr}\n"));
        assert_eq!(self.stdout, stdout);
        assert_eq!(self.code, 2);
    }

    /// Asserts a regular end, whatever the input.
    #[track_caller]
    pub fn is_orderly(&self) {
        assert!(matches!(self.code, 0..=2), "{}: {}", self.code, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}

/// Marks commands whose plans and progress are left out of [`Run::stderr`].
const SETTLED: &str = "FEWEST_TEST_SETTLED";

/// The program, without a folder for tables. Runs have no plan and no progress, for on a busy
/// machine a short job may be a long one.
pub fn fewest() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.env("FEWEST_TABLE_DIR", "").env(SETTLED, "");
    command
}

/// Returns true for a line about what a job is about to do, or how far it is.
fn is_progress(line: &str) -> bool {
    const PLANS: [&str; 6] = [
        "; levels in ",
        ": level by level on ",
        ": outwards from the goal",
        " can be proved",
        " are shared by ",
        " nearer levels are not kept",
    ];
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    line.strip_prefix("note: ").is_some_and(|words| {
        let seconds = words
            .strip_suffix(" s")
            .and_then(|rest| rest.rsplit(", ").next());
        seconds.is_some_and(is_number) || PLANS.iter().any(|plan| words.contains(plan))
    })
}

/// Standard error without plans and progress.
pub fn settled(errors: &str) -> String {
    let lines = errors.split_inclusive('\n');
    let lines = lines.filter(|line| !is_progress(line.trim_end()));
    lines.collect()
}

/// Waits for a child that is fed and listened to; kills it if that takes too long.
#[track_caller]
pub fn wait(child: &mut Child) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status.code().unwrap_or(-1);
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("a child can be killed");
            panic!("still running after {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a command on this input.
#[track_caller]
pub fn run(mut command: Command, stdin: impl Into<Vec<u8>>) -> Run {
    let is_settled = command.get_envs().any(|(name, _)| name == SETTLED);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = stdin.into();
    let mut to = child.stdin.take().expect("piped");
    // The program may end before it reads everything.
    let feed = thread::spawn(move || drop(to.write_all(&stdin)));
    let mut from = child.stdout.take().expect("piped");
    let listen = thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).map(|_| bytes)
    });
    let mut errors = child.stderr.take().expect("piped");
    let listen_errors = thread::spawn(move || {
        let mut bytes = Vec::new();
        errors.read_to_end(&mut bytes).map(|_| bytes)
    });
    let code = wait(&mut child);
    feed.join().expect("feeds");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let errors = text(listen_errors.join().expect("listens").expect("readable"));
    Run {
        stdout: text(listen.join().expect("listens").expect("readable")),
        stderr: if is_settled { settled(&errors) } else { errors },
        code,
    }
}

/// Runs `fewest` with arguments parted by spaces on this input.
#[track_caller]
pub fn fewest_on(arguments: &str, stdin: impl Into<Vec<u8>>) -> Run {
    let mut command = fewest();
    command.args(arguments.split_whitespace());
    run(command, stdin)
}

/// Runs `fewest solve`.
#[track_caller]
pub fn solve(arguments: &str, stdin: impl Into<Vec<u8>>) -> Run {
    fewest_on(&format!("solve {arguments}"), stdin)
}

/// A file of the repository.
pub fn file(path: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../..").join(path)
}

/// The text of a file of the repository.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(file(path)).expect("the file is there")
}

/// The columns of a file of reference answers.
pub fn corpus(name: &str) -> Vec<Vec<String>> {
    text(&format!("corpus/{name}"))
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').map(str::to_owned).collect())
        .collect()
}

/// The tiles of a board like `1,2,3,0` after the blank went these ways.
pub fn slide(board: &str, width: usize, moves: &str) -> String {
    let mut tiles: Vec<&str> = board.split(',').collect();
    for way in moves.chars() {
        let blank = tiles.iter().position(|&tile| tile == "0").expect("a blank");
        let other = match way {
            'u' if blank >= width => blank - width,
            'd' if blank + width < tiles.len() => blank + width,
            'l' if blank % width > 0 => blank - 1,
            'r' if blank % width + 1 < width => blank + 1,
            _ => panic!("no move {way} on {tiles:?}"),
        };
        tiles.swap(blank, other);
    }
    tiles.join(",")
}

/// The methods that use a heuristic.
pub const GUIDED: [&str; 3] = ["ida-star", "a-star", "nbs"];

/// Every method that searches.
pub const SEARCHES: [&str; 7] = [
    "ida-star",
    "a-star",
    "breadth-first",
    "iterative-deepening",
    "bidirectional",
    "uniform-cost",
    "nbs",
];
