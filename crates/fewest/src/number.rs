//! Numbers as people read them.

/// With commas between thousands.
///
/// ```
/// assert_eq!(fewest::number::grouped(9_465_511_770u64), "9,465,511,770");
/// ```
pub fn grouped(number: impl Into<u128>) -> String {
    grouped_digits(&number.into().to_string())
}

/// The same for a number written out, of any length.
///
/// ```
/// assert_eq!(fewest::number::grouped_digits("123456"), "123,456");
/// ```
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

/// A number of things.
///
/// ```
/// use fewest::number::counted;
///
/// assert_eq!(counted(1u8, "board"), "1 board");
/// assert_eq!(counted(1000u64, "board"), "1,000 boards");
/// ```
pub fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}
