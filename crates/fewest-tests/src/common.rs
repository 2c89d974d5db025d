//! Shared by the tests: the corpus, the public interface in one call, every search under one name.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use fewest::heuristic::Heuristic;
use fewest::kernel::general::{General, Planes};
use fewest::kernel::tiles::{self, Nibbles, Order, Size, Storage, Tiles};
use fewest::kernel::{Kernel, View};
use fewest::model::Model;
use fewest::search::AnswerChoice;
use fewest::search::{
    Algorithm, Control, Limits, Outcome, Silent, a_star, breadth_first, half_way, ida_star,
};
use fewest::solver::{HeuristicName, Options, Tie};
use fewest::space::structure::Structured;
use fewest::space::{Move, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::Progress;
use fewest::table::Ball;
use fewest::table::OptimalMoves;
use fewest::table::Table;
use fewest::table::build::build;
use fewest::table::store::Store;
use fewest::table::{Seen, walk};
use fewest_text::{Session, TextError, TextOptions};
use serde_json::Value;

use crate::naive;

/// A line of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The puzzle's name in the catalogue.
    pub puzzle: String,
    pub start: String,
    /// `None` for the puzzle's own goal.
    pub goal: Option<String>,
    /// `None` if the board is unsolvable.
    pub distance: Option<u32>,
    /// The lexicographically first shortest answer, as the program writes it.
    pub moves: String,
    /// The program's name for the goal reached, or the goal's board.
    pub reached: Option<String>,
}

/// The columns of each line of a file of the corpus.
pub fn columns(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').collect())
}

fn moves(column: &str) -> String {
    column.replace('-', "").replace(',', " ")
}

/// A board of the corpus with spaces between its symbols, as the program writes it.
pub fn spaced(board: &str) -> String {
    if board.contains(',') {
        return board.replace(',', " ");
    }
    let symbols: Vec<String> = board.chars().map(String::from).collect();
    symbols.join(" ")
}

pub fn rotation() -> Vec<Reference> {
    let text = include_str!("../../../corpus/rotation.txt");
    let line = |line: Vec<&str>| Reference {
        puzzle: "rotation".to_owned(),
        start: spaced(line[0]),
        goal: None,
        distance: line[1].parse().ok(),
        moves: moves(line[2]),
        reached: Some(format!("centre {}", line[3])),
    };
    columns(text).map(line).collect()
}

pub fn knights() -> Vec<Reference> {
    let text = include_str!("../../../corpus/knights.txt");
    let line = |line: Vec<&str>| Reference {
        puzzle: "knights".to_owned(),
        start: spaced(line[0]),
        goal: Some(spaced(line[1])),
        distance: line[2].parse().ok(),
        moves: moves(line[3]),
        reached: Some(spaced(line[1])),
    };
    columns(text).map(line).collect()
}

pub fn sliding() -> Vec<Reference> {
    let text = include_str!("../../../corpus/sliding.txt");
    let line = |line: Vec<&str>| Reference {
        puzzle: format!("sliding:{}", line[0]),
        start: spaced(line[1]),
        goal: Some(spaced(line[2])),
        distance: line[3].parse().ok(),
        moves: moves(line[4]),
        reached: Some(spaced(line[2])),
    };
    columns(text).map(line).collect()
}

impl Reference {
    /// Returns true if these moves solve the board by the naive rules.
    pub fn is_solved_by(&self, moves: &str) -> bool {
        let letters: Vec<String> = moves.chars().map(String::from).collect();
        let letters = letters.iter().map(String::as_str);
        if self.puzzle == "rotation" {
            let start = tiles(&self.start);
            let end = naive::replay(start, |board| naive::shifts(board), letters);
            return end.is_some_and(|end| !naive::centres(&end).is_empty());
        }
        let goal = self.goal.as_ref().unwrap();
        if self.puzzle == "knights" {
            let [start, goal] =
                [&self.start, goal].map(|board| board.replace(' ', "").into_bytes());
            let end = naive::replay(start, |board| naive::jumps(board), moves.split_whitespace());
            return end == Some(goal);
        }
        let (width, _) = self.puzzle["sliding:".len()..].split_once('x').unwrap();
        let width = width.parse().unwrap();
        let slides = |board: &Vec<u8>| naive::slides(board, width, "dlru");
        naive::replay(tiles(&self.start), slides, letters) == Some(tiles(goal))
    }
}

/// The tiles of a board written as `1 2 3 0`.
pub fn tiles(text: &str) -> Vec<u8> {
    let tiles = text.split([' ', ',']);
    tiles.map(|tile| tile.parse().unwrap()).collect()
}

/// The references by puzzle and goal, one group per session.
pub fn by_goal(references: impl IntoIterator<Item = Reference>) -> Vec<Vec<Reference>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for reference in references {
        let key = (reference.puzzle.clone(), reference.goal.clone());
        groups.entry(key).or_default().push(reference);
    }
    groups.into_values().collect()
}

