//! The width of output.

/// The number of columns without a terminal.
const DEFAULT_COLUMNS: usize = 80;
const MIN_COLUMNS: usize = 40;

/// The number of columns of the terminal on standard output, up to a limit.
pub fn columns(max_columns: usize) -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(DEFAULT_COLUMNS, |(width, _)| usize::from(width.0))
        .clamp(MIN_COLUMNS, max_columns)
}
