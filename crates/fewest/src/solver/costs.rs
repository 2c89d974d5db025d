//! What a board may cost before something is prepared for it, and what preparing costs.
//!
//! Every choice between searching and tabulating comes down to these figures. They are counted in
//! boards that a search generates or a table holds, which take about as long (some ten nanoseconds
//! on one core), so that they hold on any machine.

/// A table of at most this many boards is built for the first board. It takes a few milliseconds for
/// the puzzles with a program of their own; up to half a microsecond a board for definitions
/// (pancakes, 362,880 boards: 0.2 seconds).
pub(crate) const QUICK_TABLE: u64 = 2_000_000;

/// From this many boards in a batch on, any table that fits is worth it, and so are pattern
/// databases.
pub(super) const MANY_BOARDS: usize = 32;

/// Boards in rows of which one for this many of a table makes the table worth it: only their number
/// is known beforehand, and each search generates about a thousand boards at least.
pub(super) const ROWS_SHARE: u64 = 1 << 10;

/// The share of a table's boards that the search for one board may generate before the board is
/// left to the table.
pub(super) const SEARCH_SHARE: u64 = 8;

/// The least that a search may generate before larger pattern databases are built: an easy board
/// never waits.
pub(super) const LEAST_SEARCH: u64 = 100_000;

/// What searches towards a ball may generate before the first pattern databases are built, all of a
/// batch together. Those take several tables of as many boards.
pub(super) const FIRST_SEARCH: u64 = 1 << 20;

/// What a search towards a ball may generate before a projection is chosen and built: five
/// milliseconds. The cube and corners take as long to choose one; 5 x 5 x 5 takes ten times as long.
pub(super) const BEFORE_PROJECTION: u64 = 1 << 16;

/// The most boards of the ball that is met half-way from boards that a small projection has deferred,
/// and what a search towards it may generate: some tenths of a second, where the next table takes
/// seconds.
pub(super) const BALL_IN_REACH: usize = 1 << 16;
pub(super) const WITHIN_REACH: u64 = 1 << 21;

/// The boards of a ball around the goals, by how many boards must have been asked for: the first is
/// ready within milliseconds.
pub(super) const BALLS: [(usize, usize); 2] = [(0, 1 << 14), (200, 160_000)];

/// A board is near a ball if about this many boards at most lie between them.
pub(super) const NEAR_BALL: u32 = 4_000_000;

/// What a search may generate on its way to a ball that is near. If that is not enough, the
/// estimate was wrong.
pub(super) const MOST_TO_BALL: u64 = 8 * NEAR_BALL as u64;

/// What searches on tiles may generate before pattern databases take over, which take as long to
/// build: up to 16 cells, and with more.
pub(super) const TILE_SEARCHES: [u64; 2] = [4_000_000, 200_000_000];

/// The levels of pattern databases of the general kernel: the boards of a table, and what searches
/// may generate before it is worth it.
pub(super) const DATABASE_LEVELS: [(u64, u64); 3] =
    [(1 << 20, 0), (1 << 23, 3_000_000), (1 << 26, 300_000_000)];

/// The levels of projections of puzzles of pieces: the bytes of a table at most, and what searches
/// may generate before it is worth it. On two cores the first is built in tens of
/// milliseconds, the next in a second, the last in one or two minutes. What lies between the first
/// two takes longer to fill than it spares.
pub(super) const PROJECTION_LEVELS: [(u64, u64); 3] = [
    (128 << 10, 0),
    (48 << 20, 4_000_000),
    (LARGEST_PROJECTION, 1_500_000_000),
];

/// The most bytes of a projection's table.
pub(crate) const LARGEST_PROJECTION: u64 = 2_600_000_000;

/// The most bytes of tables that are built to be measured: that takes seconds.
pub(super) const MOST_MEASURED: u64 = 64 << 20;

/// The least bytes of a projection's table that is worth a file: it is built in a second or two.
pub(super) const PROJECTION_WORTH_A_FILE: u64 = 16 << 20;

/// The share of a table's boards that must be asked for before its table of optimal moves is worth
/// it.
pub(super) const OPTIMAL_MOVES_SHARE: usize = 16;

/// The share of a table's bytes that may be spent on boards near the goals before the table is
/// built instead.
pub(crate) const NEAR_GOALS_SHARE: u64 = 8;

/// The least boards of a table that is worth a file. Measured on two cores: 1,814,400 boards (2 x
/// 5) are built in 8 to 13 ms, 67,603,900 (knights) in 0.3 s; packing and writing them takes 2.4 ms
/// and 60 ms, opening and checking the file 0.07 ms and 0.7 ms. A file is always quicker, but no
/// user notices what is built in 20 ms.
pub(crate) const WORTH_A_FILE: u64 = 4_000_000;
