//! Puzzles with very many arrangements and few reachable boards, compared with a list of the
//! latter: goals and sets in several cosets, untouched cells, equal pieces with orientations.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use fastrand::Rng;
use fewest::levels::LevelOptions;
use fewest::space::set::CellPattern;
use fewest::space::structure::{Structure, Turn};
use fewest::table::store::Store;
use fewest::{Board, BoardSet, Listing, Model, Move, Options, Puzzle, Survey, Verdict};

use crate::checks::{Check, ensure};

/// The greatest number of boards to list.
const MAX_BOARDS: usize = 12_000;
/// Boards that are solved one by one.
const SOLVED: usize = 12;
/// The most arrangements that are numbered even if few are reachable.
const NUMBERED: u64 = 1 << 22;

type Symbols = Vec<u8>;

#[test]
fn few_boards_of_many_arrangements_0() {
    suite(0..60);
}

#[test]
fn few_boards_of_many_arrangements_1() {
    suite(60..120);
}

fn suite(seeds: std::ops::Range<u64>) {
    let mut checked = 0;
    for seed in seeds {
        let mut rng = Rng::with_seed(seed);
        let drawn = Drawn::new(&mut rng);
        if let Some(world) = Reached::of(&drawn.structure, &drawn.sources) {
            checked += 1;
            if let Err(problem) = check(&drawn, &world, &mut rng) {
                panic!("seed {seed}: {problem}\n{:?}", drawn.structure);
            }
        }
    }
    assert!(checked > 20, "only {checked} puzzles have few boards");
}

struct Drawn {
    structure: Structure,
    /// The patterns of the set to reach.
    set: Vec<CellPattern>,
    /// Boards whose cosets are listed: goals, boards of the set, and others.
    sources: Vec<Symbols>,
}

impl Drawn {
    fn new(rng: &mut Rng) -> Self {
        let (moves, width) = if rng.bool() {
            copies(rng)
        } else {
            oriented(rng)
        };
        let mut moves = with_inverses(rng, moves);
        let moving = moves[0].len();
        let cells = moving + rng.usize(if moving < 12 { 4..7 } else { 0..4 });
        for origins in &mut moves {
            origins.extend(moving..cells);
        }
        let home = colours(rng, (moving, width), cells);
        let mut order: Vec<usize> = (0..cells).collect();
        rng.shuffle(&mut order);
        let mut board = vec![0; cells];
        for (cell, &symbol) in home.iter().enumerate() {
            board[order[cell]] = symbol;
        }
        let moves: Vec<Vec<u8>> = (moves.iter())
            .map(|origins| {
                let mut from = vec![0; cells];
                for (to, &origin) in origins.iter().enumerate() {
                    from[order[to]] = u8::try_from(order[origin]).unwrap();
                }
                from
            })
            .collect();
        let mut counts = vec![0; usize::from(*board.iter().max().unwrap()) + 1];
        for &symbol in &board {
            counts[usize::from(symbol)] += 1;
        }
        let turns = (0..).zip(moves).map(|(place, from)| Turn {
            by: Move::new(place),
            needs: Vec::new(),
            from,
        });
        let mut structure = Structure {
            pieces: counts,
            turns: turns.collect(),
            goals: Vec::new(),
        };
        let goals = [1, 1, 2, 3][rng.usize(..4)];
        structure.goals = patterns(rng, goals, &structure, &board);
        let count = rng.usize(1..4);
        let set = patterns(rng, count, &structure, &board);
        let targets = structure.goals.iter().chain(&set);
        let mut sources: Vec<Symbols> = targets.flat_map(|one| filled(one, &board)).collect();
        let mut other = board;
        rng.shuffle(&mut other);
        sources.push(other);
        Self {
            structure,
            set,
            sources,
        }
    }
}

/// Moves with the same effect on several copies of a few cells. Each piece is one cell.
fn copies(rng: &mut Rng) -> (Vec<Vec<usize>>, usize) {
    let (size, copies) = *[(3, 4), (3, 5), (4, 3), (4, 4), (5, 3)]
        .get(rng.usize(..5))
        .unwrap();
    let moves = (0..rng.usize(1..4)).map(|_| {
        let mut origins: Vec<usize> = (0..size).collect();
        rng.shuffle(&mut origins);
        let copies =
            (0..copies).flat_map(|copy| origins.iter().map(move |from| copy * size + from));
        copies.collect()
    });
    (moves.collect(), 1)
}

