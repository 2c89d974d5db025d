//! Boards given by moves from the goal, and the names of powers of moves.

use fewest::{Draw, Model, Options, Pool, Puzzle, Verdict};
use fewest_text::TextOptions;

/// The boards that the format reads, one per line, or errors.
fn read(puzzle: &Puzzle, text: &str) -> Vec<Result<String, String>> {
    let boards = crate::read::read(puzzle, "moves", text.as_bytes(), &[1 << 12]).into_iter();
    boards
        .map(|board| board.map_err(|error| error.to_string()))
        .collect()
}

/// The goal after these quarter turns.
fn turned(puzzle: &Puzzle, moves: &[&str]) -> String {
    let mut board = puzzle.solved_board(&Options::default()).unwrap();
    for name in moves {
        let m = puzzle.model().find_move(name).unwrap();
        board = puzzle.after(&board, m).unwrap();
    }
    puzzle.text(&board)
}

fn round(order: usize) -> Model {
    let cells: Vec<String> = (1..=order).map(|cell| cell.to_string()).collect();
    let cells = cells.join(" ");
    Model::from_toml(&format!(
        "name = \"round\"\ncells = {order}\npieces = \"{cells}\"\nmetric = \"axis\"\n\
         [[move]]\nname = \"R\"\naxis = \"R\"\nshift = \"{cells}\"\n[[goal]]\nboard = \"{cells}\"\n"
    ))
    .unwrap()
}

#[test]
fn powers_are_called_as_people_write_them() {
    assert_eq!(round(3).moves, ["R", "R'"]);
    assert_eq!(round(4).moves, ["R", "R2", "R'"]);
    assert_eq!(round(5).moves, ["R", "R2", "R2'", "R'"]);
    let cube = Puzzle::open("cube2").unwrap();
    let names = ["R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'"];
    assert_eq!(cube.model().moves, names);
}

/// A file may name a move like another's inverse, though it is not.
#[test]
fn a_name_of_the_file_is_not_given_twice() {
    let text = "name = \"two\"\ncells = 6\npieces = \"1 2 3 4 5 6\"\nmetric = \"axis\"\n\
         [[move]]\nname = \"R\"\naxis = \"R\"\nshift = \"1 2 3 4\"\n\
         [[move]]\nname = \"R'\"\naxis = \"S\"\nshift = \"5 6\"\n[[goal]]\nboard = \"1 2 3 4 5 6\"\n";
    let model = Model::from_toml(text).unwrap();
    assert_eq!(model.moves, ["R", "R2", "R3", "R'"]);
}

#[test]
fn all_ways_to_write_a_power_are_read() {
    for name in ["cube2", "cube2q"] {
        let cube = Puzzle::open(name).unwrap();
        let board = turned(&cube, &["R", "R", "R", "U", "U", "F"]);
        for text in [
            "R' U2 F",
            "R3 U2 F",
            "R\u{2019} U2 F",
            "  R\u{2032}\tU2' F5 ",
            "R R2 U U F4 F",
            "R' U2 F\r",
        ] {
            assert_eq!(read(&cube, text), [Ok(board.clone())], "{name} {text}");
        }
        for text in ["R4", "R0"] {
            assert_eq!(read(&cube, text), [Ok(turned(&cube, &[]))], "{name} {text}");
        }
        assert_eq!(
            read(&cube, "-\n\n R \n"),
            [Ok(turned(&cube, &[])), Ok(turned(&cube, &["R"]))]
        );
    }
    // Each board is a separate input: reading continues after an error.
    let cube = Puzzle::open("cube2").unwrap();
    let boards = read(&cube, "R U\nR Q U\n\nF");
    let problem =
        "here:2:3: board 2: `Q` is not a move of cube2, which has R R2 R' U U2 U' F F2 F'";
    let expected = [
        Ok(turned(&cube, &["R", "U"])),
        Err(problem.to_owned()),
        Ok(turned(&cube, &["F"])),
    ];
    assert_eq!(boards, expected);
    for text in ["2", "R1000", "'", "RUQ"] {
        assert!(read(&cube, text)[0].is_err(), "{text}");
    }
}

