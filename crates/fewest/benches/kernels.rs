//! Kernels: the IDA* loop beside a plain hand-written one, A*, tables from nothing, ranks,
//! lookups.
//!
//! `FEWEST_BENCH_QUICK=1` runs each once or twice, to see that it runs.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use fewest::heuristic::{LinearConflict, Manhattan};
use fewest::kernel::general::{General, Planes};
use fewest::kernel::tiles::{Nibbles, Order, Size, TileBoard, Tiles};
use fewest::kernel::{Kernel, View};
use fewest::model::Model;
use fewest::search::{AnswerChoice, Control, Limits, Outcome, Silent, a_star, ida_star};
use fewest::space::Ranked;
use fewest::support::budget::Budget;
use fewest::table::build::build;

/// Board 9 of Korf's hundred (R. E. Korf, 1985): 46 moves.
const KORF_9: [u8; 16] = [3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0];
/// Board 1 of them: 57 moves.
const KORF_1: [u8; 16] = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
/// One of the two boards 31 moves from blank-last.
const DEEPEST_EIGHT: [u8; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];

/// IDA* with Manhattan as one writes it by hand for one size: an array, a recursion, no limits, no
/// statistics but the count. The yardstick for what a core can do.
mod by_hand {
    pub struct Search<const SIDE: usize, const CELLS: usize> {
        tiles: [u8; CELLS],
        home: [u8; CELLS],
        pub generated: u64,
        next: i32,
    }

    impl<const SIDE: usize, const CELLS: usize> Search<SIDE, CELLS> {
        pub fn new(tiles: [u8; CELLS], goal: &[u8; CELLS]) -> Self {
            let mut home = [0; CELLS];
            for (cell, &tile) in goal.iter().enumerate() {
                home[usize::from(tile)] = u8::try_from(cell).unwrap_or(0);
            }
            Self {
                tiles,
                home,
                generated: 0,
                next: 0,
            }
        }

        fn far(&self, tile: u8, cell: usize) -> i32 {
            let home = usize::from(self.home[usize::from(tile)]);
            let far = (cell / SIDE).abs_diff(home / SIDE) + (cell % SIDE).abs_diff(home % SIDE);
            i32::try_from(far).unwrap_or(0)
        }

        fn probe(
            &mut self,
            change: &[[[i8; 4]; CELLS]; CELLS],
            blank: usize,
            h: i32,
            left: i32,
            back: usize,
        ) -> bool {
            for direction in 0..4 {
                let fits = match direction {
                    0 => blank + SIDE < CELLS,
                    1 => !blank.is_multiple_of(SIDE),
                    2 => !(blank + 1).is_multiple_of(SIDE),
                    _ => blank >= SIDE,
                };
                if !fits || direction == back {
                    continue;
                }
                let from = match direction {
                    0 => blank + SIDE,
                    1 => blank - 1,
                    2 => blank + 1,
                    _ => blank - SIDE,
                };
                self.generated += 1;
                let tile = self.tiles[from];
                let h = h + i32::from(change[usize::from(tile)][blank][direction]);
                if h >= left {
                    self.next = self.next.min(h - left + 1);
                    continue;
                }
                if h == 0 {
                    return true;
                }
                self.tiles[blank] = tile;
                let found = self.probe(change, from, h, left - 1, 3 - direction);
                self.tiles[from] = tile;
                if found {
                    return true;
                }
            }
            false
        }

        pub fn solve(&mut self) -> i32 {
            let mut change = [[[0i8; 4]; CELLS]; CELLS];
            let offsets = [SIDE.cast_signed(), -1, 1, -SIDE.cast_signed()];
            for (tile, by_cell) in change.iter_mut().enumerate() {
                for (blank, by_direction) in by_cell.iter_mut().enumerate() {
                    for (entry, offset) in by_direction.iter_mut().zip(offsets) {
                        let from = blank.wrapping_add_signed(offset);
                        let tile = u8::try_from(tile).unwrap_or(0);
                        if from < CELLS {
                            *entry = if self.far(tile, blank) < self.far(tile, from) {
                                -1
                            } else {
                                1
                            };
                        }
                    }
                }
            }
            let h: i32 = (0..CELLS)
                .filter(|&c| self.tiles[c] != 0)
                .map(|c| self.far(self.tiles[c], c))
                .sum();
            let blank = self.tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
            let mut threshold = h;
            loop {
                self.next = i32::MAX;
                if self.probe(&change, blank, h, threshold, 4) {
                    return threshold;
                }
                threshold += self.next;
            }
        }
    }
}

fn sliding(side: usize, goal_blank: usize) -> Tiles<Nibbles> {
    Size::new(side, side)
        .and_then(|size| Tiles::rectangle(size, goal_blank, Order::default()))
        .expect("3x3 and 4x4 boards exist")
}

fn planar(model: Model) -> General<Planes<u64>> {
    General::of(Arc::new(model)).expect("at most four symbols")
}

/// The rotation game as its first goal sees it.
fn one_symbol() -> General<Planes<u64>> {
    let model = Model::rotation();
    let view = View::exact(&model, &[0]);
    planar(model).through(&view).expect("fewer symbols")
}