/// Moves that carry and rotate pieces of two or three cells, and the number of pieces.
fn oriented(rng: &mut Rng) -> (Vec<Vec<usize>>, usize) {
    let (pieces, turns) = *[(3, 3), (4, 2), (4, 3), (5, 2)]
        .get(rng.usize(..4))
        .unwrap();
    let moves = (0..rng.usize(1..3)).map(|_| {
        let mut order: Vec<usize> = (0..pieces).collect();
        rng.shuffle(&mut order);
        let cells = order.into_iter().flat_map(|piece| {
            let turned = rng.usize(..turns);
            (0..turns).map(move |place| piece * turns + (place + turned) % turns)
        });
        cells.collect()
    });
    (moves.collect(), turns)
}

fn with_inverses(rng: &mut Rng, mut moves: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for origins in moves.clone() {
        if rng.u8(..3) > 0 {
            let mut back = vec![0; origins.len()];
            for (to, from) in origins.into_iter().enumerate() {
                back[from] = to;
            }
            moves.push(back);
        }
    }
    moves
}

/// A symbol per cell: all different, or some pieces of `width` cells equal.
fn colours(rng: &mut Rng, (moving, width): (usize, usize), cells: usize) -> Symbols {
    let mut board: Symbols = (0..=u8::MAX).take(cells).collect();
    for _ in 0..rng.usize(..4) {
        let mut start = || width * rng.usize(..moving / width);
        let (one, other) = (start(), start());
        board.copy_within(one..one + width, other);
    }
    if rng.u8(..3) == 0 {
        // A symbol of moving cells is also on a fixed one.
        board[cells - 1] = board[0];
    }
    let mut names: BTreeMap<u8, u8> = BTreeMap::new();
    for symbol in &mut board {
        let next = u8::try_from(names.len()).unwrap();
        *symbol = *names.entry(*symbol).or_insert(next);
    }
    board
}

/// Patterns of boards, the first of them reachable from this board.
fn patterns(rng: &mut Rng, count: usize, structure: &Structure, home: &[u8]) -> Vec<CellPattern> {
    (0..count)
        .map(|nth| pattern(rng, structure, home, nth > 0))
        .collect()
}

/// The pattern of a board, perhaps with two open cells. If `is_any` is false, it is reachable.
fn pattern(rng: &mut Rng, structure: &Structure, home: &[u8], is_any: bool) -> CellPattern {
    let mut board = home.to_vec();
    match rng.u8(..3) {
        0 if is_any => rng.shuffle(&mut board),
        1 if is_any => {
            // A swap leads to another coset, if there is one.
            let (a, b) = (rng.usize(..board.len()), rng.usize(..board.len()));
            board.swap(a, b);
        }
        _ => {
            for _ in 0..rng.usize(..4) {
                board = rng.choice(&structure.turns).unwrap().apply(&board);
            }
        }
    }
    let mut pattern: CellPattern = board.into_iter().map(Some).collect();
    if rng.u8(..5) == 0 {
        for _ in 0..2 {
            let open = rng.usize(..pattern.len());
            pattern[open] = None;
        }
    }
    pattern
}

fn filled(pattern: &CellPattern, home: &[u8]) -> BTreeSet<Symbols> {
    let mut left = home.to_vec();
    for symbol in pattern.iter().flatten() {
        let at = left.iter().position(|other| other == symbol).unwrap();
        left.remove(at);
    }
    let back = left.iter().rev().copied().collect();
    let fill = |order: Symbols| {
        let mut order = order.into_iter();
        pattern
            .iter()
            .map(|symbol| symbol.unwrap_or_else(|| order.next().unwrap()))
            .collect()
    };
    [left, back].into_iter().map(fill).collect()
}

/// The boards reachable from some boards.
struct Reached {
    boards: Vec<Symbols>,
    index: HashMap<Symbols, usize>,
    /// For each board and turn.
    next: Vec<Vec<usize>>,
}

impl Reached {
    fn of(structure: &Structure, sources: &[Symbols]) -> Option<Self> {
        let mut reached = Self {
            boards: Vec::new(),
            index: HashMap::new(),
            next: Vec::new(),
        };
        for source in sources {
            reached.place(source.clone());
        }
        while let Some(board) = reached.boards.get(reached.next.len()).cloned() {
            let turns = structure.turns.iter();
            let next = turns
                .map(|turn| reached.place(turn.apply(&board)))
                .collect();
            reached.next.push(next);
            if reached.boards.len() > MAX_BOARDS {
                return None;
            }
        }
        Some(reached)
    }

