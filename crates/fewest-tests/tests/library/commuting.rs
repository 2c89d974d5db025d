//! Puzzles whose moves commute: their linear systems compared with breadth-first searches.

use std::sync::atomic::AtomicBool;

use fewest::kernel::general::{Cells, General};
use fewest::rank::multiset::Multiset;
use fewest::search::{
    AnswerChoice, Commuting, Control, Limits, Outcome, Silent, Stop, breadth_first,
};
use fewest::solver::{Method, PlannedWay};
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::survey::Listing;
use fewest::{Move, Options, Puzzle, Tie, Verdict};

/// A ring of rings: `rows * columns` cells from `first` on, which moves shift along both.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    rows: usize,
    columns: usize,
}

impl Block {
    fn size(self) -> usize {
        self.rows * self.columns
    }

    /// The cell to which shifts by rows and columns take a cell of the block.
    fn shifted(self, cell: usize, down: usize, right: usize) -> usize {
        let place = cell - self.first;
        let row = (place / self.columns + down) % self.rows;
        self.first + row * self.columns + (place % self.columns + right) % self.columns
    }
}

const BLOCKS: [&[(usize, usize)]; 9] = [
    &[(1, 2), (1, 2), (1, 2), (1, 2)],
    &[(1, 3), (1, 3)],
    &[(1, 4), (1, 2), (1, 2)],
    &[(2, 2), (1, 4)],
    &[(1, 6), (1, 2)],
    &[(1, 2), (1, 3), (1, 1)],
    &[(2, 3), (1, 2)],
    &[(2, 4)],
    &[(1, 4), (1, 3)],
];

/// A random puzzle of some blocks. Goals fix all cells of some blocks, or any cells if `hides`.
fn random(rng: &mut fastrand::Rng, hides: bool) -> Structure {
    let mut cells = 0;
    let sizes = BLOCKS[rng.usize(..BLOCKS.len())].iter();
    let blocks = sizes.map(|&(rows, columns)| {
        let first = cells;
        cells += rows * columns;
        Block {
            first,
            rows,
            columns,
        }
    });
    let blocks: Vec<Block> = blocks.collect();
    let mut effects: Vec<Vec<usize>> = Vec::new();
    for _ in 0..rng.usize(1..6) {
        let mut to: Vec<usize> = (0..cells).collect();
        for block in &blocks {
            let (down, right) = (rng.usize(..block.rows), rng.usize(..block.columns));
            if rng.bool() {
                let own = to.iter_mut().enumerate().skip(block.first);
                for (cell, to) in own.take(block.size()) {
                    *to = block.shifted(cell, down, right);
                }
            }
        }
        let mut back = vec![0; cells];
        for (from, &to) in to.iter().enumerate() {
            back[to] = from;
        }
        match rng.usize(..4) {
            0 => effects.extend([to, back]),
            1 => effects.extend([to.clone(), to]),
            _ => effects.push(to),
        }
    }
    rng.shuffle(&mut effects);
    let turns = (0..).zip(&effects).map(|(by, from)| Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: from
            .iter()
            .map(|cell| u8::try_from(*cell).expect("a cell"))
            .collect(),
    });
    let turns: Vec<Turn> = turns.collect();
    let mut pieces = vec![1u32; rng.usize(2..5)];
    for _ in pieces.len()..cells {
        let place = rng.usize(..pieces.len());
        pieces[place] += 1;
    }
    let goals = (0..rng.usize(1..4)).map(|_| {
        let symbols = (0..=u8::MAX).zip(&pieces);
        let mut symbols: Vec<u8> = symbols
            .flat_map(|(symbol, count)| std::iter::repeat_n(symbol, *count as usize))
            .collect();
        if rng.u8(..3) > 0 {
            rng.shuffle(&mut symbols);
        }
        let mut goal: Vec<Option<u8>> = symbols.into_iter().map(Some).collect();
        for block in &blocks {
            if rng.u8(..4) == 0 {
                goal[block.first..block.first + block.size()].fill(None);
            }
        }
        if hides {
            goal[rng.usize(..cells)] = None;
        }
        goal
    });
    let goals = goals.collect();
    Structure {
        pieces,
        turns,
        goals,
    }
}

