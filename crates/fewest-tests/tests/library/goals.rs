//! Entries that expand to several goals: equal cells, other colours, other orientations.

use std::collections::BTreeSet;

use fewest::kernel::general::{Cells, General};
use fewest::model::Model;
use fewest::space::structure::Structured;
use fewest::table::Ball;

use crate::defined::read;
use crate::written::{mistake, ring};

const CORNERS: &str = include_str!("../../../../puzzles/corners.toml");

/// The goals as text, with `?` for open cells.
fn goals(definition: &Model) -> BTreeSet<String> {
    let written = |symbol: &Option<u8>| match symbol {
        Some(symbol) => definition.symbols[usize::from(*symbol)].as_str(),
        None => "?",
    };
    let goals = definition.structure.goals.iter();
    goals
        .map(|goal| goal.iter().map(written).collect::<String>())
        .collect()
}

/// All boards with these symbols that satisfy `passes`.
fn boards(letters: &str, passes: impl Fn(&[char]) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::from([String::new()]);
    for _ in 0..letters.len() {
        let longer = found.iter().flat_map(|board: &String| {
            let fits =
                |letter: &char| board.matches(*letter).count() < letters.matches(*letter).count();
            let next = letters.chars().filter(fits);
            next.map(|letter| format!("{board}{letter}"))
                .collect::<Vec<_>>()
        });
        found = longer.collect();
    }
    let passes = |board: &String| passes(&board.chars().collect::<Vec<_>>());
    found.into_iter().filter(passes).collect()
}

fn solved(text: &str) -> BTreeSet<String> {
    let definition = read(text);
    let puzzle = General::<Cells<32>>::new(definition.structure.clone()).unwrap();
    let written = |board| {
        let mut symbols = Vec::new();
        puzzle.symbols(&board, &mut symbols);
        let written = symbols
            .iter()
            .map(|&symbol| definition.symbols[usize::from(symbol)].as_str());
        written.collect::<String>()
    };
    puzzle
        .solved_boards()
        .unwrap()
        .into_iter()
        .map(written)
        .collect()
}

#[test]
fn several_lists_of_same_cells() {
    let text = ring("a*4 b*2", "same = [\"1 2\", \"3 4\"]");
    assert_eq!(
        solved(&text),
        boards("aaaabb", |b| b[0] == b[1] && b[2] == b[3])
    );
    let names = read(&ring("a*4 b*2", "name = \"g\"\nsame = [\"1 2\", \"3 4\"]")).goals;
    assert_eq!(names, ["g a a", "g a b", "g b a"]);
    let with_board = ring(
        "a*2 b*2 c*2",
        "board = \"?*5 c\"\nsame = [\"1 2\", \"3 4\"]",
    );
    let expected = boards("aabbcc", |b| b[0] == b[1] && b[2] == b[3] && b[5] == 'c');
    assert_eq!(solved(&with_board), expected);
    let problem = |goal: &str| mistake(&ring("a*4 b*2", goal));
    assert_eq!(
        problem("same = [\"1 2\", \"2 3\"]"),
        "11:16: `2` is in two of these lists"
    );
    assert_eq!(
        problem("same = [\"1 2\", \"9\"]"),
        "11:17: no cell is called `9`"
    );
    assert_eq!(
        problem("same = []"),
        "11:8: at least one cell holds a symbol"
    );
    assert_eq!(
        problem("same = \"\""),
        "11:9: at least one cell holds a symbol"
    );
    assert_eq!(
        problem("same = [\"1 2 3\", \"4 5 6\"]"),
        "11:8: no symbols have the pieces to fill these 6 cells"
    );
    assert!(problem("same = 3").contains("expected a string, or several in brackets"));
}

#[test]
fn boards_of_goals_with_counts_and_without_blanks() {
    let expected = goals(&read(&ring("a*2 b*3 c", "board = \"a a b b b c\"")));
    for written in ["aabbbc", "a*2 b*3 c", "aa b*3c", "aab bbc", "a*2 bb b c"] {
        let text = ring("a*2 b*3 c", &format!("board = \"{written}\""));
        let read = Model::from_toml(&text);
        match written {
            "aa b*3c" => assert!(read.unwrap_err().to_string().contains("`b*3c`")),
            _ => assert_eq!(goals(&read.unwrap()), expected, "{written}"),
        }
    }
    let open = goals(&read(&ring("a*2 b*3 c", "board = \"?*5 c\"")));
    assert_eq!(open, BTreeSet::from(["?????c".to_owned()]));
    // A star is also a piece.
    let star = goals(&read(&ring("* 2*5", "board = \"2*2222\"")));
    assert_eq!(star, BTreeSet::from(["2*2222".to_owned()]));
    // Read letter by letter if possible; otherwise, and in `pieces`, as a count.
    let star = goals(&read(&ring("**4 3 2", "board = \"*2 **3 *\"")));
    assert_eq!(star, BTreeSet::from(["*2**3*".to_owned()]));
    let star = goals(&read(&ring("**4 3 2", "board = \"2 **4 3\"")));
    assert_eq!(star, BTreeSet::from(["2****3".to_owned()]));
    let problem = mistake(&ring("a*2 b*3 c", "board = \"a*99999999999999999999\""));
    assert!(
        problem.contains("no piece is written `a*99999999999999999999`"),
        "{problem}"
    );
    let problem = mistake(&ring("a*2 b*3 c", "board = \"a*2 b*3 c a\""));
    assert_eq!(problem, "11:9: a board has 6 symbols, not 7");
}

