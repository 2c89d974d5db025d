//! The proof of a table, board by board, by code that shares nothing with what builds one.
//!
//! A plain breadth-first search from the solved boards, which knows `unrank`, `moves`, `apply` and
//! `rank` only, finds every board's distance once more, and holds the table against it. On the way
//! it sees that every move can be taken back: so the search, which goes along the moves and not
//! against them, finds distances *to* the solved boards. Boards that it never meets must be marked
//! so, and none of their moves may lead to a board that it has met.
//!
//! Decoding a board's number to compare the boards takes most of the time, and so does taking a move
//! back. Both are done only for moves to higher numbers, if moves have inverses in pairs. Each such
//! move that goes back comes with a different one to a lower number, which is right too. So all the
//! moves to lower numbers are right if they are no more than the moves to higher ones. If they are,
//! or anything else is wrong, the proof begins again and checks every move, to name the mistake.
//!
//! Agreement means what a table has to mean: distance 0 exactly on solved boards; every other board
//! has a move to one nearer and none to one nearer by more; boards that nothing solves have no way
//! out.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use thiserror::Error;

use super::Table;
use super::packed::Packed;
use crate::space::ranked;
use crate::space::{Move, MoveSet, Ranked};
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// Boards in a word of a set.
const BOARDS_PER_WORD: u64 = 64;
/// Words of a set that one task walks through.
const WORDS_PER_TASK: usize = 256;

/// A table that can be proved.
pub trait TableEntries: Sync {
    /// How many boards it has.
    fn boards(&self) -> u64;
    /// How many boards it says there are at each distance 0, 1, 2, ...
    fn counts(&self) -> &[u64];
    /// What it says of a board.
    fn claim(&self, rank: u64) -> TableEntry;
}

/// What a table says of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEntry {
    /// It is at this distance.
    Distance(u8),
    /// Its distance leaves this when divided by three.
    Residue(u8),
    /// Nothing solves it.
    Unsolvable,
}

impl TableEntry {
    fn agrees(self, distance: Option<u32>) -> bool {
        match self {
            Self::Distance(claimed) => distance == Some(claimed.into()),
            Self::Residue(claimed) => distance.is_some_and(|d| d % 3 == u32::from(claimed)),
            Self::Unsolvable => distance.is_none(),
        }
    }
}

impl std::fmt::Display for TableEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Distance(distance) => write!(f, "distance {distance}"),
            Self::Residue(residue) => {
                write!(f, "a distance that leaves {residue} when divided by 3")
            }
            Self::Unsolvable => f.write_str("that nothing solves it"),
        }
    }
}

impl TableEntries for Table {
    fn boards(&self) -> u64 {
        self.len() as u64
    }

    fn counts(&self) -> &[u64] {
        self.counts()
    }

    fn claim(&self, rank: u64) -> TableEntry {
        self.distance(rank)
            .map_or(TableEntry::Unsolvable, TableEntry::Distance)
    }
}

impl TableEntries for Packed {
    fn boards(&self) -> u64 {
        self.boards()
    }

    fn counts(&self) -> &[u64] {
        self.counts()
    }

    #[inline]
    fn claim(&self, rank: u64) -> TableEntry {
        self.residue(rank)
            .map_or(TableEntry::Unsolvable, TableEntry::Residue)
    }
}

/// What was proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// Boards whose distance was found and compared.
    pub boards: u64,
    /// Moves that were made on them.
    pub moves: u64,
    /// How many boards there are at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// Boards that nothing solves.
    pub unsolvable: u64,
}

/// What is wrong with a board, or with the table's entry for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum TableMistake {
    /// The board of a number has another number.
    #[error("the board with this number is numbered {0}")]
    Rank(u64),
    /// It is solved and not among the puzzle's solved boards, or the other way round.
    #[error("the puzzle's list of solved boards is wrong about it")]
    Solved,
    /// It is at this distance, or nothing solves it, and the table says otherwise.
    #[error("{}", .0.map_or_else(|| "nothing solves it".to_owned(), |d| format!("its distance is {d}")))]
    Distance(Option<u32>),
    /// What the table says of the boards after its moves makes this its distance, or makes it
    /// unsolvable.
    #[error("after what it says of the boards after its moves {}", .0.map_or_else(|| "nothing solves it".to_owned(), |d| format!("its distance is {d}")))]
    Nearest(Option<u32>),
    /// The board after a move is another than the one with its number.
    #[error("the board after its move {} is not the one with its number", .0.index())]
    Number(Move),
    /// No move takes a move back.
    #[error("nothing takes its move {} back", .0.index())]
    OneWay(Move),
    /// No moves lead to it from a solved board, and yet a move leads to a board that can be solved.
    #[error("its move {} leads to a board that can be solved", .0.index())]
    WayOut(Move),
}

