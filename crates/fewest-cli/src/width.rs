//! How wide output may be.

/// Columns where there is no terminal.
const USUAL: usize = 80;
/// The least columns that are used.
const FEWEST: usize = 40;

/// The columns of the terminal that standard output is, up to a limit.
pub fn columns(most: usize) -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(USUAL, |(width, _)| usize::from(width.0))
        .clamp(FEWEST, most)
}
