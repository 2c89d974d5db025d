//! Memory for tables with random lookups, in huge pages if available, to avoid most TLB misses.

use std::ops::Deref;

use zerocopy::IntoBytes;

use super::contents::Contents;

#[cfg(all(feature = "mmap", target_os = "linux"))]
const WORTHWHILE: usize = 1 << 22;

/// The bytes of a table, aligned to 8 bytes.
pub(crate) enum Memory {
    /// The first `len` bytes of some words.
    Owned { len: usize, words: Box<[u64]> },
    /// The bytes of a file.
    Stored(Contents),
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    Huge(memmap2::MmapMut),
}

impl Memory {
    pub(crate) fn zeroed(len: usize) -> Self {
        #[cfg(all(feature = "mmap", target_os = "linux"))]
        if len >= WORTHWHILE
            && let Ok(map) = memmap2::MmapMut::map_anon(len)
            && map.advise(memmap2::Advice::HugePage).is_ok()
        {
            return Self::Huge(map);
        }
        let words = vec![0; len.div_ceil(8)].into_boxed_slice();
        Self::Owned { len, words }
    }

    /// The bytes to write to; none for a file.
    pub(crate) fn writable(&mut self) -> &mut [u8] {
        match self {
            Self::Owned { len, words } => &mut words.as_mut_bytes()[..*len],
            Self::Stored(_) => &mut [],
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            Self::Huge(map) => map,
        }
    }

    /// The bytes of memory taken: none for a file, which the system can unload if necessary.
    pub(crate) fn taken(&self) -> usize {
        match self {
            Self::Stored(_) => 0,
            Self::Owned { .. } => self.len(),
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            Self::Huge(_) => self.len(),
        }
    }
}

impl Deref for Memory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned { len, words } => &words.as_bytes()[..*len],
            Self::Stored(contents) => contents.data(),
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            Self::Huge(map) => map,
        }
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
