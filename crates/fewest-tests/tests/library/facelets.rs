//! Cubes given by their stickers, compared with a cube of stickers in space.

use fewest::kernel::pieces::Flaw;
use fewest::population::Random;
use fewest::{Options, Puzzle, Verdict};

use crate::cubes::{Stickers, random_words, read};

#[test]
fn facelets_are_read_as_the_board_that_they_show() {
    let mut random = Random::new(11);
    for name in ["cube3", "cube3q"] {
        let cube = Puzzle::open(name).unwrap();
        for _ in 0..40 {
            let scramble = random_words("U R F D L B", 20, &mut random);
            let mut stickers = Stickers::solved();
            for word in scramble.split(' ') {
                stickers.word(word, true);
            }
            let facelets = stickers.facelets();
            let board = cube.board(&facelets).unwrap();
            assert_eq!(cube.text(&board), read(&cube, &scramble), "{facelets}");
            assert_eq!(fewest_text::board(&cube, &facelets).unwrap(), board);
            let spaced: Vec<String> = facelets.chars().map(String::from).collect();
            assert_eq!(cube.board(&spaced.join(" ")).unwrap(), board);
        }
    }
    let solved = Stickers::solved().facelets();
    assert_eq!(&solved[..12], "UUUUUUUUURRR");
    let cube = Puzzle::open("cube3").unwrap();
    let problem = |text: &str| {
        let whole = cube.board(text).unwrap_err().to_string();
        (
            whole,
            fewest_text::board(&cube, text).unwrap_err().to_string(),
        )
    };
    let (library, text) = problem(&solved.replacen('U', "X", 1));
    assert_eq!(library, "the board:1:1: no piece of cube3 is written `X`");
    assert!(
        text.contains("expected U, R, F, D, L or B in cell 1 of 54, found `X`"),
        "{text}"
    );
    let (library, text) = problem(&solved.replacen('U', "R", 1));
    assert!(library.contains("expected 9 of `U`, found 8"), "{library}");
    assert!(
        text.contains("has 8 of `U` and not 9, 10 of `R` and not 9"),
        "{text}"
    );
    // Letters and colours are not mixed.
    let (library, text) = problem(&solved.replacen('U', "w", 1));
    assert_eq!(library, "the board:1:1: no piece of cube3 is written `w`");
    assert!(text.contains("found `w`"), "{text}");
    for length in [53, 55] {
        let (library, text) = problem(&format!("{solved}B")[..length]);
        assert!(library.contains("a board has 54 cells"), "{library}");
        assert!(
            text.contains("54") || text.contains("nothing after the board"),
            "{text}"
        );
    }
}

/// The letters of facelets, replaced by others.
fn in_letters(facelets: &str, letters: &str) -> String {
    let other = |face: char| letters.chars().nth("URFDLB".find(face).unwrap()).unwrap();
    facelets.chars().map(other).collect()
}

#[test]
fn facelets_in_other_orders_and_colours() {
    let cube = Puzzle::open("cube3").unwrap();
    let mut random = Random::new(12);
    for _ in 0..20 {
        let scramble = random_words("U R F D L B", 20, &mut random);
        let mut stickers = Stickers::solved();
        scramble
            .split(' ')
            .for_each(|word| stickers.word(word, true));
        let board = cube.board(&stickers.facelets()).unwrap();
        for order in [
            "URFDLB", "ULFRBD", "UFRBLD", "UDLRFB", "UDFBLR", "FRBLUD", "LFRBUD",
        ] {
            let facelets = stickers.facelets_in(order, 3);
            for letters in ["URFDLB", "urfdlb", "123456", "wrgyob", "YOGWRB", "GYROBW"] {
                // Usual colours on other faces are read only in the usual order: in two unusual
                // ways at once, another board might fit as well.
                if letters == "GYROBW" && order != "URFDLB" {
                    continue;
                }
                let text = in_letters(&facelets, letters);
                assert_eq!(cube.board(&text).as_ref(), Ok(&board), "{order}: {text}");
                assert_eq!(
                    fewest_text::board(&cube, &text).as_ref(),
                    Ok(&board),
                    "{text}"
                );
            }
        }
    }
}

