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
    /// If a turn is no permutation of the cells, or if a move does two things on one board.
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
    /// By move.
    turns: Vec<GuardedTurn<B>>,
    of_move: Vec<Range<usize>>,
    cells: usize,
    symbols: usize,
    /// The turns that need nothing.
    always: Vec<usize>,
    /// For each cell and symbol: the turns of which this is the first need.
    by_need: Vec<Vec<usize>>,
}

#[derive(Clone, Debug)]
struct GuardedTurn<B: CellBoard> {
    by: Move,
    needs: Box<[(u8, u8)]>,
    effect: B::Effect,
    /// The number of an earlier turn of the move with the same effect, or its own.
    same: usize,
}

impl<B: CellBoard> GuardedTurns<B> {
    fn of(turns: &[Turn], structure: &Structure, moves: usize) -> Self {
        let (cells, symbols) = (structure.cells(), structure.pieces.len());
        let mut sorted: Vec<&Turn> = turns.iter().collect();
        sorted.sort_by_key(|turn| turn.by);
        let of_move = (0..moves).map(|m| {
            let place = |m: usize| sorted.partition_point(|turn| turn.by.index() < m);
            place(m)..place(m + 1)
        });
        let of_move: Vec<Range<usize>> = of_move.collect();
        let rarity = |(_, symbol): &(u8, u8)| structure.pieces.get(usize::from(*symbol)).copied();
        let (mut always, mut by_need) = (Vec::new(), vec![Vec::new(); cells * symbols]);
        let mut guarded = Vec::new();
        for (number, turn) in sorted.iter().enumerate() {
            // The rarest symbol first: few turns are looked at whose other needs are not met.
            let mut needs = turn.needs.clone();
            needs.sort_by_key(rarity);
            let slot = needs.first().and_then(|&(cell, symbol)| {
                by_need.get_mut(usize::from(cell) * symbols + usize::from(symbol))
            });
            slot.unwrap_or(&mut always).push(number);
            let others = of_move[turn.by.index()].clone();
            let same = others
                .clone()
                .find(|other| sorted[*other].from == turn.from);
            guarded.push(GuardedTurn {
                by: turn.by,
                needs: needs.into(),
                // No symbol is a blank, whose cell would matter.
                effect: B::effect(&turn.from, 0),
                same: same.unwrap_or(number),
            });
        }
        Self {
            turns: guarded,
            of_move,
            cells,
            symbols,
            always,
            by_need,
        }
    }

    /// The legal moves on a board.
    #[inline]
    pub(super) fn moves(&self, board: &B) -> B::Moves {
        let mut moves = B::Moves::default();
        let mut add = |numbers: &[usize]| {
            for turn in numbers.iter().filter_map(|number| self.turns.get(*number)) {
                if turn.is_legal(board) {
                    moves = moves.with(turn.by);
                }
            }
        };
        add(&self.always);
        for (cell, row) in self
            .by_need
            .chunks(self.symbols.max(1))
            .take(self.cells)
            .enumerate()
        {
            if let Some(numbers) = row.get(usize::from(board.get(cell))) {
                add(numbers);
            }
        }
        moves
    }

    /// The different effects that a move has on a board.
    pub(super) fn effects(&self, board: &B, m: Move) -> impl Iterator<Item = &B::Effect> {
        let numbers = self.of_move.get(m.index()).cloned().unwrap_or_default();
        let legal = |number: usize| {
            let turn = self.turns.get(number)?;
            turn.is_legal(board).then_some(turn)
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

impl<B: CellBoard> GuardedTurn<B> {
    #[inline]
    fn is_legal(&self, board: &B) -> bool {
        let holds = |&(cell, symbol): &(u8, u8)| board.get(cell.into()) == symbol;
        self.needs.iter().all(holds)
    }
}
