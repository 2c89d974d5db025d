//! The file as written.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::problem::{Findings, OTHER_KIND, like};

#[derive(Debug)]
pub(super) enum File {
    Whole(Box<Definition>),
    Blocks(Box<BlockDefinition>),
    Extension(Box<Extension>),
}

/// A definition that extends no other.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Spanned<String>>,
    pub(super) rules: Option<Spanned<String>>,
    pub(super) cells: Spanned<CellsEntry>,
    pub(super) pieces: Spanned<String>,
    pub(super) blank: Option<Spanned<String>>,
    /// Cells that no move may touch.
    pub(super) fixed: Option<Spanned<String>>,
    pub(super) metric: Option<Spanned<Metric>>,
    /// The pairs of cells between which the blank goes; moves are named after the cell it goes to.
    pub(super) targets: Option<Spanned<String>>,
    /// The notation of boards, if not the default.
    pub(super) boards: Option<BoardsEntry>,
    /// Words of scrambles by name; a key may have several names.
    pub(super) words: Option<WordsEntry>,
    /// The moves of the second phase of quick answers.
    pub(super) second_phase: Option<Spanned<String>>,
    pub(super) moves: Vec<Spanned<MoveEntry>>,
    pub(super) goals: Vec<Spanned<GoalEntry>>,
    /// The board at which scrambles begin, if it is not the only goal.
    pub(super) home: Option<Spanned<String>>,
}

/// A definition of blocks that slide on a tray.
#[derive(Debug)]
pub(super) struct BlockDefinition {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Spanned<String>>,
    pub(super) rules: Option<Spanned<String>>,
    /// The tray with its blocks at the start.
    pub(super) blocks: Spanned<String>,
    pub(super) metric: Option<Spanned<Metric>>,
    pub(super) slide: Option<Spanned<Slide>>,
    pub(super) goals: Vec<Spanned<GoalEntry>>,
}

/// The differences from another definition.
#[derive(Debug)]
pub(super) struct Extension {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Spanned<String>>,
    pub(super) rules: Option<Spanned<String>>,
    /// The name of the other definition.
    pub(super) base: Spanned<String>,
    /// The moves to keep, if not all.
    pub(super) kept: Option<Spanned<String>>,
    /// The symbol of each sticker of the solved board, if not the other definition's.
    pub(super) stickers: Option<Spanned<String>>,
    pub(super) goals: Vec<Spanned<GoalEntry>>,
}

/// All keys of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a definition")]
struct Keys {
    name: Spanned<String>,
    title: Option<Spanned<String>>,
    rules: Option<Spanned<String>>,
    extends: Option<Spanned<String>>,
    moves: Option<Spanned<String>>,
    stickers: Option<Spanned<String>>,
    blocks: Option<Spanned<String>>,
    slide: Option<Spanned<Slide>>,
    cells: Option<Spanned<CellsEntry>>,
    pieces: Option<Spanned<String>>,
    blank: Option<Spanned<String>>,
    fixed: Option<Spanned<String>>,
    metric: Option<Spanned<Metric>>,
    targets: Option<Spanned<String>>,
    boards: Option<Spanned<BoardsEntry>>,
    words: Option<Spanned<WordsEntry>>,
    second_phase: Option<Spanned<String>>,
    #[serde(default, rename = "move")]
    drafts: Vec<Spanned<MoveEntry>>,
    #[serde(default, rename = "goal")]
    goals: Vec<Spanned<GoalEntry>>,
    home: Option<Spanned<String>>,
}

