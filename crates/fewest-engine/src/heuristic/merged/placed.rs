//! Pattern databases of puzzles with distinct pieces whose moves are legal on every board.
//!
//! A board of such a puzzle is a permutation: the cell of the piece that belongs on each cell. If
//! every move has an inverse, the inverse permutation is at the same distance (A. Felner, U.
//! Zahavi, R. Holte, J. Schaeffer, "Dual lookups in pattern databases", 2005), and so are the
//! symmetric images of both. All are looked up in the same tables.

use crate::kernel::pieces::{Naming, generators};
use crate::rank::falling_factorial;
use crate::space::ranked::index;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::symmetry;
use crate::table::build::BuildError;

/// The most cells.
const CELLS: usize = 64;
/// The most pieces of a group.
const PIECES: usize = 16;
/// The most lookups of a board.
const LOOKUPS: usize = 16;
const NOT_MET: u8 = u8::MAX;
/// Placements between two checks of the cancel flag.
const PLACEMENTS_PER_CHECK: usize = 1 << 14;

/// A map from cells or symbols to cells.
type CellMap = [u8; CELLS];

/// A puzzle whose boards are permutations and whose moves have inverses.
pub(super) struct PlacedPuzzle {
    cells: usize,
    /// The home cell of each symbol.
    homes: CellMap,
    /// The cell that each cell's piece comes from, by move.
    moves: Vec<CellMap>,
    /// The image of each cell, by symmetry; the identity first.
    symmetries: Vec<CellMap>,
}

pub(super) struct PlacedTables {
    cells: usize,
    homes: CellMap,
    tables: Vec<PlacedTable>,
    looks: Vec<PlacedLookup>,
}

/// The fewest moves, by placement of a group's pieces.
struct PlacedTable {
    /// The weight of each piece's rank among the free cells.
    weights: Vec<u32>,
    entries: Vec<u8>,
}

/// A lookup of a board and its inverse in a table.
struct PlacedLookup {
    table: usize,
    /// The home cells of the pieces that are seen as the group's.
    pieces: Vec<u8>,
    /// The image of each cell.
    image: CellMap,
}

impl PlacedPuzzle {
    /// The puzzle in this form; `None` if it does not fit.
    pub(super) fn of(structure: &Structure) -> Option<Self> {
        let cells = structure.cells();
        let [goal] = &structure.goals[..] else {
            return None;
        };
        let is_plain = structure.pieces.iter().all(|&count| count == 1)
            && structure.turns.iter().all(|turn| turn.needs.is_none());
        if cells > CELLS || !is_plain {
            return None;
        }
        let mut homes = [0; CELLS];
        for (cell, symbol) in (0..=u8::MAX).zip(goal) {
            *homes.get_mut(usize::from((*symbol)?))? = cell;
        }
        let moves: Vec<CellMap> = structure
            .turns
            .iter()
            .map(|turn| table(&turn.from))
            .collect();
        let is_closed = moves.iter().all(|m| moves.contains(&inverse(m, cells)));
        let mut symmetries: Vec<CellMap> = symmetry::find(structure)
            .iter()
            .map(|symmetry| table(&symmetry.cells))
            .collect();
        // By the order of the cells, the identity is first, and names do not affect the rest.
        let order = Naming::of(&generators(structure)?, &[0; CELLS][..cells])
            .orbits
            .concat();
        symmetries.sort_by_cached_key(|image| {
            let images = order.iter().map(|&cell| image[usize::from(cell) % CELLS]);
            images
                .map(|image| order.iter().position(|&cell| cell == image))
                .collect::<Vec<_>>()
        });
        is_closed.then_some(Self {
            cells,
            homes,
            moves,
            symmetries,
        })
    }
}

impl PlacedTables {
    /// Builds the table of each group of symbols.
    ///
    /// # Errors
    /// If a group is too large, or the build is cancelled.
    pub(super) fn build(
        frame: &PlacedPuzzle,
        groups: &[Vec<u8>],
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let homes = |group: &Vec<u8>| {
            let homes = group
                .iter()
                .map(|&symbol| frame.homes[usize::from(symbol) % CELLS]);
            homes.collect::<Vec<u8>>()
        };
        let homes: Vec<Vec<u8>> = groups.iter().map(homes).collect();
        let tables = parallel::map(&homes, |homes| PlacedTable::build(frame, homes, budget));
        let images = (LOOKUPS / (2 * groups.len().max(1))).max(1);
        let mut looks = Vec::new();
        for image in frame.symmetries.iter().take(images) {
            let back = inverse(image, frame.cells);
            for (table, homes) in homes.iter().enumerate() {
                looks.push(PlacedLookup {
                    table,
                    pieces: homes
                        .iter()
                        .map(|&home| back[usize::from(home) % CELLS])
                        .collect(),
                    image: *image,
                });
            }
        }
        Ok(Self {
            cells: frame.cells,
            homes: frame.homes,
            tables: tables.into_iter().collect::<Result<_, _>>()?,
            looks,
        })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tables
            .iter()
            .map(|table| table.entries.len() as u64)
            .sum()
    }

