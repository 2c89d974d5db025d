//! Reports on puzzles as text.

use num_bigint::BigUint;

use super::Puzzle;
use crate::group::ReachError;
use crate::model::{Blocks, Model};
use crate::projection::{OrbitPlan, ProjectionPlan};
use crate::solver::report::{Report, ViewReport};
use crate::solver::{PlannedWay, SolvePlan};
use crate::space::Move;
use crate::space::structure::WayBack;
use crate::support::number::{counted, grouped_digits, size, span};

/// If a move has more possible inverses, only their number is shown.
const MAX_BACKS: usize = 4;
/// A separator of words that belong on one line.
const NO_BREAK: &str = "\u{a0}";

#[derive(Default)]
struct LabelledLines(Vec<(String, String)>);

impl LabelledLines {
    fn say(&mut self, label: &str, text: &str) {
        self.0.push((label.to_owned(), text.to_owned()));
    }

    fn end_group(&mut self) {
        self.say("", "");
    }
}

impl Puzzle {
    /// Formats a [plan](Self::solve_plan) like the lines of a [report](Self::report_lines).
    #[must_use]
    pub fn plan_lines(&self, plan: &SolvePlan) -> Vec<(String, String)> {
        plan_lines(plan)
    }

    /// Formats a [report](Puzzle::describe) as lines of a label and a text, with an empty line
    /// between groups. An indented label, or a line without one, belongs to the label above. Words
    /// joined by a no-break space (U+00A0) belong on one line.
    ///
    /// ```
    /// let puzzle = fewest::Puzzle::open("sliding:3x2")?;
    /// let lines = puzzle.report_lines(&puzzle.describe(None));
    /// assert_eq!(lines[0].0, "sliding:3x2");
    /// assert!(lines.contains(&("cells".to_owned(), "6".to_owned())));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn report_lines(&self, report: &Report) -> Vec<(String, String)> {
        let model: &Model = self.model();
        let mut lines = LabelledLines::default();
        lines.say(&model.name, &model.title);
        lines.end_group();
        let pieces: Vec<String> = model
            .symbols
            .iter()
            .zip(&model.structure.pieces)
            .map(|(symbol, count)| match count {
                1 => symbol.clone(),
                _ => format!("{symbol}*{count}"),
            })
            .collect();
        if let Some(blocks) = &model.blocks {
            say_blocks(model, blocks, &mut lines);
        } else {
            lines.say("cells", &model.structure.cells().to_string());
            lines.say("pieces", &pieces.join(" "));
            say_moves(model, report, &mut lines);
        }
        // If there is only one view, its line shows this.
        if report.views.len() > 1 {
            let text = solvable(report.solvable.as_ref(), &report.arrangements);
            lines.say("  solvable", &text);
        }
        let real = report.real.as_ref();
        if let Some(real) = real.filter(|real| report.solvable.as_ref() != Ok(real)) {
            let text = format!("{} of them are reached from the solved board", big(real));
            lines.say("  real", &text);
        }
        if let Some(order) = &report.group {
            lines.say("group", &format!("{} elements", big(order)));
        }
        let (symmetries, are_all) = report.symmetries;
        let more = if are_all { "" } else { " or more" };
        lines.say("symmetries", &format!("{symmetries}{more}"));
        for &(from, to) in &report.apart {
            let (from, to) = (model.goal_title(from), model.goal_title(to));
            lines.say("note", &format!("no moves lead from {from} to {to}"));
        }
        for (number, view) in report.views.iter().enumerate() {
            lines.end_group();
            say_view(model, report, (number, view), &mut lines);
        }
        lines.end_group();
        say_method(report, &mut lines);
        lines.0
    }
}

fn say_moves(model: &Model, report: &Report, lines: &mut LabelledLines) {
    let moves: Vec<String> = moves_with_ways_back(model)
        .into_iter()
        .map(|text| text.replace(' ', NO_BREAK))
        .collect();
    lines.say("moves", &moves.join(", "));
    for (i, (name, steps)) in model.blank_steps().into_iter().enumerate() {
        let label = if i == 0 { "blank" } else { "" };
        lines.say(label, &format!("{name}: {}", steps.join(" ")));
    }
    lines.say("arrangements", &big(&report.arrangements));
}

/// The tray, its blocks, and the pairs of places between which they move.
fn say_blocks(model: &Model, blocks: &Blocks, lines: &mut LabelledLines) {
    let [width, height] = blocks.size();
    let free = model.structure.pieces.first().copied().unwrap_or(0);
    let free = counted(u64::from(free), "free place");
    lines.say("tray", &format!("{width} x {height}, {free}"));
    let kind = |(letters, parts): (&[char], usize)| {
        let letters: Vec<String> = letters.iter().map(char::to_string).collect();
        let parts = counted(parts as u64, "place");
        let each = if letters.len() > 1 { " each" } else { "" };
        format!("{} ({parts}{each})", letters.join(" "))
    };
    let kinds: Vec<String> = blocks.kinds().map(kind).collect();
    lines.say("blocks", &kinds.join(", "));
    let (pairs, metric) = (model.moves.len() as u64, blocks.metric().name());
    let pairs = counted(pairs, "pair");
    lines.say("moves", &format!("{metric}, between {pairs} of places"));
}

