//! A puzzle as data: cells, pieces, named moves, goals, a picture, and the notation of boards. It is
//! the module `model` of the library [`fewest`](https://docs.rs/fewest). Use that crate: this one is
//! a detail of it, and changes with each of its versions.
//!
//! Rotation, knights and sliding tiles are models like those of users' files (TOML;
//! `docs/definitions.md`). [`Model::from_toml`] checks everything that does not require boards, and
//! reports each mistake with its place, what was expected and, if it can guess, what was meant.

pub mod algorithm;
mod blocks;
mod boards;
mod builtin;
mod canonical;
mod case;
mod export;
mod extended;
mod file;
mod goals;
mod import;
mod lints;
mod moves;
mod named;
mod names;
mod notation;
mod order;
mod other_boards;
mod phases;
mod picture;
mod pieces;
mod powers;
mod problem;
mod sense;
mod size;
mod spelling;
mod stage;
mod steps;
mod stickers;
mod text;
mod walk;

pub use blocks::{BlockMetric, Blocks, LineMistake};
pub use boards::{Boards, Facelets};
pub use builtin::NamedGoal;
pub use canonical::{ascii, line};
pub use case::Case;
pub use export::{Export, ExportError, Exported};
pub use fewest_base::space::structure::MAX_CELLS;
pub use import::{Dialect, Import, Imported, LONGEST_TABLE, import, import_row, table_too_large};
pub use named::{ENTRIES, Entry, NameError};
pub use notation::NoMove;
pub use order::{Direction, Order};
pub use other_boards::{OtherBoard, OtherBoards};
pub use phases::Phases;
pub use picture::Picture;
pub use powers::straight;
pub use problem::{Problem, Problems};
pub use sense::ModelError;
pub use size::Size;
pub use spelling::{Held, Words};
pub use text::LIST_SIGNS;
pub use walk::Walk;

use std::sync::Arc;

use std::ops::Range;

use toml::Spanned;

use fewest_base::space::Move;
use fewest_base::space::fingerprint;
use fewest_base::space::structure::Structure;
use fewest_base::support::number::grouped;
use file::{Definition, File};
use problem::{Findings, is_plain};

/// The maximum length of a definition's text, in bytes.
pub const LONGEST_DEFINITION: usize = 1 << 20;
/// The maximum length of a symbol or of the name of a cell or a move, in bytes.
pub const MAX_NAME: usize = 64;
pub(crate) const MAX_SYMBOLS: usize = 255;
/// The maximum number of characters of a puzzle's rules.
pub const MAX_RULES: usize = 200;

/// The puzzles with judges' formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The rotation game.
    Rotation,
    /// Knights.
    Knights,
    /// Sliding tiles on a rectangle.
    Sliding,
    /// Any other puzzle, given by its definition.
    Defined,
}

/// The source of moves' names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNames {
    /// Every move has its own name.
    Moves,
    /// The name of the cell from which a piece comes to the blank.
    Origins,
    /// The letter of the block and its directions.
    Blocks,
}

/// A puzzle as data. `Puzzle::from_model` opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The puzzle's name.
    pub name: String,
    /// A short description.
    pub title: String,
    /// A sentence that tells a newcomer what to do, of at most [`MAX_RULES`] characters, if there is one.
    pub rules: Option<String>,
    /// The judges' formats of its boards.
    pub kind: Kind,
    /// The size, for sliding tiles on a rectangle.
    pub size: Option<Size>,
    /// The cells.
    pub picture: Picture,
    /// The text of each symbol.
    pub symbols: Vec<String>,
    /// The symbol of the blank, if there is one; it has exactly one piece.
    pub blank: Option<u8>,
    /// The names of the moves, in tie order.
    pub moves: Vec<String>,
    /// The source of moves' names: `moves`, or cells.
    pub move_names: MoveNames,
    /// The names of the goals, in the structure's order.
    pub goals: Vec<String>,
    /// The notation of boards.
    pub boards: Boards,
    /// Words of scrambles beyond the moves.
    pub words: Words,
    /// Moves that solve some boards quickly, with their powers; see [`phases`](Self::phases).
    pub second_phase: Vec<String>,
    /// The puzzle's structure.
    pub structure: Structure,
    /// The home board, if it is not the only goal: see [`home`](Self::home).
    pub home: Option<Vec<u8>>,
    /// The puzzle that this one extends, if its boards are shown with other symbols here.
    pub whole: Option<Arc<Self>>,
    /// The blocks, if the pieces are blocks on a tray.
    pub blocks: Option<Arc<Blocks>>,
    /// True if the goals are a requested set, whose boards answers do not distinguish.
    pub has_requested_goals: bool,
}

