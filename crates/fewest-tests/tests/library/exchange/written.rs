//! Puzzles written as one definition.

use fastrand::Rng;
use fewest::model::Held;
use fewest::{Model, Puzzle};
use std::fmt::Write;

use super::puzzle;

/// The puzzle that a puzzle's definition defines, which must be the same.
fn exported(original: &Model) -> Model {
    let text = original.to_toml().unwrap_or_else(|error| panic!("{error}"));
    let again = Model::from_toml(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    let parts = |model: &Model| {
        let words: Vec<String> = model.words.all().map(str::to_owned).collect();
        let names = [&model.symbols, &model.moves, &model.goals].map(Vec::clone);
        (model.structure.clone(), names, model.blank, words)
    };
    assert_eq!(parts(&again), parts(original), "{text}");
    again
}

#[test]
fn every_puzzle_with_a_name_is_written_as_one_definition() {
    let defined = fewest::ENTRIES
        .iter()
        .filter(|entry| entry.definition.is_some());
    let names = defined.map(|entry| entry.name);
    for name in names.chain(["sliding:3x2", "sliding:4x4"]) {
        let original = Puzzle::open(name).unwrap();
        let original = original.model();
        let text = original.to_toml().unwrap_or_else(|error| panic!("{error}"));
        let again = Model::from_toml(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        assert_eq!(again.structure, original.structure);
        assert_eq!(
            (&again.symbols, &again.moves, &again.goals),
            (&original.symbols, &original.moves, &original.goals)
        );
        assert_eq!(
            (&again.rules, &again.boards, &again.second_phase),
            (&original.rules, &original.boards, &original.second_phase)
        );
        assert_eq!(
            (&again.picture.names, &again.picture.grid),
            (&original.picture.names, &original.picture.grid)
        );
        let words = |model: &Model| model.words.all().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&again), words(original));
        assert_eq!(again.to_toml().unwrap(), text);
        // The centres of a cube were taken for mistakes.
        let doubts = again.lints(&text).to_string();
        assert!(!doubts.contains("no move touches"), "{name}: {doubts}");
    }
}

#[test]
fn words_of_scrambles_keep_their_meaning() {
    let original = Puzzle::open("cube3").unwrap();
    let again = puzzle(&original.model().to_toml().unwrap());
    for word in original.model().words.all() {
        let made = |puzzle: &Puzzle| {
            let model = puzzle.model();
            let (mut board, mut held, mut moves) =
                (model.solved_board(), Held::default(), Vec::new());
            for word in [word, "U", word, "R'"] {
                model
                    .spelt_out(&mut board, &mut held, word, &mut moves)
                    .unwrap();
            }
            board
        };
        assert_eq!(made(&again), made(&original), "{word}");
    }
}

/// The moves that a scramble makes; `None` if one of its words is refused.
fn spelt(model: &Model, scramble: &str) -> Option<Vec<String>> {
    let mut board = model.home()?;
    let (mut held, mut moves) = (Held::default(), Vec::new());
    for word in scramble.split(' ') {
        let spelt = model.spelt_out(&mut board, &mut held, word, &mut moves);
        spelt.ok()?;
    }
    let names = moves.iter().map(|m| model.moves[m.index()].clone());
    Some(names.collect())
}

/// The words of the extended puzzle named moves that were left out: the reference's own
/// `two-faces` had no definition in one file.
#[test]
fn an_extension_with_fewer_moves_could_not_be_exported() {
    let original = puzzle("name = \"two-faces\"\nextends = \"cube3\"\nmoves = \"R D\"\n");
    let original = original.model();
    let again = exported(original);
    assert_eq!(again.moves, ["R", "R2", "R'", "D", "D2", "D'"]);
    for (scramble, moves) in [
        ("R D2 R'", Some("R D2 R'")),
        // After `x`, `F` means `D`, and `U` means `F`, which does not turn.
        ("x F R", Some("D R")),
        ("x U", None),
        ("Lw R", Some("R R")),
        ("Uw", Some("D")),
        ("Uw R", None),
        // Words that need another face.
        ("Rw", None),
        ("M", None),
        ("L", None),
    ] {
        let moves = moves.map(|moves| moves.split(' ').map(str::to_owned).collect());
        assert_eq!(spelt(original, scramble), moves, "{scramble}");
        assert_eq!(spelt(&again, scramble), moves, "{scramble}");
    }
    let words: Vec<&str> = original.words.all().collect();
    // `x` turns layers 1 to 3 at once; without R, so does `x R'`.
    let layers = "2-3Dw 2-3Rw 2-3d 2-3r 3Bw 3Dw 3Fw 3Lw 3Rw 3Uw 3b 3d 3f 3l 3r 3u";
    let kept = "x y z ".to_owned() + layers + " Lw Uw l u";
    assert_eq!(words, kept.split(' ').collect::<Vec<_>>());
}