/// The answer solves the cube in the way in which it is held.
#[test]
fn cubes_that_are_held_in_other_ways() {
    let mut random = Random::new(13);
    for (name, width) in [("cube3", 3), ("cube3q", 3), ("cube2", 2), ("cube2q", 2)] {
        let cube = Puzzle::open(name).unwrap();
        for round in 0..40 {
            let scramble = random_words("U R F D L B", 4, &mut random);
            let rotations = random_words("x y z", 3, &mut random);
            let mut stickers = Stickers::solved();
            for word in scramble.split(' ').chain(rotations.split(' ')) {
                stickers.word(word, true);
            }
            let letters = ["URFDLB", "ybogrw", "abcdef"][round % 3];
            let text = in_letters(&stickers.facelets_in("URFDLB", width), letters);
            let board = cube.board(&text).unwrap();
            assert_eq!(fewest_text::board(&cube, &text).unwrap(), board);
            let answer = cube.solve(&board, &Options::default()).unwrap();
            assert!(
                matches!(answer.verdict, Verdict::Solved(0..=8)),
                "{name}: {text}"
            );
            for word in cube.moves_text(&board, &answer.moves).split_whitespace() {
                stickers.word(word, true);
            }
            assert!(
                stickers.is_solved(width),
                "{name}: {scramble} {rotations}: {text}"
            );
        }
    }
}

/// A stage reads boards of the puzzle that it extends.
#[test]
fn full_boards_were_refused_by_stages() {
    let cube = Puzzle::open("cube3").unwrap();
    let mut random = Random::new(14);
    for name in [
        "cross",
        "eo",
        "xcross",
        "f2l",
        "domino",
        "block222",
        "first-layer",
    ] {
        let stage = Puzzle::open(name).unwrap();
        if stage.model().cells() != 54 {
            continue;
        }
        for _ in 0..10 {
            let scramble = random_words("U R F D L B", 20, &mut random);
            let full = cube.board(&read(&cube, &scramble)).unwrap();
            let mut stickers = Stickers::solved();
            scramble
                .split(' ')
                .for_each(|word| stickers.word(word, true));
            let expected = read(&stage, &scramble);
            for text in [
                cube.text(&full),
                stickers.facelets(),
                stickers.facelets_in("ULFRBD", 3),
            ] {
                let board = fewest_text::board(&stage, &text).unwrap();
                assert_eq!(stage.text(&board), expected, "{name}: {scramble}");
            }
        }
    }
}

/// Each reason names the pieces and their cells.
#[test]
fn facelets_of_impossible_cubes_have_reasons() {
    let cube = Puzzle::open("cube3").unwrap();
    let place = |name: &str| {
        let face = "URFDLB".find(&name[..1]).unwrap();
        face * 9 + name[1..].parse::<usize>().unwrap() - 1
    };
    let why = |changes: &[(&str, char)]| {
        let mut facelets: Vec<char> = Stickers::solved().facelets().chars().collect();
        for (cell, letter) in changes {
            facelets[place(cell)] = *letter;
        }
        let board = cube.board(&String::from_iter(facelets)).unwrap();
        let answer = cube.solve(&board, &Options::default()).unwrap();
        assert_eq!(answer.verdict, Verdict::Unsolvable);
        let flaw: Flaw = answer.why().unwrap();
        flaw.in_words(cube.model(), board.symbols())
    };
    let twisted = why(&[("U9", 'R'), ("R1", 'F'), ("F3", 'U')]);
    assert_eq!(
        twisted,
        "one of the 8 pieces with three orientations is twisted"
    );
    let flipped = why(&[("U8", 'F'), ("F2", 'U')]);
    assert_eq!(
        flipped,
        "one of the 12 pieces with two orientations is flipped"
    );
    let swapped = why(&[("F2", 'R'), ("R2", 'F')]);
    assert_eq!(
        swapped,
        "two pieces would have to be swapped (odd permutation)"
    );
    let centres = why(&[("U5", 'F'), ("F5", 'U')]);
    assert_eq!(centres, "no move changes U5, but it has `g`, not `w`");
    let opposite = why(&[("R1", 'D'), ("D3", 'R')]);
    assert_eq!(opposite, "no piece has `g` on F9, `r` on R7 and `r` on D3");
    let twice = why(&[("F2", 'R'), ("R8", 'F')]);
    assert_eq!(
        twice,
        "there are too many pieces like the one with `g` on R8 and `y` on D6"
    );
}
