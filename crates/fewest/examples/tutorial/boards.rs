//! The puzzle and its boards.

use fewest::space::StateSpace;

use crate::lab::{Board, Eight, Lab};
use crate::show::{mean, say, side_by_side};

/// Every board that one move leads to, and the direction in which the blank went.
fn neighbours(puzzle: &Eight, board: &Board) -> Vec<(char, Board)> {
    let step = |m| Some((puzzle.direction(m)?.letter(), puzzle.after(board, m)));
    puzzle.moves(board).filter_map(step).collect()
}

/// The board in one word: cell 0 in the lowest four bits, cell 1 in the next four, and so on.
fn word(puzzle: &Eight, board: &Board) -> Option<String> {
    Some(format!("{:#011x}", puzzle.pack(board)?))
}

pub fn chapter(lab: &Lab) {
    let Lab { puzzle, start, .. } = lab;
    let pair = [("goal", puzzle.goal()), ("start", *start)];
    say(
        "goal-and-start",
        side_by_side(&pair.map(|(title, board)| (title.to_owned(), board))),
    );
    say("start-word", word(puzzle, start).unwrap_or_default());
    let next: Vec<_> = neighbours(puzzle, start)
        .into_iter()
        .map(|(letter, board)| (letter.to_string(), board))
        .collect();
    say("neighbours", side_by_side(&next));
    let moves: u64 = (0..9).map(|cell| degree(puzzle, cell)).sum();
    say("moves-of-all-cells", moves);
    say("mean-moves", mean(moves, 9));
}

/// How many moves a blank on this cell has.
fn degree(puzzle: &Eight, blank: usize) -> u64 {
    let mut cells = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    cells.swap(blank, 8);
    Board::new(&cells).map_or(0, |board| puzzle.moves(&board).len() as u64)
}
