//! Algorithms as moves in a row: groups `(A B)2'`, commutators `[A, B]` and conjugates `[A: B]`, as in
//! cubing.js, are written out.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use super::powers::{straight, straight_sign};

/// A word, and its place in the text that it is from.
pub type PlacedWord<'t> = (Range<usize>, Cow<'t, str>);

/// The maximum number of moves of an alg.
const MAX_WORDS: usize = 1024;
/// The maximum depth of brackets.
const MAX_DEPTH: usize = 16;

/// Signs that may come before the count after a bracket.
const TIMES: [char; 4] = ['x', '\u{d7}', '*', '^'];

/// A mistake and its place.
pub type Mistake = (Range<usize>, String);

/// The words of an algorithm that starts at a place in a file.
///
/// # Errors
/// If brackets do not match, or there are over 1,024 words.
pub fn words(alg: &str, start: usize) -> Result<VecDeque<PlacedWord<'_>>, Mistake> {
    let mut reader = AlgReader { alg, start, at: 0 };
    let words = reader.sequence(0)?;
    match reader.peek() {
        None => Ok(words.into()),
        Some(c) => Err(reader.mistake(format!("unexpected `{c}`"))),
    }
}

/// The length of the sign before a count, and true if a count or an apostrophe follows, in the text after
/// a bracket.
fn mark(rest: &str) -> (usize, bool) {
    let is_digit = |c: char| straight_sign(c).is_ascii_digit();
    let sign = rest
        .chars()
        .next()
        .filter(|c| TIMES.contains(c))
        .map_or(0, char::len_utf8);
    let counts = |at: usize| {
        rest.get(at..)
            .is_some_and(|rest| rest.starts_with(is_digit))
    };
    match sign {
        1.. if counts(sign) => (sign, true),
        _ => (
            0,
            counts(0) || rest.starts_with(|c| straight_sign(c) == '\''),
        ),
    }
}

/// Returns true if a text after a bracket begins with a count or an apostrophe: `2`, `x2` or `'`.
#[must_use]
pub fn is_marked(rest: &str) -> bool {
    mark(rest).1
}

struct AlgReader<'t> {
    alg: &'t str,
    start: usize,
    at: usize,
}

impl<'t> AlgReader<'t> {
    fn rest(&self) -> &'t str {
        self.alg.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn mistake(&self, message: String) -> Mistake {
        let at = self.start + self.at;
        let length = self.peek().map_or(0, char::len_utf8);
        (at..at + length, message)
    }

    /// Takes the characters up to the first for which this is true.
    fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = rest
            .get(..rest.find(is_end).unwrap_or(rest.len()))
            .unwrap_or_default();
        self.at += taken.len();
        taken
    }

    fn expect(&mut self, expected: &str) -> Result<char, Mistake> {
        if let Some(c) = self.peek().filter(|c| expected.contains(*c)) {
            self.at += c.len_utf8();
            return Ok(c);
        }
        let expected: Vec<String> = expected.chars().map(|c| format!("`{c}`")).collect();
        Err(self.mistake(format!("expected {}", expected.join(" or "))))
    }

    /// Reads moves up to the end or a bracket, comma or colon that belongs to an outer part.
    fn sequence(&mut self, depth: usize) -> Result<Vec<PlacedWord<'t>>, Mistake> {
        if depth > MAX_DEPTH {
            return Err(self.mistake(format!("over {MAX_DEPTH} brackets inside each other")));
        }
        let mut words = Vec::new();
        loop {
            self.take_until(|c| !c.is_whitespace());
            let mut part = match self.peek() {
                None | Some(')' | ']' | ',' | ':') => return Ok(words),
                // A pause.
                Some('.') => {
                    self.expect(".")?;
                    continue;
                }
                Some('(') => {
                    self.expect("(")?;
                    let inner = self.sequence(depth + 1)?;
                    self.expect(")")?;
                    self.repeated(inner)?
                }
                Some('[') => {
                    self.expect("[")?;
                    let first = self.sequence(depth + 1)?;
                    let separator = self.expect(",:")?;
                    let second = self.sequence(depth + 1)?;
                    self.expect("]")?;
                    let back = if separator == ',' {
                        inverse(&second)
                    } else {
                        Vec::new()
                    };
                    let first_back = inverse(&first);
                    let all = [first, second, first_back, back].concat();
                    self.repeated(all)?
                }
                Some(_) => {
                    let at = self.start + self.at;
                    let is_end = |c: char| c.is_whitespace() || "()[],:.".contains(c);
                    let word = self.take_until(is_end);
                    vec![(at..at + word.len(), Cow::Borrowed(word))]
                }
            };
            words.append(&mut part);
            self.check_length(words.len())?;
        }
    }

    fn check_length(&self, words: usize) -> Result<(), Mistake> {
        if words > MAX_WORDS {
            return Err(self.mistake(format!("over {MAX_WORDS} moves in one")));
        }
        Ok(())
    }

    fn takes_apostrophe(&mut self) -> bool {
        let apostrophe = self.peek().filter(|c| straight_sign(*c) == '\'');
        self.at += apostrophe.map_or(0, char::len_utf8);
        apostrophe.is_some()
    }

    /// Applies the number and the apostrophe after a bracket, in either order.
    fn repeated(&mut self, words: Vec<PlacedWord<'t>>) -> Result<Vec<PlacedWord<'t>>, Mistake> {
        let mut is_back = self.takes_apostrophe();
        self.at += mark(self.rest()).0;
        let digits = straight(self.take_until(|c| !straight_sign(c).is_ascii_digit()));
        let count = match &*digits {
            "" => 1,
            _ => digits.parse().unwrap_or(usize::MAX),
        };
        self.check_length(words.len().saturating_mul(count))?;
        is_back ^= self.takes_apostrophe();
        let words = if is_back { inverse(&words) } else { words };
        let length = words.len().saturating_mul(count);
        Ok(words.iter().cycle().take(length).cloned().collect())
    }
}

