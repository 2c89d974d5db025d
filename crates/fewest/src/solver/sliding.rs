//! Sliding tiles: relabel the goal, tell unsolvable boards by parity, then a table where one fits, else IDA*, with pattern
//! databases once they pay.

use super::guided::{Guides, KNOWN};
use super::patterns::{Built, Patterns};
use super::pruned::Pruned;
use super::shelf::Shelf;
use super::task::Task;
use super::{
    Answer, Budget, Case, Guide, Method, Query, Solver, SolverError, TableSource, Verdict,
};
use crate::heuristic::pattern::Partition;
use crate::progress::Unfinished;
use crate::pruning::Effort;
use crate::puzzles::sliding::{Board, Order, Relabelling, Size, Sliding, Tiles};
use crate::search::Algorithm;
use crate::table::build::{self, BuildError};
use crate::table::descents::Descents;

/// A table of at most so many boards is built without a second thought.
const QUICK: u64 = 2_000_000;
/// So many boards in a batch deserve any table.
const MANY: usize = 32;
/// The share of a table's boards that must be asked for to pay for its descents.
const DESCENTS_SHARE: usize = 16;
/// The share of a table's boards that a search may generate before its board is left to the table.
const LIGHT_SHARE: u64 = 8;

/// Answers boards of sliding tiles of one size.
pub struct SlidingSolver<T> {
    query: Query,
    size: Size,
    order: Order,
    /// The goal of boards that bring none.
    goal: Relabelling,
    /// By the goal's blank: what its boards are answered with.
    kits: Vec<Option<Kit<T>>>,
    /// The moves are the same whatever the goal.
    pruned: Pruned,
}

/// What boards with one cell for the goal's blank are answered with.
struct Kit<T> {
    puzzle: Sliding<T>,
    guides: Guides,
    /// What its table would take, if there can be one.
    table_bytes: Option<u64>,
    table: Shelf,
    descents: Option<Descents>,
    patterns: Patterns,
    asked: usize,
}

impl<T: Tiles> Kit<T> {
    /// Counts boards asked for, and works out the descents of a table once they pay.
    fn note(&mut self, asked: usize, moves: bool) {
        self.asked += asked;
        if let Some(table) = self.table.built()
            && moves
            && self.descents.is_none()
            && self.asked >= table.len() / DESCENTS_SHARE
        {
            self.descents = Descents::of(&self.puzzle, table);
        }
    }
}

impl<T> Kit<T> {
    /// What guides searches, in words that tell it from anything else.
    fn guided_by(&self, query: &Query) -> String {
        let asked = query.guides().map(|guide| guide.name().to_owned());
        let mut guides: Vec<String> = asked.collect();
        let partition = self.patterns.setup().partition.as_ref();
        guides.extend(partition.map(|groups| format!("pattern {groups}")));
        if guides.is_empty() {
            guides.push(Guide::LinearConflict.name().to_owned());
        }
        guides.join(", ")
    }
}

impl<T: Tiles> SlidingSolver<T> {
    /// A solver for this size, tie order, goal and query.
    ///
    /// # Errors
    /// If the puzzle has no such heuristic, or no table of this size can be built and one is asked for.
    pub fn new(
        size: Size,
        order: Order,
        goal: &Board<T>,
        mut query: Query,
    ) -> Result<Self, SolverError> {
        query.check_guides("sliding", &KNOWN)?;
        let goal = Relabelling::of(goal, size);
        if let Some(partition) = &query.partition {
            let puzzle = Sliding::<T>::rectangle(size, goal.blank(), order);
            let puzzle = puzzle.ok_or(Self::too_large(size))?;
            Partition::parse(&puzzle, partition)?;
            let guide = *query.guide.get_or_insert(Guide::Pattern);
            if guide != Guide::Pattern && !query.also.contains(&Guide::Pattern) {
                return Err(SolverError::NeedlessPartition);
            }
        }
        let kits = (0..size.cells()).map(|_| None).collect();
        Ok(Self {
            query,
            size,
            order,
            goal,
            kits,
            pruned: Pruned::default(),
        })
    }

    fn too_large(size: Size) -> SolverError {
        SolverError::TooLarge(format!("{}x{}", size.width(), size.height()))
    }

