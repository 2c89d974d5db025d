//! Goals, and the boards that meet them.

use super::rank_order::RankOrder;
use super::{CellBoard, General};
use crate::rank::multiset::Multiset;
use crate::space::StateSpace;
use crate::space::structure::Structured;

/// The maximum number of solved boards that are listed.
pub const MAX_SOLVED: u64 = 1 << 20;

impl<B: CellBoard> General<B> {
    pub(super) fn can_list_solved(&self) -> bool {
        if self.real.is_some() || self.is_of_home() {
            return true;
        }
        let fillings = |goal: &Vec<Option<u8>>| {
            let left = self.left_by(goal).unwrap_or_default();
            Multiset::new(&left).map_or(u64::MAX, |fillings| fillings.count())
        };
        let solved = self.parts().goals.iter().map(fillings);
        solved.fold(0, u64::saturating_add) <= MAX_SOLVED
    }

    /// Every solved board; `None` if there are more than `MAX_SOLVED`.
    #[must_use]
    pub fn solved_boards(&self) -> Option<Vec<B>> {
        if let Some(real) = &self.real {
            return Some(real.solved.clone());
        }
        if self.is_of_home() {
            let Some(RankOrder::Listed(listed)) = self.order() else {
                return None;
            };
            let solved = listed.all().iter().filter(|board| self.is_solved(board));
            let mut solved: Vec<B> = solved.copied().collect();
            solved.sort_unstable();
            return Some(solved);
        }
        let mut boards = Vec::new();
        for goal in &self.parts().goals {
            let Some(left) = self.left_by(goal) else {
                continue;
            };
            let fillings = Multiset::new(&left)?;
            if boards.len() as u64 + fillings.count() > MAX_SOLVED {
                return None;
            }
            for rank in 0..fillings.count() {
                let mut filling = fillings.unrank(rank)?.into_iter();
                let cell = |symbol: &Option<u8>| symbol.or_else(|| filling.next());
                let symbols: Option<Vec<u8>> = goal.iter().map(cell).collect();
                boards.push(self.board(&symbols?)?);
            }
        }
        boards.sort_unstable();
        boards.dedup();
        Some(boards)
    }

    /// For each symbol, the pieces that a goal does not name; `None` if it names more than exist.
    fn left_by(&self, goal: &[Option<u8>]) -> Option<Vec<u32>> {
        let mut left = self.parts().pieces.clone();
        for &symbol in goal.iter().flatten() {
            let left = left.get_mut(usize::from(symbol))?;
            *left = left.checked_sub(1)?;
        }
        Some(left)
    }
}
