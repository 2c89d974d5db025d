//! Stages of a puzzle with identical pieces: the same puzzle with more of its pieces hidden.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::kernel::pieces::{PieceNumbering, Pieces};
use crate::rank::multiset::Multiset;
use crate::space::Move;
use crate::space::structure::Structure;
use crate::symmetry::{self, Symmetry};

/// The most classes of pieces: each is a bit of a set.
const MAX_CLASSES: usize = 64;

/// A set of classes, as bits.
pub(super) type ClassSet = u64;

/// A puzzle whose pieces may be hidden. Identical pieces, a *class*, are hidden together.
pub(super) struct Hiding {
    pub(super) pieces: Pieces,
    structure: Structure,
    home: Vec<u8>,
    classes: Vec<Class>,
    /// The class whose home each spot is.
    class_of: Vec<usize>,
    /// The classes that may be shown.
    named: ClassSet,
    /// The symmetries, the identity first, and the images of moves and of classes.
    pub(super) symmetries: Vec<(Symmetry, Vec<Move>, Vec<usize>)>,
}

/// Pieces that look alike.
struct Class {
    orbit: usize,
    /// The spot of each piece's lead on the solved board.
    leads: Vec<u8>,
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
        let (classes, class_of) = classes(pieces);
        if classes.len() > MAX_CLASSES {
            return None;
        }
        let mut hiding = Self {
            pieces: pieces.clone(),
            structure: structure.clone(),
            home: structure.whole_goal()?,
            named: named(&classes),
            classes,
            class_of,
            symmetries: Vec::new(),
        };
        let symmetries = symmetry::find(structure);
        let symmetries = symmetries.iter().filter_map(|symmetry| {
            let moves = symmetry.moves(structure)?;
            Some((symmetry.clone(), moves, hiding.images(symmetry)?))
        });
        hiding.symmetries = symmetries.collect();
        Some(hiding)
    }

    /// The image of each class under a symmetry.
    fn images(&self, symmetry: &Symmetry) -> Option<Vec<usize>> {
        let image = |class: &Class| {
            let lead = self.cells(class).next()?;
            let to = symmetry.cells.get(usize::from(*lead))?;
            let mut classes = self.classes.iter();
            classes.position(|class| self.cells(class).any(|cell| cell == to))
        };
        self.classes.iter().map(image).collect()
    }

    /// The cells that show the pieces of a class on the solved board.
    fn cells<'h>(&'h self, class: &'h Class) -> impl Iterator<Item = &'h u8> {
        let leads = class.leads.iter();
        leads.flat_map(|&lead| self.pieces.frame(lead.into()))
    }

    /// The solved board with the pieces of other classes hidden.
    pub(super) fn home(&self, shown: ClassSet) -> Vec<u8> {
        let hidden = u8::try_from(self.structure.pieces.len()).unwrap_or(u8::MAX);
        let mut home = self.home.clone();
        for (number, class) in self.classes.iter().enumerate() {
            if shown >> number & 1 == 0 {
                for &cell in self.cells(class) {
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
        let written = self.leads(shown).map(|lead| {
            let cells = self.pieces.frame(lead.into()).iter();
            cells.filter_map(symbol).cloned().collect()
        });
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
        for (number, orbit) in self.pieces.orbits().iter().enumerate() {
            let mut counts = vec![u32::try_from(orbit.places).unwrap_or(u32::MAX)];
            let classes = bits(shown).filter_map(|class| self.classes.get(class));
            for class in classes.filter(|class| class.orbit == number) {
                let count = u32::try_from(class.leads.len()).unwrap_or(u32::MAX);
                boards = boards.saturating_mul(class.turns.saturating_pow(count));
                counts[0] -= count;
                counts.push(count);
            }
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
        let moves = self.pieces.moves().len() as u128;
        sets.sort_by_key(|&shown| {
            let moving = (moves - self.fixing(shown) as u128).max(1);
            let worth = u128::from(self.boards(shown)) * moves / moving;
            (Reverse(worth), self.parted(shown))
        });
        sets
    }

    /// The spots of the leads of a set's pieces on the solved board.
    fn leads(&self, shown: ClassSet) -> impl Iterator<Item = u8> {
        let classes = bits(shown).filter_map(|class| self.classes.get(class));
        classes.flat_map(|class| class.leads.iter().copied())
    }

    /// The number of moves that carry no piece of a set.
    fn fixing(&self, shown: ClassSet) -> usize {
        let stays = |to: &&Vec<u8>| self.leads(shown).all(|lead| to[usize::from(lead)] == lead);
        self.pieces.moves().iter().filter(stays).count()
    }

    /// The images of a set under symmetries.
    fn looks(&self, shown: ClassSet) -> BTreeSet<ClassSet> {
        let images = self.symmetries.iter();
        images.map(|(_, _, images)| image(images, shown)).collect()
    }

    /// The number of times that a move carries a piece of a set to the home of another piece.
    fn parted(&self, shown: ClassSet) -> usize {
        let moves = self.pieces.moves().iter();
        let homes = moves.flat_map(|to| self.leads(shown).map(|lead| to[usize::from(lead)]));
        homes
            .filter(|&spot| shown >> self.class_of[usize::from(spot)] & 1 == 0)
            .count()
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

/// The classes, and the class whose home each spot is.
fn classes(pieces: &Pieces) -> (Vec<Class>, Vec<usize>) {
    let (mut classes, mut class_of) = (Vec::<Class>::new(), Vec::new());
    for (number, orbit) in pieces.orbits().iter().enumerate() {
        let looks = pieces.looks_in(orbit).chunks(orbit.turns);
        for (look, spot) in looks.zip(orbit.spots().step_by(orbit.turns)) {
            // Lookalikes have the number of the first of them.
            let like = look
                .first()
                .map_or(spot, |&first| orbit.first_spot + usize::from(first));
            let class = class_of.get(like).copied().unwrap_or(classes.len());
            if class == classes.len() {
                classes.push(Class {
                    orbit: number,
                    leads: Vec::new(),
                    turns: look.iter().collect::<BTreeSet<_>>().len() as u64,
                });
            }
            classes[class].leads.extend(u8::try_from(spot));
            class_of.extend(vec![class; orbit.turns]);
        }
    }
    (classes, class_of)
}

/// All classes, except the largest of each orbit whose identical pieces show no turns.
fn named(classes: &[Class]) -> ClassSet {
    let unnamed = |class: &&Class| class.leads.len() > 1 && class.turns == 1;
    let is_named = |class: &Class| {
        let orbit = classes.iter().filter(|other| other.orbit == class.orbit);
        let most = orbit.filter(unnamed).map(|other| other.leads.len()).max();
        !unnamed(&class) || Some(class.leads.len()) != most
    };
    let classes = classes.iter().enumerate();
    classes
        .filter(|(_, class)| is_named(class))
        .fold(0, |all, (number, _)| all | 1 << number)
}
