//! Cubes as people write them, compared with a cube of stickers in space.

use fewest::population::Random;
use fewest::{Draw, Options, Pool, Puzzle};
use fewest_text::{Judgement, TextOptions};

type Vector = [i32; 3];

/// A sticker: its place, its direction, and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sticker {
    at: Vector,
    out: Vector,
    colour: char,
}

pub(super) const FACES: [(char, char); 6] = [
    ('U', 'w'),
    ('R', 'r'),
    ('F', 'g'),
    ('D', 'y'),
    ('L', 'o'),
    ('B', 'b'),
];

/// The place and the direction of a facelet of a 3x3x3 cube, on the usual net. The axes go right, up and to
/// the front.
fn facelet(face: char, row: i32, column: i32) -> (Vector, Vector) {
    let (r, c) = (row - 1, column - 1);
    match face {
        'U' => ([c, 1, r], [0, 1, 0]),
        'D' => ([c, -1, -r], [0, -1, 0]),
        'F' => ([c, -r, 1], [0, 0, 1]),
        'B' => ([-c, -r, -1], [0, 0, -1]),
        'R' => ([1, -r, -c], [1, 0, 0]),
        _ => ([-1, -r, c], [-1, 0, 0]),
    }
}

/// A quarter turn, clockwise as seen from the end of the axis.
fn quarter(axis: usize, [x, y, z]: Vector) -> Vector {
    match axis {
        0 => [x, z, -y],
        1 => [-z, y, x],
        _ => [y, -x, z],
    }
}

#[derive(Clone, PartialEq)]
pub(super) struct Stickers(Vec<Sticker>);

impl Stickers {
    pub(super) fn solved() -> Self {
        let all = FACES.iter().flat_map(|&(face, colour)| {
            (0..9).map(move |place| {
                let (at, out) = facelet(face, place / 3, place % 3);
                Sticker { at, out, colour }
            })
        });
        Self(all.collect())
    }

    fn turn(&mut self, axis: usize, layers: &[i32], quarters: usize) {
        for sticker in &mut self.0 {
            if layers.contains(&sticker.at[axis]) {
                for _ in 0..quarters {
                    sticker.at = quarter(axis, sticker.at);
                    sticker.out = quarter(axis, sticker.out);
                }
            }
        }
    }

    /// Turns the layers of a word. A cube of two layers has no middle: its wide turns turn all.
    pub(super) fn word(&mut self, word: &str, has_middle: bool) {
        let base = word.trim_end_matches(['2', '\'']);
        let single = base.trim_end_matches('w');
        let is_wide = single != base || "rludfb".contains(base);
        let (axis, layer, is_clockwise) = match &*single.to_uppercase() {
            "R" => (0, 1, true),
            "L" => (0, -1, false),
            "U" => (1, 1, true),
            "D" => (1, -1, false),
            "F" => (2, 1, true),
            "B" => (2, -1, false),
            "M" => (0, 0, false),
            "E" => (1, 0, false),
            "S" => (2, 0, true),
            "X" => (0, 2, true),
            "Y" => (1, 2, true),
            "Z" => (2, 2, true),
            other => panic!("{other}"),
        };
        let all = [-1, 0, 1];
        let both = [0, layer];
        let one = [layer];
        let layers = match layer {
            2 => &all[..],
            _ if is_wide && !has_middle => &all,
            _ if is_wide => &both,
            _ => &one,
        };
        let count = if word.contains('2') { 2 } else { 1 };
        let is_back = word.ends_with('\'') == is_clockwise;
        self.turn(axis, layers, if is_back { 4 - count } else { count });
    }

    fn colour(&self, (at, out): (Vector, Vector)) -> char {
        let mut all = self.0.iter();
        let found = all.find(|sticker| sticker.at == at && sticker.out == out);
        found.unwrap().colour
    }

    /// Turns the whole cube until these facelets have their colours.
    fn held_by(self, fixed: &[(char, i32, i32)]) -> Self {
        let colour = |face| FACES.iter().find(|(name, _)| *name == face).unwrap().1;
        let all = [-1, 0, 1];
        for (axis, count) in [(0, 0), (0, 1), (0, 2), (0, 3), (2, 1), (2, 3)] {
            let mut held = self.clone();
            held.turn(axis, &all, count);
            for _ in 0..4 {
                let is_held = |&(face, row, column): &(char, i32, i32)| {
                    held.colour(facelet(face, row, column)) == colour(face)
                };
                if fixed.iter().all(is_held) {
                    return held;
                }
                held.turn(1, &all, 1);
            }
        }
        panic!("no way to hold it");
    }

