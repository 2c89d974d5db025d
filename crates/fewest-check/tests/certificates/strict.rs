//! Texts that were accepted although they are not certificates, or took gigabytes.

use std::fmt::Write as _;

use fewest_check::Failure;

use crate::verdict;

const RING: &str = "pieces 1 1 1
turn on - 2 0 1
goal 0 1 2
board 1 2 0
moves on
solutions 1
bound search
goals 0
";
const VERIFIED: &str = "verified: 1 move is enough, and 0 are not; shortest solutions: 1";

fn is_malformed(from: &str, to: &str) {
    let text = RING.replacen(from, to, 1);
    assert_ne!(text, RING);
    let found = verdict(&text, &[]);
    assert!(found.starts_with("malformed: line "), "{to:?}: {found}");
}

#[test]
fn numbers_have_one_form() {
    assert_eq!(verdict(RING, &[]), VERIFIED);
    for (from, to) in [
        ("solutions 1", "solutions 1 99"),
        ("solutions 1", "solutions"),
        ("solutions 1", "solutions +1"),
        ("solutions 1", "solutions 01"),
        ("board 1 2", "board +1 2"),
        ("board 1 2", "board 01 2"),
        ("goal 0 1", "goal 0,+1 1"),
    ] {
        is_malformed(from, to);
    }
}

#[test]
fn the_text_is_ascii() {
    let with_returns = RING.replace('\n', "\r\n");
    assert_eq!(verdict(&with_returns, &[]), VERIFIED);
    for (from, to) in [
        // A line separator, a mark that reverses the order of letters, a narrow space, another digit.
        ("goals 0\n", "goals 0\n# \u{2028}goals 1\n"),
        ("goals 0\n", "goals 0\n# \u{202e}\n"),
        ("1 2 0", "1\u{202f}2 0"),
        ("1 2 0", "1 \u{662} 0"),
        ("1 2 0", "1\t2 0"),
        ("1 2 0\n", "1 2\r0\n"),
    ] {
        is_malformed(from, to);
    }
    let problem = Failure::Malformed("line 2: expected plain ASCII text".to_owned());
    let found = fewest_check::check(b"fewest-certificate 2\n# \xff\n", &mut |_, _| Ok(vec![]));
    assert_eq!(found, Err(problem));
}

#[test]
fn the_puzzle_has_a_name() {
    for line in ["puzzle", "puzzle two words"] {
        let text = format!("fewest-certificate 2\n{line}\n{RING}");
        let found = fewest_check::check(text.as_bytes(), &mut |_, _| Ok(vec![]));
        assert!(matches!(found, Err(Failure::Malformed(_))), "{found:?}");
    }
}

/// `orbits` was expanded to all cells before it was checked; lists of sums and goals had no limit.
#[test]
fn lists_have_a_limit() {
    let table = "orbit 1 free 0 1 2
table t0
goals 0
home 0 1 2
colours 0 1 2
orbits 0
bound tables
goals 0
sums 0
";
    let text = RING.replace("bound search\ngoals 0\n", table);
    let found = verdict(&text, &[&[0, 255, 255, 1, 2, 255]]);
    assert_eq!(found, VERIFIED);
    let many = " 0".repeat(256);
    for (from, to) in [
        ("orbits 0", format!("orbits 0{many}")),
        ("sums 0", format!("sums 0{many}")),
        ("sums 0", format!("sums 0{}", "+0".repeat(256))),
        ("goals 0\nsums", format!("goals 0{many}\nsums")),
        ("goal 0 1 2", format!("goal 0{} 1 2", ",0".repeat(256))),
    ] {
        let text = text.replacen(from, &to, 1);
        let found = verdict(&text, &[&[0, 255, 255, 1, 2, 255]]);
        assert!(found.starts_with("malformed: line "), "{to}: {found}");
    }
}

/// Each table had its own limit, but their sum had none.
#[test]
fn all_tables_have_one_limit() {
    // 32 pieces, whose two turns look different: 2^32 entries in two orbits.
    let mut text = "pieces 32 32 1 1 1\ngoal".to_owned();
    let cells = (0..64).map(|cell| cell % 2).chain(2..5);
    let mut board = String::new();
    for symbol in cells {
        let _ = write!(board, " {symbol}");
    }
    let _ = write!(text, "{board}\nboard{board}\nunsolvable\n");
    for half in [0..16, 16..32] {
        text += "orbit 2 free";
        for place in half {
            let _ = write!(text, " {}.{}", 2 * place, 2 * place + 1);
        }
        text.push('\n');
    }
    text += "orbit 1 free 64 65 66\n";
    let table = |file: &str, orbits: &str| {
        format!("table {file}\ngoals 0\nhome{board}\ncolours{board}\norbits {orbits}\n")
    };
    let large = table("t1", "0 1");
    let found = verdict(&format!("{text}{large}"), &[&[0; 6]]);
    assert_eq!(found, "unread: t1: no such file");
    let small = table("t0", "2");
    let found = verdict(&format!("{text}{small}{large}"), &[&[0; 6]]);
    assert_eq!(found, "refuted: the tables are too large");
}
