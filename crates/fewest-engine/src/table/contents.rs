//! The bytes of a stored table, mapped into memory with the feature `mmap`.

use std::fs::File;
use std::io;
use std::ops::Range;

use crate::support::invariant::Invariant;
#[cfg(feature = "mmap")]
use crate::support::optimisation::Optimisation;

#[cfg(feature = "mmap")]
type StoredBytes = memmap2::Mmap;
#[cfg(not(feature = "mmap"))]
type StoredBytes = Vec<u8>;

/// The least bytes of a file for huge pages.
#[cfg(all(feature = "mmap", target_os = "linux"))]
const WORTH_HUGE_PAGES: usize = 32 << 20;

/// A file's bytes, and the range of its data.
pub(crate) struct Contents {
    bytes: StoredBytes,
    data: Range<usize>,
}

impl Contents {
    /// All of a file, without data yet.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        Ok(Self {
            bytes: bytes(file)?,
            data: 0..0,
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn with_data(self, data: Range<usize>) -> Self {
        Self { data, ..self }
    }

    #[inline]
    pub(crate) fn data(&self) -> &[u8] {
        self.bytes.get(self.data.clone()).debug_unwrap_or_default()
    }
}

#[cfg(feature = "mmap")]
#[expect(unsafe_code, reason = "mapping a file has no safe form")]
fn bytes(file: &File) -> io::Result<StoredBytes> {
    if !Optimisation::MappedFiles.is_on() {
        return read(file);
    }
    // SAFETY: nobody may change the file while it is mapped. A store never writes to a file in
    // place: it writes another under a temporary name and renames it, and the mapping keeps the old
    // one. All bytes are read as numbers, so a program that breaks this from outside gets wrong
    // answers or a bus error, no worse.
    let mapped = unsafe { memmap2::Mmap::map(file) }?;
    // Large tables are read at random: huge pages save page-table walks. Failure does no harm.
    #[cfg(target_os = "linux")]
    if mapped.len() >= WORTH_HUGE_PAGES {
        let _ = mapped.advise(memmap2::Advice::HugePage);
    }
    Ok(mapped)
}

/// All of a file, read into anonymous memory.
#[cfg(feature = "mmap")]
fn read(mut file: &File) -> io::Result<StoredBytes> {
    let bytes = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
    let mut memory = memmap2::MmapMut::map_anon(bytes)?;
    io::Read::read_exact(&mut file, &mut memory)?;
    memory.make_read_only()
}

#[cfg(not(feature = "mmap"))]
fn bytes(mut file: &File) -> io::Result<StoredBytes> {
    use std::io::Read;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
