//! Sets of boards, for surveys that start from a set or end in one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::fingerprint;
use super::structure::MAX_CELLS;
use crate::rank::multiset::Multiset;
use crate::space::structure::Structure;

/// The maximum number of whole boards in a set.
pub const MAX_BOARDS: usize = 1 << 20;
/// The maximum number of patterns in a set, and of a puzzle's goals.
pub const MAX_PATTERNS: usize = 4096;
/// The maximum number of steps to count a set: patterns may overlap in too many ways.
const MAX_STEPS: u64 = 1 << 24;

/// The symbol on each cell of a board; `None` matches any symbol.
pub type CellPattern = Vec<Option<u8>>;

/// A set of boards: all that match at least one pattern. A whole board is also a pattern.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::BoardSet;
/// use fewest::space::structure::Structure;
///
/// // Boards of nine tiles, of which the last is the blank: it is in the middle, or the first row is
/// // in order.
/// let eight = Structure { pieces: vec![1; 9], turns: vec![], goals: vec![vec![None; 9]] };
/// let blank_in_the_middle = vec![None, None, None, None, Some(8), None, None, None, None];
/// let first_row = vec![Some(0), Some(1), Some(2), None, None, None, None, None, None];
/// let set = BoardSet::of(&eight, [blank_in_the_middle, first_row]).expect("two patterns");
/// assert!(set.contains(&[7, 6, 5, 4, 8, 3, 2, 1, 0]));
/// assert!(!set.contains(&[7, 6, 5, 8, 4, 3, 2, 1, 0]));
/// // 8! and 6! boards, less the 5! that match both.
/// assert_eq!(set.count(&eight), Some(40_320 + 720 - 120));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSet {
    /// The patterns' symbols, grouped by the cells that the patterns name.
    groups: BTreeMap<Vec<u8>, FxHashSet<Box<[u8]>>>,
}

impl BoardSet {
    /// The boards of a puzzle that match one of these patterns. `None` if there is no pattern, or
    /// if one has the wrong length or needs more pieces than there are.
    ///
    /// ```
    /// # use fewest_base as fewest;
    /// use fewest::BoardSet;
    /// use fewest::space::structure::Structure;
    ///
    /// let four = Structure { pieces: vec![1; 4], turns: vec![], goals: vec![vec![None; 4]] };
    /// let set = BoardSet::of(&four, [vec![Some(0), None, None, None]]).expect("a pattern");
    /// assert_eq!(set.count(&four), Some(6));
    /// assert!(BoardSet::of(&four, [vec![Some(0), Some(0), None, None]]).is_none());
    /// ```
    pub fn of(
        structure: &Structure,
        patterns: impl IntoIterator<Item = CellPattern>,
    ) -> Option<Self> {
        let mut groups: BTreeMap<Vec<u8>, FxHashSet<Box<[u8]>>> = BTreeMap::new();
        for pattern in patterns {
            let mut left = structure.pieces.clone();
            let mut cells = Vec::new();
            let mut key = Vec::new();
            for (cell, symbol) in (0..=u8::MAX).zip(&pattern) {
                let Some(symbol) = *symbol else {
                    continue;
                };
                let left = left.get_mut(usize::from(symbol))?;
                *left = left.checked_sub(1)?;
                cells.push(cell);
                key.push(symbol);
            }
            if pattern.len() != structure.cells() {
                return None;
            }
            groups.entry(cells).or_default().insert(key.into());
        }
        (!groups.is_empty()).then_some(Self { groups })
    }

    /// Returns true if the set contains a board with these symbols.
    #[must_use]
    pub fn contains(&self, symbols: &[u8]) -> bool {
        let mut seen = [0; MAX_CELLS];
        self.groups.iter().any(|(cells, keys)| {
            for (seen, &cell) in seen.iter_mut().zip(cells) {
                let Some(symbol) = symbols.get(usize::from(cell)) else {
                    return false;
                };
                *seen = *symbol;
            }
            seen.get(..cells.len())
                .is_some_and(|key| keys.contains(key))
        })
    }

    /// The set's patterns for boards of `cells` cells, in ascending order.
    #[must_use]
    pub fn patterns(&self, cells: usize) -> Vec<CellPattern> {
        let of_group = |(fixed, keys): (&Vec<u8>, &FxHashSet<Box<[u8]>>)| {
            let of_key = |key: &[u8]| {
                let mut pattern = vec![None; cells];
                for (&cell, &symbol) in fixed.iter().zip(key) {
                    if let Some(place) = pattern.get_mut(usize::from(cell)) {
                        *place = Some(symbol);
                    }
                }
                pattern
            };
            keys.iter().map(|key| of_key(key)).collect::<Vec<_>>()
        };
        let mut patterns: Vec<CellPattern> = self.groups.iter().flat_map(of_group).collect();
        patterns.sort_unstable();
        patterns
    }

    /// A hash of the set for boards of `cells` cells; sets collide only by chance (2^-128).
    #[must_use]
    pub fn fingerprint(&self, cells: usize) -> u128 {
        fingerprint::of(&Structure {
            pieces: Vec::new(),
            turns: Vec::new(),
            goals: self.patterns(cells),
        })
    }

