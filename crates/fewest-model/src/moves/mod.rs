//! Moves: shifts of lines, cycles, inverses, sequences, and moves of the blank.

mod axis;
mod blank;

use std::ops::Range;

use toml::Spanned;

use super::file::{CellsEntry, Definition, Metric, MoveEntry};
use super::names::{Mapping, Names, after};
use super::picture::{Picture, Unclear};
use super::pieces::PieceSymbols;
use super::powers;
use super::problem::{Findings, flaw_of_name, is_plain, like};
use super::words;
use fewest_base::space::Move;
use fewest_base::space::structure::{self, Turn};

pub(super) struct Moves {
    pub(super) names: Vec<String>,
    pub(super) turns: Vec<Turn>,
}

/// A move while it is read.
struct Draft {
    name: String,
    span: Range<usize>,
    axis: Option<String>,
    /// The effects, each with the blank's cell if it matters. `None` if not known yet, or wrong.
    turns: Option<Vec<(Option<u8>, Mapping)>>,
    /// The cells that must hold a symbol, ascending.
    needs: Vec<(u8, u8)>,
}

impl Moves {
    /// The effect of a move or a power wherever the blank is; adds a finding if there is none.
    pub(super) fn permutation(
        &self,
        name: &str,
        place: Range<usize>,
        findings: &mut Findings<'_>,
    ) -> Option<Mapping> {
        let turn = |name: &str| {
            let m = self.names.iter().position(|move_name| move_name == name)?;
            self.turns.iter().find(|turn| turn.by.index() == m)
        };
        match turn(name) {
            Some(turn) if !turn.needs.is_empty() => {
                findings.add(place, format!("`{name}` depends on where the blank is"));
                return None;
            }
            Some(turn) => return Some(turn.from.clone()),
            None => {}
        }
        let always = |name: &str| Some(&turn(name).filter(|turn| turn.needs.is_empty())?.from);
        let power = powers::power(&powers::straight(name), always);
        if power.is_none() {
            let problem = format!("no move is called `{name}`");
            findings.add_with_help(place, problem, like(name, &self.names));
        }
        power
    }
}

impl Draft {
    /// The cells of the needed symbols after the move.
    fn needs_after(&self) -> Vec<(u8, u8)> {
        let Some([(_, from)]) = self.turns.as_deref() else {
            return Vec::new();
        };
        let back = structure::inverse(from).unwrap_or_default();
        let to = |cell: u8| back.get(usize::from(cell)).copied();
        let needs = self.needs.iter();
        let mut after: Vec<(u8, u8)> = needs
            .filter_map(|(cell, symbol)| Some((to(*cell)?, *symbol)))
            .collect();
        after.sort_unstable();
        after
    }

    /// The move's effect, if that is the same on every board.
    fn permutation(&self) -> Option<&Mapping> {
        match self.turns.as_deref().filter(|_| self.needs.is_empty()) {
            Some([(None, permutation)]) => Some(permutation),
            _ => None,
        }
    }
}

