//! Puzzles of pieces, made up at random, held against an enumeration of all their boards: what moves
//! do to stickers is put together here from places, turns and companions, and nothing of how the
//! library takes puzzles apart is used.

use std::collections::{HashMap, VecDeque};

use fastrand::Rng;
use fewest::kernel::pieces::{Flaw, Misfit, Pieces};
use fewest::projection::PieceSearch;
use fewest::search::ida_star::Cores;
use fewest::search::{Control, Limits, Stop};
use fewest::solver::Method;
use fewest::structure::{Structure, Turn};
use fewest::table::store::Store;
use fewest::{Board, Budget, Move, Options, Puzzle, Verdict};

/// The most boards of a puzzle that is enumerated.
const MOST: usize = 6_000;

/// Ways to turn in a place: the permutations of its stickers that a move may add.
#[derive(Clone, Copy, Debug)]
enum Turning {
    /// By steps of a cycle of this length.
    Cycle(usize),
    /// By swapping two of four stickers and the two others: not a cycle.
    Four,
    /// Like a triangle, with six stickers: turned or turned over.
    Triangle,
}

impl Turning {
    fn stickers(self) -> usize {
        match self {
            Self::Cycle(length) => length,
            Self::Four => 4,
            Self::Triangle => 6,
        }
    }

    /// The elements of the group that it is, as permutations of the stickers.
    fn elements(self) -> Vec<Vec<usize>> {
        match self {
            Self::Cycle(length) => {
                let by = |step| {
                    (0..length)
                        .map(|sticker| (sticker + step) % length)
                        .collect()
                };
                (0..length).map(by).collect()
            }
            Self::Four => (0..4usize)
                .map(|by| (0..4).map(|sticker| sticker ^ by).collect())
                .collect(),
            Self::Triangle => {
                // Stickers are the elements: a turn by 0 to 2, turned over or not.
                let product = |a: usize, b: usize| {
                    let (turn, over) = (a % 3, a / 3);
                    let (own, own_over) = (b % 3, b / 3);
                    let own = if over == 1 { (3 - own) % 3 } else { own };
                    (turn + own) % 3 + 3 * ((over + own_over) % 2)
                };
                (0..6)
                    .map(|by| (0..6).map(|sticker| product(by, sticker)).collect())
                    .collect()
            }
        }
    }
}

/// Pieces of one kind: places, what turns there, and whether each has a companion, a sticker that
/// goes with it and is never turned.
#[derive(Clone, Debug)]
struct Kind {
    places: usize,
    turning: Turning,
    has_companion: bool,
}

fn kinds(rng: &mut Rng) -> Vec<Kind> {
    let kind = |rng: &mut Rng| Kind {
        places: rng.usize(1..=4),
        turning: match rng.u8(0..8) {
            0 => Turning::Four,
            1 => Turning::Triangle,
            length => Turning::Cycle(usize::from(length) % 4 + 1),
        },
        has_companion: rng.u8(0..4) == 0,
    };
    (0..rng.usize(1..=3)).map(|_| kind(rng)).collect()
}

/// A move at random: the cell whose sticker comes to each.
fn draw(rng: &mut Rng, kinds: &[Kind]) -> Vec<usize> {
    let mut from = Vec::new();
    for kind in kinds {
        let base = from.len();
        let stickers = kind.turning.stickers();
        let mut places: Vec<usize> = (0..kind.places).collect();
        match rng.u8(0..3) {
            0 => rng.shuffle(&mut places),
            1 => places.rotate_left(1),
            _ => {}
        }
        let elements = kind.turning.elements();
        let is_turning = rng.u8(0..3) > 0;
        let width = stickers + usize::from(kind.has_companion);
        from.resize(base + kind.places * width, 0);
        for (to, &place) in places.iter().enumerate() {
            let element = &elements[if is_turning {
                rng.usize(0..elements.len())
            } else {
                0
            }];
            for sticker in 0..stickers {
                from[base + to * width + element[sticker]] = base + place * width + sticker;
            }
            if kind.has_companion {
                from[base + to * width + stickers] = base + place * width + stickers;
            }
        }
    }
    from.push(from.len());
    from
}

fn inverse(from: &[usize]) -> Vec<usize> {
    let mut back = vec![0; from.len()];
    for (to, &from) in from.iter().enumerate() {
        back[from] = to;
    }
    back
}

/// Every board that moves make of one whose symbols are all different, with its distance.
fn enumerate(moves: &[Vec<usize>]) -> Option<HashMap<Vec<u8>, u32>> {
    enumerate_from((0..=u8::MAX).take(moves[0].len()).collect(), moves, MOST)
}

