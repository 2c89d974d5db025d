//! What a definition is: how many boards, which of them can be solved, and what each goal will take.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::Definition;
use crate::group::{Reach, ReachError};
use crate::puzzle::Move;
use crate::rank::multiset::Multiset;
use crate::structure::{Structure, Turn};
use crate::symmetry;

/// Ways to fill what a goal leaves open, each of them looked at.
const MOST_FILLINGS: u64 = 512;
/// How long a rate is measured for one goal.
const MEASURED: Duration = Duration::from_millis(15);

/// What a definition is.
#[derive(Clone, Debug)]
pub struct Report {
    /// By move: the move that takes it back, if there is one.
    pub inverses: Vec<Option<Move>>,
    /// The ways to fill the cells with the pieces.
    pub arrangements: BigUint,
    /// The number of elements of the group that the moves make, if no move depends on a blank.
    pub group: Option<BigUint>,
    /// The number of symmetries, and whether these are all.
    pub symmetries: (usize, bool),
    /// By goal.
    pub goals: Vec<GoalReport>,
}

/// What a goal is.
#[derive(Clone, Debug)]
pub struct GoalReport {
    /// How many cells it looks at.
    pub cells: usize,
    /// How many symbols the view of this goal tells apart: those that goal or moves name, and one for all others.
    pub symbols: usize,
    /// The boards of that view.
    pub boards: BigUint,
    /// Those of them from which the goal can be reached.
    pub solvable: Result<BigUint, ReachError>,
    /// Bytes that building the view's table takes, if there can be one.
    pub bytes: Option<u64>,
    /// How long that takes at most on one core, as measured.
    pub time: Option<Duration>,
}

impl Definition {
    /// Finds out what this definition is. It may take some seconds.
    #[must_use]
    pub fn report(&self) -> Report {
        let structure = &self.structure;
        let symmetries = symmetry::find(structure);
        let mut reaches = Reaches {
            structure,
            known: BTreeMap::new(),
        };
        let has_blank = structure.turns.iter().any(|turn| turn.needs.is_some());
        let group = (!has_blank).then(|| reaches.from(0).ok().map(|reach| reach.chain().order()));
        let goal = |goal: &Vec<Option<u8>>| GoalReport::of(goal, structure, &mut reaches);
        Report {
            inverses: inverses(structure, self.moves.len()),
            arrangements: arrangements(&structure.pieces),
            group: group.flatten(),
            symmetries: (symmetries.len(), symmetries.is_complete()),
            goals: structure.goals.iter().map(goal).collect(),
        }
    }
}

/// By move: the one that takes it back wherever it is legal.
pub(super) fn inverses(structure: &Structure, moves: usize) -> Vec<Option<Move>> {
    let back = |turn: &Turn| {
        let mut back = turn.clone();
        for (to, &from) in (0..=u8::MAX).zip(&turn.from) {
            if let Some(back) = back.from.get_mut(usize::from(from)) {
                *back = to;
            }
        }
        let now = |(cell, symbol): (u8, u8)| {
            let cell = back.from.get(usize::from(cell)).copied().unwrap_or(cell);
            (cell, symbol)
        };
        back.needs = turn.needs.map(now);
        back
    };
    let moves = (0..=u8::MAX).take(moves).map(|place| {
        let turns = structure.turns.iter();
        let backs = turns.filter(|turn| turn.by == Move::new(place)).map(back);
        let by = backs.map(|back| {
            let same = |turn: &&Turn| turn.needs == back.needs && turn.from == back.from;
            structure.turns.iter().find(same).map(|turn| turn.by)
        });
        let by: Vec<Option<Move>> = by.collect();
        let first = by.first().copied().flatten();
        first.filter(|_| by.iter().all(|own| *own == first))
    });
    moves.collect()
}

fn arrangements(pieces: &[u32]) -> BigUint {
    let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
    let all = factorial(pieces.iter().sum());
    pieces
        .iter()
        .fold(all, |left, &count| left / factorial(count))
}

/// What can be reached from boards with the blank on each cell, found once.
struct Reaches<'s> {
    structure: &'s Structure,
    known: BTreeMap<u8, Result<Reach, ReachError>>,
}

impl Reaches<'_> {
    fn from(&mut self, blank: u8) -> Result<&Reach, ReachError> {
        let reach = self.known.entry(blank);
        let reach = reach.or_insert_with(|| Reach::new(self.structure, blank));
        reach.as_ref().map_err(Clone::clone)
    }
}