/// Words of other notations that name no move, with suggestions.
#[test]
fn moves_of_other_notations_get_help() {
    let advice = |name: &str, word: &str| {
        let problem = read(&Puzzle::open(name).unwrap(), word)
            .remove(0)
            .unwrap_err();
        let head = format!("here:1:1: board 1: `{word}` is not a move of {name}");
        problem.strip_prefix(&head).unwrap_or(&problem).to_owned()
    };
    assert_eq!(advice("cube3", "Ri"), ": write `R'`");
    assert_eq!(advice("cube3", "F-"), ": write `F'`");
    assert_eq!(advice("cube3", "F+"), ": write `F`");
    assert_eq!(
        advice("cube2", "u"),
        ": did you mean `U`, or the wide turn `Uw`?"
    );
    let single = "and only single faces turn (U D R F)";
    for (word, kind) in [
        ("x'", "a rotation of the whole puzzle"),
        ("Rw", "a wide turn"),
        ("M2", "a slice turn"),
    ] {
        assert_eq!(advice("tower", word), format!(": it is {kind}, {single}"));
    }
    assert_eq!(
        advice("tower", "L"),
        ": only U D R F turn; the rest stays still"
    );
    // A single letter does not suggest another.
    let guess = advice("cube3", "Q");
    assert!(
        guess.starts_with(", which has U ") && !guess.contains("did you mean"),
        "{guess}"
    );
}

#[test]
fn moves_without_spaces_are_read_if_there_is_one_way_to() {
    let cube = Puzzle::open("cube3").unwrap();
    let apart = read(&cube, "R2 U2 F D' L3 Rw B2'");
    assert_eq!(read(&cube, "R2U2FD'L3RwB2'"), apart);
    // `AAB` may be `A AB` or `A A B`.
    let text = "name = \"own\"\ncells = 3\npieces = \"1 2 3\"\n[[move]]\nname = \"A\"\nshift = \"1 2\"\n\
         [[move]]\nname = \"B\"\nshift = \"2 3\"\n[[move]]\nname = \"AB\"\nshift = \"1 3\"\n[[goal]]\nboard = \"1 2 3\"\n";
    let ambiguous = Puzzle::from_toml(text).unwrap();
    assert!(read(&ambiguous, "BA")[0].is_ok());
    assert!(read(&ambiguous, "AAB")[0].is_err());
    // The longest line allowed.
    let long = "R ".repeat(1 << 14) + &"x ".repeat(1 << 13);
    assert!(read(&cube, &long)[0].is_ok());
    assert!(read(&cube, &"RU".repeat(1 << 14))[0].is_err());
}

/// If all names are letters, sequences are written without spaces, like answers.
#[test]
fn letters_stand_together() {
    let twiddle = Puzzle::open("twiddle").unwrap();
    let moves = ["a", "b", "a", "d", "A", "B", "D"];
    let board = turned(&twiddle, &moves);
    for text in ["abadABD", "a b ad AB D", "aba3D3B"] {
        let boards = read(&twiddle, text);
        assert_eq!(boards.len(), 1);
        if text != "aba3D3B" {
            assert_eq!(boards[0].as_ref(), Ok(&board), "{text}");
        }
    }
    assert_eq!(
        read(&twiddle, "a3b2'"),
        [Ok(turned(&twiddle, &["A", "b", "b"]))]
    );
    let eight = Puzzle::open("eight").unwrap();
    assert_eq!(read(&eight, "ul"), [Ok("1 2 3 4 0 5 7 8 6".to_owned())]);
    let illegal = "here:1:2: board 1: move 3, `u`, is not legal there";
    assert_eq!(read(&eight, " uuu"), [Err(illegal.to_owned())]);
    let knights = Puzzle::open("knights").unwrap();
    assert_eq!(read(&knights, "b5 c3"), [Ok(turned(&knights, &[]))]);
}

#[test]
fn moves_begin_at_one_whole_goal() {
    let rotation = include_str!("../../../../puzzles/rotation.toml");
    let rotation = Puzzle::from_toml(rotation).unwrap();
    let problem = "here:1:1: rotation has no complete goal board to apply moves to";
    assert_eq!(read(&rotation, "A"), [Err(problem.to_owned())]);
    let draw = Draw {
        pool: Pool::Solvable,
        count: 1,
        seed: 1,
        distinct: false,
    };
    let text = to_moves();
    let error = fewest_text::generate(
        &rotation,
        &draw,
        &Options::default(),
        &text,
        &mut Vec::new(),
    );
    let error = error.unwrap_err().to_string();
    assert!(error.contains("no complete goal board"), "{error}");
}

