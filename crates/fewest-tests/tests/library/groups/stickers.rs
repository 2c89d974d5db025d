//! Puzzles with stickers, from geometry, independent of other code that numbers pieces.

use fewest::group::Permutation;

/// A sticker of a cube: the coordinates of its piece, and its direction.
type Sticker = ([i8; 3], [i8; 3]);

/// The permutation of these stickers with this rule.
pub fn permutation<S: PartialEq>(stickers: &[S], image: impl Fn(&S) -> S) -> Permutation {
    let to = |sticker: &S| {
        let image = image(sticker);
        let place = stickers.iter().position(|other| *other == image).unwrap();
        u8::try_from(place).unwrap()
    };
    Permutation::new(&stickers.iter().map(to).collect::<Vec<u8>>()).unwrap()
}

fn turned(axis: usize, [x, y, z]: [i8; 3]) -> [i8; 3] {
    match axis {
        0 => [x, -z, y],
        1 => [z, y, -x],
        _ => [-y, x, z],
    }
}

/// The stickers of a cube's pieces with these numbers of stickers: 3 for corners, 2 for edges.
pub fn cube(kinds: &[usize]) -> Vec<Sticker> {
    let coordinates = |i: i8| [i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1];
    let mut stickers = Vec::new();
    for piece in (0..27).map(coordinates) {
        if !kinds.contains(&piece.iter().filter(|&&x| x != 0).count()) {
            continue;
        }
        for axis in (0..3).filter(|&axis| piece[axis] != 0) {
            let mut way = [0; 3];
            way[axis] = piece[axis];
            stickers.push((piece, way));
        }
    }
    stickers
}

/// A quarter turn of the face of a cube on one side of an axis: 1 or -1.
pub fn face(stickers: &[Sticker], axis: usize, side: i8) -> Permutation {
    permutation(stickers, |&(piece, way)| {
        if piece[axis] == side {
            (turned(axis, piece), turned(axis, way))
        } else {
            (piece, way)
        }
    })
}

pub fn faces(stickers: &[Sticker]) -> Vec<Permutation> {
    let sides = (0..3).flat_map(|axis| [(axis, 1), (axis, -1)]);
    sides
        .map(|(axis, side)| face(stickers, axis, side))
        .collect()
}

/// Turns about the four corners of the pyraminx without its tips. A sticker is the set of corners
/// of the tetrahedron that its piece touches, and the face, named by the opposite corner.
pub fn pyraminx() -> Vec<Permutation> {
    let mut stickers: Vec<(Vec<u8>, u8)> = Vec::new();
    for face in 0..4u8 {
        for a in (0..4).filter(|&a| a != face) {
            stickers.push((vec![a], face));
            stickers.extend(
                (a + 1..4)
                    .filter(|&b| b != face)
                    .map(|b| (vec![a, b], face)),
            );
        }
    }
    let turn = |corner: u8| {
        let others: Vec<u8> = (0..4).filter(|&other| other != corner).collect();
        let next = |point: u8| {
            let place = others.iter().position(|&other| other == point);
            place.map_or(point, |place| others[(place + 1) % 3])
        };
        permutation(&stickers, |(piece, face)| {
            if !piece.contains(&corner) {
                return (piece.clone(), *face);
            }
            let mut piece: Vec<u8> = piece.iter().map(|&point| next(point)).collect();
            piece.sort_unstable();
            (piece, next(*face))
        })
    };
    (0..4).map(turn).collect()
}
