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
    /// For each place, the moves that are legal only with the blank there; then all others.
    needing: Vec<Row>,
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
    /// In dictionary order. A state is the pieces left for the remaining places.
    Kinds(Kinds),
    /// Without the last place, if the sum is known.
    Turns(usize, Option<usize>),
}

struct Kinds {
    /// For each state: the number of arrangements of these pieces.
    ways: Row,
    /// For each state and kind: the arrangements that begin with a lower kind, and the next state.
    below: Vec<(usize, Option<usize>)>,
}

/// The effect of a move on rows.
pub(crate) struct Effect {
    /// The place that must have the blank, if it is seen.
    need: Option<usize>,
    /// For each place: the place whose piece comes here, and how much it turns.
    from: Vec<(usize, usize)>,
    /// From the first place that gets another piece, or turns it, to the last.
    changed: Range<usize>,
}

impl Effect {
    pub(crate) fn new(need: Option<usize>, from: Vec<(usize, usize)>) -> Self {
        let mut places = 0..from.len();
        let is_changed = |place: &usize| from[*place] != (*place, 0);
        let first = places.clone().find(is_changed).unwrap_or(0);
        let end = places.rfind(is_changed).map_or(first, |last| last + 1);
        Self {
            need,
            from,
            changed: first..end,
        }
    }
}

/// A walk through the rows, by number. Neighbours differ in few places at the end.
#[derive(Default)]
pub(crate) struct Path {
    number: usize,
    row: Row,
    /// Of kinds: for each number of places at the beginning of the row, the state after them, and
    /// their part of the number.
    after: Vec<(usize, usize)>,
}

impl Digit {
    pub(crate) fn of_kinds(
        counts: &[usize],
        effects: Vec<Effect>,
        blank: Vec<bool>,
        charged: Option<Vec<bool>>,
    ) -> Result<Self> {
        let kinds = Kinds::new(counts);
        let size = kinds.ways.last().copied().unwrap_or(0);
        let digit = Self::new(Order::Kinds(kinds), counts.len(), size, effects)?;
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
        let places = effects.first().map_or(0, |effect| effect.from.len());
        let mut needing = vec![vec![]; places + 1];
        for (turn, effect) in effects.iter().enumerate() {
            needing[effect.need.unwrap_or(places)].push(turn);
        }
        Ok(Self {
            order,
            base,
            effects,
            needing,
            blank: vec![],
            charged: Some(vec![false; base]),
            size,
            links: vec![],
        })
    }

    /// Takes its memory from the words that are left, and keeps its links if they are few.
    pub(crate) fn keep(&mut self, words: &mut usize) -> Result<()> {
        let states = if let Order::Kinds(kinds) = &self.order {
            3 * kinds.below.len() + kinds.ways.len()
        } else {
            0
        };
        let own = states + (2 * self.needing.len() + 8) * (self.effects.len() + 1);
        let left = words.checked_sub(own);
        ensure(left.is_some(), || "the tables take too much memory")?;
        *words = left.unwrap_or(0);
        let links = self.size.saturating_mul(self.effects.len());
        if links <= MAX_LINKS && links < *words {
            *words -= links / 2;
            let mut kept = vec![ILLEGAL; links];
            let mut path = Path::default();
            for number in 0..self.size {
                self.each_link(number, &mut path, |turn, link| {
                    kept[turn * self.size + number] = link;
                })?;
            }
            self.links = kept;
        }
        Ok(())
    }

