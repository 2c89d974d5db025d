//! Finding redundant sequences: *words*, for short.
//!
//! The effect of a sequence depends only on the blank's cell, if there is a blank. So all short
//! sequences are generated from each cell of the blank, shorter ones first, then in tie order. Each
//! board is kept with the first sequence that reaches it, which is the best. A sequence is
//! redundant if it is not the best from any cell where it is legal. All pieces count as different,
//! so the results also hold for pieces that look alike.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Effort;
use crate::space::Move;
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;
use crate::support::parallel;

/// Boards between two calls of `must_stop`.
const BOARDS_PER_CHECK: usize = 1 << 10;

/// Redundant sequences that contain no shorter one: a list per length, each in tie order. Empty if
/// moves depend on more than the cell of one single piece.
pub(super) struct RedundantSequences<'s> {
    rules: WordRules,
    origins: Vec<Origin>,
    length: u32,
    /// Cells that may still be written.
    left: u64,
    found: FxHashSet<PackedMoves>,
    must_stop: &'s (dyn Fn() -> bool + Sync),
}

/// A packed sequence: a 1 and then the moves, so that sequences of one length sort in tie order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct PackedMoves(u64);

struct WordRules {
    cells: usize,
    /// The legal moves and their effects, by the blank's cell (0 if there is no blank).
    steps: Vec<Vec<(Move, WordStep)>>,
    /// Bits per move in a word.
    bits: u32,
    /// Random numbers by cell and piece. A board's hash is their sum over its cells.
    marks: Vec<u64>,
}

#[derive(Clone)]
struct WordStep {
    /// The cells that pieces go to and come from.
    carries: Vec<(u8, u8)>,
    /// The blank's cell after the move.
    blank: u8,
}

/// The sequences that begin with the blank on one cell.
struct Origin {
    blank: u8,
    /// The best sequences of the current length, in tie order.
    level: Vec<Reached>,
    /// Their boards, concatenated: for each cell, the cell that its piece has come from.
    boards: Vec<u8>,
    /// The best sequence to a board, by the board's sum.
    seen: FxHashMap<u64, PackedMoves>,
}

struct Reached {
    word: PackedMoves,
    sum: u64,
    blank: u8,
}

impl<'s> RedundantSequences<'s> {
    pub(super) fn new(
        structure: &Structure,
        effort: Effort,
        must_stop: &'s (dyn Fn() -> bool + Sync),
    ) -> Self {
        let rules = WordRules::of(structure);
        let origins = rules.iter().flat_map(|rules| {
            let blanks = (0..=u8::MAX).zip(&rules.steps);
            let origins = blanks.filter(|(_, steps)| !steps.is_empty());
            origins.map(|(blank, _)| Origin::new(rules, blank))
        });
        Self {
            origins: origins.collect(),
            rules: rules.unwrap_or_else(WordRules::none),
            length: 0,
            left: effort.0,
            found: FxHashSet::default(),
            must_stop,
        }
    }

    /// Returns true if the word ends with a word found earlier. Without its last move it is a best
    /// sequence, so it contains no redundant word elsewhere.
    fn holds_another(&self, word: PackedMoves) -> bool {
        let mut shorter = 1..self.length;
        shorter.any(|length| self.found.contains(&word.last(length * self.rules.bits)))
    }
}

impl Iterator for RedundantSequences<'_> {
    type Item = Vec<Vec<Move>>;

    fn next(&mut self) -> Option<Self::Item> {
        let rules = &self.rules;
        let to_write: u64 = self
            .origins
            .iter()
            .map(|origin| origin.to_write(rules))
            .sum();
        self.length += 1;
        let is_too_long = self.length * rules.bits >= u64::BITS;
        if to_write == 0 || to_write > self.left || is_too_long {
            return None;
        }
        self.left -= to_write;
        let found = (self.length > 2).then_some(&self.found);
        let must_stop = self.must_stop;
        let grow = |origin: &mut Origin| origin.grow(rules, found, must_stop);
        let others: Vec<Vec<PackedMoves>> = parallel::map(&mut self.origins, grow)
            .into_iter()
            .collect::<Option<_>>()?;
        let levels = self.origins.iter().flat_map(|origin| &origin.level);
        let mut best: Vec<PackedMoves> = levels.map(|reached| reached.word).collect();
        let mut others = others.concat();
        best.sort_unstable();
        others.sort_unstable();
        others.dedup();
        others.retain(|word| best.binary_search(word).is_err() && !self.holds_another(*word));
        self.found.extend(&others);
        let moves = |word: &PackedMoves| word.moves(self.length, self.rules.bits).collect();
        Some(others.iter().map(moves).collect())
    }
}

impl PackedMoves {
    const EMPTY: Self = Self(1);

    const fn then(self, m: Move, bits: u32) -> Self {
        Self(self.0 << bits | m.index() as u64)
    }

    const fn last(self, bits: u32) -> Self {
        Self(1 << bits | self.0 & ((1 << bits) - 1))
    }

    fn moves(self, length: u32, bits: u32) -> impl Iterator<Item = Move> {
        let places = (0..length).rev();
        #[expect(clippy::cast_possible_truncation, reason = "a move has eight bits")]
        places.map(move |place| Move::new((self.0 >> (place * bits) & ((1 << bits) - 1)) as u8))
    }

    const fn length(self, bits: u32) -> u32 {
        self.0.ilog2() / bits
    }
}

impl WordRules {
    const fn none() -> Self {
        Self {
            cells: 0,
            steps: Vec::new(),
            bits: 1,
            marks: Vec::new(),
        }
    }

