//! Shared parts of printable charts: paper, title, fonts and colours.

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

/// The margin around a chart, its title, and the labels and name of an axis, in pixels.
pub const MARGIN: u32 = 24;
pub const TITLE: u32 = 72;
pub const AXIS: u32 = 48;

/// The sizes of text, in pixels.
pub const LARGE: u32 = 28;
pub const MEDIUM: u32 = 18;
pub const SMALL: u32 = 15;
pub const FONT: &str = "Helvetica, Arial, sans-serif";

pub const INK: RGBColor = RGBColor(0x22, 0x2b, 0x36);
pub const GREY: RGBColor = RGBColor(0x5c, 0x66, 0x73);
pub const PALE: RGBColor = RGBColor(0xe3, 0xe7, 0xec);

/// A drawing area on the paper.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type DrawingError<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// A chart as SVG: white paper, a title, a line below it, and the rest filled by `draw`.
pub fn svg(
    size: (u32, u32),
    title: &str,
    summary: &str,
    draw: impl for<'a> FnOnce(&Area<'a>) -> Result<(), DrawingError<'a>>,
) -> anyhow::Result<String> {
    let mut svg = String::new();
    let paper = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let whole = || {
        paper.fill(&WHITE)?;
        let area = paper.margin(MARGIN, MARGIN, MARGIN, MARGIN);
        area.draw_text(title, &text(LARGE, INK), (0, 0))?;
        area.draw_text(summary, &text(MEDIUM, GREY), (0, 36))?;
        let (_, rest) = area.split_vertically(TITLE);
        draw(&rest)
    };
    whole().map_err(|error| anyhow!("can't draw the chart: {error}"))?;
    drop(paper);
    Ok(svg)
}

/// Text anchored at its upper left corner.
pub fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    (FONT, size).into_font().color(&colour)
}
