//! Names of blocks' moves: the block's letter and its directions, such as `Bd`, `Bd2` or `Bdr`.

use fewest_base::space::Move;

use super::{BlockMetric, Blocks, WAYS};
use crate::{Model, NoMove};

impl Blocks {
    /// The name of a move on a board whose cells have these letters.
    pub(crate) fn move_name(&self, symbols: &[u8], letters: &[char], m: Move) -> String {
        let from = self.steps.get(m.index()).map_or(0, |[from, _]| *from);
        let letter = letters.get(usize::from(from)).copied().unwrap_or('?');
        format!("{letter}{}", self.path(symbols, m).unwrap_or_default())
    }
}

impl Model {
    /// Makes a move on a board, and takes the letters of its cells along.
    pub(crate) fn carry(&self, symbols: &mut [u8], letters: &mut [char], m: Move) -> bool {
        let Some(turn) = self.turn(symbols, m) else {
            return false;
        };
        let before = letters.to_vec();
        for (letter, from) in letters.iter_mut().zip(&turn.from) {
            *letter = before.get(usize::from(*from)).copied().unwrap_or('.');
        }
        self.apply(symbols, m)
    }

    /// The moves of a word on a board of blocks, which are made. One word may be several moves.
    ///
    /// # Errors
    /// If the word is not a block and its directions, or a move is not legal.
    pub(crate) fn make_blocks(
        &self,
        blocks: &Blocks,
        symbols: &mut [u8],
        letters: &mut [char],
        word: &str,
    ) -> Result<Vec<Move>, NoMove> {
        let mut signs = word.chars();
        let letter = signs.next().ok_or(NoMove::Unknown)?;
        let path = steps(signs.as_str()).ok_or(NoMove::Unknown)?;
        if !letters.contains(&letter) || letter == '.' {
            return Err(NoMove::Unknown);
        }
        let parts: Vec<Vec<[isize; 2]>> = match blocks.metric {
            BlockMetric::Unit => path.into_iter().map(|way| vec![way]).collect(),
            BlockMetric::Straight => path.chunk_by(|a, b| a == b).map(<[_]>::to_vec).collect(),
            BlockMetric::Finger => vec![path],
        };
        let mut moves = Vec::new();
        for part in parts {
            let first = letters.iter().position(|other| *other == letter);
            let first = first
                .and_then(|cell| blocks.places.get(cell))
                .ok_or(NoMove::Unknown)?;
            let end = part
                .iter()
                .try_fold(*first, |place, way| blocks.beside(place, *way));
            let cell = |place: usize| blocks.cells.get(place).copied().flatten();
            let step = cell(*first).zip(end.and_then(cell));
            let m = step
                .and_then(|(from, to)| blocks.steps.iter().position(|step| *step == [from, to]));
            let m = m
                .and_then(|m| u8::try_from(m).ok())
                .map(Move::new)
                .ok_or(NoMove::Illegal)?;
            if !self.carry(symbols, letters, m) {
                return Err(NoMove::Illegal);
            }
            moves.push(m);
        }
        Ok(moves)
    }
}

/// The steps of directions like `d2r`; `None` for other texts.
fn steps(text: &str) -> Option<Vec<[isize; 2]>> {
    /// The most steps in one direction.
    const MOST: usize = 255;
    let mut steps = Vec::new();
    let mut left = text;
    while let Some(letter) = left.chars().next() {
        let (_, way) = WAYS
            .iter()
            .find(|(name, _)| *name == letter.to_ascii_lowercase())?;
        left = &left[1..];
        let digits = left.chars().take_while(char::is_ascii_digit).count();
        let count = if digits == 0 {
            1
        } else {
            left[..digits].parse().ok()?
        };
        left = &left[digits..];
        if !(1..=MOST).contains(&count) {
            return None;
        }
        steps.extend(std::iter::repeat_n(*way, count));
    }
    (!steps.is_empty()).then_some(steps)
}
