//! Definitions imported from other programs' puzzles.

use std::fs;
use std::path::{Path, PathBuf};

use fewest::kernel::general::{Cells, General};
use fewest::model::{Dialect, Imported, import};
use fewest::space::Move;
use fewest::support::budget::Budget;
use fewest::table::build::build;
use fewest::{Board, Options, Puzzle, Verdict};

use crate::defined::read;
use crate::naive;

const CORNERS: &str = include_str!("../../../../examples/corners.tws");
const PYRAMINX: &str = include_str!("../../../../examples/pyraminx.def");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn twsearch(text: &str) -> Imported {
    import(text, Dialect::Twsearch).unwrap_or_else(|problems| panic!("{problems}"))
}

fn order(imported: &Imported) -> String {
    let puzzle = Puzzle::from_toml(&imported.definition).unwrap();
    puzzle.describe(None).group.unwrap().to_string()
}

fn distances(definition: &str) -> Vec<u64> {
    let puzzle = General::<Cells<32>>::new(read(definition).structure).unwrap();
    let table = build(&puzzle, Budget::default()).unwrap();
    table.counts().to_vec()
}

fn dialect(file: &str) -> Dialect {
    match Path::new(file).extension() {
        Some(ending) if ending == "def" => Dialect::Ksolve,
        _ => Dialect::Twsearch,
    }
}

/// The lines of `corpus/imports.txt`, whose figures are from the puzzles' geometry
/// (`corpus/imports.py`): a file's name and text, the order of its group, the order by the other reading
/// of its orientations, and the numbers of its boards by distance.
fn corpus() -> Vec<(String, String, [String; 2], Vec<usize>)> {
    let lines = fs::read_to_string(folder().join("imports.txt")).unwrap();
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let [file, right, wrong, near] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let text = fs::read_to_string(folder().join("imports").join(file)).unwrap();
        let near = near.split(',').map(|count| count.parse().unwrap());
        let orders = [right, wrong].map(str::to_owned);
        (file.to_owned(), text, orders, near.collect())
    };
    let corpus: Vec<_> = lines.map(read).collect();
    assert_eq!(corpus.len(), 10);
    corpus
}

/// The orders match the published ones.
#[test]
fn groups_have_the_orders_that_were_found_independently() {
    for (file, text, [right, wrong], _) in corpus() {
        let imported = import(&text, dialect(&file)).unwrap();
        assert_eq!(order(&imported), right, "{file}");
        assert!(imported.notes.0.is_empty(), "{file}");
        if wrong != "-" {
            assert_eq!(order(&twsearch(&other_reading(&text))), wrong, "{file}");
        }
    }
}

/// Finds all boards up to two moves away by playing moves, and solves some of each distance, the first of
/// a puzzle before anything is prepared.
#[test]
fn boards_near_solved_have_the_distances_of_the_geometry() {
    let options = Options::default();
    for (file, text, _, near) in corpus() {
        let definition = import(&text, dialect(&file)).unwrap().definition;
        let open = || Puzzle::from_toml(&definition).unwrap();
        let puzzle = open();
        let solved = puzzle.solved_board(&options).unwrap();
        let next = |board: &Board| {
            let moves = puzzle.legal_moves(board).into_iter();
            let after = moves.map(|m| puzzle.after(board, m).unwrap());
            after.collect::<Vec<_>>()
        };
        let levels = naive::levels([solved], next, 2);
        for ((distance, level), &count) in (0..).zip(&levels).zip(&near) {
            assert_eq!(level.len(), count, "{file}: {distance}");
            let some = level.iter().step_by(level.len().div_ceil(9));
            for (place, board) in some.enumerate() {
                let fresh = (place == 0).then(open);
                let answer = fresh.as_ref().unwrap_or(&puzzle).solve(board, &options);
                let answer = answer.unwrap();
                assert_eq!(answer.verdict, Verdict::Solved(distance), "{file}");
                let after = |board: Board, m: &Move| puzzle.after(&board, *m).unwrap();
                let end = answer.moves.iter().fold(board.clone(), after);
                assert!(puzzle.is_solved(&end), "{file}");
            }
        }
    }
}

