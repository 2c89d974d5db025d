//! Messages that are safe to show on a terminal.

use std::io::{self, Write};
use std::path::Path;

use fewest::support::place::escaped;

/// The text that the standard library puts before a system error's number.
const SYSTEM_ERROR: &str = " (os error ";

/// A message without control characters and without the numbers of system errors.
pub fn plain(text: &str) -> String {
    let mut parts = text.split(SYSTEM_ERROR);
    let mut plain = escaped_lines(parts.next().unwrap_or_default());
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix(')').filter(|_| rest.len() < part.len()) {
            Some(rest) => plain.push_str(&escaped_lines(rest)),
            None => plain.push_str(&escaped_lines(&format!("{SYSTEM_ERROR}{part}"))),
        }
    }
    plain
}

pub fn report(message: impl AsRef<str>) {
    line(&plain(message.as_ref()));
}

/// Writes a line to standard error. Nothing can be reported if that fails, for example because a
/// file is full.
pub fn line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

pub fn path(path: &Path) -> String {
    escaped(&path.display().to_string())
}

fn escaped_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(escaped).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages() {
        assert_eq!(plain("a: No such file (os error 2)"), "a: No such file");
        assert_eq!(plain("a (os error 2): b\nc"), "a: b\nc");
        assert_eq!(plain("a (os error x)"), "a (os error x)");
        assert_eq!(plain("a\u{1b}[31mb\t\u{202e}"), "a\\x1b[31mb\\t\\u{202e}");
    }
}
