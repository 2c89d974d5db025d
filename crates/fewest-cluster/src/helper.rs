//! Helping hosts: they join a search when asked and search the subtrees they are given.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fewest::search::ida_star::Tally;
use fewest::search::ida_star::resume::Record;
use fewest::search::ida_star::turns::{Share, SubtreeTurn};
use fewest::solver::{Hooks, Sharing};
use fewest::{Options, Puzzle, Unfinished};

use crate::ClusterError;
use crate::letters::{Asked, Marks, Terms, Words};
use crate::outbox::Outbox;

/// The longest wait of a thread before it checks for cancellation.
const WAIT: Duration = Duration::from_millis(5);

/// The work that a host has done for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// Subtrees that were searched completely, or until an answer was found.
    pub subtrees: u64,
    /// The boards generated in these subtrees, except in subtrees with an answer.
    pub generated: u64,
}

#[derive(Debug)]
pub(crate) struct Helper {
    threads: u32,
    outbox: Outbox,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The next work: a search to prepare for, and an iteration to help with.
    terms: Option<Box<Terms>>,
    next: Option<Box<Asked>>,
    /// The current iteration, and whether this host's search has reached it.
    asked: Option<Box<Asked>>,
    has_begun: bool,
    /// The number of the last finished iteration.
    over: u64,
    /// The subtrees to search, and the first one known to have an answer.
    places: VecDeque<usize>,
    answer: Option<usize>,
    is_finished: bool,
    helped: Help,
    guide: String,
    /// Descriptions of the leading host's search and of this one, if they differ.
    difference: Option<[String; 2]>,
}

impl State {
    /// The number of the current iteration, if it is still running.
    fn number(&self) -> Option<u64> {
        let number = self.asked.as_ref()?.number;
        (number > self.over && self.difference.is_none()).then_some(number)
    }
}

