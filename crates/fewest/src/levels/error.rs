//! Errors of counting level by level.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::error::PuzzleError;
use crate::support::number::{grouped, size};
use crate::support::progress::Unfinished;
use crate::support::system::{reason, unwritable};

/// The reason why boards were not counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LevelsError {
    /// The request is impossible.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The boards can't be numbered.
    #[error("{0} has too many boards to count them, even level by level")]
    TooMany(String),
    /// The count needs more memory than allowed.
    #[error("counting level by level takes {} of memory; the limit is {}", size(*needed), size(*allowed))]
    Memory {
        /// The least number of bytes needed.
        needed: u64,
        /// The number of bytes allowed.
        allowed: u64,
    },
    /// The levels need more memory than is left for them.
    #[error(
        "the last levels take more than the {} of memory left for them; on disk there may be room",
        size(*allowed)
    )]
    Levels {
        /// The number of bytes left for levels.
        allowed: u64,
    },
    /// The levels may need more disk space than is free.
    #[error("{}: the levels may take {}; free: {}", folder.display(), size(*needed), size(*free))]
    Space {
        /// The folder.
        folder: PathBuf,
        /// The number of bytes that the levels may take.
        needed: u64,
        /// The number of free bytes.
        free: u64,
    },
    /// The levels are wrong.
    #[error("the levels are wrong: {0}")]
    Wrong(LevelMistake),
    /// The folder can't be used.
    #[error("{}", in_words(path, problem))]
    Folder {
        /// The folder, or a file in it.
        path: PathBuf,
        /// The problem.
        problem: FolderProblem,
    },
}

/// A mistake in the levels or in one of their boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelMistake {
    /// The board with a number has a different number.
    #[error("board number {0} has a different number")]
    Number(u64),
    /// The board is in two levels.
    #[error("board number {0} is in two levels")]
    Twice(u64),
    /// The board is solved but not in level 0, or in level 0 but not solved.
    #[error("board number {0}: level 0 is wrong about it")]
    Solved(u64),
    /// No move leads from the board to the level before.
    #[error("board number {rank}: it is in level {distance}, and no move leads to the one before")]
    NoNearer {
        /// Its number.
        rank: u64,
        /// Its level.
        distance: usize,
    },
    /// A move leads from the board to a level that is lower by more than one.
    #[error("board number {rank}: it is in level {distance}, and a move leads to level {to}")]
    Nearer {
        /// Its number.
        rank: u64,
        /// Its level.
        distance: usize,
        /// The lower level.
        to: usize,
    },
    /// A move leads from the board out of the levels, though the next level is known.
    #[error("board number {0}: a move leads to a board that no level has")]
    Out(u64),
    /// The board is in no level, though a move leads from it to one whose next level is known.
    #[error("board number {0}: no level has it, but a move leads to one")]
    In(u64),
    /// More boards were counted than exist, or fewer although all were counted.
    #[error("boards counted: {}, but there are {}", grouped(*counted), grouped(*boards))]
    Sum {
        /// The number of counted boards.
        counted: u64,
        /// The number of boards that exist.
        boards: u64,
    },
}

/// A problem with a folder of levels.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderProblem {
    /// It can't be read.
    #[error("can't be read: {}", reason(.0))]
    Unreadable(io::Error),
    /// It can't be written. Earlier levels are unchanged.
    #[error("can't be written: {}", reason(.0))]
    Unwritable(io::Error),
    /// A file was changed since it was written.
    #[error("is damaged; remove the folder to begin again")]
    Damaged,
    /// It was written by another version.
    #[error("is in version {0} of the format; this program reads version 3")]
    Version(u64),
    /// It contains no survey.
    #[error("no survey in this folder")]
    NoSurvey,
    /// It belongs to another puzzle or goal, or only one of the two runs is shared among machines.
    #[error(
        "the folder has a survey of {0}, of another goal, or of several machines; choose another folder"
    )]
    Other(String),
    /// The first levels were not kept, and all are to be kept.
    #[error("the folder keeps only the last levels, and all are needed; choose another folder")]
    Forgotten,
    /// Only one of several symmetric boards was kept, and a table needs all.
    #[error(
        "the folder keeps one of several symmetric boards, and a table needs all; choose another folder"
    )]
    Reduced,
    /// Another run uses it.
    #[error("another run is using this folder")]
    Busy,
}

fn in_words(path: &Path, problem: &FolderProblem) -> String {
    match problem {
        FolderProblem::Unwritable(error) => {
            format!("{}; finished levels are kept", unwritable(path, error))
        }
        problem => format!("{}: {problem}", path.display()),
    }
}

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

impl From<PuzzleError> for Unfinished<LevelsError> {
    fn from(error: PuzzleError) -> Self {
        Self::failed(error)
    }
}
