//! Cube moves beyond face turns: rotations (`x y z`), wide turns (`Rw`) and slices (`M E S`).
//!
//! A rotation is a symmetry of the puzzle: it renames the faces of the moves before it to those of
//! the rotated cube. A wide turn of a cube with three layers equals a turn of the opposite face and
//! a rotation; a slice equals turns of both adjacent faces and a rotation.

use fewest::model::{Model, MoveNames};
use fewest::space::Move;
use fewest::space::structure::Turn;
use fewest::symmetry;

/// The faces, with opposite ones adjacent.
pub(super) const FACES: &str = "UDLRFB";
/// The rotations, and the cycle of faces that each permutes.
const ROTATIONS: [(&str, &str); 3] = [("x", "FUBD"), ("y", "FLBR"), ("z", "URDL")];
/// For each wide turn or slice: the faces that turn instead, forwards or backwards; then the
/// rotation, by its index, forwards or backwards.
const LAYERS: [(&str, &str, &str, usize, bool); 9] = [
    ("Rw", "L", "", 0, true),
    ("Lw", "R", "", 0, false),
    ("Uw", "D", "", 1, true),
    ("Dw", "U", "", 1, false),
    ("Fw", "B", "", 2, true),
    ("Bw", "F", "", 2, false),
    ("M", "R", "L", 0, false),
    ("E", "U", "D", 1, false),
    ("S", "B", "F", 2, true),
];

/// The meaning of such a word. The order of its turns makes no difference.
pub(super) struct CubeTurn {
    /// Moves of faces, by name.
    pub(super) faces: Vec<String>,
    /// The index of the rotation, and the number of times it is applied.
    pub(super) rotation: (usize, usize),
}

impl CubeTurn {
    /// Parses a turn such as `x2` or `Rw'`, with a straight apostrophe.
    pub(super) fn parse(word: &str) -> Option<Self> {
        let forwards = word.trim_end_matches('\'');
        let base = forwards.trim_end_matches(|c: char| c.is_ascii_digit());
        let count = match forwards.get(base.len()..)? {
            "" => 1,
            "2" => 2,
            _ => return None,
        };
        let count = match word.len() - forwards.len() {
            0 => count,
            1 => 4 - count,
            _ => return None,
        };
        if let Some(axis) = ROTATIONS.iter().position(|(name, _)| *name == base) {
            return Some(Self {
                faces: Vec::new(),
                rotation: (axis, count),
            });
        }
        let (_, ahead, back, axis, is_forwards) =
            LAYERS.into_iter().find(|(name, ..)| *name == base)?;
        let marks = ["", "2", "'"];
        let face = |face: &str, count: usize| format!("{face}{}", marks[count - 1]);
        let faces = (ahead.chars().map(|letter| face(&letter.to_string(), count))).chain(
            back.chars()
                .map(|letter| face(&letter.to_string(), 4 - count)),
        );
        Some(Self {
            faces: faces.collect(),
            rotation: (axis, if is_forwards { count } else { 4 - count }),
        })
    }

    /// The kind of such a turn, for messages.
    pub(super) fn kind(word: &str) -> &'static str {
        match word.as_bytes() {
            [b'x' | b'y' | b'z', ..] => "a rotation of the whole puzzle",
            [_, b'w', ..] => "a wide turn",
            _ => "a slice turn",
        }
    }
}

/// The faces that moves turn, if every move is named after a face.
pub(super) fn turned(model: &Model) -> Option<String> {
    let mut faces = String::new();
    for name in &model.moves {
        let face = name.chars().next().filter(|face| FACES.contains(*face))?;
        let mark = |c: char| c.is_ascii_digit() || c == '\'';
        if !name.chars().skip(1).all(mark) {
            return None;
        }
        if !faces.contains(face) {
            faces.push(face);
        }
    }
    (model.move_names == MoveNames::Moves).then_some(faces)
}

/// For each move, its image under a rotation; `None` if that is not a symmetry of the puzzle.
pub(super) fn rotated(model: &Model, rotation: usize) -> Option<Vec<Move>> {
    let (_, cycle) = ROTATIONS.get(rotation)?;
    let to = |name: &String| {
        let (face, mark) = name.split_at_checked(1)?;
        let next = cycle.find(face).map(|at| (at + 1) % cycle.len());
        let next = next.and_then(|at| cycle.get(at..=at)).unwrap_or(face);
        model.find_move(&format!("{next}{mark}"))
    };
    let images: Vec<Move> = model.moves.iter().map(to).collect::<Option<_>>()?;
    let symmetries = symmetry::find(&model.structure);
    let mut moves = symmetries
        .iter()
        .map(|symmetry| symmetry.moves(&model.structure));
    let is_known = moves
        .any(|permutation| permutation.is_some_and(|permutation| permutation.starts_with(&images)));
    is_known.then_some(images)
}

/// Returns true if the cube has a layer between the two faces that a rotation leaves in place.
pub(super) fn has_middle_layer(model: &Model, rotation: usize) -> bool {
    let cycle = ROTATIONS.get(rotation).map_or("", |(_, cycle)| cycle);
    let is_moved = |cell: usize, is_beside: bool| {
        let moves = |turn: &Turn| {
            turn.from
                .get(cell)
                .is_some_and(|&from| usize::from(from) != cell)
        };
        let mut turns = model.structure.turns.iter();
        turns.any(|turn| {
            let name = model.moves.get(turn.by.index());
            let face = name.and_then(|name| name.chars().next());
            moves(turn) && face.is_some_and(|face| cycle.contains(face) != is_beside)
        })
    };
    (0..model.cells()).any(|cell| is_moved(cell, false) && !is_moved(cell, true))
}
