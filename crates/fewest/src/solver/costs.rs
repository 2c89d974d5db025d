//! The cost of each [tier](super::ladder::Tier), and other figures that decide what is prepared.
//!
//! Costs are counted in boards that a search generates (some ten nanoseconds each on one core), so
//! that they hold on any machine.

use crate::projection::LARGEST_UNSHARED;

/// A table of at most this many boards is built for the first board. It takes a few milliseconds
/// for puzzles with their own kernel, and up to half a microsecond per board for definitions
/// (pancakes, 362,880 boards: 0.2 seconds).
pub(crate) const QUICK_TABLE: u64 = 2_000_000;

/// Without a memory limit, tables of more bytes are built only if they are named.
pub(super) const LARGE_TABLES: u64 = 4 << 30;

/// Rows of boards are worth a table of at most this many boards per row. Only their number is known
/// beforehand, and each search generates at least about a thousand boards.
pub(super) const ROWS_SHARE: u64 = 1 << 10;

/// The number of a table's boards that cost as much as one generated board. They take as long as
/// two or three generated boards (knights, 4 x 3 tiles), but a table also answers all later boards.
pub(super) const TABLE_SHARE: u64 = 4;

/// The most boards of a ball around the goals, ready within milliseconds; the same of the larger
/// ball, with its cost.
pub(super) const BALL: usize = 1 << 14;
pub(super) const LARGER_BALL: usize = 160_000;
pub(super) const BALL_COSTS: u64 = 150_000;

/// A table of at most this many boards is built at once, without a ball before it.
pub(super) const FEW_BOARDS: u64 = 1 << 16;
/// The boards that a search may generate to meet the ball before anything else is considered: a few
/// milliseconds.
pub(super) const NEAR: u64 = 10_000;
/// The boards that a search may generate without a ball, if its bounds are cheap.
pub(super) const NEAR_WITHOUT_BALL: u64 = 1 << 17;

/// A breadth-first search meets each board once. A table takes longer, so it is never worth a single board.
pub(super) const BREADTH_FIRST: u64 = u64::MAX;

/// The larger ball is useless if more boards than this are between it and the nearest board.
pub(super) const IN_REACH: f64 = 2_000_000.0;

/// The cost of the pattern databases of tiles: up to 16 cells, and above.
pub(super) const TILE_DATABASES: [u64; 2] = [4_000_000, 200_000_000];

/// The levels of the general kernel's pattern databases: the most boards of a table, and the cost.
pub(super) const DATABASE_LEVELS: [(u64, u64); 3] = [
    (1 << 20, 1 << 20),
    (1 << 23, 3_000_000),
    (1 << 26, 300_000_000),
];

/// An estimate of the mean bound by tables of this many boards, for a puzzle with this many moves:
/// 1.5 times the number of moves for which there are as many sequences that do not undo a move.
///
/// Measured tables have factors of 1.2 (nine pancakes), 1.5 (`topspin`, `sixteen`) and 1.5 to 2.1
/// (the cube).
pub(super) fn reach(boards: u64, moves: usize) -> f64 {
    let onward = u32::try_from(moves)
        .unwrap_or(u32::MAX)
        .saturating_sub(1)
        .max(2);
    1.5 * f64::from(boards.max(1).ilog2()) / f64::from(onward).log2()
}

/// The levels of projections of puzzles of pieces: the most bytes of a table, and what it costs.
///
/// The first includes choosing all of them: five milliseconds for the cube and corners, ten times as long
/// for 5 x 5 x 5. One core builds the cube's second table in 0.2 s, the third in 1.5 s, the fourth
/// in two minutes and the last, of 7.5 GB, in half an hour. The costs of the second and third are half and less of what a search generates in
/// that time: the sum over boards of 13 to 16 moves was least with these (record/2026-11-30-rungs.md).
pub(super) const PROJECTION_LEVELS: [(u64, u64); 5] = [
    (128 << 10, 1 << 16),
    (8 << 20, 3_000_000),
    (48 << 20, 8_000_000),
    (LARGEST_UNSHARED, 740_000_000),
    (LARGEST_PROJECTION, 17_000_000_000),
];

/// The levels whose tables show if projections are worth it.
pub(super) const JUDGED_LEVELS: [usize; 2] = [0, 2];

/// The level whose table guides a search that another run may continue, if none is stored.
pub(super) const SETTLED_LEVEL: usize = 3;

/// The cost of the larger ball for puzzles of pieces, as much as a second projection: the first one
/// helps more with boards that are not near.
pub(super) const PIECES_BALL_COSTS: u64 = 4_000_000;

/// The most bytes of a projection's table.
const LARGEST_PROJECTION: u64 = 20_000_000_000;

/// The most bytes of a projection's table within this memory.
pub(crate) fn largest_projection(memory: Option<u64>) -> u64 {
    memory.unwrap_or(LARGE_TABLES).min(LARGEST_PROJECTION)
}

/// The most bytes of tables that are built only to measure them, which takes seconds.
pub(super) const MAX_MEASURED: u64 = 64 << 20;

/// The fewest bytes of a projection's table that is worth a file: it is built in a second or two.
pub(super) const PROJECTION_WORTH_A_FILE: u64 = 16 << 20;

/// The share of a table's bytes to try on boards near the goals before the table is built.
pub(crate) const NEAR_GOALS_SHARE: u64 = 8;

/// The fewest boards of a table that is worth a file. Measured on two cores: 1,814,400 boards (2 x
/// 5) are built in 8 to 13 ms, 67,603,900 (knights) in 0.3 s; packing and writing them takes 2.4 ms
/// and 60 ms, opening and checking the file 0.07 ms and 0.7 ms. A file is always quicker, but no
/// user notices a build of 20 ms.
pub(crate) const WORTH_A_FILE: u64 = 4_000_000;
