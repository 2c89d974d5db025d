//! Certificates.

use fewest_check::Failure;

use crate::check_message;

/// The most pieces of a puzzle whose boards are all searched quickly.
const MAX_PIECES: u32 = 8;

/// Checks `data` as a certificate, with tables of zeros, and sees that it is refused with a good
/// message or verified. Skips large puzzles, which take a while.
///
/// # Panics
///
/// If the checker panics, or its message is long or would mess up a terminal.
pub fn check_certificate(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let pieces = text
        .lines()
        .filter(|line| line.trim_start().starts_with("pieces"));
    let mut counts = pieces.map(|line| {
        let words = line.split_whitespace();
        words
            .filter_map(|word| word.parse::<u32>().ok())
            .fold(0, u32::saturating_add)
    });
    if counts.any(|count| count > MAX_PIECES) {
        return;
    }
    let mut zeros = |_: &str, length: u64| {
        let length = usize::try_from(length)
            .ok()
            .filter(|length| *length <= 1 << 20);
        Ok(vec![0; length.ok_or("too large")?])
    };
    match fewest_check::check(data, &mut zeros) {
        Ok(message)
        | Err(Failure::Malformed(message) | Failure::Unread(message) | Failure::Refuted(message)) =>
        {
            check_message(&message);
        }
    }
}
