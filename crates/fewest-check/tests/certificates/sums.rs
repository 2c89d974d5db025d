//! Sums of small tables, whose changed certificates are all decided by listing boards.

use fastrand::Rng;
use fewest::{Certificate, Options, Puzzle};
use fewest_check::Failure;

use crate::check;
use crate::random::refutes_mutants;

/// A certificate of a board of 3 x 2 tiles, with a table for three tiles and one for two. Each entry
/// is the greatest that is accepted, given the entries before it.
fn certificate() -> Certificate {
    let puzzle = Puzzle::open("sliding:3x2").expect("a size");
    let board = puzzle.board("4 2 3 x 5 1").expect("a board");
    let certificate = puzzle.certificate(&board, false, "name", &Options::default());
    let mut certificate = certificate.expect("it is solved");
    let (puzzle, _) = certificate.text.split_once("bound").expect("a bound");
    let table = |file: &str, colours: &str, charge: &str| {
        format!(
            "table {file}\ngoals 0\nhome 1 2 3 4 5 0\ncolours {colours}\ncharge {charge}\norbits 0\n"
        )
    };
    certificate.text = [
        puzzle,
        "orbit 1 free 0 1 2 3 4 5\n",
        &table("three", "1 2 3 0 0 0", "1 2 3"),
        &table("two", "0 0 0 1 2 0", "4 5"),
        "bound tables\ngoals 0\nsums 0+1\n",
    ]
    .concat();
    certificate.tables = [("three", 120), ("two", 30)]
        .map(|(name, size)| (name.to_owned(), vec![0; size]))
        .to_vec();
    let mut is_raised = true;
    while std::mem::take(&mut is_raised) {
        for table in 0..2 {
            for place in 0..certificate.tables[table].1.len() {
                certificate.tables[table].1[place] += 1;
                if check(&certificate).is_ok() {
                    is_raised = true;
                } else {
                    certificate.tables[table].1[place] -= 1;
                }
            }
        }
    }
    certificate
}

#[test]
fn sums_of_small_tables() {
    let certificate = certificate();
    let verified = "verified: 10 moves are enough, and 9 are not".to_owned();
    assert_eq!(check(&certificate), Ok(verified));
    let sum: u8 = certificate
        .tables
        .iter()
        .filter_map(|(_, entries)| entries.iter().max())
        .sum();
    assert!(sum > 8, "the tables are not all zeros: {sum}");
    let with = |from: &str, to: &str| {
        let text = certificate.text.replacen(from, to, 1);
        assert_ne!(text, certificate.text);
        let tables = certificate.tables.clone();
        check(&Certificate { text, tables })
    };
    // A tile, or the blank, would count in both tables.
    let refused = Err(Failure::Refuted(
        "a sum counts moves more than once".to_owned(),
    ));
    for (from, to) in [
        ("charge 4 5", "charge 0 4 5"),
        ("sums 0+1", "sums 0+0"),
        ("charge 1 2 3\n", ""),
        ("charge 4 5\n", ""),
    ] {
        assert_eq!(with(from, to), refused, "{to}");
    }
    let mut rng = Rng::with_seed(1);
    refutes_mutants(&certificate, &mut rng);
    // Two sums for the same goal, and a table that does not count all moves.
    let text = certificate.text.replace("sums 0+1", "sums 0 1 0+1");
    let tables = certificate.tables.clone();
    refutes_mutants(&Certificate { text, tables }, &mut rng);
}
