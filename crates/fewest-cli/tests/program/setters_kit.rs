//! A problem setter's needs: validators as strict as testlib's, boards that pass them, and checkers
//! that blame only the contestant's output.

use std::path::Path;

use crate::common::{Run, fewest, fewest_on, file, run, text};

/// The rotation game's own sample, as its judge has it.
const TIDY: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n";

#[track_caller]
fn validate(arguments: &str, input: &str, code: i32, verdict: &str) {
    let run = fewest_on(&format!("validate {arguments}"), input);
    assert_eq!((run.code, run.stdout), (code, format!("{verdict}\n")));
}

#[track_caller]
fn refused(arguments: &str, input: &str, problem: &str) {
    let verdict = format!("invalid: standard input:{problem}");
    validate(arguments, input, 1, &verdict);
    let run = fewest_on(&format!("validate {arguments} --testlib"), input);
    assert_eq!((run.code, run.stderr), (3, format!("{verdict}\n")));
    let lax = fewest_on(&format!("validate {arguments} --lax"), input);
    assert_eq!(lax.code, 0, "{lax:?}");
}

#[test]
fn untidy_layouts_were_valid() {
    let rotation = "rotation --from poj2286";
    validate(rotation, TIDY, 0, "valid: 1 board");
    let cases = [
        (
            format!("\u{feff}{TIDY}"),
            "1:1: board 1: expected no byte order mark before the text",
        ),
        (
            TIDY.replace('\n', "\r\n"),
            "1:48: board 1: expected the end of the line, found a carriage return",
        ),
        (
            TIDY.replacen(' ', "\t", 1),
            "1:2: board 1: expected a blank, found a tab",
        ),
        (
            TIDY.replacen(' ', "  ", 1),
            "1:3: board 1: expected `1`, found a blank",
        ),
        (
            format!(" {TIDY}"),
            "1:1: board 1: expected `1`, found a blank",
        ),
        (
            TIDY.replacen('\n', " \n", 1),
            "1:48: board 1: expected the end of the line, found a blank",
        ),
        (
            TIDY.replacen('\n', "\n\n", 1),
            "2:1: expected `0`, found the end of the line",
        ),
        (
            TIDY.trim_end().to_owned(),
            "2:2: expected the end of the line, found the end of the input",
        ),
        (
            format!("{TIDY}\n"),
            "3:1: expected the end of the input, found the end of the line",
        ),
        (
            format!("{TIDY} "),
            "3:1: expected the end of the input, found a blank",
        ),
        (
            TIDY.replacen(' ', "\n", 1),
            "1:2: board 1: expected a blank, found the end of the line",
        ),
    ];
    for (input, problem) in &cases {
        refused(rotation, input, problem);
    }
    let knights = "1\n10110\n01*11\n10111\n01001\n00000\n";
    validate("knights --from scoi2005", knights, 0, "valid: 1 board");
    refused(
        "knights --from scoi2005",
        &format!("0{knights}"),
        "1:1: board 1: expected `1`, found `0`",
    );
    refused(
        "knights --from scoi2005",
        &format!("\n{knights}"),
        "1:1: board 1: expected the number of boards, found the end of the line",
    );
    // Spaces that are cells stay, and so does unneeded text.
    let fen = knights.replace('*', " ").replace("01 11", "0111 ");
    validate("knights --from knightsfen", &fen, 0, "valid: 1 board");
    refused(
        "knights --from knightsfen",
        &fen.replacen("10110", "10110 ", 1),
        "2:6: board 1: expected the end of the line, found a blank",
    );
    refused(
        "eight --from hdu1043",
        "1 2 3 4 5 6 7 X 8\n",
        "1:15: board 1: expected `x`, found `X`",
    );
    refused(
        "eight --from p1379",
        "123804765",
        "1:10: board 1: expected the end of the line, found the end of the input",
    );
    refused(
        "sliding:3x2 --from leetcode773",
        "[[4, 1,2],[5,0,3]]\n",
        "1:5: board 1: expected `1`, found a blank",
    );
    refused(
        "eight --from hackerrank",
        "3\n0 1 2\n3 4 5\n6 7 8\n",
        "2:2: board 1: expected the end of the line, found a blank",
    );
    validate("eight --from hdu3567", "0\n", 0, "valid: 0 boards");
}