impl Model {
    /// Reads a definition that may extend others. `base` finds the other puzzle by the value of
    /// `extends`, or returns the reason why there is none.
    ///
    /// # Errors
    /// All mistakes found, each with its place.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let pair = "cells = \"a b\"\npieces = \"1 2\"\ngoal = [{ board = \"1 2\" }]\n\
    ///     name = \"pair\"\nmove = [{ name = \"swap\", cycles = \"(a b)\" }]";
    /// let base = |name: &str| match name {
    ///     "pair" => Model::from_toml(pair).map_err(|problems| problems.to_string()),
    ///     _ => Err("only `pair` is known".to_owned()),
    /// };
    /// let text = "name = \"two\"\nextends = \"pair\"\nmoves = \"swap\"";
    /// assert_eq!(Model::from_toml_with(text, &base)?.moves, ["swap"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_toml_with(
        text: &str,
        base: &dyn Fn(&str) -> Result<Self, String>,
    ) -> Result<Self, Problems> {
        let mut findings = Findings::new(text);
        if text.len() > LONGEST_DEFINITION {
            findings.add(0..1, too_large());
            return Err(findings.into_problems());
        }
        let definition = file::parse(text, &mut findings)
            .and_then(|file| match file {
                File::Whole(definition) => Self::build(&definition, &mut findings),
                File::Blocks(definition) => blocks::build(&definition, &mut findings),
                File::Extension(extension) => {
                    let found = base(extension.base.as_ref())
                        .map_err(|problem| findings.add(extension.base.span(), problem));
                    let found = found.ok()?;
                    if found.structure.has_conditions() {
                        let name = &found.name;
                        let problem =
                            format!("{name} can't be extended: its moves depend on several cells");
                        findings.add(extension.base.span(), problem);
                        return None;
                    }
                    found.extend(&extension, &mut findings)
                }
            })
            .filter(|_| findings.is_clean());
        definition.ok_or_else(|| findings.into_problems())
    }

    fn build(file: &Definition, findings: &mut Findings<'_>) -> Option<Self> {
        let (name, title) = read_names(&file.name, file.title.as_ref(), findings);
        let rules = read_rules(file.rules.as_ref(), findings);
        let picture = Picture::read(&file.cells, findings)?;
        let pieces = pieces::read(file, &picture, findings)?;
        let moves = moves::read(file, &picture, &pieces, findings)?;
        let goals = goals::read(file, &picture, &pieces, &moves, findings)?;
        let boards = boards::read(file, &picture, &pieces, findings);
        let words = spelling::read(file, &moves.names, findings);
        let second_phase = phases::read(file.second_phase.as_ref(), &moves.names, findings);
        let home =
            (file.home.as_ref()).and_then(|home| pieces.board(home, picture.names.len(), findings));
        let mut definition = Self {
            name,
            title,
            rules,
            kind: Kind::Defined,
            size: None,
            picture,
            symbols: pieces.symbols,
            blank: pieces.blank,
            moves: moves.names,
            move_names: MoveNames::Moves,
            goals: goals.names,
            boards,
            words,
            second_phase,
            structure: Structure {
                pieces: pieces.counts,
                turns: moves.turns,
                goals: goals.cells,
            },
            home: None,
            whole: None,
            blocks: None,
            has_requested_goals: false,
        };
        definition.check_claims(file, findings);
        if let Some((home, entry)) = home.zip(file.home.as_ref()) {
            definition.read_home(&home, entry.span(), findings);
        }
        Some(definition)
    }

    /// Checks and sets the home board.
    fn read_home(&mut self, home: &[Option<u8>], span: Range<usize>, findings: &mut Findings<'_>) {
        let whole: Option<Vec<u8>> = home.iter().copied().collect();
        let Some(home) = whole else {
            return findings.add(span, "the home board has no `?`");
        };
        if let Some(problem) = self.miscount(&home) {
            return findings.add(span, problem);
        }
        if !self.may_be_solved(&home) {
            findings.add(span, "no moves lead from the home board to a goal");
        }
        self.set_home(home);
    }

    /// The puzzle with this structure. Numbers name its symbols and moves.
    ///
    /// ```
    /// use fewest_model::{Model, Order, Size};
    ///
    /// let sliding = Model::sliding(Size::new(2, 2).expect("a size"), Order::default());
    /// let nameless = Model::of(sliding.structure.clone());
    /// assert_eq!(sliding.moves, ["d", "l", "r", "u"]);
    /// assert_eq!(nameless.moves, ["0", "1", "2", "3"]);
    /// assert_eq!(nameless.fingerprint(), sliding.fingerprint());
    /// ```
    #[must_use]
    pub fn of(structure: Structure) -> Self {
        let numbers = |count: usize| (0..count).map(|number| number.to_string()).collect();
        let moves = structure.turns.iter().map(|turn| turn.by.index() + 1);
        Self {
            name: "puzzle".to_owned(),
            title: "a puzzle".to_owned(),
            rules: None,
            kind: Kind::Defined,
            size: None,
            picture: Picture::counted(structure.cells()),
            symbols: numbers(structure.pieces.len()),
            blank: structure.blank(),
            moves: numbers(moves.max().unwrap_or(0)),
            move_names: MoveNames::Moves,
            goals: vec![String::new(); structure.goals.len()],
            boards: Boards::default(),
            words: Words::default(),
            second_phase: Vec::new(),
            structure,
            home: None,
            whole: None,
            blocks: None,
            has_requested_goals: false,
        }
    }

    /// A hash of the structure and, unless there is one whole goal, of the home board, on which the
    /// numbers of boards depend. Different ones collide only by chance (2^-128).
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let home = self.home.as_deref().filter(|_| self.whole_goal().is_none());
        fingerprint::with_home(&self.structure, home.unwrap_or_default())
    }

    /// The move with this name.
    ///
    /// ```
    /// use fewest_base::space::Move;
    /// use fewest_model::Model;
    ///
    /// let rotation = Model::rotation();
    /// assert_eq!(rotation.find_move("C"), Some(Move::new(2)));
    /// assert_eq!(rotation.find_move("Z"), None);
    /// ```
    #[must_use]
    pub fn find_move(&self, name: &str) -> Option<Move> {
        let places = (0..=u8::MAX).zip(&self.moves);
        let mut found = places.filter(|(_, move_name)| *move_name == name);
        found.next().map(|(place, _)| Move::new(place))
    }

    /// The symbol with this text, which may be one of [the others](Boards::others).
    #[must_use]
    pub fn find_symbol(&self, word: &str) -> Option<u8> {
        let places = (0..=u8::MAX).zip(&self.symbols);
        let mut found = places.filter(|(_, symbol)| *symbol == word);
        let found = found.next().map(|(place, _)| place);
        found.or_else(|| self.boards.stands_for(word))
    }

    /// Writes a result for each row of symbols.
    ///
    /// # Errors
    /// The number of the first row without a result.
    pub fn each_row<T>(
        &self,
        rows: &[u8],
        found: &mut [T],
        find: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<(), usize> {
        let rows = rows.chunks_exact(self.cells().max(1));
        for (number, (row, found)) in rows.zip(found).enumerate() {
            *found = find(row).ok_or(number)?;
        }
        Ok(())
    }
}

