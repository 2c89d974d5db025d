//! `fewest survey`, `fewest table build` and `fewest solve` on several hosts: processes that talk to each other on this
//! machine.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::common::{Run, fewest, fewest_on, run, settled, wait};

/// Hosts on this machine, with a folder each.
struct Cluster {
    folder: TempDir,
    addresses: Vec<String>,
}

impl Cluster {
    fn new(hosts: usize) -> Self {
        // Free ports. Another program may take one before it is used, but rarely does.
        let listeners: Vec<TcpListener> = (0..hosts)
            .map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"))
            .collect();
        let address = |listener: &TcpListener| {
            let address = listener.local_addr().expect("an address");
            address.to_string()
        };
        let cluster = Self {
            folder: tempfile::tempdir().expect("a folder"),
            addresses: listeners.iter().map(address).collect(),
        };
        let text = format!("# a secret\n{}\n", cluster.addresses.join("\n"));
        fs::write(cluster.hosts(), text).expect("a file");
        cluster
    }

    fn hosts(&self) -> PathBuf {
        self.folder.path().join("hosts.txt")
    }

    fn levels(&self, host: usize) -> PathBuf {
        self.folder.path().join(format!("levels-{host}"))
    }

    /// The command of a host: `survey`, or the first word of `arguments`.
    fn command(&self, host: usize, arguments: &str) -> Command {
        let mut command = fewest();
        if !["solve ", "table "]
            .iter()
            .any(|prefix| arguments.starts_with(prefix))
        {
            command.arg("survey");
        }
        command.args(arguments.split_whitespace());
        self.join(&mut command, host);
        command
    }

    /// Turns a command into that of one host.
    fn join(&self, command: &mut Command, host: usize) {
        command.arg("--hosts").arg(self.hosts());
        command.args(["--host", &host.to_string()]);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }

    /// The output of each host, all with the same arguments.
    fn run(&self, arguments: &str, on_disk: bool) -> Vec<Run> {
        let children = (0..self.addresses.len()).map(|host| {
            let mut command = self.command(host, arguments);
            if on_disk {
                command.arg("--checkpoint").arg(self.levels(host));
            }
            command.spawn().expect("it starts")
        });
        let children: Vec<Child> = children.collect();
        children.into_iter().map(end).collect()
    }
}

/// The output of a host until it ends.
fn end(mut child: Child) -> Run {
    let mut both = (
        child.stdout.take().expect("piped"),
        child.stderr.take().expect("piped"),
    );
    let listen = thread::spawn(move || {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        both.0.read_to_string(&mut stdout).expect("text");
        both.1.read_to_string(&mut stderr).expect("text");
        (stdout, stderr)
    });
    let code = wait(&mut child);
    let (stdout, stderr) = listen.join().expect("it is heard");
    Run {
        stdout,
        stderr: settled(&stderr),
        code,
    }
}

/// The first host writes what one machine writes, the others nothing.
#[track_caller]
fn gives(runs: &[Run], stdout: &str) {
    for (host, run) in runs.iter().enumerate() {
        run.gives(if host == 0 { stdout } else { "" });
    }
}

#[test]
fn hosts_write_together_what_one_writes() {
    for (hosts, arguments) in [
        (1, "eight --hardest 3 --threads 1"),
        (2, "eight --hardest 3 --to json --threads 2"),
        (3, "sliding:5x2 --to csv --threads 1"),
        (2, "topspin9 --max-moves 5 --threads 3"),
    ] {
        let cluster = Cluster::new(hosts);
        let (job, _) = arguments.split_once(" --threads").expect("workers");
        let levels = if job.contains("--max-moves") {
            ""
        } else {
            "--max-moves 999"
        };
        let one = fewest_on(&format!("survey {job} {levels}"), "");
        gives(&cluster.run(arguments, false), &one.stdout);
    }
}

/// Returns true if a folder has a level at this distance or farther.
fn has_level(folder: &Path, level: u32) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let far = files.filter_map(|file| {
        let name = file.file_name();
        let (_, rest) = name.to_str()?.split_once('-')?;
        rest.split('-').next()?.parse::<u32>().ok()
    });
    far.max().is_some_and(|far| far >= level)
}

