//! A puzzle of one's own from a text: solved, surveyed, and told what it is.
//!
//! `cargo run --release -p fewest --example own_puzzle`

use fewest::{Listing, Options, Puzzle, Verdict};

/// Six tiles, and two squares of four of them to turn.
const SWIRL: &str = r#"
name = "swirl"
title = "turn two squares of four"
cells = """
a b c
d e f
"""
pieces = "1 2 3 4 5 6"

[[move]]
name = "l"
cycles = "(a b e d)"
[[move]]
name = "r"
cycles = "(b c f e)"

[[goal]]
board = "1 2 3 4 5 6"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let swirl = Puzzle::from_toml(SWIRL)?;
    let options = Options::default();
    let board = swirl.board("5 2 6 4 1 3")?;
    let answer = swirl.solve(&board, &options)?;
    println!("{}", swirl.drawing(&board));
    match answer.verdict {
        Verdict::Solved(moves) => println!(
            "solved in {moves} moves: {}",
            swirl.moves_text(&board, &answer.moves)
        ),
        verdict => println!("{verdict:?}"),
    }
    // Each move and how far it leaves the board from the goal.
    for (m, verdict) in swirl.moves_with_distances(&board, &options)? {
        println!("{}: {verdict:?}", swirl.moves_text(&board, &[m]));
    }
    let survey = swirl.survey(
        Listing {
            limit: 1,
            every: false,
        },
        &options,
    )?;
    let figures = &survey.figures;
    println!(
        "{} boards, God's number {}, {} boards need it",
        figures.boards, figures.farthest, figures.peak.boards
    );
    Ok(())
}
