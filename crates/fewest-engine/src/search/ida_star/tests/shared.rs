//! IDA* on several processes, simulated by threads that share only messages, has the usual result.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::{in_pool, small};
use crate::heuristic::{LinearConflict, Manhattan};
use crate::kernel::tiles::{Nibbles, TileBoard};
use crate::projection::PieceSearch;
use crate::search::AnswerChoice;
use crate::search::ida_star::resume::{Checkpoint, Record};
use crate::search::ida_star::turns::{Share, SubtreeTurn};
use crate::search::ida_star::{Cores, Tally, Tree};
use crate::search::{Control, Limits, Outcome, Silent, Stop};
use crate::{Budget, Model};

#[derive(Debug, Default)]
struct SharedState {
    /// The current iteration: its number, its record, its tree's mark.
    number: u64,
    record: Record,
    mark: u64,
    is_on: bool,
    has_ended: bool,
    open: VecDeque<usize>,
    taken: BTreeSet<usize>,
    answer: Option<usize>,
    /// Results of others that the first process has not collected.
    news: Vec<(usize, Option<Tally>)>,
    /// Subtrees searched by others: without an answer, and with one.
    helped: [u64; 2],
}

impl SharedState {
    fn is_needed(&self, place: usize) -> bool {
        self.answer.is_none_or(|answer| place < answer)
    }
}

/// A process; number 0 leads.
#[derive(Debug)]
struct Process<'t> {
    number: usize,
    table: &'t Mutex<SharedState>,
    /// The iteration that it helps with, and the answer known to it.
    iteration: Mutex<(u64, Option<usize>)>,
    /// True if it leaves all subtrees to others.
    is_lazy: bool,
}

impl<'t> Process<'t> {
    fn new(number: usize, is_lazy: bool, table: &'t Mutex<SharedState>) -> Self {
        Self {
            number,
            table,
            iteration: Mutex::default(),
            is_lazy,
        }
    }

    fn state(&self) -> MutexGuard<'_, SharedState> {
        self.table.lock().unwrap()
    }
}

impl Share for Process<'_> {
    fn begin(&self, record: &Record, mark: u64) -> bool {
        let state = &mut *self.state();
        if self.number > 0 {
            // The leader may be at another iteration meanwhile.
            if self.iteration.lock().unwrap().0 == state.number {
                assert_eq!(state.mark, mark);
                assert_eq!(state.record.subtrees.len(), record.subtrees.len());
            }
            return true;
        }
        let open = record.subtrees.iter().enumerate();
        *state = SharedState {
            number: state.number + 1,
            record: record.clone(),
            mark,
            is_on: true,
            open: open
                .filter(|(_, known)| known.is_none())
                .map(|(place, _)| place)
                .collect(),
            helped: state.helped,
            ..SharedState::default()
        };
        true
    }

    fn take(&self) -> SubtreeTurn {
        thread::yield_now();
        let state = &mut *self.state();
        if !state.is_on || self.number > 0 && self.iteration.lock().unwrap().0 != state.number {
            return SubtreeTurn::Over;
        }
        let next = state
            .open
            .front()
            .copied()
            .filter(|&place| state.is_needed(place));
        match next {
            Some(_) if self.is_lazy => SubtreeTurn::Later,
            Some(place) => {
                state.open.pop_front();
                state.taken.insert(place);
                SubtreeTurn::Subtree(place)
            }
            None if state
                .taken
                .first()
                .is_some_and(|&place| state.is_needed(place)) =>
            {
                SubtreeTurn::Later
            }
            None if self.number > 0 => SubtreeTurn::Later,
            None => SubtreeTurn::Over,
        }
    }

    fn report(&self, place: usize, result: Option<Tally>) {
        let state = &mut *self.state();
        if self.number > 0 && self.iteration.lock().unwrap().0 != state.number {
            return;
        }
        assert!(state.taken.remove(&place));
        if result.is_none() && state.is_needed(place) {
            state.answer = Some(place);
        }
        if self.number > 0 {
            state.news.push((place, result));
            state.helped[usize::from(result.is_none())] += 1;
        }
    }

    fn collect(&self, visit: &mut dyn FnMut(usize, Option<Tally>)) {
        let state = &mut *self.state();
        if self.number == 0 {
            for (place, result) in state.news.drain(..) {
                visit(place, result);
            }
            return;
        }
        let (number, heard) = &mut *self.iteration.lock().unwrap();
        if *number == state.number && *heard != state.answer {
            *heard = state.answer;
            if let Some(place) = state.answer {
                visit(place, None);
            }
        }
    }

    fn end(&self) -> bool {
        if self.number == 0 {
            self.state().is_on = false;
        }
        self.number == 0
    }
}

/// Lets the others end even if the leader panics.
struct End<'e>(&'e Process<'e>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.state().has_ended = true;
    }
}

