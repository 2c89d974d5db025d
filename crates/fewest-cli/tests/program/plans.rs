//! A dry run and the run: the same acceptance, method and sizes.

use std::process::Command;

use crate::common::{Run, fewest, fewest_on, run};

/// A ring in which one move has no inverse: all of its levels are kept.
const ONE_WAY: &str = r#"
name = "one-way"
cells = 9
pieces = "a b c d e f g h i"
move = [
  { name = "r", cycles = "(1 2 3 4 5 6 7 8 9)" },
  { name = "s", cycles = "(1 2)" },
  { name = "w", cycles = "(1 2 3)" },
]
goal = [{ board = "a b c d e f g h i" }]
"#;

/// A run that reports what it does.
fn aloud(arguments: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.env("FEWEST_TABLE_DIR", "");
    command.args(arguments.split_whitespace());
    run(command, "")
}

/// Compares a command with its dry run; returns true if it was accepted.
#[track_caller]
fn compare(job: &str) -> bool {
    let planned = aloud(&format!("{job} --dry-run"));
    let done = aloud(job);
    assert_eq!(planned.code, done.code, "{job}: {planned:?}\n{done:?}");
    if planned.code != 0 {
        assert_eq!(
            (planned.code, &*planned.stdout),
            (2, ""),
            "{job}: {planned:?}"
        );
        assert_eq!(planned.stderr, done.stderr, "{job}");
        return false;
    }
    for line in planned.stdout.lines() {
        // A run reports levels, which take long; a table is built without a word.
        let is_reported = done.stderr.contains(&format!("note: {line}\n"));
        let is_by_levels = line.contains("levels in ") || line.contains("outwards");
        assert_eq!(is_reported, is_by_levels, "{job}: {line}\n{done:?}");
    }
    assert!(!done.stderr.contains("error: "), "{job}: {done:?}");
    true
}

