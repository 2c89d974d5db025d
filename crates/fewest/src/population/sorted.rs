//! Sorted rows of words.

use crate::support::budget::Budget;

/// Rows sorted between two checks of the cancel flag.
const SORTED: usize = 1 << 18;

/// Evaluates an expression with rows of a number of words as a slice of arrays.
macro_rules! with_arrays {
    ($rows:expr, $words:expr, |$arrays:ident| $body:expr) => {
        match $words {
            1 => with_arrays!($rows, 1 array, |$arrays| $body),
            2 => with_arrays!($rows, 2 array, |$arrays| $body),
            3 => with_arrays!($rows, 3 array, |$arrays| $body),
            4 => with_arrays!($rows, 4 array, |$arrays| $body),
            8 => with_arrays!($rows, 8 array, |$arrays| $body),
            16 => with_arrays!($rows, 16 array, |$arrays| $body),
            _ => with_arrays!($rows, 32 array, |$arrays| $body),
        }
    };
    ($rows:expr, $words:literal array, |$arrays:ident| $body:expr) => {{
        let ($arrays, _) = $rows.as_chunks_mut::<$words>();
        $body
    }};
}

/// The numbers of words of a row.
pub(super) const WORDS: [usize; 7] = [1, 2, 3, 4, 8, 16, 32];

/// Sorts rows of one of [`WORDS`] words, until it has to stop.
pub(super) fn sort(rows: &mut [u64], words: usize, budget: Budget<'_>) {
    with_arrays!(rows, words, |arrays| sort_arrays(arrays, budget));
}

/// Sorts rows of one of [`WORDS`] words by their keys.
pub(super) fn sort_by_key(rows: &mut [u64], words: usize, key: &mut dyn FnMut(&[u64]) -> u64) {
    with_arrays!(rows, words, |arrays| arrays
        .sort_by_cached_key(|row| key(row)));
}

/// Sorts rows, below and above the median in parallel.
fn sort_arrays<const N: usize>(rows: &mut [[u64; N]], budget: Budget<'_>) {
    if budget.is_over() {
        return;
    }
    if rows.len() <= SORTED {
        rows.sort_unstable();
        return;
    }
    let (below, _, above) = rows.select_nth_unstable(rows.len() / 2);
    #[cfg(feature = "rayon")]
    rayon::join(|| sort_arrays(below, budget), || sort_arrays(above, budget));
    #[cfg(not(feature = "rayon"))]
    {
        sort_arrays(below, budget);
        sort_arrays(above, budget);
    }
}

/// Removes rows that are in another list, and all but the first of equal rows. Both lists are in
/// ascending order.
pub(super) fn remove_known(rows: &mut Vec<u64>, known: &[u64], words: usize) {
    let mut known = known.chunks_exact(words).peekable();
    let mut kept = 0usize;
    for start in (0..rows.len()).step_by(words) {
        let Some(row) = rows.get(start..start + words) else {
            break;
        };
        while known.next_if(|known| *known < row).is_some() {}
        let is_known = known.peek() == Some(&row);
        let last = kept
            .checked_sub(words)
            .and_then(|last| rows.get(last..kept));
        if !is_known && last != Some(row) {
            rows.copy_within(start..start + words, kept);
            kept += words;
        }
    }
    rows.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_width_are_sorted_once_each_without_known_ones() {
        for words in WORDS {
            let row = |value: u64| {
                let mut row = vec![7; words];
                row[words / 2] = value;
                row
            };
            let rows = |values: &[u64]| values.iter().flat_map(|&value| row(value)).collect();
            let mut found: Vec<u64> = rows(&[5, 3, 9, 3, 1, 5, 5, 0]);
            sort(&mut found, words, Budget::default());
            let known: Vec<u64> = rows(&[1, 2, 9]);
            remove_known(&mut found, &known, words);
            assert_eq!(found, rows(&[0, 3, 5]), "{words}");
            sort_by_key(&mut found, words, &mut |row| u64::MAX - row[words / 2]);
            assert_eq!(found, rows(&[5, 3, 0]), "{words}");
        }
    }
}