fn to_moves() -> TextOptions {
    TextOptions {
        to: Some("moves".to_owned()),
        ..TextOptions::default()
    }
}

/// A scramble has the requested number of moves, and leads to its board.
#[test]
fn scrambles_are_drawn() {
    for name in ["cube2q", "eight"] {
        let puzzle = Puzzle::open(name).unwrap();
        let draw = Draw {
            pool: Pool::Moves(5, 5),
            count: 6,
            seed: 3,
            distinct: true,
        };
        let options = Options::default();
        let mut input = Vec::new();
        fewest_text::generate(&puzzle, &draw, &options, &to_moves(), &mut input).unwrap();
        let boards = read(&puzzle, &String::from_utf8(input).unwrap());
        let samples = puzzle.sample(&draw, &options).unwrap();
        assert_eq!(boards.len(), 6);
        for (board, sample) in boards.iter().zip(samples) {
            assert_eq!(
                board.as_deref(),
                Ok(puzzle.text(&sample.board).as_str()),
                "{name}"
            );
            let distance = puzzle.distance(&sample.board, &options).unwrap();
            assert_eq!(distance, Verdict::Solved(5), "{name}");
        }
    }
}

/// Without phases in the definition, a board's shortest answer would take minutes to find.
#[test]
fn scrambles_of_large_puzzles_took_a_search() {
    for (name, least) in [("rings", 20), ("twentyfour", 100), ("topspin", 20)] {
        let puzzle = Puzzle::open(name).unwrap();
        let draw = Draw {
            pool: Pool::Solvable,
            count: 3,
            seed: 5,
            distinct: true,
        };
        let text = to_moves();
        let mut input = Vec::new();
        fewest_text::generate(&puzzle, &draw, &Options::default(), &text, &mut input).unwrap();
        let input = String::from_utf8(input).unwrap();
        assert_eq!(text.notes.take().len(), 1, "{name}");
        let boards = read(&puzzle, &input);
        assert_eq!(boards.len(), 3, "{name}");
        assert!(boards.iter().all(Result::is_ok), "{name}: {input}");
        for line in input.lines() {
            let is_spaced = line.contains(' ');
            let moves = if is_spaced {
                line.split(' ').count()
            } else {
                line.len()
            };
            assert!(moves >= least, "{name}: {line}");
        }
    }
}

/// Each word that was read ends where the text up to there has as many moves as noted.
#[test]
fn moves_are_read_as_far_as_they_go() {
    for (name, text, rest) in [
        ("cube3", "R U' M2 (x F) Rw 2", " 2"),
        ("cube3", "RU2R' F", ""),
        ("cube2", "L\u{2019} D  y R Q R", " Q R"),
        ("rotation", "AC B\nHX A", "X A"),
        ("pancakes", "2 345 1", " 1"),
        ("eight", "ulldrx", "x"),
        ("eight", "ull l", " l"),
        ("knights", "b1 d2 z9", " z9"),
        ("cube3", "", ""),
        ("cube3", "-", "-"),
    ] {
        let puzzle = Puzzle::open(name).unwrap();
        let board = puzzle.solved_board(&Options::default()).unwrap();
        let read = fewest_text::read_moves(&puzzle, &board, text);
        for &(end, moves) in &read.ends {
            let begun = fewest_text::moves(&puzzle, &board, &text[..end]).unwrap();
            assert_eq!(begun, read.moves[..moves], "{name}: {:?}", &text[..end]);
        }
        assert_eq!(
            read.ends.last().map_or(0, |&(_, moves)| moves),
            read.moves.len()
        );
        let end = read.ends.last().map_or(0, |&(end, _)| end);
        assert_eq!(&text[end..], rest, "{name}: {read:?}");
        assert_eq!(
            read.problem.is_none(),
            matches!(rest, "" | "-"),
            "{name}: {read:?}"
        );
    }
    let puzzle = Puzzle::open("rotation").unwrap();
    let board = puzzle.solved_board(&Options::default()).unwrap();
    let read = fewest_text::read_moves(&puzzle, &board, &"A".repeat((1 << 16) + 1));
    assert_eq!((read.moves.len(), read.problem.is_some()), (0, true));
}
