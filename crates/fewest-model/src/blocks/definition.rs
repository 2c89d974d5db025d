//! Reads a definition of blocks.

use std::ops::Range;

use fewest_base::space::Move;
use fewest_base::space::structure::{Structure, Turn};
use toml::Spanned;

use super::turns::MAX_TURNS;
use super::{BlockKind, BlockMetric, Blocks, Drawing};
use crate::file::{BlockDefinition, GoalEntry, Metric, Slide};
use crate::problem::Findings;
use crate::{MAX_CELLS, MAX_SYMBOLS, Model, MoveNames, Picture, read_names, read_rules};

/// Builds the puzzle of a definition.
pub(crate) fn build(file: &BlockDefinition, findings: &mut Findings<'_>) -> Option<Model> {
    let (name, title) = read_names(&file.name, file.title.as_ref(), findings);
    let rules = read_rules(file.rules.as_ref(), findings);
    let tray = drawing(&file.blocks, findings)?;
    let goals = read_goals(file, &tray, findings)?;
    let mut blocks = Blocks::on(&tray, &goals, file, findings)?;
    let free = tray.letters.iter().filter(|(letter, _)| *letter == '.');
    let free = u32::try_from(free.count()).unwrap_or(u32::MAX);
    let turns = turns(&mut blocks, free, file.blocks.span(), findings)?;
    let (pieces, symbols) = blocks.symbols(free);
    let structure = Structure {
        pieces,
        turns,
        goals: goals.iter().map(|goal| blocks.goal(goal)).collect(),
    };
    let picture = blocks.picture();
    let moves = blocks.steps.iter().map(|step| {
        let [from, to] = step.map(|cell| picture.names[usize::from(cell)].as_str());
        format!("{from}-{to}")
    });
    Some(Model {
        name,
        title,
        rules,
        symbols,
        moves: moves.collect(),
        picture,
        move_names: MoveNames::Blocks,
        goals: (file.goals.iter())
            .map(|goal| goal_name(goal.as_ref()))
            .collect(),
        home: blocks.read(&tray.letters).ok(),
        blocks: Some(blocks.into()),
        ..Model::of(structure)
    })
}

/// Finds the turns of all blocks; a finding if there are none or too many.
fn turns(
    blocks: &mut Blocks,
    free: u32,
    span: Range<usize>,
    findings: &mut Findings<'_>,
) -> Option<Vec<Turn>> {
    let parts: usize = blocks.kinds.iter().map(|kind| kind.parts.len()).sum();
    let max = MAX_SYMBOLS - 1;
    let advice = match blocks.metric {
        BlockMetric::Unit => "",
        BlockMetric::Straight | BlockMetric::Finger => "; the metric `unit` has fewer",
    };
    let problem = if free == 0 {
        "no free place, `.`, so nothing can move".to_owned()
    } else if parts > max {
        format!("blocks of different kinds have {parts} parts; at most {max}")
    } else if let Some(turns) = blocks.find_turns(free) {
        match blocks.steps.len() {
            0 => "no block can ever move".to_owned(),
            1..=Move::LIMIT => return Some(turns),
            found => format!(
                "{found} moves; a puzzle has at most {}{advice}",
                Move::LIMIT
            ),
        }
    } else {
        format!("over {MAX_TURNS} ways for blocks to move{advice}")
    };
    findings.add(span, problem);
    None
}

