//! Reading generators of GAP (<https://www.gap-system.org>): lines like `a:=(1,2,3)(4,5);`.
//!
//! Twizzle's exports (T. Rokicki) have names like `M_R`, and sets of alike points, `ip:=[[1,4],[7]];`.
//! Their boards are the cosets of the stabiliser of `ip` (`OnTuplesSets`), so points that no set names
//! make no difference.

use std::ops::Range;

use super::puzzle::{FilePuzzle, Given, Set, Solved, is_plain_name, still};
use super::sequences::Sequences;
use crate::MAX_CELLS;
use crate::problem::Findings;

type Token<'t> = (Range<usize>, &'t str);

/// The prefix of the names of Twizzle's moves.
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
            [name, (_, ":="), cycles @ ..] if matches!(cycles, [(_, "("), ..]) => {
                generators.push((name, groups(cycles, ["(", ")"], findings)?));
            }
            [(_, "ip"), (_, ":="), (_, "["), sets @ .., (_, "]")] => {
                alike = Some(groups(sets, ["[", "]"], findings)?);
            }
            // A list of the moves.
            [_, (_, ":="), (_, "["), ..] => {}
            [(at, name), (_, ":="), ..] => {
                let note = format!("`{name}` is left out: it is not written in cycles");
                notes.add(at.clone(), note);
            }
            // GAP is asked for something.
            _ => {}
        }
    }
    let cycles = generators.iter().flat_map(|(_, cycles)| cycles);
    let points = cycles.chain(alike.iter().flatten()).flatten().max();
    let Some(points) = points.map(|&last| usize::from(last) + 1) else {
        findings.add(0..0, "there is no move like `a:=(1,2,3);`");
        return None;
    };
    let mut puzzle = FilePuzzle {
        name: "imported".to_owned(),
        sets: vec![Set::of_points(points, alike.as_deref())],
        moves: Vec::new(),
        rotations: Vec::new(),
    };
    let is_twizzle = (generators.iter()).all(|((_, name), _)| name.starts_with(TWIZZLE));
    let sequences = Sequences::new(is_twizzle);
    for ((span, name), cycles) in generators {
        let name = name.strip_prefix(TWIZZLE).filter(|_| is_twizzle);
        let name = name.unwrap_or(text.get(span.clone())?);
        if !is_plain_name(name) {
            let problem = "a move's name has letters, digits, _, - and ' only";
            findings.add(span.clone(), problem);
            return None;
        }
        let mut carries = still(points);
        for cycle in &cycles {
            for (&point, &next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                // In GAP's manual, a cycle follows a sticker. In Twizzle's files, it leads from a
                // place to the place from which its new sticker comes.
                let [from, to] = if is_twizzle {
                    [next, point]
                } else {
                    [point, next]
                };
                *carries.get_mut(usize::from(from))? = to;
            }
        }
        let span = span.clone();
        sequences.add(
            &mut puzzle,
            Given {
                name,
                span,
                carries,
            },
            findings,
        )?;
    }
    Some(puzzle)
}

impl Set<'_> {
    /// Points with no other name than their number, and the sets of alike ones; without sets, all
    /// differ.
    fn of_points(points: usize, alike: Option<&[Vec<u8>]>) -> Self {
        let mut solved = Solved::each(points, 1);
        for (point, slot) in (0..=u8::MAX).zip(&mut solved) {
            if let Some(alike) = alike {
                let set = alike.iter().find(|set| set.contains(&point));
                let first = set.and_then(|set| set.first());
                slot.piece = first.map_or(Solved::ANY, |&first| usize::from(first) + 1);
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

/// The words and signs of a text without its comments.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.split('#').next().unwrap_or_default();
        while let Some(c) = rest.chars().next() {
            let word = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
            let length = match word {
                0 if rest.starts_with(":=") => 2,
                0 => c.len_utf8(),
                _ => word,
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
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut is_open = false;
    let mut is_used = [false; MAX_CELLS];
    for (at, token) in tokens {
        let problem = match *token {
            "," => continue,
            token if !is_open && token == open => {
                is_open = true;
                groups.push(Vec::new());
                continue;
            }
            token if is_open && token == close => {
                is_open = false;
                continue;
            }
            token if !is_open => format!("expected `{open}` or `;`, found `{token}`"),
            token => {
                let point = token
                    .parse()
                    .ok()
                    .and_then(|point: usize| point.checked_sub(1));
                let is_used = point.and_then(|point| is_used.get_mut(point));
                match is_used.map(|is_used| std::mem::replace(is_used, true)) {
                    Some(false) => {
                        groups.last_mut()?.push(u8::try_from(point?).ok()?);
                        continue;
                    }
                    Some(true) => format!("`{token}` is named twice"),
                    None => format!("a point is 1 to {MAX_CELLS}, not `{token}`"),
                }
            }
        };
        findings.add(at.clone(), problem);
        return None;
    }
    if is_open {
        let end = tokens.last().map_or(0..0, |(at, _)| at.clone());
        findings.add(end, format!("expected `{close}`"));
        return None;
    }
    Some(groups)
}
