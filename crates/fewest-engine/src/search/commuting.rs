//! Moves that commute: the fewest moves, from a linear system.
//!
//! Lamps that are on or off, dials, switches: if the order of the moves doesn't matter, an answer is
//! the number of times that each move is made. Moves that are multiples of one move, such as its
//! inverse, share an *axis*: a number modulo that move's order, and the fewest moves that make it. A
//! *combination* is a number for each axis. Three lamps in a row, with a switch each:
//!
//! ```text
//! lamps to switch: the first and the last      a + b = 1    a + b + c = 0    b + c = 1    (mod 2)
//! the only combination that solves the board  a = 1, b = 0, c = 1
//! ```
//!
//! If a group whose elements commute takes a cell to another, it takes each cell of their orbit to a
//! certain other: one cell shows how the orbit is moved. So elimination looks at a cell of each orbit
//! in turn. It keeps a combination for each way to move the orbit, and a basis of the combinations that
//! leave this orbit, and all before it, as the goal sees them. What is left in the end is the *kernel*: the
//! solutions of a board are one of them plus each combination of the kernel, and all are compared.
//! Numbers are sums modulo the orders, which need not be primes; nothing is divided.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::run::Run;
use super::{AnswerChoice, Control, Outcome, Stop};
use crate::group::{Permutation, orbits};
use crate::space::Move;
use crate::space::structure::Structure;

/// The most solutions of a board that are compared, for all goals together.
const MAX_SOLUTIONS: u64 = 1 << 20;
/// The most goals, times pairs of moves, times cells: elimination takes about a second then.
const MAX_WORK: usize = 1 << 24;
/// The largest order of a move.
const MAX_ORDER: usize = 1 << 8;

/// A puzzle whose moves commute, and whose goals fix all cells of an orbit or none.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::Move;
/// use fewest::search::{AnswerChoice, Commuting, Control};
/// use fewest::space::structure::{Structure, Turn};
///
/// // Two lamps of two cells each. The first move switches both lamps, the second only the last.
/// let turn = |by, from: [u8; 4]| Turn { by: Move::new(by), needs: vec![], from: from.to_vec() };
/// let lamps = Structure {
///     pieces: vec![2, 2],
///     turns: vec![turn(0, [1, 0, 3, 2]), turn(1, [0, 1, 3, 2])],
///     goals: vec![vec![Some(0), Some(1), Some(0), Some(1)]],
/// };
/// let lamps = Commuting::of(&lamps).expect("moves that commute");
/// assert_eq!((lamps.boards(), lamps.solutions()), (4, 1));
/// let outcome = lamps.search(&[1, 0, 0, 1], AnswerChoice::Least, &mut Control::default());
/// assert_eq!(outcome.moves, Some(vec![Move::new(0), Move::new(1)]));
/// ```
#[derive(Clone, Debug)]
pub struct Commuting(Vec<System>);

/// The linear system of a goal.
#[derive(Clone, Debug)]
struct System {
    goal: Vec<Option<u8>>,
    /// By axis and number: the first of the shortest sequences of moves.
    axes: Vec<Vec<Vec<Move>>>,
    none: Combination,
    /// The cells of each orbit, and combinations that move it, but not the orbits before it.
    orbits: Vec<(Vec<u8>, Vec<Combination>)>,
    /// The kernel's generators: each of its combinations is a sum of multiples, of each fewer than this.
    kernel: Vec<(Combination, usize)>,
}

/// A number for each axis, and what its moves do.
#[derive(Clone, Debug)]
struct Combination {
    numbers: Vec<usize>,
    effect: Permutation,
}

impl Commuting {
    /// Returns the linear systems of a puzzle's goals; `None` if moves don't commute or have
    /// conditions, a goal fixes some cells of an orbit only, a move's order is above 256, there are too
    /// many goals for their moves, or more than 2^20 solutions would be compared.
    #[must_use]
    pub fn of(structure: &Structure) -> Option<Self> {
        let (goals, turns) = (structure.goals.len(), structure.turns.len());
        let work = goals.saturating_mul(turns * turns * structure.cells());
        if work > MAX_WORK {
            return None;
        }
        let mut moves: Vec<(Move, Permutation)> = Vec::new();
        for turn in &structure.turns {
            let effect = Permutation::new(&turn.from)?.inverse();
            let fits = |(by, other): &(Move, Permutation)| {
                *by != turn.by && effect.then(other) == other.then(&effect)
            };
            if !turn.needs.is_empty() || !moves.iter().all(fits) {
                return None;
            }
            moves.push((turn.by, effect));
        }
        let systems = structure.goals.iter().map(|goal| System::of(goal, &moves));
        let systems = Self(systems.collect::<Option<_>>()?);
        (systems.solutions() <= MAX_SOLUTIONS).then_some(systems)
    }

