//! The numbers of boards in a certificate's tables (`docs/certificate.md`).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::digit::Digit;
use crate::group::{OrbitPieces, Permutation, find_pieces, moved_orbits};
use crate::space::structure::{Structure, Turn};

/// The most cells of a place.
const MAX_PLACE: usize = 15;
/// The most boards of a table that meet a goal: the checker lists them.
pub(super) const MAX_TARGETS: usize = 1 << 23;

/// Places whose contents travel together, and turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbit {
    pub turns: usize,
    /// True if no move changes the sum of the turns.
    pub is_sum: bool,
    /// True if only pieces whose turns look different are seen.
    pub is_marked: bool,
    pub places: Vec<Vec<u8>>,
}

impl Orbit {
    /// One orbit of all cells.
    pub(super) fn of_cells(cells: usize) -> Self {
        Self::of_places((0..=u8::MAX).take(cells).map(|cell| vec![cell]))
    }

    fn of_places(places: impl Iterator<Item = Vec<u8>>) -> Self {
        Self {
            turns: 1,
            is_sum: false,
            is_marked: false,
            places: places.collect(),
        }
    }

    /// An orbit of each cell whose symbol no move changes.
    pub(super) fn of_fixed_cells(structure: &Structure) -> impl Iterator<Item = Self> {
        let cells = (0..=u8::MAX).take(structure.cells());
        let is_fixed = |cell: &u8| {
            let mut turns = structure.turns.iter();
            turns.all(|turn| turn.from.get(usize::from(*cell)) == Some(cell))
        };
        let fixed = cells.filter(is_fixed);
        fixed.map(|cell| Self::of_places(std::iter::once(vec![cell])))
    }

    /// The orbits of the pieces that moves carry; none if moves depend on a blank. Cells that never
    /// change are omitted.
    pub(super) fn of_pieces(structure: &Structure) -> Vec<Self> {
        let free = structure.turns.iter().filter(|turn| turn.needs.is_empty());
        let generators: Option<Vec<Permutation>> =
            free.map(|turn| Permutation::new(&turn.from)).collect();
        let generators = generators.filter(|found| found.len() == structure.turns.len());
        let moved = |generators: &Vec<_>| moved_orbits(structure.cells(), generators);
        let moved = generators.as_ref().map(moved).unwrap_or_default();
        let found = generators.and_then(|generators| find_pieces(&moved, &generators));
        let mut used = Vec::new();
        let orbits = found.into_iter().flatten().map(|orbit| {
            let can_turn = orbit.is_cyclic && orbit.turns <= MAX_PLACE;
            let turns = if can_turn { orbit.turns } else { 1 };
            let cells = with_company(&orbit, &moved, &mut used, MAX_PLACE / turns);
            let mut orbit = Self {
                turns,
                is_sum: false,
                is_marked: false,
                places: cells.chunks(turns).map(<[Vec<u8>]>::concat).collect(),
            };
            orbit.is_sum = turns > 1 && structure.turns.iter().all(|turn| orbit.keeps_sum(turn));
            orbit
        });
        orbits.collect()
    }

    /// Returns true if a move does not change the sum of turns.
    fn keeps_sum(&self, turn: &Turn) -> bool {
        let carried = self.carried(&turn.from).into_iter();
        carried.map(|(_, turns)| turns).sum::<usize>() % self.turns == 0
    }

    /// For each place, given the cell whose contents come to each cell: the place whose piece comes
    /// here, and how much it turns.
    pub(super) fn carried(&self, from: &[u8]) -> Vec<(usize, usize)> {
        let source = |place: &Vec<u8>| {
            let from = from.get(usize::from(*place.first()?))?;
            let mut places = self.places.iter().enumerate();
            places.find_map(|(other, place)| {
                let cell = place.iter().position(|cell| cell == from)?;
                Some((other, cell * self.turns / place.len()))
            })
        };
        self.places.iter().filter_map(source).collect()
    }

    /// The colours at a place, turned so that they are the first in dictionary order, and the
    /// turns that this takes.
    pub(super) fn piece(&self, place: &[u8], board: &[u8]) -> (Vec<u8>, usize) {
        let seen = on(board, place);
        let turned = |turns| (self.turned(&seen, turns), turns);
        (0..self.turns).map(turned).min().unwrap_or_default()
    }

