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
    /// Generators of GAP, as Twizzle writes them too, usually with files that end in `.gap`.
    Gap,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 5] = [
        Self::Twsearch,
        Self::Ksolve,
        Self::Kpuzzle,
        Self::Santa,
        Self::Gap,
    ];

    /// The program's name, as in arguments.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Twsearch => "twsearch",
            Self::Ksolve => "ksolve",
            Self::Kpuzzle => "kpuzzle",
            Self::Santa => "santa",
            Self::Gap => "gap",
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
            "gap" | "g" => Some(Self::Gap),
            _ => None,
        }
    }

    /// The program whose files begin like this text; `None` for files of twsearch and ksolve+, which
    /// are alike, and for definitions.
    ///
    /// ```
    /// use fewest_model::Dialect;
    ///
    /// assert_eq!(Dialect::of_text("# a square\nM_R := (1,2,3,4);"), Some(Dialect::Gap));
    /// assert_eq!(Dialect::of_text("Set EDGE 12 2"), None);
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        if first.starts_with('{') {
            Some(Self::Kpuzzle)
        } else if first.contains("puzzle_type") {
            Some(Self::Santa)
        } else if first.contains(":=") {
            Some(Self::Gap)
        } else {
            None
        }
    }
}
