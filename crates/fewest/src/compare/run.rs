//! Runs of every contender on every board.

use std::cell::OnceCell;
use std::sync::atomic::Ordering;

use super::arena::{Arena, ArenaTask, arena};
use super::{
    Choice, ComparedBoard, ComparedRun, Comparison, Contender, Contest, Preparation, Trial,
};
use crate::error::PuzzleError;
use crate::handle::{Puzzle, Solvability, to_goal};
use crate::kernel::with_kernel;
use crate::model::Case;
use crate::pruning::{Effort, MovePruning};
use crate::search::{Algorithm, Control, Outcome, Silent, Statistics, Stop, Weight};
use crate::solver::{
    Answer, Batches, HeuristicKernel, HeuristicName, Options, PrunedSequences, Setup, TableSource,
    Verdict, check_heuristic,
};
use crate::space::structure::Structured;
use crate::support::clock::Instant;
use crate::support::names::similar;
use crate::support::progress::Unfinished;

/// Largest number of cells of a small puzzle.
pub(super) const FEW_CELLS: usize = 9;
/// Default algorithms for small puzzles and for others: a number that a reader can take in.
const SMALL: [&str; 5] = [
    "breadth-first",
    "bidirectional",
    "a-star",
    "ida-star",
    "table",
];
const NEEDS_MEMORY: [&str; 3] = ["a-star", "ida-star", "pruned-ida-star"];

/// A comparison in progress.
pub(super) struct Compare<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) options: &'a Options,
    /// The redundant sequences of moves, found when a search first prunes them.
    pruning: OnceCell<MovePruning>,
}

/// Searches prepared for boards with one goal.
struct Ready {
    goal: Option<Vec<u8>>,
    solvability: Box<Solvability>,
    arenas: Vec<(HeuristicName, Arena)>,
}

impl<'a> Compare<'a> {
    pub(super) const fn new(puzzle: &'a Puzzle, options: &'a Options) -> Self {
        Self {
            puzzle,
            options,
            pruning: OnceCell::new(),
        }
    }

    /// Checks the boards, numbers them and gives each its goal.
    pub(super) fn with_goals(&self, cases: &[Case]) -> Result<Vec<Case>, PuzzleError> {
        let goal = self.puzzle.goal_of(self.options)?;
        let model = self.puzzle.model();
        let mut boards = cases
            .iter()
            .flat_map(|case| case.goal.iter().chain([&case.start]));
        if !boards.all(|board| model.is_board(board)) {
            return Err(PuzzleError::OtherBoard(model.name.clone()));
        }
        let numbered = (1..).zip(cases);
        let cases = numbered.map(|(number, case)| Case {
            number,
            goal: case.goal.clone().or_else(|| goal.clone()),
            ..case.clone()
        });
        Ok(cases.collect())
    }

    /// The boards with their goals, and a comparison without runs.
    pub(super) fn begun(
        &self,
        contest: &Contest,
        cases: &[Case],
    ) -> Result<(Vec<Case>, Comparison), PuzzleError> {
        if let Some(partition) = &self.options.partition {
            let goal = self.puzzle.goal_of(self.options)?;
            self.puzzle.pattern_databases(goal.as_deref(), partition)?;
        }
        let (heuristic_names, algorithms) = (
            self.heuristic_names(&contest.heuristic_names)?,
            self.algorithms(contest)?,
        );
        let model = self.puzzle.model_for(self.options)?;
        let cases = self.with_goals(cases)?;
        let comparison = Comparison {
            name: self.puzzle.name().to_owned(),
            title: model.title.clone(),
            tie_order: model.tie_order(),
            contenders: contenders(&algorithms, &heuristic_names),
            left_out: Vec::new(),
            preparations: Vec::new(),
            boards: Vec::new(),
            asked: cases.len() as u64,
        };
        Ok((cases, comparison))
    }

