//! The states of a board, read from its symbols without an allocation.
//!
//! Each place has a tree of symbols: the symbols on the place's cells lead from its root to a
//! *part*, the piece that shows them there. A part is what the piece adds to the codes of its
//! orbit's pattern and turns. For the third of seven corners:
//!
//! ```text
//! cells of the place      3    7   12
//! symbols                 W    R    B        piece 5, turned once
//! tree           root ->  * -> * -> part     turns + 1 x 3^2, first half of the pattern + 5 x 7^2
//! ```

use std::ops::Range;

use super::candidate::Candidate;
use super::coordinates::{Coordinates, States};
use super::factor::{Factor, Numbers, power, small};
use crate::kernel::pieces::{PieceOrbit, Pieces};

/// The entry of a symbol that no piece shows there.
const NOTHING: u32 = u32::MAX;

/// Reads the boards of a puzzle in which no two pieces look alike.
#[derive(Clone, Debug)]
pub(super) struct StateReader {
    /// Cells that no move changes, and their symbols.
    fixed: Vec<(u8, u8)>,
    orbits: Vec<OrbitReader>,
}

#[derive(Clone, Debug)]
struct OrbitReader {
    /// The factors of its pattern and turns, if it has several states.
    factors: Range<usize>,
    places: Vec<PlaceReader>,
    tree: SymbolTree,
    parts: Vec<Part>,
    /// All classes of pieces, as bits.
    classes: u64,
    /// The divisor of the sum of all turns on boards that moves make.
    divisor: u32,
}

#[derive(Clone, Debug)]
struct PlaceReader {
    cells: Vec<u8>,
    root: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// The class of the piece, as a bit.
    class: u64,
    turn: u32,
    /// Added to the codes of the pattern's halves, and to the number of turns.
    first_half: u32,
    second_half: u32,
    turns: u32,
}

/// The trees of an orbit's places. A node has an entry for each symbol: the next node or, for the
/// last cell, a part.
#[derive(Clone, Debug)]
struct SymbolTree {
    symbols: usize,
    entries: Vec<u32>,
}

impl SymbolTree {
    fn add_node(&mut self) -> Option<u32> {
        let node = u32::try_from(self.entries.len() / self.symbols).ok()?;
        self.entries
            .resize(self.entries.len() + self.symbols, NOTHING);
        Some(node)
    }

    /// Leads from a root by these symbols to a part.
    fn add_path(&mut self, root: u32, symbols: &[u8], part: u32) -> Option<()> {
        let (last, others) = symbols.split_last()?;
        let mut node = root;
        for &symbol in others {
            let next = self.entry(node, symbol);
            let next = next.map_or_else(|| self.add_node(), Some)?;
            *self.slot(node, symbol)? = next;
            node = next;
        }
        *self.slot(node, *last)? = part;
        Some(())
    }

    fn slot(&mut self, node: u32, symbol: u8) -> Option<&mut u32> {
        let entry = node as usize * self.symbols + usize::from(symbol);
        self.entries.get_mut(entry)
    }

    #[inline]
    fn entry(&self, node: u32, symbol: u8) -> Option<u32> {
        let symbol = usize::from(symbol);
        let entry = self.entries.get(node as usize * self.symbols + symbol)?;
        (symbol < self.symbols && *entry != NOTHING).then_some(*entry)
    }
}

impl StateReader {
    /// `None` if an orbit has more than 64 pieces.
    pub(super) fn new(
        pieces: &Pieces,
        candidate: &Candidate,
        coordinates: &Coordinates,
    ) -> Option<Self> {
        let orbits = pieces.orbits().iter().enumerate();
        let orbits = orbits.map(|(number, orbit)| {
            let classes = &candidate.colourings[number].classes;
            let is_of_orbit = |factor: &&Factor| factor.orbit == number;
            let others = |factor: &&Factor| !is_of_orbit(factor);
            let start = coordinates.factors.iter().take_while(others).count();
            let factors = coordinates.factors[start..].iter();
            let end = start + factors.take_while(is_of_orbit).count();
            OrbitReader::new(pieces, orbit, classes, start..end, coordinates)
        });
        Some(Self {
            orbits: orbits.collect::<Option<_>>()?,
            fixed: pieces.fixed().to_vec(),
        })
    }

    /// The states of the board with these symbols; `None` if it has other pieces, or an orbit in a
    /// state that moves can't make.
    #[inline]
    pub(super) fn read(&self, symbols: &[u8], coordinates: &Coordinates) -> Option<States> {
        let at = |cell: u8| symbols.get(usize::from(cell)).copied();
        let mut fixed = self.fixed.iter();
        if !fixed.all(|&(cell, symbol)| at(cell) == Some(symbol)) {
            return None;
        }
        let mut states = States::default();
        for orbit in &self.orbits {
            let sum = orbit.sum(at)?;
            let factors = coordinates.factors.get(orbit.factors.clone())?;
            let orbit_states = states.get_mut(orbit.factors.clone())?;
            for (state, factor) in orbit_states.iter_mut().zip(factors) {
                *state = match &factor.numbers {
                    Numbers::Patterns(patterns) => {
                        patterns.number(sum.first_half as usize, sum.second_half as usize)
                    }
                    Numbers::Turns(_) => small(sum.turns as usize),
                };
                if usize::from(*state) >= factor.count {
                    return None;
                }
            }
        }
        Some(states)
    }
}

