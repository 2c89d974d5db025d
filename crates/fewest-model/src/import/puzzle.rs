//! A puzzle from a file of another program.

use std::ops::Range;

use crate::MAX_NAME;
use crate::names::{Mapping, after};
use crate::powers::name;
use crate::problem::Findings;
use fewest_base::space::Move;
use fewest_base::support::invariant::Invariant;

/// The maximum number of moves, including powers of others and rotations of the whole puzzle.
pub(super) const MAX_MOVES: usize = 256;

pub(crate) struct FilePuzzle<'t> {
    pub(crate) name: String,
    pub(crate) sets: Vec<Set<'t>>,
    pub(crate) moves: Vec<Given<'t>>,
    /// Rotations of the whole puzzle.
    pub(crate) rotations: Vec<Given<'t>>,
}

#[derive(Clone)]
pub(crate) struct Set<'t> {
    /// Empty for the only set of a file without sets.
    pub(crate) name: &'t str,
    pub(crate) pieces: usize,
    pub(crate) orientations: usize,
    /// The piece of each place.
    pub(crate) solved: Vec<Solved>,
}

/// The piece of a place on the solved board.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Solved {
    /// Its number, from 1; some may be missing. [`ANY`](Self::ANY) for one that makes no difference.
    pub(crate) piece: usize,
    /// Its orientation.
    pub(crate) turn: usize,
    /// The least turn after which it looks the same; 1 if any orientation is solved.
    pub(crate) period: usize,
}

impl Solved {
    pub(crate) const ANY: usize = 0;

    /// Different pieces, unturned.
    pub(crate) fn each(pieces: usize, orientations: usize) -> Vec<Self> {
        let solved = |piece| Self {
            piece,
            turn: 0,
            period: orientations,
        };
        (1..=pieces).map(solved).collect()
    }
}

/// A board: for each set, the piece of each place.
pub(super) type Position = Vec<Vec<Solved>>;

/// For each place, the place that its new piece comes from, and the turn of that piece.
pub(crate) type Action = Vec<(usize, usize)>;

/// For each cell: the cell that a move takes its sticker to.
pub(crate) type StickerMoves = Mapping;

pub(crate) struct Given<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Range<usize>,
    pub(crate) carries: StickerMoves,
}

