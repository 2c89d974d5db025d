//! Values that exist unless this library has a bug.
//!
//! Library code does not panic on any input, so it uses a default instead of `unwrap`. If an input
//! can cause the default, that is a plain `unwrap_or`. If only a bug can, the methods here panic in
//! debug builds, like `debug_assert!`, so that tests find it. Release builds have no overhead.

/// A value that must exist.
pub trait Invariant<T>: Sized {
    /// The value. If it is missing, debug builds panic and release builds continue with `default`.
    fn debug_unwrap_or(self, default: T) -> T;

    /// The value, or the type's default in the same way.
    #[inline]
    #[track_caller]
    fn debug_unwrap_or_default(self) -> T
    where
        T: Default,
    {
        self.debug_unwrap_or(T::default())
    }
}

impl<T> Invariant<T> for Option<T> {
    #[inline]
    #[track_caller]
    fn debug_unwrap_or(self, default: T) -> T {
        debug_assert!(self.is_some(), "a value that must be there is missing");
        self.unwrap_or(default)
    }
}

impl<T, E> Invariant<T> for Result<T, E> {
    #[inline]
    #[track_caller]
    fn debug_unwrap_or(self, default: T) -> T {
        self.ok().debug_unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn existing_values_are_returned() {
        assert_eq!(Some(3).debug_unwrap_or(0), 3);
        assert_eq!(u8::try_from(3).debug_unwrap_or_default(), 3);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "must be there")]
    fn missing_values_panic_in_debug_builds() {
        let _ = u8::try_from(300).debug_unwrap_or(0);
    }

    #[test]
    #[cfg(not(debug_assertions))]
    fn missing_values_are_defaults_in_release_builds() {
        assert_eq!(None.debug_unwrap_or(7), 7);
        assert_eq!(u8::try_from(300).debug_unwrap_or_default(), 0);
    }
}