/// Files of tools have many layouts: they are refused only on request.
#[test]
fn layouts_of_tools_are_looked_at_on_request() {
    let wide = "3\n 0  1  3\n 4  2  5\n 7  8  6\n";
    validate("eight --from princeton", wide, 0, "valid: 1 board");
    let problem = "invalid: standard input:2:1: board 1: expected `0`, found a blank";
    validate("eight --from princeton --strict", wide, 1, problem);
    validate(
        "eight --from plain --strict",
        "1 2 3 4 5 6 7 8 0\n",
        0,
        "valid: 1 board",
    );
    let definition = file("puzzles/twiddle.toml").display().to_string();
    let plain = format!("{definition} --from plain");
    validate(&plain, "2 3 6\n1 4 5\n7 8 9", 0, "valid: 1 board");
    validate(
        &format!("{plain} --strict"),
        "2 3 6 1 4 5 7 8 9\n",
        0,
        "valid: 1 board",
    );
    let drawn = format!("{definition} --from drawn --strict");
    validate(
        &drawn,
        "2 3 6\n1 4 5\n7 8 9\n\n1 2 3\n4 5 6\n7 8 9\n",
        0,
        "valid: 2 boards",
    );
    // In pieces, and more than one at a time.
    let many = fewest_on("generate eight --random --count 40000 --to hdu1043", "").stdout;
    validate("eight --from hdu1043", &many, 0, "valid: 40,000 boards");
    let doubled = format!("{}  x\n", many.trim_end().trim_end_matches([' ', 'x']));
    let run = fewest_on("validate eight --from hdu1043", doubled);
    assert!(run.code == 1 && run.stdout.contains(":40000:"), "{run:?}");
}

#[test]
fn generate_wrote_what_validate_refuses() {
    let noted = |arguments: &str, why: &str| {
        let run = fewest_on(&format!("generate {arguments}"), "");
        let note = run
            .stderr
            .replace("`fewest validate` rejects this input: ", "");
        let expected = (0, format!("note: {why}\n"));
        assert_eq!((run.code, note), expected, "{arguments}");
        let mut words = arguments.split(' ');
        let (puzzle, format) = (words.next().unwrap_or(""), words.next_back().unwrap_or(""));
        let verdict = fewest_on(&format!("validate {puzzle} --from {format}"), run.stdout);
        assert_eq!(verdict.code, 1, "{arguments}: {verdict:?}");
    };
    noted(
        "knights --random --count 11 --to scoi2005",
        "an input of scoi2005 has at most 10 boards",
    );
    noted(
        "eight --unsolvable --to p1379",
        "p1379 promises that every board can be solved",
    );
    noted(
        "eight --random --to leetcode773",
        "leetcode773 is meant for 3x2 boards, not 3x3",
    );
    noted(
        "eight --random --count 2 --to poj1077",
        "an input of poj1077 has at most one board",
    );
    noted(
        "eight --random --count 0 --to poj1077",
        "an input of poj1077 has one board",
    );
    // Anything that the format leaves open is valid.
    for (puzzle, formats) in [
        ("rotation", &["poj2286", "plain"][..]),
        ("knights", &["scoi2005", "knightsfen", "plain"]),
        (
            "eight",
            &[
                "hdu1043",
                "poj1077",
                "acwing179",
                "hdu3567",
                "p1379",
                "hackerrank",
                "princeton",
                "npuzzle42",
                "korf",
                "plain",
            ],
        ),
        ("sliding:3x2", &["leetcode773"]),
    ] {
        for format in formats {
            let drawn = fewest_on(&format!("generate {puzzle} --random --to {format}"), "");
            assert_eq!((drawn.code, drawn.stderr.as_str()), (0, ""));
            let valid = format!("{puzzle} --from {format} --strict");
            validate(&valid, &drawn.stdout, 0, "valid: 1 board");
        }
    }
}