/// Compares every board of a puzzle with a breadth-first search. Returns the number of boards, and how
/// many of them can be solved.
fn compare_all(structure: &Structure) -> Option<(u64, u64)> {
    let systems = Commuting::of(structure)?;
    let puzzle = General::<Cells<16>>::new(structure.clone()).expect("a puzzle");
    let boards = Multiset::new(&structure.pieces).expect("few boards");
    let mut solved = 0;
    for rank in 0..boards.count() {
        let symbols = boards.unrank(rank).expect("a board");
        let board = puzzle.board(&symbols).expect("a board");
        let naive = breadth_first(&puzzle, &board, &mut Control::default());
        let found = |choice| systems.search(&symbols, choice, &mut Control::default());
        let least = found(AnswerChoice::Least);
        let seen = |outcome: &Outcome| (outcome.stop, outcome.at_least);
        assert_eq!(
            (seen(&least), &least.moves),
            (seen(&naive), &naive.moves),
            "{symbols:?} of {structure:?}"
        );
        let any = found(AnswerChoice::Any);
        assert_eq!(seen(&any), seen(&naive), "{symbols:?} of {structure:?}");
        if let (Some(moves), Some(naive)) = (any.moves, naive.moves) {
            let after = moves.iter().fold(symbols.clone(), |symbols, m| {
                structure.turns[m.index()].apply(&symbols)
            });
            let meets = |goal: &Vec<Option<u8>>| {
                let mut cells = goal.iter().zip(&after);
                cells.all(|(asked, symbol)| asked.is_none_or(|asked| asked == *symbol))
            };
            assert!(structure.goals.iter().any(meets) && moves.len() == naive.len());
            solved += 1;
        }
    }
    Some((boards.count(), solved))
}

#[test]
fn linear_systems_give_the_first_shortest_answers() {
    let mut rng = fastrand::Rng::with_seed(51);
    let (mut puzzles, mut boards, mut solved) = (0, 0, 0);
    for _ in 0..1_500 {
        let structure = random(&mut rng, false);
        let (all, some) = compare_all(&structure).expect("moves that commute");
        puzzles += u64::from(structure.turns.len() > 2);
        boards += all;
        solved += some;
    }
    assert!(
        puzzles > 700 && boards > 200_000 && solved > 20_000 && solved < boards / 2,
        "{puzzles} puzzles, {solved} of {boards} boards"
    );
}

#[test]
fn goals_that_fix_some_cells_of_an_orbit_have_no_linear_system() {
    let mut rng = fastrand::Rng::with_seed(52);
    let (mut none, mut some) = (0, 0);
    for _ in 0..500 {
        match compare_all(&random(&mut rng, true)) {
            Some(_) => some += 1,
            None => none += 1,
        }
    }
    assert!(none > 100 && some > 20, "{none}, {some}");
}

#[test]
fn moves_that_do_not_commute_or_have_conditions_have_no_linear_system() {
    for name in [
        "eight", "rotation", "cube2", "frogs3", "pancakes", "twiddle",
    ] {
        let puzzle = Puzzle::open(name).expect(name);
        assert!(Commuting::of(&puzzle.model().structure).is_none(), "{name}");
    }
}

