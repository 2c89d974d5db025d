//! The puzzles that have a name of their own, and what is known of them.

/// A puzzle that has a name of its own.
///
/// ```
/// use fewest::{ENTRIES, Puzzle};
///
/// let eight = ENTRIES.iter().find(|entry| entry.gods_number == Some(31)).expect("it is one");
/// assert_eq!((eight.name, eight.boards), ("eight", Some(9 * 8 * 7 * 6 * 5 * 4 * 3)));
/// assert_eq!(Puzzle::open(eight.name)?.title(), eight.title);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// How many boards can be solved; none if that depends on the name.
    pub boards: Option<u128>,
    /// The moves that are enough for every board, if that number is known; `docs/gallery.md` has
    /// the sources.
    pub gods_number: Option<u32>,
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

/// The name of the puzzle that has this name or is also called so.
pub(super) fn usual_name(name: &str) -> &str {
    let known = ALIASES.iter().find(|(others, _)| others.contains(&name));
    known.map_or(name, |(_, usual)| usual)
}

/// The text of a definition that comes with the program.
macro_rules! shipped {
    ($name:literal) => {
        Some(include_str!(concat!("../../puzzles/", $name, ".toml")))
    };
}

/// The puzzles by name: first those with kernels, then those with definitions.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "rotation",
        title: "the rotation game: shift lines of a # until its centre holds one symbol",
        boards: Some(9_465_511_770),
        gods_number: Some(13),
        definition: None,
    },
    Entry {
        name: "knights",
        title: "12 white and 12 black knights and an empty cell on 5 x 5",
        boards: Some(67_603_900),
        gods_number: Some(39),
        definition: None,
    },
    Entry {
        name: "eight",
        title: "sliding tiles, 3 x 3",
        boards: Some(181_440),
        gods_number: Some(31),
        definition: None,
    },
    Entry {
        name: "fifteen",
        title: "sliding tiles, 4 x 4",
        boards: Some(10_461_394_944_000),
        gods_number: Some(80),
        definition: None,
    },
    Entry {
        name: "twentyfour",
        title: "sliding tiles, 5 x 5",
        // 25! / 2.
        boards: Some(7_755_605_021_665_492_992_000_000),
        gods_number: None,
        definition: None,
    },
    Entry {
        name: "sliding:WxH",
        title: "sliding tiles, any width and height from 2 up to 256 cells",
        boards: None,
        gods_number: None,
        definition: None,
    },
    Entry {
        name: "cube2",
        title: "the 2 x 2 x 2 cube, one corner held; half-turn metric (HTM)",
        boards: Some(3_674_160),
        gods_number: Some(11),
        definition: shipped!("cube2"),
    },
    Entry {
        name: "cube2q",
        title: "the 2 x 2 x 2 cube, one corner held; quarter-turn metric (QTM)",
        boards: Some(3_674_160),
        gods_number: Some(14),
        definition: shipped!("cube2q"),
    },
    Entry {
        name: "corners",
        title: "corners of the 3 x 3 x 3 cube; half-turn metric (HTM)",
        boards: Some(88_179_840),
        gods_number: Some(11),
        definition: shipped!("corners"),
    },
    Entry {
        name: "cube3",
        title: "the 3 x 3 x 3 cube; half-turn metric (HTM)",
        boards: Some(43_252_003_274_489_856_000),
        gods_number: Some(20),
        definition: shipped!("cube3"),
    },
    Entry {
        name: "cube3q",
        title: "the 3 x 3 x 3 cube; quarter-turn metric (QTM)",
        boards: Some(43_252_003_274_489_856_000),
        gods_number: Some(26),
        definition: shipped!("cube3q"),
    },
    Entry {
        name: "tower",
        title: "the 2 x 2 x 3 tower, one edge held; half-turn metric (HTM)",
        boards: Some(241_920),
        gods_number: Some(14),
        definition: shipped!("tower"),
    },
    Entry {
        name: "skewb",
        title: "the Skewb, one corner held",
        boards: Some(3_149_280),
        gods_number: Some(11),
        definition: shipped!("skewb"),
    },
    Entry {
        name: "dino",
        title: "the Dino cube",
        boards: Some(239_500_800),
        gods_number: Some(11),
        definition: shipped!("dino"),
    },
    Entry {
        name: "megaminx3",
        title: "three faces of the Megaminx that meet at a corner",
        boards: Some(17_517_061_326_168_391_680_000),
        gods_number: None,
        definition: shipped!("megaminx3"),
    },
    Entry {
        name: "pyraminx",
        title: "pyraminx without tips",
        boards: Some(933_120),
        gods_number: Some(11),
        definition: shipped!("pyraminx"),
    },
    Entry {
        name: "sixteen3",
        title: "rows and columns that shift round, 3 x 3",
        boards: Some(181_440),
        gods_number: Some(8),
        definition: shipped!("sixteen3"),
    },
    Entry {
        name: "sixteen",
        title: "rows and columns that shift round, 4 x 4",
        boards: Some(20_922_789_888_000),
        gods_number: Some(18),
        definition: shipped!("sixteen"),
    },
    Entry {
        name: "twiddle",
        title: "2 x 2 squares that turn, on 3 x 3",
        boards: Some(362_880),
        gods_number: Some(11),
        definition: shipped!("twiddle"),
    },
    Entry {
        name: "pancakes",
        title: "nine pancakes: flip the top few",
        boards: Some(362_880),
        gods_number: Some(10),
        definition: shipped!("pancakes"),
    },
    Entry {
        name: "topspin9",
        title: "top spin: 9 discs in a ring, four of them turn over",
        boards: Some(181_440),
        gods_number: Some(23),
        definition: shipped!("topspin9"),
    },
    Entry {
        name: "topspin",
        title: "top spin: 20 discs in a ring, four of them turn over",
        // 20!.
        boards: Some(2_432_902_008_176_640_000),
        gods_number: None,
        definition: shipped!("topspin"),
    },
    Entry {
        name: "rings",
        title: "Hungarian rings: two rings of twenty balls",
        // 38! / (10! 10! 9! 9!).
        boards: Some(301_625_696_863_690_399_200),
        gods_number: None,
        definition: shipped!("rings"),
    },
];
