//! Definitions that extend another, and the stages of the cube.

use fewest::space::structure::Turn;
use fewest::survey::Listing;
use fewest::{Board, ENTRIES, Model, Options, Puzzle, Verdict};

use crate::naive;

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
    let next = |cells: &[u8; STICKERS]| {
        let cells = *cells;
        (to.iter()).map(move |to| cells.map(|cell| to[usize::from(cell)]))
    };
    naive::counts(start, next, u32::MAX)
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

/// The number of boards at each distance up to `farthest`, found by breadth-first search over the
/// symbols that the moves of a puzzle make of a picture.
fn counts_of(puzzle: &str, picture: &str, farthest: u32) -> Vec<u64> {
    let puzzle = open(puzzle);
    let start: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(start.len(), puzzle.model().cells());
    let turns = &puzzle.model().structure.turns;
    let after = |board: &[char], turn: &Turn| -> Vec<char> {
        let from = turn.from.iter();
        from.map(|&cell| board[usize::from(cell)]).collect()
    };
    let next = |board: &Vec<char>| {
        turns
            .iter()
            .map(|turn| after(board, turn))
            .collect::<Vec<_>>()
    };
    naive::counts(start, next, farthest)
}

const ORIENTED_EDGES: &str = "
          . p .
          p . p
          . p .
    . . . . . . . . . . . .
    . . . p . p . . . p . p
    . . . . . . . . . . . .
          . p .
          p . p
          . p .";
const DOMINO: &str = "
          w w w
          w w w
          w w w
    . . . . . . . . . . . .
    . . . g . g . . . g . g
    . . . . . . . . . . . .
          w w w
          w w w
          w w w";

#[test]
fn counts_are_those_of_a_search_on_symbols() {
    let face = ". . . . . . . . . . . . . . . . . . y y y";
    let skewb = "wwww oogrbb .................";
    let pyraminx = "...y ......yy gggbbbrrryyy";
    for (name, base, picture) in [
        ("eo", "cube3", ORIENTED_EDGES),
        ("cube2-face", "cube2", face),
        ("skewb-layer", "skewb", skewb),
        ("pyraminx-layer", "pyraminx", pyraminx),
    ] {
        let expected = counts_of(base, picture, u32::MAX);
        assert_eq!(surveyed(&open(name)), expected, "{name}");
    }
}

/// The counts are M. Reid's ("two stage filtration", Cube-Lovers, 1995).
#[test]
fn the_domino_has_the_published_boards_near_its_goal() {
    let published = [1, 4, 50, 592, 7156, 87236];
    assert_eq!(counts_of("cube3", DOMINO, 5), published);
    let domino = open("domino");
    let options = Options::default();
    let solved = domino.solved_board(&options).unwrap();
    assert_eq!(
        domino.text(&solved),
        DOMINO.split_whitespace().collect::<Vec<_>>().join(" ")
    );
}

