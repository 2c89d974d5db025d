//! The walk from a board down to the goals, one layer of boards at a time.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{AnswerGraph, keep};
use crate::model::Case;
use crate::model::Model;
use crate::search::Stop;
use crate::solver::batch::Access;
use crate::solver::{Answer, Call, SolverError, TableSource, Verdict};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::survey::descent::{Layer, StepsDown};

/// Boards between two checks of the limits.
const BOARDS_PER_CHECK: usize = 1 << 12;
/// Below this number, boards are searched one by one, each on all cores; otherwise one per core.
const APART: usize = 64;
/// Size of a board in addition to its symbols, in bytes.
const OVERHEAD: usize = 112;
const TITLE: &str = "finding all shortest answers";

type Symbols = Arc<[u8]>;

enum WalkEnd {
    Stopped(Stop),
    Failed(SolverError),
}

impl From<Unfinished<SolverError>> for WalkEnd {
    fn from(unfinished: Unfinished<SolverError>) -> Self {
        match unfinished {
            Unfinished::Cancelled => Self::Stopped(Stop::Cancelled),
            Unfinished::Time => Self::Stopped(Stop::Time),
            Unfinished::Failed(error) => Self::Failed(error),
        }
    }
}

fn place(layer: &mut Layer<Symbols>, symbols: &[u8]) -> u32 {
    layer.place(symbols, |symbols| symbols.into())
}

pub(super) struct AnswerWalk<'w, A> {
    model: &'w Model,
    solver: &'w mut A,
    case: &'w Case,
    /// The board's answer, with the statistics of all searches.
    answer: Answer,
    call: Call<'w>,
    /// Boards on answers found by searches, by distance.
    near: Vec<FxHashSet<Symbols>>,
    /// A lower bound of the number of answers.
    known: u128,
    done: u64,
    /// The bytes of the layers so far.
    bytes: u64,
}

impl<'w, A: Access> AnswerWalk<'w, A> {
    pub(super) fn new(
        model: &'w Model,
        solver: &'w mut A,
        case: &'w Case,
        answer: Answer,
        call: Call<'w>,
    ) -> Self {
        Self {
            model,
            solver,
            case,
            answer,
            call,
            near: Vec::new(),
            known: 1,
            done: 0,
            bytes: 0,
        }
    }

    pub(super) fn known(&self) -> u128 {
        self.known
    }

    pub(super) fn into_answer(self) -> Answer {
        self.answer
    }

    /// All shortest answers, or the ones found before the walk stopped early.
    ///
    /// # Errors
    /// If a requested table can't be built.
    pub(super) fn down(
        &mut self,
        distance: u32,
    ) -> Result<(AnswerGraph, Option<Stop>), SolverError> {
        let mut graph = AnswerGraph::default();
        let mut layer = Layer::with_room(1);
        place(&mut layer, &self.case.start);
        match self.layers(distance, &mut graph, &mut layer) {
            Ok(()) => Ok((graph, None)),
            Err(WalkEnd::Stopped(stop)) => {
                self.note_ways(&graph);
                self.continue_from_known(&mut graph, layer);
                Ok((graph, Some(stop)))
            }
            Err(WalkEnd::Failed(error)) => Err(error),
        }
    }

    fn layers(
        &mut self,
        distance: u32,
        graph: &mut AnswerGraph,
        layer: &mut Layer<Symbols>,
    ) -> Result<(), WalkEnd> {
        self.near.resize_with(distance as usize, FxHashSet::default);
        let (start, moves) = (&self.case.start, std::mem::take(&mut self.answer.moves));
        self.note(start, &moves);
        self.answer.moves = moves;
        // All boards tested for the previous layer.
        let mut before = FxHashMap::default();
        for nearer in (0..distance).rev() {
            let (mut steps, mut next) = self.next(layer, &before)?;
            let mut is_near = vec![false; next.boards.len()];
            let tested = self.test(&next.boards, nearer, &mut is_near);
            keep(&mut steps, &is_near);
            let bytes = steps.bytes();
            graph.layers.push(steps);
            if let Err(end) = tested {
                self.note_ways(graph);
                graph.layers.pop();
                return Err(end);
            }
            let mut is_near = is_near.into_iter();
            next.boards.retain(|_| is_near.next() == Some(true));
            self.near.pop();
            self.bytes += bytes;
            before = std::mem::replace(layer, next).places;
        }
        Ok(())
    }

