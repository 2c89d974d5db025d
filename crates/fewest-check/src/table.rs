//! Tables of lower bounds, verified entry by entry.
//!
//! A table is 0 on its targets, and a move lowers it by at most the move's cost. So no entry is
//! more than the distance to the targets, whatever made the table.

use crate::numbering::Ranks;
use crate::parse::{Orbit, Table};
use crate::puzzle::{Puzzle, Row};
use crate::{Failure, Read, Result, ensure};

/// The entry of boards from which no moves lead to the targets.
pub(crate) const NEVER: u8 = u8::MAX;
/// The colour of cells that a table does not see.
const UNSEEN: usize = 255;
/// The most entries of a table, of one byte each.
const MAX_ENTRIES: u64 = 1 << 31;

pub(crate) struct Entries<'c> {
    puzzle: &'c Puzzle,
    pub table: &'c Table,
    ranks: Vec<Ranks<'c>>,
    data: Vec<u8>,
    /// True if the entries are the distances.
    is_exact: bool,
}

impl<'c> Entries<'c> {
    pub(crate) fn of(
        puzzle: &'c Puzzle,
        table: &'c Table,
        orbits: &'c [Orbit],
        read: &mut Read<'_>,
    ) -> Result<Self> {
        let home = table.coloured(&table.home);
        let ranks = table
            .orbits
            .iter()
            .map(|orbit| Ranks::of(&orbits[*orbit], &home));
        let ranks = ranks.collect::<Result<Vec<_>>>()?;
        let sizes = ranks.iter().map(|ranks| ranks.size);
        let size = sizes.fold(1, u64::saturating_mul);
        ensure(size <= MAX_ENTRIES, || "a table is too large")?;
        let data = read(&table.file, size).map_err(Failure::Malformed)?;
        if data.len() as u64 != size {
            let problem = format!("{}: expected {size} bytes", table.file);
            return Err(Failure::Malformed(problem));
        }
        let mut entries = Self {
            puzzle,
            table,
            ranks,
            data,
            is_exact: false,
        };
        entries.is_exact = entries.verify()?;
        Ok(entries)
    }

    fn entry(&self, coloured: &[usize]) -> Option<u8> {
        let mut number = 0;
        for ranks in &self.ranks {
            number = number * ranks.size + ranks.rank(coloured)?;
        }
        Some(self.data[usize::try_from(number).ok()?])
    }

    /// The lower bound of a board; `None` if it has no entry.
    pub(crate) fn value(&self, board: &[usize]) -> Option<u8> {
        self.entry(&self.table.coloured(board))
    }

    /// Verifies every entry. Returns true if they are the distances.
    fn verify(&self) -> Result<bool> {
        let (puzzle, table) = (self.puzzle, self.table);
        let blank = puzzle.blank.map(|blank| table.colours[blank]);
        let charged = table.charge.as_ref().map(|charge| table.coloured(charge));
        let mut is_exact = charged.is_none();
        let mut board = vec![UNSEEN; puzzle.cells()];
        let targets: Vec<Vec<[bool; UNSEEN + 1]>> = table
            .goals
            .iter()
            .map(|goal| {
                puzzle.goals[*goal]
                    .iter()
                    .map(|set| table.mask(set))
                    .collect()
            })
            .collect();
        for (number, entry) in self.data.iter().enumerate() {
            let mut rest = number as u64;
            for ranks in self.ranks.iter().rev() {
                ranks.unrank(rest % ranks.size, &mut board);
                rest /= ranks.size;
            }
            let wrong = |what| move || format!("{}: entry {number} {what}", table.file);
            let is_target = targets.iter().any(|target| {
                target
                    .iter()
                    .zip(&board)
                    .all(|(mask, colour)| mask[*colour])
            });
            ensure(!is_target || *entry == 0, wrong("is a target"))?;
            let mut is_led = is_target || *entry == NEVER;
            for turn in &puzzle.turns {
                let needed = turn.need.map(|cell| board[cell]);
                is_exact &= needed != Some(UNSEEN);
                if needed.is_some_and(|colour| colour != UNSEEN && Some(colour) != blank) {
                    continue;
                }
                let after = self.entry(&turn.apply(&board));
                ensure(after.is_some(), wrong("has a move without entry"))?;
                let after = after.unwrap_or(0);
                let is_charged =
                    |charged: &Row| turn.changed().any(|cell| charged.contains(&board[cell]));
                let cost = u8::from(charged.as_ref().is_none_or(is_charged));
                let most = after.saturating_add(cost);
                let is_never = *entry == NEVER && after < NEVER;
                ensure(*entry <= most && !is_never, wrong("is too large"))?;
                is_led |= after.checked_add(1) == Some(*entry);
            }
            is_exact &= is_led;
        }
        Ok(is_exact)
    }

    /// The number of the puzzle's boards at each distance.
    pub(crate) fn counts(&self, orbits: &[Orbit]) -> Result<Vec<u128>> {
        let (puzzle, table) = (self.puzzle, self.table);
        let orbits: Vec<&Orbit> = table.orbits.iter().map(|orbit| &orbits[*orbit]).collect();
        let cells = orbits
            .iter()
            .flat_map(|orbit| orbit.places.iter().flatten());
        let sees_all = cells.count() == puzzle.cells()
            && table.colours.iter().copied().eq(0..table.colours.len());
        // If only some arrangements have entries, all solved boards must be among them.
        let has_all = orbits.len() == 1 && orbits[0].places[0].len() == 1;
        let has_entry = |goal: &usize| {
            let goal = &puzzle.goals[*goal];
            let is_whole = goal.iter().all(|set| set.len() == 1);
            is_whole && self.value(&goal.concat()).is_some()
        };
        let has_goals = has_all || table.goals.iter().all(has_entry);
        let is_exact = self.is_exact && sees_all && has_goals;
        ensure(is_exact, || "the table does not have all distances")?;
        let mut counts = vec![0; usize::from(NEVER)];
        for entry in self.data.iter().filter(|entry| **entry != NEVER) {
            counts[usize::from(*entry)] += 1;
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        Ok(counts)
    }
}

impl Table {
    pub(crate) fn coloured(&self, board: &[usize]) -> Row {
        board.iter().map(|symbol| self.colours[*symbol]).collect()
    }

    /// The symbols with these colours.
    pub(crate) fn symbols(&self, colours: &[usize]) -> Row {
        let is_one = |symbol: &usize| colours.contains(&self.colours[*symbol]);
        (0..self.colours.len()).filter(is_one).collect()
    }

    /// For each colour: true if it is one of these symbols' or unseen.
    fn mask(&self, symbols: &[usize]) -> [bool; UNSEEN + 1] {
        let mut mask = [false; UNSEEN + 1];
        mask[UNSEEN] = true;
        for symbol in symbols {
            mask[self.colours[*symbol]] = true;
        }
        mask
    }
}