/// Rewrites a file in the other convention: a move's orientations belong to the places that pieces
/// leave, or to the places that they enter.
fn other_reading(text: &str) -> String {
    let is_from_zero = text.contains("MoveTransformation");
    let mut lines: Vec<String> = Vec::new();
    let mut is_in_move = false;
    // The first line of numbers after a set's name counts places.
    let mut is_places = false;
    for line in text.lines() {
        let is_numbers = line.starts_with(|c: char| c.is_ascii_digit());
        lines.push(match line.split_once(' ') {
            Some(("Move", name)) => format!("MoveTransformation {name}"),
            Some(("MoveTransformation", name)) => format!("Move {name}"),
            _ if is_in_move && is_places && is_numbers => {
                let places = line.split(' ').map(|word| word.parse::<usize>().unwrap());
                let other = |place: usize| {
                    if is_from_zero { place + 1 } else { place - 1 }
                };
                let places = places.map(|place| other(place).to_string());
                places.collect::<Vec<_>>().join(" ")
            }
            _ => line.to_owned(),
        });
        is_in_move |= line.starts_with("Move");
        is_places = !is_numbers;
    }
    lines.join("\n")
}

/// The pyraminx of the examples once had the right order but wrong flips, so other distances.
#[test]
fn an_imported_puzzle_is_the_puzzle() {
    let expected = distances(include_str!("../../../../puzzles/cube2.toml"));
    assert_eq!(distances(&twsearch(CORNERS).definition), expected);
    let cube = fs::read_to_string(folder().join("imports/cube2.tws")).unwrap();
    assert_eq!(distances(&twsearch(&cube).definition), expected);
    let pyraminx = import(PYRAMINX, Dialect::Ksolve).unwrap();
    let expected = distances(include_str!("../../../../puzzles/pyraminx.toml"));
    assert_eq!(distances(&pyraminx.definition), expected);
}

#[test]
fn all_corners_of_a_cube_turn() {
    let down = "Move D\nCORNER\n1 2 3 4 8 5 6 7\nEnd\n";
    let corners = twsearch(&format!("{CORNERS}{down}"));
    assert_eq!(order(&corners), "88179840");
}

#[test]
fn irrelevant_pieces_share_one_symbol() {
    let solved = "1 2 3 4 5 6 7 8\nEnd";
    let open = CORNERS.replacen(solved, "1 1 1 1 2 2 2 2\n? ? ? ? ? ? ? ?\nEnd", 1);
    let structure = read(&twsearch(&open).definition).structure;
    assert_eq!(structure.pieces, [12, 12]);
}

/// A turning ring of four places, and another set that does not move.
fn ring(moves: &str) -> String {
    format!("Set A 4 1\nSet B 2 1\nSolved\nEnd\n{moves}")
}

#[test]
fn moves_that_do_the_same_are_left_out_with_a_note() {
    let turn = |name: &str| format!("Move {name}\nA\n4 1 2 3\nEnd\n");
    let twice = "Move S\nA\n3 4 1 2\nEnd\n";
    let back = "Move T\nA\n2 3 4 1\nEnd\n";
    let still = "Move N\nEnd\n";
    let text = ring(&format!("{twice}{}{}{back}{still}", turn("Q"), turn("R")));
    let imported = twsearch(&text);
    assert_eq!(
        imported.notes.to_string(),
        "5:6: the move `S` is left out: it is `Q` 2 times, which counts as one move\n\
         13:6: the move `R` is left out: it does the same as `Q`\n\
         17:6: the move `T` is left out: it is `Q` 3 times, which counts as one move\n\
         21:6: the move `N` is left out: it changes nothing"
    );
    let definition = read(&imported.definition);
    assert_eq!(definition.moves, ["Q", "Q2", "Q'"]);
}

#[test]
fn a_move_called_as_a_power_of_another_is_named() {
    let text = ring("Move Q\nA\n4 1 2 3\nEnd\nMove Q2\nB\n2 1\nEnd\n");
    let refused = import(&text, Dialect::Ksolve).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "9:6: `Q2` is the name of `Q` repeated 2 times, but this move has another effect"
    );
}

#[test]
fn turns_of_the_whole_puzzle_are_no_moves_in_twsearch() {
    let moves = ["Q", "Qv", "x'"].map(|name| format!("Move {name}\nB\n2 1\nEnd\n"));
    let text = ring(&moves.concat().replacen("B\n2 1", "A\n4 1 2 3", 1));
    let imported = twsearch(&text);
    assert_eq!(read(&imported.definition).moves, ["Q", "Q2", "Q'"]);
    let notes = imported.notes.to_string();
    let reason = "a turn of the whole, is left out: it changes no move";
    assert_eq!(notes, format!("9:6: `Qv`, {reason}\n13:6: `x'`, {reason}"));
    let ksolve = import(&text, Dialect::Ksolve).unwrap();
    assert_eq!(
        read(&ksolve.definition).moves,
        ["Q", "Q2", "Q'", "Qv"],
        "there they are moves"
    );
}