fn moves_with_ways_back(model: &Model) -> Vec<String> {
    let name = |m: Move| model.moves.get(m.index()).map_or("", String::as_str);
    let ways_back = model.structure.ways_back();
    let moves = model.moves.iter().zip(ways_back);
    let moves = moves.map(|(move_name, way_back)| match way_back {
        WayBack::One(back) if name(back) == move_name => format!("{move_name} (its own inverse)"),
        WayBack::One(back) => format!("{move_name} (inverse: {})", name(back)),
        WayBack::Several(backs) if backs.len() > MAX_BACKS => {
            format!("{move_name} (inverse: one of {})", backs.len())
        }
        WayBack::Several(backs) => {
            let backs: Vec<&str> = backs.map(name).collect();
            format!("{move_name} (inverse: {})", backs.join(" or "))
        }
        WayBack::None => format!("{move_name} (no inverse)"),
    });
    moves.collect()
}

fn say_view(
    model: &Model,
    report: &Report,
    (number, view): (usize, &ViewReport),
    lines: &mut LabelledLines,
) {
    let goals = report.goals.iter().enumerate();
    let goals = goals.filter(|(_, goal)| goal.view == number);
    let (places, cells): (Vec<usize>, Vec<usize>) =
        goals.map(|(place, goal)| (place, goal.cells)).unzip();
    let label = match places[..] {
        [place] => model.goal_title(place),
        _ if report.views.len() == 1 => "all goals".to_owned(),
        _ => {
            let names = places.iter().map(|&place| model.goal_title(place));
            names.collect::<Vec<_>>().join(", ")
        }
    };
    lines.say(&format!("view {}", number + 1), &format!("for {label}"));
    let min_cells = cells.iter().min().copied().unwrap_or(0) as u64;
    let max_cells = cells.iter().max().copied().unwrap_or(0) as u64;
    if model.blocks.is_some() {
        if let Ok(solvable) = &view.solvable {
            lines.say("  boards", &format!("{} can be solved", big(solvable)));
        }
        say_table(view, lines);
        return;
    }
    let looks = match places.len() {
        0 | 1 => counted(max_cells, "cell"),
        _ if min_cells == max_cells => format!("{} each", counted(max_cells, "cell")),
        _ => format!("{min_cells} to {} each", counted(max_cells, "cell")),
    };
    lines.say("  depends on", &looks);
    let symbols = counted(view.symbols as u64, "symbol");
    lines.say("  separates", &symbols);
    let all = big(&view.arrangements);
    let solvable = solvable(view.solvable.as_ref(), &view.arrangements);
    lines.say("  boards", &format!("{all}; {solvable}"));
    say_table(view, lines);
}

fn say_table(view: &ViewReport, lines: &mut LabelledLines) {
    if let (Some(boards), Some(time)) = (view.boards, view.time) {
        let boards = grouped_digits(&boards.to_string());
        let entries = view.reduced.map_or_else(
            || format!("{boards} entries"),
            |entries| {
                let entries = grouped_digits(&entries.to_string());
                format!("{entries} entries for {boards} boards: symmetric boards share an entry")
            },
        );
        let table = format!("{entries}, about {} to build on one core", span(time));
        lines.say("  table", &table);
    }
}

fn solvable(known: Result<&BigUint, &ReachError>, all: &BigUint) -> String {
    match known {
        Ok(solvable) if solvable == all => "all of them can be solved".to_owned(),
        Ok(solvable) => format!(
            "{} of them can be solved, {}",
            big(solvable),
            share(solvable, all)
        ),
        Err(error) => format!("it is not known how many can be solved: {error}"),
    }
}

fn say_method(report: &Report, lines: &mut LabelledLines) {
    lines.0.extend(plan_lines(&report.plan));
    let (sequences, longest) = report.redundant;
    if sequences > 0 {
        let sequences = counted(sequences as u64, "sequence");
        let moves = counted(longest as u64, "move");
        let others = format!("{sequences} of up to {moves}: others have the same effect");
        lines.say("  skips", &others);
    }
}

