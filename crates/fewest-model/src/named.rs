//! The puzzles that have a name of their own, and what is known of them.

use fewest_base::support::names::similar;
use thiserror::Error;

use crate::blocks::TRAFFIC;
use crate::{MAX_CELLS, Model, Order, Size};

/// A puzzle that has a name of its own.
///
/// ```
/// use fewest_model::{ENTRIES, Model};
///
/// let eight = ENTRIES.iter().find(|entry| entry.farthest == Some(31)).expect("it is one");
/// assert_eq!((eight.name, eight.boards), ("eight", Some(9 * 8 * 7 * 6 * 5 * 4 * 3)));
/// assert_eq!(Model::named(eight.name)?.title, eight.title);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The number of solvable boards; none if that depends on the name.
    pub boards: Option<u128>,
    /// The smallest number of moves that solves every board, if it is known; `docs/gallery.md` has
    /// the sources.
    pub farthest: Option<u32>,
    /// The text that defines it, if it has no kernel of its own.
    pub definition: Option<&'static str>,
}

/// Other names of puzzles, and the usual ones.
const ALIASES: [(&[&str], &str); 5] = [
    (&["8-puzzle", "8puzzle"], "eight"),
    (&["15-puzzle", "15puzzle"], "fifteen"),
    (&["24-puzzle", "24puzzle"], "twentyfour"),
    (&["2x2", "2x2x2"], "cube2"),
    (&["3x3", "3x3x3", "cube", "rubik"], "cube3"),
];

/// The reason why no puzzle has a name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NameError {
    /// No puzzle has this name.
    #[error(
        "unknown puzzle `{name}`: `fewest puzzles` lists the names; for a puzzle of your own, give a path like ./my.toml{}",
        like.map_or(String::new(), |like| format!(" (did you mean `{like}`?)"))
    )]
    Unknown {
        /// The name, at most 40 characters of it.
        name: String,
        /// A puzzle with a similar name.
        like: Option<&'static str>,
    },
    /// A traffic jam has a mistake.
    #[error("traffic jam, letter {}: {problem}", at + 1)]
    Jam {
        /// The place of the mistake, in characters from 0.
        at: usize,
        /// A description.
        problem: String,
    },
    /// No board of sliding tiles has this size.
    #[error("`{name}`: width and height must be at least 2, with at most {MAX_CELLS} cells")]
    Size {
        /// The name, at most 40 characters of it.
        name: String,
    },
}

impl Model {
    /// The puzzle of this name: one of [`ENTRIES`], an alias (`8-puzzle`, `15-puzzle`, `24-puzzle`,
    /// `2x2`, `3x3`, `cube`, `rubik`), sliding tiles of any size (`sliding:5x3`), or a
    /// [traffic jam](Self::traffic) (`traffic:` and its letters).
    ///
    /// # Errors
    /// If there is no such puzzle.
    pub fn named(name: &str) -> Result<Self, NameError> {
        let shown = || name.chars().take(40).collect();
        let alias = ALIASES.iter().find(|(others, _)| others.contains(&name));
        let name = alias.map_or(name, |(_, usual)| usual);
        if let Some((width, height)) = sides(name) {
            let size = Size::new(width, height).ok_or_else(|| NameError::Size { name: shown() })?;
            return Ok(Self::sliding(size, Order::default()));
        }
        if let Some(line) = name.strip_prefix(TRAFFIC) {
            return Self::traffic(line).map_err(|(at, problem)| NameError::Jam { at, problem });
        }
        let entry = ENTRIES.iter().find(|entry| entry.name == name);
        let found = match (name, entry.and_then(|entry| entry.definition)) {
            ("rotation", _) => Some(Self::rotation()),
            ("knights", _) => Some(Self::knights()),
            (_, definition) => definition.and_then(|text| Self::from_toml(text).ok()),
        };
        found.ok_or_else(|| NameError::Unknown {
            name: shown(),
            like: similar(name, ENTRIES.iter().map(|entry| entry.name)),
        })
    }
}

