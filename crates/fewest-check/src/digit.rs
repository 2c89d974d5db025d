//! The digits of a board's number in a table, and how moves change them.

use std::ops::Range;

use crate::puzzle::Row;
use crate::{Result, ensure};

/// The most entries of the table that ranks the kinds of an orbit.
const MAX_STATES: usize = 1 << 22;
/// The most numbers of a digit, and the most links that are kept.
const MAX_SIZE: usize = 1 << 31;
const MAX_LINKS: usize = 1 << 26;
/// The link of a move that is not legal.
pub(crate) const ILLEGAL: u32 = u32::MAX;

/// A digit: the number of a row, which has the kind, or the turn, of the piece in each place of an orbit.
pub(crate) struct Digit {
    order: Order,
    /// Kinds or turns are less than this.
    base: usize,
    effects: Vec<Effect>,
    /// For each kind: true if it may be the blank, and if its moves count. All moves count if none.
    blank: Vec<bool>,
    charged: Option<Vec<bool>>,
    /// The number of rows.
    pub size: usize,
    /// Of each move, one for each row; none if there are too many.
    pub links: Vec<u32>,
}

/// The numbers of rows.
enum Order {
    /// In dictionary order. A state is the pieces left for the remaining places. For each state and
    /// kind: the arrangements of these pieces that begin with a lower kind, and the next state.
    Kinds(Vec<(usize, Option<usize>)>),
    /// Without the last place, if the sum is known.
    Turns(usize, Option<usize>),
}

/// The effect of a move on rows.
pub(crate) struct Effect {
    /// The place that must have the blank, if it is seen.
    pub need: Option<usize>,
    /// For each place: the place whose piece comes here, and how much it turns.
    pub from: Vec<(usize, usize)>,
}

impl Digit {
    pub(crate) fn of_kinds(
        counts: &[usize],
        effects: Vec<Effect>,
        blank: Vec<bool>,
        charged: Option<Vec<bool>>,
    ) -> Result<Self> {
        let (below, size) = below(counts);
        let digit = Self::new(Order::Kinds(below), counts.len(), size, effects)?;
        Ok(Self {
            blank,
            charged,
            ..digit
        })
    }

    pub(crate) fn of_turns(
        base: usize,
        places: usize,
        sum: Option<usize>,
        effects: Vec<Effect>,
    ) -> Result<Self> {
        let sizes = std::iter::repeat_n(base, places - usize::from(sum.is_some()));
        let size = sizes.fold(1, usize::saturating_mul);
        Self::new(Order::Turns(places, sum), base, size, effects)
    }

    /// A digit that does not show what is legal, and whose moves do not count.
    fn new(order: Order, base: usize, size: usize, effects: Vec<Effect>) -> Result<Self> {
        let fits = (1..MAX_SIZE).contains(&size);
        ensure(fits, || "a table is too large")?;
        Ok(Self {
            order,
            base,
            effects,
            blank: vec![],
            charged: Some(vec![false; base]),
            size,
            links: vec![],
        })
    }

    /// Takes its memory from the words that are left, and keeps its links if they are few.
    pub(crate) fn keep(&mut self, words: &mut usize) -> Result<()> {
        let places = self.effects.first().map_or(0, |effect| effect.from.len());
        let states = if let Order::Kinds(below) = &self.order {
            below.len()
        } else {
            0
        };
        let own = 3 * states + (2 * places + 5) * self.effects.len();
        let left = words.checked_sub(own);
        ensure(left.is_some(), || "the tables take too much memory")?;
        *words = left.unwrap_or(0);
        let links = self.size.saturating_mul(self.effects.len());
        if links <= MAX_LINKS && links < *words {
            *words -= links / 2;
            self.links = self.links_of(0..self.size)?;
        }
        Ok(())
    }

    /// The number of a row; `None` if it does not belong to the table.
    pub(crate) fn rank(&self, row: &[usize]) -> Option<usize> {
        let base = self.base;
        match &self.order {
            Order::Kinds(below) => {
                let (mut state, mut rank) = (below.len() - base, 0);
                for kind in row {
                    let (lower, next) = below[state + kind];
                    (state, rank) = (next?, rank + lower);
                }
                Some(rank)
            }
            Order::Turns(_, sum) => {
                let is_in = sum.is_none_or(|sum| row.iter().sum::<usize>() % base == sum);
                let digits = &row[..row.len() - usize::from(sum.is_some())];
                let number = digits.iter().fold(0, |number, turn| number * base + *turn);
                is_in.then_some(number)
            }
        }
    }

