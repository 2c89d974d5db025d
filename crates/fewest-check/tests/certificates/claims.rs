//! False claims, each with a proof that lacks one condition.

use fewest::support::number::grouped;

use crate::verdict;

/// Each of 64 moves can be any of four, so there are 2^128 shortest solutions: one more than the
/// greatest number.
#[test]
fn more_solutions_than_can_be_counted() {
    let ring: Vec<String> = (0..66).map(|cell| ((cell + 1) % 66).to_string()).collect();
    let turns = ["a", "b", "c", "d"].map(|name| format!("turn {name} - {}\n", ring.join(" ")));
    let text = |moves: usize, solutions: u128| {
        let (goal, mut board) = ("0", ["1"; 66]);
        board[moves] = goal;
        format!(
            "pieces 1 65\n{}goal 0{}\nboard {}\nmoves{}\nsolutions {solutions}\nbound search\ngoals 0\n",
            turns.concat(),
            " 1".repeat(65),
            board.join(" "),
            " a".repeat(moves)
        )
    };
    let claim = "verified: 63 moves are enough, and 62 are not; shortest solutions: ";
    let claim = format!("{claim}{}", grouped(1u128 << 126));
    assert_eq!(verdict(&text(63, 1 << 126), &[]), claim);
    let problem = format!("refuted: shortest solutions: {}", grouped(u128::MAX));
    assert_eq!(verdict(&text(64, u128::MAX), &[]), problem);
}

/// A board one move from the goal, seen as another at distance 3.
const RING: &str = "pieces 1 5
turn on - 5 0 1 2 3 4
turn back - 1 2 3 4 5 0
goal 0 1 1 1 1 1
board 1 0 1 1 1 1
moves back on back
orbit 1 free 0 1 2 3 4 5
table t0
goals 0
home 0 1 1 1 1 1
colours 0 1 1 1 1 1
orbits 0
";

#[test]
fn an_image_with_other_moves() {
    for image in ["0 3 2 1 4 5", "0 2 3 1 4 5", "0 3 1 2 5 4"] {
        let image = format!("image {image}\nsymbols 0 1\n");
        let text = format!("{RING}{image}bound tables\ngoals 0\nsums 0\nimages 0\n");
        assert_eq!(
            verdict(&text, &[&[0, 1, 2, 3, 2, 1]]),
            "refuted: an image has other moves"
        );
    }
}

/// Four tiles in a row, and the blank. The only legal move of the board solves it. It moves the last tile,
/// which counts in none of the three tables.
#[test]
fn a_move_of_a_tile_that_does_not_count() {
    let turns = [
        ("a", "1 0 2 3 4"),
        ("b", "0 2 1 3 4"),
        ("c", "0 1 3 2 4"),
        ("d", "0 1 2 4 3"),
    ];
    let turns = (0..).zip(turns).map(|(cell, (name, from))| {
        format!(
            "turn {name} {cell} {from}\nturn {name} {} {from}\n",
            cell + 1
        )
    });
    let table = |number: usize, tile: usize| {
        format!(
            "table t{number}\ngoals 0\nhome 0 1 2 3 4\ncolours 0 1 2 3 4\ncharge {tile}\norbits 0\n"
        )
    };
    let text = format!(
        "pieces 1 1 1 1 1
blank 0
{}goal 1 2 3 0 4
board 1 2 3 4 0
moves d d d
orbit 1 free 0 1 2 3 4
{}{}{}bound tables
goals 0
sums 0+1+2
",
        turns.collect::<String>(),
        table(0, 1),
        table(1, 2),
        table(2, 3)
    );
    // The number of the board in dictionary order.
    let board = 24 + 6 + 2 + 1;
    let mut entries = [0; 120];
    let far = verdict(&text, &[&entries[..]; 3]);
    assert_eq!(far, "refuted: 1 move is enough");
    entries[board] = 1;
    let problem = format!("refuted: t0: entry {board} is too large");
    assert_eq!(verdict(&text, &[&entries[..]; 3]), problem);
}

/// The needed blank does not stay the blank: a move of the board is none of its image.
#[test]
fn an_image_with_another_blank() {
    let text = "pieces 1 1 1
blank 0
turn on 0 0 2 1
turn on 1 2 1 0
goal 0 1 2
board 0 2 1
unsolvable
orbit 1 free 0 1 2
table t0
goals 0
home 0 1 2
colours 0 1 2
orbits 0
image 1 0 2
symbols 1 0 2
bound tables
goals 0
sums 0
images 0
";
    let distances = [0, 1, 255, 255, 255, 255];
    assert_eq!(
        verdict(text, &[&distances]),
        "refuted: an image has another blank"
    );
}

