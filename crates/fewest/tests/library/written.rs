//! What definitions say besides the plainest: goals that stand for several, pictures that are hard to read, things that are meant.

use std::collections::BTreeSet;

use fewest::kernel::general::{Cells, General};
use fewest::model::Model;
use fewest::structure::Structured;
use fewest::table::ball::Ball;

use crate::defined::read;

const CORNERS: &str = include_str!("../../../../puzzles/corners.toml");

/// The goals as they are written, `?` for cells that are open.
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

/// A puzzle of six cells in a ring with these pieces and one goal.
fn ring(pieces: &str, goal: &str) -> String {
    format!(
        "name = \"ring\"\ncells = 6\npieces = \"{pieces}\"\n[[move]]\nname = \"x\"\nshift = \"1 2 3 4 5 6\"\n\
         [[move]]\nname = \"y\"\ninverse = \"x\"\n[[goal]]\n{goal}\n"
    )
}

fn mistake(text: &str) -> String {
    Model::from_toml(text).unwrap_err().to_string()
}

/// All boards with these symbols that pass.
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

/// The solved boards of a definition.
fn solved(text: &str) -> BTreeSet<String> {
    let definition = read(text);
    let puzzle = General::<Cells<16>>::new(definition.structure.clone()).unwrap();
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
    let told = |goal: &str| mistake(&ring("a*4 b*2", goal));
    assert_eq!(
        told("same = [\"1 2\", \"2 3\"]"),
        "11:16: `2` is in two of these lists"
    );
    assert_eq!(
        told("same = [\"1 2\", \"9\"]"),
        "11:17: no cell is called `9` (did you mean `1`?)"
    );
    assert_eq!(told("same = []"), "11:8: at least one cell holds a symbol");
    assert_eq!(
        told("same = \"\""),
        "11:9: at least one cell holds a symbol"
    );
    assert_eq!(
        told("same = [\"1 2 3\", \"4 5 6\"]"),
        "11:8: no symbols have the pieces to fill these 6 cells"
    );
    assert!(told("same = 3").contains("expected a string, or several in brackets"));
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
    // A star that is a piece is a piece.
    let star = goals(&read(&ring("* 2*5", "board = \"2*2222\"")));
    assert_eq!(star, BTreeSet::from(["2*2222".to_owned()]));
    // Read letter by letter where it can be; as a count where it can't, and in `pieces`.
    let star = goals(&read(&ring("**4 3 2", "board = \"*2 **3 *\"")));
    assert_eq!(star, BTreeSet::from(["*2**3*".to_owned()]));
    let star = goals(&read(&ring("**4 3 2", "board = \"2 **4 3\"")));
    assert_eq!(star, BTreeSet::from(["2****3".to_owned()]));
    let told = mistake(&ring("a*2 b*3 c", "board = \"a*99999999999999999999\""));
    assert!(
        told.contains("no piece is written `a*99999999999999999999`"),
        "{told}"
    );
    let told = mistake(&ring("a*2 b*3 c", "board = \"a*2 b*3 c a\""));
    assert_eq!(told, "11:9: a board has 6 symbols, not 7");
}

