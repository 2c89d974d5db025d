//! Sets of boards: what a [survey](crate::Puzzle::survey_from) starts from, and
//! [what it leads to](crate::Puzzle::to_set).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::fingerprint;
use super::structure::MAX_CELLS;
use crate::rank::multiset::Multiset;
use crate::space::structure::Structure;

/// The most whole boards of a set.
pub const MOST_BOARDS: usize = 1 << 20;
/// The most patterns of a set; as many goals has a puzzle at most.
pub const MOST_PATTERNS: usize = 4096;
/// Counting a set gives up after this many steps: patterns may overlap in too many ways.
const MOST_STEPS: u64 = 1 << 24;

/// What the cells of a board hold, `None` where anything will do.
pub type CellPattern = Vec<Option<u8>>;

/// A set of boards: those that match any of some patterns. A whole board is a pattern, too.
///
/// ```
/// use fewest::{BoardSet, Puzzle};
///
/// let eight = Puzzle::open("eight")?;
/// let set = fewest_text::board_set(&eight, "a string", b"? ? ? ? x ? ? ? ?  1 2 3 ? ? ? ? ? ?")?;
/// assert!(set.contains(eight.board("8 7 6 5 x 4 3 2 1")?.symbols()));
/// assert!(!set.contains(eight.board("8 7 6 x 5 4 3 2 1")?.symbols()));
/// // 8! and 6! boards, less the 5! that match both.
/// assert_eq!(set.count(&eight.model().structure), Some(40_320 + 720 - 120));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSet {
    /// By the cells that patterns look at.
    groups: BTreeMap<Vec<u8>, FxHashSet<Box<[u8]>>>,
}

impl BoardSet {
    /// The boards of a puzzle that match one of these patterns; `None` if a pattern is not as long
    /// as there are cells or asks for pieces that are not there, or there is none.
    ///
    /// ```
    /// use fewest::{BoardSet, Puzzle};
    ///
    /// let puzzle = Puzzle::open("sliding:2x2")?;
    /// let structure = &puzzle.model().structure;
    /// let blank_first = vec![Some(0), None, None, None];
    /// let set = BoardSet::of(structure, [blank_first]).expect("there is one blank");
    /// assert_eq!(set.count(structure), Some(6));
    /// assert!(BoardSet::of(structure, [vec![Some(0), Some(0), None, None]]).is_none());
    /// # Ok::<(), fewest::PuzzleError>(())
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

    /// Whether a board with these symbols is in it.
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

    /// Its patterns for boards of so many cells, in ascending order.
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

    /// A number that no other set of boards of so many cells has, but for an accident in 2^128.
    pub(crate) fn fingerprint(&self, cells: usize) -> u128 {
        fingerprint::of(&Structure {
            pieces: Vec::new(),
            turns: Vec::new(),
            goals: self.patterns(cells),
        })
    }

    /// How many patterns it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.values().map(FxHashSet::len).sum()
    }

    /// Whether it has none: never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The symbols that any of its patterns names, in ascending order.
    #[must_use]
    pub(crate) fn symbols(&self) -> Vec<u8> {
        let keys = self.groups.values().flatten();
        let mut symbols: Vec<u8> = keys.flat_map(|key| key.iter().copied()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The same with other names for its symbols.
    pub(crate) fn renamed(&self, name: impl Fn(u8) -> u8) -> Self {
        let rename = |key: &[u8]| key.iter().map(|symbol| name(*symbol)).collect();
        let groups = self.groups.iter();
        let groups = groups
            .map(|(cells, keys)| (cells.clone(), keys.iter().map(|key| rename(key)).collect()));
        Self {
            groups: groups.collect(),
        }
    }

    /// How many arrangements of a puzzle's pieces are in it, whether moves lead to them or not;
    /// `None` if they are 2^64 or more, or its patterns overlap in too many ways to count them.
    #[must_use]
    pub fn count(&self, structure: &Structure) -> Option<u64> {
        let mut count = Some(0u64);
        let mut steps = 0;
        // Whether it broke off, the count says.
        let _ = SetWalk::of(self, structure).go(&mut |_, left| {
            steps += 1;
            let more = left.and_then(|left| Some(Multiset::new(left)?.count()));
            let is_over = left.is_some() && more.is_none() || steps > MOST_STEPS;
            count = count.filter(|_| !is_over);
            count = count.and_then(|count| count.checked_add(more.unwrap_or(0)));
            match count {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            }
        });
        count
    }

    /// Visits the symbols of every arrangement that is in it, each once, until `visit` breaks off.
    pub(crate) fn each(
        &self,
        structure: &Structure,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        SetWalk::of(self, structure).go(&mut |symbols, left| {
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

/// A walk through a set, cell by cell: the patterns that match so far say which symbols the next
/// cell may hold, and where one of them is met, all ways to fill the rest are in the set. So no
/// board is met twice, however much patterns overlap.
struct SetWalk {
    /// The cells, first those that most patterns look at.
    order: Vec<usize>,
    patterns: Vec<CellPattern>,
    /// By pattern: how many cells of the order it takes to meet it.
    depths: Vec<usize>,
    /// By symbol: how many pieces are left.
    left: Vec<u32>,
    symbols: CellPattern,
}

/// Visits a step of a walk: the cells that are filled, and, where a pattern is met, the pieces that
/// are left for the others.
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

    fn go(&mut self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let all: Vec<usize> = (0..self.patterns.len()).collect();
        self.step(0, &all, visit)
    }

    fn step(&mut self, depth: usize, open: &[usize], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let is_met = |pattern: &usize| self.depths.get(*pattern).is_some_and(|own| *own <= depth);
        if open.iter().any(is_met) {
            return visit(&self.symbols, Some(&self.left));
        }
        visit(&self.symbols, None)?;
        let Some(&cell) = self.order.get(depth) else {
            return ControlFlow::Continue(());
        };
        // By symbol: the patterns that match with it here.
        let mut matching = vec![Vec::new(); self.left.len()];
        for &pattern in open {
            let wanted = self.patterns.get(pattern).and_then(|own| *own.get(cell)?);
            match wanted {
                Some(symbol) => {
                    if let Some(matching) = matching.get_mut(usize::from(symbol)) {
                        matching.push(pattern);
                    }
                }
                None => matching.iter_mut().for_each(|own| own.push(pattern)),
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
