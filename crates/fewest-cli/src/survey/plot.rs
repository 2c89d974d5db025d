//! Boards by distance as a chart to print.

use anyhow::anyhow;
use fewest::catalogue::Surveyed;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::number::{counted, grouped};

/// In pixels: the chart's height, the least and the usual width of a distance's column with the space beside it, the least
/// width of all columns, and the width that the labels of the upright axis take.
const HEIGHT: u32 = 580;
const COLUMN: u32 = 24;
const NARROWEST: u32 = 640;
const LABELS: u32 = 90;
/// In pixels: the margin around it all, and the height of the title.
const MARGIN: u32 = 24;
const TITLE: u32 = 72;
/// The size of the labels on bars, and the pixels that one of their digits takes.
const SMALL: u32 = 14;
const DIGIT: f64 = 7.0;
/// Half of a bar, where a column with the space beside it is 1.
const HALF: f64 = 0.4;
/// How far the upright axis goes beyond the largest count, for the label on its bar.
const HEADROOM: f64 = 1.18;

const FONT: &str = "Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x2b, 0x36);
const GREY: RGBColor = RGBColor(0x5c, 0x66, 0x73);
const PALE: RGBColor = RGBColor(0xe3, 0xe7, 0xec);
const FILL: RGBColor = RGBColor(0x2f, 0x6d, 0xb3);

/// The chart as SVG.
pub fn svg(surveyed: &Surveyed) -> anyhow::Result<String> {
    let columns = u32::try_from(surveyed.figures.counts.len()).unwrap_or(u32::MAX);
    let width = (columns.saturating_mul(COLUMN)).max(NARROWEST) + LABELS + 2 * MARGIN;
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (width, HEIGHT)).into_drawing_area();
    draw(surveyed, &area).map_err(|error| anyhow!("can't draw the chart: {error}"))?;
    drop(area);
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Problem<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts become heights of bars, and heights labels: neither is exact to more than a pixel"
)]
fn draw<'a>(surveyed: &Surveyed, area: &Area<'a>) -> Result<(), Problem<'a>> {
    let figures = &surveyed.figures;
    let columns = figures.counts.len();
    let largest = figures.counts.iter().copied().max().unwrap_or(0).max(1);
    area.fill(&WHITE)?;
    let area = area.margin(MARGIN, MARGIN, MARGIN, MARGIN);
    let title = format!("{}: {}", surveyed.name, surveyed.title);
    let summary = format!(
        "{}; at most {}, {:.2} in the mean",
        counted(figures.boards, "board"),
        counted(figures.greatest, "move"),
        figures.mean
    );
    area.draw_text(&title, &text(28, &INK), (0, 0))?;
    area.draw_text(&summary, &text(18, &GREY), (0, 36))?;
    let (_, area) = area.split_vertically(TITLE);
    let mut chart = ChartBuilder::on(&area)
        .x_label_area_size(52)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(-0.6..columns as f64 - 0.4, 0.0..(largest as f64) * HEADROOM)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(PALE)
        .axis_style(GREY)
        .label_style(text(15, &GREY))
        .axis_desc_style(text(18, &INK))
        .x_desc("moves")
        .y_desc("boards")
        .x_labels(0)
        .y_labels(7)
        .y_label_formatter(&|&boards| grouped(boards as u64))
        .draw()?;
    let plot = chart.plotting_area();
    let column = f64::from(plot.dim_in_pixel().0) / (columns as f64 + 0.2);
    let digits = grouped(largest).len();
    let label = if digits as f64 * DIGIT < column {
        text(SMALL, &INK).pos(Pos::new(HPos::Center, VPos::Bottom))
    } else {
        let upright = (FONT, SMALL)
            .into_font()
            .transform(FontTransform::Rotate270);
        upright.color(&INK).pos(Pos::new(HPos::Left, VPos::Center))
    };
    let below = text(15, &GREY).pos(Pos::new(HPos::Center, VPos::Top));
    // Labels of the lower axis that would touch each other are left out.
    let every = (DIGIT * 3.0 / column).ceil().max(1.0) as usize;
    for (moves, &boards) in figures.counts.iter().enumerate() {
        let (x, y) = (moves as f64, boards as f64);
        plot.draw(&Rectangle::new(
            [(x - HALF, 0.0), (x + HALF, y)],
            FILL.filled(),
        ))?;
        let above = Text::new(grouped(boards), (0, -4), label.clone());
        plot.draw(&(EmptyElement::at((x, y)) + above))?;
        if moves % every == 0 {
            let distance = Text::new(moves.to_string(), (0, 8), below.clone());
            plot.draw(&(EmptyElement::at((x, 0.0)) + distance))?;
        }
    }
    Ok(())
}

/// Of this size: plotters makes pixels of it by dividing by 1.24.
fn text(size: u32, colour: &'static RGBColor) -> TextStyle<'static> {
    (FONT, size).into_font().color(colour)
}
