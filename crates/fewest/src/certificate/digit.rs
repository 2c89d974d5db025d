//! The digits of a board's number in a certificate's table (`docs/certificate.md`).

/// The most entries of the table that ranks the kinds of an orbit.
const MAX_STATES: usize = 1 << 22;
/// The most rows of a digit.
const MAX_SIZE: u64 = 1 << 31;

/// A number for each row: the kind, or the turn, of the piece in each place of an orbit.
#[derive(Debug)]
pub(super) struct Digit {
    order: Order,
    /// Kinds or turns are less than this.
    pub base: usize,
    /// The number of rows.
    pub size: u64,
}

#[derive(Debug)]
enum Order {
    /// For each state (the pieces that are left) and kind: the arrangements of these pieces that begin
    /// with a lower kind, and the state after one of this kind, if there is one.
    Kinds(Steps),
    /// Without the last place, if the sum is known.
    Turns(usize, Option<usize>),
}

impl Digit {
    /// `None` if there are too many rows.
    pub(super) fn of_kinds(counts: &[usize]) -> Option<Self> {
        let (steps, size) = steps(counts)?;
        (size < MAX_SIZE).then_some(Self {
            order: Order::Kinds(steps),
            base: counts.len(),
            size,
        })
    }

    /// `None` if there are too many rows.
    pub(super) fn of_turns(base: usize, places: usize, sum: Option<usize>) -> Option<Self> {
        let digits = u32::try_from(places - usize::from(sum.is_some())).ok()?;
        let size = (base as u64).checked_pow(digits)?;
        (size < MAX_SIZE).then_some(Self {
            order: Order::Turns(places, sum),
            base,
            size,
        })
    }

    pub(super) fn rank(&self, row: impl Iterator<Item = usize>) -> Option<u64> {
        let (mut rank, mut sum) = (0, 0);
        match &self.order {
            Order::Kinds(steps) => {
                let mut state = steps.len() - self.base;
                for kind in row {
                    let &(below, next) = steps.get(state + kind)?;
                    (state, rank) = (next?, rank + below);
                }
                Some(rank)
            }
            Order::Turns(places, known) => {
                let digits = places - usize::from(known.is_some());
                for (place, turn) in row.enumerate() {
                    sum += turn;
                    if place < digits {
                        rank = rank * self.base as u64 + turn as u64;
                    }
                }
                known
                    .is_none_or(|known| sum % self.base == known)
                    .then_some(rank)
            }
        }
    }

    pub(super) fn row(&self, number: u64, row: &mut Vec<usize>) {
        row.clear();
        let mut left = number;
        match &self.order {
            Order::Kinds(steps) => {
                let mut state = steps.len() - self.base;
                while state > 0 {
                    let here = steps.get(state..state + self.base).unwrap_or_default();
                    let fits =
                        |(below, next): &(u64, Option<usize>)| *below <= left && next.is_some();
                    let kind = here.iter().rposition(fits).unwrap_or(0);
                    let (below, next) = here.get(kind).copied().unwrap_or_default();
                    row.push(kind);
                    left -= below;
                    state = next.unwrap_or(0);
                }
            }
            Order::Turns(places, known) => {
                let base = self.base as u64;
                for _ in usize::from(known.is_some())..*places {
                    row.push(usize::try_from(left % base).unwrap_or(0));
                    left /= base;
                }
                row.reverse();
                if let Some(known) = known {
                    let sum = row.iter().sum::<usize>();
                    row.push((known + places * self.base - sum) % self.base);
                }
            }
        }
    }
}

type Steps = Vec<(u64, Option<usize>)>;

/// The steps as described above, and the number of all arrangements.
fn steps(counts: &[usize]) -> Option<(Steps, u64)> {
    let fits = |all: &usize| *all <= MAX_STATES;
    let states = counts
        .iter()
        .try_fold(counts.len(), |all, count| all.checked_mul(count + 1));
    let states = states.filter(fits)? / counts.len().max(1);
    let mut steps: Steps = Vec::with_capacity(states * counts.len());
    let mut ways: Vec<u64> = Vec::with_capacity(states);
    for state in 0..states {
        let (mut total, mut stride) = (0u64, 1);
        for count in counts {
            if state / stride % (count + 1) > 0 {
                let next = state - stride;
                steps.push((total, Some(next * counts.len())));
                total = total.checked_add(*ways.get(next)?)?;
            } else {
                steps.push((total, None));
            }
            stride *= count + 1;
        }
        ways.push(total.max(u64::from(state == 0)));
    }
    let all = ways.last().copied()?;
    Some((steps, all))
}
