//! Proofs of tables whose moves have no inverses.

use fewest::kernel::general::{Cells, General};
use fewest::model::Model;
use fewest::space::Ranked;
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::Table;
use fewest::table::build::build;
use fewest::table::verify_one_way;
use fewest::table::{Refuted, TableMistake};
use fewest::{Options, Puzzle};

/// A turn in one direction, so half of the boards are solvable.
const TURN: &str = r#"
name = "turn"
cells = 3
pieces = "a b c"
[[move]]
name = "t"
shift = "1 2 3"
[[goal]]
board = "a b c"
"#;

/// The other direction, with other distances.
const BACK: &str = r#"
name = "back"
cells = 3
pieces = "a b c"
[[move]]
name = "t"
shift = "3 2 1"
[[goal]]
board = "a b c"
"#;

fn puzzle(text: &str) -> General<Cells<32>> {
    General::of(Model::from_toml(text).unwrap().into()).unwrap()
}

fn table(puzzle: &General<Cells<32>>) -> Table {
    build(puzzle, Budget::default()).unwrap()
}

#[test]
fn right_tables_of_moves_that_go_one_way_were_called_wrong() {
    let puzzle = Puzzle::from_toml(TURN).unwrap();
    let verified = puzzle.verify(&Options::default()).unwrap();
    assert_eq!(verified.path, None);
    assert_eq!(verified.proof.counts, [1, 1, 1]);
}

#[test]
fn a_table_of_the_moves_turned_round_is_refuted() {
    let (puzzle, back) = (puzzle(TURN), puzzle(BACK));
    let proof = verify_one_way(&puzzle, &table(&puzzle), Budget::default()).unwrap();
    assert_eq!(
        (proof.boards, proof.moves),
        (puzzle.boards(), puzzle.boards())
    );
    let refuted = verify_one_way(&puzzle, &table(&back), Budget::default());
    assert!(
        matches!(
            refuted,
            Err(Unfinished::Failed(Refuted::Board {
                fault: TableMistake::Nearest(_),
                ..
            }))
        ),
        "{refuted:?}"
    );
}
