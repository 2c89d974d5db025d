//! One search from the goal, and lookups forever after.

use fewest::heuristic::Manhattan;
use fewest::search::{AnswerChoice, a_star};
use fewest::space::{Move, Ranked, StateSpace};
use fewest::table::Table;
use fewest::table::{Seen, walk};

use crate::lab::{Board, Eight, Lab, Result, cost, letters};
use crate::show::{mean, number, say};

/// The same by the library.
fn answer(puzzle: &Eight, table: &Table, board: &Board) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    walk(puzzle, &mut [Seen::new(table, None, *board)], &mut moves)?;
    Some(moves)
}

/// A shortest answer, and how many distances were looked up for it: at each board, moves are tried until one leads nearer.
fn descend(puzzle: &Eight, table: &Table, board: &Board) -> Option<(Vec<Move>, u64)> {
    let distance_of = |board: &Board| table.distance(puzzle.rank(board));
    let (mut board, mut moves, mut lookups) = (*board, Vec::new(), 1);
    for left in (0..distance_of(&board)?).rev() {
        let nearer = puzzle.moves(&board).find(|&m| {
            lookups += 1;
            distance_of(&puzzle.after(&board, m)) == Some(left)
        });
        let m = nearer?;
        puzzle.apply(&mut board, m);
        moves.push(m);
    }
    Some((moves, lookups))
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let Lab { puzzle, start, .. } = lab;
    let table = &lab.table;
    let moves = answer(puzzle, table, start).ok_or("no answer")?;
    say("table-answer", letters(puzzle, Some(&moves)));
    say("table-bytes", number(table.len() as u64));
    let (mut moves, mut lookups, mut differ) = (0, 0, 0);
    for board in &lab.hundred {
        let (by_hand, looked) = descend(puzzle, table, board).ok_or("no answer")?;
        differ += u64::from(answer(puzzle, table, board).as_ref() != Some(&by_hand));
        moves += by_hand.len() as u64;
        lookups += looked;
    }
    let boards = lab.hundred.len() as u64;
    say("walks-differ", differ);
    say("lookups-each", mean(lookups, boards));
    say("lookups-move", mean(lookups, moves));
    let mut building = 0;
    for rank in 0..puzzle.boards() {
        building += puzzle.moves(&puzzle.unrank(rank)).len() as u64;
    }
    say("table-generated", number(building));
    let manhattan = Manhattan::new(puzzle);
    let searched = cost(&lab.hundred, |board, control| {
        a_star(puzzle, &manhattan, board, AnswerChoice::Any, control)
    });
    let each = searched.generated / boards;
    say("table-pays-after", number(building.div_ceil(each)));
    Ok(())
}
