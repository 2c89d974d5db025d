//! Certificates: answers with proofs that the program `fewest-check` verifies without this library.
//!
//! `docs/certificate.md` describes the format. The numbering of tables is the certificates' own, so
//! their tables are built again. The checker decides if a certificate proves its claim; nothing here
//! has to be trusted.

mod canonical;
mod digit;
mod distances;
mod guided;
mod numbering;
mod unsolvable;

use crate::error::PuzzleError;
use crate::kernel::View;
use crate::model::Model;
use crate::space::Move;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use canonical::line;
use distances::distances;
use numbering::{Numbering, Orbit};

/// The most boards that the checker's search should meet if tables could replace it, and if not.
const SEARCHED: u64 = 100_000;
const SEARCHED_ALONE: u64 = 1 << 19;
/// Half of the cells that the checker's search may store.
const SEARCHED_CELLS: u64 = 1 << 25;
/// The most entries of all tables together, and of one in a sum.
const LARGEST_TABLES: u64 = 1 << 27;
const LARGEST_PART: u64 = 700_000;

/// An answer with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The text.
    pub text: String,
    /// The files of its tables: names and contents.
    pub tables: Vec<(String, Vec<u8>)>,
}

/// The claim of a certificate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim<'a> {
    /// These moves are the fewest that solve the board, and there may be a number of solutions.
    Solved(&'a [u8], &'a [Move], Option<u128>),
    Unsolvable(&'a [u8]),
    /// The number of boards at each distance.
    Counts(&'a [u64]),
}

impl Certificate {
    /// The certificate of a claim about a model. The names of its tables begin with `name`, and
    /// together they have at most `memory` bytes.
    pub(crate) fn of(
        model: &Model,
        claim: Claim<'_>,
        name: &str,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<PuzzleError>> {
        let mut text = format!("fewest-certificate 2\n{}", model.canonical());
        let mut length = 0;
        match claim {
            Claim::Solved(board, moves, solutions) => {
                length = moves.len();
                line(&mut text, "board", board);
                let names = moves.iter().filter_map(|m| model.moves.get(m.index()));
                line(&mut text, "moves", names);
                if moves.is_empty() {
                    text += "moves\n";
                }
                line(&mut text, "solutions", solutions);
            }
            Claim::Unsolvable(board) => {
                line(&mut text, "board", board);
                text += "unsolvable\n";
            }
            Claim::Counts(counts) => line(&mut text, "counts", counts),
        }
        let alone = SEARCHED_ALONE.min(SEARCHED_CELLS / (model.structure.cells() as u64 + 10));
        let mut proof = Proof::of(model, name, memory, budget);
        let is_found = match claim {
            Claim::Solved(_, [], None) => true,
            Claim::Unsolvable(board) if proof.invariant(board) => true,
            Claim::Solved(..) | Claim::Unsolvable(_) if proof.is_small(length, SEARCHED) => {
                proof.search()
            }
            Claim::Counts(_) => proof.views(None, &[proof.all_goals()])?,
            Claim::Solved(board, ..) | Claim::Unsolvable(board) => {
                let guide = proof.guide(length);
                if let Some((_, effort)) = &guide {
                    let entries = u64::try_from(effort * guided::ENTRIES).unwrap_or(u64::MAX);
                    proof.max_entries = proof.max_entries.min(entries);
                }
                proof.views(Some(board), &[proof.all_goals()])?
                    || {
                        let each: Vec<Vec<usize>> =
                            proof.all_goals().into_iter().map(|g| vec![g]).collect();
                        proof.views(Some(board), &each)?
                    }
                    || (length > 0 && proof.sums()?)
                    || (proof.is_small(length, alone) && proof.search())
                    || guide.map_or(Ok(false), |(guide, _)| proof.guided(&guide))?
            }
        };
        if !is_found {
            let problem = format!(
                "no certificate for {}: its tables would have over {} entries, or the checker's \
                 search would be too long",
                model.name, proof.max_entries
            );
            return Err(PuzzleError::NoSuchBoards(problem).into());
        }
        for orbit in &proof.orbits {
            let kind = match (orbit.is_marked, orbit.is_sum) {
                (true, _) => "marked",
                (_, true) => "sum",
                _ => "free",
            };
            let key = format!("orbit {} {kind}", orbit.turns);
            line(
                &mut text,
                &key,
                orbit.places.iter().map(|place| joined(place, ".")),
            );
        }
        text += &proof.text;
        text += &proof.bounds;
        Ok(Self {
            text,
            tables: proof.tables,
        })
    }
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(separator)
}

/// The second part of a certificate, while it is put together.
struct Proof<'p> {
    model: &'p Model,
    structure: &'p Structure,
    name: &'p str,
    memory: Option<u64>,
    /// The most entries of all tables together.
    max_entries: u64,
    budget: Budget<'p>,
    orbits: Vec<Orbit>,
    /// The tables, and the bounds.
    text: String,
    bounds: String,
    tables: Vec<(String, Vec<u8>)>,
}

/// A table to be built.
struct Sketch<'s> {
    goals: &'s [usize],
    /// A board with the pieces of all boards of the table, and the colours of its cells.
    home: &'s [u8],
    colours: &'s [u8],
    orbits: &'s [Orbit],
    /// The symbols whose moves count, if not all moves do.
    charge: &'s [u8],
}