    /// The greatest entry of a board, given the symbol on each cell.
    #[inline]
    pub(super) fn bound(&self, symbol: impl Fn(usize) -> u8) -> u32 {
        let (mut belongs, mut lies) = ([0; CELLS], [0; CELLS]);
        for (cell, belongs) in (0..=u8::MAX).zip(&mut belongs).take(self.cells) {
            *belongs = self.homes[usize::from(symbol(cell.into())) % CELLS];
            lies[usize::from(*belongs) % CELLS] = cell;
        }
        let mut bound = 0;
        for PlacedLookup {
            table,
            pieces,
            image,
        } in &self.looks
        {
            let Some(table) = self.tables.get(*table) else {
                continue;
            };
            for cells in [&lies, &belongs] {
                let seen = pieces.iter().map(|&piece| {
                    let cell = cells[usize::from(piece) % CELLS];
                    image[usize::from(cell) % CELLS]
                });
                bound = bound.max(table.entry(seen));
            }
        }
        bound.into()
    }
}

impl PlacedTable {
    fn build(
        frame: &PlacedPuzzle,
        homes: &[u8],
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let (cells, pieces) = (frame.cells as u64, homes.len() as u64);
        let refuse = |needed: Option<u64>| BuildError::Memory {
            needed: needed.unwrap_or(u64::MAX),
            allowed: u32::MAX.into(),
        };
        let placements = falling_factorial(cells, pieces);
        let placements =
            placements.filter(|&count| count < u32::MAX.into() && homes.len() <= PIECES);
        let placements = placements.ok_or(refuse(placements))?;
        let weight = |piece| falling_factorial(cells - piece, pieces - piece);
        let weights =
            (1..=pieces).map(|piece| weight(piece).and_then(|weight| u32::try_from(weight).ok()));
        let mut table = Self {
            weights: weights.collect::<Option<_>>().ok_or(refuse(None))?,
            entries: vec![NOT_MET; index(placements)],
        };
        let mut next = vec![table.address(homes.iter().copied())];
        for distance in 0.. {
            let mut open = std::mem::take(&mut next);
            open.retain(|&address| {
                let entry = table.entries.get_mut(address as usize);
                entry.is_some_and(|entry| std::mem::replace(entry, distance.min(*entry)) == NOT_MET)
            });
            if open.is_empty() {
                break;
            }
            if distance == NOT_MET - 1 {
                return Err(BuildError::TooDeep.into());
            }
            for chunk in open.chunks(PLACEMENTS_PER_CHECK) {
                budget.check()?;
                for &address in chunk {
                    let places = table.places(address, frame.cells);
                    let places = &places[..homes.len()];
                    for m in &frame.moves {
                        let there = places.iter().map(|&cell| m[usize::from(cell) % CELLS]);
                        let there = table.address(there);
                        if table.entries.get(there as usize) == Some(&NOT_MET) {
                            next.push(there);
                        }
                    }
                }
                budget.advance(chunk.len() as u64);
            }
        }
        Ok(table)
    }

    #[inline]
    fn address(&self, places: impl Iterator<Item = u8>) -> u32 {
        let mut earlier = [0; PIECES];
        let mut address = 0;
        for (piece, (place, weight)) in places.zip(&self.weights).enumerate() {
            let below = earlier
                .iter()
                .take(piece)
                .map(|&other| u32::from(other < place));
            address += weight * (u32::from(place) - below.sum::<u32>());
            earlier[piece % PIECES] = place;
        }
        address
    }

    fn places(&self, mut address: u32, cells: usize) -> [u8; PIECES] {
        let mut free: CellMap = std::array::from_fn(|cell| u8::try_from(cell).debug_unwrap_or(0));
        let mut places = [0; PIECES];
        for (place, (&weight, left)) in places
            .iter_mut()
            .zip(self.weights.iter().zip((0..cells).rev()))
        {
            let digit = (address / weight) as usize;
            address %= weight;
            *place = free[digit % CELLS];
            free.copy_within((digit + 1).min(left + 1)..=left, digit.min(left));
        }
        places
    }

    /// The entry of a placement; unsolvable ones have the largest, which is also a bound.
    #[inline]
    fn entry(&self, places: impl Iterator<Item = u8>) -> u8 {
        let entry = self.entries.get(self.address(places) as usize);
        entry.copied().debug_unwrap_or(0)
    }
}

fn table(cells: &[u8]) -> CellMap {
    let mut table = [0; CELLS];
    for (to, &cell) in table.iter_mut().zip(cells) {
        *to = cell;
    }
    table
}

fn inverse(of: &CellMap, cells: usize) -> CellMap {
    let mut inverse = [0; CELLS];
    for (from, &to) in (0..=u8::MAX).zip(of).take(cells) {
        inverse[usize::from(to) % CELLS] = from;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    #[test]
    fn addresses_round_trip() {
        let structure = Model::named("topspin9").unwrap().structure;
        let frame = PlacedPuzzle::of(&structure).unwrap();
        let table = PlacedTable::build(&frame, &[0, 3, 8, 5], Budget::default()).unwrap();
        assert_eq!(table.entries.len(), 9 * 8 * 7 * 6);
        let goal = table.address([0, 3, 8, 5].into_iter()) as usize;
        assert_eq!(
            table.entries.iter().position(|entry| *entry == 0),
            Some(goal)
        );
        assert!(table.entries[goal + 1..].iter().all(|entry| *entry > 0));
        for address in 0..9 * 8 * 7 * 6 {
            let places = table.places(address, 9);
            assert_eq!(table.address(places[..4].iter().copied()), address);
        }
    }

    #[test]
    fn other_puzzles_have_no_frame() {
        for name in [Model::rotation(), Model::knights()] {
            assert!(PlacedPuzzle::of(&name.structure).is_none());
        }
    }
}