#[test]
fn recoloured_goals() {
    // In any order.
    let text = ring("a*2 b*2 c*2", "board = \"aabbcc\"\nrecolour = \"a b c\"");
    let expected = boards("aabbcc", |b| b[0] == b[1] && b[2] == b[3] && b[4] == b[5]);
    assert_eq!((solved(&text), expected.len()), (expected, 6));
    // Round and round.
    let text = ring("a*2 b*2 c*2", "board = \"aabbcc\"\nrecolour = \"(a b c)\"");
    let expected = ["aabbcc", "bbccaa", "ccaabb"].map(str::to_owned);
    assert_eq!(goals(&read(&text)), BTreeSet::from(expected));
    // Two pairs by themselves; what no pieces make is left out.
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
    // Each makes thousands that there are no pieces for, and there are thousands of them.
    let singles = "b c d e f g h i j k l m n o p q r s";
    let entry = "[[goal]]\nsame = [\"1\", \"2\", \"3\"]\nrecolour = \"b c d e f g\"\n".repeat(2000);
    let cells = 100 + singles.split(' ').count();
    let hostile = format!(
        "name = \"h\"\ncells = {cells}\npieces = \"a*100 {singles}\"\n[[move]]\nname = \"x\"\ncycles = \"(1 2)\"\n{entry}"
    );
    let start = std::time::Instant::now();
    assert!(mistake(&hostile).ends_with("more than 4096 goals"));
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
    let told = |key: &str| mistake(&ring("a*2 b*2 c*2", &format!("board = \"aabbcc\"\n{key}")));
    assert_eq!(
        told("recolour = \"a\""),
        "12:13: at least two symbols are needed to recolour anything"
    );
    assert_eq!(
        told("recolour = \"a x\""),
        "12:15: no piece is written `x` (did you mean `a`?)"
    );
    assert_eq!(
        told("recolour = \"a a\""),
        "12:15: symbol `a` is named twice"
    );
    assert_eq!(
        told("recolour = \"(a b\""),
        "12:13: cycles are written like `(1 2 3)(4 5)`"
    );
    let blank = "name = \"b\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n[[move]]\nname = \"l\"\noffset = [0, 1]\n\
        [[goal]]\nboard = \"a b .\"\nrecolour = \"a .\"\n";
    assert_eq!(
        mistake(blank),
        "10:12: the blank can't be recoloured: moves look at it"
    );
    // Where no move does, it is a piece like others.
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

/// Where each sticker of the net is, as a point around the cube's middle.
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

/// The 24 turns of a cube: which axis each coordinate comes from, and its sign.
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

/// A cube that lies on any side is solved: 24 goals, which geometry alone gives, too.
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
                let comes = names
                    .iter()
                    .position(|own| image(point(own)) == point(name));
                definition.symbols[usize::from(board[comes.unwrap()].unwrap())].as_str()
            };
            names.iter().map(at).collect::<String>()
        };
        let expected: BTreeSet<String> = turns().iter().map(turn).collect();
        assert_eq!(expected.len(), 24);
        assert_eq!(goals(&definition), expected);
        assert_eq!(definition.goals[23], "solved 24");
    }
    // What turning a solved cube does is a change of colours, too.
    let recoloured = format!("{CORNERS}recolour = [\"(o g r b)\", \"(w o y r)\"]\n");
    let turned = format!("{CORNERS}turned = [\"R L3\", \"U D3\"]\n");
    assert_eq!(goals(&read(&recoloured)), goals(&read(&turned)));
    // With the cube as it lies forgotten, there are as many boards at each distance as with one corner held (Wikipedia, "Pocket
    // Cube"), 24 times over.
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
    let told = |turned: &str| mistake(&format!("{CORNERS}turned = {turned}\n"));
    let last = CORNERS.lines().count() + 1;
    assert_eq!(
        told("\"R X\""),
        format!("{last}:13: no move is called `X` (did you mean `B`?)")
    );
    assert!(told("\"\"").contains("the whole is turned by moves"));
    assert!(told("[\"R L\", \"U\"]").ends_with("more than 4096 goals"));
    let blank = "name = \"b\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n[[move]]\nname = \"l\"\noffset = [0, 1]\n\
        [[goal]]\nboard = \"a b .\"\nturned = \"l\"\n";
    assert_eq!(mistake(blank), "10:11: `l` depends on where the blank is");
}

/// Fifteen pieces in a picture, moved by offsets.
fn drawn(cells: &str) -> String {
    let names: Vec<&str> = cells.split_whitespace().collect();
    let pieces: Vec<String> = (1..names.len()).map(|piece| piece.to_string()).collect();
    let pieces = pieces.join(" ");
    let moves = [("u", "-1, 0"), ("l", "0, -1"), ("r", "0, 1"), ("d", "1, 0")];
    let moves =
        moves.map(|(name, offset)| format!("[[move]]\nname = \"{name}\"\noffset = [{offset}]\n"));
    format!(
        "name = \"own\"\ncells = \"\"\"\n{cells}\n\"\"\"\npieces = \"{pieces} .\"\nblank = \".\"\n{}[[goal]]\nboard = \"{pieces} .\"\n",
        moves.concat()
    )
}

#[test]
fn a_ragged_picture_is_the_puzzle_that_it_seems_to_be() {
    let straight = read(&drawn(" 1  2  3  4\n 5  6  7  8\n 9 10 11 12"));
    for ragged in [
        "1 2 3 4\n5 6 7 8\n9 10 11 12",
        "1 2 3 4\n\n  5 6 7 8\n9 10     11 12",
        "1  2  3  4\n5  6  7  8\n9  10 11 12",
    ] {
        assert_eq!(
            read(&drawn(ragged)).structure,
            straight.structure,
            "{ragged}"
        );
    }
}

