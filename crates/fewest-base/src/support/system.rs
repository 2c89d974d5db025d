//! Errors of the operating system, in words.

use std::io;
use std::path::Path;

/// The text that the standard library puts before the number of an error.
const NUMBER: &str = " (os error ";

/// The reason of an error, without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    without_numbers(&error.to_string())
}

/// The message that a file or a folder can't be written.
#[must_use]
pub fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("can't write {}: {}", path.display(), reason(error))
}

/// Removes the numbers of system errors from a message.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::system::without_numbers;
///
/// assert_eq!(without_numbers("a: No such file (os error 2)"), "a: No such file");
/// assert_eq!(without_numbers("a (os error 2): b"), "a: b");
/// assert_eq!(without_numbers("a (os error x)"), "a (os error x)");
/// ```
#[must_use]
pub fn without_numbers(message: &str) -> String {
    let mut parts = message.split(NUMBER);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix(')').filter(|_| rest.len() < part.len()) {
            Some(rest) => plain.push_str(rest),
            None => plain.extend([NUMBER, part]),
        }
    }
    plain
}
