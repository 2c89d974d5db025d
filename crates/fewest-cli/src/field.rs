//! Text among comma-separated values (RFC 4180).

/// The text, in quotes if it needs them.
pub fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_where_they_are_needed() {
        assert_eq!(field("1,2"), "\"1,2\"");
        assert_eq!(field("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(field("uddlr"), "uddlr");
    }
}
