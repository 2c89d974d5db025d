//! Views: models in which some symbols, or some pieces, look alike.

use std::sync::Arc;

use super::pieces::Pieces;
use crate::model::Model;
use crate::space::structure::Structure;

/// A model in which some symbols look alike. Symbols get new names, so that goals that differ only
/// in symbols have equal views and can share a table. In a view of one of a stage's goals, pieces
/// that the goal does not name look alike.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::Model;
/// use fewest::kernel::View;
///
/// // A goal of the rotation game looks at one symbol only: all others look alike.
/// let rotation = Model::rotation();
/// let one = View::exact(&rotation, &[0]);
/// assert_eq!(one.structure().pieces, [8, 16]);
/// assert_eq!(one.structure().arrangements().to_string(), "735471");
/// assert!(View::of_all_goals(&rotation).is_identity());
/// ```
#[derive(Clone, Debug)]
pub struct View {
    /// For each symbol, its name in the view.
    names: Vec<u8>,
    model: Arc<Model>,
    /// The solved board of the original model as it looks here, if pieces look alike. If so, the
    /// names of symbols are not enough to project boards.
    home: Option<Vec<u8>>,
}

impl View {
    /// The view for these goals (by number) that keeps only the symbols that they name and the
    /// symbol that moves depend on. It is exact: neither moves nor goals depend on others.
    #[must_use]
    pub fn exact(model: &Model, goals: &[usize]) -> Self {
        Self::of(model, goals, &[], |_| true)
    }

    /// The exact view of one goal. If the model is a stage with several goals, the view keeps the
    /// pieces that this goal names; otherwise, it keeps symbols.
    #[must_use]
    pub fn of_goal(model: &Model, goal: usize) -> Self {
        let Some((stage, home)) = model.stage(goal) else {
            return Self::exact(model, &[goal]);
        };
        Self {
            names: vec![0; model.symbols.len()],
            model: Arc::new(stage),
            home: Some(home),
        }
    }

    /// The exact view for all goals together.
    #[must_use]
    pub fn of_all_goals(model: &Model) -> Self {
        Self::naming(model, &[])
    }

    /// The exact view for all goals together that also keeps these symbols. If it merges no
    /// symbols, it is the model itself, so that it shares the model's table.
    #[must_use]
    pub fn naming(model: &Model, symbols: &[u8]) -> Self {
        let goals: Vec<usize> = (0..model.structure.goals.len()).collect();
        let view = Self::of(model, &goals, symbols, |_| true);
        if view.structure().pieces.len() < view.names.len() {
            return view;
        }
        Self {
            names: (0..=u8::MAX).take(view.names.len()).collect(),
            model: Arc::new(model.clone()),
            home: None,
        }
    }

    /// The view that keeps only the symbols that these goals name and `keeps` accepts, and the one
    /// that moves depend on. Symbols are written as in the model, `?` for merged ones.
    #[must_use]
    pub fn keeping(model: &Model, goals: &[usize], keeps: impl Fn(u8) -> bool) -> Self {
        Self::of(model, goals, &[], keeps)
    }

