//! A level's boards, block by block, in memory or in files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use serde::{Deserialize, Serialize};

use super::part::{self, Part};
use super::{FolderProblem, LevelsError};

/// The first bytes of a level's file.
const MAGIC: &[u8; 8] = b"fewestL1";

/// A level: the boards of each block; `None` for an empty block.
pub(super) type KeptBlocks = Vec<Option<KeptBlock>>;

pub(super) struct KeptBlock {
    pub facts: Facts,
    at: Location,
}

/// Facts about the boards of a block, known without reading them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Facts {
    pub block: usize,
    /// The number of their file in its level, and the offset there.
    pub file: usize,
    pub at: u64,
    pub boards: u64,
    /// The number of boards in the counted set.
    #[serde(default)]
    pub chosen: u64,
    /// The length of all parts in bytes.
    pub bytes: u64,
    /// CRC-32 of the parts.
    pub checksum: u32,
}

enum Location {
    Memory(Vec<Box<[u8]>>),
    /// A file, and whether nothing follows the block there.
    File(PathBuf, bool),
}

/// The storage of levels.
pub(super) enum Shelf {
    /// In memory: the bytes that parts may take, and the bytes that they take now.
    Memory { allowed: u64, taken: AtomicU64 },
    /// In files of a folder. The threads wait for the disk, so that no core has to.
    Folder(PathBuf, Mutex<Vec<JoinHandle<Result<(), LevelsError>>>>),
}

impl Shelf {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self::Folder(folder.to_owned(), Mutex::default())
    }

    pub(crate) fn path(folder: &Path, distance: usize, file: usize) -> PathBuf {
        folder.join(format!("level-{distance:03}-{file:03}"))
    }

    /// Begins to write blocks at a distance; in a folder, to the file of this number.
    pub(crate) fn output(&self, distance: usize, file: usize) -> Result<Output<'_>, LevelsError> {
        let into = match self {
            Self::Memory { .. } => None,
            Self::Folder(folder, _) => {
                let path = Self::path(folder, distance, file);
                let file = File::create(&path)
                    .and_then(|file| {
                        let mut file = BufWriter::with_capacity(1 << 18, file);
                        file.write_all(MAGIC)?;
                        Ok(file)
                    })
                    .map_err(|error| LevelsError::unwritable(&path, error))?;
                Some((file, path))
            }
        };
        Ok(Output {
            shelf: self,
            file,
            into,
            at: MAGIC.len() as u64,
            buffer: Vec::new(),
        })
    }

    /// Waits until everything written is safe on disk.
    pub(crate) fn settle(&self) -> Result<(), LevelsError> {
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

    /// Releases the memory of a level. In a folder, [`Folder`](super::folder::Folder) removes the files.
    pub(crate) fn forget(&self, level: &KeptBlocks) {
        if let Self::Memory { taken, .. } = self {
            for kept in level.iter().flatten() {
                taken.fetch_sub(kept.facts.bytes, Ordering::Relaxed);
            }
        }
    }
}

/// A writer for blocks of a level, one after another.
pub(super) struct Output<'s> {
    shelf: &'s Shelf,
    file: usize,
    into: Option<(BufWriter<File>, PathBuf)>,
    at: u64,
    buffer: Vec<u8>,
}

impl<'s> Output<'s> {
    pub(crate) fn block(&mut self, block: usize) -> BlockWriter<'_, 's> {
        BlockWriter {
            facts: Facts {
                block,
                file: self.file,
                at: self.at,
                ..Facts::default()
            },
            hasher: crc32fast::Hasher::new(),
            parts: Vec::new(),
            output: self,
        }
    }

    /// Starts to sync the file; [`Shelf::settle`] waits until that is done.
    pub(crate) fn end(self) -> Result<(), LevelsError> {
        let (Some((file, path)), Shelf::Folder(_, syncing)) = (self.into, self.shelf) else {
            return Ok(());
        };
        let unwritable = |error| LevelsError::unwritable(&path, error);
        let file = file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .map_err(unwritable)?;
        let clone = file.try_clone().map_err(unwritable)?;
        let sync_path = path.clone();
        let sync = move || {
            let synced = clone.sync_all();
            synced.map_err(|error| LevelsError::unwritable(&sync_path, error))
        };
        match Builder::new().spawn(sync) {
            Ok(thread) => {
                let syncing = syncing.lock();
                syncing.unwrap_or_else(PoisonError::into_inner).push(thread);
                Ok(())
            }
            // The machine has no thread left, so this core waits for the disk itself.
            Err(_) => file.sync_all().map_err(unwritable),
        }
    }
}

/// A writer for the parts of a block, one after another.
pub(super) struct BlockWriter<'o, 's> {
    output: &'o mut Output<'s>,
    hasher: crc32fast::Hasher,
    facts: Facts,
    parts: Vec<Box<[u8]>>,
}