/// A request: options, and how texts are read and written.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub from: Option<String>,
    pub to: Option<String>,
    pub algorithm: Option<Algorithm>,
    pub heuristics: Vec<HeuristicName>,
    pub partition: Option<String>,
    pub tie: Option<Tie>,
    /// The tie order of sliding tiles.
    pub order: Option<String>,
    pub goal: Option<fewest::Goal>,
    pub limits: Limits,
    pub store: Option<Arc<Store>>,
    pub progress: Arc<Progress>,
    pub cancel: Arc<AtomicBool>,
}

impl Request {
    pub fn options(&self) -> Options {
        Options {
            algorithm: self.algorithm,
            heuristics: self.heuristics.clone(),
            partition: self.partition.clone(),
            tie: self.tie,
            goal: self.goal.clone(),
            limits: self.limits,
            store: self.store.clone(),
            progress: Arc::clone(&self.progress),
            cancel: Arc::clone(&self.cancel),
            ..Options::default()
        }
    }

    pub fn text(&self) -> TextOptions {
        TextOptions {
            from: self.from.clone(),
            to: self.to.clone(),
            ..TextOptions::default()
        }
    }

    pub fn session(&self, puzzle: &fewest::Puzzle) -> Result<Session, TextError> {
        match &self.order {
            Some(order) => {
                let puzzle = puzzle.with_tie_order(order)?;
                Session::new(&puzzle, self.options(), self.text())
            }
            None => Session::new(puzzle, self.options(), self.text()),
        }
    }
}

pub fn open(puzzle: &str, request: &Request) -> Session {
    let puzzle = fewest::Puzzle::open(puzzle).unwrap();
    request.session(&puzzle).unwrap()
}

pub fn session(puzzle: &str, goal: Option<&str>, request: &Request) -> Session {
    let puzzle = fewest::Puzzle::open(puzzle).unwrap();
    let goal = goal.map(|text| fewest_text::goal(&puzzle, "the goal", text.as_bytes()).unwrap());
    let request = Request {
        from: Some("plain".to_owned()),
        goal,
        ..request.clone()
    };
    request.session(&puzzle).unwrap()
}

/// The output of a session for these boards.
pub fn text(session: &mut Session, boards: &str) -> String {
    let mut output = Vec::new();
    session
        .run("boards", &mut boards.as_bytes(), &mut output)
        .unwrap();
    String::from_utf8(output).unwrap()
}

/// The JSON output of a session for these boards.
pub fn json(session: &mut Session, boards: &str) -> Vec<Value> {
    text(session, boards)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A request for JSON answers.
pub fn as_json() -> Request {
    Request {
        to: Some("json".to_owned()),
        ..Request::default()
    }
}

/// A search over any puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    IdaStar,
    AStar(AnswerChoice),
    BreadthFirst,
    HalfWay,
}

impl Engine {
    /// The searches that find the lexicographically first shortest answer.
    pub const LEAST: [Self; 4] = [
        Self::IdaStar,
        Self::AStar(AnswerChoice::Least),
        Self::BreadthFirst,
        Self::HalfWay,
    ];
    pub const ALL: [Self; 5] = [
        Self::IdaStar,
        Self::AStar(AnswerChoice::Any),
        Self::AStar(AnswerChoice::Least),
        Self::BreadthFirst,
        Self::HalfWay,
    ];

    pub fn run<P: StateSpace, H: Heuristic<P>>(
        self,
        puzzle: &P,
        heuristic: &H,
        ball: &Ball<P::Board>,
        start: &P::Board,
        control: &mut Control<'_>,
    ) -> Outcome {
        match self {
            Self::IdaStar => ida_star::search(puzzle, heuristic, start, control),
            Self::AStar(choice) => a_star(puzzle, heuristic, start, choice, control),
            Self::BreadthFirst => breadth_first(puzzle, start, control),
            Self::HalfWay => half_way(puzzle, heuristic, ball, start, control),
        }
    }

    pub fn solve<P: StateSpace, H: Heuristic<P>>(
        self,
        puzzle: &P,
        heuristic: &H,
        ball: &Ball<P::Board>,
        start: &P::Board,
    ) -> Outcome {
        self.run(
            puzzle,
            heuristic,
            ball,
            start,
            &mut Control::new(Limits::default(), &mut Silent),
        )
    }
}

/// The boards within `radius` moves of a solved one.
pub fn ball<P: StateSpace>(puzzle: &P, solved: P::Board, radius: u8) -> Ball<P::Board> {
    let mut ball = Ball::new([solved]);
    while ball.radius() < radius && ball.grow(puzzle) {}
    ball
}

pub fn symbols<P: Structured>(puzzle: &P, board: &P::Board) -> Vec<u8> {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    symbols
}

pub fn names<P: Kernel>(puzzle: &P, start: &P::Board, moves: &[Move]) -> String {
    let mut names = Vec::new();
    let start = symbols(puzzle, start);
    puzzle.model().write_moves(&start, moves, &mut names);
    String::from_utf8(names).unwrap()
}

