//! Pattern databases of puzzles with identical pieces: distances of stages, in which only some of the
//! pieces are shown.
//!
//! The first two layers of a cube show four corners and eight edges. A table has the distances of a
//! block of two corners and three edges. A board and its symmetric images, which show other blocks of
//! the same kind, are looked up in it.

use super::MergedPlan;
use super::hiding::{ClassSet, Hiding};
use crate::heuristic::Lookup;
use crate::kernel::pieces::{PieceNumbering, Pieces};
use crate::space::Move;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;
use crate::symmetry::Symmetry;
use crate::table::Table;
use crate::table::build::{self, BuildError, Visit};

/// The most states of a memo: one for each look and orbit.
const STATES: usize = 16;
/// The most tables.
const MAX_TABLES: usize = 2;
/// A stage may have as many times more boards than other pattern databases, because building its
/// table takes a byte per board. The cube's stages of three corners and three edges, or two and
/// four, have 95,800,320 boards.
const BOARDS: u64 = 2;
/// The state of boards that have none.
const NO_STATE: u32 = u32::MAX;

/// The distances of stages, and the ways to look boards up in them.
pub(super) struct PartTables {
    hiding: Hiding,
    tables: Vec<PartTable>,
    looks: Vec<ImageLookup>,
}

struct PartTable {
    shown: ClassSet,
    numbering: PieceNumbering,
    /// The solved board of the stage.
    home: Vec<u8>,
    /// Empty until it is built.
    table: Table,
}

/// A lookup of a board's symmetric image.
struct ImageLookup {
    table: usize,
    symmetry: Symmetry,
    /// The image of each move.
    moves: Vec<Move>,
    /// The first of its states in a memo, and their number.
    first_state: usize,
    states: usize,
}

/// The states of a board's orbits, for each look, and the largest entry.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartMemo {
    states: [u32; STATES],
    pub(super) bound: u32,
}

impl PartMemo {
    /// The memo of a board that is not looked up in these tables.
    #[inline]
    pub(super) const fn only(bound: u32) -> Self {
        Self {
            states: [NO_STATE; STATES],
            bound,
        }
    }
}

impl PartTables {
    /// The tables of stages with about `max_boards` boards each, not built yet; `None` if there are
    /// none.
    pub(super) fn of(structure: &Structure, max_boards: u64) -> Option<Self> {
        // Pieces that all look different have no stages, and the order of pieces takes long to find.
        let has_identical = Pieces::by_names(structure)?.has_identical();
        let pieces = has_identical.then(|| Pieces::with_identical(structure))??;
        Self::of_pieces(&pieces, structure, max_boards)
    }

    /// The same, for these pieces of the structure.
    pub(super) fn of_pieces(
        pieces: &Pieces,
        structure: &Structure,
        max_boards: u64,
    ) -> Option<Self> {
        let hiding = Hiding::of(pieces, structure)?;
        let max_boards = max_boards.saturating_mul(BOARDS).min(u64::from(u32::MAX));
        let numbered = hiding.sets(max_boards).into_iter().filter_map(|shown| {
            let numbering = hiding.numbering(shown, max_boards)?;
            let orbits = numbering.digits().count();
            (1..=STATES).contains(&orbits).then_some((shown, numbering))
        });
        let (mut tables, mut looks) = (Vec::new(), Vec::new());
        for (shown, numbering) in numbered.take(MAX_TABLES) {
            if look(&hiding, shown, &numbering, tables.len(), &mut looks) {
                tables.push(PartTable {
                    shown,
                    numbering,
                    home: hiding.home(shown),
                    table: Table::unseen(0),
                });
            }
        }
        (!tables.is_empty()).then_some(Self {
            hiding,
            tables,
            looks,
        })
    }

    pub(super) fn plan(&self) -> MergedPlan {
        let numberings = self.tables.iter().map(|table| &table.numbering);
        let boards = numberings.clone().map(PieceNumbering::boards).sum();
        let needed = numberings
            .map(|numbering| build::bytes_linked(numbering.boards(), numbering.link_size()));
        MergedPlan {
            tables: self.tables.len(),
            bytes: boards,
            needed: needed.fold(0, u64::saturating_add),
            is_sum: false,
        }
    }

    /// The pieces that each table shows.
    pub(super) fn written(&self, symbols: &[String]) -> String {
        let tables = self.tables.iter();
        let written = tables.map(|table| self.hiding.written(table.shown, symbols));
        written.collect::<Vec<String>>().join("/")
    }

    /// Builds the tables.
    ///
    /// # Errors
    /// If the build is cancelled, or a board is too far away.
    pub(super) fn build(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<BuildError>> {
        for PartTable {
            numbering,
            home,
            table,
            ..
        } in &mut self.tables
        {
            let solved = |visit: Visit<'_>| {
                if let Some(number) = numbering.number(home) {
                    // The visitor only asks to stop, and this is the last board.
                    let _ = visit(number);
                }
            };
            let (boards, size) = (numbering.boards(), numbering.link_size());
            *table = build::build_linked(boards, solved, size, || numbering.links(), budget)?;
        }
        Ok(())
    }