/// What is wrong with a pattern of a projection, or with the table's bound for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum PatternMistake {
    /// The pattern of a number has another number.
    #[error("the pattern with this number has another number")]
    Number,
    /// It is at this distance.
    #[error("its distance is {0}")]
    Distance(u32),
    /// It is at least at this distance.
    #[error("its distance is {0} or more")]
    AtLeast(u32),
    /// It is looked up for another pattern, which is at this distance, and its own is another.
    #[error("a pattern at distance {0} is looked up here, and this one's distance is another")]
    Image(u32),
    /// The bounds of patterns that are one move apart differ by more than one.
    #[error("a move leads to a pattern with the bound {0}")]
    Neighbour(u32),
    /// No move leads to a bound that is one less.
    #[error("no move leads to a smaller bound")]
    NoNearer,
    /// The least distance of its line, and the one that the table has for the line is another.
    #[error("the least distance of its line is {0}, and the table has another")]
    Line(u8),
}

/// Why there is no proof.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refuted {
    /// A board is wrong; the one with the lowest number of those found.
    #[error("board number {rank}: the table says {claim}, but {fault}")]
    Board {
        /// Its number.
        rank: u64,
        /// What the table says of it.
        claim: TableEntry,
        /// What is wrong.
        fault: TableMistake,
    },
    /// The table has not as many boards as the puzzle.
    #[error("the table has {found} boards, the puzzle {expected}")]
    Boards {
        /// Boards of the table.
        found: u64,
        /// Boards of the puzzle.
        expected: u64,
    },
    /// A pattern of a projection is wrong, or the bound that its table has for it.
    #[error("pattern number {number}: the table's bound is {bound}, but {fault}")]
    Pattern {
        /// Its number.
        number: u64,
        /// The bound that the table has for it.
        bound: u8,
        /// What is wrong.
        fault: PatternMistake,
    },
    /// A search with a projection would look up too large a bound for a board, or another pattern
    /// than the board's.
    #[error("{}", match .bound {
        Some(bound) if u32::from(*bound) > *moves => format!("the bound of a board {moves} moves from the goal is {bound}"),
        _ => format!("a board {moves} moves from the goal is looked up as another pattern than its own"),
    })]
    Bound {
        /// How many moves lead to the board.
        moves: u32,
        /// Its bound, if it has one.
        bound: Option<u8>,
    },
    /// The number of boards at some distance is wrong.
    #[error("the table counts {claimed} boards at distance {distance}; there are {found}")]
    Count {
        /// The distance.
        distance: usize,
        /// Boards that the table counts.
        claimed: u64,
        /// Boards that there are.
        found: u64,
    },
}

/// Proves a table of a puzzle, on all cores where the feature `rayon` is on. It takes three bits a
/// board; the allowance's memory is not asked.
///
/// # Errors
/// If anything is wrong, or the proof was cancelled.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::space::Ranked;
/// use fewest::table::{build::build, packed::Packed, verify::verify};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let table = build(&puzzle, Budget::default())?;
/// let proof = verify(&puzzle, &table, Budget::default())?;
/// assert_eq!((proof.boards, proof.counts.len()), (360, 22));
/// // A table that is wrong about one board is refuted.
/// let mut packed = Packed::of(&puzzle, &table).expect("every move can be taken back");
/// packed.set(puzzle.rank(&hardest), Some(20 % 3));
/// assert!(verify(&puzzle, &packed, Budget::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<P: Ranked>(
    puzzle: &P,
    table: &impl TableEntries,
    budget: Budget<'_>,
) -> Result<Proof, Unfinished<Refuted>> {
    let inverse = |m: Move| puzzle.inverse(m);
    let moves = MoveSet::from_bits(u64::MAX);
    let paired = moves.filter(|&m| inverse(m).and_then(inverse) == Some(m));
    let paired = paired.fold(MoveSet::EMPTY, MoveSet::with);
    match prove(puzzle, table, paired, budget) {
        Err(Unfinished::Failed(_)) | Ok(None) if !paired.is_empty() => {
            let proof = prove(puzzle, table, MoveSet::EMPTY, budget)?;
            proof.ok_or(Unfinished::Cancelled)
        }
        proof => proof.and_then(|proof| proof.ok_or(Unfinished::Cancelled)),
    }
}

