//! Arguments that name missing things.

use crate::common::{fewest_on, solve};

#[test]
fn unknown_names() {
    let known =
        "`fewest puzzles` lists the names; for a puzzle of your own, give a path like ./my.toml";
    for name in [
        "rotatio",
        "sliding:x",
        "sliding:3",
        "sliding:-1x4",
        "sliding",
        "Eight",
    ] {
        for run in [solve(name, ""), fewest_on(&format!("formats {name}"), "")] {
            assert_eq!((run.code, run.stdout.as_str()), (2, ""));
            // A name that is like it may follow.
            let start = format!("error: unknown puzzle `{name}`: {known}");
            assert!(run.stderr.starts_with(&start), "{run:?}");
        }
    }
    for name in [
        "sliding:1x5",
        "sliding:99x99",
        "sliding:0x0",
        "sliding:1x1",
        "sliding:18446744073709551615x2",
    ] {
        let name_shown: String = name.chars().take(40).collect();
        solve(name, "").fails(
            "",
            &format!("`{name_shown}`: width and height must be at least 2, with at most 256 cells"),
        );
    }
    let all = "hdu1043, poj1077, acwing179, hdu3567, p1379, plain, leetcode773, hackerrank, princeton, npuzzle42, korf, tiles, slides, moves";
    solve("eight --from nonsense", "")
        .fails("", &format!("eight has no format `nonsense`; it has {all}"));
    solve("eight --to nonsense", "").fails(
        "",
        &format!("eight has no format `nonsense`; it has {all}, json, csv, text"),
    );
    solve("fifteen --from p1379", "").fails(
        "",
        "fifteen has no format `p1379`; it has plain, leetcode773, hackerrank, princeton, npuzzle42, korf, tiles, slides, moves",
    );
    solve("rotation --from json", "")
        .fails("", "rotation has no format `json`; it has poj2286, plain");
    solve("eight --heuristic centre", "").fails(
        "",
        "eight has no heuristic `centre`; it has pattern, walking-distance, linear-conflict, manhattan, misplaced and blind",
    );
    solve("eight --heuristic misplaced,centre", "").fails(
        "",
        "eight has no heuristic `centre`; it has pattern, walking-distance, linear-conflict, manhattan, misplaced and blind",
    );
    solve("knights --heuristic manhattan", "").fails(
        "",
        "knights has no heuristic `manhattan`; it has pattern, neighbours, misplaced and blind",
    );
    solve("rotation --heuristic misplaced", "").fails(
        "",
        "rotation has no heuristic `misplaced`; it has pattern, neighbours, centre and blind",
    );
    let tie = "is not a tie order here: expected least, any or, for sliding tiles, the letters d l r u in some order";
    for (arguments, order) in [
        ("eight", "uuuu"),
        ("eight", "udl"),
        ("eight", "abcd"),
        ("knights", "udlr"),
        ("rotation", "udlr"),
    ] {
        solve(&format!("{arguments} --tie {order}"), "").fails("", &format!("`{order}` {tie}"));
    }
    let steps = "does not show steps; --to text and --to json do";
    solve("eight --steps", "1 2 3 4 5 6 7 x 8").fails("", &format!("the format `hdu1043` {steps}"));
    solve("eight --steps --to plain", "1 2 3 4 5 6 7 x 8")
        .fails("", &format!("the format `plain` {steps}"));
}

/// The command line's own errors point to the help.
#[test]
fn bad_options() {
    for arguments in [
        "solve",
        "sole eight",
        "solve eight --frm plain",
        "solve eight --method magic",
        "solve eight --heuristic magic",
        "solve eight --heuristic manhattan,magic",
        "solve eight --tie UDLR",
        "solve eight --max-time 3parsecs",
        "solve eight --max-moves -1",
        "solve eight --max-moves many",
        "solve eight --max-nodes 1.5",
        "solve eight --memory 10Q",
        "solve eight --threads 0",
        "solve eight --threads 65536",
        "puzzles eight",
    ] {
        let run = fewest_on(arguments, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
        assert!(run.stderr.contains("--help"), "{run:?}");
    }
    let run = fewest_on("", "");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("Usage: fewest"), "{run:?}");
}

#[test]
fn tables_that_do_not_fit() {
    let rotation = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
    for (puzzle, board) in [("rotation", rotation), ("eight", "1 2 3 4 5 6 7 x 8")] {
        let run = solve(&format!("{puzzle} --method table --memory 1K"), board);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.starts_with("error: no table: "), "{run:?}");
        assert!(run.stderr.ends_with("; the limit is 1.0 kB\n"), "{run:?}");
        assert_eq!(
            run.stderr.matches("1.0 kB").count(),
            1,
            "told twice: {run:?}"
        );
    }
    solve(
        "fifteen --method table",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15",
    )
    .fails("", "fifteen has too many boards to tabulate or count");
}

/// A dry run and a proof are text, and draw nothing.
#[test]
fn options_of_a_report_were_ignored() {
    for (arguments, option) in [
        ("--dry-run --to json", "--to <FORMAT>"),
        ("--dry-run --plot x.svg", "--plot <FILE>"),
        ("--checkpoint levels --verify --to json", "--to <FORMAT>"),
    ] {
        let run = fewest_on(&format!("survey eight {arguments}"), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        let first = run.stderr.lines().next().unwrap_or_default();
        assert!(first.contains("cannot be used with"), "{run:?}");
        assert!(run.stderr.contains(option), "{run:?}");
    }
}
