//! Proofs of tables whose ranks have digits that moves change one by one.

use std::sync::Arc;

use fewest::kernel::general::{Cells, General};
use fewest::space::{Move, MoveSet, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::build::build;
use fewest::table::verify::{Proof, TableEntries, verify};
use fewest::table::{Packed, Refuted, Table, TableEntry, TableMistake};

fn table<P: Ranked>(puzzle: &P) -> Table {
    build(puzzle, Budget::default()).unwrap()
}

#[track_caller]
fn mistake<T: std::fmt::Debug>(proof: Result<T, Unfinished<Refuted>>) -> (u64, TableMistake) {
    match proof {
        Err(Unfinished::Failed(Refuted::Board { rank, fault, .. })) => (rank, fault),
        other => panic!("{other:?}"),
    }
}

/// A puzzle of pieces that hides its digits.
struct WithoutDigits<'p, P>(&'p P);

impl<P: StateSpace> StateSpace for WithoutDigits<'_, P> {
    type Board = P::Board;
    type Moves = P::Moves;

    fn moves(&self, board: &P::Board) -> P::Moves {
        self.0.moves(board)
    }

    fn apply(&self, board: &mut P::Board, m: Move) {
        self.0.apply(board, m);
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        self.0.inverse(m)
    }

    fn is_solved(&self, board: &P::Board) -> bool {
        self.0.is_solved(board)
    }
}

impl<P: Ranked> Ranked for WithoutDigits<'_, P> {
    fn boards(&self) -> u64 {
        self.0.boards()
    }

    fn rank(&self, board: &P::Board) -> u64 {
        self.0.rank(board)
    }

    fn unrank(&self, rank: u64) -> P::Board {
        self.0.unrank(rank)
    }

    fn solved(&self) -> Vec<P::Board> {
        self.0.solved()
    }
}

#[test]
fn tables_of_pieces_are_proved_and_refuted_as_by_boards() {
    let puzzle = fewest::Puzzle::open("skewb-layer").unwrap();
    let puzzle = General::<Cells<64>>::of(Arc::clone(puzzle.model())).unwrap();
    let digits = puzzle.digits().expect("pieces number its boards");
    assert!(
        digits.len() > 1 && digits.iter().product::<u64>() == 5_832,
        "{digits:?}"
    );
    let by_boards = WithoutDigits(&puzzle);
    let table = table(&by_boards);
    let mut packed = Packed::of(&by_boards, &table).unwrap();
    let proof = verify(&puzzle, &packed, Budget::default()).unwrap();
    assert_eq!((proof.boards, proof.moves), (5_832, 46_656));
    assert_eq!(verify(&by_boards, &packed, Budget::default()), Ok(proof));
    for rank in (0..5_832).step_by(577) {
        let right = packed.residue(rank);
        for wrong in [Some(0), Some(1), Some(2), None] {
            if wrong != right {
                packed.set(rank, wrong);
                let refuted = verify(&puzzle, &packed, Budget::default());
                assert_eq!(mistake(refuted.clone()).0, rank);
                assert_eq!(refuted, verify(&by_boards, &packed, Budget::default()));
            }
        }
        packed.set(rank, right);
    }
}

/// Two dials with the values 0 to 4 and 0 to 6. Moves 0 and 1 turn the first forwards and back,
/// moves 2 and 3 the second. The board with two zeros is solved. A rank is a digit for each dial.
struct Dials {
    /// The order of the first dial's values, for boards and for successors of ranks.
    order: [[u8; 5]; 2],
    /// The second dial stops at 6, and can't be turned back.
    stops: bool,
    /// A board that counts as solved too, and one with rank 1.
    also_solved: [u8; 2],
    misnumbered: Option<[u8; 2]>,
    /// The number of values of each digit.
    digits: Vec<u64>,
}

const ORDER: [u8; 5] = [0, 1, 2, 3, 4];
const OTHER_ORDER: [u8; 5] = [0, 2, 1, 3, 4];

fn dials() -> Dials {
    Dials {
        order: [ORDER; 2],
        stops: false,
        also_solved: [0, 0],
        misnumbered: None,
        digits: vec![5, 7],
    }
}

impl Dials {
    fn turned(&self, order: [u8; 5], [first, second]: [u8; 2], m: Move) -> [u8; 2] {
        let place = order.iter().position(|&value| value == first).unwrap();
        match m.index() {
            0 => [order[(place + 1) % 5], second],
            1 => [order[(place + 4) % 5], second],
            2 if self.stops => [first, (second + 1).min(6)],
            2 => [first, (second + 1) % 7],
            _ => [first, (second + 6) % 7],
        }
    }
}

impl StateSpace for Dials {
    type Board = [u8; 2];
    type Moves = MoveSet;

