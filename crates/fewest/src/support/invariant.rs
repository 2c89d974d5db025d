//! Values that are there unless this library is wrong.
//!
//! Nothing here panics on any input, so what would be unwrapped elsewhere gets a default. A default
//! that an input can ask for is a plain `unwrap_or`; where only a defect could, these panic in
//! debug builds, as `debug_assert!` does, so that tests are not answered with it. Release builds
//! pay nothing for that.

/// A value that must be there.
pub trait Invariant<T>: Sized {
    /// The value. Where it is missing, debug builds panic, and others continue with `default`.
    fn debug_unwrap_or(self, default: T) -> T;

    /// The same with the type's own default.
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
    fn what_is_there_is_taken() {
        assert_eq!(Some(3).debug_unwrap_or(0), 3);
        assert_eq!(u8::try_from(3).debug_unwrap_or_default(), 3);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "must be there")]
    fn what_is_missing_is_loud_in_tests() {
        let _ = u8::try_from(300).debug_unwrap_or(0);
    }

    #[test]
    #[cfg(not(debug_assertions))]
    fn what_is_missing_is_a_default_in_releases() {
        assert_eq!(None.debug_unwrap_or(7), 7);
        assert_eq!(u8::try_from(300).debug_unwrap_or_default(), 0);
    }
}
