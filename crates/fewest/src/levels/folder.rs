//! The folder of a survey by levels: a file for each block of the levels that are kept, and one that
//! says which these are. A level is done once that file, renamed to its place, names it; what a run
//! that was killed has left besides is removed by the next.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::kept::{Facts, Kept, Level, Shelf};
use super::{Count, LevelsError, Problem};
use crate::clock::Instant;
use crate::table::store::Temporary;

const MANIFEST: &str = "survey.json";
const LOCK: &str = "lock";
/// A run that was killed keeps its lock until the disk has done what it was asked for last.
const PATIENCE: Duration = Duration::from_secs(3);
/// The version of all files.
const VERSION: u32 = 1;

/// How far a survey in a folder is.
///
/// ```no_run
/// let status = fewest::levels::Status::read("seven-by-two".as_ref())?;
/// println!("{}: level {} is done", status.puzzle, status.counts.len() - 1);
/// # Ok::<(), fewest::levels::LevelsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    version: u32,
    /// The name of the puzzle.
    pub puzzle: String,
    /// What distances and ranks depend on.
    identity: String,
    /// How many boards have a number: at least as many as can be solved.
    pub boards: u64,
    /// How many boards there are at each distance 0, 1, 2, ... that is done.
    pub counts: Vec<u64>,
    /// How many of them are in the set that is asked about; none if that is all boards.
    #[serde(default)]
    pub chosen: Vec<u64>,
    /// Whether these are all.
    pub is_complete: bool,
    /// The levels that are kept, the last at the end.
    levels: Vec<KeptLevel>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptLevel {
    distance: usize,
    blocks: Vec<Facts>,
}

impl Status {
    /// Reads how far the survey in a folder is.
    ///
    /// # Errors
    /// If there is none, or it can't be read.
    pub fn read(folder: &Path) -> Result<Self, LevelsError> {
        Self::find(folder)?.ok_or_else(|| LevelsError::folder(folder, Problem::NoSurvey))
    }

    fn find(folder: &Path) -> Result<Option<Self>, LevelsError> {
        let path = folder.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| LevelsError::folder(&path, Problem::Unreadable(error)))?,
        };
        let status: Self = serde_json::from_str(&text)
            .map_err(|_| LevelsError::folder(&path, Problem::Damaged))?;
        if status.version != VERSION {
            return Err(LevelsError::folder(&path, Problem::Version(status.version)));
        }
        if status.is_sound() {
            Ok(Some(status))
        } else {
            Err(LevelsError::folder(&path, Problem::Damaged))
        }
    }

    /// Whether the levels that are kept are the last, and have as many boards as were counted, and
    /// no more boards were counted than there are.
    fn is_sound(&self) -> bool {
        let counted = self.counts.iter().copied().fold(0, u64::saturating_add);
        let mut chosen = self.chosen.iter().zip(&self.counts);
        if counted > self.boards
            || !self.chosen.is_empty() && self.chosen.len() != self.counts.len()
            || chosen.any(|(chosen, all)| chosen > all)
        {
            return false;
        }
        let first = self.counts.len().checked_sub(self.levels.len());
        let Some(first) = first.filter(|_| !self.levels.is_empty()) else {
            return false;
        };
        let levels = self.levels.iter().zip(first..);
        levels
            .zip(self.counts.iter().skip(first))
            .all(|((level, distance), &count)| {
                let boards = level.blocks.iter().map(|facts| facts.boards);
                level.distance == distance
                    && boards.fold(0, u64::saturating_add) == count
                    && level.blocks.is_sorted_by(|a, b| a.block < b.block)
            })
    }
}

/// A survey's folder, which no other run works in as long as this lives.
pub(super) struct Folder {
    path: PathBuf,
    puzzle: String,
    identity: String,
    boards: u64,
    _lock: File,
}

