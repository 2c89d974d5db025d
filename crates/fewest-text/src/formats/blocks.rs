//! Boards of blocks, as letters for all places of the tray.

use fewest::model::{Case, Model};
use fewest::support::place::InputError;

use super::board_reader::BoardReader;
use super::source::{SPACES, Separators};
use super::words::{Word, Words};
use super::{Arc, Reader, Source};

/// The reader of a model's boards, if its pieces are blocks.
pub(super) fn reader(model: &Arc<Model>) -> Option<Box<dyn Reader>> {
    model.blocks.as_ref()?;
    Some(BoardReader::boxed(model, words(), next))
}

/// The words of an input: single letters.
pub(super) fn words() -> Words {
    let mut separators: Separators = SPACES;
    for sign in fewest::model::LIST_SIGNS {
        separators[usize::from(*sign)] = true;
    }
    Words::parted(true, None, separators)
}

/// The letter of a word.
pub(super) fn letter(word: &Word) -> char {
    let text = str::from_utf8(word.text()).ok();
    text.and_then(|text| text.chars().next()).unwrap_or('?')
}

fn next(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let BoardReader {
        model,
        words,
        number,
        ..
    } = reader;
    let Some(blocks) = &model.blocks else {
        return Ok(false);
    };
    let [width, height] = blocks.size();
    let nothing_wrong = |_: &[Word]| None;
    let found = words.board(source, width * height, "places", *number, nothing_wrong)?;
    let Some(found) = found else {
        return Ok(false);
    };
    let letters = found.iter().map(letter).zip(0..);
    match blocks.read(&letters.collect::<Vec<_>>()) {
        Ok(symbols) => {
            case.start = symbols;
            case.block_letters = blocks.letters_of(found.iter().map(letter));
            match words.overlong(source, *number)? {
                Some(error) => Err(error),
                None => Ok(true),
            }
        }
        Err((at, problem)) => {
            let place = found.get(at).map(|word| word.place).unwrap_or_default();
            Err(words.bad_board(source, *number, (place, problem))?)
        }
    }
}
