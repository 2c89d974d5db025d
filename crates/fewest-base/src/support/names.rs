//! Suggestions for mistyped names.

/// The largest word or name that is compared, in bytes.
const LONGEST_NAME: usize = 64;

/// Returns the name most similar to a word, if it is within a few typing errors, ignoring case.
/// Names of one or two characters must be equal except for case.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::names::similar;
///
/// let names = ["eight", "fifteen", "rotation"];
/// assert_eq!(similar("rotatoin", names), Some("rotation"));
/// assert_eq!(similar("cube", names), None);
/// ```
#[must_use]
pub fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let is_short = |word: &str| word.len() <= LONGEST_NAME;
    let names = names.into_iter().filter(|name| is_short(name));
    let small = word.to_lowercase();
    let near = names
        .filter(|_| is_short(word))
        .map(|name| {
            (
                strsim::damerau_levenshtein(&small, &name.to_lowercase()),
                name,
            )
        })
        .min()?;
    let (distance, name) = near;
    // One letter is a single typing error from any other, so that means nothing.
    let max_distance = match name.chars().count() {
        0..=2 => 0,
        length => 1 + length / 4,
    };
    (distance <= max_distance).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn typing_errors_are_recognized() {
        let names = ["eight", "fifteen", "rotation"];
        assert_eq!(similar("eigth", names), Some("eight"));
        assert_eq!(similar("fiveteen", names), Some("fifteen"));
        assert_eq!(similar("EIGHT", names), Some("eight"));
        assert_eq!(similar("cube", names), None);
        assert_eq!(similar("r2", ["F2", "R2"]), Some("R2"));
        assert_eq!(similar("f", ["B", "d"]), None);
        assert_eq!(similar(&"e".repeat(1000), names), None);
    }
}
