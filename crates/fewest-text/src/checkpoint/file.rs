//! The format of a checkpoint file: one JSON object under a checksum.

use std::collections::BTreeMap;
use std::time::Duration;

use fewest::search::ida_star::resume::Record;
use fewest::solver::{Answer, Method, Verdict};
use fewest::support::sealed::{self, Broken};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The problem with a file of another kind.
pub(super) const NO_CHECKPOINT: &str = "not a checkpoint";
/// Changes with the contents, and with the way a search splits an iteration into subtrees.
const VERSION: u64 = 3;
const KEY: &str = "fewest_checkpoint";
/// The first bytes of every checkpoint.
pub(super) const BEGINNING: &[u8] = b"{\"fewest_checkpoint\":";
/// A limit larger than the number of subtrees in any iteration.
const MAX_SUBTREES: usize = 1 << 20;
/// A limit longer than any search, and far from an overflow.
const LONGEST: Duration = Duration::from_nanos(u64::MAX);

/// The recorded state of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KnownAnswer {
    Answered(Answer),
    /// An unfinished search: its progress, and the time spent on it.
    Begun(Record, Duration),
}

/// The contents of a checkpoint.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Content {
    /// The parameters of the job; `None` if the file does not exist yet.
    pub(super) job: Option<Map<String, Value>>,
    /// The description of the heuristic, once chosen.
    pub(super) guide: Option<String>,
    pub(super) boards: BTreeMap<String, KnownAnswer>,
}

pub(super) fn encode(content: &Content) -> String {
    let content = serde_json::to_value(content).unwrap_or_default();
    sealed::seal(KEY, VERSION, &content)
}

/// Parses a checkpoint, or returns the problem with it.
pub(super) fn decode(bytes: &[u8]) -> Result<Content, &'static str> {
    const DAMAGED: &str = "the checkpoint is damaged";
    let content = sealed::open(KEY, VERSION, bytes).map_err(|broken| match broken {
        Broken::Foreign => NO_CHECKPOINT,
        Broken::Version(_) => "a checkpoint in another version of the format",
        Broken::Damaged => DAMAGED,
    })?;
    let content: Option<Content> = serde_json::from_value(content).ok();
    let is_sound = |content: &Content| {
        content.job.is_some() && content.boards.values().all(KnownAnswer::is_sound)
    };
    content.filter(is_sound).ok_or(DAMAGED)
}

/// Returns true if an answer leaves nothing open.
pub(super) const fn is_final(answer: &Answer) -> bool {
    !matches!(answer.verdict, Verdict::Deferred | Verdict::Stopped(..))
}

impl KnownAnswer {
    /// Returns true if a run could have written this.
    fn is_sound(&self) -> bool {
        match self {
            Self::Answered(answer) => {
                let is_method = Method::all().any(|method| method == answer.method);
                is_final(answer) && is_method && answer.elapsed <= LONGEST
            }
            Self::Begun(record, elapsed) => {
                let is_record = *record == Record::default() || record.is_sound();
                is_record && record.subtrees.len() <= MAX_SUBTREES && *elapsed <= LONGEST
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fewest::search::Algorithm;
    use fewest::space::Move;

    use super::*;

    fn content(known: KnownAnswer) -> Content {
        Content {
            job: Some(Map::new()),
            guide: None,
            boards: BTreeMap::from([("1 2 0".to_owned(), known)]),
        }
    }

    /// A board's entry after it was written and read back.
    fn again(known: KnownAnswer) -> Option<KnownAnswer> {
        let content = decode(encode(&content(known)).as_bytes()).ok()?;
        content.boards.into_values().next()
    }

    fn solved() -> Answer {
        Answer {
            verdict: Verdict::Solved(2),
            moves: vec![Move::new(255), Move::new(0)],
            goal: Some(1),
            method: Method::Algorithm(Algorithm::IdaStar),
            ..Answer::default()
        }
    }

    #[test]
    fn an_answer_is_kept_whole() {
        let known = again(KnownAnswer::Answered(solved()));
        assert!(matches!(known, Some(KnownAnswer::Answered(answer)) if answer == solved()));
    }

    /// A run may be killed while it prepares its heuristic.
    #[test]
    fn a_job_begins_without_a_guide() {
        let begun = KnownAnswer::Begun(Record::default(), Duration::from_secs(1));
        assert!(matches!(again(begun), Some(KnownAnswer::Begun(..))));
        let content = Content {
            job: Some(Map::new()),
            ..Content::default()
        };
        assert!(decode(encode(&content).as_bytes()).is_ok());
        assert!(decode(encode(&Content::default()).as_bytes()).is_err());
    }

    #[test]
    fn what_no_run_leaves_is_refused() {
        let answers = [
            Answer {
                verdict: Verdict::Deferred,
                ..solved()
            },
            Answer {
                method: Method::Algorithm(Algorithm::Greedy),
                ..solved()
            },
            Answer {
                elapsed: Duration::MAX,
                ..solved()
            },
        ];
        let long = Record {
            subtrees: vec![None; MAX_SUBTREES + 1],
            ..Record::default()
        };
        let begun = [
            KnownAnswer::Begun(Record::default(), Duration::MAX),
            KnownAnswer::Begun(long, Duration::ZERO),
        ];
        for known in answers.map(KnownAnswer::Answered).into_iter().chain(begun) {
            assert!(again(known).is_none());
        }
        let content = serde_json::to_value(content(KnownAnswer::Answered(solved())));
        let text = content.expect("JSON").to_string();
        // A move is a byte.
        let other = text.replace("[255,0]", "[256,0]");
        assert!(other != text);
        let other = serde_json::from_str(&other).expect("JSON");
        assert!(decode(sealed::seal(KEY, VERSION, &other).as_bytes()).is_err());
    }
}