    /// The solutions to compare for each board, of all goals.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.sum_of(|system| product(system.kernel.iter().map(|(_, count)| *count)))
    }

    /// The boards that can be solved as the goals see them; `u64::MAX` if there are more.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.sum_of(|system| product(system.orbits.iter().map(|(_, ways)| ways.len())))
    }

    fn sum_of(&self, count: impl Fn(&System) -> u64) -> u64 {
        self.0.iter().map(count).fold(0, u64::saturating_add)
    }

    /// Searches for a shortest answer of the board with these symbols. Each solution that is compared
    /// counts as a generated board.
    pub fn search(
        &self,
        symbols: &[u8],
        choice: AnswerChoice,
        control: &mut Control<'_>,
    ) -> Outcome {
        let (run, moves) = (Run::new(control), None);
        let mut best = Best { run, choice, moves };
        let compared = self.0.iter().try_for_each(|system| {
            let solution = system.solution(symbols);
            solution.map_or(Ok(()), |numbers| {
                best.compare(system, &system.kernel, numbers)
            })
        });
        let Best { mut run, moves, .. } = best;
        let answer = compared.and_then(|()| {
            let moves = moves.ok_or(Stop::Exhausted)?;
            let length = u32::try_from(moves.len()).unwrap_or(u32::MAX);
            run.prove(length);
            let is_beyond = run.is_beyond(length);
            (!is_beyond).then_some(moves).ok_or(Stop::Moves)
        });
        run.finish(answer)
    }
}

fn product(counts: impl Iterator<Item = usize>) -> u64 {
    counts.fold(1, |product, count| product.saturating_mul(count as u64))
}

impl System {
    fn of(goal: &[Option<u8>], moves: &[(Move, Permutation)]) -> Option<Self> {
        let is_fixed = |cell: u8| goal.get(usize::from(cell)).is_some_and(Option::is_some);
        let mut fixed = Vec::new();
        for (by, m) in moves {
            // Orbits that may hold anything don't count. Other orbits must be fixed as a whole.
            let images = (0..=u8::MAX).zip(m.images());
            let images = images.map(|(cell, to)| if is_fixed(cell) { *to } else { cell });
            fixed.push((*by, Permutation::new(&images.collect::<Vec<u8>>())?));
        }
        let axes = axes(&fixed)?;
        let none = Combination {
            numbers: vec![0; axes.len()],
            effect: Permutation::identity(goal.len()),
        };
        let units = axes.iter().enumerate().map(|(axis, (powers, _))| {
            let mut unit = none.clone();
            unit.numbers[axis] = 1;
            unit.effect.clone_from(&powers[1]);
            unit
        });
        let units: Vec<Combination> = units.collect();
        let lengths = axes
            .iter()
            .map(|(powers, moves)| shortest(powers.len(), moves));
        let mut system = Self {
            goal: goal.to_vec(),
            axes: lengths.collect(),
            none,
            orbits: Vec::new(),
            kernel: Vec::new(),
        };
        let effects: Vec<Permutation> = fixed.into_iter().map(|(_, m)| m).collect();
        let mut basis = units.clone();
        for cells in orbits(goal.len(), &effects) {
            let to = |way: &Combination| way.effect.image(cells[0]);
            let (mut same, _) = system.eliminate(units.clone(), |way| to(way).into());
            let symbol = |cell: u8| goal.get(usize::from(cell));
            same.retain(|way| {
                cells
                    .iter()
                    .all(|&cell| symbol(way.effect.image(cell)) == symbol(cell))
            });
            // The first of the cells that the goal doesn't distinguish from the one reached.
            let seen =
                |way: &Combination| same.iter().map(|other| other.effect.image(to(way))).min();
            let (ways, rest) = system.eliminate(basis, |way| seen(way).map_or(0, usize::from));
            basis = rest;
            system.orbits.push((cells, ways));
        }
        for axis in 0..system.axes.len() {
            let (ways, rest) = system.eliminate(basis, |way| way.numbers[axis]);
            basis = rest;
            let smallest = ways.get(1).cloned();
            (system.kernel).extend(smallest.map(|smallest| (smallest, ways.len())));
        }
        Some(system)
    }

    /// Returns a combination for each value that one has, by value, and a basis of the combinations
    /// with the value of none. Multiples of each member of `basis` are added to the known ones, until
    /// such a sum has a known value. The differences generate all combinations that are to be found.
    fn eliminate(
        &self,
        basis: Vec<Combination>,
        value: impl Fn(&Combination) -> usize,
    ) -> (Vec<Combination>, Vec<Combination>) {
        let mut ways = BTreeMap::from([(value(&self.none), self.none.clone())]);
        let mut rest = Vec::new();
        for member in basis {
            let known: Vec<Combination> = ways.values().cloned().collect();
            let mut multiple = member.clone();
            while !ways.contains_key(&value(&multiple)) {
                let sums = known.iter().map(|way| self.sum(way, &multiple));
                ways.extend(sums.map(|sum| (value(&sum), sum)));
                multiple = self.sum(&multiple, &member);
            }
            let known = ways.get(&value(&multiple)).unwrap_or(&self.none);
            rest.push(self.difference(&multiple, known));
        }
        rest.retain(|combination| combination.numbers != self.none.numbers);
        (ways.into_values().collect(), rest)
    }

