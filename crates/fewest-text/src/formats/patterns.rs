//! Patterns: boards as in `plain`, with wildcards for cells that may have any symbol.

use fewest::model::Case;
use fewest::model::{Blocks, Boards, Kind, Model};
use fewest::space::set::{CellPattern, MAX_PATTERNS};
use fewest::support::place::InputError;

use super::words::Word;
use super::{Arc, Source, blocks, plain};

/// The wildcard.
const ANY: &str = "?";

/// Returns true if a text contains patterns; never if a symbol contains the wildcard.
pub(crate) fn has_any(model: &Model, text: &[u8]) -> bool {
    let letters = model
        .boards
        .facelets
        .iter()
        .flat_map(|facelets| &facelets.words);
    let others = model
        .boards
        .others
        .iter()
        .chain(letters)
        .map(|(other, _)| other);
    let is_symbol = (model.symbols.iter().chain(others)).any(|symbol| symbol.contains(ANY));
    // A goal of blocks is drawn with `.` for anything.
    model.blocks.is_some() || !is_symbol && text.contains(&b'?')
}

/// The patterns and boards in a text.
///
/// # Errors
/// If one is not a pattern, has more of a symbol than there are pieces, or there are too many.
pub(crate) fn read(model: &Model, source: &mut Source<'_>) -> Result<Vec<CellPattern>, InputError> {
    if let Some(blocks) = &model.blocks {
        return of_blocks(blocks, source);
    }
    // A wildcard cell holds an additional symbol.
    let any = model.symbols.len();
    let mut extended = Model {
        boards: Boards {
            is_counted: false,
            end: None,
            ..model.boards.clone()
        },
        ..model.clone()
    };
    // Patterns of sliding tiles may be packed, so words like `None` are not read in them.
    if model.kind == Kind::Sliding {
        extended.boards.others.retain(|(word, _)| word.len() == 1);
    }
    extended.symbols.push(ANY.to_owned());
    let extended = Arc::new(extended);
    let mut reader = (plain::DEFINED.reader)(&extended);
    let mut case = Case::default();
    let mut patterns = Vec::new();
    while reader.next(source, &mut case)? {
        let cell = |symbol: &u8| Some(*symbol).filter(|symbol| usize::from(*symbol) < any);
        patterns.push(case.start.iter().map(cell).collect());
        if patterns.len() > MAX_PATTERNS {
            let problem = format!("more than {MAX_PATTERNS} patterns");
            return Err(source.error(source.place(), None, problem));
        }
    }
    Ok(patterns)
}

/// The goals of blocks in a text, drawn like those of definitions.
fn of_blocks(blocks: &Blocks, source: &mut Source<'_>) -> Result<Vec<CellPattern>, InputError> {
    let [width, height] = blocks.size();
    let mut words = blocks::words();
    let mut patterns = Vec::new();
    let nothing_wrong = |_: &[Word]| None;
    while let Some(found) = words.board(source, width * height, "places", 1, nothing_wrong)? {
        let letters = found.iter().map(blocks::letter).zip(0..);
        match blocks.read_pattern(&letters.collect::<Vec<_>>()) {
            Ok(pattern) => patterns.push(pattern),
            Err((at, problem)) => {
                let place = found.get(at).map(|word| word.place).unwrap_or_default();
                return Err(source.error(place, None, problem));
            }
        }
        if patterns.len() > MAX_PATTERNS {
            let problem = format!("more than {MAX_PATTERNS} patterns");
            return Err(source.error(source.place(), None, problem));
        }
    }
    Ok(patterns)
}
