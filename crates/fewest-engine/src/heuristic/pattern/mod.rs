//! Additive pattern databases of sliding tiles (R. E. Korf, A. Felner, "Disjoint pattern database
//! heuristics", 2002).
//!
//! The tiles are divided into groups ([`Partition`]). A group's table ([`Pattern`]) has the fewest
//! moves of its tiles that bring them home, for every placement. A move carries one tile, so the
//! sum over the groups is a lower bound ([`Additive`]). It suits boards too large for a table and
//! too hard for [`LinearConflict`](super::LinearConflict): hard 15-puzzles and the 24-puzzle.

mod additive;
mod blocks;
mod build;
mod error;
mod image;
pub(super) mod index;
mod partition;
mod stored;
mod table;
mod text;
mod verify;

pub use additive::{Additive, AdditiveMemo};
pub use error::PatternError;
pub use partition::{MAX_GROUPS, MAX_TILES, Partition, PartitionError};
pub use table::Pattern;
pub use text::PartitionTextError;
pub use verify::{proof_bytes, verify};