    /// Notes the number of ways down to the last layer: each of its boards is on an answer.
    fn note_ways(&mut self, graph: &AnswerGraph) {
        let ways = graph.count(|_| true).unwrap_or(u128::MAX);
        self.known = self.known.max(ways);
    }

    /// Continues from the last layer to boards on answers that searches have found.
    fn continue_from_known(&mut self, graph: &mut AnswerGraph, mut layer: Layer<Symbols>) {
        while let Some(near) = self.near.pop() {
            let mut next = Layer::with_room(0);
            let mut steps = StepsDown::with_room(layer.boards.len());
            for parent in &layer.boards {
                let begin = steps.to.len();
                for m in (0..=u8::MAX).take(self.model.moves.len()).map(Move::new) {
                    let mut board = parent.to_vec();
                    if self.model.apply(&mut board, m) && near.contains(&board[..]) {
                        steps.to.push((m, place(&mut next, &board)));
                    }
                }
                steps.end(begin);
            }
            graph.layers.push(steps);
            layer = next;
        }
        graph.drop_dead_ends();
    }

    /// The neighbours of a layer, less the boards tested for this layer and the previous one, which
    /// are no nearer to the goal than this layer.
    fn next(
        &mut self,
        layer: &Layer<Symbols>,
        before: &FxHashMap<Symbols, u32>,
    ) -> Result<(StepsDown<Move>, Layer<Symbols>), WalkEnd> {
        let moves = (0..=u8::MAX).take(self.model.moves.len()).map(Move::new);
        let mut next = Layer::with_room(0);
        let mut steps = StepsDown::with_room(layer.boards.len());
        let mut board = Vec::new();
        for chunk in layer.boards.chunks(BOARDS_PER_CHECK) {
            self.check(layer.places.len() + before.len() + next.boards.len())?;
            for parent in chunk {
                let begin = steps.to.len();
                for m in moves.clone() {
                    board.clear();
                    board.extend_from_slice(parent);
                    let is_legal = self.model.apply(&mut board, m);
                    let is_known = layer.places.contains_key(&board[..]);
                    if is_legal && !is_known && !before.contains_key(&board[..]) {
                        steps.to.push((m, place(&mut next, &board)));
                    }
                }
                steps.end(begin);
            }
            self.done += chunk.len() as u64;
        }
        Ok((steps, next))
    }

    /// Checks all limits. `boards` counts the boards in memory other than `near`.
    fn check(&self, boards: usize) -> Result<(), WalkEnd> {
        self.call.budget.check::<SolverError>()?;
        let stored = boards + self.near.iter().map(FxHashSet::len).sum::<usize>();
        let bytes = self.bytes + (stored * (self.case.start.len() + OVERHEAD)) as u64;
        let (tables, memory) = (self.solver).read(self.call, |solver| {
            (solver.tables(), solver.options().memory)
        })?;
        let built = tables
            .into_iter()
            .filter(|(source, _)| *source == TableSource::Built)
            .map(|(_, bytes)| bytes)
            .sum::<u64>();
        if memory.is_some_and(|memory| bytes > memory.saturating_sub(built)) {
            return Err(WalkEnd::Stopped(Stop::Memory));
        }
        self.report();
        Ok(())
    }

    fn report(&self) {
        if let Some(progress) = self.call.budget.progress {
            progress.reach(TITLE, "boards", self.done);
        }
    }

