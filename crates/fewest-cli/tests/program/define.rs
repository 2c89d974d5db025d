//! `fewest define`: mistakes, doubts, reports, imports, exports.

use serde_json::Value;

use crate::common::{fewest_on, file, text};

const PUZZLES: [&str; 21] = [
    "corners",
    "cube2",
    "cube2q",
    "cube3",
    "cube3q",
    "dino",
    "megaminx3",
    "skewb",
    "tower",
    "eight",
    "fifteen",
    "knights",
    "pancakes",
    "pyraminx",
    "rings",
    "rotation",
    "sixteen",
    "sixteen3",
    "topspin",
    "topspin9",
    "twiddle",
];

#[test]
fn reports_fit_the_terminal() {
    for name in PUZZLES {
        let run = fewest_on("define check -", text(&format!("puzzles/{name}.toml")));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        let longest = run.stdout.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(80), "{name}: {}", run.stdout);
        assert!(run.stdout.contains("\nmethod        "), "{name}");
    }
}

#[test]
fn a_report_counts_boards() {
    let run = fewest_on("define check -", text("puzzles/cube2.toml"));
    for line in [
        "\ngroup         3,674,160 elements\n",
        "\nmoves         R (inverse: R'), R2 (its own inverse), R' (inverse: R),\n",
        "; 3,674,160 of them can be solved",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    let report = |memory: &str| {
        let run = fewest_on(
            &format!("define check - --to json --memory {memory}"),
            text("puzzles/eight.toml"),
        );
        serde_json::from_str::<Value>(&run.stdout).expect("JSON")
    };
    let tight = report("1K");
    assert_eq!(tight["views"][0]["solvable"], 181_440);
    assert_eq!(tight["method"], "search");
    assert_eq!(tight["patterns"], serde_json::json!([]));
    let wide = report("1G");
    assert_eq!(wide["method"], "table");
    assert_eq!(wide["bytes"], tight["bytes"]);
}

/// Two rings of three cells each: what one goal can be reached from, the other can't.
#[test]
fn two_goals_that_no_moves_join_were_counted_as_one() {
    let rings = |goals: &[&str]| {
        let goals = goals
            .iter()
            .map(|board| format!("[[goal]]\nboard = \"{board}\"\n"));
        let goals = goals.collect::<Vec<_>>().concat();
        let text = format!(
            "name = \"rings\"\ncells = 6\npieces = \"a b c d e f\"\n[[move]]\nname = \"l\"\nshift = \"1 2 3\"\n\
             [[move]]\nname = \"r\"\nshift = \"4 5 6\"\n{goals}"
        );
        let run = fewest_on("define check - --to json", text);
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        report["solvable"].clone()
    };
    assert_eq!(rings(&["a b c d e f"]), 9);
    assert_eq!(rings(&["a b c d e f", "b a c d e f"]), 18);
    // The second can be reached from the first, or is beside it in all but one cell.
    assert_eq!(rings(&["a b c d e f", "b c a d e f"]), 9);
    assert_eq!(rings(&["a b c d e f", "a b c d ? ?"]), 18);
}

/// A slow or busy machine takes longer than estimated, but no machine takes a small part of it.
#[test]
fn times_were_estimated_150_times_too_long() {
    for name in ["eight", "twiddle", "topspin9"] {
        let path = file(&format!("puzzles/{name}.toml"));
        let run = fewest_on(&format!("define check {} --to json", path.display()), "");
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let views = report["views"].as_array().expect("a list").iter();
        let estimate: f64 = views.filter_map(|view| view["seconds"].as_f64()).sum();
        let begun = std::time::Instant::now();
        let survey = format!("survey {} --to csv", path.display());
        assert_eq!(fewest_on(&survey, "").code, 0);
        let taken = begun.elapsed().as_secs_f64();
        assert!(
            estimate > 0.0 && estimate < 20.0 * taken,
            "{name}: {estimate} s, not {taken} s"
        );
    }
}

#[test]
fn goals_that_differ_in_names_share_a_view() {
    let run = fewest_on("define check - --to json", text("puzzles/rotation.toml"));
    let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    for goal in 0..3 {
        assert_eq!(json["goals"][goal]["view"], 1);
        assert_eq!(json["goals"][goal]["cells"], 8);
    }
    assert_eq!(json["views"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["views"][0]["boards"], 735_471);
    assert_eq!(json["views"][0]["entries"], 735_471);
    assert_eq!(json["apart"], serde_json::json!([]));
}

#[test]
fn goals_that_no_moves_lead_to_are_noted() {
    let eight = text("puzzles/eight.toml");
    let two = format!("{eight}[[goal]]\nname = \"swapped\"\nboard = \"2 1 3 4 5 6 7 8 .\"\n");
    let run = fewest_on("define check -", two.clone());
    let note = "\nnote          no moves lead from goal 1 to the goal `swapped`\n";
    assert!(run.stdout.contains(note), "{}", run.stdout);
    let reached = two.replace("2 1 3 4 5 6 7 8 .", "2 3 1 4 5 6 7 8 .");
    let run = fewest_on("define check -", reached);
    assert!(!run.stdout.contains("note"), "{}", run.stdout);
    assert!(
        run.stdout.contains("181,440 of them can be solved, 1 in 2"),
        "{}",
        run.stdout
    );
}

#[test]
fn mistakes_are_shown_under_their_line() {
    let wrong = text("puzzles/rotation.toml").replace("2 4 9 13", "2 4 9 1e");
    let run = fewest_on("define check -", wrong);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let shown = "error: no cell is called `1e`\n  --> standard input:25:16\n   |\n\
                 25 | shift = \"2 4 9 1e 18 22 24\"\n   |                ^^";
    assert_eq!(run.stderr.trim_end(), shown);
}

#[test]
fn doubts_are_warnings() {
    let eight = text("puzzles/eight.toml");
    let one_way = eight.replace("[[move]]\nname = \"u\"\noffset = [-1, 0]\n", "");
    let open = format!("{one_way}[[goal]]\nboard = \"1 2 3 ? ? ? ? ? ?\"\n");
    let run = fewest_on("define check -", open);
    assert_eq!(run.code, 0);
    for doubt in [
        "warning: `d` has no inverse\n",
        "warning: every board that meets goal 1 also meets goal 2\n",
    ] {
        assert!(run.stderr.contains(doubt), "{}", run.stderr);
    }
}

#[test]
fn an_import_is_a_definition() {
    let ring = "Set A 3 2\nSolved\nA\n1 2 3\nEnd\nMove m\nA\n2 3 1\n1 0 0\nEnd\n";
    let imported = fewest_on("define import -", ring);
    assert_eq!((imported.code, imported.stderr.as_str()), (0, ""));
    let twice = format!("{ring}Move n\nA\n2 3 1\n1 0 0\nEnd\n");
    let noted = fewest_on("define import - --from ksolve", twice);
    assert_eq!((noted.code, &noted.stdout), (0, &imported.stdout));
    let note =
        "note: the move `n` is left out: it does the same as `m`\n  --> standard input:11:6\n";
    assert!(noted.stderr.starts_with(note), "{}", noted.stderr);
    let run = fewest_on("define check -", imported.stdout);
    assert!(
        run.stdout.contains("\ngroup         6 elements\n"),
        "{}",
        run.stdout
    );
    let refused = fewest_on("define import -", format!("{ring}Block\n"));
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("`Block` is not supported"));
}

#[test]
fn files_of_other_programs_are_known_by_their_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file_name, order) in [
        ("squares.json", "120"),
        ("squares.gap", "120"),
        ("corners.tws", "3,674,160"),
    ] {
        let path = file(&format!("examples/{file_name}"));
        let imported = fewest_on(&format!("define import {}", path.display()), "");
        assert_eq!(imported.code, 0, "{imported:?}");
        let by_text = fewest_on("define import -", text(&format!("examples/{file_name}")));
        assert_eq!(by_text.stdout, imported.stdout, "{by_text:?}");
        let run = fewest_on("define check -", imported.stdout);
        let group = format!("\ngroup         {order} elements\n");
        assert!(run.stdout.contains(&group), "{}", run.stdout);
    }
    let table = file("examples/santa.csv").display().to_string();
    let several = fewest_on(&format!("define import {table}"), "");
    assert_eq!(several.code, 2);
    let choose = "several puzzles, `cube_2/2/2` and `ring` among them: choose one with `--puzzle`";
    assert!(several.stderr.contains(choose), "{several:?}");
    let ring = format!("define import {table} --puzzle ring --solution A;A;B;B;C;C");
    let ring = fewest_on(&ring, "");
    assert_eq!((ring.code, ring.stderr.as_str()), (0, ""));
    let path = folder.path().join("ring.toml");
    std::fs::write(&path, ring.stdout).expect("writable");
    let solved = fewest_on(&format!("solve {}", path.display()), "A B B C A C\n");
    assert_eq!(solved.code, 0, "{solved:?}");
    let squares = file("examples/squares.json").display().to_string();
    let wrong = fewest_on(&format!("define import {squares} --puzzle ring"), "");
    wrong.fails(
        "",
        "--puzzle and --solution are for tables of puzzles: `--from santa`",
    );
}

