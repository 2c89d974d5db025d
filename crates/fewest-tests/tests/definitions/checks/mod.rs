//! The library's answers about a definition, compared with the enumeration of all its boards.

mod compare;
mod generate;
mod handle;
mod levels;
mod neighbours;
mod outputs;
mod refused;
mod report;
mod sets;
mod solve;
mod survey;
mod tables;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use fewest::heuristic::Neighbours;
use fewest::kernel::tiles::{Bytes, Tiles};
use fewest::{Options, Puzzle};
use fewest_text::TextOptions;

use crate::model::Model;
use crate::spec::Spec;
use crate::world::World;

/// The problem, in words, if there is one.
pub type Check = Result<(), String>;

/// Fails a check unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)*) => {
        if !$holds {
            return Err(format!($($words)*));
        }
    };
}
pub(crate) use ensure;

pub struct Case<'c> {
    pub spec: &'c Spec,
    pub world: &'c World,
    pub puzzle: &'c Puzzle,
    /// Set if it takes too long.
    pub cancel: Arc<AtomicBool>,
}

impl Case<'_> {
    /// Returns true if searches can be guided by neighbours that are apart.
    pub fn has_neighbours(&self) -> bool {
        let structure = &self.puzzle.model().structure;
        Tiles::<Bytes<32>>::of(structure).is_none() && Neighbours::new(structure).is_some()
    }

    pub fn options(&self) -> Options {
        Options {
            cancel: Arc::clone(&self.cancel),
            ..Options::default()
        }
    }
}

type Checker = fn(&Case<'_>, &mut Rng) -> Check;

/// A check for every command.
const CHECKS: [(&str, Checker); 19] = [
    ("solve", solve::algorithms),
    ("solve all", solve::every_board),
    ("solve limited", solve::limited),
    ("goal", solve::another_goal),
    ("survey", survey::figures),
    ("hardest", survey::hardest),
    ("report", report::check),
    ("refused", refused::check),
    ("generate", generate::by_distance),
    ("beyond", generate::beyond),
    ("solvable", generate::by_solvability),
    ("outputs", outputs::check),
    ("compare", compare::check),
    ("tables", tables::check),
    ("handle", handle::check),
    ("levels", levels::check),
    ("near", levels::near),
    ("sets", sets::check),
    ("neighbours", neighbours::check),
];

/// Reads a definition and compares all answers with the model. Returns the failures by check.
pub fn run(
    spec: &Spec,
    model: &Model,
    seed: u64,
    cancel: &Arc<AtomicBool>,
) -> BTreeMap<&'static str, String> {
    let mut failed = BTreeMap::new();
    let world = World::of(model.clone());
    let puzzle = match Puzzle::from_toml(&spec.text()) {
        Ok(puzzle) => puzzle,
        Err(problems) => {
            failed.insert("define", format!("refused: {problems}"));
            return failed;
        }
    };
    let case = Case {
        spec,
        world: &world,
        puzzle: &puzzle,
        cancel: Arc::clone(cancel),
    };
    for (number, (name, check)) in (0u64..).zip(CHECKS) {
        // Each check has its own random numbers, so it can run without the others.
        let mut rng = Rng::with_seed(seed ^ number << 56);
        if let Err(problem) = check(&case, &mut rng) {
            failed.insert(name, problem);
        }
        if cancel.load(Ordering::Relaxed) {
            // Further checks would also be cancelled.
            break;
        }
    }
    failed
}

fn from(format: &str) -> TextOptions {
    TextOptions {
        from: Some(format.to_owned()),
        ..TextOptions::default()
    }
}

/// Some boards, or all if there are few.
fn sample(world: &World, rng: &mut Rng, max_boards: usize) -> Vec<usize> {
    let mut boards: Vec<usize> = (0..world.boards.len()).collect();
    if boards.len() > max_boards {
        rng.shuffle(&mut boards);
        boards.truncate(max_boards);
    }
    boards
}

/// Boards as an input, in one of the allowed spellings.
fn input(case: &Case<'_>, boards: &[usize], rng: &mut Rng, format: &str) -> String {
    let (spec, world) = (case.spec, case.world);
    let others = &spec.boards.symbols;
    let written = |symbol: u8, rng: &mut Rng| {
        let other = others
            .iter()
            .find(|(_, meant)| *meant == symbol)
            .filter(|_| rng.bool());
        other.map_or_else(
            || world.symbol(symbol).to_owned(),
            |(other, _)| other.clone(),
        )
    };
    let is_one_byte = |word: &str| word.len() == 1;
    let symbols = world
        .model
        .symbols
        .iter()
        .chain(others.iter().map(|(other, _)| other));
    let is_short = symbols
        .chain(&spec.boards.end)
        .all(|word| is_one_byte(word));
    let gap = match rng.u8(..4) {
        0 if is_short => "",
        1 => "\n",
        _ => " ",
    };
    let identity: Vec<u8> = (0..=u8::MAX).take(world.model.cells()).collect();
    let order = if format == "plain" {
        &world.model.order
    } else {
        &identity
    };
    let mut text = String::new();
    if spec.boards.is_counted {
        text = boards.len().to_string() + "\n";
    }
    for &board in boards {
        let symbols = order
            .iter()
            .map(|&cell| written(world.boards[board][usize::from(cell)], rng));
        text += &(symbols.collect::<Vec<_>>().join(gap) + "\n");
    }
    if let Some(end) = &spec.boards.end {
        text.push_str(end);
        text.push('\n');
    }
    text
}
