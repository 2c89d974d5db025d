//! Cube moves of other notations, for suggestions.

use fewest::model::{Model, MoveNames};

/// The faces of a cube.
pub(super) const FACES: &str = "UDLRFB";

/// The kind of a turn beyond single faces, such as `x2` or `Rw'`, with a straight apostrophe.
pub(super) fn kind(word: &str) -> Option<&'static str> {
    let base = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '\'');
    match base.as_bytes() {
        [b'x' | b'y' | b'z'] => Some("a rotation of the whole puzzle"),
        [b'M' | b'E' | b'S'] => Some("a slice turn"),
        [face, b'w'] if FACES.as_bytes().contains(face) => Some("a wide turn"),
        _ => None,
    }
}

/// The faces that moves turn, with spaces, if every move is named after a face.
pub(super) fn turned(model: &Model) -> Option<String> {
    let mut faces = String::new();
    for name in &model.moves {
        let face = name.chars().next().filter(|face| FACES.contains(*face))?;
        let mark = |c: char| c.is_ascii_digit() || c == '\'';
        if !name.chars().skip(1).all(mark) {
            return None;
        }
        if !faces.contains(face) {
            faces.extend((!faces.is_empty()).then_some(' ').into_iter().chain([face]));
        }
    }
    (model.move_names == MoveNames::Moves).then_some(faces)
}
