//! Answers for people: boards drawn as they look.

use super::{Writer, in_words};
use crate::format::Case;
use crate::format::notation::Notation;
use crate::solver::{Answer, Method, Verdict};

/// A heading, the board, the moves; with `steps` every board on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Whether to draw every board on the way.
    pub steps: bool,
    /// The input's format and its goal, where nobody has named them and another goal may be meant.
    pub assumed: Option<(&'static str, &'static str)>,
}

impl<P: Notation> Writer<P> for Text {
    fn answer(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        let id = case.id.map_or(String::new(), |id| format!(" (id {id})"));
        let is_solved = matches!(answer.verdict, Verdict::Solved(_));
        let goal = is_solved
            .then(|| puzzle.goal(&puzzle.end(&case.start, &answer.moves)))
            .flatten();
        let goal = goal.map_or(String::new(), |goal| format!(", {goal}"));
        let why = match answer.method {
            Method::Parity => " (parity)",
            Method::Group => " (group)",
            _ => "",
        };
        let assumed = self.assumed.map_or(String::new(), |(format, goal)| {
            format!("; read as {format}, goal {goal}")
        });
        let heading = format!(
            "board {}{id}: {}{goal}{why}{assumed}\n",
            case.number,
            in_words(answer.verdict)
        );
        out.extend_from_slice(heading.as_bytes());
        puzzle.draw(&case.start, out);
        if let Some(goal) = &case.goal {
            out.extend_from_slice(b"to\n");
            puzzle.draw(goal, out);
        }
        if self.steps {
            let mut board = case.start;
            for (i, &m) in answer.moves.iter().enumerate() {
                out.extend_from_slice(format!("{}. ", i + 1).as_bytes());
                puzzle.move_name(&board, m, out);
                out.push(b'\n');
                puzzle.apply(&mut board, m);
                puzzle.draw(&board, out);
            }
        } else if !answer.moves.is_empty() {
            out.extend_from_slice(b"moves: ");
            puzzle.move_names(&case.start, &answer.moves, out);
            out.push(b'\n');
        }
        out.push(b'\n');
    }
}
