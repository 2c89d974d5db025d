//! Comparing searches on a family's boards.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::ground::Ground;
use super::model::{Complete, ModelFamily};
use super::session::recognise;
use super::{symbols, text};
use crate::catalogue::compare::{
    Choice, ComparedBoard, ComparedRun, Comparison, Contender, Contest, MOST_BOARDS, Preparation,
};
use crate::catalogue::pipeline::solver_case;
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::{Input, RunError};
use crate::codec::{self, Format, Source};
use crate::lab::Trial;
use crate::progress::Unfinished;
use crate::puzzle::Puzzle;
use crate::search::{Algorithm, Control, Outcome, Silent, Statistics, Stop, until_exhausted};
use crate::solver::{
    Answer, Case, Guide, PrunedSequences, Query, Setup, Solver, TableSource, Verdict,
};

/// Puzzles of at most so many cells are small.
pub(super) const FEW_CELLS: usize = 9;
/// Algorithms that are compared if none is named, on small puzzles and on others: as many as a reader takes in.
const SMALL: [&str; 5] = [
    "breadth-first",
    "bidirectional",
    "a-star",
    "ida-star",
    "table",
];
const LARGE: [&str; 3] = ["a-star", "ida-star", "pruned-ida-star"];

/// A comparison that is being made. `usual` is the format whose goal decides where no board does.
pub(super) struct Compare<'a, K: Complete> {
    pub(super) family: &'a ModelFamily<K>,
    pub(super) request: &'a Request,
    pub(super) from: Option<&'static Format>,
    pub(super) usual: &'static Format,
}

/// A board of a comparison, as it was read and with its goal.
pub(super) struct Entered<B> {
    pub(super) read: codec::Case,
    pub(super) case: Case<B>,
}

/// Where boards with one goal are searched, by heuristic.
type Grounds<B> = Vec<(Guide, Option<B>, Ground<B>)>;