#[test]
fn recoloured_goals() {
    // In any order.
    let text = ring("a*2 b*2 c*2", "board = \"aabbcc\"\nrecolour = \"a b c\"");
    let expected = boards("aabbcc", |b| b[0] == b[1] && b[2] == b[3] && b[4] == b[5]);
    assert_eq!((solved(&text), expected.len()), (expected, 6));
    // In a cycle.
    let text = ring("a*2 b*2 c*2", "board = \"aabbcc\"\nrecolour = \"(a b c)\"");
    let expected = ["aabbcc", "bbccaa", "ccaabb"].map(str::to_owned);
    assert_eq!(goals(&read(&text)), BTreeSet::from(expected));
    // Two separate pairs; goals that the pieces can't form are left out.
    let text = ring(
        "a*2 b*2 c d",
        "board = \"aabbcd\"\nrecolour = [\"a b\", \"c d\"]",
    );
    let expected = ["aabbcd", "bbaacd", "aabbdc", "bbaadc"].map(str::to_owned);
    assert_eq!(goals(&read(&text)), BTreeSet::from(expected));
    let text = ring("a*4 b*2", "board = \"aaaabb\"\nrecolour = \"a b\"");
    assert_eq!(goals(&read(&text)), BTreeSet::from(["aaaabb".to_owned()]));
    let text = ring("a*2 b*2 c*2", "same = \"1 2\"\nrecolour = \"a b c\"");
    assert_eq!(solved(&text), boards("aabbcc", |b| b[0] == b[1]));
    // Thousands of entries, each with thousands of goals that the pieces can't form.
    let singles = "b c d e f g h i j k l m n o p q r s";
    let entry = "[[goal]]\nsame = [\"1\", \"2\", \"3\"]\nrecolour = \"b c d e f g\"\n".repeat(2000);
    let cells = 100 + singles.split(' ').count();
    let hostile = format!(
        "name = \"h\"\ncells = {cells}\npieces = \"a*100 {singles}\"\n[[move]]\nname = \"x\"\ncycles = \"(1 2)\"\n{entry}"
    );
    let start = std::time::Instant::now();
    assert!(mistake(&hostile).ends_with("more than 4096 goals"));
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
    let problem = |key: &str| mistake(&ring("a*2 b*2 c*2", &format!("board = \"aabbcc\"\n{key}")));
    assert_eq!(
        problem("recolour = \"a\""),
        "12:13: at least two symbols are needed to recolour anything"
    );
    assert_eq!(
        problem("recolour = \"a x\""),
        "12:15: no piece is written `x`"
    );
    assert_eq!(
        problem("recolour = \"a a\""),
        "12:15: symbol `a` is named twice"
    );
    assert_eq!(
        problem("recolour = \"(a b\""),
        "12:13: cycles are written like `(1 2 3)(4 5)`"
    );
    let blank = "name = \"b\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n[[move]]\nname = \"l\"\noffset = [0, 1]\n\
        [[goal]]\nboard = \"a b .\"\nrecolour = \"a .\"\n";
    assert_eq!(
        mistake(blank),
        "10:12: the blank can't be recoloured: moves depend on it"
    );
    // If no move depends on it, it is like any other piece.
    let still = "name = \"b\"\ncells = 4\npieces = \"a*2 b c\"\nblank = \"c\"\n[[move]]\nname = \"m\"\n\
        shift = \"2 1 4\"\n[[goal]]\nboard = \"a a c b\"\nrecolour = \"(b c)\"\n";
    let expected = ["aacb", "aabc"].map(str::to_owned);
    assert_eq!(goals(&read(still)), BTreeSet::from(expected));
    let many: Vec<String> = (0..9).map(|piece| piece.to_string()).collect();
    let many = many.join(" ");
    let many = format!(
        "name = \"m\"\ncells = 9\npieces = \"{many}\"\n[[move]]\nname = \"x\"\ncycles = \"(1 2)\"\n\
         [[goal]]\nboard = \"{many}\"\nrecolour = \"{many}\"\n"
    );
    assert_eq!(mistake(&many), "7:1: more than 4096 goals");
}