#[test]
fn a_name_of_several_words_is_a_title() {
    let text = format!(
        "Name Two \"faces\" <R, U>\n{}",
        ring("Move Q\nB\n2 1\nEnd\n")
    );
    let definition = read(&twsearch(&text).definition);
    assert_eq!(definition.name, "Two-faces-R-U");
    assert_eq!(definition.title, "Two faces <R, U>");
}

/// Twelve faces of order 4 make 36 moves, like a 4x4x4 cube. Twenty of order 5 make 80, and the
/// cycles of six places too many.
#[test]
fn more_than_32_and_64_moves_were_refused() {
    let many = |faces: usize, order: usize| -> String {
        let letters = ('b'..='d').flat_map(|small| ('A'..='Z').map(move |c| format!("{c}{small}")));
        let names: Vec<String> = letters.take(faces).collect();
        let sets: Vec<String> = names
            .iter()
            .map(|name| format!("Set S{name} {order} 1\n"))
            .collect();
        let places: Vec<String> = (1..=order)
            .map(|place| (place % order + 1).to_string())
            .collect();
        let places = places.join(" ");
        let moves: Vec<String> = names
            .iter()
            .map(|name| format!("Move {name}\nS{name}\n{places}\nEnd\n"))
            .collect();
        sets.concat() + "Solved\nEnd\n" + &moves.concat()
    };
    let imported = twsearch(&many(12, 4));
    assert_eq!(read(&imported.definition).moves.len(), 36);
    assert_eq!(order(&imported), 4u32.pow(12).to_string());
    let imported = twsearch(&many(20, 5));
    assert_eq!(read(&imported.definition).moves.len(), 80);
    // The cycles of all six places, each with five powers.
    let cycles = naive::arrangements(2..=6).into_iter().enumerate();
    let moves = cycles.map(|(number, others)| {
        let cycle = [&[1], &others[..]].concat();
        let place = |place: usize| cycle.iter().position(|other| *other == place).unwrap();
        let from: Vec<String> = (1..=6)
            .map(|to| cycle[(place(to) + 1) % 6].to_string())
            .collect();
        format!("Move m{number}x\nA\n{}\nEnd\n", from.join(" "))
    });
    let text = format!("Set A 6 1\nSolved\nEnd\n{}", moves.collect::<String>());
    let refused = import(&text, Dialect::Twsearch).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "1:1: over 255 moves: every power of a move counts as one"
    );
}

/// Four places in a row: the first two swap, and a turn reverses the row. The last two swap by a
/// sequence that is defined before its parts.
#[test]
fn sequences_of_moves_were_left_out() {
    let text = "Set A 4 1\nSolved\nEnd\nMoveSequence R Fv,L Fv\nMoveSequence M L,T\nMoveAlias T R\n\
        Move Fv\nA\n4 3 2 1\nEnd\nMove L\nA\n2 1 3 4\nEnd\n";
    let imported = twsearch(text);
    assert_eq!(read(&imported.definition).moves, ["L", "R", "M"]);
    assert_eq!(order(&imported), "4");
    assert!(
        (imported.definition).contains("cycles = \"(A.1 A.2)(A.3 A.4)\""),
        "{}",
        imported.definition
    );
    let notes = imported.notes.to_string();
    assert!(
        notes.contains("6:11: `T` is left out: it only gives a move another name"),
        "{notes}"
    );
    assert!(
        imported.definition.contains("[words]\n\"Fv\" = \"("),
        "{}",
        imported.definition
    );

    // Sequences are read from left to right, and may contain powers.
    let ring = "Set A 4 1\nSolved\nEnd\nMove Q\nA\n4 1 2 3\nEnd\nMove S\nA\n2 1 3 4\nEnd\n";
    let made = twsearch(&format!("{ring}MoveSequence M Q2 S Q'\n")).definition;
    let by_hand = twsearch(&format!("{ring}Move M\nA\n3 1 2 4\nEnd\n")).definition;
    assert_eq!(made, by_hand);
}