pub(super) fn read(
    file: &Definition,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Option<Moves> {
    if let Some(entry) = file.moves.get(Move::LIMIT) {
        let (found, max) = (file.moves.len(), Move::LIMIT);
        let problem = format!("{found} moves; a puzzle has at most {max}");
        findings.add(entry.span(), problem);
        return None;
    }
    let mut drafts: Vec<Draft> = Vec::new();
    for entry in &file.moves {
        drafts.push(draft(entry, picture, pieces, findings));
    }
    let mut offsets = file
        .moves
        .iter()
        .filter_map(|entry| entry.as_ref().offset.as_ref());
    if let (Some(_), Some(unclear)) = (offsets.next(), picture.unclear()) {
        add_unclear(&unclear, file, picture, findings);
    }
    resolve(file, &mut drafts, picture, findings);
    if let Some(targets) = &file.targets {
        drafts.extend(blank::targets(targets, picture, pieces, findings));
    }
    if drafts.is_empty() {
        // Otherwise, `targets` has a mistake, which was reported.
        if file.targets.is_none() {
            let problem = "a puzzle has at least one [[move]], or `targets`";
            findings.add(file.name.span(), problem);
        }
        return None;
    }
    if let Some(metric) = &file.metric {
        match metric.as_ref() {
            Metric::Move => {}
            Metric::Axis => axis::close(&mut drafts, findings),
            Metric::Straight => drafts = blank::straight(drafts, metric.span(), findings),
            Metric::Unit | Metric::Finger => {
                findings.add(metric.span(), "this metric is for files with `blocks`");
            }
        }
    }
    compare(&drafts, findings);
    if drafts.len() > Move::LIMIT {
        let (found, max) = (drafts.len(), Move::LIMIT);
        let problem = format!("{found} moves; a puzzle has at most {max}");
        findings.add(drafts[max].span.clone(), problem);
        return None;
    }
    let mut moves = Moves {
        names: Vec::new(),
        turns: Vec::new(),
    };
    for (place, draft) in (0..=u8::MAX).zip(drafts) {
        moves.names.push(draft.name);
        for (cell, from) in draft.turns.into_iter().flatten() {
            moves.turns.push(Turn {
                by: Move::new(place),
                needs: (cell.zip(pieces.blank).into_iter())
                    .chain(draft.needs.iter().copied())
                    .collect(),
                from,
            });
        }
    }
    Some(moves)
}

/// Adds a finding that an offset needs clear columns.
fn add_unclear(
    unclear: &Unclear,
    file: &Definition,
    picture: &Picture,
    findings: &mut Findings<'_>,
) {
    let [cell, other] = [unclear.cell, unclear.other].map(|cell| picture.names[cell].as_str());
    let mut span = file.cells.span();
    if let CellsEntry::Picture(drawn) = file.cells.as_ref()
        && let Some((place, _)) = words(drawn).nth(unclear.cell)
    {
        span = findings.within(&span, drawn, place);
    }
    let problem = format!(
        "an `offset` needs columns, and it is not clear whether `{cell}` is in the same column as `{other}`"
    );
    let help = "align the names of each column, on the left or on the right";
    findings.add_with_help(span, problem, Some(help.to_owned()));
}

/// The minimum number of cells in a line or a cycle.
pub(super) const FEWEST: (usize, &str) = (2, "at least two cells are needed to move anything");

fn draft(
    entry: &Spanned<MoveEntry>,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Draft {
    let (span, entry) = (entry.span(), entry.as_ref());
    let name = entry.name.as_ref();
    if name.is_empty() || name.contains(char::is_whitespace) || !is_plain(name) {
        findings.add(entry.name.span(), "a move's name is one word");
    }
    if let Some(cost) = entry.cost.as_ref().filter(|cost| *cost.as_ref() != 1) {
        findings.add(
            cost.span(),
            "every move counts as one; other costs are not supported yet",
        );
    }
    let ways = [
        entry.shift.is_some(),
        entry.cycles.is_some(),
        entry.inverse.is_some(),
        entry.sequence.is_some(),
        entry.offset.is_some(),
        entry.steps.is_some(),
    ];
    if ways.into_iter().filter(|is_used| *is_used).count() != 1 {
        let problem = "a move has exactly one of `shift`, `cycles`, `inverse`, `sequence`, `offset` and `steps`";
        findings.add(entry.name.span(), problem);
    }
    let number = |string: &Spanned<String>| words(string.as_ref()).count();
    if let Some(inverse) = entry.inverse.as_ref().filter(|string| number(string) != 1) {
        findings.add(inverse.span(), "`inverse` names one move");
    }
    if let Some(sequence) = entry.sequence.as_ref().filter(|string| number(string) == 0) {
        findings.add(sequence.span(), "`sequence` names at least one move");
    }
    let names = Names::cells(&picture.names);
    let turns = if let Some(line) = &entry.shift {
        let cells = names.list(line, 0..line.as_ref().len(), FEWEST, findings);
        cells.map(|cells| vec![(None, names.cycle(&cells, true))])
    } else if let Some(cycles) = &entry.cycles {
        let permutation = names.cycles(cycles, FEWEST, findings);
        permutation.map(|permutation| vec![(None, permutation)])
    } else if let Some(offset) = &entry.offset {
        blank::offset(offset, picture, pieces, findings)
    } else if let Some(steps) = &entry.steps {
        blank::steps(steps, picture, pieces, findings)
    } else {
        None
    };
    Draft {
        name: name.clone(),
        span,
        axis: entry.axis.clone(),
        turns,
        needs: (entry.needs.as_ref())
            .and_then(|needs| read_needs(needs, entry, picture, pieces, findings))
            .unwrap_or_default(),
    }
}

/// Reads the cells that must hold a symbol, like `2=T 3=.`.
fn read_needs(
    needs: &Spanned<String>,
    entry: &MoveEntry,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Option<Vec<(u8, u8)>> {
    if entry.shift.is_none() && entry.cycles.is_none() {
        findings.add(
            needs.span(),
            "`needs` is for moves with `shift` or `cycles`",
        );
        return None;
    }
    let text = needs.as_ref();
    let mut found: Vec<(u8, u8)> = Vec::new();
    for (place, word) in words(text) {
        if findings.is_full() {
            return None;
        }
        let place = findings.within(&needs.span(), text, place);
        let Some((cell, symbol)) = word.split_once('=') else {
            let problem = format!("a cell and its symbol are written like `1=a`, not `{word}`");
            findings.add(place, problem);
            continue;
        };
        let Some(cell) = picture.cell(cell, place.clone(), findings) else {
            continue;
        };
        let known = pieces.symbols.iter().position(|known| known == symbol);
        let Some(symbol) = known.and_then(|place| u8::try_from(place).ok()) else {
            let help = like(symbol, &pieces.symbols);
            findings.add_with_help(place, format!("no piece is called `{symbol}`"), help);
            continue;
        };
        if found.iter().any(|(known, _)| *known == cell) {
            let name = &picture.names[usize::from(cell)];
            findings.add(place, format!("`{name}` appears twice"));
        }
        found.push((cell, symbol));
    }
    if text.trim().is_empty() {
        findings.add(needs.span(), "no cells");
    }
    found.sort_unstable();
    Some(found)
}

/// Computes inverses and sequences, which name other moves.
fn resolve(
    file: &Definition,
    drafts: &mut [Draft],
    picture: &Picture,
    findings: &mut Findings<'_>,
) {
    let names: Vec<String> = drafts.iter().map(|draft| draft.name.clone()).collect();
    let mut is_open = true;
    // Moves may name moves that name others: one round per move is enough.
    for _ in 0..drafts.len() {
        if !std::mem::take(&mut is_open) {
            break;
        }
        for (place, entry) in file.moves.iter().enumerate() {
            if drafts[place].turns.is_some() {
                continue;
            }
            let known = |name: &str| {
                let place = names.iter().position(|move_name| move_name == name)?;
                drafts[place].turns.clone()
            };
            let entry = entry.as_ref();
            let mut carried = Vec::new();
            let turns = if let Some(other) = &entry.inverse {
                let other = other.as_ref().trim();
                let undone = names.iter().position(|name| name == other);
                let undone = undone
                    .and_then(|other| drafts.get(other))
                    .map(Draft::needs_after);
                carried = undone.unwrap_or_default();
                known(other).map(|turns| turns.iter().map(inverse).collect())
            } else if let Some(sequence) = &entry.sequence {
                let words = words(sequence.as_ref()).map(|(_, word)| word);
                in_sequence(words, |name| {
                    let place = names.iter().position(|move_name| move_name == name)?;
                    drafts.get(place)?.permutation()
                })
            } else {
                None
            };
            if turns.is_some() {
                drafts[place].turns = turns;
                drafts[place].needs.extend(carried);
                is_open = true;
            }
        }
    }
    for (draft, entry) in drafts.iter().zip(&file.moves) {
        let entry = entry.as_ref();
        let Some(string) = entry.inverse.as_ref().or(entry.sequence.as_ref()) else {
            continue;
        };
        doubt_inverse(draft, string, picture, findings);
        let text = string.as_ref();
        let mut are_known = true;
        for (place, word) in words(text).filter(|(_, word)| names.iter().all(|name| name != word)) {
            if findings.is_full() {
                return;
            }
            let place = findings.within(&string.span(), text, place);
            findings.add_with_help(
                place,
                format!("no move is called `{word}`"),
                like(word, &names),
            );
            are_known = false;
        }
        if draft.turns.is_none() && are_known && findings.is_clean() {
            let depends = |word: &&str| {
                let other = drafts.iter().find(|other| other.name == **word);
                other.is_some_and(|other| other.turns.is_some() && other.permutation().is_none())
            };
            match words(text).map(|(_, word)| word).find(depends) {
                Some(word) => {
                    let problem = format!("`{word}` depends on the board, so no sequence has it");
                    let help = "`metric = \"straight\"` repeats each move of the blank";
                    findings.add_with_help(string.span(), problem, Some(help.to_owned()));
                }
                None => findings.add(string.span(), "the named moves refer to each other"),
            }
        }
    }
}

/// Adds a finding if a move has no single inverse because it leads to one cell from two.
fn doubt_inverse(
    draft: &Draft,
    string: &Spanned<String>,
    picture: &Picture,
    findings: &mut Findings<'_>,
) {
    let turns = draft.turns.iter().flatten();
    let mut cells: Vec<u8> = turns.filter_map(|(cell, _)| *cell).collect();
    cells.sort_unstable();
    let twice = cells.windows(2).find(|pair| pair[0] == pair[1]);
    if let Some(name) = twice.and_then(|pair| picture.names.get(usize::from(pair[0]))) {
        let other = string.as_ref();
        let problem = format!(
            "`{other}` has no single inverse: it leads to `{name}` from more than one cell"
        );
        findings.add(string.span(), problem);
    }
}

fn inverse((cell, from): &(Option<u8>, Mapping)) -> (Option<u8>, Mapping) {
    let back = structure::inverse(from).unwrap_or_else(|| from.clone());
    // The blank's cell after the move.
    let cell = cell.map(|cell| back[usize::from(cell)]);
    (cell, back)
}

/// The product of moves, if all are known and none depends on the blank.
fn in_sequence<'d>(
    names: impl IntoIterator<Item = &'d str>,
    known: impl Fn(&str) -> Option<&'d Mapping>,
) -> Option<Vec<(Option<u8>, Mapping)>> {
    let mut all: Option<Mapping> = None;
    for name in names {
        let next = known(name)?;
        all = Some(all.map_or_else(|| next.clone(), |all| after(&all, next)));
    }
    Some(vec![(None, all?)])
}

/// Finds moves that do nothing or have a name that is taken or too long.
fn compare(drafts: &[Draft], findings: &mut Findings<'_>) {
    for (place, draft) in drafts.iter().enumerate() {
        let (span, name) = (&draft.span, &draft.name);
        let does_nothing = |(_, from): &(Option<u8>, Mapping)| {
            (0..=u8::MAX).zip(from).all(|(to, &from)| to == from)
        };
        // Powers have longer names than their moves.
        if let Some(problem) = flaw_of_name("a move's name", name).filter(|_| is_plain(name)) {
            findings.add(span.clone(), problem);
        }
        let Some(turns) = &draft.turns else { continue };
        if turns.iter().all(does_nothing) {
            findings.add(span.clone(), format!("the move `{name}` changes nothing"));
        }
        for earlier in &drafts[..place] {
            if earlier.name == *name {
                findings.add(span.clone(), format!("two moves are called `{name}`"));
            }
        }
    }
}
