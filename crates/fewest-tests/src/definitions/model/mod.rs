//! The meaning of a definition, derived only from its parts and from docs/definitions.md.

mod goals;

use crate::definitions::spec::{Spec, Way};
use goals::expand;

/// For each cell, the cell whose piece comes here.
pub type Permutation = Vec<u8>;

/// A puzzle whose boards are symbols by cell.
#[derive(Clone, Debug)]
pub struct Model {
    pub symbols: Vec<String>,
    pub counts: Vec<u32>,
    pub blank: Option<u8>,
    /// In tie order.
    pub moves: Vec<Turns>,
    pub goals: Vec<Goal>,
    /// True if entries expand to several goals, so that goal names end in numbers.
    pub has_images: bool,
    /// The order of the cells in boards on a line.
    pub order: Vec<u8>,
}

/// A move: its effect for each required cell of the blank, or for any.
#[derive(Clone, Debug)]
pub struct Turns {
    pub name: String,
    pub turns: Vec<(Option<u8>, Permutation)>,
}

#[derive(Clone, Debug)]
pub struct Goal {
    pub name: String,
    pub board: Vec<Option<u8>>,
}

const MAX_MOVES: usize = 255;

impl Model {
    /// Derives the meaning of a definition, or the reason why it has none.
    pub fn of(spec: &Spec) -> Result<Self, &'static str> {
        let cells = spec.cells.names.len();
        let pieces: u32 = spec.symbols.iter().map(|(_, count)| count).sum();
        if pieces as usize != cells || !(2..=256).contains(&cells) {
            return Err("pieces fill the cells");
        }
        if spec
            .blank
            .is_some_and(|blank| spec.symbols[usize::from(blank)].1 != 1)
        {
            return Err("the blank is one piece");
        }
        let mut moves = file_moves(spec)?;
        moves.extend(targets(spec)?);
        if moves.is_empty() {
            return Err("a puzzle has moves");
        }
        if spec.is_axis_metric {
            moves = with_axes(moves)?;
        }
        if moves.len() > MAX_MOVES {
            return Err("there are at most 255 moves");
        }
        for (place, (one, _)) in moves.iter().enumerate() {
            if moves[..place]
                .iter()
                .any(|(other, _)| other.name == one.name)
            {
                return Err("moves have different names");
            }
            if one.turns.iter().all(|(_, from)| is_identity(from)) {
                return Err("a move changes something");
            }
        }
        let mut goals: Vec<Goal> = Vec::new();
        let file: Vec<Turns> = file_moves(spec)?
            .into_iter()
            .map(|(turns, _)| turns)
            .collect();
        for goal in &spec.goals {
            for goal in expand(goal, spec, &file)? {
                if goals.iter().all(|known| known.board != goal.board) {
                    goals.push(goal);
                }
            }
        }
        let mut entries = spec.goals.iter();
        let has_images = entries.any(|goal| !goal.recolour.is_empty() || !goal.turned.is_empty());
        if goals.is_empty() {
            return Err("there is a goal");
        }
        let is_touched = |cell: &u8| {
            let mut turns = moves.iter().flat_map(|(m, _)| &m.turns);
            turns.any(|(_, from)| from[usize::from(*cell)] != *cell)
        };
        if spec.fixed.iter().any(is_touched) {
            return Err("what is fixed does not move");
        }
        let cell_order = || (0..=u8::MAX).take(cells).collect();
        Ok(Self {
            symbols: spec
                .symbols
                .iter()
                .map(|(symbol, _)| symbol.clone())
                .collect(),
            counts: spec.symbols.iter().map(|(_, count)| *count).collect(),
            blank: spec.blank,
            moves: moves.into_iter().map(|(turns, _)| turns).collect(),
            goals,
            has_images,
            order: spec.boards.order.clone().unwrap_or_else(cell_order),
        })
    }

    #[must_use]
    pub fn cells(&self) -> usize {
        self.order.len()
    }

    /// The board after a move, if it is legal.
    #[must_use]
    pub fn after(&self, board: &[u8], place: usize) -> Option<Vec<u8>> {
        let is_here = |need: &Option<u8>| {
            need.is_none_or(|cell| Some(board[usize::from(cell)]) == self.blank)
        };
        let (_, from) = self.moves[place]
            .turns
            .iter()
            .find(|(need, _)| is_here(need))?;
        Some(from.iter().map(|&cell| board[usize::from(cell)]).collect())
    }

    #[must_use]
    pub fn meets(&self, board: &[u8], goal: usize) -> bool {
        let mut cells = board.iter().zip(&self.goals[goal].board);
        cells.all(|(symbol, required)| required.is_none_or(|required| required == *symbol))
    }

    /// Returns true if a move depends on the blank's cell.
    #[must_use]
    pub fn looks_at_blank(&self) -> bool {
        let mut turns = self.moves.iter().flat_map(|m| &m.turns);
        turns.any(|(need, _)| need.is_some())
    }
}