impl GoalReport {
    fn of(goal: &[Option<u8>], structure: &Structure, reaches: &mut Reaches<'_>) -> Self {
        let view = View::of(goal, structure);
        let ranks = Multiset::new(&view.pieces);
        let boards = ranks.as_ref().map(Multiset::count);
        Self {
            cells: goal.iter().flatten().count(),
            symbols: view.pieces.len(),
            boards: arrangements(&view.pieces),
            solvable: view.solvable(reaches),
            // A byte and three bits for each board.
            bytes: boards.and_then(|boards| boards.checked_add(boards.div_ceil(8) * 3)),
            time: ranks.and_then(|ranks| time(&ranks, structure, &view)),
        }
    }
}

/// A puzzle as one goal sees it: symbols that neither the goal nor a move names are one.
struct View {
    pieces: Vec<u32>,
    goal: Vec<Option<u8>>,
    /// The blank's symbol.
    blank: Option<u8>,
}

impl View {
    fn of(goal: &[Option<u8>], structure: &Structure) -> Self {
        let blank = structure.turns.iter().find_map(|turn| turn.needs);
        let blank = blank.map(|(_, symbol)| symbol);
        let mut others = None;
        let mut pieces: Vec<u32> = Vec::new();
        let mut seen = Vec::new();
        for (symbol, &count) in (0..=u8::MAX).zip(&structure.pieces) {
            let is_named = goal.contains(&Some(symbol)) || blank == Some(symbol);
            let place = match others {
                Some(place) if !is_named => place,
                _ => pieces.len(),
            };
            if place == pieces.len() {
                pieces.push(0);
            }
            if !is_named {
                others = Some(place);
            }
            pieces[place] += count;
            seen.push(u8::try_from(place).unwrap_or(u8::MAX));
        }
        let as_seen = |symbol: u8| seen.get(usize::from(symbol)).copied();
        Self {
            pieces,
            goal: goal.iter().map(|own| own.and_then(as_seen)).collect(),
            blank: blank.and_then(as_seen),
        }
    }

    /// The boards from which the goal can be reached.
    fn solvable(&self, reaches: &mut Reaches<'_>) -> Result<BigUint, ReachError> {
        let mut left = self.pieces.clone();
        for &symbol in self.goal.iter().flatten() {
            if let Some(left) = left.get_mut(usize::from(symbol)) {
                *left = left.saturating_sub(1);
            }
        }
        let fillings = Multiset::new(&left).filter(|all| all.count() <= MOST_FILLINGS);
        let fillings = fillings.ok_or(ReachError::TooLong)?;
        let mut sum = BigUint::ZERO;
        let mut apart: Vec<(Vec<u8>, u8)> = Vec::new();
        for filling in (0..fillings.count()).filter_map(|rank| fillings.unrank(rank)) {
            let mut filling = filling.into_iter();
            let fill = |own: &Option<u8>| own.or_else(|| filling.next()).unwrap_or(0);
            let board: Vec<u8> = self.goal.iter().map(fill).collect();
            let mut cells = (0..=u8::MAX).zip(&board);
            let blank = cells.find(|(_, symbol)| Some(**symbol) == self.blank);
            let blank = blank.map_or(0, |(cell, _)| cell);
            let mut is_known = false;
            for (known, home) in &apart {
                is_known = is_known || reaches.from(*home)?.leads(known, &board, blank)?;
            }
            if !is_known {
                sum += reaches.from(blank)?.boards(&board)?;
                apart.push((board, blank));
            }
        }
        Ok(sum)
    }
}

/// How long it takes to make every move on every board of a view, and to rank what comes of it: a table takes no longer.
#[expect(
    clippy::cast_precision_loss,
    reason = "an estimate of a time needs no more digits"
)]
fn time(ranks: &Multiset, structure: &Structure, view: &View) -> Option<Duration> {
    let needs = |turn: &Turn| turn.needs.map(|(cell, _)| cell).zip(view.blank);
    let turns = structure.turns.iter().map(|turn| Turn {
        needs: needs(turn),
        ..turn.clone()
    });
    let turns: Vec<Turn> = turns.collect();
    let start = Instant::now();
    let mut done = 0u64;
    let mut sum = 0;
    // Far apart, as a search meets them.
    let step = (ranks.count() / 5 * 3) | 1;
    let mut rank = 0;
    while start.elapsed() < MEASURED {
        let board = ranks.unrank(rank)?;
        for turn in turns.iter().filter(|turn| turn.is_legal(&board)) {
            sum ^= ranks.rank(&turn.apply(&board))?;
        }
        rank = rank.wrapping_add(step) % ranks.count();
        done += 1;
    }
    std::hint::black_box(sum);
    let seconds = start.elapsed().as_secs_f64() * ranks.count() as f64 / done as f64;
    Duration::try_from_secs_f64(seconds).ok()
}
