//! Goals: boards with cells where anything will do, and cells that hold the same symbol.

use super::file::{File, GoalEntry};
use super::picture::Picture;
use super::pieces::Pieces;
use super::problem::{Findings, OTHER_KIND};
use super::words;

/// The goals of a puzzle.
#[derive(Default)]
pub(super) struct Goals {
    pub(super) names: Vec<String>,
    pub(super) cells: Vec<Vec<Option<u8>>>,
}

/// More goals than this are a mistake.
const MOST: usize = 4096;

pub(super) fn read(
    file: &File,
    picture: &Picture,
    pieces: &Pieces,
    findings: &mut Findings<'_>,
) -> Option<Goals> {
    if file.goals.is_empty() {
        findings.add(file.name.span(), "a puzzle has at least one [[goal]]");
        return None;
    }
    let mut goals = Goals::default();
    for entry in &file.goals {
        goals.add(entry, picture, pieces, findings);
        if goals.cells.len() > MOST {
            findings.add(file.name.span(), format!("more than {MOST} goals"));
            return None;
        }
    }
    Some(goals)
}

impl Goals {
    /// Adds what one entry asks for: a goal, or one for each symbol that its same cells may hold.
    fn add(
        &mut self,
        entry: &toml::Spanned<GoalEntry>,
        picture: &Picture,
        pieces: &Pieces,
        findings: &mut Findings<'_>,
    ) -> Option<()> {
        let span = entry.span();
        let entry = entry.as_ref();
        let cells = picture.names.len();
        let board = match &entry.board {
            Some(board) => pieces.board(board, cells, findings)?,
            None if entry.same.is_some() => vec![None; cells],
            None => {
                findings.add(
                    span,
                    "a goal has a `board`, or cells that hold the `same` symbol",
                );
                return None;
            }
        };
        let name = entry.name.as_ref().map(toml::Spanned::as_ref);
        let Some(same) = &entry.same else {
            if let Some((symbol, problem)) = excess(&board, pieces) {
                // Who wants more blanks than there are wants pieces to vanish.
                let is_blank = Some(symbol) == pieces.blank;
                let help = is_blank.then(|| OTHER_KIND.to_owned());
                findings.add_with_help(span, problem, help);
                return None;
            }
            self.push(name.cloned().unwrap_or_default(), board);
            return Some(());
        };
        let mut together = Vec::new();
        for (place, word) in words(same.as_ref()) {
            if findings.is_full() {
                return None;
            }
            let place = findings.within(&same.span(), same.as_ref(), place);
            let cell = picture.cell(word, place.clone(), findings)?;
            if together.contains(&usize::from(cell)) {
                findings.add(place, format!("`{word}` is named twice"));
            }
            together.push(usize::from(cell));
        }
        let before = self.cells.len();
        for (symbol, written) in (0..=u8::MAX).zip(&pieces.symbols) {
            let mut board = board.clone();
            let fits = |&cell: &usize| board[cell].is_none_or(|own| own == symbol);
            if !together.iter().all(fits) {
                continue;
            }
            for &cell in &together {
                board[cell] = Some(symbol);
            }
            if excess(&board, pieces).is_none() {
                let name = name.map_or_else(|| written.clone(), |name| format!("{name} {written}"));
                self.push(name, board);
            }
        }
        if self.cells.len() == before {
            let problem = format!(
                "no symbol has the pieces to fill these {} cells",
                together.len()
            );
            findings.add(same.span(), problem);
        }
        Some(())
    }

    fn push(&mut self, name: String, board: Vec<Option<u8>>) {
        if !self.cells.contains(&board) {
            self.names.push(name);
            self.cells.push(board);
        }
    }
}

/// The symbol of which a goal wants more pieces than there are, and that in words.
fn excess(goal: &[Option<u8>], pieces: &Pieces) -> Option<(u8, String)> {
    let all = pieces.symbols.iter().zip(&pieces.counts);
    (0..=u8::MAX).zip(all).find_map(|(symbol, (written, &count))| {
        let wanted = goal.iter().filter(|own| **own == Some(symbol)).count();
        let problem = || {
            format!(
                "no board meets this goal: it wants {wanted} of `{written}`, and there are {count}"
            )
        };
        (wanted > count as usize).then(|| (symbol, problem()))
    })
}
