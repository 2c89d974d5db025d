//! Memory for tables that are looked up at random: in huge pages where the system has them, for else most look-ups would
//! first have to look up where their page is.

use std::ops::{Deref, DerefMut};

/// Smaller tables have pages few enough.
#[cfg(all(feature = "mmap", target_os = "linux"))]
const WORTHWHILE: usize = 1 << 22;

/// Bytes.
#[derive(Debug)]
pub(super) enum Memory {
    Owned(Box<[u8]>),
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    Huge(memmap2::MmapMut),
}

impl Memory {
    /// So many zeros.
    pub(super) fn zeroed(len: usize) -> Self {
        #[cfg(all(feature = "mmap", target_os = "linux"))]
        if len >= WORTHWHILE
            && let Ok(map) = memmap2::MmapMut::map_anon(len)
            && map.advise(memmap2::Advice::HugePage).is_ok()
        {
            return Self::Huge(map);
        }
        Self::Owned(vec![0; len].into_boxed_slice())
    }
}

impl Deref for Memory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            Self::Huge(map) => map,
        }
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            Self::Huge(map) => map,
        }
    }
}