    fn goal_of(&self, case: &Case<Board<T>>) -> Option<Relabelling> {
        case.goal.map(|goal| Relabelling::of(&goal, self.size))
    }

    /// Whether a table fits beside what was built.
    fn has_room(&self, needed: u64) -> Result<(), BuildError> {
        let used = self.bytes();
        match self.query.limits.memory {
            Some(allowed) if used + needed > allowed => Err(BuildError::Memory {
                needed: used + needed,
                allowed,
            }),
            _ => Ok(()),
        }
    }

    /// Builds the table for a cell of the goal's blank.
    fn build(&mut self, blank: usize, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        let Some(kit) = self
            .kits
            .get(blank)
            .and_then(Option::as_ref)
            .filter(|kit| !kit.table.is_filled())
        else {
            return Ok(());
        };
        let needed = kit.table_bytes.ok_or_else(|| Self::too_large(self.size))?;
        self.has_room(needed)?;
        if let Some(Some(kit)) = self.kits.get_mut(blank) {
            match kit.table.fill(&kit.puzzle, &self.query, budget) {
                Err(Unfinished::Time) => {
                    kit.table_bytes = None;
                    kit.patterns.refuse();
                }
                done => done?,
            }
        }
        Ok(())
    }
}

impl<T: Tiles> SlidingSolver<T> {
    /// Builds pattern databases for a cell of the goal's blank. Where nobody asked for them, it can do without.
    fn build_patterns(
        &mut self,
        blank: usize,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let used = self.bytes();
        let memory = self.query.limits.memory;
        let left = memory.map(|allowed| allowed.saturating_sub(used));
        let Some(Some(kit)) = self.kits.get_mut(blank) else {
            return Ok(());
        };
        match kit.patterns.fill(&kit.puzzle, left, &self.query, budget) {
            Err(Unfinished::Failed(SolverError::NoPatterns(_)) | Unfinished::Time)
                if self.query.guide.is_none() =>
            {
                kit.patterns.refuse();
                Ok(())
            }
            done => done,
        }
    }

    /// Finds what searches need not try, if those for a cell of the goal's blank have no table: with an effort that is a small
    /// part of what their pattern databases took.
    fn prune(&mut self, blank: usize, budget: Budget<'_>) {
        let kit = self.kits.get(blank).and_then(Option::as_ref);
        if let Some(kit) = kit.filter(|kit| !kit.table.is_filled()) {
            let effort = match kit.patterns.built() {
                Some(Built::Wide(_)) => Effort::UTMOST,
                Some(Built::Narrow(_)) => Effort::THOROUGH,
                None if self.query.algorithm == Some(Algorithm::PrunedIdaStar) => Effort::THOROUGH,
                None => Effort::QUICK,
            };
            self.pruned
                .prepare(&kit.puzzle, effort, &self.query, budget);
        }
    }

    /// Whether boards without a table may be left to pattern databases that nobody asked for.
    fn picks_patterns(&self, kit: &Kit<T>) -> bool {
        self.query.algorithm.is_none() && self.query.guide.is_none() && kit.table_bytes.is_none()
    }
}

impl<T: Tiles> Solver for SlidingSolver<T> {
    type Board = Board<T>;