    fn moves(&self, _: &[u8; 2]) -> MoveSet {
        MoveSet::first(if self.stops { 3 } else { 4 })
    }

    fn apply(&self, board: &mut [u8; 2], m: Move) {
        *board = self.turned(self.order[0], *board, m);
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        Some(Move::new(u8::try_from(m.index() ^ 1).unwrap()))
    }

    fn is_solved(&self, board: &[u8; 2]) -> bool {
        *board == [0, 0] || *board == self.also_solved
    }
}

impl Ranked for Dials {
    fn boards(&self) -> u64 {
        35
    }

    fn rank(&self, board: &[u8; 2]) -> u64 {
        if self.misnumbered == Some(*board) {
            return 1;
        }
        u64::from(board[0]) * 7 + u64::from(board[1])
    }

    fn unrank(&self, rank: u64) -> [u8; 2] {
        [rank / 7 % 5, rank % 7].map(|digit| u8::try_from(digit).unwrap())
    }

    fn solved(&self) -> Vec<[u8; 2]> {
        vec![[0, 0]]
    }

    fn successors(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let board = self.unrank(rank);
        for m in self.moves(&board) {
            let [first, second] = self.turned(self.order[1], board, m);
            visit(u64::from(first) * 7 + u64::from(second));
        }
    }

    fn digits(&self) -> Option<Vec<u64>> {
        Some(self.digits.clone())
    }
}

fn proved(puzzle: &Dials, table: &impl TableEntries) -> Result<Proof, Unfinished<Refuted>> {
    verify(puzzle, table, Budget::default())
}

#[test]
fn wrong_successors_prove_nothing() {
    let right = table(&dials());
    let proof = proved(&dials(), &right).unwrap();
    assert_eq!((proof.boards, proof.moves), (35, 140));
    assert_eq!(proof.counts, [1, 4, 8, 10, 8, 4]);
    let other = Dials {
        order: [OTHER_ORDER; 2],
        ..dials()
    };
    let wrong = table(&other);
    assert!(proved(&other, &wrong).is_ok());
    let mixed = Dials {
        order: [ORDER, OTHER_ORDER],
        ..dials()
    };
    // The table agrees with the successors, but not with the boards.
    let expected = mistake(proved(&dials(), &wrong));
    assert_eq!(mistake(proved(&mixed, &wrong)), expected);
    assert_eq!(proved(&mixed, &right), Ok(proof));
}

#[test]
fn wrong_ranks_and_solved_boards_are_found() {
    let right = table(&dials());
    // No successor of a rank is wrong.
    let misnumbered = Dials {
        misnumbered: Some([3, 0]),
        ..dials()
    };
    let (_, fault) = mistake(proved(&misnumbered, &right));
    assert!(
        matches!(fault, TableMistake::Number(_) | TableMistake::Rank(1)),
        "{fault:?}"
    );
    let solved = Dials {
        also_solved: [0, 3],
        ..dials()
    };
    assert_eq!(mistake(proved(&solved, &right)), (3, TableMistake::Solved));
}

/// Digits that leave out the second dial show nothing about the boards where it has turned.
#[test]
fn digits_that_do_not_make_all_ranks_prove_nothing() {
    let right = table(&dials());
    let incomplete = Dials {
        misnumbered: Some([3, 2]),
        digits: vec![5],
        ..dials()
    };
    let (_, fault) = mistake(proved(&incomplete, &right));
    assert!(
        matches!(fault, TableMistake::Number(_) | TableMistake::Rank(1)),
        "{fault:?}"
    );
}

/// The distances *from* the solved board, which are not those to it.
struct Forwards(Vec<u64>);

impl TableEntries for Forwards {
    fn boards(&self) -> u64 {
        35
    }

    fn counts(&self) -> &[u64] {
        &self.0
    }

    fn claim(&self, rank: u64) -> TableEntry {
        let (first, second) = (rank / 7, rank % 7);
        let distance = first.min(5 - first) + second;
        TableEntry::Distance(u8::try_from(distance).unwrap())
    }
}

#[test]
fn moves_without_inverses_are_found() {
    let stops = Dials {
        stops: true,
        ..dials()
    };
    let forwards = Forwards(vec![1, 3, 5, 5, 5, 5, 5, 4, 2]);
    let fault = TableMistake::OneWay(Move::new(2));
    assert_eq!(mistake(proved(&stops, &forwards)), (0, fault));
}

/// Its counts agree with a search that never leaves the goal.
#[test]
fn a_table_that_knows_only_the_goal_is_refuted() {
    let mut entries = vec![u8::MAX; 9];
    entries[0] = 0b1111_1100;
    let refuted = proved(&dials(), &Packed::filled(entries, 35, vec![1]));
    assert_eq!(mistake(refuted), (1, TableMistake::Distance(Some(1))));
}
