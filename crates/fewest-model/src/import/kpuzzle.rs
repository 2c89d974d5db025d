//! Reading puzzles of cubing.js (L. Garron, T. Rokicki): the JSON form of its `KPuzzleDefinition`.
//!
//! A place of an orbit takes the piece from the place that `permutation` has for it, turned by its
//! `orientationDelta` (`src/cubing/kpuzzle/combine.ts`). Earlier versions had other names:
//! `startStateData` or `startPieces` for the solved board, `orientation` or `orientation_delta` for
//! a move's turns, and orbits as an object.

use std::collections::VecDeque;

use serde_json::value::RawValue;

use super::json::{Fields, JsonReader};
use super::puzzle::{Action, FilePuzzle, Given, Position, Set, Solved, is_plain_name};
use super::reader::{MAX_ORIENTATIONS, MAX_PIECE};
use super::sequences::{FileWord, Sequence, Sequences};
use crate::MAX_CELLS;
use crate::problem::Findings;

const TURNS: [&str; 3] = ["orientationDelta", "orientation_delta", "orientation"];
const PATTERN: [&str; 3] = ["defaultPattern", "startStateData", "startPieces"];
/// A pause in an alg, beside the dot.
const PAUSE: &str = "_";
const DERIVED: [&str; 2] = ["derivedMoves", "experimentalDerivedMoves"];

pub(super) fn read<'t>(
    text: &'t str,
    findings: &mut Findings<'_>,
    notes: &mut Findings<'_>,
) -> Option<FilePuzzle<'t>> {
    let mut reader = KpuzzleReader::new(text, Vec::new(), findings);
    reader.read(notes)
}

/// A board of a puzzle from a file with a `KPattern`.
pub(super) fn read_pattern<'t>(
    text: &'t str,
    puzzle: &FilePuzzle<'t>,
    findings: &mut Findings<'_>,
) -> Option<Position> {
    let mut reader = KpuzzleReader::new(text, puzzle.sets.clone(), findings);
    reader.sets.iter_mut().for_each(|set| set.solved.clear());
    let whole = reader.json.whole()?;
    let fields = reader.json.object(whole, "a pattern")?;
    let pattern = fields.get(&["patternData"]).unwrap_or(whole);
    // A pattern of a larger puzzle is enough.
    reader.pattern(pattern, &mut Findings::new(text))?;
    if let Some(set) = reader.sets.iter().find(|set| set.solved.is_empty()) {
        let brace = pattern.get().get(..1).unwrap_or_default();
        return reader
            .json
            .fail(brace, format!("there is no `{}` here", set.name));
    }
    Some(reader.sets.into_iter().map(|set| set.solved).collect())
}

struct KpuzzleReader<'t, 'f, 'g> {
    json: JsonReader<'t, 'f, 'g>,
    sets: Vec<Set<'t>>,
    /// Orbits that only moves or the solved board mention.
    unknown: Vec<&'t str>,
}

impl<'t, 'f, 'g> KpuzzleReader<'t, 'f, 'g> {
    fn new(text: &'t str, sets: Vec<Set<'t>>, findings: &'f mut Findings<'g>) -> Self {
        // Some editors begin a file with a byte order mark.
        let json = text.trim_start_matches('\u{feff}');
        Self {
            json: JsonReader::new(json, text.len() - json.len(), findings),
            sets,
            unknown: Vec::new(),
        }
    }

