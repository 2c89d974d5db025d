//! Boards of sliding tiles with other blanks, in lists and rows, after headers, and with other line
//! ends and encodings. They are read right or refused, but never as another board.

use fastrand::Rng;
use fewest::Puzzle;
use fewest::model::{Kind, Model};
use fewest::solver::Options;
use fewest_text::{Session, TextOptions};

const BLANKS: [&str; 8] = ["0", "x", "X", "_", ".", "-", "*", "None"];

/// Lists of rows: what begins and ends the whole and each row, and what is between rows and tiles.
const LISTS: [[&str; 6]; 11] = [
    ["", "", "", "", "\n", " "],
    ["", "", "", "", " / ", " "],
    ["", "", "", "", "/", " "],
    ["[", "]", "", "", ", ", ", "],
    ["(", ")", "(", ")", ", ", ", "],
    ["[", "]", "[", "]", ", ", ", "],
    ["[", "]", "[", "]", ",\n ", ","],
    ["{", "}", "{", "}", ",", ","],
    ["[", "]", "[", "]", "\n ", " "],
    ["", "", "", "", "\n", "\t"],
    ["", "", "", "", "\n", "\u{a0}"],
];

struct Written {
    text: String,
    boards: Vec<Vec<u8>>,
}

fn board(cells: usize, rng: &mut Rng) -> Vec<u8> {
    let mut tiles: Vec<u8> = (0..).take(cells).collect();
    rng.shuffle(&mut tiles);
    tiles
}

/// Some boards, and a text of them in one of the styles.
fn written(width: usize, height: usize, rng: &mut Rng) -> Written {
    let cells = width * height;
    let boards: Vec<Vec<u8>> = (0..rng.usize(1..4)).map(|_| board(cells, rng)).collect();
    let blank = BLANKS[rng.usize(..BLANKS.len())];
    let [begin, end, begin_row, end_row, row, tile] = LISTS[rng.usize(..LISTS.len())];
    let quote = if begin == "[" && rng.bool() { "\"" } else { "" };
    let mut text = match rng.usize(..6) {
        0 => format!("{height} {width}\n"),
        1 => format!("{}\n", boards.len()),
        2 => format!("{}\n-1\n", cells - 1),
        _ => String::new(),
    };
    // Headers are only read before rows on lines of their own.
    let has_rows = row.starts_with('\n') && begin.is_empty();
    if !has_rows {
        text.clear();
    }
    for tiles in &boards {
        let one = |tile: &u8| {
            let written = if *tile == 0 {
                blank.to_owned()
            } else {
                tile.to_string()
            };
            format!("{quote}{written}{quote}")
        };
        let rows = tiles.chunks(width).map(|tiles| {
            let tiles: Vec<String> = tiles.iter().map(one).collect();
            format!("{begin_row}{}{end_row}", tiles.join(tile))
        });
        let rows: Vec<String> = rows.collect();
        text.extend([begin, &rows.join(row), end, "\n"]);
    }
    Written { text, boards }
}

/// The bytes of a text in one of the encodings and line ends of editors and shells.
fn encoded(text: &str, rng: &mut Rng) -> Vec<u8> {
    let text = if rng.bool() {
        text.replace('\n', "\r\n")
    } else {
        text.to_owned()
    };
    match rng.usize(..6) {
        0 => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        1 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        2 => [0xFEFF]
            .into_iter()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect(),
        3 => [text.as_bytes(), b"\x1a"].concat(),
        _ => text.into_bytes(),
    }
}

/// The boards that a session reads.
fn read(puzzle: &Puzzle, bytes: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let text = TextOptions::default();
    let input: Box<dyn std::io::Read + Send> = Box::new(std::io::Cursor::new(bytes.to_vec()));
    let inputs = &mut [("here".to_owned(), input)];
    let cases = fewest_text::read_all(puzzle, &Options::default(), &text, inputs);
    let cases = cases.map_err(|error| error.to_string())?;
    Ok(cases.into_iter().map(|case| case.start).collect())
}

#[test]
fn boards_in_every_style_are_read_or_refused() {
    let mut rng = Rng::with_seed(57);
    let sizes = [(3, 3), (4, 4), (3, 2), (2, 3), (2, 2), (5, 3), (4, 2)];
    let puzzles = sizes.map(|(width, height)| {
        let name = format!("sliding:{width}x{height}");
        (width, height, Puzzle::open(&name).unwrap())
    });
    let (mut right, mut refused) = (0, 0);
    for round in 0..10_000 {
        let (width, height, puzzle) = &puzzles[round % puzzles.len()];
        let Written { text, boards } = written(*width, *height, &mut rng);
        let bytes = encoded(&text, &mut rng);
        match read(puzzle, &bytes) {
            Ok(found) => {
                assert_eq!(found, boards, "{width} x {height}: {text}");
                right += 1;
            }
            Err(problem) => {
                assert!(problem.starts_with("here"), "{problem}");
                refused += 1;
            }
        }
    }
    assert!(refused * 50 < right, "{right} read, {refused} refused");
}

