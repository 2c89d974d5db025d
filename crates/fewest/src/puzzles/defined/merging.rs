//! Views of a defined puzzle that forget the difference between some symbols.

use std::sync::Arc;

use super::{Board, Defined, DefinedError};
use crate::invariant::Invariant;
use crate::model::Model;
use crate::projection::Projection;
use crate::structure::Structure;

/// A view through which some symbols look alike. Symbols have new names: goals that ask for the same in other symbols have
/// equal views, and can share a table.
#[derive(Clone, Debug)]
pub struct Merging {
    /// By symbol: its name in the view.
    names: Vec<u8>,
    cells: usize,
    structure: Structure,
    is_exact: bool,
}

impl Merging {
    /// The view for these goals (by number) that keeps only the symbols that any of them names and the one that moves
    /// depend on: exact, for neither moves nor goals look at another.
    #[must_use]
    pub fn exact<const N: usize>(puzzle: &Defined<N>, goals: &[usize]) -> Self {
        let mut merging = Self::keeping(puzzle, goals, |_| true);
        merging.is_exact = true;
        merging
    }

    /// The view that keeps only those of them that are to be kept, and the one that moves depend on.
    #[must_use]
    pub fn keeping<const N: usize>(
        puzzle: &Defined<N>,
        goals: &[usize],
        keeps: impl Fn(u8) -> bool,
    ) -> Self {
        let parts = puzzle.parts();
        let goals = goals.iter().filter_map(|&goal| parts.goals.get(goal));
        let goals: Vec<&Vec<Option<u8>>> = goals.collect();
        let mut names = vec![None; parts.pieces.len()];
        let mut pieces = Vec::new();
        let wanted = goals.iter().flat_map(|goal| goal.iter().flatten().copied());
        let is_kept = |symbol: &u8| keeps(*symbol) || Some(*symbol) == puzzle.blank();
        for symbol in wanted.filter(is_kept).chain(puzzle.blank()) {
            let symbol = usize::from(symbol);
            if let (Some(name @ None), Some(&count)) =
                (names.get_mut(symbol), parts.pieces.get(symbol))
            {
                *name = u8::try_from(pieces.len()).ok();
                pieces.push(count);
            }
        }
        let rest = u8::try_from(pieces.len()).unwrap_or(u8::MAX);
        let merged = names.iter().zip(&parts.pieces);
        let merged: u32 = merged
            .filter(|(name, _)| name.is_none())
            .map(|(_, count)| count)
            .sum();
        if merged > 0 {
            pieces.push(merged);
        }
        let names: Vec<u8> = names.into_iter().map(|name| name.unwrap_or(rest)).collect();
        let name = |symbol: u8| {
            names
                .get(usize::from(symbol))
                .copied()
                .debug_unwrap_or(rest)
        };
        let turns = parts.turns.iter().cloned().map(|mut turn| {
            turn.needs = turn.needs.map(|(cell, symbol)| (cell, name(symbol)));
            turn
        });
        let rename = |goal: &&Vec<Option<u8>>| goal.iter().map(|symbol| symbol.map(name)).collect();
        let structure = Structure {
            pieces,
            turns: turns.collect(),
            goals: goals.iter().map(rename).collect(),
        };
        Self {
            names,
            cells: puzzle.cells(),
            structure,
            is_exact: false,
        }
    }

    /// What the puzzle is made of, as seen.
    #[must_use]
    pub const fn structure(&self) -> &Structure {
        &self.structure
    }

    /// The puzzle as seen: symbols as they are written, `?` for those that look alike.
    ///
    /// # Errors
    /// If the view is that of another puzzle.
    pub fn view<const N: usize>(&self, puzzle: &Defined<N>) -> Result<Defined<N>, DefinedError> {
        let model = puzzle.model();
        let mut symbols = vec!["?".to_owned(); self.structure.pieces.len()];
        let mut wears = vec![0; symbols.len()];
        for (&name, written) in self.names.iter().zip(&model.symbols) {
            let name = usize::from(name);
            if let (Some(symbol), Some(wears)) = (symbols.get_mut(name), wears.get_mut(name)) {
                *wears += 1;
                let is_own = *wears == 1;
                *symbol = if is_own {
                    written.clone()
                } else {
                    "?".to_owned()
                };
            }
        }
        Defined::of(Arc::new(Model {
            symbols,
            blank: puzzle.blank().map(|blank| self.name(blank)),
            goals: vec![String::new(); self.structure.goals.len()],
            structure: self.structure.clone(),
            ..(**model).clone()
        }))
    }

    /// A symbol's name in the view.
    #[must_use]
    pub fn name(&self, symbol: u8) -> u8 {
        self.names.get(usize::from(symbol)).copied().unwrap_or(0)
    }
}

impl<const N: usize> Projection<Defined<N>> for Merging {
    type View = Defined<N>;

    #[inline]
    fn project(&self, board: &Board<N>) -> Board<N> {
        let mut seen = *board;
        for symbol in seen.symbols.iter_mut().take(self.cells) {
            *symbol = self
                .names
                .get(usize::from(*symbol))
                .copied()
                .debug_unwrap_or(0);
        }
        seen
    }

    fn is_exact(&self) -> bool {
        self.is_exact
    }
}