    fn sum(&self, one: &Combination, other: &Combination) -> Combination {
        let mut numbers = one.numbers.clone();
        self.add(&mut numbers, &other.numbers);
        let effect = one.effect.then(&other.effect);
        Combination { numbers, effect }
    }

    fn difference(&self, one: &Combination, other: &Combination) -> Combination {
        let numbers = one.numbers.iter().zip(&other.numbers).zip(&self.axes);
        let less = numbers.map(|((one, other), axis)| (one + axis.len() - other) % axis.len());
        Combination {
            numbers: less.collect(),
            effect: one.effect.then(&other.effect.inverse()),
        }
    }

    fn add(&self, numbers: &mut [usize], others: &[usize]) {
        for ((number, other), axis) in numbers.iter_mut().zip(others).zip(&self.axes) {
            *number = (*number + other) % axis.len();
        }
    }

    /// The numbers of a combination that solves a board; `None` if there is none.
    fn solution(&self, symbols: &[u8]) -> Option<Vec<usize>> {
        let mut found = self.none.clone();
        for (cells, ways) in &self.orbits {
            let meets = |sum: &Combination, cell: u8| {
                let asked = self.goal.get(usize::from(sum.effect.image(cell)))?.as_ref();
                Some(asked.is_none() || asked == symbols.get(usize::from(cell)))
            };
            let mut sums = ways.iter().map(|way| self.sum(&found, way));
            found = sums.find(|sum| cells.iter().all(|cell| meets(sum, *cell) == Some(true)))?;
        }
        Some(found.numbers)
    }
}

/// The powers of a move, and the moves that are among them with their numbers.
type Powers = (Vec<Permutation>, Vec<(Move, usize)>);

/// The axes of moves; `None` if a move's order is too large.
fn axes(moves: &[(Move, Permutation)]) -> Option<Vec<Powers>> {
    let mut orders = Vec::new();
    for (by, m) in moves {
        let mut powers = vec![Permutation::identity(m.points())];
        let mut next = m.clone();
        while next != powers[0] && powers.len() <= MAX_ORDER {
            let after = next.then(m);
            powers.push(std::mem::replace(&mut next, after));
        }
        orders.push((powers, *by));
    }
    orders.retain(|(powers, _)| powers.len() > 1);
    orders.sort_by_key(|(powers, by)| (Reverse(powers.len()), *by));
    let mut axes: Vec<Powers> = Vec::new();
    for (powers, by) in orders {
        let number = |axis: &[Permutation]| axis.iter().position(|power| *power == powers[1]);
        let mut known = axes.iter_mut();
        match known.find_map(|(axis, moves)| Some((number(axis)?, moves))) {
            Some((number, moves)) => moves.push((by, number)),
            None => axes.push((powers, vec![(by, 1)])),
        }
    }
    for (_, moves) in &mut axes {
        moves.sort_unstable();
    }
    let is_small = |(powers, _): &Powers| powers.len() <= MAX_ORDER;
    axes.iter().all(is_small).then_some(axes)
}

/// The first of the shortest sequences of moves for each number below `order`, found breadth-first.
/// Each move adds a number, and one of them adds 1.
fn shortest(order: usize, moves: &[(Move, usize)]) -> Vec<Vec<Move>> {
    let mut found = vec![Vec::new(); order];
    let mut reached = vec![0];
    for next in 0..order {
        let number = reached[next];
        for &(by, adds) in moves {
            let to = (number + adds) % order;
            if to != 0 && found[to].is_empty() {
                found[to] = [&found[number][..], &[by]].concat();
                reached.push(to);
            }
        }
    }
    found
}

/// The best solution so far.
struct Best<'c, 'a> {
    run: Run<'c, 'a>,
    choice: AnswerChoice,
    moves: Option<Vec<Move>>,
}

impl Best<'_, '_> {
    /// Compares the sums of these numbers and the combinations of a kernel.
    fn compare(
        &mut self,
        system: &System,
        kernel: &[(Combination, usize)],
        mut numbers: Vec<usize>,
    ) -> Result<(), Stop> {
        if let Some(((step, count), others)) = kernel.split_first() {
            return (0..*count).try_for_each(|_| {
                self.compare(system, others, numbers.clone())?;
                system.add(&mut numbers, &step.numbers);
                Ok(())
            });
        }
        self.run.check()?;
        self.run.statistics.generated += 1;
        let axes = system.axes.iter().zip(&numbers);
        let sequences = axes.map(|(axis, number)| &axis[*number]);
        let length: usize = sequences.clone().map(Vec::len).sum();
        let best = self.moves.as_ref().map_or(usize::MAX, Vec::len);
        if length < best || length == best && self.choice == AnswerChoice::Least {
            let mut moves: Vec<Move> = sequences.flatten().copied().collect();
            moves.sort_unstable();
            let known = self
                .moves
                .take()
                .filter(|known| length == best && *known < moves);
            self.moves = known.or(Some(moves));
        }
        Ok(())
    }
}
