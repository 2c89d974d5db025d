//! The terminal: its width, and whether it understands escape codes.

use std::io::IsTerminal;

/// The number of columns without a terminal.
const DEFAULT_COLUMNS: usize = 80;
const MIN_COLUMNS: usize = 40;

/// The number of columns of standard output, up to a limit: `COLUMNS`, or the terminal's.
pub fn columns(max_columns: usize) -> usize {
    let asked = std::env::var("COLUMNS").ok();
    let asked = asked.and_then(|columns| columns.parse().ok());
    let own = || {
        let size = terminal_size::terminal_size_of(std::io::stdout());
        size.map(|(width, _)| usize::from(width.0))
    };
    let columns = asked.or_else(own).unwrap_or(DEFAULT_COLUMNS);
    columns.clamp(MIN_COLUMNS, max_columns)
}

/// Returns true if a stream is a terminal whose cursor can be moved.
pub fn has_cursor(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Returns true if standard error shows colours, by the rule of all other messages: clap's.
pub fn has_colours() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}
