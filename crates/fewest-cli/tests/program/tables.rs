//! Tables on disk: built, proved, listed, cleared, and never believed when they are not as they
//! were written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::support::budget::Budget;
use fewest::table::Packed;
use fewest::table::build::build;
use fewest::table::store::Store;

use crate::common::{Run, fewest, fewest_on, run, wait};

/// Boards of knights that the table answers, and its answers.
const BOARDS: &str = "10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n";

/// Runs with tables kept in a folder.
fn with(folder: &Path, arguments: &str, stdin: &str) -> Run {
    let mut command = fewest();
    command.env("FEWEST_TABLE_DIR", folder);
    command.args(arguments.split_whitespace());
    run(command, stdin)
}

fn solve_knights(folder: &Path) -> Run {
    with(folder, "solve knights --method table --from plain", BOARDS)
}

/// The answers without any store.
fn answers() -> String {
    let run = solve_knights(Path::new(""));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

/// Starts a command without waiting for it.
fn start(folder: &Path, arguments: &str) -> Child {
    let mut command = fewest();
    command.env("FEWEST_TABLE_DIR", folder);
    command.args(arguments.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    kill.args([name, &child.id().to_string()]);
    assert!(kill.status().is_ok_and(|status| status.success()));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries
        .map(|entry| entry.expect("readable").path())
        .collect()
}

/// The lines but the last, which tells the time.
#[track_caller]
fn untimed(run: &Run) -> String {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let (lines, time) = run.stdout.trim_end().rsplit_once('\n').expect("lines");
    assert!(time.ends_with(" s"), "{time}");
    format!("{lines}\n")
}

#[test]
fn the_life_of_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("new");
    let path = dir.join("sliding-3x2-d6d264de.fewest");
    let shown = path.display();
    let fewest = |arguments: &str| with(&dir, arguments, "");
    let none = format!("no tables in {}\n", dir.display());
    fewest("table list").gives(&none);
    let proved = "proved: 360 boards, 840 moves, God's number 21\n";
    let identity = "sliding:3x2, goal's blank on cell 5, ranks 1";
    assert_eq!(
        untimed(&fewest("table verify sliding:3x2")),
        format!("{identity}\nno stored table: this one was built for the proof\n{proved}")
    );
    assert!(!dir.exists(), "proving keeps nothing");
    assert_eq!(
        untimed(&fewest("table build sliding:3x2")),
        format!("{identity}\nbuilt: 360 boards, God's number 21\n4.2 kB in {shown}\n")
    );
    assert_eq!(
        untimed(&fewest("table verify sliding:3x2")),
        format!("{identity}\nthe table in {shown}\n{proved}")
    );
    fewest("table list").gives(&format!(
        "{shown}: {identity}: 360 boards, 4.2 kB, intact\n"
    ));
    // Once, tables of small puzzles were kept and never read.
    let solve = "solve sliding:3x2 --from plain --to json";
    let solved = with(&dir, solve, "1 2 3 4 0 5\n").stdout;
    assert!(solved.contains("\"tables\":\"stored\""), "{solved}");
    untimed(&fewest("table build rotation"));
    untimed(&fewest("table build sliding:3x2 --goal blank-first"));
    assert_eq!(files(&dir).len(), 3);
    let cleared = fewest("table clear sliding:3x2");
    assert_eq!(cleared.stdout.lines().count(), 2, "{cleared:?}");
    assert!(untimed(&fewest("table verify rotation")).contains("the table in "));
    fewest("table clear").fails(
        "",
        "name a puzzle to remove its tables, or use --everything to remove all tables",
    );
    assert_eq!(files(&dir).len(), 1);
    assert_eq!(fewest("table clear --everything").stdout.lines().count(), 1);
    fewest("table clear --everything").gives(&format!("nothing to remove in {}\n", dir.display()));
    fewest("table list").gives(&none);
}

#[test]
fn tables_by_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let (dir, disk) = (folder.path().join("tables"), folder.path().join("levels"));
    let fewest = |arguments: &str| with(&dir, arguments, "");
    let at_once = untimed(&fewest("table build sliding:3x3"));
    let whole = fs::read(files(&dir).remove(0)).expect("a file");
    fewest("table clear --everything");
    let on_disk = format!("table build sliding:3x3 --checkpoint {}", disk.display());
    for _ in 0..2 {
        assert_eq!(untimed(&fewest(&on_disk)), at_once);
        assert!(fs::read(files(&dir).remove(0)).expect("a file") == whole);
        fewest("table clear --everything");
    }
    // A survey writes the same levels.
    let proof = fewest(&format!(
        "survey sliding:3x3 --checkpoint {} --verify",
        disk.display()
    ));
    assert!(
        proof
            .stdout
            .contains("proved: all distances, at most 31 moves"),
        "{proof:?}"
    );
    // The time depends on the machine.
    for (job, size) in [
        ("sliding:3x3", "eight: at once, in memory (290 kB); about "),
        ("cube3 --memory 100M", "cube3: at once, in memory ("),
    ] {
        let plan = fewest(&format!("table build {job} --dry-run"));
        assert_eq!((plan.code, plan.stderr.as_str()), (0, ""), "{plan:?}");
        assert!(
            plan.stdout.lines().all(|line| line.starts_with(size)),
            "{plan:?}"
        );
    }
    let plan = fewest("table build eight --partition 1,2,3,4/5,6,7,8 --dry-run");
    let planned = |line: &str| line.contains("tiles") && line.contains("in memory (79 kB); about ");
    assert_eq!(
        (
            plan.code,
            plan.stdout.lines().filter(|line| planned(line)).count()
        ),
        (0, 2)
    );
    let plan = fewest(&format!("{on_disk} --dry-run"));
    assert!(
        plan.stdout.contains("up to 181,440 boards; levels in"),
        "{plan:?}"
    );
    // A folder without levels, and levels that fit nowhere.
    fewest(&format!(
        "table build cube3 --checkpoint {}",
        disk.display()
    ))
    .fails(
        "",
        "only tables of all boards can be built level by level, and only if every move has an inverse",
    );
    fewest(&format!(
        "table build sliding:3x2 --checkpoint {}",
        disk.display()
    ))
    .fails(
        "",
        &format!(
            "no table: {}: the folder has a survey of eight, of another goal, or of several \
             machines; choose another folder",
            disk.display()
        ),
    );
    let refused = fewest("table build sliding:4x3 --memory 90M");
    assert!(
        refused
            .stderr
            .contains("to build it level by level, use --memory 110M or --checkpoint DIR"),
        "{refused:?}"
    );
    assert!(files(&dir).is_empty());
}