impl BlockWriter<'_, '_> {
    /// Writes the next part, and returns its number of boards.
    pub(crate) fn part(&mut self, words: &[u64]) -> Result<u64, LevelsError> {
        let Output {
            shelf,
            into,
            at,
            buffer,
            ..
        } = &mut *self.output;
        buffer.clear();
        let boards = part::write(words, buffer);
        let length = buffer.len();
        self.facts.boards += boards;
        self.hasher.update(buffer);
        self.facts.bytes += length as u64;
        if let Some((file, path)) = into {
            // A part takes at most one bit per rank, and a little more.
            let prefix = u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
            let written = file
                .write_all(&prefix)
                .and_then(|()| file.write_all(buffer));
            written.map_err(|error| LevelsError::unwritable(path, error))?;
            *at += (prefix.len() + length) as u64;
            return Ok(boards);
        }
        if let Shelf::Memory { allowed, taken } = shelf {
            let added = length as u64;
            if taken.fetch_add(added, Ordering::Relaxed) + added > *allowed {
                let allowed = *allowed;
                return Err(LevelsError::Levels { allowed });
            }
        }
        self.parts.push(buffer.as_slice().into());
        Ok(boards)
    }

    pub(crate) fn end(self) -> KeptBlock {
        let facts = Facts {
            checksum: self.hasher.finalize(),
            ..self.facts
        };
        let at = match &self.output.into {
            None => Location::Memory(self.parts),
            // Another block may follow.
            Some((_, path)) => Location::File(path.clone(), false),
        };
        KeptBlock { facts, at }
    }
}

impl KeptBlock {
    /// The boards in a file of an earlier run. `is_last` if no block follows in the file.
    pub(crate) const fn in_file(facts: Facts, path: PathBuf, is_last: bool) -> Self {
        Self {
            facts,
            at: Location::File(path, is_last),
        }
    }

    pub(crate) fn reader(&self) -> Result<BlockReader<'_>, LevelsError> {
        let from = match &self.at {
            Location::Memory(parts) => BlockSource::Memory(parts.iter()),
            Location::File(path, is_last) => {
                let unreadable = |error| unreadable(path, error);
                let file = File::open(path).map_err(unreadable)?;
                let mut file = BufReader::with_capacity(1 << 18, file);
                let mut magic = [0; MAGIC.len()];
                file.read_exact(&mut magic).map_err(unreadable)?;
                if magic != *MAGIC {
                    return Err(LevelsError::folder(path, FolderProblem::Damaged));
                }
                file.seek(SeekFrom::Start(self.facts.at))
                    .map_err(unreadable)?;
                BlockSource::File(file, path, *is_last)
            }
        };
        Ok(BlockReader {
            facts: &self.facts,
            from,
            hasher: crc32fast::Hasher::new(),
            read: Facts::default(),
            buffer: Vec::new(),
        })
    }
}

/// A disk that fails now may be read later: only a file that is too short is damaged.
fn unreadable(path: &Path, error: io::Error) -> LevelsError {
    let problem = match error.kind() {
        io::ErrorKind::UnexpectedEof => FolderProblem::Damaged,
        _ => FolderProblem::Unreadable(error),
    };
    LevelsError::folder(path, problem)
}

enum BlockSource<'k> {
    Memory(std::slice::Iter<'k, Box<[u8]>>),
    File(BufReader<File>, &'k Path, bool),
}

/// A reader for the parts of a block. They are valid only if [`end`](Self::end) succeeds.
pub(super) struct BlockReader<'k> {
    facts: &'k Facts,
    from: BlockSource<'k>,
    hasher: crc32fast::Hasher,
    read: Facts,
    buffer: Vec<u8>,
}

impl BlockReader<'_> {
    pub(crate) fn next(&mut self, part: &mut Part, ranks: usize) -> Result<(), LevelsError> {
        match &mut self.from {
            BlockSource::Memory(parts) => {
                let bytes = parts.next().map_or(&[][..], |bytes| bytes);
                let read = part.read(bytes, ranks);
                debug_assert_eq!(read, Ok(()), "memory keeps what was written");
                Ok(())
            }
            BlockSource::File(file, path, _) => {
                let damaged = || LevelsError::folder(path, FolderProblem::Damaged);
                let unreadable = |error| unreadable(path, error);
                let mut length = [0; 4];
                file.read_exact(&mut length).map_err(unreadable)?;
                let length = u32::from_le_bytes(length) as usize;
                // A damaged length may be huge.
                if length > ranks.div_ceil(8) + 16 + 2 * 16 {
                    return Err(damaged());
                }
                self.buffer.resize(length, 0);
                file.read_exact(&mut self.buffer).map_err(unreadable)?;
                self.hasher.update(&self.buffer);
                part.read(&self.buffer, ranks).map_err(|_| damaged())?;
                self.read.bytes += length as u64;
                self.read.boards += part.count() as u64;
                Ok(())
            }
        }
    }

    /// Checks that the bytes read are the bytes written, and that nothing was appended.
    pub(crate) fn end(self) -> Result<(), LevelsError> {
        let BlockSource::File(mut file, path, is_last) = self.from else {
            return Ok(());
        };
        let rest = file.fill_buf().map_err(|error| unreadable(path, error))?;
        let is_longer = is_last && !rest.is_empty();
        let read = Facts {
            boards: self.read.boards,
            bytes: self.read.bytes,
            checksum: self.hasher.finalize(),
            ..*self.facts
        };
        if read == *self.facts && !is_longer {
            Ok(())
        } else {
            Err(LevelsError::folder(path, FolderProblem::Damaged))
        }
    }
}