/// Every board that moves make of this one, with its distance.
fn enumerate_from(
    solved: Vec<u8>,
    moves: &[Vec<usize>],
    most: usize,
) -> Option<HashMap<Vec<u8>, u32>> {
    let after =
        |board: &[u8], from: &[usize]| from.iter().map(|&cell| board[cell]).collect::<Vec<u8>>();
    let mut distances = HashMap::from([(solved.clone(), 0)]);
    let mut open = VecDeque::from([solved]);
    while let Some(board) = open.pop_front() {
        let distance = distances[&board];
        for m in moves {
            // Moves come with their inverses: distances are the same from either side.
            let next = after(&board, m);
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance + 1);
                open.push_back(next);
            }
        }
        if distances.len() > most {
            return None;
        }
    }
    Some(distances)
}

/// The lexicographically first of the shortest answers.
fn first_answer(
    distances: &HashMap<Vec<u8>, u32>,
    moves: &[Vec<usize>],
    board: &[u8],
) -> Vec<Move> {
    let mut board = board.to_vec();
    let mut answer = Vec::new();
    while distances[&board] > 0 {
        let nearer = (0u8..).zip(moves).find_map(|(m, from)| {
            let next: Vec<u8> = from.iter().map(|&cell| board[cell]).collect();
            (distances[&next] < distances[&board]).then_some((m, next))
        });
        let (m, next) = nearer.expect("a nearer board");
        answer.push(Move::new(m));
        board = next;
    }
    answer
}

fn structure(moves: &[Vec<usize>]) -> Structure {
    let cells = moves[0].len();
    let small = |cell: &usize| u8::try_from(*cell).expect("few cells");
    Structure {
        pieces: vec![1; cells],
        turns: (0u8..)
            .zip(moves)
            .map(|(m, from)| Turn {
                by: Move::new(m),
                needs: None,
                from: from.iter().map(small).collect(),
            })
            .collect(),
        goals: vec![(0..=u8::MAX).take(cells).map(Some).collect()],
    }
}

/// Random moves with all that take them back: powers, moves that coincide, moves that do nothing.
fn moves(rng: &mut Rng, kinds: &[Kind]) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    for _ in 0..rng.usize(1..=4) {
        let m = draw(rng, kinds);
        let twice: Vec<usize> = m.iter().map(|&cell| m[cell]).collect();
        moves.push(inverse(&m));
        if rng.u8(0..3) == 0 {
            moves.push(inverse(&twice));
            moves.push(twice);
        }
        if rng.u8(0..8) == 0 {
            moves.push(m.clone());
        }
        moves.push(m);
    }
    rng.shuffle(&mut moves);
    moves
}

#[test]
fn answers_to_random_puzzles_of_pieces() {
    let mut rng = Rng::with_seed(14);
    let (mut puzzles, mut tables, mut largest) = (0, 0, 0);
    while puzzles < 150 {
        let kinds = kinds(&mut rng);
        let moves = moves(&mut rng, &kinds);
        let Some(distances) = enumerate(&moves).filter(|all| all.len() > 1) else {
            continue;
        };
        puzzles += 1;
        let structure = structure(&moves);
        let about = || format!("{kinds:?} {moves:?}");
        let mut search = PieceSearch::of(&structure).unwrap_or_else(|| panic!("{}", about()));
        let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
        boards.sort_unstable();
        for most in [64, 300, 5_000, 1 << 20] {
            if !search.build(most, Budget::default()).expect("no limit") {
                continue;
            }
            tables += 1;
            largest = largest.max(search.bytes());
            for _ in 0..20 {
                let board = boards[rng.usize(0..boards.len())];
                let leads = search
                    .read(board)
                    .unwrap_or_else(|misfit| panic!("{misfit:?} {}", about()));
                let outcome = search.search(&leads, &mut Control::default(), Cores::One);
                let answer = first_answer(&distances, &moves, board);
                assert_eq!(outcome.stop, Stop::Solved, "{}", about());
                assert_eq!(outcome.moves, Some(answer), "{board:?} {most} {}", about());
                assert_eq!(outcome.lower_bound, distances[board]);
            }
        }
        // Two stickers swapped: another piece, or a board that moves may not make.
        let mut board = boards[rng.usize(0..boards.len())].clone();
        let last = board.len() - 2;
        board.swap(rng.usize(0..=last), rng.usize(0..=last));
        match search.read(&board) {
            Ok(leads) => {
                assert_eq!(
                    search.can_be_solved(&leads),
                    distances.contains_key(&board),
                    "{}",
                    about()
                );
            }
            Err(_) => assert!(!distances.contains_key(&board), "{board:?} {}", about()),
        }
    }
    assert!(
        tables > 150 && largest > 500,
        "{tables} tables, the largest of {largest} bytes"
    );
}

