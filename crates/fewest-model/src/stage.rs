//! Definitions that extend another: fewer moves, other symbols, other goals, and pieces that no goal
//! names.
//!
//! A *stage* is a puzzle whose goals leave places open, like the cross of a cube. Its boards differ
//! only in the pieces that goals name: all others become identical, with the symbol `.`. The home
//! board of the other puzzle stays the home board, with these symbols.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use toml::Spanned;

use super::file::Extension;
use super::goals::{self, GoalBoards, GoalPuzzle};
use super::moves::Moves;
use super::pieces::PieceSymbols;
use super::problem::{Findings, like};
use super::{Kind, Model, pieces, read_names, read_rules, words};
use fewest_base::group::{Permutation, RealBoards, find_pieces, moved_orbits};
use fewest_base::space::Move;
use fewest_base::space::structure::{Structure, Turn, inverse};
use fewest_base::support::invariant::Invariant;
use fewest_base::symmetry;

/// The symbols of pieces that no goal names: the first that the other definition does not use.
const HIDDEN: [&str; 3] = [".", "_", "-"];
/// Time limit for finding the group of the moves, to see if they lead to a goal.
const LONGEST_CHECK: Duration = Duration::from_secs(1);

/// Cells whose stickers travel together.
struct Place {
    orbit: usize,
    /// Its cells once for each orientation, in a common order.
    frames: Vec<Vec<u8>>,
    /// True if goals name this place's own piece, so that it is not hidden.
    is_named: bool,
}

impl Model {
    /// The puzzle of an extension of this one.
    pub(super) fn extend(
        mut self,
        extension: &Extension,
        findings: &mut Findings<'_>,
    ) -> Option<Self> {
        let whole = Arc::new(self.clone());
        let base = self.name;
        (self.name, self.title) = read_names(&extension.name, extension.title.as_ref(), findings);
        self.rules = read_rules(extension.rules.as_ref(), findings);
        if self.kind == Kind::Sliding {
            // Symbols of a stage are single characters, and `-` is a hidden tile.
            let is_kept = |word: &str| word.len() == 1 && word != "-";
            self.boards.others.retain(|(word, _)| is_kept(word));
        }
        (self.kind, self.size) = (Kind::Defined, None);
        self.second_phase.clear();
        if let Some(kept) = &extension.kept {
            self.keep_moves(kept, &base, findings)?;
        }
        // A puzzle without a home board may still have a whole goal, which shows its pieces.
        let mut has_home = self.home().is_some();
        let first = self.structure.goals.first().cloned();
        let first = || first.and_then(|goal| goal.into_iter().collect());
        let mut solved: Option<Vec<u8>> = self.home().or_else(first);
        if let Some(stickers) = &extension.stickers {
            solved = Some(self.show(stickers, solved.as_deref(), &base, findings)?);
            (self.home, has_home) = (None, true);
            self.whole = Some(Arc::clone(&whole));
        }
        let Some(first) = extension.goals.first() else {
            return Some(self);
        };
        let pieces = PieceSymbols {
            symbols: self.symbols.clone(),
            counts: self.structure.pieces.clone(),
            blank: self.blank,
        };
        let moves = Moves {
            names: self.moves.clone(),
            turns: self.structure.turns.clone(),
        };
        let mut entries = extension.goals.iter().map(Spanned::as_ref);
        let is_symmetric = entries.any(|goal| goal.symmetric.is_some());
        let symmetries = (solved.as_ref().filter(|_| is_symmetric))
            .map(|solved| symmetry::find_always(&self.with_goal(solved).structure));
        let puzzle = GoalPuzzle {
            picture: &self.picture,
            pieces: &pieces,
            moves: &moves,
            symmetries: symmetries.as_ref(),
        };
        let read = goals::read_entries(&extension.goals, puzzle, findings);
        let GoalBoards { names, cells, .. } = read.filter(|_| findings.is_clean())?;
        (self.goals, self.structure.goals, self.home) = (names, cells, None);
        let is_open = |goal: &Vec<Option<u8>>| goal.contains(&None);
        if let Some(mut solved) = solved {
            if self.structure.goals.iter().any(is_open)
                && let Err(problem) = self.hide_pieces(&mut solved)
            {
                findings.add(first.span(), problem);
                return None;
            }
            self.whole = Some(whole);
            self.drop_equal_goals();
            if !self.may_be_solved(&solved) {
                let problem = format!("no moves lead from the solved board of {base} to a goal");
                findings.add(first.span(), problem);
            }
            if has_home {
                self.set_home(solved);
            }
        }
        Some(self)
    }

