//! `korf`: research sets, one board per line after an optional id and length; answers as JSON.

use fewest::model::Case;
use fewest::support::place::InputError;

use super::board_reader::BoardReader;
use super::cells::miscounted_tiles;
use super::output::push_number;
use super::tiles::{Blank, TILES, push_tiles};
use super::words::{Word, Words};
use super::{Format, NamedGoal, Source, json};

pub(super) const FORMAT: Format = Format {
    name: "korf",
    used_by: "research sets (Korf's 100, Korf and Felner's 50)",
    input: "# comments; one board per line: an optional id and length, then all tiles; goal 0 1 2 ...",
    output: "one JSON object per line",
    goal: NamedGoal::BlankFirst,
    reader: |model| BoardReader::boxed(model, Words::with_comments(b'#'), next),
    write_answer: None,
    write_board: |_, case, out| {
        push_number(case.id.unwrap_or(case.number), out);
        out.push(b' ');
        push_tiles(&case.start, None, b" ", out);
        out.push(b'\n');
    },
    read_answer: json::read_answer,
    ..TILES
};

fn next(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let (cells, number) = (reader.model.cells(), reader.number);
    let Some(first) = reader.words.peek(source)? else {
        return Ok(false);
    };
    let mut line = Vec::with_capacity(cells + 2);
    // Don't read the next line: its sender may be waiting for this answer.
    loop {
        line.extend(reader.words.next(source)?);
        if line.len() > cells + 2 {
            source.skip_line()?;
            break;
        }
        if reader.words.is_line_over(source, first.place.line)? {
            break;
        }
    }
    let blank = Blank::Zero;
    let tiles_of = |words: &[Word]| -> Vec<u8> {
        let tiles = words.iter();
        let tiles = tiles.map_while(|word| blank.tile(word, &reader.model));
        tiles.collect()
    };
    let heading = line.len().wrapping_sub(cells);
    let tiles = line.get(heading..).unwrap_or_default();
    case.start = tiles_of(tiles);
    if heading <= 2 && reader.model.is_board(&case.start) {
        let id = std::str::from_utf8(first.text());
        case.id = id
            .ok()
            .filter(|_| heading > 0)
            .and_then(|id| id.parse().ok());
        return Ok(true);
    }
    let extra = line.get(cells);
    let extra = extra.filter(|_| reader.model.is_board(&tiles_of(&line[..cells])));
    let (place, problem) = if let Some(extra) = extra {
        let found = extra.quoted();
        let problem = format!("expected nothing after a board of {cells} tiles, found {found}");
        (extra.place, problem)
    } else if heading > 2 {
        let found = match line.len() {
            1 => first.quoted(),
            found if found < cells => format!("{found} words"),
            _ => format!("more than {} words", cells + 2),
        };
        let problem = format!("expected a line of {cells} tiles, found {found}");
        (first.place, problem)
    } else if let Some(wrong) = tiles.get(case.start.len()) {
        let (cell, expected) = (case.start.len() + 1, blank.expected(cells));
        let found = wrong.quoted();
        let problem = format!("expected {expected} in cell {cell} of {cells}, found {found}");
        (wrong.place, problem)
    } else {
        let place = tiles.first().map_or(first.place, |word| word.place);
        (place, miscounted_tiles(&case.start))
    };
    Err(source.error(place, Some(number), problem))
}
