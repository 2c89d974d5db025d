//! Surveying a family's puzzle, and putting boards and moves into words.

use super::model::{Complete, ModelFamily};
use super::{symbols, text};
use crate::catalogue::request::Request;
use crate::catalogue::tables::allowance;
use crate::catalogue::{RunError, ShownBoard, Surveyed};
use crate::model::Model;
use crate::population::Population;
use crate::progress::Unfinished;
use crate::structure::Structured;
use crate::survey::{Listing, survey};

/// Surveys a puzzle of this family.
pub(super) fn run<K: Complete>(
    family: &ModelFamily<K>,
    request: &Request,
    listing: Listing,
) -> Result<Surveyed, Unfinished<RunError>> {
    let model = family.model(request)?;
    let population = family.population(request)?;
    let population = &*population;
    let survey = survey(population, listing, allowance(request))?;
    let puzzle = population.puzzle();
    let hardest = survey.hardest.into_iter().map(|hard| {
        let board = symbols(puzzle, &population.shown(&hard.board));
        ShownBoard {
            board: text(|out| model.write_board(&board, out)),
            drawing: text(|out| model.draw_board(&board, out)),
            distance: hard.distance,
            class: hard.class,
            answer: text(|out| model.write_moves(&board, &hard.answer, out)),
            answers: hard.answers,
        }
    });
    Ok(Surveyed {
        name: family.name(),
        title: model.title.clone(),
        goal: goal(&model, population),
        figures: survey.figures,
        hardest: hardest.collect(),
    })
}

/// The one solved board.
fn goal<P: Structured>(model: &Model, population: &dyn Population<Puzzle = P>) -> Option<String> {
    let puzzle = population.puzzle();
    let structure = puzzle.structure();
    let [goal] = &structure.goals[..] else {
        return None;
    };
    let goal: Option<Vec<u8>> = goal.iter().copied().collect();
    let board = symbols(puzzle, &population.shown(&puzzle.board(&goal?)?));
    Some(text(|out| model.write_board(&board, out)))
}
