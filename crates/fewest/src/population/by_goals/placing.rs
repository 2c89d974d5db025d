//! The pieces that goals name, and the places where moves can bring them.

use std::ops::Range;

use num_bigint::BigUint;

use super::goal::{GoalDistances, GoalPieces};
use crate::group::{Chain, Permutation};
use crate::kernel::pieces::{PieceOrbit, Pieces};
use crate::model::Model;
use crate::space::structure::inverse;
use crate::support::random::Random;

/// The most places, one bit each.
pub(super) const MAX_PLACES: usize = 64;

/// The named pieces of a stage's only orbit in which pieces differ. A *placement* is the spot of
/// each named piece's lead, counted from the orbit's first.
pub(super) struct Placing {
    pieces: Pieces,
    orbit: PieceOrbit,
    /// The place of each named piece on the solved board.
    named: Vec<usize>,
    /// True if the orientation of the last piece depends on the others.
    keeps_sum: bool,
    boards: u64,
    /// For each move, the spot that each spot's sticker comes from.
    back: Vec<Vec<u8>>,
    /// For each spot, its place, as a bit, and the orientation.
    places: Vec<(u64, usize)>,
}

/// A symmetry's effect on placements.
#[derive(PartialEq, Eq)]
pub(super) struct PlacementImage {
    /// For each named piece, the piece that it becomes.
    pieces: Vec<usize>,
    /// For each named piece, the spot to which each of its spots is mapped.
    spots: Vec<Vec<u8>>,
}