fn ida<H: fewest::heuristic::Heuristic<Tiles<Nibbles>>>(
    puzzle: &Tiles<Nibbles>,
    heuristic: &H,
    board: &TileBoard<Nibbles>,
) -> Outcome {
    ida_star::search(
        puzzle,
        heuristic,
        board,
        &mut Control::new(Limits::default(), &mut Silent),
    )
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ida-star");
    let puzzles = [
        (
            "eight, 31 moves",
            sliding(3, 8),
            TileBoard::new(&DEEPEST_EIGHT),
        ),
        ("fifteen, Korf 9", sliding(4, 0), TileBoard::new(&KORF_9)),
    ];
    for (name, puzzle, board) in puzzles {
        let board = board.expect("the board is one");
        let manhattan = Manhattan::new(&puzzle);
        let outcome = ida(&puzzle, &manhattan, &board);
        group.throughput(Throughput::Elements(outcome.statistics.generated));
        group.bench_function(format!("{name}, manhattan"), |b| {
            b.iter(|| ida(&puzzle, &manhattan, black_box(&board)));
        });
        // The same tree, so the same count: else the two are not comparable.
        let generated = if name.starts_with("eight") {
            let mut hand =
                by_hand::Search::<3, 9>::new(DEEPEST_EIGHT, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
            hand.solve();
            group.bench_function(format!("{name}, manhattan, by hand"), |b| {
                b.iter(|| {
                    by_hand::Search::<3, 9>::new(
                        black_box(DEEPEST_EIGHT),
                        &[1, 2, 3, 4, 5, 6, 7, 8, 0],
                    )
                    .solve()
                });
            });
            hand.generated
        } else {
            let goal = std::array::from_fn(|i| u8::try_from(i).unwrap_or(0));
            let mut hand = by_hand::Search::<4, 16>::new(KORF_9, &goal);
            hand.solve();
            group.bench_function(format!("{name}, manhattan, by hand"), |b| {
                b.iter(|| by_hand::Search::<4, 16>::new(black_box(KORF_9), &goal).solve());
            });
            hand.generated
        };
        assert_eq!(generated, outcome.statistics.generated);
        let linear = LinearConflict::new(&puzzle).expect("rows and columns");
        group.throughput(Throughput::Elements(
            ida(&puzzle, &linear, &board).statistics.generated,
        ));
        group.bench_function(format!("{name}, linear conflict"), |b| {
            b.iter(|| ida(&puzzle, &linear, black_box(&board)));
        });
    }
    group.finish();
}

/// A* in expanded boards: as many as the caches hold, and many more.
fn best_first(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a-star");
    group.sample_size(10);
    let puzzle = sliding(4, 0);
    let manhattan = Manhattan::new(&puzzle);
    let search = |board: &TileBoard<Nibbles>| {
        let limits = Limits {
            max_nodes: Some(20_000_000),
            ..Limits::default()
        };
        let mut observer = Silent;
        let mut control = Control::new(limits, &mut observer);
        a_star(&puzzle, &manhattan, board, AnswerChoice::Any, &mut control)
    };
    for (name, board) in [("Korf 9", KORF_9), ("Korf 1, 20 million boards", KORF_1)] {
        let board = TileBoard::new(&board).expect("the board is one");
        group.throughput(Throughput::Elements(search(&board).statistics.expanded));
        group.bench_function(format!("fifteen, {name}, manhattan"), |b| {
            b.iter(|| search(black_box(&board)));
        });
    }
    group.finish();
}

fn table<P: Ranked>(criterion: &mut Criterion, name: &str, puzzle: &P) {
    let mut group = criterion.benchmark_group("table");
    group
        .throughput(Throughput::Elements(puzzle.boards()))
        .sample_size(10);
    group.bench_function(name, |b| {
        b.iter(|| build(black_box(puzzle), Budget::default()));
    });
    group.finish();
}

fn ranks<P: Ranked>(criterion: &mut Criterion, name: &str, puzzle: &P) {
    const BOARDS: u64 = 4096;
    let mut rng = fastrand::Rng::with_seed(2);
    let boards: Vec<P::Board> = (0..BOARDS)
        .map(|_| puzzle.unrank(rng.u64(..puzzle.boards())))
        .collect();
    let ranks: Vec<u64> = boards.iter().map(|board| puzzle.rank(board)).collect();
    let mut group = criterion.benchmark_group("rank");
    group.throughput(Throughput::Elements(BOARDS));
    group.bench_function(format!("{name}, rank"), |b| {
        b.iter(|| {
            boards
                .iter()
                .map(|board| puzzle.rank(black_box(board)))
                .sum::<u64>()
        });
    });
    group.bench_function(format!("{name}, unrank"), |b| {
        b.iter(|| {
            for &rank in &ranks {
                black_box(puzzle.unrank(black_box(rank)));
            }
        });
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    if std::env::var_os("FEWEST_BENCH_QUICK").is_some() {
        criterion = criterion
            .sample_size(10)
            .warm_up_time(Duration::from_millis(1))
            .measurement_time(Duration::from_millis(1));
    } else {
        criterion = criterion.measurement_time(Duration::from_secs(3));
    }
    let (rotation, eight) = (one_symbol(), sliding(3, 8));
    let knights = planar(Model::knights());
    searches(&mut criterion);
    best_first(&mut criterion);
    ranks(&mut criterion, "rotation, one symbol", &rotation);
    ranks(&mut criterion, "eight", &eight);
    ranks(&mut criterion, "knights", &knights);
    table(&mut criterion, "rotation, one symbol", &rotation);
    table(&mut criterion, "eight", &eight);
    table(&mut criterion, "knights", &knights);
    criterion.final_summary();
}
