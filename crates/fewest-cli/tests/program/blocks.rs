//! Blocks and traffic jams: letters, signs for free places, lines of databases.

use crate::common::{fewest, fewest_on, run, solve};

const KLOTSKI: &str = "ABBC ABBC DEEF DGHF I..J";
const JAM: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

/// The moves of an answer.
fn moves(answer: &str) -> Vec<&str> {
    answer.split_whitespace().skip(1).collect()
}

/// Interchangeable blocks were called by the puzzle's letters, whatever the board called them.
#[test]
fn blocks_keep_the_letters_that_a_board_has() {
    let usual = solve("klotski", KLOTSKI).stdout;
    let (from, to) = ("ABDG", "1#Qz".replace('#', "+"));
    let renamed = |text: &str| -> String {
        let places = text.chars().map(|c| from.find(c).ok_or(c));
        places
            .map(|place| place.map_or_else(|c| c, |at| char::from(to.as_bytes()[at])))
            .collect()
    };
    let board = renamed(KLOTSKI);
    let answer = solve("klotski", &*board);
    assert_eq!(answer.stdout, renamed(&usual));
    let json = solve("klotski --to json", &*board).stdout;
    assert!(json.contains(&format!("\"board\":\"{board}\"")), "{json}");
    let expected = moves(&answer.stdout).join(" ");
    assert!(
        json.contains(&format!("\"moves\":\"{expected}\"")),
        "{json}"
    );
    let usual_json = solve("klotski --to json", KLOTSKI).stdout;
    let goal = |json: &str| {
        json.split("\"goal\":\"")
            .nth(1)
            .map(|rest| rest[..24].to_owned())
    };
    assert_eq!(goal(&json), goal(&usual_json).map(|goal| renamed(&goal)));
    let steps = solve("klotski --to text --steps", &*board).stdout;
    assert!(steps.contains("1 + + C\n1 + + C\n"), "{steps}");
    // The answers are checked with the same letters.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("board"), &board).expect("a file");
    for (output, end) in [(&answer.stdout, 0), (&usual, 1)] {
        std::fs::write(folder.path().join("answer"), output).expect("a file");
        let mut command = fewest();
        command.current_dir(folder.path());
        command.args(["check", "klotski", "board", "answer"]);
        assert_eq!(run(command, "").code, end);
    }
}

/// The bytes of a letter were letters of their own.
#[test]
fn letters_beyond_ascii() {
    let usual = solve("klotski", KLOTSKI).stdout;
    let renamed = |text: &str| text.replace('A', "Ä").replace('C', "Ö");
    let answer = solve("klotski", renamed(KLOTSKI));
    assert_eq!(answer.stdout, renamed(&usual));
}

/// The first jam was answered, and the second had another puzzle than the checkpoint.
#[test]
fn jams_have_no_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = fewest();
    command.current_dir(folder.path());
    command.args(["solve", "traffic", "--checkpoint", "answers"]);
    let refusal = "--checkpoint keeps the answers to boards of one puzzle, and each jam is its own";
    run(command, JAM).fails("", refusal);
}

#[test]
fn free_places_have_other_signs() {
    let usual = solve("klotski", KLOTSKI).stdout;
    for sign in ["_", "-", "*", "0", "o"] {
        let board = KLOTSKI.replace('.', sign);
        assert_eq!(solve("klotski", board).stdout, usual, "{sign}");
    }
    let short = solve("klotski", "ABBC ABBC DEEF DGHF I.");
    assert!(
        short.stderr.contains("expected 20 places, found 18"),
        "{}",
        short.stderr
    );
}

