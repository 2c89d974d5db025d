//! Boards near the goal, counted outwards.

use fewest::levels::LevelOptions;
use fewest::{Listing, Options, Puzzle};

use crate::levels::counts;

/// Regression: whole levels were swept, at the cost of 1,000 walks.
#[test]
fn boards_near_the_goal_are_counted_outwards_even_if_levels_fit() {
    for (name, max_moves) in [("sliding:4x3", 6), ("sliding:5x2", 30), ("eight", 99)] {
        let puzzle = Puzzle::open(name).unwrap();
        let near = LevelOptions {
            max_moves: Some(max_moves),
            ..LevelOptions::default()
        };
        let plan = puzzle.level_plan(&near, &Options::default());
        assert_eq!(plan.unwrap(), None, "{name}");
        let levels = puzzle.count_levels(&near, &Options::default()).unwrap();
        // Boards are listed level by level.
        let listed = LevelOptions { listed: 1, ..near };
        let other = puzzle.count_levels(&listed, &Options::default()).unwrap();
        assert_eq!(levels.counts, other.counts, "{name}");
        assert_eq!(levels.is_complete, other.is_complete, "{name}");
        assert_eq!(
            (levels.solvable, levels.others),
            (other.solvable, other.others)
        );
    }
}

/// Regression: each image of a board under the symmetries that keep every board was compared.
#[test]
fn pieces_that_spin_in_place_are_counted_as_surveys_count_them() {
    let mut spinners = String::from(
        "name = \"spinners\"\nmetric = \"axis\"\ncells = 17\n\
         pieces = \"a b c d e f g h i j k l m n o p q\"\n",
    );
    for spinner in 0..4 {
        let ring = (0..3).map(|place| 1 + (spinner + place) % 5);
        let spins = (0..3).map(|place| 6 + 3 * spinner + place);
        let cycle = |cells: Vec<u8>| {
            let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
            format!("({})", cells.join(" "))
        };
        let (ring, spins) = (cycle(ring.collect()), cycle(spins.collect()));
        spinners += "[[move]]\n";
        spinners += [
            format!("name = \"m{spinner}\"\naxis = \"m{spinner}\"\n"),
            format!("cycles = \"{ring}{spins}\"\n"),
        ]
        .concat()
        .as_str();
    }
    spinners += "[[goal]]\nboard = \"a b c d e f g h i j k l m n o p q\"\n";
    let puzzle = Puzzle::from_toml(&spinners).unwrap();
    let survey = puzzle.survey(Listing::default(), &Options::default());
    let all = survey.unwrap().figures.counts;
    for max_moves in [0, 1, 3, 5, all.len()] {
        let near = LevelOptions {
            max_moves: Some(max_moves),
            ..LevelOptions::default()
        };
        assert_eq!(counts(&puzzle, &near), all[..all.len().min(max_moves + 1)]);
    }
}
