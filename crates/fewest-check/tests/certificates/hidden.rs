//! Pieces that do not show how they are turned.

use fastrand::Rng;
use fewest::support::number::grouped;
use fewest::{Board, Listing, Options, Puzzle};

use crate::random::{refutes_entries, refutes_mutants};
use crate::{check, truth, with_claim};

const PUZZLES: u64 = 40;

/// Two to four places with pieces that turn, some of them without a mark; two moves that carry and turn
/// them; and in some puzzles a cell that never changes, and two that one of the moves swaps. The pieces
/// without a mark are of some kinds.
pub fn definition(rng: &mut Rng, kinds: usize) -> String {
    let turns = rng.usize(2..4);
    let places = rng.usize(2..if turns == 2 { 5 } else { 4 });
    let marked = rng.usize(1..places.min(3));
    let mut board = vec!["."; places * turns];
    if kinds > 1 {
        board
            .chunks_mut(turns)
            .for_each(|place| place.fill([".", "x", "y"][rng.usize(..kinds)]));
    }
    for piece in 0..marked {
        board[piece * turns + rng.usize(..turns)] = ["a", "b"][rng.usize(..2)];
    }
    // All arrangements of the cells are listed for each changed certificate: there should be few.
    let extra = places * turns < 7 && rng.bool();
    if extra {
        board.extend([".", "c", "."]);
    }
    let moves = ["one", "two"].map(|name| {
        let mut to: Vec<usize> = (0..places).collect();
        rng.shuffle(&mut to);
        let mut cycles = Vec::new();
        let turned: Vec<usize> = (0..places).map(|_| rng.usize(..turns)).collect();
        let image = |cell: usize| {
            let (place, at) = (cell / turns, cell % turns);
            to[place] * turns + (at + turned[place]) % turns
        };
        let mut known = vec![false; places * turns];
        for first in 0..places * turns {
            let mut cycle = Vec::new();
            let mut cell = first;
            while !std::mem::replace(&mut known[cell], true) {
                cycle.push((cell + 1).to_string());
                cell = image(cell);
            }
            if cycle.len() > 1 {
                cycles.push(format!("({})", cycle.join(" ")));
            }
        }
        if extra && name == "one" {
            cycles.push(format!("({} {})", board.len() - 1, board.len()));
        } else if cycles.is_empty() {
            cycles.push("(1 2)".to_owned());
        }
        let cycles = cycles.concat();
        let one_way = rng.u8(..4) == 0;
        format!("[[move]]\nname = \"{name}\"\ncycles = \"{cycles}\"\none_way = {one_way}\n")
    });
    let mut pieces = board.clone();
    pieces.sort_unstable();
    pieces.dedup();
    let count = |symbol: &str| board.iter().filter(|other| **other == symbol).count();
    let pieces = pieces
        .iter()
        .map(|piece| format!("{piece}*{}", count(piece)));
    format!(
        "name = \"hidden\"\ncells = {}\npieces = \"{}\"\n{}[[goal]]\nboard = \"{}\"\n",
        board.len(),
        pieces.collect::<Vec<String>>().join(" "),
        moves.concat(),
        board.join(" ")
    )
}

pub fn counts(puzzle: &Puzzle) -> Vec<u64> {
    let survey = puzzle.survey(Listing::default(), &Options::default());
    survey.expect("it is small").figures.counts
}

/// A board after random moves.
fn walked(puzzle: &Puzzle, moves: usize, rng: &mut Rng) -> Board {
    let mut board = puzzle
        .solved_board(&Options::default())
        .expect("it has one goal");
    for _ in 0..moves {
        let legal = puzzle.legal_moves(&board);
        let by = legal[rng.usize(..legal.len())];
        board = puzzle.after(&board, by).expect("it is legal");
    }
    board
}

