//! Answers as JSON lines.

use serde_json::Value;

use super::{AnswerReader, Claim, Fault, Flaw};
use crate::format::notation::Notation;
use crate::format::{Case, Place, Source};

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// `korf`: an object a line, with `distance` and `moves`, or `"solvable": false`.
pub(super) struct Json;

/// The rest of a line, consumed with its end.
fn line(source: &mut Source<'_>, place: Place) -> Result<Vec<u8>, Fault> {
    let mut line = Vec::new();
    while let Some(byte) = source.peek()? {
        source.advance();
        if byte == b'\n' {
            break;
        }
        if line.len() == LONGEST {
            let problem = format!("a line of more than {LONGEST} bytes");
            return Err(Fault::new(Flaw::Presentation, place, problem));
        }
        line.push(byte);
    }
    Ok(line)
}

impl<P: Notation> AnswerReader<P> for Json {
    fn next(
        &self,
        puzzle: &P,
        _: &Case<P::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<P::Board>,
    ) -> Result<(), Fault> {
        source.skip_space()?;
        let place = source.place();
        claim.place = place;
        if source.peek()?.is_none() {
            return Err(Fault::Ended(place));
        }
        let flaw = |problem: &str| Fault::new(Flaw::Presentation, place, problem);
        let object: Value = serde_json::from_slice(&line(source, place)?)
            .map_err(|error| flaw(&format!("expected a JSON object: {error}")))?;
        if object.get("solvable").and_then(Value::as_bool) == Some(false) {
            return Ok(());
        }
        let distance = object.get("distance").and_then(Value::as_u64);
        let moves = object.get("moves").and_then(Value::as_str);
        let (Some(distance), Some(moves)) = (distance, moves) else {
            return Err(flaw("expected the fields `distance` and `moves`"));
        };
        claim.stated = Some(distance);
        if puzzle.separator().is_empty() {
            let mut letters = moves.bytes();
            letters.try_for_each(|letter| claim.step(puzzle, &[letter], place))
        } else {
            let mut names = moves.split_whitespace();
            names.try_for_each(|name| claim.step(puzzle, name.as_bytes(), place))
        }
    }
}
