//! A checkpoint's file: one JSON object under a checksum.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fewest::search::Iteration;
use fewest::search::ida_star::Tally;
use fewest::search::ida_star::resume::Record;
use fewest::solver::{Answer, HeuristicName, Method, PrunedSequences, Setup, TableSource, Verdict};
use fewest::space::Move;
use fewest::support::sealed::{self, Broken};
use serde_json::{Map, Value, json};

/// What is said of a file that is something else.
pub(super) const NO_CHECKPOINT: &str = "this is no checkpoint";
/// Changes with what the file holds, and with how searches cut an iteration into subtrees.
const VERSION: u64 = 2;
const KEY: &str = "fewest_checkpoint";
/// What every file begins with.
pub(super) const BEGINNING: &[u8] = b"{\"fewest_checkpoint\":";
/// More subtrees than any iteration is cut into.
const MOST_SUBTREES: usize = 1 << 20;

/// What is known of a board.
#[derive(Clone, Debug)]
pub(super) enum KnownAnswer {
    Answered(Answer),
    /// How far the search is, and the time that it has taken.
    Begun(Record, Duration),
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    /// What was asked, and how; none in a file that is not there yet.
    pub(super) job: Option<Map<String, Value>>,
    /// What guides the searches, once that is settled.
    pub(super) heuristic_name: Option<String>,
    pub(super) boards: BTreeMap<String, KnownAnswer>,
}

pub(super) fn encode(content: &Content) -> String {
    let boards: Map<String, Value> = content
        .boards
        .iter()
        .map(|(board, known)| (board.clone(), known_to_json(known)))
        .collect();
    let content = json!({ "job": content.job, "guide": content.heuristic_name, "boards": boards });
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
    let known = |(board, known): (&String, &Value)| Some((board.clone(), known_of(known)?));
    let read = || {
        let boards = content.get("boards")?.as_object()?;
        Some(Content {
            job: Some(content.get("job")?.as_object()?.clone()),
            heuristic_name: content.get("guide")?.as_str().map(str::to_owned),
            boards: boards.iter().map(known).collect::<Option<_>>()?,
        })
    };
    read().ok_or(DAMAGED)
}

