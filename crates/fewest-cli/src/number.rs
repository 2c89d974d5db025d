//! Formatted numbers.

use fewest::support::number::EXACT;
pub use fewest::support::number::{counted, grouped, size, span};
use serde::{Serialize, Serializer};

/// A count: a JSON number if every reader keeps its digits, otherwise a string.
pub struct Count(pub u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) if number <= EXACT => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl From<u64> for Count {
    fn from(count: u64) -> Self {
        Self(count.into())
    }
}

/// A value of `--memory` of at least this many bytes, with at most two digits before zeros, like
/// `180M`.
pub fn enough(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    let unit = UNITS.into_iter().find(|(unit, _)| bytes / unit >= 10);
    let (unit, letter) = unit.unwrap_or((1, ""));
    let number = bytes.div_ceil(unit);
    let step = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    format!("{}{letter}", number.div_ceil(step) * step)
}

/// A fraction of a whole, between 0 and 1.
#[expect(clippy::cast_precision_loss, reason = "only shown, to a few digits")]
pub fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A fraction in percent; never 0 unless the part is.
pub fn percent(part: u64, whole: u64) -> String {
    let percent = 100.0 * ratio(part, whole);
    if part > 0 && percent < 0.005 {
        "<0.01%".to_owned()
    } else {
        format!("{percent:.2}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let shown = [0u64, 12, 123, 1234, 123_456, 9_465_511_770].map(grouped);
        let expected = ["0", "12", "123", "1,234", "123,456", "9,465,511,770"];
        assert_eq!(shown, expected);
        assert_eq!(percent(1, 1_000_000), "<0.01%");
        assert_eq!(percent(0, 0), "0.00%");
        assert_eq!(percent(1, 3), "33.33%");
        let enough = [0, 7, 9_999, 12_345, 179_500_001, 8_172_000_000, u64::MAX].map(enough);
        let expected = ["0", "7", "10000", "13k", "180M", "8200M", "19000000000G"];
        assert_eq!(enough, expected);
        assert_eq!(
            (counted(1u8, "move"), counted(2000u32, "move")),
            ("1 move".to_owned(), "2,000 moves".to_owned())
        );
    }

    #[test]
    fn large_counts_are_strings() {
        let text = |count| serde_json::to_string(&Count(count)).expect("a number or a string");
        assert_eq!(text((1 << 53) - 1), "9007199254740991");
        assert_eq!(text(1 << 53), "\"9007199254740992\"");
        assert_eq!(text(u128::MAX), format!("\"{}\"", u128::MAX));
    }
}
