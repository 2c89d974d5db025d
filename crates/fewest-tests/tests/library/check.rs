//! Checks of other programs' answers: accepts the program's own, and detects any change.

use fewest::Pool;
use fewest_text::Judgement;
use fewest_text::formats::{MistakeKind, Policy};
use proptest::prelude::*;

use crate::common::{self, Request};
use crate::generate::{draw, generate};
use crate::naive;

/// A puzzle and one of its formats.
const FORMATS: [(&str, &str); 17] = [
    ("rotation", "poj2286"),
    ("rotation", "plain"),
    ("knights", "scoi2005"),
    ("knights", "knightsfen"),
    ("knights", "plain"),
    ("eight", "hdu1043"),
    ("eight", "poj1077"),
    ("eight", "acwing179"),
    ("eight", "hdu3567"),
    ("eight", "p1379"),
    ("sliding:3x2", "leetcode773"),
    ("eight", "hackerrank"),
    ("eight", "princeton"),
    ("eight", "npuzzle42"),
    ("eight", "korf"),
    ("eight", "plain"),
    ("fifteen", "plain"),
];

/// Fixed boards of a puzzle: first near ones, then unsolvable ones, then solved ones.
fn boards(puzzle: &str, format: &str) -> String {
    match (puzzle, format) {
        ("rotation", "poj2286") => "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n\
            1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1\n\
            3 1 3 3 2 1 1 1 2 3 1 1 2 1 2 3 2 3 2 3 3 1 2 2\n0\n"
            .to_owned(),
        ("rotation", _) => "111132323132231222312133\n111133222332233222331111\n".to_owned(),
        ("knights", "plain") => "1011001*11101110100100000\n111110111100*110000100000\n".to_owned(),
        ("knights", "knightsfen") => {
            "2\n10110\n01 11\n10111\n01001\n00000\n01011\n110 1\n01110\n01010\n00100\n".to_owned()
        }
        ("knights", _) => {
            "2\n10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n".to_owned()
        }
        ("fifteen", _) => "1,2,3,4,5,6,7,8,9,10,0,12,13,14,11,15\n\
            1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0\n"
            .to_owned(),
        _ => {
            let request = Request {
                to: Some(format.to_owned()),
                ..Request::default()
            };
            let pool = match format {
                "p1379" | "leetcode773" => Pool::Moves(5, 12),
                _ => Pool::Moves(4, 7),
            };
            // If every board is printed, one is enough.
            let count = if matches!(format, "princeton" | "npuzzle42") {
                1
            } else {
                3
            };
            generate(puzzle, &request, &draw(pool, count, 6)).unwrap()
        }
    }
}

fn answers(puzzle: &str, format: &str, boards: &str) -> String {
    let request = Request {
        from: Some(format.to_owned()),
        ..Request::default()
    };
    let mut output = Vec::new();
    let mut session = common::open(puzzle, &request);
    session
        .run("in", &mut boards.as_bytes(), &mut output)
        .unwrap();
    String::from_utf8(output).unwrap()
}

fn check(
    puzzle: &str,
    format: &str,
    policy: Option<Policy>,
    boards: &str,
    output: &[u8],
) -> Judgement {
    let request = Request {
        from: Some(format.to_owned()),
        ..Request::default()
    };
    let puzzle = fewest::Puzzle::open(puzzle).unwrap();
    let (options, text) = (request.options(), request.text());
    let (mut boards, mut output) = (boards.as_bytes(), output);
    let (input, output) = (("in", &mut boards as _), ("out", &mut output as _));
    fewest_text::check(&puzzle, &options, &text, policy, input, output).unwrap()
}

/// The parts of an output that a judge compares: words, or lines if a line is the answer. The
/// search statistics of `npuzzle42` and `korf` are left out.
fn essence(format: &str, output: &str) -> Vec<String> {
    match format {
        "hdu1043" | "poj1077" | "acwing179" => {
            output.trim_end().lines().map(str::to_owned).collect()
        }
        "npuzzle42" => {
            let output = output.replace('.', "0");
            let lines = output
                .lines()
                .filter(|line| !line.starts_with("Complexity"));
            lines
                .flat_map(str::split_whitespace)
                .map(str::to_owned)
                .collect()
        }
        _ => output.split_whitespace().map(str::to_owned).collect(),
    }
}

