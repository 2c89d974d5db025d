//! All boards of a puzzle, one by one.

use std::collections::{HashMap, VecDeque};

use crate::definitions::model::Model;
use crate::naive;

/// All facts about a puzzle.
pub struct World {
    pub model: Model,
    /// Every arrangement, in lexicographic order.
    pub boards: Vec<Vec<u8>>,
    pub index: HashMap<Vec<u8>, usize>,
    /// The board after each move of each board.
    pub next: Vec<Vec<Option<usize>>>,
    /// The boards from which a move leads to each board.
    before: Vec<Vec<usize>>,
    /// The fewest moves from each board to any goal.
    pub distance: Vec<Option<u32>>,
    /// The fewest moves to each goal from each board.
    pub to_goal: Vec<Vec<Option<u32>>>,
    /// The number of shortest answers of each board, as move sequences.
    pub answers: Vec<u128>,
    /// By board: true if moves lead to it from the only goal. All are true if there are several goals,
    /// or if the only one leaves cells open.
    pub real: Vec<bool>,
}

/// The number of times that each distance occurs.
fn counted(distances: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut counts = vec![0];
    for distance in distances {
        let distance = distance as usize;
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

/// The number of arrangements of these pieces; `None` if it is very large.
#[must_use]
pub fn arrangements(counts: &[u32]) -> Option<u64> {
    let mut ways = 1u64;
    let mut cells = 0;
    for &count in counts {
        for piece in 1..=u64::from(count) {
            cells += 1;
            ways = ways.checked_mul(cells)? / piece;
        }
    }
    Some(ways)
}

impl World {
    pub fn of(model: Model) -> Self {
        let boards = naive::boards(&model.counts);
        let index: HashMap<Vec<u8>, usize> = boards.iter().cloned().zip(0..).collect();
        let next: Vec<Vec<Option<usize>>> = boards
            .iter()
            .map(|board| {
                let after = |place| model.after(board, place).map(|after| index[&after]);
                (0..model.moves.len()).map(after).collect()
            })
            .collect();
        let mut before = vec![Vec::new(); boards.len()];
        for (from, next) in next.iter().enumerate() {
            for &to in next.iter().flatten() {
                before[to].push(from);
            }
        }
        let mut world = Self {
            model,
            boards,
            index,
            next,
            before,
            distance: Vec::new(),
            to_goal: Vec::new(),
            answers: Vec::new(),
            real: Vec::new(),
        };
        let solved = |goal| {
            (0..world.boards.len())
                .filter(|&board| world.model.meets(&world.boards[board], goal))
                .collect::<Vec<_>>()
        };
        let goals = 0..world.model.goals.len();
        let to_goal = goals
            .clone()
            .map(|goal| world.distances(solved(goal)))
            .collect();
        let distance = world.distances(goals.flat_map(solved).collect());
        world.answers = world.answers(&distance);
        world.real = vec![true; world.boards.len()];
        if let [_] = world.model.goals[..] {
            let home: Vec<usize> = solved(0);
            if let [home] = home[..]
                && world.model.goals[0].board.iter().all(Option::is_some)
            {
                world.real = world.reached(home);
            }
        }
        (world.to_goal, world.distance) = (to_goal, distance);
        world
    }

    /// The fewest moves from each board to any of these.
    #[must_use]
    pub fn distances(&self, solved: Vec<usize>) -> Vec<Option<u32>> {
        let mut distance = vec![None; self.boards.len()];
        let mut queue = VecDeque::new();
        for board in solved {
            distance[board] = Some(0);
            queue.push_back(board);
        }
        while let Some(board) = queue.pop_front() {
            for &from in &self.before[board] {
                if distance[from].is_none() {
                    distance[from] = distance[board].map(|distance: u32| distance + 1);
                    queue.push_back(from);
                }
            }
        }
        distance
    }

    /// The number of shortest answers of each board, from all distances.
    pub fn answers(&self, distance: &[Option<u32>]) -> Vec<u128> {
        let mut by_distance: Vec<usize> = (0..self.boards.len())
            .filter(|&board| distance[board].is_some())
            .collect();
        by_distance.sort_by_key(|&board| distance[board]);
        let mut answers = vec![0u128; self.boards.len()];
        for board in by_distance {
            answers[board] = match distance[board] {
                Some(0) => 1,
                current => {
                    let nearer = self.next[board]
                        .iter()
                        .flatten()
                        .filter(|&&to| distance[to].map(|to| to + 1) == current);
                    nearer.map(|&to| answers[to]).fold(0, u128::saturating_add)
                }
            };
        }
        answers
    }

    /// The first shortest answer of a board, as places in tie order.
    #[must_use]
    pub fn first_answer(&self, board: usize) -> Option<Vec<usize>> {
        let mut answer = Vec::new();
        let mut board = board;
        while self.distance[board]? > 0 {
            let nearer = |to: usize| self.distance[to].map(|to| to + 1) == self.distance[board];
            let mut moves = self.next[board].iter().enumerate();
            let (place, to) =
                moves.find_map(|(place, to)| to.filter(|to| nearer(*to)).map(|to| (place, to)))?;
            answer.push(place);
            board = to;
        }
        Some(answer)
    }

    /// At most `max_answers` shortest answers of a board, first in tie order.
    #[must_use]
    pub fn first_answers(&self, board: usize, max_answers: usize) -> Vec<Vec<usize>> {
        let Some(distance) = self.distance[board] else {
            return Vec::new();
        };
        let mut ways = vec![(board, Vec::new())];
        for nearer in (0..distance).rev() {
            let further = ways.into_iter().flat_map(|(board, way)| {
                let moves = self.next[board]
                    .iter()
                    .enumerate()
                    .filter_map(|(place, to)| Some((place, (*to)?)))
                    .filter(|&(_, to)| self.distance[to] == Some(nearer));
                moves.map(move |(place, to)| {
                    let mut way: Vec<usize> = way.clone();
                    way.push(place);
                    (to, way)
                })
            });
            // Each leads to at least one answer, so no more are needed.
            ways = further.take(max_answers).collect();
        }
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// The board after these moves, given by place.
    #[must_use]
    pub fn replay(&self, board: usize, moves: &[usize]) -> Option<usize> {
        moves
            .iter()
            .try_fold(board, |board, &place| self.next[board][place])
    }

    /// The number of boards at each distance.
    /// The real boards that can be solved, by distance.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        let real = self.real.iter().zip(&self.distance);
        let real = real.filter(|(real, _)| **real);
        counted(real.filter_map(|(_, distance)| *distance))
    }

    /// The boards that can be solved, real or not, by distance.
    #[must_use]
    pub fn counts_of_all(&self) -> Vec<u64> {
        counted(self.distance.iter().flatten().copied())
    }

    /// The real boards at a distance.
    pub fn at(&self, distance: u32) -> impl Iterator<Item = usize> {
        (0..self.boards.len())
            .filter(move |&board| self.real[board] && self.distance[board] == Some(distance))
    }

    /// The number of boards that can be solved, real or not.
    #[must_use]
    pub fn solvable(&self) -> u64 {
        self.distance.iter().flatten().count() as u64
    }

    /// The boards reachable from one.
    #[must_use]
    pub fn reached(&self, start: usize) -> Vec<bool> {
        let mut is_reached = vec![false; self.boards.len()];
        is_reached[start] = true;
        let mut open = vec![start];
        while let Some(board) = open.pop() {
            for &to in self.next[board].iter().flatten() {
                if !std::mem::replace(&mut is_reached[to], true) {
                    open.push(to);
                }
            }
        }
        is_reached
    }

    /// Returns true if a move undoes another wherever that is legal.
    #[must_use]
    pub fn takes_back(&self, made: usize, other: usize) -> bool {
        (0..self.boards.len()).all(|board| {
            let after = self.next[board][made];
            after.is_none_or(|after| self.next[after][other] == Some(board))
        })
    }

    /// A board on a line, in the order for lines.
    #[must_use]
    pub fn line(&self, board: usize) -> String {
        let symbol = |&cell: &u8| self.symbol(self.boards[board][usize::from(cell)]);
        self.model
            .order
            .iter()
            .map(symbol)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[must_use]
    pub fn symbol(&self, symbol: u8) -> &str {
        &self.model.symbols[usize::from(symbol)]
    }

    /// The board on a line.
    #[must_use]
    pub fn parse(&self, line: &str) -> Option<usize> {
        let mut board = vec![0; self.model.cells()];
        let mut words = line.split_whitespace();
        for &cell in &self.model.order {
            let word = words.next()?;
            let symbol = self.model.symbols.iter().position(|name| name == word)?;
            board[usize::from(cell)] = u8::try_from(symbol).ok()?;
        }
        words
            .next()
            .is_none()
            .then(|| self.index.get(&board).copied())?
    }

    /// The separator between the names of two moves.
    #[must_use]
    pub fn separator(&self) -> &'static str {
        let is_short = self.model.moves.iter().all(|m| m.name.len() == 1);
        if is_short { "" } else { " " }
    }

    /// The names of moves, as in answers.
    #[must_use]
    pub fn names(&self, moves: &[usize]) -> String {
        let names: Vec<&str> = moves
            .iter()
            .map(|&place| self.model.moves[place].name.as_str())
            .collect();
        names.join(self.separator())
    }

    /// The places of the moves with these names.
    #[must_use]
    pub fn places(&self, names: &str) -> Option<Vec<usize>> {
        let place = |name: &str| self.model.moves.iter().position(|m| m.name == name);
        if self.separator().is_empty() {
            names
                .chars()
                .map(|name| place(name.encode_utf8(&mut [0; 4])))
                .collect()
        } else {
            names.split_whitespace().map(place).collect()
        }
    }
}
