//! The leading host: it asks others for help, deals out subtrees and collects the results.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fewest::Options;
use fewest::search::ida_star::Tally;
use fewest::search::ida_star::resume::Record;
use fewest::search::ida_star::turns::{Share, SubtreeTurn};
use fewest::solver::Sharing;

use crate::letters::{Asked, Letter, Marks, Terms, Words};
use crate::outbox::Outbox;

/// An iteration is shared if the previous one generated this many boards, and so will take at least
/// a few tenths of a second.
const WORTH_IT: u64 = if cfg!(test) { 1 << 15 } else { 1 << 22 };
/// The longest wait of a thread for a subtree before it checks for cancellation.
const WAIT: Duration = Duration::from_millis(5);
/// The most and the fewest subtrees that a host has queued per thread.
const STORE: (usize, usize) = (32, 2);

#[derive(Debug)]
pub(crate) struct Lead {
    hosts: usize,
    threads: usize,
    outbox: Outbox,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The terms sent last, and the current board.
    terms: Option<Terms>,
    board: Option<Vec<u8>>,
    guide: String,
    /// The number of the last shared iteration, and whether it is still running.
    number: u64,
    is_running: bool,
    /// Its unassigned subtrees, in tie order.
    open: VecDeque<usize>,
    /// For each host, its assigned subtrees, and its number of threads once it is ready.
    assigned: Vec<BTreeSet<usize>>,
    threads: Vec<usize>,
    /// The first subtree known to have an answer.
    answer: Option<usize>,
    /// Results from other hosts that the search has not read yet.
    results: Vec<(usize, Option<Tally>)>,
}

impl State {
    /// Assigns the next needed subtree to a host.
    fn next(&mut self, host: usize) -> Option<usize> {
        let place = *self.open.front()?;
        if self.answer.is_some_and(|answer| place > answer) {
            return None;
        }
        self.open.pop_front();
        self.assigned.get_mut(host)?.insert(place);
        Some(place)
    }

    /// Returns true if the results of all needed subtrees are known.
    fn is_over(&self) -> bool {
        let end = self.answer.map_or(usize::MAX, |answer| answer);
        let is_beyond = |place: Option<&usize>| place.is_none_or(|&place| place >= end);
        is_beyond(self.open.front()) && self.assigned.iter().all(|places| is_beyond(places.first()))
    }
}

