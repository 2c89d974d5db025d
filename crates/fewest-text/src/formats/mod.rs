//! Boards and answers as text: the judges' formats, one file per format.
//!
//! A [`Format`] groups a judge's rules with the functions that read its boards, write its answers,
//! write its boards as an input and read answers. They work on a [`Model`] and the symbols of its
//! cells, independently of the solver. [`FORMATS`] lists all formats; `recognise` determines the
//! format of a text if it is certain.

mod announced;
mod answers;
mod blocks;
mod board_reader;
mod cells;
mod csv;
pub(crate) mod decode;
mod directions;
mod faces;
mod hackerrank;
mod hdu1043;
mod hdu3567;
mod header;
mod inputs;
mod json;
mod knightsfen;
mod korf;
mod leetcode773;
mod moves;
mod npuzzle42;
mod output;
mod p1379;
pub(crate) mod patterns;
mod plain;
mod poj2286;
mod policy;
mod princeton;
pub(crate) mod recognise;
mod scoi2005;
mod scrambles;
mod slides;
mod source;
mod statement;
mod text;
mod tiles;
mod words;

use std::sync::Arc;

pub use answers::{AnswerMistake, MistakeKind, StatedAnswer};
pub use csv::{Csv, field};
pub use inputs::Frame;
pub(crate) use inputs::write_json;
pub use json::Json;
pub(crate) use output::in_words;
pub use output::{Ties, WriteAnswer, Writer};
pub(crate) use plain::FACELETS;
pub use policy::Policy;
pub use scrambles::ReadMoves;
pub(crate) use scrambles::{Scrambles, without_comments};
pub use source::Source;
pub use text::Text;

use fewest::model::{Case, Kind, Model, NamedGoal};
use fewest::support::place::InputError;

/// A reader of boards.
pub trait Reader: Send {
    /// Reads the next board into a case, replacing its contents; false at the end. After an error
    /// that is not final, the next call continues after the bad board. Every board read is valid
    /// for the model: [`Model::is_board`].
    ///
    /// # Errors
    /// If the text does not match the format, or can't be read.
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError>;

    /// Checks, after the end, that nothing follows. This is separate from [`next`](Self::next),
    /// because the sender of the last board may want its answer before closing the input.
    ///
    /// # Errors
    /// If text follows, or the input can't be read.
    fn close(&mut self, _: &mut Source<'_>) -> Result<(), InputError> {
        Ok(())
    }

    /// Returns true, after the end, if the terminator was present, in formats that have one.
    fn is_terminated(&self) -> bool {
        true
    }
}

/// A format: its name, its judge's rules, and the functions that read and write it. Properties that
/// a statement leaves open are not restricted.
///
/// ```
/// use fewest_text::formats::find;
/// use fewest::model::Kind;
///
/// // POJ 2286 gives at most 30 boards, and a 0 after the last.
/// let format = find(Kind::Rotation, "poj2286").expect("its format");
/// assert_eq!((format.max_boards, format.is_terminated), (Some(30), true));
/// ```
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about what a judge wants"
)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// The kind of puzzle.
    pub kind: Kind,
    /// The judges or tools that use it.
    pub used_by: &'static str,
    /// A description of the input.
    pub input: &'static str,
    /// A description of the output.
    pub output: &'static str,
    /// The sizes of sliding tiles that it supports.
    pub sizes: Sizes,
    /// The goal of sliding tiles.
    pub goal: NamedGoal,
    /// The most moves that its judge asks for, if limited.
    pub limit: Option<u32>,
    /// True if its output shows moves and not only their number.
    pub shows_moves: bool,
    /// True if its input has a separate goal for each board.
    pub brings_goals: bool,
    /// The fewest boards in its judge's inputs.
    pub min_boards: u64,
    /// The most boards in its judge's inputs, if limited.
    pub max_boards: Option<u64>,
    /// True if a terminator must follow the boards.
    pub is_terminated: bool,
    /// True if its judge promises that every board is solvable.
    pub is_solvable: bool,
    /// The only width and height in its judge's inputs, if the format supports more sizes.
    pub size: Option<(usize, usize)>,
    /// True if its judge's inputs have a fixed layout, byte for byte. White space varies in files
    /// of tools and research.
    pub has_layout: bool,
    /// The answers that its judge accepts.
    pub policy: Policy,
    /// Creates a reader of boards.
    pub reader: fn(&Arc<Model>) -> Box<dyn Reader>,
    /// Appends the answer to a board. If `None`, answers are written as JSON.
    pub write_answer: Option<WriteAnswer>,
    /// The text before and after the boards of an input.
    pub frame: Frame,
    /// Appends a board of an input.
    pub write_board: fn(&Model, &Case, &mut Vec<u8>),
    /// Reads the answer to a board into a claim created with [`new`](StatedAnswer::new).
    pub read_answer: answers::ReadAnswer,
}