    pub(super) fn run(
        &self,
        contest: &Contest,
        cases: &[Case],
    ) -> Result<Comparison, Unfinished<PuzzleError>> {
        let (cases, mut comparison) = self.begun(contest, cases)?;
        let cases = &cases[..];
        let model = self.puzzle.model_for(self.options)?;
        let plan = self.planned(contest, cases, comparison.contenders)?;
        (comparison.contenders, comparison.left_out) = (plan.contenders, plan.left_out);
        let table = match self.table(cases, &mut comparison) {
            Err(Unfinished::Cancelled) => return Ok(comparison),
            table => table?,
        };
        for contender in &comparison.contenders {
            // Not part of any run's time.
            self.pruning(contender.algorithm);
        }
        let mut ready: Option<Ready> = None;
        for case in cases {
            let known = ready.take().filter(|ready| ready.goal == case.goal);
            let prepared = known.map_or_else(|| self.prepare(case, &mut comparison), Ok);
            let ready = match prepared {
                Err(Unfinished::Cancelled) => break,
                prepared => ready.insert(prepared?),
            };
            if comparison.boards.is_empty() {
                let runs = cases.len() * comparison.contenders.len();
                let progress = &self.options.progress;
                progress.begin("comparing", "runs", Some(runs as u64));
            }
            let contenders = &comparison.contenders;
            let solvable = (ready.solvability)(&case.start);
            let is_solvable = solvable != Some(false);
            let named = |(trial, setup): (Trial, Setup)| {
                let moves = trial.outcome.moves.as_deref();
                let answer = moves.map(|moves| model.moves_text(&case.start, moves));
                ComparedRun {
                    trial,
                    answer,
                    setup,
                }
            };
            let runs = if is_solvable {
                let table = table.as_deref();
                self.board(case, contenders, &ready.arenas, table, solvable.is_none())?
            } else {
                Vec::new()
            };
            let runs: Vec<ComparedRun> = runs.into_iter().map(named).collect();
            let is_cut = |run: &ComparedRun| run.trial.outcome.stop == Stop::Cancelled;
            let is_complete =
                !is_solvable || runs.len() == contenders.len() && !runs.iter().any(is_cut);
            if is_complete || !runs.is_empty() {
                comparison.boards.push(ComparedBoard {
                    number: case.number,
                    id: case.id,
                    board: model.board_text(&case.start),
                    goal: (case.goal.as_ref()).map(|goal| model.board_text(goal)),
                    is_solvable,
                    at_most: runs.iter().filter_map(|run| run.trial.length()).min(),
                    runs,
                    is_complete,
                });
            }
            if !is_complete {
                break;
            }
        }
        Ok(comparison)
    }

    pub(super) fn pruning(&self, search: Algorithm) -> Option<&MovePruning> {
        let find = || {
            let kernel = self.puzzle.kernel();
            let structure = with_kernel!(kernel, |kernel| kernel.structure());
            MovePruning::find(&structure, Effort::THOROUGH)
        };
        (search == Algorithm::PrunedIdaStar).then(|| self.pruning.get_or_init(find))
    }

    pub(super) fn heuristic_names(
        &self,
        choice: &Choice<HeuristicName>,
    ) -> Result<Vec<HeuristicName>, PuzzleError> {
        let kernel = self.puzzle.kernel();
        let check =
            |name: &HeuristicName| with_kernel!(kernel, |kernel| check_heuristic(&**kernel, *name));
        let all = || {
            HeuristicName::ALL
                .into_iter()
                .filter(|heuristic_name| check(heuristic_name).is_ok())
        };
        Ok(match choice {
            Choice::All => all().collect(),
            Choice::Usual => {
                let mut heuristic_names = with_kernel!(kernel, |kernel| kernel.compared()).to_vec();
                if self.options.partition.is_some()
                    && !heuristic_names.contains(&HeuristicName::Pattern)
                {
                    heuristic_names.push(HeuristicName::Pattern);
                }
                heuristic_names
            }
            Choice::These(heuristic_names) => {
                heuristic_names.iter().try_for_each(check)?;
                heuristic_names.clone()
            }
        })
    }