type Job<'j> = dyn Fn(&mut Control<'_>, Cores, Option<&mut Checkpoint<'_>>) -> Outcome + Sync + 'j;

fn run_process(
    job: &Job<'_>,
    process: &Process<'_>,
    record: Record,
    limits: Limits,
) -> (Outcome, Record) {
    in_pool(2, || {
        let mut silent = Silent;
        let control = &mut Control::new(limits, &mut silent);
        let mut checkpoint = Checkpoint {
            record,
            every: Duration::ZERO,
            keep: &mut |_| {},
            share: Some(process),
        };
        let outcome = job(control, Cores::All, Some(&mut checkpoint));
        (outcome, checkpoint.record)
    })
}

/// Searches with interruptions: the subtrees searched by others, without and with an answer.
fn check(job: &Job<'_>, processes: usize, runs: u64) -> [u64; 2] {
    let mut silent = Silent;
    let control = &mut Control::new(Limits::default(), &mut silent);
    let expected = job(control, Cores::One, None);
    let table = &Mutex::new(SharedState::default());
    let lead = Process::new(0, processes == 2, table);
    thread::scope(|scope| {
        let end = End(&lead);
        for number in 1..processes {
            scope.spawn(move || {
                let helper = Process::new(number, false, table);
                let mut last = 0;
                loop {
                    let state = helper.state();
                    let (number, record) = (state.number, state.record.clone());
                    if state.has_ended {
                        return;
                    }
                    drop(state);
                    if number > last {
                        *helper.iteration.lock().unwrap() = (number, None);
                        let joined = Record {
                            subtrees: Vec::new(),
                            ..record
                        };
                        let (outcome, _) = run_process(job, &helper, joined, Limits::default());
                        assert_eq!(outcome.stop, Stop::Cancelled);
                        last = number;
                    }
                    thread::yield_now();
                }
            });
        }
        let mut record = Record::default();
        for run in 1..=runs {
            let nodes = expected.statistics.generated * run / runs;
            let limits = Limits {
                max_nodes: Some(nodes).filter(|_| run < runs),
                ..Limits::default()
            };
            let (outcome, last) = run_process(job, &lead, record, limits);
            if run == runs {
                assert_eq!(outcome, expected, "{processes} {run} of {runs}");
            } else {
                assert_eq!(outcome.stop, Stop::Nodes);
                // If others found an answer first, the lower bound may be smaller.
                assert!(outcome.at_least <= expected.at_least);
            }
            record = last;
        }
        drop(end);
    });
    lead.state().helped
}

#[test]
fn tiles() {
    let puzzle = small(4, 4, 0);
    // Korf's board 58: 6.5 million generated boards with Manhattan distances (R. E. Korf, 1985).
    let cells = [5, 0, 15, 8, 4, 6, 1, 14, 10, 11, 3, 9, 7, 12, 2, 13];
    let board = TileBoard::<Nibbles>::new(&cells).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let conflict = LinearConflict::new(&puzzle).unwrap();
    let mut helped = [0; 2];
    for (processes, runs) in [(1, 1), (2, 1), (3, 1), (3, 4)] {
        let tree = Tree::new(&puzzle, &manhattan);
        let one = check(
            &|control, cores, checkpoint| tree.run(&board, control, cores, checkpoint),
            processes,
            runs,
        );
        let tree = Tree::new(&puzzle, &conflict);
        let other = check(
            &|control, cores, checkpoint| tree.run(&board, control, cores, checkpoint),
            processes,
            runs,
        );
        helped = [helped[0] + one[0] + other[0], helped[1] + one[1] + other[1]];
        assert!((processes == 1) == (one[0] == 0), "{one:?}");
    }
    assert!(helped[0] > 100 && helped[1] > 1, "{helped:?}");
}

#[test]
fn cubes() {
    let cube = Model::named("cube3").unwrap();
    let solved = cube.solved_board();
    let after = |board: Vec<u8>, name| cube.end(&board, &[cube.find_move(name).unwrap()]);
    let board = "R U R' F2 D L2 B' U2 R2 F' D2"
        .split(' ')
        .fold(solved, after);
    let mut search = PieceSearch::of(&cube.structure).unwrap();
    assert!(search.build(100_000, Budget::default()).unwrap());
    let start = search.read(&board).unwrap();
    let job = |control: &mut Control<'_>, cores, checkpoint: Option<&mut Checkpoint<'_>>| {
        search.run(&start, AnswerChoice::Least, control, cores, checkpoint)
    };
    let mut helped = [0; 2];
    for (processes, runs) in [(1, 1), (2, 1), (3, 1), (2, 3)] {
        let one = check(&job, processes, runs);
        helped = [helped[0] + one[0], helped[1] + one[1]];
    }
    assert!(helped[0] > 10 && helped[1] > 1, "{helped:?}");
}