    /// The number of a row; `None` if it does not belong to the table.
    pub(crate) fn rank(&self, row: &[usize]) -> Option<usize> {
        let base = self.base;
        match &self.order {
            Order::Kinds(kinds) => {
                let (mut state, mut rank) = kinds.first();
                for kind in row {
                    let (lower, next) = kinds.below[state + kind];
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

    /// Goes to the row with a number.
    fn go_to(&self, number: usize, path: &mut Path) {
        let base = self.base;
        path.number = number;
        match &self.order {
            Order::Kinds(kinds) => {
                if path.after.is_empty() {
                    path.after.push(kinds.first());
                }
                let begins_alike = |&(state, rank): &(usize, usize)| {
                    rank <= number && number - rank < kinds.ways[state / base]
                };
                let places = path.after.iter().rposition(begins_alike).unwrap_or(0);
                path.after.truncate(places + 1);
                path.row.truncate(places);
                let (mut state, mut rank) = path.after[places];
                while state > 0 {
                    let fits = |(lower, next): &(usize, Option<usize>)| {
                        *lower <= number - rank && next.is_some()
                    };
                    let here = &kinds.below[state..state + base];
                    let kind = here.iter().rposition(fits).unwrap_or(0);
                    rank += here[kind].0;
                    state = here[kind].1.unwrap_or(0);
                    path.row.push(kind);
                    path.after.push((state, rank));
                }
            }
            Order::Turns(places, sum) => {
                let (mut left, row) = (number, &mut path.row);
                row.clear();
                row.resize(*places, 0);
                let digits = places - usize::from(sum.is_some());
                for turn in row[..digits].iter_mut().rev() {
                    *turn = left % base;
                    left /= base;
                }
                if let Some(sum) = sum {
                    row[digits] = (sum + places * base - row.iter().sum::<usize>()) % base;
                }
            }
        }
    }

    /// Returns true if it shows whether a move is legal.
    pub(crate) fn sees_need(&self, turn: usize) -> bool {
        self.effects[turn].need.is_some()
    }

    /// The link of a legal move from a row: twice the number of the row after it, plus 1 if the move
    /// counts.
    fn link_of(&self, turn: usize, path: &Path) -> Result<u32> {
        let (Effect { from, changed, .. }, row) = (&self.effects[turn], &path.row);
        let after = match &self.order {
            Order::Kinds(kinds) => {
                let (mut state, mut rank) = path.after[changed.start];
                for (place, _) in &from[changed.clone()] {
                    let (lower, next) = kinds.below[state + row[*place]];
                    (state, rank) = (next.unwrap_or(0), rank + lower);
                }
                let end = path.after[changed.end];
                (state == end.0).then_some(rank + path.number - end.1)
            }
            Order::Turns(..) => {
                let after = from
                    .iter()
                    .map(|(place, turns)| (row[*place] + self.base - turns) % self.base);
                self.rank(&after.collect::<Row>())
            }
        };
        ensure(after.is_some(), || "a move leads to a board without entry")?;
        let counts = self.charged.as_ref().is_none_or(|charged| {
            let mut moved = changed.clone().filter(|place| from[*place].0 != *place);
            moved.any(|place| charged[row[place]])
        });
        // The size is less than 2^31.
        let after = after.and_then(|after| u32::try_from(after).ok());
        Ok(after.unwrap_or(0) << 1 | u32::from(counts))
    }

    /// Passes each legal move from the row with a number, and its link.
    pub(crate) fn each_link(
        &self,
        number: usize,
        path: &mut Path,
        mut visit: impl FnMut(usize, u32),
    ) -> Result<()> {
        self.go_to(number, path);
        let [needing @ .., others] = &self.needing[..] else {
            return Ok(());
        };
        let needing = needing
            .iter()
            .zip(&path.row)
            .filter(|(turns, kind)| !turns.is_empty() && self.blank[**kind])
            .flat_map(|(turns, _)| turns);
        for turn in needing.chain(others) {
            visit(*turn, self.link_of(*turn, path)?);
        }
        Ok(())
    }

    /// The link of a move from the row with a number.
    pub(crate) fn link(&self, turn: usize, number: usize) -> Result<u32> {
        if let Some(link) = self.links.get(turn * self.size + number) {
            return Ok(*link);
        }
        let mut path = Path::default();
        self.go_to(number, &mut path);
        let need = self.effects[turn].need;
        if need.is_some_and(|place| !self.blank[path.row[place]]) {
            return Ok(ILLEGAL);
        }
        self.link_of(turn, &path)
    }

    /// The number after a legal move.
    pub(crate) fn after(&self, turn: usize, number: usize) -> usize {
        self.link(turn, number)
            .map_or(0, |link| (link >> 1) as usize)
    }
}

impl Kinds {
    /// Without arrangements if there are too many states.
    fn new(counts: &[usize]) -> Self {
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
        Self { ways, below }
    }

    /// The state in which all pieces are left, and 0.
    fn first(&self) -> (usize, usize) {
        (self.below.len() - self.below.len() / self.ways.len(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links that are found one by one: on the way through all rows, and from a single row.
    #[test]
    fn links_that_are_not_kept() {
        // The first exchanges two places if the blank is on one of them, the others always work.
        let swap = vec![(0, 0), (3, 0), (2, 0), (1, 0), (4, 0), (5, 0)];
        let ring = vec![(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (0, 0)];
        let still = (0..6).map(|place| (place, 0)).collect();
        let needs = [Some(1), Some(3), None, None, Some(2)];
        let from = [swap.clone(), swap.clone(), swap, ring, still];
        for charged in [None, Some(vec![false, true, false])] {
            let effects = needs
                .into_iter()
                .zip(from.clone())
                .map(|(need, from)| Effect::new(need, from));
            let blank = vec![false, false, true];
            let digit =
                Digit::of_kinds(&[3, 2, 1], effects.collect(), blank, charged.clone()).unwrap();
            assert_eq!(digit.size, 60);
            let (mut path, mut row) = (Path::default(), Path::default());
            // In order, and then with other steps.
            for number in (0..60).chain((0..60).map(|i| i * 37 % 60)) {
                let mut links = vec![ILLEGAL; 5];
                digit
                    .each_link(number, &mut path, |turn, link| links[turn] = link)
                    .unwrap();
                digit.go_to(number, &mut row);
                for (turn, link) in links.into_iter().enumerate() {
                    assert_eq!(digit.link(turn, number).unwrap(), link);
                    if needs[turn].is_some_and(|place| row.row[place] != 2) {
                        assert_eq!(link, ILLEGAL);
                        continue;
                    }
                    let after: Row = from[turn]
                        .iter()
                        .map(|(place, _)| row.row[*place])
                        .collect();
                    let moved = (0..6).filter(|place| from[turn][*place].0 != *place);
                    let counts = charged.as_ref().map_or(1, |charged| {
                        u32::from(moved.into_iter().any(|place| charged[row.row[place]]))
                    });
                    let expected = u32::try_from(digit.rank(&after).unwrap()).unwrap();
                    assert_eq!(link, expected << 1 | counts);
                }
            }
        }
    }
}