impl Helper {
    pub fn new(host: usize, threads: usize) -> Self {
        Self {
            threads: threads.try_into().unwrap_or(u32::MAX),
            outbox: Outbox::new(host),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    pub const fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes a message of the leading host.
    pub fn read(&self, words: Words) {
        let state = &mut *self.state();
        match words {
            Words::Prepare(terms) => state.terms = Some(terms),
            Words::Help(asked) => state.next = Some(asked),
            Words::Search(number, places) if state.number() == Some(number) => {
                let places = places.into_iter().map(|place| place as usize);
                state.places.extend(places);
            }
            Words::Enough(number, place) if state.number() == Some(number) => {
                state.answer = Some(place as usize);
            }
            Words::Over(number) => state.over = number,
            Words::End => {
                state.is_finished = true;
                self.outbox.close();
            }
            _ => {}
        }
        self.changed.notify_all();
    }

    /// Waits for the next work: its terms, and its board unless it is only a preparation. `None` at
    /// the end.
    fn next(&self, cancel: &AtomicBool) -> Option<(Terms, Option<Vec<u8>>)> {
        let mut state = self.state();
        while !state.is_finished && !cancel.load(Ordering::Relaxed) {
            state.asked = None;
            if let Some(asked) = state.next.take() {
                let question = (asked.terms.clone(), Some(asked.board.clone()));
                state.places.clear();
                state.answer = None;
                state.has_begun = false;
                state.asked = Some(asked);
                return Some(question);
            }
            if let Some(terms) = state.terms.take() {
                return Some((*terms, None));
            }
            let waited = self.changed.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Helps until there is no more to do. `different` turns the descriptions of the leading host's
    /// search and of this one into an error.
    pub fn help(
        self: &Arc<Self>,
        puzzle: &Puzzle,
        options: &Options,
        different: impl FnOnce([String; 2]) -> ClusterError,
    ) -> Result<Help, Unfinished<ClusterError>> {
        while let Some((terms, board)) = self.next(&options.cancel) {
            let search_options = Options {
                hooks: Hooks {
                    sharing: Some(Arc::clone(self) as Arc<dyn Sharing>),
                    ..Hooks::default()
                },
                ..terms.in_place_of(options)
            };
            let board = match board {
                Some(board) => puzzle.board_of(&board),
                // The solved board is answered without a search.
                None => puzzle.solved_board(&search_options).ok(),
            };
            let Some(board) = board else { continue };
            match puzzle.solve_all(&[board], &search_options) {
                Err(Unfinished::Failed(error)) => return Err(ClusterError::from(error).into()),
                // The leading host has all answers and no longer waits for this one.
                Err(Unfinished::Cancelled) if self.state().is_finished => break,
                Err(unfinished) => return Err(unfinished.map(ClusterError::from)),
                Ok(_) => {}
            }
            let mut state = self.state();
            if state.number().is_some() && !state.has_begun {
                let words = ["searches for a board", "answers it without a search"];
                state.difference = Some(words.map(str::to_owned));
            }
            if let Some(difference) = state.difference.take() {
                return Err(different(difference).into());
            }
        }
        Ok(self.state().helped)
    }
}

impl Share for Helper {
    fn begin(&self, record: &Record, mark: u64) -> bool {
        let state = &mut *self.state();
        let Some(asked) = &state.asked else {
            return true;
        };
        let tree = Marks {
            guide: state.guide.clone(),
            cut: mark,
            subtrees: record.subtrees.len() as u64,
        };
        let is_same = tree == asked.tree
            && record.iterations == asked.before
            && record.threshold == asked.threshold;
        if is_same {
            state.has_begun = true;
            self.outbox
                .write(0, Words::Ready(asked.number, self.threads));
        } else {
            let describe = |marks: &Marks| {
                let Marks { guide, cut, .. } = marks;
                format!("searches the tree {cut:016x}, guided by {guide}")
            };
            state.difference = Some([describe(&asked.tree), describe(&tree)]);
        }
        true
    }

    fn take(&self) -> SubtreeTurn {
        let mut state = self.state();
        for _ in 0..2 {
            if state.number().is_none() {
                return SubtreeTurn::Over;
            }
            if let Some(place) = state.places.pop_front() {
                return SubtreeTurn::Subtree(place);
            }
            let waited = self.changed.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        SubtreeTurn::Later
    }

    fn report(&self, place: usize, result: Option<Tally>) {
        let state = &mut *self.state();
        if let (Some(number), Ok(place)) = (state.number(), u32::try_from(place)) {
            state.helped.subtrees += 1;
            state.helped.generated += result.map_or(0, |tally| tally.generated);
            self.outbox.write(0, Words::Became(number, place, result));
        }
    }

    fn collect(&self, visit: &mut dyn FnMut(usize, Option<Tally>)) {
        let answer = self.state().answer.take();
        if let Some(place) = answer {
            visit(place, None);
        }
    }

    fn end(&self) -> bool {
        false
    }
}

impl Sharing for Helper {
    fn agree(&self, heuristic_name: &str) {
        heuristic_name.clone_into(&mut self.state().guide);
    }

    fn prepare(&self, _: &Options) {}

    fn board(&self, _: Option<&[u8]>) {}

    fn joined(&self) -> Option<Record> {
        let state = self.state();
        state.asked.as_ref().map(|asked| Record {
            iterations: asked.before.clone(),
            threshold: asked.threshold,
            subtrees: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use fewest::search::{Algorithm, Iteration};
    use fewest::solver::HeuristicName;

    use super::*;

    /// Korf's first board, and a threshold under which it is not solved.
    const BOARD: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    const THRESHOLD: u32 = 45;

    fn fifteen() -> Puzzle {
        Puzzle::open("fifteen").unwrap()
    }

    fn options() -> Options {
        Options {
            algorithm: Some(Algorithm::IdaStar),
            heuristics: vec![HeuristicName::Manhattan],
            goal: Some(fewest::Goal::Board((0..16).collect())),
            ..Options::default()
        }
    }

    /// Takes part in a search and keeps the request that another host would get. It searches no subtree.
    #[derive(Debug, Default)]
    struct Witness(Mutex<(String, Vec<u8>, Option<Asked>)>);

    impl Share for Witness {
        fn begin(&self, record: &Record, mark: u64) -> bool {
            let (guide, board, asked) = &mut *self.0.lock().unwrap();
            *asked = Some(Asked {
                number: 1,
                terms: Terms::of(&options()).unwrap(),
                board: board.clone(),
                before: record.iterations.clone(),
                threshold: record.threshold,
                tree: Marks {
                    guide: guide.clone(),
                    cut: mark,
                    subtrees: record.subtrees.len() as u64,
                },
            });
            true
        }

        fn take(&self) -> SubtreeTurn {
            SubtreeTurn::Over
        }

        fn report(&self, _: usize, _: Option<Tally>) {}

        fn collect(&self, _: &mut dyn FnMut(usize, Option<Tally>)) {}

        fn end(&self) -> bool {
            false
        }
    }

    impl Sharing for Witness {
        fn agree(&self, heuristic_name: &str) {
            heuristic_name.clone_into(&mut self.0.lock().unwrap().0);
        }

        fn prepare(&self, _: &Options) {}

        fn board(&self, symbols: Option<&[u8]>) {
            self.0.lock().unwrap().1 = symbols.unwrap_or_default().to_vec();
        }

        fn joined(&self) -> Option<Record> {
            // Large enough that the next iteration is split into subtrees.
            let before = Iteration {
                threshold: THRESHOLD - 2,
                expanded: 20_000,
                generated: 40_000,
            };
            Some(Record {
                iterations: vec![before],
                threshold: THRESHOLD,
                subtrees: Vec::new(),
            })
        }
    }

    /// The request of a leading host that searches for the board.
    fn asked() -> Asked {
        let witness = Arc::new(Witness::default());
        let puzzle = fifteen();
        let options = Options {
            hooks: Hooks {
                sharing: Some(Arc::clone(&witness) as Arc<dyn Sharing>),
                ..Hooks::default()
            },
            ..options()
        };
        let board = puzzle.board(BOARD).unwrap();
        drop(puzzle.solve_all(&[board], &options));
        let asked = witness.0.lock().unwrap().2.take();
        asked.expect("the search was cut into subtrees")
    }

    /// Helps while `lead` acts for the leading host.
    fn help(lead: impl FnOnce(&Helper, &AtomicBool)) -> Result<Help, Unfinished<ClusterError>> {
        let helper = Arc::new(Helper::new(1, 2));
        let (puzzle, options) = (fifteen(), options());
        thread::scope(|scope| {
            let helping = scope.spawn(|| {
                let different = |[lead_search, helper_search]: [String; 2]| {
                    ClusterError::Different(
                        "lead".into(),
                        lead_search,
                        "host 1".into(),
                        helper_search,
                    )
                };
                helper.help(&puzzle, &options, different)
            });
            lead(&helper, &options.cancel);
            helping.join().unwrap()
        })
    }

    /// Waits for the next letter of a host.
    fn written(helper: &Helper) -> Words {
        loop {
            let mut letters = helper.outbox.take();
            assert!(letters.len() <= 1, "{letters:?}");
            if let Some(letter) = letters.pop() {
                assert_eq!((letter.from, letter.to), (1, 0));
                return letter.words;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn a_host_searches_the_subtrees_that_it_gets() {
        let asked = asked();
        let helped = help(|helper, _| {
            helper.read(Words::Help(Box::new(asked)));
            assert!(matches!(written(helper), Words::Ready(1, 2)));
            // Subtrees of another iteration are ignored.
            helper.read(Words::Search(2, vec![5]));
            for place in [3, 0] {
                helper.read(Words::Search(1, vec![place]));
                let words = written(helper);
                let Words::Became(1, reported, Some(tally)) = words else {
                    panic!("{words:?}");
                };
                assert!(reported == place && tally.generated > 0);
            }
            helper.read(Words::Over(1));
            helper.read(Words::End);
        });
        let helped = helped.unwrap();
        assert!(helped.subtrees == 2 && helped.generated > 0, "{helped:?}");
    }

    /// The search of a late host is cancelled, because its results are not needed. The host ended
    /// as if Ctrl-C had been pressed.
    #[test]
    fn a_late_host_ends_without_an_error() {
        let asked = asked();
        let helped = help(|helper, cancel| {
            helper.read(Words::Help(Box::new(asked)));
            // After this, it waits for subtrees.
            assert!(matches!(written(helper), Words::Ready(..)));
            helper.read(Words::End);
            cancel.store(true, Ordering::Relaxed);
        });
        assert_eq!(helped.unwrap(), Help::default());
        // The same before it has begun.
        let helped = help(|helper, cancel| {
            helper.read(Words::End);
            cancel.store(true, Ordering::Relaxed);
        });
        assert_eq!(helped.unwrap(), Help::default());
    }

    #[test]
    fn an_interrupted_search_is_cancelled() {
        let asked = asked();
        let helped = help(|helper, cancel| {
            helper.read(Words::Help(Box::new(asked)));
            assert!(matches!(written(helper), Words::Ready(..)));
            cancel.store(true, Ordering::Relaxed);
        });
        assert!(matches!(helped, Err(Unfinished::Cancelled)), "{helped:?}");
    }

    #[test]
    fn a_different_tree_is_reported() {
        let mut other = asked();
        other.tree.cut ^= 1;
        let helped = help(|helper, _| helper.read(Words::Help(Box::new(other))));
        let Err(Unfinished::Failed(ClusterError::Different(_, lead_search, _, helper_search))) =
            helped
        else {
            panic!("{helped:?}");
        };
        assert!(
            lead_search != helper_search && helper_search.contains("guided by manhattan"),
            "{lead_search}; {helper_search}"
        );
    }
}