    fn place(&mut self, board: Symbols) -> usize {
        let next = self.boards.len();
        let place = *self.index.entry(board.clone()).or_insert(next);
        if place == next {
            self.boards.push(board);
        }
        place
    }

    /// The fewest moves from each board to one of these.
    fn distances(&self, goals: &BTreeSet<Symbols>) -> Vec<Option<usize>> {
        let mut before = vec![Vec::new(); self.boards.len()];
        for (from, next) in self.next.iter().enumerate() {
            for &to in next {
                before[to].push(from);
            }
        }
        let mut distances = vec![None; self.boards.len()];
        let mut open: VecDeque<usize> = goals.iter().map(|goal| self.index[goal]).collect();
        for &goal in &open {
            distances[goal] = Some(0);
        }
        while let Some(board) = open.pop_front() {
            for &from in &before[board] {
                if distances[from].is_none() {
                    distances[from] = distances[board].map(|distance| distance + 1);
                    open.push_back(from);
                }
            }
        }
        distances
    }

    /// The number of shortest answers of each board.
    fn answers(&self, distances: &[Option<usize>]) -> Vec<u128> {
        let mut order: Vec<usize> = (0..self.boards.len()).collect();
        order.sort_by_key(|&board| distances[board]);
        let mut answers = vec![0; self.boards.len()];
        for board in order {
            answers[board] = match distances[board] {
                None => 0,
                Some(0) => 1,
                Some(distance) => {
                    let next = self.next[board].iter();
                    let nearer = next.filter(|&&to| distances[to] == Some(distance - 1));
                    nearer.map(|&to| answers[to]).sum()
                }
            };
        }
        answers
    }

    /// The boards reachable from one. Moves are permutations, so this is a coset.
    fn coset(&self, of: usize) -> Vec<bool> {
        let mut is_in = vec![false; self.boards.len()];
        let mut open = vec![of];
        while let Some(board) = open.pop() {
            if !std::mem::replace(&mut is_in[board], true) {
                open.extend(&self.next[board]);
            }
        }
        is_in
    }
}