    /// Returns this orbit, marked if these colours hide the turns of some pieces. If such pieces are of
    /// several kinds, the orbit has a place for each cell instead: a marked one would see one kind.
    pub(super) fn seeing(&self, colours: &[u8]) -> Self {
        let pieces = self.places.iter().map(|place| on(colours, place));
        let (hidden, seen): (BTreeSet<_>, BTreeSet<_>) = pieces.partition(|p| self.hides(p));
        let marked = Self {
            is_sum: false,
            is_marked: true,
            ..self.clone()
        };
        let cells = self.places.iter().flatten().map(|cell| vec![*cell]);
        match hidden.len() {
            _ if !seen.iter().all(|piece| self.is_clear(piece)) => Self::of_places(cells),
            0 => self.clone(),
            1 => marked,
            _ => Self::of_places(cells),
        }
    }

    /// Returns true if a piece can turn, and looks the same in each turn.
    pub(super) fn hides(&self, piece: &[u8]) -> bool {
        self.turns > 1 && self.turned(piece, 1) == piece
    }

    /// Returns true if all turns of a piece look different.
    pub(super) fn is_clear(&self, piece: &[u8]) -> bool {
        let mut turns = 1..self.turns;
        turns.all(|turns| self.turned(piece, turns) != piece)
    }

    /// Returns false if the orbit is marked, and the piece looks the same in each turn.
    fn sees(&self, piece: &[u8]) -> bool {
        !self.is_marked || !self.hides(piece)
    }

    /// For each slot: the slot whose piece comes here, given this for places. A place of a marked orbit
    /// has a slot for each turn; other places are slots.
    pub(super) fn slots(&self, carried: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let all = if self.is_marked { self.turns } else { 1 };
        let slots = carried.iter().flat_map(|&(place, turns)| {
            (0..all).map(move |slot| (place * all + (slot + turns) % all, 0))
        });
        slots.collect()
    }

    fn turned(&self, piece: &[u8], turns: usize) -> Vec<u8> {
        let mut piece = piece.to_vec();
        let step = piece.len() / self.turns;
        piece.rotate_left(turns * step);
        piece
    }
}

/// Each point of an orbit with points of other orbits that travel with it, and with no other point of
/// its orbit: at most `most` points. No orbit is used twice.
fn with_company(
    orbit: &OrbitPieces,
    orbits: &[Vec<u8>],
    used: &mut Vec<usize>,
    most: usize,
) -> Vec<Vec<u8>> {
    let orbit_of = |point: &u8| orbits.iter().position(|orbit| orbit.contains(point));
    let first = orbit.points.first();
    used.extend(first.and_then(orbit_of));
    let frame = first.map(|first| orbit.frames.of_point(*first));
    let mut chosen = Vec::new();
    for (at, point) in frame.into_iter().flatten().enumerate() {
        let other = orbit_of(point).filter(|other| !used.contains(other));
        let is_whole = |other: &usize| {
            let size = orbits.get(*other).map(Vec::len);
            size == Some(orbit.points.len()) && chosen.len() + 1 < most
        };
        if let Some(other) = other.filter(is_whole) {
            used.push(other);
            chosen.push(at);
        }
    }
    let company = |point: &u8| {
        let frame = orbit.frames.of_point(*point);
        let others = chosen.iter().filter_map(|at| frame.get(*at).copied());
        std::iter::once(*point).chain(others).collect()
    };
    orbit.points.iter().map(company).collect()
}

/// The symbols on the cells of a place.
pub(super) fn on(board: &[u8], place: &[u8]) -> Vec<u8> {
    let cells = place
        .iter()
        .filter_map(|cell| board.get(usize::from(*cell)));
    cells.copied().collect()
}

/// The kind of a piece, and its turn.
type Content = (usize, usize);

/// The content of pieces that a marked orbit does not see. No other piece is of this kind.
const UNSEEN: Content = (0, 0);

/// The pieces of an orbit, in kinds. A table does not distinguish pieces of one kind.
#[derive(Debug)]
pub(super) struct PieceKinds<'o> {
    pub orbit: &'o Orbit,
    /// The content that has these symbols, for each piece in each of its turns.
    known: BTreeMap<Vec<u8>, Content>,
    /// The number of pieces of each kind.
    counts: Vec<usize>,
    pub kinds: Digit,
    pub turns: Digit,
}

