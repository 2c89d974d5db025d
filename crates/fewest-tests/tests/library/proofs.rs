//! Proofs: correct tables are proved, and any error is found.

use std::sync::atomic::AtomicBool;

use fewest::space::{Move, MoveSet, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::Packed;
use fewest::table::Table;
use fewest::table::build::build;
use fewest::table::verify::{TableEntries, verify};
use fewest::table::{Refuted, TableEntry, TableMistake};

use crate::common::{one_symbol, small};

fn table<P: Ranked>(puzzle: &P) -> Table {
    build(puzzle, Budget::default()).unwrap()
}

/// A table with one changed entry or count.
struct Edited<'t> {
    table: &'t Table,
    rank: u64,
    claim: TableEntry,
    counts: Vec<u64>,
}

impl TableEntries for Edited<'_> {
    fn boards(&self) -> u64 {
        self.table.len() as u64
    }

    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn claim(&self, rank: u64) -> TableEntry {
        if rank == self.rank {
            return self.claim;
        }
        self.table.claim(rank)
    }
}

#[track_caller]
fn names_board<P: Ranked>(puzzle: &P, table: &impl TableEntries, rank: u64) {
    match verify(puzzle, table, Budget::default()) {
        Err(Unfinished::Failed(Refuted::Board { rank: found, .. })) => assert_eq!(found, rank),
        other => panic!("board {rank}: {other:?}"),
    }
}

#[test]
fn right_tables_are_proved() {
    fn proves<P: Ranked>(puzzle: &P, moves: u64) {
        let table = table(puzzle);
        let packed = Packed::of(puzzle, &table).unwrap();
        let proof = verify(puzzle, &table, Budget::default()).unwrap();
        assert_eq!(proof.boards, puzzle.boards());
        assert_eq!(proof.counts, table.counts());
        assert_eq!((proof.moves, proof.unsolvable), (moves, 0));
        assert_eq!(verify(puzzle, &packed, Budget::default()), Ok(proof));
    }
    // The moves: two adjacent cells, in both directions, for each order of the other tiles.
    proves(&small(2, 2, 0), 8 * 3);
    proves(&small(3, 2, 5), 14 * 60);
    proves(&small(3, 3, 4), 24 * 20_160);
    proves(&one_symbol(), 8 * 735_471);
}

#[test]
fn every_wrong_entry_of_a_small_table_is_found() {
    let puzzle = small(3, 2, 5);
    let table = table(&puzzle);
    for rank in 0..puzzle.boards() {
        for residue in [Some(0), Some(1), Some(2), None] {
            let mut packed = Packed::of(&puzzle, &table).unwrap();
            if packed.residue(rank) == residue {
                continue;
            }
            packed.set(rank, residue);
            assert_eq!(packed.residue(rank), residue);
            names_board(&puzzle, &packed, rank);
        }
        let claims = (0..=22).chain([254]).map(TableEntry::Distance);
        for claim in claims.chain([TableEntry::Unsolvable]) {
            if claim == table.claim(rank) {
                continue;
            }
            let edited = Edited {
                table: &table,
                rank,
                claim,
                counts: table.counts().to_vec(),
            };
            names_board(&puzzle, &edited, rank);
        }
    }
}

#[test]
fn wrong_entries_of_larger_tables_are_found() {
    fn finds<P: Ranked>(puzzle: &P, count: usize) {
        let mut packed = Packed::of(puzzle, &table(puzzle)).unwrap();
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..count {
            let rank = rng.u64(..puzzle.boards());
            let good = packed.residue(rank);
            let others = [Some(0), Some(1), Some(2), None].into_iter();
            let bad = others.filter(|&other| other != good).nth(rng.usize(..3));
            packed.set(rank, bad.unwrap());
            names_board(puzzle, &packed, rank);
            packed.set(rank, good);
        }
        assert!(verify(puzzle, &packed, Budget::default()).is_ok());
    }
    finds(&small(4, 2, 6), 300);
    finds(&small(3, 3, 8), 20);
    finds(&one_symbol(), 2);
}

/// The error reported is the one with the lowest number, not the first found.
#[test]
fn the_first_of_several_wrong_boards_is_named() {
    let puzzle = small(3, 3, 8);
    let mut packed = Packed::of(&puzzle, &table(&puzzle)).unwrap();
    for rank in [90_000, 77, 181_439] {
        let residue = packed.residue(rank).map(|residue| residue + 1);
        packed.set(rank, residue);
    }
    names_board(&puzzle, &packed, 77);
    let error = verify(&puzzle, &packed, Budget::default()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("board number 77: the table says a distance that leaves"),
        "{error}"
    );
}

