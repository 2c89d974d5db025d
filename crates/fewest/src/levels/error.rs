//! Why boards were not counted by levels.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::error::PuzzleError;
use crate::support::number::size;
use crate::support::progress::part_of;

/// Why boards were not counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LevelsError {
    /// What is asked for can't be done.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The boards can't be numbered.
    #[error("{0} has too many boards to count them, even level by level")]
    TooMany(String),
    /// It would take more memory than allowed.
    #[error("counting by levels takes {} of memory; the limit is {}", size(*needed), size(*allowed))]
    Memory {
        /// Bytes that it takes at least.
        needed: u64,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// Its levels take more memory than is left for them.
    #[error(
        "the last levels take more than the {} of memory left for them; on disk there may be room",
        size(*allowed)
    )]
    Levels {
        /// Bytes that are left for levels.
        allowed: u64,
    },
    /// It may take more disk than is free.
    #[error("{}: the levels may take {}; {} is free", folder.display(), size(*needed), size(*free))]
    Space {
        /// The folder.
        folder: PathBuf,
        /// Bytes that the levels may take.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// What it has found is wrong.
    #[error("the levels are wrong: {0}")]
    Wrong(LevelMistake),
    /// Its folder can't be used.
    #[error("{}: {problem}", path.display())]
    Folder {
        /// The folder, or a file in it.
        path: PathBuf,
        /// What is wrong with it.
        problem: FolderProblem,
    },
}

/// A mistake in a level's boards, or in the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelMistake {
    /// The board of a number has another number.
    #[error("board number {0} has another number")]
    Number(u64),
    /// It is in two levels.
    #[error("board number {0} is in two levels")]
    Twice(u64),
    /// It is solved and not in level 0, or the other way round.
    #[error("board number {0}: level 0 is wrong about it")]
    Solved(u64),
    /// No move leads from it to the level before.
    #[error("board number {rank}: it is in level {distance}, and no move leads to the one before")]
    NoNearer {
        /// Its number.
        rank: u64,
        /// Its level.
        distance: usize,
    },
    /// A move leads from it to a level that is lower by more than one.
    #[error("board number {rank}: it is in level {distance}, and a move leads to level {to}")]
    Nearer {
        /// Its number.
        rank: u64,
        /// Its level.
        distance: usize,
        /// The lower level.
        to: usize,
    },
    /// A move leads from it to a board in no level, though the next level exists, or the levels are
    /// complete.
    #[error("board number {0}: a move leads to a board that no level has")]
    Out(u64),
    /// It is in no level, but a move leads from it to a level that is not the last, or the levels are
    /// complete.
    #[error("board number {0}: no level has it, but a move leads to one")]
    In(u64),
    /// More boards were counted than there are, or not all of them.
    #[error("{counted} boards were counted, but there are {boards}")]
    Sum {
        /// Boards that were counted.
        counted: u64,
        /// Boards that there are.
        boards: u64,
    },
}

/// A problem of a folder of levels.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderProblem {
    /// It can't be read.
    #[error("can't be read: {0}")]
    Unreadable(io::Error),
    /// It can't be written. The levels before are as they were.
    #[error("can't be written: {0}; the levels that were done are kept")]
    Unwritable(io::Error),
    /// A file is not as it was written.
    #[error("is damaged; remove the folder to begin again")]
    Damaged,
    /// Another version has written it.
    #[error("is in version {0} of the format; this program reads version 3")]
    Version(u64),
    /// There is no survey in it.
    #[error("there is no survey in this folder")]
    NoSurvey,
    /// It is the survey of another puzzle, to another goal, or shared among machines where this one is not.
    #[error(
        "this is a survey of {0}, to another goal, or shared among machines; name another folder"
    )]
    Other(String),
    /// The first levels were not kept.
    #[error("it keeps only the last levels, which make no table; name another folder")]
    Forgotten,
    /// Another run works in it.
    #[error("another run works in this folder")]
    Busy,
}

part_of!(PuzzleError => LevelsError);

impl LevelsError {
    pub(super) fn folder(path: &Path, problem: FolderProblem) -> Self {
        Self::Folder {
            path: path.to_owned(),
            problem,
        }
    }

    pub(super) fn unwritable(path: &Path, error: io::Error) -> Self {
        Self::folder(path, FolderProblem::Unwritable(error))
    }
}