impl<'o> PieceKinds<'o> {
    /// `None` if there are too many, the turns of a piece look alike, or equal pieces have different
    /// colours.
    fn of(orbit: &'o Orbit, home: &[u8], colours: &[u8]) -> Option<Self> {
        let pieces = orbit.places.iter().map(|place| orbit.piece(place, colours));
        let pieces: Vec<(Vec<u8>, usize)> = pieces.collect();
        // `None` if it is not seen: this is the first kind.
        let seen: Vec<Option<&Vec<u8>>> = pieces
            .iter()
            .map(|(piece, _)| Some(piece).filter(|p| orbit.sees(p)))
            .collect();
        if !seen.iter().flatten().all(|piece| orbit.is_clear(piece)) {
            return None;
        }
        let mut counts: BTreeMap<Option<&Vec<u8>>, usize> = BTreeMap::new();
        if orbit.is_marked {
            counts.insert(None, 0);
        }
        for piece in &seen {
            *counts.entry(*piece).or_default() += 1;
        }
        let mut known = BTreeMap::new();
        for ((place, (_, turn)), piece) in orbit.places.iter().zip(&pieces).zip(&seen) {
            let kind = counts.keys().filter(|other| *other < piece).count();
            let symbols = on(home, place);
            for more in 0..orbit.turns {
                let turn = (turn + orbit.turns - more) % orbit.turns;
                let content = piece.map_or(UNSEEN, |_| (kind, turn));
                let other = known.insert(orbit.turned(&symbols, more), content);
                if other.is_some_and(|other| other != content) {
                    return None;
                }
            }
        }
        let counts: Vec<usize> = counts.into_values().collect();
        let sum = pieces.iter().map(|(_, turn)| turn).sum::<usize>() % orbit.turns;
        let mut places = orbit.places.len();
        let mut slots = counts.clone();
        if let Some(unseen) = slots.get_mut(UNSEEN.0).filter(|_| orbit.is_marked) {
            *unseen += places * (orbit.turns - 1);
            places = 0;
        }
        let kinds = Digit::of_kinds(slots)?;
        let turns = Digit::of_turns(orbit.turns, places, orbit.is_sum.then_some(sum))?;
        Some(Self {
            orbit,
            known,
            counts,
            kinds,
            turns,
        })
    }

    const fn size(&self) -> u64 {
        self.kinds.size * self.turns.size
    }

    /// Returns true if pieces of one kind have the same symbols.
    fn are_different(&self) -> bool {
        let mut looks = vec![self.orbit.turns; self.counts.len()];
        if self.orbit.is_marked {
            looks[UNSEEN.0] = self.counts[UNSEEN.0].min(1);
        }
        self.known.len() == looks.iter().sum::<usize>()
    }

    fn number_of(&self, board: &[u8]) -> Option<u64> {
        let content = |place: &Vec<u8>| self.known.get(&on(board, place)).copied();
        let contents = self.orbit.places.iter().map(content);
        self.number(&contents.collect::<Option<Vec<Content>>>()?)
    }

    /// The number of these contents; `None` if they do not belong to the table.
    fn number(&self, contents: &[Content]) -> Option<u64> {
        if self.orbit.is_marked {
            let slots = contents.iter().flat_map(|&(kind, turn)| {
                let slots = 0..self.orbit.turns;
                slots.map(move |slot| if slot == turn { kind } else { UNSEEN.0 })
            });
            return self.kinds.rank(slots);
        }
        let kinds = self.kinds.rank(contents.iter().map(|(kind, _)| *kind))?;
        let turns = self.turns.rank(contents.iter().map(|(_, turn)| *turn))?;
        Some(kinds * self.turns.size + turns)
    }

    /// A bit for each kind with a piece that has this symbol. A [`Digit`] has fewer than 64 kinds.
    pub(super) fn with(&self, symbol: Option<u8>) -> u64 {
        let known = self.known.iter();
        let has = known.filter(|(piece, _)| symbol.is_some_and(|symbol| piece.contains(&symbol)));
        has.fold(0, |kinds, (_, (kind, _))| kinds | 1 << (kind % 64))
    }