    fn prepare(
        &mut self,
        batch: &[Case<Board<T>>],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let mut asked = vec![0usize; self.size.cells()];
        for case in batch {
            asked[case.goal.map_or(self.goal.blank(), |goal| goal.blank())] += 1;
        }
        for (blank, asked) in asked
            .into_iter()
            .enumerate()
            .filter(|(_, asked)| *asked > 0)
        {
            if self.kits[blank].is_none() {
                let Some(puzzle) = Sliding::rectangle(self.size, blank, self.order) else {
                    continue;
                };
                let guides = Guides::new(&puzzle, &self.query)?;
                let table_bytes = puzzle.is_ranked().then(|| build::bytes(&puzzle));
                let mut table = Shelf::default();
                if matches!(self.query.algorithm, None | Some(Algorithm::Table)) {
                    table.seek(&puzzle, &self.query);
                }
                self.kits[blank] = Some(Kit {
                    table_bytes,
                    puzzle,
                    guides,
                    table,
                    descents: None,
                    patterns: Patterns::default(),
                    asked: 0,
                });
            }
            let is_many = asked >= MANY || self.query.keeper.is_some();
            let needed = self.kits[blank].as_ref().and_then(|kit| kit.table_bytes);
            let pays = needed.is_some_and(|needed| {
                (needed <= QUICK || is_many) && self.has_room(needed).is_ok()
            });
            if self.query.algorithm == Some(Algorithm::Table)
                || self.query.algorithm.is_none() && pays
            {
                self.build(blank, budget)?;
            }
            let mut builds_patterns = false;
            if let Some(kit) = &mut self.kits[blank] {
                kit.note(asked, self.query.moves);
                builds_patterns = kit.patterns.note(self.size, asked) || is_many;
            }
            let wants_patterns = self.kits[blank].as_ref().is_some_and(|kit| {
                let is_asked = self.query.guides().any(|guide| guide == Guide::Pattern)
                    && self.query.algorithm != Some(Algorithm::BreadthFirst)
                    && !kit.table.is_filled();
                is_asked || builds_patterns && self.picks_patterns(kit)
            });
            if wants_patterns {
                self.build_patterns(blank, budget)?;
            }
            self.prune(blank, budget);
            if let (Some(keeper), Some(kit)) = (&self.query.keeper, &self.kits[blank]) {
                keeper.agree(&self.pruned.beside(kit.guided_by(&self.query)))?;
            }
        }
        Ok(())
    }

    fn attempt(&self, case: &Case<Board<T>>, budget: Budget<'_>, answer: &mut Answer) {
        let own = self.goal_of(case);
        let goal = own.as_ref().unwrap_or(&self.goal);
        // prepare() has made a kit for every goal of the batch.
        let Some(Some(kit)) = self.kits.get(goal.blank()) else {
            return;
        };
        let start = goal.apply(&case.start);
        if !kit.puzzle.is_solvable(&start) {
            return answer.rule_out(Method::Parity);
        }
        let limits = budget.limits(self.query.limits);
        let descents = kit.descents.as_ref();
        if kit
            .table
            .look_up(&kit.puzzle, &start, descents, &self.query, answer)
        {
            return;
        }
        let query = &self.query;
        let mut task = Task {
            query,
            limits,
            board: case.number,
            cancel: budget.cancel,
            pruning: self.pruned.get(),
            is_open: false,
        };
        // Where a table or pattern databases could take over, the search may cost a part of them.
        let light = if kit.patterns.built().is_some() {
            None
        } else if self.picks_patterns(kit) {
            kit.patterns.light()
        } else {
            kit.table_bytes
                .filter(|needed| query.algorithm.is_none() && self.has_room(*needed).is_ok())
                .map(|needed| needed / LIGHT_SHARE)
        };
        let is_enough = |light: &u64| limits.nodes.is_none_or(|most| most > *light);
        let light = light.filter(|light| is_enough(light) && query.keeper.is_none());
        task.limits.nodes = light.or(limits.nodes);
        let (method, setup, outcome) =
            (kit.guides).search(&task, &kit.patterns, &kit.puzzle, &start);
        kit.patterns.spend(outcome.statistics.generated);
        let is_too_dear = light.is_some() && outcome.stop == crate::search::Stop::Nodes;
        answer.take(method, self.pruned.in_setup(setup), outcome, limits.moves);
        if is_too_dear {
            answer.verdict = Verdict::Deferred;
        }
    }

    fn query(&self) -> &Query {
        &self.query
    }

    fn bytes(&self) -> u64 {
        let table = |kit: &Kit<T>| kit.table.built().map_or(0, |table| table.len() as u64);
        let kits = self.kits.iter().flatten();
        kits.map(|kit| table(kit) + kit.patterns.bytes()).sum()
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        let kits = self.kits.iter().flatten();
        kits.filter_map(|kit| kit.table.held()).collect()
    }

    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        for blank in 0..self.kits.len() {
            match self.kits[blank].as_ref() {
                Some(kit) if self.picks_patterns(kit) => {
                    self.build_patterns(blank, budget)?;
                    self.prune(blank, budget);
                }
                Some(_) => self.build(blank, budget)?,
                None => {}
            }
        }
        Ok(())
    }
}