#[test]
fn answers_of_the_program_are_right() {
    for (puzzle, format) in FORMATS {
        let boards = boards(puzzle, format);
        let output = answers(puzzle, format, &boards);
        for policy in [None].into_iter().chain(Policy::ALL.map(Some)) {
            let judgement = check(puzzle, format, policy, &boards, output.as_bytes());
            assert!(
                matches!(judgement, Judgement::Right(1..)),
                "{puzzle} {format} {policy:?}: {judgement:?}"
            );
        }
    }
}

/// Words that replace others.
const OTHERS: [&str; 15] = [
    "",
    "0",
    "1",
    "2",
    "9",
    "-1",
    "A",
    "AF",
    "d",
    "u",
    "lr",
    "UP",
    "unsolvable",
    "a1",
    "x",
];

/// Under the policy `least`, only one output is right. The check rejects all others.
#[test]
fn whatever_is_changed_is_caught() {
    for (puzzle, format) in FORMATS.into_iter().filter(|(_, format)| *format != "korf") {
        let boards = boards(puzzle, format);
        let output = answers(puzzle, format, &boards);
        let right = essence(format, &output);
        let lines: Vec<&str> = output.lines().collect();
        let mut changed = Vec::new();
        for i in 0..lines.len() {
            let with = |line: &[&str]| {
                let before = lines[..i].iter().chain(line);
                before
                    .chain(&lines[i + 1..])
                    .copied()
                    .collect::<Vec<_>>()
                    .join("\n")
                    + "\n"
            };
            changed.push(with(&[]));
            changed.push(with(&[lines[i], lines[i]]));
            let words: Vec<&str> = lines[i].split(' ').collect();
            for (j, word) in words.iter().enumerate() {
                for k in 0..3 {
                    let other = OTHERS[(i + 5 * j + 4 * k) % OTHERS.len()];
                    let mut words = words.clone();
                    words[j] = other;
                    changed.push(with(&[&words.join(" ")]));
                }
                for length in (1..word.len()).take(2) {
                    let mut words = words.clone();
                    words[j] = &word[..length];
                    changed.push(with(&[&words.join(" ")]));
                }
            }
        }
        assert!(changed.len() >= 10);
        for text in changed {
            let judgement = check(
                puzzle,
                format,
                Some(Policy::Least),
                &boards,
                text.as_bytes(),
            );
            let is_right = matches!(judgement, Judgement::Right(_));
            // A complexity that is not a number is also rejected.
            let is_same = essence(format, &text) == right;
            let has_details = format == "npuzzle42" && is_same;
            assert!(
                is_right == is_same || has_details,
                "{puzzle} {format}: {judgement:?} of\n{text}\nfor\n{boards}"
            );
        }
    }
}

/// Checks the message about an output, as `output:line: reason`.
#[track_caller]
fn judged(
    puzzle: &str,
    format: &str,
    policy: Policy,
    boards: &str,
    output: &str,
    expected: &str,
    kind: MistakeKind,
) {
    match check(puzzle, format, Some(policy), boards, output.as_bytes()) {
        Judgement::Right(_) if expected.is_empty() => {}
        Judgement::Wrong(mistake) => {
            assert_eq!(mistake.to_string(), expected, "{output:?}");
            assert_eq!(mistake.kind, kind, "{expected}");
        }
        Judgement::Right(boards) => panic!("{boards} right: {output:?}"),
    }
}

