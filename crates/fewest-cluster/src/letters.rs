//! Messages between hosts about a shared search.

use fewest::search::ida_star::Tally;
use fewest::search::{Iteration, Limits};
use fewest::{Goal, Options, Tie};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Letter {
    pub to: u64,
    pub from: u64,
    pub words: Words,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Words {
    /// Prepare for a search on these terms.
    Prepare(Box<Terms>),
    /// Help with an iteration.
    Help(Box<Asked>),
    /// The host can begin this iteration with this many threads.
    Ready(u64, u32),
    /// Subtrees of this iteration to search.
    Search(u64, Vec<u32>),
    /// The result of a subtree: its tally, or `None` if it has an answer.
    Became(u64, u32, Option<Tally>),
    /// Subtrees after this one are no longer needed.
    Enough(u64, u32),
    /// The iteration is over.
    Over(u64),
    /// There is no more to do.
    End,
}

/// An iteration to help with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// Its number, counted from 1.
    pub number: u64,
    pub terms: Terms,
    /// The symbols of the board.
    pub board: Vec<u8>,
    /// The iterations before it, and its threshold.
    pub before: Vec<Iteration>,
    pub threshold: u32,
    pub tree: Marks,
}

/// The options of a search, as set by the leading host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub goal: Option<Vec<u8>>,
    pub is_any: bool,
    pub wants_moves: bool,
    pub most_moves: Option<u32>,
    pub memory: Option<u64>,
}

impl Terms {
    /// The terms of these options, unless their goal is known only by name.
    pub fn of(options: &Options) -> Option<Self> {
        Some(Self {
            goal: match &options.goal {
                None => None,
                Some(Goal::Board(goal)) => Some(goal.clone()),
                Some(Goal::Named(_)) => return None,
            },
            is_any: options.tie == Some(Tie::Any),
            wants_moves: options.moves,
            most_moves: options.limits.max_moves,
            memory: options.limits.memory,
        })
    }

    /// Replaces terms of options with these.
    pub fn in_place_of(self, options: &Options) -> Options {
        Options {
            goal: self.goal.map(Goal::Board),
            tie: Some(if self.is_any { Tie::Any } else { Tie::Least }),
            moves: self.wants_moves,
            limits: Limits {
                max_moves: self.most_moves,
                memory: self.memory,
                ..Limits::default()
            },
            ..options.clone()
        }
    }
}

/// Properties that a host's search tree must share with the leading host's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marks {
    /// The description of the heuristic.
    pub guide: String,
    /// The mark of the tree and its split, and the number of subtrees.
    pub cut: u64,
    pub subtrees: u64,
}
