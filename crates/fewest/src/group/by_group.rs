//! Puzzles whose boards are the elements of a group: numbered without gaps, and tabulated by rows of bits.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::elements::{Elements, Step};
use super::{Chain, ChainError, Colours, Permutation, TooLong};
use crate::link::{Carry, Link, Links, Ranks, index};
use crate::puzzle::{Goals, Move, MoveSet, Puzzle, Ranked};
use crate::rank::bits::WORD;
use crate::structure::Structured;

/// Why the boards of a puzzle can't be numbered as elements of a group.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ByGroupError {
    /// Moves depend on a blank, or are no permutations.
    #[error("the moves are not permutations that can always be made")]
    Moves,
    /// A goal leaves cells open, or no moves lead from one goal to another.
    #[error("the goals are not boards that moves make of each other")]
    Goals,
    /// Several elements make the same board, because pieces look the same.
    #[error("pieces that look the same hide what moves have done")]
    Identical,
    /// There are too many boards.
    #[error("too many boards to number")]
    TooMany,
    /// The group is not known.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// What pieces hide is not known.
    #[error("what identical pieces hide takes too long to find")]
    TooLong,
}

impl From<TooLong> for ByGroupError {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// A puzzle whose boards are numbered as the elements of the group that makes them of the first goal.
#[derive(Clone, Debug)]
pub struct ByGroup<P: Structured> {
    puzzle: P,
    colours: Colours,
    elements: Elements,
    home: Vec<u8>,
    /// The board of the first goal.
    first: P::Board,
    goals: Vec<u64>,
    /// By place: each move, and what it carries where.
    moves: Vec<(Move, Permutation)>,
}

impl<P: Structured> ByGroup<P> {
    /// Numbers the boards of a puzzle.
    ///
    /// # Errors
    /// If they are not the elements of a group, one each, or are too many.
    pub fn new(puzzle: P) -> Result<Self, ByGroupError> {
        let structure = puzzle.structure();
        let mut moves = Vec::new();
        for turn in &structure.turns {
            let from = Permutation::new(&turn.from).filter(|_| turn.needs.is_none());
            moves.push((turn.by, from.ok_or(ByGroupError::Moves)?.inverse()));
        }
        let generators: Vec<Permutation> = moves.iter().map(|(_, own)| own.clone()).collect();
        let full = |goal: &Vec<Option<u8>>| goal.iter().copied().collect::<Option<Vec<u8>>>();
        let goals: Option<Vec<Vec<u8>>> = structure.goals.iter().map(full).collect();
        let goals = goals.ok_or(ByGroupError::Goals)?;
        let home = goals.first().ok_or(ByGroupError::Goals)?.clone();
        let chain = Arc::new(Chain::new(structure.cells(), &generators)?);
        let colours = Colours::new(&chain, &home).ok_or(ByGroupError::Goals)?;
        if colours.stabiliser()? != 1u8.into() {
            return Err(ByGroupError::Identical);
        }
        let elements = Elements::new(&chain).ok_or(ByGroupError::TooMany)?;
        let mut numbers = Vec::new();
        for goal in &goals {
            let element = colours.element(goal)?.ok_or(ByGroupError::Goals)?;
            numbers.extend(elements.number(&element));
        }
        Ok(Self {
            first: puzzle.board(&home).ok_or(ByGroupError::Goals)?,
            puzzle,
            colours,
            elements,
            home,
            goals: numbers,
            moves,
        })
    }

    /// The number of a board; `None` if moves can't make it.
    pub fn number(&self, board: &P::Board) -> Option<u64> {
        let mut symbols = Vec::new();
        self.puzzle.symbols(board, &mut symbols);
        self.elements.number(&self.colours.element(&symbols).ok()??)
    }

    /// The board of a number; `None` if there is none.
    pub fn numbered(&self, number: u64) -> Option<P::Board> {
        let mut symbols = self.home.clone();
        let element = self.elements.element(number);
        for (&to, &symbol) in element.images().iter().zip(&self.home) {
            *symbols.get_mut(usize::from(to))? = symbol;
        }
        self.puzzle.board(&symbols)
    }
}

impl<P: Structured> Puzzle for ByGroup<P> {
    type Board = P::Board;

    fn moves(&self, board: &P::Board) -> MoveSet {
        self.puzzle.moves(board)
    }

    fn arrivals(&self, board: &P::Board) -> MoveSet {
        self.puzzle.arrivals(board)
    }

    fn apply(&self, board: &mut P::Board, m: Move) {
        self.puzzle.apply(board, m);
    }

    fn undo(&self, board: &mut P::Board, m: Move) {
        self.puzzle.undo(board, m);
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        self.puzzle.inverse(m)
    }

    fn onward(&self, board: &P::Board, last: Move) -> MoveSet {
        self.puzzle.onward(board, last)
    }

    fn is_solved(&self, board: &P::Board) -> bool {
        self.puzzle.is_solved(board)
    }

    fn pack(&self, board: &P::Board) -> Option<u64> {
        self.puzzle.pack(board)
    }

    fn unpack(&self, word: u64) -> Option<P::Board> {
        self.puzzle.unpack(word)
    }
}

impl<P: Structured> Goals for ByGroup<P> {
    fn goals(&self) -> Vec<P::Board> {
        let goals = self.goals.iter();
        goals.filter_map(|&number| self.numbered(number)).collect()
    }
}

impl<P: Structured> Ranked for ByGroup<P> {
    fn boards(&self) -> u64 {
        self.elements.count
    }

