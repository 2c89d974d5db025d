//! Boards as pictures.

use std::fmt::Write;

use super::{Board, Puzzle};
use crate::model::{Blocks, Kind, Model};

/// The width of a cell, in pixels.
const CELL: usize = 40;
/// Colours of symbols other than the blank: M. Okabe and K. Ito, "Color Universal Design", 2008,
/// lightened so that black letters are readable.
const COLOURS: [&str; 7] = [
    "#f0c766", "#a6d5f2", "#8fd0b8", "#f7f0a0", "#8fbcd9", "#eeb38a", "#e0b3cd",
];

/// The colour of pieces that no goal of a stage names.
const HIDDEN: &str = "#e4e4e4";

impl Puzzle {
    /// Draws a board in SVG, with one square per cell, or one shape per block; empty for a board of
    /// another puzzle.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let svg = eight.svg(&eight.board("1 2 3 4 5 6 7 x 8")?);
    /// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
    /// // The blank is not drawn.
    /// assert_eq!(svg.matches("<rect ").count(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn svg(&self, board: &Board) -> String {
        let model = self.model();
        if !model.is_board(board.symbols()) {
            return String::new();
        }
        let places = || model.picture.grid.iter();
        let rows = places().map(|(row, _)| row + 1).max().unwrap_or(0);
        let columns = places().map(|(_, column)| column + 1).max().unwrap_or(0);
        let (width, height) = (columns * CELL, rows * CELL);
        let label = escaped(model.board_text(board.symbols()).trim());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\" \
             font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\">",
            CELL * 2 / 5
        );
        if let Some(blocks) = &model.blocks {
            draw_blocks(&mut svg, model, blocks, board);
            return svg + "</svg>";
        }
        for (&symbol, &(row, column)) in board.symbols().iter().zip(places()) {
            if model.blank == Some(symbol) {
                continue;
            }
            let name = model.symbols.get(usize::from(symbol));
            let (x, y) = (column * CELL, row * CELL);
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{}\" \
                 stroke=\"#555\"/><text x=\"{}\" y=\"{}\">{}</text>",
                x + 1,
                y + 1,
                CELL - 2,
                CELL - 2,
                colour(model, symbol),
                x + CELL / 2,
                y + CELL * 16 / 25,
                escaped(name.map_or("", String::as_str))
            );
        }
        svg + "</svg>"
    }
}

/// Draws each block as one shape with its letter.
fn draw_blocks(svg: &mut String, model: &Model, blocks: &Blocks, board: &Board) {
    let letters = blocks.letters(board.symbols());
    for (letter, kind, cells) in blocks.pieces(board.symbols(), &letters) {
        let places: Vec<(usize, usize)> = cells
            .iter()
            .filter_map(|cell| model.picture.grid.get(usize::from(*cell)).copied())
            .collect();
        let (mut fill, mut line) = (String::new(), String::new());
        for &(row, column) in &places {
            let joins = |down: isize, right: isize| {
                let next = row
                    .checked_add_signed(down)
                    .zip(column.checked_add_signed(right));
                next.is_some_and(|next| places.contains(&next))
            };
            // A block is a little smaller than its cells.
            let inset = |is_joined: bool| if is_joined { 0 } else { 2 };
            let left = column * CELL + inset(joins(0, -1));
            let right = (column + 1) * CELL - inset(joins(0, 1));
            let top = row * CELL + inset(joins(-1, 0));
            let bottom = (row + 1) * CELL - inset(joins(1, 0));
            let _ = write!(fill, "M{left} {top}H{right}V{bottom}H{left}Z");
            let sides = [
                (joins(-1, 0), [left, top, right, top]),
                (joins(1, 0), [left, bottom, right, bottom]),
                (joins(0, -1), [left, top, left, bottom]),
                (joins(0, 1), [right, top, right, bottom]),
            ];
            for (_, [x, y, to_x, to_y]) in sides.iter().filter(|(is_joined, _)| !is_joined) {
                let _ = write!(line, "M{x} {y}L{to_x} {to_y}");
            }
        }
        let (row, column) = places.first().copied().unwrap_or_default();
        let _ = write!(
            svg,
            "<path d=\"{fill}\" fill=\"{}\"/><path d=\"{line}\" stroke=\"#555\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            COLOURS[kind % COLOURS.len()],
            column * CELL + CELL / 2,
            row * CELL + CELL * 16 / 25,
            escaped(&letter.to_string())
        );
    }
}

/// The colour of a symbol. Sliding tiles all have the same.
fn colour(model: &Model, symbol: u8) -> &'static str {
    if model
        .symbols
        .get(usize::from(symbol))
        .is_some_and(|text| text == ".")
    {
        return HIDDEN;
    }
    let symbol = match model.kind {
        Kind::Sliding => 0,
        _ => usize::from(symbol),
    };
    COLOURS[symbol % COLOURS.len()]
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}
