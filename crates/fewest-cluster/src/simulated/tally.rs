//! Counts of the ends of runs. If every run reported a loss, the tests would prove nothing.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::plan::{AGREED, How, INTRODUCED, Plan, Whose};

/// The end of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ending {
    Right,
    /// It reported a host that was lost.
    Lost,
    /// It crashed or was interrupted.
    Ended,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    /// Counts for each kind of fault, and for each place of a fault.
    faults: BTreeMap<String, Row>,
    places: BTreeMap<String, Row>,
    /// Runs that were repeated and resumed from folders.
    pub resumed: u64,
    /// For each puzzle with searches, the subtrees that helpers searched.
    pub subtrees: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Row {
    runs: u64,
    /// Runs in which a fault happened.
    reached: u64,
    /// Runs in which all hosts had the right result, and in which a host reported a loss.
    right: u64,
    lost: u64,
}

impl Tally {
    pub fn of(plan: &Plan, has_fault: bool, endings: &[Ending]) -> Self {
        let fault = match *plan.faults {
            [] => "none".to_owned(),
            [fault] => {
                let whose = match fault.whose {
                    Whose::Link(..) => "link",
                    Whose::Host(_) => "host",
                };
                let how = match fault.how {
                    How::Reset => "reset",
                    How::End => "ended",
                    How::Silence => "silent",
                    How::Interrupt => "stopped",
                };
                format!("{whose} {how}")
            }
            _ => "two faults".to_owned(),
        };
        let row = Row {
            runs: 1,
            reached: has_fault.into(),
            right: endings.iter().all(|&ending| ending == Ending::Right).into(),
            lost: endings.contains(&Ending::Lost).into(),
        };
        let first = plan.faults.iter().map(|fault| fault.after).min();
        let place = match first {
            None => "none",
            Some(after) if after < INTRODUCED => "introduction",
            Some(after) if after < AGREED => "agreement",
            Some(_) => "later",
        };
        Self {
            faults: BTreeMap::from([(fault, row.clone())]),
            places: BTreeMap::from([(place.to_owned(), row)]),
            ..Self::default()
        }
    }

    pub fn add(&mut self, other: &Self) {
        let both = [
            (&mut self.faults, &other.faults),
            (&mut self.places, &other.places),
        ];
        for (sums, rows) in both {
            for (name, row) in rows {
                let sum = sums.entry(name.clone()).or_default();
                sum.runs += row.runs;
                sum.reached += row.reached;
                sum.right += row.right;
                sum.lost += row.lost;
            }
        }
        self.resumed += other.resumed;
        for (puzzle, subtrees) in &other.subtrees {
            *self.subtrees.entry(puzzle.clone()).or_default() += subtrees;
        }
    }

    /// Checks that the runs have tested what they should.
    pub fn check(&self) {
        let sum = |of: fn(&Row) -> u64| self.faults.values().map(of).sum::<u64>();
        let runs = sum(|row| row.runs);
        assert!(
            4 * sum(|row| row.right) >= runs,
            "few right results:\n{self}"
        );
        assert!(5 * sum(|row| row.lost) >= runs, "few losses:\n{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, rows) in [("fault", &self.faults), ("place", &self.places)] {
            writeln!(f, "{title:<12} runs  happened  all right  loss reported")?;
            for (name, row) in rows {
                let Row {
                    runs,
                    reached,
                    right,
                    lost,
                } = row;
                writeln!(f, "{name:<12}{runs:>5} {reached:>9} {right:>10} {lost:>14}")?;
            }
        }
        write!(
            f,
            "resumed from folders: {}; subtrees searched for others: {:?}",
            self.resumed, self.subtrees
        )
    }
}