    /// The colours of a puzzle's cells, which have names like `F4` or, on a cube of two layers, `F3`.
    fn cells(&self, puzzle: &Puzzle, width: i32) -> String {
        let cell = |name: &String| {
            let face = name.chars().next().unwrap();
            let place = name[1..].parse::<i32>().unwrap() - 1;
            let step = 2 / (width - 1);
            self.colour(facelet(face, place / width * step, place % width * step))
        };
        let cells = puzzle.model().picture.names.iter().map(cell);
        cells.map(String::from).collect::<Vec<_>>().join(" ")
    }

    /// H. Kociemba's facelets.
    pub(super) fn facelets(&self) -> String {
        self.facelets_in("URFDLB", 3)
    }

    /// The letters of all facelets, face by face in this order, of a cube of two or three layers.
    pub(super) fn facelets_in(&self, order: &str, width: i32) -> String {
        let letter = |colour| FACES.iter().find(|(_, other)| *other == colour).unwrap().0;
        let step = 2 / (width - 1);
        let cells = order.chars().flat_map(|face| {
            let places = 0..width * width;
            places.map(move |place| facelet(face, place / width * step, place % width * step))
        });
        cells.map(|cell| letter(self.colour(cell))).collect()
    }

    pub(super) fn is_solved(&self, width: i32) -> bool {
        let facelets = self.facelets_in("URFDLB", width);
        let faces = facelets.as_bytes().chunks(facelets.len() / 6);
        faces
            .into_iter()
            .all(|face| face.iter().all(|letter| *letter == face[0]))
    }
}

const CENTRES: [(char, i32, i32); 2] = [('U', 1, 1), ('F', 1, 1)];
/// The corner that `cube2` holds.
const HELD_CORNER: [(char, i32, i32); 3] = [('D', 2, 0), ('B', 2, 2), ('L', 2, 0)];

pub(super) fn random_words(words: &str, count: usize, random: &mut Random) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let marks = ["", "2", "'", "2'"];
    let drawn = (0..count).map(|_| {
        let (word, mark) = (words[random.place(words.len())], marks[random.place(4)]);
        format!("{word}{mark}")
    });
    drawn.collect::<Vec<_>>().join(" ")
}

pub(super) fn read(puzzle: &Puzzle, scramble: &str) -> String {
    let mut boards = crate::read::read(puzzle, "moves", scramble.as_bytes(), &[1 << 12]);
    boards.remove(0).unwrap()
}

#[test]
fn words_turn_what_they_turn_on_a_cube_in_space() {
    let faces = "U R F D L B x y z";
    let three = format!("{faces} Uw Rw Fw Dw Lw Bw u r f d l b M E S");
    let two = format!("{faces} Uw Rw Fw Dw Lw Bw");
    let mut random = Random::new(7);
    for (name, width, words, fixed) in [
        ("cube3", 3, &three, &CENTRES[..]),
        ("cube3q", 3, &three, &CENTRES),
        ("corners", 2, &three, &CENTRES),
        ("cube2", 2, &two, &HELD_CORNER),
        ("cube2q", 2, &two, &HELD_CORNER),
    ] {
        let puzzle = Puzzle::open(name).unwrap();
        let is_held = name.starts_with("cube2");
        for round in 0..60 {
            // Each word alone, and then many.
            let scramble = match words.split(' ').nth(round) {
                Some(word) => format!("{word}'"),
                None => random_words(words, 14, &mut random),
            };
            let mut stickers = Stickers::solved();
            for word in scramble.split(' ') {
                stickers.word(word, !is_held);
            }
            let expected = stickers.held_by(fixed).cells(&puzzle, width);
            assert_eq!(read(&puzzle, &scramble), expected, "{name}: {scramble}");
            let grouped = format!("({scramble})");
            assert_eq!(read(&puzzle, &grouped), expected, "{name}: {grouped}");
        }
    }
}

/// Words in moves from any board, and in answers.
#[test]
fn words_are_read_wherever_moves_are() {
    let cube = Puzzle::open("cube3").unwrap();
    let board = cube.board(&read(&cube, "R U2 F'")).unwrap();
    let moves = fewest_text::moves(&cube, &board, "y x2 r").unwrap();
    assert_eq!(cube.moves_text(&board, &moves), "F");
    let text = TextOptions {
        from: Some("moves".to_owned()),
        ..TextOptions::default()
    };
    let check = |output: &str| {
        let boards = (
            "boards",
            &mut "R U2 F'\n".as_bytes() as &mut (dyn std::io::Read + Send),
        );
        let output = (
            "output",
            &mut output.as_bytes() as &mut (dyn std::io::Read + Send),
        );
        fewest_text::check(&cube, &Options::default(), &text, None, boards, output).unwrap()
    };
    // After y, L means what F was.
    assert_eq!(check("3 F U2 R'\n"), Judgement::Right(1));
    assert_eq!(check("3 y L U2 F' x\n"), Judgement::Right(1));
    assert_eq!(check("3 (R U2 F')'\n"), Judgement::Right(1));
    assert!(matches!(check("3 (R U2 F'\n"), Judgement::Wrong(_)));
    assert!(matches!(check("3 y F U2 R'\n"), Judgement::Wrong(_)));
}

