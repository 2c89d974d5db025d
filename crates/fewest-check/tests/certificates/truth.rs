//! The truth of a certificate's claim, decided by listing boards.

use std::collections::{HashMap, HashSet};

type Board = Vec<usize>;

struct Puzzle {
    blank: Option<usize>,
    turns: Vec<(String, Option<usize>, Vec<usize>)>,
    goals: Vec<Vec<Option<HashSet<usize>>>>,
}

impl Puzzle {
    fn is_solved(&self, board: &Board) -> bool {
        let meets = |goal: &Vec<Option<HashSet<usize>>>| {
            let mut cells = goal.iter().zip(board);
            cells.all(|(set, symbol)| set.as_ref().is_none_or(|set| set.contains(symbol)))
        };
        self.goals.iter().any(meets)
    }

    fn after<'p>(&'p self, board: &'p Board) -> impl Iterator<Item = (&'p str, Board)> {
        let is_legal =
            |need: Option<usize>| need.is_none_or(|cell| Some(board[cell]) == self.blank);
        let legal = self
            .turns
            .iter()
            .filter(move |(_, need, _)| is_legal(*need));
        let after = |from: &Vec<usize>| from.iter().map(|&cell| board[cell]).collect();
        legal.map(move |(name, _, from)| (name.as_str(), after(from)))
    }

    /// The boards to which moves lead from a board.
    fn reached(&self, board: &Board) -> Vec<Board> {
        let mut boards = vec![board.clone()];
        let mut next = 0;
        while let Some(board) = boards.get(next).cloned() {
            for (_, after) in self.after(&board) {
                if !boards.contains(&after) {
                    boards.push(after);
                }
            }
            next += 1;
        }
        boards
    }

    /// The distance of a board, and the number of its shortest solutions; none if it has none.
    fn solutions(&self, board: &Board) -> Option<(usize, u128)> {
        let mut layer = HashMap::from([(board.clone(), 1u128)]);
        let mut known: HashSet<Board> = layer.keys().cloned().collect();
        for distance in 0.. {
            let solved = layer.iter().filter(|(board, _)| self.is_solved(board));
            let ways: u128 = solved.map(|(_, ways)| ways).sum();
            if ways > 0 {
                return Some((distance, ways));
            }
            let mut next: HashMap<Board, u128> = HashMap::new();
            for (board, ways) in &layer {
                for (_, after) in self
                    .after(board)
                    .filter(|(_, after)| !known.contains(after))
                {
                    *next.entry(after).or_default() += ways;
                }
            }
            known.extend(next.keys().cloned());
            layer = next;
            if layer.is_empty() {
                return None;
            }
        }
        None
    }
}

fn numbers(words: &str) -> Vec<usize> {
    words
        .split_whitespace()
        .map(|word| word.parse().expect("a number"))
        .collect()
}

/// Every arrangement of these pieces.
fn arrangements(pieces: &mut [usize]) -> Vec<Board> {
    if pieces.iter().sum::<usize>() == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for symbol in 0..pieces.len() {
        if pieces[symbol] > 0 {
            pieces[symbol] -= 1;
            for rest in arrangements(pieces) {
                all.push([vec![symbol], rest].concat());
            }
            pieces[symbol] += 1;
        }
    }
    all
}

/// Returns true if the claim of a well-formed certificate is true.
pub fn is_true(text: &str) -> bool {
    let mut puzzle = Puzzle {
        blank: None,
        turns: Vec::new(),
        goals: Vec::new(),
    };
    let (mut pieces, mut board, mut moves, mut solutions) = (Vec::new(), None, None, None);
    for line in text.lines() {
        let mut words = line.trim().splitn(2, char::is_whitespace);
        let (key, rest) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        match key {
            "pieces" => pieces = numbers(rest),
            "blank" => puzzle.blank = numbers(rest).first().copied(),
            "turn" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let need = words[1].parse().ok();
                puzzle
                    .turns
                    .push((words[0].to_owned(), need, numbers(&words[2..].join(" "))));
            }
            "goal" => {
                let set = |word: &str| {
                    let symbols = word.split([',', '.', '+']);
                    (word != "*").then(|| symbols.map(|s| s.parse().expect("a symbol")).collect())
                };
                puzzle
                    .goals
                    .push(rest.split_whitespace().map(set).collect());
            }
            "board" => board = Some(numbers(rest)),
            "moves" => {
                moves = Some(
                    rest.split_whitespace()
                        .map(str::to_owned)
                        .collect::<Vec<_>>(),
                );
            }
            "solutions" => solutions = rest.split_whitespace().next().map(str::parse::<u128>),
            "counts" => {
                let mut counts: Vec<usize> = Vec::new();
                let boards = match &board {
                    None => arrangements(&mut pieces.clone()),
                    Some(board) => puzzle.reached(board),
                };
                for board in boards {
                    if let Some((distance, _)) = puzzle.solutions(&board) {
                        counts.resize(counts.len().max(distance + 1), 0);
                        counts[distance] += 1;
                    }
                }
                return counts == numbers(rest);
            }
            _ => {}
        }
    }
    let board = board.expect("a board");
    let found = puzzle.solutions(&board);
    let Some(moves) = moves else {
        return found.is_none();
    };
    let mut end = board;
    for name in &moves {
        let after = puzzle.after(&end).find(|(other, _)| other == name);
        let Some(after) = after.map(|(_, after)| after) else {
            return false;
        };
        end = after;
    }
    puzzle.is_solved(&end)
        && found.is_some_and(|(distance, ways)| {
            distance == moves.len() && solutions.is_none_or(|claimed| claimed == Ok(ways))
        })
}
