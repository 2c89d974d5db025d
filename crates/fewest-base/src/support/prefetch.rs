//! Memory prefetching.

/// Requests the cache line of a value without waiting for it. A loop of such requests fetches many
/// lines at once; a loop of reads stalls when the processor's window is full of them. Does nothing
/// on processors other than x86-64.
///
/// The line goes to the second level of the cache, because the first holds fewer requests at a time
/// and has less room. On an AMD EPYC, random lines of 2.5 GB arrived every 6.5 ns instead of every
/// 9 to 11 ns.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        #[expect(unsafe_code, reason = "the instruction takes a pointer")]
        // SAFETY: the instruction is part of SSE, which every x86-64 processor has; it neither
        // reads nor writes, and the pointer comes from a reference.
        unsafe {
            _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