    /// The row with a number.
    fn row(&self, number: usize) -> Row {
        let base = self.base;
        match &self.order {
            Order::Kinds(below) => {
                let (mut state, mut left, mut row) = (below.len() - base, number, vec![]);
                while state > 0 {
                    let fits =
                        |(lower, next): &(usize, Option<usize>)| *lower <= left && next.is_some();
                    let kind = below[state..state + base]
                        .iter()
                        .rposition(fits)
                        .unwrap_or(0);
                    row.push(kind);
                    left -= below[state + kind].0;
                    state = below[state + kind].1.unwrap_or(0);
                }
                row
            }
            Order::Turns(places, sum) => {
                let mut left = number;
                let mut row = vec![0; *places];
                let digits = places - usize::from(sum.is_some());
                for turn in row[..digits].iter_mut().rev() {
                    *turn = left % base;
                    left /= base;
                }
                if let Some(sum) = sum {
                    row[digits] = (sum + places * base - row.iter().sum::<usize>()) % base;
                }
                row
            }
        }
    }

    /// Returns true if it shows whether a move is legal.
    pub(crate) fn sees_need(&self, turn: usize) -> bool {
        self.effects[turn].need.is_some()
    }

    /// The link of a move from a row: twice the number of the row after it, plus 1 if the move counts.
    fn link_of(&self, turn: usize, row: &[usize]) -> Result<u32> {
        let Effect { need, from } = &self.effects[turn];
        if need.is_some_and(|place| !self.blank[row[place]]) {
            return Ok(ILLEGAL);
        }
        let after = from
            .iter()
            .map(|(place, turns)| (row[*place] + self.base - turns) % self.base);
        let after = self.rank(&after.collect::<Row>());
        ensure(after.is_some(), || "a move leads to a board without entry")?;
        let counts = self.charged.as_ref().is_none_or(|charged| {
            let mut moved = (0..row.len()).filter(|place| from[*place].0 != *place);
            moved.any(|place| charged[row[place]])
        });
        // The size is less than 2^31.
        let after = after.and_then(|after| u32::try_from(after).ok());
        Ok(after.unwrap_or(0) << 1 | u32::from(counts))
    }

    /// The links from some rows, for one move after the other.
    pub(crate) fn links_of(&self, rows: Range<usize>) -> Result<Vec<u32>> {
        let width = rows.len();
        let mut links = vec![ILLEGAL; width * self.effects.len()];
        for (place, number) in rows.enumerate() {
            let row = self.row(number);
            for turn in 0..self.effects.len() {
                links[turn * width + place] = self.link_of(turn, &row)?;
            }
        }
        Ok(links)
    }

    /// The link of a move from the row with a number.
    pub(crate) fn link(&self, turn: usize, number: usize) -> Result<u32> {
        let kept = self.links.get(turn * self.size + number);
        kept.map_or_else(|| self.link_of(turn, &self.row(number)), |link| Ok(*link))
    }

    /// The number after a legal move.
    pub(crate) fn after(&self, turn: usize, number: usize) -> usize {
        self.link(turn, number)
            .map_or(0, |link| (link >> 1) as usize)
    }
}

/// The table of [`Order::Kinds`], and the number of all arrangements, 0 if there are too many states.
fn below(counts: &[usize]) -> (Vec<(usize, Option<usize>)>, usize) {
    let states = counts
        .iter()
        .fold(1, |all: usize, count| all.saturating_mul(count + 1));
    let is_small = states.saturating_mul(counts.len()) <= MAX_STATES;
    let states = if is_small { states } else { 0 };
    let mut below = Vec::with_capacity(states * counts.len());
    let mut ways = Vec::with_capacity(states);
    for state in 0..states {
        let (mut total, mut stride) = (usize::from(state == 0), 1);
        for count in counts {
            let is_left = state / stride % (count + 1) > 0;
            let next = is_left.then(|| state - stride);
            below.push((total, next.map(|next| next * counts.len())));
            total = total.saturating_add(next.map_or(0, |next| ways[next]));
            stride *= count + 1;
        }
        ways.push(total);
    }
    (below, ways.last().copied().unwrap_or(0))
}