impl Lead {
    pub fn new(hosts: usize, threads: usize) -> Self {
        Self {
            hosts,
            threads,
            outbox: Outbox::new(0),
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

    fn write_all(&self, words: &Words) {
        for host in 1..self.hosts {
            self.outbox.write(host, words.clone());
        }
    }

    /// Records the result of a subtree assigned to a host.
    fn record_result(
        &self,
        state: &mut State,
        host: usize,
        place: usize,
        result: Option<Tally>,
    ) -> bool {
        let assigned = state.assigned.get_mut(host);
        if !assigned.is_some_and(|places| places.remove(&place)) {
            return false;
        }
        if result.is_none() && state.answer.is_none_or(|answer| place < answer) {
            state.answer = Some(place);
            let words = Words::Enough(state.number, u32::try_from(place).unwrap_or(u32::MAX));
            self.write_all(&words);
        }
        self.changed.notify_all();
        true
    }

    fn supply(&self, state: &mut State, host: usize) {
        let all: usize = state.threads.iter().sum();
        let threads = state.threads.get(host).copied().unwrap_or(0);
        let each = (state.open.len() / (4 * all.max(1))).clamp(STORE.1, STORE.0);
        let assigned = state.assigned.get(host).map_or(0, BTreeSet::len);
        let missing = (threads * each).saturating_sub(assigned);
        let places: Vec<u32> = (0..missing)
            .map_while(|_| state.next(host))
            .filter_map(|place| place.try_into().ok())
            .collect();
        if !places.is_empty() {
            self.outbox.write(host, Words::Search(state.number, places));
        }
    }

    /// Processes a message of another host.
    pub fn read(&self, letter: &Letter) {
        let state = &mut *self.state();
        let is_about = |number: u64| number == state.number && state.is_running;
        let Ok(host) = usize::try_from(letter.from) else {
            return;
        };
        match letter.words {
            Words::Ready(number, threads) if is_about(number) => {
                if let Some(count) = state.threads.get_mut(host) {
                    *count = threads as usize;
                }
                self.supply(state, host);
            }
            Words::Became(number, place, result) if is_about(number) => {
                let place = place as usize;
                if self.record_result(state, host, place, result) {
                    state.results.push((place, result));
                }
                self.supply(state, host);
            }
            _ => {}
        }
    }

    pub fn finish(&self) {
        self.write_all(&Words::End);
        self.outbox.close();
    }
}

impl Share for Lead {
    fn begin(&self, record: &Record, mark: u64) -> bool {
        let state = &mut *self.state();
        let last = record.iterations.last();
        let is_worth_it = self.hosts > 1 && last.is_some_and(|last| last.generated >= WORTH_IT);
        let asked = state.terms.clone().zip(state.board.clone());
        let Some((terms, board)) = asked.filter(|_| is_worth_it) else {
            return false;
        };
        state.number += 1;
        state.is_running = true;
        state.answer = None;
        state.results.clear();
        let unknown = |place: &usize| record.subtrees.get(*place).is_none_or(Option::is_none);
        state.open = (0..record.subtrees.len()).filter(unknown).collect();
        state.assigned = vec![BTreeSet::new(); self.hosts];
        state.threads = vec![0; self.hosts];
        if let Some(count) = state.threads.first_mut() {
            *count = self.threads;
        }
        self.write_all(&Words::Help(Box::new(Asked {
            number: state.number,
            terms,
            board,
            before: record.iterations.clone(),
            threshold: record.threshold,
            tree: Marks {
                guide: state.guide.clone(),
                cut: mark,
                subtrees: record.subtrees.len() as u64,
            },
        })));
        true
    }

    fn take(&self) -> SubtreeTurn {
        let mut state = self.state();
        for _ in 0..2 {
            if !state.is_running {
                return SubtreeTurn::Over;
            }
            if let Some(place) = state.next(0) {
                return SubtreeTurn::Subtree(place);
            }
            if state.is_over() {
                return SubtreeTurn::Over;
            }
            let waited = self.changed.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        SubtreeTurn::Later
    }

    fn report(&self, place: usize, result: Option<Tally>) {
        self.record_result(&mut self.state(), 0, place, result);
    }

    fn collect(&self, visit: &mut dyn FnMut(usize, Option<Tally>)) {
        let results = std::mem::take(&mut self.state().results);
        for (place, result) in results {
            visit(place, result);
        }
    }

    fn end(&self) -> bool {
        let state = &mut *self.state();
        state.is_running = false;
        self.write_all(&Words::Over(state.number));
        true
    }
}

impl Sharing for Lead {
    fn agree(&self, heuristic_name: &str) {
        heuristic_name.clone_into(&mut self.state().guide);
    }

    fn prepare(&self, options: &Options) {
        let terms = Terms::of(options);
        let known = std::mem::replace(&mut self.state().terms, terms.clone());
        if let Some(terms) = terms.filter(|terms| known.as_ref() != Some(terms)) {
            self.write_all(&Words::Prepare(Box::new(terms)));
        }
    }

    fn board(&self, symbols: Option<&[u8]>) {
        self.state().board = symbols.map(<[u8]>::to_vec);
    }

    fn joined(&self) -> Option<Record> {
        None
    }
}

#[cfg(test)]
mod tests {
    use fewest::search::Iteration;

    use super::*;

    const MARK: u64 = 99;

    /// An iteration with `subtrees` subtrees, whose predecessor generated `generated` boards.
    fn record(subtrees: usize, generated: u64) -> Record {
        let before = Iteration {
            threshold: 10,
            expanded: generated / 2,
            generated,
        };
        Record {
            iterations: vec![before],
            threshold: 12,
            subtrees: vec![None; subtrees],
        }
    }

    /// The leading host of three, with one thread.
    fn lead() -> Lead {
        let lead = Lead::new(3, 1);
        lead.prepare(&Options::default());
        lead.board(Some(&[1, 2, 3]));
        lead.outbox.take();
        lead
    }

    fn begun(subtrees: usize) -> Lead {
        let lead = lead();
        assert!(lead.begin(&record(subtrees, WORTH_IT), MARK));
        let helped = lead.outbox.take();
        assert_eq!(
            helped.iter().map(|letter| letter.to).collect::<Vec<_>>(),
            [1, 2]
        );
        for letter in helped {
            let Words::Help(asked) = letter.words else {
                panic!("{letter:?}");
            };
            assert_eq!(
                (asked.number, asked.threshold, asked.board),
                (1, 12, vec![1, 2, 3])
            );
            assert_eq!(
                (asked.tree.cut, asked.tree.subtrees),
                (MARK, subtrees as u64)
            );
        }
        lead
    }

    fn says(lead: &Lead, from: u64, words: Words) {
        lead.read(&Letter { to: 0, from, words });
    }

    fn sent(lead: &Lead) -> Vec<(u64, Vec<u32>)> {
        let places = lead
            .outbox
            .take()
            .into_iter()
            .filter_map(|letter| match letter.words {
                Words::Search(1, places) => Some((letter.to, places)),
                _ => None,
            });
        places.collect()
    }

    const TALLY: Tally = Tally {
        expanded: 2,
        generated: 3,
        excess: 0,
    };

    #[test]
    fn hosts_prepare_for_new_terms_only() {
        let lead = Lead::new(3, 1);
        let prepared = || {
            let letters = lead.outbox.take();
            let is_preparation = |words: &Words| matches!(words, Words::Prepare(_));
            assert!(letters.iter().all(|letter| is_preparation(&letter.words)));
            letters.iter().map(|letter| letter.to).collect::<Vec<_>>()
        };
        lead.prepare(&Options::default());
        assert_eq!(prepared(), [1, 2]);
        lead.prepare(&Options::default());
        assert!(prepared().is_empty());
        let other = Options {
            moves: !Options::default().moves,
            ..Options::default()
        };
        lead.prepare(&other);
        assert_eq!(prepared(), [1, 2]);
    }

    #[test]
    fn short_iterations_are_not_shared() {
        let lead = lead();
        assert!(!lead.begin(&record(10, WORTH_IT - 1), MARK));
        // A board with its own goal is not shared either.
        lead.board(None);
        assert!(!lead.begin(&record(10, WORTH_IT), MARK));
        assert!(lead.outbox.take().is_empty());
        assert!(matches!(lead.take(), SubtreeTurn::Over));
        let alone = Lead::new(1, 1);
        alone.prepare(&Options::default());
        alone.board(Some(&[1]));
        assert!(!alone.begin(&record(10, WORTH_IT), MARK));
    }

    #[test]
    fn subtrees_are_dealt_in_tie_order() {
        let lead = begun(6);
        assert!(matches!(lead.take(), SubtreeTurn::Subtree(0)));
        // Two for each thread.
        says(&lead, 2, Words::Ready(1, 2));
        assert_eq!(sent(&lead), [(2, vec![1, 2, 3, 4])]);
        says(&lead, 2, Words::Became(1, 1, Some(TALLY)));
        assert_eq!(sent(&lead), [(2, vec![5])]);
        let mut heard = Vec::new();
        lead.collect(&mut |place, result| heard.push((place, result.is_some())));
        assert_eq!(heard, [(1, true)]);
        // The other hosts are not done.
        assert!(matches!(lead.take(), SubtreeTurn::Later));
        lead.report(0, Some(TALLY));
        for place in [2, 3, 4, 5] {
            assert!(matches!(lead.take(), SubtreeTurn::Later));
            says(&lead, 2, Words::Became(1, place, Some(TALLY)));
        }
        assert!(matches!(lead.take(), SubtreeTurn::Over));
        assert!(lead.end());
        let over = lead.outbox.take();
        assert!(
            over.iter()
                .all(|letter| matches!(letter.words, Words::Over(1)))
        );
        assert_eq!(over.len(), 2);
    }

    #[test]
    fn an_answer_ends_the_search_after_it_and_not_before() {
        let lead = begun(8);
        says(&lead, 1, Words::Ready(1, 1));
        says(&lead, 2, Words::Ready(1, 1));
        assert_eq!(sent(&lead), [(1, vec![0, 1]), (2, vec![2, 3])]);
        says(&lead, 1, Words::Became(1, 1, None));
        let enough = lead.outbox.take();
        assert!(
            enough
                .iter()
                .all(|letter| matches!(letter.words, Words::Enough(1, 1)))
        );
        assert_eq!(
            enough.iter().map(|letter| letter.to).collect::<Vec<_>>(),
            [1, 2]
        );
        // The first subtree may have an earlier answer; later ones are not needed.
        assert!(matches!(lead.take(), SubtreeTurn::Later));
        says(&lead, 2, Words::Became(1, 2, None));
        assert!(lead.outbox.take().is_empty());
        says(&lead, 1, Words::Became(1, 0, Some(TALLY)));
        assert!(matches!(lead.take(), SubtreeTurn::Over));
    }

    #[test]
    fn nonsensical_letters_are_ignored() {
        let lead = begun(8);
        says(&lead, 1, Words::Ready(1, 1));
        assert_eq!(sent(&lead), [(1, vec![0, 1])]);
        // Another iteration, an unknown host, a subtree that the host does not have, a subtree that
        // does not exist, and a message only a leading host sends.
        says(&lead, 1, Words::Became(2, 0, None));
        says(&lead, 3, Words::Ready(1, 1));
        says(&lead, u64::MAX, Words::Became(1, 0, None));
        says(&lead, 2, Words::Became(1, 0, None));
        says(&lead, 1, Words::Became(1, u32::MAX, None));
        says(&lead, 1, Words::End);
        let letters = lead.outbox.take();
        assert!(letters.is_empty(), "{letters:?}");
        let mut heard = 0;
        lead.collect(&mut |_, _| heard += 1);
        assert_eq!(heard, 0);
        // No host has found an answer.
        assert!(matches!(lead.take(), SubtreeTurn::Subtree(2)));
    }
}