/// Width and height in the name of sliding tiles.
fn sides(name: &str) -> Option<(usize, usize)> {
    match name {
        "eight" => return Some((3, 3)),
        "fifteen" => return Some((4, 4)),
        "twentyfour" => return Some((5, 5)),
        _ => {}
    }
    let (width, height) = name.strip_prefix("sliding:")?.split_once(['x', 'X'])?;
    let side = |side: &str| {
        let is_number = !side.is_empty() && side.bytes().all(|c| c.is_ascii_digit());
        is_number.then(|| side.parse().unwrap_or(usize::MAX))
    };
    Some((side(width)?, side(height)?))
}

/// Puzzles by name: title, number of solvable boards, and smallest number of moves that solves all. A
/// `kernel` has no definition; a `shipped` puzzle has the file of its name.
macro_rules! entries {
    ($($kind:ident $name:literal: $title:literal, $boards:expr, $farthest:expr;)*) => {
        &[$(Entry {
            name: $name,
            title: $title,
            boards: $boards,
            farthest: $farthest,
            definition: entries!($kind $name),
        }),*]
    };
    (kernel $name:literal) => { None };
    (shipped $name:literal) => {
        Some(include_str!(concat!("../puzzles/", $name, ".toml")))
    };
}

/// The puzzles by name: first those with kernels, then those with definitions.
pub const ENTRIES: &[Entry] = entries! {
    kernel "rotation": "the rotation game: shift lines of a # until its centre holds one symbol",
        Some(9_465_511_770), Some(13);
    kernel "knights": "12 white and 12 black knights and an empty cell on 5 x 5",
        Some(67_603_900), Some(39);
    kernel "eight": "sliding tiles, 3 x 3", Some(181_440), Some(31);
    kernel "fifteen": "sliding tiles, 4 x 4", Some(10_461_394_944_000), Some(80);
    // 25! / 2.
    kernel "twentyfour": "sliding tiles, 5 x 5", Some(7_755_605_021_665_492_992_000_000), None;
    kernel "sliding:WxH": "sliding tiles, any width and height from 2 up to 256 cells", None, None;
    shipped "cube2": "the 2 x 2 x 2 cube, one corner held; half-turn metric (HTM)",
        Some(3_674_160), Some(11);
    shipped "cube2q": "the 2 x 2 x 2 cube, one corner held; quarter-turn metric (QTM)",
        Some(3_674_160), Some(14);
    shipped "cube2-face": "one face of the 2 x 2 x 2 cube, one corner held; half-turn metric (HTM)",
        Some(945), Some(5);
    shipped "corners": "corners of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(88_179_840), Some(11);
    shipped "cube3": "the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(43_252_003_274_489_856_000), Some(20);
    shipped "cube3q": "the 3 x 3 x 3 cube; quarter-turn metric (QTM)",
        Some(43_252_003_274_489_856_000), Some(26);
    shipped "cross": "the cross of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(190_080), Some(8);
    shipped "xcross": "the cross and one pair of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(72_990_720), Some(10);
    shipped "block222": "a 2 x 2 x 2 block of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(253_440), Some(8);
    shipped "block223": "a 2 x 2 x 3 block of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(1_532_805_120), Some(12);
    shipped "first-layer": "the first layer of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(25_866_086_400), Some(12);
    shipped "f2l": "the first two layers of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(695_280_402_432_000), None;
    shipped "eo": "oriented edges of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(2_048), Some(7);
    shipped "domino": "domino reduction of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        Some(2_217_093_120), Some(12);
    shipped "eo-xcross": "the cross and one pair, all edges oriented; half-turn metric (HTM)",
        Some(4_671_406_080), Some(12);
    shipped "floppy": "the 3 x 3 x 1 cube, its centre held", Some(192), Some(8);
    shipped "domino-cube": "the 3 x 3 x 2 cube, one corner held; half-turn metric (HTM)",
        Some(406_425_600), Some(18);
    shipped "tower": "the 2 x 2 x 3 tower, one edge held; half-turn metric (HTM)",
        Some(241_920), Some(14);
    shipped "skewb": "the Skewb, one corner held", Some(3_149_280), Some(11);
    shipped "skewb-layer": "the first layer of the Skewb, one corner held",
        Some(5_832), Some(7);
    shipped "ivy": "the Ivy Cube", Some(29_160), Some(8);
    shipped "dino": "the Dino cube", Some(239_500_800), Some(11);
    shipped "megaminx3": "three faces of the Megaminx that meet at a corner",
        Some(17_517_061_326_168_391_680_000), None;
    shipped "pyraminx": "pyraminx without tips", Some(933_120), Some(11);
    shipped "pyraminx-layer": "the first layer of the pyraminx without tips", Some(25_920), Some(8);
    shipped "sixteen3": "rows and columns that shift round, 3 x 3", Some(181_440), Some(8);
    shipped "sixteen": "rows and columns that shift round, 4 x 4",
        Some(20_922_789_888_000), Some(18);
    shipped "twiddle": "2 x 2 squares that turn, on 3 x 3", Some(362_880), Some(11);
    shipped "pancakes": "nine pancakes: flip the top few", Some(362_880), Some(10);
    shipped "topspin9": "top spin: 9 discs in a ring, four of them turn over",
        Some(181_440), Some(23);
    // 20!.
    shipped "topspin": "top spin: 20 discs in a ring, four of them turn over",
        Some(2_432_902_008_176_640_000), None;
    shipped "rings8": "Hungarian rings: two rings of eight balls", Some(4_204_200), Some(18);
    // 38! / (10! 10! 9! 9!).
    shipped "rings": "Hungarian rings: two rings of twenty balls",
        Some(301_625_696_863_690_399_200), None;
    shipped "lamps5x5": "lamps on 5 x 5: a press switches a lamp and its neighbours",
        Some(8_388_608), Some(15);
    shipped "klotski": "Klotski: the square block goes to the middle of the lower side; 81 moves from the start",
        Some(25_955), Some(93);
    shipped "pennant": "the Pennant Puzzle: the square block goes to the lower left corner; 59 moves from the start",
        Some(1_398), Some(78);
    shipped "quzzle": "Quzzle: the square block goes to the upper right corner; 84 moves from the start",
        Some(888), Some(90);
    shipped "century": "Century: the square block goes to the middle of the lower side; 99 moves from the start",
        Some(81_340), Some(138);
    shipped "century-and-a-half": "Century and a Half: the start of Century upside down; 149 moves from the start",
        Some(81_340), Some(188);
    shipped "super-century": "Super Century: the square block goes to the middle of the lower side; 138 moves from the start",
        Some(81_340), Some(138);
    shipped "traffic": "a traffic jam: A gets to the right edge; 24 moves from the start; each board of a file may have other cars",
        Some(2_106), Some(24);
    shipped "traffic2": "a traffic jam: A gets to the right edge; 23 moves from the start",
        Some(7_631), Some(23);
    shipped "traffic3": "a traffic jam: A gets to the right edge; 23 moves from the start",
        Some(16_061), Some(23);
    shipped "traffic4": "a traffic jam: A gets to the right edge; 22 moves from the start",
        Some(142_135), Some(22);
    shipped "traffic5": "a traffic jam: A gets to the right edge; 21 moves from the start",
        Some(62_086), Some(21);
    shipped "traffic6": "a traffic jam: A gets to the right edge; 21 moves from the start",
        Some(6_528), Some(21);
    shipped "elbows": "elbows: L-shaped blocks change corners", Some(53), Some(11);
    shipped "pillars": "pillars: one block crosses a tray with four pillars", Some(101_745), Some(38);
    shipped "frogs3": "three toads and three frogs in a row change sides; none goes back",
        Some(30), Some(15);
};
