//! The file as it is written.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::problem::{Findings, OTHER_KIND, like};

/// A definition's file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a definition")]
pub(super) struct File {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Spanned<String>>,
    pub(super) cells: Spanned<CellsEntry>,
    pub(super) pieces: Spanned<String>,
    pub(super) blank: Option<Spanned<String>>,
    /// Cells that no move is meant to touch.
    pub(super) fixed: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) metric: Metric,
    /// Moves of the blank named by the cell that it goes to: pairs of cells between which it goes.
    pub(super) targets: Option<Spanned<String>>,
    /// How boards are written, where that is another way.
    pub(super) boards: Option<BoardsEntry>,
    #[serde(default, rename = "move")]
    pub(super) moves: Vec<Spanned<MoveEntry>>,
    #[serde(default, rename = "goal")]
    pub(super) goals: Vec<Spanned<GoalEntry>>,
}

/// Cells, counted or drawn.
#[derive(Debug)]
pub(super) enum CellsEntry {
    Number(i64),
    Picture(String),
}

impl<'de> Deserialize<'de> for CellsEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CellsVisitor;

        impl Visitor<'_> for CellsVisitor {
            type Value = CellsEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of cells, or a picture of them in quotes")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<CellsEntry, E> {
                Ok(CellsEntry::Number(number))
            }

            fn visit_str<E: Error>(self, picture: &str) -> Result<CellsEntry, E> {
                Ok(CellsEntry::Picture(picture.to_owned()))
            }
        }

        deserializer.deserialize_any(CellsVisitor)
    }
}

/// One string, or several in a list.
#[derive(Debug)]
pub(super) enum Texts {
    One(String),
    Several(Vec<Spanned<String>>),
}

impl Texts {
    /// Each of them with its place, if this is the place of all.
    pub(super) fn each(texts: &Spanned<Self>) -> Vec<Spanned<String>> {
        match texts.as_ref() {
            Self::One(text) => vec![Spanned::new(texts.span(), text.clone())],
            Self::Several(several) => several.clone(),
        }
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextsVisitor;

        impl<'de> Visitor<'de> for TextsVisitor {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, or several in brackets")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts::One(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
                let mut several = Vec::new();
                while let Some(text) = list.next_element()? {
                    several.push(text);
                }
                Ok(Texts::Several(several))
            }
        }

        deserializer.deserialize_any(TextsVisitor)
    }
}

/// How boards are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct BoardsEntry {
    /// What else stands for a symbol, like `x=.`.
    pub(super) symbols: Option<Spanned<String>>,
    /// The cells in the order in which a board lists them.
    pub(super) order: Option<Spanned<String>>,
    /// The number of boards comes first.
    #[serde(default)]
    pub(super) counted: bool,
    /// The word after the last board.
    pub(super) end: Option<Spanned<String>>,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Metric {
    /// Each move of the file.
    #[default]
    Move,
    /// All that the moves of one axis can do together.
    Axis,
}

/// A move: exactly one of the ways to say what it does.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct MoveEntry {
    pub(super) name: Spanned<String>,
    /// A line of cells: each takes the piece of the next, the last that of the first.
    pub(super) shift: Option<Spanned<String>>,
    /// Cycles of cells: the piece on each goes to the next.
    pub(super) cycles: Option<Spanned<String>>,
    /// The move that this one takes back.
    pub(super) inverse: Option<Spanned<String>>,
    /// The moves, made one after another, that this one is.
    pub(super) sequence: Option<Spanned<String>>,
    /// Rows down and columns right of the blank: the cell it swaps with.
    pub(super) offset: Option<Spanned<Vec<i64>>>,
    /// Pairs of cells: from the first of each the blank goes to the second.
    pub(super) steps: Option<Spanned<String>>,
    /// The axis, for the metric of that name.
    pub(super) axis: Option<String>,
    pub(super) cost: Option<Spanned<i64>>,
    /// Whether no move is meant to take it back.
    pub(super) one_way: Option<Spanned<bool>>,
}

/// A goal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct GoalEntry {
    pub(super) name: Option<Spanned<String>>,
    /// A symbol for each cell, `?` where anything will do.
    pub(super) board: Option<Spanned<String>>,
    /// Cells that hold one symbol, whichever it is; in a list, each of its strings by itself.
    pub(super) same: Option<Spanned<Texts>>,
    /// Symbols that may stand for one another, in any order, or as cycles say.
    pub(super) recolour: Option<Spanned<Texts>>,
    /// What turns the whole: moves one after another, or cycles of cells.
    pub(super) turned: Option<Spanned<Texts>>,
}

/// Reads the file; what is wrong with it as TOML, or with its keys, is found here.
pub(super) fn parse(text: &str, findings: &mut Findings<'_>) -> Option<File> {
    match toml::from_str(text) {
        Ok(file) => Some(file),
        Err(error) => {
            let span = error.span().unwrap_or(0..text.len().min(1));
            let message = error.message();
            findings.add_with_help(span, in_plain_words(message), meant(message));
            None
        }
    }
}

/// What the reader of TOML says, without words of the language that this is written in.
fn in_plain_words(message: &str) -> String {
    let words = [
        ("unknown variant", "unknown value"),
        ("` as i128", "`"),
        ("` as u128", "`"),
        ("expected i64", "expected a whole number"),
        ("a sequence", "a list in brackets"),
        ("a boolean", "`true` or `false`"),
        ("invalid type: map", "invalid type: a table"),
        ("invalid type: sequence", "invalid type: a list"),
    ];
    let replace = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    words.into_iter().fold(message.to_owned(), replace)
}

/// Keys of puzzles in which pieces vanish or change.
const OTHER_KEYS: [&str; 10] = [
    "jump", "jumps", "remove", "removes", "capture", "captures", "toggle", "toggles", "become",
    "becomes",
];

/// What was meant by an unknown key, from the words of the error: the key, then all that there are.
fn meant(message: &str) -> Option<String> {
    let words = message.strip_prefix("unknown field ")?.split('`');
    let mut words = words.skip(1).step_by(2);
    let key = words.next()?;
    if OTHER_KEYS.contains(&key) {
        return Some(OTHER_KIND.to_owned());
    }
    let known: Vec<String> = words.map(str::to_owned).collect();
    like(key, &known)
}