    /// The number of patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.values().map(FxHashSet::len).sum()
    }

    /// Returns false: every set has a pattern.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The symbols that the patterns name, in ascending order.
    #[must_use]
    pub fn symbols(&self) -> Vec<u8> {
        let keys = self.groups.values().flatten();
        let mut symbols: Vec<u8> = keys.flat_map(|key| key.iter().copied()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The set with its symbols renamed.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(u8) -> u8) -> Self {
        let rename = |key: &[u8]| key.iter().map(|symbol| name(*symbol)).collect();
        let groups = self
            .groups
            .iter()
            .map(|(cells, keys)| (cells.clone(), keys.iter().map(|key| rename(key)).collect()));
        Self {
            groups: groups.collect(),
        }
    }

    /// The number of arrangements of a puzzle's pieces in the set, reachable or not. `None` if it
    /// is 2^64 or more, or patterns overlap in too many ways to count.
    #[must_use]
    pub fn count(&self, structure: &Structure) -> Option<u64> {
        let mut count = Some(0u64);
        let mut steps = 0;
        // `count` is `None` if the walk broke off.
        let _ = SetWalk::of(self, structure).run(&mut |_, left| {
            steps += 1;
            let more = left.and_then(|left| Some(Multiset::new(left)?.count()));
            let is_over = left.is_some() && more.is_none() || steps > MAX_STEPS;
            count = count.filter(|_| !is_over);
            count = count.and_then(|count| count.checked_add(more.unwrap_or(0)));
            match count {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            }
        });
        count
    }

    /// Visits the symbols of each arrangement in the set once, until `visit` breaks off.
    pub fn each(
        &self,
        structure: &Structure,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        SetWalk::of(self, structure).run(&mut |symbols, left| {
            let Some(ways) = left.and_then(Multiset::new) else {
                return ControlFlow::Continue(());
            };
            let mut board = vec![0; symbols.len()];
            (0..ways.count()).try_for_each(|way| {
                let mut rest = ways.unrank(way).unwrap_or_default().into_iter();
                for (cell, symbol) in board.iter_mut().zip(symbols) {
                    *cell = symbol.or_else(|| rest.next()).unwrap_or(0);
                }
                visit(&board)
            })
        })
    }
}

/// A walk through a set, cell by cell. The patterns that match so far determine the symbols that
/// the next cell may hold. Once a pattern is met, the set contains every filling of the other
/// cells. So no board is met twice, even if patterns overlap.
struct SetWalk {
    /// The cells, sorted by the number of patterns that name them, most first.
    order: Vec<usize>,
    patterns: Vec<CellPattern>,
    /// For each pattern, how many cells of `order` must be filled to meet it.
    depths: Vec<usize>,
    /// The pieces left, for each symbol.
    left: Vec<u32>,
    symbols: CellPattern,
}

/// Visits a step: the filled cells and, once a pattern is met, the pieces left for the others.
type Visit<'v> = dyn FnMut(&[Option<u8>], Option<&[u32]>) -> ControlFlow<()> + 'v;

impl SetWalk {
    fn of(set: &BoardSet, structure: &Structure) -> Self {
        let cells = structure.cells();
        let patterns = set.patterns(cells);
        let looked_at = |cell: usize| {
            let looks = |pattern: &&CellPattern| matches!(pattern.get(cell), Some(Some(_)));
            patterns.iter().filter(looks).count()
        };
        let mut order: Vec<usize> = (0..cells).collect();
        order.sort_by_cached_key(|&cell| std::cmp::Reverse(looked_at(cell)));
        let depth = |pattern: &CellPattern| {
            let looks = |cell: &usize| matches!(pattern.get(*cell), Some(Some(_)));
            order.iter().rposition(looks).map_or(0, |last| last + 1)
        };
        Self {
            depths: patterns.iter().map(depth).collect(),
            order,
            patterns,
            left: structure.pieces.clone(),
            symbols: vec![None; cells],
        }
    }

    fn run(&mut self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let all: Vec<usize> = (0..self.patterns.len()).collect();
        self.step(0, &all, visit)
    }

    fn step(&mut self, depth: usize, open: &[usize], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let is_met = |pattern: &usize| {
            self.depths
                .get(*pattern)
                .is_some_and(|needed| *needed <= depth)
        };
        if open.iter().any(is_met) {
            return visit(&self.symbols, Some(&self.left));
        }
        visit(&self.symbols, None)?;
        let Some(&cell) = self.order.get(depth) else {
            return ControlFlow::Continue(());
        };
        // For each symbol, the patterns that match with it here.
        let mut matching = vec![Vec::new(); self.left.len()];
        for &pattern in open {
            let required = self
                .patterns
                .get(pattern)
                .and_then(|symbols| *symbols.get(cell)?);
            match required {
                Some(symbol) => {
                    if let Some(matching) = matching.get_mut(usize::from(symbol)) {
                        matching.push(pattern);
                    }
                }
                None => matching
                    .iter_mut()
                    .for_each(|patterns| patterns.push(pattern)),
            }
        }
        for (symbol, open) in (0..=u8::MAX).zip(matching) {
            let place = usize::from(symbol);
            if open.is_empty() || self.left.get(place).is_none_or(|left| *left == 0) {
                continue;
            }
            self.left[place] -= 1;
            self.symbols[cell] = Some(symbol);
            let flow = self.step(depth + 1, &open, visit);
            self.symbols[cell] = None;
            self.left[place] += 1;
            flow?;
        }
        ControlFlow::Continue(())
    }
}
