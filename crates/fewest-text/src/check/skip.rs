//! The way past an answer that can't be read, to the next one.

use fewest::model::Case;
use fewest::solver::{Answer, Verdict};
use fewest::space::Move;
use fewest::support::place::InputError;

use super::Check;
use crate::formats::Source;

impl Check<'_> {
    /// The line of the next word, if it is buffered; 0 if no answer is skipped.
    pub(super) fn next_line(&self, output: &mut Source<'_>) -> Result<u64, InputError> {
        if !self.is_complete || output.peek()?.is_none() {
            return Ok(0);
        }
        let blank = output
            .buffered()
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        Ok(output.place().line + blank.filter(|&&byte| byte == b'\n').count() as u64)
    }

    /// Skips the rest of an answer that starts in this line, if all answers are judged and have
    /// the same number of lines. Returns false if not.
    pub(super) fn skip_answer(
        &self,
        case: &Case,
        start: u64,
        output: &mut Source<'_>,
    ) -> Result<bool, InputError> {
        if !self.is_complete {
            return Ok(false);
        }
        let mut turns = self.model.structure.turns.iter();
        let legal = turns.find(|turn| turn.is_legal(&case.start));
        let longer = legal.and_then(|turn| self.lines(case, vec![turn.by]));
        let Some(lines) = longer.filter(|_| longer == self.lines(case, Vec::new())) else {
            return Ok(false);
        };
        while output.place().line < start + lines && output.peek()?.is_some() {
            output.advance();
        }
        Ok(true)
    }

    /// The number of lines of an answer with these moves; `None` if the format has no judge.
    fn lines(&self, case: &Case, moves: Vec<Move>) -> Option<u64> {
        let answer = Answer {
            verdict: Verdict::Solved(u32::try_from(moves.len()).unwrap_or(u32::MAX)),
            moves,
            goal: Some(0),
            ..Answer::default()
        };
        let mut text = Vec::new();
        self.format.write_answer?(&self.model, case, &answer, &mut text);
        Some(String::from_utf8_lossy(&text).lines().count() as u64)
    }
}
