//! The rotation game in the judges' format and in `plain`.

use crate::common::{SEARCHES, solve};

const SAMPLE: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
const SECOND: &str = "1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3";
const SOLVED: &str = "1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1";

#[test]
fn the_sample() {
    solve("rotation", format!("{SAMPLE}\n{SECOND}\n0\n")).gives("AC\n2\nDDHH\n2\n");
}

/// For a solved board, the judges also expect the symbol.
#[test]
fn a_solved_board_has_its_symbol_line() {
    solve("rotation", format!("{SOLVED}\n0\n")).gives("No moves needed\n2\n");
}

#[test]
fn all_boards_on_one_line() {
    solve("rotation", format!("{SAMPLE} {SECOND} {SOLVED} 0"))
        .gives("AC\n2\nDDHH\n2\nNo moves needed\n2\n");
}

#[test]
fn a_board_on_many_lines() {
    let column = format!("{SAMPLE} 0").replace(' ', "\r\n");
    solve("rotation", column).gives("AC\n2\n");
    let drawn =
        "    1   1\n    1   1\n3 2 3 2 3 1 3\n    2   2\n3 1 2 2 2 3 1\n    2   1\n    3   3\n";
    solve("rotation", drawn).gives("AC\n2\n");
}

#[test]
fn the_end_needs_no_zero() {
    solve("rotation", SAMPLE).gives("AC\n2\n");
    for empty in ["0\n", ""] {
        let run = solve("rotation", empty);
        let result = (run.code, run.stdout.as_str(), run.stderr.as_str());
        assert_eq!(result, (0, "", "warning: standard input: no boards\n"));
    }
}

/// Every tying symbol of these boards has other strings. The answer is the least of all, and its
/// symbol.
#[test]
fn ties_across_symbols() {
    let boards = "\
        1 2 1 1 3 3 3 2 1 3 2 2 3 2 1 1 2 3 2 2 3 3 1 1\n\
        1 1 2 3 2 3 2 3 3 2 3 2 1 1 1 2 1 1 1 2 2 3 3 3\n\
        1 1 3 2 2 3 1 1 2 3 1 3 2 1 2 3 2 1 3 2 1 2 3 3\n0\n";
    solve("rotation", boards).gives("AADHAAEECE\n1\nAAABGAHBDDDHB\n1\nABBDHFFDBBDHF\n1\n");
}

#[test]
fn plain() {
    let symbols = SAMPLE.replace(' ', "");
    solve("rotation --from plain", format!("{symbols}\n{SOLVED}\n")).gives("2 AC\n0\n");
    // Spaces or none, and boards in a row.
    let all = format!("{symbols}{}", SECOND.replace(' ', ""));
    solve("rotation --from plain", all).gives("2 AC\n4 DDHH\n");
    solve("rotation --to plain", format!("{SAMPLE}\n0\n")).gives("2 AC\n");
    solve("rotation --from plain --to poj2286", symbols).gives("AC\n2\n");
}

#[test]
fn all_methods_agree() {
    let boards = format!("{SAMPLE}\n{SECOND}\n{SOLVED}\n0\n");
    for method in ["auto", "table"].into_iter().chain(SEARCHES) {
        solve(&format!("rotation --method {method} --memory 1G"), &*boards)
            .gives("AC\n2\nDDHH\n2\nNo moves needed\n2\n");
    }
    for heuristic in ["centre", "blind"] {
        solve(
            &format!("rotation --method ida-star --heuristic {heuristic}"),
            &*boards,
        )
        .gives("AC\n2\nDDHH\n2\nNo moves needed\n2\n");
    }
}