    /// Gives each sticker of the solved board the symbol that a picture has there. The picture
    /// becomes the goal.
    fn show(
        &mut self,
        stickers: &Spanned<String>,
        home: Option<&[u8]>,
        base: &str,
        findings: &mut Findings<'_>,
    ) -> Option<Vec<u8>> {
        let Some(home) = home else {
            let problem =
                format!("{base} has no solved board without `?`, so its stickers can't be named");
            findings.add(stickers.span(), problem);
            return None;
        };
        let pieces = pieces::read_symbols(stickers, &self.picture, findings)?;
        if !findings.is_clean() {
            return None;
        }
        let seen = pieces.board(stickers, home.len(), findings)?;
        let mut both = seen.iter().zip(home);
        let blank = both.find_map(|(&seen, &home)| seen.filter(|_| Some(home) == self.blank));
        if blank.is_some_and(|blank| pieces.counts.get(usize::from(blank)) != Some(&1)) {
            findings.add(
                stickers.span(),
                "the blank's symbol must not be on other stickers",
            );
            return None;
        }
        for turn in &mut self.structure.turns {
            turn.needs = (turn.needs.iter().zip(blank))
                .map(|((cell, _), blank)| (*cell, blank))
                .collect();
        }
        self.boards.others.clear();
        self.boards.facelets = None;
        self.goals.truncate(1);
        (self.symbols, self.blank) = (pieces.symbols, blank);
        self.structure.pieces = pieces.counts;
        self.structure.goals = vec![seen];
        self.structure.goals.first()?.iter().copied().collect()
    }

    /// The stage of one of several goals, and its solved board: the pieces that this goal does not
    /// name are identical. `None` if these pieces are not known, or if the goal leaves cells open.
    #[must_use]
    pub fn stage(&self, goal: usize) -> Option<(Self, Vec<u8>)> {
        let depends = self.blank.is_some() || self.structure.has_conditions();
        if depends || self.structure.goals.len() < 2 {
            return None;
        }
        let mut home = self.home()?;
        let mut stage = Self {
            goals: vec![self.goals.get(goal)?.clone()],
            structure: Structure {
                goals: vec![self.structure.goals.get(goal)?.clone()],
                ..self.structure.clone()
            },
            home: None,
            ..self.clone()
        };
        stage.hide_pieces(&mut home).ok()?;
        stage.whole_goal().is_some().then_some((stage, home))
    }

    /// Drops goals that are equal to an earlier one, now that open cells have the only symbols that
    /// they can have.
    fn drop_equal_goals(&mut self) {
        let mut known = HashSet::new();
        let goals = std::mem::take(&mut self.structure.goals);
        let named = goals
            .into_iter()
            .zip(std::mem::take(&mut self.goals))
            .filter(|(goal, _)| known.insert(goal.clone()));
        (self.structure.goals, self.goals) = named.unzip();
    }

    /// Returns false if it is known that moves lead from this board to no goal.
    pub(super) fn may_be_solved(&self, home: &[u8]) -> bool {
        let goals = self.structure.goals.iter();
        let goals: Option<Vec<Vec<u8>>> =
            goals.map(|goal| goal.iter().copied().collect()).collect();
        let Some(goals) = goals.filter(|goals| goals.iter().all(|goal| goal != home)) else {
            return true;
        };
        let real = RealBoards::of(&self.structure, home, Some(LONGEST_CHECK));
        real.map_or(true, |real| {
            let mut goals = goals.iter();
            goals.any(|goal| real.includes(goal) != Ok(false))
        })
    }

    /// Keeps these moves and their powers, and the words that need no others.
    fn keep_moves(
        &mut self,
        kept: &Spanned<String>,
        base: &str,
        findings: &mut Findings<'_>,
    ) -> Option<()> {
        let mut is_kept = vec![false; self.moves.len()];
        let mut is_known = true;
        for (place, word) in words(kept.as_ref()) {
            let Some(m) = self.find_move(word) else {
                let place = findings.within(&kept.span(), kept.as_ref(), place);
                let problem = format!("{base} has no move `{word}`");
                findings.add_with_help(place, problem, like(word, &self.moves));
                is_known = false;
                continue;
            };
            is_kept[m.index()] = true;
            let turns = &self.structure.turns;
            let permutation = |m: usize| {
                let mut effects = turns.iter().filter(|turn| turn.by.index() == m);
                let first = effects.next().filter(|turn| turn.needs.is_empty())?;
                Permutation::new(&first.from).filter(|_| effects.next().is_none())
            };
            let Some(turn) = permutation(m.index()) else {
                continue;
            };
            // A move may have very many powers, but a puzzle names few of them.
            let mut powers = vec![turn.inverse()];
            powers.extend(
                std::iter::successors(Some(turn.clone()), |power| Some(power.then(&turn)))
                    .take(Move::LIMIT),
            );
            for (other, is_kept) in is_kept.iter_mut().enumerate() {
                *is_kept |= permutation(other).is_some_and(|other| powers.contains(&other));
            }
        }
        if !is_known {
            return None;
        }
        if !is_kept.contains(&true) {
            findings.add(kept.span(), "a puzzle has at least one move");
            return None;
        }
        let mut number = 0..;
        let numbers: Vec<Option<u8>> = is_kept
            .iter()
            .map(|is_kept| is_kept.then(|| number.next()).flatten())
            .collect();
        let turns = std::mem::take(&mut self.structure.turns)
            .into_iter()
            .filter_map(|turn| {
                let by = Move::new((*numbers.get(turn.by.index())?)?);
                Some(Turn { by, ..turn })
            });
        self.structure.turns = turns.collect();
        let mut is_kept = is_kept.into_iter();
        self.moves.retain(|_| is_kept.next() == Some(true));
        self.words.keep(&self.moves);
        Some(())
    }

