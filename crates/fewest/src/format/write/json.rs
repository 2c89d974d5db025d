//! Answers as JSON, one object a line.

use super::{Ties, Writer, in_words, reason};
use crate::format::notation::{Notation, push_number};
use crate::format::{Case, InputError};
use crate::invariant::Invariant;
use crate::solver::{Answer, TableSource, Verdict};

/// One object a line; `docs/json.md` has its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json<B> {
    /// Whether to list every board on the way.
    pub steps: bool,
    /// The name of the input's format.
    pub format: &'static str,
    /// The goal of boards that bring none, if there is only one.
    pub goal: Option<B>,
    /// Which of several answers it is.
    pub ties: Ties,
}

impl<B> Json<B> {
    /// Answers to boards of a format, with nothing else.
    #[must_use]
    pub fn of(format: &'static str) -> Self {
        Self {
            steps: false,
            format,
            goal: None,
            ties: Ties::default(),
        }
    }
}

/// Appends a string in quotes, with what JSON wants escaped.
fn push_string(text: &str, out: &mut Vec<u8>) {
    // Writing a string to memory can't fail; a failure would leave the string out.
    if serde_json::to_writer(&mut *out, text).is_err() {
        out.extend_from_slice(b"null");
    }
}

/// Appends what is written as a string.
pub(in crate::format) fn push_written(write: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
    let start = out.len();
    out.push(b'"');
    write(out);
    let text = out.get(start + 1..).debug_unwrap_or_default();
    // Symbols and moves of a definition may be called anything; few have to be escaped.
    if text
        .iter()
        .any(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
    {
        let text = String::from_utf8_lossy(text).into_owned();
        out.truncate(start);
        push_string(&text, out);
    } else {
        out.push(b'"');
    }
}

fn push_key(key: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(if out.last() == Some(&b'{') {
        b"\""
    } else {
        b",\""
    });
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(b"\":");
}

fn push_field(key: &str, value: &str, out: &mut Vec<u8>) {
    push_key(key, out);
    out.extend_from_slice(value.as_bytes());
}

/// Appends a string, or null.
fn push_optional(key: &str, text: Option<&str>, out: &mut Vec<u8>) {
    push_key(key, out);
    match text {
        Some(text) => push_string(text, out),
        None => out.extend_from_slice(b"null"),
    }
}

/// Appends what decides the number of nodes, beside the method and limits.
fn push_setup(answer: &Answer, ties: &Ties, out: &mut Vec<u8>) {
    let setup = &answer.setup;
    push_optional("heuristic", setup.heuristic().as_deref(), out);
    push_optional("partition", setup.partition.as_deref(), out);
    push_optional("tables", setup.tables.map(TableSource::name), out);
    push_optional("tie", Some(ties.name()), out);
    push_optional("tie_order", ties.order.as_deref(), out);
    if let Some(pruned) = setup.pruned {
        push_key("pruned_sequences", out);
        push_number(pruned.count, out);
        push_key("pruned_longest", out);
        push_number(pruned.longest, out);
    }
}

fn push_board<P: Notation>(puzzle: &P, board: &P::Board, out: &mut Vec<u8>) {
    push_written(|out| puzzle.compact(board, out), out);
}

impl<P: Notation> Writer<P> for Json<P::Board> {
    fn answer(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        out.push(b'{');
        push_key("number", out);
        push_number(case.number, out);
        if let Some(id) = case.id {
            push_key("id", out);
            push_number(id, out);
        }
        push_key("format", out);
        push_string(self.format, out);
        push_key("board", out);
        push_board(puzzle, &case.start, out);
        if let Some(goal) = &case.goal {
            push_key("goal_board", out);
            push_board(puzzle, goal, out);
        }
        match answer.verdict {
            Verdict::Solved(distance) => {
                push_key("distance", out);
                push_number(distance.into(), out);
                push_key("moves", out);
                push_written(
                    |out| puzzle.move_names(&case.start, &answer.moves, out),
                    out,
                );
                let end = puzzle.end(&case.start, &answer.moves);
                push_key("goal", out);
                match puzzle.goal(&end) {
                    Some(goal) => push_string(&goal, out),
                    None => push_board(puzzle, &end, out),
                }
                push_field("optimal", "true", out);
            }
            verdict => {
                push_field("distance", "null", out);
                if let Some(goal) = case.goal.as_ref().or(self.goal.as_ref()) {
                    push_key("goal", out);
                    push_board(puzzle, goal, out);
                }
                match verdict {
                    Verdict::Unsolvable => push_field("solvable", "false", out),
                    Verdict::Beyond(limit) => push_field("more_than", &limit.to_string(), out),
                    Verdict::Stopped(stop, bound) => {
                        push_field("at_least", &bound.to_string(), out);
                        push_key("stopped", out);
                        push_string(reason(stop), out);
                    }
                    verdict => {
                        push_key("stopped", out);
                        push_string(&in_words(verdict), out);
                    }
                }
            }
        }
        push_key("method", out);
        push_string(answer.method.name(), out);
        push_setup(answer, &self.ties, out);
        push_key("nodes", out);
        push_number(answer.generated, out);
        push_field(
            "seconds",
            &format!("{:.6}", answer.elapsed.as_secs_f64()),
            out,
        );
        if self.steps && matches!(answer.verdict, Verdict::Solved(_)) {
            push_key("steps", out);
            out.push(b'[');
            let mut board = case.start;
            push_board(puzzle, &board, out);
            for &m in &answer.moves {
                puzzle.apply(&mut board, m);
                out.push(b',');
                push_board(puzzle, &board, out);
            }
            out.push(b']');
        }
        out.extend_from_slice(b"}\n");
    }

    fn open(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        self.answer(puzzle, case, answer, out);
    }

    fn error(&mut self, error: &InputError, out: &mut Vec<u8>) {
        out.push(b'{');
        if let Some(board) = error.board {
            push_key("number", out);
            push_number(board, out);
        }
        push_key("error", out);
        push_string(&error.problem, out);
        push_key("input", out);
        push_string(&error.input, out);
        push_key("line", out);
        push_number(error.place.line, out);
        push_key("column", out);
        push_number(error.place.column, out);
        out.extend_from_slice(b"}\n");
    }
}