#[test]
fn sequences_without_known_moves_are_refused() {
    let refused = |lines: &str, dialect: Dialect| {
        let text = ring(&format!("Move Q\nA\n4 1 2 3\nEnd\n{lines}"));
        import(&text, dialect).unwrap_err().to_string()
    };
    let twsearch = |lines: &str| refused(lines, Dialect::Twsearch);
    assert_eq!(
        twsearch("MoveSequence M Q P"),
        "9:18: no known move is called `P`"
    );
    assert_eq!(
        twsearch("MoveSequence M N'\nMoveSequence N M"),
        "9:16: `N'` is made of itself"
    );
    assert_eq!(twsearch("MoveSequence M"), "9:1: the names are missing");
    assert_eq!(twsearch("MoveAlias"), "9:1: the names are missing");
    assert_eq!(
        twsearch("MoveSequence Q Q2"),
        "9:14: two moves are called `Q`"
    );
    assert_eq!(
        twsearch("MoveSequence \" Q2"),
        "9:14: a move's name has letters, digits, _, - and ' only"
    );
    let many: Vec<String> = (0..300).map(|i| format!("MoveSequence M{i} Q\n")).collect();
    assert_eq!(twsearch(&many.concat()), "265:14: over 256 moves");
    assert_eq!(
        refused("MoveAlias Qw Q", Dialect::Ksolve),
        "9:1: `MoveAlias` is not supported"
    );
}

#[test]
fn unsupported_input_is_refused_by_name() {
    let refused = |text: &str| import(text, Dialect::Twsearch).unwrap_err().to_string();
    let ignore = format!("{CORNERS}Ignore\nCORNER\n1 1 1 1 1 1 1 1\nEnd\n");
    assert_eq!(
        refused(&ignore),
        "23:1: `Ignore` is not supported: pieces that do not matter are written as equal ones, or with `?`"
    );
    assert_eq!(
        refused(&format!("{CORNERS}Illegal CORNER 1 2\n")),
        "23:1: `Illegal` is not supported: it forbids boards, and every move here is legal on every board"
    );
    assert_eq!(
        refused("{\"name\": \"cube\"}"),
        "1:1: this looks like JSON; expected twsearch's `.tws` or ksolve+'s `.def` (a puzzle of cubing.js is read with `--from kpuzzle`)"
    );
    let set = CORNERS.replacen("CORNER\n2 3", "CORNERS\n2 3", 1);
    assert_eq!(refused(&set), "10:1: no set is called `CORNERS`");
    let twice = CORNERS.replace("2 3 4 1 5", "2 3 4 4 5");
    assert_eq!(refused(&twice), "11:7: this place is used twice");
    let turn = CORNERS.replace("0 1 2 0 0 2 1 0", "0 1 2 0 0 2 3 0");
    assert_eq!(refused(&turn), "16:13: a turn is 0 to 2, not `3`");
    let named = CORNERS.replace("Move R", "Move U");
    assert_eq!(refused(&named), "13:6: two moves are called `U`");
    let again = CORNERS.replace("2 3 4 1 5 6 7 8\n", "2 3 4 1 5 6 7 8\nCORNER\n");
    assert_eq!(refused(&again), "12:1: the set `CORNER` appears twice");
    assert_eq!(
        refused("Set A 300 2"),
        "1:7: the number of pieces is 1 to 256, not `300`"
    );
    assert_eq!(
        refused("Set A 9 2\nSet A 9 2"),
        "2:5: two sets are called `A`"
    );
    assert_eq!(refused("Move"), "1:5: the file ends before a move's name");
    assert_eq!(refused("Name"), "1:1: the puzzle's name is missing");
    assert_eq!(
        refused(""),
        "1:1: a puzzle has sets, a solved state and moves: there is no `Set`"
    );
    assert_eq!(
        refused("Set A 2 1\nSolved\nEnd\nEnd\n"),
        "4:1: `End` without a section"
    );
    assert_eq!(
        refused("Set A 2 1\nSolved\nEnd\n"),
        "1:1: a puzzle has sets, a solved state and moves: there is no `Move`"
    );
    let transformed = CORNERS.replace("Move U", "MoveTransformation U");
    let ksolve = import(&transformed, Dialect::Ksolve).unwrap_err();
    assert_eq!(
        ksolve.to_string(),
        "9:1: `MoveTransformation` is not supported"
    );
}

