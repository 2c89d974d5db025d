//! Moves of tiles by the letters of their directions, like `R2`.

use fewest::model::{Case, Model};
use fewest::support::place::quote;

/// The letters of tiles' directions, and the move of the blank.
pub(super) const DIRECTIONS: [(char, &str); 4] = [('R', "l"), ('L', "r"), ('U', "d"), ('D', "u")];

/// Applies the words of a line, like `R2`. An error has the place of the word.
pub(super) fn slide_all(model: &Model, line: &str, case: &mut Case) -> Result<(), (usize, String)> {
    for word in line.split_whitespace() {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        slide(model, word, case).map_err(|problem| (at, problem))?;
    }
    Ok(())
}

fn slide(model: &Model, word: &str, case: &mut Case) -> Result<(), String> {
    let shown = quote(word.as_bytes());
    let mut letters = word.chars();
    let first = letters.next();
    let mut known = DIRECTIONS.iter();
    let name = known.find(|(letter, _)| Some(*letter) == first);
    let count: Option<usize> = match letters.as_str() {
        "" => Some(1),
        digits => digits.parse().ok().filter(|count| *count > 0),
    };
    let m = name.and_then(|(_, name)| model.find_move(name));
    let Some((m, count)) = m.zip(count) else {
        return Err(format!(
            "expected R, L, U or D and a number of tiles, found {shown}"
        ));
    };
    for _ in 0..count {
        if !model.apply(&mut case.start, m) {
            return Err(format!("{shown} moves more tiles than there are"));
        }
        case.moves.push(m);
    }
    Ok(())
}
