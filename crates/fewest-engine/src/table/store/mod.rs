//! A folder of tables, so that no table is built twice.
//!
//! No file is trusted: its header names the puzzle, its goal and its ranks, every byte is under a
//! checksum, and opening it checks all of it. A file gets its name when it is complete, so
//! temporary files of killed builds are never read, and concurrent builds leave a good file.

mod folder;
mod layout;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use folder::Temporary;
pub use layout::Packing;

use super::Table;
use super::contents::Contents;
use super::packed::Packed;
use crate::space::Ranked;
use crate::support::number::grouped;
use crate::support::system::{reason, unwritable};
use folder::{file_name, stem};

/// The part of a pattern database's file name after the puzzle.
const PATTERN: &str = "-pattern";

/// A problem with a file or a folder of tables.
#[derive(Debug, Error)]
#[error("{}", in_words(path, problem))]
pub struct StoreError {
    /// The file or folder.
    pub path: PathBuf,
    /// The problem.
    pub problem: StoreProblem,
}

/// The problem of a [`StoreError`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreProblem {
    /// It can't be read.
    #[error("can't be read: {}", reason(.0))]
    Unreadable(io::Error),
    /// It can't be written.
    #[error("can't be written: {}", reason(.0))]
    Unwritable(io::Error),
    /// It is not a table file.
    #[error("not a table")]
    NoTable,
    /// It ends within its header.
    #[error("the table is cut off in its header")]
    Truncated,
    /// It has another version of the format.
    #[error("a table in version {0} of the format; this program reads version 1")]
    Version(u32),
    /// Its header is damaged.
    #[error("the table's header is damaged")]
    Header,
    /// It is shorter or longer than its header requires.
    #[error("the table has {} bytes, not {}", grouped(*found), grouped(*expected))]
    Length {
        /// The bytes found.
        found: u64,
        /// The bytes expected.
        expected: u64,
    },
    /// Its data is damaged.
    #[error("the table is damaged somewhere in the mebibyte from byte {from}")]
    Damaged {
        /// The first byte that may be wrong.
        from: u64,
    },
    /// It is the table of something else.
    #[error("this is the table of `{}`", .0.chars().take(120).collect::<String>())]
    Foreign(String),
    /// The table is too large for the format.
    #[error("the table is too large for a file")]
    TooLarge,
    /// Tables of this puzzle can't be stored.
    #[error("no table of this puzzle is ever stored")]
    NotStored,
}

fn in_words(path: &Path, problem: &StoreProblem) -> String {
    match problem {
        StoreProblem::Unwritable(error) => unwritable(path, error),
        problem => format!("{}: {problem}", path.display()),
    }
}

/// A table file.
#[derive(Debug)]
pub struct Listed {
    /// The file.
    pub path: PathBuf,
    /// Its length, in bytes.
    pub bytes: u64,
    /// Its contents, or the problem with it.
    pub contents: Result<Kept, StoreError>,
}

/// The contents of a valid file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The identity of its table.
    pub identity: String,
    /// The packing of its entries.
    pub packing: Packing,
    /// The number of entries.
    pub entries: u64,
}

/// A callback for skipped files, and for tables that could not be stored.
type StoreListener = Box<dyn Fn(&StoreError) + Send + Sync>;

/// A folder of tables. It is created when a table is saved.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::table::{Packed, build::build, store::Store};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let packed = Packed::of(&puzzle, &table).expect("every move has an inverse");
/// # let folder = format!("fewest-doc-{}", std::process::id());
/// let folder = std::env::temp_dir().join(folder);
/// let store = Store::new(&folder);
/// store.save(&puzzle, &packed)?;
/// let loaded = store.load(&puzzle)?.expect("it was saved");
/// assert_eq!(loaded.walk(&puzzle, &hardest, |_| {}), Some(21));
/// assert_eq!(store.clear(None)?.len(), 1);
/// # std::fs::remove_dir(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store {
    folder: PathBuf,
    listener: Option<StoreListener>,
}

