//! Definitions that extend another, and the stages of the cube.

use std::collections::HashSet;

use fewest::survey::Listing;
use fewest::{Board, ENTRIES, Model, Options, Puzzle, Verdict};

fn open(name: &str) -> Puzzle {
    Puzzle::open(name).unwrap()
}

fn extended(text: &str) -> Puzzle {
    Puzzle::from_toml(text).unwrap_or_else(|problems| panic!("{problems}"))
}

fn problem(text: &str) -> String {
    Puzzle::from_toml(text).unwrap_err().to_string()
}

/// The number of boards at each distance, found by breadth-first search over the cells of these
/// stickers of the cube, each of which shows where its piece is and how it is turned.
fn counts<const STICKERS: usize>(stickers: [&str; STICKERS]) -> Vec<u64> {
    let cube = open("cube3");
    let model = cube.model();
    let cell = |name: &str| model.picture.names.iter().position(|other| other == name);
    let start = stickers.map(|name| u8::try_from(cell(name).unwrap()).unwrap());
    let to: Vec<Vec<u8>> = (model.structure.turns.iter())
        .map(|turn| {
            let mut to = vec![0; 54];
            for (cell, &from) in (0..).zip(&turn.from) {
                to[usize::from(from)] = cell;
            }
            to
        })
        .collect();
    let mut seen = HashSet::from([start]);
    let mut level = vec![start];
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for cells in level {
            for to in &to {
                let after = cells.map(|cell| to[usize::from(cell)]);
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    counts
}

fn surveyed(puzzle: &Puzzle) -> Vec<u64> {
    let listing = Listing {
        limit: 1,
        every: false,
    };
    let survey = puzzle.survey(listing, &Options::default()).unwrap();
    survey.figures.counts
}

#[test]
fn counts_are_those_of_a_search_on_stickers() {
    assert_eq!(surveyed(&open("cross")), counts(["D2", "D4", "D6", "D8"]));
    assert_eq!(
        surveyed(&open("block222")),
        counts(["D4", "D7", "D8", "L4"])
    );
}

#[test]
fn named_stages_have_the_counted_boards() {
    for name in ["cross", "xcross", "block222", "block223", "first-layer"] {
        let entry = ENTRIES.iter().find(|entry| entry.name == name).unwrap();
        let report = open(name).describe(None);
        let boards = report.solvable.unwrap().to_string();
        assert_eq!(
            Some(boards),
            entry.boards.map(|boards| boards.to_string()),
            "{name}"
        );
    }
}

#[test]
fn answers_of_a_stage_solve_it_on_the_cube() {
    let (cube, cross) = (open("cube3"), open("cross"));
    let scramble = "F R U2 B' L D F2 R' U";
    let after = |puzzle: &Puzzle, board: &Board, name: &str| {
        let m = puzzle.model().find_move(name).unwrap();
        puzzle.after(board, m).unwrap()
    };
    let options = Options::default();
    let mut scrambled = cross.solved_board(&options).unwrap();
    let mut whole = cube.solved_board(&options).unwrap();
    for name in scramble.split(' ') {
        (scrambled, whole) = (after(&cross, &scrambled, name), after(&cube, &whole, name));
    }
    let answer = cross.solve(&scrambled, &options).unwrap();
    assert!(
        matches!(answer.verdict, Verdict::Solved(5..)),
        "{:?}",
        answer.verdict
    );
    for m in answer.moves {
        whole = after(&cube, &whole, &cross.model().moves[m.index()]);
    }
    let solved = cube.solved_board(&options).unwrap();
    let cells = &cube.model().picture.names;
    for name in ["D2", "F8", "D4", "L8", "D6", "R8", "D8", "B8"] {
        let cell = cells.iter().position(|other| other == name).unwrap();
        assert_eq!(whole.symbols()[cell], solved.symbols()[cell], "{name}");
    }
}

#[test]
fn kept_moves_have_their_powers() {
    let moves = |text: &str| extended(text).model().moves.clone();
    let two = "name = \"two\"\nextends = \"cube3\"\nmoves = \"R U\"";
    assert_eq!(moves(two), ["U", "U2", "U'", "R", "R2", "R'"]);
    // Also without the axis metric; and `A` of the rotation game has the inverse `F`.
    let quarter = "name = \"two\"\nextends = \"cube2q\"\nmoves = \"R\"";
    assert_eq!(moves(quarter), ["R", "R'"]);
    let rotation = "name = \"two\"\nextends = \"rotation\"\nmoves = \"A\"";
    assert_eq!(moves(rotation), ["A", "F"]);
    // Steps of a blank are kept one by one.
    let eight = "name = \"two\"\nextends = \"eight\"\nmoves = \"l r\"";
    assert_eq!(moves(eight), ["l", "r"]);
    let survey = surveyed(&extended(&two.replace("cube3", "cube2")));
    // J. Scherphuis, "Two-generator corner cubes" (Jaap's Puzzle Page).
    assert_eq!(survey.iter().sum::<u64>(), 29_160);
}

/// Cycles of many lengths make a move whose powers don't end soon.
#[test]
fn powers_of_a_move_of_large_order_are_not_all_tried() {
    let lengths = [3, 5, 7, 8, 11, 13, 17, 19, 23, 29, 31];
    let mut first = 1;
    let cycles: Vec<String> = (lengths.iter())
        .map(|length| {
            let cells: Vec<String> = (first..first + length)
                .map(|cell| cell.to_string())
                .collect();
            first += length;
            format!("({})", cells.join(" "))
        })
        .collect();
    let pieces: Vec<String> = (1..first).map(|piece| piece.to_string()).collect();
    let text = format!(
        "name = \"wheels\"\ncells = {}\npieces = \"{}\"\n[[move]]\nname = \"A\"\ncycles = \"{}\"\n\
         [[move]]\nname = \"B\"\ninverse = \"A\"\n[[move]]\nname = \"C\"\ncycles = \"(1 4)\"\n\
         [[goal]]\nboard = \"{}\"\n",
        first - 1,
        pieces.join(" "),
        cycles.join(""),
        pieces.join(" "),
    );
    let base = |_: &str| Model::from_toml(&text).ok();
    let kept = "name = \"one\"\nextends = \"wheels\"\nmoves = \"A\"";
    assert_eq!(
        Model::from_toml_with(kept, &base).unwrap().moves,
        ["A", "B"]
    );
}

#[test]
fn tiles_that_no_goal_names_are_identical() {
    let row =
        extended("name = \"row\"\nextends = \"eight\"\n[[goal]]\nboard = \"1 2 3 ? ? ? ? ? ?\"");
    let model = row.model();
    assert_eq!(
        model.symbols.len(),
        5,
        "three tiles, the blank and the others"
    );
    // Places of three tiles and the blank; six are solved.
    let survey = surveyed(&row);
    assert_eq!((survey[0], survey.iter().sum::<u64>()), (6, 9 * 8 * 7 * 6));
}

/// All edges with a yellow sticker can be there, so none of them is hidden.
#[test]
fn a_place_that_several_pieces_can_take() {
    let one = extended("name = \"one\"\nextends = \"cube3\"\n[[goal]]\nboard = \"?*46 y ?*7\"");
    let options = Options::default();
    let solved = one.solved_board(&options).unwrap();
    let board = one
        .after(&solved, one.model().find_move("F").unwrap())
        .unwrap();
    let answer = one.solve(&board, &options).unwrap();
    assert_eq!(answer.verdict, Verdict::Solved(1));
}

#[test]
fn mistakes_of_extensions_have_their_places() {
    let head = "name = \"x\"\nextends = \"cube3\"\n";
    let of = |rest: &str| problem(&format!("{head}{rest}"));
    assert_eq!(
        problem("name = \"x\"\nextends = \"cube9\""),
        "2:11: no puzzle is called `cube9`"
    );
    assert_eq!(of("moves = \"U Q\""), "3:12: cube3 has no move `Q`");
    assert_eq!(of("moves = \"\""), "3:9: a puzzle has at least one move");
    assert_eq!(
        of("cells = \"a b\""),
        "3:9: `cells` belongs to the extended puzzle, and can't be changed"
    );
    let wrong = of("[[goal]]\nboard = \"?*37 w ?*8 y ?*7\"");
    assert_eq!(wrong, "3:1: no piece can have `w` on F8 and `y` on D2");
    assert_eq!(
        problem("name = \"x\"\ncells = 2\npieces = \"1 2\"\nmoves = \"U\""),
        "4:9: `moves` is for files with `extends`; other files have a [[move]] for each"
    );
    // The reader of models knows no other puzzles.
    let problems = Model::from_toml(head).unwrap_err().to_string();
    assert_eq!(problems, "2:11: no puzzle is called `cube3`");
}

#[test]
fn extensions_of_the_reference_are_definitions() {
    let page = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/definition-reference.md"),
    );
    let page = page.unwrap();
    let blocks = page.split("```toml definition\n").skip(1);
    let texts: Vec<&str> = blocks
        .map(|block| block.split("```").next().unwrap())
        .collect();
    assert_eq!(texts.len(), 2);
    for text in texts {
        extended(text);
    }
}
