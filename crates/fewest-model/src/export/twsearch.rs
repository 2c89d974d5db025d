//! Puzzles as files of twsearch, in the part of its language that ksolve+ shares.

use std::iter::once;

use crate::import::puzzle::{FilePuzzle, Solved};

pub(super) fn written(puzzle: &FilePuzzle<'_>) -> String {
    let mut out = format!("Name {}\n", puzzle.name);
    for set in &puzzle.sets {
        let (name, pieces, turns) = (set.name, set.pieces, set.orientations);
        line(&mut out, once(format!("Set {name} {pieces} {turns}")));
    }
    out += "Solved\n";
    for set in &puzzle.sets {
        let turn = |solved: &Solved| match solved.period {
            1 if set.orientations > 1 => "?".to_owned(),
            _ => solved.turn.to_string(),
        };
        line(&mut out, once(set.name.to_owned()));
        line(
            &mut out,
            set.solved.iter().map(|solved| solved.piece.to_string()),
        );
        let turns: Vec<String> = set.solved.iter().map(turn).collect();
        if turns.iter().any(|turn| turn != "0") {
            line(&mut out, turns.into_iter());
        }
    }
    out += "End\n";
    for given in &puzzle.moves {
        line(&mut out, once(format!("Move {}", given.name)));
        for (set, action) in puzzle.sets.iter().zip(puzzle.actions(&given.carries)) {
            if (0..).zip(&action).all(|(place, step)| *step == (place, 0)) {
                continue;
            }
            line(&mut out, once(set.name.to_owned()));
            line(
                &mut out,
                action.iter().map(|(from, _)| (from + 1).to_string()),
            );
            if action.iter().any(|(_, turn)| *turn > 0) {
                // By the place that a piece leaves.
                let mut turns = vec![0; action.len()];
                for &(from, turn) in &action {
                    if let Some(slot) = turns.get_mut(from) {
                        *slot = turn;
                    }
                }
                line(&mut out, turns.iter().map(ToString::to_string));
            }
        }
        out += "End\n";
    }
    out
}

fn line(out: &mut String, words: impl Iterator<Item = String>) {
    *out += &words.collect::<Vec<_>>().join(" ");
    out.push('\n');
}