#[test]
fn a_killed_host_is_reported_and_all_hosts_resume() {
    let whole = fewest_on("survey sliding:5x2 --max-moves 999 --to csv", "");
    let cluster = Cluster::new(2);
    let mut were_lost = 0;
    for (round, level) in [4, 15, 30].into_iter().enumerate() {
        let arguments = format!("sliding:5x2 --to csv --threads {}", 1 + round % 2);
        let start = |host: usize| {
            let mut command = cluster.command(host, &arguments);
            command.arg("--checkpoint").arg(cluster.levels(host));
            command.spawn().expect("it starts")
        };
        let (one, mut other) = (start(0), start(1));
        while other.try_wait().expect("a child").is_none() && !has_level(&cluster.levels(1), level)
        {
            thread::sleep(Duration::from_millis(1));
        }
        other.kill().expect("it can be killed");
        wait(&mut other);
        let run = end(one);
        // It may have finished.
        let message = format!("error: host 1 ({}) was lost: ", cluster.addresses[1]);
        if run.stderr.contains(&message) {
            were_lost += 1;
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        } else {
            assert_eq!(run.code, 0, "{run:?}");
            break;
        }
    }
    assert!(were_lost > 0);
    gives(
        &cluster.run("sliding:5x2 --to csv --threads 2", true),
        &whole.stdout,
    );
    let status = fewest_on(
        &format!("survey --status {}", cluster.levels(1).display()),
        "",
    );
    status.gives("sliding:5x2: done, 1,814,400 boards up to 55 moves away\n");
}

/// The only file of a folder, which is removed.
#[track_caller]
fn only_file(folder: &Path) -> Vec<u8> {
    let files: Vec<_> = fs::read_dir(folder).expect("a folder").collect();
    let [Ok(file)] = &files[..] else {
        panic!("{files:?}");
    };
    let bytes = fs::read(file.path()).expect("a file");
    fs::remove_file(file.path()).expect("it can be removed");
    bytes
}

#[test]
fn hosts_build_the_table_that_one_builds() {
    let tables = tempfile::tempdir().expect("a folder");
    let build = format!(
        "table build sliding:5x2 --table-dir {}",
        tables.path().display()
    );
    let one = fewest_on(&build, "");
    let whole = only_file(tables.path());
    let untimed = |run: &Run| {
        run.stdout
            .rsplit_once("bytes in")
            .map(|(lines, _)| lines.to_owned())
    };
    for (hosts, workers, on_disk) in [(1, 2, false), (3, 1, false), (2, 2, true)] {
        let cluster = Cluster::new(hosts);
        for run in 0..=usize::from(on_disk) {
            let runs = cluster.run(&format!("{build} --threads {workers}"), on_disk);
            assert_eq!(
                untimed(&runs[0]),
                untimed(&one),
                "{run} of {hosts}: {runs:?}"
            );
            gives(&runs[1..], "");
            assert!(only_file(tables.path()) == whole, "{run} of {hosts}");
        }
    }
    // A count that keeps all levels becomes a table.
    let cluster = Cluster::new(2);
    let counted = cluster.run("sliding:5x2 --keep-all --threads 1", true);
    assert_eq!(counted[0].code, 0, "{counted:?}");
    let runs = cluster.run(&format!("{build} --threads 2"), true);
    assert_eq!(runs[0].code, 0, "{runs:?}");
    assert!(only_file(tables.path()) == whole);
    // A host is killed, and all hosts resume.
    let cluster = Cluster::new(2);
    let arguments = format!("{build} --threads 1");
    let start = |host: usize| {
        let mut command = cluster.command(host, &arguments);
        command.arg("--checkpoint").arg(cluster.levels(host));
        command.spawn().expect("it starts")
    };
    let (one, mut other) = (start(0), start(1));
    while other.try_wait().expect("a child").is_none() && !has_level(&cluster.levels(1), 9) {
        thread::sleep(Duration::from_millis(1));
    }
    other.kill().expect("it can be killed");
    wait(&mut other);
    let lost = end(one);
    assert_eq!((lost.code, lost.stdout.as_str()), (2, ""), "{lost:?}");
    assert!(
        lost.stderr
            .contains("run the same command on all hosts to resume"),
        "{lost:?}"
    );
    let runs = cluster.run(&format!("{build} --threads 3"), true);
    assert_eq!(runs[0].code, 0, "{runs:?}");
    assert!(only_file(tables.path()) == whole);
}

