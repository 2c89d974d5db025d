//! Values that arguments take: ties, times, sizes, ranges of moves.

use std::time::Duration;

use fewest::search::Weight;

/// A limit: a whole number.
pub fn limit(word: &str) -> Result<u64, String> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| "expected a whole number, 0 or more".to_owned())
}

/// A limit of moves.
pub fn most_moves(word: &str) -> Result<u32, String> {
    let number = limit(word)?;
    u32::try_from(number).map_err(|_| format!("expected a number of moves, at most {}", u32::MAX))
}

/// Which of several shortest answers is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    Least,
    Any,
    /// Sliding tiles: the first if letters are in this order, like `udlr`.
    Order(String),
}

pub fn tie(word: &str) -> Result<Tie, String> {
    match word {
        "least" => Ok(Tie::Least),
        "any" => Ok(Tie::Any),
        _ => order(word)
            .map(Tie::Order)
            .map_err(|_| "expected least, any, or an order of letters like udlr".to_owned()),
    }
}

/// A tie order, as far as it can be checked without a puzzle.
pub fn order(word: &str) -> Result<String, String> {
    let is_order =
        !word.is_empty() && word.len() <= 8 && word.chars().all(|c| c.is_ascii_lowercase());
    if is_order && word != "least" && word != "any" {
        Ok(word.to_owned())
    } else {
        Err("expected an order of letters like udlr".to_owned())
    }
}

/// A number and the unit after it.
fn split(word: &str) -> Option<(u64, &str)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = word.split_at(digits);
    Some((number.parse().ok()?, unit))
}

/// A time. A bare number is in seconds.
pub fn time(word: &str) -> Result<Duration, String> {
    let time = split(word).and_then(|(number, unit)| match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" | "" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_secs(number.checked_mul(60)?)),
        "h" => Some(Duration::from_secs(number.checked_mul(3600)?)),
        _ => None,
    });
    time.ok_or_else(|| "expected a whole number with ms, s, m or h, like 10s".to_owned())
}

/// A weight: a whole number, or a fraction.
pub fn weight(word: &str) -> Result<Weight, String> {
    let (numerator, denominator) = word.split_once('/').unwrap_or((word, "1"));
    let (Ok(numerator), Ok(denominator)) = (numerator.parse(), denominator.parse()) else {
        return Err("expected a whole number or a fraction like 3/2".to_owned());
    };
    Weight::new(numerator, denominator).map_err(|error| error.to_string())
}

/// A number of moves, or a range with both ends.
pub fn moves(word: &str) -> Result<(u32, u32), String> {
    let (fewest, most) = word.split_once("..").unwrap_or((word, word));
    let number = |word: &str| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| is_number)
    };
    match (number(fewest), number(most)) {
        (Some(fewest), Some(most)) if fewest <= most => Ok((fewest, most)),
        _ => Err("expected a number of moves, or two like 12..15".to_owned()),
    }
}

/// A size in bytes. Units are decimal, as in all that is printed.
pub fn size(word: &str) -> Result<u64, String> {
    let size = split(word).and_then(|(number, unit)| {
        let factor = match unit.strip_suffix('B').unwrap_or(unit) {
            "" => 1,
            "k" | "K" => 1_000,
            "M" => 1_000_000,
            "G" => 1_000_000_000,
            "T" => 1_000_000_000_000,
            _ => return None,
        };
        number.checked_mul(factor)
    });
    size.ok_or_else(|| {
        "expected a whole number of bytes, or of k, M, G or T (powers of 1000), like 500M"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("3"), Ok(Duration::from_secs(3)));
        assert_eq!(time("2m"), Ok(Duration::from_mins(2)));
        assert!(
            [
                "",
                "s",
                "-1s",
                "1.5s",
                "99999999999999999999s",
                "18446744073709551615h"
            ]
            .iter()
            .all(|word| time(word).is_err())
        );
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("2G"), Ok(2_000_000_000));
        assert_eq!(size("10MB"), Ok(10_000_000));
        assert!(
            ["", "G", "2X", "10MiB", "5m", "99999999999T"]
                .iter()
                .all(|word| size(word).is_err())
        );
    }

    #[test]
    fn ranges_of_moves() {
        assert_eq!(moves("9"), Ok((9, 9)));
        assert_eq!(moves("0..31"), Ok((0, 31)));
        assert!(
            [
                "",
                "..",
                "3..",
                "..3",
                "5..4",
                "-1",
                "+1",
                "1..2..3",
                "4294967296"
            ]
            .iter()
            .all(|word| moves(word).is_err())
        );
    }

    #[test]
    fn weights() {
        assert_eq!(weight("3/2").ok(), Weight::new(3, 2).ok());
        assert_eq!(weight("2").ok(), Weight::new(2, 1).ok());
        assert!(
            ["", "/", "1/2", "3/0", "1.5", "-1", "3/2/1", "4294967296"]
                .iter()
                .all(|word| weight(word).is_err())
        );
    }

    #[test]
    fn ties() {
        assert_eq!(tie("udlr"), Ok(Tie::Order("udlr".to_owned())));
        assert!(
            ["", "UDLR", "u d", "toolongtobeone"]
                .iter()
                .all(|word| tie(word).is_err())
        );
    }
}