#[test]
fn the_life_of_projections() {
    let folder = tempfile::tempdir().expect("a folder");
    let fewest = |arguments: &str| with(folder.path(), arguments, "");
    let built = untimed(&fewest("table build cube3 --memory 20K"));
    let lines: Vec<&str> = built.lines().collect();
    assert_eq!(lines.len(), 4, "{built}");
    let patterns = lines[1].strip_prefix("built: ").expect("what was built");
    let mean = lines[2].strip_prefix("mean bound on random boards: ");
    let mean: f64 = mean.and_then(|mean| mean.parse().ok()).expect("a mean");
    assert!(mean > 5.0, "{built}");
    let path = files(folder.path()).remove(0);
    let proved = untimed(&fewest("table verify cube3 --memory 20K"));
    let lines: Vec<&str> = proved.lines().collect();
    assert_eq!(lines[1], format!("the table in {}", path.display()));
    assert!(lines[2].starts_with("proved: ") && lines[2].contains(", listed up to distance "));
    let (_, farthest) = patterns.rsplit_once(' ').expect("words");
    assert!(lines[2].ends_with(farthest), "{proved}");
    assert!(lines[3].starts_with("bounds of ") && lines[3].ends_with("their distance"));
    // A file that was changed.
    let mut bytes = fs::read(&path).expect("readable");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).expect("written");
    let damaged = fewest("table verify cube3 --memory 20K");
    assert_eq!((damaged.code, damaged.stdout.as_str()), (1, ""));
    assert!(
        damaged.stderr.contains("the table is damaged"),
        "{damaged:?}"
    );
    fewest("table clear cube3");
    let fresh = untimed(&fewest("table verify cube3 --memory 20K"));
    assert!(fresh.contains("no stored table: this one was built for the proof\nproved: "));
    assert!(files(folder.path()).is_empty());
}