/// Formats are recognised as by `solve`, and named.
#[test]
fn formats_had_to_be_named() {
    let run = fewest_on("validate rotation", TIDY);
    assert_eq!((run.code, run.stdout.as_str()), (0, "valid: 1 board\n"));
    assert_eq!(run.stderr, "note: standard input: read as poj2286\n");
    let run = fewest_on("validate eight", "1 2 3 4 5 6 7 x 8\n");
    let note = "read as hdu1043; poj1077 and acwing179 look the same (--from)\n";
    assert_eq!(run.stderr, format!("note: standard input: {note}"));
    let run = fewest_on("validate eight", text("examples/princeton.txt"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.stderr
            .contains("which have different goals; choose one with --from")
    );
    let folder = tempfile::tempdir().expect("a folder");
    let run = check(folder.path(), "rotation in out", TIDY, "AC\n2\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, "right: 1 board\n"));
    assert_eq!(run.stderr, "note: in: read as poj2286\n");
    // The name that the option had.
    validate("rotation --from poj2286", TIDY, 0, "valid: 1 board");
}

/// Runs `fewest check` in a folder with an input and an output.
fn check(folder: &Path, arguments: &str, input: &str, output: &str) -> Run {
    for (name, text) in [("in", input), ("out", output)] {
        std::fs::write(folder.join(name), text).expect("written");
    }
    let mut command = fewest();
    command
        .current_dir(folder)
        .arg("check")
        .args(arguments.split(' '));
    run(command, "")
}

#[test]
fn contestants_were_blamed_for_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let code = |arguments: &str, input: &str, output: &str| {
        let run = check(folder.path(), arguments, input, output);
        assert_eq!(run.stdout, "");
        run.code
    };
    let testlib = "rotation --from poj2286 --testlib in out";
    assert_eq!(code(testlib, TIDY, "AC\n2\n"), 0);
    assert_eq!(code(testlib, TIDY, "AA\n2\n"), 1);
    // Wrong arguments.
    for arguments in [
        "rotation --testlib in",
        "rotation --testlib --from nonsense in out",
        "rotation --testlib --polciy least in out",
        "rotation --testlib --policy lest in out",
        "rotation --testlib in out answer report more",
        "nothing --testlib in out",
        "rotation --testlib in out --appes",
    ] {
        assert_eq!(code(arguments, TIDY, "AC\n2\n"), 3, "{arguments}");
    }
    let run = fewest_on("validate nothing --testlib", TIDY);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    let run = fewest_on("validate rotation --testlib --nonsense", TIDY);
    assert_eq!(run.code, 3);
    // A bad input, whatever the mistake and the output.
    let bad = TIDY.replacen("0\n", "1 2 3\n0\n", 1);
    let trailing = format!("{TIDY}1");
    for output in ["AC\n2\n", "AA\n2\n", "A-\n2\n", "", "AC\n2\nAC\n2\nAC\n2\n"] {
        assert_eq!(code(testlib, &bad, output), 3, "{output}");
        assert_eq!(code(testlib, &trailing, output), 3, "{output}");
    }
}

#[test]
fn the_arguments_of_checkers_were_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = |arguments: &str, output: &str| {
        let arguments = format!("rotation --from poj2286 --testlib {arguments}");
        let run = check(folder.path(), &arguments, TIDY, output);
        let report = std::fs::read_to_string(folder.path().join("report"));
        (run.code, report.expect("a report"))
    };
    let text = |verdict: &str| format!("{verdict}\n");
    assert_eq!(
        report("in out answer report", "AC\n2\n"),
        (0, text("right: 1 board"))
    );
    let xml = |outcome: &str, verdict: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><result outcome = \"{outcome}\">{verdict}</result>\n"
        )
    };
    let accepted = (0, xml("accepted", "right: 1 board"));
    assert_eq!(report("in out answer report -appes", "AC\n2\n"), accepted);
    assert_eq!(report("in out answer report -APPES", "AC\n2\n"), accepted);
    assert_eq!(
        report(
            "--testset tests --group 1 in out answer report -appes",
            "AC\n2\n"
        ),
        accepted
    );
    let (code, wrong) = report("in out answer report -appes", "A&<\n2\n");
    assert_eq!(code, 2);
    assert_eq!(
        wrong,
        xml(
            "presentation-error",
            "wrong: out:1: board 1: `&amp;` is not a move"
        )
    );
    let (code, failed) = report("nowhere out answer report -appes", "AC\n2\n");
    assert_eq!(code, 3);
    assert!(failed.contains("\"fail\">FAIL nowhere: "), "{failed}");
    // If the report can't be written, there is no verdict.
    let run = check(
        folder.path(),
        "rotation --testlib in out answer no/where",
        TIDY,
        "AC\n2\n",
    );
    assert_eq!(run.code, 3, "{run:?}");
}
