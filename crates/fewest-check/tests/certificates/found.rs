//! Defects of the checker: found by changing words of certificates, or by the second checker
//! (`crates/fewest-py/tests/second_checker.py`).

use fewest::Certificate;
use fewest_check::Failure;

use crate::check;

/// A table of a ring of three cells, and the bound that uses it.
const TABLE: &str = "\
orbit 1 free 0 1 2
table t
goals 0
home 0 1 2
colours 0 1 2
orbits 0
bound tables
goals 0
sums 0
";

fn checked(text: &str, table: &[u8]) -> Result<String, Failure> {
    check(&Certificate {
        text: text.to_owned(),
        tables: vec![("t".to_owned(), table.to_vec())],
    })
}

/// Only boards after a move were compared with the goals.
#[test]
fn a_solved_board_needs_no_moves() {
    let text = "fewest-certificate 2
puzzle ring
pieces 1 1 1
turn on - 2 0 1
turn back - 1 2 0
goal 0 1 2
board 0 1 2
moves on back
";
    assert!(checked(&(text.to_owned() + TABLE), &[0; 6]).is_err());
}

/// The sums of a search led the count of solutions, and were not verified: solutions to other
/// goals than the table's were not counted.
#[test]
fn a_search_has_no_sums() {
    let text = "fewest-certificate 2
puzzle row
pieces 1 1 1
turn left - 1 0 2
turn right - 0 2 1
turn both - 2 1 0
goal 0 1 2
goal 1 2 0
board 0 2 1
moves right
solutions 2
orbit 1 free 0 1 2
table t
goals 1
home 0 1 2
colours 0 1 2
orbits 0
bound search
goals 0 1
";
    let distances = [2, 1, 1, 0, 2, 1];
    let verified = "verified: 1 move is enough, and 0 are not; shortest solutions: 2".to_owned();
    assert_eq!(checked(text, &distances), Ok(verified));
    let one = text.replace("solutions 2", "solutions 1") + "sums 0\n";
    assert!(matches!(
        checked(&one, &distances),
        Err(Failure::Malformed(_))
    ));
}

/// Two orbits with other pieces were taken for none.
#[test]
fn several_orbits_may_have_other_pieces() {
    let text = "fewest-certificate 2
puzzle rows
pieces 1 1 1 1
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
    let verified = "verified: no moves solve the board".to_owned();
    assert_eq!(checked(text, &[]), Ok(verified));
}

/// Nothing of this was refused.
#[test]
fn a_certificate_has_the_form_of_its_page() {
    let text = "fewest-certificate 2
puzzle ring
pieces 1 1 1
turn on - 2 0 1
goal 0 1 2
board 1 2 0
moves on
";
    let text = &(text.to_owned() + TABLE);
    let entries = [0, 255, 255, 1, 2, 255];
    let verified = "verified: 1 move is enough, and 0 are not".to_owned();
    assert_eq!(checked(text, &entries), Ok(verified));
    for (from, to) in [
        ("goal 0 1 2\n", "goal 0.1 1 2\n"),
        ("goal 0 1 2\n", "goal 0+1 1 2\n"),
        ("orbit 1 free", "orbit 1 loose"),
        ("orbit 1 free", "orbit 0 free"),
        ("table t", "table t t"),
        ("bound tables", "bound tab les"),
        ("\nsums 0\n", "\n"),
        // No table has this orbit, which a move does not keep.
        ("table t", "orbit 1 free 0 1\ntable t"),
    ] {
        let other = text.replacen(from, to, 1);
        assert_ne!(other, *text);
        assert!(checked(&other, &entries).is_err(), "{to}");
    }
}

/// A mutant that accepted this passed all tests: a move that moves two pieces counts in both tables.
#[test]
fn a_sum_needs_moves_of_one_piece() {
    let text = "fewest-certificate 2
puzzle ring
pieces 1 1 1
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
table t
goals 0
home 0 1 2
colours 0 1 2
charge 1
orbits 0
table u
goals 0
home 0 1 2
colours 0 1 2
charge 2
orbits 0
bound tables
goals 0
sums 0+1
"
    .to_owned();
    let table = |name: &str| (name.to_owned(), vec![0, 255, 255, 1, 1, 255]);
    let tables = vec![table("t"), table("u")];
    let problem = "a sum counts moves more than once".to_owned();
    assert_eq!(
        check(&Certificate { text, tables }),
        Err(Failure::Refuted(problem))
    );
}

/// A mutant that accepted this passed all other certificates: an image of the solved board that is
/// not solved makes a board look farther than it is.
#[test]
fn an_image_needs_a_goal_of_the_table() {
    let text = "fewest-certificate 2
puzzle ring
pieces 1 5
turn on - 5 0 1 2 3 4
turn back - 1 2 3 4 5 0
goal 0 1 1 1 1 1
board 1 0 1 1 1 1
moves back on back
orbit 1 free 0 1 2 3 4 5
table t
goals 0
home 0 1 1 1 1 1
colours 0 1 1 1 1 1
orbits 0
image 4 5 0 1 2 3
symbols 0 1
bound tables
goals 0
sums 0
images 0
";
    let distances = [0, 1, 2, 3, 2, 1];
    let problem = "a table is about other goals".to_owned();
    assert_eq!(checked(text, &distances), Err(Failure::Refuted(problem)));
    let text = text.replace("images 0\n", "");
    let problem = "1 moves are enough".to_owned();
    assert_eq!(checked(&text, &distances), Err(Failure::Refuted(problem)));
}
