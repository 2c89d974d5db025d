//! The largest of several bounds. It is consistent if all of them are.

use super::{Away, Heuristic};
use crate::space::{Move, StateSpace};

/// The larger bound of two heuristics. Nest it to combine more.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, Manhattan, Maximum, Misplaced};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let both = Maximum(Manhattan::new(&eight), Misplaced);
/// // 9 by the first, 6 by the second.
/// assert_eq!(both.bound_of(&eight, &board), 9);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Maximum<A, B>(pub A, pub B);

impl<P: StateSpace, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Maximum<A, B> {
    type Memo = (A::Memo, B::Memo);

    #[inline]
    fn start(&self, puzzle: &P, board: &P::Board) -> Self::Memo {
        (self.0.start(puzzle, board), self.1.start(puzzle, board))
    }

    #[inline]
    fn after(
        &self,
        puzzle: &P,
        before: &P::Board,
        m: Move,
        after: &P::Board,
        memo: Self::Memo,
    ) -> Self::Memo {
        (
            self.0.after(puzzle, before, m, after, memo.0),
            self.1.after(puzzle, before, m, after, memo.1),
        )
    }

    #[inline]
    fn bound(&self, memo: Self::Memo) -> u32 {
        self.0.bound(memo.0).max(self.1.bound(memo.1))
    }

    fn away<'h>(&'h self, puzzle: &'h P, start: &P::Board) -> Away<'h, P> {
        let (first, second) = (self.0.away(puzzle, start), self.1.away(puzzle, start));
        Box::new(move |board| first(board).max(second(board)))
    }
}

/// An optional heuristic: 0 if it is missing.
impl<P: StateSpace, H: Heuristic<P>> Heuristic<P> for Option<H> {
    type Memo = Option<H::Memo>;

    #[inline]
    fn start(&self, puzzle: &P, board: &P::Board) -> Self::Memo {
        self.as_ref().map(|inner| inner.start(puzzle, board))
    }

    #[inline]
    fn after(
        &self,
        puzzle: &P,
        before: &P::Board,
        m: Move,
        after: &P::Board,
        memo: Self::Memo,
    ) -> Self::Memo {
        let inner = self.as_ref()?;
        Some(inner.after(puzzle, before, m, after, memo?))
    }

    #[inline]
    fn bound(&self, memo: Self::Memo) -> u32 {
        let bound = |inner: &H| memo.map(|memo| inner.bound(memo));
        self.as_ref().and_then(bound).unwrap_or(0)
    }

    fn away<'h>(&'h self, puzzle: &'h P, start: &P::Board) -> Away<'h, P> {
        match self {
            Some(inner) => inner.away(puzzle, start),
            None => Box::new(|_| 0),
        }
    }
}

impl<P: StateSpace, H: Heuristic<P>> Heuristic<P> for &H {
    type Memo = H::Memo;

    #[inline]
    fn start(&self, puzzle: &P, board: &P::Board) -> Self::Memo {
        (**self).start(puzzle, board)
    }

    #[inline]
    fn after(
        &self,
        puzzle: &P,
        before: &P::Board,
        m: Move,
        after: &P::Board,
        memo: Self::Memo,
    ) -> Self::Memo {
        (**self).after(puzzle, before, m, after, memo)
    }

    #[inline]
    fn bound(&self, memo: Self::Memo) -> u32 {
        (**self).bound(memo)
    }

    fn away<'h>(&'h self, puzzle: &'h P, start: &P::Board) -> Away<'h, P> {
        (**self).away(puzzle, start)
    }
}
