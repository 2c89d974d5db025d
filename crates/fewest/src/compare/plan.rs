//! The plan of a comparison: its contenders, and the tables that they need.

use super::arena::arena_plan;
use super::run::{Compare, guiding};
use super::{Choice, Contender, Contest};
use crate::error::PuzzleError;
use crate::handle::{Puzzle, to_goal};
use crate::model::Case;
use crate::search::Algorithm;
use crate::solver::{Goal, MergedPlan, Options};

/// The plan of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparePlan {
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// The algorithms and heuristics left out, each with the reason.
    pub left_out: Vec<(&'static str, String)>,
    /// The bytes for building the table of all distances, if it is compared.
    pub table: Option<u64>,
    /// The pattern databases, if they are compared.
    pub patterns: Option<MergedPlan>,
}

impl Compare<'_> {
    pub(super) fn plan(
        &self,
        contest: &Contest,
        cases: &[Case],
    ) -> Result<ComparePlan, PuzzleError> {
        let (cases, comparison) = self.begun(contest, cases)?;
        self.planned(contest, &cases, comparison.contenders)
    }

    /// The plan for these contenders, for boards with their goals. Contenders that nobody named are
    /// left out if they are not available for the first board's goal.
    pub(super) fn planned(
        &self,
        contest: &Contest,
        cases: &[Case],
        contenders: Vec<Contender>,
    ) -> Result<ComparePlan, PuzzleError> {
        let goal = match cases.first() {
            Some(case) => case.goal.clone(),
            None => self.puzzle.goal_of(self.options)?,
        };
        let mut plan = ComparePlan {
            contenders,
            left_out: Vec::new(),
            table: None,
            patterns: None,
        };
        if plan.contenders.iter().any(Contender::is_table) {
            let options = Options {
                goal: goal.clone().map(Goal::Board),
                ..self.for_table()
            };
            match self.puzzle.solve_plan(cases.len(), &options) {
                Ok(found) => plan.table = found.table(),
                Err(error @ PuzzleError::Solver(_)) => {
                    let is_named = matches!(contest.algorithms, Choice::These(_));
                    refuse(error, is_named, |why| {
                        plan.left_out.push((Algorithm::Table.name(), why));
                        plan.contenders.retain(|contender| !contender.is_table());
                    })?;
                }
                Err(error) => return Err(error),
            }
        }
        for name in guiding(&plan.contenders) {
            let planned = to_goal!(self.puzzle, goal.clone(), |to| arena_plan(
                &to,
                name,
                self.options
            ));
            match planned {
                Ok(patterns) => plan.patterns = patterns.or(plan.patterns),
                Err(error) => {
                    let is_named = matches!(contest.heuristic_names, Choice::These(_));
                    refuse(error, is_named, |why| {
                        plan.left_out.push((name.name(), why));
                        let contenders = &mut plan.contenders;
                        contenders.retain(|contender| contender.heuristic_name != Some(name));
                    })?;
                }
            }
        }
        Ok(plan)
    }
}

/// Fails for an impossible contender that the user named; otherwise leaves it out with the reason.
fn refuse(
    error: impl Into<PuzzleError> + ToString,
    is_named: bool,
    leave_out: impl FnOnce(String),
) -> Result<(), PuzzleError> {
    if is_named {
        return Err(error.into());
    }
    leave_out(error.to_string());
    Ok(())
}

impl Puzzle {
    /// Plans a [comparison](Self::compare): its contenders, and the tables for the first board's goal.
    /// Nothing is built.
    ///
    /// # Errors
    /// If a board is invalid, or an algorithm, a heuristic, a goal or a table is not available.
    ///
    /// ```
    /// use fewest::compare::Contest;
    /// use fewest::{Options, Puzzle};
    ///
    /// let fifteen = Puzzle::open("fifteen")?;
    /// let plan = fifteen.compare_plan(&[], &Contest::default(), &Options::default())?;
    /// // Three pattern databases for A*, IDA* and IDA* without redundant moves.
    /// assert_eq!(plan.patterns.map(|plan| plan.tables), Some(3));
    /// assert!(plan.table.is_none() && plan.contenders.len() == 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare_plan(
        &self,
        cases: &[Case],
        contest: &Contest,
        options: &Options,
    ) -> Result<ComparePlan, PuzzleError> {
        Compare::new(self, options).plan(contest, cases)
    }
}