/// Pieces that look alike, whole or in some of their turns: every answer is the first of the shortest,
/// and no board that moves make is taken for one that they don't.
#[test]
fn answers_where_pieces_look_alike() {
    let mut rng = Rng::with_seed(24);
    let (mut puzzles, mut tables, mut largest) = (0, 0, 0);
    while puzzles < 150 {
        let kinds = kinds(&mut rng);
        let moves = moves(&mut rng, &kinds);
        let mut structure = structure(&moves);
        let colours = rng.u8(2..=6);
        let mut solved: Vec<u8> = (0..=u8::MAX).take(moves[0].len()).collect();
        for symbol in &mut solved {
            if rng.u8(0..4) > 0 {
                *symbol %= colours;
            }
        }
        structure.goals[0] = solved.iter().copied().map(Some).collect();
        let are_alike = Pieces::with_alike(&structure).is_some_and(|pieces| pieces.are_alike());
        let distances = enumerate_from(solved, &moves, MOST);
        let Some(distances) = distances.filter(|all| all.len() > 1 && are_alike) else {
            continue;
        };
        puzzles += 1;
        let about = || format!("{kinds:?} {moves:?} {:?}", structure.goals);
        assert!(Pieces::of(&structure).is_none(), "{}", about());
        let mut search = PieceSearch::of(&structure).unwrap_or_else(|| panic!("{}", about()));
        let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
        boards.sort_unstable();
        for most in [64, 300, 5_000, 1 << 20] {
            if !search.build(most, Budget::default()).expect("no limit") {
                continue;
            }
            tables += 1;
            largest = largest.max(search.bytes());
            for _ in 0..40 {
                let board = boards[rng.usize(0..boards.len())];
                let leads = search
                    .read(board)
                    .unwrap_or_else(|misfit| panic!("{misfit:?} {}", about()));
                assert!(search.can_be_solved(&leads), "{board:?} {}", about());
                let outcome = search.search(&leads, &mut Control::default(), Cores::One);
                let answer = first_answer(&distances, &moves, board);
                assert_eq!(outcome.moves, Some(answer), "{board:?} {most} {}", about());
                assert_eq!(outcome.lower_bound, distances[board]);
            }
        }
    }
    assert!(
        tables > 100 && largest > 300,
        "{tables} tables, the largest of {largest} bytes"
    );
}

/// Symmetries carry pieces that look alike to such, or they are none: cubes of eight pieces with faces
/// in the same colour.
#[test]
fn symmetries_where_pieces_look_alike() {
    let cube = Puzzle::open("corners").expect("a puzzle");
    let mut structure = cube.model().structure.clone();
    let moves: Vec<Vec<usize>> = structure
        .turns
        .iter()
        .map(|turn| turn.from.iter().map(|&cell| cell.into()).collect())
        .collect();
    let symbols: Vec<u8> = structure.goals[0].iter().flatten().copied().collect();
    let mut names = symbols.clone();
    names.sort_unstable();
    names.dedup();
    let mut rng = Rng::with_seed(3);
    // By colour: the one that it is painted over with. Opposite faces alike; one face and five.
    let painted = [[0, 1, 2, 1, 2, 0], [0, 1, 1, 1, 1, 1]];
    let mut images = 0;
    for painted in painted {
        let paint = |symbol: &u8| {
            let place = names.binary_search(symbol).expect("a colour");
            names[painted[place]]
        };
        let solved: Vec<u8> = symbols.iter().map(paint).collect();
        structure.goals[0] = solved.iter().copied().map(Some).collect();
        let distances = enumerate_from(solved, &moves, 1_000_000).expect("few boards");
        let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
        boards.sort_unstable();
        let mut search = PieceSearch::of(&structure).expect("pieces");
        // Three stickers moved on: now and then a corner is turned.
        let mut turned = 0;
        for _ in 0..6_000 {
            let mut board = boards[rng.usize(0..boards.len())].clone();
            let mut cells: Vec<usize> = (0..board.len()).collect();
            rng.shuffle(&mut cells);
            board.swap(cells[0], cells[1]);
            board.swap(cells[1], cells[2]);
            if let Ok(leads) = search.read(&board) {
                let is_made = distances.contains_key(&board);
                assert_eq!(
                    search.can_be_solved(&leads),
                    is_made,
                    "{board:?} {painted:?}"
                );
                turned += usize::from(!is_made);
            }
        }
        // Corners of a single colour look the same when they are turned: then any board is made.
        assert_eq!(turned > 0, painted[2] != painted[1], "{turned} {painted:?}");
        for most in [300, 3_000, 100_000] {
            if !search.build(most, Budget::default()).expect("no limit") {
                continue;
            }
            images = images.max(search.plan(most).map_or(0, |plan| plan.bounds));
            for _ in 0..60 {
                let board = boards[rng.usize(0..boards.len())];
                let leads = search.read(board).expect("its pieces");
                let outcome = search.search(&leads, &mut Control::default(), Cores::One);
                let answer = first_answer(&distances, &moves, board);
                assert_eq!(outcome.moves, Some(answer), "{board:?} {most} {painted:?}");
            }
        }
    }
    assert!(images > 1, "{images} ways to look at a board");
}

