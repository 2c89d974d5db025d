//! A test for fair draws.

/// Panics if counts of equally likely things differ by more than chi-square allows in a billion
/// tries, in the approximation of Wilson and Hilferty (1931).
#[track_caller]
#[expect(clippy::cast_precision_loss, reason = "the counts are small")]
pub fn is_fair(counts: impl IntoIterator<Item = u64>) {
    let counts: Vec<f64> = counts.into_iter().map(|count| count as f64).collect();
    let expected = counts.iter().sum::<f64>() / counts.len() as f64;
    assert!(expected >= 5.0, "too few draws to tell");
    let deviation = |count: &f64| (count - expected).powi(2) / expected;
    let chi_square: f64 = counts.iter().map(deviation).sum();
    let freedom = (counts.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    let bound = freedom * (1.0 - spread + 6.0 * spread.sqrt()).powi(3);
    assert!(chi_square < bound, "{chi_square} of {bound}: {counts:?}");
}
