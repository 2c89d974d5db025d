//! Which boards can be solved.

use fewest::rank::permutation;
use fewest::space::StateSpace;

use crate::lab::{Board, Eight, Lab};
use crate::show::{number, say, side_by_side};

/// Every way to put eight tiles and a blank on nine cells: the packed permutations of 0 to 8 are the packed boards.
pub fn arrangements(puzzle: &Eight) -> impl Iterator<Item = Board> {
    let words = (0..permutation::count(9)).map(|rank| permutation::unrank(rank, 9));
    words.filter_map(|word| puzzle.unpack(word))
}

/// The tiles row by row, the blank left out.
pub fn tiles(board: &Board) -> Vec<u8> {
    let cells = (0..9).map(|cell| board.get(cell));
    cells.filter(|&tile| tile != 0).collect()
}

/// How many pairs of tiles stand in the wrong order.
fn inversions(board: &Board) -> usize {
    let tiles = tiles(board);
    let smaller_later = |i: usize| tiles[i + 1..].iter().filter(|&&t| t < tiles[i]).count();
    (0..tiles.len()).map(smaller_later).sum()
}

pub fn chapter(lab: &Lab) {
    let puzzle = &lab.puzzle;
    say("start-inversions", inversions(&lab.start));
    let (mut all, mut even, mut moves, mut changes, mut disagree) = (0, 0, 0, 0, 0);
    for board in arrangements(puzzle) {
        let is_even = inversions(&board).is_multiple_of(2);
        all += 1;
        even += u64::from(is_even);
        disagree += u64::from(puzzle.is_solvable(&board) != is_even);
        for m in puzzle.moves(&board) {
            let next = puzzle.after(&board, m);
            moves += 1;
            changes += u64::from(inversions(&next).is_multiple_of(2) != is_even);
        }
    }
    say("arrangements", number(all));
    say("even-arrangements", number(even));
    say("reached", number(lab.table.reachable()));
    say("all-moves", number(moves));
    say("parity-changes", changes);
    say("solvable-disagree", disagree);
    if let Some(swapped) = Board::new(&[1, 2, 3, 4, 5, 6, 8, 7, 0]) {
        say(
            "swapped",
            side_by_side(&[(String::new(), swapped)]).trim_start(),
        );
        say("swapped-inversions", inversions(&swapped));
    }
}
