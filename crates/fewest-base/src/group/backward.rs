//! Recognises and counts the boards from which moves lead to given ones, without listing them.
//!
//! The cells of the blank form [parts](super::reach): it can return to each cell of a part, but not
//! to a part that it has left. Within a part, the boards sought are orbits of the group of moves
//! there. Between parts, they are found backwards along the moves that lead from one to the other:
//! the preimage of an orbit of one part's group is an orbit of the same group, conjugated, in the
//! other. If one of the two groups contains the other, an orbit of the larger group covers both.
//! Otherwise, a small orbit is listed board by board, and a large one stays unknown.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use super::reach::{GroupMoves, Reach, ReachError, taken_back};
use super::{Chain, Colours, Permutation};
use crate::support::random::Random;

/// The largest number of targets, and of boards listed for an orbit: each may be in a new orbit.
const MAX_LISTED: usize = 512;

/// A board: the symbol on each cell, and the blank's cell (any if no move depends on a blank).
pub type PlacedBoard = (Vec<u8>, u8);

/// The boards from which moves lead to given ones.
#[derive(Clone, Debug)]
pub struct BackwardReach {
    parts: Vec<GoalPart>,
    boards: BigUint,
}

/// The boards with the blank in one part of its cells.
#[derive(Clone, Debug)]
struct GoalPart {
    home: u8,
    reach: Arc<Reach>,
    orbits: Vec<PartOrbit>,
}

#[derive(Clone, Debug)]
struct PartOrbit {
    chain: Arc<Chain>,
    symbols: Vec<u8>,
    colours: Colours,
    boards: BigUint,
}

/// A step that leaves a part: the cell it leaves, its effect, and the cell and part it enters.
struct Leaving {
    from: u8,
    step: Permutation,
    to: u8,
    part: usize,
}

impl BackwardReach {
    /// Finds the boards from which these moves lead to a target, among `all` boards of the puzzle.
    ///
    /// # Errors
    /// If the boards can't be found, or not in time.
    pub fn new(
        moves: &mut GroupMoves,
        targets: &[PlacedBoard],
        all: &BigUint,
    ) -> Result<Self, ReachError> {
        let mut homes: Vec<u8> = Vec::new();
        for blank in (0..=u8::MAX).take(moves.cells) {
            if homes.iter().all(|home| !moves.is_one_part(*home, blank)) {
                homes.push(blank);
            }
        }
        // Fewest reachable cells first: a part comes after the parts that it leads to.
        homes.sort_by_key(|home| moves.reach_of(*home));
        let mut reach = Self {
            parts: Vec::new(),
            boards: BigUint::ZERO,
        };
        let mut looked_at = 0;
        for cell in homes {
            reach.add_part(cell, moves, targets, &mut looked_at, all)?;
        }
        reach.boards = reach.parts.iter().map(GoalPart::boards).sum();
        Ok(reach)
    }

    /// Adds the part of a cell. The parts that moves lead to from it have been added.
    fn add_part(
        &mut self,
        cell: u8,
        moves: &mut GroupMoves,
        targets: &[PlacedBoard],
        looked_at: &mut usize,
        all: &BigUint,
    ) -> Result<(), ReachError> {
        let is_here = |(_, blank): &&PlacedBoard| moves.is_one_part(cell, *blank);
        let targets_here: Vec<&PlacedBoard> = targets.iter().filter(is_here).collect();
        let leaving = self.leaving(cell, moves);
        let first = targets_here.first().map(|(_, blank)| *blank);
        let Some(home) = first.or(leaving.first().map(|leaving| leaving.from)) else {
            return Ok(());
        };
        let all = all / moves.blanks();
        let mut part = GoalPart {
            home,
            orbits: Vec::new(),
            reach: moves.around(home)?,
        };
        let chain = Arc::clone(part.reach.chain());
        // An orbit has no more boards than its group has elements. Too many targets are refused
        // at once, unless so few orbits may cover all boards.
        if targets_here.len() > MAX_LISTED - *looked_at && chain.order() * MAX_LISTED < all {
            return Err(ReachError::ManyTargets(MAX_LISTED));
        }
        for (symbols, blank) in targets_here {
            if part.at_home() == all {
                break;
            }
            if *looked_at == MAX_LISTED {
                return Err(ReachError::ManyTargets(MAX_LISTED));
            }
            *looked_at += 1;
            let symbols = part.reach.at_home(symbols, *blank);
            part.include(&chain, symbols.ok_or(ReachError::Turn)?)?;
        }
        for leaving in leaving {
            if part.at_home() == all {
                break;
            }
            let next = self.parts.get(leaving.part).ok_or(ReachError::Turn)?;
            let before = part.reach.way(leaving.from).ok_or(ReachError::Turn)?;
            let after = next.reach.way(leaving.to).ok_or(ReachError::Turn)?;
            let over = before.then(&leaving.step).then(&after.inverse());
            for orbit in &next.orbits {
                part.include_before(orbit, &over, moves.time)?;
            }
        }
        self.parts.push(part);
        Ok(())
    }

    /// The steps from the part of a cell into parts that have been added.
    fn leaving(&self, cell: u8, moves: &GroupMoves) -> Vec<Leaving> {
        let mut leaving = Vec::new();
        let cells = (0..=u8::MAX).take(moves.cells);
        for from in cells.filter(|from| moves.is_one_part(cell, *from)) {
            for (to, step) in moves.steps_from(from) {
                let is_there = |part: &GoalPart| moves.is_one_part(part.home, to);
                if !moves.is_one_part(cell, to)
                    && let Some(part) = self.parts.iter().position(is_there)
                {
                    let step = step.clone();
                    leaving.push(Leaving {
                        from,
                        step,
                        to,
                        part,
                    });
                }
            }
        }
        leaving
    }

