//! The folder of a level-by-level survey: files with the blocks of the kept levels, and a manifest that
//! lists them. A level is done once a manifest that names it has been renamed into place. Files
//! left by a killed run are removed by the next run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::counted::{Count, identity};
use super::kept::{Facts, KeptBlock, KeptBlocks, Shelf};
use super::{FolderProblem, LevelOptions, LevelsError};
use crate::kernel::Kernel;
use crate::support::clock::Instant;
use crate::support::sealed::{self, Broken};
use crate::table::store::Temporary;

const MANIFEST: &str = "survey.json";
const LOCK: &str = "lock";
/// A killed run holds its lock until its last disk requests are done.
const PATIENCE: Duration = Duration::from_secs(3);
const VERSION: u64 = 3;
const KEY: &str = "version";
/// The most portions of a count.
const MAX_PORTIONS: usize = 1 << 20;

/// The progress of a survey in a folder.
///
/// ```no_run
/// let status = fewest::levels::Status::read("seven-by-two".as_ref())?;
/// println!("{}: level {} is done", status.puzzle, status.counts.len() - 1);
/// # Ok::<(), fewest::levels::LevelsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The name of the puzzle.
    pub puzzle: String,
    /// A text that is equal for two puzzles only if their distances and ranks are.
    identity: String,
    /// The number of ranks: at least the number of solvable boards.
    pub boards: u64,
    /// The number of boards at each finished distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// The number of them in the counted set; empty if all boards are counted.
    #[serde(default)]
    pub chosen: Vec<u64>,
    /// True if no boards are missing.
    pub is_complete: bool,
    /// True if some blocks represent symmetric ones, whose boards are not kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_reduced: bool,
    /// The kept levels, by distance.
    levels: Vec<KeptLevel>,
    /// The portions of the ranks in this folder; `None` if all ranks are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) holding: Option<Holding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptLevel {
    distance: usize,
    blocks: Vec<Facts>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Holding {
    /// The total number of portions.
    pub of: usize,
    /// The numbers of the portions in the folder.
    pub portions: Vec<usize>,
}

impl Status {
    /// Reads the progress of the survey in a folder.
    ///
    /// # Errors
    /// If there is no survey, or it can't be read.
    pub fn read(folder: &Path) -> Result<Self, LevelsError> {
        Self::find(folder)?.ok_or_else(|| LevelsError::folder(folder, FolderProblem::NoSurvey))
    }

    /// Reads the progress, if there is a survey.
    pub(super) fn find(folder: &Path) -> Result<Option<Self>, LevelsError> {
        let path = folder.join(MANIFEST);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes
                .map_err(|error| LevelsError::folder(&path, FolderProblem::Unreadable(error)))?,
        };
        let content = sealed::open(KEY, VERSION, &bytes).map_err(|broken| match broken {
            Broken::Version(version) => FolderProblem::Version(version),
            Broken::Foreign | Broken::Damaged => FolderProblem::Damaged,
        });
        let status = content.and_then(|content| {
            let status = serde_json::from_value(content).ok();
            status.filter(Self::is_sound).ok_or(FolderProblem::Damaged)
        });
        Ok(Some(
            status.map_err(|problem| LevelsError::folder(&path, problem))?,
        ))
    }

    /// Reads the progress of the survey of a puzzle.
    fn of(path: &Path, identity: &str, boards: u64) -> Result<Option<Self>, LevelsError> {
        let status = Self::find(path)?;
        if let Some(status) = &status
            && (status.identity != identity || status.boards != boards)
        {
            let other = FolderProblem::Other(status.puzzle.clone());
            return Err(LevelsError::folder(path, other));
        }
        Ok(status)
    }

    /// Returns true if all finished levels are kept.
    pub(super) const fn keeps_all(&self) -> bool {
        self.levels.len() == self.counts.len()
    }

    /// Returns true if the kept levels are the last ones, and the numbers of boards are possible. A
    /// folder with only some portions has fewer boards than were counted.
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
                let boards = boards.fold(0, u64::saturating_add);
                level.distance == distance
                    && (boards == count || boards < count && self.is_partial())
                    && level.blocks.is_sorted_by(|a, b| a.block < b.block)
            })
            && self.holding.as_ref().is_none_or(Holding::is_sound)
    }

    /// Returns true if the folder need not keep all boards of a level.
    const fn is_partial(&self) -> bool {
        self.holding.is_some() || self.is_reduced
    }

    /// The distance and the blocks of each kept level, in order of distance.
    pub(super) fn kept(&self) -> impl DoubleEndedIterator<Item = (usize, &[Facts])> {
        let levels = self.levels.iter();
        levels.map(|level| (level.distance, level.blocks.as_slice()))
    }
}

