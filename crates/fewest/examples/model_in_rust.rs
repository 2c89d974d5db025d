//! A puzzle whose parts are put together in Rust: pancakes to flip. It has all that a puzzle with a
//! name has.
//!
//! `cargo run --release -p fewest --example model_in_rust`

use fewest::compare::Contest;
use fewest::space::structure::{Structure, Turn};
use fewest::{Draw, Listing, Model, Move, Options, Pool, Puzzle};

/// A stack of pancakes, each of another size, the topmost first. A move turns over those above some
/// place.
fn pancakes(count: u8) -> Model {
    let flips = (2..=count).zip(0..).map(|(flipped, number)| Turn {
        by: Move::new(number),
        needs: Vec::new(),
        from: (0..flipped).rev().chain(flipped..count).collect(),
    });
    let structure = Structure {
        pieces: vec![1; count.into()],
        turns: flips.collect(),
        goals: vec![(0..count).map(Some).collect()],
    };
    Model {
        name: "pancakes".to_owned(),
        title: format!("{count} pancakes to flip"),
        moves: (2..=count)
            .map(|flipped| format!("flip{flipped}"))
            .collect(),
        ..Model::of(structure)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::from_model(pancakes(8))?;
    let options = Options::default();
    let survey = puzzle.survey(Listing::default(), &options)?;
    println!(
        "{}: {} boards, God's number {}",
        puzzle.title(),
        survey.figures.boards,
        survey.figures.farthest
    );
    let draw = Draw {
        pool: Pool::Moves(7, 7),
        count: 3,
        seed: 1,
        distinct: true,
    };
    let samples = puzzle.sample(&draw, &options)?;
    for sample in &samples {
        let answer = puzzle.solve(&sample.board, &options)?;
        println!(
            "{}: {}",
            puzzle.text(&sample.board),
            puzzle.moves_text(&sample.board, &answer.moves)
        );
    }
    let cases: Vec<_> = (samples.into_iter())
        .map(|sample| sample.board.into())
        .collect();
    let comparison = puzzle.compare(&cases, &Contest::default(), &options)?;
    for (contender, sum) in comparison.contenders.iter().zip(comparison.sums()) {
        println!("{}: {} boards generated", contender.title(), sum.generated);
    }
    Ok(())
}
