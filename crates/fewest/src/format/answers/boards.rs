//! Answers that show every board on the way.

use super::{AnswerReader, Claim, Fault, Flaw, words};
use crate::format::notation::{letter, width};
use crate::format::{Case, Place, Source};
use crate::puzzle::Puzzle;
use crate::puzzles::sliding::{Board, Sliding, Tiles};

/// The next board, and where it starts; the blank may be a 0 or a dot.
fn board<T: Tiles>(
    puzzle: &Sliding<T>,
    source: &mut Source<'_>,
) -> Result<(Board<T>, Place), Fault> {
    let cells = puzzle.cells();
    let mut tiles = Vec::with_capacity(cells);
    let mut start = None;
    for _ in 0..cells {
        let word = words::further(source)?;
        start.get_or_insert(word.place);
        let tile = if word.is(".") { Some(0) } else { word.number() };
        let expected = || word.unexpected(&format!("a tile of 0 to {}", cells - 1));
        tiles.push(tile.ok_or_else(expected)?);
    }
    let place = start.unwrap_or_default();
    let problem = "this is no board: a tile comes twice or is too large";
    Board::new(&tiles)
        .map(|board| (board, place))
        .ok_or_else(|| Fault::new(Flaw::Presentation, place, problem))
}

/// The flaw of a first board that is not the start.
fn not_the_start(place: Place) -> Fault {
    let problem = "the first board shown is not that of the input";
    Fault::new(Flaw::Wrong, place, problem)
}

/// `princeton`: the number of moves, then every board behind its size, or `No solution possible`.
pub(super) struct Princeton;

impl<T: Tiles> AnswerReader<Sliding<T>> for Princeton {
    fn next(
        &self,
        puzzle: &Sliding<T>,
        case: &Case<Board<T>>,
        source: &mut Source<'_>,
        claim: &mut Claim<Board<T>>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        if word.is("No") {
            return words::expect(source, "solution possible");
        }
        if !word.is("Minimum") {
            return Err(word.unexpected("`Minimum` or `No`"));
        }
        words::expect(source, "number of moves =")?;
        let stated = words::number(source)?;
        claim.stated = Some(stated);
        let side = width(puzzle).to_string();
        words::expect(source, &side)?;
        let (first, place) = board(puzzle, source)?;
        if first != case.start {
            return Err(not_the_start(place));
        }
        for number in 1..=stated {
            words::expect(source, &side)?;
            let (next, place) = board(puzzle, source)?;
            let step = puzzle
                .moves(&claim.end)
                .find(|&m| puzzle.after(&claim.end, m) == next);
            let Some(m) = step else {
                let problem = format!("no move leads to the board shown after move {number}");
                return Err(Fault::new(Flaw::Wrong, place, problem));
            };
            let letter = letter(puzzle, m) as u8;
            claim.step(puzzle, &[letter], place)?;
        }
        Ok(())
    }
}

/// `npuzzle42`: the number of moves, two counts of states, the moves, every board; or a sentence.
pub(super) struct Npuzzle42;

impl<T: Tiles> AnswerReader<Sliding<T>> for Npuzzle42 {
    fn next(
        &self,
        puzzle: &Sliding<T>,
        case: &Case<Board<T>>,
        source: &mut Source<'_>,
        claim: &mut Claim<Board<T>>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        if word.is("This") {
            return words::expect(source, "puzzle is unsolvable.");
        }
        if !word.is("Number") {
            return Err(word.unexpected("`Number` or `This`"));
        }
        words::expect(source, "of moves:")?;
        claim.stated = Some(words::number(source)?);
        words::expect(source, "Complexity in time (states selected):")?;
        words::number(source)?;
        words::expect(source, "Complexity in size (states in memory):")?;
        words::number(source)?;
        words::expect(source, "Moves of the blank:")?;
        words::moves(puzzle, source, claim)?;
        let (first, place) = board(puzzle, source)?;
        if first != case.start {
            return Err(not_the_start(place));
        }
        let mut on_the_way = case.start;
        for (number, &m) in (1..).zip(&claim.moves) {
            puzzle.apply(&mut on_the_way, m);
            let (shown, place) = board(puzzle, source)?;
            if shown != on_the_way {
                let problem = format!("the board shown after move {number} is another");
                return Err(Fault::new(Flaw::Wrong, place, problem));
            }
        }
        Ok(())
    }
}