impl Store {
    /// The store in a folder.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            listener: None,
        }
    }

    /// Sets a listener for problems with files during other work, which continues without them.
    #[must_use]
    pub fn with_listener(self, listener: impl Fn(&StoreError) + Send + Sync + 'static) -> Self {
        Self {
            listener: Some(Box::new(listener)),
            ..self
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reports an error to the listener, if there is one.
    pub(crate) fn report(&self, error: &StoreError) {
        if let Some(listener) = &self.listener {
            listener(error);
        }
    }

    /// The result of reading or writing; an error is reported to the listener, if there is one.
    pub fn reported<T>(&self, result: Result<T, StoreError>) -> Option<T> {
        result.inspect_err(|error| self.report(error)).ok()
    }

    /// Saves a table that was built, if it can be stored; an error is reported to the listener.
    pub fn keep<P: Ranked>(&self, puzzle: &P, table: &Table) {
        if let Some(packed) = Packed::of(puzzle, table) {
            self.reported(self.save(puzzle, &packed));
        }
    }

    /// The file for a puzzle's table, if it can be stored.
    pub fn path<P: Ranked>(&self, puzzle: &P) -> Option<PathBuf> {
        Some(self.folder.join(file_name(&puzzle.identity()?)))
    }

    /// Loads a puzzle's table, if it is there, and checks all of it.
    ///
    /// # Errors
    /// If it can't be read, is damaged, or is the table of something else.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
    /// use fewest::table::store::{Store, StoreProblem};
    ///
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// # let folder = format!("fewest-doc-load-{}", std::process::id());
    /// let folder = std::env::temp_dir().join(folder);
    /// let store = Store::new(&folder);
    /// assert!(store.load(&eight)?.is_none());
    /// // What is no table is not taken for one.
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(store.path(&eight).expect("it can be stored"), "no table")?;
    /// let error = store.load(&eight).unwrap_err();
    /// assert!(matches!(error.problem, StoreProblem::NoTable));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load<P: Ranked>(&self, puzzle: &P) -> Result<Option<Packed>, StoreError> {
        let Some(identity) = puzzle.identity() else {
            return Ok(None);
        };
        let loaded = self.open(&identity, Packing::ModuloThree, puzzle.boards())?;
        let packed = |(contents, counts)| Packed::stored(contents, puzzle.boards(), counts);
        Ok(loaded.map(packed))
    }

    /// Loads the bytes of an identity, if they are there, and checks all of them.
    ///
    /// # Errors
    /// If they can't be read, are damaged, or have another length.
    pub(crate) fn load_bytes(
        &self,
        identity: &str,
        bytes: u64,
    ) -> Result<Option<Contents>, StoreError> {
        let loaded = self.load_counted(identity, bytes)?;
        Ok(loaded.map(|(contents, _)| contents))
    }

    /// Like [`load_bytes`](Self::load_bytes), with the counts.
    ///
    /// # Errors
    /// As [`load_bytes`](Self::load_bytes).
    pub(crate) fn load_counted(
        &self,
        identity: &str,
        bytes: u64,
    ) -> Result<Option<(Contents, Vec<u64>)>, StoreError> {
        self.open(identity, Packing::Bytes, bytes)
    }

    /// The path of the file for an identity.
    #[must_use]
    pub fn path_of(&self, identity: &str) -> PathBuf {
        self.folder.join(file_name(identity))
    }

    /// Returns true if there is a file for an identity, good or bad.
    #[must_use]
    pub fn has(&self, identity: &str) -> bool {
        self.path_of(identity).is_file()
    }

    fn open(
        &self,
        identity: &str,
        packing: Packing,
        entries: u64,
    ) -> Result<Option<(Contents, Vec<u64>)>, StoreError> {
        let path = self.folder.join(file_name(identity));
        let fits = |header: &layout::Header| {
            header.identity == identity && header.packing == packing && header.entries == entries
        };
        match open(&path) {
            Ok(None) => Ok(None),
            Ok(Some((header, contents))) if fits(&header) => {
                Ok(Some((contents.with_data(header.data), header.counts)))
            }
            Ok(Some((header, _))) => {
                let problem = StoreProblem::Foreign(header.identity);
                Err(StoreError { path, problem })
            }
            Err(problem) => Err(StoreError { path, problem }),
        }
    }

    /// Stores a puzzle's table, replacing an older one. Returns the file and its length in bytes.
    ///
    /// # Errors
    /// If it can't be written, or the puzzle has no identity.
    pub fn save<P: Ranked>(
        &self,
        puzzle: &P,
        table: &Packed,
    ) -> Result<(PathBuf, u64), StoreError> {
        let identity = puzzle.identity().ok_or_else(|| StoreError {
            path: self.folder.clone(),
            problem: StoreProblem::NotStored,
        })?;
        let (packing, data) = (Packing::ModuloThree, table.bytes());
        self.write(&identity, packing, table.boards(), table.counts(), data)
    }

    /// Stores bytes under an identity, replacing older ones. Returns the file and its length.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn save_bytes(
        &self,
        identity: &str,
        counts: &[u64],
        bytes: &[u8],
    ) -> Result<(PathBuf, u64), StoreError> {
        self.write(identity, Packing::Bytes, bytes.len() as u64, counts, bytes)
    }

    fn write(
        &self,
        identity: &str,
        packing: Packing,
        entries: u64,
        counts: &[u64],
        data: &[u8],
    ) -> Result<(PathBuf, u64), StoreError> {
        let path = self.folder.join(file_name(identity));
        let write = || {
            let header = layout::write(identity, packing, entries, counts, data)?;
            fs::create_dir_all(&self.folder).map_err(StoreProblem::Unwritable)?;
            folder::sweep(&self.folder);
            let temporary = Temporary::create(&path).map_err(StoreProblem::Unwritable)?;
            let written = temporary.write(&[&header, data], &path);
            written.map_err(StoreProblem::Unwritable)?;
            Ok((header.len() + data.len()) as u64)
        };
        match write() {
            Ok(bytes) => Ok((path, bytes)),
            Err(problem) => Err(StoreError { path, problem }),
        }
    }

    /// The tables in the folder by file name, checked: all of them, or all of an identity's puzzle,
    /// for any goal and with its pattern databases. Other files are skipped.
    ///
    /// # Errors
    /// If the folder exists and can't be read.
    pub fn list(&self, identity: Option<&str>) -> Result<Vec<Listed>, StoreError> {
        let mut list = Vec::new();
        for path in folder::paths(&self.folder)? {
            if !is_of(&path, identity) {
                continue;
            }
            let bytes = fs::metadata(&path).map_or(0, |data| data.len());
            let contents = match open(&path) {
                // It has just been removed.
                Ok(None) => continue,
                Ok(Some((header, _))) => Ok(Kept {
                    identity: header.identity,
                    packing: header.packing,
                    entries: header.entries,
                }),
                Err(problem) => Err(StoreError {
                    path: path.clone(),
                    problem,
                }),
            };
            list.push(Listed {
                path,
                bytes,
                contents,
            });
        }
        Ok(list)
    }

    /// Removes the tables of [`list`](Self::list) and temporary files. Returns the removed files.
    ///
    /// # Errors
    /// If one can't be removed.
    pub fn clear(&self, identity: Option<&str>) -> Result<Vec<PathBuf>, StoreError> {
        let mut removed = Vec::new();
        for path in folder::paths(&self.folder)? {
            if !is_of(&path, identity) && !folder::is_temporary(&path) {
                continue;
            }
            match fs::remove_file(&path) {
                Ok(()) => removed.push(path),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let problem = StoreProblem::Unwritable(error);
                    return Err(StoreError { path, problem });
                }
            }
        }
        Ok(removed)
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

/// Returns true if a path is a table of an identity's puzzle, or any table if there is no identity.
fn is_of(path: &Path, identity: Option<&str>) -> bool {
    let Some(stem) = stem(path) else {
        return false;
    };
    identity.is_none_or(|identity| {
        let rest = stem.strip_prefix(&folder::stem_of(identity));
        rest.is_some_and(|rest| rest.is_empty() || rest == PATTERN)
    })
}

/// Opens a table file, if it is there, and checks all of it.
fn open(path: &Path) -> Result<Option<(layout::Header, Contents)>, StoreProblem> {
    // Opening a pipe would wait for a writer.
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreProblem::Unreadable(error)),
        Ok(data) if !data.is_file() || data.len() == 0 => return Err(StoreProblem::NoTable),
        Ok(_) => {}
    }
    let contents = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.and_then(|file| Contents::of(&file)),
    };
    let contents = contents.map_err(StoreProblem::Unreadable)?;
    let header = layout::read(contents.bytes())?;
    header.check(contents.bytes())?;
    Ok(Some((header, contents)))
}
