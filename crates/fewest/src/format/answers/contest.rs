//! The answers that judges ask for: words, numbers, letters.

use super::{AnswerReader, Claim, Fault, Flaw, words};
use crate::format::notation::Notation;
use crate::format::{Case, Source};
use crate::puzzle::Puzzle;
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::rotation::{self, Rotation};
use crate::puzzles::sliding::{self, Sliding, Tiles};

/// `poj2286`: the letters or `No moves needed`, then the symbol in the centre.
pub(super) struct Poj2286;

impl AnswerReader<Rotation> for Poj2286 {
    fn next(
        &self,
        puzzle: &Rotation,
        _: &Case<rotation::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<rotation::Board>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        if word.is("No") {
            words::expect(source, "moves needed")?;
        } else {
            words::letters(puzzle, source, &word, claim)?;
        }
        claim.stated = Some(claim.moves.len() as u64);
        let symbol = words::further(source)?;
        match (symbol.number::<u8>(), claim.end.centre()) {
            (None, _) => Err(symbol.unexpected("the symbol in the centre")),
            (Some(symbol), Some(centre)) if symbol == centre => Ok(()),
            (Some(found), Some(centre)) => {
                let problem = format!("expected {centre}, the symbol in the centre, found {found}");
                Err(Fault::new(Flaw::Wrong, symbol.place, problem))
            }
            // That the board is not solved is found later.
            (Some(_), None) => Ok(()),
        }
    }
}

/// `plain`: the number of moves, then the moves, or `unsolvable`.
pub(super) struct Plain;

impl<P: Notation> AnswerReader<P> for Plain {
    fn next(
        &self,
        puzzle: &P,
        _: &Case<P::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<P::Board>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        if word.is("unsolvable") {
            return Ok(());
        }
        let count = word.number();
        claim.stated = Some(count.ok_or_else(|| word.unexpected("a number of moves"))?);
        words::moves(puzzle, source, claim)
    }
}

/// `scoi2005`, `p1379`, `leetcode773`: the number of moves or -1.
pub(super) struct Count;

impl<P: Puzzle> AnswerReader<P> for Count {
    fn next(
        &self,
        _: &P,
        _: &Case<P::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<P::Board>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        claim.stated = words::count(&word)?;
        Ok(())
    }
}

/// `knightsfen`: a sentence.
pub(super) struct Knightsfen;

impl AnswerReader<Knights> for Knightsfen {
    fn next(
        &self,
        _: &Knights,
        _: &Case<knights::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<knights::Board>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        if word.is("Unsolvable") {
            return words::expect(source, "in less than 11 move(s).");
        }
        if !word.is("Solvable") {
            return Err(word.unexpected("`Solvable` or `Unsolvable`"));
        }
        words::expect(source, "in")?;
        claim.stated = Some(words::number(source)?);
        words::expect(source, "move(s).")
    }
}

/// `hdu1043`, `poj1077`, `acwing179`: a line of letters, empty for a solved board, or `unsolvable`.
pub(super) struct Letters;

impl<P: Notation> AnswerReader<P> for Letters {
    fn next(
        &self,
        puzzle: &P,
        _: &Case<P::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<P::Board>,
    ) -> Result<(), Fault> {
        claim.place = source.place();
        if source.is_line_over()? {
            if source.peek()?.is_none() {
                return Err(Fault::Ended(claim.place));
            }
            source.advance();
            claim.stated = Some(0);
            return Ok(());
        }
        let word = words::first(source)?;
        if !word.is("unsolvable") {
            words::letters(puzzle, source, &word, claim)?;
            claim.stated = Some(claim.moves.len() as u64);
        }
        if source.is_line_over()? {
            source.advance();
            return Ok(());
        }
        let surplus = words::further(source)?;
        Err(surplus.unexpected("nothing more on this line"))
    }
}

/// `hdu3567`: `Case k: n`, then the moves.
pub(super) struct Hdu3567;

impl<P: Notation> AnswerReader<P> for Hdu3567 {
    fn next(
        &self,
        puzzle: &P,
        case: &Case<P::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<P::Board>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        if !word.is("Case") {
            return Err(word.unexpected("`Case`"));
        }
        words::expect(source, &format!("{}:", case.number))?;
        claim.stated = words::count(&words::further(source)?)?;
        if claim.stated.is_some_and(|stated| stated > 0) {
            let word = words::further(source)?;
            claim.place = word.place;
            words::letters(puzzle, source, &word, claim)?;
        }
        Ok(())
    }
}

/// `hackerrank`: the number of moves or -1, then a word for each.
pub(super) struct Hackerrank;

impl<T: Tiles> AnswerReader<Sliding<T>> for Hackerrank {
    fn next(
        &self,
        puzzle: &Sliding<T>,
        _: &Case<sliding::Board<T>>,
        source: &mut Source<'_>,
        claim: &mut Claim<sliding::Board<T>>,
    ) -> Result<(), Fault> {
        let word = words::first(source)?;
        claim.place = word.place;
        claim.stated = words::count(&word)?;
        for _ in 0..claim.stated.unwrap_or(0) {
            let word = words::further(source)?;
            let letter: &[u8] = match word.text() {
                b"DOWN" => b"d",
                b"LEFT" => b"l",
                b"RIGHT" => b"r",
                b"UP" => b"u",
                _ => return Err(word.unexpected("UP, DOWN, LEFT or RIGHT")),
            };
            claim.step(puzzle, letter, word.place)?;
        }
        Ok(())
    }
}
