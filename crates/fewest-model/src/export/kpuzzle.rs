//! Puzzles of cubing.js, in the JSON form of its `KPuzzleDefinition`.

use serde_json::{Value, json};

use crate::import::puzzle::{FilePuzzle, Solved};

/// One line for each orbit of each part, which people can read.
pub(super) fn written(puzzle: &FilePuzzle<'_>) -> String {
    let orbits = puzzle.sets.iter().map(|set| {
        json!({
            "orbitName": set.name,
            "numPieces": set.pieces,
            "numOrientations": set.orientations,
        })
    });
    let orbits: Vec<String> = orbits.map(|orbit| format!("    {orbit}")).collect();
    let pattern = puzzle.sets.iter().map(|set| {
        let list = |of: fn(&Solved) -> usize| set.solved.iter().map(of).collect::<Vec<_>>();
        let mut orbit = json!({
            "pieces": list(|solved| solved.piece - 1),
            "orientation": list(|solved| solved.turn),
        });
        // 0 means that all orientations differ.
        let modulus = |solved: &Solved| match solved.period {
            period if period == set.orientations => 0,
            period => period,
        };
        let moduli: Vec<usize> = set.solved.iter().map(modulus).collect();
        if moduli.iter().any(|modulus| *modulus > 0) {
            orbit["orientationMod"] = json!(moduli);
        }
        (set.name, orbit)
    });
    let pattern = object(pattern, "    ");
    let moves = puzzle.moves.iter().map(|given| {
        let actions = puzzle.sets.iter().zip(puzzle.actions(&given.carries));
        let actions = actions.map(|(set, action)| {
            let (permutation, turns): (Vec<usize>, Vec<usize>) = action.into_iter().unzip();
            (
                set.name,
                json!({ "permutation": permutation, "orientationDelta": turns }),
            )
        });
        let name = json!(given.name);
        format!("    {name}: {}", object(actions, "      "))
    });
    let (name, moves) = (json!(puzzle.name), moves.collect::<Vec<_>>().join(",\n"));
    let orbits = orbits.join(",\n");
    format!(
        "{{\n  \"name\": {name},\n  \"orbits\": [\n{orbits}\n  ],\n  \"defaultPattern\": {pattern},\n  \"moves\": {{\n{moves}\n  }}\n}}\n"
    )
}

/// An object with a line for each value.
fn object<'n>(values: impl Iterator<Item = (&'n str, Value)>, indent: &str) -> String {
    let lines: Vec<String> = values
        .map(|(name, value)| format!("{indent}{}: {value}", json!(name)))
        .collect();
    let end = indent.get(2..).unwrap_or_default();
    format!("{{\n{}\n{end}}}", lines.join(",\n"))
}
