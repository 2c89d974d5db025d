//! The jobs of simulated hosts, and the results of one machine.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fewest::levels::{Dealt, LevelOptions, agree};
use fewest::search::Algorithm;
use fewest::solver::HeuristicName;
use fewest::table::store::Store;
use fewest::{Answer, Board, Budget, Model, Options, Puzzle, Tie, Unfinished};

use super::plan::{Job, Plan};
use crate::{Cluster, ClusterError, Part, build_table, count_levels, solve_together};

/// A blank that circles six cells in one direction, or four of them: one-way moves.
const ROUND: &str = r#"
name = "round"
cells = "1 2 3 4 5 6"
pieces = "a b b c d ."
blank = "."
move = [{ name = "r", steps = "1>2 2>3 3>4 4>5 5>6 6>1" }, { name = "s", steps = "2>3 3>6 6>2" }]
goal = [{ board = "a b b c d ." }]
"#;

/// Overlapping cycles without their inverses, with three goals.
const CYCLES: &str = r#"
name = "cycles"
cells = "1 2 3 4 5 6 7 8"
pieces = "a b c d e f g h"
move = [
    { name = "r", cycles = "(1 2 3)" },
    { name = "s", cycles = "(3 4 5)" },
    { name = "t", cycles = "(5 6 7)" },
    { name = "u", cycles = "(7 8 1)" },
]
goal = [{ board = "a b c d e f g h" }, { board = "h b a d e f c g" }, { board = "b a c d e f h g" }]
"#;

/// Moves with inverses, and two goals.
const GOALS: &str = r#"
name = "goals"
cells = "1 2 3 4 5 6"
pieces = "a b c d e f"
move = [
    { name = "r", cycles = "(1 2 3)" },
    { name = "R", cycles = "(3 2 1)" },
    { name = "s", cycles = "(3 4 5 6)" },
    { name = "S", cycles = "(6 5 4 3)" },
]
goal = [{ board = "a b c d e f" }, { board = "f e d c b a" }]
"#;

fn defined(text: &str) -> Puzzle {
    Puzzle::from_model(Model::from_toml(text).unwrap()).unwrap()
}

/// The result of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The counts, whether they are complete, and the hardest boards, which only the first host lists.
    Counts(Vec<u64>, bool, Vec<(Vec<u8>, usize)>),
    /// The file of the table, which only the first host gets.
    Table(Option<Vec<u8>>),
    /// The answers' verdicts, moves and counts; `None` if the search was cancelled.
    Led(Option<Vec<String>>),
    Helped(u64),
}

impl Found {
    pub fn subtrees(&self) -> u64 {
        match self {
            Self::Helped(subtrees) => *subtrees,
            _ => 0,
        }
    }
}

/// The results of one machine, which are the same for many seeds.
static KNOWN: Mutex<BTreeMap<String, Found>> = Mutex::new(BTreeMap::new());

/// A job, with the result of one machine.
pub(super) struct Work {
    job: Job,
    puzzle: Puzzle,
    boards: Vec<Board>,
    expected: Found,
    /// The parent of the hosts' folders, if they use any.
    folders: PathBuf,
}