/// A text that lacks a tile, or has one too many, is never read as other boards.
#[test]
fn boards_with_a_tile_too_few_or_too_many_are_refused() {
    let mut rng = Rng::with_seed(58);
    let eight = Puzzle::open("eight").unwrap();
    for round in 0..500 {
        let tiles = board(9, &mut rng);
        let mut words: Vec<String> = tiles.iter().map(u8::to_string).collect();
        if round % 2 == 0 {
            words.remove(rng.usize(..9));
        } else {
            words.insert(rng.usize(..10), rng.u8(0..10).to_string());
        }
        let [begin, end, .., tile] = LISTS[rng.usize(..6)];
        let text = format!("{begin}{}{end}\n", words.join(tile));
        // A line of ten numbers may begin with an id.
        match read(&eight, text.as_bytes()) {
            Ok(found) => assert!(
                found.len() == 1
                    && words[1..]
                        .iter()
                        .eq(&found[0].iter().map(u8::to_string).collect::<Vec<_>>()),
                "{text}: {found:?}"
            ),
            Err(problem) => assert!(problem.starts_with("here"), "{problem}"),
        }
    }
}

/// Inputs, single boards and goals are read alike.
#[test]
fn goals_and_boards_are_read_as_inputs_are() {
    let eight = Puzzle::open("eight").unwrap();
    for blank in BLANKS {
        let text = format!("1 2 3 4 5 6 7 {blank} 8");
        let expected = vec![1, 2, 3, 4, 5, 6, 7, 0, 8];
        assert_eq!(
            read(&eight, text.as_bytes()),
            Ok(vec![expected.clone()]),
            "{text}"
        );
        assert_eq!(eight.board(&text).unwrap().symbols(), expected, "{text}");
        assert_eq!(
            fewest_text::board(&eight, &text).unwrap().symbols(),
            expected,
            "{text}"
        );
        assert!(
            fewest_text::goal(&eight, "a goal", text.as_bytes()).is_ok(),
            "{text}"
        );
    }
    // A sign that a puzzle has as a symbol is that symbol.
    let knights = Puzzle::open("knights").unwrap();
    assert!(knights.model().list_signs().contains(&b'['));
    let odd = Model::from_toml(
        "name = \"odd\"\ncells = \"a b c\"\npieces = \"[ / ,\"\ngoal = [{ board = \"[ / ,\" }]\n\
         move = [{ name = \"s\", cycles = \"(a b c)\" }]",
    )
    .unwrap();
    assert_eq!(odd.kind, Kind::Defined);
    assert_eq!(odd.read_board("a text", "/ , [").unwrap(), [1, 2, 0]);
}

/// Headers that the lines after them do not confirm are named.
#[test]
fn a_header_was_taken_for_a_tile_or_for_another_size() {
    let eight = Puzzle::open("eight").unwrap();
    let problem = |text: &str| {
        let mut session = Session::new(&eight, Options::default(), TextOptions::default()).unwrap();
        let mut output = Vec::new();
        let run = session.run("here", &mut text.as_bytes(), &mut output);
        run.unwrap_err().to_string()
    };
    let rows = "1 2 3\n4 5 6\n7 0\n";
    let found = problem(&format!("8\n-5\n{rows}8\n"));
    assert!(
        found.contains("the first line, `8`, looks like the number of tiles"),
        "{found}"
    );
    let found = problem(&format!("5\n{rows}8\n"));
    assert!(found.contains("expected 5 boards, found 1"), "{found}");
    let ambiguous = problem("3\n1 2 3\n4 5 6\n7 0 8\n");
    assert!(ambiguous.contains("hackerrank or princeton"), "{ambiguous}");
}

/// Words for the blank made symbols of stages need spaces, and `-` the blank instead of a hidden tile.
#[test]
fn a_stage_of_tiles_has_packed_boards_and_hidden_tiles() {
    let text = "name = \"row\"\nextends = \"eight\"\n[[goal]]\nboard = \"1 2 3 ? ? ? ? ? ?\"";
    let row = Puzzle::from_toml(text).unwrap();
    let spaced = row.board("1 2 3 - - - - 0 -").unwrap();
    for written in ["123----0-", "123----x-", "1 2 3\n- - -\n- _ -"] {
        assert_eq!(
            fewest_text::board(&row, written).unwrap(),
            spaced,
            "{written}"
        );
    }
    assert_eq!(row.model().symbols.len(), 5);
}
