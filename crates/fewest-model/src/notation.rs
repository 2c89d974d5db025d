//! Reading and writing a model's boards and moves. A board is the symbol of each cell.

use std::borrow::Cow;

use super::{Facelets, Kind, MAX_CELLS, Model, MoveNames, powers};
use fewest_base::space::structure::Turn;
use fewest_base::space::{AnyMoves, Move};
use fewest_base::support::invariant::Invariant;

/// The reason why a word does not name a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// No move has this name on any board.
    Unknown,
    /// The move of this name is not legal on this board.
    Illegal,
}

/// Symbols below this fit into two bits.
const SYMBOLS_OF_TWO_BITS: usize = 4;

impl Model {
    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.picture.names.len()
    }

    /// Returns true if these symbols are a board: one per cell, and each as often as it has pieces.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let knights = Model::knights();
    /// let mut symbols = vec![0; 12];
    /// symbols.extend([1; 12]);
    /// assert!(!knights.is_board(&symbols));
    /// symbols.push(2);
    /// assert!(knights.is_board(&symbols));
    /// ```
    #[must_use]
    pub fn is_board(&self, symbols: &[u8]) -> bool {
        const FEW_SYMBOLS: usize = 32;
        if let Some(blocks) = &self.blocks {
            return self.are_counted::<MAX_CELLS>(symbols) && blocks.are_whole(symbols);
        }
        let count = self.structure.pieces.len();
        if symbols.len() != self.cells() {
            false
        } else if count <= SYMBOLS_OF_TWO_BITS && u8::try_from(symbols.len()).is_ok() {
            self.are_counted_in_words(symbols)
        } else if count <= FEW_SYMBOLS {
            self.are_counted::<FEW_SYMBOLS>(symbols)
        } else {
            self.are_counted::<MAX_CELLS>(symbols)
        }
    }

    /// A board that meets a goal. It is the home board if that does; otherwise the first goal, with
    /// its open cells filled in the order of symbols, which moves may not reach from home. Of blocks, it
    /// is the home board, which may not be solved.
    pub fn solved_board(&self) -> Vec<u8> {
        let is_solved = |home: &Vec<u8>| self.blocks.is_some() || self.solved_goal(home).is_some();
        if let Some(home) = self.home().filter(is_solved) {
            return home;
        }
        let goal = self.structure.goals.first().map_or(&[][..], Vec::as_slice);
        let mut left = self.structure.pieces.clone();
        for &symbol in goal.iter().flatten() {
            if let Some(left) = left.get_mut(usize::from(symbol)) {
                *left = left.saturating_sub(1);
            }
        }
        let pieces = (0..=u8::MAX).zip(left);
        let mut pieces =
            pieces.flat_map(|(symbol, count)| std::iter::repeat_n(symbol, count as usize));
        let cells = goal.iter().map(|wish| wish.or_else(|| pieces.next()));
        cells.map(|symbol| symbol.debug_unwrap_or(0)).collect()
    }

    /// The goal, if it is a single whole board.
    #[must_use]
    pub fn whole_goal(&self) -> Option<Vec<u8>> {
        self.structure.whole_goal()
    }

    /// The home board: scrambles begin there, and the boards to which moves lead from it are *real*.
    /// It is the board that the definition gives, the solved board of the puzzle that a stage
    /// extends, or the only goal, if that is a whole board. For tiles, it is always the goal.
    /// `None` if there is no such board; then all boards that can be solved are real.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// assert_eq!(Model::rotation().home(), None);
    /// let cube = Model::named("cube2")?;
    /// assert_eq!(cube.home(), cube.whole_goal());
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    #[must_use]
    pub fn home(&self) -> Option<Vec<u8>> {
        self.home.clone().or_else(|| self.whole_goal())
    }

    /// Sets the home board.
    pub(super) fn set_home(&mut self, home: Vec<u8>) {
        self.home = Some(home).filter(|home| self.whole_goal().as_ref() != Some(home));
    }

    /// Moves that lead back to `start` from the board after `moves`; `None` if one can't be undone.
    ///
    /// ```
    /// use fewest_base::space::{AnyMoves, Move};
    /// use fewest_model::Model;
    ///
    /// let rotation = Model::rotation();
    /// let board = [1, 2, 3].repeat(8).iter().map(|symbol| symbol - 1).collect::<Vec<u8>>();
    /// // A and F move the same line, B and E another.
    /// let back = rotation.way_back(&board, &[Move::new(0), Move::new(1)]);
    /// assert_eq!(back, Some(vec![Move::new(4), Move::new(5)]));
    /// ```
    #[must_use]
    pub fn way_back(&self, start: &[u8], moves: &[Move]) -> Option<Vec<Move>> {
        let mut boards = vec![start.to_vec()];
        for &m in moves {
            let mut next = boards.last()?.clone();
            self.apply(&mut next, m);
            boards.push(next);
        }
        let all = || (0..=u8::MAX).take(self.moves.len()).map(Move::new);
        let leads_back = |pair: &[Vec<u8>]| {
            let [before, after] = pair else { return None };
            all().find(|&m| {
                let mut board = after.clone();
                self.apply(&mut board, m) && board == *before
            })
        };
        boards.windows(2).rev().map(leads_back).collect()
    }

    /// The reason why symbols are not a board, in a few words; `None` if they are one.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let why = Model::knights().miscount(&[0; 25]);
    /// assert_eq!(why.as_deref(), Some("expected 12 of `0`, found 25"));
    /// ```
    #[must_use]
    pub fn miscount(&self, symbols: &[u8]) -> Option<String> {
        self.miscounted(symbols, None)
    }

    /// Like [`miscount`](Self::miscount), for a board that was written in this way.
    pub(super) fn miscounted(&self, symbols: &[u8], facelets: Option<&Facelets>) -> Option<String> {
        let cells = self.cells();
        if symbols.len() != cells {
            return Some(format!(
                "a board has {cells} cells, this has {}",
                symbols.len()
            ));
        }
        let mut pieces = (0..=u8::MAX).zip(self.symbols.iter().zip(&self.structure.pieces));
        let miscounted = pieces.find_map(|(symbol, (name, &count))| {
            let matching = symbols.iter().filter(|other| **other == symbol);
            let found = matching.fold(0, |found, _| found + 1);
            let name = facelets
                .and_then(|facelets| facelets.word(symbol))
                .unwrap_or(name);
            (found != count).then(|| format!("expected {count} of `{name}`, found {found}"))
        });
        let blocks = self.blocks.as_ref().filter(|_| miscounted.is_none());
        let is_torn = blocks.is_some_and(|blocks| !blocks.are_whole(symbols));
        miscounted.or_else(|| is_torn.then(|| "the parts of a block are apart".to_owned()))
    }

    /// [`is_board`](Self::is_board) for at most 255 symbols below four, eight at a time.
    fn are_counted_in_words(&self, symbols: &[u8]) -> bool {
        const ONES: u64 = u64::MAX / 255;
        let (mut all, mut low, mut high, mut both) = (0, 0, 0, 0);
        let mut count = |eight: &[u8; 8]| {
            let word = u64::from_le_bytes(*eight);
            all |= word;
            low += word & ONES;
            high += word >> 1 & ONES;
            both += word & word >> 1 & ONES;
        };
        let (eights, rest) = symbols.as_chunks();
        eights.iter().for_each(&mut count);
        if !rest.is_empty() {
            let mut last = [0; 8];
            for (byte, symbol) in last.iter_mut().zip(rest) {
                *byte = *symbol;
            }
            count(&last);
        }
        // The product's highest byte is the sum of all bytes.
        let sum = |bytes: u64| (bytes.wrapping_mul(ONES) >> 56) as u32;
        let both = sum(both);
        // The other cells hold symbol 0.
        let found = [sum(low) - both, sum(high) - both, both];
        let expected = |i| self.structure.pieces.get(i + 1).copied().unwrap_or(0);
        all & !(3 * ONES) == 0 && found == std::array::from_fn(expected)
    }

    fn are_counted<const N: usize>(&self, symbols: &[u8]) -> bool {
        let mut counts = [0u32; N];
        if symbols.len() != self.cells() {
            return false;
        }
        for &symbol in symbols {
            match counts.get_mut(usize::from(symbol)) {
                Some(count) => *count += 1,
                None => return false,
            }
        }
        let pieces = &self.structure.pieces;
        pieces.iter().eq(counts.iter().take(pieces.len()))
    }

    /// The separator of moves' names: empty if each is a single character.
    #[must_use]
    pub fn separator(&self) -> &'static str {
        if self.letters().is_some() { "" } else { " " }
    }

    /// The letter of each move, if every name is one letter.
    fn letters(&self) -> Option<[u8; AnyMoves::LIMIT]> {
        let mut letters = [0; AnyMoves::LIMIT];
        for (slot, name) in letters.iter_mut().zip(&self.moves) {
            let [letter] = name.as_bytes() else {
                return None;
            };
            *slot = *letter;
        }
        (self.move_names == MoveNames::Moves).then_some(letters)
    }

    /// The moves' letters in tie order, if the tie order can be chosen.
    #[must_use]
    pub fn tie_order(&self) -> Option<String> {
        self.size.map(|_| self.moves.concat())
    }

    /// Appends a board on one line, as the format `plain` reads it: symbols separated by blanks.
    pub fn write_board(&self, symbols: &[u8], out: &mut Vec<u8>) {
        if let Some(blocks) = &self.blocks {
            return blocks.write(&blocks.letters(symbols), out);
        }
        let order = &self.boards.order;
        let at = |place: usize| {
            let cell = order.get(place).map_or(place, |cell| usize::from(*cell));
            symbols
                .get(cell)
                .map_or("?", |symbol| self.written(*symbol))
        };
        for place in 0..symbols.len() {
            if place > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(at(place).as_bytes());
        }
    }

    /// Appends a drawing of a board.
    pub fn draw_board(&self, symbols: &[u8], out: &mut Vec<u8>) {
        if let Some(blocks) = &self.blocks {
            return blocks.draw(&blocks.letters(symbols), out);
        }
        let drawn = symbols.iter().map(|symbol| match (self.kind, symbol) {
            (Kind::Sliding, 0) => ".",
            (_, symbol) => self.written(*symbol),
        });
        self.picture.draw(drawn, out);
    }

    fn written(&self, symbol: u8) -> &str {
        let written = self.symbols.get(usize::from(symbol));
        written.map(String::as_str).debug_unwrap_or("?")
    }

    /// The name of a move on this board.
    #[must_use]
    pub fn move_name(&self, before: &[u8], m: Move) -> Cow<'_, str> {
        let name = match self.move_names {
            MoveNames::Blocks if let Some(blocks) = &self.blocks => {
                return blocks.move_name(before, &blocks.letters(before), m).into();
            }
            MoveNames::Moves | MoveNames::Blocks => self.moves.get(m.index()),
            MoveNames::Origins => {
                let step = self.turn(before, m).and_then(Turn::step);
                step.and_then(|(_, cell)| self.picture.names.get(usize::from(cell)))
            }
        };
        name.map(String::as_str).debug_unwrap_or_default().into()
    }

    /// Appends the names of a sequence of moves.
    pub fn write_moves(&self, start: &[u8], moves: &[Move], out: &mut Vec<u8>) {
        if let Some(letters) = self.letters() {
            out.extend(moves.iter().map(|m| letters[m.index()]));
            return;
        }
        for (i, name) in self.names_of_moves(start, moves).iter().enumerate() {
            if i > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(name.as_bytes());
        }
    }

    /// The move with this name on this board; powers have several names, such as `R'` and `R3`.
    ///
    /// # Errors
    /// If there is no such move, or it is not legal.
    ///
    /// ```
    /// use fewest_model::{Model, NoMove, Order, Size};
    ///
    /// let eight = Model::sliding(Size::new(3, 3).expect("a size"), Order::default());
    /// let solved = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    /// let up = eight.named_move(&solved, b"u").expect("there is a row above");
    /// assert_eq!(eight.end(&solved, &[up]), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
    /// assert_eq!(eight.named_move(&solved, b"d"), Err(NoMove::Illegal));
    /// assert_eq!(eight.named_move(&solved, b"x"), Err(NoMove::Unknown));
    /// ```
    pub fn named_move(&self, before: &[u8], name: &[u8]) -> Result<Move, NoMove> {
        let name = std::str::from_utf8(name).map_err(|_| NoMove::Unknown)?;
        match self.move_names {
            MoveNames::Blocks if let Some(blocks) = &self.blocks => {
                let (mut board, mut letters) = (before.to_vec(), blocks.letters(before));
                let made = self.make_blocks(blocks, &mut board, &mut letters, name)?;
                let [m] = made[..] else {
                    return Err(NoMove::Unknown);
                };
                Ok(m)
            }
            MoveNames::Moves | MoveNames::Blocks => {
                let m = self
                    .find_move(name)
                    .or_else(|| {
                        let power = self.power(name)?;
                        let mut turns = self.structure.turns.iter();
                        let same = turns.find(|turn| turn.needs.is_empty() && turn.from == power);
                        same.map(|turn| turn.by)
                    })
                    .ok_or(NoMove::Unknown)?;
                self.turn(before, m).map(|_| m).ok_or(NoMove::Illegal)
            }
            // The cell, or the move's own name.
            MoveNames::Origins => {
                let mut cells = self.picture.names.iter();
                let cell = cells.position(|cell_name| cell_name == name);
                let named = self.find_move(name);
                if cell.is_none() && named.is_none() {
                    return Err(NoMove::Unknown);
                }
                let is_named = |turn: &&Turn| match cell {
                    Some(cell) => turn
                        .step()
                        .is_some_and(|(_, from)| usize::from(from) == cell),
                    None => Some(turn.by) == named,
                };
                let mut turns = self.structure.turns.iter();
                let turn = turns.find(|turn| turn.is_legal(before) && is_named(turn));
                turn.map(|turn| turn.by).ok_or(NoMove::Illegal)
            }
        }
    }

    pub(super) fn power(&self, word: &str) -> Option<Vec<u8>> {
        if self.move_names != MoveNames::Moves {
            return None;
        }
        let always = |name: &str| self.always(self.find_move(name)?);
        powers::power(&powers::straight(word), always)
    }

    /// The effect of a move, if it is the same on every board.
    pub(super) fn always(&self, m: Move) -> Option<&Vec<u8>> {
        let mut turns = self.structure.turns.iter().filter(|turn| turn.by == m);
        turns
            .next()
            .filter(|turn| turn.needs.is_empty())
            .map(|turn| &turn.from)
    }

    /// The effect of a move on this board, if it is legal.
    pub(super) fn turn(&self, symbols: &[u8], m: Move) -> Option<&Turn> {
        let mut turns = self.structure.turns.iter();
        turns.find(|turn| turn.by == m && turn.is_legal(symbols))
    }

    /// Applies a move. If it is not legal, changes nothing and returns false.
    pub fn apply(&self, symbols: &mut [u8], m: Move) -> bool {
        let Some(turn) = self.turn(symbols, m) else {
            return false;
        };
        let mut before = [0; MAX_CELLS];
        let before = before.get_mut(..symbols.len()).debug_unwrap_or_default();
        before.copy_from_slice(symbols);
        for (symbol, &from) in symbols.iter_mut().zip(&turn.from) {
            *symbol = before.get(usize::from(from)).copied().debug_unwrap_or(0);
        }
        true
    }

    /// The board after a sequence of moves.
    #[must_use]
    pub fn end(&self, start: &[u8], moves: &[Move]) -> Vec<u8> {
        let mut board = start.to_vec();
        for &m in moves {
            self.apply(&mut board, m);
        }
        board
    }

    /// The name of the goal that moves lead to, if it has one.
    #[must_use]
    pub fn goal_met(&self, start: &[u8], moves: &[Move]) -> Option<&str> {
        let goal = self.solved_goal(&self.end(start, moves))?;
        self.goal_name(goal)
    }

    /// The number of the first goal that a board meets.
    #[must_use]
    pub fn solved_goal(&self, symbols: &[u8]) -> Option<usize> {
        let is_met = |goal: &Vec<Option<u8>>| {
            let mut cells = goal.iter().zip(symbols);
            cells.all(|(required, symbol)| required.is_none_or(|required| required == *symbol))
        };
        self.structure.goals.iter().position(is_met)
    }

    /// The name of a goal; `None` if it is the only one, or has no name.
    #[must_use]
    pub fn goal_name(&self, goal: usize) -> Option<&str> {
        let name = self.goals.get(goal).map(String::as_str);
        name.filter(|name| self.goals.len() > 1 && !name.is_empty())
    }

    /// Words for the part of a board that shows that it is not solved.
    #[must_use]
    pub fn unsolved(&self, symbols: &[u8]) -> String {
        let mut text = Vec::new();
        if let (Kind::Rotation, Some(goal)) = (self.kind, self.structure.goals.first()) {
            let centre = goal
                .iter()
                .zip(symbols)
                .filter(|(required, _)| required.is_some())
                .map(|(_, symbol)| self.written(*symbol));
            return format!("the centre at {}", centre.collect::<String>());
        }
        self.write_board(symbols, &mut text);
        format!("the board at {}", String::from_utf8_lossy(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Order, Size};

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn boards_are_written_and_drawn() {
        let rotation = Model::rotation();
        let symbols: Vec<u8> = (0..24).map(|cell| cell % 3).collect();
        let drawn =
            "    1   2\n    3   1\n2 3 1 2 3 1 2\n    3   1\n2 3 1 2 3 1 2\n    3   1\n    2   3\n";
        assert_eq!(text(|out| rotation.draw_board(&symbols, out)), drawn);
        let line = text(|out| rotation.write_board(&symbols, out));
        assert_eq!(&line[..7], "1 2 3 1");
        let knights = Model::knights();
        let goal: Vec<u8> = knights.structure.goals[0]
            .iter()
            .flatten()
            .copied()
            .collect();
        let drawn = "1 1 1 1 1\n0 1 1 1 1\n0 0 * 1 1\n0 0 0 0 1\n0 0 0 0 0\n";
        assert_eq!(text(|out| knights.draw_board(&goal, out)), drawn);
        let fifteen = Model::sliding(Size::new(4, 4).unwrap(), Order::default());
        let goal: Vec<u8> = (1..16).chain([0]).collect();
        let drawn = text(|out| fifteen.draw_board(&goal, out));
        assert_eq!(
            drawn,
            " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  .\n"
        );
    }

    #[test]
    fn moves_have_names() {
        let knights = Model::knights();
        let goal: Vec<u8> = knights.structure.goals[0]
            .iter()
            .flatten()
            .copied()
            .collect();
        let moves = [Move::new(0), Move::new(7)];
        let names = text(|out| knights.write_moves(&goal, &moves, out));
        assert_eq!(names, "b5 c3");
        assert_eq!(knights.named_move(&goal, b"b5"), Ok(Move::new(0)));
        let own = knights.moves[0].as_bytes();
        assert_eq!(knights.named_move(&goal, own), Ok(Move::new(0)));
        assert_eq!(knights.named_move(&goal, b"c3"), Err(NoMove::Illegal));
        assert_eq!(knights.named_move(&goal, b"f1"), Err(NoMove::Unknown));
        assert_eq!(knights.solved_goal(&knights.end(&goal, &moves)), Some(0));
        let eight = Model::sliding(Size::new(3, 3).unwrap(), Order::parse("udlr").unwrap());
        let mut board: Vec<u8> = (1..9).chain([0]).collect();
        assert_eq!(eight.tie_order().as_deref(), Some("udlr"));
        assert!(eight.apply(&mut board, Move::new(0)));
        assert_eq!(board, [1, 2, 3, 4, 5, 0, 7, 8, 6]);
        assert!(!eight.apply(&mut board, Move::new(3)));
    }
}