#[test]
fn jams_line_by_line() {
    let answer = solve("traffic", JAM).stdout;
    assert!(answer.starts_with("60 Mu Hr Kd"), "{answer}");
    // As an argument, with the numbers of a database, twice, and after another jam.
    let mut command = fewest();
    command.args(["solve", "traffic", JAM]);
    run(command, "").gives(&answer);
    let both = format!("60 {JAM} 2332\n\n// the same\n{JAM}\n");
    solve("traffic", both).gives(&answer.repeat(2));
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("jams", format!("60 {JAM} 2332\n")),
        ("answers", answer.clone()),
    ];
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let inside = |words: &str| {
        let mut command = fewest();
        command.current_dir(folder.path());
        command.args(words.split_whitespace());
        run(command, "")
    };
    inside("solve traffic jams jams").gives(&answer.repeat(2));
    inside("check traffic jams jams").gives("right: 1 board\n");
    inside("check traffic jams answers").gives("right: 1 board\n");
    std::fs::write(folder.path().join("jams"), format!("59 {JAM} 2332\n")).expect("a file");
    let wrong = inside("check traffic jams jams");
    assert!(
        wrong.stdout.contains("the fewest moves are 60, not 59"),
        "{}",
        wrong.stdout
    );
    // `validate` took each for a board of the named puzzle.
    inside("validate traffic jams").gives("valid: 1 board\n");
    let bad = fewest_on("validate traffic", format!("{JAM}\n{}\n", &JAM[1..]));
    assert_eq!(bad.code, 1, "{bad:?}");
    assert!(
        bad.stdout.starts_with("invalid: standard input:2:"),
        "{}",
        bad.stdout
    );
    // The named puzzle has a board of its own.
    assert!(
        solve(
            "traffic --from plain",
            "BCCDE.B.FDEGAAFH.GIIJH.K..J.LKMM.NNK\n"
        )
        .code
            == 2
    );
    let own = fewest_on("solve traffic --scramble Hd", "");
    assert_eq!(
        (own.code, moves(&own.stdout).len() > 20),
        (0, true),
        "{own:?}"
    );
    assert!(
        fewest_on("formats traffic", "")
            .stdout
            .contains("letters of a square tray")
    );
}

/// Other commands read no jams, and a certificate was of another puzzle.
#[test]
fn a_jam_is_a_puzzle() {
    let survey = fewest_on(&format!("survey traffic:{JAM}"), "").stdout;
    assert!(survey.contains("2,332"), "{survey}");
    let board = "IBB#.. I..LDD JAAL.. J.KEEM FFK..M GGHHHM";
    assert!(
        solve(&format!("traffic:{JAM}"), board)
            .stdout
            .starts_with("60 ")
    );
    for command in ["validate", "generate --count 1 --random", "define check"] {
        let (command, options) = command.split_once(' ').unwrap_or((command, ""));
        let words = if command == "define" {
            format!("define check traffic:{JAM}")
        } else {
            format!("{command} traffic:{JAM} {options}")
        };
        assert_eq!(fewest_on(&words, board).code, 0, "{words}");
    }
    let hint = format!("this line is the puzzle `traffic:{JAM}`");
    let compared = fewest_on("compare traffic -", JAM);
    assert!(compared.stderr.contains(&hint), "{}", compared.stderr);
    let mistake =
        "traffic jam, letter 1: expected 36 letters, or another square number of them, found 6";
    for command in ["survey", "define check", "define export --to toml"] {
        fewest_on(&format!("{command} traffic:IBBxoo"), "").fails("", mistake);
    }
}

/// The plan of a single board named a table that would never be built.
#[test]
fn plans_say_that_blocks_are_searched_breadth_first() {
    let plan = solve("klotski --dry-run -", KLOTSKI).stdout;
    assert!(plan.contains("search by breadth-first"), "{plan}");
    let report = fewest_on("define check klotski", "").stdout;
    for line in [
        "tray          4 x 5, 2 free places\n",
        "moves         finger, between 154 pairs of places\n",
        "  boards      25,955 can be solved\n",
    ] {
        assert!(report.contains(line), "{report}");
    }
    assert!(!report.contains("r1c1"), "{report}");
}