#[test]
fn hosts_with_different_jobs_are_reported_on_all_hosts() {
    let cluster = Cluster::new(2);
    let differing = |other: &str, message: &str| {
        let one = cluster
            .command(0, "eight --threads 1")
            .spawn()
            .expect("it starts");
        let run = run(cluster.command(1, other), "");
        let [first, second] = [&cluster.addresses[0], &cluster.addresses[1]];
        let message = message.replace("ONE", &format!("host 0 ({first})"));
        let message = message.replace("TWO", &format!("host 1 ({second})"));
        run.fails("", &message);
        end(one).fails("", &message);
    };
    differing(
        "sliding:3x2 --threads 1",
        "ONE counts eight, TWO counts sliding:3x2: they must agree",
    );
    differing(
        "eight --threads 2",
        "ONE has 1 worker, TWO has 2 workers: they must agree",
    );
    differing(
        "eight --threads 1 --max-moves 4",
        "ONE counts all levels and lists 0, TWO counts 4 levels and lists 0: they must agree",
    );
    differing(
        "table build eight --threads 1",
        "ONE counts eight, TWO builds the table of eight: they must agree",
    );
    let folder = format!(
        "eight --threads 1 --checkpoint {}",
        cluster.levels(1).display()
    );
    differing(
        &folder,
        "ONE keeps levels in memory, TWO keeps levels on disk: they must agree",
    );
}

#[test]
fn a_host_with_another_list_is_not_let_in() {
    let cluster = Cluster::new(2);
    let one = cluster.command(0, "eight --connect-timeout 2").spawn();
    let mut other = cluster.command(1, "eight");
    let list = cluster.folder.path().join("other.txt");
    let text = fs::read_to_string(cluster.hosts()).expect("a list");
    fs::write(&list, text.replace("secret", "guess")).expect("a file");
    other.arg("--hosts").arg(&list);
    let [first, second] = [&cluster.addresses[0], &cluster.addresses[1]];
    let mut command = fewest();
    command
        .args(["survey", "eight", "--host", "1", "--hosts"])
        .arg(&list);
    run(command, "").fails("", &format!("host 0 ({first}): its list of hosts differs"));
    let message = format!("host 1 ({second}) did not connect within 2 s");
    end(one.expect("it starts")).fails("", &message);
}

/// A stranger who finds the port can neither end the run nor keep hosts out.
#[test]
fn strangers_do_no_harm() {
    let cluster = Cluster::new(2);
    let one = cluster.command(0, "eight --to csv --threads 1").spawn();
    let one = one.expect("it starts");
    let mut strangers = Vec::new();
    for words in [
        &[][..],
        &[0; 8],
        &[255; 32],
        b"GET / HTTP/1.1\r\n\r\n",
        b"fewestC1",
    ] {
        let mut tries = 0;
        let mut stranger = loop {
            match TcpStream::connect(&cluster.addresses[0]) {
                Ok(stranger) => break stranger,
                Err(error) => assert!(tries < 500, "{error}"),
            }
            tries += 1;
            thread::sleep(Duration::from_millis(20));
        };
        stranger.write_all(words).expect("somebody listens");
        strangers.push(stranger);
    }
    let other = cluster.command(1, "eight --to csv --threads 1").spawn();
    end(other.expect("it starts")).gives("");
    end(one).gives(&fewest_on("survey eight --max-moves 999 --to csv", "").stdout);
}

#[test]
fn half_a_second_was_zero_seconds() {
    let cluster = Cluster::new(2);
    let one = cluster.command(0, "eight --connect-timeout 500ms").spawn();
    let message = format!(
        "host 1 ({}) did not connect within 500 ms",
        cluster.addresses[1]
    );
    end(one.expect("it starts")).fails("", &message);
}