/// Stickers of a puzzle for which nothing can be found: a move that can't be taken back by one, a
/// blank. Pieces that look alike are no elements of a group, but can be searched.
#[test]
fn what_is_no_puzzle_of_pieces() {
    let ring = vec![vec![1, 2, 3, 0]];
    let one_way = structure(&ring);
    assert!(Pieces::of(&one_way).is_some_and(|pieces| pieces.inverses().is_none()));
    assert!(PieceSearch::of(&one_way).is_none());
    let mut alike = structure(&[vec![1, 2, 3, 0], vec![3, 0, 1, 2], vec![1, 0, 2, 3]]);
    assert!(PieceSearch::of(&alike).is_some());
    alike.goals[0][1] = Some(0);
    assert!(Pieces::of(&alike).is_none());
    assert!(PieceSearch::of(&alike).is_some());
    let mut blank = structure(&[vec![1, 0, 2, 3]]);
    blank.turns[0].needs = Some((0, 3));
    assert!(Pieces::of(&blank).is_none());
}

#[test]
fn a_search_keeps_to_its_limits() {
    let moves = vec![
        vec![1, 2, 3, 4, 5, 0],
        vec![5, 0, 1, 2, 3, 4],
        vec![1, 0, 2, 3, 4, 5],
    ];
    let distances = enumerate(&moves).expect("720 boards");
    let mut search = PieceSearch::of(&structure(&moves)).expect("pieces");
    assert!(search.build(1000, Budget::default()).expect("no limit"));
    let (board, &distance) = distances
        .iter()
        .max_by_key(|(board, far)| (**far, (*board).clone()))
        .expect("boards");
    let leads = search.read(board).expect("its pieces");
    let limits = Limits {
        moves: Some(distance - 1),
        ..Limits::default()
    };
    let outcome = search.search(
        &leads,
        &mut Control {
            limits,
            ..Control::default()
        },
        Cores::All,
    );
    assert_eq!((outcome.stop, outcome.lower_bound), (Stop::Moves, distance));
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let outcome = search.search(
        &leads,
        &mut Control {
            limits,
            ..Control::default()
        },
        Cores::All,
    );
    assert_eq!(outcome.stop, Stop::Nodes);
    assert!(outcome.lower_bound <= distance);
}

/// Every board within so many moves of the solved one, with its distance.
fn near(puzzle: &Puzzle, moves: u32) -> HashMap<Board, u32> {
    let solved = puzzle.solved_board(&Options::default()).expect("one goal");
    let mut distances = HashMap::from([(solved.clone(), 0)]);
    let mut open = vec![solved];
    for distance in 1..=moves {
        let mut next = Vec::new();
        for board in &open {
            for m in puzzle.legal_moves(board) {
                let after = puzzle.after(board, m).expect("a legal move");
                if !distances.contains_key(&after) {
                    distances.insert(after.clone(), distance);
                    next.push(after);
                }
            }
        }
        open = next;
    }
    distances
}

