//! The module that the page runs, in node, against the same library compiled for this machine: every answer is the same, letter for
//! letter.
//!
//! The module is the one in the page's folder, or the one in the folder that `FEWEST_MODULE` names; a slow one, compiled for tests, is
//! asked less (`FEWEST_MODULE_SLOW`). Without node nothing is run, and that is said; `FEWEST_NODE` makes it a failure.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{env, fs, thread};

use fewest::model::Kind;
use fewest::{Draw, ENTRIES, Options, Pool, Puzzle};
use fewest_wasm::{MEMORY, Session};
use serde_json::{Value, json};

/// Tables of more bytes than this take a second or more: they have a test of their own.
const MAX_BYTES: u64 = 20_000_000;
/// The same where the module is slow: larger tables are not built at all.
const MAX_BYTES_SLOW: u64 = 2_000_000;
/// Puzzles with larger tables.
const LARGE: [&str; 2] = ["knights", "corners"];
/// Larger ones than these take too long: the puzzle is opened, and its boards are not asked.
const LARGEST: u64 = 200_000_000;
/// Boards asked of each puzzle: of a tabulated one any, of another only those a few moves from the
/// solved one, since the others take seconds each.
const ASKED: usize = 300;
/// From more boards on, large pattern databases are built, which takes many seconds.
const FEW: usize = 30;
/// Puzzles with more arrangements than this take a second or more to survey.
const SURVEYED: u32 = 1_000_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A module that answers.
struct Module {
    node: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Module {
    /// Starts it; `None` where there is no node.
    fn start() -> Option<Self> {
        let default = root().join("crates/fewest-cli/page/module");
        let folder = env::var_os("FEWEST_MODULE").map_or(default, PathBuf::from);
        let script = root().join("crates/fewest-wasm/tests/module/run.mjs");
        let node = Command::new("node")
            .args([script, folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut node) = node else {
            assert!(
                env::var_os("FEWEST_NODE").is_none(),
                "node can't be started"
            );
            eprintln!("node is not here: the module is not run");
            return None;
        };
        Some(Self {
            input: node.stdin.take(),
            output: BufReader::new(node.stdout.take()?),
            node,
        })
    }

    /// The answers to requests, in their order.
    fn answers(&mut self, requests: &[Value]) -> Vec<String> {
        let mut input = self.input.take().expect("its standard input");
        let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
        // While answers are read, or both sides wait for each other.
        let writing = thread::spawn(move || {
            for line in lines {
                writeln!(input, "{line}").expect("it reads");
            }
            input
        });
        let lines = (&mut self.output).lines().take(requests.len());
        let answers = lines.map(|line| line.expect("it answers")).collect();
        self.input = Some(writing.join().expect("all is written"));
        answers
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}

/// An answer without what no two runs share.
fn timeless(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).expect("JSON");
    for path in ["/reply", "/reply/run"] {
        if let Some(Value::Object(fields)) = answer.pointer_mut(path) {
            fields.remove("milliseconds");
            fields.remove("preparation");
            // What a board takes in memory depends on the machine's pointers.
            fields.remove("memory");
        }
    }
    answer
}

/// Asks both, and compares.
fn compare(module: &mut Module, requests: &[Value]) {
    let mut session = Session::new(|_| ());
    let answers = module.answers(requests);
    assert_eq!(answers.len(), requests.len(), "the module broke off");
    for (request, answer) in requests.iter().zip(answers) {
        let native = session.answer(&request.to_string());
        let (expected, found) = (timeless(&native), timeless(&answer));
        assert!(
            expected == found,
            "{request}\nnatively: {expected}\nmodule: {found}"
        );
    }
}

fn is_slow() -> bool {
    env::var_os("FEWEST_MODULE_SLOW").is_some()
}

/// Boards of a puzzle, drawn at random where every board's distance is looked up, else a few moves from the solved one.
fn boards(puzzle: &Puzzle, is_tabulated: bool, count: usize) -> Vec<Vec<u8>> {
    if is_tabulated {
        let draw = Draw {
            pool: Pool::Solvable,
            count: count as u64,
            seed: 4,
            distinct: false,
        };
        let samples = puzzle.sample(&draw, &Options::default()).expect("boards");
        let symbols = samples.iter().map(|sample| sample.board.symbols().to_vec());
        return symbols.collect();
    }
    let mut random = fastrand::Rng::with_seed(4);
    let solved = puzzle.solved_board(&Options::default()).expect("a board");
    // Others have more moves on each board than tiles.
    let limit = match puzzle.model().kind {
        Kind::Sliding => 12,
        _ => 5,
    };
    let walk = |_| {
        let mut board = solved.clone();
        for _ in 0..random.usize(..limit) {
            let moves = puzzle.legal_moves(&board);
            let m = moves[random.usize(..moves.len())];
            board = puzzle.after(&board, m).expect("a legal move");
        }
        board.symbols().to_vec()
    };
    (0..count).map(walk).collect()
}

/// What is asked of a puzzle: everything that a page asks.
fn requests(open: &Value, puzzle: &Puzzle) -> Vec<Value> {
    let bytes = puzzle
        .table_bytes(&Options::default())
        .expect("no goal is requested");
    // The page searches where a table would take too much memory.
    let is_searched = bytes.is_none_or(|bytes| bytes > MEMORY);
    let max_bytes = match (is_slow(), is_searched) {
        (true, _) => MAX_BYTES_SLOW,
        (false, true) => u64::MAX,
        (false, false) => LARGEST,
    };
    if bytes.is_some_and(|bytes| bytes > max_bytes) {
        return vec![open.clone()];
    }
    let mut requests = vec![open.clone(), json!({ "ask": "contenders" })];
    let count = if is_slow() { 20 } else { ASKED };
    let boards = boards(puzzle, !is_searched, count);
    // A puzzle that was opened anew has searched no board. Others are prepared for the first.
    let model = puzzle.model();
    let is_reopened = is_searched && model.kind == Kind::Sliding && model.cells() > 16;
    for (place, board) in boards.iter().enumerate() {
        if is_reopened && place % FEW == 0 {
            requests.push(open.clone());
        }
        requests.push(json!({ "ask": "truth", "board": board }));
    }
    if is_searched && model.kind == Kind::Sliding {
        for (round, board) in boards.iter().take(2).enumerate() {
            requests.push(json!({ "ask": "quick", "board": board, "round": round }));
        }
    }
    let some = &boards[..boards.len().min(20)];
    for board in some {
        for format in fewest_text::formats(puzzle) {
            requests.push(json!({ "ask": "write", "board": board, "format": format.name }));
        }
        if !is_searched {
            requests.push(json!({ "ask": "answers", "board": board }));
            requests.push(
                json!({ "ask": "certificate", "board": board, "solution": [0], "name": "proof" }),
            );
        }
    }
    for board in &boards[..boards.len().min(3)] {
        for (algorithm, heuristic) in [
            ("a-star", "blind"),
            ("breadth-first", "blind"),
            ("ida-star", "out-of-place"),
        ] {
            let search = json!({ "board": board, "algorithm": algorithm, "heuristic": heuristic });
            let mut run = search.clone();
            run["ask"] = "run".into();
            run["nodes"] = 20_000.into();
            let mut step = search;
            step["ask"] = "step".into();
            step["most"] = 50.into();
            requests.extend([run, step]);
        }
    }
    let arrangements = puzzle.model().structure.arrangements();
    if arrangements <= SURVEYED.into() && !is_slow() {
        requests.push(json!({ "ask": "survey" }));
        requests.push(json!({ "ask": "deal", "wanted": "hardest", "seed": 3 }));
        requests.push(json!({ "ask": "deal", "wanted": { "moves": 5 }, "seed": 3 }));
    }
    requests.push(json!({ "ask": "deal", "wanted": "random", "seed": 3 }));
    requests
}

#[test]
fn every_puzzle() {
    let Some(mut module) = Module::start() else {
        return;
    };
    let sizes = ["sliding:2x2", "sliding:4x2", "sliding:5x5", "sliding:6x5"];
    let names = ENTRIES.iter().map(|entry| entry.name);
    let names = names.filter(|name| *name != "sliding:WxH" && !LARGE.contains(name));
    for name in names.chain(sizes) {
        ask_everything(&mut module, name);
    }
}

/// Puzzles whose tables take seconds.
#[test]
fn large_tables() {
    let Some(mut module) = Module::start() else {
        return;
    };
    for name in LARGE {
        ask_everything(&mut module, name);
    }
}

fn ask_everything(module: &mut Module, name: &str) {
    let puzzle = Puzzle::open(name).expect("a known name");
    let open = json!({ "ask": "open", "puzzle": name });
    let mut requests = requests(&open, &puzzle);
    if name == "knights" && !is_slow() {
        let mut lines = corpus("knights");
        // Each other goal has a table of its own: two of them will do.
        lines.sort_by_key(|[open, _]| open["goal"].is_array());
        let other = lines.partition_point(|[open, _]| open["goal"].is_null());
        assert!(other > 100, "only {other} lines of the corpus are asked");
        lines.truncate(other + 2);
        let (same, others) = lines.split_at(other);
        requests.extend(same.iter().map(|[_, truth]| truth.clone()));
        requests.extend(others.concat());
    }
    compare(module, &requests);
}

/// What is asked about a line of the corpus: to open its puzzle for its goal, and the truth about its
/// board. Nothing where that takes a search, or a large table of its own.
fn asked(path: &str, line: &str) -> Option<[Value; 2]> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, boards) = match (path, &words[..]) {
        ("sliding", [size, start, goal, ..]) => (format!("sliding:{size}"), vec![*start, *goal]),
        ("knights", [start, goal, ..]) => (path.to_owned(), vec![*start, *goal]),
        (_, [start, ..]) => (path.to_owned(), vec![*start]),
        _ => return None,
    };
    let puzzle = Puzzle::open(&name).expect("a known name");
    let model = puzzle.model();
    let symbols = |text: &str| -> Vec<u8> {
        let characters = || text.chars().map(String::from).collect();
        let numbers = || text.split(',').map(str::to_owned).collect();
        let words: Vec<String> = if path == "sliding" {
            numbers()
        } else {
            characters()
        };
        // The blank of knights is written as a star.
        let symbol = |word: &String| model.find_symbol(word).or(model.blank);
        words.iter().filter_map(symbol).collect()
    };
    let boards: Vec<Vec<u8>> = boards.into_iter().map(symbols).collect();
    let options = Options::default();
    let solved = puzzle.solved_board(&options).expect("no goal is requested");
    let goal = boards.get(1).filter(|goal| *goal != solved.symbols());
    let bytes = puzzle
        .table_bytes(&options)
        .expect("no goal is requested")?;
    let max_bytes = if is_slow() { MAX_BYTES_SLOW } else { MAX_BYTES };
    if bytes > max_bytes && !LARGE.contains(&path) {
        return None;
    }
    let open = json!({ "ask": "open", "puzzle": name, "goal": goal });
    Some([open, json!({ "ask": "truth", "board": boards[0] })])
}