#[test]
fn columns_that_are_not_clear_are_a_mistake() {
    let told = |cells: &str| mistake(&drawn(cells));
    let unclear = |cell: &str, other: &str| {
        format!(
            "an `offset` needs columns, and it is not clear whether `{cell}` stands in that of `{other}` (write the names \
             of a column so that they begin, or end, below one another)"
        )
    };
    assert_eq!(
        told("1 2 3 4\n5 6 7\n8 9 10 11"),
        format!("5:8: {}", unclear("11", "4"))
    );
    // Longer names that lie above each other here and there.
    assert_eq!(
        told("a1 bb2 c3\nlong-name d4"),
        format!("3:4: {}", unclear("bb2", "a1"))
    );
    // Nothing goes by columns: nothing is said.
    let steps = drawn("1 2 3 4\n5 6 7\n8 9 10 11").replace("offset = [-1, 0]", "steps = \"5>1\"");
    let steps = steps.replace("offset = [0, -1]", "steps = \"2>1\"");
    let steps = steps.replace("offset = [0, 1]", "steps = \"1>2\"");
    read(&steps.replace("offset = [1, 0]", "steps = \"1>5\""));
    // A cross with longer names, right and left aligned; staggered on purpose, in names of one length.
    for clear in [
        "       1\n 8  9 10 11\n      12",
        "      1\n8  9  10 11\n      12",
    ] {
        let definition = read(&drawn(clear));
        assert_eq!(definition.picture.grid[0].1, definition.picture.grid[3].1);
        assert_eq!(definition.picture.grid[5].1, definition.picture.grid[3].1);
    }
    let staggered = drawn("   1\n  2 3\n 4 5 6");
    let staggered = staggered
        .replace("[-1, 0]", "[-1, 1]")
        .replace("[0, -1]", "[-1, -1]");
    read(
        &staggered
            .replace("[0, 1]", "[1, 1]")
            .replace("[1, 0]", "[1, -1]"),
    );
}

#[test]
fn what_is_meant_can_be_said() {
    let one_way = ring("a*2 b*3 c", "board = \"aabbbc\"")
        .replace("[[move]]\nname = \"y\"\ninverse = \"x\"\n", "");
    assert!(
        read(&one_way)
            .doubts(&one_way)
            .to_string()
            .contains("no move takes `x` back")
    );
    let meant = one_way.replace("name = \"x\"", "name = \"x\"\none_way = true");
    assert_eq!(read(&meant).doubts(&meant).0, []);
    let wrong = ring("a*2 b*3 c", "board = \"aabbbc\"")
        .replace("name = \"x\"", "name = \"x\"\none_way = true");
    assert_eq!(
        mistake(&wrong),
        "6:11: `x` is not one-way: `y` takes it back"
    );

    let still = ring("a*2 b*3 c", "board = \"aabbbc\"").replace("1 2 3 4 5 6", "1 2 3 4");
    assert!(
        read(&still)
            .doubts(&still)
            .to_string()
            .contains("no move touches the cell `5`")
    );
    let meant = still.replace("cells = 6", "cells = 6\nfixed = \"5 6\"");
    assert_eq!(read(&meant).doubts(&meant).0, []);
    let wrong = still.replace("cells = 6", "cells = 6\nfixed = \"5 2\"");
    assert_eq!(
        mistake(&wrong),
        "3:12: `2` is not fixed: the move `x` touches it"
    );
    let wrong = still.replace("cells = 6", "cells = 6\nfixed = \"7\"");
    assert!(mistake(&wrong).starts_with("3:10: no cell is called `7`"));
}

#[test]
fn moves_that_do_the_same_are_doubted_only() {
    let twins = ring("a*2 b*3 c", "board = \"aabbbc\"")
        .replace("inverse = \"x\"", "cycles = \"(6 5 4 3 2 1)\"");
    let doubts = read(&twins).doubts(&twins).to_string();
    let expected =
        "8:8: the moves `x` and `y` do the same (no answer has `y`: `x` comes first in tie order)";
    assert!(doubts.contains(expected), "{doubts}");
}

