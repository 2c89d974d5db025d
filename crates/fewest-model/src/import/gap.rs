//! Reading generators of GAP (<https://www.gap-system.org>): lines like `a:=(1,2,3)(4,5);`.
//!
//! Twizzle and PuzzleGeometry of cubing.js (T. Rokicki) also write them, with names like `M_R` and with
//! sets of alike stickers, `ip:=[[1,4],[7]];`. Its boards are the cosets of the stabiliser of `ip`
//! (`OnTuplesSets`), so stickers that no set names make no difference.

use std::ops::Range;

use super::puzzle::{FilePuzzle, Given, Set, Solved, is_plain_name, still};
use super::sequences::Sequences;
use crate::MAX_CELLS;
use crate::problem::Findings;

type Token<'t> = (Range<usize>, &'t str);

/// The name of the sets of alike stickers.
const ALIKE: &str = "ip";
/// What the names of Twizzle's moves begin with.
const TWIZZLE: &str = "M_";

pub(super) fn read<'t>(
    text: &'t str,
    findings: &mut Findings<'_>,
    notes: &mut Findings<'_>,
) -> Option<FilePuzzle<'t>> {
    let tokens = tokens(text);
    let mut generators = Vec::new();
    let mut alike = None;
    for statement in tokens.split(|(_, token)| *token == ";") {
        match statement {
            [name, (_, ":="), cycles @ ..] if cycles.first().is_some_and(is("(")) => {
                generators.push((name, groups(cycles, ["(", ")"], findings)?));
            }
            [(_, ALIKE), (_, ":="), (_, "["), sets @ .., (_, "]")] => {
                alike = Some(groups(sets, ["[", "]"], findings)?);
            }
            [(at, name), (_, ":="), value @ ..] => {
                let is_known = |(_, word): &Token<'_>| {
                    !is_word(word) || generators.iter().any(|((_, name), _)| name == word)
                };
                if !value.iter().all(is_known) {
                    let note = format!("`{name}` is left out: it is not written in cycles");
                    notes.add(at.clone(), note);
                }
            }
            // GAP is asked for something.
            _ => {}
        }
    }
    let all = || {
        generators
            .iter()
            .flat_map(|(_, cycles)| cycles)
            .chain(alike.iter().flatten())
    };
    let points = all()
        .flatten()
        .max()
        .map_or(0, |&point| usize::from(point) + 1);
    if points == 0 {
        findings.add(
            0..0,
            "a puzzle has moves: there is no line like `a:=(1,2,3);`",
        );
        return None;
    }
    let is_twizzle = generators
        .iter()
        .all(|((_, name), _)| name.starts_with(TWIZZLE));
    let mut puzzle = FilePuzzle {
        name: "imported".to_owned(),
        sets: vec![Set::of_points(points, alike.as_deref())],
        moves: Vec::new(),
    };
    let mut sequences = Sequences::new(is_twizzle.then_some("Twizzle"));
    for ((span, name), cycles) in &generators {
        let name = if is_twizzle {
            name.trim_start_matches(TWIZZLE)
        } else {
            name
        };
        if !is_plain_name(name) {
            findings.add(
                span.clone(),
                "a move's name has letters, digits, _, - and ' only",
            );
            return None;
        }
        let mut carries = still(points);
        for cycle in cycles {
            for (place, &point) in cycle.iter().enumerate() {
                let next = cycle[(place + 1) % cycle.len()];
                // In GAP's manual, a cycle follows a sticker. In Twizzle's files, it leads from a
                // place to the one that its new sticker comes from.
                let (from, to) = if is_twizzle {
                    (next, point)
                } else {
                    (point, next)
                };
                carries[usize::from(from)] = to;
            }
        }
        let given = Given {
            name,
            span: span.clone(),
            carries,
        };
        sequences.add(&mut puzzle, given, findings, notes)?;
    }
    Some(puzzle)
}

impl Set<'_> {
    /// Points with no other name than their number, and the sets of alike ones; without sets, all
    /// differ.
    fn of_points(points: usize, alike: Option<&[Vec<u8>]>) -> Self {
        let mut solved = Solved::each(points, 1);
        if let Some(alike) = alike {
            solved.iter_mut().for_each(|slot| slot.piece = Solved::ANY);
            for set in alike {
                for &point in set {
                    solved[usize::from(point)].piece = usize::from(set[0]) + 1;
                }
            }
        }
        Self {
            name: "",
            pieces: points,
            orientations: 1,
            solved,
        }
    }
}

fn is(expected: &'static str) -> impl Fn(&Token<'_>) -> bool {
    move |(_, token)| *token == expected
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The words and signs of a text without its comments.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.split('#').next().unwrap_or_default();
        while let Some(c) = rest.chars().next() {
            let length = if is_word(rest) {
                let is_end = |c: char| !c.is_alphanumeric() && c != '_';
                rest.find(is_end).unwrap_or(rest.len())
            } else if rest.starts_with(":=") {
                2
            } else {
                c.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            if !c.is_whitespace() {
                let start = token.as_ptr() as usize - text.as_ptr() as usize;
                tokens.push((start..start + length, token));
            }
            rest = after;
        }
    }
    tokens
}

/// Groups of points in brackets, counted from 0. No point is in two groups.
fn groups(
    tokens: &[Token<'_>],
    [open, close]: [&str; 2],
    findings: &mut Findings<'_>,
) -> Option<Vec<Vec<u8>>> {
    let mut groups = Vec::new();
    let mut group: Option<Vec<u8>> = None;
    let mut is_used = [false; MAX_CELLS];
    for (at, token) in tokens {
        let mistake = match &mut group {
            _ if *token == "," => continue,
            None if *token == open => {
                group = Some(Vec::new());
                continue;
            }
            Some(_) if *token == close => {
                groups.extend(group.take().filter(|group| !group.is_empty()));
                continue;
            }
            None => format!("expected `{open}` or `;`, found `{token}`"),
            Some(group) => {
                let point = token
                    .parse()
                    .ok()
                    .and_then(|point: usize| point.checked_sub(1));
                match point.and_then(|point| Some((point, is_used.get_mut(point)?))) {
                    Some((_, true)) => format!("`{token}` is named twice"),
                    Some((point, is_used)) => {
                        *is_used = true;
                        group.push(u8::try_from(point).unwrap_or(u8::MAX));
                        continue;
                    }
                    None => format!("a point is 1 to {MAX_CELLS}, not `{token}`"),
                }
            }
        };
        findings.add(at.clone(), mistake);
        return None;
    }
    if group.is_some() {
        let end = tokens.last().map_or(0..0, |(at, _)| at.clone());
        findings.add(end, format!("expected `{close}`"));
        return None;
    }
    Some(groups)
}
