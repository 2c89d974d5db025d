//! Puzzles from the files of twsearch (T. Rokicki, `.tws`) and ksolve+ (K. Krig, M. Gottlieb, 2007-2013, `.def`).
//!
//! Such a file has sets of pieces with orientations. A piece with `o` orientations becomes `o` stickers on as many cells, and
//! turns by moving them on. As in those programs, every power of a move counts as one move.

use std::fmt::Write;
use std::ops::Range;

use super::problem::{Findings, Problems};
use super::{Definition, words};

/// More stickers than this are no puzzle of ours.
const MOST_STICKERS: usize = super::MAX_CELLS;

/// More moves than this are no puzzle of ours, powers of others among them.
const MOST_MOVES: usize = 256;

/// More powers of moves than this are not looked at: they are more moves than any puzzle has.
const MOST_POWERS: usize = 4096;

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

/// The definition, as text, that is the same puzzle as a file of twsearch or ksolve+.
///
/// # Errors
/// All that is wrong with the file, or can't be said in a definition, each with its place.
pub fn import(text: &str) -> Result<String, Problems> {
    let mut findings = Findings::new(text);
    let mut reader = Reader::new(text, &mut findings);
    let puzzle = reader.read();
    let Some(puzzle) = puzzle.filter(|_| findings.is_clean()) else {
        return Err(findings.into_problems());
    };
    let written = puzzle.write();
    if let Err(Problems(problems)) = Definition::read(&written) {
        let first = problems.first().map_or("", |problem| &problem.message);
        let problem = format!("can't be a definition: {first}");
        return Err(Problems::of_all(text, problem));
    }
    Ok(written)
}

struct Reader<'t, 'f, 'g> {
    words: std::iter::Peekable<std::vec::IntoIter<(Range<usize>, &'t str)>>,
    end: Range<usize>,
    findings: &'f mut Findings<'g>,
}

struct Imported<'t> {
    name: &'t str,
    sets: Vec<Set<'t>>,
    moves: Vec<(&'t str, Vec<Action>)>,
}

impl<'t, 'f, 'g> Reader<'t, 'f, 'g> {
    fn new(text: &'t str, findings: &'f mut Findings<'g>) -> Self {
        let mut all = Vec::new();
        for line in text.lines() {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let code = line.split('#').next().unwrap_or_default();
            all.extend(words(code).map(|(at, word)| (start + at.start..start + at.end, word)));
        }
        Self {
            words: all.into_iter().peekable(),
            end: text.len()..text.len(),
            findings,
        }
    }

    fn fail<T>(&mut self, at: Range<usize>, message: impl Into<String>) -> Option<T> {
        self.findings.add(at, message);
        None
    }

    fn word(&mut self, what: &str) -> Option<(Range<usize>, &'t str)> {
        match self.words.next() {
            Some(found) => Some(found),
            None => self.fail(self.end.clone(), format!("the file ends before {what}")),
        }
    }