/// Proves a table. Of the `paired` moves, only those to boards with higher numbers are checked;
/// `None` if that proves nothing.
fn prove<P: Ranked>(
    puzzle: &P,
    table: &impl TableEntries,
    paired: MoveSet,
    budget: Budget<'_>,
) -> Result<Option<Proof>, Unfinished<Refuted>> {
    let boards = begin(puzzle, table, budget)?;
    let words = ranked::index(boards.div_ceil(BOARDS_PER_WORD));
    let mut search = ProofSearch {
        puzzle,
        table,
        paired,
        met: std::iter::repeat_with(AtomicU64::default)
            .take(words)
            .collect(),
        seen: vec![0; words],
    };
    puzzle.each_solved(0..boards, &mut |rank| {
        search.meet(rank);
        budget.flow()
    });
    budget.check()?;
    let mut layer = vec![0; words];
    let mut counts = Vec::new();
    let mut all = ProofTally::default();
    for distance in 0u32.. {
        search.settle(&mut layer);
        let word = |place: usize| layer.get(place).copied().unwrap_or(0);
        let tally = check_each(boards, budget, word, |rank, tally| {
            search.check(rank, Some(distance), tally)
        })?;
        if tally.boards == 0 {
            break;
        }
        counts.push(tally.boards);
        all = all.plus(tally);
    }
    let unseen = |place: usize| search.seen.get(place).map_or(0, |seen| !seen);
    let tally = check_each(boards, budget, unseen, |rank, tally| {
        search.check(rank, None, tally)
    })?;
    all = all.plus(tally);
    let proof = all.proof(table, counts)?;
    Ok((all.descents == all.ascents).then_some(proof))
}

/// Begins the proof of a table; the number of its boards, which must be the puzzle's.
pub(super) fn begin<P: Ranked>(
    puzzle: &P,
    table: &impl TableEntries,
    budget: Budget<'_>,
) -> Result<u64, Refuted> {
    let (found, expected) = (table.boards(), puzzle.boards());
    if found != expected {
        return Err(Refuted::Boards { found, expected });
    }
    if let Some(progress) = budget.progress {
        progress.begin("proving the table", "boards", Some(expected));
    }
    Ok(expected)
}

/// Checks that there are as many boards at each distance as a table claims.
pub(crate) fn check_counts(claimed: &[u64], found: &[u64]) -> Result<(), Refuted> {
    let of = |counts: &[u64], distance| counts.get(distance).copied().unwrap_or(0);
    let mut distances = 0..claimed.len().max(found.len());
    let wrong = distances.find(|&distance| of(claimed, distance) != of(found, distance));
    wrong.map_or(Ok(()), |distance| {
        Err(Refuted::Count {
            distance,
            claimed: of(claimed, distance),
            found: of(found, distance),
        })
    })
}

/// Checks every board of a set, on all cores. `word` is a word of the set: a bit for each of 64
/// ranks. `check` adds the moves that it makes to the tally.
pub(super) fn check_each(
    boards: u64,
    budget: Budget<'_>,
    word: impl Fn(usize) -> u64 + Sync,
    check: impl Fn(u64, &mut ProofTally) -> Result<(), TableMistake> + Sync,
) -> Result<ProofTally, Unfinished<Refuted>> {
    let words = ranked::index(boards.div_ceil(BOARDS_PER_WORD));
    let chunk = |start: usize| -> Result<ProofTally, Unfinished<Refuted>> {
        budget.check()?;
        let mut tally = ProofTally::default();
        for place in start..words.min(start + WORDS_PER_TASK) {
            let first = place as u64 * BOARDS_PER_WORD;
            let in_range = u32::try_from(boards - first).map_or(u64::MAX, low_bits);
            let mut left = word(place) & in_range;
            tally.boards += u64::from(left.count_ones());
            while left != 0 {
                let rank = first + u64::from(left.trailing_zeros());
                left &= left - 1;
                if let Err(fault) = check(rank, &mut tally) {
                    tally.note(rank, fault);
                }
            }
        }
        if let Some(progress) = budget.progress {
            progress.add(tally.boards);
        }
        Ok(tally)
    };
    let tallies = parallel::map((0..words).step_by(WORDS_PER_TASK), chunk);
    let mut tallies = tallies.into_iter();
    tallies.try_fold(ProofTally::default(), |sum, own| Ok(sum.plus(own?)))
}

/// The lowest bits of a word, all of them if it has fewer.
const fn low_bits(bits: u32) -> u64 {
    match 1u64.checked_shl(bits) {
        Some(next) => next - 1,
        None => u64::MAX,
    }
}

/// The search, as far as it has come. Sets of boards have a bit for each number.
struct ProofSearch<'a, P, T> {
    puzzle: &'a P,
    table: &'a T,
    /// Moves whose inverses have them as inverses.
    paired: MoveSet,
    /// Boards that a move was found to lead to, seen before or not.
    met: Vec<AtomicU64>,
    /// Boards whose distance is known.
    seen: Vec<u64>,
}