/// The position of each sticker of the net, as a point around the cube's centre.
fn point(name: &str) -> [i8; 3] {
    let place = name[1..].parse::<usize>().unwrap() - 1;
    let side = |low: bool| if low { -1 } else { 1 };
    let (right, down) = (side(place % 2 == 0), side(place < 2));
    match &name[..1] {
        "U" => [right, 2, down],
        "D" => [right, -2, -down],
        "F" => [right, -down, 2],
        "B" => [-right, -down, -2],
        "R" => [2, -down, -right],
        _ => [-2, -down, right],
    }
}

/// The 24 rotations of a cube: the source axis of each coordinate, and its sign.
fn turns() -> Vec<[(usize, i8); 3]> {
    let mut turns = Vec::new();
    for axes in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let is_even = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].contains(&axes);
        for signs in 0..8 {
            let sign = |axis: u8| if signs >> axis & 1 == 1 { -1 } else { 1 };
            let minus = (0..3).filter(|&axis| sign(axis) < 0).count();
            if (minus % 2 == 0) == is_even {
                turns.push([(axes[0], sign(0)), (axes[1], sign(1)), (axes[2], sign(2))]);
            }
        }
    }
    turns
}

/// A cube is solved in any orientation: 24 goals, which geometry also gives.
#[test]
fn a_cube_is_solved_however_it_lies() {
    for turned in [
        "[\"R L3\", \"U D3\"]",
        "[\"R L L L\", \"(U1 U2 U4 U3)(D1 D3 D4 D2)(F1 L1 B1 R1)(F2 L2 B2 R2)(F3 L3 B3 R3)(F4 L4 B4 R4)\"]",
    ] {
        let definition = read(&format!("{CORNERS}turned = {turned}\n"));
        let names = &definition.picture.names;
        let board = read(CORNERS).structure.goals[0].clone();
        let turn = |turn: &[(usize, i8); 3]| {
            let image = |point: [i8; 3]| turn.map(|(axis, sign)| sign * point[axis]);
            let at = |name: &String| {
                let origin = names
                    .iter()
                    .position(|other| image(point(other)) == point(name));
                definition.symbols[usize::from(board[origin.unwrap()].unwrap())].as_str()
            };
            names.iter().map(at).collect::<String>()
        };
        let expected: BTreeSet<String> = turns().iter().map(turn).collect();
        assert_eq!(expected.len(), 24);
        assert_eq!(goals(&definition), expected);
        assert_eq!(definition.goals[23], "solved 24");
    }
    // Rotating a solved cube is also a change of colours.
    let recoloured = format!("{CORNERS}recolour = [\"(o g r b)\", \"(w o y r)\"]\n");
    let turned = format!("{CORNERS}turned = [\"R L3\", \"U D3\"]\n");
    assert_eq!(goals(&read(&recoloured)), goals(&read(&turned)));
    // If the orientation of the cube is ignored, there are 24 times as many boards at each distance
    // as with one corner fixed (Wikipedia, "Pocket Cube").
    let definition = read(&format!("{CORNERS}turned = [\"R L3\", \"U D3\"]\n"));
    let puzzle = General::<Cells<32>>::new(definition.structure).unwrap();
    let mut ball = Ball::new(puzzle.solved_boards().unwrap());
    for within in [1, 10, 64, 385, 2232] {
        assert_eq!(ball.len(), 24 * within);
        ball.grow(&puzzle);
    }
}

#[test]
fn turns_that_are_none() {
    let problem = |turned: &str| mistake(&format!("{CORNERS}turned = {turned}\n"));
    let last = CORNERS.lines().count() + 1;
    assert_eq!(
        problem("\"R X\""),
        format!("{last}:13: no move is called `X`")
    );
    assert!(problem("\"\"").contains("`turned` takes moves"));
    assert!(problem("[\"R L\", \"U\"]").ends_with("more than 4096 goals"));
    let blank = "name = \"b\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n[[move]]\nname = \"l\"\noffset = [0, 1]\n\
        [[goal]]\nboard = \"a b .\"\nturned = \"l\"\n";
    assert_eq!(mistake(blank), "10:11: `l` depends on where the blank is");
}

/// The goal examples on the page, each with its puzzle and the stated number of goals.
#[test]
fn the_pages_examples_of_goals() {
    let page = include_str!("../../../../docs/definition-reference.md");
    let mut found = 0;
    for block in page.split("```toml goals of ").skip(1) {
        let (first, block) = block.split_once('\n').unwrap();
        let (name, count) = first.split_once(": ").unwrap();
        let path = format!("{}/../../puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let puzzle = std::fs::read_to_string(path).unwrap();
        let (rest, _) = puzzle.split_once("[[goal]]").unwrap();
        let text = format!("{rest}{}", block.split("```").next().unwrap());
        let model = read(&text);
        assert_eq!(model.goals.len().to_string(), count, "{text}");
        let exported = read(&model.to_toml().unwrap());
        assert_eq!(exported.structure, model.structure, "{text}");
        found += 1;
    }
    assert!(found >= 3);
}
