//! Stages of a puzzle with identical pieces: the same puzzle with more of its pieces hidden.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::kernel::pieces::{PieceNumbering, Pieces, generators};
use crate::rank::multiset::Multiset;
use crate::space::structure::Structure;
use crate::symmetry::{self, Symmetry};

/// The most classes of pieces: each is a bit of a set.
const MAX_CLASSES: usize = 64;

/// A set of classes, as bits.
pub(super) type ClassSet = u64;

/// A puzzle whose pieces may be hidden. Identical pieces, a *class*, are hidden together.
pub(super) struct Hiding {
    structure: Structure,
    home: Vec<u8>,
    classes: Vec<Class>,
    /// The classes that may be shown.
    named: ClassSet,
    /// The number of pieces of each orbit.
    places: Vec<u32>,
    /// For each move, the class whose home each home of a class's pieces is carried to.
    carried: Vec<Vec<Option<usize>>>,
    /// For each move, the classes whose pieces it carries.
    moved: Vec<ClassSet>,
    /// The symmetries, the identity first, and the image of each class.
    pub(super) symmetries: Vec<(Symmetry, Vec<usize>)>,
}

/// Pieces that look alike.
struct Class {
    orbit: usize,
    /// The cells of each piece on the solved board.
    pieces: Vec<Vec<u8>>,
    /// The number of visible orientations of a piece.
    turns: u64,
}

impl Hiding {
    /// `None` if no pieces are identical, if moves depend on a blank or have no inverses, or if there
    /// is not one whole goal.
    pub(super) fn of(pieces: &Pieces, structure: &Structure) -> Option<Self> {
        if !pieces.has_identical() || pieces.inverses().is_none() {
            return None;
        }
        let home = structure.whole_goal()?;
        let classes = classes(pieces);
        if classes.len() > MAX_CLASSES {
            return None;
        }
        let mut class_of = vec![None; home.len()];
        for (number, class) in classes.iter().enumerate() {
            for &cell in class.pieces.iter().flatten() {
                *class_of.get_mut(usize::from(cell))? = Some(number);
            }
        }
        let at = |cell: u8| class_of.get(usize::from(cell)).copied().flatten();
        let leads: Vec<u8> = classes.iter().flat_map(Class::leads).collect();
        let generators = generators(structure)?;
        let carried = generators.iter().map(|m| {
            let to = leads.iter().map(|&lead| at(m.image(lead)));
            to.collect()
        });
        let moved = generators.iter().map(|m| {
            let is_moved = |class: &Class| {
                class
                    .pieces
                    .iter()
                    .flatten()
                    .any(|&cell| m.image(cell) != cell)
            };
            let moved = classes
                .iter()
                .enumerate()
                .filter(|(_, class)| is_moved(class));
            moved.fold(0, |all, (number, _)| all | 1 << number)
        });
        let image = |symmetry: &Symmetry| {
            let first = |class: &Class| {
                let lead = class.leads().next()?;
                at(*symmetry.cells.get(usize::from(lead))?)
            };
            classes.iter().map(first).collect::<Option<Vec<usize>>>()
        };
        let symmetries = symmetry::find(structure);
        let symmetries = symmetries.iter().filter_map(|symmetry| {
            symmetry.moves(structure)?;
            Some((symmetry.clone(), image(symmetry)?))
        });
        Some(Self {
            carried: carried.collect(),
            moved: moved.collect(),
            symmetries: symmetries.collect(),
            named: named(&classes),
            places: (pieces.orbits().iter())
                .map(|orbit| u32::try_from(orbit.places).unwrap_or(u32::MAX))
                .collect(),
            structure: structure.clone(),
            home,
            classes,
        })
    }

    /// The solved board with the pieces of other classes hidden.
    pub(super) fn home(&self, shown: ClassSet) -> Vec<u8> {
        let hidden = u8::try_from(self.structure.pieces.len()).unwrap_or(u8::MAX);
        let mut home = self.home.clone();
        for (number, class) in self.classes.iter().enumerate() {
            if shown >> number & 1 == 0 {
                for &cell in class.pieces.iter().flatten() {
                    if let Some(symbol) = home.get_mut(usize::from(cell)) {
                        *symbol = hidden;
                    }
                }
            }
        }
        home
    }

    /// The pieces of a set, as the symbols of each: `ryb,rg`.
    pub(super) fn written(&self, shown: ClassSet, symbols: &[String]) -> String {
        let symbol = |&cell: &u8| symbols.get(usize::from(*self.home.get(usize::from(cell))?));
        let pieces = bits(shown).filter_map(|class| self.classes.get(class));
        let pieces = pieces.flat_map(|class| &class.pieces);
        let written = pieces.map(|cells| cells.iter().filter_map(symbol).cloned().collect());
        written.collect::<Vec<String>>().join(",")
    }

    /// Numbers the boards with the pieces of other classes hidden.
    pub(super) fn numbering(&self, shown: ClassSet, max_boards: u64) -> Option<PieceNumbering> {
        let home = self.home(shown);
        let mut pieces = vec![0; self.structure.pieces.len() + 1];
        for &symbol in &home {
            *pieces.get_mut(usize::from(symbol))? += 1;
        }
        let structure = Structure {
            pieces,
            goals: vec![home.into_iter().map(Some).collect()],
            turns: self.structure.turns.clone(),
        };
        PieceNumbering::new(&structure, max_boards)
    }