    pub(super) fn bytes(&self) -> u64 {
        let tables = self.tables.iter();
        tables.map(|table| table.table.len() as u64).sum()
    }

    /// The memo of a board with these symbols.
    pub(super) fn start(&self, symbols: &[u8]) -> PartMemo {
        let mut memo = PartMemo::only(0);
        let mut image = Vec::new();
        for look in &self.looks {
            let Some(table) = self.tables.get(look.table) else {
                continue;
            };
            look.symmetry.image(symbols, &mut image);
            let seen = self.hiding.pieces.recoloured(&image, &table.home);
            let states = seen.and_then(|seen| table.numbering.states(&seen));
            let Some(states) = states else {
                continue;
            };
            let room = memo.states.iter_mut().skip(look.first_state);
            for (room, state) in room.zip(states) {
                *room = state;
            }
            memo.bound = memo.bound.max(self.entry(look.lookup(table, &memo, None)));
        }
        memo
    }

    /// The memo after a move.
    #[inline]
    pub(super) fn after(&self, m: Move, memo: &PartMemo) -> PartMemo {
        let mut after = PartMemo {
            states: memo.states,
            bound: 0,
        };
        for look in &self.looks {
            let Some(table) = self.tables.get(look.table) else {
                continue;
            };
            let links = table.numbering.orbit_links();
            let m = look.image(m);
            for (links, state) in links.iter().zip(&mut after.states[look.first_state..]) {
                if *state != NO_STATE {
                    let after = links.image_of(m, *state as usize);
                    *state = u32::try_from(after).debug_unwrap_or(NO_STATE);
                }
            }
            after.bound = after
                .bound
                .max(self.entry(look.lookup(table, &after, None)));
        }
        after
    }

    pub(super) fn lookups(&self) -> usize {
        self.looks.len()
    }

    #[inline]
    pub(super) fn lookup(&self, i: usize, m: Move, memo: &PartMemo) -> Lookup {
        let look = self.looks.get(i);
        let table = look.and_then(|look| self.tables.get(look.table));
        match (look, table) {
            (Some(look), Some(table)) => look.lookup(table, memo, Some(look.image(m))),
            _ => Lookup::default(),
        }
    }

    #[inline]
    pub(super) fn prefetch(&self, lookup: Lookup) {
        if let Some(table) = self.tables.get(usize::from(lookup.table)) {
            table.table.prefetch(lookup.entry.into());
        }
    }

    #[inline]
    pub(super) fn entry(&self, lookup: Lookup) -> u32 {
        let table = self.tables.get(usize::from(lookup.table));
        table.map_or(0, |table| table.table.bound(lookup.entry.into()))
    }
}

impl ImageLookup {
    #[inline]
    fn image(&self, m: Move) -> usize {
        self.moves.get(m.index()).map_or(0, |image| image.index())
    }

    /// The place of a board's entry or, with a move, of the entry after it.
    #[inline]
    fn lookup(&self, table: &PartTable, memo: &PartMemo, m: Option<usize>) -> Lookup {
        let links = table.numbering.orbit_links();
        let states = memo
            .states
            .get(self.first_state..)
            .debug_unwrap_or_default();
        let mut number = 0;
        for (links, &state) in links.iter().zip(states) {
            if state == NO_STATE {
                number = NO_STATE as usize;
                break;
            }
            let state = match m {
                Some(m) => links.image_of(m, state as usize),
                None => state as usize,
            };
            number = number * links.states() + state;
        }
        Lookup {
            table: u16::try_from(self.table).debug_unwrap_or(0),
            plus: 0,
            entry: u32::try_from(number).debug_unwrap_or(NO_STATE),
        }
    }
}

