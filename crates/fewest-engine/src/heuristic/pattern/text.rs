//! Partitions as text: a name like `7-8`, or groups of tiles like `1,4,5/2,3,6,7/8`.

use thiserror::Error;

use super::partition::{Partition, PartitionError};
use crate::kernel::tiles::{Storage, Tiles};

/// The reason why a text is not a partition.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartitionTextError {
    /// The text is neither a name nor a list.
    #[error("no partition `{name}`; {boards} have {known}")]
    Name {
        /// The text, cut short.
        name: String,
        /// The kind of boards.
        boards: String,
        /// The known names, and an example of groups.
        known: String,
    },
    /// The number of a tile is missing.
    #[error("the partition at character {place}: expected the number of a tile, found `{found}`")]
    Number {
        /// The first wrong character, counted from 1.
        place: usize,
        /// The text found, cut short.
        found: String,
    },
    /// The groups are not a partition.
    #[error("the partition at character {place}: {problem}")]
    Groups {
        /// The first character of the wrong tile or group, counted from 1, or the end of the text.
        place: usize,
        /// The problem.
        problem: PartitionError,
    },
}

/// Characters shown of a wrong text.
const BYTES_SHOWN: usize = 20;

impl Partition {
    /// Parses a [name](Self::names), or groups separated by slashes with tiles separated by commas.
    /// Tiles are numbered in the reading order of the goal.
    ///
    /// # Errors
    /// If the text is neither, or the groups are not a partition.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
    /// use fewest::heuristic::pattern::Partition;
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let partition = Partition::parse(&eight, "1,2,3,4/5,6,7,8")?;
    /// assert_eq!(partition.groups(), [[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// assert!(Partition::parse(&eight, "1,2,3,4/5,6,7").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse<S: Storage>(puzzle: &Tiles<S>, text: &str) -> Result<Self, PartitionTextError> {
        if let Some(partition) = Self::shaped(puzzle, text) {
            return Ok(partition);
        }
        let (size, blank) = (puzzle.size(), puzzle.goal().blank());
        if !text.contains([',', '/']) {
            let mut names: Vec<&str> = size.into_iter().flat_map(Self::names).collect();
            names.push("groups like 1,2/3,4,5");
            return Err(PartitionTextError::Name {
                name: text.chars().take(BYTES_SHOWN).collect(),
                boards: size.map_or_else(
                    || "these boards".to_owned(),
                    |size| format!("boards of {}x{}", size.width(), size.height()),
                ),
                known: names.join(", "),
            });
        }
        let mut groups: Vec<(usize, Vec<u8>)> = Vec::new();
        let mut places = Vec::new();
        let mut place = 1;
        for group in text.split('/') {
            let first = place;
            let mut tiles = Vec::new();
            for number in group.split(',') {
                let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                let tile = number.parse().ok().filter(|_| is_number).ok_or_else(|| {
                    PartitionTextError::Number {
                        place,
                        found: number.chars().take(BYTES_SHOWN).collect(),
                    }
                })?;
                places.push((tile, place));
                tiles.push(tile);
                place += number.chars().count() + 1;
            }
            groups.push((first, tiles));
        }
        let slices: Vec<&[u8]> = groups.iter().map(|(_, tiles)| &tiles[..]).collect();
        Self::new(puzzle.cells(), blank, &slices).map_err(|problem| {
            let wrong = match problem {
                PartitionError::NoSuchTile(wrong) | PartitionError::Twice(wrong) => {
                    let mut all = places.iter().rev();
                    all.find(|(tile, _)| *tile == wrong)
                        .map(|(_, place)| *place)
                }
                PartitionError::TooManyTiles { tiles: count, .. } => groups
                    .iter()
                    .find(|(_, tiles)| tiles.len() == count)
                    .map(|(place, _)| *place),
                PartitionError::Missing(_) => Some(place),
                _ => None,
            };
            PartitionTextError::Groups {
                place: wrong.unwrap_or(1),
                problem,
            }
        })
    }
}
