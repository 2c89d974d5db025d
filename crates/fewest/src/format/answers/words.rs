//! The words and lines of an output.

use super::{Claim, Fault, Flaw};
use crate::format::notation::Notation;
use crate::format::{Place, Source, quote};
use crate::invariant::Invariant;

/// The longest word that is looked at whole.
const LONGEST: usize = 32;

/// A word, or the beginning of a long one.
pub(super) struct Word {
    text: [u8; LONGEST],
    len: usize,
    is_cut: bool,
    pub(super) place: Place,
}

impl Word {
    pub(super) fn text(&self) -> &[u8] {
        self.text.get(..self.len).debug_unwrap_or_default()
    }

    /// Whether it is this.
    pub(super) fn is(&self, text: &str) -> bool {
        !self.is_cut && self.text() == text.as_bytes()
    }

    /// The number that it is, if it is one.
    pub(super) fn number<N: std::str::FromStr>(&self) -> Option<N> {
        let text = std::str::from_utf8(self.text()).ok()?;
        let is_number = text
            .trim_start_matches('-')
            .bytes()
            .all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| is_number && !self.is_cut)
    }

    /// The flaw of a word that should have been something else.
    pub(super) fn unexpected(&self, expected: &str) -> Fault {
        let problem = format!("expected {expected}, found {}", quote(self.text()));
        Fault::new(Flaw::Presentation, self.place, problem)
    }
}

/// The next word, wherever it is; `None` at the end.
pub(super) fn next(source: &mut Source<'_>) -> Result<Option<Word>, Fault> {
    let Some(token) = source.token(LONGEST)? else {
        return Ok(None);
    };
    let mut word = Word {
        text: [0; LONGEST],
        len: 0,
        is_cut: token.is_cut,
        place: token.place,
    };
    for (to, &from) in word.text.iter_mut().zip(source.text(&token)) {
        *to = from;
        word.len += 1;
    }
    Ok(Some(word))
}

/// The word that an answer begins with.
pub(super) fn first(source: &mut Source<'_>) -> Result<Word, Fault> {
    next(source)?.ok_or_else(|| Fault::Ended(source.place()))
}

/// A word further on in an answer.
pub(super) fn further(source: &mut Source<'_>) -> Result<Word, Fault> {
    next(source)?.ok_or_else(|| {
        let problem = "the output ends within the answer";
        Fault::new(Flaw::Presentation, source.place(), problem)
    })
}

/// These words, parted by spaces.
pub(super) fn expect(source: &mut Source<'_>, words: &str) -> Result<(), Fault> {
    for expected in words.split(' ') {
        let word = further(source)?;
        if !word.is(expected) {
            return Err(word.unexpected(&format!("`{expected}`")));
        }
    }
    Ok(())
}

/// A number further on in an answer.
pub(super) fn number(source: &mut Source<'_>) -> Result<u64, Fault> {
    let word = further(source)?;
    word.number().ok_or_else(|| word.unexpected("a number"))
}

/// The number of moves that a word states, `None` for a -1.
pub(super) fn count(word: &Word) -> Result<Option<u64>, Fault> {
    match word.number::<i64>().map(u64::try_from) {
        Some(Ok(count)) => Ok(Some(count)),
        _ if word.is("-1") => Ok(None),
        _ => Err(word.unexpected("a number of moves or -1")),
    }
}

/// Makes the moves of a word each of whose letters is one. Of a long word, `word` is the beginning.
pub(super) fn letters<P: Notation>(
    puzzle: &P,
    source: &mut Source<'_>,
    word: &Word,
    claim: &mut Claim<P::Board>,
) -> Result<(), Fault> {
    for &letter in word.text() {
        claim.step(puzzle, &[letter], word.place)?;
    }
    if word.is_cut {
        while let Some(letter) = source.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            claim.step(puzzle, &[letter], word.place)?;
            source.advance();
        }
    }
    Ok(())
}

/// Makes all moves up to the end of the line.
pub(super) fn moves<P: Notation>(
    puzzle: &P,
    source: &mut Source<'_>,
    claim: &mut Claim<P::Board>,
) -> Result<(), Fault> {
    while !source.is_line_over()? {
        let word = further(source)?;
        if puzzle.separator().is_empty() {
            letters(puzzle, source, &word, claim)?;
        } else {
            claim.step(puzzle, word.text(), word.place)?;
        }
    }
    Ok(())
}
