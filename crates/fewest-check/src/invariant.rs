//! Quantities that no move changes. If one differs between a board and a goal, no moves lead there.

use crate::parse::{Bound, Orbit};
use crate::puzzle::{Puzzle, Row, Turn};
use crate::{Result, ensure};

/// Verifies that an invariant separates a board from each of a bound's goals.
pub(crate) fn separates(
    puzzle: &Puzzle,
    all: &[Orbit],
    bound: &Bound,
    board: &[usize],
) -> Result<()> {
    let orbits: Vec<&Orbit> = bound.orbits.iter().map(|orbit| &all[*orbit]).collect();
    for turn in &puzzle.turns {
        let (mut keeps_turns, mut is_odd_turn) = (true, false);
        for orbit in &orbits {
            let carried = orbit.carried(turn)?;
            keeps_turns &= orbit.sum(&carried) == 0;
            let from: Row = carried.into_iter().map(|(from, _)| from).collect();
            is_odd_turn ^= is_odd(&from);
        }
        let is_kept = match &*bound.kind {
            "turns" => keeps_turns,
            "parity" => changes_mark(turn, &bound.marks, is_odd_turn),
            _ => true,
        };
        ensure(is_kept, || "a move changes an invariant")?;
    }
    for goal in &bound.goals {
        let differs = differs(puzzle, &orbits, bound, board, &puzzle.goals[*goal]);
        let problem = || format!("no invariant excludes goal {goal}");
        ensure(differs == Some(true), problem)?;
    }
    Ok(())
}

/// Returns true if an invariant differs between a board and a goal; `None` if that is not clear.
fn differs(
    puzzle: &Puzzle,
    orbits: &[&Orbit],
    bound: &Bound,
    board: &[usize],
    goal: &[Row],
) -> Option<bool> {
    let mut cells = orbits
        .iter()
        .flat_map(|orbit| orbit.places.iter().flatten());
    let is_known = cells.all(|cell| goal[*cell].len() == 1);
    let is_whole = bound.marks.is_empty() || goal.iter().all(|set| set.len() == 1);
    // Cells without a single symbol are not used.
    let goal: Row = goal.iter().map(|set| set[0]).collect();
    let mark = |row: &[usize]| {
        let blank = row
            .iter()
            .position(|symbol| Some(*symbol) == puzzle.blank)?;
        bound.marks.get(blank)
    };
    let mut differs = is_whole && bound.kind == "parity" && mark(&goal) != mark(board);
    for orbit in orbits {
        let (mut solved, mut pieces) = (orbit.pieces(&goal), orbit.pieces(board));
        let mut all = solved.iter().chain(&pieces);
        let is_clear = all.all(|(piece, _)| orbit.is_clear(piece));
        let is_odd = parity(&solved, &pieces);
        let sums = (orbit.sum(&solved), orbit.sum(&pieces));
        solved
            .iter_mut()
            .chain(&mut pieces)
            .for_each(|piece| piece.1 = 0);
        solved.sort();
        pieces.sort();
        match &*bound.kind {
            "pieces" => differs |= solved != pieces,
            "turns" => differs |= is_clear && sums.0 != sums.1,
            _ => differs ^= is_odd?,
        }
    }
    (is_known && is_whole).then_some(differs)
}

/// Returns true if the permutation from one arrangement of pieces to another is odd; `None` if they are not
/// the same pieces, all of them different.
fn parity(pieces: &[(Row, usize)], others: &[(Row, usize)]) -> Option<bool> {
    let place = |(piece, _): &(Row, usize)| others.iter().position(|(other, _)| other == piece);
    let to: Row = pieces.iter().map(place).collect::<Option<_>>()?;
    let is_met = |place| to.contains(&place);
    (0..to.len()).all(is_met).then(|| is_odd(&to))
}

fn is_odd(to: &[usize]) -> bool {
    let before = |i: usize| (0..i).filter(|j| to[*j] > to[i]).count();
    (0..to.len()).map(before).sum::<usize>() % 2 == 1
}

/// Returns true if a turn changes the mark of the blank's cell exactly if it is odd.
fn changes_mark(turn: &Turn, marks: &[usize], is_odd: bool) -> bool {
    let changes = |cell: usize| marks.get(cell) != marks.get(turn.to[cell]);
    let is_blank = |cell: &usize| turn.need.is_none_or(|need| need == *cell);
    (0..turn.to.len())
        .filter(is_blank)
        .all(|cell| changes(cell) == is_odd)
}
