//! Checks certificates of shortest solutions of puzzles.
//!
//! A certificate has a puzzle, a claim, and a proof. `docs/certificate.md` describes the format,
//! and `docs/trust.md` explains why the checks suffice. This crate shares no code with the
//! solver, and has no dependencies.

#![forbid(unsafe_code)]

mod claim;
mod digit;
mod file;
mod image;
mod invariant;
mod parse;
mod pieces;
mod puzzle;
mod search;
mod table;

pub use file::check_file;

/// The reason why a certificate is not accepted, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The text is not a certificate.
    Malformed(String),
    /// A table can't be read.
    Unread(String),
    /// The claim does not hold, or the proof does not show it.
    Refuted(String),
}

/// Reads a file of this name and length.
pub type Read<'r> = dyn FnMut(&str, u64) -> std::result::Result<Vec<u8>, String> + 'r;

/// Checks the text of a certificate. `read` returns the contents of a table's file, given its name
/// and its length in bytes. The result is the puzzle's name and the
/// verified claim, in words.
///
/// # Errors
/// If the text is malformed, a table can't be read, or the claim is not proved.
///
/// ```
/// let text = "fewest-certificate 2
/// puzzle three-pancakes
/// pieces 1 1 1
/// turn two - 1 0 2
/// turn three - 2 1 0
/// goal 0 1 2
/// board 0 2 1
/// moves three two three
/// bound search
/// goals 0
/// ";
/// let mut none = |file: &str, _| Err(format!("{file}: not found"));
/// let verified = fewest_check::check(text.as_bytes(), &mut none)?;
/// assert_eq!(verified, "verified for three-pancakes: 3 moves are enough, and 2 are not");
/// let wrong = text.replace("three two three", "two two three");
/// assert!(fewest_check::check(wrong.as_bytes(), &mut none).is_err());
/// # Ok::<(), fewest_check::Failure>(())
/// ```
pub fn check(text: &[u8], read: &mut Read<'_>) -> std::result::Result<String, Failure> {
    let certificate = parse::Certificate::parse(text)?;
    let verified = claim::verify(&certificate, read)?;
    Ok(format!(
        "verified for {}: {verified}",
        certificate.puzzle.name
    ))
}

type Result<T> = std::result::Result<T, Failure>;

/// A number with commas between thousands.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, in words.
#[must_use]
pub fn counted(number: u128, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number of moves that solve a board, in words.
pub(crate) fn are_enough(moves: usize) -> String {
    let verb = if moves == 1 { "is" } else { "are" };
    format!("{} {verb} enough", counted(moves as u128, "move"))
}

/// Refutes a certificate unless something holds.
fn ensure<S: Into<String>>(holds: bool, problem: impl FnOnce() -> S) -> Result<()> {
    if holds {
        return Ok(());
    }
    Err(Failure::Refuted(problem().into()))
}
