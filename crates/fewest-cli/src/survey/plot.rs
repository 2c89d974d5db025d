//! Boards by distance as a chart to print.

use anyhow::anyhow;
use fewest::catalogue::Surveyed;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::number::{counted, grouped};

/// The height of the chart, the margin around it, its title and the labels and name of an axis, in pixels.
const HEIGHT: u32 = 580;
const MARGIN: u32 = 24;
const TITLE: u32 = 72;
const AXIS: u32 = 48;
/// The width that a distance and all of them take at least, in pixels.
const COLUMN: u32 = 24;
const NARROWEST: u32 = 640;
/// Half of a bar, where distances are 1 apart.
const HALF: f64 = 0.4;

/// The sizes of text, and the width of a digit of those on bars and axes, in pixels.
const LARGE: u32 = 28;
const MEDIUM: u32 = 18;
const SMALL: u32 = 15;
const DIGIT: u32 = 8;
const FONT: &str = "Helvetica, Arial, sans-serif";

const INK: RGBColor = RGBColor(0x22, 0x2b, 0x36);
const GREY: RGBColor = RGBColor(0x5c, 0x66, 0x73);
const PALE: RGBColor = RGBColor(0xe3, 0xe7, 0xec);
const FILL: RGBColor = RGBColor(0x2f, 0x6d, 0xb3);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Problem<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// The chart as SVG.
pub fn svg(surveyed: &Surveyed) -> anyhow::Result<String> {
    let counts = &surveyed.figures.counts;
    let digits = grouped(counts.iter().copied().max().unwrap_or(0)).len();
    // Distances and digits are few.
    let labels = u32::try_from(digits).unwrap_or(0) * DIGIT;
    let columns = u32::try_from(counts.len()).unwrap_or(0).max(1);
    let plot = (columns * COLUMN).max(NARROWEST);
    let width = plot + AXIS + labels + 2 * MARGIN;
    let layout = Layout {
        labels,
        upright: labels > plot / columns,
    };
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (width, HEIGHT)).into_drawing_area();
    layout
        .draw(surveyed, &area)
        .map_err(|error| anyhow!("can't draw the chart: {error}"))?;
    drop(area);
    Ok(svg)
}

/// What depends on the counts.
struct Layout {
    /// The width of the longest label on a bar, in pixels.
    labels: u32,
    /// Whether labels are too long to lie on their bars.
    upright: bool,
}

impl Layout {
    fn draw<'a>(&self, surveyed: &Surveyed, area: &Area<'a>) -> Result<(), Problem<'a>> {
        let figures = &surveyed.figures;
        area.fill(&WHITE)?;
        let area = area.margin(MARGIN, MARGIN, MARGIN, MARGIN);
        let title = format!("{}: {}", surveyed.name, surveyed.title);
        let summary = format!(
            "{}; at most {}, {:.2} in the mean",
            counted(figures.boards, "board"),
            counted(figures.greatest, "move"),
            figures.mean
        );
        area.draw_text(&title, &text(LARGE, INK), (0, 0))?;
        area.draw_text(&summary, &text(MEDIUM, GREY), (0, 36))?;
        let (_, area) = area.split_vertically(TITLE);
        let columns = u32::try_from(figures.counts.len()).unwrap_or(0);
        let mut chart = ChartBuilder::on(&area)
            .x_label_area_size(AXIS)
            .y_label_area_size(AXIS + self.labels)
            .build_cartesian_2d(-0.6..f64::from(columns) - 0.4, 0..self.top(&figures.counts))?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .label_style(text(SMALL, GREY))
            .axis_desc_style(text(MEDIUM, INK))
            .x_desc("moves")
            .y_desc("boards")
            .x_labels(0)
            .y_labels(7)
            .y_max_light_lines(1)
            .y_label_formatter(&|&boards| grouped(boards));
        mesh.draw()?;
        let on_bar = if self.upright {
            let upright = (FONT, SMALL)
                .into_font()
                .transform(FontTransform::Rotate270);
            upright.color(&INK).pos(Pos::new(HPos::Left, VPos::Center))
        } else {
            text(SMALL, INK).pos(Pos::new(HPos::Center, VPos::Bottom))
        };
        let below = text(SMALL, GREY).pos(Pos::new(HPos::Center, VPos::Top));
        let plot = chart.plotting_area();
        for (moves, &boards) in (0u32..).zip(&figures.counts) {
            let x = f64::from(moves);
            let bar = [(x - HALF, 0), (x + HALF, boards)];
            plot.draw(&Rectangle::new(bar, FILL.filled()))?;
            let count = Text::new(grouped(boards), (0, -4), on_bar.clone());
            plot.draw(&(EmptyElement::at((x, boards)) + count))?;
            let distance = Text::new(moves.to_string(), (0, 8), below.clone());
            plot.draw(&(EmptyElement::at((x, 0)) + distance))?;
        }
        Ok(())
    }

    /// Where the upright axis ends: far enough beyond the largest count for the label on its bar.
    fn top(&self, counts: &[u64]) -> u64 {
        let room = if self.upright { self.labels } else { 2 * DIGIT };
        let height = HEIGHT - 2 * MARGIN - TITLE - AXIS;
        let largest = counts.iter().copied().max().unwrap_or(0).max(1);
        let below = u128::from(height - room - DIGIT);
        let top = (u128::from(largest) * u128::from(height)).div_ceil(below);
        u64::try_from(top).unwrap_or(u64::MAX).max(largest)
    }
}

/// Text from its upper left corner on.
fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    (FONT, size).into_font().color(&colour)
}