#[test]
fn words_that_need_a_dropped_move_were_kept() {
    let text = "name = \"base\"\nmetric = \"axis\"\ncells = 4\npieces = \"a b c d\"\n\
        [words]\nw = \"p r\"\nq = \"p p'\"\n\
        [[move]]\nname = \"p\"\naxis = \"p\"\ncycles = \"(1 2 3 4)\"\n\
        [[move]]\nname = \"r\"\naxis = \"r\"\ncycles = \"(1 2)\"\n\
        [[goal]]\nboard = \"a b c d\"\n";
    let base = Model::from_toml(text).unwrap();
    let extension = "name = \"one\"\nextends = \"base\"\nmoves = \"p\"\n";
    let one = Model::from_toml_with(extension, &|_| Ok(base.clone())).unwrap();
    let again = exported(&one);
    assert_eq!(again.words.all().collect::<Vec<_>>(), ["q"]);
    assert_eq!(super::counts(&Puzzle::from_model(again).unwrap()), [1, 3]);
}

/// Random moves, stickers and goals. Exports have the same structure and read the same scrambles.
#[test]
fn exports_of_random_extensions_are_read_back() {
    let bases = [
        "cube2", "cube3", "floppy", "pyraminx", "skewb", "ivy", "tower", "corners",
    ];
    let bases = bases.map(|name| Puzzle::open(name).unwrap());
    let mut rng = Rng::with_seed(8);
    let mut made = 0;
    while made < 200 {
        let base = bases[rng.usize(..bases.len())].model();
        let text = extension(base, &mut rng);
        // Some goals can't be reached with these moves.
        let Ok(original) = Model::from_toml_with(&text, &|_| Ok(Model::clone(base))) else {
            continue;
        };
        made += 1;
        let again = exported(&original);
        let words: Vec<&str> = original.words.all().collect();
        for _ in 0..20 {
            let mut word = || {
                if rng.bool() && !words.is_empty() {
                    words[rng.usize(..words.len())]
                } else {
                    ["U", "R", "F'", "L", "d2", "B", "M"][rng.usize(..7)]
                }
            };
            let scramble = [word(), word(), word()].join(" ");
            // A stage with several goals is scrambled from the solved board.
            if original.goals.len() == 1 {
                let expected = spelt(&original, &scramble);
                assert_eq!(spelt(&again, &scramble), expected, "{text}: {scramble}");
            }
        }
    }
}

fn extension(base: &Model, rng: &mut Rng) -> String {
    let mut text = "name = \"t\"\nextends = \"base\"\n".to_owned();
    if rng.u8(..4) > 0 {
        let mut moves = base.moves.clone();
        rng.shuffle(&mut moves);
        moves.truncate(rng.usize(1..=moves.len()));
        writeln!(text, "moves = \"{}\"", moves.join(" ")).unwrap();
    }
    let home = base.solved_board();
    let symbols = if rng.u8(..3) == 0 {
        let stickers: Vec<&str> = home
            .iter()
            .map(|_| ["p", "q", "."][rng.usize(..3)])
            .collect();
        writeln!(text, "stickers = \"{}\"", stickers.join(" ")).unwrap();
        stickers.iter().map(|symbol| (*symbol).to_owned()).collect()
    } else {
        let symbol = |symbol: &u8| base.symbols[usize::from(*symbol)].clone();
        home.iter().map(symbol).collect::<Vec<String>>()
    };
    for _ in 0..rng.usize(..3) {
        let open = rng.u8(..5);
        let seen = symbols
            .iter()
            .map(|symbol| if rng.u8(..5) < open { "?" } else { symbol });
        let seen: Vec<&str> = seen.collect();
        writeln!(text, "[[goal]]\nboard = \"{}\"", seen.join(" ")).unwrap();
    }
    text
}
