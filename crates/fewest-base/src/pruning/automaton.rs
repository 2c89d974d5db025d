//! An automaton that reads moves and excludes those that would complete a word of a list (A. V. Aho
//! and M. J. Corasick, "Efficient string matching", 1975).

use std::collections::VecDeque;

use crate::space::{AnyMoves, Move, Moves};
use crate::support::invariant::Invariant;

#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The moves that complete no word, by state.
    allowed: Vec<AnyMoves>,
    /// The next state, by state and move: `1 << shift` moves per state.
    next: Vec<u16>,
    shift: u32,
    words: Vec<Vec<Move>>,
}

impl Automaton {
    /// An automaton without words, over this many different moves.
    pub(super) fn new(moves: usize) -> Self {
        let shift = moves.next_power_of_two().trailing_zeros();
        Self {
            allowed: vec![AnyMoves::first(AnyMoves::LIMIT)],
            next: vec![0; 1 << shift],
            shift,
            words: Vec::new(),
        }
    }

    /// The automaton with these words added; `None` if it has too many states.
    pub(super) fn with(&self, words: &[Vec<Move>]) -> Option<Self> {
        let words = [self.words.as_slice(), words].concat();
        let width = 1 << self.shift;
        // The trie of the words' prefixes; 0 if there is no child.
        let mut next = vec![0u16; width];
        let mut allowed = vec![AnyMoves::first(AnyMoves::LIMIT)];
        for word in &words {
            let (last, before) = word.split_last()?;
            let mut state = 0;
            for m in before {
                let slot = next.get_mut(state * width + m.index())?;
                if *slot == 0 {
                    *slot = u16::try_from(allowed.len()).ok()?;
                    allowed.push(AnyMoves::first(AnyMoves::LIMIT));
                    state = usize::from(*slot);
                    next.resize(next.len() + width, 0);
                } else {
                    state = usize::from(*slot);
                }
            }
            let set = allowed.get_mut(state)?;
            *set = set.without(AnyMoves::only(*last));
        }
        // The longest proper suffix of each state that is also a state. Shorter ones come first.
        let mut suffixes = vec![0usize; allowed.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for m in 0..width {
                let child = usize::from(next[state * width + m]);
                let other = match state {
                    0 => 0,
                    _ => next[suffixes[state] * width + m],
                };
                if child == 0 {
                    next[state * width + m] = other;
                    continue;
                }
                suffixes[child] = other.into();
                allowed[child] = allowed[child].and(allowed[usize::from(other)]);
                queue.push_back(child);
            }
        }
        Some(Self {
            allowed,
            next,
            shift: self.shift,
            words,
        })
    }

    pub(super) fn states(&self) -> usize {
        self.allowed.len()
    }

    #[inline]
    pub(super) fn after(&self, state: u16, m: Move) -> u16 {
        let next = self
            .next
            .get((usize::from(state) << self.shift) + m.index());
        next.copied().debug_unwrap_or(0)
    }

    #[inline]
    pub(super) fn allowed<M: Moves>(&self, state: u16) -> M {
        let allowed = self.allowed.get(usize::from(state));
        allowed.map_or_else(M::default, |allowed| M::from_words(allowed.words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The automaton accepts exactly the rows of moves that contain no word.
    #[test]
    fn allowed_moves_complete_no_word() {
        let mut rng = fastrand::Rng::with_seed(11);
        for _ in 0..200 {
            let mut draw = |max_len: usize| -> Vec<Move> {
                let moves = 0..rng.usize(2..=max_len);
                moves.map(|_| Move::new(rng.u8(0..3))).collect()
            };
            let (few, more) = ([draw(4), draw(3)], [draw(5), draw(6), draw(2)]);
            let automaton = Automaton::new(3).with(&few).unwrap().with(&more).unwrap();
            let words = [few.as_slice(), &more].concat();
            let holds = |row: &[Move]| {
                let mut words = words.iter();
                words.any(|word| row.windows(word.len()).any(|part| part == word))
            };
            for number in 0..3usize.pow(7) {
                let mut row = Vec::new();
                let mut state = 0;
                let mut is_accepted = true;
                for place in 0..7 {
                    #[expect(clippy::cast_possible_truncation, reason = "below 3")]
                    let m = Move::new((number / 3usize.pow(place) % 3) as u8);
                    row.push(m);
                    is_accepted &= automaton
                        .allowed::<AnyMoves>(state)
                        .any(|allowed| allowed == m);
                    state = automaton.after(state, m);
                    assert_eq!(is_accepted, !holds(&row), "{row:?} {words:?}");
                    if !is_accepted {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_states_are_refused() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut word = || (0..4000).map(|_| Move::new(rng.u8(0..4))).collect();
        let words: Vec<Vec<Move>> = (0..20).map(|_| word()).collect();
        assert!(Automaton::new(4).with(&words[..10]).is_some());
        assert!(Automaton::new(4).with(&words).is_none());
    }
}
