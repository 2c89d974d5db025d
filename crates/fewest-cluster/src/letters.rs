//! What hosts write each other about a search that they share.

use fewest::search::ida_star::Tally;
use fewest::search::{Iteration, Limits};
use fewest::{Goal, Options, Tie};
use serde::{Deserialize, Serialize};

/// From a host to a host.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Letter {
    pub to: u64,
    pub from: u64,
    pub words: Words,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Words {
    /// Prepare to search as is asked.
    Prepare(Box<Terms>),
    /// Help with an iteration.
    Help(Box<Asked>),
    /// The iteration of this number can begin on so many threads.
    Ready(u64, u32),
    /// Subtrees of it to search.
    Search(u64, Vec<u32>),
    /// What became of one: what was done, or nothing if it holds an answer.
    Became(u64, u32, Option<Tally>),
    /// Subtrees after this one are not needed any more.
    Enough(u64, u32),
    /// The iteration is over.
    Over(u64),
    /// There is no more to do.
    End,
}

/// An iteration to help with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// Its number, from 1.
    pub number: u64,
    pub terms: Terms,
    /// The symbols of the board.
    pub board: Vec<u8>,
    /// The iterations before it, and its threshold.
    pub before: Vec<Iteration>,
    pub threshold: u32,
    pub tree: Marks,
}

/// What is asked of boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub goal: Option<Vec<u8>>,
    pub is_any: bool,
    pub wants_moves: bool,
    pub most_moves: Option<u32>,
    pub memory: Option<u64>,
}

impl Terms {
    /// Those of options, unless the goal is one that only a name tells.
    pub fn of(options: &Options) -> Option<Self> {
        Some(Self {
            goal: match &options.goal {
                None => None,
                Some(Goal::Board(goal)) => Some(goal.clone()),
                Some(Goal::Named(_)) => return None,
            },
            is_any: options.tie == Some(Tie::Any),
            wants_moves: options.moves,
            most_moves: options.limits.moves,
            memory: options.limits.memory,
        })
    }

    /// These terms in the place of others.
    pub fn in_place_of(self, options: &Options) -> Options {
        Options {
            goal: self.goal.map(Goal::Board),
            tie: Some(if self.is_any { Tie::Any } else { Tie::Least }),
            moves: self.wants_moves,
            limits: Limits {
                moves: self.most_moves,
                memory: self.memory,
                ..Limits::default()
            },
            ..options.clone()
        }
    }
}

/// What trees have to have in common to be searched together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marks {
    /// What guides the search.
    pub guide: String,
    /// How the tree is cut, and into how many subtrees.
    pub cut: u64,
    pub subtrees: u64,
}