fn text_of<T>(result: Result<T, impl ToString>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn check(drawn: &Drawn, world: &Reached, rng: &mut Rng) -> Check {
    let structure = &drawn.structure;
    let puzzle = text_of(Puzzle::from_model(Model::of(structure.clone())))?;
    let home = &drawn.sources[0];
    let all = |set: &[CellPattern]| set.iter().flat_map(|one| filled(one, home)).collect();
    let distances = world.distances(&all(&structure.goals));
    surveyed(&puzzle, world, &distances)?;
    solved(&puzzle, world, &distances, rng)?;
    table(&puzzle, world, &distances, structure)?;
    let set = BoardSet::of(structure, drawn.set.clone()).ok_or("no set")?;
    let to_set = text_of(puzzle.to_set(&set))?;
    let mut distances = world.distances(&all(&drawn.set));
    // A single goal is home, and boards to which no moves lead from there do not count.
    if let Some(home) = puzzle.model().home() {
        let is_in = world.coset(world.index[&home]);
        for (distance, is_in) in distances.iter_mut().zip(is_in) {
            *distance = distance.filter(|_| is_in);
        }
    }
    let survey = to_set.survey(Listing::default(), &Options::default());
    if survey.is_err() {
        ensure!(counts(&distances).is_empty(), "nothing leads to the set");
        return Ok(());
    }
    surveyed(&to_set, world, &distances).map_err(|problem| format!("to {:?}: {problem}", drawn.set))
}

fn counts(distances: &[Option<usize>]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &distance in distances.iter().flatten() {
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

/// Checks surveys, at once and by levels.
fn surveyed(puzzle: &Puzzle, world: &Reached, distances: &[Option<usize>]) -> Check {
    let counts = counts(distances);
    let listing = Listing {
        limit: u64::MAX,
        every: false,
    };
    let survey = text_of(puzzle.survey(listing.with_answers(), &Options::default()))?;
    let figures = &survey.figures;
    ensure!(
        figures.counts == counts,
        "{:?}, not {counts:?}",
        figures.counts
    );
    let answers = world.answers(distances);
    let farthest = counts.len() - 1;
    let peak = (0..world.boards.len()).filter(|&board| distances[board] == Some(farthest));
    let of_peak = || peak.clone().map(|board| answers[board]);
    let found = figures.peak.answers;
    let expected = of_peak().min().zip(of_peak().max());
    ensure!(found == expected, "answers {found:?}, not {expected:?}");
    let mut classes = vec![0; counts.len()];
    let mut seen = BTreeSet::new();
    for hard in &survey.hardest {
        let board = world.index.get(hard.board.symbols());
        let board = board.ok_or("an unknown board")?;
        ensure!(seen.insert(*board), "{:?} twice", hard.board);
        let listed = (Some(usize::from(hard.distance)), hard.answers);
        let real = (distances[*board], answers[*board]);
        ensure!(listed == real, "{:?}: {listed:?}, not {real:?}", hard.board);
        classes[usize::from(hard.distance)] += hard.class;
    }
    ensure!(
        classes == counts,
        "classes of {classes:?} boards, not {counts:?}"
    );
    let hardest = survey.hardest.iter();
    let leads = hardest.filter(|hard| usize::from(hard.distance) == farthest);
    let leads = leads.count() as u64;
    ensure!(
        figures.peak.classes == leads,
        "{} classes, {leads} listed",
        figures.peak.classes
    );
    by_levels(puzzle, &survey, &counts)
}

/// Checks the same boards by levels, as far as these are kept.
fn by_levels(puzzle: &Puzzle, survey: &Survey<Board>, counts: &[u64]) -> Check {
    let levels = LevelOptions {
        listed: usize::MAX,
        ..LevelOptions::default()
    };
    let levels = text_of(puzzle.count_levels(&levels, &Options::default()))?;
    ensure!(levels.counts == counts, "by levels {:?}", levels.counts);
    let listed = levels.hardest.iter();
    let listed = listed.map(|far| (&far.board, far.distance, far.class));
    let kept = (survey.hardest.iter())
        .map(|hard| (&hard.board, usize::from(hard.distance), hard.class))
        .filter(|(_, distance, _)| *distance >= levels.first_kept);
    ensure!(
        listed.eq(kept),
        "by levels {:?}, not {:?}",
        levels.hardest,
        survey.hardest
    );
    Ok(())
}

fn solved(puzzle: &Puzzle, world: &Reached, distances: &[Option<usize>], rng: &mut Rng) -> Check {
    for _ in 0..SOLVED {
        let place = rng.usize(..world.boards.len());
        let board = puzzle.board_of(&world.boards[place]).ok_or("no board")?;
        let answer = text_of(puzzle.solve(&board, &Options::default()))?;
        let real = distances[place].map_or(Verdict::Unsolvable, |distance| {
            Verdict::Solved(u32::try_from(distance).unwrap())
        });
        let found = answer.verdict;
        ensure!(found == real, "{board:?}: {found:?}, not {real:?}");
    }
    Ok(())
}

/// Builds, stores and proves the table, which is small.
fn table(
    puzzle: &Puzzle,
    world: &Reached,
    distances: &[Option<usize>],
    structure: &Structure,
) -> Check {
    let folder = text_of(tempfile::tempdir())?;
    let store = Arc::new(Store::new(folder.path().to_owned()));
    let options = Options {
        store: Some(Arc::clone(&store)),
        ..Options::default()
    };
    let bytes = text_of(puzzle.table_bytes(&options))?.ok_or("no table")?;
    let room = 500 * world.boards.len() as u64 + 2_000_000 + 2 * NUMBERED;
    ensure!(
        bytes < room,
        "{bytes} bytes for {} boards",
        world.boards.len()
    );
    let is_right = |seen: &[u64]| structure.goals.len() > 1 || fits(seen, &counts(distances));
    for table in text_of(puzzle.tables(&options))? {
        if table.identity().is_some() {
            let built = text_of(table.build(&store, None, &options))?.counts;
            ensure!(is_right(&built), "built {built:?}");
        }
        let proven = text_of(table.verify(&options))?.proof.counts;
        ensure!(is_right(&proven), "proved {proven:?}");
    }
    Ok(())
}

/// Returns true if each board of a table stands for equally many.
fn fits(seen: &[u64], counts: &[u64]) -> bool {
    seen.len() == counts.len()
        && seen
            .iter()
            .zip(counts)
            .all(|(found, count)| found * counts[0] == count * seen[0])
}
