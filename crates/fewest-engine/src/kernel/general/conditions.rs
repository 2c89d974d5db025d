//! Moves that depend on several cells.

use std::ops::Range;

use super::{CellBoard, KernelError};
use crate::space::structure::{Structure, Turn};
use crate::space::{Move, Moves};

/// The turns of a puzzle whose moves depend on more than a blank, and the turns that undo them.
#[derive(Clone, Debug)]
pub(super) struct Conditions<B: CellBoard> {
    pub(super) onward: GuardedTurns<B>,
    pub(super) back: GuardedTurns<B>,
}

impl<B: CellBoard> Conditions<B> {
    /// The conditions of a structure; `None` if its moves depend on a blank at most.
    ///
    /// # Errors
    /// If a turn is not a permutation of the cells, or a move has two effects on one board.
    pub(super) fn of(structure: &Structure) -> Result<Option<Self>, KernelError> {
        if !structure.has_conditions() {
            return Ok(None);
        }
        let undone = structure.turns.iter().map(|turn| {
            let undone = turn
                .undone()
                .filter(|_| turn.from.len() == structure.cells());
            undone.ok_or_else(|| KernelError::Turn(turn.by.index()))
        });
        let undone = undone.collect::<Result<Vec<Turn>, _>>()?;
        let (cells, symbols) = (structure.cells(), structure.pieces.len());
        let is_known = |(cell, symbol): &(u8, u8)| {
            usize::from(*cell) < cells && usize::from(*symbol) < symbols
        };
        for (place, turn) in structure.turns.iter().enumerate() {
            let is_ascending = turn.needs.is_sorted_by(|one, other| one.0 < other.0);
            if !is_ascending || !turn.needs.iter().all(is_known) {
                return Err(KernelError::Turn(turn.by.index()));
            }
            let mut others = structure.turns[..place].iter();
            if others.any(|other| {
                other.by == turn.by && other.from != turn.from && !other.excludes(turn)
            }) {
                return Err(KernelError::Turn(turn.by.index()));
            }
        }
        let moves = structure.moves();
        Ok(Some(Self {
            onward: GuardedTurns::of(&structure.turns, structure, moves),
            back: GuardedTurns::of(&undone, structure, moves),
        }))
    }
}

/// Turns, found by what they need.
#[derive(Clone, Debug)]
pub(super) struct GuardedTurns<B: CellBoard> {
    /// The turns, sorted by move.
    turns: Vec<GuardedTurn<B>>,
    of_move: Vec<Range<usize>>,
    symbols: usize,
    /// The conditions of turns: first turns without conditions, then the others by cell and symbol of
    /// their rarest condition.
    gates: Vec<Gate<B>>,
    /// The end of the gates of no cell, and of each cell and symbol.
    ends: Vec<usize>,
}

/// A turn's conditions, its move, and its number.
type Gate<B> = (<B as CellBoard>::Target, Move, usize);

#[derive(Clone, Debug)]
struct GuardedTurn<B: CellBoard> {
    needs: B::Target,
    effect: B::Effect,
    /// The number of an earlier turn of the move with the same effect, or its own.
    same: usize,
}

impl<B: CellBoard> GuardedTurns<B> {
    fn of(turns: &[Turn], structure: &Structure, moves: usize) -> Self {
        let (cells, symbols) = (structure.cells(), structure.pieces.len());
        let mut sorted: Vec<&Turn> = turns.iter().collect();
        sorted.sort_by_key(|turn| turn.by);
        let place = |m: usize| sorted.partition_point(|turn| turn.by.index() < m);
        let of_move: Vec<Range<usize>> = (0..moves).map(|m| place(m)..place(m + 1)).collect();
        let rarity = |(_, symbol): &&(u8, u8)| structure.pieces.get(usize::from(*symbol)).copied();
        let mut gates: Vec<Vec<Gate<B>>> = vec![Vec::new(); 1 + cells * symbols];
        let guarded = sorted.iter().enumerate().map(|(number, turn)| {
            // Few boards meet the rarest condition, so few turns are tested and turn out to be illegal.
            let gate = turn
                .needs
                .iter()
                .min_by_key(rarity)
                .map_or(0, |&(cell, symbol)| {
                    1 + usize::from(cell) * symbols + usize::from(symbol)
                });
            let needs = B::target(&turn.needs);
            gates[gate].push((needs.clone(), turn.by, number));
            let mut others = of_move[turn.by.index()].clone();
            let same = others.find(|other| sorted[*other].from == turn.from);
            GuardedTurn {
                needs,
                effect: B::effect_if(&turn.from, &turn.needs),
                same: same.unwrap_or(number),
            }
        });
        let guarded = guarded.collect();
        let mut end = 0;
        let ends = gates.iter().map(|gates| {
            end += gates.len();
            end
        });
        Self {
            turns: guarded,
            symbols,
            ends: ends.collect(),
            gates: gates.into_iter().flatten().collect(),
            of_move,
        }
    }

    /// The legal moves on a board.
    #[inline]
    pub(super) fn moves(&self, board: &B) -> B::Moves {
        let mut moves = B::Moves::default();
        self.each_legal(board, |by, _| moves = moves.with(by));
        moves
    }

    /// Visits the boards after the legal turns, some perhaps twice.
    #[inline]
    pub(super) fn each_after(&self, board: &B, mut visit: impl FnMut(B)) {
        self.each_legal(board, |_, number| {
            if let Some(turn) = self.turns.get(number) {
                let mut after = *board;
                after.apply(&turn.effect);
                visit(after);
            }
        });
    }

    /// Visits the moves and the numbers of the legal turns.
    #[inline]
    fn each_legal(&self, board: &B, mut visit: impl FnMut(Move, usize)) {
        let mut pass = |gates: Range<usize>| {
            for (needs, by, number) in self.gates.get(gates).unwrap_or_default() {
                if board.has(needs) {
                    visit(*by, *number);
                }
            }
        };
        let Some((none, of_cells)) = self.ends.split_first() else {
            return;
        };
        pass(0..*none);
        let mut before = *none;
        for (cell, ends) in of_cells.chunks_exact(self.symbols.max(1)).enumerate() {
            let symbol = usize::from(board.get(cell));
            let start = symbol
                .checked_sub(1)
                .map_or(Some(&before), |last| ends.get(last));
            if let Some((start, end)) = start.zip(ends.get(symbol)) {
                pass(*start..*end);
            }
            before = ends.last().copied().unwrap_or(before);
        }
    }

    /// The different effects that a move has on a board.
    pub(super) fn effects(&self, board: &B, m: Move) -> impl Iterator<Item = &B::Effect> {
        let numbers = self.of_move.get(m.index()).cloned().unwrap_or_default();
        let legal = |number: usize| {
            let turn = self.turns.get(number)?;
            board.has(&turn.needs).then_some(turn)
        };
        numbers.clone().filter_map(move |number| {
            let turn = legal(number)?;
            let is_first = || {
                (turn.same..number)
                    .all(|other| legal(other).is_none_or(|other| other.same != turn.same))
            };
            is_first().then_some(&turn.effect)
        })
    }
}