impl Folder {
    /// Opens a folder, which is made if need be, for this puzzle.
    ///
    /// # Errors
    /// If it can't be read or written, another run works in it, or it is that of another puzzle.
    pub fn open(
        path: &Path,
        puzzle: &str,
        identity: String,
        boards: u64,
    ) -> Result<Self, LevelsError> {
        let lock_path = path.join(LOCK);
        let lock = fs::create_dir_all(path).and_then(|()| File::create(&lock_path));
        let lock = lock.map_err(|error| LevelsError::unwritable(path, error))?;
        let started = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => {
                    std::thread::sleep(PATIENCE / 100);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(LevelsError::folder(path, Problem::Busy));
                }
                Err(TryLockError::Error(error)) => {
                    return Err(LevelsError::unwritable(&lock_path, error));
                }
            }
        }
        Ok(Self {
            path: path.to_owned(),
            puzzle: puzzle.to_owned(),
            identity,
            boards,
            _lock: lock,
        })
    }

    /// Sees that so many bytes are free, besides those of levels that are kept already. Where
    /// nobody tells, they may be.
    pub fn check_space(&self, needed: u64) -> Result<(), LevelsError> {
        #[cfg(not(target_family = "wasm"))]
        if let Ok(free) = fs4::available_space(&self.path) {
            let of_file = |entry: fs::DirEntry| Some(entry.metadata().ok()?.len());
            let own = fs::read_dir(&self.path).into_iter().flatten().flatten();
            let kept: u64 = own.filter_map(of_file).sum();
            if free.saturating_add(kept) < needed {
                let folder = self.path.clone();
                return Err(LevelsError::Space {
                    folder,
                    needed,
                    free,
                });
            }
        }
        Ok(())
    }

    /// The levels that an earlier run has left, none if there was none; and what nobody needs is
    /// removed.
    pub fn resume(&self, blocks: usize) -> Result<Option<(Count, Vec<Level>)>, LevelsError> {
        let status = Status::find(&self.path)?;
        if let Some(status) = &status
            && (status.identity != self.identity || status.boards != self.boards)
        {
            let other = Problem::Other(status.puzzle.clone());
            return Err(LevelsError::folder(&self.path, other));
        }
        self.sweep(status.as_ref())?;
        let Some(status) = status else {
            return Ok(None);
        };
        let levels = status.levels.iter().map(|level| {
            let mut kept: Level = (0..blocks).map(|_| None).collect();
            for facts in &level.blocks {
                let path = Shelf::path(&self.path, level.distance, facts.block);
                let place = kept.get_mut(facts.block);
                let place = place.ok_or_else(|| LevelsError::folder(&path, Problem::Damaged))?;
                *place = Some(Kept::in_file(*facts, path));
            }
            Ok(kept)
        });
        let count = Count {
            counts: status.counts.clone(),
            chosen: status.chosen.clone(),
            is_complete: status.is_complete,
        };
        Ok(Some((count, levels.collect::<Result<_, LevelsError>>()?)))
    }

    /// Removes the files of levels that are not kept.
    fn sweep(&self, status: Option<&Status>) -> Result<(), LevelsError> {
        let unreadable = |error| LevelsError::folder(&self.path, Problem::Unreadable(error));
        let kept: Vec<PathBuf> = status.map_or_else(Vec::new, |status| {
            let of_level = |level: &KeptLevel| {
                let distance = level.distance;
                let path = move |facts: &Facts| Shelf::path(Path::new(""), distance, facts.block);
                level.blocks.iter().map(path).collect::<Vec<_>>()
            };
            status.levels.iter().flat_map(of_level).collect()
        });
        for entry in fs::read_dir(&self.path).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().unwrap_or_default();
            let is_ours = name.to_str().is_some_and(is_own_name);
            if is_ours && !kept.iter().any(|kept| kept.as_os_str() == name) {
                fs::remove_file(&path).map_err(|error| LevelsError::unwritable(&path, error))?;
            }
        }
        Ok(())
    }

    /// Says which levels are done and kept, so that a later run goes on from them.
    pub fn write<'l>(
        &self,
        count: &Count,
        levels: impl DoubleEndedIterator<Item = &'l Level> + ExactSizeIterator,
    ) -> Result<(), LevelsError> {
        let first = count.counts.len().saturating_sub(levels.len());
        let levels = levels.zip(first..).map(|(level, distance)| KeptLevel {
            distance,
            blocks: level.iter().flatten().map(|kept| kept.facts).collect(),
        });
        let status = Status {
            version: VERSION,
            puzzle: self.puzzle.clone(),
            identity: self.identity.clone(),
            boards: self.boards,
            counts: count.counts.clone(),
            chosen: count.chosen.clone(),
            is_complete: count.is_complete,
            levels: levels.collect(),
        };
        let path = self.path.join(MANIFEST);
        let text = serde_json::to_vec_pretty(&status).unwrap_or_default();
        let written = Temporary::create(&path).and_then(|file| file.write(&[&text], &path));
        written.map_err(|error| LevelsError::unwritable(&path, error))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether this is the name of a level's file, or of one that was to become the list of them.
fn is_own_name(name: &str) -> bool {
    let numbers = name
        .strip_prefix("level-")
        .and_then(|rest| rest.split_once("-block-"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_unfinished = name
        .strip_prefix('.')
        .is_some_and(|name| name.starts_with(MANIFEST) && name != MANIFEST);
    is_unfinished
        || numbers.is_some_and(|(distance, block)| is_number(distance) && is_number(block))
}
