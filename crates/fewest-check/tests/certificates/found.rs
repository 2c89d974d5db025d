//! Defects of the checker: found by changing words of certificates, or by the second checker
//! (`crates/fewest-py/tests/second_checker.py`).

use crate::verdict;

/// A table of a ring of three cells, and the bound that uses it.
const TABLE: &str = "\
orbit 1 free 0 1 2
table t0
goals 0
home 0 1 2
colours 0 1 2
orbits 0
bound tables
goals 0
sums 0
";

/// Only boards after a move were compared with the goals.
#[test]
fn a_solved_board_needs_no_moves() {
    let text = "pieces 1 1 1
turn on - 2 0 1
turn back - 1 2 0
goal 0 1 2
board 0 1 2
moves on back
";
    let found = verdict(&(text.to_owned() + TABLE), &[&[0; 6]]);
    assert!(!found.starts_with("verified"), "{found}");
}

/// The sums of a search led the count of solutions, and were not verified: solutions to other
/// goals than the table's were not counted.
#[test]
fn a_search_has_no_sums() {
    let text = "pieces 1 1 1
turn left - 1 0 2
turn right - 0 2 1
turn both - 2 1 0
goal 0 1 2
goal 1 2 0
board 0 2 1
moves right
solutions 2
orbit 1 free 0 1 2
table t0
goals 1
home 0 1 2
colours 0 1 2
orbits 0
bound search
goals 0 1
";
    let distances = [2, 1, 1, 0, 2, 1];
    assert_eq!(
        verdict(text, &[&distances]),
        "verified: 1 move is enough, and 0 are not; shortest solutions: 2"
    );
    let one = text.replace("solutions 2", "solutions 1") + "sums 0\n";
    assert!(verdict(&one, &[&distances]).starts_with("malformed"));
}

/// Two orbits with other pieces were taken for none.
#[test]
fn several_orbits_may_have_other_pieces() {
    let text = "pieces 1 1 1 1
turn left - 1 0 2 3
turn right - 0 1 3 2
goal 0 1 2 3
board 2 3 0 1
unsolvable
orbit 1 free 0 1
orbit 1 free 2 3
bound pieces
goals 0
orbits 0 1
";
    assert_eq!(verdict(text, &[]), "verified: no moves solve the board");
}

/// Nothing of this was refused.
#[test]
fn a_certificate_has_the_form_of_its_page() {
    let text = "pieces 1 1 1
turn on - 2 0 1
goal 0 1 2
board 1 2 0
moves on
";
    let text = &(text.to_owned() + TABLE);
    let entries = [0, 255, 255, 1, 2, 255];
    assert_eq!(
        verdict(text, &[&entries]),
        "verified: 1 move is enough, and 0 are not"
    );
    for (from, to) in [
        ("goal 0 1 2\n", "goal 0.1 1 2\n"),
        ("goal 0 1 2\n", "goal 0+1 1 2\n"),
        ("orbit 1 free", "orbit 1 loose"),
        ("orbit 1 free", "orbit 0 free"),
        ("table t0", "table t0 t0"),
        ("bound tables", "bound tab les"),
        ("\nsums 0\n", "\n"),
        // No table has this orbit, which a move does not keep.
        ("table t0", "orbit 1 free 0 1\ntable t0"),
    ] {
        let other = text.replacen(from, to, 1);
        assert_ne!(other, *text);
        let found = verdict(&other, &[&entries]);
        assert!(!found.starts_with("verified"), "{to}: {found}");
    }
}

/// A mutant that accepted this passed all tests: a move that moves two pieces counts in both tables.
#[test]
fn a_sum_needs_moves_of_one_piece() {
    let text = "pieces 1 1 1
blank 0
turn on 0 2 0 1
turn on 1 2 0 1
turn on 2 2 0 1
turn back 0 1 2 0
turn back 1 1 2 0
turn back 2 1 2 0
goal 0 1 2
board 2 0 1
moves on on
orbit 1 free 0 1 2
table t0
goals 0
home 0 1 2
colours 0 1 2
charge 1
orbits 0
table t1
goals 0
home 0 1 2
colours 0 1 2
charge 2
orbits 0
bound tables
goals 0
sums 0+1
";
    let distances: &[u8] = &[0, 255, 255, 1, 1, 255];
    assert_eq!(
        verdict(text, &[distances; 2]),
        "refuted: a sum counts moves more than once"
    );
}