fn identity(cells: usize) -> Permutation {
    (0..=u8::MAX).take(cells).collect()
}

fn in_cycles(cells: usize, cycles: &[Vec<u8>]) -> Permutation {
    let mut from = identity(cells);
    for cycle in cycles {
        for (i, &cell) in cycle.iter().enumerate() {
            from[usize::from(cycle[(i + 1) % cycle.len()])] = cell;
        }
    }
    from
}

#[must_use]
pub fn is_identity(from: &[u8]) -> bool {
    (0..=u8::MAX).zip(from).all(|(to, from)| to == *from)
}

#[must_use]
pub fn inverse(from: &[u8]) -> Permutation {
    let mut back = from.to_vec();
    for (to, &from) in (0..=u8::MAX).zip(from) {
        back[usize::from(from)] = to;
    }
    back
}

/// The first permutation, followed by the second.
#[must_use]
pub fn then(first: &[u8], second: &[u8]) -> Permutation {
    second
        .iter()
        .map(|&cell| first[usize::from(cell)])
        .collect()
}

type Named = (Turns, Option<&'static str>);

/// The moves listed in the file, with their axes.
fn file_moves(spec: &Spec) -> Result<Vec<Named>, &'static str> {
    let mut moves = Vec::new();
    for (place, move_spec) in spec.moves.iter().enumerate() {
        let turns = meaning(spec, place, &mut Vec::new())?;
        let name = move_spec.name.clone();
        moves.push((Turns { name, turns }, move_spec.axis));
    }
    Ok(moves)
}

/// The effect of a move in the file. `asked` has the moves that refer to it.
fn meaning(
    spec: &Spec,
    place: usize,
    asked: &mut Vec<usize>,
) -> Result<Vec<(Option<u8>, Permutation)>, &'static str> {
    let cells = spec.cells.names.len();
    if asked.contains(&place) {
        return Err("moves name each other");
    }
    asked.push(place);
    let named = |name: &String| {
        let found = spec.moves.iter().position(|m| m.name == *name);
        found.ok_or("there is such a move")
    };
    let turns = match &spec.moves[place].way {
        Way::Shift(line) => {
            let mut from = identity(cells);
            for (i, &cell) in line.iter().enumerate() {
                from[usize::from(cell)] = line[(i + 1) % line.len()];
            }
            vec![(None, from)]
        }
        Way::Cycles(cycles) => vec![(None, in_cycles(cells, cycles))],
        Way::Inverse(other) => {
            let turns = meaning(spec, named(other)?, asked)?;
            let back = |(need, from): (Option<u8>, Permutation)| {
                // The inverse needs the blank on the cell that it reached.
                let to = |cell| (0..=u8::MAX).zip(&from).find(|(_, from)| **from == cell);
                let need = need.and_then(to).map(|(to, _)| to);
                (need, inverse(&from))
            };
            turns.into_iter().map(back).collect()
        }
        Way::Sequence(words) => {
            let mut all = identity(cells);
            for name in words {
                let turns = meaning(spec, named(name)?, asked)?;
                let [(None, from)] = &turns[..] else {
                    return Err("sequences are of moves that do not ask for the blank");
                };
                all = then(&all, from);
            }
            vec![(None, all)]
        }
        Way::Offset(down, right) => {
            spec.blank.ok_or("there is a blank")?;
            let mut turns = Vec::new();
            for (cell, (row, column)) in (0..=u8::MAX).zip(&spec.cells.grid) {
                let there = |(other_row, other_column): &(usize, usize)| {
                    (
                        signed(*other_row) - signed(*row),
                        signed(*other_column) - signed(*column),
                    ) == (i64::from(*down), i64::from(*right))
                };
                let found = (0..=u8::MAX)
                    .zip(&spec.cells.grid)
                    .find(|(_, place)| there(place));
                if let Some((other, _)) = found.filter(|(other, _)| *other != cell) {
                    turns.push((Some(cell), swap(cells, cell, other)));
                }
            }
            turns
        }
        Way::Steps(pairs) => {
            spec.blank.ok_or("there is a blank")?;
            let step = |&(from, to): &(u8, u8)| (Some(from), swap(cells, from, to));
            pairs.iter().map(step).collect()
        }
    };
    asked.pop();
    if turns.is_empty() {
        return Err("a move does something");
    }
    for (i, (need, _)) in turns.iter().enumerate() {
        if turns[..i].iter().any(|(other, _)| other == need) {
            return Err("a move does one thing at a time");
        }
    }
    Ok(turns)
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("boards are small")
}

