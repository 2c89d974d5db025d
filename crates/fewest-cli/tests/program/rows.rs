//! Reading comma-separated values (RFC 4180).

use std::collections::HashMap;

/// A row: its fields by the names of their columns.
pub type Row = HashMap<String, String>;

/// The rows under a header, each with as many fields as it.
#[track_caller]
pub fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines();
    let header = fields(lines.next().expect("a header"));
    let row = |line: &str| {
        let fields = fields(line);
        assert_eq!(fields.len(), header.len(), "{line}");
        header.iter().cloned().zip(fields).collect()
    };
    lines.map(row).collect()
}

/// The fields of a line. None of ours holds a line break.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut last = ',';
    for c in line.chars() {
        match c {
            '"' => {
                // Two quotes within quotes are one.
                if last == '"' && !is_quoted {
                    fields.last_mut().expect("a field").push('"');
                }
                is_quoted = !is_quoted;
            }
            ',' if !is_quoted => fields.push(String::new()),
            c => fields.last_mut().expect("a field").push(c),
        }
        last = c;
    }
    fields
}