    /// The places of pieces, by what moves do; `None` if that is not known.
    fn places(&self) -> Option<Vec<Place>> {
        let cells = self.structure.cells();
        if self
            .structure
            .turns
            .iter()
            .any(|turn| !turn.needs.is_empty())
        {
            let single = |cell| Place {
                orbit: 0,
                frames: vec![vec![cell]],
                is_named: false,
            };
            return Some((0..=u8::MAX).take(cells).map(single).collect());
        }
        let turns = self.structure.turns.iter();
        let generators: Option<Vec<Permutation>> = turns
            .map(|turn| Permutation::new(&inverse(&turn.from)?))
            .collect();
        let generators = generators?;
        let found = find_pieces(&moved_orbits(cells, &generators), &generators)?;
        let places = found.iter().enumerate().flat_map(|(orbit, found)| {
            found.pieces().map(move |points| Place {
                orbit,
                frames: points
                    .iter()
                    .map(|&point| found.frames.of_point(point).to_vec())
                    .collect(),
                is_named: false,
            })
        });
        Some(places.collect())
    }

    /// Makes the pieces that no goal names identical, given the solved board of all pieces.
    fn hide_pieces(&mut self, home: &mut [u8]) -> Result<(), String> {
        let Some(mut places) = self.places() else {
            return Ok(());
        };
        let mut is_moved = vec![false; home.len()];
        for &cell in places.iter().flat_map(Place::cells) {
            is_moved[usize::from(cell)] = true;
        }
        self.find_named(&mut places, home)?;
        self.add_needed(&mut places, home, &is_moved);
        let Some((word, hidden)) = self.free_symbol() else {
            return Ok(());
        };
        for place in places.iter().filter(|place| !place.is_named) {
            for &cell in place.cells() {
                home[usize::from(cell)] = hidden;
            }
        }
        for goal in &mut self.structure.goals {
            fill_open(goal, &places, hidden);
            for ((symbol, &home), is_moved) in goal.iter_mut().zip(home.iter()).zip(&is_moved) {
                if !is_moved {
                    symbol.get_or_insert(home);
                }
            }
        }
        self.symbols.push(word.to_owned());
        self.recount(home);
        Ok(())
    }

    /// Finds the pieces that goals name, and the blank.
    fn find_named(&self, places: &mut [Place], home: &[u8]) -> Result<(), String> {
        for place in &mut *places {
            place.is_named = self.blank.is_some_and(|blank| place.shows(blank, home));
        }
        for goal in &self.structure.goals {
            let closed = (0..places.len()).filter(|at| !places[*at].is_open(goal));
            for at in closed.collect::<Vec<usize>>() {
                let fitting = places[at].fitting(places, home, goal);
                if fitting.is_empty() {
                    return Err(self.no_piece(&places[at], goal));
                }
                for piece in fitting {
                    places[piece].is_named = true;
                }
            }
        }
        Ok(())
    }

    /// A goal out of reach from home may need more of a symbol than the named pieces have. Boards with
    /// other pieces there can meet it, so these pieces must not be hidden.
    fn add_needed(&self, places: &mut [Place], home: &[u8], is_moved: &[bool]) {
        for goal in &self.structure.goals {
            for &symbol in goal.iter().flatten() {
                let still = home
                    .iter()
                    .zip(is_moved)
                    .filter(|(own, is_moved)| !**is_moved && **own == symbol);
                let named = places.iter().filter(|place| place.is_named);
                let shown = named.flat_map(|place| place.symbols(home));
                let shown = shown.filter(|own| *own == symbol).count() + still.count();
                if goal.iter().filter(|other| **other == Some(symbol)).count() > shown {
                    for place in &mut *places {
                        place.is_named |= place.shows(symbol, home);
                    }
                }
            }
        }
    }