#[test]
fn policies_differ_in_what_they_take() {
    use MistakeKind::Wrong;
    use Policy::{Least, Shortest, Valid};
    let (puzzle, format) = ("eight", "poj1077");
    let board = "2 3 4 1 5 x 7 6 8\n";
    let least = answers(puzzle, format, board);
    // The sample's answer, which is also shortest, and a longer one.
    let sample = "ullddrurdllurdruldr\n";
    let long = format!("du{sample}");
    let found = format!("expected {}, found {}", least.trim(), sample.trim());
    let expected =
        format!("out:1: board 1: right length, but not first in dictionary order: {found}");
    judged(puzzle, format, Least, board, sample, &expected, Wrong);
    judged(puzzle, format, Shortest, board, sample, "", Wrong);
    judged(puzzle, format, Valid, board, sample, "", Wrong);
    let expected = format!("out:1: board 1: 21 moves, but 19 suffice: {}", least.trim());
    judged(puzzle, format, Shortest, board, &long, &expected, Wrong);
    judged(puzzle, format, Valid, board, &long, "", Wrong);
    for (output, expected) in [
        ("rl\n", "move 1, `r`, is not legal there"),
        ("l\n", "l leaves the board at 2 3 4 1 0 5 7 6 8"),
        ("\n", "no moves, but the board is not solved"),
        (
            "unsolvable\n",
            "claims that the board can't be solved, but it can",
        ),
    ] {
        judged(
            puzzle,
            format,
            Valid,
            board,
            output,
            &format!("out:1: board 1: {expected}"),
            Wrong,
        );
    }
    let expected = format!(
        "out:1: board 1: claims that the board can't be solved, but 19 moves suffice: {}",
        least.trim()
    );
    let none = "unsolvable\n";
    judged(puzzle, format, Shortest, board, none, &expected, Wrong);
    // No search is needed to see that a hard board is solvable.
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n";
    let expected = "out:1: board 1: claims that the board can't be solved, but it can";
    judged("fifteen", "plain", Valid, hard, none, expected, Wrong);
}

#[test]
fn a_single_surplus_move_is_a_mistake() {
    let board = "112332121123312112322333";
    let start: Vec<u8> = board.bytes().map(|symbol| symbol - b'0').collect();
    let least = answers("rotation", "plain", board);
    let fewest = least
        .strip_prefix("10 ")
        .expect("ten moves solve the board");
    // Some first moves keep the distance.
    let mut longer = naive::shifts(&start)
        .into_iter()
        .filter_map(|(name, next)| {
            let next: String = next.iter().map(|s| char::from(b'0' + s)).collect();
            let answer = answers("rotation", "plain", &next);
            let rest = answer.strip_prefix("10 ")?;
            Some(format!("11 {name}{rest}"))
        });
    let longer = longer.next().expect("there is such a move");
    let expected = format!(
        "out:1: board 1: 11 moves, but 10 suffice: {}",
        fewest.trim()
    );
    for policy in [Policy::Least, Policy::Shortest] {
        judged(
            "rotation",
            "plain",
            policy,
            board,
            &longer,
            &expected,
            MistakeKind::Wrong,
        );
    }
    judged(
        "rotation",
        "plain",
        Policy::Valid,
        board,
        &longer,
        "",
        MistakeKind::Wrong,
    );
}

#[test]
fn mistakes_name_the_line_and_the_reason() {
    use MistakeKind::{Presentation, Surplus, Wrong};
    let start = vec![
        3, 1, 3, 3, 2, 1, 1, 1, 2, 3, 1, 1, 2, 1, 2, 3, 2, 3, 2, 3, 3, 1, 2, 2,
    ];
    let end = naive::replay(start, |board| naive::shifts(board), ["A", "B", "C"]);
    let end = end.unwrap();
    let centre = [6, 7, 8, 11, 12, 15, 16, 17].map(|cell: usize| char::from(b'0' + end[cell]));
    let leaves = format!(
        "out:5: board 3: ABC leaves the centre at {}",
        String::from_iter(centre)
    );
    let boards = boards("rotation", "poj2286");
    let least = Policy::Least;
    for (output, expected, kind) in [
        (
            "AC\n2\nNo moves needed\n2\nABC\n2\n",
            leaves.as_str(),
            Wrong,
        ),
        (
            "AC\n3\n",
            "out:2: board 1: expected 2, the symbol in the centre, found 3",
            Wrong,
        ),
        (
            "AC\nx\n",
            "out:2: board 1: expected the symbol in the centre, found `x`",
            Presentation,
        ),
        (
            "AAFC\n2\n",
            "out:1: board 1: 4 moves, but 2 suffice: AC",
            Wrong,
        ),
        (
            "AC\n2\nAQ\n",
            "out:3: board 2: `Q` is not a move",
            Presentation,
        ),
        (
            "AC\n2\n\n",
            "out:4: the output ends after 1 of 3 boards",
            Presentation,
        ),
        (
            "AC\n",
            "out:2: board 1: the output ends in the middle of the answer",
            Presentation,
        ),
        (
            "",
            "out:1: the output ends after 0 of 3 boards",
            Presentation,
        ),
        (
            "AC\n2\nAF\n2\n",
            "out:3: board 2: 2 moves, but the board is already solved",
            Wrong,
        ),
    ] {
        judged(
            "rotation", "poj2286", least, &boards, output, expected, kind,
        );
    }
    let expected = "out:1: board 1: right length, but not first in dictionary order: expected DDHH, found HHDD";
    let board = "1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3\n0\n";
    judged(
        "rotation",
        "poj2286",
        least,
        board,
        "HHDD\n2\n",
        expected,
        Wrong,
    );
    let right = answers("rotation", "poj2286", &boards);
    let lines = right.lines().count() + 1;
    let expected = format!("out:{lines}: more output than boards");
    judged(
        "rotation",
        "poj2286",
        least,
        &boards,
        &(right + "AC"),
        &expected,
        Surplus,
    );
}