    pub(super) fn algorithms(&self, contest: &Contest) -> Result<Vec<Algorithm>, PuzzleError> {
        let all = Algorithm::all(&contest.weights);
        let names: Vec<&str> = match &contest.algorithms {
            Choice::All => return Ok(all),
            Choice::Usual if self.is_small() => SMALL.to_vec(),
            Choice::Usual => NEEDS_MEMORY.to_vec(),
            Choice::These(names) => names.iter().map(String::as_str).collect(),
        };
        let mut algorithms = Vec::new();
        for name in names {
            let known = algorithms.len();
            algorithms.extend(all.iter().filter(|algorithm| algorithm.name() == name));
            let is_asked = matches!(contest.algorithms, Choice::These(_));
            if is_asked && algorithms.len() == known {
                let every = Algorithm::all(&[Weight::ONE]).into_iter();
                let name: String = name.chars().take(40).collect();
                let error = match similar(&name, every.map(Algorithm::name)) {
                    Some(known) if known == name => PuzzleError::NoWeight(known),
                    like => PuzzleError::NoSuchAlgorithm { name, like },
                };
                return Err(error);
            }
        }
        Ok(algorithms)
    }

    fn is_small(&self) -> bool {
        (self.puzzle.model().size).is_some_and(|size| size.cells() <= FEW_CELLS)
    }

    /// The options of the table of all distances.
    pub(super) fn for_table(&self) -> Options {
        Options {
            algorithm: Some(Algorithm::Table),
            partition: None,
            ..self.options.clone()
        }
    }

    /// Prepares the table of all distances, if it is compared.
    fn table(
        &self,
        cases: &[Case],
        comparison: &mut Comparison,
    ) -> Result<Option<Box<dyn Batches>>, Unfinished<PuzzleError>> {
        if !comparison.contenders.iter().any(Contender::is_table) {
            return Ok(None);
        }
        let options = self.for_table();
        let begun = Instant::now();
        let mut solver = self.puzzle.batches(&options)?;
        solver
            .prepare(cases, options.call())
            .map_err(Unfinished::of_part)?;
        let time = begun.elapsed();
        let tables = solver.tables();
        let sources = tables.iter().map(|(source, _)| *source);
        if let Some(source) = TableSource::of_all(sources) {
            comparison.preparations.push(Preparation {
                heuristic_name: None,
                setup: Setup::table(source),
                time,
                bytes: tables.iter().map(|(_, bytes)| bytes).sum(),
            });
        }
        Ok(Some(solver))
    }

    /// Prepares every heuristic for a board's goal.
    fn prepare(
        &self,
        case: &Case,
        comparison: &mut Comparison,
    ) -> Result<Ready, Unfinished<PuzzleError>> {
        let goal = &case.goal;
        let mut ready = Ready {
            goal: goal.clone(),
            solvability: self.puzzle.solvability(goal.clone())?,
            arenas: Vec::new(),
        };
        // Blind searches are always available.
        let blind = [HeuristicName::Blind];
        for heuristic_name in blind.into_iter().chain(guiding(&comparison.contenders)) {
            let begun = Instant::now();
            let prepared = self.arena(goal.clone(), heuristic_name)?;
            let prepared =
                prepared.ok_or_else(|| PuzzleError::NoPatterns(self.puzzle.name().to_owned()))?;
            let (time, bytes) = (begun.elapsed(), prepared.bytes);
            let is_same = |known: &&mut Preparation| {
                known.heuristic_name == Some(heuristic_name) && known.setup == prepared.setup
            };
            match comparison.preparations.iter_mut().find(is_same) {
                Some(known) => known.time += time,
                None if bytes > 0 => comparison.preparations.push(Preparation {
                    heuristic_name: Some(heuristic_name),
                    setup: prepared.setup.clone(),
                    time,
                    bytes,
                }),
                None => {}
            }
            ready.arenas.push((heuristic_name, prepared));
        }
        Ok(ready)
    }

