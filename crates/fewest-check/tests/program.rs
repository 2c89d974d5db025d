//! The program `fewest-check`: files, messages and memory.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const RING: &str = "fewest-certificate 2
puzzle ring
pieces 1 1 1
turn on - 2 0 1
goal 0 1 2
board 1 2 0
moves on
";
const TABLE: &str = "orbit 1 free 0 1 2
table ring.cert.0
goals 0
home 0 1 2
colours 0 1 2
orbits 0
bound tables
goals 0
sums 0
";

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The exit status, the output and the errors.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("it starts");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (output.status.code(), out, err)
}

fn check(path: &Path) -> (Option<i32>, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_fewest-check")).arg(path))
}

/// The name of a file was shown without its folder, or not at all.
#[test]
fn errors_name_the_file_that_was_tried() {
    let folder = folder("names");
    let path = folder.join("ring.cert");
    let (shown, table) = (path.display(), format!("{}.0", path.display()));
    let fails = |problem: String| {
        assert_eq!(
            check(&path),
            (Some(2), String::new(), format!("error: {problem}\n"))
        );
    };
    fails(format!("{shown}: No such file or directory"));
    std::fs::write(&path, "fewest-certificate 3\n").expect("a file");
    fails(format!("{shown}: line 1: expected version 2"));
    std::fs::write(&path, format!("{RING}{TABLE}")).expect("a file");
    fails(format!("{table}: No such file or directory"));
    std::fs::write(&table, [0; 7]).expect("a file");
    fails(format!("{table}: expected a regular file of 6 bytes"));
    std::fs::write(&table, [0, 255, 255, 1, 2, 255]).expect("a file");
    let verified = "verified for ring: 1 move is enough, and 0 are not\n".to_owned();
    assert_eq!(check(&path), (Some(0), verified, String::new()));
}

/// Regression: "6720 boards", "1 moves are enough".
#[test]
fn counts_had_no_commas_and_one_move_was_moves() {
    use fewest_check::counted;

    let words = [
        (0, "move"),
        (1, "move"),
        (181_440, "board"),
        (1_000, "byte"),
    ];
    let words = words.map(|(number, noun)| counted(number, noun));
    assert_eq!(
        words,
        ["0 moves", "1 move", "181,440 boards", "1,000 bytes"]
    );
    let path = folder("counts").join("ring.cert");
    std::fs::write(
        &path,
        format!("{RING}{TABLE}").replace("moves on", "moves on on on on"),
    )
    .expect("a file");
    std::fs::write(path.with_file_name("ring.cert.0"), [0, 255, 255, 1, 2, 255]).expect("a file");
    let (code, out, _) = check(&path);
    assert_eq!((code, &*out), (Some(1), "not verified: 1 move is enough\n"));
}

/// docs/certificate.md: the checker takes at most 1 GiB beside the entries of tables.
#[cfg(target_os = "linux")]
#[test]
fn no_text_takes_over_a_gibibyte() {
    let folder = folder("memory");
    let long = |key: &str, word: &str| format!("{key}{}\n", format!(" {word}").repeat(1 << 20));
    let table = TABLE.replace("orbits 0\n", &long("orbits", "0"));
    let sums = TABLE.replace("sums 0\n", &long("sums", "0"));
    let orbits = "orbit 1 free 0\n".repeat(1 << 20);
    // 255 goals of 256 cells, each of any symbol.
    let mut goals = format!(
        "fewest-certificate 2\npuzzle wide\npieces 2{}\n",
        " 1".repeat(254)
    );
    goals += &format!("goal{}\n", " *".repeat(256)).repeat(255);
    let texts = [
        ("orbits", format!("{RING}{table}"), "expected at most 256"),
        ("sums", format!("{RING}{sums}"), "expected at most 256"),
        ("lines", format!("{RING}{orbits}"), "expected the end"),
        (
            "words",
            format!("{RING}{}", long("a", "b")),
            "expected the end",
        ),
        ("goals", goals, "expected a line that begins with `board`"),
        ("path", far_ring(), "a search takes too much memory"),
    ];
    for (name, text, problem) in texts {
        assert!(text.len() <= 1 << 24, "{name}: {}", text.len());
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        if name == "path" {
            std::fs::write(folder.join("zeros"), [0; 2]).expect("a file");
        }
        let program = env!("CARGO_BIN_EXE_fewest-check");
        let limited = format!("ulimit -v 1048576; exec '{program}' '{}'", path.display());
        let (code, out, err) = run(Command::new("sh").args(["-c", &limited]));
        let is_refused = code.is_some_and(|code| code == 1 || code == 2);
        assert!(
            is_refused && (out + &err).contains(problem),
            "{name}: {code:?} {err}"
        );
    }
}

/// Rings of 2, 3, 5, ... cells, all of which one move turns. The board takes 1.5 million moves. The
/// table knows nothing, so that a search would keep all boards on the way.
#[cfg(target_os = "linux")]
fn far_ring() -> String {
    const MOVES: usize = 1_500_000;
    let (mut from, mut goal, mut board) = (String::new(), String::new(), String::new());
    let mut first = 0;
    for length in [2, 3, 5, 7, 11, 13, 17, 19] {
        for cell in 0..length {
            let _ = write!(from, " {}", first + (cell + 1) % length);
            let is_marked = |place| if place % length == 0 { " 1" } else { " 0" };
            goal += is_marked(cell);
            board += is_marked(cell + length - MOVES % length);
        }
        first += length;
    }
    format!(
        "fewest-certificate 2\npuzzle far\npieces {} 8\nturn a -{from}\ngoal{goal}\nboard{board}\n\
         moves{}\norbit 1 free 0 1\ntable zeros\ngoals 0\nhome{goal}\ncolours{goal}\norbits 0\n\
         bound tables\ngoals 0\nsums 0\n",
        first - 8,
        " a".repeat(MOVES)
    )
}
