//! Numbers formatted for people.

use std::time::Duration;

/// The largest count written to JSON as a number instead of a string: the largest integer that
/// floating point distinguishes from all others.
pub const EXACT: u64 = (1 << 53) - 1;

/// Formats a number with commas between thousands.
///
/// ```
/// # use fewest_base as fewest;
/// assert_eq!(fewest::support::number::grouped(9_465_511_770u64), "9,465,511,770");
/// ```
pub fn grouped(number: impl Into<u128>) -> String {
    grouped_digits(&number.into().to_string())
}

/// Digits in groups of three, with commas.
#[must_use]
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of things. The noun has a regular plural.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::number::counted;
///
/// assert_eq!(counted(1u8, "board"), "1 board");
/// assert_eq!(counted(1000u64, "board"), "1,000 boards");
/// assert_eq!(counted(2u8, "entry"), "2 entries");
/// ```
pub fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let (stem, ending) = match noun.strip_suffix('y') {
        _ if number == 1 => (noun, ""),
        Some(stem) => (stem, "ies"),
        None => (noun, "s"),
    };
    format!("{} {stem}{ending}", grouped(number))
}

/// Formats a number up to twelve as a word (0 as "no"), a larger one as digits.
#[must_use]
pub fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), ToString::to_string)
}

/// Formats a time to about two digits, for an estimate.
///
/// ```
/// # use fewest_base as fewest;
/// use std::time::Duration;
///
/// use fewest::support::number::span;
///
/// assert_eq!(span(Duration::from_millis(12)), "12 ms");
/// assert_eq!(span(Duration::from_secs(1200)), "20 min");
/// ```
#[must_use]
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..1 => format!("{} ms", time.as_millis().max(1)),
        1..600 => format!("{seconds} s"),
        600..36_000 => format!("{} min", seconds / 60),
        36_000..864_000 => format!("{} h", seconds / 3600),
        _ => format!("{} days", grouped(seconds / 86400)),
    }
}

/// Formats bytes to about two digits, in units of 1,000, for an estimate.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::number::size;
///
/// assert_eq!((size(999), size(8_172_964_800)), ("999 bytes".to_owned(), "8.2 GB".to_owned()));
/// ```
#[must_use]
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    let mut tenths = u128::from(bytes) * 10;
    let mut unit = "bytes";
    for larger in UNITS {
        if tenths < 10_000 {
            break;
        }
        tenths = (tenths + 500) / 1000;
        unit = larger;
    }
    if unit == "bytes" {
        counted(bytes, "byte")
    } else if tenths >= 100 {
        format!("{} {unit}", (tenths + 5) / 10)
    } else {
        format!("{}.{} {unit}", tenths / 10, tenths % 10)
    }
}
