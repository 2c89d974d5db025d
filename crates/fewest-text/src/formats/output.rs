//! Answers written in a judge's format, as JSON lines, or as drawings.
//!
//! In a judge's format, an unsolvable board gets the word that the judge expects (`unsolvable`,
//! `-1`). If a limit set by the user left a board open, a line states that instead: the judge's
//! word would be a wrong answer.

use fewest::answers::AllAnswers;
use fewest::model::Case;
use fewest::model::Model;
use fewest::search::Stop;
use fewest::solver::{Answer, Verdict};
use fewest::support::number::{counted, grouped};
use fewest::support::place::InputError;

/// A function that appends the answer to a board in a judge's format.
pub type WriteAnswer = fn(&Model, &Case, &Answer, &mut Vec<u8>);

/// A writer of the answers to successive boards.
pub trait Writer: Sync {
    /// The text before all answers, if there is any.
    fn header(&self) -> Option<String> {
        None
    }

    /// Appends the answer to a board.
    fn answer(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>);

    /// Appends all shortest answers to a board, in formats that support it.
    fn all(&self, model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        self.answer(model, case, &all.answer, out);
    }

    /// Appends the partial result of a board whose count of answers was interrupted.
    fn open_count(&self, _: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        push_open_count(case, all, out);
    }

    /// Appends the partial result of a board whose search was interrupted.
    fn open(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        let (number, nodes) = (case.number, grouped(answer.generated));
        let found = match answer.moves.as_slice() {
            [] => String::new(),
            moves => {
                let mut text = Vec::new();
                model.write_solution(case, moves, &mut text);
                format!(": {}", String::from_utf8_lossy(&text))
            }
        };
        let at_least = counted(answer.at_least, "move");
        let at_most = at_most(answer);
        push_line(
            &format!("board {number}: at least {at_least}{at_most}; {nodes} nodes{found}"),
            out,
        );
    }

    /// Appends a line in place of the answer to a board that could not be read.
    fn error(&self, error: &InputError, out: &mut Vec<u8>) {
        push_line(&format!("error: {error}"), out);
    }
}

/// Appends a line with the partial result of a board whose answers were being counted.
pub(super) fn push_open_count(case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
    let (number, verdict, count) = (case.number, in_words(all.answer.verdict), all.count);
    let nodes = grouped(all.answer.generated);
    push_line(
        &format!("board {number}: {verdict}; {count}; {nodes} nodes"),
        out,
    );
}

impl Writer for WriteAnswer {
    fn answer(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        self(model, case, answer, out);
    }
}

/// The choice among several shortest answers, for formats that state it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// True for the lexicographically first answer, false for any.
    pub is_least: bool,
    /// The order in which moves are tried and compared, by their letters, if it can be chosen.
    pub order: Option<String>,
}

impl Ties {
    pub(super) const fn name(&self) -> &'static str {
        if self.is_least { "least" } else { "any" }
    }
}

pub(super) const fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Solved => "solved",
        Stop::Found => "solved, not proven fewest",
        Stop::Exhausted => "nothing left to search",
        Stop::Moves => "move limit",
        Stop::Nodes => "node limit",
        Stop::Time => "time limit",
        Stop::Memory => "memory limit",
        Stop::Cancelled => "interrupted",
    }
}

pub(crate) fn in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Solved(1) => "1 move".to_owned(),
        Verdict::Solved(distance) => format!("{distance} moves"),
        Verdict::Unsolvable => "unsolvable".to_owned(),
        Verdict::Beyond(1) => "more than 1 move".to_owned(),
        Verdict::Beyond(limit) => format!("more than {limit} moves"),
        Verdict::Stopped(Stop::Found, bound) => format!("at least {}", counted(bound, "move")),
        Verdict::Stopped(stop, bound) => {
            let at_least = counted(bound, "move");
            format!("stopped by the {}: at least {at_least}", reason(stop))
        }
        Verdict::Deferred => "not answered".to_owned(),
    }
}

/// The result, with both bounds if a limit left the board open.
pub(super) fn result(answer: &Answer) -> String {
    in_words(answer.verdict) + &at_most(answer)
}

/// The moves of the best solution known to a board that a limit left open.
fn at_most(answer: &Answer) -> String {
    let open = answer.at_most().filter(|_| !answer.is_proven());
    open.map_or(String::new(), |moves| format!(", at most {moves}"))
}

/// Appends a line about a board that a limit left open, with the solution that is known.
pub(super) fn push_open(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    out.extend_from_slice(result(answer).as_bytes());
    if !answer.moves.is_empty() {
        out.extend_from_slice(b": ");
        model.write_solution(case, &answer.moves, out);
    }
    out.push(b'\n');
}

pub(super) fn push_line(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// Appends a line with the number of moves, -1 if the board is unsolvable.
pub(super) fn push_count(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    match answer.verdict {
        Verdict::Solved(distance) => {
            push_number(distance.into(), out);
            out.push(b'\n');
        }
        Verdict::Unsolvable => push_line("-1", out),
        _ => push_open(model, case, answer, out),
    }
}

/// Appends a line with the moves of a proven answer.
pub(super) fn push_moves(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    if answer.is_proven() {
        model.write_solution(case, &answer.moves, out);
    }
    out.push(b'\n');
}

/// Visits the boards of an answer, including the start and the end.
pub(super) fn each_board(
    model: &Model,
    case: &Case,
    answer: &Answer,
    mut visit: impl FnMut(&[u8]),
) {
    let mut board = case.start.clone();
    visit(&board);
    for &m in &answer.moves {
        model.apply(&mut board, m);
        visit(&board);
    }
}

pub(super) fn push_number(number: u64, out: &mut Vec<u8>) {
    let mut digits = [0u8; 20];
    let mut rest = number;
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}
