//! What every reader has to hold for any bytes at all: of boards, of answers, of stored tables, of
//! definitions, of certificates. One target for each in `targets/`; `cargo xtask fuzz` runs them.

mod answers;
mod certificates;
mod defined;
mod definitions;
#[path = "../../crates/fewest-tests/src/read.rs"]
mod read;
mod tables;

pub use answers::check_answers;
pub use certificates::check_certificate;
pub use defined::check_defined;
pub use definitions::{check_definition, check_import};
pub use tables::check_table;

use fewest::kernel::tiles::{Order, Size};
use fewest::model::{Kind, Model};
use fewest::{Options, Puzzle};
use fewest_text::TextOptions;
use fewest_text::formats::{FORMATS, Format, Sizes};
use read::read;

/// The longest message about an error, in characters.
const LONGEST_MESSAGE: usize = 400;

/// A format with a puzzle that has it.
struct Target {
    format: &'static Format,
    name: &'static str,
    model: Model,
}

impl Target {
    /// The format that the first byte names, and the bytes after it.
    fn of(data: &[u8]) -> Option<(Self, &[u8])> {
        let (&first, rest) = data.split_first()?;
        let format = FORMATS[usize::from(first) % FORMATS.len()];
        let sliding = |width, height| {
            let size = Size::new(width, height).expect("a size");
            Model::sliding(size, Order::default())
        };
        let (name, model) = match (format.kind, format.sizes) {
            (Kind::Rotation, _) => ("rotation", Model::rotation()),
            (Kind::Knights, _) => ("knights", Model::knights()),
            (Kind::Sliding, Sizes::Any) => ("sliding:3x2", sliding(3, 2)),
            (Kind::Sliding, _) => ("eight", sliding(3, 3)),
            (Kind::Defined, _) => {
                let text = include_str!("../../puzzles/twiddle.toml");
                ("twiddle", Model::from_toml(text).expect("a definition"))
            }
        };
        let target = Self {
            format,
            name,
            model,
        };
        Some((target, rest))
    }

    fn puzzle(&self) -> Puzzle {
        Puzzle::open(self.name).expect("the target names a puzzle")
    }

    fn text_options(&self) -> TextOptions {
        TextOptions {
            from: Some(self.format.name.to_owned()),
            ..TextOptions::default()
        }
    }
}

/// Reads `data` in the format that its first byte names and panics if the reader does anything but
/// give boards and good error messages.
///
/// # Panics
///
/// If the reader panics; if the results depend on the pieces in which the input arrives; if there
/// are more results than bytes and one; if an error's message is long or would mess up a terminal.
pub fn check_boards(data: &[u8]) {
    let Some((target, data)) = Target::of(data) else {
        return;
    };
    let (puzzle, format) = (target.puzzle(), target.format.name);
    let whole = read(&puzzle, format, data, &[data.len().max(1)]);
    for error in whole.iter().filter_map(|result| result.as_ref().err()) {
        check_message(&error.to_string());
    }
    let (options, text) = (Options::default(), target.text_options());
    match fewest_text::validate(&puzzle, &options, &text, "fuzz", &mut &*data) {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => check_message(&error.to_string()),
        Err(error) => check_message(&error.to_string()),
    }
    for sizes in [&[1][..], &[3, 1, 7, 2, 13]] {
        let pieces = read(&puzzle, format, data, sizes);
        assert_eq!(whole, pieces, "read in pieces of {sizes:?} bytes");
    }
}

/// What goes for every message.
fn check_message(message: &str) {
    let length = message.chars().count();
    assert!(
        length <= LONGEST_MESSAGE,
        "a message of {length} characters: {message}"
    );
    assert!(
        !message.contains(char::is_control),
        "control characters in {message:?}"
    );
}
