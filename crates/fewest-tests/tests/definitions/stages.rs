//! Random tiny stages with several goals: scrambles that lead to boards at each distance, compared
//! with a search of all boards of the extended puzzle.

use std::fmt::Write;

use fastrand::Rng;
use fewest::{Draw, Model, Options, Pool, Puzzle};
use fewest_tests::naive;
use fewest_text::TextOptions;

const PIECES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A puzzle of a few pieces, and a stage of it.
struct Stage {
    base: Puzzle,
    text: String,
    puzzle: Puzzle,
    goals: Vec<Vec<Option<u8>>>,
}

impl Stage {
    fn draw(rng: &mut Rng) -> Self {
        let pieces = &PIECES[..rng.usize(3..=PIECES.len())];
        let home = pieces.join(" ");
        let mut text = format!(
            "name = \"base\"\nmetric = \"axis\"\ncells = {}\npieces = \"{home}\"\n",
            pieces.len()
        );
        for name in &["R", "U", "F"][..rng.usize(1..=3)] {
            let mut cells: Vec<String> = (1..=pieces.len()).map(|cell| cell.to_string()).collect();
            rng.shuffle(&mut cells);
            let (first, second) = cells.split_at(rng.usize(2..=cells.len()));
            let mut cycles = format!("({})", first.join(" "));
            if second.len() > 1 && rng.bool() {
                write!(cycles, "({})", second.join(" ")).unwrap();
            }
            write!(
                text,
                "[[move]]\nname = \"{name}\"\naxis = \"{name}\"\ncycles = \"{cycles}\"\n"
            )
            .unwrap();
        }
        writeln!(text, "[[goal]]\nboard = \"{home}\"").unwrap();
        let base = Puzzle::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let next = |board: &Vec<u8>| naive::turned(&base.model().structure, board);
        let reached = naive::levels([base.model().solved_board()], next, u32::MAX).concat();
        let mut extension = "name = \"stage\"\nextends = \"base\"\n".to_owned();
        let mut goals = Vec::new();
        for _ in 0..rng.usize(2..=3) {
            let board = &reached[rng.usize(..reached.len())];
            let goal = board
                .iter()
                .map(|&symbol| Some(symbol).filter(|_| rng.bool()));
            let goal: Vec<Option<u8>> = goal.collect();
            let written = goal
                .iter()
                .map(|symbol| symbol.map_or("?", |symbol| pieces[usize::from(symbol)]));
            let written: Vec<&str> = written.collect();
            writeln!(extension, "[[goal]]\nboard = \"{}\"", written.join(" ")).unwrap();
            goals.push(goal);
        }
        text = format!("{text}{extension}");
        let find = |_: &str| Ok(Model::clone(base.model()));
        let stage = Model::from_toml_with(&extension, &find);
        let stage = stage.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let puzzle = Puzzle::from_model(stage).unwrap_or_else(|error| panic!("{error}\n{text}"));
        Self {
            base,
            text,
            puzzle,
            goals,
        }
    }

    fn meets_a_goal(&self, board: &[u8]) -> bool {
        naive::meets(&self.goals, board)
    }
}

fn scrambles(stage: &Stage, distance: u32, seed: u64) -> String {
    let draw = Draw {
        pool: Pool::Moves(distance, distance),
        count: 2,
        seed,
        distinct: false,
    };
    let text = TextOptions {
        to: Some("moves".to_owned()),
        ..TextOptions::default()
    };
    let mut output = Vec::new();
    let made = fewest_text::generate(
        &stage.puzzle,
        &draw,
        &Options::default(),
        &text,
        &mut output,
    );
    made.unwrap_or_else(|error| panic!("distance {distance}: {error}\n{}", stage.text));
    String::from_utf8(output).unwrap()
}

/// Sequences of random moves all had one length, so those of some tiny stages led to the same boards.
#[test]
fn scrambles_of_tiny_stages_were_not_found() {
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let stage = Stage::draw(&mut rng);
        let base = stage.base.model();
        let next = |board: &Vec<u8>| naive::turned(&base.structure, board);
        let real = naive::levels([base.solved_board()], next, u32::MAX).concat();
        let solved = real.into_iter().filter(|board| stage.meets_a_goal(board));
        let distances = naive::distances(solved, next, u32::MAX);
        let farthest = distances.values().max().copied().unwrap();
        for distance in 0..=farthest {
            let text = scrambles(&stage, distance, seed);
            assert_eq!(text.lines().count(), 2, "{text}\n{}", stage.text);
            for line in text.lines() {
                let separator = base.separator();
                let names = line
                    .split(separator)
                    .filter(|name| !["", "-"].contains(name));
                let mut board = base.solved_board();
                for name in names {
                    let m = base.find_move(name).unwrap_or_else(|| panic!("{line:?}"));
                    assert!(base.apply(&mut board, m));
                }
                assert_eq!(
                    distances[&board], distance,
                    "seed {seed}: {line}\n{}",
                    stage.text
                );
            }
        }
    }
}
