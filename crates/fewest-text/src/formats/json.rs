//! Answers as JSON, one object per line.

use fewest::answers::{AllAnswers, AnswerCount};
use fewest::model::Case;
use fewest::model::{Model, Walk};
use fewest::search::Stop;
use fewest::solver::{Answer, TableSource, Verdict};
use fewest::support::invariant::Invariant;
use fewest::support::number::{EXACT, grouped};
use fewest::support::place::{InputError, Place};
use serde_json::Value;

use super::Source;
use super::answers::{AnswerMistake, MistakeKind, StatedAnswer};
use super::output::{Ties, Writer, in_words, push_number, reason};

const LONGEST_LINE: usize = 1 << 20;

/// One object per line; `docs/json.md` lists the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    /// True to list every board along the answer.
    pub steps: bool,
    /// The name of the input, if boards of several are answered.
    pub input: Option<String>,
    /// The name of the input's format.
    pub format: &'static str,
    /// The goal of boards without their own, if there is only one.
    pub goal: Option<Vec<u8>>,
    /// The choice among several answers.
    pub ties: Ties,
}

fn push_string(text: &str, out: &mut Vec<u8>) {
    // Writing to memory can't fail; if it did, the value would be null.
    if serde_json::to_writer(&mut *out, text).is_err() {
        out.extend_from_slice(b"null");
    }
}