#[test]
fn the_life_of_pattern_databases() {
    let folder = tempfile::tempdir().expect("a folder");
    let fewest = |arguments: &str| with(folder.path(), arguments, "");
    let partition = "--partition 1,2,3,4/5,6,7,8";
    let built = fewest(&format!("table build eight {partition}"));
    let lines: Vec<&str> = built.stdout.lines().collect();
    assert_eq!((built.code, lines.len()), (0, 8), "{built:?}");
    let identity = "sliding:3x3 pattern, goal's blank on cell 8, tiles 1 2 3 4, entries 1";
    assert_eq!(lines[0], identity);
    assert_eq!(lines[1], "built: 3,024 placements, the largest entry 15");
    assert!(lines[2].starts_with("70 kB in "));
    let proved = fewest(&format!("table verify eight {partition}"));
    assert_eq!((proved.code, proved.stdout.lines().count()), (0, 8));
    assert!(proved.stdout.contains("the table in "), "{proved:?}");
    assert!(proved.stdout.contains("proved: 3,024 placements, "));
    let list = fewest("table list").stdout;
    assert!(list.contains(&format!("{identity}: 65,536 entries, 70 kB, intact")));
    // A stored table is used, and a damaged one is reported.
    let board = "8,6,7,2,5,4,3,0,1";
    let solve = format!("solve eight --method ida-star {partition}");
    let answered = with(folder.path(), &solve, board);
    assert_eq!((answered.code, answered.stderr.as_str()), (0, ""));
    fs::write(&files(folder.path())[0], "no table").expect("written");
    let again = with(folder.path(), &solve, board);
    assert_eq!((again.code, &again.stdout), (0, &answered.stdout));
    assert!(again.stderr.contains("not a table; continuing without it"));
    assert_eq!(
        fewest("table verify eight --partition 1,2,3,4/5,6,7,8").code,
        1
    );
    assert_eq!(fewest("table clear eight").stdout.lines().count(), 2);
    assert_eq!(fewest("table clear fifteen").code, 0);
    for wrong in [
        "table build eight --partition 7-8",
        "table build knights --partition 7-8",
        "solve eight --partition 1,2/3",
        "solve eight --heuristic manhattan --partition 1,2,3,4/5,6,7,8",
    ] {
        let run = fewest(wrong);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{wrong}");
    }
}

#[test]
fn where_tables_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (asked, variable, home) = (
        folder.path().join("asked"),
        folder.path().join("variable"),
        folder.path().join("home"),
    );
    let asked = asked.to_str().expect("a name");
    let list = |arguments: &[&str], unset: bool| {
        let mut command = fewest();
        command.args(["table", "list"]).args(arguments);
        command.env("FEWEST_TABLE_DIR", &variable);
        if unset {
            command.env_remove("FEWEST_TABLE_DIR");
        }
        command.env("HOME", &home).env_remove("XDG_CACHE_HOME");
        run(command, "")
    };
    let none = |folder: &Path| format!("no tables in {}\n", folder.display());
    list(&["--table-dir", asked], false).gives(&none(Path::new(asked)));
    list(&[], false).gives(&none(&variable));
    list(&[], true).gives(&none(&home.join(".cache/fewest")));
    let nowhere = "no folder for tables; name one with --table-dir";
    list(&["--table-dir", ""], false).fails("", nowhere);
    with(Path::new(""), "table build eight", "").fails("", nowhere);
}

#[test]
fn what_has_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, message) in [
        (
            "table build fifteen",
            "fifteen has too many boards to tabulate or count",
        ),
        (
            "table verify rotation --goal snail",
            "rotation always has its three goals; another goal is not possible",
        ),
        (
            "table build knights --memory 1M",
            "no table: building the table takes 95 MB; the limit is 1.0 MB; to build it level by level, use --memory 34M or --checkpoint DIR and --memory 21M",
        ),
    ] {
        with(folder.path(), arguments, "").fails("", message);
    }
    assert!(files(folder.path()).is_empty());
}

/// A wrong entry behind a right checksum: only the proof sees it.
#[test]
fn a_wrong_table_is_refuted() {
    let folder = tempfile::tempdir().expect("a folder");
    let size = Size::new(3, 2).expect("a size");
    let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("it fits");
    let table = build(&puzzle, Budget::default()).expect("it is small");
    let mut packed = Packed::of(&puzzle, &table).expect("every move has an inverse");
    packed.set(100, None);
    let store = Store::new(folder.path());
    let (path, _) = store
        .save(&puzzle, &packed)
        .expect("the folder can be written");
    let refuted = with(folder.path(), "table verify sliding:3x2", "");
    assert_eq!(refuted.code, 1);
    assert_eq!(refuted.stdout, "4 . 2\n3 5 1\n");
    assert_eq!(
        refuted.stderr,
        format!(
            "error: {}: board number 100: the table says that it can't be solved, but its distance is 14\n",
            path.display()
        )
    );
    let mut bytes = fs::read(&path).expect("readable");
    bytes.truncate(4100);
    fs::write(&path, bytes).expect("writable");
    let message = format!("{}: the table has 4,100 bytes, not 4,186", path.display());
    for (command, stdout) in [
        ("table verify sliding:3x2", String::new()),
        ("table list", format!("{message}, 4.1 kB\n")),
    ] {
        let run = with(folder.path(), command, "");
        assert_eq!((run.code, run.stdout), (1, stdout));
    }
}

