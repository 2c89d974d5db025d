//! Surveying a family's puzzle, and putting boards and moves into words.

use super::Family;
use crate::catalogue::request::Request;
use crate::catalogue::tables::allowance;
use crate::catalogue::{RunError, ShownBoard, Surveyed};
use crate::format::notation::Notation;
use crate::population::Population;
use crate::progress::Unfinished;
use crate::structure::Structured;
use crate::survey::{Listing, survey};

/// Surveys a puzzle of this family.
pub(super) fn run<F: Family>(
    family: &F,
    request: &Request,
    listing: Listing,
) -> Result<Surveyed, Unfinished<RunError>> {
    let population = family.population(request)?;
    let population = &*population;
    let survey = survey(population, listing, allowance(request))?;
    let puzzle = population.puzzle();
    let hardest = survey.hardest.into_iter().map(|hard| {
        let board = population.shown(&hard.board);
        ShownBoard {
            board: text(|out| puzzle.compact(&board, out)),
            drawing: text(|out| puzzle.draw(&board, out)),
            distance: hard.distance,
            class: hard.class,
            answer: text(|out| puzzle.move_names(&board, &hard.answer, out)),
            answers: hard.answers,
        }
    });
    Ok(Surveyed {
        name: family.name(),
        title: family.title(),
        goal: goal(population),
        figures: survey.figures,
        hardest: hardest.collect(),
    })
}

/// The one solved board.
fn goal<P: Structured + Notation>(population: &dyn Population<Puzzle = P>) -> Option<String> {
    let puzzle = population.puzzle();
    let structure = puzzle.structure();
    let [goal] = &structure.goals[..] else {
        return None;
    };
    let symbols: Option<Vec<u8>> = goal.iter().copied().collect();
    let board = population.shown(&puzzle.board(&symbols?)?);
    Some(text(|out| puzzle.compact(&board, out)))
}

/// What is written as text.
pub(super) fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
