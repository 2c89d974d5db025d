//! Powers of moves in the usual notation: `R` twice is `R2`, and its inverse is `R'`.

use super::names::{Mapping, after};
use fewest_base::space::structure;

/// The name of a move's power, given the move's order: `R`, `R2`, `R2'`, `R'` for order five.
pub(super) fn name(base: &str, count: usize, order: usize) -> String {
    let back = order.saturating_sub(count);
    match count {
        1 => base.to_owned(),
        _ if back == 1 => format!("{base}'"),
        _ if count > back => format!("{base}{back}'"),
        _ => format!("{base}{count}"),
    }
}

/// The number of repetitions after which a move changes nothing; `None` if more than `max_order`.
pub(super) fn order(move_: &Mapping, max_order: usize) -> Option<usize> {
    let mut power = move_.clone();
    (1..=max_order).find(|_| {
        let is_back = (0..=u8::MAX).zip(&power).all(|(to, &from)| to == from);
        power = after(&power, move_);
        is_back
    })
}

/// Replaces typographic apostrophes and raised digits in a word by plain ones.
#[must_use]
pub fn straight(word: &str) -> String {
    word.chars().map(straight_sign).collect()
}

/// Replaces a typographic apostrophe or a raised digit by a plain one.
pub(super) const fn straight_sign(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{2032}' | '\u{b4}' | '`' => '\'',
        '\u{b2}' => '2',
        '\u{b3}' => '3',
        '\u{b9}' => '1',
        '\u{207b}' => '-',
        c => c,
    }
}

/// The marks of an inverse.
const BACK: [&str; 3] = ["'", "^-1", "-1"];

/// The parts of a word like `R3`, `R2'`, `R'2` or `R^2`, if it begins with a known name: the name, the
/// number of repetitions, and whether it is backwards. Digits after a name that ends in a digit are
/// not a number: `13` is not `1` three times.
pub(super) fn parts(word: &str, is_known: impl Fn(&str) -> bool) -> Option<(&str, u32, bool)> {
    /// The maximum number of digits in a number of repetitions.
    const MAX_DIGITS: usize = 3;
    if is_known(word) {
        return Some((word, 1, false));
    }
    let without_mark = BACK.iter().find_map(|mark| word.strip_suffix(mark));
    let (stem, is_back) = without_mark.map_or((word, false), |stem| (stem, true));
    let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = stem.get(name.len()..)?;
    if is_known(stem) {
        return Some((stem, 1, is_back));
    }
    let count = digits.parse().ok()?;
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let name = name.strip_suffix('^').unwrap_or(name);
    if is_known(name) {
        return Some((name, count, is_back));
    }
    let name = name.strip_suffix('\'').filter(|name| is_known(name))?;
    Some((name, count, !is_back))
}

/// The effect of a word like `R3` or `R2'`, if it begins with a known move: see [`parts`].
pub(super) fn power<'m>(
    word: &str,
    known: impl Fn(&str) -> Option<&'m Mapping>,
) -> Option<Mapping> {
    let (stem, count, is_back) = parts(word, |stem| known(stem).is_some())?;
    let base = known(stem)?;
    let base = if is_back {
        structure::inverse(base)?
    } else {
        base.clone()
    };
    Some(raised(base, count))
}

/// A power of a permutation.
fn raised(mut base: Mapping, mut count: u32) -> Mapping {
    let mut power: Mapping = (0..=u8::MAX).take(base.len()).collect();
    while count > 0 {
        if count & 1 == 1 {
            power = after(&power, &base);
        }
        base = after(&base, &base);
        count >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_powers() {
        let names = |order: usize| -> Vec<String> {
            (1..order).map(|count| name("R", count, order)).collect()
        };
        assert_eq!(names(2), ["R"]);
        assert_eq!(names(3), ["R", "R'"]);
        assert_eq!(names(4), ["R", "R2", "R'"]);
        assert_eq!(names(5), ["R", "R2", "R2'", "R'"]);
        assert_eq!(names(6), ["R", "R2", "R3", "R2'", "R'"]);
    }

    #[test]
    fn a_name_of_digits_has_no_number_after_it() {
        let flip = vec![1, 0, 2];
        let round = vec![1, 2, 0];
        let known = |word: &str| match word {
            "1" => Some(&flip),
            "R" => Some(&round),
            _ => None,
        };
        assert_eq!(power("13", known), None);
        assert_eq!(power("1'", known), Some(flip.clone()));
        assert_eq!(power("R2", known), power("R'", known));
        assert_eq!(power("R4", known), Some(round.clone()));
        assert_eq!(power("R301", known), Some(round.clone()));
        assert_eq!(power("R'2", known), power("R2'", known));
        assert_eq!(power("R'2'", known), power("R2", known));
        assert_eq!(power("R-1", known), power("R'", known));
        assert_eq!(power("R^-1", known), power("R'", known));
        assert_eq!(power("R^2'", known), power("R2'", known));
        assert_eq!(power("R0", known), Some(vec![0, 1, 2]));
        assert_eq!(
            (straight("R²"), straight("R⁻¹")),
            ("R2".to_owned(), "R-1".to_owned())
        );
        for word in ["", "'", "-1", "R-2", "R^", "R''", "Q2", "2", "R99999"] {
            assert_eq!(power(word, known), None, "{word}");
        }
        assert_eq!(order(&round, 3), Some(3));
        assert_eq!(order(&round, 2), None);
    }
}
