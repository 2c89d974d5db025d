//! Every format of every puzzle works with every command or reports that it can't. No command
//! succeeds without output.

use fewest::{Draw, Pool, Puzzle};
use fewest_text::Judgement;
use fewest_text::formats::Policy;

use crate::common::Request;
use crate::read::read;

fn puzzles() -> Vec<Puzzle> {
    let names = ["rotation", "knights", "eight", "sliding:3x2"];
    let mut puzzles: Vec<_> = (names.iter())
        .map(|name| Puzzle::open(name).unwrap())
        .collect();
    let twiddle = include_str!("../../../../puzzles/twiddle.toml");
    puzzles.push(Puzzle::from_toml(twiddle).unwrap());
    puzzles
}

/// One board runs through all commands in each format.
#[test]
fn no_command_succeeds_without_a_board() {
    for puzzle in puzzles() {
        for format in fewest_text::formats(&puzzle) {
            let label = format!("{} {}", puzzle.name(), format.name);
            // Moves to a random board require a solution, so a table that takes seconds.
            if puzzle.name() == "knights" && format.begins_at_goal() {
                continue;
            }
            let request = Request {
                from: Some(format.name.to_owned()),
                to: Some(format.name.to_owned()),
                ..Request::default()
            };
            let (options, text) = (request.options(), request.text());
            let draw = Draw {
                pool: Pool::Solvable,
                count: 1,
                seed: 1,
                distinct: false,
            };
            let mut boards = Vec::new();
            let drawn = fewest_text::generate(&puzzle, &draw, &options, &text, &mut boards);
            assert_eq!(drawn.is_ok(), !boards.is_empty(), "{label}");
            if drawn.is_err() {
                continue;
            }
            let found = read(&puzzle, format.name, &boards, &[1 << 12]);
            assert_eq!(found.len(), 1, "{label}");
            // Some formats need square boards.
            if found[0].is_err() {
                let mut session = request.session(&puzzle).unwrap();
                let ran = session.run("boards", &mut &*boards, &mut Vec::new());
                assert!(ran.is_err(), "{label}");
                continue;
            }
            let valid =
                fewest_text::validate(&puzzle, &options, &text, "boards", &mut &*boards).unwrap();
            assert!(matches!(valid, Ok(1) | Err(_)), "{label} {valid:?}");
            // For knights, a board needs a table that takes seconds.
            if puzzle.name() == "knights" {
                continue;
            }
            let mut answers = Vec::new();
            let mut session = request.session(&puzzle).unwrap();
            let summary = session.run("boards", &mut &*boards, &mut answers).unwrap();
            assert_eq!((summary.boards, summary.solved), (1, 1), "{label}");
            assert!(!answers.is_empty(), "{label}");
            let input = ("boards", &mut &*boards as &mut (dyn std::io::Read + Send));
            let output = ("answers", &mut &*answers as &mut (dyn std::io::Read + Send));
            match fewest_text::check(
                &puzzle,
                &options,
                &text,
                Some(Policy::Shortest),
                input,
                output,
            ) {
                Ok(judgement) => assert!(
                    matches!(judgement, Judgement::Right(1)),
                    "{label} {judgement:?}"
                ),
                Err(error) => assert!(
                    error.to_string().contains("can't be checked"),
                    "{label}: {error}"
                ),
            }
        }
    }
}