/// What was found on the way.
#[derive(Clone, Copy, Default)]
pub(crate) struct ProofTally {
    pub(crate) boards: u64,
    pub(crate) moves: u64,
    /// Paired moves, on boards that can be solved, to higher and to lower numbers.
    pub(crate) ascents: u64,
    pub(crate) descents: u64,
    /// The fault of the board with the lowest number.
    pub(crate) worst: Option<(u64, TableMistake)>,
}

impl ProofTally {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            boards: self.boards + other.boards,
            moves: self.moves + other.moves,
            ascents: self.ascents + other.ascents,
            descents: self.descents + other.descents,
            worst: self.worst.into_iter().chain(other.worst).min(),
        }
    }

    pub(crate) fn note(&mut self, rank: u64, fault: TableMistake) {
        self.worst = self.worst.into_iter().chain([(rank, fault)]).min();
    }

    /// The proof that all boards of a table make, if none is wrong.
    pub(super) fn proof(
        self,
        table: &impl TableEntries,
        counts: Vec<u64>,
    ) -> Result<Proof, Unfinished<Refuted>> {
        if let Some((rank, fault)) = self.worst {
            let claim = table.claim(rank);
            return Err(Refuted::Board { rank, claim, fault }.into());
        }
        check_counts(table.counts(), &counts)?;
        Ok(Proof {
            boards: self.boards,
            moves: self.moves,
            unsolvable: self.boards - counts.iter().sum::<u64>(),
            counts,
        })
    }
}

impl<P: Ranked, T: TableEntries> ProofSearch<'_, P, T> {
    #[inline]
    fn meet(&self, rank: u64) {
        let bit = 1 << (rank % BOARDS_PER_WORD);
        if let Some(word) = self.met.get(ranked::index(rank / BOARDS_PER_WORD))
            // Most boards are met several times, and looking is cheaper than writing.
            && word.load(Ordering::Relaxed) & bit == 0
        {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    fn has_seen(&self, rank: u64) -> bool {
        let word = self.seen.get(ranked::index(rank / BOARDS_PER_WORD));
        word.is_some_and(|word| word >> (rank % BOARDS_PER_WORD) & 1 == 1)
    }

    /// Makes the boards that were met for the first time the layer.
    fn settle(&mut self, layer: &mut [u64]) {
        for ((layer, met), seen) in layer.iter_mut().zip(&mut self.met).zip(&mut self.seen) {
            *layer = std::mem::take(met.get_mut()) & !*seen;
            *seen |= *layer;
        }
    }

    /// Checks a board and its moves, and meets the boards that they lead to.
    #[inline]
    fn check(
        &self,
        rank: u64,
        distance: Option<u32>,
        tally: &mut ProofTally,
    ) -> Result<(), TableMistake> {
        let puzzle = self.puzzle;
        let board = puzzle.unrank(rank);
        let mut fault = Ok(());
        let mut expect = |holds: bool, otherwise: TableMistake| {
            if !holds && fault.is_ok() {
                fault = Err(otherwise);
            }
        };
        let own = puzzle.rank(&board);
        expect(own == rank, TableMistake::Rank(own));
        expect(
            puzzle.is_solved(&board) == (distance == Some(0)),
            TableMistake::Solved,
        );
        expect(
            self.table.claim(rank).agrees(distance),
            TableMistake::Distance(distance),
        );
        for m in puzzle.moves(&board) {
            tally.moves += 1;
            let next = puzzle.after(&board, m);
            let number = puzzle.rank(&next);
            if distance.is_none() {
                expect(puzzle.unrank(number) == next, TableMistake::Number(m));
                expect(!self.has_seen(number), TableMistake::WayOut(m));
                continue;
            }
            self.meet(number);
            let is_paired = !self.paired.and(MoveSet::only(m)).is_empty();
            if is_paired && number < rank {
                tally.descents += 1;
                continue;
            }
            let is_back = if is_paired {
                tally.ascents += u64::from(number > rank);
                self.is_undone(&board, m, &next)
            } else {
                puzzle.is_taken_back(&board, m, &next)
            };
            expect(puzzle.unrank(number) == next, TableMistake::Number(m));
            expect(is_back, TableMistake::OneWay(m));
        }
        fault
    }

    /// Returns true if a move's inverse leads back to this board from `next`.
    #[inline]
    fn is_undone(&self, board: &P::Board, m: Move, next: &P::Board) -> bool {
        let puzzle = self.puzzle;
        puzzle.inverse(m).is_some_and(|back| {
            !puzzle.moves(next).and(MoveSet::only(back)).is_empty()
                && puzzle.after(next, back) == *board
        })
    }
}