/// An image of the solved board that is not solved makes a board look farther than it is.
#[test]
fn an_image_needs_a_goal_of_the_table() {
    let bound = "bound tables\ngoals 0\nsums 0\n";
    let text = format!("{RING}image 4 5 0 1 2 3\nsymbols 0 1\n{bound}");
    let distances: &[u8] = &[0, 1, 2, 3, 2, 1];
    assert_eq!(verdict(&text, &[distances]), "refuted: 1 move is enough");
    assert_eq!(
        verdict(&format!("{text}images 0\n"), &[distances]),
        "refuted: a table is about other goals"
    );
}

/// Only some of the symbols that a goal allows are allowed in the image.
#[test]
fn an_image_of_some_solved_boards() {
    let text = RING.replace("goal 0 1 1 1 1 1", "goal 0 * * * * *");
    let bound = "bound tables\ngoals 0\nsums 0\n";
    let image = "image 4 5 0 1 2 3\nsymbols 0 1\n";
    let text = format!("{text}{image}{bound}images 0\n");
    assert_eq!(
        verdict(&text, &[&[0, 1, 2, 3, 2, 1]]),
        "refuted: a table is about other goals"
    );
}

/// A ring of eight cells with two goals. The board is one move from the second.
const TWO_GOALS: &str = "pieces 1 7
turn on - 7 0 1 2 3 4 5 6
turn back - 1 2 3 4 5 6 7 0
goal 0 1 1 1 1 1 1 1
goal 1 1 0 1 1 1 1 1
board 1 1 1 0 1 1 1 1
moves back on back
orbit 1 free 0 1 2 3 4 5 6 7
table t0
goals 0
home 0 1 1 1 1 1 1 1
colours 0 1 1 1 1 1 1 1
orbits 0
";

#[test]
fn a_table_or_a_bound_for_one_of_two_goals() {
    let distances: &[u8] = &[0, 1, 2, 3, 4, 3, 2, 1];
    let bound = |goals: &str| format!("{TWO_GOALS}bound tables\ngoals {goals}\nsums 0\n");
    assert_eq!(
        verdict(&bound("0 1"), &[distances]),
        "refuted: a table is about other goals"
    );
    assert_eq!(
        verdict(&bound("0"), &[distances]),
        "refuted: goal 1 has no bound"
    );
}

/// The image of the first goal is the second, and the image of the second is not a goal.
#[test]
fn an_image_of_one_of_two_goals() {
    let text = TWO_GOALS.replace("t0\ngoals 0", "t0\ngoals 0 1");
    let image = "image 6 7 0 1 2 3 4 5\nsymbols 0 1\n";
    let text = format!("{text}{image}bound tables\ngoals 0 1\nsums 0\nimages 0\n");
    assert_eq!(
        verdict(&text, &[&[0, 1, 0, 1, 2, 3, 2, 1]]),
        "refuted: a table is about other goals"
    );
}

/// Two solutions lead to different goals, and each goal has its own table.
#[test]
fn solutions_that_lead_to_the_nearer_of_two_goals() {
    let table = |goal: usize| {
        format!("table t{goal}\ngoals {goal}\nhome 0 1 1 1 1 1\ncolours 0 1 1 1 1 1\norbits 0\n")
    };
    let bound = |goal: usize| format!("bound tables\ngoals {goal}\nsums {goal}\n");
    let text = |solutions: usize| {
        format!(
            "pieces 1 5
turn on - 5 0 1 2 3 4
turn back - 1 2 3 4 5 0
goal 0 1 1 1 1 1
goal 1 1 1 1 0 1
board 1 1 0 1 1 1
moves on on
solutions {solutions}
orbit 1 free 0 1 2 3 4 5
{}{}{}{}",
            table(0),
            table(1),
            bound(0),
            bound(1)
        )
    };
    let distances: [&[u8]; 2] = [&[0, 1, 2, 3, 2, 1], &[2, 3, 2, 1, 0, 1]];
    assert_eq!(
        verdict(&text(2), &distances),
        "verified: 2 moves are enough, and 1 are not; shortest solutions: 2"
    );
    for solutions in [0, 1] {
        assert_eq!(
            verdict(&text(solutions), &distances),
            "refuted: shortest solutions: 2"
        );
    }
}

/// One move is enough. It exchanges two tiles, neither of them the blank, and counts in two tables.
#[test]
fn a_sum_of_exchanges_without_the_blank() {
    let table = |number: usize| {
        let charge = number + 1;
        format!(
            "table t{number}\ngoals 0\nhome 0 1 2 3 4\ncolours 0 1 2 3 4\ncharge {charge}\norbits 0\n"
        )
    };
    for need in ["-", "0"] {
        let text = format!(
            "pieces 1 1 1 1 1
blank 0
turn on {need} 0 2 1 3 4
turn other {need} 0 1 2 4 3
turn back 2 2 1 0 3 4
goal 0 1 2 * *
board 0 2 1 3 4
moves on other
orbit 1 free 0 1 2
{}{}bound tables
goals 0
sums 0+1
",
            table(0),
            table(1)
        );
        let distances: &[u8] = &[0, 1, 0, 0, 0, 0];
        assert_eq!(
            verdict(&text, &[distances; 2]),
            "refuted: a sum counts moves more than once",
            "{need}"
        );
    }
}