impl Format {
    /// Returns true if its input gives boards by the moves that lead to them from the goal.
    #[must_use]
    pub fn begins_at_goal(&self) -> bool {
        [moves::DEFINED.name, slides::SLIDES.name].contains(&self.name)
    }
}

/// The name of a format is unique for a kind of puzzle.
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.kind) == (other.name, other.kind)
    }
}

impl Eq for Format {}

/// The sizes of sliding tiles that a format supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Any size.
    Any,
    /// Square boards.
    Square,
    /// This width and height.
    Only(usize, usize),
}

/// Every format. The first of each puzzle is its usual one.
pub static FORMATS: &[&Format] = &[
    &poj2286::FORMAT,
    &plain::ROTATION,
    &scoi2005::FORMAT,
    &knightsfen::FORMAT,
    &plain::KNIGHTS,
    &moves::KNIGHTS,
    &hdu1043::FORMAT,
    &hdu1043::POJ1077,
    &hdu1043::ACWING179,
    &hdu3567::FORMAT,
    &p1379::FORMAT,
    &tiles::PLAIN,
    &leetcode773::FORMAT,
    &hackerrank::FORMAT,
    &princeton::FORMAT,
    &npuzzle42::FORMAT,
    &korf::FORMAT,
    &slides::TILES,
    &slides::SLIDES,
    &moves::SLIDING,
    &plain::DEFINED,
    &plain::DRAWN,
    &FACELETS,
    &moves::DEFINED,
];

/// The formats of a puzzle.
///
/// ```
/// use fewest_text::formats::formats_of;
/// use fewest::model::Kind;
///
/// let names: Vec<&str> = formats_of(Kind::Rotation).map(|format| format.name).collect();
/// // The judge's own comes first.
/// assert_eq!(names, ["poj2286", "plain"]);
/// ```
pub fn formats_of(kind: Kind) -> impl Iterator<Item = &'static Format> {
    let formats = FORMATS.iter().copied();
    formats.filter(move |format| format.kind == kind)
}

/// The format of a puzzle with this name.
///
/// ```
/// use std::sync::Arc;
///
/// use fewest_text::formats::{Source, find};
/// use fewest::model::Case;
/// use fewest::model::{Kind, Model, Order, Size};
///
/// let eight = Arc::new(Model::sliding(Size::new(3, 3).expect("a size"), Order::default()));
/// let format = find(Kind::Sliding, "hdu1043").expect("a format of sliding tiles");
/// let mut input = "1 2 3 4 5 6 7 x 8\n".as_bytes();
/// let mut source = Source::new("a string", &mut input);
/// let mut case = Case::default();
/// assert!((format.reader)(&eight).next(&mut source, &mut case)?);
/// assert_eq!((case.number, case.start), (1, vec![1, 2, 3, 4, 5, 6, 7, 0, 8]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find(kind: Kind, name: &str) -> Option<&'static Format> {
    formats_of(kind).find(|format| format.name == name)
}