impl<K: Complete> Compare<'_, K> {
    /// Runs every contender on every board.
    pub(super) fn run(
        &self,
        contest: &Contest,
        inputs: &mut [Input],
    ) -> Result<Comparison, Unfinished<RunError>> {
        if self.request.partition.is_some() {
            self.family.patterns(self.request, self.usual)?;
        }
        let (guides, algorithms) = (self.guides(&contest.guides)?, self.algorithms(contest));
        let puzzle = self.family.puzzle(self.request)?;
        let model = self.family.model(self.request)?;
        let cases = self.read(inputs)?;
        let mut comparison = Comparison {
            name: self.family.name(),
            title: model.title.clone(),
            tie_order: model.tie_order(),
            contenders: contenders(&algorithms, &guides),
            left_out: Vec::new(),
            preparations: Vec::new(),
            boards: Vec::new(),
            asked: cases.len() as u64,
        };
        let table = match self.table(contest, &cases, &mut comparison) {
            Err(Unfinished::Cancelled) => return Ok(comparison),
            table => table?,
        };
        let teller = self.family.tells_solvable(self.request)?;
        let mut grounds = Grounds::new();
        for Entered { read, case } in &cases {
            match self.prepare(contest, case, &mut grounds, &mut comparison) {
                Err(Unfinished::Cancelled) => break,
                prepared => prepared?,
            }
            if comparison.boards.is_empty() {
                let runs = cases.len() * comparison.contenders.len();
                let progress = &self.request.progress;
                progress.begin("comparing", "runs", Some(runs as u64));
            }
            let contenders = &comparison.contenders;
            let told = match &teller {
                Some(teller) => teller(&case.start),
                None => Some(is_solvable(&grounds, &case.start)),
            };
            let is_solvable = told != Some(false);
            let named = |(trial, setup): (Trial, Setup)| {
                let moves = trial.outcome.moves.as_deref();
                let answer =
                    moves.map(|moves| text(|out| model.write_moves(&read.start, moves, out)));
                ComparedRun {
                    trial,
                    answer,
                    setup,
                }
            };
            let runs = if is_solvable {
                let unsure = told.is_none().then_some(&puzzle);
                self.board(case, contenders, &grounds, table.as_ref(), unsure)?
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
                    id: read.id,
                    board: text(|out| model.write_board(&read.start, out)),
                    goal: (case.goal)
                        .map(|goal| text(|out| model.write_board(&symbols(&puzzle, &goal), out))),
                    is_solvable,
                    shortest: runs.iter().filter_map(|run| run.trial.length()).min(),
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

    /// The heuristics that are wanted.
    pub(super) fn guides(&self, choice: &Choice<Guide>) -> Result<Vec<Guide>, RequestError> {
        let solver = |guide: &Guide| {
            let query = Query {
                guide: Some(*guide),
                ..Query::default()
            };
            self.family
                .solver(self.request, self.usual, query)
                .map(|_| ())
        };
        let all = || Guide::ALL.into_iter().filter(|guide| solver(guide).is_ok());
        Ok(match choice {
            Choice::All => all().collect(),
            Choice::Usual => {
                let mut guides = self.family.usual_guides().to_vec();
                if self.request.partition.is_some() && !guides.contains(&Guide::Pattern) {
                    guides.push(Guide::Pattern);
                }
                guides
            }
            Choice::These(guides) => {
                guides.iter().try_for_each(solver)?;
                guides.clone()
            }
        })
    }

    pub(super) fn algorithms(&self, contest: &Contest) -> Vec<Algorithm> {
        let all = Algorithm::all(&contest.weights);
        let names: Vec<&str> = match &contest.algorithms {
            Choice::All => return all,
            Choice::Usual if self.is_small() => SMALL.to_vec(),
            Choice::Usual => LARGE.to_vec(),
            Choice::These(names) => names.iter().map(String::as_str).collect(),
        };
        let mut algorithms = Vec::new();
        for name in names {
            algorithms.extend(all.iter().filter(|algorithm| algorithm.name() == name));
        }
        algorithms
    }

    fn is_small(&self) -> bool {
        (self.family.size()).is_some_and(|size| size.cells() <= FEW_CELLS)
    }

    /// Reads all inputs, and gives each board its goal.
    pub(super) fn read(
        &self,
        inputs: &mut [Input],
    ) -> Result<Vec<Entered<K::Board>>, Unfinished<RunError>> {
        let is_settled = self.request.goal.is_some();
        let puzzle = self.family.puzzle(self.request)?;
        let mut cases = Vec::new();
        for (name, input) in inputs {
            let mut source = Source::new(name.as_str(), input);
            let format = match self.from {
                Some(format) => format,
                None => recognise(self.family, self.request, name, &mut source, is_settled)?,
            };
            let goal = self.family.goal(self.request, format)?;
            let mut reader = (format.reader)(self.family.own());
            let mut read = codec::Case::default();
            while reader.next(&mut source, &mut read)? {
                if cases.len() == MOST_BOARDS {
                    return Err(RequestError::ManyBoards(MOST_BOARDS).into());
                }
                read.number = cases.len() as u64 + 1;
                cases.extend(solver_case(&puzzle, &read).map(|case| Entered {
                    read: read.clone(),
                    case: Case {
                        goal: case.goal.or(goal),
                        ..case
                    },
                }));
            }
            reader.close(&mut source)?;
        }
        Ok(cases)
    }

    /// The table of all distances, if it is wanted.
    fn table(
        &self,
        contest: &Contest,
        cases: &[Entered<K::Board>],
        comparison: &mut Comparison,
    ) -> Result<Option<Solver<K>>, Unfinished<RunError>> {
        let is_table = |contender: &Contender| contender.algorithm == Algorithm::Table;
        if !comparison.contenders.iter().any(is_table) {
            return Ok(None);
        }
        let query = Query {
            algorithm: Some(Algorithm::Table),
            limits: self.request.limits,
            progress: Some(Arc::clone(&self.request.progress)),
            store: self.request.store.clone(),
            ..Query::default()
        };
        let begun = Instant::now();
        let mut solver = self.family.solver(self.request, self.usual, query)?;
        let cases: Vec<_> = cases.iter().map(|entered| entered.case).collect();
        match solver.prepare(&cases, (&*self.request.cancel).into()) {
            Ok(()) => {
                let time = begun.elapsed();
                let tables: Vec<_> = solver.tables().collect();
                let sources = tables.iter().map(|(source, _)| *source);
                if let Some(source) = TableSource::of_all(sources) {
                    comparison.preparations.push(Preparation {
                        guide: None,
                        setup: Setup::table(source),
                        time,
                        bytes: tables.iter().map(|(_, bytes)| bytes).sum(),
                    });
                }
                Ok(Some(solver))
            }
            Err(Unfinished::Failed(error)) => {
                let is_named = matches!(contest.algorithms, Choice::These(_));
                refuse(error, is_named, |why| {
                    comparison.left_out.push(("table", why));
                    let contenders = &mut comparison.contenders;
                    contenders.retain(|contender| !is_table(contender));
                })?;
                Ok(None)
            }
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// Makes every heuristic ready for a board's goal. Who can't be had is left out.
    fn prepare(
        &self,
        contest: &Contest,
        case: &Case<K::Board>,
        grounds: &mut Grounds<K::Board>,
        comparison: &mut Comparison,
    ) -> Result<(), Unfinished<RunError>> {
        if grounds
            .first()
            .is_some_and(|(_, goal, _)| *goal == case.goal)
        {
            return Ok(());
        }
        grounds.clear();
        // Blind, for parity, is always there.
        let contenders = comparison.contenders.iter();
        let mut guides = vec![Guide::Blind];
        for guide in contenders.filter_map(|contender| contender.guide) {
            if !guides.contains(&guide) {
                guides.push(guide);
            }
        }
        let searches = comparison.searches();
        for guide in guides {
            let begun = Instant::now();
            let is_final =
                matches!(contest.guides, Choice::These(_)) || !comparison.boards.is_empty();
            let has_none = || RequestError::NoPatterns(self.family.name());
            let ground = self.family.ground(self.request, guide, case.goal);
            match ground.and_then(|ground| Ok(ground.ok_or_else(has_none)?)) {
                Ok(ground) => {
                    let (time, bytes) = (begun.elapsed(), ground.bytes);
                    let mut known = comparison.preparations.iter_mut();
                    let is_same = |known: &&mut Preparation| {
                        known.guide == Some(guide) && known.setup == ground.setup
                    };
                    match known.find(is_same) {
                        Some(known) => known.time += time,
                        None if bytes > 0 => comparison.preparations.push(Preparation {
                            guide: Some(guide),
                            setup: ground.setup.clone(),
                            time,
                            bytes,
                        }),
                        None => {}
                    }
                    for &search in &searches {
                        ground.arena.prepare(search);
                    }
                    grounds.push((guide, case.goal, ground));
                }
                Err(Unfinished::Failed(
                    error @ (RequestError::Solver(_) | RequestError::NoPatterns(_)),
                )) => {
                    refuse(error, is_final, |why| {
                        comparison.left_out.push((guide.name(), why));
                        let contenders = &mut comparison.contenders;
                        contenders.retain(|contender| contender.guide != Some(guide));
                    })?;
                }
                Err(unfinished) => return Err(unfinished.into()),
            }
        }
        Ok(())
    }

    /// Runs the contenders on a board, one after another, until somebody wants it to stop: then the last run was cut short,
    /// or some are missing. The puzzle is there if nothing tells whether moves solve the board.
    fn board(
        &self,
        case: &Case<K::Board>,
        contenders: &[Contender],
        grounds: &Grounds<K::Board>,
        table: Option<&Solver<K>>,
        unsure: Option<&K>,
    ) -> Result<Vec<(Trial, Setup)>, RequestError> {
        let lacks = || RequestError::NoSuchBoards("a contender was not made ready".to_owned());
        let cancel = &self.request.cancel;
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
                    table.solve(case, (&**cancel).into(), &mut answer);
                    let setup = answer.setup.clone();
                    (looked_up(answer), setup)
                }
                search => {
                    let guide = contender.guide.unwrap_or(Guide::Blind);
                    let ground = grounds.iter().find(|(one, _, _)| *one == guide);
                    let (_, _, ground) = ground.ok_or_else(lacks)?;
                    let mut silent = Silent;
                    let mut control =
                        Control::new(self.request.limits, &mut silent).cancelled_by(cancel);
                    let run =
                        |control: &mut Control<'_>| ground.arena.run(search, &case.start, control);
                    let outcome = to_its_end(unsure, search, &case.start, &mut control, run);
                    let setup = Setup {
                        heuristics: contender.guide.into_iter().collect(),
                        pruned: ground.arena.pruning(search).map(PrunedSequences::from),
                        ..ground.setup.clone()
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
            self.request.progress.add(1);
        }
        Ok(trials)
    }
}

/// Whether a board is solvable, as far as that is seen without a search.
fn is_solvable<B>(grounds: &Grounds<B>, board: &B) -> bool {
    let mut grounds = grounds.iter();
    grounds.all(|(_, _, ground)| ground.arena.is_solvable(board))
}

/// Runs a search. Where it would not see that no moves solve the board, and nothing else tells that, it is told the puzzle.
pub(super) fn to_its_end<P: Puzzle>(
    unsure: Option<&P>,
    search: Algorithm,
    start: &P::Board,
    control: &mut Control<'_>,
    run: impl FnOnce(&mut Control<'_>) -> Outcome,
) -> Outcome {
    match unsure.filter(|_| search.is_depth_first()) {
        Some(puzzle) => until_exhausted(puzzle, start, control, run),
        None => run(control),
    }
}

/// Every algorithm with every heuristic, blind ones once.
pub(super) fn contenders(algorithms: &[Algorithm], guides: &[Guide]) -> Vec<Contender> {
    let mut contenders = Vec::new();
    for &algorithm in algorithms {
        if algorithm.is_blind() {
            contenders.push(Contender {
                algorithm,
                guide: None,
            });
            continue;
        }
        for &guide in guides {
            contenders.push(Contender {
                algorithm,
                guide: Some(guide),
            });
        }
    }
    contenders
}

/// What can't be had is an error to those who named it; others do without and are told why.
fn refuse(
    error: impl Into<RunError> + ToString,
    is_named: bool,
    leave_out: impl FnOnce(String),
) -> Result<(), RunError> {
    if is_named {
        return Err(error.into());
    }
    leave_out(error.to_string());
    Ok(())
}

/// What a table says, as a search would say it.
fn looked_up(answer: Answer) -> Outcome {
    let (stop, lower_bound) = match answer.verdict {
        Verdict::Solved(distance) => (Stop::Solved, distance),
        Verdict::Unsolvable => (Stop::Exhausted, u32::MAX),
        Verdict::Beyond(limit) => (Stop::Moves, limit.saturating_add(1)),
        Verdict::Stopped(stop, bound) => (stop, bound),
        Verdict::Deferred => (Stop::Nodes, 0),
    };
    Outcome {
        moves: (stop == Stop::Solved).then_some(answer.moves),
        stop,
        lower_bound,
        statistics: Statistics::default(),
    }
}