fn swap(cells: usize, one: u8, other: u8) -> Permutation {
    let mut from = identity(cells);
    from.swap(usize::from(one), usize::from(other));
    from
}

/// One move per cell that the blank can go to, in cell order.
fn targets(spec: &Spec) -> Result<Vec<Named>, &'static str> {
    if spec.targets.is_empty() {
        return Ok(Vec::new());
    }
    spec.blank.ok_or("there is a blank")?;
    let cells = spec.cells.names.len();
    let mut moves = Vec::new();
    for (to, name) in (0..=u8::MAX).zip(&spec.cells.names) {
        let end = |&(a, b): &(u8, u8)| {
            if a == to {
                Some(b)
            } else {
                (b == to).then_some(a)
            }
        };
        let mut starts: Vec<u8> = spec.targets.iter().filter_map(end).collect();
        starts.sort_unstable();
        let turns: Vec<_> = starts
            .iter()
            .map(|&from| (Some(from), swap(cells, from, to)))
            .collect();
        if !turns.is_empty() {
            let name = name.clone();
            moves.push((Turns { name, turns }, None));
        }
    }
    Ok(moves)
}

/// The number of repetitions of a move that restore every board.
fn order(from: &Permutation) -> usize {
    let mut times = 1;
    let mut power = from.clone();
    while !is_identity(&power) {
        power = then(&power, from);
        times += 1;
    }
    times
}

/// Adds the combined moves of each axis after its last move: fewest moves first, then in tie order.
fn with_axes(mut moves: Vec<Named>) -> Result<Vec<Named>, &'static str> {
    let mut axes: Vec<&str> = moves.iter().filter_map(|(_, axis)| *axis).collect();
    axes.dedup();
    let mut done: Vec<&str> = Vec::new();
    for axis in axes {
        if done.contains(&axis) {
            continue;
        }
        done.push(axis);
        let on_axis: Vec<Turns> = moves
            .iter()
            .filter(|named| named.1 == Some(axis))
            .map(|named| named.0.clone())
            .collect();
        let mut single = Vec::new();
        for turns in &on_axis {
            let [(None, from)] = &turns.turns[..] else {
                return Err("a move of the blank has no axis");
            };
            single.push(from.clone());
        }
        let mut layers: Vec<Vec<(Vec<usize>, Permutation)>> = vec![
            single
                .iter()
                .cloned()
                .enumerate()
                .map(|(i, from)| (vec![i], from))
                .collect(),
        ];
        let mut known = single.clone();
        while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
            let mut next = Vec::new();
            for (word, from) in layer {
                for (i, generator) in single.iter().enumerate() {
                    let product = then(from, generator);
                    if !is_identity(&product) && !known.contains(&product) {
                        known.push(product.clone());
                        next.push(([&word[..], &[i]].concat(), product));
                    }
                }
            }
            if known.len() > MAX_MOVES {
                return Err("there are at most 255 moves");
            }
            layers.push(next);
        }
        let made = layers.into_iter().skip(1).flatten().map(|(word, from)| {
            let spelt = |is_short: bool| -> String {
                let runs = word.chunk_by(|a, b| a == b);
                let names = runs.map(|run| {
                    let left = order(&single[run[0]]) - run.len();
                    let times = match (run.len(), left) {
                        (1, _) => String::new(),
                        (_, 1) if is_short => "'".to_owned(),
                        (made, left) if is_short && left < made => format!("{left}'"),
                        (made, _) => made.to_string(),
                    };
                    on_axis[run[0]].name.clone() + &times
                });
                names.collect()
            };
            let short = spelt(true);
            let is_taken = moves.iter().any(|(turns, _)| turns.name == short);
            let name = if is_taken { spelt(false) } else { short };
            let turns = vec![(None, from)];
            (Turns { name, turns }, Some(axis))
        });
        let last = moves
            .iter()
            .rposition(|named| named.1 == Some(axis))
            .expect("there is one");
        let made: Vec<Named> = made.collect();
        moves.splice((last + 1)..=last, made);
    }
    Ok(moves)
}
