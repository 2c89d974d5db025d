//! Estimates the numbers of boards further away from the growth so far.

/// The least number of boards at the last distance for an estimate.
const ENOUGH: u64 = 1 << 17;
/// The number of distances ahead at which the relative error of an estimate may be 1.
const DOUBTFUL: f64 = 16.0;
/// The most distances ahead at which an estimate is meaningful.
const CLEAR: u8 = 12;

/// The estimated number of boards at a distance not yet reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The number of distances ahead: 1, 2, ...
    pub ahead: u8,
    /// Boards at this distance.
    pub count: f64,
    /// Boards up to this distance.
    pub total: f64,
}

impl Estimate {
    /// Returns true if the estimate is meaningful, and not only certain to be large.
    pub(super) const fn is_clear(&self) -> bool {
        self.ahead <= CLEAR
    }

    /// Returns true if a number with this estimate is surely greater than `limit`.
    pub(super) fn surely_exceeds(&self, estimated: f64, limit: u64) -> bool {
        estimated > as_float(limit) * (1.0 + f64::from(self.ahead) / DOUBTFUL)
    }
}

/// Estimates for the distances after these counts, in order; none if the counts are too small.
///
/// Near the goal, counts grow by almost the same factor with each distance, and the factor falls by
/// almost the same factor each time. For the 15-puzzle, an estimate eight distances ahead was 13 %
/// too high, and no estimate was too low.
pub(super) fn estimates(counts: &[u64]) -> impl Iterator<Item = Estimate> + use<> {
    let [.., first, _, second, _, last] = *counts else {
        return None.into_iter().flatten();
    };
    if last < ENOUGH {
        return None.into_iter().flatten();
    }
    // Over two distances, because in some puzzles every other distance has more boards.
    let mut factor = (as_float(last) / as_float(second)).sqrt();
    let before = (as_float(second) / as_float(first)).sqrt();
    let bend = (factor / before).sqrt().min(1.0);
    let mut estimate = Estimate {
        ahead: 0,
        count: as_float(last),
        total: as_float(counts.iter().sum()),
    };
    let next = move || {
        factor *= bend;
        estimate.ahead = estimate.ahead.checked_add(1)?;
        estimate.count *= factor;
        estimate.total += estimate.count;
        Some(estimate)
    };
    Some(std::iter::from_fn(next)).into_iter().flatten()
}

#[expect(clippy::cast_precision_loss, reason = "estimates are rough")]
pub(super) const fn as_float(number: u64) -> f64 {
    number as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is too large becomes the greatest number"
)]
pub(super) const fn rounded(number: f64) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 15-puzzle with the blank in a corner (OEIS A089484), and on an edge (A090165).
    const CORNER: [u64; 31] = [
        1,
        2,
        4,
        10,
        24,
        54,
        107,
        212,
        446,
        946,
        1948,
        3938,
        7808,
        15544,
        30821,
        60842,
        119_000,
        231_844,
        447_342,
        859_744,
        1_637_383,
        3_098_270,
        5_802_411,
        10_783_780,
        19_826_318,
        36_142_146,
        65_135_623,
        116_238_056,
        204_900_019,
        357_071_928,
        613_926_161,
    ];
    const EDGE: [u64; 28] = [
        1,
        3,
        6,
        14,
        32,
        66,
        134,
        280,
        585,
        1214,
        2462,
        4946,
        9861,
        19600,
        38688,
        76086,
        148_435,
        288_098,
        554_970,
        1_062_628,
        2_016_814,
        3_800_682,
        7_093_209,
        13_127_364,
        24_053_454,
        43_657_576,
        78_382_622,
        139_237_375,
    ];

    #[test]
    fn estimates_are_never_falsely_sure() {
        for counts in [&CORNER[..], &EDGE] {
            for known in 0..counts.len() {
                let (before, after) = counts.split_at(known);
                let last = before.last().copied().unwrap_or(0);
                let estimates: Vec<Estimate> = estimates(before).take(after.len()).collect();
                assert_eq!(estimates.is_empty(), last < ENOUGH || after.is_empty());
                for (estimate, &count) in estimates.iter().zip(after) {
                    assert!(
                        !estimate.surely_exceeds(estimate.count, count),
                        "{estimate:?}"
                    );
                    assert!(estimate.surely_exceeds(2.5 * as_float(count), count));
                    let off = estimate.count / as_float(count);
                    assert!((0.99..1.3).contains(&off), "{off} {estimate:?}");
                }
            }
        }
    }
}