    /// One that no table has, for boards that moves can't make.
    fn rank(&self, board: &P::Board) -> u64 {
        self.number(board).unwrap_or(u64::MAX)
    }

    fn unrank(&self, rank: u64) -> P::Board {
        let number = rank.min(self.elements.count - 1);
        self.numbered(number).unwrap_or(self.first)
    }

    fn solved(&self) -> Vec<P::Board> {
        self.goals()
    }

    fn links(&self) -> Links<'_> {
        // By what it carries where: whether a move does it, and whether a move undoes it.
        let mut uses: BTreeMap<Permutation, (bool, bool)> = BTreeMap::new();
        for (_, carries) in &self.moves {
            uses.entry(carries.clone()).or_default().0 = true;
            uses.entry(carries.inverse()).or_default().1 = true;
        }
        let block = index(self.elements.block());
        let sheets = block / self.elements.sheet;
        let step = |(factor, uses): (&Permutation, &(bool, bool))| {
            Some((Arc::new(self.elements.step(factor)?), *uses))
        };
        #[cfg(feature = "rayon")]
        let steps: Option<Vec<_>> = {
            use rayon::prelude::*;
            uses.par_iter().map(step).collect()
        };
        #[cfg(not(feature = "rayon"))]
        let steps: Option<Vec<_>> = uses.iter().map(step).collect();
        let mut links = Vec::new();
        for (step, (is_move, is_undone)) in steps.unwrap_or_default() {
            for (from, own) in step.chunks(sheets).enumerate() {
                let to = own.first().map_or(0, |&(sheet, _)| sheet as usize / sheets);
                let by = Box::new(ByRows {
                    elements: &self.elements,
                    step: Arc::clone(&step),
                    sheets,
                    from,
                    to,
                    is_move,
                    is_undone,
                });
                links.push(Link { from, to, by });
            }
        }
        Links { block, links }
    }
}

/// What a factor does to the rows of one block.
struct ByRows<'a> {
    elements: &'a Elements,
    step: Arc<Step>,
    /// Sheets of a block.
    sheets: usize,
    from: usize,
    to: usize,
    /// Whether a move multiplies with it, and whether one divides by it.
    is_move: bool,
    is_undone: bool,
}

impl ByRows<'_> {
    /// Visits the rows of a set that are not empty: where each begins, its bits, where the row begins that it is carried to,
    /// and what is left to multiply them with.
    #[inline]
    fn each(&self, set: &[u64], part: &Range<usize>, mut visit: impl FnMut(usize, u64, usize, u8)) {
        let (length, sheet) = (self.elements.row, self.elements.sheet);
        let rows = sheet / length;
        for row in part.start / length..part.end.div_ceil(length) {
            let start = row * length;
            let mut bits = read(set, start, length);
            if start < part.start {
                bits &= u64::MAX << (part.start - start);
            }
            if start + length > part.end {
                bits &= low(part.end - start);
            }
            if bits == 0 {
                continue;
            }
            let own = self.from * self.sheets + row / rows;
            let Some(&(to, factor)) = self.step.get(own) else {
                continue;
            };
            let (row, left) = self.elements.multiply_row(row % rows, factor);
            let to = (to as usize).wrapping_sub(self.to * self.sheets);
            visit(start, bits, to * sheet + row * length, left);
        }
    }
}

impl Carry for ByRows<'_> {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        if self.is_undone {
            self.each(marked.set, &part, |_, bits, to, factor| {
                write(found, to, self.elements.multiply(bits, factor));
            });
        }
    }

    fn seek(&self, wanted: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        if self.is_move {
            self.each(wanted.set, &part, |start, bits, to, factor| {
                let there = read(marked, to, self.elements.row);
                if there != 0 {
                    write(found, start, self.elements.divide(there, factor) & bits);
                }
            });
        }
    }

    fn bytes(&self) -> usize {
        // Shared by all links of a factor.
        let all = size_of_val(&self.step[..]) / (self.step.len() / self.sheets).max(1);
        all + if self.from == 0 {
            self.elements.bytes()
        } else {
            0
        }
    }
}

/// The lowest bits of a word, all if there are not so many.
#[inline]
const fn low(bits: usize) -> u64 {
    if bits >= WORD {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// Up to 64 bits of a set, from any place.
#[inline]
fn read(set: &[u64], start: usize, length: usize) -> u64 {
    let (word, shift) = (start / WORD, start % WORD);
    let first = set.get(word).map_or(0, |word| word >> shift);
    let second = match set.get(word + 1) {
        Some(word) if shift > 0 => word << (WORD - shift),
        _ => 0,
    };
    (first | second) & low(length)
}

/// Adds bits to a set, at any place.
#[inline]
fn write(set: &mut [u64], start: usize, bits: u64) {
    let (word, shift) = (start / WORD, start % WORD);
    if let Some(word) = set.get_mut(word) {
        *word |= bits << shift;
    }
    if shift > 0
        && let Some(word) = set.get_mut(word + 1)
    {
        *word |= bits >> (WORD - shift);
    }
}