    /// The effects of a puzzle's moves; `None` if they depend on more than one single piece.
    fn of(structure: &Structure) -> Option<Self> {
        let cells = Some(structure.cells()).filter(|&cells| cells > 0)?;
        if structure.has_conditions() {
            return None;
        }
        let has_blank = structure.blank().is_some();
        let mut steps = vec![Vec::new(); structure.places()];
        for (before, turn) in structure.placed_turns() {
            let travels = (0..=u8::MAX).zip(turn.from.iter().copied());
            let carries: Vec<(u8, u8)> = travels.filter(|(to, from)| to != from).collect();
            let here = u8::try_from(before).ok()?;
            let after = carries.iter().find(|(_, from)| *from == here);
            let step = WordStep {
                blank: match after {
                    Some((to, _)) if has_blank => *to,
                    _ => here,
                },
                carries,
            };
            steps.get_mut(before)?.push((turn.by, step));
        }
        for steps in &mut steps {
            steps.sort_by_key(|(m, _)| *m);
        }
        let count = u64::try_from(cells * cells).ok()?;
        Some(Self {
            cells,
            steps,
            bits: structure
                .moves()
                .next_power_of_two()
                .trailing_zeros()
                .max(1),
            marks: (1..=count).map(mark).collect(),
        })
    }

    fn mark(&self, cell: u8, piece: u8) -> u64 {
        let place = usize::from(cell) * self.cells + usize::from(piece);
        self.marks.get(place).copied().debug_unwrap_or(0)
    }

    fn steps(&self, blank: u8) -> &[(Move, WordStep)] {
        let steps = self.steps.get(usize::from(blank));
        steps.map(Vec::as_slice).debug_unwrap_or_default()
    }

    fn board(&self, mut blank: u8, word: PackedMoves) -> Vec<u8> {
        let mut board: Vec<u8> = (0..=u8::MAX).take(self.cells).collect();
        for m in word.moves(word.length(self.bits), self.bits) {
            let mut steps = self.steps(blank).iter();
            if let Some((_, step)) = steps.find(|(by, _)| *by == m) {
                step.apply(&board.clone(), &mut board);
                blank = step.blank;
            }
        }
        board
    }
}

/// The `number`-th pseudorandom number (G. L. Steele Jr., D. Lea and C. H. Flood, "Fast splittable
/// pseudorandom number generators", 2014).
const fn mark(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

impl WordStep {
    fn apply(&self, before: &[u8], after: &mut [u8]) {
        for &(to, from) in &self.carries {
            if let (Some(to), Some(from)) = (
                after.get_mut(usize::from(to)),
                before.get(usize::from(from)),
            ) {
                *to = *from;
            }
        }
    }

    fn sum(&self, rules: &WordRules, before: &[u8], mut sum: u64) -> u64 {
        let piece = |cell: u8| before.get(usize::from(cell)).copied().debug_unwrap_or(0);
        for &(to, from) in &self.carries {
            sum = sum
                .wrapping_add(rules.mark(to, piece(from)))
                .wrapping_sub(rules.mark(to, piece(to)));
        }
        sum
    }
}

impl Origin {
    fn new(rules: &WordRules, blank: u8) -> Self {
        let board: Vec<u8> = (0..=u8::MAX).take(rules.cells).collect();
        let marks = board.iter().map(|&cell| rules.mark(cell, cell));
        let sum = marks.fold(0, u64::wrapping_add);
        Self {
            blank,
            level: vec![Reached {
                word: PackedMoves::EMPTY,
                sum,
                blank,
            }],
            boards: board,
            seen: FxHashMap::from_iter([(sum, PackedMoves::EMPTY)]),
        }
    }

    /// The number of cells that the next level writes.
    fn to_write(&self, rules: &WordRules) -> u64 {
        let moves = self
            .level
            .iter()
            .map(|reached| rules.steps(reached.blank).len());
        moves.sum::<usize>() as u64 * rules.cells as u64
    }

    /// Extends the sequences by one move, unless they then end with a known word of two moves (most
    /// redundant ones do). Returns the sequences that are not best; `None` if it was time to stop.
    fn grow(
        &mut self,
        rules: &WordRules,
        found: Option<&FxHashSet<PackedMoves>>,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<PackedMoves>> {
        let (mut level, mut boards, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let reached = self.level.iter().zip(self.boards.chunks_exact(rules.cells));
        for (place, (reached, board)) in reached.enumerate() {
            if place.is_multiple_of(BOARDS_PER_CHECK) && must_stop() {
                return None;
            }
            for (m, step) in rules.steps(reached.blank) {
                let word = reached.word.then(*m, rules.bits);
                if found.is_some_and(|found| found.contains(&word.last(2 * rules.bits))) {
                    continue;
                }
                let sum = step.sum(rules, board, reached.sum);
                let first = boards.len();
                boards.extend_from_slice(board);
                step.apply(board, &mut boards[first..]);
                let seen = self.seen.get(&sum);
                // Different boards can have equal sums.
                let is_seen =
                    |seen: &PackedMoves| rules.board(self.blank, *seen) == boards[first..];
                if seen.is_some_and(is_seen) {
                    boards.truncate(first);
                    others.push(word);
                    continue;
                }
                self.seen.entry(sum).or_insert(word);
                level.push(Reached {
                    word,
                    sum,
                    blank: step.blank,
                });
            }
        }
        (self.level, self.boards) = (level, boards);
        Some(others)
    }
}
