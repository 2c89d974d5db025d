//! `moves`: boards as sequences of moves from the home board, one per line, as in scrambles.

use fewest::model::{Case, Model};

use super::scrambles::{NO_MOVES, Scrambles};
use super::{Format, Frame, Kind, plain, tiles};

pub(super) const DEFINED: Format = Format {
    name: "moves",
    kind: Kind::Defined,
    input: "moves applied to the puzzle's solved board, one board per line, to the end of the file; \
            - is that board itself",
    output: "as plain",
    reader: |model| Box::new(Scrambles::new(model)),
    frame: Frame::Bare,
    write_board,
    ..plain::ROTATION
};

pub(super) const KNIGHTS: Format = Format {
    kind: Kind::Knights,
    ..DEFINED
};

pub(super) const SLIDING: Format = Format {
    kind: Kind::Sliding,
    policy: tiles::PLAIN.policy,
    output: tiles::PLAIN.output,
    write_answer: tiles::PLAIN.write_answer,
    read_answer: tiles::PLAIN.read_answer,
    ..DEFINED
};

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    match model.home() {
        Some(home) if !case.moves.is_empty() => model.write_moves(&home, &case.moves, out),
        _ => out.extend_from_slice(NO_MOVES.as_bytes()),
    }
    out.push(b'\n');
}