    pub(super) fn arena(
        &self,
        goal: Option<Vec<u8>>,
        heuristic_name: HeuristicName,
    ) -> Result<Option<Arena>, Unfinished<PuzzleError>> {
        to_goal!(self.puzzle, goal, |to| arena(
            to,
            heuristic_name,
            None,
            self.options
        ))
    }

    /// Runs the contenders on a board. A cancellation cuts the last run short, or omits runs.
    fn board(
        &self,
        case: &Case,
        contenders: &[Contender],
        arenas: &[(HeuristicName, Arena)],
        table: Option<&dyn Batches>,
        is_unsure: bool,
    ) -> Result<Vec<(Trial, Setup)>, PuzzleError> {
        let lacks = || PuzzleError::NoSuchBoards("a contender was not made ready".to_owned());
        let cancel = &self.options.cancel;
        let mut trials = Vec::new();
        for contender in contenders {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            let begun = Instant::now();
            let (outcome, setup) = match contender.algorithm {
                Algorithm::Table => {
                    let mut answer = Answer::default();
                    let table = table.ok_or_else(lacks)?;
                    table.solve(case, self.options.call(), &mut answer);
                    let setup = answer.setup.clone();
                    (looked_up(answer), setup)
                }
                search => {
                    let heuristic_name = contender.heuristic_name.unwrap_or(HeuristicName::Blind);
                    let mut arenas = arenas.iter();
                    let arena = arenas.find(|(name, _)| *name == heuristic_name);
                    let (_, arena) = arena.ok_or_else(lacks)?;
                    let task = ArenaTask {
                        search,
                        pruning: self.pruning(search),
                        start: &case.start,
                        is_unsure,
                    };
                    let mut silent = Silent;
                    let mut control =
                        Control::new(self.options.limits, &mut silent).cancelled_by(&**cancel);
                    let outcome = (arena.run)(&task, &mut control, None).ok_or_else(lacks)?;
                    let setup = Setup {
                        heuristics: contender.heuristic_name.into_iter().collect(),
                        pruned: task.pruning.map(PrunedSequences::from),
                        ..arena.setup.clone()
                    };
                    (outcome, setup)
                }
            };
            let time = begun.elapsed();
            let is_cut = outcome.stop == Stop::Cancelled;
            trials.push((Trial { outcome, time }, setup));
            if is_cut {
                break;
            }
            self.options.progress.add(1);
        }
        Ok(trials)
    }
}

pub(super) fn contenders(
    algorithms: &[Algorithm],
    heuristic_names: &[HeuristicName],
) -> Vec<Contender> {
    let of = |&algorithm: &Algorithm| {
        let guided = heuristic_names.iter().copied().map(Some);
        let names: Vec<_> = if algorithm.is_blind() {
            vec![None]
        } else {
            guided.collect()
        };
        names.into_iter().map(move |heuristic_name| Contender {
            algorithm,
            heuristic_name,
        })
    };
    algorithms.iter().flat_map(of).collect()
}

/// The heuristics of the contenders, each once.
pub(super) fn guiding(contenders: &[Contender]) -> Vec<HeuristicName> {
    let mut names = Vec::new();
    for name in contenders
        .iter()
        .filter_map(|contender| contender.heuristic_name)
    {
        if !names.contains(&name) && name != HeuristicName::Blind {
            names.push(name);
        }
    }
    names
}

fn looked_up(answer: Answer) -> Outcome {
    let (stop, at_least) = match answer.verdict {
        Verdict::Solved(distance) => (Stop::Solved, distance),
        Verdict::Unsolvable => (Stop::Exhausted, u32::MAX),
        Verdict::Beyond(limit) => (Stop::Moves, limit.saturating_add(1)),
        Verdict::Stopped(stop, bound) => (stop, bound),
        Verdict::Deferred => (Stop::Nodes, 0),
    };
    Outcome {
        moves: (stop == Stop::Solved).then_some(answer.moves),
        stop,
        at_least,
        statistics: Statistics::default(),
    }
}