impl Keys {
    fn into_file(self, findings: &mut Findings<'_>) -> Option<File> {
        if let Some(slide) = self.slide.as_ref().filter(|_| self.blocks.is_none()) {
            findings.add(slide.span(), "`slide` is for files with `blocks`");
            return None;
        }
        if let Some(blocks) = self.blocks.clone() {
            return Some(self.into_blocks(blocks, findings));
        }
        let Some(base) = self.extends.clone() else {
            let others = [
                ("`moves`", "a [[move]] for each", &self.moves),
                ("`stickers`", "`pieces` and a [[goal]]", &self.stickers),
            ];
            for (key, instead, value) in others {
                if let Some(value) = value {
                    let problem =
                        format!("{key} is for files with `extends`; other files have {instead}");
                    findings.add(value.span(), problem);
                    return None;
                }
            }
            let keys = [
                ("cells", self.cells.is_none()),
                ("pieces", self.pieces.is_none()),
            ];
            for (key, is_missing) in keys {
                if is_missing {
                    findings.add(self.name.span(), format!("missing field `{key}`"));
                }
            }
            return Some(File::Whole(Box::new(Definition {
                cells: self.cells?,
                pieces: self.pieces?,
                name: self.name,
                title: self.title,
                rules: self.rules,
                blank: self.blank,
                fixed: self.fixed,
                metric: self.metric,
                targets: self.targets,
                boards: self.boards.map(Spanned::into_inner),
                words: self.words.map(Spanned::into_inner),
                second_phase: self.second_phase,
                moves: self.drafts,
                goals: self.goals,
                home: self.home,
            })));
        };
        for (key, span) in self.keys_of_moves() {
            if let Some(span) = span {
                let problem =
                    format!("`{key}` belongs to the extended puzzle, and can't be changed");
                findings.add(span, problem);
            }
        }
        Some(File::Extension(Box::new(Extension {
            name: self.name,
            title: self.title,
            rules: self.rules,
            base,
            kept: self.moves,
            stickers: self.stickers,
            goals: self.goals,
        })))
    }

    /// A definition of blocks, which has no other cells, pieces and moves.
    fn into_blocks(self, blocks: Spanned<String>, findings: &mut Findings<'_>) -> File {
        let extends = ("extends", self.extends.as_ref().map(Spanned::span));
        let others = self
            .keys_of_moves()
            .into_iter()
            .filter(|(key, _)| *key != "metric");
        for (key, span) in others.chain([extends]) {
            if let Some(span) = span {
                findings.add(span, format!("`{key}` is not for files with `blocks`"));
            }
        }
        File::Blocks(Box::new(BlockDefinition {
            name: self.name,
            title: self.title,
            rules: self.rules,
            blocks,
            metric: self.metric,
            slide: self.slide,
            goals: self.goals,
        }))
    }

    /// The keys that describe cells, pieces and moves, with the places of those that are there.
    fn keys_of_moves(&self) -> [(&'static str, Option<Range<usize>>); 11] {
        [
            ("cells", self.cells.as_ref().map(Spanned::span)),
            ("pieces", self.pieces.as_ref().map(Spanned::span)),
            ("blank", self.blank.as_ref().map(Spanned::span)),
            ("fixed", self.fixed.as_ref().map(Spanned::span)),
            ("metric", self.metric.as_ref().map(Spanned::span)),
            ("targets", self.targets.as_ref().map(Spanned::span)),
            ("boards", self.boards.as_ref().map(Spanned::span)),
            ("words", self.words.as_ref().map(Spanned::span)),
            (
                "second_phase",
                self.second_phase.as_ref().map(Spanned::span),
            ),
            ("home", self.home.as_ref().map(Spanned::span)),
            ("[[move]]", self.drafts.first().map(Spanned::span)),
        ]
    }
}

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

/// One string, or a list of strings.
#[derive(Debug)]
pub(super) enum Texts {
    One(String),
    Several(Vec<Spanned<String>>),
}

impl Texts {
    /// Each string with its place; `texts` has the place of all.
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

/// The words of scrambles.
pub(super) type WordsEntry = BTreeMap<Spanned<String>, Spanned<String>>;

/// The notation of boards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct BoardsEntry {
    /// Other words for symbols, like `x=.`.
    pub(super) symbols: Option<Spanned<String>>,
    /// The cells in the order in which a board lists them.
    pub(super) order: Option<Spanned<String>>,
    /// True if the number of boards comes first.
    #[serde(default)]
    pub(super) counted: bool,
    /// The word after the last board.
    pub(super) end: Option<Spanned<String>>,
    /// A second way to write boards.
    pub(super) facelets: Option<FaceletsEntry>,
}

/// A second notation of boards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct FaceletsEntry {
    pub(super) symbols: Spanned<String>,
    pub(super) order: Spanned<String>,
}