/// The distances of the pocket cube, each board in 24 orientations; `R` and `R U' R' F`; and layers.
#[test]
fn boards_and_goals_of_other_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| file(&format!("examples/{name}")).display().to_string();
    let (cube, boards, mask) = (file("cube2.json"), file("cube2.scr"), file("layers.json"));
    let path = folder.path().join("cube.toml").display().to_string();
    let define = |options: &str| {
        let imported = fewest_on(&format!("define import {cube} {options}"), "");
        assert_eq!((imported.code, imported.stderr.as_str()), (0, ""));
        std::fs::write(&path, imported.stdout).expect("writable");
    };
    define("--any-orientation");
    let near = fewest_on(&format!("survey {path} --max-moves 2"), "").stdout;
    for count in ["0      24 ", "1     216 ", "2   1,296 "] {
        assert!(near.contains(count), "{near}");
    }
    let shown = fewest_on(&format!("define import {cube} --board {boards}"), "").stdout;
    fewest_on(&format!("solve {path}"), shown).gives("1 R'\n4 F' R U R'\n");
    define(&format!("--goal {mask}"));
    let seen = fewest_on(
        &format!("define import {cube} --goal {mask} --board {boards}"),
        "",
    );
    fewest_on(&format!("solve {path}"), seen.stdout).gives("1 R'\n2 U L'\n");

    let wrong = fewest_on(&format!("define import {cube} --board {cube}"), "");
    assert_eq!(wrong.code, 2);
    let place = format!("error: there is no `CORNERS` here\n --> {cube}:1:1\n");
    assert!(wrong.stderr.starts_with(&place), "{wrong:?}");
    let table = file("santa.csv");
    let row = fewest_on(&format!("define import {table} --any-orientation"), "");
    row.fails(
        "",
        "--any-orientation, --goal and --board are not for tables of puzzles",
    );
}

