//! Whole processes: the program as its users run it, from file to file.
//!
//! Each job runs a number of times in turn with the others, so that all see the same noise; the table shows the least, the
//! median and the greatest wall time, the peak memory, and the time that the project holds itself to. Jobs on one core run
//! with `--threads 1`. `FEWEST_BENCH_QUICK=1` takes a hundredth of the boards and one round, to see that it runs; a word
//! on the command line picks the jobs with that word in their names.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

const PROGRAM: &str = env!("CARGO_BIN_EXE_fewest");

/// One way to run the program.
struct Job {
    name: String,
    input: PathBuf,
    arguments: Vec<&'static str>,
    /// The wall time to stay below, where the project names one.
    floor: Option<Duration>,
    times: Vec<Duration>,
    peak: u64,
}

/// Writes the inputs, the same ones each time.
struct Inputs<'a> {
    folder: &'a Path,
    rng: Rng,
    is_quick: bool,
}

impl Inputs<'_> {
    fn scaled(&self, count: usize) -> usize {
        if self.is_quick {
            (count / 100).max(1)
        } else {
            count
        }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).expect("the bench folder can be written");
        path
    }

    fn shuffled(&mut self, pieces: &str) -> Vec<char> {
        let mut pieces: Vec<char> = pieces.chars().collect();
        self.rng.shuffle(&mut pieces);
        pieces
    }

    fn words(&mut self, pieces: &str) -> String {
        let words: Vec<String> = self.shuffled(pieces).iter().map(char::to_string).collect();
        words.join(" ") + "\n"
    }

    fn rotation(&mut self, name: &str, count: usize) -> PathBuf {
        let boards: String = (0..count)
            .map(|_| self.words("111111112222222233333333"))
            .collect();
        self.file(name, &(boards + "0\n"))
    }

    fn eight(&mut self, name: &str, count: usize) -> PathBuf {
        let boards: String = (0..count).map(|_| self.words("12345678x")).collect();
        self.file(name, &boards)
    }

    fn pairs(&mut self, count: usize) -> PathBuf {
        let is_odd = |board: &[char]| {
            let tiles: Vec<char> = board.iter().copied().filter(|&c| c != 'X').collect();
            let inversions = |i: usize| tiles[i..].iter().filter(|&&tile| tile < tiles[i]).count();
            (0..tiles.len()).map(inversions).sum::<usize>() % 2
        };
        let mut text = format!("{count}\n");
        for _ in 0..count {
            let start = self.shuffled("12345678X");
            let mut goal = self.shuffled("12345678X");
            if is_odd(&start) != is_odd(&goal) {
                let tiles: Vec<usize> = (0..9).filter(|&cell| goal[cell] != 'X').collect();
                goal.swap(tiles[0], tiles[1]);
            }
            text.extend(start);
            text.push('\n');
            text.extend(goal);
            text.push('\n');
        }
        self.file("pairs.txt", &text)
    }

    fn knights(&mut self, name: &str, count: usize) -> PathBuf {
        let mut text = format!("{count}\n");
        for _ in 0..count {
            for row in self.shuffled("000000000000111111111111*").chunks(5) {
                text.extend(row);
                text.push('\n');
            }
        }
        self.file(name, &text)
    }
}

/// The most memory a running child has held so far, in KiB, as Linux tells it.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

impl Job {
    fn run(&mut self, output: &Path) {
        let out = File::create(output).expect("the bench folder can be written");
        let start = Instant::now();
        let mut child = Command::new(PROGRAM)
            // From nothing: no table of an earlier run.
            .env("FEWEST_TABLE_DIR", "")
            .arg("solve")
            .args(&self.arguments)
            .arg(&self.input)
            .stdout(out)
            .stdin(Stdio::null())
            .spawn()
            .expect("the program runs");
        let pause = |elapsed| {
            // Short against a quick job, long enough not to disturb a slow one.
            let is_quick = elapsed < Duration::from_millis(50);
            std::thread::sleep(Duration::from_micros(if is_quick { 200 } else { 5000 }));
        };
        loop {
            self.peak = self.peak.max(peak(&child).unwrap_or(0));
            if child
                .try_wait()
                .expect("the program can be waited for")
                .is_some()
            {
                break;
            }
            pause(start.elapsed());
        }
        self.times.push(start.elapsed());
    }

