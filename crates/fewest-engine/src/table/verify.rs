//! The proof of a table, board by board. It shares no code with the build.
//!
//! A plain breadth-first search from the solved boards uses only `unrank`, `moves`, `apply` and
//! `rank`. It finds every board's distance again and compares it with the table. It also checks
//! that every move has an inverse, so a search along the moves finds distances *to* the solved
//! boards. Boards that it never meets must be marked so, and have no moves to boards that it meets.
//!
//! Two checks take most of the time: decoding the rank after a move to compare the boards, and
//! undoing the move. If moves are inverses in pairs, both are done only for moves to higher ranks.
//! The inverse of such a move leads to a lower rank and is also correct, and no two moves share an
//! inverse. So if as many moves lead to lower ranks as to higher ones, all are correct. If not, or
//! if anything else is wrong, the proof starts again and checks every move, to name the mistake.
//!
//! If moves change the digits of ranks one by one, as they do for pieces, boards are used only once
//! for each value of each digit: to check the moves on ranks (`successors`), which the build may
//! use too. Then the search is by ranks. If anything is wrong, the proof starts again with boards.
//!
//! A proved table has distance 0 exactly on solved boards. Other solvable boards have a move to a
//! board one nearer, but none to a nearer one. Unsolvable boards lead to no solvable board.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::Table;
use super::board_checks::Batch;
use super::packed::Packed;
use super::refuted::{Refuted, TableEntry, TableMistake};
use super::successors;
use crate::space::ranked;
use crate::space::{AnyMoves, Move, Moves, Ranked};
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// Boards per word of a set.
const BOARDS_PER_WORD: u64 = 64;
const WORDS_PER_TASK: usize = 256;
/// The boards that are collected before they are checked together, except the last of a task.
const BOARDS_AT_ONCE: usize = 256;

/// A table that can be proved.
pub trait TableEntries: Sync {
    /// The number of boards.
    fn boards(&self) -> u64;
    /// The number of boards at each distance 0, 1, 2, ...
    fn counts(&self) -> &[u64];
    /// The entry of a board.
    fn claim(&self, rank: u64) -> TableEntry;
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

/// The result of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// Boards whose distance was found and compared.
    pub boards: u64,
    /// Moves played on them.
    pub moves: u64,
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// Unsolvable boards.
    pub unsolvable: u64,
}

/// Proves a puzzle's table, on all cores with the feature `rayon`. It takes three bits per board;
/// `budget.memory` is ignored.
///
/// # Errors
/// If anything is wrong, or the proof was cancelled.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::space::Ranked;
/// use fewest::table::{Packed, build::build, verify::verify};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let table = build(&puzzle, Budget::default())?;
/// let proof = verify(&puzzle, &table, Budget::default())?;
/// assert_eq!((proof.boards, proof.counts.len()), (360, 22));
/// // A table that is wrong about one board is refuted.
/// let mut packed = Packed::of(&puzzle, &table).expect("every move has an inverse");
/// packed.set(puzzle.rank(&hardest), Some(20 % 3));
/// assert!(verify(&puzzle, &packed, Budget::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<P: Ranked>(
    puzzle: &P,
    table: &impl TableEntries,
    budget: Budget<'_>,
) -> Result<Proof, Unfinished<Refuted>> {
    if successors::are_proved(puzzle, budget)?
        && let Some(proof) = complete(prove(puzzle, table, Means::Successors, budget))?
    {
        return Ok(proof);
    }
    let inverse = |m: Move| puzzle.inverse(m);
    let moves = AnyMoves::first(P::Moves::LIMIT);
    let paired = moves
        .filter(|&m| inverse(m).and_then(inverse) == Some(m))
        .fold(AnyMoves::EMPTY, AnyMoves::with);
    let means = Means::Boards { paired };
    if !paired.is_empty()
        && let Some(proof) = complete(prove(puzzle, table, means, budget))?
    {
        return Ok(proof);
    }
    let paired = AnyMoves::EMPTY;
    let proof = prove(puzzle, table, Means::Boards { paired }, budget)?;
    proof.ok_or(Unfinished::Cancelled)
}

/// The proof, or `None` if another means must name the mistake.
fn complete(
    proof: Result<Option<Proof>, Unfinished<Refuted>>,
) -> Result<Option<Proof>, Unfinished<Refuted>> {
    match proof {
        Err(Unfinished::Failed(_)) => Ok(None),
        proof => proof,
    }
}

/// The source of the boards after moves.
#[derive(Clone, Copy)]
enum Means {
    /// Their ranks, which are proved.
    Successors,
    /// Through the boards. Only moves to higher ranks are checked if they are the inverses of their
    /// inverses.
    Boards { paired: AnyMoves },
}

/// Proves a table by one means; `None` if that is not enough.
fn prove<P: Ranked>(
    puzzle: &P,
    table: &impl TableEntries,
    means: Means,
    budget: Budget<'_>,
) -> Result<Option<Proof>, Unfinished<Refuted>> {
    let boards = begin(puzzle, table, budget)?;
    let words = ranked::index(boards.div_ceil(BOARDS_PER_WORD));
    let mut search = ProofSearch {
        puzzle,
        table,
        means,
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
        let tally = check_each(boards, budget, word, |ranks, batch, tally| {
            search.check(ranks, Some(distance), batch, tally);
        })?;
        if tally.boards == 0 {
            break;
        }
        counts.push(tally.boards);
        all = all.plus(tally);
    }
    let unseen = |place: usize| search.seen.get(place).map_or(0, |seen| !seen);
    let tally = check_each(boards, budget, unseen, |ranks, batch, tally| {
        search.check(ranks, None, batch, tally);
    })?;
    all = all.plus(tally);
    let proof = all.proof(table, counts)?;
    Ok((all.descents == all.ascents).then_some(proof))
}

