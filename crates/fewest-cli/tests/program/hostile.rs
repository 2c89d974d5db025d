//! Input that nobody would send on purpose: noise, boards cut anywhere, endless lines. Nothing of
//! it may bring the program down, slow it down or make it take memory.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{run, solve, text};

/// Every reader, by puzzle and format, and boards for it if there are examples.
const READERS: [(&str, &str, &str); 17] = [
    ("rotation", "poj2286", "rotation.txt"),
    ("rotation", "plain", "rotation.txt"),
    ("knights", "scoi2005", "knights.txt"),
    ("knights", "knightsfen", "knightsfen.txt"),
    ("knights", "plain", "knights.txt"),
    ("eight", "hdu1043", "eight.txt"),
    ("eight", "poj1077", "eight.txt"),
    ("eight", "acwing179", "eight.txt"),
    ("eight", "hdu3567", "hdu3567.txt"),
    ("eight", "p1379", "p1379.txt"),
    ("sliding:3x2", "leetcode773", "leetcode773.txt"),
    ("eight", "hackerrank", "hackerrank.txt"),
    ("eight", "princeton", "princeton.txt"),
    ("eight", "npuzzle42", "npuzzle42.txt"),
    ("fifteen", "korf", "fifteen.txt"),
    ("fifteen", "plain", "fifteen.txt"),
    ("sliding:16x16", "plain", "fifteen.txt"),
];

/// Larger than any buffer.
const LARGE: usize = 50 << 20;

fn each_reader(mut visit: impl FnMut(&str, &str)) {
    for (puzzle, format, example) in READERS {
        visit(&format!("{puzzle} --from {format}"), example);
        visit(&format!("{puzzle} --from {format} --keep-going"), example);
    }
}

#[test]
fn noise() {
    let mut random = fastrand::Rng::with_seed(1);
    each_reader(|arguments, _| {
        for length in [1, 7, 100, 3000, 40_000] {
            let mut noise = vec![0; length];
            random.fill(&mut noise);
            solve(arguments, noise).is_orderly();
        }
        // Random characters from boards.
        let signs = b"0123456789xX*[],# \n\t\r-.";
        let noise: Vec<u8> = (0..20_000)
            .map(|_| signs[random.usize(..signs.len())])
            .collect();
        solve(arguments, noise).is_orderly();
    });
    for puzzle in ["rotation", "knights", "eight", "fifteen", "twentyfour"] {
        for _ in 0..10 {
            let mut noise = vec![0; random.usize(1..5000)];
            random.fill(&mut noise);
            solve(puzzle, noise).is_orderly();
        }
    }
}

/// Examples cut off anywhere, and with a byte changed.
#[test]
fn boards_that_were_cut_or_garbled() {
    let mut random = fastrand::Rng::with_seed(2);
    each_reader(|arguments, example| {
        let text = text(&format!("examples/{example}")).into_bytes();
        for _ in 0..6 {
            solve(arguments, &text[..random.usize(..text.len())]).is_orderly();
            let mut garbled = text.clone();
            garbled[random.usize(..text.len())] = random.u8(..);
            solve(arguments, garbled).is_orderly();
        }
    });
}

#[test]
fn huge_counts_and_sizes() {
    for text in [
        "18446744073709551615\n",
        "9999999999999999\n",
        "00000000000000000000000000\n",
        "-5",
        "1e9",
        "256\n1 2 3",
        "65536",
    ] {
        each_reader(|arguments, _| solve(arguments, text).is_orderly());
    }
}

/// A line without an end of digits, of letters, and no line at all.
#[test]
fn fifty_megabytes_of_the_same() {
    let start = Instant::now();
    for byte in [b'1', b' ', b'[', b'#', b'\n'] {
        let text = vec![byte; LARGE];
        for arguments in [
            "rotation",
            "knights --from scoi2005",
            "knights --from knightsfen",
            "eight --from hdu1043",
            "eight --from npuzzle42",
            "sliding:3x2 --from leetcode773",
        ] {
            solve(arguments, &*text).is_orderly();
        }
    }
    let digits = vec![b'1'; LARGE];
    for arguments in [
        "eight --from p1379 --keep-going",
        "fifteen --from korf --keep-going",
        "rotation --keep-going",
    ] {
        solve(arguments, &*digits).is_orderly();
    }
    assert!(
        start.elapsed() < Duration::from_secs(50),
        "{:?}",
        start.elapsed()
    );
}

/// Runs with this much address space, in KiB.
fn confined(kibibytes: u32, arguments: &str) -> Command {
    let mut command = Command::new("bash");
    command.env("FEWEST_TABLE_DIR", "");
    let program = env!("CARGO_BIN_EXE_fewest");
    command.args([
        "-c",
        &format!("ulimit -v {kibibytes} && exec {program} solve {arguments}"),
    ]);
    command
}

/// However long the input and its lines are, memory is bounded: two million bytes of boards a
/// megabyte of memory would not hold their answers either.
#[test]
fn memory_is_bounded() {
    let board = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3 ";
    let boards = board.repeat(LARGE / board.len());
    let result = run(confined(400_000, "rotation --threads 2 --to plain"), boards);
    assert_eq!((result.code, result.stderr.as_str()), (0, ""));
    assert_eq!(result.stdout.len(), LARGE / board.len() * "2 AC\n".len());
    for arguments in [
        "rotation --threads 2",
        "eight --threads 2 --from p1379 --keep-going",
        "fifteen --threads 2 --from korf",
    ] {
        let result = run(confined(400_000, arguments), vec![b'7'; 2 * LARGE]);
        assert_eq!(result.code, 2, "{result:?}");
        result.is_orderly();
    }
}
