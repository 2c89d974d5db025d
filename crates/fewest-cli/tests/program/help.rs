//! Help and lists: complete, and no wider than a terminal.

use crate::common::{fewest, fewest_on, file, run};

/// Asserts that it fits, and has all of these.
#[track_caller]
fn shows(arguments: &str, words: &[&str]) {
    let run = fewest_on(arguments, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        // Clap indents empty lines.
        let is_empty = line.trim().is_empty();
        assert!(is_empty || !line.ends_with(' '), "{line:?}");
    }
    // Lines may break anywhere.
    let text = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in words {
        assert!(text.contains(word), "no {word} in {}", run.stdout);
    }
}

#[test]
fn help() {
    shows(
        "--help",
        &[
            "solve",
            "compare",
            "puzzles",
            "formats",
            "Exit status:",
            "130",
        ],
    );
    shows(
        "solve --help",
        &[
            "<PUZZLE>",
            "[FILE]...",
            "--from",
            "--to",
            "--steps",
            "--all",
            "--most",
            "--classes",
            "--keep-going",
            "--goal",
            "--tie",
            "--method",
            "--heuristic",
            "--threads",
            "--max-moves",
            "--max-nodes",
            "--max-time",
            "--memory",
            "--table-dir",
            "Examples:",
            "Exit status:",
            "sliding:WxH",
            "blank-last",
            "linear-conflict",
        ],
    );
}

#[test]
fn help_of_the_other_commands() {
    shows(
        "survey --help",
        &[
            "[PUZZLE]",
            "--goal",
            "--hardest",
            "--symmetric",
            "--to",
            "--start",
            "--target",
            "text, json or csv",
            "--plot",
            "--checkpoint",
            "--keep-all",
            "--verify",
            "--max-moves",
            "--dry-run",
            "--status",
            "--memory",
            "--threads",
            "Examples:",
            "Exit status:",
        ],
    );
    shows(
        "compare --help",
        &[
            "<PUZZLE>",
            "[FILE]...",
            "--count",
            "--distance",
            "--seed",
            "--method",
            "weighted-ida-star",
            "--heuristic",
            "--weight",
            "--per-board",
            "--plot",
            "--trace",
            "--max-nodes",
            "reopened",
            "effective branching factor",
            "Examples:",
            "Exit status:",
        ],
    );
    shows(
        "generate --help",
        &[
            "--distance",
            "--random",
            "--unsolvable",
            "--count",
            "--seed",
            "--distinct",
            "--to",
            "--goal",
            "--memory",
            "Examples:",
            "Exit status:",
        ],
    );
    shows(
        "check --help",
        &[
            "<INPUT> <OUTPUT>",
            "--from",
            "--policy",
            "least, shortest or valid",
            "--testlib",
            "Examples:",
            "Exit status:",
        ],
    );
    shows(
        "validate --help",
        &["[FILE]...", "--from", "--testlib", "Exit status:"],
    );
    shows(
        "serve --help",
        &["--port", "--open", "--export", "--address", "Examples:"],
    );
    shows(
        "help formats",
        &["Usage: fewest formats [OPTIONS] [PUZZLE]"],
    );
    // It was cut where a shell would not accept it.
    let install = "fewest completions bash \\ > ~/.local/share/";
    shows("completions --help", &[install]);
    shows("--version", &["fewest 0."]);
}

/// Options for several machines come in one group, before the general ones.
#[test]
fn groups_of_options() {
    let survey = fewest_on("survey --help", "").stdout;
    let place = |heading: &str| survey.find(heading).expect("a heading");
    assert!(place("\nTables:") < place("\nSeveral machines:"));
    assert!(place("\nSeveral machines:") < place("\nGeneral:"));
}

