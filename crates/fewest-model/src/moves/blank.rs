//! Moves of the blank, which swaps with a cell near it.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use toml::Spanned;

use super::Draft;
use crate::names::{Mapping, Names, after};
use crate::picture::Picture;
use crate::pieces::PieceSymbols;
use crate::problem::Findings;
use crate::words;
use fewest_base::space::Move;

type BlankTurns = Vec<(Option<u8>, Mapping)>;

/// The blank's step from one cell to another.
fn swap(from: u8, to: u8, picture: &Picture) -> (Option<u8>, Mapping) {
    let mut permutation = Names::cells(&picture.names).identity();
    permutation.swap(usize::from(from), usize::from(to));
    (Some(from), permutation)
}

/// Returns true if there is a blank; adds a finding otherwise.
fn has_blank(pieces: &PieceSymbols, span: Range<usize>, findings: &mut Findings<'_>) -> bool {
    if pieces.blank.is_none() {
        findings.add(span, "moves of the blank need a `blank = ...`");
    }
    pieces.blank.is_some()
}

/// Steps of the blank by this many rows down and columns right, from every cell that allows one.
pub(super) fn offset(
    offset: &Spanned<Vec<i64>>,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Option<BlankTurns> {
    if !has_blank(pieces, offset.span(), findings) {
        return None;
    }
    let numbers = offset
        .as_ref()
        .iter()
        .map(|&number| isize::try_from(number));
    let Ok([down, right]) = <[_; 2]>::try_from(numbers.flatten().collect::<Vec<_>>()) else {
        let problem = "an offset is two numbers: rows down and columns right, like `[-1, 0]`";
        findings.add(offset.span(), problem);
        return None;
    };
    let mut turns = Vec::new();
    for (cell, &(row, column)) in (0..=u8::MAX).zip(&picture.grid) {
        let to = row
            .checked_add_signed(down)
            .zip(column.checked_add_signed(right))
            .and_then(|(row, column)| picture.at(row, column));
        if let Some(to) = to.filter(|to| *to != cell) {
            turns.push(swap(cell, to, picture));
        }
    }
    if turns.is_empty() {
        findings.add(offset.span(), "no two cells are so far from each other");
        return None;
    }
    Some(turns)
}

/// Reads pairs of cells joined by a sign.
fn pairs(
    string: &Spanned<String>,
    sign: char,
    picture: &Picture,
    findings: &mut Findings<'_>,
) -> Option<Vec<(u8, u8)>> {
    let text = string.as_ref();
    let mut pairs = Vec::new();
    let mut known = HashSet::new();
    let mut is_good = true;
    for (place, word) in words(text) {
        if findings.is_full() {
            return None;
        }
        let place = findings.within(&string.span(), text, place);
        let Some((from, to)) = word.split_once(sign) else {
            let problem = format!("two cells are written like `1{sign}2`, not `{word}`");
            findings.add(place, problem);
            is_good = false;
            continue;
        };
        let from = picture.cell(from, place.clone(), findings);
        let to = picture.cell(to, place.clone(), findings);
        match from.zip(to) {
            Some((from, to)) if from == to => {
                findings.add(place, format!("`{word}` leads nowhere"));
                is_good = false;
            }
            Some(pair) if !known.insert(pair) => {
                findings.add(place, format!("`{word}` appears twice"));
                is_good = false;
            }
            Some(pair) => pairs.push(pair),
            None => is_good = false,
        }
    }
    is_good.then_some(pairs)
}

/// Steps of the blank from the first cell of each pair to the second.
pub(super) fn steps(
    steps: &Spanned<String>,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Option<BlankTurns> {
    if !has_blank(pieces, steps.span(), findings) {
        return None;
    }
    let pairs = pairs(steps, '>', picture, findings)?;
    for (i, (from, _)) in pairs.iter().enumerate() {
        if pairs[..i].iter().any(|(earlier, _)| earlier == from) {
            let name = &picture.names[usize::from(*from)];
            findings.add(
                steps.span(),
                format!("two steps of one move start at `{name}`"),
            );
            return None;
        }
    }
    let turns: BlankTurns = (pairs.into_iter())
        .map(|(from, to)| swap(from, to, picture))
        .collect();
    if turns.is_empty() {
        findings.add(steps.span(), "no steps");
        return None;
    }
    Some(turns)
}

/// These moves, each move of the blank followed by moves that repeat it 2, 3, ... times.
pub(super) fn straight(
    drafts: Vec<Draft>,
    span: Range<usize>,
    findings: &mut Findings<'_>,
) -> Vec<Draft> {
    let mut all: Vec<Draft> = Vec::new();
    let mut is_used = false;
    for draft in drafts {
        let steps: BTreeMap<u8, Mapping> = (draft.turns.iter().flatten())
            .filter_map(|(cell, from)| Some(((*cell)?, from.clone())))
            .collect();
        let (name, span) = (draft.name.clone(), draft.span.clone());
        all.push(draft);
        // The blank's first cell, its last but one, and the effect on the pieces.
        let mut runs: Vec<(u8, u8, Mapping)> = (0..=u8::MAX)
            .filter_map(|start| Some((start, start, steps.get(&start)?.clone())))
            .collect();
        for count in 2.. {
            runs = (runs.into_iter())
                .filter_map(|(start, at, done)| {
                    let to = *steps.get(&at)?.get(usize::from(at))?;
                    let next = steps.get(&to).filter(|_| to != start)?;
                    Some((start, to, after(&done, next)))
                })
                .filter(|(start, at, _)| {
                    let end = steps.get(at).and_then(|step| step.get(usize::from(*at)));
                    end != Some(start)
                })
                .collect();
            if runs.is_empty() || all.len() > Move::LIMIT {
                break;
            }
            is_used = true;
            let turns = runs
                .iter()
                .map(|(start, _, done)| (Some(*start), done.clone()));
            all.push(Draft {
                name: format!("{name}{count}"),
                span: span.clone(),
                axis: None,
                turns: Some(turns.collect()),
                needs: Vec::new(),
            });
        }
    }
    if !is_used {
        let problem = "this metric has no effect: no move of the blank can be repeated";
        findings.add(span, problem);
    }
    all
}

/// One move for each cell that the blank can go to, named after the cell.
pub(super) fn targets(
    edges: &Spanned<String>,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Vec<Draft> {
    if !has_blank(pieces, edges.span(), findings) {
        return Vec::new();
    }
    let pairs = pairs(edges, '-', picture, findings).unwrap_or_default();
    if pairs.is_empty() && findings.is_clean() {
        let problem =
            "`targets` needs pairs of cells between which the blank moves, like `1-2 2-3`";
        findings.add(edges.span(), problem);
    }
    let mut moves: BTreeMap<u8, BTreeMap<u8, Mapping>> = BTreeMap::new();
    for (a, b) in pairs {
        for (from, to) in [(a, b), (b, a)] {
            let (_, permutation) = swap(from, to, picture);
            moves.entry(to).or_default().insert(from, permutation);
        }
    }
    let draft = |(to, turns): (u8, BTreeMap<u8, Mapping>)| Draft {
        name: picture.names[usize::from(to)].clone(),
        span: edges.span(),
        axis: None,
        needs: Vec::new(),
        turns: Some(
            (turns.into_iter())
                .map(|(from, p)| (Some(from), p))
                .collect(),
        ),
    };
    moves.into_iter().map(draft).collect()
}
