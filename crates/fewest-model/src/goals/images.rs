//! Images of goals under rotations of the whole puzzle, recolourings of pieces, and symmetries.

use std::collections::HashSet;
use std::ops::Range;

use toml::Spanned;

use super::{GoalCells, GoalPuzzle};
use crate::file::{GoalEntry, Texts};
use crate::moves::{FEWEST, Moves};
use crate::names::{Mapping, Names, after};
use crate::picture::Picture;
use crate::pieces::PieceSymbols;
use crate::problem::Findings;
use crate::words;
use fewest_base::symmetry::Symmetry;

/// The maximum number of generators of images.
const MAX_IMAGES: usize = 64;
/// The minimum number of symbols in a recolouring.
const TWO: (usize, &str) = (2, "at least two symbols are needed to recolour anything");

/// Generators of images, applied any number of times in any order.
pub(super) struct Images<'a> {
    /// For each cell, the cell whose piece comes here.
    turns: Vec<Mapping>,
    /// For each symbol, the symbol that it becomes.
    colours: Vec<Mapping>,
    symmetries: Vec<&'a Symmetry>,
}

impl<'a> Images<'a> {
    pub(super) fn read(
        entry: &GoalEntry,
        puzzle: GoalPuzzle<'a>,
        findings: &mut Findings<'_>,
    ) -> Option<Self> {
        let GoalPuzzle {
            picture,
            pieces,
            moves,
            ..
        } = puzzle;
        let mut images = Self {
            turns: Vec::new(),
            colours: Vec::new(),
            symmetries: Vec::new(),
        };
        if let Some(key) = entry.symmetric.as_ref().filter(|key| *key.as_ref()) {
            let problem = match puzzle.symmetries {
                Some(symmetries) if symmetries.is_complete() => {
                    images.symmetries.extend(symmetries);
                    None
                }
                Some(_) => Some("the puzzle has too many symmetries, or they are too hard to find"),
                None => Some(
                    "`symmetric` is for files with `extends`, of a puzzle with one solved board",
                ),
            };
            if let Some(problem) = problem {
                findings.add(key.span(), problem);
                return None;
            }
        }
        for string in entry.turned.iter().flat_map(Texts::each) {
            images.turns.push(turn(&string, picture, moves, findings)?);
            images.check(string.span(), findings)?;
        }
        for string in entry.recolour.iter().flat_map(Texts::each) {
            images
                .colours
                .extend(recolouring(&string, pieces, moves, findings)?);
            images.check(string.span(), findings)?;
        }
        Some(images)
    }

    fn check(&self, span: Range<usize>, findings: &mut Findings<'_>) -> Option<()> {
        if self.turns.len() + self.colours.len() > MAX_IMAGES {
            findings.add(
                span,
                format!("more than {MAX_IMAGES} ways to turn or recolour a goal"),
            );
            return None;
        }
        Some(())
    }

    /// A goal and its images, itself first; `None` if there are more than `limit`.
    pub(super) fn of(&self, goal: &GoalCells, limit: usize) -> Option<Vec<GoalCells>> {
        let mut made = vec![goal.clone()];
        let mut known = HashSet::from([goal.clone()]);
        let mut next = 0;
        while let Some(goal) = made.get(next).cloned() {
            next += 1;
            let turned = self.turns.iter().map(|from| {
                let cells = from.iter().map(|&from| goal[usize::from(from)]);
                cells.collect::<GoalCells>()
            });
            let recoloured = self.colours.iter().map(|colours| {
                let cells = goal
                    .iter()
                    .map(|symbol| symbol.map(|symbol| colours[usize::from(symbol)]));
                cells.collect::<GoalCells>()
            });
            let symmetric = self.symmetries.iter().map(|symmetry| symmetry.goal(&goal));
            for image in turned.chain(recoloured).chain(symmetric) {
                if known.insert(image.clone()) {
                    made.push(image);
                }
            }
            if made.len() > limit {
                return None;
            }
        }
        Some(made)
    }
}

/// A rotation of the whole puzzle: cycles of cells, or moves one after another.
pub(crate) fn turn(
    string: &Spanned<String>,
    picture: &Picture,
    moves: &Moves,
    findings: &mut Findings<'_>,
) -> Option<Mapping> {
    let text = string.as_ref();
    let names = Names::cells(&picture.names);
    if text.trim_start().starts_with('(') {
        return names.cycles(string, FEWEST, findings);
    }
    let mut all = names.identity();
    let mut is_empty = true;
    for (place, word) in words(text) {
        let place = findings.within(&string.span(), text, place);
        all = after(&all, &moves.permutation(word, place, findings)?);
        is_empty = false;
    }
    if is_empty {
        findings.add(
            string.span(),
            "`turned` takes moves, like `R L3`, or cycles of cells",
        );
        return None;
    }
    Some(all)
}

/// The generators of a string's recolourings: all orders of symbols, or what its cycles state.
fn recolouring(
    string: &Spanned<String>,
    pieces: &PieceSymbols,
    moves: &Moves,
    findings: &mut Findings<'_>,
) -> Option<Vec<Mapping>> {
    let text = string.as_ref();
    let names = Names::symbols(&pieces.symbols);
    let is_symbol = |word: &str| pieces.symbols.iter().any(|symbol| symbol == word);
    let first = words(text).next().map_or("", |(_, word)| word);
    let colours = if first.starts_with('(') && !is_symbol(first) {
        // As for cells, each symbol becomes the next in its cycle.
        let from = names.cycles(string, TWO, findings)?;
        vec![fewest_base::space::structure::inverse(&from)?]
    } else {
        let listed = names.list(string, 0..text.len(), TWO, findings)?;
        // Swapping two and rotating all generate all orders.
        vec![
            names.cycle(listed.get(..2)?, true),
            names.cycle(&listed, true),
        ]
    };
    let changes = |colours: &Mapping| {
        let mut needed = moves.turns.iter().flat_map(|turn| &turn.needs);
        needed.any(|(_, symbol)| colours.get(usize::from(*symbol)) != Some(symbol))
    };
    if colours.iter().any(changes) {
        findings.add(
            string.span(),
            "the blank can't be recoloured: moves depend on it",
        );
        return None;
    }
    Some(colours)
}
