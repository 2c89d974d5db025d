//! Reading boards for imported puzzles: patterns of cubing.js (`KPattern` as JSON), and files of
//! scrambles of twsearch (`.scr`; `processscrambles` in its `twsearch.cpp`).

use super::dialect::Dialect;
use super::kpuzzle;
use super::puzzle::{FilePuzzle, Position, Solved};
use super::reader::ImportReader;
use crate::problem::Findings;

/// The boards in a file, with the piece numbers of the file.
pub(super) fn read<'t>(
    text: &'t str,
    puzzle: &FilePuzzle<'t>,
    findings: &mut Findings<'t>,
) -> Option<Vec<Position>> {
    if Dialect::of_text(text) == Some(Dialect::Kpuzzle) {
        return Some(vec![kpuzzle::read_pattern(text, puzzle, findings)?]);
    }
    let mut notes = Findings::new(text);
    ImportReader::new(text, Dialect::Twsearch, findings, &mut notes).positions(puzzle)
}

impl FilePuzzle<'_> {
    /// A board of a file, seen as the puzzle with this goal has it. If its pieces are not numbered like
    /// the goal's but like those of the file's solved board, pieces that are alike in the goal become
    /// alike. `None` if pieces do not fit.
    pub(super) fn seen(&self, board: &Position, goal: &Position) -> Option<Position> {
        let numbers = |places: &[Solved]| {
            let mut numbers: Vec<usize> = places.iter().map(|slot| slot.piece).collect();
            numbers.sort_unstable();
            numbers
        };
        let sets = self.sets.iter().zip(board.iter().zip(goal));
        let seen = sets.map(|(set, (board, goal))| {
            let is_direct = numbers(board) == numbers(goal);
            let own = if is_direct { goal } else { &set.solved };
            let slots = board.iter().map(|slot| {
                let home = own.iter().position(|other| other.piece == slot.piece)?;
                let (own, goal) = (own.get(home)?, goal.get(home)?);
                // A turn that the board leaves open must be open in the goal.
                (slot.period % goal.period.max(1) == 0).then(|| Solved {
                    piece: goal.piece,
                    turn: (slot.turn + set.orientations - own.turn + goal.turn) % set.orientations,
                    period: goal.period,
                })
            });
            slots.collect::<Option<Vec<Solved>>>()
        });
        seen.collect()
    }
}