impl<'p> Proof<'p> {
    fn of(model: &'p Model, name: &'p str, memory: Option<u64>, budget: Budget<'p>) -> Self {
        Self {
            model,
            structure: &model.structure,
            name,
            memory,
            max_entries: memory.map_or(LARGEST_TABLES, |memory| memory.min(LARGEST_TABLES)),
            budget,
            orbits: Vec::new(),
            text: String::new(),
            bounds: String::new(),
            tables: Vec::new(),
        }
    }

    fn all_goals(&self) -> Vec<usize> {
        (0..self.structure.goals.len()).collect()
    }

    /// Returns true if a search of the boards less than this many moves away meets at most
    /// `max_boards`, or one of all boards.
    fn is_small(&self, moves: usize, max_boards: u64) -> bool {
        let boards = self.sequences(moves.saturating_sub(1));
        (moves > 0 && boards.is_some_and(|boards| boards <= max_boards.into()))
            || self.structure.arrangements() <= max_boards.into()
    }

    /// The most legal sequences of this many moves from a board.
    fn sequences(&self, moves: usize) -> Option<u128> {
        let turns = &self.structure.turns;
        let anywhere = turns.iter().filter(|turn| turn.needs.is_none()).count();
        let legal = (0..=u8::MAX).map(|cell| {
            let here = turns
                .iter()
                .filter(|turn| turn.needs.is_some_and(|(need, _)| need == cell));
            anywhere + here.count()
        });
        let legal = legal.max().unwrap_or(0) as u128;
        legal.checked_pow(u32::try_from(moves).ok()?)
    }

    fn search(&mut self) -> bool {
        self.bound("search", &self.all_goals());
        true
    }

    fn bound(&mut self, kind: &str, goals: &[usize]) {
        line(&mut self.bounds, "bound", [kind]);
        line(&mut self.bounds, "goals", goals);
    }

    /// A table of distances for each of these sets of goals; false if some are too large. For a
    /// board, the tables ignore what these goals do not depend on; otherwise, they are about all
    /// boards.
    fn views(
        &mut self,
        about: Option<&[u8]>,
        sets: &[Vec<usize>],
    ) -> Result<bool, Unfinished<PuzzleError>> {
        let structure = self.structure;
        let cells = [Orbit::of_cells(structure.cells())];
        let mut pieces = Orbit::of_pieces(structure);
        if about.is_none() && !pieces.is_empty() {
            pieces.extend(Orbit::of_fixed_cells(structure));
        }
        let mut total = 0;
        let mut planned = Vec::new();
        for goals in sets {
            let all = (0..=u8::MAX).take(structure.pieces.len());
            let seen = about.map(|_| View::exact(self.model, goals).names().to_vec());
            let Some(home) = goals.first().and_then(|goal| home(structure, *goal)) else {
                return Ok(false);
            };
            let colours = coloured(&home, &seen.unwrap_or_else(|| all.collect()));
            let whole = goals.iter().filter_map(|goal| structure.goals.get(*goal));
            let whole = whole.map(|goal| goal.iter().copied().collect::<Option<Vec<u8>>>());
            let whole = whole.collect::<Option<Vec<Vec<u8>>>>();
            let seen = pieces.iter().flat_map(|orbit| &orbit.places);
            let sees_all = seen.map(Vec::len).sum::<usize>() == structure.cells();
            let candidates = [&pieces[..], &cells].into_iter().filter_map(|orbits| {
                let (arranged, size) = Numbering::arranged(orbits, &home, &colours)?;
                let numbering = Numbering::of(&arranged, &home, &colours)?;
                let is_usable = whole.as_ref().is_some_and(|whole| match about {
                    Some(board) => numbering.has(board),
                    None => sees_all && whole.iter().all(|goal| numbering.has(goal)),
                });
                (is_usable || orbits == cells).then_some((size, arranged))
            });
            let Some((size, orbits)) = candidates.min_by_key(|(size, _)| *size) else {
                return Ok(false);
            };
            total += size;
            if total > self.max_entries {
                return Ok(false);
            }
            planned.push((goals, colours, home, orbits));
        }
        for (goals, colours, home, orbits) in planned {
            let is_built = self.table(&Sketch {
                goals,
                colours: &colours,
                home: &home,
                orbits: &orbits,
                charge: &[],
            })?;
            if !is_built {
                return Ok(false);
            }
            self.bound("tables", goals);
            let last = self.tables.len() - 1;
            line(&mut self.bounds, "sums", [last]);
        }
        Ok(true)
    }