    /// The number of boards with other pieces hidden.
    pub(super) fn boards(&self, shown: ClassSet) -> u64 {
        let mut boards = 1u64;
        for (orbit, &places) in self.places.iter().enumerate() {
            let mut counts = Vec::new();
            let classes = self.classes.iter().enumerate();
            for (_, class) in
                classes.filter(|(number, class)| class.orbit == orbit && shown >> number & 1 == 1)
            {
                let count = u32::try_from(class.pieces.len()).unwrap_or(u32::MAX);
                boards = boards.saturating_mul(class.turns.saturating_pow(count));
                counts.push(count);
            }
            counts.push(places - counts.iter().sum::<u32>());
            let patterns = Multiset::new(&counts).map_or(u64::MAX, |all| all.count());
            boards = boards.saturating_mul(patterns);
        }
        boards
    }

    /// Sets of classes with at most `max_boards` boards each, one of each class under symmetries,
    /// the most promising first.
    pub(super) fn sets(&self, max_boards: u64) -> Vec<ClassSet> {
        let mut found = BTreeSet::new();
        for seed in bits(self.named) {
            let mut shown = 0;
            let mut next = Some(seed);
            while let Some(class) = next {
                shown |= 1 << class;
                let more = bits(self.named & !shown)
                    .map(|class| (class, shown | 1 << class))
                    .filter(|&(_, shown)| self.boards(shown) <= max_boards);
                next = more
                    .min_by_key(|&(_, shown)| (Reverse(self.fixing(shown)), self.parted(shown)))
                    .map(|(class, _)| class);
            }
            if self.boards(shown) <= max_boards {
                found.insert(self.looks(shown).into_iter().min().unwrap_or(shown));
            }
        }
        let mut sets: Vec<ClassSet> = found.into_iter().collect();
        // The mean distance is estimated by the growth from the boards after one move to all boards.
        let moves = self.carried.len() as u128;
        sets.sort_by_key(|&shown| {
            let moving = (moves - self.fixing(shown) as u128).max(1);
            let worth = u128::from(self.boards(shown)) * moves / moving;
            (Reverse(worth), self.parted(shown))
        });
        sets
    }

    /// The number of moves that carry no piece of a set.
    fn fixing(&self, shown: ClassSet) -> usize {
        let stays = |moved: &&ClassSet| *moved & shown == 0;
        self.moved.iter().filter(stays).count()
    }

    /// The images of a set under symmetries.
    fn looks(&self, shown: ClassSet) -> BTreeSet<ClassSet> {
        let images = self.symmetries.iter();
        images.map(|(_, images)| image(images, shown)).collect()
    }

    /// The number of times that a move carries a piece of a set to the home of another piece.
    fn parted(&self, shown: ClassSet) -> usize {
        let homes: Vec<usize> = self
            .classes
            .iter()
            .enumerate()
            .flat_map(|(number, class)| class.pieces.iter().map(move |_| number))
            .collect();
        let is_shown = |class: usize| shown >> class & 1 == 1;
        let carried = self.carried.iter().flat_map(|to| homes.iter().zip(to));
        carried
            .filter(|&(&from, to)| is_shown(from) && !to.is_some_and(is_shown))
            .count()
    }
}

impl Class {
    /// The first cell of each piece.
    fn leads(&self) -> impl Iterator<Item = u8> {
        self.pieces
            .iter()
            .filter_map(|cells| cells.first().copied())
    }
}

/// The image of a set.
fn image(images: &[usize], shown: ClassSet) -> ClassSet {
    bits(shown)
        .filter_map(|class| images.get(class))
        .fold(0, |all, image| all | 1 << image)
}

fn bits(set: ClassSet) -> impl Iterator<Item = usize> {
    (0..MAX_CLASSES).filter(move |class| set >> class & 1 == 1)
}

fn classes(pieces: &Pieces) -> Vec<Class> {
    let mut classes = Vec::new();
    for (number, orbit) in pieces.orbits().iter().enumerate() {
        let looks = pieces.looks_in(orbit);
        let mut known: Vec<usize> = Vec::new();
        let first = classes.len();
        for (place, look) in looks.chunks(orbit.turns).enumerate() {
            let cells = pieces
                .frame(orbit.first_spot + place * orbit.turns)
                .to_vec();
            // Lookalikes have the number of the first of them.
            let like = look
                .first()
                .map_or(place, |&spot| usize::from(spot) / orbit.turns);
            if let Some(class) = known.iter().position(|&other| other == like) {
                let class: &mut Class = &mut classes[first + class];
                class.pieces.push(cells);
                continue;
            }
            known.push(like);
            classes.push(Class {
                orbit: number,
                pieces: vec![cells],
                turns: look.iter().collect::<BTreeSet<_>>().len() as u64,
            });
        }
    }
    classes
}

/// All classes, except the largest of each orbit whose identical pieces show no turns.
fn named(classes: &[Class]) -> ClassSet {
    let unnamed = |class: &&Class| class.pieces.len() > 1 && class.turns == 1;
    let is_named = |class: &Class| {
        let orbit = classes.iter().filter(|other| other.orbit == class.orbit);
        let most = orbit.filter(unnamed).map(|other| other.pieces.len()).max();
        !unnamed(&class) || Some(class.pieces.len()) != most
    };
    let classes = classes.iter().enumerate();
    classes
        .filter(|(_, class)| is_named(class))
        .fold(0, |all, (number, _)| all | 1 << number)
}