/// Adds the lookups in the next table, whose number this is. Returns false if there is no room for
/// any.
fn look(
    hiding: &Hiding,
    shown: ClassSet,
    numbering: &PieceNumbering,
    table: usize,
    looks: &mut Vec<ImageLookup>,
) -> bool {
    let states = numbering.digits().count();
    let mut seen: Vec<ClassSet> = Vec::new();
    for (symmetry, moves, images) in &hiding.symmetries {
        let first_state = looks
            .last()
            .map_or(0, |last| last.first_state + last.states);
        // The image shows the pieces that the symmetry carries to the stage's.
        let carried = |class: &usize| shown >> images[*class] & 1 == 1;
        let pieces = (0..images.len())
            .filter(carried)
            .fold(0, |all, class| all | 1 << class);
        if seen.contains(&pieces) || first_state + states > STATES {
            continue;
        }
        seen.push(pieces);
        looks.push(ImageLookup {
            table,
            symmetry: symmetry.clone(),
            moves: moves.clone(),
            first_state,
            states,
        });
    }
    !seen.is_empty()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{Merged, MergedTables};
    use super::PartTables;
    use crate::heuristic::Heuristic;
    use crate::kernel::general::{Cells, General};
    use crate::model::Model;
    use crate::space::{Goals, StateSpace};
    use crate::support::budget::Budget;
    use std::sync::Arc;

    type Puzzle = General<Cells<256>>;

    /// Three pieces with three orientations each and a fourth and fifth that look alike, and a
    /// second orbit with two pairs of identical pieces.
    const MIXED: &str = r#"
name = "mixed"
cells = 19
pieces = "a b c d e f g h i . . . . . . x x y y"
goal = [{ board = "a b c d e f g h i . . . . . . x x y y" }]
move = [
    { name = "r", cycles = "(1 5 9)(2 6 7)(3 4 8)(16 17)" }, { name = "r'", cycles = "(9 5 1)(7 6 2)(8 4 3)(16 17)" },
    { name = "s", cycles = "(7 10 13)(8 11 14)(9 12 15)(17 18 19)" },
    { name = "s'", cycles = "(13 10 7)(14 11 8)(15 12 9)(19 18 17)" },
]
"#;

    fn mixed() -> Arc<Model> {
        Arc::new(Model::from_toml(MIXED).unwrap())
    }

    fn named(name: &str) -> Arc<Model> {
        Arc::new(Model::named(name).unwrap())
    }

    /// The distance of every board, by breadth-first search on symbols.
    fn distances(puzzle: &Puzzle, max: u32) -> BTreeMap<Cells<256>, u32> {
        let mut found: BTreeMap<_, u32> = puzzle.goals().into_iter().map(|b| (b, 0)).collect();
        let mut open: Vec<Cells<256>> = found.keys().copied().collect();
        for distance in 1..=max {
            let mut next = Vec::new();
            for board in open {
                for m in puzzle.moves(&board) {
                    let after = puzzle.after(&board, m);
                    found.entry(after).or_insert_with(|| {
                        next.push(after);
                        distance
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            open = next;
        }
        found
    }

    /// Bounds never exceed distances, and do not depend on the way to a board. Returns their mean.
    fn check(model: Arc<Model>, max_boards: u64, max_distance: u32) -> (f64, f64) {
        let puzzle = Puzzle::of(model).unwrap();
        let merged = Merged::build(&puzzle, max_boards, Budget::default()).unwrap();
        let MergedTables::Parts(parts) = &merged.tables else {
            panic!("no stages");
        };
        let (mut sum, mut all, mut count) = (0, 0, 0u32);
        let boards = distances(&puzzle, max_distance);
        // Memos from scratch take time, but every board is a neighbour of several others.
        for (board, &distance) in boards.iter().step_by(7) {
            let memo = merged.start(&puzzle, board);
            assert!(merged.bound(memo) <= distance);
            sum += merged.bound(memo);
            all += distance;
            count += 1;
            for (i, m) in puzzle.moves(board).enumerate() {
                let after = puzzle.after(board, m);
                let bound = merged.bound(merged.after(&puzzle, board, m, &after, memo));
                assert!(boards.get(&after).is_none_or(|&distance| bound <= distance));
                if i % 5 == 0 {
                    assert_eq!(bound, merged.bound(merged.start(&puzzle, &after)));
                }
                let looks = (0..merged.lookups())
                    .map(|i| merged.look_up(merged.lookup(i, &puzzle, board, m, &memo)));
                assert_eq!(looks.max(), Some(bound), "{} looks", parts.looks.len());
            }
        }
        let mean = |sum: u32| f64::from(sum) / f64::from(count);
        (mean(sum), mean(all))
    }

    #[test]
    fn bounds_of_stages_hold_on_all_boards() {
        let all = u32::MAX >> 1;
        let (bound, distance) = check(mixed(), 100, all);
        assert!(bound > distance / 2.0, "{bound} of {distance}");
        for name in ["pyraminx-layer", "skewb-layer"] {
            check(named(name), 150, all);
        }
        // One class of pieces, so the stage is the puzzle.
        let (bound, distance) = check(named("cube2-face"), 1 << 10, all);
        assert!((bound - distance).abs() < 1e-9, "{bound} of {distance}");
        check(named("f2l"), 1 << 15, 2);
    }

    #[test]
    fn stages_need_identical_pieces_and_inverses() {
        let stages = |model: &Model| PartTables::of(&model.structure, 1 << 20);
        assert!(stages(&mixed()).is_some());
        assert!(stages(&named("cube2")).is_none());
        let is_kept = |line: &&str| !line.contains("\"s'\"");
        let one_way: Vec<&str> = MIXED.lines().filter(is_kept).collect();
        assert!(stages(&Model::from_toml(&one_way.join("\n")).unwrap()).is_none());
    }
}