#[test]
fn wrong_counts_are_found() {
    let puzzle = small(3, 2, 5);
    let table = table(&puzzle);
    let counts = table.counts();
    for distance in 0..=counts.len() {
        let mut wrong = counts.to_vec();
        wrong.resize(counts.len() + 1, 0);
        wrong[distance] += 1;
        let edited = Edited {
            table: &table,
            rank: u64::MAX,
            claim: TableEntry::Unsolvable,
            counts: wrong,
        };
        let refuted = verify(&puzzle, &edited, Budget::default()).unwrap_err();
        assert!(
            matches!(refuted, Unfinished::Failed(Refuted::Count { distance: found, .. }) if found == distance)
        );
    }
    let other = small(2, 2, 0);
    assert_eq!(
        verify(&other, &table, Budget::default()),
        Err(Unfinished::Failed(Refuted::Boards {
            found: 360,
            expected: 12
        }))
    );
}

#[test]
fn proofs_can_be_stopped() {
    let puzzle = small(3, 3, 8);
    let cancel = AtomicBool::new(true);
    let budget = Budget {
        cancel: Some(&cancel),
        ..Budget::default()
    };
    let stopped = verify(&puzzle, &table(&puzzle), budget);
    assert_eq!(stopped, Err(Unfinished::Cancelled));
}

/// Boards 0 to 69. Move 0 goes to the next board, move 1 back. Boards 0 to 3 are a line, the others
/// another, unless something is broken. Board 0 is solved.
#[derive(Clone, Copy, Default)]
struct Lines {
    /// Move 1 is missing on this board.
    no_way_back: Option<u8>,
    /// Move 2 leads from this board to board 0.
    way_out: Option<u8>,
    /// This board has number 1.
    misnumbered: Option<u8>,
    /// The only solved board; the list of solved boards has only board 0.
    solved: u8,
}

const LINES: u8 = 70;

impl StateSpace for Lines {
    type Board = u8;
    type Moves = MoveSet;

    fn moves(&self, &board: &u8) -> MoveSet {
        let on = board != 3 && board + 1 < LINES;
        let back = board != 0 && board != 4 && self.no_way_back != Some(board);
        let out = self.way_out == Some(board);
        MoveSet::from_words(&[u64::from(on) | u64::from(back) << 1 | u64::from(out) << 2])
    }

    fn arrivals(&self, board: &u8) -> MoveSet {
        let on = *board != 0 && *board != 4;
        let back = *board != 3 && board + 1 < LINES;
        MoveSet::from_words(&[u64::from(on) | u64::from(back) << 1])
    }

    fn apply(&self, board: &mut u8, m: Move) {
        *board = match m.index() {
            0 => *board + 1,
            1 => *board - 1,
            _ => 0,
        };
    }

    fn undo(&self, board: &mut u8, m: Move) {
        self.apply(board, Move::new(u8::from(m.index() == 0)));
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        (m.index() < 2).then(|| Move::new(u8::from(m.index() == 0)))
    }

    fn is_solved(&self, board: &u8) -> bool {
        *board == self.solved
    }
}

impl Ranked for Lines {
    fn boards(&self) -> u64 {
        LINES.into()
    }

    fn rank(&self, board: &u8) -> u64 {
        if self.misnumbered == Some(*board) {
            return 1;
        }
        (*board).into()
    }

    fn unrank(&self, rank: u64) -> u8 {
        u8::try_from(rank).unwrap().min(LINES - 1)
    }

    fn solved(&self) -> Vec<u8> {
        vec![0]
    }
}

#[test]
fn wrong_rules_are_found() {
    let right = Lines::default();
    let table = table(&right);
    let packed = Packed::of(&right, &table).unwrap();
    let proof = verify(&right, &packed, Budget::default()).unwrap();
    assert_eq!((proof.counts, proof.unsolvable), (vec![1; 4], 66));
    assert_eq!(packed.walk(&right, &69, |_| {}), None);
    let fault = |rules: Lines| match verify(&rules, &table, Budget::default()) {
        Err(Unfinished::Failed(Refuted::Board { rank, fault, .. })) => (rank, fault),
        other => panic!("{other:?}"),
    };
    let no_way_back = Lines {
        no_way_back: Some(2),
        ..right
    };
    assert_eq!(fault(no_way_back), (1, TableMistake::OneWay(Move::new(0))));
    let way_out = Lines {
        way_out: Some(68),
        ..right
    };
    assert_eq!(fault(way_out), (68, TableMistake::WayOut(Move::new(2))));
    assert!(
        Packed::of(&way_out, &table).is_none(),
        "no inverse, no packing"
    );
    let misnumbered = Lines {
        misnumbered: Some(3),
        ..right
    };
    assert_eq!(fault(misnumbered), (2, TableMistake::Number(Move::new(0))));
    let misnumbered = Lines {
        misnumbered: Some(30),
        ..right
    };
    assert_eq!(fault(misnumbered).1, TableMistake::Number(Move::new(0)));
    let misnumbered = Lines {
        misnumbered: Some(4),
        ..right
    };
    assert_eq!(fault(misnumbered), (4, TableMistake::Rank(1)));
    assert_eq!(
        fault(Lines { solved: 9, ..right }),
        (0, TableMistake::Solved)
    );
}