/// Numbers only say which pieces are alike: the second and the fourth of `1 2 9 4 9`.
#[test]
fn pieces_had_to_be_numbered_without_gaps() {
    let text = |pieces: &str| {
        format!(
            "Set A 5 1\nSolved\nA\n{pieces}\nEnd\nMove P\nA\n2 3 1 4 5\nEnd\nMove Q\nA\n1 2 4 5 3\nEnd\n"
        )
    };
    let [gap, without] =
        ["1 2 9 4 9", "1 2 3 4 3"].map(|pieces| twsearch(&text(pieces)).definition);
    assert!(gap.contains("board = \"A.1 A.2 A.9 A.4 A.9\""), "{gap}");
    assert_eq!(distances(&gap), distances(&without));
    // The orders of 1 2 3 4 3: 5! / 2.
    assert_eq!(distances(&gap), [1, 4, 8, 16, 24, 6, 1]);
    assert_eq!(distances(&gap).iter().sum::<u64>(), 60);
    assert_eq!(
        import(&text("1 2 65537 4 5"), Dialect::Twsearch)
            .unwrap_err()
            .to_string(),
        "4:5: a piece is 1 to 65536, not `65537`"
    );
}

/// Sections that ksolve+ ignores or interprets in its own way (`readme.txt` of ksolve+ 1.0).
#[test]
fn sections_of_ksolve_without_effect_were_refused() {
    let ksolve = |text: &str| import(text, Dialect::Ksolve);
    let plain = ksolve(CORNERS).unwrap();
    for (section, note) in [
        (
            "Ignore\nCORNER\n1 1 1 1 1 1 1 1\n0 0 0 0 0 0 0 0\nEnd\n",
            "23:1: `Ignore` is left out: it lists what scrambles may leave open, and boards here have all pieces",
        ),
        (
            "MoveLimits\nU 2\nEnd\n",
            "23:1: `MoveLimits` is left out: newer versions of ksolve+ take it in scramble files only",
        ),
        (
            "ForbiddenPairs\nU U2\nR R'\nEnd\n",
            "24:3: forbidden pairs are left out: no shortest answer has these moves one after the other",
        ),
        (
            "ForbiddenGroups\nU U2 U'\nR\nEnd\n",
            "24:1: forbidden pairs are left out: no shortest answer has these moves one after the other",
        ),
    ] {
        let imported = ksolve(&format!("{CORNERS}{section}")).unwrap();
        assert_eq!(imported.definition, plain.definition);
        assert_eq!(imported.notes.to_string(), note);
    }
    for (section, refusal) in [
        (
            "ForbiddenPairs\nU R\nEnd\n",
            "24:3: a definition can't forbid `R` after `U`",
        ),
        (
            "ForbiddenGroups\nU U2 R\nEnd\n",
            "24:6: a definition can't forbid `R` after `U`",
        ),
        (
            "ForbiddenPairs\nU X\nEnd\n",
            "24:3: `U` and `X` are not both known moves",
        ),
        (
            "ForbiddenPairs\nU\nEnd\n",
            "24:1: a line of `ForbiddenPairs` has two moves",
        ),
        ("ForbiddenPairs\nU U\n", "25:1: the file ends before `End`"),
    ] {
        let refused = ksolve(&format!("{CORNERS}{section}")).unwrap_err();
        assert_eq!(refused.to_string(), refusal);
    }
    // Opposite faces commute and are forbidden in both orders, which would make answers longer.
    let two = "Set A 2 1\nSet B 2 1\nSolved\nEnd\nMove L\nA\n2 1\nEnd\nMove R\nB\n2 1\nEnd\n";
    let refused = ksolve(&format!("{two}ForbiddenGroups\nL R\nEnd\n")).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "14:3: a definition can't forbid `R` after `L`"
    );
}

#[test]
fn ksolve_takes_turns_modulo_the_orientations_of_a_set() {
    let text = "\u{feff}Set C 1 1\nSet A 3 3\nSolved\nA\n1 2 3\n3 0 0\nEnd\nMove Q\nC\n1\n1\nA\n2 3 1\n4 5 0\nEnd\n";
    let reduced = text.replace("3 0 0", "0 0 0").replace("4 5 0", "1 2 0");
    let imported = import(text, Dialect::Ksolve).unwrap();
    assert_eq!(imported, import(&reduced, Dialect::Ksolve).unwrap());
    let refused = import(text, Dialect::Twsearch).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "6:1: an orientation is 0 to 2, not `3`"
    );
}