    fn number(&mut self, what: &str, range: Range<usize>) -> Option<usize> {
        let (at, word) = self.word(what)?;
        match word.parse() {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (first, last) = (range.start, range.end.saturating_sub(1));
                self.fail(at, format!("{what} is {first} to {last}, not `{word}`"))
            }
        }
    }

    /// A name that can stand in a list of cells.
    fn name(&mut self, what: &str) -> Option<&'t str> {
        let (at, word) = self.word(what)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
        if word.chars().all(is_plain) {
            return Some(word);
        }
        self.fail(at, format!("{what} has letters, digits, _, - and ' only"))
    }

    fn read(&mut self) -> Option<Imported<'t>> {
        let mut puzzle = Imported {
            name: "imported",
            sets: Vec::new(),
            moves: Vec::new(),
        };
        let mut is_solved_known = false;
        while let Some((at, word)) = self.words.next() {
            match word {
                "Name" => puzzle.name = self.name("the puzzle's name")?,
                "Set" if puzzle.moves.is_empty() && !is_solved_known => {
                    let set = self.set()?;
                    let is_known = puzzle.sets.iter().any(|own| own.name == set.name);
                    puzzle.sets.push(set);
                    if is_known || puzzle.stickers() > MOST_STICKERS {
                        let problem = format!(
                            "a set that is there already, or over {MOST_STICKERS} stickers in all"
                        );
                        return self.fail(at, problem);
                    }
                }
                "Solved" | "StartState" if !is_solved_known => {
                    self.solved(&mut puzzle.sets)?;
                    is_solved_known = true;
                }
                "Move" => {
                    let name = self.name("a move's name")?;
                    let action = self.action(&puzzle.sets)?;
                    puzzle.moves.push((name, action));
                    if puzzle.moves.len() > MOST_MOVES {
                        return self.fail(at, format!("over {MOST_MOVES} moves"));
                    }
                }
                "Set" | "Solved" | "StartState" => {
                    return self.fail(at, format!("`{word}` comes too late"));
                }
                _ => {
                    let problem = format!("`{word}` can't be said in a definition");
                    return self.fail(at, problem);
                }
            }
        }
        if puzzle.sets.is_empty() || puzzle.moves.is_empty() || !is_solved_known {
            let problem = "a puzzle has sets, a solved state and moves";
            return self.fail(0..0, problem);
        }
        Some(puzzle)
    }

    fn set(&mut self) -> Option<Set<'t>> {
        let name = self.name("a set's name")?;
        let pieces = self.number("the number of pieces", 1..MOST_STICKERS + 1)?;
        let orientations = self.number("the number of orientations", 1..27)?;
        Some(Set {
            name,
            pieces,
            orientations,
            solved: (1..=pieces).map(|piece| (piece, Some(0))).collect(),
        })
    }

    /// Whether a section ends here.
    fn is_over(&mut self) -> bool {
        self.words.next_if(|(_, word)| *word == "End").is_some()
    }

    /// The place of a set that is named.
    fn section(&mut self, sets: &[Set<'t>]) -> Option<usize> {
        let (at, word) = self.word("`End`")?;
        match sets.iter().position(|set| set.name == word) {
            Some(place) => Some(place),
            None => self.fail(at, format!("no set is called `{word}`")),
        }
    }

    fn has_orientations(&mut self) -> bool {
        let next = self.words.peek();
        next.is_some_and(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit() || c == '?'))
    }

    fn solved(&mut self, sets: &mut [Set<'t>]) -> Option<()> {
        while !self.is_over() {
            let place = self.section(sets)?;
            let Some(set) = sets.get_mut(place) else {
                continue;
            };
            for slot in &mut set.solved {
                slot.0 = self.number("a piece", 1..set.pieces + 1)?;
            }
            if !self.has_orientations() {
                continue;
            }
            for slot in &mut set.solved {
                slot.1 = if self.words.next_if(|(_, word)| *word == "?").is_some() {
                    None
                } else {
                    Some(self.number("an orientation", 0..set.orientations)?)
                };
            }
        }
        Some(())
    }

    fn action(&mut self, sets: &[Set<'t>]) -> Option<Vec<Action>> {
        let still = |set: &Set<'_>| (0..set.pieces).map(|place| (place, 0)).collect();
        let mut actions: Vec<Action> = sets.iter().map(still).collect();
        while !self.is_over() {
            let place = self.section(sets)?;
            let (Some(set), Some(action)) = (sets.get(place), actions.get_mut(place)) else {
                continue;
            };
            let mut is_used = vec![false; set.pieces];
            for slot in action.iter_mut() {
                let at = self.words.peek().map(|(at, _)| at.clone());
                slot.0 = self.number("a place", 1..set.pieces + 1)? - 1;
                if std::mem::replace(is_used.get_mut(slot.0)?, true) {
                    let at = at.unwrap_or_default();
                    return self.fail(at, "a place from which two pieces would come");
                }
            }
            if self.has_orientations() {
                for slot in action.iter_mut() {
                    slot.1 = self.number("a turn", 0..set.orientations)?;
                }
            }
        }
        Some(actions)
    }
}

impl Imported<'_> {
    fn stickers(&self) -> usize {
        let stickers = self.sets.iter().map(|set| set.pieces * set.orientations);
        stickers.sum()
    }

    /// By sticker's cell: the cell that a move takes it to. Cells stand set by set, place by place.
    fn carries(&self, actions: &[Action]) -> Vec<usize> {
        let mut to = vec![0; self.stickers()];
        let mut first = 0;
        for (set, action) in self.sets.iter().zip(actions) {
            let turns = set.orientations;
            for (place, &(from, turn)) in action.iter().enumerate() {
                for sticker in 0..turns {
                    if let Some(to) = to.get_mut(first + from * turns + sticker) {
                        *to = first + place * turns + (sticker + turn) % turns;
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
                        _ => char::from(b'a' + u8::try_from(number).unwrap_or(0)).to_string(),
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
        let mut out = format!(
            "name = \"{}\"\n\ncells = \"\"\"\n{drawn}\"\"\"\n",
            self.name
        );
        let all = symbols.join(" ");
        let _ = writeln!(out, "pieces = \"{all}\"\nmetric = \"axis\"\n");
        let mut known: Vec<Vec<usize>> = Vec::new();
        for (name, actions) in &self.moves {
            let carries = self.carries(actions);
            // A power of a move before it counts as one move there.
            if known.contains(&carries) {
                continue;
            }
            let cycles = cycles(&carries, &cells);
            let _ = writeln!(
                out,
                "[[move]]\nname = \"{name}\"\naxis = \"{name}\"\ncycles = \"{cycles}\""
            );
            let mut power = carries.clone();
            while !known.contains(&power) && known.len() < MOST_POWERS {
                let next = power.iter().filter_map(|&cell| carries.get(cell).copied());
                let next = next.collect();
                known.push(std::mem::replace(&mut power, next));
            }
        }
        let _ = write!(out, "\n[[goal]]\nname = \"solved\"\nboard = \"{all}\"\n");
        out
    }
}

fn cycles(carries: &[usize], cells: &[String]) -> String {
    let mut cycles = String::new();
    let mut is_done = vec![false; carries.len()];
    for first in 0..carries.len() {
        if is_done[first] || carries[first] == first {
            continue;
        }
        let mut cell = first;
        let mut cycle = Vec::new();
        while !std::mem::replace(&mut is_done[cell], true) {
            cycle.push(cells[cell].as_str());
            cell = carries[cell];
        }
        let _ = write!(cycles, "({})", cycle.join(" "));
    }
    cycles
}