/// Random scrambles of the cube were random moves once.
#[test]
fn random_scrambles_lead_to_the_boards_drawn() {
    for (name, most) in [("cube3", 30), ("cube3q", 60)] {
        let cube = Puzzle::open(name).unwrap();
        let draw = Draw {
            pool: Pool::Solvable,
            count: 12,
            seed: 5,
            distinct: true,
        };
        let options = Options::default();
        let text = TextOptions {
            to: Some("moves".to_owned()),
            ..TextOptions::default()
        };
        let scrambles = || {
            let mut input = Vec::new();
            fewest_text::generate(&cube, &draw, &options, &text, &mut input).unwrap();
            String::from_utf8(input).unwrap()
        };
        let input = scrambles();
        assert_eq!(scrambles(), input);
        assert!(text.notes.take().is_empty(), "{name}");
        let boards = crate::read::read(&cube, "moves", input.as_bytes(), &[1 << 12]);
        let samples = cube.sample(&draw, &options).unwrap();
        assert_eq!((boards.len(), samples.len()), (12, 12));
        for ((board, sample), line) in boards.iter().zip(samples).zip(input.lines()) {
            assert_eq!(board.as_ref().unwrap(), &cube.text(&sample.board), "{line}");
            let moves: Vec<&str> = line.split(' ').collect();
            assert!(moves.len() <= most, "{line}");
            // No move follows another of its face, but a half turn of cube3q is two moves.
            let faces: Vec<&str> = moves.iter().map(|name| &name[..1]).collect();
            let count = if name == "cube3" { 2 } else { 3 };
            let repeats = |faces: &[&str]| faces.iter().all(|face| *face == faces[0]);
            assert!(!faces.windows(count).any(repeats), "{line}");
        }
    }
}

const PAIR: &str = "name = \"pair\"\ncells = 4\npieces = \"1 2 3 4\"\n\
     [words]\nWORDS\n[[move]]\nname = \"A\"\ncycles = \"(1 2)\"\n\
     [[move]]\nname = \"B\"\ncycles = \"(3 4)\"\n[[goal]]\nboard = \"1 2 3 4\"\n";

#[test]
fn mistakes_in_words_have_a_place() {
    for (words, problem) in [
        ("t = \"(A Q)\"", "5:9: no move is called `Q`"),
        (
            "t = \"(A)\"",
            "5:7: a cycle of a rotation has at least two names",
        ),
        ("t = \"A Q'\"", "5:8: `Q'` is neither a move nor a rotation"),
        ("A = \"B\"", "5:1: `A` is already a move"),
        ("\"t t\" = \"B\"", "5:1: `t` is named twice"),
        // A sequence has no other sequences, so it comes to an end.
        (
            "s = \"A\"\nt = \"s\"",
            "6:6: `s` is neither a move nor a rotation",
        ),
    ] {
        let error = Puzzle::from_toml(&PAIR.replace("WORDS", words)).unwrap_err();
        assert!(error.to_string().contains(problem), "{words}: {error}");
    }
    let phase = PAIR.replace("[words]\nWORDS", "second_phase = \"A Q\"");
    let error = Puzzle::from_toml(&phase).unwrap_err().to_string();
    assert!(error.contains("4:19: no move is called `Q`"), "{error}");
}

/// Names that rotations exchange may need one another.
#[test]
fn words_that_need_each_other_come_to_an_end() {
    let words = "r = \"(A C B D)\"\nC = \"r A\"\nD = \"r B A\"";
    let pair = Puzzle::from_toml(&PAIR.replace("WORDS", words)).unwrap();
    let boards = crate::read::read(&pair, "moves", b"A\nC\nC64\nD\n", &[64]);
    assert_eq!(boards.len(), 4);
    assert_eq!(boards[0].as_deref(), Ok("2 1 3 4"));
    for board in &boards[1..] {
        let error = board.as_ref().unwrap_err().to_string();
        assert!(error.contains("is not a move of pair"), "{error}");
    }
}