/// The unit in which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Metric {
    /// Each move of the file. The default.
    Move,
    /// Everything that the moves of one axis can do together.
    Axis,
    /// A block by one cell. The default of blocks.
    Unit,
    /// A block in one direction.
    Straight,
    /// A block anywhere that it can slide.
    Finger,
}

/// The directions in which blocks slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Slide {
    /// All. The default.
    Freely,
    /// Bars only along their length.
    Along,
}

/// A move, with exactly one of the keys that define its effect.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct MoveEntry {
    pub(super) name: Spanned<String>,
    /// A line of cells: each takes the next cell's piece, the last that of the first.
    pub(super) shift: Option<Spanned<String>>,
    /// Cycles of cells: the piece on each goes to the next.
    pub(super) cycles: Option<Spanned<String>>,
    /// The move that this one undoes.
    pub(super) inverse: Option<Spanned<String>>,
    /// The moves that this one applies one after another.
    pub(super) sequence: Option<Spanned<String>>,
    /// The cell that the blank swaps with, as rows down and columns right of it.
    pub(super) offset: Option<Spanned<Vec<i64>>>,
    /// Pairs of cells: the blank goes from the first to the second.
    pub(super) steps: Option<Spanned<String>>,
    /// The cells that must hold a symbol for the move to be legal, like `2=T 3=.`.
    pub(super) needs: Option<Spanned<String>>,
    /// The axis, for that metric.
    pub(super) axis: Option<String>,
    pub(super) cost: Option<Spanned<i64>>,
    /// True if no move may undo it.
    pub(super) one_way: Option<Spanned<bool>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys")]
pub(super) struct GoalEntry {
    pub(super) name: Option<Spanned<String>>,
    /// A symbol for each cell; `?` matches any symbol.
    pub(super) board: Option<Spanned<String>>,
    /// The blocks that must be somewhere, drawn like the tray.
    pub(super) blocks: Option<Spanned<String>>,
    /// Cells that all hold one symbol, any one; each string of a list by itself.
    pub(super) same: Option<Spanned<Texts>>,
    /// Symbols that may replace each other, in any order or by cycles.
    pub(super) recolour: Option<Spanned<Texts>>,
    /// Rotations of the whole puzzle: moves one after another, or cycles of cells.
    pub(super) turned: Option<Spanned<Texts>>,
    /// True for all images of the goal under symmetries of the puzzle that the file extends.
    pub(super) symmetric: Option<Spanned<bool>>,
}

/// Reads the file; finds errors in TOML and unknown keys.
pub(super) fn parse(text: &str, findings: &mut Findings<'_>) -> Option<File> {
    match toml::from_str::<Keys>(text) {
        Ok(keys) => keys.into_file(findings),
        Err(error) => {
            let span = error.span().unwrap_or(0..text.len().min(1));
            let message = error.message();
            let (problem, help) = typical(text, &span, message)
                .unwrap_or_else(|| (in_plain_words(message), meant(message)));
            findings.add_with_help(span, problem, help);
            None
        }
    }
}

/// Explains a typical mistake that the TOML reader found in a part of the text, and suggests what
/// was meant.
fn typical(text: &str, span: &Range<usize>, message: &str) -> Option<(String, Option<String>)> {
    let start = text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?.trim();
    for kind in ["move", "goal"] {
        let begins = |header: &str| line.starts_with(header);
        let problem = format!("each {kind} begins with the line `[[{kind}]]`");
        if begins(&format!("[{kind}")) || begins(&format!("[[{kind}s")) {
            return Some((problem, None));
        }
        if begins(&format!("[[{kind}]]")) && message == "duplicate key" {
            return Some((problem + ", and an earlier one does not", None));
        }
    }
    let (key, value) = line.split_once('=')?;
    let is_bare = message.starts_with("invalid boolean") || message.contains("must be quoted");
    let is_flag = ["counted", "one_way", "symmetric"].contains(&key.trim());
    let value = value.split('#').next().unwrap_or_default().trim();
    (is_bare && !is_flag && !value.is_empty()).then(|| {
        let help = format!("write `{} = \"{value}\"`", key.trim());
        ("text must be in quotes".to_owned(), Some(help))
    })
}

/// Rewords a message of the TOML reader without terms of the Rust language.
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

/// Suggests a key, given an error with the unknown key and then all known keys.
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
