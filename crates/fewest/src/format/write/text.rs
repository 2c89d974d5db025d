//! Answers for people: boards drawn as they look.

use super::{Ties, Writer, grouped, in_words};
use crate::format::Case;
use crate::format::notation::Notation;
use crate::solver::{Answer, Method, Verdict};

/// A heading, the board, the moves, how they were found; with `steps` every board on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Whether to draw every board on the way.
    pub steps: bool,
    /// The input's format and its goal, where nobody has named them and another goal may be meant.
    pub assumed: Option<(&'static str, &'static str)>,
    /// Which of several answers it is.
    pub ties: Ties,
}

impl Text {
    /// How an answer was found: what decides the number of nodes, and that number.
    fn how(&self, answer: &Answer) -> String {
        let setup = &answer.setup;
        let mut how = format!("method: {}", answer.method.name());
        if let Some(heuristic) = setup.heuristic() {
            how = format!("{how}, {heuristic}");
        }
        if let Some(partition) = &setup.partition {
            how = format!("{how} {partition}");
        }
        if let Some(tables) = setup.tables {
            how = format!("{how}, {}", tables.name());
        }
        if let Some(pruned) = setup.pruned {
            let (count, longest) = (grouped(pruned.count), pruned.longest);
            how = format!("{how}, without {count} sequences of up to {longest} moves");
        }
        let tie = match &self.ties.order {
            Some(order) => format!("{} by {order}", self.ties.name()),
            None => self.ties.name().to_owned(),
        };
        let nodes = match answer.generated {
            0 => String::new(),
            nodes => format!("; nodes: {}", grouped(nodes)),
        };
        format!("{how}; tie: {tie}{nodes}\n")
    }
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
        // The heading names those.
        if why.is_empty() {
            out.extend_from_slice(self.how(answer).as_bytes());
        }
        out.push(b'\n');
    }
}
