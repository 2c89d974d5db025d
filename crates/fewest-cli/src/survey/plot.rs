//! Boards by distance as a printable chart.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Surveyed;
use crate::chart::{
    self, AXIS, Area, DrawingError, FONT, GREY, INK, MARGIN, MEDIUM, PALE, SMALL, TITLE, text,
};
use crate::number::{counted, grouped};

const HEIGHT: u32 = 580;
/// The minimum widths of a distance's column and of all columns, in pixels.
const COLUMN: u32 = 24;
const NARROWEST: u32 = 640;
/// Half the width of a bar, as a fraction of a column.
const HALF: f64 = 0.4;

/// The width of a digit on bars and axes, in pixels.
const DIGIT: u32 = 8;

const FILL: RGBColor = RGBColor(0x2f, 0x6d, 0xb3);

pub fn svg(surveyed: &Surveyed) -> anyhow::Result<String> {
    let counts = &surveyed.counts;
    let digits = grouped(counts.iter().copied().max().unwrap_or(0)).len();
    // There are few distances and digits.
    let labels = u32::try_from(digits).unwrap_or(0) * DIGIT;
    let columns = u32::try_from(counts.len()).unwrap_or(0).max(1);
    let plot = (columns * COLUMN).max(NARROWEST);
    let width = plot + AXIS + labels + 2 * MARGIN;
    let layout = PlotLayout {
        labels,
        upright: labels > plot / columns,
    };
    let title = format!("{}: {}", surveyed.name, surveyed.title);
    let summary = format!(
        "{}; at most {}, {:.2} in the mean",
        counted(surveyed.boards(), "board"),
        counted(surveyed.farthest() as u64, "move"),
        surveyed.mean
    );
    chart::svg((width, HEIGHT), &title, &summary, |area| {
        layout.draw(counts, area)
    })
}

/// The layout that depends on the counts.
struct PlotLayout {
    /// The width of the longest label on a bar, in pixels.
    labels: u32,
    /// True if labels are too wide for their bars and are rotated.
    upright: bool,
}

impl PlotLayout {
    fn draw<'a>(&self, counts: &[u64], area: &Area<'a>) -> Result<(), DrawingError<'a>> {
        let columns = u32::try_from(counts.len()).unwrap_or(0);
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(AXIS)
            .y_label_area_size(AXIS + self.labels)
            .build_cartesian_2d(-0.6..f64::from(columns) - 0.4, 0..self.top(counts))?;
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
        for (moves, &boards) in (0u32..).zip(counts) {
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

    /// The end of the vertical axis, which leaves room for a label above the longest bar.
    fn top(&self, counts: &[u64]) -> u64 {
        let room = if self.upright { self.labels } else { 2 * DIGIT };
        let height = HEIGHT - 2 * MARGIN - TITLE - AXIS;
        let largest = counts.iter().copied().max().unwrap_or(0).max(1);
        let below = u128::from(height - room - DIGIT);
        let top = (u128::from(largest) * u128::from(height)).div_ceil(below);
        u64::try_from(top).unwrap_or(u64::MAX).max(largest)
    }
}
