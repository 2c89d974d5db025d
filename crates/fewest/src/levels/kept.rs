//! A level that is kept: the boards of each block that has any, in memory or in a file.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::part::{self, Part};
use super::{LevelsError, Problem};

/// What the file of a block begins with.
const MAGIC: &[u8; 8] = b"fewestL1";

/// A level: for each block that has boards in it, these.
pub(super) type Level = Vec<Option<Kept>>;

/// The boards of a block, written once.
pub(super) struct Kept {
    pub facts: Facts,
    at: Place,
}

/// What is known of the boards of a block without a look at them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Facts {
    pub block: usize,
    pub boards: u64,
    /// How many of them are in the set that is asked about.
    #[serde(default)]
    pub chosen: u64,
    /// What their parts take.
    pub bytes: u64,
    /// Of all bytes of the parts.
    pub checksum: u32,
}

enum Place {
    Memory(Vec<Box<[u8]>>),
    File(PathBuf),
}

/// Where levels are kept.
pub(super) enum Shelf {
    /// In memory, where parts may take so many bytes; with those that they take now.
    Memory { allowed: u64, taken: AtomicU64 },
    /// In files of a folder; and those that the disk is still writing: a core does not wait for it.
    Folder(PathBuf, Mutex<Vec<JoinHandle<Result<(), LevelsError>>>>),
}

impl Shelf {
    pub fn in_folder(folder: &Folder) -> Self {
        Self::Folder(folder.path().to_owned(), Mutex::default())
    }

    /// The file with the boards of a block at a distance.
    pub fn path(folder: &Path, distance: usize, block: usize) -> PathBuf {
        folder.join(format!("level-{distance:03}-block-{block:03}"))
    }

    pub fn writer(&self, distance: usize, block: usize) -> Result<Writer<'_>, LevelsError> {
        let into = match self {
            Self::Memory { .. } => Target::Memory(Vec::new()),
            Self::Folder(folder, _) => {
                let path = Self::path(folder, distance, block);
                let file = File::create(&path).and_then(|file| {
                    let mut file = BufWriter::with_capacity(1 << 18, file);
                    file.write_all(MAGIC)?;
                    Ok(file)
                });
                let file = file.map_err(|error| LevelsError::unwritable(&path, error))?;
                Target::File(file, path)
            }
        };
        Ok(Writer {
            shelf: self,
            into,
            hasher: crc32fast::Hasher::new(),
            facts: Facts {
                block,
                ..Facts::default()
            },
            buffer: Vec::new(),
        })
    }

    /// Waits until all that was written is safe.
    pub fn settle(&self) -> Result<(), LevelsError> {
        let Self::Folder(folder, syncing) = self else {
            return Ok(());
        };
        let mut syncing = syncing.lock().unwrap_or_else(PoisonError::into_inner);
        let lost = |_| LevelsError::unwritable(folder, io::ErrorKind::Other.into());
        let results: Vec<_> = syncing
            .drain(..)
            .map(|thread| thread.join().map_err(lost).flatten())
            .collect();
        results.into_iter().collect()
    }

    /// Forgets a level.
    pub fn remove(&self, level: Level) {
        for kept in level.into_iter().flatten() {
            match (kept.at, self) {
                (Place::Memory(_), Self::Memory { taken, .. }) => {
                    taken.fetch_sub(kept.facts.bytes, Ordering::Relaxed);
                }
                // A file that stays does no harm: a later run removes it.
                (Place::File(path), _) => drop(fs::remove_file(path)),
                (Place::Memory(_), Self::Folder(..)) => {}
            }
        }
    }
}

enum Target {
    Memory(Vec<Box<[u8]>>),
    File(BufWriter<File>, PathBuf),
}

/// Takes the parts of a block, one after another.
pub(super) struct Writer<'s> {
    shelf: &'s Shelf,
    into: Target,
    hasher: crc32fast::Hasher,
    facts: Facts,
    buffer: Vec<u8>,
}