/// The message for a text of more than [`LONGEST_DEFINITION`] bytes.
#[must_use]
pub fn too_large() -> String {
    let max_bytes = grouped(LONGEST_DEFINITION as u64);
    format!("too large for a definition: over {max_bytes} bytes")
}

/// Reads a puzzle's name and its title, which is the name by default.
fn read_names(
    name: &Spanned<String>,
    title: Option<&Spanned<String>>,
    findings: &mut Findings<'_>,
) -> (String, String) {
    let word = name.as_ref();
    if word.is_empty() || word.contains(char::is_whitespace) || !is_plain(word) {
        findings.add(name.span(), "a name is one word");
    }
    if let Some(title) = title.filter(|title| !is_plain(title.as_ref())) {
        let problem = "a title is one line without control characters";
        findings.add(title.span(), problem);
    }
    (word.clone(), title.unwrap_or(name).as_ref().clone())
}

fn read_rules(rules: Option<&Spanned<String>>, findings: &mut Findings<'_>) -> Option<String> {
    let rules = rules?;
    if !are_rules(rules.as_ref()) {
        let problem = format!(
            "rules are one line of 1 to {MAX_RULES} characters, without control characters"
        );
        findings.add(rules.span(), problem);
    }
    Some(rules.as_ref().clone())
}

fn are_rules(text: &str) -> bool {
    is_plain(text) && !text.trim().is_empty() && text.chars().count() <= MAX_RULES
}

/// The words of a text and their ranges in it.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word)
    })
}
