//! Moves as a report shows them: what takes each back, and where those of the blank lead.

use fewest::model::Model;
use fewest::puzzle::Move;
use fewest::structure::WayBack;

/// More moves that take one back are not named.
const MOST_BACKS: u32 = 4;

/// Each move, with what takes it back.
pub fn with_ways_back(definition: &Model) -> Vec<String> {
    let name = |m: Move| definition.moves.get(m.index()).map_or("", String::as_str);
    let ways_back = definition.structure.ways_back();
    let moves = definition.moves.iter().zip(ways_back);
    let moves = moves.map(|(own, way_back)| match way_back {
        WayBack::One(back) if name(back) == own => format!("{own} (its own inverse)"),
        WayBack::One(back) => format!("{own} (back: {})", name(back)),
        WayBack::Several(backs) if backs.len() > MOST_BACKS => {
            format!("{own} (back: one of {})", backs.len())
        }
        WayBack::Several(backs) => {
            let backs: Vec<&str> = backs.map(name).collect();
            format!("{own} (back: {})", backs.join(" or "))
        }
        WayBack::None => format!("{own} (no way back)"),
    });
    moves.collect()
}

/// By move that swaps the blank with a piece: from which cell to which, as `steps` says it.
pub fn steps(definition: &Model) -> Vec<(&str, Vec<String>)> {
    let mut steps: Vec<(&str, Vec<String>)> = Vec::new();
    let cell = |cell: usize| {
        definition
            .picture
            .names
            .get(cell)
            .map_or("", String::as_str)
    };
    for turn in &definition.structure.turns {
        let Some((from, _)) = turn.needs else {
            continue;
        };
        let Some(to) = turn.from.iter().position(|&own| own == from) else {
            continue;
        };
        let step = format!("{}>{}", cell(from.into()), cell(to));
        let name = definition.moves.get(turn.by.index());
        let name = name.map_or("", String::as_str);
        match steps.last_mut() {
            Some((own, steps)) if *own == name => steps.push(step),
            _ => steps.push((name, vec![step])),
        }
    }
    steps
}
