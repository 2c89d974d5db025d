//! Puzzles from the files of twsearch (T. Rokicki, `.tws`) and ksolve+ (K. Krig, M. Gottlieb,
//! 2007-2013, `.def`).
//!
//! Such a file has sets of pieces with orientations. A piece with `o` orientations becomes `o`
//! stickers on as many cells, and turns by moving them on. As in those programs, every power of a
//! move counts as one move.

mod forbidden;
mod reader;
mod sequences;

use std::fmt::Write;
use std::ops::Range;

use super::Model;
use super::names::{Permutation, after};
use super::powers::name;
use super::problem::{Findings, Problems};
use crate::space::Move;
use crate::support::invariant::Invariant;
use reader::ImportReader;

/// Whose files are read. Both mean the same by `Move`; twsearch has more keywords, and moves of the
/// whole puzzle that are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// twsearch's, usually in files that end in `.tws`.
    #[default]
    Twsearch,
    /// ksolve+'s, usually in files that end in `.def`.
    Ksolve,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::Twsearch, Self::Ksolve];

    /// Its program's name, as arguments spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Twsearch => "twsearch",
            Self::Ksolve => "ksolve",
        }
    }
}

/// A puzzle of another program as a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The definition, as text.
    pub definition: String,
    /// What was left out of it and why, each with its place in the other program's file.
    pub notes: Problems,
}

/// The definition that is the same puzzle as a file of twsearch or ksolve+.
///
/// # Errors
/// All that is wrong with the file, or can't be said in a definition, each with its place.
///
/// ```
/// use fewest::Puzzle;
/// use fewest::model::{Dialect, import};
///
/// // Three pieces in a row, and two moves that swap neighbours.
/// let text = "Name row
/// Set PIECE 3 1
/// Solved\nPIECE\n1 2 3\nEnd
/// Move A\nPIECE\n2 1 3\nEnd
/// Move B\nPIECE\n1 3 2\nEnd
/// ";
/// let imported = import(text, Dialect::Ksolve)?;
/// let report = Puzzle::from_toml(&imported.definition)?.describe(None);
/// assert_eq!(report.group.map(|order| order.to_string()).as_deref(), Some("6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(text: &str, dialect: Dialect) -> Result<Imported, Problems> {
    let mut findings = Findings::new(text);
    let mut notes = Findings::new(text);
    let puzzle = ImportReader::new(text, dialect, &mut findings, &mut notes).read();
    let Some(mut puzzle) = puzzle.filter(|_| findings.is_clean()) else {
        return Err(findings.into_problems());
    };
    puzzle.drop_needless(&mut notes);
    let ways: usize = (puzzle.moves.iter())
        .map(|given| powers(&given.carries).len())
        .sum();
    if ways > Move::LIMIT {
        let most = Move::LIMIT;
        let problem = format!("over {most} moves: every power of a move counts as one");
        return Err(Problems::of_all(text, problem));
    }
    puzzle.check_powers(&mut findings);
    if !findings.is_clean() {
        return Err(findings.into_problems());
    }
    let definition = puzzle.write();
    if let Err(Problems(problems)) = Model::from_toml(&definition) {
        let first = problems.first().map_or("", |problem| &problem.message);
        let problem = format!("can't be a definition: {first}");
        return Err(Problems::of_all(text, problem));
    }
    Ok(Imported {
        definition,
        notes: notes.into_problems(),
    })
}

/// A puzzle as its file has it.
struct Puzzle<'t> {
    name: String,
    sets: Vec<Set<'t>>,
    moves: Vec<Given<'t>>,
}

/// A set of pieces.
struct Set<'t> {
    name: &'t str,
    pieces: usize,
    orientations: usize,
    /// By place: which piece, and how it is turned; `None` if that does not matter.
    solved: Vec<(usize, Option<usize>)>,
}

/// By place: the place whose piece comes here, and by how much it turns.
type Action = Vec<(usize, usize)>;

/// By cell: the cell that a move takes its sticker to.
type Carries = Permutation;

/// A move as the file has it.
struct Given<'t> {
    name: &'t str,
    span: Range<usize>,
    carries: Carries,
}

