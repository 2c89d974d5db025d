//! Knights in the judges' formats and in `plain`.

use crate::common::{SEARCHES, solve, text};

const SAMPLE: &str = "2\n10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n";
const SOLVED: &str = "11111\n01111\n00*11\n00001\n00000\n";

#[test]
fn scoi2005_sample() {
    solve("knights", SAMPLE).gives("7\n-1\n");
}

#[test]
fn scoi2005_counts_up_to_fifteen_moves() {
    // The first is 15 from the goal, the second 16.
    let boards = "2\n1*111\n01111\n01000\n01000\n00101\n00111\n01111\n01110\n100*0\n00010\n";
    solve("knights", boards).gives("15\n-1\n");
    solve("knights --to plain", boards).gives(
        "15 d4 b3 d2 b1 c3 e2 c1 d3 e1 c2 e3 c4 b2 a4 c3\n16 b3 a5 c4 e3 d1 b2 c4 d2 b1 a3 b5 c3 a2 c1 e2 c3\n",
    );
    // Fifteen moves is not the user's limit, so the exit code is 0.
    solve("knights", text("examples/knights.txt")).gives("7\n-1\n0\n10\n11\n15\n-1\n1\n");
}

#[test]
fn a_solved_board_takes_no_moves() {
    solve("knights", format!("1\n{SOLVED}")).gives("0\n");
    solve("knights --from plain", SOLVED).gives("0\n");
    let spaced = SOLVED.replace('*', " ");
    solve("knights", format!("1\n{spaced}")).gives("Solvable in 0 move(s).\n");
}

#[test]
fn scoi2005_rows_may_share_a_line() {
    solve("knights", SAMPLE.replace('\n', " ")).gives("7\n-1\n");
}

#[test]
fn knightsfen_sample() {
    let boards = SAMPLE.replace('*', " ");
    solve("knights", boards).gives("Solvable in 7 move(s).\nUnsolvable in less than 11 move(s).\n");
    solve("knights", text("examples/knightsfen.txt")).gives(
        "Solvable in 7 move(s).\n\
         Unsolvable in less than 11 move(s).\n\
         Solvable in 0 move(s).\n\
         Solvable in 10 move(s).\n\
         Unsolvable in less than 11 move(s).\n\
         Unsolvable in less than 11 move(s).\n\
         Unsolvable in less than 11 move(s).\n\
         Solvable in 1 move(s).\n",
    );
}

/// Editors add blanks behind rows and empty lines between boards.
#[test]
fn knightsfen_blanks_and_empty_lines() {
    let boards = "2 \r\n10110\r\n01 11  \r\n10111 \r\n01001\r\n00000\r\n\r\n11111\r\n01111\r\n00 11\r\n00001\r\n00000";
    solve("knights --from knightsfen", boards)
        .gives("Solvable in 7 move(s).\nSolvable in 0 move(s).\n");
    // The empty cell at the start and at the end of a row.
    let ends = "2\n11111\n01001\n10111\n00000\n 0100\n00111\n01111\n01110\n100 0\n00010\n";
    let run = solve("knights --from knightsfen", ends);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 2), "{run:?}");
}

#[test]
fn knightsfen_trimmed_rows() {
    let board = "1\n11111\n01001\n10111\n00000\n0100\n";
    solve("knights --from knightsfen", board).fails(
        "",
        "standard input:6:1: board 1: this row has four characters, expected five of 0, 1 and a space for the empty \
         cell: was a space at its start or end trimmed?",
    );
    let none = "1\n\n\n10110\n01 11\n\n01001\n00000\n";
    solve("knights --from knightsfen", none).fails(
        "",
        "standard input:6:1: board 1: expected a row of five of 0, 1 and a space, found an empty line",
    );
}

#[test]
fn plain() {
    let board = "1011001*11101110100100000";
    solve("knights", board).gives("7 e5 d3 b2 c4 a3 b5 c3\n");
    solve(
        "knights --from plain",
        "1 0 1 1 0\n0 1 * 1 1\n1 0 1 1 1\n0 1 0 0 1\n0 0 0 0 0\n",
    )
    .gives("7 e5 d3 b2 c4 a3 b5 c3\n");
    solve("knights --from plain --to scoi2005", board).gives("7\n");
    solve("knights --from plain", board.replace("00000", "0,0,0,0,0"))
        .gives("7 e5 d3 b2 c4 a3 b5 c3\n");
    solve("knights --to plain", SAMPLE).gives(
        "7 e5 d3 b2 c4 a3 b5 c3\n18 b3 a5 c4 b2 d1 e3 d5 c3 e2 c1 b3 a5 c4 d2 b3 c5 a4 c3\n",
    );
}

/// The first cell of a board with blanks between its cells looked like the number of boards.
#[test]
fn boards_written_by_the_program_are_recognised() {
    let board: String = "1011001*11101110100100000"
        .chars()
        .flat_map(|cell| [cell, ' '])
        .collect();
    solve("knights", board).gives("7 e5 d3 b2 c4 a3 b5 c3\n");
}

/// The number of boards was taken for the first cell.
#[test]
fn a_count_before_spaced_rows_was_a_cell() {
    let spaced = |boards: &str| {
        let spaced = boards.lines().map(|row| {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            cells.join(" ") + "\n"
        });
        spaced.collect::<String>()
    };
    solve("knights", spaced(SAMPLE)).gives("7\n-1\n");
    // With a space for the empty cell, the rows are ambiguous.
    let board = spaced(&SAMPLE.replace('*', " "));
    let message = "2:1: board 1: expected a row of five of 0, 1 and a space, found `1 0 1 1 0`";
    solve("knights", board).fails("", &format!("standard input:{message}"));
}

#[test]
fn all_methods_agree() {
    let near = "1\n10110\n01*11\n10111\n01001\n00000\n";
    for method in ["auto"].into_iter().chain(SEARCHES) {
        solve(&format!("knights --method {method} --to plain"), near)
            .gives("7 e5 d3 b2 c4 a3 b5 c3\n");
    }
    solve("knights --method ida-star --heuristic blind", near).gives("7\n");
    solve("knights --method ida-star --heuristic misplaced", near).gives("7\n");
}