/// Lamps in a grid: a switch for each lamp and its neighbours.
fn lamps(rows: usize, columns: usize) -> String {
    let at = |row: usize, column: usize| format!("r{row}c{column}");
    let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells: Vec<String> = all()
        .map(|(row, column)| format!("{0}- {0}+", at(row, column)))
        .collect();
    let count = rows * columns;
    let mut text = format!(
        "name = \"lamps\"\ncells = \"{}\"\npieces = \"1*{count} .*{count}\"\n",
        cells.join(" ")
    );
    for (row, column) in all() {
        let is_near = |(r, c): &(usize, usize)| r.abs_diff(row) + c.abs_diff(column) <= 1;
        let swaps: Vec<String> = all()
            .filter(is_near)
            .map(|(r, c)| format!("({0}- {0}+)", at(r, c)))
            .collect();
        let (name, cycles) = (at(row, column), swaps.concat());
        let lines = [
            "[[move]]",
            &format!("name = \"{name}\""),
            &format!("cycles = \"{cycles}\""),
        ];
        text += &(lines.join("\n") + "\n");
    }
    text + &format!("[[goal]]\nboard = \"{}\"\n", "1 . ".repeat(count))
}

/// The board on which these lamps are on.
fn board(count: usize, is_on: impl Fn(usize) -> bool) -> String {
    let lamps = (0..count).map(|lamp| if is_on(lamp) { ". 1 " } else { "1 . " });
    lamps.collect()
}

#[test]
fn lamps_beyond_tables_are_answered_as_planned() {
    let puzzle = Puzzle::from_toml(&lamps(8, 8)).expect("a puzzle");
    let options = Options::default();
    let plan = puzzle.solve_plan(1, &options).expect("a plan");
    assert!(matches!(
        plan.tiers[..],
        [ref tier] if tier.way == PlannedWay::Linear { solutions: 1 }
    ));
    // All lamps of a checkerboard.
    let checks = puzzle
        .board(&board(64, |lamp| (lamp / 8 + lamp) % 2 == 0))
        .expect("a board");
    let answer = puzzle.solve(&checks, &options).expect("an answer");
    let mut moves = answer.moves.iter();
    let after = moves.try_fold(checks, |board, m| puzzle.after(&board, *m));
    assert_eq!(answer.method, Method::Linear);
    assert_eq!(answer.verdict.at_least() as usize, answer.moves.len());
    assert!(answer.moves.is_sorted() && after.is_some_and(|after| puzzle.is_solved(&after)));
    // Both cells of a lamp have the same symbol.
    let broken = format!("1 1 . . {}", "1 . ".repeat(62));
    let broken = puzzle.board(&broken).expect("a board");
    let answer = puzzle.solve(&broken, &options).expect("an answer");
    assert_eq!(
        (answer.method, answer.verdict),
        (Method::Group, Verdict::Unsolvable)
    );
}

#[test]
fn lamps_are_answered_as_by_a_table() {
    let puzzle = Puzzle::from_toml(&lamps(4, 5)).expect("a puzzle");
    let mut rng = fastrand::Rng::with_seed(53);
    let small = Limits {
        memory: Some(100_000),
        ..Limits::default()
    };
    for tie in [Tie::Least, Tie::Any] {
        let options = Options {
            tie: Some(tie),
            ..Options::default()
        };
        let linear = Options {
            limits: small,
            ..options.clone()
        };
        for _ in 0..50 {
            let lamps = rng.u32(..);
            let board = puzzle
                .board(&board(20, |lamp| lamps >> lamp & 1 == 1))
                .expect("a board");
            let by_table = puzzle.solve(&board, &options).expect("an answer");
            let answer = puzzle.solve(&board, &linear).expect("an answer");
            assert_eq!(
                (answer.method, answer.verdict),
                (Method::Linear, by_table.verdict)
            );
            assert!(tie == Tie::Any || answer.moves == by_table.moves);
        }
    }
}