impl Holding {
    fn is_sound(&self) -> bool {
        let last = self.portions.last();
        self.of.is_power_of_two()
            && self.of <= MAX_PORTIONS
            && self.portions.is_sorted_by(|a, b| a < b)
            && last.is_none_or(|&last| last < self.of)
    }
}

/// The progress in the folder of these options, if there is one. Another run may change it.
pub(super) fn left<K: Kernel>(
    puzzle: &K,
    options: &LevelOptions,
) -> Result<Option<Status>, LevelsError> {
    let Some(path) = options.folder.as_deref() else {
        return Ok(None);
    };
    Status::of(path, &identity_of(puzzle, options), puzzle.boards())
}

fn identity_of<K: Kernel>(puzzle: &K, options: &LevelOptions) -> String {
    let cells = puzzle.model().cells();
    let set = options.from.as_ref();
    let set = set.map(|set| format!(", from {:032x}", set.fingerprint(cells)));
    identity(puzzle) + &set.unwrap_or_default()
}

/// Checks the free space for a folder, counting the bytes of kept levels. Passes if it is unknown.
#[cfg_attr(
    target_family = "wasm",
    expect(unused_variables, reason = "a page has no disk")
)]
pub(super) fn check_space(folder: &Path, needed: u64) -> Result<(), LevelsError> {
    #[cfg(not(target_family = "wasm"))]
    {
        let mut parents = folder.ancestors().filter(|parent| parent.exists());
        let existing = parents.next().unwrap_or_else(|| Path::new("."));
        let file_size = |entry: fs::DirEntry| Some(entry.metadata().ok()?.len());
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let kept: u64 = entries.filter_map(file_size).sum();
        if let Ok(free) = fs4::available_space(existing)
            && free.saturating_add(kept) < needed
        {
            let folder = folder.to_owned();
            return Err(LevelsError::Space {
                folder,
                needed,
                free,
            });
        }
    }
    Ok(())
}

/// A survey's folder. No other run uses it while this value lives.
pub(super) struct Folder {
    path: PathBuf,
    puzzle: String,
    identity: String,
    boards: u64,
    _lock: File,
}

impl Folder {
    /// The folder named in the options, if any.
    pub(super) fn of<K: Kernel>(
        puzzle: &K,
        options: &LevelOptions,
    ) -> Result<Option<Self>, LevelsError> {
        let folder = options.folder.as_deref().map(|path| {
            let name = &puzzle.model().name;
            Self::open(path, name, identity_of(puzzle, options), puzzle.boards())
        });
        folder.transpose()
    }