impl Work {
    pub fn of(plan: &Plan, folders: &Path) -> Self {
        let (puzzle, boards) = puzzle(plan.job, plan.puzzle);
        let mut work = Self {
            job: plan.job,
            puzzle,
            boards,
            expected: Found::Helped(0),
            folders: folders.to_owned(),
        };
        let key = format!("{:?} {}", plan.job, work.puzzle.name());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&key).cloned();
        work.expected = found.unwrap_or_else(|| work.alone());
        known().insert(key, work.expected.clone());
        work
    }

    pub fn puzzle_name(&self) -> &str {
        self.puzzle.name()
    }

    pub fn options(&self) -> Options {
        match self.job {
            Job::Solve => Options {
                algorithm: Some(Algorithm::IdaStar),
                // With a better one, the searches would be too short to be shared.
                heuristics: vec![HeuristicName::Blind],
                tie: Some(Tie::Least),
                ..Options::default()
            },
            _ => Options::default(),
        }
    }

    fn folder(&self, host: usize) -> Option<PathBuf> {
        let has_one = matches!(self.job, Job::CountInFolders | Job::TableInFolders);
        has_one.then(|| self.folders.join(host.to_string()))
    }

    fn levels(&self, host: usize) -> LevelOptions {
        LevelOptions {
            folder: self.folder(host),
            listed: 3,
            ..LevelOptions::default()
        }
    }

    /// The answers, for comparison.
    fn answers(&self, options: &Options) -> Option<Vec<String>> {
        let text = |answer: Answer| {
            let Answer {
                verdict,
                moves,
                expanded,
                generated,
                ..
            } = answer;
            format!("{verdict:?} {moves:?} {expanded} {generated}")
        };
        let answers = self.puzzle.solve_all(&self.boards, options).ok()?;
        Some(answers.into_iter().map(text).collect())
    }

    /// The result of one machine.
    fn alone(&self) -> Found {
        let options = self.options();
        match self.job {
            Job::Count | Job::CountInFolders => {
                let levels = LevelOptions {
                    folder: None,
                    ..self.levels(0)
                };
                let levels = self.puzzle.count_levels(&levels, &options).unwrap();
                let hardest = levels
                    .hardest
                    .iter()
                    .map(|far| (far.board.symbols().to_vec(), far.distance));
                Found::Counts(levels.counts.clone(), levels.is_complete, hardest.collect())
            }
            Job::Table | Job::TableInFolders => {
                let table = &self.puzzle.tables(&options).unwrap()[0];
                let file = stored(|store| {
                    table.build(store, None, &options).unwrap();
                });
                Found::Table(Some(file))
            }
            Job::Solve => Found::Led(self.answers(&options)),
        }
    }

    pub fn run(
        &self,
        cluster: &Cluster,
        options: &Options,
    ) -> Result<Found, Unfinished<ClusterError>> {
        match self.job {
            Job::Count | Job::CountInFolders => {
                let levels = self.levels(cluster.host);
                let levels = count_levels(&self.puzzle, cluster, &levels, options)?;
                let hardest = levels.hardest.iter();
                let hardest = hardest.map(|far| (far.board.symbols().to_vec(), far.distance));
                Ok(Found::Counts(
                    levels.counts.clone(),
                    levels.is_complete,
                    hardest.collect(),
                ))
            }
            Job::Table | Job::TableInFolders => {
                let table = &self.puzzle.tables(options).unwrap()[0];
                let packed = build_table(&**table, cluster, self.folder(cluster.host), options)?;
                Ok(Found::Table(packed.map(|packed| {
                    stored(|store| {
                        table.store(store, &packed).unwrap();
                    })
                })))
            }
            Job::Solve => {
                let work = |options: &Options| self.answers(options);
                let part = solve_together(&self.puzzle, cluster, options, work)?;
                Ok(match part {
                    Part::Led(answers) => Found::Led(answers),
                    Part::Helped(help) => Found::Helped(help.subtrees),
                })
            }
        }
    }

    /// Leaves in the folder of one of two hosts, of a worker each, what it has if the other ends before it has a level.
    pub fn begin(&self, host: usize) {
        let boards = self.puzzle.all_boards(&Options::default()).unwrap();
        let levels = self.levels(host);
        let mut dealt = Dealt::new(&*boards, &levels, (2, 1), Budget::default()).unwrap();
        let agreed = agree(dealt.portions(), &[None, None]).unwrap();
        dealt.begin(&agreed, host).unwrap();
        let mut worker = dealt.worker(0, &agreed.portions[host]);
        let none_for_others = |_: &mut _, _| ControlFlow::<()>::Continue(());
        assert!(worker.expand(0, none_for_others).unwrap().is_continue());
        worker.close(0).unwrap();
        let Found::Counts(counts, ..) = &self.expected else {
            panic!("{:?}", self.job);
        };
        dealt.note(&counts[..1], false).unwrap();
    }

    /// Returns true if it is the result that a host must have.
    pub fn is_right(&self, host: usize, found: &Found) -> bool {
        match (found, &self.expected) {
            (
                Found::Counts(counts, is_complete, hardest),
                Found::Counts(same, complete, listed),
            ) => {
                let listed = if host == 0 { listed } else { &Vec::new() };
                counts == same && is_complete == complete && hardest == listed
            }
            (Found::Table(None), Found::Table(_)) | (Found::Helped(_), Found::Led(_)) => host > 0,
            (found, expected) => host == 0 && found == expected,
        }
    }
}

/// The file of a stored table.
fn stored(store: impl FnOnce(&Store)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    store(&Store::new(folder.path()));
    let mut files = fs::read_dir(folder.path()).unwrap();
    fs::read(files.next().unwrap().unwrap().path()).unwrap()
}

/// The puzzle of a job and, for searches, boards.
fn puzzle(job: Job, number: usize) -> (Puzzle, Vec<Board>) {
    let puzzle = match (job, number % 4) {
        (Job::Solve, 0 | 1) => Puzzle::open("eight").unwrap(),
        (Job::Table | Job::TableInFolders, 0 | 1) | (_, 0) => Puzzle::open("sliding:3x2").unwrap(),
        (Job::Solve, _) | (Job::Count | Job::CountInFolders, 2) => defined(CYCLES),
        (Job::Count | Job::CountInFolders, 1) => defined(ROUND),
        _ => defined(GOALS),
    };
    let mut boards = Vec::new();
    if job == Job::Solve {
        // Far enough that searches are shared, and near enough that each takes milliseconds.
        let near = LevelOptions {
            max_moves: Some(if puzzle.name() == "eight" { 17 } else { 11 }),
            listed: 2,
            ..LevelOptions::default()
        };
        let levels = puzzle.count_levels(&near, &Options::default()).unwrap();
        boards.extend(levels.hardest.into_iter().map(|far| far.board));
    }
    (puzzle, boards)
}
