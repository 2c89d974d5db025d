//! Boards of puzzles of pieces as numbers: a move takes a few lookups.

use super::candidate::Candidate;
use super::coordinates::{Coordinates, States};
use super::factor::{Numbers, small};
use super::reader::StateReader;
use crate::kernel::pieces::Pieces;
use crate::space::structure::{Structure, Structured};
use crate::space::{AnyMoves, Move, StateSpace};

/// A board of [`PieceBoards`]: a number with a bit field for the state of each factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceBoard(u64);

/// A puzzle of pieces whose boards are numbers that encode the places and turns of each orbit's
/// pieces. Boards of another puzzle are taken as some board of this one.
#[derive(Clone, Debug)]
pub struct PieceBoards {
    structure: Structure,
    pieces: Pieces,
    pub(super) coordinates: Coordinates,
    reader: StateReader,
    fields: Vec<StateField>,
}

/// The bits of a board that hold the state of a factor.
#[derive(Clone, Copy, Debug)]
struct StateField {
    shift: u32,
    mask: u64,
    /// The greatest state.
    last: u16,
}

impl StateField {
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "states are numbers of 16 bits"
    )]
    fn state(self, board: PieceBoard) -> u16 {
        ((board.0 >> self.shift & self.mask) as u16).min(self.last)
    }
}

impl PieceBoards {
    /// Returns the boards of a puzzle of pieces, if every move has an inverse and a table with one
    /// byte per board, shared by symmetric boards, takes at most `max_bytes` bytes.
    #[must_use]
    pub fn of(structure: &Structure, max_bytes: u64) -> Option<Self> {
        let pieces = Pieces::of(structure)?;
        pieces.inverses()?;
        let (candidate, symmetries) = Candidate::apart(&pieces)?;
        let coordinates = Coordinates::new(&pieces, &symmetries, &candidate)?;
        let reader = StateReader::new(&pieces, &candidate, &coordinates)?;
        let entries = coordinates.rows() as u64 * coordinates.row_length as u64;
        let mut shift = 0;
        let mut fields = Vec::new();
        for factor in &coordinates.factors {
            let bits = usize::BITS - (factor.count - 1).leading_zeros();
            fields.push(StateField {
                shift,
                mask: (1 << bits) - 1,
                last: small(factor.count - 1),
            });
            shift += bits;
        }
        (shift <= u64::BITS && entries <= max_bytes).then(|| Self {
            structure: structure.clone(),
            pieces,
            coordinates,
            reader,
            fields,
        })
    }

    /// The solved board.
    #[must_use]
    pub fn solved(&self) -> PieceBoard {
        self.number(&self.coordinates.solved())
    }

    /// The number of entries of a table of all boards.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.coordinates.rows() * self.coordinates.row_length
    }

    /// Returns a symmetric image of a board whose reduced part is the least of its class.
    #[must_use]
    pub fn least(&self, board: PieceBoard) -> PieceBoard {
        let least = self.coordinates.least(&self.states(board));
        least.map_or(board, |least| self.number(&least))
    }

    pub(super) fn bytes(&self) -> u64 {
        self.coordinates.bytes() as u64
    }

    #[inline]
    pub(super) fn number(&self, states: &States) -> PieceBoard {
        let fields = self.fields.iter().zip(states);
        PieceBoard(fields.fold(0, |board, (field, &state)| {
            board | u64::from(state) << field.shift
        }))
    }

    #[inline]
    pub(super) fn states(&self, board: PieceBoard) -> States {
        let mut states = States::default();
        for (field, state) in self.fields.iter().zip(&mut states) {
            *state = field.state(board);
        }
        states
    }

    /// The spot of each piece's lead.
    fn leads(&self, states: &States) -> Vec<u8> {
        let mut leads = self.pieces.solved().to_vec();
        for (factor, &state) in self.coordinates.factors.iter().zip(states) {
            let orbit = &self.pieces.orbits()[factor.orbit];
            match &factor.numbers {
                Numbers::Patterns(patterns) => {
                    // Each class has one piece.
                    for (place, &piece) in patterns.classes_of(state).iter().enumerate() {
                        leads[orbit.first_piece + usize::from(piece)] =
                            spot(orbit.first_spot + place * orbit.turns);
                    }
                }
                // The pattern of the orbit is placed before its turns.
                Numbers::Turns(turns) => {
                    let turned = turns.turns_of(state);
                    for lead in &mut leads[orbit.pieces()] {
                        let place = (usize::from(*lead) - orbit.first_spot) / orbit.turns;
                        *lead += turned[place];
                    }
                }
            }
        }
        leads
    }
}

/// A number below 256, because there are at most 256 spots.
fn spot(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

impl StateSpace for PieceBoards {
    type Board = PieceBoard;
    type Moves = AnyMoves;

    fn moves(&self, _: &PieceBoard) -> AnyMoves {
        AnyMoves::first(self.coordinates.move_count)
    }

    #[inline]
    fn apply(&self, board: &mut PieceBoard, m: Move) {
        if m.index() >= self.coordinates.move_count {
            return;
        }
        let fields = self.fields.iter().enumerate();
        *board = PieceBoard(fields.fold(0, |next, (factor, field)| {
            let state = field.state(*board);
            next | u64::from(self.coordinates.after(factor, state, m.index())) << field.shift
        }));
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        self.coordinates
            .inverses
            .get(m.index())
            .copied()
            .map(Move::new)
    }

    fn is_solved(&self, board: &PieceBoard) -> bool {
        *board == self.solved()
    }
}

impl Structured for PieceBoards {
    fn structure(&self) -> Structure {
        self.structure.clone()
    }

    fn symbols(&self, board: &PieceBoard, symbols: &mut Vec<u8>) {
        self.pieces
            .write(&self.leads(&self.states(*board)), symbols);
    }

    #[inline]
    fn board(&self, symbols: &[u8]) -> Option<PieceBoard> {
        let states = self.reader.read(symbols, &self.coordinates)?;
        self.coordinates.class_of(&states)?;
        Some(self.number(&states))
    }
}
