//! The width of output.

/// The number of columns without a terminal.
const USUAL: usize = 80;
const FEWEST: usize = 40;

/// The number of columns of the terminal on standard output, up to a limit.
pub fn columns(most: usize) -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(USUAL, |(width, _)| usize::from(width.0))
        .clamp(FEWEST, most)
}
