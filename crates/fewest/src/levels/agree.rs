//! Assigns portions to the processes of a shared count, and finds the level at which all resume.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The state that an earlier run left in the folder of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The total number of portions.
    pub of: usize,
    /// The portions in the folder.
    pub portions: Vec<usize>,
    /// The number of boards at each distance, over all portions, up to the last closed level.
    pub counts: Vec<u64>,
}

/// The state in which all processes of a count begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// The number of portions.
    pub of: usize,
    /// The portions of each process.
    pub portions: Vec<Vec<usize>>,
    /// The number of boards at each distance closed by all processes; empty for a new count.
    pub counts: Vec<u64>,
}

/// The reason why a count can't resume from the folders of its processes.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disagreement {
    /// Two folders belong to different counts.
    #[error("the folders of hosts {0} and {1} are those of different runs")]
    Runs(usize, usize),
    /// Two folders have the same portion.
    #[error("hosts {0} and {1} both have portion {2} of the boards: remove one of the two folders")]
    Twice(usize, usize, usize),
    /// No folder has a portion.
    #[error(
        "no host has portion {0} of {1} of the boards: name the folders of all hosts of the earlier run"
    )]
    Missing(usize, usize),
}

/// Combines what the processes left. If they left nothing, starts a count of this many portions.
///
/// # Errors
/// If the states do not belong to one count.
///
/// ```
/// use fewest::levels::{Left, agree};
///
/// let new = agree(4, &[None, None])?;
/// assert_eq!(new.portions, [[0, 2], [1, 3]]);
/// let left = |portions, counts: &[u64]| Some(Left { of: 4, portions, counts: counts.to_vec() });
/// // The second had not closed the third level when they ended; the third process is new.
/// let later = agree(64, &[left(vec![0, 1], &[1, 4, 9]), left(vec![2, 3], &[1, 4]), None])?;
/// assert_eq!(later.portions, [vec![0, 1], vec![2, 3], vec![]]);
/// assert_eq!(later.counts, [1, 4]);
/// # Ok::<(), fewest::levels::Disagreement>(())
/// ```
pub fn agree(portions: usize, left: &[Option<Left>]) -> Result<Agreed, Disagreement> {
    // If nobody has closed more than the solved boards, some may not have closed even these.
    let is_begun = left.iter().flatten().any(|left| left.counts.len() > 1);
    let known = left.iter().enumerate().filter(|_| is_begun);
    let mut known = known.filter_map(|(process, left)| Some((process, left.as_ref()?)));
    let Some((first, one)) = known.next() else {
        let share = |process| (process..portions).step_by(left.len().max(1)).collect();
        return Ok(Agreed {
            of: portions,
            portions: (0..left.len()).map(share).collect(),
            counts: Vec::new(),
        });
    };
    let mut counts = one.counts.as_slice();
    for (process, other) in known {
        let (short, long) = if counts.len() <= other.counts.len() {
            (counts, other.counts.as_slice())
        } else {
            (other.counts.as_slice(), counts)
        };
        // A level begins only after all have closed the one before.
        if other.of != one.of || long.len() > short.len() + 1 || !long.starts_with(short) {
            return Err(Disagreement::Runs(first, process));
        }
        counts = short;
    }
    let mut holder = vec![None; one.of];
    for (process, left) in left.iter().enumerate() {
        for &portion in left.iter().flat_map(|left| &left.portions) {
            match holder.get_mut(portion) {
                Some(Some(other)) => return Err(Disagreement::Twice(*other, process, portion)),
                Some(holder) => *holder = Some(process),
                None => return Err(Disagreement::Runs(first, process)),
            }
        }
    }
    if let Some(portion) = holder.iter().position(Option::is_none) {
        return Err(Disagreement::Missing(portion, one.of));
    }
    let portions_of = |left: &Option<Left>| {
        let left = left.as_ref();
        left.map_or_else(Vec::new, |left| left.portions.clone())
    };
    Ok(Agreed {
        of: one.of,
        portions: left.iter().map(portions_of).collect(),
        counts: counts.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "hosts may have none")]
    fn left(portions: &[usize], counts: &[u64]) -> Option<Left> {
        Some(Left {
            of: 4,
            portions: portions.to_vec(),
            counts: counts.to_vec(),
        })
    }

    #[test]
    fn mismatched_folders_are_refused() {
        let refused = |left: &[Option<Left>]| agree(64, left).unwrap_err();
        let one = left(&[0, 2], &[1, 4]);
        assert_eq!(
            refused(&[None, one.clone(), left(&[1, 3], &[1, 5])]),
            Disagreement::Runs(1, 2)
        );
        assert_eq!(
            refused(&[one.clone(), left(&[1, 3], &[1, 4, 9, 20])]),
            Disagreement::Runs(0, 1)
        );
        assert_eq!(
            refused(&[one.clone(), left(&[1, 2, 3], &[1, 4, 9])]),
            Disagreement::Twice(0, 1, 2)
        );
        assert_eq!(
            refused(&[one.clone(), left(&[1], &[1, 4])]),
            Disagreement::Missing(3, 4)
        );
        let mut other = left(&[1, 3], &[1, 4]);
        if let Some(other) = &mut other {
            other.of = 8;
        }
        assert_eq!(refused(&[one, other]), Disagreement::Runs(0, 1));
        let new = agree(8, &[left(&[0], &[1]), None]).unwrap();
        assert_eq!((new.of, new.counts.len()), (8, 0));
        assert_eq!(
            agree(8, &[None, None, None]).unwrap().portions,
            [vec![0, 3, 6], vec![1, 4, 7], vec![2, 5]]
        );
    }
}