/// Begins the proof of a table. Returns the number of boards, which must be the puzzle's.
pub(super) fn begin<P: Ranked>(
    puzzle: &P,
    table: &impl TableEntries,
    budget: Budget<'_>,
) -> Result<u64, Refuted> {
    let (found, expected) = (table.boards(), puzzle.boards());
    if found != expected {
        return Err(Refuted::Boards { found, expected });
    }
    budget.begin("proving the table", "boards", Some(expected));
    Ok(expected)
}

/// Checks a table's number of boards at each distance.
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

/// Checks every board of a set, on all cores, many at a time. `word` returns a word of the set: a
/// bit for each of 64 ranks. `check` gets ascending ranks and buffers; it adds the moves that it
/// plays to the tally.
pub(super) fn check_each<T: Default>(
    boards: u64,
    budget: Budget<'_>,
    word: impl Fn(usize) -> u64 + Sync,
    check: impl Fn(&[u64], &mut T, &mut ProofTally) + Sync,
) -> Result<ProofTally, Unfinished<Refuted>> {
    let words = ranked::index(boards.div_ceil(BOARDS_PER_WORD));
    let chunk = |start: usize| -> Result<ProofTally, Unfinished<Refuted>> {
        budget.check()?;
        let mut tally = ProofTally::default();
        let (mut ranks, mut buffers) = (Vec::new(), T::default());
        let end = words.min(start + WORDS_PER_TASK);
        for place in start..end {
            let first = place as u64 * BOARDS_PER_WORD;
            let in_range = u32::try_from(boards - first).map_or(u64::MAX, low_bits);
            let mut left = word(place) & in_range;
            while left != 0 {
                ranks.push(first + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
            if ranks.len() >= BOARDS_AT_ONCE || place + 1 == end {
                tally.boards += ranks.len() as u64;
                check(&ranks, &mut buffers, &mut tally);
                ranks.clear();
            }
        }
        budget.advance(tally.boards);
        Ok(tally)
    };
    let mut tallies = parallel::map((0..words).step_by(WORDS_PER_TASK), chunk).into_iter();
    tallies.try_fold(ProofTally::default(), |sum, tally| Ok(sum.plus(tally?)))
}

/// A word of the lowest `bits` bits, all of them for 64 or more.
const fn low_bits(bits: u32) -> u64 {
    match 1u64.checked_shl(bits) {
        Some(next) => next - 1,
        None => u64::MAX,
    }
}

/// A running search. Sets of boards have one bit per rank.
pub(super) struct ProofSearch<'a, P, T> {
    pub(super) puzzle: &'a P,
    table: &'a T,
    means: Means,
    /// Boards that some move leads to.
    met: Vec<AtomicU64>,
    /// Boards whose distance is known.
    seen: Vec<u64>,
}

/// Sums over the checked boards.
#[derive(Clone, Copy, Default)]
pub(crate) struct ProofTally {
    pub(crate) boards: u64,
    pub(crate) moves: u64,
    /// Paired moves on solvable boards, to higher and to lower ranks.
    pub(crate) ascents: u64,
    pub(crate) descents: u64,
    /// The mistake at the lowest rank.
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

    #[inline]
    pub(super) fn expect(&mut self, holds: bool, rank: u64, otherwise: TableMistake) {
        if !holds {
            self.note(rank, otherwise);
        }
    }

    /// The proof of a table, from the tally of all its boards.
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
    pub(super) fn meet(&self, rank: u64) {
        let bit = 1 << (rank % BOARDS_PER_WORD);
        if let Some(word) = self.met.get(ranked::index(rank / BOARDS_PER_WORD))
            // Most boards are met several times, and reading is cheaper than writing.
            && word.load(Ordering::Relaxed) & bit == 0
        {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub(super) fn has_seen(&self, rank: u64) -> bool {
        let word = self.seen.get(ranked::index(rank / BOARDS_PER_WORD));
        word.is_some_and(|word| word >> (rank % BOARDS_PER_WORD) & 1 == 1)
    }

    /// Makes a layer of the boards that were met for the first time.
    fn settle(&mut self, layer: &mut [u64]) {
        for ((layer, met), seen) in layer.iter_mut().zip(&mut self.met).zip(&mut self.seen) {
            *layer = *met.get_mut() & !*seen;
            *seen |= *layer;
        }
    }

    /// Checks boards and their moves, and meets the boards after them.
    fn check(
        &self,
        ranks: &[u64],
        distance: Option<u32>,
        batch: &mut Batch<P>,
        tally: &mut ProofTally,
    ) {
        for &rank in ranks {
            let is_right = self.table.claim(rank).agrees(distance);
            tally.expect(is_right, rank, TableMistake::Distance(distance));
        }
        match self.means {
            Means::Successors => self.check_ranks(ranks, distance, tally),
            Means::Boards { paired } => self.check_boards(ranks, distance, paired, batch, tally),
        }
    }

    /// Follows the moves of boards, given that moves on ranks are right.
    #[inline]
    fn check_ranks(&self, ranks: &[u64], distance: Option<u32>, tally: &mut ProofTally) {
        for &rank in ranks {
            self.puzzle.successors(rank, |next| {
                tally.moves += 1;
                // No move leads from an unsolvable board to a solvable one, because its inverse
                // would lead back.
                if distance.is_some() {
                    self.meet(next);
                }
            });
        }
    }
}