#[test]
fn named_stages_have_the_counted_boards() {
    for name in [
        "cross",
        "xcross",
        "block222",
        "block223",
        "first-layer",
        "f2l",
        "eo",
        "domino",
        "eo-xcross",
        "cube2-face",
        "skewb-layer",
        "pyraminx-layer",
    ] {
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
    let base = |_: &str| Model::from_toml(&text).map_err(|problems| problems.to_string());
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

/// Goals may use the symbols of the stickers, leave cells open, and be other boards.
#[test]
fn stickers_and_goals() {
    let two = "name = \"two\"\nextends = \"eight\"\nstickers = \"a*4 b*4 _\"\n";
    let boards = |rest: &str| surveyed(&extended(&format!("{two}{rest}")));
    assert_eq!(boards("").iter().sum::<u64>(), 630);
    assert_eq!(boards("[[goal]]\nboard = \"b*4 a*4 _\"")[0], 1);
    // The tiles `b` are hidden, and every place of the blank is solved.
    let open = boards("[[goal]]\nboard = \"a a a a ?*5\"");
    assert_eq!((open[0], open.iter().sum::<u64>()), (5, 630));
    // One edge of the cube: where it is, and how it lies.
    let edges = "stickers = \"w*7 x w*46\"";
    let one = format!("name = \"one\"\nextends = \"cube3\"\n{edges}");
    assert_eq!(surveyed(&extended(&one)).iter().sum::<u64>(), 24);
    let moves = format!("{one}\nmoves = \"U F\"");
    assert_eq!(surveyed(&extended(&moves)).iter().sum::<u64>(), 7);
}

/// The solved board of a puzzle as a goal, but with the symbols of these cycles of cells moved on.
fn moved(puzzle: &str, cycles: &[&[&str]]) -> String {
    let puzzle = open(puzzle);
    let model = puzzle.model();
    let solved = puzzle.solved_board(&Options::default()).unwrap();
    let mut symbols = solved.symbols().to_vec();
    let place = |name: &&str| model.picture.names.iter().position(|other| other == name);
    for cycle in cycles {
        let places: Vec<usize> = cycle.iter().map(|name| place(name).unwrap()).collect();
        for pair in places.windows(2) {
            symbols.swap(pair[0], pair[1]);
        }
    }
    let board = puzzle.board_of(&symbols).unwrap();
    format!("[[goal]]\nboard = \"{}\"", puzzle.text(&board))
}

#[test]
fn a_goal_that_moves_cannot_reach_is_a_mistake() {
    let of = |base: &str, rest: &str| {
        Puzzle::from_toml(&format!("name = \"x\"\nextends = \"{base}\"\n{rest}"))
            .map_err(|problems| problems.to_string())
            .map(|_| ())
    };
    let says = |base: &str| {
        let problem = format!("3:1: no moves lead from the solved board of {base} to a goal");
        Err(problem)
    };
    let [edge, corner] = [["U8", "F2"].as_slice(), &["U9", "R1", "F3"]];
    assert_eq!(of("cube3", &moved("cube3", &[edge])), says("cube3"));
    assert_eq!(of("cube3", &moved("cube3", &[corner])), says("cube3"));
    assert_eq!(of("eight", &moved("eight", &[&["7", "8"]])), says("eight"));
    // Two edges flipped, three tiles moved, and a square that the kept moves can turn or not.
    assert_eq!(of("eo", &moved("eo", &[edge, &["U2", "B2"]])), Ok(()));
    assert_eq!(of("eight", &moved("eight", &[&["6", "7", "8"]])), Ok(()));
    let turned = moved("twiddle", &[&["1", "2", "5", "4"]]);
    assert_eq!(of("twiddle", &turned), Ok(()));
    let kept = format!("{turned}\n").replace("[[goal]]", "moves = \"d\"\n[[goal]]");
    assert!(
        of("twiddle", &kept)
            .unwrap_err()
            .starts_with("4:1: no moves lead")
    );
}

#[test]
fn mistakes_of_extensions_have_their_places() {
    let head = "name = \"x\"\nextends = \"cube3\"\n";
    let of = |rest: &str| problem(&format!("{head}{rest}"));
    assert_eq!(
        problem("name = \"x\"\nextends = \"cube9\""),
        "2:11: no puzzle is called `cube9` (did you mean `cube2`?)"
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
    let stickers = of("stickers = \"w*9 y*9\"");
    assert_eq!(stickers, "3:12: 18 pieces do not fill 54 cells");
    let stickers = of("stickers = \"w*54 ?\"");
    assert!(
        stickers.starts_with("3:18: `?` means any symbol, and can't be one"),
        "{stickers}"
    );
    let goal = of("stickers = \"w*54\"\n[[goal]]\nboard = \"g*54\"");
    assert_eq!(goal, "5:10: no piece is written `g*54`");
    let rotation = "name = \"x\"\nextends = \"rotation\"\nstickers = \"w*24\"";
    assert_eq!(
        problem(rotation),
        "3:12: rotation has no solved board without `?`, so its stickers can't be named"
    );
    let eight = "name = \"x\"\nextends = \"eight\"\nstickers = \"w*9\"";
    assert_eq!(
        problem(eight),
        "3:12: the blank's symbol must not be on other stickers"
    );
    assert_eq!(
        problem("name = \"x\"\ncells = 2\npieces = \"1 2\"\nstickers = \"1 2\""),
        "4:12: `stickers` is for files with `extends`; other files have `pieces` and a [[goal]]"
    );
    // Models also have names.
    assert_eq!(Model::from_toml(head).unwrap().moves.len(), 18);
}

#[test]
fn files_extend_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("sub")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(path(name), text).unwrap();
    let extends = |base: &str| format!("name = \"x\"\nextends = \"{base}\"\n");
    let open = |name: &str| {
        let text = std::fs::read_to_string(path(name)).unwrap();
        let puzzle = Puzzle::from_toml_at(&text, &path(name));
        puzzle.map_err(|problems| problems.to_string())
    };
    write("sub/two.toml", &(extends("cube2") + "moves = \"U R\""));
    write("one.toml", &(extends("./sub/two.toml") + "moves = \"U\""));
    write(
        "sub/stage.toml",
        &(extends("../one.toml") + "[[goal]]\nboard = \"w*4 ?*17\""),
    );
    assert_eq!(open("one.toml").unwrap().model().moves, ["U", "U2", "U'"]);
    assert_eq!(open("sub/stage.toml").unwrap().model().moves.len(), 3);
    let wrong = |name: &str, text: &str| {
        write(name, text);
        open(name).unwrap_err()
    };
    assert_eq!(
        wrong("a.toml", &extends("b.toml")),
        "2:11: there is no file `b.toml` relative to this file's folder"
    );
    assert_eq!(
        wrong("b.toml", &(extends("one.toml") + "moves = \"R\"")),
        "3:10: x has no move `R`"
    );
    let nested = "2:11: mistake in `b.toml`: 3:10: x has no move `R`";
    assert_eq!(open("a.toml").unwrap_err(), nested);
    let circle = "this file would extend itself: `a.toml` leads back to it";
    assert_eq!(
        wrong("a.toml", &extends("a.toml")),
        format!("2:11: {circle}")
    );
    write("b.toml", &extends("a.toml"));
    let nested = format!("2:11: mistake in `./b.toml`: 2:11: {circle}");
    assert_eq!(wrong("a.toml", &extends("./b.toml")), nested);
    let folder = wrong("a.toml", &extends("sub/"));
    assert_eq!(
        folder,
        "2:11: there is no file `sub/` relative to this file's folder"
    );
    std::fs::write(path("b.toml"), [0xff]).unwrap();
    assert!(wrong("a.toml", &extends("b.toml")).starts_with("2:11: `b.toml`: "));
    write("b.toml", &" ".repeat((1 << 20) + 1));
    assert!(wrong("a.toml", &extends("b.toml")).contains("too large for a definition"));
    // Nothing but a file has a folder.
    assert_eq!(
        problem(&extends("one.toml")),
        "2:11: `one.toml`: only a definition in a file can extend another file; \
         here, give the name of a puzzle"
    );
    assert_eq!(surveyed(&extended(&extends("sliding:3x2"))).len(), 22);
    assert!(problem(&extends("sliding:1x9")).contains("width and height must be at least 2"));
}

#[test]
fn long_chains_of_files_end() {
    let folder = tempfile::tempdir().unwrap();
    let name = |number: usize| format!("{number}.toml");
    let text = |base: &str| format!("name = \"x\"\nextends = \"{base}\"\n");
    let write = |number: usize, base: &str| {
        std::fs::write(folder.path().join(name(number)), text(base)).unwrap();
    };
    write(0, "cube2");
    for number in 1..17 {
        write(number, &name(number - 1));
    }
    let open = |number: usize| {
        let path = folder.path().join(name(number));
        Puzzle::from_toml_at(&text(&name(number - 1)), &path).map_err(|found| found.to_string())
    };
    assert!(open(15).is_ok());
    assert!(
        open(16)
            .unwrap_err()
            .starts_with("2:11: mistake in `15.toml`: 2:11: mistake")
    );
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
    assert_eq!(texts.len(), 3);
    for text in texts {
        let puzzle = extended(text);
        let exported = Model::from_toml(&puzzle.model().to_toml().unwrap()).unwrap();
        assert_eq!(exported.structure, puzzle.model().structure);
    }
}
