//! The tables of a proof.

use super::distances::{NEVER, distances};
use super::numbering::{Orbit, TableNumbering};
use super::{ProofBuilder, joined};
use crate::error::PuzzleError;
use crate::kernel::View;
use crate::model::line;
use crate::space::structure::Structure;
use crate::support::progress::Unfinished;

/// The most entries of a table in a sum.
const LARGEST_PART: u64 = 700_000;

/// Tables to be built, and the number of their entries.
#[derive(Default)]
pub(super) struct TablePlan {
    pub entries: u64,
    pub tables: Vec<Sketch>,
}

/// A table to be built.
pub(super) struct Sketch {
    pub goals: Vec<usize>,
    /// A board with the pieces of all boards of the table, and the colours of its cells.
    pub home: Vec<u8>,
    pub colours: Vec<u8>,
    pub orbits: Vec<Orbit>,
    /// The symbols whose moves count, if not all moves do.
    pub charge: Vec<u8>,
}

impl Sketch {
    pub fn numbering(&self) -> Option<TableNumbering<'_>> {
        TableNumbering::of(&self.orbits, &self.home, &self.colours)
    }
}

impl ProofBuilder<'_> {
    /// A table of distances for each of these sets of goals. For a board, the tables ignore what these
    /// goals do not depend on; otherwise, they are about all boards. `None` if some are too large.
    pub(super) fn plan(&self, about: Option<&[u8]>, sets: &[Vec<usize>]) -> Option<TablePlan> {
        let structure = self.structure;
        let cells = [Orbit::of_cells(structure.cells())];
        let mut pieces = Orbit::of_pieces(structure);
        if about.is_none() && !pieces.is_empty() {
            pieces.extend(Orbit::of_fixed_cells(structure));
        }
        let mut plan = TablePlan::default();
        for goals in sets {
            let all = (0..=u8::MAX).take(structure.pieces.len());
            let seen = about.map(|_| View::exact(self.model, goals).names().to_vec());
            let home = home(structure, *goals.first()?)?;
            let colours = coloured(&home, &seen.unwrap_or_else(|| all.collect()));
            let whole = goals
                .iter()
                .filter_map(|goal| structure.goals.get(*goal))
                .map(|goal| goal.iter().copied().collect::<Option<Vec<u8>>>())
                .collect::<Option<Vec<Vec<u8>>>>();
            let seen = pieces.iter().flat_map(|orbit| &orbit.places);
            let sees_all = seen.map(Vec::len).sum::<usize>() == structure.cells();
            let candidates = [&pieces[..], &cells].into_iter().filter_map(|orbits| {
                let (arranged, size) = TableNumbering::arranged(orbits, &home, &colours)?;
                let numbering = TableNumbering::of(&arranged, &home, &colours)?;
                // The conditions of the checker.
                let is_usable = whole.as_ref().is_some_and(|whole| match about {
                    Some(board) => numbering.number(board).is_some(),
                    None => sees_all && whole.iter().all(|goal| numbering.number(goal).is_some()),
                });
                let sees_pieces = about.is_some() || numbering.are_different();
                (sees_pieces && (is_usable || orbits == cells)).then_some((size, arranged))
            });
            let (size, orbits) = candidates.min_by_key(|(size, _)| *size)?;
            plan.entries = plan.entries.saturating_add(size);
            plan.tables.push(Sketch {
                goals: goals.clone(),
                home,
                colours,
                orbits,
                charge: Vec::new(),
            });
        }
        (plan.entries <= self.max_entries).then_some(plan)
    }

    /// Tables that show how far a board is from each of these sets of goals; false if there are none.
    pub(super) fn views(
        &mut self,
        board: &[u8],
        moves: Option<usize>,
        sets: &[Vec<usize>],
    ) -> Result<bool, Unfinished<PuzzleError>> {
        let Some(plan) = self.plan(Some(board), sets) else {
            return Ok(false);
        };
        let kept = (self.text.len(), self.bounds.len(), self.orbits.len());
        let is_built = self.build(&plan)?;
        let mut built = plan.tables.iter().zip(&self.tables);
        let is_far = built.all(|(sketch, (_, entries))| {
            let number = sketch.numbering().and_then(|found| found.number(board));
            let entry = number.and_then(|number| entries.get(usize::try_from(number).ok()?));
            entry.is_some_and(|entry| match moves {
                Some(moves) => usize::from(*entry) >= moves,
                None => *entry == NEVER,
            })
        });
        if !is_built || !is_far {
            self.text.truncate(kept.0);
            self.bounds.truncate(kept.1);
            self.orbits.truncate(kept.2);
            self.tables.clear();
        }
        Ok(is_built && is_far)
    }

    /// Builds tables and the bounds of their goals; false if a distance is too large.
    pub(super) fn build(&mut self, plan: &TablePlan) -> Result<bool, Unfinished<PuzzleError>> {
        for sketch in &plan.tables {
            if !self.table(sketch)? {
                return Ok(false);
            }
            self.bound("tables", &sketch.goals);
            line(&mut self.bounds, "sums", [self.tables.len() - 1]);
        }
        Ok(true)
    }

    /// Builds the [tables of a sum](Self::parts); false if there are none or a distance is too large.
    pub(super) fn sums(&mut self) -> Result<bool, Unfinished<PuzzleError>> {
        let Some(parts) = self.parts() else {
            return Ok(false);
        };
        for sketch in &parts {
            if !self.table(sketch)? {
                return Ok(false);
            }
        }
        self.bound("tables", &[0]);
        let tables: Vec<usize> = (0..self.tables.len()).collect();
        line(&mut self.bounds, "sums", [joined(&tables, "+")]);
        Ok(true)
    }

    /// Tables of groups of tiles, whose sum is a bound: for a blank that changes places with single
    /// pieces. `None` if some are too large.
    pub(super) fn parts(&self) -> Option<Vec<Sketch>> {
        let structure = self.structure;
        let exchanges = structure.turns.iter().all(|turn| {
            let mut changed = (0..=u8::MAX)
                .zip(&turn.from)
                .filter(|(to, from)| to != *from)
                .map(|(cell, _)| cell);
            turn.step()
                .is_some_and(|(cell, _)| changed.clone().count() == 2 && changed.any(|c| c == cell))
        });
        let blank = structure.blank();
        let home = structure.whole_goal().filter(|_| exchanges)?;
        let cells = [Orbit::of_cells(structure.cells())];
        let mut left: Vec<u8> = Vec::new();
        for symbol in home.iter().filter(|symbol| Some(**symbol) != blank) {
            if !left.contains(symbol) {
                left.push(*symbol);
            }
        }
        let mut total = 0;
        let mut parts = Vec::new();
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
                TableNumbering::of(&cells, &home, &colours).map(|numbering| numbering.size)
            };
            let fits = |tiles: &usize| size(tiles).is_some_and(|size| size <= LARGEST_PART);
            let tiles = (1..=left.len()).take_while(fits).last()?;
            total += size(&tiles).unwrap_or(0);
            if total > self.max_entries {
                return None;
            }
            let colours = coloured(&home, &colours(tiles));
            let charge: Vec<u8> = left.drain(..tiles).collect();
            parts.push(Sketch {
                goals: vec![0],
                home: home.clone(),
                colours,
                orbits: cells.to_vec(),
                charge,
            });
        }
        Some(parts)
    }

    /// Builds a table; false if a distance is too large.
    pub(super) fn table(&mut self, sketch: &Sketch) -> Result<bool, Unfinished<PuzzleError>> {
        let structure = self.structure;
        let Some(numbering) = sketch.numbering() else {
            return Ok(false);
        };
        let goals = sketch.goals.iter();
        let goals: Vec<&Vec<Option<u8>>> = goals
            .filter_map(|goal| structure.goals.get(*goal))
            .collect();
        let (turns, blank) = (&structure.turns, structure.blank());
        let entries = distances(&numbering, turns, blank, &goals, self.budget);
        let Some(entries) = entries? else {
            return Ok(false);
        };
        let orbits = sketch.orbits.iter().map(|orbit| self.orbit(orbit));
        let numbers: Vec<usize> = orbits.collect();
        let file = format!("{}.{}", self.name, self.tables.len());
        line(&mut self.text, "table", [&file]);
        line(&mut self.text, "goals", &sketch.goals);
        line(&mut self.text, "home", &sketch.home);
        line(&mut self.text, "colours", &sketch.colours);
        line(&mut self.text, "charge", &sketch.charge);
        line(&mut self.text, "orbits", numbers);
        self.tables.push((file, entries));
        Ok(true)
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
    let mut rest = (0..=u8::MAX)
        .zip(left)
        .flat_map(|(symbol, count)| std::iter::repeat_n(symbol, count as usize));
    goal.iter()
        .map(|symbol| symbol.or_else(|| rest.next()))
        .collect()
}
