//! Readers of every format: written boards are read back, and no input causes a panic.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fewest::Puzzle;
use fewest::model::{Kind, Size};
use fewest::support::place::InputError;
use fewest_text::formats::{FORMATS, Sizes};
use proptest::prelude::*;

/// Every format, with the puzzles that have it.
fn readers() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMATS.iter().flat_map(|format| {
        let puzzles: &[&str] = match (format.kind, format.sizes) {
            (Kind::Rotation, _) => &["rotation"],
            (Kind::Knights, _) => &["knights"],
            (Kind::Defined, _) if format.name == "facelets" => &["cube3"],
            (Kind::Defined, _) => &["twiddle"],
            (Kind::Sliding, Sizes::Only(..)) => &["eight"],
            (Kind::Sliding, Sizes::Square) => &["eight", "twentyfour"],
            (Kind::Sliding, Sizes::Any) if format.name == "plain" => {
                &["eight", "sliding:2x7", "sliding:16x16"]
            }
            (Kind::Sliding, Sizes::Any) => &["sliding:3x2", "fifteen", "twentyfour"],
        };
        puzzles.iter().map(|puzzle| (*puzzle, format.name))
    })
}

/// Formats whose boards are written by other tests.
const OTHERS: [&str; 3] = ["moves", "slides", "facelets"];

static PUZZLES: LazyLock<BTreeMap<&str, Puzzle>> = LazyLock::new(|| {
    let named = |(puzzle, _)| (puzzle, Puzzle::open(puzzle).expect("a puzzle"));
    readers().map(named).collect()
});

/// Reads a whole input that arrives in pieces whose sizes repeat.
fn read(
    puzzle: &str,
    format: &str,
    data: &[u8],
    sizes: &[usize],
) -> Vec<Result<String, InputError>> {
    fewest_tests::read::read(&PUZZLES[puzzle], format, data, sizes)
}

/// The cells of a random board, and its width.
fn board(puzzle: &str, random: &mut fastrand::Rng) -> (Vec<usize>, usize) {
    let (mut cells, width): (Vec<usize>, usize) = match puzzle {
        "rotation" => ((0..24).map(|i| i % 3 + 1).collect(), 24),
        "knights" => (
            (0..25).map(|i| if i == 24 { 2 } else { i % 2 }).collect(),
            5,
        ),
        "sliding:3x2" => ((0..6).collect(), 3),
        "eight" => ((0..9).collect(), 3),
        "twiddle" => ((1..10).collect(), 3),
        "sliding:2x7" => ((0..14).collect(), 2),
        "fifteen" => ((0..16).collect(), 4),
        "twentyfour" => ((0..25).collect(), 5),
        _ => ((0..256).collect(), 16),
    };
    random.shuffle(&mut cells);
    (cells, width)
}

/// White space between words, of any kind.
fn space(random: &mut fastrand::Rng) -> &'static str {
    [" ", "\n", "\t", "\r\n", " \n ", "   ", "\r"][random.usize(..7)]
}

/// The words with this many on each line.
fn wrapped(text: &str, width: usize) -> String {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let lines: Vec<String> = words.chunks(width).map(|line| line.join(" ")).collect();
    lines.join("\n")
}

fn words(cells: &[String], random: &mut fastrand::Rng) -> String {
    cells
        .iter()
        .map(|cell| cell.clone() + space(random))
        .collect()
}

fn written(format: &str, cells: &[usize], width: usize, random: &mut fastrand::Rng) -> String {
    let numbers: Vec<String> = cells.iter().map(ToString::to_string).collect();
    let rows = |empty: char, end: &str| -> String {
        let row = |row: &[usize]| {
            row.iter()
                .map(|&cell| ['0', '1', empty][cell])
                .collect::<String>()
                + end
        };
        cells.chunks(width).map(row).collect()
    };
    let letters: Vec<String> = numbers
        .iter()
        .map(|cell| {
            if cell == "0" {
                "x".to_owned()
            } else {
                cell.clone()
            }
        })
        .collect();
    match format {
        "scoi2005" => rows('*', space(random)),
        "knightsfen" => rows(' ', ["\n", "\r\n"][random.usize(..2)]),
        "poj2286" => words(&numbers, random),
        "hdu1043" | "poj1077" | "acwing179" => words(&letters, random),
        // Each board is its own goal.
        "hdu3567" => format!(
            "{0}{1}{0}{1}",
            letters.concat().to_uppercase(),
            space(random)
        ),
        "p1379" => numbers.concat() + space(random),
        "leetcode773" => {
            let rows: Vec<String> = numbers
                .chunks(width)
                .map(|row| format!("[{}]", row.join(", ")))
                .collect();
            format!(
                "[{}]{}",
                rows.join(space(random))
                    .replace(']', "] ,")
                    .trim_end_matches(" ,"),
                space(random)
            )
        }
        "hackerrank" | "princeton" => format!("{width}\n{}", words(&numbers, random)),
        "npuzzle42" => {
            let rows: Vec<String> = numbers.chunks(width).map(|row| row.join(" ")).collect();
            format!("# one\n{width}# the size\n{}\n#\n", rows.join(" # a row\n"))
        }
        "korf" => {
            let heading = ["", "7 ", "7 99 ", "# a comment\n3\t"][random.usize(..4)];
            format!("{heading}{}\n", numbers.join(" "))
        }
        "plain" if cells.len() == 25 && cells.iter().max() == Some(&2) => {
            rows('*', space(random)) + space(random)
        }
        _ if width == 24 && random.bool() => numbers.concat() + space(random),
        _ if width == 24 => words(&numbers, random),
        _ => numbers.join([",", " ", "\n", ", "][random.usize(..4)]) + space(random),
    }
}

