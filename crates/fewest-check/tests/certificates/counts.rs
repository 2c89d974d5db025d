//! Counts of tables that do not have the distances of all boards.

use crate::verdict;

/// The verdict on numbers of boards, with one table and its orbits.
fn counted(puzzle: &str, counts: &str, orbits: &str, entries: &[u8]) -> String {
    let text = format!("{puzzle}counts {counts}\n{orbits}");
    verdict(&text, &[entries])
}

const NOT_ALL: &str = "refuted: the table does not have all distances";
const PAIRS: &str = "pieces 1 1 1 1\nturn left - 1 0 2 3\nturn right - 0 1 3 2\n";
const TABLE: &str = "table t0\ngoals 0\nhome 0 1 2 3\ncolours 0 1 2 3\norbits 0\n";

#[test]
fn counts_of_a_table_that_does_not_see_all() {
    let puzzle = format!("{PAIRS}goal 0 1 2 3\n");
    // Two cells are not seen.
    let orbits = format!("orbit 1 free 0 1\n{TABLE}");
    let found = counted(&puzzle, "1 1", &orbits, &[0, 1]);
    assert_eq!(found, NOT_ALL);
    // Two pieces look the same.
    let orbits = format!("orbit 1 free 0 1 2 3\n{TABLE}").replace("colours 0", "colours 1");
    let mut distances = [255; 12];
    distances[..2].copy_from_slice(&[0, 1]);
    let found = counted(&puzzle, "1 1", &orbits, &distances);
    assert_eq!(found, NOT_ALL);
    // Two pieces do not show how they are turned, so none is seen.
    let puzzle = "pieces 2 2\nturn on - 2 3 0 1\ngoal 0 0 1 1\n";
    let orbits = format!("orbit 2 marked 0.1 2.3\n{TABLE}");
    let orbits = orbits.replace("0 1 2 3\n", "0 0 1 1\n");
    let found = counted(puzzle, "1", &orbits, &[0]);
    assert_eq!(found, NOT_ALL);
}

/// A table has only boards with the pieces of `home` in each orbit.
#[test]
fn counts_without_some_solved_boards() {
    let orbits = "orbit 1 free 0 1\norbit 1 free 2 3\n";
    let table = TABLE.replace("orbits 0", "orbits 0 1");
    let one = format!("{PAIRS}goal 0 1 2 3\n");
    let claim = "verified: 4 boards, none more than 2 moves from a goal";
    let found = counted(&one, "1 2 1", &format!("{orbits}{table}"), &[0, 1, 1, 2]);
    assert_eq!(found, claim);
    for (goal, about) in [
        ("goal 0 1,3 2 1,3\n", "goals 0"),
        ("goal 0 3,1 2 3,1\n", "goals 0"),
        ("goal 0 1 2 3\ngoal 2 3 0 1\n", "goals 0 1"),
        ("goal 2 3 0 1\ngoal 0 1 2 3\n", "goals 0 1"),
    ] {
        let table = table.replace("goals 0", about);
        let found = counted(
            &format!("{PAIRS}{goal}"),
            "1 2 1",
            &format!("{orbits}{table}"),
            &[0, 1, 1, 2],
        );
        assert_eq!(found, NOT_ALL, "{goal}");
    }
}

#[test]
fn counts_of_one_of_two_goals() {
    let puzzle = format!("{PAIRS}goal 0 1 2 3\ngoal 1 0 2 3\n");
    let orbits = format!("orbit 1 free 0 1\norbit 1 free 2 3\n{TABLE}");
    let orbits = orbits.replace("orbits 0", "orbits 0 1");
    let found = counted(&puzzle, "1 2 1", &orbits, &[0, 1, 1, 2]);
    assert_eq!(found, "refuted: counts need a table for all goals");
}

/// Each move turns one piece, and leads to a board with another sum of turns.
#[test]
fn counts_of_a_table_that_moves_leave() {
    let puzzle = "pieces 1 1 1 1\nturn one - 1 0 2 3\nturn two - 0 1 3 2\ngoal 0 1 2 3\n";
    let orbits = format!("orbit 2 sum 0.1 2.3\n{TABLE}");
    let found = counted(puzzle, "1 1", &orbits, &[0, 1, 255, 255]);
    assert_eq!(found, "refuted: a move leads to a board without entry");
}

/// Entries that are lower bounds, but not distances.
#[test]
fn counts_of_lower_bounds() {
    let puzzle = format!("{PAIRS}goal 0 1 2 3\n");
    let orbits = format!("orbit 1 free 0 1\norbit 1 free 2 3\n{TABLE}");
    let orbits = orbits.replace("orbits 0", "orbits 0 1");
    for (counts, entries) in [
        ("2 2", [0, 1, 0, 1]),
        ("1 3", [0, 1, 1, 1]),
        ("4", [0, 0, 0, 0]),
    ] {
        let found = counted(&puzzle, counts, &orbits, &entries);
        assert_eq!(found, NOT_ALL, "{counts}");
    }
    let charged = orbits.replace("orbits 0 1", "charge 0 1\norbits 0 1");
    let found = counted(&puzzle, "2 2", &charged, &[0, 0, 1, 1]);
    assert_eq!(found, NOT_ALL);
}

/// The table sees whole places, and not in which of its cells the blank is. The move leads away from the
/// goal, and not back.
#[test]
fn counts_of_a_table_that_does_not_see_what_is_legal() {
    let puzzle = "pieces 1 1 1 1\nblank 0\nturn on 0 2 3 0 1\ngoal 0 1 2 3\n";
    let orbits = format!("orbit 1 free 0.1 2.3\n{TABLE}");
    let found = counted(puzzle, "1 1", &orbits, &[0, 1]);
    assert_eq!(found, NOT_ALL);
}

/// A table that sees two cells twice does not see the other two.
#[test]
fn counts_of_cells_that_are_seen_twice() {
    let text = |counts: &str, orbits: &str, seen: &str| {
        format!(
            "pieces 1 1 1 1
turn left - 1 0 2 3
turn right - 0 1 3 2
goal 0 1 2 3
counts {counts}
{orbits}table t0
goals 0
home 0 1 2 3
colours 0 1 2 3
orbits {seen}
"
        )
    };
    let pairs = "orbit 1 free 0 1\norbit 1 free 2 3\norbit 1 free 1 0\n";
    let claim = "verified: 4 boards, none more than 2 moves from a goal";
    let true_counts = text("1 2 1", pairs, "0 1");
    assert_eq!(verdict(&true_counts, &[&[0, 1, 1, 2]]), claim);
    let twice = text("1 1", pairs, "0 0");
    let found = verdict(&twice, &[&[0, 255, 255, 1]]);
    assert!(found.starts_with("malformed"), "{found}");
    let twice = text("1 1", pairs, "0 2");
    let found = verdict(&twice, &[&[255, 0, 1, 255]]);
    assert!(found.starts_with("malformed"), "{found}");
    // In one orbit, each of two pieces is seen in two places.
    let text = text("1", "orbit 1 free 0 1 0 1\n", "0").replace("turn left - 1 0 2 3\n", "");
    let found = verdict(&text, &[&[255, 0, 255, 255, 255, 255]]);
    assert!(found.starts_with("malformed"), "{found}");
}
