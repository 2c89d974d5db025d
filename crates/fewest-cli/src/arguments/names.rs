//! Arguments with a fixed set of names, and hints for users of other names.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};

/// The probable meaning of an unknown name.
pub enum Meant {
    /// The name used here.
    Name(&'static str),
    Advice(&'static str),
}

/// A parser of a fixed set of names.
#[derive(Clone)]
pub struct Names {
    names: PossibleValuesParser,
    meant: fn(&str) -> Option<Meant>,
}

impl Names {
    pub fn new(
        names: impl IntoIterator<Item = &'static str>,
        meant: fn(&str) -> Option<Meant>,
    ) -> Self {
        Self {
            names: PossibleValuesParser::new(names),
            meant,
        }
    }
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let parsed = self.names.parse_ref(command, argument, value);
        parsed.map_err(|mut error| {
            match value.to_str().and_then(self.meant) {
                Some(Meant::Name(name)) => {
                    let name = ContextValue::String(name.to_owned());
                    error.insert(ContextKind::SuggestedValue, name);
                }
                Some(Meant::Advice(advice)) => {
                    error.remove(ContextKind::SuggestedValue);
                    let advice = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
                    error.insert(ContextKind::Suggested, advice);
                }
                None => {}
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}

/// The algorithm known elsewhere by this name.
pub fn algorithm(word: &str) -> Option<Meant> {
    Some(Meant::Name(match word.to_lowercase().as_str() {
        "bfs" => "breadth-first",
        "ids" | "iddfs" | "dfid" => "iterative-deepening",
        "bibfs" | "bds" => "bidirectional",
        "ucs" | "dijkstra" => "uniform-cost",
        "astar" | "a*" => "a-star",
        "ida" | "idastar" | "ida*" => "ida-star",
        "lookup" => "table",
        _ => return None,
    }))
}

/// The proving algorithm known elsewhere by this name. Others get advice.
pub fn proving_algorithm(word: &str) -> Option<Meant> {
    match word {
        "dfs" | "depth-first" | "greedy" | "weighted-a-star" | "weighted-ida-star" => Some(
            Meant::Advice("its answers are not proven shortest; 'fewest compare' runs it"),
        ),
        "all" => Some(Meant::Advice("'fewest compare' runs all of them")),
        word => algorithm(word),
    }
}

/// The algorithm of `compare` known elsewhere by this name.
pub fn compared_algorithm(word: &str) -> Option<Meant> {
    match word {
        "dfs" => Some(Meant::Name("depth-first")),
        "gbfs" | "best-first" => Some(Meant::Name("greedy")),
        "wa*" | "wastar" => Some(Meant::Name("weighted-a-star")),
        "auto" => Some(Meant::Advice("'fewest solve' chooses a method")),
        word => algorithm(word),
    }
}

/// The heuristic known elsewhere by this name.
pub fn heuristic(word: &str) -> Option<Meant> {
    Some(Meant::Name(match word.to_lowercase().as_str() {
        "md" => "manhattan",
        "lc" => "linear-conflict",
        "wd" => "walking-distance",
        "pdb" | "patterns" => "pattern",
        "hamming" => "misplaced",
        "gap" | "neighbors" => "neighbours",
        "zero" | "none" => "blind",
        _ => return None,
    }))
}