impl Placing {
    /// The placements of a stage, given its solved board in the view of each goal. `None` if goals
    /// name pieces of several orbits, or moves can't make every placement.
    pub(super) fn of<'h>(model: &Model, homes: impl Iterator<Item = &'h [u8]>) -> Option<Self> {
        let home = model.home.as_ref()?;
        let pieces = Pieces::with_identical(&model.with_goal(home).structure)?;
        let mut orbits = pieces.orbits().iter();
        let differ = |orbit: &&PieceOrbit| pieces.looks_in(orbit).iter().any(|&look| look != 0);
        let orbit = orbits.find(differ)?.clone();
        if orbits.any(|orbit| differ(&orbit)) || orbit.places > MAX_PLACES {
            return None;
        }
        let goes = |spots: &Vec<u8>| -> Option<Vec<u8>> {
            let to = spots.get(orbit.spots())?.iter();
            to.map(|&to| u8::try_from(usize::from(to) - orbit.first_spot).ok())
                .collect()
        };
        let moves: Vec<Vec<u8>> = pieces.moves().iter().map(goes).collect::<Option<_>>()?;
        let back = moves.iter().map(|to| inverse(to));
        let spots = 0..orbit.places * orbit.turns;
        let place = |spot: usize| (1 << (spot / orbit.turns), spot % orbit.turns);
        let mut placing = Self {
            places: spots.map(place).collect(),
            back: back.collect::<Option<_>>()?,
            named: Vec::new(),
            keeps_sum: false,
            boards: 0,
            orbit,
            pieces,
        };
        let mut named = Vec::new();
        for home in homes {
            named.extend(placing.named_on(home)?);
        }
        placing.named = placing.named_on(home)?;
        // If only one piece is not named, it looks like no other.
        let differing = placing.named.len();
        placing.named.retain(|place| named.contains(place));
        let left = placing.orbit.places - placing.named.len();
        if placing.named.len() < differing && left > 1 {
            return None;
        }
        let turns = placing.turns_made(&moves)?;
        placing.keeps_sum = left == 0 && turns < placing.all_turns();
        let ways = (left + 1..=placing.orbit.places).map(|factor| factor * placing.orbit.turns);
        let ways = ways.fold(BigUint::from(1u8), |ways, factor| ways * factor);
        let fixed = if placing.keeps_sum {
            placing.orbit.turns
        } else {
            1
        };
        placing.boards = u64::try_from(ways / fixed).ok()?;
        Some(placing)
    }

    fn all_turns(&self) -> BigUint {
        let places = u32::try_from(self.orbit.places).unwrap_or(u32::MAX);
        BigUint::from(self.orbit.turns).pow(places)
    }

    /// In how many ways moves can turn the pieces in their places; `None` if moves can't bring the
    /// named pieces to any places, turned in any way that their sum allows.
    fn turns_made(&self, moves: &[Vec<u8>]) -> Option<BigUint> {
        let PieceOrbit { places, turns, .. } = self.orbit;
        let order = |points: usize, each: usize| {
            let generators = moves.iter().map(|to| {
                let to = to
                    .iter()
                    .step_by(each)
                    .map(|&spot| u8::try_from(usize::from(spot) / each));
                Permutation::new(&to.collect::<Result<Vec<u8>, _>>().ok()?)
            });
            let generators: Vec<Permutation> = generators.collect::<Option<_>>()?;
            Some(Chain::new(points, &generators).ok()?.order())
        };
        let permutations = order(places, turns)?;
        let made = order(places * turns, 1)? / &permutations;
        let all: BigUint = (1..=places).product();
        // With two pieces that look alike, even permutations make every placement.
        let are_all =
            permutations == all || (permutations * 2u8 == all && self.named.len() + 2 <= places);
        let all = self.all_turns();
        let is_sum_kept = self.orbit.is_cyclic && self.pieces.keeps_turns(&self.orbit);
        let are_turned = made == all || (is_sum_kept && &made * turns == all);
        (are_all && are_turned).then_some(made)
    }

    pub(super) const fn boards(&self) -> u64 {
        self.boards
    }

    #[cfg(test)]
    pub(super) const fn turns(&self) -> usize {
        self.orbit.turns
    }

    /// The place of a spot, as a bit, and the orientation. Faster than a division.
    #[inline]
    pub(super) fn place_and_turn(&self, spot: usize) -> (u64, usize) {
        self.places[spot]
    }

    /// A sum of orientations, modulo their number.
    #[inline]
    pub(super) const fn sum(&self, one: usize, other: usize) -> usize {
        let sum = one + other;
        if sum < self.orbit.turns {
            sum
        } else {
            sum - self.orbit.turns
        }
    }

    /// The unused places, as bits, and the first spot of each.
    #[inline]
    pub(super) fn free_places(&self, used: u64) -> impl Iterator<Item = (u64, usize)> + use<> {
        let turns = self.orbit.turns;
        let mut free = !used & (u64::MAX >> (MAX_PLACES - self.orbit.places));
        std::iter::from_fn(move || {
            let place = free & free.wrapping_neg();
            (free != 0).then(|| {
                free ^= place;
                (place, place.trailing_zeros() as usize * turns)
            })
        })
    }

    /// The spots on unused places. If the last piece is to be placed, `turn` is the sum of the
    /// others' orientations, below the number of orientations.
    pub(super) fn free(
        &self,
        used: u64,
        turn: Option<usize>,
    ) -> impl Iterator<Item = usize> + use<> {
        let turns = turn.map_or(0..self.orbit.turns, |turn| self.last_turns(turn));
        let places = self.free_places(used);
        places.flat_map(move |(_, first)| first + turns.start..first + turns.end)
    }

    /// The orientations that the last piece may have, given the sum of the others' orientations,
    /// below twice their number.
    #[inline]
    pub(super) const fn last_turns(&self, sum: usize) -> Range<usize> {
        let turns = self.orbit.turns;
        if !self.keeps_sum {
            return 0..turns;
        }
        let first = if sum == 0 {
            0
        } else if sum <= turns {
            turns - sum
        } else {
            2 * turns - sum
        };
        first..first + 1
    }

    pub(super) const fn spot_count(&self) -> usize {
        self.orbit.places * self.orbit.turns
    }

    pub(super) fn backwards(&self) -> &[Vec<u8>] {
        &self.back
    }

    /// The symbols of the piece whose lead is on a spot.
    fn look<'b>(&self, spot: usize, board: &'b [u8]) -> impl Iterator<Item = Option<&'b u8>> {
        let frame = self.pieces.frame(self.orbit.first_spot + spot);
        frame.iter().map(|&cell| board.get(usize::from(cell)))
    }

    /// The places of the pieces that look like no other on a solved board, in any orientation;
    /// `None` if the other pieces do not all look the same.
    pub(super) fn named_on(&self, home: &[u8]) -> Option<Vec<usize>> {
        let spots = 0..self.spot_count();
        let is_same = |spot, other| self.look(spot, home).eq(self.look(other, home));
        let is_single =
            |spot: usize| (spots.clone()).all(|other| other == spot || !is_same(spot, other));
        let (mut named, mut hidden) = (Vec::new(), Vec::new());
        for place in 0..self.orbit.places {
            let mut piece = place * self.orbit.turns..(place + 1) * self.orbit.turns;
            if piece.clone().all(is_single) {
                named.push(place);
            } else {
                hidden.extend(piece.by_ref());
            }
        }
        let mut pairs = hidden.windows(2);
        pairs.all(|pair| is_same(pair[0], pair[1])).then_some(named)
    }

    /// The spot, on a board, of the piece that is on a place of the solved board.
    pub(super) fn found(&self, place: usize, home: &[u8], board: &[u8]) -> Option<u8> {
        let look = |spot| self.look(spot, board);
        let own = || self.look(place * self.orbit.turns, home);
        let spot = (0..self.spot_count()).find(|&spot| look(spot).eq(own()))?;
        u8::try_from(spot).ok()
    }

    /// The number of the named piece of a place.
    pub(super) fn number(&self, place: usize) -> Option<usize> {
        self.named.iter().position(|&named| named == place)
    }

    /// The placement on a board with these symbols; `None` if moves can't make it.
    pub(super) fn spots(&self, symbols: &[u8]) -> Option<Vec<u8>> {
        let leads = self.pieces.read(symbols).ok()?;
        let spot = |place: &usize| {
            let lead = *leads.get(self.orbit.first_piece + place)?;
            u8::try_from(usize::from(lead) - self.orbit.first_spot).ok()
        };
        let spots: Vec<u8> = self.named.iter().map(spot).collect::<Option<_>>()?;
        let sum: usize = spots.iter().map(|&spot| usize::from(spot)).sum();
        (!self.keeps_sum || sum.is_multiple_of(self.orbit.turns)).then_some(spots)
    }

    /// The symbols of the board with a placement. Other pieces fill the places that are left.
    pub(super) fn symbols(&self, spots: &[u8]) -> Option<Vec<u8>> {
        let PieceOrbit {
            places,
            turns,
            first_spot,
            ..
        } = self.orbit;
        let is_used = |place: &usize| {
            spots
                .iter()
                .any(|&spot| usize::from(spot) / turns == *place)
        };
        let mut left = (0..places).filter(|place| !is_used(place));
        let mut leads = self.pieces.solved().to_vec();
        let own = leads.get_mut(self.orbit.pieces())?;
        for (place, lead) in own.iter_mut().enumerate() {
            let spot = match self.number(place) {
                Some(number) => usize::from(*spots.get(number)?),
                None => left.next()? * turns,
            };
            *lead = u8::try_from(first_spot + spot).ok()?;
        }
        let mut symbols = Vec::new();
        self.pieces.write(&leads, &mut symbols);
        Some(symbols)
    }

    /// Draws a placement, each equally likely.
    pub(super) fn draw(&self, random: &mut Random) -> Vec<u8> {
        let PieceOrbit { places, turns, .. } = self.orbit;
        let mut all: Vec<usize> = (0..places).collect();
        random.shuffle(&mut all);
        let mut sum = 0;
        let spots = all
            .iter()
            .take(self.named.len())
            .enumerate()
            .map(|(number, place)| {
                let is_last = number + 1 == self.named.len();
                let turn = if is_last && self.keeps_sum {
                    (turns - sum % turns) % turns
                } else {
                    random.place(turns)
                };
                sum += turn;
                u8::try_from(place * turns + turn).unwrap_or(0)
            });
        spots.collect()
    }

    /// The effects of the symmetries that map goals to goals, and the first to itself.
    pub(super) fn symmetries(&self, goals: &[GoalDistances]) -> Vec<PlacementImage> {
        let place = self
            .pieces
            .orbits()
            .iter()
            .position(|orbit| *orbit == self.orbit);
        let ways = self
            .pieces
            .symmetries()
            .into_iter()
            .filter_map(|symmetry| symmetry.ways.into_iter().nth(place?));
        let sorted = |goal: &GoalPieces| {
            let mut pieces = goal.pieces.clone();
            pieces.sort_unstable();
            pieces
        };
        let known: Vec<_> = goals.iter().map(|goal| sorted(&goal.pieces)).collect();
        let mut images: Vec<PlacementImage> = Vec::new();
        for way in ways.flatten() {
            let Some(image) = self.image(&way) else {
                continue;
            };
            let mut goals = goals.iter().map(|goal| {
                let pieces = goal.pieces.pieces.iter();
                let image = pieces.map(|&(piece, spot)| {
                    (image.pieces[piece], image.spots[piece][usize::from(spot)])
                });
                sorted(&GoalPieces {
                    pieces: image.collect(),
                })
            });
            let keeps_first = goals.next().as_ref() == known.first();
            if keeps_first && goals.all(|goal| known.contains(&goal)) && !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// The effect on placements of a way to carry the orbit's stickers.
    fn image(&self, way: &[u8]) -> Option<PlacementImage> {
        let PieceOrbit {
            turns, first_spot, ..
        } = self.orbit;
        let to = |spot: usize| way.get(spot).map(|&spot| usize::from(spot));
        let mut image = PlacementImage {
            pieces: Vec::new(),
            spots: Vec::new(),
        };
        for &home in &self.named {
            let sticker = to(home * turns)?;
            let place = sticker / turns;
            image.pieces.push(self.number(place)?);
            // The piece's lead travels with this sticker.
            let spots = (0..self.spot_count()).map(|spot| {
                let spot = to(spot)?;
                let mut others = (0..turns).map(|turn| spot / turns * turns + turn);
                let lead = others.find(|other| {
                    let carried = self.pieces.carried(
                        first_spot + spot,
                        first_spot + sticker,
                        first_spot + other,
                    );
                    carried.map(usize::from) == Some(first_spot + place * turns)
                });
                u8::try_from(lead?).ok()
            });
            image.spots.push(spots.collect::<Option<_>>()?);
        }
        Some(image)
    }
}

impl PlacementImage {
    /// The image of a piece on a spot.
    pub(super) fn of(&self, piece: usize, spot: u8) -> (usize, u8) {
        (self.pieces[piece], self.spots[piece][usize::from(spot)])
    }
}
