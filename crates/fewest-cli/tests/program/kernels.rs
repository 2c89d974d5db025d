//! Definitions that a quick kernel takes.

use serde_json::Value;

use crate::common::{Run, solve, text};

fn object(run: &Run) -> Value {
    serde_json::from_str(run.stdout.trim_end()).expect("one object")
}

/// Regression: the definition of the 15-puzzle took 18 times the time of `fifteen`, without its
/// heuristics.
#[test]
fn a_definition_of_tiles_has_the_heuristics_of_tiles() {
    let board = "2 5 3 4 1 6 . 8 9 10 7 11 13 14 15 12";
    for how in [
        "--method ida-star --heuristic manhattan",
        "--method a-star --heuristic linear-conflict",
        "--method ida-star --heuristic walking-distance,misplaced",
        "--heuristic pattern --partition 1,2,3/4,5,6/7,8,9/10,11,12/13,14,15",
        "",
    ] {
        let definition = solve(
            &format!("../../puzzles/fifteen.toml {how} --to json"),
            board,
        );
        let built_in = format!("fifteen {how} --to json --from plain");
        let built_in = solve(&built_in, board.replace('.', "0"));
        assert_eq!(
            (definition.code, built_in.code),
            (0, 0),
            "{definition:?} {built_in:?}"
        );
        let (definition, built_in) = (object(&definition), object(&built_in));
        for field in ["distance", "moves", "nodes", "method", "heuristic"] {
            assert_eq!(definition[field], built_in[field], "{how}: {field}");
        }
    }
}

/// A wall in the 8-puzzle, between cells 2 and 3.
#[test]
fn tiles_with_walls_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("walls.toml");
    let walled = text("puzzles/eight.toml")
        .replace("offset = [0, 1]", "steps = \"1>2 4>5 5>6 7>8 8>9\"")
        .replace("offset = [0, -1]", "steps = \"2>1 5>4 6>5 8>7 9>8\"");
    std::fs::write(&file, walled).expect("writable");
    let name = file.display();
    solve(&name.to_string(), "1 . 3 4 2 6 7 5 8").gives("3 ddr\n");
    solve(&name.to_string(), "1 2 . 4 5 3 7 8 6").gives("2 dd\n");
    solve(&name.to_string(), ". 1 3 4 2 6 7 5 8").gives("4 rddr\n");
    // Parity allows it, and without the wall this is `rdd`; corners behind walls turn no tiles
    // round.
    let round = "1 . 2 4 5 3 7 8 6";
    for how in [
        "",
        "--method breadth-first",
        "--method ida-star --heuristic manhattan",
    ] {
        let answer = solve(&format!("{name} {how}"), round);
        assert_eq!(
            (answer.code, answer.stdout.as_str()),
            (0, "unsolvable\n"),
            "{answer:?}"
        );
    }
}