/// The expected line of a board.
fn line(puzzle: &str, cells: &[usize]) -> String {
    let written = |&cell: &usize| match puzzle {
        "knights" => ["0", "1", "*"][cell].to_owned(),
        _ => cell.to_string(),
    };
    cells.iter().map(written).collect::<Vec<_>>().join(" ")
}

/// Bytes that are more likely to be part of a board than uniformly random ones.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => "[0-9xX*\\[\\], \n\r#]{1,30}".prop_map(String::into_bytes),
        2 => proptest::collection::vec(any::<u8>(), 0..20),
        2 => "([123] ){20,26}\n?".prop_map(String::into_bytes),
        1 => "[123]{20,26}\n".prop_map(String::into_bytes),
        2 => "([01]{4,6}\n|[01]{2}[ *][01]{2}\n){4,6}".prop_map(String::into_bytes),
        2 => "([0-9x] ){8,10}\n?".prop_map(String::into_bytes),
        1 => "[0-9X]{8,10}\n".prop_map(String::into_bytes),
        // Boards of the form that most have, which is read at once, and too long or short ones.
        2 => "(2 3 4 1 5 [x0X] 7 6 8|8 6 7 2 5 4 3 [x0] 1)( [1-9x]| |\t)?[\n\r ]?".prop_map(String::into_bytes),
        2 => "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3( 3)?( [0-3]| )?[\n\r ]?".prop_map(String::into_bytes),
        2 => "([2-5]\n)?10110\n01\\*11\n10111\n01001\n00000?[0 ]?\n?".prop_map(String::into_bytes),
        1 => "[2-5]\n".prop_map(String::into_bytes),
        1 => Just(b"\xEF\xBB\xBF".to_vec()),
        1 => Just(b"[[1,2,3],[4,5,0]]".to_vec()),
        1 => Just(vec![b'1'; 300]),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boards_come_back(seed in any::<u64>(), count in 0usize..5) {
        let mut random = fastrand::Rng::with_seed(seed);
        for (puzzle, format) in readers().filter(|(_, format)| !OTHERS.contains(format)) {
            let mut text = if random.bool() { "\u{feff}".to_owned() } else { String::new() };
            if matches!(format, "scoi2005" | "knightsfen" | "hdu3567") {
                text.extend([&count.to_string(), "\n"]);
            }
            let mut expected = Vec::new();
            for _ in 0..count {
                let (cells, width) = board(puzzle, &mut random);
                text += &written(format, &cells, width, &mut random);
                text += "\n";
                expected.push(Ok(line(puzzle, &cells)));
            }
            if format == "poj2286" && random.bool() {
                text += "0";
            }
            let has_free_lines = match format {
                "knightsfen" | "npuzzle42" | "korf" | "leetcode773" => false,
                "plain" | "drawn" | "tiles" => puzzle.starts_with("sliding") && !text.contains(','),
                _ => true,
            };
            let columns = random.usize(1..60);
            // Rows of equal length must be the board's rows.
            let size = PUZZLES[puzzle].model().size;
            let makes_rows = |size: Size| {
                size.cells().is_multiple_of(columns) && ![1, size.width(), size.cells()].contains(&columns)
            };
            if has_free_lines && !size.is_some_and(makes_rows) && random.bool() {
                text = wrapped(&text, columns);
            }
            if random.bool() && format != "knightsfen" {
                text.truncate(text.trim_end().len());
            }
            let size = random.usize(1..100);
            prop_assert_eq!(read(puzzle, format, text.as_bytes(), &[size]), expected, "{} {}: {:?}", puzzle, format, text);
        }
    }

    #[test]
    fn noise_gives_errors(data in noise()) {
        for (puzzle, format) in readers() {
            let whole = read(puzzle, format, &data, &[1 << 20]);
            for error in whole.iter().filter_map(|result| result.as_ref().err()) {
                let message = error.to_string();
                prop_assert!(message.chars().count() <= 400, "{}", message);
                prop_assert!(!message.contains(char::is_control), "{:?}", message);
                prop_assert!(message.starts_with("here:"));
            }
            for sizes in [&[1][..], &[3, 1, 7, 2, 13]] {
                prop_assert_eq!(&whole, &read(puzzle, format, &data, sizes), "{} {} in pieces", puzzle, format);
            }
        }
    }
}