/// The moves that undo these.
fn inverse<'t>(words: &[PlacedWord<'t>]) -> Vec<PlacedWord<'t>> {
    let back = |(at, word): &PlacedWord<'t>| {
        let back = match word.strip_suffix('\'') {
            Some(forwards) => forwards.to_owned(),
            None => format!("{word}'"),
        };
        (at.clone(), Cow::Owned(back))
    };
    words.iter().rev().map(back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(alg: &str) -> String {
        match words(alg, 0) {
            Ok(words) => {
                let words: Vec<&str> = words.iter().map(|(_, word)| word.as_ref()).collect();
                words.join(" ")
            }
            Err((at, message)) => format!("{}-{}: {message}", at.start, at.end),
        }
    }

    #[test]
    fn brackets_are_written_out() {
        assert_eq!(written(" U R2  F' "), "U R2 F'");
        assert_eq!(written("[x2: U]"), "x2 U x2'");
        assert_eq!(written("[A B', C]"), "A B' C B A' C'");
        assert_eq!(written("[y': [x: U']2]"), "y' x U' x' x U' x' y");
        assert_eq!(written("(A B2)2'"), "B2' A' B2' A'");
        assert_eq!(written("(A . B)0 C"), "C");
        assert_eq!(written("A(B)'C"), "A B' C");
        assert_eq!(written("(A B)'2"), "B' A' B' A'");
        assert_eq!(written("(A)\u{2019} (A)\u{b2}"), "A' A A");
        assert_eq!(
            written("(A)x2 (B)\u{d7}2 [C: D]*2 (E)^2 (F) x2"),
            "A A B B C D C' C D C' E E F x2"
        );
        // Rules of cubing.js: a count and an inverse apply to all of a part, also to parts of parts.
        assert_eq!(written("(A B)3'"), "B' A' B' A' B' A'");
        assert_eq!(written("[A, B]'"), "B A B' A'");
        assert_eq!(written("[A: B]2"), "A B A' A B A'");
        assert_eq!(written("[A: B]'"), "A B' A'");
        assert_eq!(written("[[A, B]: C]"), "A B A' B' C B A B' A'");
        assert_eq!(written("[A B, C D]"), "A B C D B' A' D' C'");
        assert_eq!(written("()99999999999999999999"), "");
    }

    #[test]
    fn mistakes_have_their_places() {
        assert_eq!(written("(A"), "2-2: expected `)`");
        assert_eq!(written("[A B]"), "4-5: expected `,` or `:`");
        assert_eq!(written("A, B"), "1-2: unexpected `,`");
        assert_eq!(written("(A)2000"), "7-7: over 1024 moves in one");
        assert_eq!(
            written(&"A ".repeat(1025)),
            "2049-2050: over 1024 moves in one"
        );
        let deep = "(".repeat(100_000);
        assert_eq!(written(&deep), "17-18: over 16 brackets inside each other");
    }
}
