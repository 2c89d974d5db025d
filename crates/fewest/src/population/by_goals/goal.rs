//! The distances of the pieces that one goal names, whatever the others do.

use crate::model::Model;

use super::placing::Placing;

/// The entry of placements that can't be solved.
const UNKNOWN: u8 = u8::MAX;
/// The most entries of a goal.
const MAX_ENTRIES: u64 = 1 << 28;

/// The pieces that a goal names, and their spots in it.
pub(super) struct GoalPieces {
    /// Numbers of named pieces, with the spot of each.
    pub(super) pieces: Vec<(usize, u8)>,
}

/// The distance of every placement of a goal's pieces.
pub(super) struct GoalDistances {
    pub(super) pieces: GoalPieces,
    /// For each piece of the goal, the weight of its spot in the number of a placement.
    strides: Vec<usize>,
    /// Twice the distance and one, by the number of the placement.
    pub(super) entries: Vec<u8>,
}

impl GoalPieces {
    /// The pieces of a goal, from its [stage](Model::stage) and that stage's solved board. `None` if
    /// it names no piece of the orbit, or its pieces are not known.
    pub(super) fn of(stage: &Model, home: &[u8], placing: &Placing) -> Option<Self> {
        let board = stage.whole_goal()?;
        let pieces = placing.named_on(home)?.into_iter().map(|place| {
            let number = placing.number(place)?;
            Some((number, placing.found(place, home, &board)?))
        });
        let pieces: Vec<(usize, u8)> = pieces.collect::<Option<_>>()?;
        (!pieces.is_empty()).then_some(Self { pieces })
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.pieces.iter().map(|(number, _)| *number)
    }

    /// The distances of all placements, by a breadth-first search from the goal; `None` if they take
    /// more than `memory` bytes, or too many. Spots of pieces later in `order` have lower weights.
    pub(super) fn distances(
        mut self,
        order: &[usize],
        placing: &Placing,
        memory: u64,
    ) -> Option<GoalDistances> {
        let place = |number: usize| order.iter().position(|&piece| piece == number);
        self.pieces.sort_by_key(|(number, _)| place(*number));
        let spots = placing.spot_count();
        let count = spots.checked_pow(u32::try_from(self.pieces.len()).ok()?)?;
        if count as u64 > memory.min(MAX_ENTRIES) {
            return None;
        }
        let strides = (0..self.pieces.len()).rev();
        let strides: Vec<usize> = strides
            .map(|power| (0..power).fold(1, |stride, _| stride * spots))
            .collect();
        let mut entries = vec![UNKNOWN; count];
        let number = |placed: &mut dyn Iterator<Item = usize>| -> usize {
            strides
                .iter()
                .zip(placed)
                .map(|(stride, spot)| stride * spot)
                .sum()
        };
        let goal = number(&mut self.pieces.iter().map(|(_, spot)| usize::from(*spot)));
        let mut level = vec![goal];
        entries[goal] = 1;
        let mut entry = 1;
        while !level.is_empty() {
            entry += 2;
            if entry == UNKNOWN {
                return None;
            }
            let mut next = Vec::new();
            for after in level {
                for back in placing.backwards() {
                    let before = strides
                        .iter()
                        .map(|stride| back[after / stride % spots].into());
                    let before = number(&mut { before });
                    if entries[before] == UNKNOWN {
                        entries[before] = entry;
                        next.push(before);
                    }
                }
            }
            level = next;
        }
        Some(GoalDistances {
            pieces: self,
            strides,
            entries,
        })
    }
}

impl GoalDistances {
    pub(super) const fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The stride of a piece; `None` if the goal does not name it.
    pub(super) fn stride(&self, piece: usize) -> Option<usize> {
        let place = self.pieces.numbers().position(|number| number == piece)?;
        self.strides.get(place).copied()
    }

    /// The number of a placement of the goal's pieces, in any order.
    pub(super) fn number(&self, placed: impl Iterator<Item = (usize, u8)>) -> usize {
        let weights =
            placed.filter_map(|(piece, spot)| Some(self.stride(piece)? * usize::from(spot)));
        weights.sum()
    }

    /// The distance of a placement of all pieces; `None` if it can't be solved.
    pub(super) fn distance(&self, spots: &[u8]) -> Option<u8> {
        let placed = self.pieces.numbers().map(|piece| (piece, spots[piece]));
        let entry = *self.entries.get(self.number(placed))?;
        (entry != UNKNOWN).then_some(entry / 2)
    }
}
