//! Answers as comma-separated values, one row per board, with JSON's fields as columns.

use fewest::answers::AllAnswers;
use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::Answer;
use fewest::support::place::InputError;
use serde_json::{Map, Value};

use super::json::Json;
use super::output::Writer;

/// The columns: all fields of JSON except lists (the boards along an answer, all answers).
const COLUMNS: [&str; 32] = [
    "number",
    "id",
    "format",
    "board",
    "goal_board",
    "distance",
    "moves",
    "goal",
    "proven",
    "answers",
    "answers_at_least",
    "classes",
    "solvable",
    "why",
    "at_least",
    "at_most",
    "stopped",
    "real",
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

/// One row per board; `docs/json.md` lists the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csv(
    /// The JSON writer that computes the fields.
    pub Json,
);

/// A text as a comma-separated value (RFC 4180), quoted if necessary.
#[must_use]
pub fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Appends a JSON object as a row.
fn push_row(json: &[u8], out: &mut Vec<u8>) {
    // JSON from this program always parses; otherwise, the row would be visibly empty.
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