#[test]
fn random_puzzles_with_hidden_turns() {
    let (mut marked, mut solved, mut impossible) = (0, 0, 0);
    for seed in 0..PUZZLES {
        let mut rng = Rng::with_seed(seed);
        let text = definition(&mut rng, 1);
        let options = Options::default();
        // It is refused if the two moves are the same, or one can be undone although it is one-way.
        let Ok(puzzle) = Puzzle::from_toml(&text) else {
            continue;
        };
        let counts = counts(&puzzle);
        let survey = puzzle.survey_certificate(&counts, "all", &options);
        let survey = survey.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let verified = check(&survey);
        assert!(verified.is_ok(), "{verified:?}\n{}\n{text}", survey.text);
        assert!(truth::is_true(&survey.text), "{}", survey.text);
        if !survey.text.contains(" marked ") {
            continue;
        }
        marked += 1;
        refutes_entries(&survey, &mut rng);
        refutes_mutants(&survey, &mut rng);
        for number in 0..4 {
            let mut board = walked(&puzzle, number * 2, &mut rng);
            if number == 0 {
                // Perhaps two marks are in one place, and the table has no entry.
                let mut symbols = board.symbols().to_vec();
                rng.shuffle(&mut symbols);
                board = puzzle.board_of(&symbols).expect("a board");
            }
            let certificate = puzzle.certificate(&board, rng.bool(), "one", &options);
            let certificate = certificate.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(truth::is_true(&certificate.text), "{}", certificate.text);
            assert!(check(&certificate).is_ok(), "{}", certificate.text);
            let lines = certificate.text.lines();
            let is_claim = |line: &&str| {
                let keys = ["board", "moves", "solutions", "unsolvable"];
                keys.iter().any(|key| line.starts_with(key))
            };
            let claim: Vec<&str> = lines.filter(is_claim).collect();
            let by_table = with_claim(&survey, &claim.join("\n"));
            if claim.contains(&"unsolvable") {
                impossible += usize::from(check(&by_table).is_err());
            } else {
                solved += 1;
                assert!(check(&by_table).is_ok(), "{}", by_table.text);
            }
            refutes_mutants(&by_table, &mut rng);
        }
    }
    assert!(
        marked > 15 && solved > 40 && impossible > 5,
        "{marked} {solved} {impossible}"
    );
}

/// The stages of a cube hide most pieces, and the turns of the others where the goal does not see them.
#[test]
fn stages_of_a_cube() {
    let options = Options::default();
    for (name, boards, entries) in [
        ("cross", 190_080, 24 * 23 * 22 * 21),
        ("block222", 253_440, 24 * 23 * 22 * 24),
        ("eo", 2_048, 2_048),
    ] {
        let puzzle = Puzzle::open(name).expect("it is built in");
        let counts = counts(&puzzle);
        assert_eq!(counts.iter().sum::<u64>(), boards);
        let survey = puzzle.survey_certificate(&counts, "all", &options);
        let mut survey = survey.expect("a table fits");
        assert_eq!(survey.tables[0].1.len(), entries);
        let farthest = counts.len() - 1;
        let verified = format!(
            "verified: {} boards, none more than {farthest} moves from a goal",
            grouped(boards)
        );
        assert_eq!(check(&survey), Ok(verified));
        // The first and the last entry, and some between them.
        for place in (0..entries).step_by((entries - 1) / 3) {
            let entry = survey.tables[0].1[place];
            survey.tables[0].1[place] = entry.wrapping_add(1);
            assert!(check(&survey).is_err(), "entry {place} of {name}");
            survey.tables[0].1[place] = entry;
        }
    }
}

/// Regression: such stages could not be certified. Now a table of some pieces guides a search.
#[test]
fn a_stage_too_large_for_a_table() {
    let options = Options::default();
    let puzzle = Puzzle::open("first-layer").expect("it is built in");
    let board = walked(&puzzle, 30, &mut Rng::with_seed(1));
    let certificate = puzzle.certificate(&board, false, "name", &options);
    let certificate = certificate.expect("a table fits");
    assert!(certificate.text.contains("\nbound tables\n"));
    let answer = puzzle.solve(&board, &options).expect("it is solved");
    let moves = answer.moves.len();
    let verified = format!(
        "verified: {moves} moves are enough, and {} are not",
        moves - 1
    );
    assert_eq!(check(&certificate), Ok(verified));
}

/// Regression: the sum of the turns was compared, although two pieces do not show how they are turned.
#[test]
fn hidden_turns_have_no_sum() {
    let text = r#"
name = "hidden"
cells = 8
pieces = "a*2 .*6"
move = [
  { name = "one", cycles = "(1 4 2 3)(5 6)" },
  { name = "two", cycles = "(1 6 4 7)(2 5 3 8)" },
]
goal = [{ board = "a . a . . . . ." }]
"#;
    let puzzle = Puzzle::from_toml(text).expect("a definition");
    let board = puzzle.board(". . a . . . . a").expect("a board");
    let certificate = puzzle.certificate(&board, false, "name", &Options::default());
    let verified = "verified: no moves solve the board".to_owned();
    assert_eq!(check(&certificate.expect("it is small")), Ok(verified));
}
