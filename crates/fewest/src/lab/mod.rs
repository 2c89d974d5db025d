//! The laboratory, for experiments with searches: every search on the same boards, with the same
//! heuristics and counters, so that their figures can be compared.
//!
//! A [`Setting`] is a puzzle with a heuristic; any [`Algorithm`](crate::search::Algorithm) runs in
//! it, on one core, and leaves a [`Trial`]. [`Sum`] adds trials up. Comparisons are fair by
//! construction: all searches share the puzzle's moves and the heuristic's code, and count by the
//! same definitions:
//!
//! * *expanded*: boards whose moves were tried, as often as they were tried;
//! * *generated*: boards that a move led to, whether they were known or not, the start not counted;
//!   the move that takes the last one back is never tried, and `pruned-ida-star` leaves out what
//!   [redundant](crate::pruning) sequences lead to;
//! * *reopened*: boards that were reached on a shorter way after they had been expanded, and so
//!   were expanded again;
//! * *memory*: the most bytes that boards kept for later took at a time, with what files them; 0
//!   for searches that keep none but those in hand; the tables of heuristics are counted apart;
//! * *effective branching factor*: see [`effective_branching`].
//!
//! [`Setting::step`] reports each expansion in the order in which the search makes it.

mod figures;
mod setting;
mod steps;

pub use figures::{Sum, Trial, effective_branching};
pub use setting::Setting;
pub(crate) use setting::run;
pub use steps::{Event, Step};