    /// Opens the folder of a puzzle, and creates it if necessary.
    ///
    /// # Errors
    /// If it can't be read or written, another run uses it, or it belongs to another puzzle.
    pub(crate) fn open(
        path: &Path,
        puzzle: &str,
        identity: String,
        boards: u64,
    ) -> Result<Self, LevelsError> {
        let lock_path = path.join(LOCK);
        let lock = fs::create_dir_all(path)
            .and_then(|()| File::create(&lock_path))
            .map_err(|error| LevelsError::unwritable(path, error))?;
        let started = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => {
                    std::thread::sleep(PATIENCE / 100);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(LevelsError::folder(path, FolderProblem::Busy));
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

    /// The status that an earlier run left, if any.
    pub(crate) fn left(&self) -> Result<Option<Status>, LevelsError> {
        Status::of(&self.path, &self.identity, self.boards)
    }

    /// The levels that an earlier run left, if any. Removes files that are not needed.
    pub(crate) fn resume(
        &self,
        blocks: usize,
    ) -> Result<Option<(Count, Vec<KeptBlocks>)>, LevelsError> {
        let status = self.left()?;
        self.sweep(status.as_ref())?;
        let Some(status) = status else {
            return Ok(None);
        };
        let levels = status.kept().map(|(distance, facts)| {
            let mut kept: KeptBlocks = (0..blocks).map(|_| None).collect();
            for one in self.kept(distance, facts) {
                let place = kept.get_mut(one.facts.block);
                *place.ok_or_else(|| LevelsError::folder(&self.path, FolderProblem::Damaged))? =
                    Some(one);
            }
            Ok(kept)
        });
        let levels = levels.collect::<Result<_, LevelsError>>()?;
        let count = Count {
            counts: status.counts.clone(),
            chosen: status.chosen.clone(),
            is_complete: status.is_complete,
        };
        Ok(Some((count, levels)))
    }

    /// The blocks of a level that an earlier run left.
    pub(crate) fn kept(&self, distance: usize, level: &[Facts]) -> Vec<KeptBlock> {
        let mut last_blocks = BTreeMap::new();
        for facts in level {
            let last = last_blocks.entry(facts.file).or_insert(facts.at);
            *last = facts.at.max(*last);
        }
        let kept = level.iter().map(|&facts| {
            let path = Shelf::path(&self.path, distance, facts.file);
            let is_last = last_blocks.get(&facts.file) == Some(&facts.at);
            KeptBlock::in_file(facts, path, is_last)
        });
        kept.collect()
    }

    pub(crate) fn sweep(&self, status: Option<&Status>) -> Result<(), LevelsError> {
        let unreadable = |error| LevelsError::folder(&self.path, FolderProblem::Unreadable(error));
        let mut kept = Vec::new();
        for level in status.into_iter().flat_map(|status| &status.levels) {
            let files: BTreeSet<usize> = level.blocks.iter().map(|facts| facts.file).collect();
            let path = |&file: &usize| Shelf::path(Path::new(""), level.distance, file);
            kept.extend(files.iter().map(path));
        }
        for entry in fs::read_dir(&self.path).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().unwrap_or_default();
            let is_ours = name.to_str().is_some_and(is_data_file);
            if is_ours && !kept.iter().any(|kept| kept.as_os_str() == name) {
                fs::remove_file(&path).map_err(|error| LevelsError::unwritable(&path, error))?;
            }
        }
        Ok(())
    }

    /// Records the finished and kept levels, for a later run to resume; removes all other levels.
    pub(crate) fn write(
        &self,
        count: &Count,
        levels: Vec<Vec<Facts>>,
        is_reduced: bool,
        holding: Option<Holding>,
    ) -> Result<(), LevelsError> {
        let first = count.counts.len().saturating_sub(levels.len());
        let levels = levels
            .into_iter()
            .zip(first..)
            .map(|(blocks, distance)| KeptLevel { distance, blocks });
        let status = Status {
            puzzle: self.puzzle.clone(),
            identity: self.identity.clone(),
            boards: self.boards,
            counts: count.counts.clone(),
            chosen: count.chosen.clone(),
            is_complete: count.is_complete,
            is_reduced,
            levels: levels.collect(),
            holding,
        };
        let path = self.path.join(MANIFEST);
        let content = serde_json::to_value(&status).unwrap_or_default();
        let text = sealed::seal(KEY, VERSION, &content);
        let written =
            Temporary::create(&path).and_then(|file| file.write(&[text.as_bytes()], &path));
        written.map_err(|error| LevelsError::unwritable(&path, error))?;
        self.sweep(Some(&status))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns true if this is the name of a level's file, or of a temporary file of the manifest.
fn is_data_file(name: &str) -> bool {
    let numbers = name
        .strip_prefix("level-")
        .and_then(|rest| rest.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_unfinished = name
        .strip_prefix('.')
        .is_some_and(|name| name.starts_with(MANIFEST) && name != MANIFEST);
    is_unfinished || numbers.is_some_and(|(distance, file)| is_number(distance) && is_number(file))
}