impl Writer<'_> {
    /// Takes the next part, and says how many boards it has.
    pub fn part(&mut self, words: &[u64]) -> Result<u64, LevelsError> {
        self.buffer.clear();
        let boards = part::write(words, &mut self.buffer);
        self.facts.boards += boards;
        self.hasher.update(&self.buffer);
        self.facts.bytes += self.buffer.len() as u64;
        match (&mut self.into, self.shelf) {
            (Target::Memory(parts), Shelf::Memory { allowed, taken }) => {
                let own = self.buffer.len() as u64;
                let needed = taken.fetch_add(own, Ordering::Relaxed) + own;
                if needed > *allowed {
                    let allowed = *allowed;
                    return Err(LevelsError::Levels { allowed });
                }
                parts.push(self.buffer.as_slice().into());
            }
            (Target::Memory(parts), Shelf::Folder(..)) => parts.push(self.buffer.as_slice().into()),
            (Target::File(file, path), _) => {
                // A part has at most a bit for each of its ranks, and a little more.
                let length = u32::try_from(self.buffer.len()).unwrap_or(u32::MAX);
                let written = file
                    .write_all(&length.to_le_bytes())
                    .and_then(|()| file.write_all(&self.buffer));
                written.map_err(|error| LevelsError::unwritable(path, error))?;
            }
        }
        Ok(boards)
    }

    /// The boards, which [`Shelf::settle`] makes safe; `None` if there are none.
    pub fn end(self) -> Result<Option<Kept>, LevelsError> {
        let facts = Facts {
            checksum: self.hasher.finalize(),
            ..self.facts
        };
        let at = match self.into {
            Target::Memory(parts) => {
                if facts.boards == 0 {
                    if let Shelf::Memory { taken, .. } = self.shelf {
                        taken.fetch_sub(facts.bytes, Ordering::Relaxed);
                    }
                    return Ok(None);
                }
                Place::Memory(parts)
            }
            Target::File(file, path) => {
                if facts.boards == 0 {
                    drop(fs::remove_file(&path));
                    return Ok(None);
                }
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                let file = file.map_err(|error| LevelsError::unwritable(&path, error))?;
                if let Shelf::Folder(_, syncing) = self.shelf {
                    let unwritable = |error| LevelsError::unwritable(&path, error);
                    let clone = file.try_clone().map_err(unwritable)?;
                    let own = path.clone();
                    let sync = move || {
                        let synced = clone.sync_all();
                        synced.map_err(|error| LevelsError::unwritable(&own, error))
                    };
                    match Builder::new().spawn(sync) {
                        Ok(thread) => {
                            let syncing = syncing.lock();
                            syncing.unwrap_or_else(PoisonError::into_inner).push(thread);
                        }
                        // The machine has no thread left: the core waits for the disk itself.
                        Err(_) => file.sync_all().map_err(unwritable)?,
                    }
                }
                Place::File(path)
            }
        };
        Ok(Some(Kept { facts, at }))
    }
}

impl Kept {
    /// The boards of a file that another run has written.
    pub const fn in_file(facts: Facts, path: PathBuf) -> Self {
        Self {
            facts,
            at: Place::File(path),
        }
    }

    pub fn reader(&self) -> Result<Reader<'_>, LevelsError> {
        let from = match &self.at {
            Place::Memory(parts) => Source::Memory(parts.iter()),
            Place::File(path) => {
                let unreadable = |error| LevelsError::folder(path, Problem::Unreadable(error));
                let file = File::open(path).map_err(unreadable)?;
                let mut file = BufReader::with_capacity(1 << 18, file);
                let mut magic = [0; MAGIC.len()];
                file.read_exact(&mut magic)
                    .map_err(|_| LevelsError::folder(path, Problem::Damaged))?;
                if magic != *MAGIC {
                    return Err(LevelsError::folder(path, Problem::Damaged));
                }
                Source::File(file, path)
            }
        };
        Ok(Reader {
            facts: &self.facts,
            from,
            hasher: crc32fast::Hasher::new(),
            read: Facts::default(),
            buffer: Vec::new(),
        })
    }
}

enum Source<'k> {
    Memory(std::slice::Iter<'k, Box<[u8]>>),
    File(BufReader<File>, &'k Path),
}

/// Gives the parts of a block, one after another. Nothing that follows from them may be kept before
/// [`end`](Self::end) says that they were what was written.
pub(super) struct Reader<'k> {
    facts: &'k Facts,
    from: Source<'k>,
    hasher: crc32fast::Hasher,
    read: Facts,
    buffer: Vec<u8>,
}

impl Reader<'_> {
    /// Reads the next part, of this many ranks.
    pub fn next(&mut self, part: &mut Part, ranks: usize) -> Result<(), LevelsError> {
        match &mut self.from {
            Source::Memory(parts) => {
                let bytes = parts.next().map_or(&[][..], |bytes| bytes);
                let read = part.read(bytes, ranks);
                debug_assert_eq!(read, Ok(()), "memory keeps what was written");
                Ok(())
            }
            Source::File(file, path) => {
                let damaged = || LevelsError::folder(path, Problem::Damaged);
                let mut length = [0; 4];
                file.read_exact(&mut length).map_err(|_| damaged())?;
                let length = u32::from_le_bytes(length) as usize;
                // What is damaged may ask for anything.
                if length > ranks.div_ceil(8) + 16 + 2 * 16 {
                    return Err(damaged());
                }
                self.buffer.resize(length, 0);
                file.read_exact(&mut self.buffer).map_err(|_| damaged())?;
                self.hasher.update(&self.buffer);
                part.read(&self.buffer, ranks).map_err(|_| damaged())?;
                self.read.bytes += length as u64;
                self.read.boards += part.count() as u64;
                Ok(())
            }
        }
    }

    /// Sees that all that was read is what was written.
    pub fn end(self) -> Result<(), LevelsError> {
        let Source::File(_, path) = self.from else {
            return Ok(());
        };
        let read = Facts {
            block: self.facts.block,
            chosen: self.facts.chosen,
            checksum: self.hasher.finalize(),
            ..self.read
        };
        if read == *self.facts {
            Ok(())
        } else {
            Err(LevelsError::folder(path, Problem::Damaged))
        }
    }
}