#[test]
fn the_run_does_what_the_dry_run_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one-way.toml");
    std::fs::write(&path, ONE_WAY).expect("writable");
    let one_way = path.display().to_string();
    let tables = folder.path().join("tables").display().to_string();
    let mut accepted = 0;
    let mut refused = 0;
    let puzzles = [
        "eight",
        "sliding:5x2",
        "knights",
        "rotation",
        "cube2",
        "dino",
        "cross",
        "fifteen",
        &one_way,
    ];
    for puzzle in puzzles {
        accepted += usize::from(compare(&format!(
            "survey {puzzle} --memory 10M --max-moves 3"
        )));
        for memory in ["0", "300k", "10M"] {
            for job in [
                format!("survey {puzzle} --memory {memory}"),
                format!("table build {puzzle} --memory {memory} --table-dir {tables}"),
            ] {
                if compare(&job) {
                    accepted += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 20, "{accepted}, {refused}");
    for job in [
        "survey knights --memory 14M",
        "survey sliding:4x3 --memory 30M",
        "survey dino --memory 100M",
        "survey eight --start ????x???? --memory 200k",
        "survey eight --target ????x????",
        "survey sliding:5x2 --hardest 2 --memory 2M",
        &format!("table build eight --partition 1,2,3,4/5,6,7,8 --table-dir {tables}"),
        &format!("table build eight --partition 1,2,3,4/5,6,7,8 --memory 10k --table-dir {tables}"),
    ] {
        compare(job);
    }
    // A folder that has levels is compared with itself.
    for job in ["survey sliding:3x2", "table build sliding:3x2"] {
        let levels = folder.path().join(&job[..5]).display().to_string();
        let job = format!("{job} --checkpoint {levels} --memory 2M");
        let job = if job.starts_with("table") {
            format!("{job} --table-dir {tables}")
        } else {
            job
        };
        assert!(compare(&job) && compare(&job), "{job}");
    }
}

/// Compares a command with its dry run: both are accepted, or refused for the same reason.
#[track_caller]
fn accepted(job: &str, stdin: &str) -> bool {
    let planned = fewest_on(&format!("{job} --dry-run"), stdin);
    let done = fewest_on(job, stdin);
    assert_eq!(planned.code, done.code, "{job}: {planned:?}\n{done:?}");
    if planned.code == 0 {
        assert!(!planned.stderr.contains("error: "), "{job}: {planned:?}");
    } else {
        assert_eq!((planned.code, &*planned.stdout), (2, ""), "{job}");
        let problem = |run: &Run| run.stderr.lines().last().map(str::to_owned);
        assert_eq!(problem(&planned), problem(&done), "{job}");
    }
    planned.code == 0
}

#[test]
fn a_dry_run_accepts_what_the_run_accepts() {
    let eight = "1 2 3 4 5 6 7 x 8\n";
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n";
    for (job, stdin, is_accepted) in [
        ("solve eight -", eight, true),
        ("solve eight --method table --memory 10k -", eight, false),
        ("solve eight --method table --memory 1M -", eight, true),
        (
            "solve eight --heuristic pattern --memory 1k -",
            eight,
            false,
        ),
        ("solve eight --heuristic pattern --memory 1M -", eight, true),
        ("solve eight --partition 1,2/3,4 -", eight, false),
        (
            "solve fifteen --partition 7-8 --memory 1M -",
            fifteen,
            false,
        ),
        ("solve fifteen --heuristic neighbours -", fifteen, false),
        ("solve fifteen --method table -", fifteen, false),
        ("solve fifteen --scramble udxl", "", false),
        ("solve fifteen --scramble ud", "", true),
        ("solve eight -", "1 2 3 4 5 6 7 8 8\n", false),
        ("solve cube3 --method bidirectional --scramble RU", "", true),
        (
            "solve f2l --method bidirectional --from nonsense -",
            "",
            false,
        ),
        ("generate eight --distance 3", "", true),
        ("generate cube3 --distance 3", "", true),
        ("generate knights --random", "", true),
        ("compare eight -", eight, true),
        ("compare eight --method table --memory 10k -", eight, false),
        (
            "compare fifteen --heuristic pattern --memory 100k -",
            fifteen,
            false,
        ),
        ("compare fifteen --memory 100k -", fifteen, true),
        ("compare fifteen --heuristic centre -", fifteen, false),
    ] {
        assert_eq!(accepted(job, stdin), is_accepted, "{job}");
    }
}

/// Figures of plans that users see.
#[test]
fn plans_of_answers_have_sizes() {
    for (job, lines) in [
        (
            "solve eight",
            "eight         1 board\nmethod        search, then lookups in a table (290 kB)\n  first       bounds by linear-conflict, without tables\n  then        after 131,072 nodes: a table (290 kB)\n",
        ),
        (
            "solve eight --method breadth-first",
            "eight         1 board\nmethod        search by breadth-first\n",
        ),
        (
            "generate eight --distance 9",
            "eight         from a table of all boards (290 kB)\n",
        ),
        (
            "generate eight --distance 9 --to hdu3567",
            "eight         goal by goal, each from its own table\n",
        ),
        (
            "generate fifteen --random",
            "fifteen       random arrangements of the pieces, without a table\n",
        ),
    ] {
        fewest_on(&format!("{job} --dry-run"), "").gives(lines);
    }
    // A table of 3 million boards, after a short search.
    let plan = fewest_on("solve cross --dry-run --memory 1G", "");
    assert!(
        plan.stdout
            .ends_with("\n  then        after 10,000 nodes: a table (2.8 MB)\n"),
        "{plan:?}"
    );
    // Several boards are not first searched for near the goal.
    let plan = fewest_on("solve cross --dry-run --from moves -", "U\nR\n");
    assert!(plan.stdout.contains("lookups in a table"), "{plan:?}");
}

/// Regression: `table build --dry-run` of these named no time, and once no size.
#[test]
fn plans_of_tables_have_sizes_and_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().display();
    for (job, lines) in [
        ("cube3 --memory 2600M", 1),
        ("fifteen --partition 7-8 --memory 2G", 2),
        ("eight", 1),
    ] {
        let plan = fewest_on(
            &format!("table build {job} --table-dir {tables} --dry-run"),
            "",
        );
        assert_eq!((plan.code, plan.stdout.lines().count()), (0, lines));
        for line in plan.stdout.lines() {
            let (_, figures) = line.split_once(": at once, in memory (").expect(line);
            let is_whole = figures.contains("B); about ") && figures.ends_with(" on one core");
            assert!(is_whole, "{line}");
        }
    }
}

/// These were accepted, and a limit of no time left every board open.
#[test]
fn limits_of_no_time_are_refused() {
    for command in [
        "solve eight",
        "compare eight",
        "generate eight --random",
        "survey eight",
        "table build eight",
    ] {
        for time in ["0", "0ms", "0h"] {
            let run = fewest_on(&format!("{command} --max-time {time}"), "");
            let problem = format!("error: `--max-time` must be at least 1 ms, not `{time}`\n");
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
            assert!(run.stderr.starts_with(&problem), "{run:?}");
        }
    }
}

#[test]
fn surveys_and_tables_stop_when_their_time_is_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("tables").display().to_string();
    let levels = folder.path().join("levels").display().to_string();
    let build = format!("table build domino --table-dir {tables}");
    let stopped = "note: stopped by --max-time\n";
    let limited = |job: &str| {
        let run = fewest_on(job, "");
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert!(run.stderr.ends_with(stopped), "{run:?}");
        run.stderr
    };
    assert_eq!(
        limited("survey domino --memory 8G --max-time 50ms"),
        stopped
    );
    let stderr = limited(&format!("{build} --memory 8G --max-time 50ms"));
    let advice =
        "note: no part of the table was stored; with --checkpoint DIR, the same command resumes\n";
    assert_eq!(stderr, format!("{advice}{stopped}"));
    let by_levels = format!("{build} --memory 2G --checkpoint {levels}");
    let stderr = limited(&format!("{by_levels} --max-time 3s"));
    // On a busy machine, not even the first level is done.
    let has_levels = fewest_on(&format!("survey --status {levels}"), "").code == 0;
    let resumed = "run the same command again to resume\n";
    assert_eq!(has_levels, stderr.contains(resumed), "{stderr}");
    // Enough time changes nothing.
    let survey = "survey sliding:3x2 --to csv";
    let whole = fewest_on(survey, "");
    let within = fewest_on(&format!("{survey} --max-time 1h"), "");
    within.gives(&whole.stdout);
}