    /// A symbol for hidden pieces: its word, which nothing else has, and its number.
    fn free_symbol(&self) -> Option<(&'static str, u8)> {
        let is_free = |word: &&str| {
            let is_other = self.boards.others.iter().any(|(other, _)| other == word);
            !is_other && !self.symbols.iter().any(|symbol| symbol == word)
        };
        let word = HIDDEN.iter().copied().find(is_free)?;
        Some((word, u8::try_from(self.symbols.len()).ok()?))
    }

    /// Keeps the symbols of this board only, and renumbers them.
    fn recount(&mut self, board: &mut [u8]) {
        let mut counts = vec![0; self.symbols.len()];
        for &symbol in &*board {
            counts[usize::from(symbol)] += 1;
        }
        let all = (0..=u8::MAX).take(counts.len());
        let kept: Vec<u8> = all
            .filter(|&symbol| counts[usize::from(symbol)] > 0)
            .collect();
        let number = |symbol: u8| {
            let place = kept.iter().position(|&kept| kept == symbol)?;
            u8::try_from(place).ok()
        };
        let symbols = kept
            .iter()
            .map(|&symbol| self.symbols[usize::from(symbol)].clone());
        self.symbols = symbols.collect();
        counts.retain(|&count| count > 0);
        self.structure.pieces = counts;
        self.blank = self.blank.and_then(number);
        for turn in &mut self.structure.turns {
            for (_, symbol) in &mut turn.needs {
                *symbol = number(*symbol).debug_unwrap_or_default();
            }
        }
        for symbol in self.structure.goals.iter_mut().flatten() {
            *symbol = symbol.and_then(number);
        }
        for symbol in board {
            *symbol = number(*symbol).debug_unwrap_or_default();
        }
        self.boards.renumber(number);
    }

    fn no_piece(&self, place: &Place, goal: &[Option<u8>]) -> String {
        let mut cells = place.frames.first().cloned().unwrap_or_default();
        cells.sort_unstable();
        let named: Vec<String> = cells
            .into_iter()
            .filter_map(|cell| {
                let symbol = self.symbols.get(usize::from(goal[usize::from(cell)]?))?;
                Some(format!(
                    "`{symbol}` on {}",
                    self.picture.names[usize::from(cell)]
                ))
            })
            .collect();
        format!("no piece can have {}", named.join(" and "))
    }
}

/// If a goal leaves as many places of an orbit open as there are hidden pieces, these are there.
/// Otherwise, some of the named pieces may be.
fn fill_open(goal: &mut [Option<u8>], places: &[Place], hidden: u8) {
    let orbits = places.iter().map(|place| place.orbit + 1).max();
    for orbit in 0..orbits.unwrap_or(0) {
        let here = || places.iter().filter(|place| place.orbit == orbit);
        let open: Vec<&Place> = here().filter(|place| place.is_open(goal)).collect();
        if open.len() == here().filter(|place| !place.is_named).count() {
            for &cell in open.into_iter().flat_map(Place::cells) {
                goal[usize::from(cell)] = Some(hidden);
            }
        }
    }
}

impl Place {
    fn cells(&self) -> impl Iterator<Item = &u8> {
        self.frames.iter().flatten()
    }

    fn symbols<'b>(&'b self, board: &'b [u8]) -> impl Iterator<Item = u8> + 'b {
        self.cells().map(|&cell| board[usize::from(cell)])
    }

    fn shows(&self, symbol: u8, board: &[u8]) -> bool {
        self.symbols(board).any(|seen| seen == symbol)
    }

    /// Returns true if a goal names none of its cells.
    fn is_open(&self, goal: &[Option<u8>]) -> bool {
        self.cells().all(|&cell| goal[usize::from(cell)].is_none())
    }

    /// The numbers of the places whose own piece matches what a goal names here.
    fn fitting(&self, places: &[Self], home: &[u8], goal: &[Option<u8>]) -> Vec<usize> {
        let numbered = places.iter().enumerate();
        let fitting =
            numbered.filter(|(_, piece)| piece.orbit == self.orbit && piece.fits(home, self, goal));
        fitting.map(|(number, _)| number).collect()
    }

    /// Returns true if this place's own piece matches the goal's symbols on `place`.
    fn fits(&self, home: &[u8], place: &Self, goal: &[Option<u8>]) -> bool {
        let Some(to) = place.frames.first() else {
            return false;
        };
        self.frames.iter().any(|from| {
            let mut both = from.iter().zip(to);
            both.all(|(&from, &to)| {
                let named = goal[usize::from(to)];
                named.is_none_or(|symbol| symbol == home[usize::from(from)])
            })
        })
    }
}