impl Puzzle<'_> {
    fn stickers(&self) -> usize {
        let stickers = self.sets.iter().map(|set| set.pieces * set.orientations);
        stickers.sum()
    }

    /// Leaves out the moves that change nothing, do the same as an earlier one, or are powers of
    /// another: these count as one move anyway.
    fn drop_needless(&mut self, notes: &mut Findings<'_>) {
        let powers: Vec<Vec<Carries>> = (self.moves.iter())
            .map(|given| powers(&given.carries))
            .collect();
        // How often the move at `other` has to be made to do what the one at `own` does.
        let times = |own: usize, other: usize| {
            let place = powers[other]
                .iter()
                .position(|power| *power == self.moves[own].carries);
            place.map(|place| place + 1)
        };
        let mut is_needed = Vec::new();
        for (own, given) in self.moves.iter().enumerate() {
            let reason = if powers[own].is_empty() {
                Some("it changes nothing".to_owned())
            } else {
                let others = self.moves.iter().enumerate();
                others
                    .filter(|(other, _)| *other != own)
                    .find_map(|(other, by)| {
                        // Of two that are powers of each other the earlier one stays.
                        let is_kept = other < own || times(other, own).is_none();
                        let by = by.name;
                        match times(own, other).filter(|_| is_kept)? {
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

    /// Finds the moves that are called as powers of others are, and are none.
    fn check_powers(&self, findings: &mut Findings<'_>) {
        for own in &self.moves {
            let order = powers(&own.carries).len() + 1;
            for count in 2..order {
                let power = name(own.name, count, order);
                let other = self.moves.iter().find(|other| other.name == power);
                if let Some(other) = other {
                    let own = own.name;
                    let message = format!(
                        "`{power}` is the name of `{own}` made {count} times, but this move does something else"
                    );
                    findings.add(other.span.clone(), message);
                }
            }
        }
    }

    /// By sticker's cell: the cell that a move takes it to. Cells stand set by set, place by place.
    fn carries(&self, actions: &[Action]) -> Carries {
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

    fn write(&self) -> String {
        let mut cells = Vec::new();
        let mut symbols = Vec::new();
        let mut drawn = String::new();
        for set in &self.sets {
            let turns = set.orientations;
            for (place, &(piece, turn)) in set.solved.iter().enumerate() {
                for at in 0..turns {
                    let letter = |number: usize| match turns {
                        1 => String::new(),
                        _ => char::from(b'a' + u8::try_from(number).debug_unwrap_or(0)).to_string(),
                    };
                    let (name, place) = (set.name, place + 1);
                    cells.push(format!("{name}.{place}{}", letter(at)));
                    let sticker = turn.map(|turn| letter((at + turns - turn) % turns));
                    symbols.push(format!("{name}.{piece}{}", sticker.unwrap_or_default()));
                    drawn.push_str(cells.last().map_or("", String::as_str));
                    drawn.push(if at + 1 == turns { '\n' } else { ' ' });
                }
            }
        }
        let mut out = format!("name = \"{}\"\n", slug(&self.name));
        if self.name != slug(&self.name) {
            let _ = writeln!(out, "title = \"{}\"", plain(&self.name));
        }
        let _ = write!(out, "\ncells = \"\"\"\n{drawn}\"\"\"\n");
        let all = symbols.join(" ");
        let _ = writeln!(out, "pieces = \"{all}\"\nmetric = \"axis\"\n");
        for given in &self.moves {
            let name = given.name;
            let cycles = cycles(&given.carries, &cells);
            let _ = writeln!(
                out,
                "[[move]]\nname = \"{name}\"\naxis = \"{name}\"\ncycles = \"{cycles}\""
            );
        }
        let _ = write!(out, "\n[[goal]]\nname = \"solved\"\nboard = \"{all}\"\n");
        out
    }
}

/// What a move does when it is made once, twice, ..., as long as that is something; no more than a
/// puzzle has moves and one.
fn powers(carries: &Carries) -> Vec<Carries> {
    let mut powers = Vec::new();
    let (start, mut power) = (still(carries.len()), carries.clone());
    while power != start && powers.len() <= Move::LIMIT {
        let next = after(carries, &power);
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}

/// What changes nothing.
fn still(stickers: usize) -> Carries {
    (0..=u8::MAX).take(stickers).collect()
}

/// A name that is one plain word.
fn slug(name: &str) -> String {
    let plain = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || " _-'".contains(*c));
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    if words.is_empty() {
        return "imported".to_owned();
    }
    words.join("-")
}

/// A name in TOML's quotes: what has a meaning there or on a terminal goes.
fn plain(name: &str) -> String {
    let is_plain = |c: &char| !c.is_control() && !"\"\\".contains(*c);
    name.chars().filter(is_plain).collect()
}

fn cycles(carries: &Carries, cells: &[String]) -> String {
    let mut cycles = String::new();
    let mut is_done = vec![false; carries.len()];
    for first in 0..carries.len() {
        if is_done[first] || usize::from(carries[first]) == first {
            continue;
        }
        let mut cell = first;
        let mut cycle = Vec::new();
        while !std::mem::replace(&mut is_done[cell], true) {
            cycle.push(cells[cell].as_str());
            cell = usize::from(carries[cell]);
        }
        let _ = write!(cycles, "({})", cycle.join(" "));
    }
    cycles
}
