//! Goals: boards with open cells, cells that hold the same symbol, and goals derived from others.

pub(super) mod images;

use std::collections::HashSet;

use toml::Spanned;

use super::file::{Definition, GoalEntry, Texts};
use super::moves::Moves;
use super::names::Names;
use super::picture::Picture;
use super::pieces::PieceSymbols;
use super::problem::{Findings, OTHER_KIND, is_plain};
use fewest_base::symmetry::Symmetries;
use images::Images;

/// The symbols on the cells of a goal.
type GoalCells = Vec<Option<u8>>;

#[derive(Default)]
pub(super) struct GoalBoards {
    pub(super) names: Vec<String>,
    pub(super) cells: Vec<GoalCells>,
    /// The number of goals made, including duplicates and goals that lack pieces.
    made: usize,
}

/// The puzzle of some goals.
#[derive(Clone, Copy)]
pub(super) struct GoalPuzzle<'a> {
    pub(super) picture: &'a Picture,
    pub(super) pieces: &'a PieceSymbols,
    pub(super) moves: &'a Moves,
    /// The symmetries of the puzzle that the file extends, if it has one solved board.
    pub(super) symmetries: Option<&'a Symmetries>,
}

/// The maximum number of goals of a puzzle.
const MAX_GOALS: usize = 4096;
/// The maximum number of goals made, including intermediate and useless ones.
const MAX_MADE: usize = 4 * MAX_GOALS;

pub(super) fn read(
    file: &Definition,
    picture: &Picture,
    pieces: &PieceSymbols,
    moves: &Moves,
    findings: &mut Findings<'_>,
) -> Option<GoalBoards> {
    if file.goals.is_empty() {
        let help = format!(
            "add the lines `[[goal]]` and `board = \"{}\"`, with these symbols in the order of the solved board",
            file.pieces.as_ref()
        );
        let problem = "a puzzle has at least one [[goal]]";
        findings.add_with_help(file.name.span(), problem, Some(help));
        return None;
    }
    let puzzle = GoalPuzzle {
        picture,
        pieces,
        moves,
        symmetries: None,
    };
    read_entries(&file.goals, puzzle, findings)
}

pub(super) fn read_entries(
    entries: &[Spanned<GoalEntry>],
    puzzle: GoalPuzzle<'_>,
    findings: &mut Findings<'_>,
) -> Option<GoalBoards> {
    let mut goals = GoalBoards::default();
    for entry in entries {
        goals.add(entry, puzzle, findings);
        if goals.cells.len() > MAX_GOALS {
            findings.add(entry.span(), too_many());
            return None;
        }
    }
    Some(goals)
}

fn too_many() -> String {
    format!("more than {MAX_GOALS} goals")
}

impl GoalBoards {
    /// Adds an entry's goals, for each choice of symbols for its `same` cells, and their images.
    fn add(
        &mut self,
        entry: &Spanned<GoalEntry>,
        puzzle: GoalPuzzle<'_>,
        findings: &mut Findings<'_>,
    ) -> Option<()> {
        let GoalPuzzle {
            picture, pieces, ..
        } = puzzle;
        let span = entry.span();
        let entry = entry.as_ref();
        if let Some(name) = entry.name.as_ref().filter(|name| !is_plain(name.as_ref())) {
            findings.add(name.span(), "a goal's name has no control characters");
        }
        let cells = picture.names.len();
        if let Some(drawing) = &entry.blocks {
            findings.add(drawing.span(), "`blocks` is for files with `blocks`");
            return None;
        }
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
        if let Some((symbol, problem)) = excess(&board, pieces) {
            // A goal with more blanks than there are needs pieces to vanish.
            let is_blank = Some(symbol) == pieces.blank;
            let help = is_blank.then(|| OTHER_KIND.to_owned());
            findings.add_with_help(span, problem, help);
            return None;
        }
        let name = entry.name.as_ref().map(Spanned::as_ref);
        let mut boards = vec![(name.cloned().unwrap_or_default(), board)];
        if let Some(same) = &entry.same {
            boards = filled(&boards, same, picture, pieces, findings)?;
        }
        let images = Images::read(entry, puzzle, findings)?;
        let mut known: HashSet<GoalCells> = HashSet::new();
        for (name, board) in boards {
            // An image of an earlier goal, so all its images are known.
            if known.contains(&board) {
                continue;
            }
            let made = images.of(&board, MAX_GOALS);
            self.made += made.as_ref().map_or(0, Vec::len);
            let Some(made) = made.filter(|_| self.made <= MAX_MADE) else {
                findings.add(span, too_many());
                return None;
            };
            known.extend(made.iter().cloned());
            // Goals for which there are not enough pieces are skipped.
            let made: Vec<GoalCells> = made
                .into_iter()
                .filter(|image| excess(image, pieces).is_none())
                .collect();
            let is_single = made.len() == 1 || name.is_empty();
            for (number, board) in (1..).zip(made) {
                let name = if is_single {
                    name.clone()
                } else {
                    format!("{name} {number}")
                };
                self.push(name, board);
            }
            if self.cells.len() > MAX_GOALS {
                break;
            }
        }
        Some(())
    }

