//! Answers as comma-separated values, a row for each board: the fields of JSON in columns.

use fewest::answers::AllAnswers;
use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::Answer;
use fewest::support::place::InputError;
use serde_json::{Map, Value};

use super::json::Json;
use super::output::Writer;

/// The columns: every field of JSON but lists: the boards on the way, all answers.
const COLUMNS: [&str; 31] = [
    "number",
    "id",
    "format",
    "board",
    "goal_board",
    "distance",
    "moves",
    "goal",
    "optimal",
    "answers",
    "answers_at_least",
    "classes",
    "solvable",
    "why",
    "more_than",
    "at_least",
    "stopped",
    "method",
    "heuristic",
    "partition",
    "tables",
    "tie",
    "tie_order",
    "pruned_sequences",
    "pruned_longest",
    "nodes",
    "seconds",
    "error",
    "input",
    "line",
    "column",
];

/// A row for each board; `docs/json.md` has the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csv(
    /// Says what the fields are.
    pub Json,
);

/// A text among comma-separated values (RFC 4180), in quotes if it needs them.
#[must_use]
pub fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Appends the row of an object of JSON.
fn push_row(json: &[u8], out: &mut Vec<u8>) {
    // Our own JSON can be read; a row of empty fields would show if not.
    let object: Map<String, Value> = serde_json::from_slice(json).unwrap_or_default();
    debug_assert!(!object.is_empty());
    let fields = COLUMNS.map(|column| match object.get(column) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => field(text),
        Some(Value::Number(number)) if number.is_f64() => {
            format!("{:.6}", number.as_f64().unwrap_or_default())
        }
        Some(value) => value.to_string(),
    });
    out.extend_from_slice(fields.join(",").as_bytes());
    out.push(b'\n');
}

impl Writer for Csv {
    fn header(&self) -> Option<String> {
        Some(COLUMNS.join(",") + "\n")
    }

    fn answer(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        let mut json = Vec::new();
        self.0.answer(model, case, answer, &mut json);
        push_row(&json, out);
    }

    fn all(&self, model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        let mut json = Vec::new();
        self.0.all(model, case, all, &mut json);
        push_row(&json, out);
    }

    fn error(&self, error: &InputError, out: &mut Vec<u8>) {
        let mut json = Vec::new();
        self.0.error(error, &mut json);
        push_row(&json, out);
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn quotes_where_they_are_needed() {
        assert_eq!(field("1,2"), "\"1,2\"");
        assert_eq!(field("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(field("uddlr"), "uddlr");
    }
}