/// Two pairs of turns that do the same, but only one of them is legal: a search has to try both.
#[test]
fn turns_in_an_order_that_is_not_legal() {
    let text = "pieces 1 1 1 1 1
blank 0
turn swap 0 0 1 3 2 4
turn swap 1 0 1 3 2 4
turn on - 1 4 2 3 0
goal 1 0 2 3 4
board 4 1 3 2 0
moves on swap swap swap
orbit 1 free 2 3
table t0
goals 0
home 0 1 2 3 4
colours 0 0 2 3 0
orbits 0
bound tables
goals 0
sums 0
";
    assert_eq!(verdict(text, &[&[0, 0]]), "refuted: 2 moves are enough");
}

/// The board is 255 moves from the goal. Entries end at 253, as 255 means that no moves lead there.
#[test]
fn a_board_too_far_for_a_table() {
    let ring: Vec<String> = (0..256)
        .map(|cell| ((cell + 255) % 256).to_string())
        .collect();
    let others = " 1".repeat(254);
    let text = format!(
        "pieces 1 255
turn on - {}
goal 0 1{others}
board 1 0{others}
unsolvable
orbit 1 free {}
table t0
goals 0
home 0 1{others}
colours 0 1{others}
orbits 0
bound tables
goals 0
sums 0
",
        ring.join(" "),
        (0..256)
            .map(|cell| cell.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    );
    let distances: Vec<u8> = (0..=255u8).map(u8::wrapping_neg).collect();
    assert_eq!(
        verdict(&text, &[&distances]),
        "refuted: t0: entry 2 is too large"
    );
    let bounds: Vec<u8> = distances.iter().map(|entry| *entry.min(&253)).collect();
    assert_eq!(
        verdict(&text, &[&bounds]),
        "refuted: the tables do not exclude all solutions"
    );
}

/// Tables are in the certificate's folder.
#[test]
fn names_of_files_elsewhere() {
    for name in ["../t0", "..", "a/t0", "/t0", "a\\t0", "c:t0", "t0 t0"] {
        let text = RING.replace("table t0", &format!("table {name}"));
        assert_eq!(
            verdict(&text, &[&[0, 1, 2, 3, 2, 1]]),
            "malformed: line 10: expected a file in the certificate's folder",
            "{name}"
        );
    }
}

/// Lines that contradict others are refused, even if the claim is true.
#[test]
fn lines_that_contradict_others() {
    let text = "pieces 1 1 1
blank 0
turn on 0 1 0 2
turn on 1 1 0 2
turn off 2 0 2 1
turn other - 0 2 1
goal 0 1 2
board 1 0 2
moves on
orbit 1 free 0 1 2
table t0
goals 0
home 0 1 2
colours 0 1 2
orbits 0
image 0 1 2
symbols 0 1 2
bound tables
goals 0
sums 0
";
    assert_eq!(
        verdict(text, &[&[0; 6]]),
        "verified: 1 move is enough, and 0 are not"
    );
    for (from, to) in [
        ("turn on 1 1 0 2", "turn on 0 1 0 2"),
        ("turn on 1 1 0 2", "turn on - 1 0 2"),
        ("turn on 0 1 0 2", "turn on - 1 0 2"),
        ("turn on", "turn other"),
        ("board 1 0 2", "board 1 1 2"),
        ("home 0 1 2", "home 0 1 1"),
        ("colours 0 1 2", "colours 0 1"),
        ("orbit 1 free 0 1 2", "orbit 1 free 0 1 2 0"),
        ("orbit 1 free 0 1 2", "orbit 2 free 0 1 2"),
        ("orbit 1 free 0 1 2", "orbit 1 free"),
        ("orbits 0", "orbits"),
        ("orbits 0", "orbits 0 0"),
        ("image 0 1 2", "image 0 1"),
        ("image 0 1 2", "image 0 0 2"),
        ("symbols 0 1 2", "symbols 0 1"),
        ("symbols 0 1 2", "symbols 0 1 1"),
    ] {
        let other = text.replacen(from, to, 1);
        assert_ne!(other, text);
        let found = verdict(&other, &[&[0; 6]]);
        assert!(found.starts_with("malformed"), "{to}: {found}");
    }
}
