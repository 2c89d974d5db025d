//! The definition of a puzzle from another program's file.

use std::fmt::Write;

use super::puzzle::{FilePuzzle, Given, Position, Set, Solved, StickerMoves, plain, powers, slug};
use crate::names::{after, cycles};
use crate::powers::{name, power};
use crate::problem::Findings;
use fewest_base::space::structure::inverse;
use fewest_base::support::invariant::Invariant;

impl Set<'_> {
    /// The start of the names of its cells and pieces.
    fn prefix(&self) -> String {
        match self.name {
            "" => String::new(),
            name => format!("{name}."),
        }
    }
}

/// The letter of one of a piece's stickers; none for the only one.
fn letter(number: usize, all: usize) -> String {
    match all {
        1 => String::new(),
        _ => char::from(b'a' + u8::try_from(number).debug_unwrap_or(0)).to_string(),
    }
}

impl FilePuzzle<'_> {
    /// The symbols on the cells of a board.
    pub(super) fn symbols(&self, position: &Position) -> Vec<String> {
        let mut symbols = Vec::new();
        for (set, places) in self.sets.iter().zip(position) {
            let (prefix, turns) = (set.prefix(), set.orientations);
            for &Solved {
                piece,
                turn,
                period,
            } in places
            {
                symbols.extend((0..turns).map(|at| {
                    let sticker = (at + turns - turn) % turns % period.max(1);
                    match piece {
                        Solved::ANY => ".".to_owned(),
                        _ => format!("{prefix}{piece}{}", letter(sticker, period)),
                    }
                }));
            }
        }
        symbols
    }

    /// The definition with the goal of the file or another one. `is_turned` adds the goals after turns
    /// of the whole puzzle.
    pub(super) fn write(
        &self,
        goal: Option<&Position>,
        is_turned: bool,
        notes: &mut Findings<'_>,
    ) -> String {
        let mut cells = Vec::new();
        let mut drawn = String::new();
        for set in &self.sets {
            for place in 1..=set.pieces {
                let letters = (0..set.orientations).map(|at| letter(at, set.orientations));
                let names = letters.map(|letter| format!("{}{place}{letter}", set.prefix()));
                let names: Vec<String> = names.collect();
                let _ = writeln!(drawn, "{}", names.join(" "));
                cells.extend(names);
            }
        }
        let solved = self.symbols(&self.solved());
        let goal = goal.map_or_else(|| solved.clone(), |goal| self.symbols(goal));
        let home = if is_same(&goal, &solved) {
            &solved
        } else {
            &goal
        };
        let mut out = format!("name = \"{}\"\n", slug(&self.name));
        if self.name != slug(&self.name) {
            let _ = writeln!(out, "title = \"{}\"", plain(&self.name));
        }
        let _ = write!(out, "\ncells = \"\"\"\n{drawn}\"\"\"\n");
        let (goal, home) = (goal.join(" "), home.join(" "));
        let _ = writeln!(out, "pieces = \"{goal}\"\nmetric = \"axis\"");
        if is_turned || home != goal {
            let _ = writeln!(out, "home = \"{home}\"");
        }
        out += &self.words(notes);
        out.push('\n');
        for given in &self.moves {
            let name = given.name;
            let cycles = cycles(&given.carries, &cells);
            let _ = writeln!(
                out,
                "[[move]]\nname = \"{name}\"\naxis = \"{name}\"\ncycles = \"{cycles}\""
            );
        }
        let _ = write!(out, "\n[[goal]]\nname = \"solved\"\nboard = \"{goal}\"\n");
        if is_turned {
            let turns = self.generators().into_iter();
            let turns = turns.map(|carries| format!("    \"{}\",\n", cycles(carries, &cells)));
            let _ = write!(out, "turned = [\n{}]\n", turns.collect::<String>());
        }
        out
    }

    /// The rotations as words of scrambles.
    fn words(&self, notes: &mut Findings<'_>) -> String {
        let mut words = String::new();
        let mut known: Vec<&Given<'_>> = Vec::new();
        for rotation in &self.rotations {
            let word = rotation.name;
            let earlier = |name: &str| {
                let mut earlier = known.iter().filter(|other| other.name == name);
                earlier.next().map(|other| &other.carries)
            };
            // `x2` is a word if `x` is one.
            if power(word, earlier).is_some() {
                continue;
            }
            match self.renamed(&rotation.carries) {
                Ok(cycles) => {
                    let _ = writeln!(words, "\"{word}\" = \"{cycles}\"");
                    known.push(rotation);
                }
                Err(reason) => {
                    let note = format!("`{word}`, a turn of the whole, is left out: {reason}");
                    notes.add(rotation.span.clone(), note);
                }
            }
        }
        if words.is_empty() {
            return words;
        }
        format!("\n[words]\n{words}")
    }

    /// The names of moves that a rotation exchanges, in cycles: each means the next one after it.
    fn renamed(&self, rotation: &StickerMoves) -> Result<String, String> {
        let bases = self
            .moves
            .iter()
            .map(|given| (given.name.to_owned(), given.carries.clone()));
        let all = self.moves.iter().flat_map(|given| {
            let powers = powers(&given.carries);
            let order = powers.len() + 1;
            (1..)
                .zip(powers)
                .map(move |(count, power)| (name(given.name, count, order), power))
        });
        // Slices of a cube may take each other's inverses.
        let meanings = meanings(rotation, bases.collect());
        let (names, meanings) = match meanings {
            Ok(found) => found,
            Err(_) => self::meanings(rotation, all.collect())?,
        };
        match cycles(&meanings, &names) {
            cycles if cycles.is_empty() => Err("it changes no move".to_owned()),
            cycles => Ok(cycles),
        }
    }

    /// Rotations that are not powers of others.
    pub(super) fn generators(&self) -> Vec<&StickerMoves> {
        let mut generators: Vec<(&StickerMoves, Vec<StickerMoves>)> = Vec::new();
        for rotation in &self.rotations {
            let carries = &rotation.carries;
            let others = powers(carries);
            let is_power = generators
                .iter()
                .any(|(_, powers)| powers.contains(carries));
            if !is_power && !others.is_empty() {
                generators.retain(|(other, _)| !others.contains(*other));
                generators.push((carries, others));
            }
        }
        generators.into_iter().map(|(carries, _)| carries).collect()
    }
}

/// For each of some moves, the one that it is after a rotation.
fn meanings(
    rotation: &StickerMoves,
    moves: Vec<(String, StickerMoves)>,
) -> Result<(Vec<String>, Vec<u8>), String> {
    let back = inverse(rotation).debug_unwrap_or_default();
    let mut meanings = Vec::new();
    for (name, carries) in &moves {
        let seen = after(&back, &after(carries, rotation));
        let meaning = (0..).zip(&moves).find(|(_, (_, other))| *other == seen);
        let unknown = || format!("after it, `{name}` is none of the moves");
        meanings.push(meaning.ok_or_else(unknown)?.0);
    }
    let names = moves.into_iter().map(|(name, _)| name);
    Ok((names.collect(), meanings))
}

/// Returns true if two boards have the same symbols.
pub(super) fn is_same(board: &[String], other: &[String]) -> bool {
    let [mut board, mut other] = [board.to_vec(), other.to_vec()];
    board.sort_unstable();
    other.sort_unstable();
    board == other
}
