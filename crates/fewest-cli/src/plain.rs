//! Messages that are safe to show on a terminal.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use fewest::support::place::escaped;
use fewest::support::system::without_numbers;

static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from now on.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// A message without control characters and without the numbers of system errors.
pub fn plain(text: &str) -> String {
    let lines: Vec<String> = without_numbers(text).split('\n').map(escaped).collect();
    lines.join("\n")
}

/// Reports something that changes no answer, unless the program is quiet.
pub fn note(words: impl AsRef<str>) {
    if !is_quiet() {
        report(format!("note: {}", words.as_ref()));
    }
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

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages() {
        assert_eq!(plain("a (os error 2): b\nc"), "a: b\nc");
        assert_eq!(plain("a\u{1b}[31mb\t\u{202e}"), "a\\x1b[31mb\\t\\u{202e}");
    }
}
