//! The boards that are equal in an exact view.

use std::sync::Arc;

use crate::kernel::{Kernel, View};
use crate::rank::multiset::Multiset;
use crate::support::invariant::Invariant;
use crate::support::random::Random;

/// A puzzle and its view for all goals. The view forgets everything irrelevant to moves and goals.
///
/// Each board of the view stands for equally many boards of the puzzle, its *fibre*: the ways to
/// assign the symbols that look alike to the cells that hold one of them. A fibre is ordered
/// lexicographically by these symbols, cell by cell.
#[derive(Clone, Debug)]
pub struct Fibres<K: Kernel> {
    puzzle: Arc<K>,
    view: Arc<K>,
    forgotten: Option<Forgotten<K>>,
}

/// The distinctions that a view forgets.
#[derive(Clone, Debug)]
struct Forgotten<K: Kernel> {
    lens: K::Lens,
    /// Each symbol's name in the view.
    names: Vec<u8>,
    /// For each symbol of the view, the puzzle's symbol; `None` if there are several.
    symbols: Vec<Option<u8>>,
    /// The forgotten symbols in ascending order, each as often as it has pieces.
    pieces: Vec<u8>,
    /// The ways to assign them, as places in `merged`; `None` for 2^64 ways or more.
    ways: Option<Multiset>,
    /// The forgotten symbols.
    merged: Vec<u8>,
}

impl<K: Kernel> Fibres<K> {
    /// The fibres of a puzzle. If nothing can be forgotten, the view is the puzzle itself.
    #[must_use]
    pub fn of(puzzle: Arc<K>) -> Self {
        Self::naming(puzzle, &[])
    }

    /// Like [`of`](Self::of), but keeps these symbols. Nothing is forgotten if only reachable
    /// boards have numbers, or if only some of the boards with the same view are real.
    #[must_use]
    pub(crate) fn naming(puzzle: Arc<K>, symbols: &[u8]) -> Self {
        let view = View::naming(puzzle.model(), symbols);
        let simplified = if puzzle.numbers_made() {
            None
        } else {
            Forgotten::of(&*puzzle, &view)
        };
        let simplified = match puzzle.real_boards() {
            Some(real) => simplified.and_then(|(view, forgotten)| {
                let view = view.to_real().ok()?;
                let ways = forgotten.ways.as_ref()?.count();
                (view.real_boards().is_some_and(|seen| seen * ways == *real))
                    .then_some((view, forgotten))
            }),
            None => simplified,
        };
        let (view, forgotten) = match simplified {
            Some((view, forgotten)) => (Arc::new(view), Some(forgotten)),
            None => (Arc::clone(&puzzle), None),
        };
        Self {
            puzzle,
            view,
            forgotten,
        }
    }

    #[must_use]
    pub(crate) fn puzzle(&self) -> &K {
        &self.puzzle
    }

    /// The view.
    #[must_use]
    pub fn view(&self) -> &K {
        &self.view
    }

    /// A symbol's name in the view.
    #[must_use]
    pub(crate) fn name(&self, symbol: u8) -> u8 {
        let names = self.forgotten.as_ref().map(|forgotten| &forgotten.names);
        let name = names.and_then(|names| names.get(usize::from(symbol)));
        name.copied().unwrap_or(symbol)
    }

