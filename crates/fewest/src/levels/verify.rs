//! The proof of a level-by-level survey: compares boards with their neighbours by plain moves.
//!
//! Levels are filled by links, which carry whole sets of ranks. The proof uses no links: it makes
//! each board from its number, applies each legal move, and finds the numbers of the results in the
//! levels. A board of level d must have a move to level d - 1 and none to a lower level. It must be
//! in no other level, and be solved if and only if d is 0. If all levels are kept and no other
//! boards are left, moves must not lead out of the levels, nor into them from any other board. Then
//! every distance is right, by induction.
//!
//! If the levels keep only one of several symmetric boards, a neighbour is found by a symmetric image
//! that they keep. Symmetries map moves to moves, so the induction is the same.
//!
//! If the memory can't hold a distance for each board, only a sample of the boards is checked. All
//! their neighbours are found in one pass through the levels.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::counted::{Count, all_can_be_solved, check_sum};
use super::expand::Expander;
use super::folder::{Folder, Status};
use super::kept::{KeptBlocks, Shelf};
use super::plan::{check_numbers, planned};
use super::{LevelMistake, LevelOptions, LevelsError, Part};
use crate::error::PuzzleError;
use crate::kernel::Kernel;
use crate::space::ranked::index;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::symmetry::{self, Symmetries};

/// Boards that one core checks between two checks of the cancel flag.
const BOARDS_PER_CHECK: usize = 1 << 14;
/// The most boards in a sample, with their neighbours; each takes ten bytes.
const MAX_LOOKED_FOR: usize = 1 << 23;
const NO_LEVEL: u16 = u16::MAX;

/// The result of proving a level-by-level survey.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelProof {
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// True if the survey claims that these are all solvable boards.
    pub is_complete: bool,
    /// The first kept level. Earlier levels are not proved.
    pub first: usize,
    /// The number of boards at the distances of the kept levels.
    pub kept: u64,
    /// The number of them whose moves were checked, or a symmetric board's.
    pub checked: u64,
    /// The number of moves checked.
    pub moves: u64,
    /// The number of boards in no level whose moves were checked.
    pub others: u64,
    /// True if only a sample of the boards was checked.
    pub is_sample: bool,
    /// True if the sum of the counts was compared with an independently known number of boards.
    pub is_sum_known: bool,
}

impl LevelProof {
    /// Returns true if every distance up to the last level was proved, board by board.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.first == 0 && self.checked == self.kept
    }
}

/// Proves the levels that a survey kept in the folder of these options.
///
/// # Errors
/// If a level is wrong or damaged, the folder has no survey of this puzzle, or it was stopped.
pub(crate) fn verify<K: Kernel>(
    puzzle: &K,
    options: &LevelOptions,
    budget: Budget<'_>,
) -> Result<LevelProof, Unfinished<LevelsError>> {
    check_numbers(puzzle)?;
    let nowhere = || {
        let name = &puzzle.model().name;
        PuzzleError::NoSuchBoards(format!("{name}: name the folder of the levels to prove"))
    };
    // Without a survey, nothing is created.
    let path = options.folder.as_deref().ok_or_else(nowhere);
    let status = Status::read(path.map_err(LevelsError::from)?)?;
    let (links, plan) = planned(puzzle, options, status.is_reduced, 0, budget.memory)?;
    let folder = Folder::of(puzzle, options)?
        .ok_or_else(nowhere)
        .map_err(LevelsError::from)?;
    let shelf = Shelf::in_folder(folder.path());
    let expander = Expander::new(&links, puzzle.boards(), &shelf, plan.workers, None, budget);
    let found = expander.resume(&folder)?;
    let (count, levels) = found.unwrap_or_default();
    let symmetries = status
        .is_reduced
        .then(|| symmetry::find(&puzzle.structure()));
    let proving = LevelsProof {
        puzzle,
        symmetries,
        expander: &expander,
        first: count.counts.len().saturating_sub(levels.len()),
        levels: levels.into(),
        count,
        budget,
    };
    proving.run()
}

struct Known {
    /// In ascending order; `None` if all boards are included.
    ranks: Option<Vec<u64>>,
    levels: Vec<u16>,
}

impl Known {
    fn place(&self, rank: u64) -> Option<usize> {
        match &self.ranks {
            None => Some(index(rank)),
            Some(ranks) => ranks.binary_search(&rank).ok(),
        }
    }

    /// The level of a board; `None` if it is in no level.
    fn level(&self, rank: u64) -> Option<usize> {
        let level = *self.levels.get(self.place(rank)?)?;
        (level != NO_LEVEL).then_some(level.into())
    }
}

/// The number of boards that a folder keeps of a level.
fn boards_in(level: &KeptBlocks) -> u64 {
    let kept = level.iter().flatten();
    kept.map(|kept| kept.facts.boards).sum()
}

