//! `knightsfen`: the number of boards, then five lines each with a space as the gap; a sentence.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::{Answer, Verdict};
use fewest::support::number::in_words;
use fewest::support::place::{InputError, quote};

use super::answers::{self, expect, number};
use super::board_reader::BoardReader;
use super::cells::knights;
use super::output::{push_line, push_open};
use super::scoi2005::{SIDE, push_rows};
use super::{AnswerMistake, Format, Frame, Source, StatedAnswer, plain};

pub(super) const FORMAT: Format = Format {
    name: "knightsfen",
    used_by: "UVa 10422, Kattis knightsfen",
    input: "N, then N boards of 5 rows of 0 1 and a space for the empty cell",
    output: "one line per board: `Solvable in n move(s).` up to 10, else `Unsolvable in less than 11 move(s).`",
    limit: Some(10),
    shows_moves: false,
    has_layout: true,
    reader: |model| BoardReader::counted(model, next),
    write_answer: Some(write_answer),
    frame: Frame::Counted,
    write_board: |_, case, out| push_rows(&case.start, b' ', out),
    read_answer,
    ..plain::KNIGHTS
};

/// The bytes of a line that are kept, more than a message shows.
const LONGEST_ROW: usize = 32;

/// A line that is not a row of `knightsfen`, truncated if it is long.
struct NoRow(Vec<u8>);

impl NoRow {
    fn problem(&self) -> String {
        let Self(line) = self;
        if line.is_empty() {
            "expected a row of five of 0, 1 and a space, found an empty line".to_owned()
        } else if line.len() < SIDE && line.iter().all(|&byte| symbol(byte).is_some()) {
            format!(
                "this row has {} character{}, expected five of 0, 1 and a space for the empty cell: \
                 was a space at its start or end trimmed?",
                in_words(line.len()),
                if line.len() == 1 { "" } else { "s" },
            )
        } else {
            format!(
                "expected a row of five of 0, 1 and a space, found {}",
                quote(line)
            )
        }
    }
}

/// The next line as a row; `None` at the end. Blanks after the fifth character are ignored.
fn row(source: &mut Source<'_>) -> Result<Option<Result<Vec<u8>, NoRow>>, InputError> {
    if source.peek()?.is_none() {
        return Ok(None);
    }
    let mut text = [0u8; LONGEST_ROW];
    let mut len = 0;
    let mut has_more = false;
    while let Some(byte) = source.peek()? {
        source.advance();
        match byte {
            b'\n' => break,
            _ if len < text.len() => {
                text[len] = byte;
                len += 1;
            }
            b' ' | b'\r' => {}
            _ => has_more = true,
        }
        if has_more {
            source.skip_line()?;
        }
    }
    let mut line = &text[..len];
    if line.last() == Some(&b'\r') {
        line = &line[..len - 1];
    }
    while line.len() > SIDE && line.last() == Some(&b' ') && !has_more {
        line = &line[..line.len() - 1];
    }
    let symbols: Option<Vec<u8>> = line.iter().map(|&byte| symbol(byte)).collect();
    let row = symbols.filter(|row| row.len() == SIDE);
    Ok(Some(row.ok_or_else(|| NoRow(line.to_vec()))))
}

const fn symbol(byte: u8) -> Option<u8> {
    match byte {
        b'0' | b'1' => Some(byte - b'0'),
        b' ' => Some(2),
        _ => None,
    }
}

fn next(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let number = reader.number;
    // White space matters in rows; only the number of boards was a word.
    if number == 1 {
        if !source.is_line_over()? {
            let problem = format!(
                "expected nothing after the number of boards on its line, found {}",
                source.quoted_next()?
            );
            return Err(source.final_error(source.place(), None, problem));
        }
        source.advance();
    }
    let mut place = source.place();
    // Empty lines between boards.
    while matches!(source.peek()?, Some(b'\n' | b'\r')) {
        source.advance();
        place = source.place();
    }
    let mut problem = None;
    for i in 0..SIDE {
        let at = source.place();
        match row(source)? {
            Some(Ok(row)) => case.start.extend_from_slice(&row),
            Some(Err(row)) => {
                problem = problem.or_else(|| Some((at, row.problem())));
                // Empty lines may separate boards.
                if row.0.is_empty() {
                    break;
                }
            }
            None if i == 0 => return Ok(false),
            None => {
                let (at, text) = problem.unwrap_or_else(|| {
                    let found = in_words(i);
                    let text =
                        format!("expected five rows, found {found} before the end of the input");
                    (place, text)
                });
                return Err(source.final_error(at, Some(number), text));
            }
        }
    }
    if let Some((at, text)) = problem {
        return Err(source.error(at, Some(number), text));
    }
    if reader.model.is_board(&case.start) {
        return Ok(true);
    }
    Err(source.error(place, Some(number), knights(&case.start, "space", "s")))
}

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    match answer.verdict {
        Verdict::Solved(moves) => push_line(&format!("Solvable in {moves} move(s)."), out),
        Verdict::Beyond(limit) => {
            let less = limit + 1;
            push_line(&format!("Unsolvable in less than {less} move(s)."), out);
        }
        _ => push_open(model, case, answer, out),
    }
}

fn read_answer(
    _: &Model,
    _: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    let word = answers::first(source, claim)?;
    if word.is("Unsolvable") {
        return expect(source, "in less than 11 move(s).");
    }
    if !word.is("Solvable") {
        return Err(word.unexpected("`Solvable` or `Unsolvable`"));
    }
    expect(source, "in")?;
    claim.stated = Some(number(source)?);
    expect(source, "move(s).")
}
