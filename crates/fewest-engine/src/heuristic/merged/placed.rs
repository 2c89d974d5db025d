//! Pattern databases of puzzles with distinct pieces whose moves are legal on every board.
//!
//! A board of such a puzzle is a permutation: the cell of the piece that belongs on each cell. If
//! every move has an inverse, the inverse permutation is at the same distance (A. Felner, U.
//! Zahavi, R. Holte, J. Schaeffer, "Dual lookups in pattern databases", 2005), and so are the
//! symmetric images of both. All are looked up in the same tables.

use std::ops::Range;

use crate::heuristic::pattern::index::{Index, PIECES};
use crate::kernel::pieces::{Naming, generators};
use crate::rank::one_to_one::OneToOne;
use crate::rank::placement::Placements;
use crate::space::ranked::{Links, Ranks};
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::symmetry;
use crate::table::Table;
use crate::table::build::{self, BuildError, Visit};

/// The most cells.
const CELLS: usize = 64;
/// The most lookups of a board.
const LOOKUPS: usize = 16;

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
    frame: PlacedPuzzle,
    tables: Vec<PlacedTable>,
    looks: Vec<PlacedLookup>,
}

/// The fewest moves, by placement of a group's pieces.
struct PlacedTable {
    index: Index,
    table: Table,
}

/// All moves of a puzzle, as links of placements.
struct PlacedMoves<'p> {
    moves: &'p [CellMap],
    placements: Placements,
    index: &'p Index,
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
            && structure.turns.iter().all(|turn| turn.needs.is_empty());
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
        frame: PlacedPuzzle,
        groups: &[Vec<u8>],
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let homes = groups.iter().map(|group| {
            let homes = group
                .iter()
                .map(|&symbol| frame.homes[usize::from(symbol) % CELLS]);
            homes.collect()
        });
        let homes: Vec<Vec<u8>> = homes.collect();
        let tables = parallel::map(&homes, |homes| PlacedTable::build(&frame, homes, budget));
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
            frame,
            tables: tables.into_iter().collect::<Result<_, _>>()?,
            looks,
        })
    }

    pub(super) fn bytes(&self) -> u64 {
        let tables = self.tables.iter();
        tables.map(|table| table.table.len() as u64).sum()
    }

    /// The greatest entry of a board, given the symbol on each cell.
    #[inline]
    pub(super) fn bound(&self, symbol: impl Fn(usize) -> u8) -> u32 {
        let (mut belongs, mut lies) = ([0; CELLS], [0; CELLS]);
        for (cell, belongs) in (0..=u8::MAX).zip(&mut belongs).take(self.frame.cells) {
            *belongs = self.frame.homes[usize::from(symbol(cell.into())) % CELLS];
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
                let entry = table.index.of(seen);
                bound = bound.max(table.table.bound(entry.into()));
            }
        }
        bound
    }
}

impl PlacedTable {
    fn build(
        frame: &PlacedPuzzle,
        homes: &[u8],
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let placements = u32::try_from(frame.cells)
            .ok()
            .zip(homes.len().try_into().ok());
        let placements = placements.and_then(|(cells, pieces)| Placements::new(cells, pieces));
        let (Some(placements), Some(index)) =
            (placements, Index::of_ranks(frame.cells, homes.len()))
        else {
            return Err(BuildError::Memory {
                needed: placements.map_or(u64::MAX, |placements| placements.count()),
                allowed: u32::MAX.into(),
            }
            .into());
        };
        let solved = |visit: Visit<'_>| {
            // The visitor only asks to stop, and there is no other placement.
            let _ = visit(index.of(homes.iter().copied()).into());
        };
        let moves = PlacedMoves {
            moves: &frame.moves,
            placements,
            index: &index,
        };
        let links = Links::of_one_block(placements.count(), moves);
        let size = links.size();
        let table = build::build_linked(placements.count(), solved, size, || links, budget)?;
        Ok(Self { index, table })
    }
}

impl OneToOne for PlacedMoves<'_> {
    #[inline]
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize, usize)) {
        set.each(part, |rank| {
            let mut places = [0; PIECES];
            for (place, cell) in places.iter_mut().zip(self.placements.places(rank as u64)) {
                *place = cell;
            }
            for m in self.moves {
                let there = places.iter().map(|&cell| m[usize::from(cell) % CELLS]);
                visit(rank, self.index.of(there) as usize);
            }
        });
    }

    fn bytes(&self) -> usize {
        0
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
    fn the_goal_alone_has_distance_0() {
        let structure = Model::named("topspin9").unwrap().structure;
        let frame = PlacedPuzzle::of(&structure).unwrap();
        let built = PlacedTable::build(&frame, &[0, 3, 8, 5], Budget::default()).unwrap();
        let PlacedTable { index, table } = built;
        assert_eq!(table.len(), 9 * 8 * 7 * 6);
        let goal = index.of([0, 3, 8, 5].into_iter());
        let solved: Vec<u64> = table.ranks_at(0, 0..table.len()).collect();
        assert_eq!(solved, [u64::from(goal)]);
    }

    #[test]
    fn other_puzzles_have_no_frame() {
        for name in [Model::rotation(), Model::knights()] {
            assert!(PlacedPuzzle::of(&name.structure).is_none());
        }
    }
}