    /// The numbers of the contents that meet a goal.
    fn targets(&self, goal: &[Option<u8>]) -> Vec<u64> {
        let options = |place: &Vec<u8>| {
            let fits = |(piece, _): &(&Vec<u8>, &Content)| {
                let allowed = |cell: &u8| goal.get(usize::from(*cell)).copied().flatten();
                let mut cells = place.iter().zip(*piece);
                cells.all(|(cell, symbol)| allowed(cell).is_none_or(|allowed| allowed == *symbol))
            };
            let fitting = self.known.iter().filter(fits);
            fitting.map(|(_, content)| *content).collect()
        };
        let options: Vec<BTreeSet<Content>> = self.orbit.places.iter().map(options).collect();
        let mut found = Vec::new();
        self.fill(
            &options,
            &mut self.counts.clone(),
            &mut Vec::new(),
            &mut found,
        );
        found
    }

    /// Lists the contents that continue a row with these options.
    fn fill(
        &self,
        options: &[BTreeSet<Content>],
        left: &mut [usize],
        row: &mut Vec<Content>,
        found: &mut Vec<u64>,
    ) {
        let Some((here, options)) = options.split_first() else {
            found.extend(self.number(row));
            return;
        };
        if found.len() > MAX_TARGETS {
            return;
        }
        for &(kind, turn) in here {
            if let Some(count) = left.get(kind).copied().filter(|count| *count > 0) {
                left[kind] = count - 1;
                row.push((kind, turn));
                self.fill(options, left, row, found);
                row.pop();
                left[kind] = count;
            }
        }
    }
}

/// The numbers of boards that a table sees as coloured.
#[derive(Debug)]
pub(super) struct TableNumbering<'o> {
    pub pieces: Vec<PieceKinds<'o>>,
    pub size: u64,
}

impl<'o> TableNumbering<'o> {
    /// Numbers boards with the pieces of `home`, whose cells have these colours; `None` if that is
    /// impossible.
    pub(super) fn of(orbits: &'o [Orbit], home: &[u8], colours: &[u8]) -> Option<Self> {
        let pieces = orbits
            .iter()
            .map(|orbit| PieceKinds::of(orbit, home, colours))
            .collect::<Option<Vec<PieceKinds<'_>>>>()?;
        let mut sizes = pieces.iter().map(PieceKinds::size);
        let size = sizes.try_fold(1u64, u64::checked_mul)?;
        (!pieces.is_empty()).then_some(Self { pieces, size })
    }

    /// Orbits that see these colours, and the size of their numbering. The largest comes first: links of
    /// the others are few, and can be kept.
    pub(super) fn arranged(
        orbits: &[Orbit],
        home: &[u8],
        colours: &[u8],
    ) -> Option<(Vec<Orbit>, u64)> {
        let mut seen = orbits
            .iter()
            .map(|orbit| {
                let orbit = orbit.seeing(colours);
                let size = PieceKinds::of(&orbit, home, colours)?.size();
                Some((size, orbit))
            })
            .collect::<Option<Vec<(u64, Orbit)>>>()?;
        seen.sort_by_key(|(size, _)| Reverse(*size));
        let (sizes, seen): (Vec<u64>, Vec<Orbit>) = seen.into_iter().unzip();
        let size = sizes.into_iter().try_fold(1, u64::checked_mul)?;
        Some((seen, size))
    }

    /// The number of a board, if it has one.
    pub(super) fn number(&self, board: &[u8]) -> Option<u64> {
        let mut pieces = self.pieces.iter();
        pieces.try_fold(0, |number, pieces| {
            Some(number * pieces.size() + pieces.number_of(board)?)
        })
    }

    /// Returns true if pieces that it does not distinguish have the same symbols.
    pub(super) fn are_different(&self) -> bool {
        self.pieces.iter().all(PieceKinds::are_different)
    }

    /// The numbers of the boards that meet a goal; `None` if there are too many.
    pub(super) fn targets(&self, goal: &[Option<u8>]) -> Option<Vec<u64>> {
        let mut found = vec![0];
        for pieces in &self.pieces {
            let contents = pieces.targets(goal);
            if contents.len().saturating_mul(found.len()) > MAX_TARGETS {
                return None;
            }
            let with = |number: &u64| {
                let first = number * pieces.size();
                contents.iter().map(move |content| first + content)
            };
            found = found.iter().flat_map(with).collect();
        }
        Some(found)
    }
}
