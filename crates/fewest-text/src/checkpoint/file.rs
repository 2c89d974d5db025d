//! A checkpoint's file: one JSON object under a checksum.

use std::collections::BTreeMap;
use std::time::Duration;

use fewest::search::ida_star::resume::Record;
use fewest::solver::{Answer, Method, Verdict};
use fewest::support::sealed::{self, Broken};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What is said of a file that is something else.
pub(super) const NO_CHECKPOINT: &str = "this is no checkpoint";
/// Changes with what the file holds, and with how searches cut an iteration into subtrees.
const VERSION: u64 = 3;
const KEY: &str = "fewest_checkpoint";
/// What every file begins with.
pub(super) const BEGINNING: &[u8] = b"{\"fewest_checkpoint\":";
/// More subtrees than any iteration is cut into.
const MOST_SUBTREES: usize = 1 << 20;
/// More than any search takes, and far from an overflow.
const LONGEST: Duration = Duration::from_nanos(u64::MAX);

/// What is known of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KnownAnswer {
    Answered(Answer),
    /// How far the search is, and the time that it has taken.
    Begun(Record, Duration),
}

/// What a file holds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Content {
    /// What was asked, and how; none in a file that is not there yet.
    pub(super) job: Option<Map<String, Value>>,
    /// What guides the searches, once that is settled.
    pub(super) guide: Option<String>,
    pub(super) boards: BTreeMap<String, KnownAnswer>,
}

pub(super) fn encode(content: &Content) -> String {
    let content = serde_json::to_value(content).unwrap_or_default();
    sealed::seal(KEY, VERSION, &content)
}

/// What the bytes hold, or in what way they are no checkpoint.
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

/// Whether an answer leaves nothing open. What is wrong with a board is found at once, and again.
pub(super) const fn is_final(answer: &Answer) -> bool {
    let is_open = matches!(answer.verdict, Verdict::Deferred | Verdict::Stopped(..));
    !is_open && answer.flaw.is_none()
}

impl KnownAnswer {
    /// Whether a run could have left it.
    fn is_sound(&self) -> bool {
        match self {
            Self::Answered(answer) => {
                let is_method = Method::all().any(|method| method == answer.method);
                is_final(answer) && is_method && answer.elapsed <= LONGEST
            }
            Self::Begun(record, elapsed) => {
                let is_record = *record == Record::default() || record.is_sound();
                is_record && record.subtrees.len() <= MOST_SUBTREES && *elapsed <= LONGEST
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

    /// What a board's entry is after it was written and read.
    fn again(known: KnownAnswer) -> Option<KnownAnswer> {
        let content = decode(encode(&content(known)).as_bytes()).ok()?;
        content.boards.into_values().next()
    }

    fn solved() -> Answer {
        Answer {
            verdict: Verdict::Solved(2),
            moves: vec![Move::new(63), Move::new(0)],
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

    /// A run may be killed while it prepares what guides its searches.
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
            subtrees: vec![None; MOST_SUBTREES + 1],
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
        // A puzzle has 64 moves.
        let other = text.replace("[63,0]", "[64,0]");
        assert!(other != text);
        let other = serde_json::from_str(&other).expect("JSON");
        assert!(decode(sealed::seal(KEY, VERSION, &other).as_bytes()).is_err());
    }
}