#[test]
fn an_export_can_be_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let survey = fewest_on("survey eo --to csv", "").stdout;
    for (to, name) in [
        ("twsearch", "eo.tws"),
        ("tws", "eo.tws"),
        ("kpuzzle", "eo.json"),
        ("toml", "eo.toml"),
    ] {
        let exported = fewest_on(&format!("define export eo --to {to}"), "");
        assert_eq!((exported.code, exported.stderr.as_str()), (0, ""), "{to}");
        let path = folder.path().join(name);
        std::fs::write(&path, exported.stdout).expect("writable");
        let mut path = path.display().to_string();
        if to != "toml" {
            let imported = fewest_on(&format!("define import {path}"), "");
            assert_eq!((imported.code, imported.stderr.as_str()), (0, ""), "{to}");
            path = folder.path().join("again.toml").display().to_string();
            std::fs::write(&path, imported.stdout).expect("writable");
        }
        assert_eq!(
            fewest_on(&format!("survey {path} --to csv"), "").stdout,
            survey,
            "{to}"
        );
    }
    let quarter = fewest_on("define export cube2q --to twsearch", "");
    let note = "note: other programs count every power of a move as one move, and `R` 2 times is not one\n";
    assert_eq!((quarter.code, quarter.stderr.as_str()), (0, note));
    let blank = fewest_on("define export eight --to kpuzzle", "");
    blank.fails(
        "",
        "eight can't be written as kpuzzle: its moves depend on where the blank is",
    );
}

/// The smallest projection of the cube, the first databases of top spin; a puzzle that is looked up
/// has nothing to measure.
#[test]
fn what_guides_searches_is_measured() {
    for (puzzle, memory, bounds) in [("cube3", "200K", 7.0..11.0), ("topspin", "20M", 8.0..40.0)] {
        let run = fewest_on(
            &format!("define check {puzzle} --measure --to json --memory {memory}"),
            "",
        );
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let measured = report["measured"].as_array().expect("a list");
        let planned = ["projections", "patterns"].map(|key| report[key].as_array().map(Vec::len));
        let planned = planned.into_iter().flatten().sum::<usize>();
        assert!((1..=3).contains(&planned), "{report}");
        assert_eq!(measured.len(), planned, "{measured:?}");
        for table in measured {
            let mean = table["mean_bound"].as_f64();
            assert!(mean.is_some_and(|mean| bounds.contains(&mean)), "{mean:?}");
            assert!(table["bytes"].is_u64() && table["seconds"].is_f64());
        }
    }
    let run = fewest_on("define check topspin --measure --memory 20M", "");
    assert!(
        run.stdout.contains("\n  measured    581 kB, built in "),
        "{run:?}"
    );
    let run = fewest_on("define check topspin9 --measure", "");
    let nothing = "\n  measured    nothing: boards are looked up, not searched\n";
    assert!(run.stdout.ends_with(nothing), "{run:?}");
    let run = fewest_on("define check topspin9 --to json", "");
    assert!(!run.stdout.contains("measured"), "{run:?}");
}
