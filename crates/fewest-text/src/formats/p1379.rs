//! `p1379`: a word of nine digits; the number of moves to the snail goal.

use fewest::model::Case;
use fewest::support::place::InputError;

use super::answers::read_count;
use super::board_reader::BoardReader;
use super::hdu3567::parse;
use super::output::push_count;
use super::tiles::{EIGHT, push_tiles};
use super::words::Words;
use super::{Format, NamedGoal, Source};

pub(super) const FORMAT: Format = Format {
    name: "p1379",
    used_by: "Luogu P1379",
    input: "words of nine digits, 0 for the blank; goal 123804765",
    output: "one line per board: the number of moves (-1 if unsolvable)",
    goal: NamedGoal::Snail,
    shows_moves: false,
    // One line, with a board that can reach the goal.
    min_boards: 1,
    max_boards: Some(1),
    is_solvable: true,
    has_layout: true,
    reader: |model| BoardReader::boxed(model, Words::default(), next),
    write_answer: Some(push_count),
    write_board: |_, case, out| {
        push_tiles(&case.start, None, b"", out);
        out.push(b'\n');
    },
    read_answer: read_count,
    ..EIGHT
};

fn next(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let Some(word) = reader.words.next(source)? else {
        return Ok(false);
    };
    parse(&reader.model, &word, '0', &mut case.start)
        .map_err(|problem| source.error(word.place, Some(reader.number), problem))?;
    Ok(true)
}
