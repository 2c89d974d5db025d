//! `fewest define`: mistakes, doubts, reports, imports.

use crate::common::{fewest_on, text};

#[test]
fn a_report_counts_boards() {
    let run = fewest_on("define check -", text("puzzles/cube2.toml"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for line in [
        "group of the moves: 3,674,160 elements\n",
        "moves: R (back: R3), U (back: U3), F (back: F3), F2 (its own inverse)",
        "  3,674,160 of them can be solved",
        "  method: search;",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    let run = fewest_on(
        "define check - --to json --memory 1K",
        text("puzzles/eight.toml"),
    );
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(json["goals"][0]["solvable"], "181440");
    assert_eq!(json["goals"][0]["method"], "search");
}

#[test]
fn mistakes_are_shown_under_their_line() {
    let wrong = text("puzzles/rotation.toml").replace("2 4 9 13", "2 4 9 1e");
    let run = fewest_on("define check -", wrong);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let shown = "error: no cell is called `1e`\n  --> standard input:24:16\n";
    assert!(run.stderr.starts_with(shown), "{}", run.stderr);
    assert!(
        run.stderr.contains("= help: did you mean `1`?"),
        "{}",
        run.stderr
    );
}

#[test]
fn doubts_are_warnings() {
    let eight = text("puzzles/eight.toml");
    let one_way = eight.replace("[[move]]\nname = \"u\"\noffset = [-1, 0]\n", "");
    let open = format!("{one_way}[[goal]]\nboard = \"1 2 3 ? ? ? ? ? ?\"\n");
    let run = fewest_on("define check -", open);
    assert_eq!(run.code, 0);
    for doubt in [
        "warning: no move takes `d` back\n",
        "warning: whatever meets goal 1 meets goal 2, too\n",
    ] {
        assert!(run.stderr.contains(doubt), "{}", run.stderr);
    }
}

#[test]
fn an_import_is_a_definition() {
    let ring = "Set A 3 2\nSolved\nA\n1 2 3\nEnd\nMove m\nA\n2 3 1\n1 0 0\nEnd\n";
    let imported = fewest_on("define import -", ring);
    assert_eq!((imported.code, imported.stderr.as_str()), (0, ""));
    let run = fewest_on("define check -", imported.stdout);
    assert!(
        run.stdout.contains("group of the moves: 6 elements\n"),
        "{}",
        run.stdout
    );
    let refused = fewest_on("define import -", format!("{ring}Block\n"));
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .stderr
            .contains("`Block` can't be said in a definition")
    );
}
