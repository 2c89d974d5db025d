//! A model in the kernel that is quickest for it, with the kernel's type hidden: boards go in and
//! come out as symbols.
//!
//! Everything above works with an [`Engine`], so that it is compiled once and not for each kernel.

mod arena;
mod by_rank;
mod kernel;
mod pairs;
mod population;
mod rows;
mod sampler;
mod tables;
mod tabulated;

use std::convert::Infallible;
use std::sync::Arc;

pub(crate) use arena::{Prepared, Start};
pub(crate) use rows::{NumberedRows, RowSolver, SampledRows, SolvableRows};
pub use sampler::{Draw, Wanted};
pub(crate) use sampler::{Drawn, Sampler};
pub use tables::{BuildPlan, Built, StoredTable, TableError, Verified};

use crate::error::PuzzleError;
use crate::kernel::KernelError;
use crate::kernel::general::{Cells, General, Planes};
use crate::kernel::tiles::{Bytes, Nibbles, Tiles};
use crate::levels::{AllBoards, LevelOptions, LevelProof, Levels, LevelsError, Plan};
use crate::model::Model;
use crate::solver::report::Report;
use crate::solver::{HeuristicName, Measured, Options, SolverError};
use crate::space::set::BoardSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::survey::{Listing, Survey};
use kernel::{Complete, InKernel};

/// Tells whether moves solve a board; `None` if it does not know.
pub(crate) type TellsSolvable = Box<dyn Fn(&[u8]) -> Option<bool> + Send + Sync>;

/// A model in its kernel. A goal is the board to reach, none for the model's own goals.
pub(crate) trait Engine: Send + Sync {
    /// The model.
    fn model(&self) -> &Arc<Model>;

    /// What its tables are filed under, up to the first comma.
    fn table_name(&self) -> String;

    /// What it is, and how its boards are answered within the memory allowed.
    fn report(&self, memory: Option<u64>) -> Report;

    /// What guides searches within the memory allowed, built and measured as long as it is small.
    fn measured(
        &self,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Vec<Measured>, Unfinished<Infallible>>;

    /// The heuristics that are compared if none is named.
    fn compared(&self) -> &'static [HeuristicName];

    /// Sees that the model has a heuristic.
    fn check_heuristic(&self, heuristic_name: HeuristicName) -> Result<(), SolverError>;

    /// A solver for boards with this goal, or goals of their own.
    fn solver(
        &self,
        goal: Option<&[u8]>,
        options: Options,
    ) -> Result<Box<dyn RowSolver>, SolverError>;

    /// The boards by number, as all goals see them together.
    fn numbered(&self, goal: Option<&[u8]>) -> Result<Box<dyn NumberedRows>, SolverError>;

    /// The boards that can be solved.
    fn all_solvable(
        &self,
        goal: Option<&[u8]>,
        options: &Options,
    ) -> Result<Box<dyn SolvableRows>, Unfinished<PuzzleError>>;

    /// The boards by distance, at least up to the farthest asked for.
    fn sampled(
        &self,
        goal: Option<&[u8]>,
        farthest: u8,
        options: &Options,
    ) -> Result<Box<dyn SampledRows>, Unfinished<PuzzleError>>;

    /// The bytes that building the tables of all distances takes; `None` if boards can't be
    /// numbered.
    fn table_bytes(&self, goal: Option<&[u8]>) -> Result<Option<u64>, SolverError>;

    /// Surveys all boards, or those of a set: then there is no goal but the model's own.
    fn survey(
        &self,
        goal: Option<&[u8]>,
        from: Option<&Arc<BoardSet>>,
        listing: Listing,
        options: &Options,
    ) -> Result<Survey<Vec<u8>>, Unfinished<PuzzleError>>;

    /// What counting all boards by levels takes.
    fn level_plan(
        &self,
        goal: Option<&[u8]>,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Plan, LevelsError>;

    /// Counts all boards by levels.
    fn levels(
        &self,
        goal: Option<&[u8]>,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Levels<Vec<u8>>, Unfinished<LevelsError>>;

    /// All boards by rank.
    fn all_boards(&self, goal: Option<&[u8]>) -> Result<Box<dyn AllBoards>, SolverError>;

    /// Proves the levels in a folder.
    fn verify_levels(
        &self,
        goal: Option<&[u8]>,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<LevelProof, Unfinished<LevelsError>>;

    /// Draws boards, or pairs of a start and a goal.
    fn sampler(
        &self,
        goal: Option<&[u8]>,
        wanted: Wanted,
        with_goals: bool,
        options: &Options,
    ) -> Result<Sampler, Unfinished<PuzzleError>>;

    /// Where boards are searched with a heuristic; `None` if the model does not have it.
    fn arena(
        &self,
        goal: Option<&[u8]>,
        heuristic_name: HeuristicName,
        options: &Options,
    ) -> Result<Option<Prepared>, Unfinished<PuzzleError>>;

    /// Tells whether moves solve a board; `None` if [the arena] does.
    fn tells_solvable(&self, goal: Option<&[u8]>) -> Result<Option<TellsSolvable>, SolverError>;

    /// Tells whether moves solve a board, as far as that is known without tables.
    fn solvable(&self, goal: Option<&[u8]>) -> Result<TellsSolvable, SolverError>;

    /// The table of what the goals can tell apart.
    fn table(&self, goal: Option<&[u8]>) -> Result<Box<dyn StoredTable>, SolverError>;

    /// The pattern databases of a partition: one for each group of tiles.
    fn patterns(
        &self,
        goal: Option<&[u8]>,
        partition: &str,
    ) -> Result<Vec<Box<dyn StoredTable>>, PuzzleError>;
}

/// The engine of a model, with the kernel that is quickest for it.
pub(crate) fn engine(model: Model) -> Result<Arc<dyn Engine>, KernelError> {
    let model = Arc::new(model);
    let (cells, symbols) = (model.cells(), model.structure.pieces.len());
    if symbols == cells {
        let tiles = match cells {
            0..=16 => in_kernel::<Tiles<Nibbles>>(&model),
            17..=32 => in_kernel::<Tiles<Bytes<32>>>(&model),
            #[cfg(feature = "wide-kernels")]
            _ => in_kernel::<Tiles<Bytes<256>>>(&model),
            #[cfg(not(feature = "wide-kernels"))]
            _ => return in_kernel::<General<Cells<256>>>(&model),
        };
        if tiles.is_ok() {
            return tiles;
        }
    }
    match cells {
        0..=32 if symbols <= 4 => in_kernel::<General<Planes<u64>>>(&model),
        0..=32 => in_kernel::<General<Cells<32>>>(&model),
        #[cfg(feature = "wide-kernels")]
        33..=64 if symbols <= 4 => in_kernel::<General<Planes<u128>>>(&model),
        #[cfg(feature = "wide-kernels")]
        33..=64 => in_kernel::<General<Cells<64>>>(&model),
        _ => in_kernel::<General<Cells<256>>>(&model),
    }
}

fn in_kernel<K: Complete>(model: &Arc<Model>) -> Result<Arc<dyn Engine>, KernelError> {
    Ok(Arc::new(InKernel::<K>::new(Arc::clone(model))?))
}