impl Blocks {
    /// The blocks of a tray, without their moves.
    fn on(
        tray: &Drawing,
        goals: &[Drawing],
        file: &BlockDefinition,
        findings: &mut Findings<'_>,
    ) -> Option<Self> {
        let metric = match file.metric.as_ref().map(Spanned::as_ref) {
            None | Some(Metric::Unit) => BlockMetric::Unit,
            Some(Metric::Straight) => BlockMetric::Straight,
            Some(Metric::Finger) => BlockMetric::Finger,
            Some(Metric::Move | Metric::Axis) => {
                let span = file.metric.as_ref().map_or(0..1, Spanned::span);
                let problem = "the metric of blocks is `unit`, `straight` or `finger`";
                findings.add(span, problem);
                return None;
            }
        };
        let is_named = |letter: char| {
            let mut all = goals.iter().flat_map(Drawing::blocks);
            all.any(|(other, _)| other == letter)
        };
        let mut blocks = Self {
            width: tray.width,
            height: tray.height,
            cells: Vec::new(),
            places: Vec::new(),
            kinds: kinds(tray, is_named),
            metric,
            is_along: file.slide.as_ref().map(Spanned::as_ref) == Some(&Slide::Along),
            steps: Vec::new(),
        };
        for (place, (letter, _)) in tray.letters.iter().enumerate() {
            let cell = u8::try_from(blocks.places.len()).ok();
            let cell = cell.filter(|_| *letter != '#');
            blocks.cells.push(cell);
            blocks.places.extend(cell.map(|_| place));
        }
        Some(blocks)
    }

    /// The number of pieces of each symbol, and its text.
    fn symbols(&self, free: u32) -> (Vec<u32>, Vec<String>) {
        let mut symbols = vec![(free, ".".to_owned())];
        for kind in &self.kinds {
            let count = u32::try_from(kind.letters.len()).unwrap_or(u32::MAX);
            let letter = kind.letters.first().copied().unwrap_or('?');
            symbols.extend((1..=kind.parts.len()).map(|part| match kind.parts[..] {
                [_] => (count, letter.to_string()),
                _ => (count, format!("{letter}{part}")),
            }));
        }
        symbols.into_iter().unzip()
    }

    fn picture(&self) -> Picture {
        let at = |place: &usize| (place / self.width, place % self.width);
        let grid: Vec<(usize, usize)> = self.places.iter().map(at).collect();
        let name = |(row, column): &(usize, usize)| format!("r{}c{}", row + 1, column + 1);
        let spot = |(row, column): &(usize, usize)| (*row, 2 * column..2 * column + 1);
        Picture {
            names: grid.iter().map(name).collect(),
            spots: grid.iter().map(spot).collect(),
            grid,
        }
    }

    /// A goal's symbols.
    fn goal(&self, goal: &Drawing) -> Vec<Option<u8>> {
        let mut symbols = vec![None; self.places.len()];
        for (letter, places) in goal.blocks() {
            let shape = goal.shape(&places);
            let named = (self.kinds.iter()).find(|kind| kind.letters.contains(&letter));
            // A letter that no block has is any block of its shape.
            let like = |kind: &&BlockKind| !kind.is_named && kind.parts == shape;
            let kind = named.or_else(|| self.kinds.iter().find(like));
            for (place, symbol) in places.iter().zip(kind.map_or(0, |kind| kind.symbol)..) {
                if let Some(cell) = self.cells.get(*place).copied().flatten() {
                    symbols[usize::from(cell)] = Some(symbol);
                }
            }
        }
        symbols
    }
}

fn goal_name(goal: &GoalEntry) -> String {
    goal.name
        .as_ref()
        .map_or(String::new(), |name| name.as_ref().clone())
}

/// Reads a drawing of the tray.
fn drawing(text: &Spanned<String>, findings: &mut Findings<'_>) -> Option<Drawing> {
    let found = Drawing::of(text.as_ref()).map_err(|(at, problem)| {
        let place = findings.within(&text.span(), text.as_ref(), at..at + 1);
        findings.add(place, problem);
    });
    let drawing = found.ok()?;
    let cells = drawing
        .letters
        .iter()
        .filter(|(letter, _)| *letter != '#')
        .count();
    if !(2..=MAX_CELLS).contains(&cells) {
        let problem =
            format!("a tray has 2 to {MAX_CELLS} places without a wall, this has {cells}");
        findings.add(text.span(), problem);
        return None;
    }
    Some(drawing)
}