#[test]
fn lists_and_numbers_that_are_none() {
    let cluster = Cluster::new(2);
    let hosts = cluster.hosts();
    let on = |path: &Path, host: &str| {
        let mut command = fewest();
        command.args(["survey", "eight", "--connect-timeout", "1", "--host", host]);
        command.arg("--hosts").arg(path);
        run(command, "")
    };
    on(&hosts, "2").fails("", "no host 2: the list has 2 hosts, numbered from 0");
    let [first, second] = [&cluster.addresses[0], &cluster.addresses[1]];
    on(&hosts, "0").fails("", &format!("host 1 ({second}) did not connect within 1 s"));
    on(&hosts, "1").fails("", &format!("host 0 ({first}) did not connect within 1 s"));
    let bad = cluster.folder.path().join("bad.txt");
    fs::write(&bad, "127.0.0.1:7000\nthere\n").expect("a file");
    let message = format!(
        "{}: line 2: expected HOST:PORT, found `there`",
        bad.display()
    );
    on(&bad, "0").fails("", &message);
    fs::write(&bad, "192.0.2.1:7000\n").expect("a file");
    let run = on(&bad, "0");
    assert!(
        run.code == 2
            && run
                .stderr
                .starts_with("error: 192.0.2.1:7000: can't listen here: "),
        "{run:?}"
    );
    let none = cluster.folder.path().join("none.txt");
    let run = on(&none, "0");
    assert!(
        run.code == 2 && run.stderr.contains("none.txt: No such file"),
        "{run:?}"
    );
    let listener = TcpListener::bind(first).expect("a port");
    let run = on(&hosts, "0");
    assert!(
        run.code == 2 && run.stderr.contains(": can't listen here: "),
        "{run:?}"
    );
    drop(listener);
}

#[cfg(unix)]
#[test]
fn a_list_of_hosts_without_end_was_read_until_memory_ran_out() {
    let on = |list: &Path| {
        let mut command = fewest();
        command.args(["survey", "eight", "--host", "0", "--hosts"]);
        command.arg(list);
        run(command, "")
    };
    on(Path::new("/dev/zero")).fails("", "/dev/zero: too large for a list of hosts");
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("hosts.txt");
    fs::write(&list, b"\xff\xfe").expect("a file");
    on(&list).fails("", &format!("{}: not UTF-8 text", list.display()));
}

/// Korf's boards 35 and 75 (R. E. Korf, 1985): 55 and 48 million boards with Manhattan.
const KORF: &str = "1 6 12 14 3 2 15 8 4 5 13 9 0 7 11 10\n\
                    14 4 0 10 6 5 1 3 9 2 13 15 12 7 8 11\n";

#[test]
fn searches_that_hosts_share_have_the_same_answers_and_counts() {
    let question = "solve fifteen --method ida-star --heuristic manhattan --to text --from korf";
    let one = fewest_on(question, KORF);
    let cluster = Cluster::new(3);
    let boards = cluster.folder.path().join("boards.txt");
    fs::write(&boards, KORF).expect("a file");
    let start = |host: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
        command.args(question.split(' ')).args(["--threads", "2"]);
        cluster.join(&mut command, host);
        // The other commands read nothing.
        if host == 0 {
            command.arg(&boards);
        }
        command.spawn().expect("it starts")
    };
    let children: Vec<Child> = (0..3).map(start).collect();
    let runs: Vec<Run> = children.into_iter().map(end).collect();
    let mut have_helped = false;
    for (host, run) in runs.iter().enumerate() {
        assert_eq!(run.code, 0, "{run:?}");
        if host == 0 {
            assert_eq!(run.stdout, one.stdout);
        } else {
            assert_eq!(run.stdout, "");
            assert!(
                run.stderr.starts_with("note: fifteen: searched "),
                "{run:?}"
            );
            have_helped |= !run.stderr.contains(" 0 subtrees");
        }
    }
    assert!(have_helped, "{runs:?}");
}

#[test]
fn hosts_with_different_searches_are_reported() {
    let cluster = Cluster::new(2);
    let differing = |one: &str, other: &str, message: &str| {
        let first = cluster.command(0, one).spawn().expect("it starts");
        let run = run(cluster.command(1, other), "");
        let [one, two] = [&cluster.addresses[0], &cluster.addresses[1]];
        let message = message.replace("ONE", &format!("host 0 ({one})"));
        let message = message.replace("TWO", &format!("host 1 ({two})"));
        run.fails("", &message);
        end(first).fails("", &message);
    };
    differing(
        "solve fifteen",
        "solve fifteen --method ida-star",
        "ONE searches by auto, heuristics of its own choice, partition of its own choice, \
         TWO searches by ida-star, heuristics of its own choice, partition of its own choice: \
         they must agree",
    );
    differing(
        "solve fifteen",
        "solve fifteen --tie udlr",
        "ONE tries moves in the order dlru, TWO tries moves in the order udlr: \
         they must agree",
    );
    differing(
        "solve eight",
        "eight",
        "ONE solves eight, TWO counts eight: they must agree",
    );
}