fn known_to_json(known: &KnownAnswer) -> Value {
    match known {
        KnownAnswer::Answered(answer) => {
            let (verdict, bound) = match answer.verdict {
                Verdict::Solved(moves) => ("solved", moves),
                Verdict::Beyond(moves) => ("beyond", moves),
                _ => ("unsolvable", 0),
            };
            let moves: Vec<usize> = answer.moves.iter().map(|m| m.index()).collect();
            json!({
                "verdict": verdict,
                "bound": bound,
                "moves": moves,
                "method": answer.method.name(),
                "setup": setup_to_json(&answer.setup),
                "lower_bound": answer.lower_bound,
                "expanded": answer.expanded,
                "generated": answer.generated,
                "stored": answer.stored,
                "nanoseconds": nanoseconds(answer.elapsed),
            })
        }
        KnownAnswer::Begun(record, elapsed) => {
            let iterations: Vec<_> = record
                .iterations
                .iter()
                .map(|i| json!([i.threshold, i.expanded, i.generated]))
                .collect();
            let subtrees = record.subtrees.iter().enumerate();
            let done: Vec<_> = subtrees
                .filter_map(|(place, tally)| {
                    let tally = tally.as_ref()?;
                    Some(json!([
                        place,
                        tally.expanded,
                        tally.generated,
                        tally.excess
                    ]))
                })
                .collect();
            json!({
                "iterations": iterations,
                "threshold": record.threshold,
                "subtrees": record.subtrees.len(),
                "done": done,
                "nanoseconds": nanoseconds(*elapsed),
            })
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn setup_to_json(setup: &Setup) -> Value {
    let heuristics: Vec<&str> = setup
        .heuristics
        .iter()
        .map(|heuristic_name| heuristic_name.name())
        .collect();
    json!({
        "heuristics": heuristics,
        "partition": setup.partition.as_deref(),
        "tables": setup.tables.map(TableSource::name),
        "pruned": setup.pruned.map(|pruned| [pruned.count, pruned.longest]),
    })
}

fn setup(value: &Value) -> Option<Setup> {
    let heuristic_name = |name: &Value| {
        let mut all = HeuristicName::ALL.into_iter();
        all.find(|heuristic_name| Some(heuristic_name.name()) == name.as_str())
    };
    let source = |name: &str| TableSource::ALL.into_iter().find(|one| one.name() == name);
    let heuristics = value.get("heuristics")?.as_array()?;
    Some(Setup {
        heuristics: heuristics
            .iter()
            .map(heuristic_name)
            .collect::<Option<_>>()?,
        partition: match value.get("partition")? {
            Value::Null => None,
            groups => Some(Arc::from(groups.as_str()?)),
        },
        tables: match value.get("tables")? {
            Value::Null => None,
            name => Some(source(name.as_str()?)?),
        },
        pruned: match value.get("pruned")? {
            Value::Null => None,
            numbers => match numbers.as_array()?.as_slice() {
                [count, longest] => Some(PrunedSequences {
                    count: count.as_u64()?,
                    longest: longest.as_u64()?,
                }),
                _ => return None,
            },
        },
    })
}

fn known_of(value: &Value) -> Option<KnownAnswer> {
    if value.get("verdict").is_some() {
        answer(value).map(KnownAnswer::Answered)
    } else {
        let elapsed = Duration::from_nanos(value.get("nanoseconds")?.as_u64()?);
        Some(KnownAnswer::Begun(record(value)?, elapsed))
    }
}

fn small(value: &Value) -> Option<u32> {
    value.as_u64()?.try_into().ok()
}

fn answer(value: &Value) -> Option<Answer> {
    let number = |key: &str| value.get(key)?.as_u64();
    let bound = small(value.get("bound")?)?;
    let method = value.get("method")?.as_str()?;
    let verdict = match value.get("verdict")?.as_str()? {
        "solved" => Verdict::Solved(bound),
        "beyond" => Verdict::Beyond(bound),
        "unsolvable" => Verdict::Unsolvable,
        _ => return None,
    };
    let index = |value: &Value| value.as_u64()?.try_into().ok().map(Move::new);
    let moves = value.get("moves")?.as_array()?;
    Some(Answer {
        flaw: None,
        verdict,
        moves: moves.iter().map(index).collect::<Option<_>>()?,
        goal: None,
        lower_bound: small(value.get("lower_bound")?)?,
        method: Method::all().find(|m| m.name() == method)?,
        setup: setup(value.get("setup")?)?,
        expanded: number("expanded")?,
        generated: number("generated")?,
        stored: number("stored")?,
        elapsed: Duration::from_nanos(number("nanoseconds")?),
    })
}

fn record(value: &Value) -> Option<Record> {
    let iteration = |value: &Value| match value.as_array()?.as_slice() {
        [threshold, expanded, generated] => Some(Iteration {
            threshold: small(threshold)?,
            expanded: expanded.as_u64()?,
            generated: generated.as_u64()?,
        }),
        _ => None,
    };
    let iterations = value.get("iterations")?.as_array()?;
    let count = usize::try_from(value.get("subtrees")?.as_u64()?).ok()?;
    if count > MOST_SUBTREES {
        return None;
    }
    let mut subtrees = vec![None; count];
    for done in value.get("done")?.as_array()? {
        let [place, expanded, generated, excess] = done.as_array()?.as_slice() else {
            return None;
        };
        let place = usize::try_from(place.as_u64()?).ok()?;
        *subtrees.get_mut(place)? = Some(Tally {
            expanded: expanded.as_u64()?,
            generated: generated.as_u64()?,
            excess: small(excess)?,
        });
    }
    let record = Record {
        iterations: iterations.iter().map(iteration).collect::<Option<_>>()?,
        threshold: small(value.get("threshold")?)?,
        subtrees,
    };
    (record == Record::default() || record.is_sound()).then_some(record)
}
