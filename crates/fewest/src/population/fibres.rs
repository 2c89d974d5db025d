//! The boards that look the same in an exact view.

use std::sync::Arc;

use crate::kernel::{Kernel, View};
use crate::rank::multiset::Multiset;
use crate::support::invariant::Invariant;
use crate::support::random::Random;

/// A puzzle and its view for all goals together, which forgets what neither moves nor goals look
/// at.
///
/// All boards of the view stand for equally many boards of the puzzle, their *fibres*: the ways to
/// hand the symbols that look alike out to the cells that hold one of them. A fibre is in the
/// dictionary order of these symbols, cell by cell.
#[derive(Clone, Debug)]
pub struct Fibres<K: Kernel> {
    puzzle: Arc<K>,
    view: Arc<K>,
    forgets: Option<Forgets<K>>,
}

/// What a view forgets.
#[derive(Clone, Debug)]
struct Forgets<K: Kernel> {
    lens: K::Lens,
    /// By symbol: its name in the view.
    names: Vec<u8>,
    /// By symbol of the view: the one that it stands for; `None` for the one that stands for
    /// several.
    symbols: Vec<Option<u8>>,
    /// These several, each as often as it has pieces, in ascending order.
    pieces: Vec<u8>,
    /// The ways to hand them out, by the places of these symbols among themselves; `None` if they
    /// are 2^64 or more.
    ways: Option<Multiset>,
    /// By place: the symbol.
    alike: Vec<u8>,
}

impl<K: Kernel> Fibres<K> {
    /// The fibres of this puzzle. If nothing can be forgotten, the view is the puzzle itself.
    #[must_use]
    pub fn of(puzzle: Arc<K>) -> Self {
        Self::naming(puzzle, &[])
    }

    /// The same where these symbols are not forgotten. Nothing is where only the boards that moves
    /// make have numbers: what looks like them may be none.
    #[must_use]
    pub(crate) fn naming(puzzle: Arc<K>, symbols: &[u8]) -> Self {
        let view = View::naming(puzzle.model(), symbols);
        let forgotten = if puzzle.numbers_made() {
            None
        } else {
            Forgets::of(&*puzzle, &view)
        };
        let (view, forgets) = match forgotten {
            Some((view, forgets)) => (Arc::new(view), Some(forgets)),
            None => (Arc::clone(&puzzle), None),
        };
        Self {
            puzzle,
            view,
            forgets,
        }
    }

    /// The puzzle.
    #[must_use]
    pub(crate) fn puzzle(&self) -> &K {
        &self.puzzle
    }

    /// The puzzle as it is seen.
    #[must_use]
    pub fn view(&self) -> &K {
        &self.view
    }

    /// A symbol's name in the view.
    #[must_use]
    pub(crate) fn name(&self, symbol: u8) -> u8 {
        let names = self.forgets.as_ref().map(|forgets| &forgets.names);
        let name = names.and_then(|names| names.get(usize::from(symbol)));
        name.copied().unwrap_or(symbol)
    }

    /// How many boards each board of the view stands for, if that fits into 64 bits.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match &self.forgets {
            None => Some(1),
            Some(forgets) => Some(forgets.ways.as_ref()?.count()),
        }
    }

    /// The number of boards at each distance, from that of the view; `None` if all together are 2^64
    /// or more.
    pub(crate) fn counts(&self, seen: &[u64]) -> Option<Vec<u64>> {
        let each = self.size()?;
        let counts: Option<Vec<u64>> = seen.iter().map(|count| count.checked_mul(each)).collect();
        let sum = |counts: &Vec<u64>| {
            let mut counts = counts.iter();
            counts.try_fold(0u64, |sum, &count| sum.checked_add(count))
        };
        counts.filter(|counts| sum(counts).is_some())
    }

    /// The board as it is seen.
    #[must_use]
    pub(crate) fn project(&self, board: &K::Board) -> K::Board {
        let lens = self.forgets.as_ref().map(|forgets| &forgets.lens);
        lens.map_or(*board, |lens| self.puzzle.project(lens, board))
    }

    /// The first board of the fibre of this board.
    #[must_use]
    pub(crate) fn first(&self, board: &K::Board) -> K::Board {
        let first = self.forgets.as_ref().and_then(|forgets| {
            let seen = self.puzzle.project(&forgets.lens, board);
            self.filled(&seen, &forgets.pieces)
        });
        first.unwrap_or(*board)
    }

    /// The board at a place of the fibre of a board of the view, or `None` past the last.
    #[must_use]
    pub(crate) fn board(&self, seen: &K::Board, place: u64) -> Option<K::Board> {
        let Some(forgets) = &self.forgets else {
            return (place == 0).then_some(*seen);
        };
        let mut pieces = forgets.ways.as_ref()?.unrank(place)?;
        for piece in &mut pieces {
            *piece = *forgets.alike.get(usize::from(*piece))?;
        }
        self.filled(seen, &pieces)
    }

    /// A board of the fibre of a board of the view, each of them equally likely.
    pub(crate) fn draw(&self, seen: &K::Board, random: &mut Random) -> Option<K::Board> {
        let Some(forgets) = &self.forgets else {
            return Some(*seen);
        };
        let mut pieces = forgets.pieces.clone();
        random.shuffle(&mut pieces);
        self.filled(seen, &pieces)
    }

    /// The board that looks like this, with these pieces where several symbols look alike.
    fn filled(&self, seen: &K::Board, pieces: &[u8]) -> Option<K::Board> {
        let names = self.forgets.as_ref().map(|forgets| &forgets.symbols)?;
        let mut pieces = pieces.iter().copied();
        let symbol = |cell| match names.get(usize::from(self.view.symbol(seen, cell)))? {
            Some(symbol) => Some(*symbol),
            None => pieces.next(),
        };
        let symbols: Option<Vec<u8>> = (0..self.puzzle.model().cells()).map(symbol).collect();
        self.puzzle.board(&symbols?)
    }
}

impl<K: Kernel> Forgets<K> {
    /// What a view forgets, and the view; `None` if no symbols look alike.
    fn of(puzzle: &K, view: &View) -> Option<(K, Self)> {
        let counts = &puzzle.model().structure.pieces;
        let mut symbols = vec![None; view.structure().pieces.len()];
        let mut alike = Vec::new();
        for name in (0..=u8::MAX).take(symbols.len()) {
            let own = (0..=u8::MAX).take(counts.len());
            let own: Vec<u8> = own.filter(|&own| view.name(own) == name).collect();
            if let [own] = own[..] {
                *symbols.get_mut(usize::from(name))? = Some(own);
            } else {
                // Only the last name is that of several.
                alike = own;
            }
        }
        if alike.is_empty() {
            return None;
        }
        let count = |symbol: &u8| counts.get(usize::from(*symbol)).copied().debug_unwrap_or(0);
        let each: Vec<u32> = alike.iter().map(count).collect();
        let pieces = alike.iter().zip(&each);
        let pieces =
            pieces.flat_map(|(&symbol, &count)| std::iter::repeat_n(symbol, count as usize));
        let forgets = Self {
            symbols,
            pieces: pieces.collect(),
            ways: Multiset::new(&each),
            alike,
            lens: puzzle.lens(view),
            names: view.names().to_vec(),
        };
        Some((puzzle.through(view).ok()?, forgets))
    }
}
