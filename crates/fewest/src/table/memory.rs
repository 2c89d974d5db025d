//! Memory for tables that are looked up at random, in huge pages if the system has them: with small
//! ones, most lookups would first have to look up where their page is.

use std::ops::Deref;

use zerocopy::IntoBytes;

use super::store::Contents;

/// Smaller tables have few pages.
#[cfg(all(feature = "mmap", target_os = "linux"))]
const WORTHWHILE: usize = 1 << 22;

/// The bytes of a table, at an address for words of 8 bytes.
pub(crate) enum Memory {
    /// The first `len` bytes of some words.
    Owned { len: usize, words: Box<[u64]> },
    /// The bytes of a file.
    Stored(Contents),
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    Huge(memmap2::MmapMut),
}

impl Memory {
    /// Zeros.
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

    /// The bytes, to write to them; none if they are those of a file.
    pub(crate) fn writable(&mut self) -> &mut [u8] {
        match self {
            Self::Owned { len, words } => &mut words.as_mut_bytes()[..*len],
            Self::Stored(_) => &mut [],
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            Self::Huge(map) => map,
        }
    }

    /// The bytes that it takes: none where they are those of a file, which the system takes back
    /// when it needs them.
    pub(crate) fn taken(&self) -> usize {
        match self {
            Self::Stored(_) => 0,
            Self::Owned { .. } => self.len(),
            #[cfg(feature = "mmap")]
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
