//! The session: the open puzzle, and the dispatch of requests.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use fewest::search::Limits;
use fewest::{Algorithm, Board, Bounds, ENTRIES, Goal, Options, Progress, Puzzle, QuickSolver};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

use crate::boards::Stock;
use crate::failure::Failure;
use crate::figures::Figures;
use crate::request::{Named, Request};
use crate::truth::Search;

/// The memory for tables and searches, in bytes: half of what a page's module can address, because
/// a puzzle opened before may leave gaps.
pub const MEMORY: u64 = 1 << 30;
/// The memory for searches without a table, in bytes: more would let larger pattern databases be
/// built after a few boards, and the page would wait for them.
pub const SEARCH_MEMORY: u64 = 1 << 27;
/// The time after which a search pauses, so that the page can stop it and keep its tables.
const SEARCH_TIME: Duration = Duration::from_millis(250);
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

/// The puzzle that was opened last.
pub struct Open {
    pub puzzle: Puzzle,
    /// The options for every board.
    pub options: Options,
    /// True if distances are looked up in a table.
    pub is_tabulated: bool,
    /// Boards that were drawn but not dealt yet.
    pub stock: Stock,
    /// All boards by distance, once requested.
    pub figures: Option<Figures>,
    /// The stages asked about, by name, with the tables built for them.
    pub stages: FxHashMap<String, Puzzle>,
    /// The solver of solutions that need not be shortest, once requested.
    pub quick: Option<QuickSolver>,
    /// The answering of boards with both bounds, and with quick solutions, once requested.
    pub bounds: RefCell<[Option<Bounds>; 2]>,
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
            Request::Stage { puzzle, board } => {
                let open = open?;
                let board = open.board(&board)?;
                open.stage(&puzzle, &board)
            }
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

impl Open {
    fn new(
        puzzle: Puzzle,
        goal: Option<Vec<u8>>,
        progress: &Arc<Progress>,
    ) -> Result<Self, Failure> {
        let mut options = Options {
            limits: Limits {
                memory: Some(MEMORY),
                ..Limits::default()
            },
            goal: goal.map(Goal::Board),
            progress: Arc::clone(progress),
            ..Options::default()
        };
        let bytes = puzzle.table_bytes(&options)?;
        let is_tabulated = bytes.is_some_and(|bytes| bytes <= MEMORY);
        if is_tabulated {
            options.algorithm = Some(Algorithm::Table);
        } else {
            options.limits.memory = Some(SEARCH_MEMORY);
            options.hooks.pause = Some(SEARCH_TIME);
        }
        Ok(Self {
            is_tabulated,
            ..Self::of(puzzle, options)
        })
    }

    /// A puzzle without a table.
    fn of(puzzle: Puzzle, options: Options) -> Self {
        Self {
            puzzle,
            options,
            is_tabulated: false,
            stock: Stock::default(),
            figures: None,
            stages: FxHashMap::default(),
            quick: None,
            bounds: RefCell::default(),
        }
    }

    /// The board with these symbols, or the reason there is none.
    fn board(&self, symbols: &[u8]) -> Result<Board, Failure> {
        let board = self.puzzle.board_of(symbols);
        let why = || self.puzzle.model().miscount(symbols).unwrap_or_default();
        board.ok_or_else(|| Failure::input(why()))
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
