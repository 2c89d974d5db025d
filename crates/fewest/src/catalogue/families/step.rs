//! One search on one board, shown board by board.

use std::time::Instant;

use super::compare::{Compare, Entered, contenders, to_its_end};
use super::model::Complete;
use super::{symbols, text};
use crate::catalogue::compare::{Contender, Contest, Told};
use crate::catalogue::request::RequestError;
use crate::catalogue::{Input, RunError};
use crate::lab::{Event, Step, Trial};
use crate::progress::Unfinished;
use crate::search::{Algorithm, Control, Silent};
use crate::solver::Guide;

impl<K: Complete> Compare<'_, K> {
    /// Runs one search on one board, telling of each board that is expanded.
    pub(super) fn step(
        &self,
        contest: &Contest,
        inputs: &mut [Input],
        tell: &mut dyn FnMut(Told),
    ) -> Result<(Trial, Option<String>), Unfinished<RunError>> {
        let guides = self.guides(&contest.guides)?;
        let contenders = contenders(&self.algorithms(contest), &guides);
        let (search, guide) = match contenders[..] {
            [Contender { algorithm, guide }] if algorithm != Algorithm::Table => (algorithm, guide),
            _ => {
                let problem = "steps are shown of one search with one heuristic";
                return Err(RequestError::OneSearch(problem).into());
            }
        };
        let cases = self.read(inputs)?;
        let [Entered { read, case }] = &cases[..] else {
            return Err(RequestError::OneSearch("steps are shown of one board").into());
        };
        let puzzle = self.family.puzzle(self.request)?;
        let model = self.family.model(self.request)?;
        let guide = guide.unwrap_or(Guide::Blind);
        let Some(ground) = self.family.ground(self.request, guide, case.goal)? else {
            return Err(RequestError::OneSearch("steps need a heuristic").into());
        };
        let unsolvable = RequestError::OneSearch("no moves solve this board");
        if !ground.arena.is_solvable(&case.start) {
            return Err(unsolvable.into());
        }
        let teller = self.family.tells_solvable(self.request)?;
        let told = teller.map_or(Some(true), |teller| teller(&case.start));
        if told == Some(false) {
            return Err(unsolvable.into());
        }
        let mut silent = Silent;
        let mut control =
            Control::new(self.request.limits, &mut silent).cancelled_by(&self.request.cancel);
        let begun = Instant::now();
        let run = |control: &mut Control<'_>| {
            ground
                .arena
                .step(search, &case.start, control, &mut |event| {
                    tell(match event {
                        Event::Threshold(threshold) => {
                            Told::Threshold(search.estimate(0, threshold))
                        }
                        Event::Expanded(Step {
                            board,
                            g,
                            h,
                            is_backward,
                        }) => Told::Expanded {
                            g,
                            h,
                            f: search.estimate(g, h),
                            is_backward,
                            board: text(|out| model.write_board(&symbols(&puzzle, &board), out)),
                            drawing: text(|out| model.draw_board(&symbols(&puzzle, &board), out)),
                        },
                    });
                })
        };
        let unsure = told.is_none().then_some(&puzzle);
        let outcome = to_its_end(unsure, search, &case.start, &mut control, run);
        let trial = Trial {
            outcome,
            time: begun.elapsed(),
        };
        let moves = trial.outcome.moves.as_deref();
        let answer = moves.map(|moves| text(|out| model.write_moves(&read.start, moves, out)));
        Ok((trial, answer))
    }
}