/// All within three moves, and some of those at four: half turns and quarter turns, as the program
/// solves them.
#[test]
fn cubes_near_the_solved_one() {
    for (name, counts) in [
        ("cube3", [1, 18, 243, 3240, 43239]),
        ("cube3q", [1, 12, 114, 1068, 10011]),
    ] {
        let puzzle = Puzzle::open(name).expect("a puzzle");
        let distances = near(&puzzle, 4);
        let mut found = [0; 5];
        for &distance in distances.values() {
            found[distance as usize] += 1;
        }
        // Counts of J. Scherphuis, "Rubik's Cube 3x3x3", https://www.jaapsch.net/puzzles/cube3.htm.
        assert_eq!(found, counts, "{name}");
        let mut boards: Vec<(&Board, &u32)> = distances.iter().collect();
        boards.sort_by_key(|(board, distance)| (**distance, board.symbols().to_vec()));
        let search = boards
            .iter()
            .enumerate()
            .filter(|(place, (_, distance))| **distance < 4 || place % 40 == 0);
        let boards: Vec<Board> = search.map(|(_, (board, _))| (*board).clone()).collect();
        let answers = puzzle
            .solve_all(&boards, &Options::default())
            .expect("no limit");
        for (board, answer) in boards.iter().zip(&answers) {
            let distance = distances[board];
            assert_eq!(answer.verdict, Verdict::Solved(distance), "{name}");
            let end = answer
                .moves
                .iter()
                .try_fold(board.clone(), |board, &m| puzzle.after(&board, m));
            assert!(
                end.is_some_and(|end| puzzle.is_solved(&end))
                    && answer.moves.len() == distance as usize
            );
        }
    }
}

/// A corner twisted, an edge flipped, two edges swapped: each is told without a search.
#[test]
fn cubes_taken_apart_and_put_together_wrongly() {
    let cube = Puzzle::open("cube3").expect("a puzzle");
    let solved = cube.solved_board(&Options::default()).expect("one goal");
    // Cells in the order of the picture: U1 to U9, then rows of L, F, R and B.
    let cell = |name: &str| match name {
        "U6" => 5,
        "U8" => 7,
        "U9" => 8,
        "F2" => 13,
        "F3" => 14,
        "R1" => 15,
        "R2" => 16,
        other => panic!("{other}"),
    };
    let carried = |cycle: &[&str]| {
        let mut symbols = solved.symbols().to_vec();
        for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            symbols[cell(to)] = solved.symbols()[cell(from)];
        }
        cube.board_of(&symbols).expect("the same pieces")
    };
    let twisted = ["U9", "R1", "F3"];
    let turned = |pieces, ways| Flaw::Turned { pieces, ways };
    for (board, flaw) in [
        (carried(&twisted), turned(8, 3)),
        (carried(&["U8", "F2"]), turned(12, 2)),
        (carried(&["F2", "R2"]), Flaw::Swapped),
        // Stickers of two edges are exchanged, and no edge has these.
        (
            carried(&["U8", "R2"]),
            Flaw::Misfit(Misfit::NoPiece(vec![16, 5])),
        ),
    ] {
        let answer = cube.solve(&board, &Options::default()).expect("no limit");
        assert_eq!(
            (answer.verdict, answer.method, answer.generated),
            (Verdict::Unsolvable, Method::Group, 0)
        );
        assert_eq!(answer.flaw, Some(flaw));
    }
}

/// A stored table answers as the one that was built; one that is damaged, or of another puzzle, is
/// not believed.
#[test]
fn stored_projections() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(folder.path());
    let corners = Puzzle::open("corners").expect("a puzzle");
    let structure = &corners.model().structure;
    let mut built = PieceSearch::of(structure).expect("pieces");
    assert!(built.build(200_000, Budget::default()).expect("no limit"));
    let (path, bytes) = built
        .save("corners", &store)
        .expect("a file")
        .expect("it was built");
    assert!(bytes > built.bytes() && !built.is_stored());
    let read = || {
        let mut search = PieceSearch::of(structure).expect("pieces");
        search
            .load(200_000, "corners", &store)
            .map(|file| (file, search))
    };
    let (file, stored) = read().expect("a good file");
    assert_eq!(file.as_ref(), Some(&path));
    assert!(stored.is_stored());
    assert_eq!(
        (stored.bytes(), stored.levels()),
        (built.bytes(), built.levels())
    );
    let near = near(&corners, 3);
    let mut boards: Vec<&Board> = near.keys().collect();
    boards.sort_unstable();
    for board in boards.into_iter().step_by(100) {
        let leads = built.read(board.symbols()).expect("its pieces");
        let found =
            [&built, &stored].map(|own| own.search(&leads, &mut Control::default(), Cores::One));
        assert_eq!(found[0], found[1]);
    }
    // Another puzzle, filed under the same name.
    let mut other = PieceSearch::of(&Puzzle::open("cube2").expect("a puzzle").model().structure)
        .expect("pieces");
    let loaded = other.load(200_000, "corners", &store);
    assert_eq!(loaded.expect("nothing there"), None);
    let mut damaged = std::fs::read(&path).expect("the file");
    *damaged.last_mut().expect("bytes") ^= 1;
    std::fs::write(&path, damaged).expect("the file");
    assert!(read().is_err());
}