    fn read(&mut self, notes: &mut Findings<'_>) -> Option<FilePuzzle<'t>> {
        let whole = self.json.whole()?;
        let top = self.json.object(whole, "a puzzle")?;
        let mut name = "imported".to_owned();
        if let Some(value) = top.get(&["name"]) {
            self.json.string(value, "the name")?.clone_into(&mut name);
        }
        let orbits = self.required(whole, &top, &["orbits"])?;
        self.orbits(orbits)?;
        let pattern = self.required(whole, &top, &PATTERN)?;
        self.pattern(pattern, notes)?;
        let moves = self.required(whole, &top, &["moves"])?;
        let mut puzzle = FilePuzzle {
            name,
            sets: std::mem::take(&mut self.sets),
            moves: Vec::new(),
            rotations: Vec::new(),
        };
        let mut sequences = Sequences::new(true);
        for (name, value) in self.named(moves, "the moves")?.0 {
            let actions = self.actions(&puzzle.sets, value, notes)?;
            let given = Given {
                name,
                span: self.json.span(name),
                carries: puzzle.carries(&actions),
            };
            sequences.add(&mut puzzle, given, self.json.findings)?;
        }
        if let Some(derived) = top.get(&DERIVED) {
            for (name, value) in self.named(derived, "the derived moves")?.0 {
                let words = self.derived(value)?;
                let sequence = Sequence::new(name, self.json.span(name), words, false);
                sequences.push(sequence, self.json.findings)?;
            }
        }
        sequences.expand(&mut puzzle, self.json.findings, notes)?;
        if puzzle.moves.is_empty() {
            let problem = "a puzzle has moves that are not turns of the whole";
            return self.json.fail(moves.get(), problem);
        }
        Some(puzzle)
    }

    /// The words of a derived move's alg.
    fn derived(&mut self, value: &'t RawValue) -> Option<VecDeque<FileWord<'t>>> {
        let whole = self.json.string(value, "a derived move")?;
        let alg = whole.split("//").next().unwrap_or_default();
        if let Some(at) = alg.find("^(") {
            let inverse = alg.get(at..at + 2).unwrap_or_default();
            let problem = "`^( )`, moves on the inverse (NISS), is not supported";
            return self.json.fail(inverse, problem);
        }
        match crate::algorithm::words(alg, self.json.span(alg).start) {
            Ok(mut words) => {
                words.retain(|(_, word)| word != PAUSE);
                Some(words)
            }
            Err((at, message)) => {
                self.json.findings.add(at, message);
                None
            }
        }
    }

    fn required(
        &mut self,
        whole: &'t RawValue,
        fields: &Fields<'t>,
        names: &[&str],
    ) -> Option<&'t RawValue> {
        if let Some(value) = fields.get(names) {
            return Some(value);
        }
        let brace = whole.get().get(..1).unwrap_or_default();
        let name = names.first()?;
        self.json.fail(brace, format!("there is no `{name}` here"))
    }

    /// An object whose names become names of cells and moves.
    fn named(&mut self, value: &'t RawValue, what: &str) -> Option<Fields<'t>> {
        let fields = self.json.object(value, what)?;
        for (name, _) in &fields.0 {
            self.check_name(name)?;
        }
        Some(fields)
    }

    fn check_name(&mut self, name: &'t str) -> Option<()> {
        if is_plain_name(name) {
            return Some(());
        }
        let problem = "a name has letters, digits, _, - and ' only";
        self.json.fail(name, problem)
    }

    fn orbits(&mut self, value: &'t RawValue) -> Option<()> {
        if value.get().starts_with('[') {
            for orbit in self.json.list(value, "the orbits")? {
                let fields = self.json.object(orbit, "an orbit")?;
                let name = self.required(orbit, &fields, &["orbitName"])?;
                let name = self.json.string(name, "an orbit's name")?;
                self.check_name(name)?;
                self.orbit(name, orbit, &fields)?;
            }
        } else {
            for (name, orbit) in self.named(value, "the orbits")?.0 {
                let fields = self.json.object(orbit, "an orbit")?;
                self.orbit(name, orbit, &fields)?;
            }
        }
        if self.sets.is_empty() {
            return self
                .json
                .fail(value.get(), "a puzzle has at least one orbit");
        }
        Some(())
    }

    fn orbit(&mut self, name: &'t str, orbit: &'t RawValue, fields: &Fields<'t>) -> Option<()> {
        let pieces = self.required(orbit, fields, &["numPieces"])?;
        let pieces = self
            .json
            .number(pieces, "`numPieces`", &(1..MAX_CELLS + 1))?;
        let turns = ["numOrientations", "orientations"];
        let turns = self.required(orbit, fields, &turns)?;
        let range = 1..MAX_ORIENTATIONS + 1;
        let orientations = self.json.number(turns, "`numOrientations`", &range)?;
        if self.sets.iter().any(|set| set.name == name) {
            let problem = format!("two orbits are called `{name}`");
            return self.json.fail(name, problem);
        }
        self.sets.push(Set {
            name,
            pieces,
            orientations,
            solved: Solved::each(pieces, orientations),
        });
        let stickers = self.sets.iter().map(|set| set.pieces * set.orientations);
        if stickers.sum::<usize>() > MAX_CELLS {
            let problem = format!("over {MAX_CELLS} stickers in all: pieces times orientations");
            return self.json.fail(orbit.get(), problem);
        }
        Some(())
    }

    /// The fields of a move or of the solved board with the orbit of each. cubing.js skips orbits that
    /// the definition does not have (`src/cubing/kpuzzle/combine.ts`).
    fn by_orbit(
        &mut self,
        sets: &[Set<'t>],
        value: &'t RawValue,
        what: &str,
        notes: &mut Findings<'_>,
    ) -> Option<Vec<(usize, &'t RawValue, Fields<'t>)>> {
        let mut found: Vec<(usize, &'t RawValue, Fields<'t>)> = Vec::new();
        for (name, value) in self.json.object(value, what)?.0 {
            let Some(place) = sets.iter().position(|set| set.name == name) else {
                if !self.unknown.contains(&name) && self.unknown.len() < MAX_CELLS {
                    self.unknown.push(name);
                    let problem = format!("`{name}` is left out: the puzzle has no such orbit");
                    notes.add(self.json.span(name), problem);
                }
                continue;
            };
            if found.iter().any(|(other, ..)| *other == place) {
                let problem = format!("the orbit `{name}` appears twice");
                return self.json.fail(name, problem);
            }
            let fields = self.json.object(value, "an orbit")?;
            found.push((place, value, fields));
        }
        Some(found)
    }

    fn pattern(&mut self, value: &'t RawValue, notes: &mut Findings<'_>) -> Option<()> {
        let mut sets = std::mem::take(&mut self.sets);
        for (place, orbit, fields) in self.by_orbit(&sets, value, "the solved board", notes)? {
            let set = sets.get_mut(place)?;
            let (count, turns) = (set.pieces, set.orientations);
            set.solved = Solved::each(count, turns);
            let pieces = self.required(orbit, &fields, &["pieces", "permutation"])?;
            let pieces = self
                .json
                .numbers(pieces, "a piece", count, &(0..MAX_PIECE))?;
            for (slot, piece) in set.solved.iter_mut().zip(pieces) {
                slot.piece = piece + 1;
            }
            if let Some(value) = fields.get(&["orientation"]) {
                let read = self
                    .json
                    .numbers(value, "an orientation", count, &(0..turns))?;
                for (slot, turn) in set.solved.iter_mut().zip(read) {
                    slot.turn = turn;
                }
            }
            if let Some(value) = fields.get(&["orientationMod"]) {
                let range = 0..turns + 1;
                let periods =
                    self.json
                        .numbers(value, "an orientation's modulus", count, &range)?;
                for (slot, period) in set.solved.iter_mut().zip(periods) {
                    slot.period = if period == 0 { turns } else { period };
                    if turns % slot.period != 0 {
                        let problem = format!("the modulus {period} does not divide {turns}");
                        return self.json.fail(value.get(), problem);
                    }
                }
            }
        }
        self.sets = sets;
        Some(())
    }

    fn actions(
        &mut self,
        sets: &[Set<'t>],
        value: &'t RawValue,
        notes: &mut Findings<'_>,
    ) -> Option<Vec<Action>> {
        let still = |set: &Set<'_>| (0..set.pieces).map(|place| (place, 0)).collect();
        let mut actions: Vec<Action> = sets.iter().map(still).collect();
        for (place, orbit, fields) in self.by_orbit(sets, value, "a move", notes)? {
            let (set, action) = (sets.get(place)?, actions.get_mut(place)?);
            let from = self.required(orbit, &fields, &["permutation"])?;
            let from = self.json.permutation(from, set.pieces)?;
            for (slot, from) in action.iter_mut().zip(from) {
                slot.0 = from;
            }
            if let Some(value) = fields.get(&TURNS) {
                let range = 0..set.orientations;
                let turns = self.json.numbers(value, "a turn", set.pieces, &range)?;
                for (slot, turn) in action.iter_mut().zip(turns) {
                    slot.1 = turn;
                }
            }
        }
        Some(actions)
    }
}