/// A step is taken back by a swap that is legal anywhere, and where all other pieces are alike by whatever leads home.
#[test]
fn ways_back_go_by_what_moves_do() {
    let swap = "name = \"s\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n\
        [[move]]\nname = \"B\"\nsteps = \"1>2 2>1\"\n[[move]]\nname = \"S\"\ncycles = \"(1 2)\"\n\
        [[move]]\nname = \"x\"\nsteps = \"2>3\"\n[[move]]\nname = \"y\"\nsteps = \"3>2\"\n\
        [[goal]]\nboard = \"a b .\"\n";
    assert_eq!(read(swap).doubts(swap).0, []);
    let alike = "name = \"s\"\ncells = 3\npieces = \"a a .\"\nblank = \".\"\n\
        [[move]]\nname = \"B\"\nsteps = \"1>2 2>3 3>1\"\n[[move]]\nname = \"C\"\nsteps = \"1>3 3>2 2>1\"\n\
        [[goal]]\nboard = \"a a .\"\n";
    assert_eq!(read(alike).doubts(alike).0, []);
    let round = alike
        .replace("pieces = \"a a .\"", "pieces = \"a b .\"")
        .replace("board = \"a a .\"", "board = \"a b .\"");
    assert_eq!(read(&round).doubts(&round).0, []);
    let other = round.replace("steps = \"1>3 3>2 2>1\"", "cycles = \"(1 2 3)\"");
    assert!(
        read(&other)
            .doubts(&other)
            .to_string()
            .contains("no move takes `B` back")
    );
}

#[test]
fn a_move_that_no_one_move_takes_back() {
    let text = "name = \"t\"\ncells = 3\npieces = \"a b .\"\nblank = \".\"\n[[move]]\nname = \"in\"\nsteps = \"1>2 3>2\"\n\
        [[move]]\nname = \"out\"\ninverse = \"in\"\n[[goal]]\nboard = \"a b .\"\n";
    assert_eq!(
        mistake(text),
        "10:11: no one move takes `in` back: it leads to `2` from more than one cell"
    );
}

#[test]
fn messages_in_plain_words() {
    let text = ring("a*2 b*3 c", "board = \"aabbbc\"");
    let told = |from: &str, to: &str| mistake(&text.replacen(from, to, 1));
    assert_eq!(
        told("cells = 6", "cells = true"),
        "2:9: invalid type: boolean `true`, expected a number of cells, or a picture of them in quotes"
    );
    assert_eq!(
        told("cells = 6", "cells = 1.5"),
        "2:9: invalid type: floating point `1.5`, expected a number of cells, or a picture of them in quotes"
    );
    assert_eq!(
        told(
            "name = \"ring\"",
            "name = \"ring\"\ntitle = \"a\\u001b[31mred\""
        ),
        "2:9: a title is one line without control characters"
    );
    assert_eq!(
        told(
            "board = \"aabbbc\"",
            "name = \"\\u202eg\"\nboard = \"aabbbc\""
        ),
        "11:8: a goal's name has no control characters"
    );
    assert_eq!(
        told("a*2 b*3 c", "a*99999999999999999999"),
        "3:11: `a*99999999999999999999`: a symbol's count is 1 to 6\n11:10: no piece is written `aabbbc`"
    );
    let metric = told("cells = 6", "cells = 6\nmetric = \"turns\"");
    assert_eq!(
        metric,
        "3:10: unknown value `turns`, expected `move` or `axis`"
    );
    for (from, to) in [
        ("cells = 6", "cells = 6\nmove = 3"),
        ("cells = 6", "cells = 6\nboards = 3"),
        ("cells = 6", "cells = 6\ngoal = [3]"),
        ("shift = \"1 2 3 4 5 6\"", "offset = 3"),
        (
            "shift = \"1 2 3 4 5 6\"",
            "offset = [1, 99999999999999999999]",
        ),
        ("shift = \"1 2 3 4 5 6\"", "offset = [1]"),
        ("shift = \"1 2 3 4 5 6\"", "shift = [1, 2]"),
        ("shift = \"1 2 3 4 5 6\"", "cost = \"a\""),
        ("shift = \"1 2 3 4 5 6\"", "one_way = 1"),
    ] {
        let told = told(from, to);
        for word in [
            "struct",
            "enum",
            "variant",
            "untagged",
            "i64",
            "i16",
            "Vec",
            "usize",
            "sequence of",
        ] {
            assert!(!told.contains(word), "{told}");
        }
        println!("{told}");
    }
}

/// The examples of goals on the page, each with the puzzle that it is one of and as many goals as it says.
#[test]
fn the_pages_examples_of_goals() {
    let page = include_str!("../../../../docs/definitions.md");
    let mut found = 0;
    for block in page.split("```toml goals of ").skip(1) {
        let (first, block) = block.split_once('\n').unwrap();
        let (name, count) = first.split_once(": ").unwrap();
        let path = format!("{}/../../puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let puzzle = std::fs::read_to_string(path).unwrap();
        let (rest, _) = puzzle.split_once("[[goal]]").unwrap();
        let text = format!("{rest}{}", block.split("```").next().unwrap());
        assert_eq!(read(&text).goals.len().to_string(), count, "{text}");
        found += 1;
    }
    assert!(found >= 3);
}