    fn of(model: &Model, goals: &[usize], others: &[u8], keeps: impl Fn(u8) -> bool) -> Self {
        let parts = &model.structure;
        let mut needed: Vec<u8> = (parts.turns.iter().flat_map(|turn| &turn.needs))
            .map(|(_, symbol)| *symbol)
            .collect();
        needed.sort_unstable();
        needed.dedup();
        let goals: Vec<&Vec<Option<u8>>> = goals
            .iter()
            .filter_map(|&goal| parts.goals.get(goal))
            .collect();
        let mut names = vec![None; parts.pieces.len()];
        let (mut pieces, mut symbols) = (Vec::new(), Vec::new());
        let of_goals = goals.iter().flat_map(|goal| goal.iter().flatten());
        let candidates = of_goals.chain(others).copied();
        let is_kept = |symbol: &u8| keeps(*symbol) || needed.contains(symbol);
        for symbol in candidates.filter(is_kept).chain(needed.iter().copied()) {
            let symbol = usize::from(symbol);
            if let (Some(name @ None), Some(&count)) =
                (names.get_mut(symbol), parts.pieces.get(symbol))
            {
                *name = u8::try_from(pieces.len()).ok();
                pieces.push(count);
                symbols.extend(model.symbols.get(symbol).cloned());
            }
        }
        let rest = u8::try_from(pieces.len()).unwrap_or(u8::MAX);
        let merged = || names.iter().zip(&parts.pieces).enumerate();
        let merged: Vec<(usize, u32)> = merged()
            .filter(|(_, (name, _))| name.is_none())
            .map(|(symbol, (_, count))| (symbol, *count))
            .collect();
        let count: u32 = merged.iter().map(|(_, count)| count).sum();
        if count > 0 {
            pieces.push(count);
            let only = match merged[..] {
                [(symbol, _)] => model.symbols.get(symbol).cloned(),
                _ => None,
            };
            symbols.push(only.unwrap_or_else(|| ALIKE.to_owned()));
        }
        let names: Vec<u8> = names.into_iter().map(|name| name.unwrap_or(rest)).collect();
        let name = |symbol: u8| names.get(usize::from(symbol)).copied().unwrap_or(rest);
        let turns = parts.turns.iter().cloned().map(|mut turn| {
            for (_, symbol) in &mut turn.needs {
                *symbol = name(*symbol);
            }
            turn
        });
        let rename = |goal: &&Vec<Option<u8>>| goal.iter().map(|symbol| symbol.map(name)).collect();
        let structure = Structure {
            pieces,
            turns: turns.collect(),
            goals: goals.iter().map(rename).collect(),
        };
        let model = Model {
            symbols,
            blank: parts.blank().map(name),
            goals: vec![String::new(); structure.goals.len()],
            // Its parts may look alike here.
            blocks: None,
            structure,
            home: (model.home.as_ref())
                .map(|home| home.iter().map(|symbol| name(*symbol)).collect()),
            ..model.clone()
        };
        Self {
            model: Arc::new(model),
            names,
            home: None,
        }
    }

    #[must_use]
    pub(crate) const fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The structure of the view's model.
    #[must_use]
    pub fn structure(&self) -> &Structure {
        &self.model.structure
    }

    /// The projection of this model's boards, if pieces look alike; `None` if symbols do.
    #[must_use]
    pub fn pieces(&self, model: &Model) -> Option<PieceLens> {
        let home = self.home.clone()?;
        let solved = model.with_goal(&model.home()?);
        let pieces = Pieces::by_names(&solved.structure)?;
        Some(PieceLens { pieces, home })
    }

    /// The symbol of the view for each symbol.
    #[must_use]
    pub fn names(&self) -> &[u8] {
        &self.names
    }

    /// The symbol of the view for a symbol.
    #[must_use]
    pub fn name(&self, symbol: u8) -> u8 {
        self.names.get(usize::from(symbol)).copied().unwrap_or(0)
    }

    /// Returns true if every symbol keeps its name.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let unchanged = (0..=u8::MAX).take(self.names.len());
        self.home.is_none() && self.names.iter().copied().eq(unchanged)
    }
}

/// The projection of boards into a view in which some pieces look alike.
#[derive(Clone, Debug)]
pub struct PieceLens {
    pieces: Pieces,
    /// The solved board in the view.
    home: Vec<u8>,
}

impl PieceLens {
    /// The symbols of a board in the view. `None` if the board is made of other pieces: the view
    /// tells nothing about it.
    #[must_use]
    pub fn project(&self, symbols: &[u8]) -> Option<Vec<u8>> {
        self.pieces.recoloured(symbols, &self.home)
    }
}

/// The symbol of pieces that look alike.
pub const ALIKE: &str = "?";