/// What is asked about a file of the corpus: boards whose distances an independent enumeration found, with their goals.
fn corpus(path: &str) -> Vec<[Value; 2]> {
    let file = root().join(format!("corpus/{path}.txt"));
    let text = fs::read_to_string(file).expect(path);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| asked(path, line)).collect()
}

/// The boards of the corpus, and every example, as they would be pasted.
#[test]
fn the_corpus_and_the_examples() {
    let Some(mut module) = Module::start() else {
        return;
    };
    let read = |path: &str| fs::read_to_string(root().join(path)).expect(path);
    let boards = [
        ("rotation", "examples/rotation.txt"),
        ("knights", "examples/knights.txt"),
        ("knights", "examples/knightsfen.txt"),
        ("eight", "examples/eight.txt"),
        ("eight", "examples/hdu3567.txt"),
        ("eight", "examples/p1379.txt"),
        ("eight", "examples/princeton.txt"),
        ("eight", "examples/npuzzle42.txt"),
        ("eight", "examples/hackerrank.txt"),
        ("sliding:3x2", "examples/leetcode773.txt"),
        ("fifteen", "examples/fifteen.txt"),
        ("fifteen", "corpus/korf100.txt"),
        ("fifteen", "corpus/fifteen80.txt"),
        ("twentyfour", "corpus/korf_felner_50.txt"),
    ];
    let mut requests = Vec::new();
    for (puzzle, path) in boards {
        let text = read(path);
        requests.push(json!({ "ask": "open", "puzzle": puzzle }));
        requests.push(json!({ "ask": "read", "text": text }));
        requests.push(json!({ "ask": "read", "text": text, "format": "plain" }));
    }
    let (mut asked_lines, mut last) = (0, Value::Null);
    for [open, truth] in ["rotation", "sliding"].into_iter().flat_map(corpus) {
        if open != last {
            requests.push(open.clone());
        }
        last = open;
        requests.push(truth);
        asked_lines += 1;
    }
    assert!(
        asked_lines > 400,
        "only {asked_lines} lines of the corpus were asked"
    );
    compare(&mut module, &requests);
}

