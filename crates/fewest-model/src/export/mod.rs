//! Puzzles for other programs, and as definitions that need no other file.

mod kpuzzle;
mod pieces;
mod toml;
mod twsearch;

use thiserror::Error;

use super::Model;

/// A format in which a puzzle is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// A definition without `extends`.
    Toml,
    /// A file of twsearch, which ksolve+ also reads.
    Twsearch,
    /// The JSON form of a puzzle of cubing.js.
    Kpuzzle,
}

impl Export {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Toml, Self::Twsearch, Self::Kpuzzle];

    /// The format's name, as in arguments.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Twsearch => "twsearch",
            Self::Kpuzzle => "kpuzzle",
        }
    }
}

/// A puzzle written in another format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the file.
    pub text: String,
    /// A difference from the puzzle that readers of the file should know, if there is one.
    pub note: Option<String>,
}

/// The reason why a puzzle can't be written in a format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{puzzle} can't be written as {format}: {reason}")]
pub struct ExportError {
    /// The puzzle's name.
    pub puzzle: String,
    /// The format's name.
    pub format: &'static str,
    /// The reason.
    pub reason: String,
}

impl Model {
    /// The puzzle in another format. Its moves have the same effect, and its boards are at the same
    /// distances. Cells that no move touches are left out of files for other programs.
    ///
    /// # Errors
    /// If the format can't express the puzzle: twsearch and cubing.js have one solved board, moves
    /// that are legal on every board, and count powers of moves as one.
    ///
    /// ```
    /// use fewest_model::{Dialect, Export, Model, import};
    ///
    /// let cube = Model::named("cube2")?;
    /// let file = cube.export(Export::Kpuzzle)?.text;
    /// let again = Model::from_toml(&import(&file, Dialect::Kpuzzle)?.definition)?;
    /// assert_eq!(again.moves, cube.moves);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn export(&self, to: Export) -> Result<Exported, ExportError> {
        let written = match to {
            Export::Toml => toml::written(self).map(|text| Exported { text, note: None }),
            Export::Twsearch => pieces::with(self, false, twsearch::written),
            Export::Kpuzzle => pieces::with(self, true, kpuzzle::written),
        };
        written.map_err(|reason| ExportError {
            puzzle: self.name.clone(),
            format: to.name(),
            reason,
        })
    }

    /// The definition of the puzzle: its cells, pieces, moves, goals and notation in one file.
    ///
    /// # Errors
    /// If a name of the puzzle can't be written in a definition.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let stage = Model::named("cross")?;
    /// assert_eq!(Model::from_toml(&stage.to_toml()?)?.structure, stage.structure);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_toml(&self) -> Result<String, ExportError> {
        self.export(Export::Toml).map(|exported| exported.text)
    }
}
