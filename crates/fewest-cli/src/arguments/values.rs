//! Parsers of argument values: numbers, ties, times, sizes, ranges of moves.

use std::time::Duration;

use fewest::search::Weight;

use crate::number::grouped;

/// A parser of integers between two inclusive bounds. Like all errors in this module, its errors
/// complete the sentence "the option must be ...".
pub fn whole<T>(min: T, max: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + Into<u64> + TryFrom<u64>,
{
    let (min, max): (u64, u64) = (min.into(), max.into());
    move |word| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("a whole number".to_owned());
        }
        let is_negative = digits.len() < word.len();
        let number = digits.parse().ok();
        if is_negative || number.is_some_and(|number| number < min) {
            return Err(format!("at least {}", grouped(min)));
        }
        let number = number.filter(|&number| number <= max);
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("at most {}", grouped(max)))
    }
}

/// The choice among several shortest answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    Least,
    Any,
    /// Sliding tiles: the first answer with the letters in this order, like `udlr`.
    Order(String),
}

pub fn tie(word: &str) -> Result<Tie, String> {
    match word {
        "least" => Ok(Tie::Least),
        "any" => Ok(Tie::Any),
        _ => order(word)
            .map(Tie::Order)
            .map_err(|_| "least, any, or an order of letters like udlr".to_owned()),
    }
}

/// A tie order. Without a puzzle it can only be checked in part.
pub fn order(word: &str) -> Result<String, String> {
    let is_order =
        !word.is_empty() && word.len() <= 8 && word.chars().all(|c| c.is_ascii_lowercase());
    if is_order && word != "least" && word != "any" {
        Ok(word.to_owned())
    } else {
        Err("an order of letters like udlr".to_owned())
    }
}

/// A number followed by a unit. `factor` maps a unit to its size in smallest units.
fn measured(
    word: &str,
    expected: &str,
    least_unit: &str,
    factor: impl Fn(&str) -> Option<u64>,
) -> Result<u64, String> {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &word[..word.len() - unit.len()];
    let factor = factor(unit)
        .filter(|_| !number.is_empty())
        .ok_or_else(|| expected.to_owned())?;
    let product = number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor));
    product.ok_or_else(|| format!("at most {} {least_unit}", grouped(u64::MAX)))
}

/// A time. A bare number is in seconds.
pub fn time(word: &str) -> Result<Duration, String> {
    let expected = "a whole number of ms, s, m or h, like 10s";
    let milliseconds = measured(word, expected, "ms", |unit| match unit {
        "ms" => Some(1),
        "s" | "" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    });
    milliseconds.map(Duration::from_millis)
}

/// A time in which something can be done.
pub fn time_limit(word: &str) -> Result<Duration, String> {
    match time(word)? {
        Duration::ZERO => Err("at least 1 ms".to_owned()),
        time => Ok(time),
    }
}

pub fn weight(word: &str) -> Result<Weight, &'static str> {
    let (numerator, denominator) = word.split_once('/').unwrap_or((word, "1"));
    let weight = match (numerator.parse(), denominator.parse()) {
        (Ok(numerator), Ok(denominator)) => Weight::new(numerator, denominator).ok(),
        _ => None,
    };
    weight.ok_or("1 or more, a whole number or a fraction like 3/2")
}

/// A number of moves, or a range with both ends.
pub fn moves(word: &str) -> Result<(u32, u32), String> {
    let (min, max) = word.split_once("..").unwrap_or((word, word));
    let number = |word: &str| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| is_number)
    };
    match (number(min), number(max)) {
        (Some(min), Some(max)) if min <= max => Ok((min, max)),
        _ => Err("a number of moves, or a range like 12..15".to_owned()),
    }
}

/// A size in bytes. Units are decimal, as in all output.
pub fn size(word: &str) -> Result<u64, String> {
    let expected = "a whole number of bytes, kB, MB, GB or TB, like 500M";
    measured(word, expected, "bytes", |unit| {
        match unit.strip_suffix('B').unwrap_or(unit) {
            "" => Some(1),
            "k" | "K" => Some(1_000),
            "M" => Some(1_000_000),
            "G" => Some(1_000_000_000),
            "T" => Some(1_000_000_000_000),
            _ => None,
        }
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
        for word in ["0", "0ms", "00h"] {
            assert_eq!(time_limit(word), Err("at least 1 ms".to_owned()), "{word}");
        }
        assert!(
            ["", "s", "-1s", "1.5s"]
                .iter()
                .all(|word| time(word).is_err())
        );
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("2G"), Ok(2_000_000_000));
        assert_eq!(size("10MB"), Ok(10_000_000));
        assert!(
            ["", "G", "2X", "10MiB", "5m"]
                .iter()
                .all(|word| size(word).is_err())
        );
    }

    #[test]
    fn numbers_beyond_the_limit_are_reported_as_too_large() {
        let limit = "at most 18,446,744,073,709,551,615 ";
        for word in ["99999999999999999999s", "18446744073709551615h"] {
            assert_eq!(time(word), Err(format!("{limit}ms")), "{word}");
        }
        for word in ["99999999999999999999", "99999999999T"] {
            assert_eq!(size(word), Err(format!("{limit}bytes")), "{word}");
        }
    }

    #[test]
    fn whole_numbers() {
        let port = whole(1, u16::MAX);
        assert_eq!((port("1"), port("65535")), (Ok(1), Ok(u16::MAX)));
        for word in ["0", "-1", "-99999999999999999999999"] {
            assert_eq!(port(word), Err("at least 1".to_owned()), "{word}");
        }
        for word in ["65536", "99999999999999999999999"] {
            assert_eq!(port(word), Err("at most 65,535".to_owned()), "{word}");
        }
        for word in ["", "-", "+1", "1.5", "1e3", "--1", " 1", "x"] {
            assert_eq!(port(word), Err("a whole number".to_owned()), "{word}");
        }
        assert_eq!(whole(0, u64::MAX)("18446744073709551615"), Ok(u64::MAX));
        assert!(whole(0, u64::MAX)("18446744073709551616").is_err());
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