    fn push(&mut self, name: String, board: GoalCells) {
        if !self.cells.contains(&board) {
            self.names.push(name);
            self.cells.push(board);
        }
    }
}

/// The boards with one symbol on the `same` cells of each string, in the order of symbols.
fn filled(
    boards: &[(String, GoalCells)],
    same: &Spanned<Texts>,
    picture: &Picture,
    pieces: &PieceSymbols,
    findings: &mut Findings<'_>,
) -> Option<Vec<(String, GoalCells)>> {
    let mut boards = boards.to_vec();
    let mut named: Vec<u8> = Vec::new();
    let (mut groups, mut filled) = (0, 0);
    for string in Texts::each(same) {
        let part = 0..string.as_ref().len();
        let least = (1, "at least one cell holds a symbol");
        let together = Names::cells(&picture.names).list(&string, part, least, findings)?;
        if let Some(twice) = together.iter().find(|cell| named.contains(cell)) {
            let name = &picture.names[usize::from(*twice)];
            findings.add(string.span(), format!("`{name}` is in two of these lists"));
            return None;
        }
        groups += 1;
        filled += together.len();
        let mut longer = Vec::new();
        for (name, board) in &boards {
            if longer.len() > MAX_MADE {
                findings.add(same.span(), too_many());
                return None;
            }
            for (symbol, written) in (0..=u8::MAX).zip(&pieces.symbols) {
                let mut cells = together.iter().map(|&cell| usize::from(cell));
                if !cells.all(|cell| board[cell].is_none_or(|fixed| fixed == symbol)) {
                    continue;
                }
                let mut board = board.clone();
                for &cell in &together {
                    board[usize::from(cell)] = Some(symbol);
                }
                if excess(&board, pieces).is_none() {
                    let name = match name.as_str() {
                        "" => written.clone(),
                        name => format!("{name} {written}"),
                    };
                    longer.push((name, board));
                }
            }
        }
        named.extend(together);
        boards = longer;
    }
    if groups == 0 {
        findings.add(same.span(), "at least one cell holds a symbol");
        return None;
    }
    if boards.is_empty() {
        let problem = match groups {
            1 => format!("no symbol has the pieces to fill these {filled} cells"),
            _ => format!("no symbols have the pieces to fill these {filled} cells"),
        };
        findings.add(same.span(), problem);
        return None;
    }
    Some(boards)
}

/// The symbol of which a goal needs more pieces than there are, with a message.
fn excess(goal: &[Option<u8>], pieces: &PieceSymbols) -> Option<(u8, String)> {
    let mut needed = vec![0; pieces.counts.len()];
    for symbol in goal.iter().flatten() {
        if let Some(needed) = needed.get_mut(usize::from(*symbol)) {
            *needed += 1;
        }
    }
    let all = needed.iter().zip(pieces.symbols.iter().zip(&pieces.counts));
    (0..=u8::MAX).zip(all).find_map(|(symbol, (&needed, (written, &count)))| {
        let problem = || {
            let are = if count == 1 { "is" } else { "are" };
            format!(
                "no board meets this goal: it needs {needed} of `{written}`, but there {are} {count}"
            )
        };
        (needed > count).then(|| (symbol, problem()))
    })
}