/// The board in the format `plain`.
pub fn compact<P: Kernel>(puzzle: &P, board: &P::Board) -> String {
    let mut text = Vec::new();
    let board = symbols(puzzle, board);
    puzzle.model().write_board(&board, &mut text);
    String::from_utf8(text).unwrap()
}

/// The tiles of a board in reading order.
pub fn cells<T: Storage>(puzzle: &Tiles<T>, board: &tiles::TileBoard<T>) -> Vec<u8> {
    (0..puzzle.cells()).map(|cell| board.get(cell)).collect()
}

/// The board after random moves.
pub fn wander<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    moves: usize,
    rng: &mut fastrand::Rng,
) -> P::Board {
    (0..moves).fold(*start, |board, _| {
        puzzle.after(&board, rng.choice(puzzle.moves(&board)).unwrap())
    })
}

/// A model of at most four symbols, with boards as bit planes.
pub type Planar = General<Planes<u64>>;

pub static ROTATION: LazyLock<Planar> =
    LazyLock::new(|| General::of(Arc::new(Model::rotation())).unwrap());

/// Knights, with the goal of the problem statement.
pub static KNIGHTS: LazyLock<Planar> =
    LazyLock::new(|| General::of(Arc::new(Model::knights())).unwrap());

/// The view of the rotation game for the goal of its first symbol.
pub fn one_symbol() -> Planar {
    ROTATION
        .through(&View::exact(ROTATION.model(), &[0]))
        .unwrap()
}

/// The symbols 1, 2 and 3 of a board of the rotation game.
pub fn rotation_symbols(board: Planes<u64>) -> Vec<u8> {
    let symbols = symbols(&*ROTATION, &board);
    symbols.into_iter().map(|symbol| symbol + 1).collect()
}

/// The board of the rotation game with these symbols.
pub fn rotation_board(symbols: &[u8]) -> Planes<u64> {
    let symbols: Vec<u8> = symbols.iter().map(|symbol| symbol - 1).collect();
    ROTATION.board(&symbols).unwrap()
}

pub fn shuffled(rng: &mut fastrand::Rng) -> Planes<u64> {
    let mut symbols: Vec<u8> = (0..24).map(|cell| cell / 8 + 1).collect();
    rng.shuffle(&mut symbols);
    rotation_board(&symbols)
}

/// A board with this symbol in the centre.
pub fn centred(symbol: u8, rng: &mut fastrand::Rng) -> Planes<u64> {
    let others = rotation_symbols(shuffled(rng));
    let mut rest = others.iter().filter(|&&other| other != symbol);
    let at = |cell| {
        if naive::CENTRE.contains(&cell) {
            symbol
        } else {
            *rest.next().unwrap()
        }
    };
    rotation_board(&(0..24).map(at).collect::<Vec<_>>())
}

/// Sliding tiles in the default tie order.
pub fn puzzle<T: Storage>(width: usize, height: usize, blank: usize) -> Tiles<T> {
    Tiles::rectangle(Size::new(width, height).unwrap(), blank, Order::default()).unwrap()
}

/// Sliding tiles of at most 16 cells, in the default tie order.
pub fn small(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
    puzzle(width, height, blank)
}

/// A table, and an optional index for fast walks.
pub struct Tabled<'p, P> {
    puzzle: &'p P,
    pub table: Table,
    optimal_moves: Option<OptimalMoves>,
}

impl<'p, P: Kernel> Tabled<'p, P> {
    /// Builds the table only.
    pub fn new(puzzle: &'p P) -> Self {
        let table = build(puzzle, Budget::default()).unwrap();
        Self {
            puzzle,
            table,
            optimal_moves: None,
        }
    }

    /// Builds the table and the index.
    pub fn with_descents(puzzle: &'p P) -> Self {
        let tabled = Self::new(puzzle);
        let optimal_moves = OptimalMoves::of(&tabled.table);
        assert!(optimal_moves.is_some());
        Self {
            optimal_moves,
            ..tabled
        }
    }

    pub fn distance(&self, board: &P::Board) -> Option<u32> {
        self.table.distance(self.puzzle.rank(board)).map(u32::from)
    }

    /// The distance and the lexicographically first shortest answer.
    pub fn walk(&self, board: &P::Board) -> (Option<u32>, String) {
        let walk_with = |optimal_moves| {
            let mut moves = Vec::new();
            let mut views = [Seen::new(&self.table, optimal_moves, *board)];
            let distance = walk(self.puzzle, &mut views, &mut moves);
            (distance.map(u32::from), names(self.puzzle, board, &moves))
        };
        let found = walk_with(None);
        if let Some(optimal_moves) = &self.optimal_moves {
            assert_eq!(walk_with(Some(optimal_moves)), found);
        }
        found
    }
}

/// Every algorithm that proves its answers, and none.
pub fn choices() -> Vec<Option<Algorithm>> {
    let named = Algorithm::PROVING.into_iter().map(Some);
    named.chain([None]).collect()
}
