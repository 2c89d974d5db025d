//! Moves: lines that shift, cycles, inverses, sequences, and moves of the blank.

mod axis;
mod blank;

use std::ops::Range;

use toml::Spanned;

use super::file::{File, Metric, MoveEntry};
use super::picture::Picture;
use super::pieces::Pieces;
use super::problem::{Findings, like};
use super::words;
use crate::puzzle::Move;
use crate::structure::Turn;

/// The moves of a puzzle.
pub(super) struct Moves {
    pub(super) names: Vec<String>,
    pub(super) turns: Vec<Turn>,
}

/// By cell: the cell whose piece comes here.
type Permutation = Vec<u8>;

/// A move that is being read.
struct Draft {
    name: String,
    span: Range<usize>,
    axis: Option<String>,
    /// What it does; where the blank has to be, if it matters. None if that is not known yet, or wrong.
    turns: Option<Vec<(Option<u8>, Permutation)>>,
}

impl Draft {
    /// What it does wherever the blank is, if it is such a move.
    fn permutation(&self) -> Option<&Permutation> {
        match self.turns.as_deref() {
            Some([(None, permutation)]) => Some(permutation),
            _ => None,
        }
    }
}

pub(super) fn read(
    file: &File,
    picture: &Picture,
    pieces: &Pieces,
    findings: &mut Findings<'_>,
) -> Option<Moves> {
    if let Some(entry) = file.moves.get(Move::LIMIT) {
        let (found, most) = (file.moves.len(), Move::LIMIT);
        let problem = format!("{found} moves; a puzzle has at most {most}");
        findings.add(entry.span(), problem);
        return None;
    }
    let mut drafts: Vec<Draft> = Vec::new();
    for entry in &file.moves {
        drafts.push(draft(entry, picture, pieces, findings));
    }
    resolve(file, &mut drafts, findings);
    if let Some(targets) = &file.targets {
        drafts.extend(blank::targets(targets, picture, pieces, findings));
    }
    if drafts.is_empty() {
        findings.add(
            file.name.span(),
            "a puzzle has at least one [[move]], or `targets`",
        );
        return None;
    }
    if file.metric == Metric::Axis {
        axis::close(&mut drafts, findings);
    }
    compare(&drafts, findings);
    if drafts.len() > Move::LIMIT {
        let (found, most) = (drafts.len(), Move::LIMIT);
        let problem = format!("{found} moves; a puzzle has at most {most}");
        findings.add(drafts[most].span.clone(), problem);
        return None;
    }
    let mut moves = Moves {
        names: Vec::new(),
        turns: Vec::new(),
    };
    for (place, draft) in (0..).zip(drafts) {
        moves.names.push(draft.name);
        for (cell, from) in draft.turns.into_iter().flatten() {
            moves.turns.push(Turn {
                by: Move::new(place),
                needs: cell.zip(pieces.blank),
                from,
            });
        }
    }
    Some(moves)
}

fn draft(
    entry: &Spanned<MoveEntry>,
    picture: &Picture,
    pieces: &Pieces,
    findings: &mut Findings<'_>,
) -> Draft {
    let (span, entry) = (entry.span(), entry.as_ref());
    let name = entry.name.as_ref();
    if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
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
        let problem = "a move says what it does in one way: `shift`, `cycles`, `inverse`, \
                       `sequence`, `offset` or `steps`";
        findings.add(entry.name.span(), problem);
    }
    let turns = if let Some(line) = &entry.shift {
        let cells = line_of_cells(line, 0..line.as_ref().len(), picture, findings);
        cells.map(|cells| vec![(None, cycle(&cells, true, picture))])
    } else if let Some(cycles) = &entry.cycles {
        read_cycles(cycles, picture, findings).map(|permutation| vec![(None, permutation)])
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
    }
}

/// The cells of a part of a string, none twice.
fn line_of_cells(
    string: &Spanned<String>,
    part: Range<usize>,
    picture: &Picture,
    findings: &mut Findings<'_>,
) -> Option<Vec<u8>> {
    let text = string.as_ref();
    let mut cells = Vec::new();
    let mut is_good = true;
    for (place, word) in words(text.get(part.clone())?) {
        if findings.is_full() {
            return None;
        }
        let place = part.start + place.start..part.start + place.end;
        let place = findings.within(&string.span(), text, place);
        match picture.cell(word, place.clone(), findings) {
            Some(cell) if cells.contains(&cell) => {
                findings.add(place, format!("cell `{word}` is named twice"));
                is_good = false;
            }
            Some(cell) => cells.push(cell),
            None => is_good = false,
        }
    }
    if is_good && cells.len() < 2 {
        let place = findings.within(&string.span(), text, part);
        findings.add(place, "at least two cells are needed to move anything");
        is_good = false;
    }
    is_good.then_some(cells)
}

/// The permutation of one cycle: towards the first cell, or away from it.
fn cycle(cells: &[u8], is_backward: bool, picture: &Picture) -> Permutation {
    let mut from = identity(picture);
    for (i, &cell) in cells.iter().enumerate() {
        let next = cells[(i + 1) % cells.len()];
        if is_backward {
            from[usize::from(cell)] = next;
        } else {
            from[usize::from(next)] = cell;
        }
    }
    from
}

