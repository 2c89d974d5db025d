//! One search on one board, shown board by board.

use super::arena::ArenaTask;
use super::run::{Compare, contenders};
use super::{Contender, Contest, Shown, Trial};
use crate::error::PuzzleError;
use crate::model::Case;
use crate::search::{Algorithm, Control, Silent};
use crate::solver::HeuristicName;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;

impl Compare<'_> {
    pub(super) fn step(
        &self,
        contest: &Contest,
        cases: &[Case],
        show: &mut dyn FnMut(Shown),
    ) -> Result<(Trial, Option<String>), Unfinished<PuzzleError>> {
        let heuristic_names = self.heuristic_names(&contest.heuristic_names)?;
        let contenders = contenders(&self.algorithms(contest)?, &heuristic_names);
        let (search, heuristic_name) = match contenders[..] {
            [
                Contender {
                    algorithm,
                    heuristic_name,
                },
            ] if algorithm != Algorithm::Table => (algorithm, heuristic_name),
            _ => {
                let problem = "a trace needs exactly one method and one heuristic";
                return Err(PuzzleError::OneSearch(problem).into());
            }
        };
        let cases = self.with_goals(cases)?;
        let [case] = &cases[..] else {
            return Err(PuzzleError::OneSearch("a trace needs exactly one board").into());
        };
        let model = self.puzzle.model_for(self.options)?;
        let heuristic_name = heuristic_name.unwrap_or(HeuristicName::Blind);
        let arena = self
            .arena(case.goal.clone(), heuristic_name)?
            .ok_or(PuzzleError::OneSearch("steps need a heuristic"))?;
        let unsolvable = PuzzleError::OneSearch("no moves solve this board");
        let solvable = self.puzzle.solvability(case.goal.clone())?(&case.start);
        if solvable == Some(false) {
            return Err(unsolvable.into());
        }
        let mut silent = Silent;
        let mut control =
            Control::new(self.options.limits, &mut silent).cancelled_by(&*self.options.cancel);
        let begun = Instant::now();
        let task = ArenaTask {
            search,
            pruning: self.pruning(search),
            start: &case.start,
            is_unsure: solvable.is_none(),
        };
        let outcome = (arena.run)(&task, &mut control, Some(show)).ok_or(unsolvable)?;
        let trial = Trial {
            outcome,
            time: begun.elapsed(),
        };
        let moves = trial.outcome.moves.as_deref();
        let answer = moves.map(|moves| model.moves_text(&case.start, moves));
        Ok((trial, answer))
    }
}
