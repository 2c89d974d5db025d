//! The way past an answer that can't be read, to the next one.

use fewest::model::Case;
use fewest::solver::{Answer, Verdict};
use fewest::space::Move;
use fewest::support::place::{InputError, Place};

use super::Check;
use crate::formats::{Source, StatedAnswer};

/// The lines of an answer.
struct Extent {
    lines: u64,
    /// The lines before the one where its claim starts.
    before_claim: u64,
}

impl Check<'_> {
    /// Skips the rest of an answer, if all answers are judged and have the same number of lines.
    /// Returns false if not. `start` is the end of the answer before; `claim` is the start of this
    /// answer's claim, as far as it was read.
    pub(super) fn skip_answer(
        &self,
        case: &Case,
        start: Place,
        claim: Place,
        output: &mut Source<'_>,
    ) -> Result<bool, InputError> {
        let holds = |(cell, symbol): (u8, u8)| case.start.get(usize::from(cell)) == Some(&symbol);
        let mut turns = self.model.structure.turns.iter();
        let legal = turns.find(|turn| turn.needs.is_none_or(holds));
        let longer = legal.and_then(|turn| self.extent(case, vec![turn.by]));
        let (Some(extent), Some(shortest)) = (longer, self.extent(case, Vec::new())) else {
            return Ok(false);
        };
        if !self.is_complete || extent.lines != shortest.lines {
            return Ok(false);
        }
        let next_line = start.line + u64::from(start.column > 1);
        let first = next_line.max(claim.line.saturating_sub(extent.before_claim));
        while output.place().line < first + extent.lines && output.peek()?.is_some() {
            output.advance();
        }
        Ok(true)
    }

    /// The lines of an answer with these moves; `None` if the format has no judge.
    fn extent(&self, case: &Case, moves: Vec<Move>) -> Option<Extent> {
        let answer = Answer {
            verdict: Verdict::Solved(u32::try_from(moves.len()).unwrap_or(u32::MAX)),
            moves,
            ..Answer::default()
        };
        let mut text = Vec::new();
        self.format.write_answer?(&self.model, case, &answer, &mut text);
        let mut claim = StatedAnswer::new(&case.start);
        let mut own = &text[..];
        // Its moves may solve nothing, so a reader may refuse it after the claim's start.
        let _ = (self.format.read_answer)(
            &self.model,
            case,
            &mut Source::new("", &mut own),
            &mut claim,
        );
        Some(Extent {
            lines: text.iter().filter(|&&byte| byte == b'\n').count() as u64,
            before_claim: claim.place.line - 1,
        })
    }
}