struct LevelsProof<'p, K: Kernel> {
    puzzle: &'p K,
    /// If only one of several symmetric boards is kept.
    symmetries: Option<Symmetries>,
    expander: &'p Expander<'p>,
    count: Count,
    first: usize,
    levels: VecDeque<KeptBlocks>,
    budget: Budget<'p>,
}

impl<K: Kernel> LevelsProof<'_, K> {
    fn run(&self) -> Result<LevelProof, Unfinished<LevelsError>> {
        let boards = self.puzzle.boards();
        let counts = &self.count.counts;
        let kept: u64 = counts.iter().skip(self.first).sum();
        let read = self.levels.iter().map(boards_in).sum();
        let allowed = self.budget.memory.unwrap_or(u64::MAX);
        let is_whole = boards.saturating_mul(size_of::<u16>() as u64) <= allowed / 2;
        let sample = if is_whole {
            None
        } else {
            Some(self.sample(read)?)
        };
        let known = self.known(read, sample.as_deref())?;
        let numbers = sample.as_ref().map_or(boards, |sample| sample.len() as u64);
        self.budget
            .begin("proving the levels", "boards", Some(numbers));
        let proof = Mutex::new(Ok(LevelProof {
            counts: counts.clone(),
            is_complete: self.count.is_complete,
            first: self.first,
            kept,
            is_sample: !is_whole,
            ..LevelProof::default()
        }));
        let tasks = index(numbers).div_ceil(BOARDS_PER_CHECK);
        parallel::each(tasks, &|task| {
            let mut tally = Checked::default();
            let checked = (task * BOARDS_PER_CHECK
                ..index(numbers).min((task + 1) * BOARDS_PER_CHECK))
                .take_while(|_| !self.budget.is_cancelled())
                .map(|place| match &sample {
                    Some(sample) => sample.get(place).copied().unwrap_or(0),
                    None => place as u64,
                })
                .filter(|&rank| self.expander.represents_at(rank) > 0)
                .try_for_each(|rank| self.check(rank, &known, &mut tally));
            self.budget.advance(BOARDS_PER_CHECK as u64);
            let mut proof = proof.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *proof, checked) {
                (Ok(proof), Ok(())) => {
                    proof.checked += tally.boards;
                    proof.others += tally.others;
                    proof.moves += tally.moves;
                }
                (Ok(_), Err(mistake)) => *proof = Err(mistake),
                (Err(_), _) => {}
            }
        });
        self.budget.check::<LevelsError>()?;
        let mut proof = proof
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .map_err(LevelsError::Wrong)?;
        proof.is_sum_known = self.count.is_complete && all_can_be_solved(self.puzzle);
        check_sum(counts, boards, proof.is_sum_known)?;
        Ok(proof)
    }

    /// Returns the ranks of a sample, spread evenly over each kept level and over all ranks.
    fn sample(&self, read: u64) -> Result<Vec<u64>, Unfinished<LevelsError>> {
        let moves = self.puzzle.model().moves.len().max(1);
        let share = (MAX_LOOKED_FOR / (moves + 1) / (self.levels.len() + 1)).max(1) as u64;
        let boards = self.puzzle.boards();
        let step = boards.div_ceil(share).max(1);
        let ranks = (0..boards)
            .step_by(index(step))
            .filter(|&rank| self.expander.represents_at(rank) > 0);
        let mut sample: Vec<u64> = ranks.collect();
        self.budget.begin("choosing boards", "boards", Some(read));
        for level in &self.levels {
            let step = boards_in(level).div_ceil(share).max(1);
            let mut place = 0u64;
            self.each_part(level, |first, part, range| {
                part.ranks(0).each(&range, |rank| {
                    if place.is_multiple_of(step) {
                        sample.push(first + rank as u64);
                    }
                    place += 1;
                });
            })?;
        }
        sample.sort_unstable();
        sample.dedup();
        Ok(sample)
    }

    /// The rank of a board, or of a symmetric one if its block is not counted.
    fn rank(&self, board: &K::Board) -> u64 {
        let rank = self.puzzle.rank(board);
        let (Some(symmetries), 0) = (&self.symmetries, self.expander.represents_at(rank)) else {
            return rank;
        };
        let (mut symbols, mut image) = (Vec::new(), Vec::new());
        self.puzzle.symbols(board, &mut symbols);
        let ranks = symmetries.iter().filter_map(|symmetry| {
            symmetry.image(&symbols, &mut image);
            Some(self.puzzle.rank(&self.puzzle.board(&image)?))
        });
        let boards = self.expander.boards();
        let mut counted =
            ranks.filter(|&rank| rank < boards && self.expander.represents_at(rank) > 0);
        counted.next().unwrap_or(rank)
    }

    /// Finds the levels of all boards, or of a sample and its neighbours.
    fn known(&self, read: u64, sample: Option<&[u64]>) -> Result<Known, Unfinished<LevelsError>> {
        let ranks = sample.map(|sample| {
            let mut ranks = sample.to_vec();
            for &rank in sample {
                let board = self.puzzle.unrank(rank);
                let moves = self.puzzle.moves(&board);
                ranks.extend(moves.map(|m| self.rank(&self.puzzle.after(&board, m))));
            }
            ranks.sort_unstable();
            ranks.dedup();
            ranks
        });
        let length = (ranks.as_ref()).map_or(index(self.puzzle.boards()), Vec::len);
        let mut known = Known {
            ranks,
            levels: vec![NO_LEVEL; length],
        };
        self.budget
            .begin("reading the levels", "boards", Some(read));
        let mut twice = None;
        for (distance, level) in (self.first..).zip(&self.levels) {
            let level_number = u16::try_from(distance).unwrap_or(NO_LEVEL);
            self.each_part(level, |first, part, range| {
                let Known { ranks, levels } = &mut known;
                let mut note = |place: usize, rank| {
                    if let Some(level) = levels.get_mut(place) {
                        if *level != NO_LEVEL {
                            twice.get_or_insert(rank);
                        }
                        *level = level_number;
                    }
                };
                match ranks {
                    None => part.ranks(0).each(&range, |rank| {
                        note(index(first) + rank, first + rank as u64);
                    }),
                    Some(ranks) => {
                        let start = ranks.partition_point(|&rank| rank < first);
                        for (place, &rank) in (start..).zip(ranks.iter().skip(start)) {
                            let within = index(rank - first);
                            if within >= range.end {
                                break;
                            }
                            if part.has(within) {
                                note(place, rank);
                            }
                        }
                    }
                }
            })?;
        }
        match twice {
            Some(rank) => Err(LevelsError::Wrong(LevelMistake::Twice(rank)).into()),
            None => Ok(known),
        }
    }

    /// Visits the parts of a level that have boards, each with the rank of its first place.
    fn each_part(
        &self,
        level: &KeptBlocks,
        mut visit: impl FnMut(u64, &Part, Range<usize>),
    ) -> Result<(), Unfinished<LevelsError>> {
        let mut part = Part::new();
        for kept in level.iter().flatten() {
            let mut reader = kept.reader()?;
            for range in self.expander.parts(kept.facts.block) {
                self.budget.check::<LevelsError>()?;
                reader.next(&mut part, range.len())?;
                if part.count() > 0 {
                    visit(
                        self.expander.first_rank(kept.facts.block) + range.start as u64,
                        &part,
                        0..range.len(),
                    );
                }
                self.budget.advance(part.count() as u64);
            }
            reader.end()?;
        }
        Ok(())
    }

    /// Compares the level of a board with the levels of its neighbours.
    fn check(&self, rank: u64, known: &Known, tally: &mut Checked) -> Result<(), LevelMistake> {
        let puzzle = self.puzzle;
        let level = known.level(rank);
        let last = self.count.counts.len().saturating_sub(1);
        if level.is_none() && self.first > 0 {
            return Ok(());
        }
        let board = puzzle.unrank(rank);
        if puzzle.rank(&board) != rank {
            return Err(LevelMistake::Number(rank));
        }
        if puzzle.is_solved(&board) != (level == Some(0)) {
            return Err(LevelMistake::Solved(rank));
        }
        // A board in no kept level may be in one that was not kept, or is not filled yet.
        let is_followed = |distance: usize| self.count.is_complete || distance < last;
        let is_between =
            |distance: usize| is_followed(distance) && (self.first == 0 || distance > self.first);
        let boards = self.expander.represents_at(rank);
        let mut nearest = None;
        for m in puzzle.moves(&board) {
            tally.moves += 1;
            let to = known.level(self.rank(&puzzle.after(&board, m)));
            match (level, to) {
                (None, Some(to)) if is_followed(to) => return Err(LevelMistake::In(rank)),
                (Some(distance), None) if is_between(distance) && puzzle.is_reversible() => {
                    return Err(LevelMistake::Out(rank));
                }
                (Some(distance), Some(to)) if to + 1 < distance => {
                    return Err(LevelMistake::Nearer { rank, distance, to });
                }
                (_, to) => nearest = nearest.into_iter().chain(to).min(),
            }
        }
        match level {
            None => tally.others += boards,
            Some(distance) if distance > self.first => {
                if nearest.is_none_or(|nearest| nearest + 1 != distance) {
                    return Err(LevelMistake::NoNearer { rank, distance });
                }
                tally.boards += boards;
            }
            // The level before the first kept one is unknown.
            Some(0) => tally.boards += boards,
            Some(_) => {}
        }
        Ok(())
    }
}

#[derive(Default)]
struct Checked {
    boards: u64,
    others: u64,
    moves: u64,
}