/// `-h` was as long as `--help`. It is one screen: at most eight options and the two
/// general ones, each on a line, and at most three examples.
fn is_one_screen(command: &str, short: &str) {
    assert!(short.lines().count() <= 24, "{command}: {short}");
    let section = |heading: &str| {
        let lines = short.lines().skip_while(|line| *line != heading).skip(1);
        lines
            .take_while(|line| !line.is_empty())
            .collect::<Vec<_>>()
    };
    let options = section("Options:");
    let is_option = |line: &&str| line.trim_start().starts_with('-');
    assert!(options.iter().all(is_option), "{command}: {short}");
    assert!(options.len() <= 8 + 2, "{command}: {short}");
    let general = ["-q, --quiet ", "-h, --help "];
    let last = &options[options.len() - 2..];
    let are_last = last
        .iter()
        .zip(general)
        .all(|(line, option)| line.trim_start().starts_with(option));
    assert!(are_last, "{command}: {short}");
    let examples = section("Examples:");
    let examples = examples.iter().filter(|line| line.starts_with("  fewest "));
    assert!(examples.count() <= 3, "{command}: {short}");
}

/// The help of a command and of all that it lists.
fn fits(command: &str) -> usize {
    let help = fewest_on(&format!("{command} --help"), "").stdout;
    let short = fewest_on(&format!("{command} -h"), "").stdout;
    for line in help.lines().chain(short.lines()) {
        assert!(line.chars().count() <= 80, "{command}: {line}");
    }
    assert!(help.contains("Usage: fewest") && short.contains("Usage: fewest"));
    is_one_screen(command, &short);
    assert!(help.lines().count() >= short.lines().count(), "{command}");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| line.starts_with(' '));
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands = names.filter(|name| !name.is_empty() && *name != "help");
    1 + commands
        .map(|name| fits(&format!("{command} {name}")))
        .sum::<usize>()
}

#[test]
fn help_was_wider_than_a_terminal() {
    assert!(fits("") >= 15);
}

#[test]
fn some_commands_had_no_examples() {
    for command in [
        "table verify",
        "table list",
        "table clear",
        "define import",
        "puzzles",
        "formats",
    ] {
        let help = fewest_on(&format!("{command} -h"), "").stdout;
        assert!(help.contains("\nExamples:\n  fewest "), "{command}: {help}");
    }
    let help = fewest_on("-h", "").stdout;
    assert!(help.contains("\nExample: fewest solve "), "{help}");
}

#[test]
fn lists() {
    shows(
        "puzzles",
        &[
            "rotation",
            "knights",
            "eight",
            "fifteen",
            "twentyfour",
            "sliding:WxH",
        ],
    );
    let formats = [
        "poj2286",
        "plain",
        "scoi2005",
        "knightsfen",
        "hdu1043",
        "poj1077",
        "acwing179",
        "hdu3567",
        "p1379",
        "plain",
        "leetcode773",
        "hackerrank",
        "princeton",
        "npuzzle42",
        "korf",
        "json",
        "text",
    ];
    shows("formats", &formats);
    shows("formats eight", &formats[4..]);
    shows("formats rotation", &["poj2286", "plain", "json", "text"]);
    shows("formats sliding:5x3", &["plain", "leetcode773", "moves"]);
    let run = fewest_on("formats fifteen", "");
    assert!(
        !run.stdout.contains("hdu1043") && !run.stdout.contains("scoi2005"),
        "{run:?}"
    );
}

/// The program accepts every format that it lists.
#[test]
fn every_listed_format_can_be_named() {
    for puzzle in ["rotation", "knights", "eight", "fifteen", "sliding:3x2"] {
        let listed = fewest_on(&format!("formats {puzzle}"), "").stdout;
        let names = listed
            .lines()
            .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| !name.is_empty()) {
            let mut command = fewest();
            command.args(["solve", puzzle, "--to", name]);
            let empty = run(command, "");
            let counted = empty.stderr.contains("expected the number of boards");
            assert!(empty.code == 0 || counted, "{puzzle} {name}: {empty:?}");
        }
    }
}

/// The examples that the help shows run as they stand.
#[test]
fn the_files_of_examples_run() {
    for (arguments, name) in [
        ("rotation", "rotation.txt"),
        ("eight --to text --steps", "eight.txt"),
        ("knights --to json", "knights.txt"),
    ] {
        let mut command = fewest();
        command
            .arg("solve")
            .args(arguments.split(' '))
            .arg(file("examples").join(name));
        let result = run(command, "");
        assert_eq!((result.code, &*result.other_notes()), (0, ""));
        assert!(!result.stdout.is_empty());
    }
}
