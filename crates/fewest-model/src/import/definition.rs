//! The definition of a puzzle from another program's file.

use std::fmt::Write;

use super::puzzle::{
    FilePuzzle, Given, Position, Set, Solved, StickerMoves, plain, powers, slug, still,
};
use crate::MAX_NAME;
use crate::names::{Names, after, cycles};
use crate::powers::name;
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
        let moves = self.moves_and_images();
        let names: Vec<String> = moves.iter().map(|(name, _)| name.clone()).collect();
        let mut words = String::new();
        for rotation in &self.rotations {
            let meanings = moves.iter().map(|(_, carries)| {
                let image = rotation.image(carries);
                let mut others = (0..=u8::MAX).zip(&moves);
                others.find_map(|(place, (_, other))| (*other == image).then_some(place))
            });
            let meanings: Option<Vec<u8>> = meanings.collect();
            let word = rotation.name;
            match meanings.map(|meanings| cycles(&meanings, &names)) {
                Some(cycles) if !cycles.is_empty() => {
                    let _ = writeln!(words, "\"{word}\" = \"{cycles}\"");
                }
                other => {
                    let reason =
                        other.map_or("it leads to too many moves", |_| "it changes no move");
                    let note = format!("`{word}`, a turn of the whole, is left out: {reason}");
                    notes.add(rotation.span.clone(), note);
                }
            }
        }
        if words.is_empty() {
            return words;
        }
        let mut lacking = names;
        lacking.retain(|name| name.ends_with(']'));
        if !lacking.is_empty() {
            let _ = writeln!(words, "\"{}\" = \"\"", lacking.join(" "));
        }
        format!("\n[words]\n{words}")
    }

    /// The moves, and what the puzzle lacks of their images under rotations, called `U[x]`. Powers are
    /// listed only if a rotation takes a move to one, as some take a cube's slice to another's inverse.
    fn moves_and_images(&self) -> Vec<(String, StickerMoves)> {
        let given = self.moves.iter();
        let mut moves: Vec<(String, StickerMoves)> = given
            .map(|given| (given.name.to_owned(), given.carries.clone()))
            .collect();
        let mut all = Vec::new();
        for (base, carries) in &moves {
            let powers = powers(carries);
            let order = powers.len() + 1;
            all.extend(
                (1..)
                    .zip(powers)
                    .map(|(count, power)| (name(base, count, order), power)),
            );
        }
        // A definition's moves and words together have at most `Names::MAX` names.
        let room = Names::MAX.saturating_sub(all.len());
        let has = |moves: &[(String, StickerMoves)], effect: &StickerMoves| {
            moves.iter().any(|(_, carries)| carries == effect)
        };
        let mut images =
            (self.rotations.iter()).flat_map(|by| moves.iter().map(|(_, of)| by.image(of)));
        if images.any(|image| has(&all, &image) && !has(&moves, &image)) {
            moves = all;
        }
        let mut place = 0;
        let most = moves.len() + room;
        while let Some((name, carries)) = moves.get(place).cloned() {
            place += 1;
            for rotation in &self.rotations {
                let image = rotation.image(&carries);
                let name = format!("{name}[{}]", rotation.name);
                let has_room = moves.len() < most && name.len() <= MAX_NAME;
                if has_room && !has(&moves, &image) {
                    moves.push((name, image));
                }
            }
        }
        moves
    }

    /// Effects of rotations that generate those of all.
    pub(super) fn generators(&self) -> Vec<&StickerMoves> {
        let mut generators: Vec<&StickerMoves> = Vec::new();
        for Given { carries, .. } in &self.rotations {
            let is_power = |of: &&StickerMoves| powers(of).contains(carries);
            if *carries != still(carries.len()) && !generators.iter().any(is_power) {
                generators.push(carries);
            }
        }
        generators
    }
}

impl Given<'_> {
    /// The effect of a move as seen before this rotation, when it is made after it.
    fn image(&self, carries: &StickerMoves) -> StickerMoves {
        let back = inverse(&self.carries).debug_unwrap_or_default();
        after(&back, &after(carries, &self.carries))
    }
}

/// Returns true if two boards have the same symbols.
pub(super) fn is_same(board: &[String], other: &[String]) -> bool {
    let [mut board, mut other] = [board.to_vec(), other.to_vec()];
    board.sort_unstable();
    other.sort_unstable();
    board == other
}