/// Definitions, good and bad, as they stand in the editor; and requests that make no sense.
#[test]
fn definitions_and_nonsense() {
    let Some(mut module) = Module::start() else {
        return;
    };
    let mut requests = vec![
        json!({ "ask": "truth", "board": [1, 2, 3] }),
        json!({ "ask": "open" }),
        json!({ "ask": "open", "puzzle": "nothing" }),
        json!({ "ask": "open", "puzzle": "sliding:300x300" }),
        json!({ "nothing": 1 }),
        json!([1, 2]),
        json!({ "ask": "open", "puzzle": "eight", "goal": [1, 2] }),
        json!({ "ask": "open", "puzzle": "eight" }),
        json!({ "ask": "truth", "board": [] }),
        json!({ "ask": "truth", "board": [9, 9, 9, 9, 9, 9, 9, 9, 9] }),
        json!({ "ask": "truth", "board": [1, 1, 1, 1, 1, 1, 1, 1, 1] }),
        json!({ "ask": "truth", "board": [2, 1, 3, 4, 5, 6, 7, 8, 0] }),
        json!({ "ask": "write", "board": [1, 2, 3, 4, 5, 6, 7, 8, 0], "format": "poj2286" }),
        json!({ "ask": "run", "board": [1, 2, 3, 4, 5, 6, 7, 0, 8], "algorithm": "x", "heuristic": null }),
        json!({ "ask": "run", "board": [1, 2, 3, 4, 5, 6, 7, 0, 8], "algorithm": "weighted-a-star", "heuristic": "manhattan" }),
        json!({ "ask": "run", "board": [1, 2, 3, 4, 5, 6, 7, 0, 8], "algorithm": "weighted-a-star", "heuristic": "manhattan", "weight": "1/0" }),
        json!({ "ask": "deal", "wanted": { "moves": 200 }, "seed": 1 }),
        json!({ "ask": "read", "text": "\u{0}\u{fffd} 1 2 3" }),
        json!({ "ask": "read", "text": "" }),
        json!({ "ask": "moves", "board": [1, 2, 3, 4, 5, 6, 7, 8, 0], "text": "ul\u{1f9e9}r" }),
        json!({ "ask": "moves", "board": [1, 2, 3], "text": "u" }),
        json!({ "ask": "open", "of": 1, "puzzle": "eight" }),
        json!({ "ask": "truth", "of": 1, "board": [1, 2, 3, 4, 5, 6, 7, 0, 8] }),
        json!({ "ask": "truth", "of": 2, "board": [1, 2, 3, 4, 5, 6, 7, 0, 8] }),
        json!({ "ask": "truth", "of": "eight", "board": [1, 2, 3, 4, 5, 6, 7, 0, 8] }),
        json!({ "ask": "look", "puzzle": "cube3" }),
        json!({ "ask": "look", "puzzle": "nothing" }),
    ];
    for folder in ["puzzles", "fuzz/seeds"] {
        for file in fs::read_dir(root().join(folder)).expect(folder) {
            let path = file.expect("a file").path();
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let name = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or("");
            let bytes =
                Puzzle::from_toml(&text).map(|puzzle| puzzle.table_bytes(&Options::default()));
            // The report estimates times: only mistakes and warnings are the same everywhere.
            let is_report_quick = bytes.is_err();
            if is_report_quick {
                requests.push(json!({ "ask": "check", "definition": text }));
            }
            requests.push(json!({ "ask": "open", "definition": text }));
            // Each line left out, and each line cut in the middle.
            let lines: Vec<&str> = text.lines().collect();
            let step = if is_slow() || name == "corners" { 9 } else { 2 };
            for place in (0..lines.len()).step_by(step) {
                let mut broken = lines.clone();
                broken.remove(place);
                let left_out = broken.join("\n");
                let half = &lines[place][..lines[place].len() / 2];
                broken.insert(place, half);
                for text in [left_out, broken.join("\n")] {
                    if Puzzle::from_toml(&text).is_err() {
                        requests.push(json!({ "ask": "check", "definition": text }));
                    }
                }
            }
        }
    }
    compare(&mut module, &requests);
}