impl OrbitReader {
    fn new(
        pieces: &Pieces,
        orbit: &PieceOrbit,
        classes: &[u8],
        factors: Range<usize>,
        coordinates: &Coordinates,
    ) -> Option<Self> {
        let solved = |piece: usize| usize::from(pieces.solved()[piece]);
        let shown = orbit
            .pieces()
            .flat_map(|piece| pieces.shown(piece, solved(piece)));
        let last = shown.map(|(_, symbol)| symbol).max()?;
        let is_kept = orbit.turns > 1 && pieces.keeps_turns(orbit);
        let mut reader = Self {
            places: Vec::new(),
            tree: SymbolTree {
                symbols: usize::from(last) + 1,
                entries: Vec::new(),
            },
            parts: Vec::new(),
            classes: 0,
            divisor: if is_kept {
                u32::try_from(orbit.turns).ok()?
            } else {
                1
            },
            factors,
        };
        let numbers = &coordinates.factors[reader.factors.clone()];
        for place in 0..orbit.places {
            let root = reader.tree.add_node()?;
            let first_spot = orbit.first_spot + place * orbit.turns;
            for (piece, &class) in orbit.pieces().zip(classes) {
                for turn in 0..orbit.turns {
                    let mut shown: Vec<(u8, u8)> = pieces.shown(piece, first_spot + turn).collect();
                    shown.sort_unstable();
                    let symbols: Vec<u8> = shown.iter().map(|&(_, symbol)| symbol).collect();
                    let part = u32::try_from(reader.parts.len()).ok()?;
                    reader.tree.add_path(root, &symbols, part)?;
                    reader.parts.push(Part::new(numbers, place, class, turn)?);
                }
            }
            let mut cells = pieces.frame(first_spot).to_vec();
            cells.sort_unstable();
            reader.places.push(PlaceReader { cells, root });
        }
        reader.classes = reader.parts.iter().fold(0, |all, part| all | part.class);
        Some(reader)
    }

    /// The sum of the parts that the places show; `None` if a place shows no piece, if a piece
    /// occurs twice, or if moves can't make the sum of the turns.
    #[inline]
    fn sum(&self, at: impl Fn(u8) -> Option<u8>) -> Option<Part> {
        let mut sum = Part::default();
        for place in &self.places {
            let mut entry = place.root;
            for &cell in &place.cells {
                entry = self.tree.entry(entry, at(cell)?)?;
            }
            let part = self.parts.get(entry as usize)?;
            sum.class |= part.class;
            sum.turn += part.turn;
            sum.first_half += part.first_half;
            sum.second_half += part.second_half;
            sum.turns += part.turns;
        }
        // There are as many places as classes.
        (sum.class == self.classes && sum.turn.is_multiple_of(self.divisor)).then_some(sum)
    }
}

impl Part {
    /// The part of a piece of this class on a place, turned.
    fn new(factors: &[Factor], place: usize, class: u8, turn: usize) -> Option<Self> {
        let mut part = Self {
            class: 1u64.checked_shl(class.into())?,
            turn: u32::try_from(turn).ok()?,
            ..Self::default()
        };
        for factor in factors {
            match &factor.numbers {
                Numbers::Patterns(patterns) => {
                    let (half, digit) = match place.checked_sub(patterns.half) {
                        None => (&mut part.first_half, place),
                        Some(digit) => (&mut part.second_half, digit),
                    };
                    let unit = power(patterns.classes, digit);
                    *half = u32::try_from(usize::from(class) * unit).ok()?;
                }
                Numbers::Turns(turns) if place < turns.digits => {
                    part.turns = u32::try_from(turn * power(turns.modulus, place)).ok()?;
                }
                Numbers::Turns(_) => {}
            }
        }
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::PieceBoards;
    use super::*;
    use crate::model::Model;
    use crate::space::StateSpace;
    use crate::space::structure::Structured;
    use crate::support::random::Random;

    /// A second reading, by lists of pieces, finds the boards of other pieces.
    #[test]
    fn boards_of_other_pieces_have_no_states() {
        let mut random = Random::new(5);
        for name in ["cube2", "corners", "skewb"] {
            let model = Model::named(name).expect("it comes along");
            let pieces = Pieces::of(&model.structure).expect("a puzzle of pieces");
            let boards = PieceBoards::of(&model.structure, u64::MAX).expect("few enough");
            let mut board = boards.solved();
            let mut counts = [0; 2];
            for _ in 0..5_000 {
                let mut moves = boards.moves(&board);
                let m = moves.nth(random.place(moves.len())).expect("a move");
                board = boards.after(&board, m);
                let mut symbols = boards.all_symbols(&board);
                assert_eq!(boards.board(&symbols), Some(board));
                let cells: [usize; 2] = std::array::from_fn(|_| random.place(symbols.len()));
                match random.below(5) {
                    0 => symbols[cells[0]] = u8::try_from(random.below(8)).expect("a digit"),
                    1 => symbols.swap(cells[0], cells[1]),
                    2 => symbols.truncate(cells[0]),
                    3 => symbols.push(0),
                    _ => {
                        let turned = pieces.frame(random.place(symbols.len()));
                        for pair in turned.windows(2) {
                            symbols.swap(pair[0].into(), pair[1].into());
                        }
                    }
                }
                let has_states = boards.board(&symbols).is_some();
                assert_eq!(
                    has_states,
                    pieces.why(&symbols).is_none(),
                    "{name} {symbols:?}"
                );
                counts[usize::from(has_states)] += 1;
            }
            assert!(counts.iter().all(|count| *count > 100), "{name} {counts:?}");
        }
    }
}