/// The lines of a plan: the method, and its tiers unless all boards are looked up.
fn plan_lines(plan: &SolvePlan) -> Vec<(String, String)> {
    let mut lines = LabelledLines::default();
    let last = plan.tiers.last().map(|tier| &tier.way);
    let is_alone = plan.tiers.len() == 1;
    let method = match (last, plan.algorithm) {
        (Some(table @ PlannedWay::Table { is_stored, .. }), _) => {
            let words = way(table);
            match (is_alone, is_stored) {
                (false, _) => format!("search, then lookups in {words}"),
                (true, true) => format!("lookups in {words}"),
                (true, false) => format!("lookups in {words}, built for the first board"),
            }
        }
        (Some(PlannedWay::Linear { .. }), _) => {
            "linear system: the order of the moves does not matter".to_owned()
        }
        (_, Some(algorithm)) => format!("search by {}", algorithm.name()),
        (_, None) => match plan.table_bytes.map(size) {
            None => "search by IDA*: there are too many boards for tables".to_owned(),
            Some(bytes) => {
                format!("search by IDA*: tables would take {bytes}, more than is allowed")
            }
        },
    };
    lines.say("method", &method);
    let is_told = match last {
        Some(PlannedWay::Search { heuristics }) => heuristics.is_empty(),
        way => way.is_some_and(PlannedWay::is_table),
    };
    if !(is_alone && is_told) {
        let mut label = "  first";
        for tier in &plan.tiers {
            let mut text = way(&tier.way);
            if matches!(tier.way, PlannedWay::Ball { .. }) && tier.after > 0 {
                text = format!("if they may be near, {text}");
            }
            if tier.after > 0 {
                text = format!("after {}: {text}", counted(tier.after, "node"));
            }
            lines.say(label, &text);
            label = "  then";
        }
    }
    lines.0
}

/// Describes a way to answer boards.
fn way(way: &PlannedWay) -> String {
    match way {
        PlannedWay::Search { heuristics } => {
            let names: Vec<&str> = heuristics
                .iter()
                .map(|heuristic| heuristic.name())
                .collect();
            format!("bounds by {}, without tables", names.join(", "))
        }
        PlannedWay::Ball { boards, bytes } => format!(
            "from both ends, with up to {} around the goals, {}",
            counted(*boards, "board"),
            size(*bytes)
        ),
        PlannedWay::Linear { solutions } => format!(
            "{} of a linear system to compare for each board",
            counted(*solutions, "solution")
        ),
        PlannedWay::Projection(plan) => projected(plan),
        PlannedWay::Patterns(plan) => plan.to_string(),
        PlannedWay::Table {
            tables,
            bytes,
            is_stored,
        } => {
            let tables = match (tables, is_stored) {
                (1, true) => "the stored table".to_owned(),
                (1, false) => "a table".to_owned(),
                (tables, _) => format!("{tables} tables"),
            };
            format!("{tables} ({})", size(*bytes))
        }
    }
}

/// Describes a projection to be built: what it distinguishes in each orbit.
fn projected(plan: &ProjectionPlan) -> String {
    let mut shown: Vec<(&OrbitPlan, usize)> = Vec::new();
    for orbit in &plan.orbits {
        match shown.iter_mut().find(|(known, _)| *known == orbit) {
            Some((_, times)) => *times += 1,
            None if orbit.patterns > 1 || orbit.tells_turns => shown.push((orbit, 1)),
            None => {}
        }
    }
    let orbit = |(orbit, times): &(&OrbitPlan, usize)| {
        let pieces = counted(orbit.pieces as u64, "piece");
        let seen = counted(orbit.patterns, "pattern");
        let shown = match (orbit.patterns, orbit.turns, orbit.tells_turns) {
            (_, 1, _) | (_, _, false) => format!("{seen} of {pieces}"),
            (1, _, true) => format!("the orientations of {pieces}"),
            (_, _, true) => format!("{seen} of {pieces} with their orientations"),
        };
        match times {
            1 => shown,
            _ => format!("{times} times {shown}"),
        }
    };
    let mut orbits: Vec<String> = shown.iter().map(orbit).collect();
    if plan.patterns_per_entry > 1 {
        orbits.push(format!("{} to an entry", plan.patterns_per_entry));
    }
    format!(
        "a projection, {}: {}; {} per board",
        size(plan.bytes),
        orbits.join("; "),
        counted(plan.bounds as u64, "bound"),
    )
}

fn big(number: &BigUint) -> String {
    grouped_digits(&number.to_string())
}

/// A share such as `1 in 2`; above half, the number of the others.
fn share(part: &BigUint, whole: &BigUint) -> String {
    if *part == BigUint::ZERO {
        return "none".to_owned();
    }
    let left = whole % part;
    if left == BigUint::ZERO {
        format!("1 in {}", big(&(whole / part)))
    } else if &left + part == *whole {
        format!("all but {}", big(&left))
    } else {
        format!("about 1 in {}", big(&(whole / part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: two in three was "about 1 in 1".
    #[test]
    fn more_than_half_is_all_but_some() {
        for (part, whole, shown) in [
            (0u32, 3u32, "none"),
            (2, 6, "1 in 3"),
            (2, 5, "about 1 in 2"),
            (2, 3, "all but 1"),
        ] {
            assert_eq!(share(&part.into(), &whole.into()), shown);
        }
    }
}