/// The answer was found before its proof was refused, which may take hours.
#[test]
fn a_certificate_is_refused_before_the_board_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    let mut command = fewest();
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    command.args([
        "solve",
        "cube3",
        "--to",
        "plain",
        "--memory",
        "1M",
        "--scramble",
        superflip,
    ]);
    command.arg("--certificate").arg(&proof);
    let run = run(command, "");
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (2, "more than 13 moves\n"),
        "{run:?}"
    );
    let refusal = "error: no certificate for cube3: the board is more than 13 moves away, and beyond \
        that its tables would have over 1,000,000 entries, or the checker's search would meet over \
        536,870,912 boards\n";
    assert_eq!(run.stderr, refusal);
    // Two boards are refused before either is solved.
    let certify = format!("solve eight --certificate {}", proof.display());
    let boards = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n";
    fewest_on(&certify, boards).fails(
        "",
        "a certificate is about one board, and there are 2 boards: no certificate is written",
    );
    assert!(!proof.exists());
}

/// A certificate has the answer that was printed, with the moves that the format leaves out.
#[test]
fn a_certificate_has_the_answer_in_any_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    for (arguments, board, stdout, moves) in [
        ("eight --to p1379", "1 2 3 4 x 5 7 8 6\n", "2\n", 2),
        ("eight", "1 2 3 4 x 5 7 8 6\n", "rd\n", 2),
        ("eight", "1 2 3 4 5 6 8 7 x\n", "unsolvable\n", 0),
        ("eight --all --most 0", "1 2 3 4 x 5 7 8 6\n", "", 2),
    ] {
        let job = format!("solve {arguments} --certificate {}", proof.display());
        let run = fewest_on(&job, board);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.ends_with(stdout), "{run:?}");
        let text = std::fs::read_to_string(&proof).expect("a certificate");
        let line = text.lines().find_map(|line| line.strip_prefix("moves "));
        let found = line.map_or(0, |line| line.split(' ').count());
        assert_eq!(found, moves, "{text}");
        assert_eq!(
            text.contains("\nsolutions"),
            arguments.contains("--all"),
            "{text}"
        );
    }
    // A limit of the user's comes first.
    let job = format!(
        "solve eight --max-moves 1 --certificate {}",
        proof.display()
    );
    let run = fewest_on(&job, "1 2 3 4 x 5 7 8 6\n");
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (1, "more than 1 move\n"),
        "{run:?}"
    );
}