fn push_written(write: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
    let start = out.len();
    out.push(b'"');
    write(out);
    let text = out.get(start + 1..).debug_unwrap_or_default();
    // Symbols and moves of a definition can have any names, but few need escaping.
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

fn push_optional(key: &str, text: Option<&str>, out: &mut Vec<u8>) {
    if let Some(text) = text {
        push_key(key, out);
        push_string(text, out);
    }
}

/// Appends the settings that determine the number of nodes, other than the method and limits.
fn push_setup(answer: &Answer, ties: &Ties, out: &mut Vec<u8>) {
    let setup = &answer.setup;
    push_optional("heuristic", setup.heuristic().as_deref(), out);
    push_optional("partition", setup.partition.as_deref(), out);
    push_optional("tables", setup.tables.map(TableSource::name), out);
    push_optional("tie", Some(ties.name()), out);
    push_optional("tie_order", ties.order.as_deref(), out);
    if let Some(pruned) = setup.pruned {
        push_count("pruned_sequences", pruned.count, out);
        push_count("pruned_longest", pruned.longest, out);
    }
}

/// Appends a board as a string.
pub(super) fn push_board(model: &Model, symbols: &[u8], out: &mut Vec<u8>) {
    push_written(|out| model.write_board(symbols, out), out);
}

impl Json {
    /// Appends the goal that an answer reaches.
    fn push_end(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        let met = answer.goal.and_then(|goal| model.structure.goals.get(goal));
        let whole = || met?.iter().copied().collect();
        if let Some(goal) = case.goal.as_ref().or(self.goal.as_ref()) {
            return push_board(model, goal, out);
        }
        let end: Option<Vec<u8>> = whole();
        if let Some(end) = end {
            return push_board(model, &end, out);
        }
        let mut walk = Walk::of(model, case);
        for m in &answer.moves {
            walk.step(*m);
        }
        push_written(|out| walk.write(out), out);
    }
}

/// Appends a count: a number if every reader keeps its digits, otherwise a string.
fn push_count(key: &str, count: impl Into<u128>, out: &mut Vec<u8>) {
    push_key(key, out);
    let count = count.into();
    match u64::try_from(count) {
        Ok(count) if count <= EXACT => push_number(count, out),
        _ => push_string(&count.to_string(), out),
    }
}

fn push_counts(all: &AllAnswers, out: &mut Vec<u8>) {
    let mut push = |key: &str, count: u128| push_count(key, count, out);
    match all.count {
        AnswerCount::Exactly(count) => push("answers", count),
        AnswerCount::AtLeast(count) => push("answers_at_least", count),
    }
    if let Some(classes) = all.classes.and_then(AnswerCount::exact) {
        push("classes", classes);
    }
    if let Some(stop) = all.stopped {
        push_key("stopped", out);
        push_string(reason(stop), out);
    }
}

fn push_list(model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
    push_key("listed", out);
    out.push(b'[');
    for listed in &all.listed {
        if out.last() != Some(&b'[') {
            out.push(b',');
        }
        out.push(b'{');
        push_key("moves", out);
        push_written(|out| model.write_solution(case, &listed.moves, out), out);
        if let Some(goal) = model.goal_met(&case.start, &listed.moves) {
            push_key("goal", out);
            push_string(goal, out);
        }
        if all.classes.is_some_and(|classes| classes.exact().is_some()) {
            push_count("class", listed.class, out);
        }
        out.push(b'}');
    }
    out.push(b']');
}

/// Appends what is known of a board that a limit leaves open, and the limit.
fn push_open(model: &Model, case: &Case, answer: &Answer, stop: Stop, out: &mut Vec<u8>) {
    push_field("at_least", &answer.at_least.to_string(), out);
    if let Some(at_most) = answer.at_most() {
        push_field("at_most", &at_most.to_string(), out);
        push_key("moves", out);
        push_written(|out| model.write_solution(case, &answer.moves, out), out);
    }
    push_field("proven", "false", out);
    if stop != Stop::Found {
        push_key("stopped", out);
        push_string(reason(stop), out);
    }
}

impl Json {
    /// Appends the result for a board, with all answers if requested.
    fn push(
        &self,
        (model, case): (&Model, &Case),
        answer: &Answer,
        all: Option<&AllAnswers>,
        out: &mut Vec<u8>,
    ) {
        out.push(b'{');
        push_key("number", out);
        push_number(case.number, out);
        if let Some(id) = case.id {
            push_count("id", id, out);
        }
        push_optional("input", self.input.as_deref(), out);
        push_key("format", out);
        push_string(self.format, out);
        push_key("board", out);
        push_written(|out| Walk::of(model, case).write(out), out);
        if let Some(goal) = &case.goal {
            push_key("goal_board", out);
            push_board(model, goal, out);
        }
        match answer.verdict {
            Verdict::Solved(distance) => {
                push_key("distance", out);
                push_number(distance.into(), out);
                push_key("moves", out);
                push_written(|out| model.write_solution(case, &answer.moves, out), out);
                push_key("goal", out);
                match answer.goal.and_then(|goal| model.goal_name(goal)) {
                    Some(goal) => push_string(goal, out),
                    None => self.push_end(model, case, answer, out),
                }
                push_field("proven", "true", out);
                if let Some(all) = all {
                    push_counts(all, out);
                }
            }
            verdict => {
                if let Some(goal) = case.goal.as_ref().or(self.goal.as_ref()) {
                    push_key("goal", out);
                    push_board(model, goal, out);
                }
                match verdict {
                    Verdict::Unsolvable => {
                        push_field("solvable", "false", out);
                        push_field("proven", "true", out);
                        if let Some(flaw) = answer.why() {
                            push_key("why", out);
                            push_string(&flaw.in_words(model, &case.start), out);
                        }
                    }
                    Verdict::Beyond(_) => push_open(model, case, answer, Stop::Moves, out),
                    Verdict::Stopped(stop, _) => push_open(model, case, answer, stop, out),
                    verdict => {
                        push_key("stopped", out);
                        push_string(&in_words(verdict), out);
                    }
                }
            }
        }
        if answer.is_unreal {
            push_field("real", "false", out);
        }
        push_key("method", out);
        push_string(answer.method.name(), out);
        push_setup(answer, &self.ties, out);
        push_count("nodes", answer.generated, out);
        push_field(
            "seconds",
            &format!("{:.6}", answer.elapsed.as_secs_f64()),
            out,
        );
        let is_solved = matches!(answer.verdict, Verdict::Solved(_));
        if let Some(all) = all.filter(|_| is_solved) {
            push_list(model, case, all, out);
        }
        if self.steps && answer.at_most().is_some() {
            push_key("steps", out);
            out.push(b'[');
            let mut walk = Walk::of(model, case);
            push_written(|out| walk.write(out), out);
            for m in &answer.moves {
                walk.step(*m);
                out.push(b',');
                push_written(|out| walk.write(out), out);
            }
            out.push(b']');
        }
        out.extend_from_slice(b"}\n");
    }
}

impl Writer for Json {
    fn answer(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        self.push((model, case), answer, None, out);
    }

    fn all(&self, model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        self.push((model, case), &all.answer, Some(all), out);
    }

    fn open(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        self.answer(model, case, answer, out);
    }

    fn open_count(&self, model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        self.all(model, case, all, out);
    }

    fn error(&self, error: &InputError, out: &mut Vec<u8>) {
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

/// The rest of a line; consumes it and its end.
fn line(source: &mut Source<'_>, place: Place) -> Result<Vec<u8>, AnswerMistake> {
    let mut line = Vec::new();
    while let Some(byte) = source.peek()? {
        source.advance();
        if byte == b'\n' {
            break;
        }
        if line.len() == LONGEST_LINE {
            let problem = format!("a line of more than {} bytes", grouped(LONGEST_LINE as u64));
            return Err(AnswerMistake::new(
                MistakeKind::Presentation,
                place,
                problem,
            ));
        }
        line.push(byte);
    }
    Ok(line)
}

/// Reads an answer that is a one-line object with `distance` and `moves`, or `"solvable": false`.
pub(super) fn read_answer(
    model: &Model,
    _: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    source.skip_space()?;
    let place = source.place();
    claim.place = place;
    if source.peek()?.is_none() {
        return Err(AnswerMistake::Ended(place));
    }
    let mistake = |problem: &str| AnswerMistake::new(MistakeKind::Presentation, place, problem);
    let object: Value = serde_json::from_slice(&line(source, place)?)
        .map_err(|error| mistake(&format!("expected a JSON object: {error}")))?;
    if object.get("solvable").and_then(Value::as_bool) == Some(false) {
        return Ok(());
    }
    let distance = object.get("distance").and_then(Value::as_u64);
    let moves = object.get("moves").and_then(Value::as_str);
    let (Some(distance), Some(moves)) = (distance, moves) else {
        return Err(mistake("expected the fields `distance` and `moves`"));
    };
    claim.stated = Some(distance);
    if model.separator().is_empty() {
        let mut letters = moves.bytes();
        letters.try_for_each(|letter| claim.step(model, &[letter], place))
    } else {
        let mut names = moves.split_whitespace();
        names.try_for_each(|name| claim.step(model, name.as_bytes(), place))
    }
}