    /// The number of boards.
    #[must_use]
    pub const fn boards(&self) -> &BigUint {
        &self.boards
    }

    /// Returns true if moves lead from this board to a target.
    ///
    /// # Errors
    /// If the search takes too long.
    pub fn includes(&self, symbols: &[u8], blank: u8) -> Result<bool, ReachError> {
        for part in &self.parts {
            if let Some(symbols) = part.reach.at_home(symbols, blank) {
                return part.includes(&symbols);
            }
        }
        Ok(false)
    }

    /// Draws one of the boards, each equally likely; `None` if there are none.
    pub fn draw(&self, random: &mut Random) -> Option<Vec<u8>> {
        let of_part = |part: &'_ GoalPart| part.orbits.len();
        let mut place = match self.parts.iter().map(of_part).sum() {
            1 => BigUint::ZERO,
            _ => random.below_large(&self.boards),
        };
        for part in &self.parts {
            for orbit in &part.orbits {
                let boards = &orbit.boards * part.blanks();
                if place < boards {
                    return Some(part.draw(orbit, random));
                }
                place -= boards;
            }
        }
        None
    }
}

impl GoalPart {
    fn blanks(&self) -> usize {
        self.reach.ways().count().max(1)
    }

    /// The number of boards with the blank at home.
    fn at_home(&self) -> BigUint {
        self.orbits.iter().map(|orbit| &orbit.boards).sum()
    }

    fn boards(&self) -> BigUint {
        self.at_home() * self.blanks()
    }

    fn includes(&self, symbols: &[u8]) -> Result<bool, ReachError> {
        for orbit in &self.orbits {
            if orbit.includes(symbols)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the orbits that `over` carries to another part's orbit.
    fn include_before(
        &mut self,
        orbit: &PartOrbit,
        over: &Permutation,
        time: Option<Duration>,
    ) -> Result<(), ReachError> {
        let back = over.inverse();
        let seen = |generator: &Permutation| over.then(generator).then(&back);
        let generators: Vec<Permutation> = orbit.chain.generators(0).iter().map(seen).collect();
        let symbols = taken_back(over, &orbit.symbols);
        for known in &self.orbits {
            if known.chain.contains_all(&generators) && known.includes(&symbols)? {
                return Ok(());
            }
        }
        let part_chain = Arc::clone(self.reach.chain());
        if part_chain.contains_all(&generators) {
            return self.include(&part_chain, symbols);
        }
        let chain = Arc::new(Chain::in_time(part_chain.points(), &generators, time)?);
        if chain.contains_all(part_chain.generators(0)) {
            return self.include(&chain, symbols);
        }
        for symbols in listed(symbols, &generators).ok_or(ReachError::Entangled)? {
            self.include(&part_chain, symbols)?;
        }
        Ok(())
    }

    /// Adds an orbit of a group that contains the group of this part.
    fn include(&mut self, chain: &Arc<Chain>, symbols: Vec<u8>) -> Result<(), ReachError> {
        // If one of two groups contains the other, an orbit of the larger either contains an orbit
        // of the smaller or is disjoint from it.
        for known in &self.orbits {
            if known.is_by(chain.generators(0)) && known.includes(&symbols)? {
                return Ok(());
            }
        }
        let new = PartOrbit::new(chain, symbols)?;
        let mut apart = Vec::with_capacity(self.orbits.len() + 1);
        for known in self.orbits.drain(..) {
            let is_smaller = new.is_by(known.chain.generators(0));
            if !is_smaller && !known.is_by(chain.generators(0)) {
                return Err(ReachError::Entangled);
            }
            if !is_smaller || !new.includes(&known.symbols)? {
                apart.push(known);
            }
        }
        apart.push(new);
        self.orbits = apart;
        Ok(())
    }

    fn draw(&self, orbit: &PartOrbit, random: &mut Random) -> Vec<u8> {
        let ways: Vec<&Permutation> = self.reach.ways().collect();
        let place = random.place(ways.len());
        let identity = || Permutation::identity(orbit.chain.points());
        let way = ways.get(place).map_or_else(identity, |way| (*way).clone());
        let carries = orbit.chain.draw(way, random);
        taken_back(&carries.inverse(), &orbit.symbols)
    }
}

impl PartOrbit {
    fn new(chain: &Arc<Chain>, symbols: Vec<u8>) -> Result<Self, ReachError> {
        let colours = Colours::new(chain, &symbols).ok_or(ReachError::Turn)?;
        Ok(Self {
            boards: chain.order() / colours.stabiliser()?,
            chain: Arc::clone(chain),
            symbols,
            colours,
        })
    }

    fn is_by(&self, generators: &[Permutation]) -> bool {
        self.chain.contains_all(generators)
    }

    fn includes(&self, symbols: &[u8]) -> Result<bool, ReachError> {
        Ok(self.colours.element(symbols)?.is_some())
    }
}

/// All boards that these permutations make of a board; `None` if there are too many to list.
fn listed(symbols: Vec<u8>, generators: &[Permutation]) -> Option<BTreeSet<Vec<u8>>> {
    let mut known = BTreeSet::from([symbols.clone()]);
    let mut open = vec![symbols];
    while let Some(board) = open.pop() {
        for generator in generators {
            let next = taken_back(generator, &board);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
        if known.len() > MAX_LISTED {
            return None;
        }
    }
    Some(known)
}
