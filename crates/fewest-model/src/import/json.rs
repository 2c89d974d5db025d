//! JSON whose values know their places in a file.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::problem::Findings;

/// The names and values of an object, in the order of the file.
pub(super) struct Fields<'t>(pub(super) Vec<(&'t str, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Fields<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}

impl<'t> Fields<'t> {
    /// The value of the first of these names that the object has.
    pub(super) fn get(&self, names: &[&str]) -> Option<&'t RawValue> {
        let mut fields = names
            .iter()
            .flat_map(|name| self.0.iter().filter(move |(field, _)| field == name));
        fields.next().map(|(_, value)| *value)
    }
}

/// Reads values, and reports unexpected ones.
pub(super) struct JsonReader<'t, 'f, 'g> {
    text: &'t str,
    /// The place of the text in the file.
    start: usize,
    pub(super) findings: &'f mut Findings<'g>,
}

impl<'t, 'f, 'g> JsonReader<'t, 'f, 'g> {
    pub(super) fn new(text: &'t str, start: usize, findings: &'f mut Findings<'g>) -> Self {
        Self {
            text,
            start,
            findings,
        }
    }

    /// The place of a part of the text.
    pub(super) fn span(&self, part: &str) -> Range<usize> {
        let start = self.start + part.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + part.len()
    }

    pub(super) fn fail<T>(&mut self, part: &str, message: impl Into<String>) -> Option<T> {
        self.findings.add(self.span(part), message);
        None
    }

    /// The whole text as one value.
    pub(super) fn whole(&mut self) -> Option<&'t RawValue> {
        let text = self.text;
        match serde_json::from_str(text) {
            Ok(value) => Some(value),
            Err(error) => {
                let lines = text.split_inclusive('\n');
                let before = lines.take(error.line().saturating_sub(1)).map(str::len);
                let at = before.sum::<usize>() + error.column().saturating_sub(1);
                let at = (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at));
                let part = text.get(at.unwrap_or(0)..).unwrap_or_default();
                let part = part.get(..1).unwrap_or_default();
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                let message = format!("not JSON: {message}");
                let start = self.start + at.unwrap_or(0);
                self.findings.add(start..start + part.len(), message);
                None
            }
        }
    }

    pub(super) fn object(&mut self, value: &'t RawValue, what: &str) -> Option<Fields<'t>> {
        let part = value.get();
        if !part.starts_with('{') {
            return self.fail(part, format!("{what} must be an object in {{}}"));
        }
        match serde_json::from_str(part) {
            Ok(fields) => Some(fields),
            Err(_) => self.fail(part, format!("{what} has names without escapes")),
        }
    }

    pub(super) fn list(&mut self, value: &'t RawValue, what: &str) -> Option<Vec<&'t RawValue>> {
        let part = value.get();
        match serde_json::from_str(part) {
            Ok(list) => Some(list),
            Err(_) => self.fail(part, format!("{what} is a list in []")),
        }
    }

    /// A string as written, which may not have escapes.
    pub(super) fn string(&mut self, value: &'t RawValue, what: &str) -> Option<&'t str> {
        let part = value.get();
        let inner = part
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        match inner.filter(|inner| !inner.contains('\\')) {
            Some(inner) => Some(inner),
            None => self.fail(part, format!("{what} is a string without escapes")),
        }
    }

    pub(super) fn number(
        &mut self,
        value: &'t RawValue,
        what: &str,
        range: &Range<usize>,
    ) -> Option<usize> {
        let part = value.get();
        match part.parse() {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (first, last) = (range.start, range.end.saturating_sub(1));
                let found: String = part.chars().take(20).collect();
                self.fail(part, format!("{what} is {first} to {last}, not `{found}`"))
            }
        }
    }

    /// A list of `count` numbers.
    pub(super) fn numbers(
        &mut self,
        value: &'t RawValue,
        what: &str,
        count: usize,
        range: &Range<usize>,
    ) -> Option<Vec<usize>> {
        let list = self.list(value, "the value")?;
        if list.len() != count {
            let found = list.len();
            return self.fail(
                value.get(),
                format!("expected {count} numbers, found {found}"),
            );
        }
        let mut numbers = Vec::new();
        for value in list {
            numbers.push(self.number(value, what, range)?);
        }
        Some(numbers)
    }

    /// A list of the numbers below `count`, each once.
    pub(super) fn permutation(&mut self, value: &'t RawValue, count: usize) -> Option<Vec<usize>> {
        let numbers = self.numbers(value, "a place", count, &(0..count))?;
        let mut is_used = vec![false; count];
        for &place in &numbers {
            if std::mem::replace(is_used.get_mut(place)?, true) {
                return self.fail(value.get(), format!("the place {place} is used twice"));
            }
        }
        Some(numbers)
    }
}