fn identity(picture: &Picture) -> Permutation {
    (0..=u8::MAX).take(picture.names.len()).collect()
}

/// `(1 2 3)(4 5)`: no cell twice.
fn read_cycles(
    cycles: &Spanned<String>,
    picture: &Picture,
    findings: &mut Findings<'_>,
) -> Option<Permutation> {
    let text = cycles.as_ref();
    let mut from = identity(picture);
    let mut is_good = true;
    let mut rest = 0;
    while let Some(start) = text[rest..]
        .find(|c: char| !c.is_whitespace())
        .map(|at| rest + at)
    {
        let end = text[start..].find(')').map(|end| start + end);
        let Some(end) = end.filter(|_| text[start..].starts_with('(')) else {
            let place = findings.within(&cycles.span(), text, start..text.len());
            findings.add(place, "cycles are written like `(1 2 3)(4 5)`");
            return None;
        };
        match line_of_cells(cycles, start + 1..end, picture, findings) {
            Some(cells) => {
                let own = cycle(&cells, false, picture);
                for &cell in &cells {
                    let cell = usize::from(cell);
                    if usize::from(from[cell]) != cell {
                        let place = findings.within(&cycles.span(), text, start..end + 1);
                        let name = &picture.names[cell];
                        findings.add(place, format!("cell `{name}` is in two cycles"));
                        is_good = false;
                    }
                    from[cell] = own[cell];
                }
            }
            None => is_good = false,
        }
        rest = end + 1;
        if findings.is_full() {
            return None;
        }
    }
    is_good.then_some(from)
}

/// Works out what inverses and sequences do, which name other moves.
fn resolve(file: &File, drafts: &mut [Draft], findings: &mut Findings<'_>) {
    let names: Vec<String> = drafts.iter().map(|draft| draft.name.clone()).collect();
    let mut is_open = true;
    // Each may name another that does so, too: a round for each is enough.
    for _ in 0..drafts.len() {
        if !std::mem::take(&mut is_open) {
            break;
        }
        for (place, entry) in file.moves.iter().enumerate() {
            if drafts[place].turns.is_some() {
                continue;
            }
            let known = |name: &str| {
                let place = names.iter().position(|own| own == name)?;
                drafts[place].turns.clone()
            };
            let entry = entry.as_ref();
            let turns = if let Some(other) = &entry.inverse {
                known(other.as_ref()).map(|turns| turns.iter().map(inverse).collect())
            } else if let Some(sequence) = &entry.sequence {
                let words = words(sequence.as_ref()).map(|(_, word)| word);
                in_sequence(words, |name| {
                    let place = names.iter().position(|own| own == name)?;
                    drafts.get(place)?.permutation()
                })
            } else {
                None
            };
            if turns.is_some() {
                drafts[place].turns = turns;
                is_open = true;
            }
        }
    }
    for (draft, entry) in drafts.iter().zip(&file.moves) {
        let entry = entry.as_ref();
        let Some(string) = entry.inverse.as_ref().or(entry.sequence.as_ref()) else {
            continue;
        };
        let text = string.as_ref();
        let mut are_known = true;
        for (place, word) in words(text).filter(|(_, word)| names.iter().all(|own| own != word)) {
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
            let problem = "names moves that name each other, or moves of the blank in a sequence";
            findings.add(string.span(), problem);
        }
    }
}

fn inverse((cell, from): &(Option<u8>, Permutation)) -> (Option<u8>, Permutation) {
    let mut back = from.clone();
    for (to, &from) in (0..=u8::MAX).zip(from) {
        back[usize::from(from)] = to;
    }
    // Where the blank has come to.
    let cell = cell.map(|cell| back[usize::from(cell)]);
    (cell, back)
}

/// Moves one after another, if all are known and none depends on the blank.
fn in_sequence<'d>(
    names: impl IntoIterator<Item = &'d str>,
    known: impl Fn(&str) -> Option<&'d Permutation>,
) -> Option<Vec<(Option<u8>, Permutation)>> {
    let mut all: Option<Permutation> = None;
    for name in names {
        let next = known(name)?;
        all = Some(all.map_or_else(|| next.clone(), |all| after(&all, next)));
    }
    Some(vec![(None, all?)])
}

/// One permutation and then another.
fn after(first: &Permutation, second: &Permutation) -> Permutation {
    second
        .iter()
        .map(|&from| first[usize::from(from)])
        .collect()
}

/// Finds moves that do nothing, do the same, or have the same name.
fn compare(drafts: &[Draft], findings: &mut Findings<'_>) {
    for (place, draft) in drafts.iter().enumerate() {
        let (span, name) = (&draft.span, &draft.name);
        let does_nothing = |(_, from): &(Option<u8>, Permutation)| {
            (0..=u8::MAX).zip(from).all(|(to, &from)| to == from)
        };
        let Some(turns) = &draft.turns else { continue };
        if turns.iter().all(does_nothing) {
            findings.add(span.clone(), format!("the move `{name}` changes nothing"));
        }
        for earlier in &drafts[..place] {
            if earlier.name == *name {
                findings.add(span.clone(), format!("two moves are called `{name}`"));
            } else if earlier.turns.as_ref() == Some(turns) {
                let other = &earlier.name;
                findings.add(
                    span.clone(),
                    format!("the moves `{other}` and `{name}` are the same"),
                );
            }
        }
    }
}
