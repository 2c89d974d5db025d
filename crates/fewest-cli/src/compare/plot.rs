//! Generated boards by fewest moves as a chart to print: a point for each run, a line through each contender's medians.

use std::collections::BTreeMap;

use fewest::catalogue::{Comparison, Contender};
use plotters::coord::CoordTranslate;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::chart::{
    self, AXIS, Area, GREY, INK, MARGIN, MEDIUM, PALE, Problem, SMALL, TITLE, text,
};
use crate::number::{counted, grouped};

/// The size of what is plotted and the width of an upright axis' labels, in pixels.
const PLOT: (u32, u32) = (640, 480);
const LABELS: u32 = 64;
/// In the list: in front of a name, a letter of it, and between two lines.
const SIGN: u32 = 54;
const LETTER: u32 = 9;
const LINE: u32 = 24;
const DOT: u32 = 4;

/// The contenders' colours, told apart by most eyes.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0x1f, 0x77, 0xb4),
    RGBColor(0xd9, 0x5f, 0x02),
    RGBColor(0x1b, 0x9e, 0x77),
    RGBColor(0xc2, 0x2f, 0x5d),
    RGBColor(0x75, 0x70, 0xb3),
    RGBColor(0x8c, 0x56, 0x4b),
    RGBColor(0xa6, 0x76, 0x1d),
    RGBColor(0x55, 0x5f, 0x6b),
];

/// A contender's runs: by the fewest moves of their boards, the boards generated, in rising order.
struct Series {
    name: String,
    runs: BTreeMap<u32, Vec<u64>>,
}

impl Series {
    fn new(comparison: &Comparison, place: usize, contender: &Contender) -> Self {
        let mut runs: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for board in comparison.complete() {
            let trial = board.runs.get(place).map(|run| &run.trial);
            let generated = trial
                .filter(|trial| trial.outcome.moves.is_some())
                .map(|trial| trial.outcome.statistics.generated);
            // Nothing has no place on a logarithmic axis.
            if let (Some(moves), Some(generated @ 1..)) = (board.shortest, generated) {
                runs.entry(moves).or_default().push(generated);
            }
        }
        for runs in runs.values_mut() {
            runs.sort_unstable();
        }
        let guide = contender
            .guide
            .map_or(String::new(), |guide| format!(", {}", guide.name()));
        Self {
            name: contender.title() + &guide,
            runs,
        }
    }

    fn medians(&self) -> impl Iterator<Item = (f64, u64)> {
        self.runs.iter().filter_map(|(&moves, runs)| {
            let median = runs.get((runs.len() - 1) / 2)?;
            Some((f64::from(moves), *median))
        })
    }

    fn points(&self) -> impl Iterator<Item = (f64, u64)> {
        let runs = self.runs.iter();
        runs.flat_map(|(&moves, runs)| runs.iter().map(move |&run| (f64::from(moves), run)))
    }
}

/// The chart as SVG.
pub fn svg(comparison: &Comparison) -> anyhow::Result<String> {
    let series: Vec<Series> = (comparison.contenders.iter().enumerate())
        .map(|(place, contender)| Series::new(comparison, place, contender))
        .filter(|series| !series.runs.is_empty())
        .collect();
    let lines = u32::try_from(series.len())
        .unwrap_or(u32::MAX)
        .saturating_mul(LINE);
    let longest = series.iter().map(|series| series.name.len()).max();
    let letters = u32::try_from(longest.unwrap_or(0)).unwrap_or(0);
    let width = PLOT.0 + AXIS + LABELS + SIGN + letters * LETTER + 2 * MARGIN;
    let height = PLOT.1.max(lines) + AXIS + TITLE + 2 * MARGIN;
    let title = format!("{}: {}", comparison.name, comparison.title);
    let boards = counted(comparison.complete().count() as u64, "board");
    let summary = format!("{boards}; a point for each answer, lines through the medians");
    chart::svg((width, height), &title, &summary, |area| {
        draw(&series, area)
    })
}

fn draw<'a>(series: &[Series], area: &Area<'a>) -> Result<(), Problem<'a>> {
    let (plot, key) = area.split_horizontally(PLOT.0 + AXIS + LABELS);
    let points = || series.iter().flat_map(Series::points);
    let least = points()
        .map(|(moves, _)| moves)
        .fold(f64::INFINITY, f64::min);
    let most = points().map(|(moves, _)| moves).fold(0.0, f64::max);
    let largest = points().map(|(_, generated)| generated).max().unwrap_or(1);
    let smallest = points().map(|(_, generated)| generated).min().unwrap_or(1);
    // Whole powers of ten around all.
    let top = 10u64.saturating_pow(largest.ilog10() + 1);
    let bottom = 10u64.pow(smallest.ilog10());
    let mut chart = ChartBuilder::on(&plot)
        .x_label_area_size(AXIS)
        .y_label_area_size(AXIS + LABELS)
        .build_cartesian_2d(least.min(most) - 0.5..most + 0.5, (bottom..top).log_scale())?;
    let whole = |moves: &f64| {
        if (moves - moves.round()).abs() < 0.01 {
            format!("{moves:.0}")
        } else {
            String::new()
        }
    };
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .bold_line_style(PALE)
        .axis_style(GREY)
        .label_style(text(SMALL, GREY))
        .axis_desc_style(text(MEDIUM, INK))
        .x_desc("fewest moves")
        .y_desc("boards generated")
        .x_labels(16)
        .y_labels(12)
        .x_label_formatter(&whole)
        .y_label_formatter(&|&boards| grouped(boards));
    mesh.draw()?;
    let middle = text(MEDIUM, INK).pos(Pos::new(HPos::Left, VPos::Center));
    for (place, one) in series.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let y = i32::try_from(place).unwrap_or(0) * 24 + 12;
        let points = one.points();
        chart.draw_series(points.map(|point| Circle::new(point, 2, colour.mix(0.35).filled())))?;
        let line = colour.stroke_width(2);
        let medians: Vec<_> = one.medians().collect();
        chart.draw_series([PathElement::new(medians, line)])?;
        key.draw(&PathElement::new([(16, y), (44, y)], line))?;
        for point in one.medians() {
            mark(chart.plotting_area(), point, place)?;
        }
        mark(&key, (30, y), place)?;
        key.draw(&Text::new(one.name.clone(), (54, y), middle.clone()))?;
    }
    Ok(())
}

/// Marks a place as a contender's. When the colours have been used up, other shapes begin them again.
fn mark<'a, X: CoordTranslate>(
    area: &DrawingArea<SVGBackend<'a>, X>,
    at: X::From,
    place: usize,
) -> Result<(), Problem<'a>>
where
    X::From: Clone,
{
    let colour = COLOURS[place % COLOURS.len()];
    match place / COLOURS.len() {
        0 => area.draw(&Circle::new(at, DOT, colour.filled())),
        1 => {
            area.draw(&Circle::new(at.clone(), DOT, WHITE.filled()))?;
            area.draw(&Circle::new(at, DOT, colour.stroke_width(2)))
        }
        2 => area.draw(&TriangleMarker::new(at, DOT + 2, colour.filled())),
        _ => area.draw(&Cross::new(at, DOT, colour.stroke_width(2))),
    }
}