    /// Notes the boards on an answer as near.
    fn note(&mut self, start: &[u8], moves: &[Move]) {
        let mut board = start.to_vec();
        let distances = (0..moves.len()).rev();
        for (&m, distance) in moves.iter().zip(distances) {
            self.model.apply(&mut board, m);
            if let Some(near) = self.near.get_mut(distance) {
                near.insert(board.as_slice().into());
            }
        }
    }

    /// Marks the boards that have this distance. All of them are at least as far away.
    fn test(
        &mut self,
        boards: &[Symbols],
        nearer: u32,
        is_near: &mut [bool],
    ) -> Result<(), WalkEnd> {
        let mut open = Vec::new();
        let (mut case, mut answer) = (self.case.clone(), Answer::default());
        let known = self.near.get(nearer as usize);
        for (place, (board, is_near)) in boards.iter().zip(is_near.iter_mut()).enumerate() {
            if place % BOARDS_PER_CHECK == 0 {
                self.call.budget.check::<SolverError>()?;
            }
            case.start.clear();
            case.start.extend_from_slice(board);
            if known.is_some_and(|known| known.contains(board)) {
                *is_near = true;
            } else if (self.solver).read(self.call, |solver| {
                solver.look_up(&case, self.call, &mut answer)
            })? {
                *is_near = answer.verdict == Verdict::Solved(nearer);
            } else {
                open.push(place);
            }
        }
        if !open.is_empty() {
            let batch = [self.case.clone()];
            self.solver.prepare(&batch, self.share())?;
        }
        while !open.is_empty() {
            self.check(boards.len())?;
            let is_apart = open.len() >= APART && self.call.max_nodes.is_none();
            let count = if is_apart {
                open.len().min(BOARDS_PER_CHECK)
            } else {
                1
            };
            let now = open.split_off(open.len() - count);
            let mut are_deferred = false;
            for (place, answer) in self.search(boards, &now, nearer)? {
                self.answer.expanded += answer.expanded;
                self.answer.generated += answer.generated;
                match answer.verdict {
                    Verdict::Solved(moves) if moves == nearer => {
                        self.note(&boards[place], &answer.moves);
                        is_near[place] = true;
                    }
                    Verdict::Solved(_) | Verdict::Unsolvable | Verdict::Beyond(_) => {}
                    Verdict::Deferred => {
                        are_deferred = true;
                        open.push(place);
                    }
                    Verdict::Stopped(stop, _) => return Err(WalkEnd::Stopped(stop)),
                }
            }
            if are_deferred {
                self.call.budget.check::<SolverError>()?;
                let call = self.share();
                self.solver.write(call, |solver| solver.escalate(call))?;
            }
        }
        Ok(())
    }

    /// This call with half of the time left, for preparing searches.
    fn share(&self) -> Call<'w> {
        let half = self.call.budget.left().map(|left| left / 2);
        let untimed = Budget {
            deadline: None,
            ..self.call.budget
        };
        Call {
            budget: untimed.or(half),
            ..self.call
        }
    }

    fn search(
        &self,
        boards: &[Symbols],
        places: &[usize],
        moves: u32,
    ) -> Result<Vec<(usize, Answer)>, WalkEnd> {
        let nodes = self.call.max_nodes;
        let nodes = nodes.map(|nodes| nodes.saturating_sub(self.answer.generated));
        if nodes == Some(0) {
            return Err(WalkEnd::Stopped(Stop::Nodes));
        }
        let call = self.call.any_within(moves, nodes);
        let case = self.case;
        let found = self.solver.read(self.call, |solver| {
            let search = |place: usize| {
                let case = Case {
                    start: boards[place].to_vec(),
                    ..case.clone()
                };
                let mut answer = Answer::default();
                solver.solve(&case, call, &mut answer);
                (place, answer)
            };
            match places {
                [place] => vec![search(*place)],
                places => parallel::map(places.iter().copied(), search),
            }
        });
        Ok(found?)
    }
}