/// The kinds of blocks, in reading order. A block that a goal names has its own kind.
fn kinds(tray: &Drawing, is_named: impl Fn(char) -> bool) -> Vec<BlockKind> {
    let mut kinds: Vec<BlockKind> = Vec::new();
    for (letter, places) in tray.blocks() {
        let (parts, is_named) = (tray.shape(&places), is_named(letter));
        let same = kinds
            .iter_mut()
            .find(|kind| !is_named && !kind.is_named && kind.parts == parts);
        match same {
            Some(kind) => kind.letters.push(letter),
            None => kinds.push(BlockKind {
                parts,
                letters: vec![letter],
                is_named,
                symbol: 0,
            }),
        }
    }
    let mut symbol = 1u8;
    for kind in &mut kinds {
        kind.symbol = symbol;
        symbol = symbol.saturating_add(u8::try_from(kind.parts.len()).unwrap_or(u8::MAX));
    }
    kinds
}

/// Reads the goals, and compares their blocks with the tray's.
fn read_goals(
    file: &BlockDefinition,
    tray: &Drawing,
    findings: &mut Findings<'_>,
) -> Option<Vec<Drawing>> {
    let mut goals = Vec::new();
    if file.goals.is_empty() {
        findings.add(file.name.span(), "a puzzle has at least one [[goal]]");
    }
    for entry in &file.goals {
        let goal = entry.as_ref();
        let has_others = goal.board.is_some()
            || goal.same.is_some()
            || goal.recolour.is_some()
            || goal.turned.is_some()
            || goal.symmetric.is_some();
        let Some(text) = goal.blocks.as_ref().filter(|_| !has_others) else {
            let problem = "a goal of blocks has a drawing, `blocks`, and no other key but `name`";
            findings.add(entry.span(), problem);
            continue;
        };
        if let Some(drawn) = drawing(text, findings) {
            goals.push((text, drawn));
        }
    }
    let named: Vec<char> = goals
        .iter()
        .flat_map(|(_, goal)| goal.blocks())
        .map(|(letter, _)| letter)
        .collect();
    for (text, goal) in &goals {
        for (at, problem) in flaws(goal, tray, &named) {
            let place = findings.within(&text.span(), text.as_ref(), at..at + 1);
            findings.add(place, problem);
        }
    }
    let goals = goals.into_iter().map(|(_, goal)| goal).collect();
    findings.is_clean().then_some(goals)
}

/// The mistakes in a goal, given the letters of all goals.
fn flaws(goal: &Drawing, tray: &Drawing, named: &[char]) -> Vec<(usize, String)> {
    let size = |drawing: &Drawing| format!("{} rows of {}", drawing.height, drawing.width);
    if (goal.width, goal.height) != (tray.width, tray.height) {
        let problem = format!("the goal has {}, the tray {}", size(goal), size(tray));
        return vec![(goal.at(0), problem)];
    }
    let mut flaws = Vec::new();
    for (place, ((wish, at), (letter, _))) in goal.letters.iter().zip(&tray.letters).enumerate() {
        let is_wall = *letter == '#';
        if *wish != '.' && (*wish == '#') != is_wall {
            let (row, column) = (place / tray.width + 1, place % tray.width + 1);
            let what = if is_wall { "a wall" } else { "no wall" };
            flaws.push((
                *at,
                format!("the tray has {what} in row {row}, column {column}"),
            ));
        }
    }
    let in_tray = tray.blocks();
    // A letter that no block has is any block of its shape that no goal names.
    let is_unlike = |places: &[usize]| {
        let mut others = in_tray.iter().filter(|(letter, _)| !named.contains(letter));
        !others.any(|(_, own)| tray.shape(own) == goal.shape(places))
    };
    for (letter, places) in goal.blocks() {
        let own = in_tray.iter().find(|(other, _)| *other == letter);
        let problem = match own {
            Some((_, own)) if tray.shape(own) != goal.shape(&places) => {
                format!("`{letter}` has another shape here than in the tray")
            }
            None if is_unlike(&places) => {
                format!(
                    "no block is called `{letter}`, and goals name all blocks of this shape, if there are any"
                )
            }
            _ => continue,
        };
        flaws.push((goal.at(places[0]), problem));
    }
    if goal.blocks().is_empty() {
        flaws.push((goal.at(0), "this goal names no block".to_owned()));
    }
    flaws
}