    #[expect(clippy::cast_precision_loss, reason = "shown to a tenth of a MiB")]
    fn row(&mut self) -> String {
        self.times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let median = self.times[self.times.len() / 2];
        let floor = self
            .floor
            .map_or("-".to_owned(), |floor| format!("{:.0}", ms(floor)));
        format!(
            "{:<44}{:>10.1}{:>10.1}{:>10.1}{:>9}{:>9.1}",
            self.name,
            ms(self.times[0]),
            ms(median),
            ms(self.times[self.times.len() - 1]),
            floor,
            self.peak as f64 / 1024.0,
        )
    }
}

fn jobs(inputs: &mut Inputs<'_>) -> Vec<Job> {
    let mut jobs = Vec::new();
    let mut add = |name: String, input: PathBuf, arguments: &[&'static str], floor: Option<u64>| {
        let arguments = arguments.to_vec();
        let floor = floor.map(Duration::from_millis);
        jobs.push(Job {
            name,
            input,
            arguments,
            floor,
            times: Vec::new(),
            peak: 0,
        });
    };
    let one = ["--threads", "1"];
    let with = |words: &[&'static str]| [words, &one].concat();
    let many = inputs.scaled(1_000_000);
    let some = inputs.scaled(100_000);
    let few = inputs.scaled(1_000);
    let input = inputs.rotation("rotation.txt", many);
    add(
        format!("rotation, {many} boards"),
        input,
        &with(&["rotation"]),
        Some(1000),
    );
    let input = inputs.rotation("rotation-1.txt", 1);
    add(
        "rotation, 1 board".to_owned(),
        input,
        &with(&["rotation"]),
        Some(20),
    );
    let input = inputs.rotation("rotation-few.txt", few);
    add(
        format!("rotation, {few} boards"),
        input.clone(),
        &with(&["rotation"]),
        None,
    );
    add(
        format!("rotation, {few} boards, textbook IDA*"),
        input,
        &with(&["rotation", "--method", "ida-star"]),
        None,
    );
    let input = inputs.eight("eight.txt", many);
    add(
        format!("eight, {many} boards"),
        input,
        &with(&["eight"]),
        Some(1000),
    );
    let input = inputs.eight("eight-1.txt", 1);
    add(
        "eight, 1 board".to_owned(),
        input,
        &with(&["eight"]),
        Some(20),
    );
    let input = inputs.pairs(some);
    add(
        format!("hdu3567, {some} pairs"),
        input,
        &with(&["eight"]),
        Some(1000),
    );
    let input = inputs.knights("knights.txt", some);
    add(
        format!("scoi2005, {some} boards"),
        input,
        &with(&["knights"]),
        Some(1000),
    );
    let input = inputs.knights("knights-1.txt", 1);
    add(
        "scoi2005, 1 board".to_owned(),
        input.clone(),
        &with(&["knights"]),
        Some(20),
    );
    add(
        "knights, full table, 2 cores".to_owned(),
        input,
        &["knights", "--method", "table", "--threads", "2"],
        Some(2000),
    );
    jobs
}

fn main() {
    // Cargo passes flags of its own harness; words that are no flags pick jobs.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let is_quick = std::env::var_os("FEWEST_BENCH_QUICK").is_some();
    let folder = tempfile::tempdir().expect("a folder for inputs can be made");
    let mut inputs = Inputs {
        folder: folder.path(),
        rng: Rng::with_seed(2286),
        is_quick,
    };
    let mut jobs = jobs(&mut inputs);
    jobs.retain(|job| {
        words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str()))
    });
    let rounds = if is_quick { 1 } else { 11 };
    let output = folder.path().join("output");
    for round in 0..=rounds {
        for job in &mut jobs {
            // The textbook's search takes long enough to be measured in fewer rounds.
            if !is_quick && job.name.contains("textbook") && round > 3 {
                continue;
            }
            job.run(&output);
            if round == 0 {
                job.times.clear();
            }
        }
    }
    println!(
        "{:<44}{:>10}{:>10}{:>10}{:>9}{:>9}",
        "milliseconds", "least", "median", "most", "floor", "MiB"
    );
    for job in &mut jobs {
        println!("{}", job.row());
    }
    let median = |word: &str| {
        let job = jobs.iter().find(|job| job.name.ends_with(word))?;
        Some(job.times[job.times.len() / 2].as_secs_f64())
    };
    let boards = inputs.scaled(1_000);
    if let (Some(table), Some(textbook)) = (
        median(&format!("rotation, {boards} boards")),
        median("textbook IDA*"),
    ) {
        println!(
            "textbook IDA* takes {:.0} times as long as the table, which is built anew",
            textbook / table
        );
    }
}