/// Counts sets of presses, each board by its smallest set: four sets of presses change nothing.
#[test]
fn lamps5x5_has_as_many_boards_at_each_distance_as_smallest_sets_of_presses() {
    let press = |lamp: u32| {
        let (row, column) = (lamp / 5, lamp % 5);
        let near = (0..25u32)
            .filter(|other| (other / 5).abs_diff(row) + (other % 5).abs_diff(column) <= 1);
        near.fold(0u32, |lamps, other| lamps | 1 << other)
    };
    let effects: Vec<u32> = (0..25).map(press).collect();
    let switched = |presses: u32| {
        let pressed = (0..).zip(&effects);
        let pressed = pressed.filter(|(lamp, _)| presses >> lamp & 1 == 1);
        pressed.fold(0, |lamps, (_, effect)| lamps ^ effect)
    };
    let quiet: Vec<u32> = (0..1 << 25)
        .filter(|presses| switched(*presses) == 0)
        .collect();
    assert_eq!(quiet.len(), 4);
    let mut counts = vec![0u64; 16];
    for presses in 0..1u32 << 25 {
        let fewest = quiet.iter().map(|none| (presses ^ none).count_ones()).min();
        counts[fewest.expect("four") as usize] += 1;
    }
    let puzzle = Puzzle::open("lamps5x5").expect("a puzzle");
    let survey = puzzle
        .survey(Listing::default(), &Options::default())
        .expect("a survey");
    let counts: Vec<u64> = counts.into_iter().map(|sets| sets / 4).collect();
    assert_eq!(survey.figures.counts, counts);
}

/// Lamps of which many have no switch of their own: 2^16 solutions.
fn many() -> Structure {
    let turn = |by: u8, lamps: &[u8]| Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: (0..32)
            .map(|cell| {
                if lamps.contains(&(cell / 2)) {
                    cell ^ 1
                } else {
                    cell
                }
            })
            .collect(),
    };
    let pairs = (0..16u8).flat_map(|lamp| [vec![lamp], vec![lamp, (lamp + 1) % 16]]);
    Structure {
        pieces: vec![16, 16],
        turns: (0..)
            .zip(pairs)
            .map(|(by, lamps)| turn(by, &lamps))
            .collect(),
        goals: vec![[Some(0), Some(1)].repeat(16)],
    }
}

#[test]
fn limits_and_cancellation_stop_the_comparison_of_solutions() {
    let systems = Commuting::of(&many()).expect("moves that commute");
    assert_eq!((systems.solutions(), systems.boards()), (1 << 16, 1 << 16));
    let symbols = [1, 0].repeat(16);
    let run = |limits: Limits| {
        let mut silent = Silent;
        let control = &mut Control::new(limits, &mut silent);
        systems.search(&symbols, AnswerChoice::Least, control)
    };
    let all = run(Limits::default());
    assert_eq!(
        (all.stop, all.at_least, all.statistics.generated),
        (Stop::Solved, 8, 1 << 16)
    );
    let nodes = Limits {
        max_nodes: Some(1_000),
        ..Limits::default()
    };
    let stopped = run(nodes);
    assert_eq!(
        (stopped.stop, stopped.statistics.generated),
        (Stop::Nodes, 1_000)
    );
    let moves = |max| {
        let limits = Limits {
            max_moves: Some(max),
            ..Limits::default()
        };
        run(limits).stop
    };
    assert_eq!((moves(7), moves(8)), (Stop::Moves, Stop::Solved));
    let flag = AtomicBool::new(true);
    let cancelled = &mut Control::default().cancelled_by(&flag);
    let outcome = systems.search(&symbols, AnswerChoice::Least, cancelled);
    assert_eq!(outcome.stop, Stop::Cancelled);
}

/// Elimination for each of many goals took minutes, before any limit counted.
#[test]
fn many_goals_are_searched_for() {
    let goal = |lamp: usize| {
        format!(
            "[[goal]]\nboard = \"{}\"\n",
            board(64, |other| other == lamp)
        )
    };
    let goals: Vec<String> = (0..64).map(goal).collect();
    let text = lamps(8, 8) + &goals.concat();
    let puzzle = Puzzle::from_toml(&text).expect("a puzzle");
    assert!(Commuting::of(&puzzle.model().structure).is_none());
    let one = Puzzle::from_toml(&lamps(8, 8)).expect("a puzzle");
    assert!(Commuting::of(&one.model().structure).is_some());
}
