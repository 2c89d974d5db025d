//! The moves of blocks.

use std::collections::{BTreeMap, VecDeque};

use fewest_base::space::Move;
use fewest_base::space::structure::Turn;

use super::{BlockKind, BlockMetric, Blocks, FREE, WAYS};

/// A set of cells.
type Area = [u64; 4];

/// A way of a block: the place where it ends, and the cells that must be free.
type Way = (usize, Area);

/// The needs of a turn, and the cell from which each cell's symbol comes.
type Effect = (Vec<(u8, u8)>, Vec<u8>);

/// The most turns of a puzzle.
pub(super) const MAX_TURNS: usize = 1 << 12;

fn holds(area: &Area, cell: u8) -> bool {
    area[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
}

fn with(mut area: Area, cells: impl IntoIterator<Item = u8>) -> Area {
    for cell in cells {
        area[usize::from(cell / 64)] |= 1 << (cell % 64);
    }
    area
}

fn is_within(part: &Area, all: &Area) -> bool {
    part.iter().zip(all).all(|(part, all)| part & !all == 0)
}

fn size(area: &Area) -> u32 {
    area.iter().map(|word| word.count_ones()).sum()
}

impl Blocks {
    /// Finds the turns of all blocks, and numbers the moves: by the cell where the first part of a
    /// block starts, then by the one where it ends. `None` if there are too many turns.
    pub(super) fn find_turns(&mut self, free: u32) -> Option<Vec<Turn>> {
        let mut found: BTreeMap<[u8; 2], Vec<Effect>> = BTreeMap::new();
        let mut count = 0;
        for kind in &self.kinds {
            for place in &self.places {
                let Some(before) = self.block(kind, *place) else {
                    continue;
                };
                let room = MAX_TURNS - count;
                let ways = self.ways(kind, *place, &before, free, room)?;
                count += ways.len();
                for (end, area) in ways {
                    let after = self.block(kind, end)?;
                    let turn = self.turn(kind, &before, &after, &area);
                    found.entry([before[0], after[0]]).or_default().push(turn);
                }
            }
        }
        // The caller refuses too many moves.
        self.steps = found.keys().copied().collect();
        let numbered = (0..=u8::MAX).zip(found.into_values());
        let turns = numbered.flat_map(|(m, turns)| {
            turns.into_iter().map(move |(needs, from)| Turn {
                by: Move::new(m),
                needs,
                from,
            })
        });
        Some(turns.collect())
    }

    /// The directions in which blocks of a kind move.
    fn directions(&self, kind: &BlockKind) -> impl Iterator<Item = [isize; 2]> {
        let lies =
            |line: usize| kind.parts.len() > 1 && kind.parts.iter().all(|part| part[line] == 0);
        let is_held = [0, 1].map(|line| self.is_along && lies(line));
        // A bar in a row never changes its row, nor one in a column its column.
        let ways = WAYS.iter().map(|(_, way)| *way);
        ways.filter(move |way| (0..2).all(|line| !is_held[line] || way[line] == 0))
    }

    /// The places where a block can go in one move, each with the cells that it needs free. A place that
    /// can be reached in several ways occurs with each of them, unless another needs fewer cells.
    fn ways(
        &self,
        kind: &BlockKind,
        start: usize,
        before: &[u8],
        free: u32,
        room: usize,
    ) -> Option<Vec<Way>> {
        let own = with(Area::default(), before.iter().copied());
        let step = |place: usize, area: Area, way: [isize; 2]| {
            let next = self.beside(place, way)?;
            let entered = self.block(kind, next)?;
            let entered = entered.into_iter().filter(|cell| !holds(&own, *cell));
            Some((next, with(area, entered))).filter(|(_, area)| size(area) <= free)
        };
        let mut ways: Vec<Way> = Vec::new();
        let mut open = VecDeque::from([(start, Area::default(), None)]);
        while let Some((place, area, last)) = open.pop_front() {
            if ways.len() > room {
                return None;
            }
            // A way that needs fewer cells may have been found meanwhile.
            if place != start && !ways.contains(&(place, area)) {
                continue;
            }
            for way in self.directions(kind) {
                let goes_on = match self.metric {
                    BlockMetric::Unit => last.is_none(),
                    BlockMetric::Straight => last.is_none_or(|last| last == way),
                    BlockMetric::Finger => true,
                };
                let Some((next, area)) = step(place, area, way).filter(|_| goes_on) else {
                    continue;
                };
                let is_known = |(end, other): &Way| *end == next && is_within(other, &area);
                if next == start || ways.iter().any(is_known) {
                    continue;
                }
                ways.retain(|(end, other)| *end != next || !is_within(&area, other));
                ways.push((next, area));
                open.push_back((next, area, Some(way)));
            }
        }
        Some(ways)
    }

    fn turn(&self, kind: &BlockKind, before: &[u8], after: &[u8], area: &Area) -> Effect {
        let all = || (0..=u8::MAX).take(self.places.len());
        let parts = before.iter().copied().zip(kind.symbol..);
        let free = all()
            .filter(|cell| holds(area, *cell))
            .map(|cell| (cell, FREE));
        let mut needs: Vec<(u8, u8)> = parts.chain(free).collect();
        needs.sort_unstable();
        let mut from: Vec<u8> = all().collect();
        let left = before.iter().filter(|cell| !after.contains(cell));
        let mut entered = after.iter().filter(|cell| !before.contains(cell));
        for (cell, source) in left.zip(&mut entered) {
            from[usize::from(*cell)] = *source;
        }
        for (cell, source) in after.iter().zip(before) {
            from[usize::from(*cell)] = *source;
        }
        (needs, from)
    }

    /// The directions of a move on a board, like `d2r`: a shortest path of its block.
    pub(super) fn path(&self, symbols: &[u8], m: Move) -> Option<String> {
        let [from, to] = *self.steps.get(m.index())?;
        let symbol = *symbols.get(usize::from(from))?;
        let kind = self.kinds.iter().find(|kind| kind.symbol == symbol)?;
        let place = |cell: u8| self.places.get(usize::from(cell)).copied();
        let (start, end) = (place(from)?, place(to)?);
        let own = self.block(kind, start)?;
        let is_free =
            |cell: &u8| own.contains(cell) || symbols.get(usize::from(*cell)) == Some(&FREE);
        let mut paths: BTreeMap<usize, String> = BTreeMap::from([(start, String::new())]);
        let mut open = VecDeque::from([start]);
        while let Some(place) = open.pop_front() {
            for way in self.directions(kind) {
                let next = self.beside(place, way);
                let fits = |next: &usize| {
                    self.block(kind, *next)
                        .is_some_and(|cells| cells.iter().all(is_free))
                };
                let Some(next) = next.filter(fits).filter(|next| !paths.contains_key(next)) else {
                    continue;
                };
                let letter = WAYS.iter().find(|(_, other)| *other == way)?.0;
                let path = format!("{}{letter}", paths.get(&place)?);
                paths.insert(next, path);
                open.push_back(next);
            }
        }
        Some(shortened(paths.get(&end)?))
    }
}

/// A path with numbers instead of repetitions.
fn shortened(path: &str) -> String {
    let letters: Vec<char> = path.chars().collect();
    let runs = letters.chunk_by(|a, b| a == b).map(|run| match run {
        [letter] => letter.to_string(),
        [letter, ..] => format!("{letter}{}", run.len()),
        [] => String::new(),
    });
    runs.collect()
}
