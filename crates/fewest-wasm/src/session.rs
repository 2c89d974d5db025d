//! The session: the dispatch of requests to the open puzzle.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use fewest::search::Limits;
use fewest::{ENTRIES, Options, Progress, Puzzle};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::open::{MEMORY, Open};
use crate::request::{Named, Request};
use crate::truth::Search;

/// The shortest time between two events.
const PAUSE: Duration = Duration::from_millis(100);

/// A session that answers questions about one puzzle at a time. Each question names its puzzle, and is refused if another
/// one is open.
///
/// ```
/// use fewest_wasm::Session;
///
/// let mut session = Session::new(|_event| ());
/// session.answer(r#"{"ask": "open", "of": 1, "puzzle": "eight"}"#);
/// let truth = session.answer(r#"{"ask": "truth", "of": 1, "board": [1, 2, 3, 4, 5, 6, 7, 0, 8]}"#);
/// assert!(truth.contains(r#""verdict":{"kind":"solved","distance":1}"#));
/// ```
pub struct Session {
    progress: Arc<Progress>,
    /// The open puzzle, after the name that questions call it by.
    open: Option<(Option<u64>, Open)>,
}

type Reply = Result<Value, Failure>;

/// The limits of a search, with its time in seconds.
fn limits(nodes: Option<u64>, seconds: Option<f64>) -> Limits {
    Limits {
        max_nodes: nodes,
        max_time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        memory: Some(MEMORY),
        ..Limits::default()
    }
}

impl Session {
    /// A session without a puzzle. `event` receives the progress of long jobs, as JSON.
    #[must_use]
    pub fn new(event: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            progress: Arc::new(Progress::with_listener(paced(event))),
            open: None,
        }
    }

    /// Answers a request: JSON in, JSON out. The answer is `{"reply": ...}` or `{"error": ...}`.
    #[must_use]
    pub fn answer(&mut self, request: &str) -> String {
        let request = serde_json::from_str(request);
        let request = request.map_err(|error| Failure::input(format!("not a request: {error}")));
        let answer = match request.and_then(|request| self.reply(request)) {
            Ok(reply) => json!({ "reply": reply }),
            Err(failure) => json!({ "error": failure }),
        };
        answer.to_string()
    }

    fn reply(&mut self, Named { of, request }: Named) -> Reply {
        let open = self.open.as_mut().filter(|(name, _)| *name == of);
        let open = open.map(|(_, open)| open).ok_or_else(Failure::closed);
        match request {
            Request::Puzzles => Ok(puzzles()),
            Request::Check { definition } => value(&crate::define::check(&definition)),
            Request::Open {
                puzzle,
                definition,
                goal,
            } => {
                let puzzle = opened(puzzle.as_deref(), definition.as_deref())?;
                let open = Open::new(puzzle, goal, &self.progress)?;
                let (_, open) = self.open.insert((of, open));
                value(&crate::puzzle::describe(open)?)
            }
            Request::Look { puzzle } => {
                let puzzle = opened(Some(&puzzle), None)?;
                let open = Open::of(puzzle, Options::default());
                value(&crate::puzzle::describe(&open)?)
            }
            Request::Truth {
                board,
                pauses,
                max_time,
                quick,
            } => {
                let open = open?;
                let search = Search::of(pauses, limits(None, max_time).max_time, quick);
                value(&open.truth(&open.board(&board)?, search)?)
            }
            Request::Quick {
                board,
                known,
                round,
            } => {
                let open = open?;
                open.quick(&open.board(&board)?, known, round)
            }
            Request::Answers { board } => {
                let open = open?;
                let answers = open.count_answers(&open.board(&board)?)?;
                Ok(json!({ "answers": answers.map(|count| count.to_string()) }))
            }
            Request::Certificate {
                board,
                solution,
                name,
            } => {
                let open = open?;
                let proof = open.certificate(&open.board(&board)?, solution, &name)?;
                Ok(json!({ "proof": proof }))
            }
            Request::Read { text, format } => open?.read(text, format),
            Request::Moves { board, text } => {
                let open = open?;
                Ok(open.moves(&open.board(&board)?, &text))
            }
            Request::Write {
                board,
                format,
                number,
                goal,
            } => {
                let open = open?;
                value(&open.write(&open.board(&board)?, &format, number.unwrap_or(1), goal)?)
            }
            Request::Judge {
                text,
                format,
                output,
                policy,
                goal,
            } => value(&open?.judge((&text, format), &output, policy.as_deref(), goal)?),
            Request::Ignored { puzzle, board } => open?.ignored(&puzzle, &board),
            Request::Stage { puzzle, board } => open?.stage(&puzzle, &board),
            Request::Survey => value(open?.figures()?),
            Request::Deal { wanted: pool, seed } => value(&open?.deal(pool, seed)?),
            Request::Contenders => open?.contenders(),
            Request::Run {
                board,
                search,
                nodes,
                seconds,
            } => {
                let open = open?;
                let limits = limits(nodes, seconds);
                value(&open.run(&open.board(&board)?, &search, limits)?)
            }
            Request::Step {
                board,
                search,
                most: max_steps,
            } => {
                let open = open?;
                open.step(&open.board(&board)?, &search, max_steps)
            }
        }
    }
}

fn value(reply: &impl Serialize) -> Reply {
    serde_json::to_value(reply).map_err(|error| Failure::input(error.to_string()))
}

/// The built-in puzzles. The entry for all sliding tiles represents them.
fn puzzles() -> Value {
    let puzzles = ENTRIES.iter().map(|entry| {
        json!({
            "name": entry.name,
            "title": entry.title,
            "boards": entry.boards.map(|boards| boards.to_string()),
            "farthest": entry.farthest,
            "definition": entry.definition,
        })
    });
    json!({ "puzzles": puzzles.collect::<Vec<_>>() })
}

fn opened(name: Option<&str>, definition: Option<&str>) -> Result<Puzzle, Failure> {
    match (name, definition) {
        (_, Some(text)) => {
            Puzzle::from_toml(text).map_err(|problems| Failure::definition(text, &problems))
        }
        (Some(name), None) => Ok(Puzzle::open(name)?),
        (None, None) => Err(Failure::input("open needs a puzzle or a definition")),
    }
}

/// Passes on a job's progress, at limited intervals.
fn paced(event: impl Fn(&str) + Send + Sync + 'static) -> impl Fn(&Progress) + Send + Sync {
    // The stage and time of the last event.
    let last: Mutex<(&'static str, Duration)> = Mutex::new(("", Duration::ZERO));
    move |progress| {
        let (stage, searches) = (progress.stage(), progress.searches());
        // A stage's own work is done once there are searches: they may pause.
        if searches.running == 0 && searches.nodes > 0 {
            return;
        }
        let begun = if searches.running > 0 {
            searches.since
        } else {
            stage.since
        };
        let elapsed = begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let Ok(mut last) = last.lock() else { return };
        let is_same = last.0 == stage.title && last.1 <= elapsed;
        if elapsed < PAUSE || is_same && elapsed < last.1 + PAUSE {
            return;
        }
        *last = (stage.title, elapsed);
        let search = json!({ "threshold": searches.threshold, "nodes": searches.nodes });
        let text = json!({
            "title": stage.title,
            "unit": stage.unit,
            "done": progress.done(),
            "total": progress.total(),
            "search": if searches.running > 0 { search } else { Value::Null },
            "seconds": elapsed.as_secs_f64(),
        });
        event(&text.to_string());
    }
}