    /// Tables of groups of tiles, whose sum is a bound: for a blank that changes places with single
    /// pieces.
    fn sums(&mut self) -> Result<bool, Unfinished<PuzzleError>> {
        let structure = self.structure;
        let exchanges = structure.turns.iter().all(|turn| {
            let changed = (0..=u8::MAX)
                .zip(&turn.from)
                .filter(|(to, from)| to != *from);
            let mut changed = changed.map(|(cell, _)| cell);
            turn.needs
                .is_some_and(|(cell, _)| changed.clone().count() == 2 && changed.any(|c| c == cell))
        });
        let blank = structure.blank();
        let (Some(home), true) = (structure.whole_goal(), exchanges) else {
            return Ok(false);
        };
        let cells = [Orbit::of_cells(structure.cells())];
        let mut left: Vec<u8> = Vec::new();
        for symbol in home.iter().filter(|symbol| Some(**symbol) != blank) {
            if !left.contains(symbol) {
                left.push(*symbol);
            }
        }
        let mut total = 0;
        while !left.is_empty() {
            // The most tiles whose table is small.
            let colours = |tiles: usize| {
                let mut colours = vec![0; structure.pieces.len()];
                for (colour, symbol) in (1..=u8::MAX).zip(left.iter().take(tiles)) {
                    colours[usize::from(*symbol)] = colour;
                }
                colours
            };
            let size = |tiles: &usize| {
                let colours = coloured(&home, &colours(*tiles));
                Numbering::of(&cells, &home, &colours).map(|numbering| numbering.size)
            };
            let fits = |tiles: &usize| size(tiles).is_some_and(|size| size <= LARGEST_PART);
            let Some(tiles) = (1..=left.len()).take_while(fits).last() else {
                return Ok(false);
            };
            total += size(&tiles).unwrap_or(0);
            if total > self.max_entries {
                return Ok(false);
            }
            let colours = coloured(&home, &colours(tiles));
            let charge: Vec<u8> = left.drain(..tiles).collect();
            let goals = [0];
            let sketch = Sketch {
                goals: &goals,
                colours: &colours,
                home: &home,
                orbits: &cells,
                charge: &charge,
            };
            if !self.table(&sketch)? {
                return Ok(false);
            }
        }
        self.bound("tables", &[0]);
        let tables: Vec<usize> = (0..self.tables.len()).collect();
        line(&mut self.bounds, "sums", [joined(&tables, "+")]);
        Ok(true)
    }

    /// Builds a table; false if a distance is too large.
    fn table(&mut self, sketch: &Sketch<'_>) -> Result<bool, Unfinished<PuzzleError>> {
        let structure = self.structure;
        let Some(numbering) = Numbering::of(sketch.orbits, sketch.home, sketch.colours) else {
            return Ok(false);
        };
        let goals = sketch.goals.iter();
        let goals = goals.filter_map(|goal| structure.goals.get(*goal));
        let goals: Vec<&Vec<Option<u8>>> = goals.collect();
        let (turns, blank) = (&structure.turns, structure.blank());
        let entries = distances(&numbering, turns, blank, &goals, self.budget);
        let Some(entries) = entries? else {
            return Ok(false);
        };
        let orbits = sketch.orbits.iter().map(|orbit| self.orbit(orbit));
        let numbers: Vec<usize> = orbits.collect();
        let file = format!("{}.{}", self.name, self.tables.len());
        line(&mut self.text, "table", [&file]);
        line(&mut self.text, "goals", sketch.goals);
        line(&mut self.text, "home", sketch.home);
        line(&mut self.text, "colours", sketch.colours);
        line(&mut self.text, "charge", sketch.charge);
        line(&mut self.text, "orbits", numbers);
        self.tables.push((file, entries));
        Ok(true)
    }

    /// The number of an orbit in the certificate.
    fn orbit(&mut self, orbit: &Orbit) -> usize {
        let known = self.orbits.iter().position(|known| known == orbit);
        known.unwrap_or_else(|| {
            self.orbits.push(orbit.clone());
            self.orbits.len() - 1
        })
    }
}

/// The colours of a board's cells, given the colour of each symbol.
fn coloured(board: &[u8], colours: &[u8]) -> Vec<u8> {
    let colour = |symbol: &u8| colours.get(usize::from(*symbol)).copied();
    board.iter().filter_map(colour).collect()
}

/// A board that meets a goal: the remaining pieces fill the other cells.
fn home(structure: &Structure, goal: usize) -> Option<Vec<u8>> {
    let goal = structure.goals.get(goal)?;
    let mut left = structure.pieces.clone();
    for symbol in goal.iter().flatten() {
        let count = left.get_mut(usize::from(*symbol))?;
        *count = count.checked_sub(1)?;
    }
    let rest = (0..=u8::MAX).zip(left);
    let mut rest = rest.flat_map(|(symbol, count)| std::iter::repeat_n(symbol, count as usize));
    goal.iter()
        .map(|symbol| symbol.or_else(|| rest.next()))
        .collect()
}