#[test]
fn mistakes_to_numbers_and_boards() {
    use MistakeKind::{Presentation, Wrong};
    let least = Policy::Least;
    let knights = "2\n10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n";
    for (output, expected) in [
        ("7 16", "out:1: board 2: expected `-1`, found `16`"),
        ("8 -1", "out:1: board 1: expected `7`, found `8`"),
        ("-1\n-1", "out:1: board 1: expected `7`, found `-1`"),
    ] {
        judged(
            "knights", "scoi2005", least, knights, output, expected, Wrong,
        );
    }
    let knights = knights.replace('*', " ");
    let output = "Solvable in 7 move(s).\nSolvable in 18 move(s).\n";
    let expected = "out:2: board 2: expected `Unsolvable in less than 11 move(s).`, found `Solvable in 18 move(s).`";
    judged(
        "knights",
        "knightsfen",
        least,
        &knights,
        output,
        expected,
        Wrong,
    );
    let board = "3\n1 2 3\n4 5 6\n7 0 8\n";
    let output = "Minimum number of moves = 1\n3\n1 2 3\n4 5 6\n7 0 8\n3\n1 2 3\n4 5 6\n0 7 8\n";
    let expected = "out:1: board 1: l leaves the board at 1 2 3 4 5 6 0 7 8";
    judged("eight", "princeton", least, board, output, expected, Wrong);
    let output = output.replace("0 7 8", "7 8 9");
    let expected = "out:7: board 1: not a board: a tile is repeated or too large";
    judged(
        "eight",
        "princeton",
        least,
        board,
        &output,
        expected,
        Presentation,
    );
    let output = output.replace("7 8 9", "8 7 0");
    let expected = "out:7: board 1: no move leads to the board shown after move 1";
    judged("eight", "princeton", least, board, &output, expected, Wrong);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Any output gets a verdict.
    #[test]
    fn no_output_brings_a_check_down(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        words in proptest::collection::vec(proptest::sample::select(vec![
            "\n", " ", "1", "-1", "99999999999999999999", "d", "lrud", "ABCDEFGH", "No", "moves", "needed",
            "unsolvable", "Case", "1:", "2", "Solvable", "in", "Minimum", "number", "of", "=", "3", "0", ".",
            "Number", "moves:", "UP", "{\"distance\":1,\"moves\":\"d\"}", "{", "[[[[", "c4", "\u{0}", "é",
        ]), 0..60),
    ) {
        for (puzzle, format) in FORMATS.into_iter().filter(|(puzzle, _)| *puzzle != "fifteen") {
            if format == "plain" && puzzle == "knights" {
                continue;
            }
            let boards = boards(puzzle, format);
            for policy in Policy::ALL {
                check(puzzle, format, Some(policy), &boards, &bytes);
                check(puzzle, format, Some(policy), &boards, words.join(" ").as_bytes());
            }
        }
    }
}
