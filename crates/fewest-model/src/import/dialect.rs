//! The programs whose files are read.

/// The program whose files are read. `Move` means the same in twsearch and ksolve+; twsearch has
/// more keywords, and rotations of the whole puzzle, which do not count as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// twsearch, usually with files that end in `.tws`.
    #[default]
    Twsearch,
    /// ksolve+, usually with files that end in `.def`.
    Ksolve,
    /// cubing.js, usually with files that end in `.json`.
    Kpuzzle,
    /// The table of puzzles of a contest, Santa 2023, which ends in `.csv`.
    Santa,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 4] = [Self::Twsearch, Self::Ksolve, Self::Kpuzzle, Self::Santa];

    /// The program's name, as in arguments.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Twsearch => "twsearch",
            Self::Ksolve => "ksolve",
            Self::Kpuzzle => "kpuzzle",
            Self::Santa => "santa",
        }
    }

    /// The program whose files have this extension.
    ///
    /// ```
    /// use fewest_model::Dialect;
    ///
    /// assert_eq!(Dialect::of_extension("def"), Some(Dialect::Ksolve));
    /// assert_eq!(Dialect::of_extension("toml"), None);
    /// ```
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "tws" => Some(Self::Twsearch),
            "def" => Some(Self::Ksolve),
            "json" => Some(Self::Kpuzzle),
            "csv" => Some(Self::Santa),
            _ => None,
        }
    }
}