#[test]
fn solving_keeps_and_repairs_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = answers();
    solve_knights(folder.path()).gives(&answers);
    let [path] = &files(folder.path())[..] else {
        panic!("one table is kept: {:?}", files(folder.path()));
    };
    let good = fs::read(path).expect("readable");
    solve_knights(folder.path()).gives(&answers);
    // Too little memory to build a table, and none is needed.
    let little = "solve knights --method table --from plain --memory 1M";
    with(folder.path(), little, BOARDS).gives(&answers);
    let mut flipped = good.clone();
    flipped[9_000_000] ^= 1;
    for (bad, problem) in [
        (
            flipped,
            "the table is damaged somewhere in the mebibyte from byte 8392704",
        ),
        (b"not mine".to_vec(), "not a table"),
    ] {
        fs::write(path, bad).expect("writable");
        let run = solve_knights(folder.path());
        let message = format!(
            "warning: {}: {problem}; continuing without it\n",
            path.display()
        );
        assert_eq!(
            (run.code, run.stderr, run.stdout),
            (0, message, answers.clone())
        );
        assert!(fs::read(path).expect("readable") == good, "rewritten");
    }
}

#[test]
fn a_folder_that_takes_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writable");
    let answers = answers();
    let run = solve_knights(&file.join("tables"));
    assert_eq!((run.code, run.stdout.as_str()), (0, answers.as_str()));
    assert!(run.stderr.contains("can't be"), "{}", run.stderr);
    // A disk with room for half of it.
    let mut bash = Command::new("bash");
    bash.env("FEWEST_TABLE_DIR", folder.path()).args([
        "-c",
        &format!(
            "ulimit -f 8000; exec {} solve knights --method table --from plain",
            env!("CARGO_BIN_EXE_fewest")
        ),
    ]);
    let run = run_on_boards(bash);
    assert_eq!((run.code, run.stdout), (0, answers));
    assert!(run.stderr.contains("can't write "), "{}", run.stderr);
    assert_eq!(files(folder.path()), [file], "nothing half-written remains");
}

fn run_on_boards(command: Command) -> Run {
    run(command, BOARDS)
}

#[test]
fn killed_builds_leave_nothing_that_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for pause in [100, 400, 600] {
        let mut child = start(folder.path(), "table build knights");
        thread::sleep(Duration::from_millis(pause));
        child.kill().expect("a child can be killed");
        wait(&mut child);
        let list = with(folder.path(), "table list", "");
        assert_eq!((list.code, list.stderr.as_str()), (0, ""), "{list:?}");
    }
    solve_knights(folder.path()).gives(&answers());
    with(folder.path(), "table clear --everything", "");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn two_builds_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut children = [(); 2].map(|()| start(folder.path(), "table build knights"));
    for child in &mut children {
        assert_eq!(wait(child), 0);
    }
    assert_eq!(files(folder.path()).len(), 1);
    let list = with(folder.path(), "table list", "");
    assert!(list.code == 0 && list.stdout.contains("intact"), "{list:?}");
}

#[test]
fn interrupted_builds_and_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    for (command, pause) in [("build", 300), ("verify", 300), ("verify", 2500)] {
        let mut child = start(folder.path(), &format!("table {command} sliding:4x3"));
        thread::sleep(Duration::from_millis(pause));
        signal(&child, "-INT");
        assert_eq!(wait(&mut child), 130);
        let output = child.wait_with_output().expect("it has ended");
        assert!(output.stdout.is_empty());
        assert_eq!(output.stderr, b"note: interrupted\n");
        assert!(files(folder.path()).is_empty());
    }
}

/// Regression: the table of one symbol's goal had "God's number 14" instead of 13.
#[test]
fn the_farthest_board_of_one_goal_is_not_gods_number() {
    let proved = fewest_on("table verify rotation", "").stdout;
    assert!(
        proved.contains(", farthest from one of the goals 14\n"),
        "{proved}"
    );
}

#[test]
fn a_file_in_place_of_the_folder_was_a_system_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plain");
    fs::write(&file, "").expect("writable");
    let problem = format!("{}: this is not a folder", file.display());
    for arguments in ["build eight", "verify eight", "list", "clear --everything"] {
        with(&file, &format!("table {arguments}"), "").fails("", &problem);
    }
}

/// A file that is a link to itself.
#[cfg(unix)]
#[test]
fn verify_named_the_number_of_a_system_error() {
    let folder = tempfile::tempdir().expect("a folder");
    untimed(&with(folder.path(), "table build sliding:3x2", ""));
    let file = files(folder.path()).remove(0);
    fs::remove_file(&file).expect("removable");
    std::os::unix::fs::symlink(&file, &file).expect("a link");
    let run = with(folder.path(), "table verify sliding:3x2", "");
    let problem = format!("error: {}: can't be read: ", file.display());
    assert_eq!((run.code, &*run.stdout), (1, ""), "{run:?}");
    assert!(run.stderr.starts_with(&problem), "{run:?}");
    assert!(!run.stderr.contains("os error"), "{run:?}");
}
