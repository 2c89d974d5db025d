//! Invariants that moves change, or that do not differ: false claims that no moves solve a board.

use crate::verdict;

const NO_MOVES: &str = "verified: no moves solve the board";

/// The verdict on the claim that no moves solve a board.
fn unsolvable(puzzle: &str, board: &str, orbits: &str, bound: &str) -> String {
    let text = format!("{puzzle}board {board}\nunsolvable\n{orbits}bound {bound}");
    verdict(&text, &[])
}

/// Two places with two cells, whose pieces differ and show how they are turned.
const ORBIT: &str = "orbit 2 free 0.1 2.3\n";
const SUM: &str = "turns\ngoals 0\norbits 0\n";

#[test]
fn moves_that_turn_one_piece_change_the_sum() {
    let one = "pieces 1 1 1 1\nturn one - 1 0 2 3\ngoal 0 1 2 3\n";
    assert_eq!(
        unsolvable(one, "1 0 2 3", ORBIT, SUM),
        "refuted: a move changes an invariant"
    );
    let both = one.replace("1 0 2 3", "1 0 3 2");
    assert_eq!(unsolvable(&both, "1 0 2 3", ORBIT, SUM), NO_MOVES);
    // The pieces of only one of two orbits keep their sum.
    let orbits = "orbit 2 free 0.1 2.3\norbit 2 free 4.5 6.7\n";
    let other = "pieces 1 1 1 1 1 1 1 1\nturn on - 1 0 3 2 5 4 6 7\ngoal 0 1 2 3 4 5 6 7\n";
    for sums in ["0 1", "1 0"] {
        let bound = format!("turns\ngoals 0\norbits {sums}\n");
        assert_eq!(
            unsolvable(other, "1 0 3 2 5 4 6 7", orbits, &bound),
            "refuted: a move changes an invariant"
        );
    }
}

#[test]
fn boards_with_the_same_sum_of_turns() {
    let puzzle = "pieces 1 1 1 1\nturn swap - 2 3 0 1\nturn both - 1 0 3 2\ngoal 0 1 2 3\n";
    for board in ["2 3 0 1", "1 0 3 2", "3 2 1 0"] {
        assert_eq!(
            unsolvable(puzzle, board, ORBIT, SUM),
            "refuted: no invariant excludes goal 0",
            "{board}"
        );
    }
    assert_eq!(unsolvable(puzzle, "1 0 2 3", ORBIT, SUM), NO_MOVES);
    assert_eq!(unsolvable(puzzle, "2 3 1 0", ORBIT, SUM), NO_MOVES);
}

/// One of several orbits suffices, in any order, even if another has the same sum.
#[test]
fn one_of_the_sums_differs() {
    let puzzle = "pieces 1 1 1 1\nturn swap - 2 3 0 1\ngoal 0 1 2 3\n";
    let orbits = "orbit 2 free 0.1 2.3\norbit 1 free 0 1 2 3\n";
    for sums in ["0 1", "1 0"] {
        let bound = format!("turns\ngoals 0\norbits {sums}\n");
        assert_eq!(unsolvable(puzzle, "1 0 2 3", orbits, &bound), NO_MOVES);
    }
}

/// After two moves the first piece looks as before, so its turn is ambiguous.
#[test]
fn a_piece_that_looks_the_same_after_two_turns() {
    let puzzle = "pieces 2 2 1 1 1 1\nturn on - 1 2 3 0 7 4 5 6\ngoal 0 1 0 1 2 3 4 5\n";
    let orbit = "orbit 4 free 0.1.2.3 4.5.6.7\n";
    assert_eq!(
        unsolvable(puzzle, "0 1 0 1 4 5 2 3", orbit, SUM),
        "refuted: no invariant excludes goal 0"
    );
}

const SINGLE: &str = "orbit 1 free 0 1 2 3\n";
const PARITY: &str = "parity\ngoals 0\norbits 0\n";

#[test]
fn moves_that_swap_two_pieces_change_the_parity() {
    let swap = "pieces 1 1 1 1\nturn swap - 1 0 2 3\ngoal 0 1 2 3\n";
    assert_eq!(
        unsolvable(swap, "1 0 2 3", SINGLE, PARITY),
        "refuted: a move changes an invariant"
    );
    let two = swap.replace("1 0 2 3", "1 0 3 2");
    assert_eq!(unsolvable(&two, "1 0 2 3", SINGLE, PARITY), NO_MOVES);
}

#[test]
fn boards_with_the_same_parity() {
    let puzzle = "pieces 1 1 1 1\nturn on - 1 2 0 3\nturn two - 1 0 3 2\ngoal 0 1 2 3\n";
    for board in ["0 1 2 3", "1 2 0 3", "1 0 3 2", "3 2 1 0"] {
        assert_eq!(
            unsolvable(puzzle, board, SINGLE, PARITY),
            "refuted: no invariant excludes goal 0",
            "{board}"
        );
    }
    for board in ["1 0 2 3", "1 2 3 0"] {
        assert_eq!(unsolvable(puzzle, board, SINGLE, PARITY), NO_MOVES);
    }
}