    /// The number of boards for each board of the view, if it fits into 64 bits.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match &self.forgotten {
            None => Some(1),
            Some(forgotten) => Some(forgotten.ways.as_ref()?.count()),
        }
    }

    /// The number of boards at each distance, from the view's; `None` if the sum is 2^64 or more.
    pub(crate) fn counts(&self, seen: &[u64]) -> Option<Vec<u64>> {
        let each = self.size()?;
        let counts: Option<Vec<u64>> = seen.iter().map(|count| count.checked_mul(each)).collect();
        let sum = |counts: &Vec<u64>| {
            let mut counts = counts.iter();
            counts.try_fold(0u64, |sum, &count| sum.checked_add(count))
        };
        counts.filter(|counts| sum(counts).is_some())
    }

    #[must_use]
    pub(crate) fn project(&self, board: &K::Board) -> K::Board {
        let lens = self.forgotten.as_ref().map(|forgotten| &forgotten.lens);
        lens.map_or(*board, |lens| self.puzzle.project(lens, board))
    }

    /// The first board of a board's fibre.
    #[must_use]
    pub(crate) fn first(&self, board: &K::Board) -> K::Board {
        let first = self.forgotten.as_ref().and_then(|forgotten| {
            let seen = self.puzzle.project(&forgotten.lens, board);
            self.filled(&seen, &forgotten.pieces)
        });
        first.unwrap_or(*board)
    }

    /// The board at a place in the fibre of a board of the view; `None` past the last.
    #[must_use]
    pub(crate) fn board(&self, seen: &K::Board, place: u64) -> Option<K::Board> {
        let Some(forgotten) = &self.forgotten else {
            return (place == 0).then_some(*seen);
        };
        let mut pieces = forgotten.ways.as_ref()?.unrank(place)?;
        for piece in &mut pieces {
            *piece = *forgotten.merged.get(usize::from(*piece))?;
        }
        self.filled(seen, &pieces)
    }

    /// Draws a board from the fibre of a board of the view, all equally likely.
    pub(crate) fn draw(&self, seen: &K::Board, random: &mut Random) -> Option<K::Board> {
        let Some(forgotten) = &self.forgotten else {
            return Some(*seen);
        };
        let mut pieces = forgotten.pieces.clone();
        random.shuffle(&mut pieces);
        self.filled(seen, &pieces)
    }

    /// The board with this view and these pieces as the symbols that look alike.
    fn filled(&self, seen: &K::Board, pieces: &[u8]) -> Option<K::Board> {
        let names = self
            .forgotten
            .as_ref()
            .map(|forgotten| &forgotten.symbols)?;
        let mut pieces = pieces.iter().copied();
        let symbol = |cell| match names.get(usize::from(self.view.symbol(seen, cell)))? {
            Some(symbol) => Some(*symbol),
            None => pieces.next(),
        };
        let symbols: Option<Vec<u8>> = (0..self.puzzle.model().cells()).map(symbol).collect();
        self.puzzle.board(&symbols?)
    }
}

impl<K: Kernel> Forgotten<K> {
    /// The view, and the distinctions that it forgets; `None` if no symbols look alike.
    fn of(puzzle: &K, view: &View) -> Option<(K, Self)> {
        let counts = &puzzle.model().structure.pieces;
        let mut symbols = vec![None; view.structure().pieces.len()];
        let mut merged = Vec::new();
        for name in (0..=u8::MAX).take(symbols.len()) {
            let named: Vec<u8> = (0..=u8::MAX)
                .take(counts.len())
                .filter(|&symbol| view.name(symbol) == name)
                .collect();
            if let [symbol] = named[..] {
                *symbols.get_mut(usize::from(name))? = Some(symbol);
            } else {
                // Only the last name replaces several symbols.
                merged = named;
            }
        }
        if merged.is_empty() {
            return None;
        }
        let count = |symbol: &u8| counts.get(usize::from(*symbol)).copied().debug_unwrap_or(0);
        let each: Vec<u32> = merged.iter().map(count).collect();
        let pieces = merged.iter().zip(&each);
        let pieces =
            pieces.flat_map(|(&symbol, &count)| std::iter::repeat_n(symbol, count as usize));
        let forgotten = Self {
            symbols,
            pieces: pieces.collect(),
            ways: Multiset::new(&each),
            merged,
            lens: puzzle.lens(view),
            names: view.names().to_vec(),
        };
        Some((puzzle.through(view).ok()?, forgotten))
    }
}
