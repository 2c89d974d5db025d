//! Readers of other people's answers.

use fewest::catalogue::{self, Request, Ruling};

use crate::check_message;

/// A fuzz target: the answers to some boards in one format of one puzzle.
#[macro_export]
macro_rules! answers_target {
    ($puzzle:literal, $format:literal, $boards:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::check_answers(
            $puzzle, $format, $boards, data
        ));
    };
}

/// Checks `data` as the answers to `boards` and panics if that does anything but rule, in a good message.
///
/// # Panics
///
/// If the reader panics, the boards are bad, or the message is long or would mess up a terminal.
pub fn check_answers(puzzle: &str, format: &str, boards: &str, mut data: &[u8]) {
    let face = catalogue::find(puzzle).expect("the target names a puzzle");
    let request = Request {
        from: Some(format.to_owned()),
        ..Request::default()
    };
    let input: (&str, &mut dyn std::io::Read) = ("boards", &mut boards.as_bytes());
    let ruling = face.check(&request, None, input, ("fuzz", &mut data));
    match ruling.expect("the target has good boards") {
        Ruling::Right(_) => {}
        Ruling::Wrong(objection) => check_message(&objection.to_string()),
    }
}