impl FilePuzzle<'_> {
    pub(crate) fn stickers(&self) -> usize {
        let stickers = self.sets.iter().map(|set| set.pieces * set.orientations);
        stickers.sum()
    }

    /// The effect of the move or rotation with a name.
    pub(super) fn named(&self, name: &str) -> Option<&StickerMoves> {
        let mut all = self.moves.iter().chain(&self.rotations);
        let given = all.find(|given| given.name == name)?;
        Some(&given.carries)
    }

    /// Leaves out moves that change nothing, equal an earlier one, or are powers of another.
    pub(crate) fn drop_needless(&mut self, notes: &mut Findings<'_>) {
        let powers: Vec<Vec<StickerMoves>> = (self.moves.iter())
            .map(|given| powers(&given.carries))
            .collect();
        // The number of repetitions of `base` that equal `power`.
        let times = |power: usize, base: usize| {
            let count = powers[base]
                .iter()
                .position(|carries| *carries == self.moves[power].carries);
            count.map(|count| count + 1)
        };
        let mut is_needed = Vec::new();
        for (place, given) in self.moves.iter().enumerate() {
            let reason = if powers[place].is_empty() {
                Some("it changes nothing".to_owned())
            } else {
                let others = self.moves.iter().enumerate();
                others
                    .filter(|(other, _)| *other != place)
                    .find_map(|(other, by)| {
                        // Of two moves that are powers of each other, the earlier one stays.
                        let is_kept = other < place || times(other, place).is_none();
                        let by = by.name;
                        match times(place, other).filter(|_| is_kept)? {
                            1 => Some(format!("it does the same as `{by}`")),
                            times => Some(format!(
                                "it is `{by}` {times} times, which counts as one move"
                            )),
                        }
                    })
            };
            if let Some(reason) = &reason {
                let note = format!("the move `{}` is left out: {reason}", given.name);
                notes.add(given.span.clone(), note);
            }
            is_needed.push(reason.is_none());
        }
        let mut is_needed = is_needed.into_iter();
        self.moves.retain(|_| is_needed.next() == Some(true));
    }

    /// Finds moves that have the name of another's power but a different effect.
    pub(crate) fn check_powers(&self, findings: &mut Findings<'_>) {
        for given in &self.moves {
            let order = powers(&given.carries).len() + 1;
            for count in 2..order {
                let power = name(given.name, count, order);
                let other = self.moves.iter().find(|other| other.name == power);
                if let Some(other) = other {
                    let base = given.name;
                    let message = format!(
                        "`{power}` is the name of `{base}` repeated {count} times, but this move has another effect"
                    );
                    findings.add(other.span.clone(), message);
                }
            }
        }
    }

    /// For each sticker, the cell that a move takes it to. Cells are ordered by set and place.
    pub(crate) fn carries(&self, actions: &[Action]) -> StickerMoves {
        let mut to = still(self.stickers());
        let mut first = 0;
        for (set, action) in self.sets.iter().zip(actions) {
            let turns = set.orientations;
            for (place, &(from, turn)) in action.iter().enumerate() {
                for sticker in 0..turns {
                    if let Some(to) = to.get_mut(first + from * turns + sticker) {
                        let cell = first + place * turns + (sticker + turn) % turns;
                        *to = u8::try_from(cell).debug_unwrap_or(0);
                    }
                }
            }
            first += set.pieces * turns;
        }
        to
    }

    /// The inverse of [`carries`](Self::carries), for a move that rotates stickers of pieces.
    pub(crate) fn actions(&self, carries: &StickerMoves) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut first = 0;
        for set in &self.sets {
            let turns = set.orientations;
            let mut action = vec![(0, 0); set.pieces];
            for from in 0..set.pieces {
                // The cell of the piece's first sticker after the move.
                let cell = carries.get(first + from * turns).copied();
                let cell = usize::from(cell.debug_unwrap_or(0)).saturating_sub(first);
                if let Some(slot) = action.get_mut(cell / turns) {
                    *slot = (from, cell % turns);
                }
            }
            actions.push(action);
            first += set.pieces * turns;
        }
        actions
    }

    /// The solved board.
    pub(super) fn solved(&self) -> Position {
        self.sets.iter().map(|set| set.solved.clone()).collect()
    }

    /// The board after a move from the solved one.
    pub(super) fn after(&self, carries: &StickerMoves) -> Position {
        let sets = self.sets.iter().zip(self.actions(carries));
        let moved = sets.map(|(set, action)| {
            let slots = action.iter().filter_map(|&(from, turn)| {
                let slot = set.solved.get(from)?;
                let turn = (slot.turn + turn) % set.orientations;
                Some(Solved { turn, ..*slot })
            });
            slots.collect()
        });
        moved.collect()
    }
}

/// The powers of a move up to the last that changes anything; at most `Move::LIMIT + 1`.
pub(crate) fn powers(carries: &StickerMoves) -> Vec<StickerMoves> {
    let mut powers = Vec::new();
    let (start, mut power) = (still(carries.len()), carries.clone());
    while power != start && powers.len() <= Move::LIMIT {
        let next = after(carries, &power);
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}

/// The permutation that changes nothing.
pub(crate) fn still(stickers: usize) -> StickerMoves {
    (0..=u8::MAX).take(stickers).collect()
}

/// Returns true if a name has only characters that are allowed everywhere, and not too many.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
    (1..=MAX_NAME).contains(&name.len()) && name.chars().all(is_plain)
}

/// A puzzle's name as one word.
pub(crate) fn slug(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || " _-'".contains(*c))
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    if words.is_empty() {
        return "imported".to_owned();
    }
    words.join("-")
}

/// A name inside TOML's quotes, without characters that have a meaning there or on a terminal.
pub(crate) fn plain(name: &str) -> String {
    let is_plain = |c: &char| !c.is_control() && !"\"\\".contains(*c);
    name.chars().filter(is_plain).collect()
}