/// A move that is odd in both orbits is even.
#[test]
fn parities_of_two_orbits() {
    let orbits = "orbit 1 free 0 1\norbit 1 free 2 3\n";
    let bound = "parity\ngoals 0\norbits 0 1\n";
    let puzzle = "pieces 1 1 1 1\nturn two - 1 0 3 2\ngoal 0 1 2 3\n";
    assert_eq!(unsolvable(puzzle, "1 0 2 3", orbits, bound), NO_MOVES);
    assert_eq!(unsolvable(puzzle, "0 1 3 2", orbits, bound), NO_MOVES);
    assert_eq!(
        unsolvable(puzzle, "1 0 3 2", orbits, bound),
        "refuted: no invariant excludes goal 0"
    );
    let one = puzzle.replace("1 0 3 2", "1 0 2 3");
    assert_eq!(
        unsolvable(&one, "1 0 2 3", orbits, bound),
        "refuted: a move changes an invariant"
    );
}

/// The blank travels in a row of four cells. Each move swaps two pieces, and changes the mark.
#[test]
fn marks_of_the_blank() {
    let puzzle = "pieces 1 1 1 1
blank 0
turn a 0 1 0 2 3
turn a 1 1 0 2 3
turn b 1 0 2 1 3
turn b 2 0 2 1 3
turn c 2 0 1 3 2
turn c 3 0 1 3 2
goal 0 1 2 3
";
    let bound = "parity\ngoals 0\nmarks 0 1 0 1\norbits 0\n";
    for board in ["0 2 1 3", "2 0 1 3"] {
        assert_eq!(unsolvable(puzzle, board, SINGLE, bound), NO_MOVES);
    }
    for board in ["0 1 2 3", "1 0 2 3", "1 2 0 3", "1 2 3 0"] {
        assert_eq!(
            unsolvable(puzzle, board, SINGLE, bound),
            "refuted: no invariant excludes goal 0",
            "{board}"
        );
    }
    // Not each move changes the mark.
    for marks in ["0 0 0 0", "0 1 1 0", "0 1 1 1", "1 1 0 1"] {
        let other = bound.replace("0 1 0 1", marks);
        for board in ["1 0 2 3", "1 2 0 3", "1 2 3 0"] {
            assert_eq!(
                unsolvable(puzzle, board, SINGLE, &other),
                "refuted: a move changes an invariant",
                "{board} {marks}"
            );
        }
    }
    // Two swaps are even, and the mark changes.
    let pairs = puzzle.replace("1 0 2 3\n", "1 0 3 2\n");
    let pairs = pairs.split("turn b").next().unwrap_or_default().to_owned() + "goal 0 1 2 3\n";
    let orbits = "orbit 1 free 0 1\norbit 1 free 2 3\n";
    let bound = "parity\ngoals 0\nmarks 0 1 0 1\norbits 0 1\n";
    assert_eq!(
        unsolvable(&pairs, "1 0 3 2", orbits, bound),
        "refuted: a move changes an invariant"
    );
}

/// Marks are of one blank: which of two is the first may change.
#[test]
fn marks_of_two_blanks() {
    let puzzle = "pieces 2 1 1\nblank 0\nturn on 0 3 1 2 0\nturn on 3 3 1 2 0\ngoal 0 0 1 2\n";
    let bound = "parity\ngoals 0\nmarks 0 1 1 0\n";
    let found = unsolvable(puzzle, "2 0 1 0", "", bound);
    assert!(found.starts_with("malformed"), "{found}");
}

/// A cell of the goal may hold any of several symbols.
#[test]
fn goals_that_leave_a_choice() {
    let puzzle = "pieces 1 1 1\nturn on - 1 2 0\ngoal 0,1 0,1 2\n";
    let orbit = "orbit 1 free 0 1 2\n";
    for kind in ["pieces", "turns", "parity"] {
        let bound = format!("{kind}\ngoals 0\norbits 0\n");
        for board in ["0 1 2", "1 0 2", "1 2 0", "2 1 0"] {
            let found = unsolvable(puzzle, board, orbit, &bound);
            assert!(!found.starts_with("verified"), "{kind} {board}");
        }
    }
}

/// The move changes the mark of some cells only.
#[test]
fn marks_and_a_move_that_needs_no_blank() {
    let puzzle = "pieces 1 1 1 1\nblank 0\nturn on - 1 2 3 0\ngoal 0 1 2 3\n";
    let bound = "parity\ngoals 0\nmarks 0 1 0 0\norbits 0\n";
    assert_eq!(
        unsolvable(puzzle, "1 2 3 0", SINGLE, bound),
        "refuted: a move changes an invariant"
    );
}

/// The board is solved: the goal does not say where the blank is.
#[test]
fn marks_and_a_goal_of_several_boards() {
    let puzzle = "pieces 1 1 1 1\nblank 0\ngoal 0,1 0,1 2 3\n";
    let bound = "parity\ngoals 0\nmarks 0 1 0 0\norbits 0\n";
    assert_eq!(
        unsolvable(puzzle, "1 0 2 3", "orbit 1 free 2 3\n", bound),
        "refuted: no invariant excludes goal 0"
    );
}

/// The board is solved.
#[test]
fn a_parity_of_equal_pieces() {
    let puzzle = "pieces 2 1 1\nturn on - 1 2 0 3\ngoal 0 1 0 2\n";
    assert_eq!(
        unsolvable(puzzle, "0 1 0 2", SINGLE, PARITY),
        "refuted: no invariant excludes goal 0"
    );
    let twice = "orbit 1 free 0 1 2 3 0\n";
    let found = unsolvable(puzzle, "0 1 0 2", twice, PARITY);
    assert!(found.starts_with("malformed"), "{found}");
}
