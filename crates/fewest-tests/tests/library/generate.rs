//! Random boards: at the requested distance, all equally likely, and reproducible by seed.

use std::collections::{BTreeMap, HashMap};

use fewest::model::{Kind, NamedGoal};
use fewest::search::Limits;
use fewest::support::progress::Unfinished;
use fewest::{Draw, Goal, Options, Pool, Puzzle, Verdict};
use fewest_text::TextError;
use fewest_text::formats::formats_of;

use crate::common::{self, Request, tiles};
use crate::fair::is_fair;
use crate::naive;
use crate::pool::in_pool;
use crate::read::read;

pub fn draw(pool: Pool, count: u64, seed: u64) -> Draw {
    Draw {
        pool,
        count,
        seed,
        distinct: false,
    }
}

/// The output of the generator.
pub fn generate(
    puzzle: &str,
    request: &Request,
    draw: &Draw,
) -> Result<String, Unfinished<TextError>> {
    let mut text = Vec::new();
    fewest_text::generate(
        &Puzzle::open(puzzle).unwrap(),
        draw,
        &request.options(),
        &request.text(),
        &mut text,
    )?;
    Ok(String::from_utf8(text).unwrap())
}

fn to(format: &str) -> Request {
    Request {
        to: Some(format.to_owned()),
        ..Request::default()
    }
}

/// The distance of every board within some moves of a goal, by the naive rules.
fn distances(goal: &[u8], width: usize, max_moves: u32) -> HashMap<Vec<u8>, u32> {
    let steps = |board: &Vec<u8>| naive::slides(board, width, "dlru");
    naive::distances(
        [goal.to_vec()],
        |board| naive::ends(steps(board)),
        max_moves,
    )
}

fn tally<T: Ord>(things: impl IntoIterator<Item = T>) -> BTreeMap<T, u64> {
    let mut counts = BTreeMap::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}

#[test]
fn every_board_at_a_distance_is_as_likely_as_the_others() {
    for (puzzle, width, cells, farthest) in [("sliding:2x2", 2, 4u8, 6), ("sliding:3x2", 3, 6, 21)]
    {
        let goal: Vec<u8> = (1..cells).chain([0]).collect();
        let distances = distances(&goal, width, u32::from(u8::MAX));
        for distance in 0..=farthest {
            let boards = distances
                .values()
                .filter(|&&other| other == distance)
                .count();
            let pool = Pool::Moves(distance, distance);
            let text = generate(puzzle, &to("plain"), &draw(pool, 50 * boards as u64, 5)).unwrap();
            let counts = tally(text.lines().map(tiles));
            assert!(counts.keys().all(|board| distances[board] == distance));
            assert_eq!(counts.len(), boards, "all of them come");
            if boards > 1 {
                is_fair(counts.into_values());
            }
        }
    }
}

#[test]
fn every_board_of_a_range_is_as_likely_as_the_others() {
    let pools = [
        (Pool::Moves(0, 6), 12),
        (Pool::Moves(3, 99), 7),
        (Pool::Solvable, 12),
        (Pool::Unsolvable, 12),
    ];
    let reachable = distances(&[1, 2, 3, 0], 2, 6);
    for (pool, boards) in pools {
        let text = generate("sliding:2x2", &to("plain"), &draw(pool, 3000, 8)).unwrap();
        let counts = tally(text.lines().map(tiles));
        assert_eq!(counts.len(), boards, "{pool:?}");
        let is_solvable = pool != Pool::Unsolvable;
        assert!(
            counts
                .keys()
                .all(|board| reachable.contains_key(board) == is_solvable)
        );
        is_fair(counts.into_values());
    }
}

#[test]
fn every_pair_of_a_start_and_a_goal_is_as_likely_as_the_others() {
    let cells = |word: &str| -> Vec<u8> {
        word.bytes()
            .map(|c| if c == b'X' { 0 } else { c - b'0' })
            .collect()
    };
    for distance in [0, 1, 2, 3] {
        let pool = Pool::Moves(distance, distance);
        let text = generate("eight", &to("hdu3567"), &draw(pool, 20_000, 3)).unwrap();
        let words: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(words.len(), 40_000);
        let mut places = Vec::new();
        let mut names = Vec::new();
        for pair in words.chunks(2) {
            let (start, goal) = (cells(pair[0]), cells(pair[1]));
            // The start by its tiles' places in the goal.
            let by_place: Vec<usize> = start
                .iter()
                .map(|tile| goal.iter().position(|other| other == tile).unwrap())
                .collect();
            places.push((goal.iter().position(|&tile| tile == 0).unwrap(), by_place));
            names.push(*goal.iter().find(|&&tile| tile != 0).unwrap());
        }
        let places = tally(places);
        let boards: usize = (0..9)
            .map(|blank| {
                let mut goal: Vec<u8> = (1..9).collect();
                goal.insert(blank, 0);
                let near = distances(&goal, 3, distance);
                near.values().filter(|&&other| other == distance).count()
            })
            .sum();
        assert_eq!(places.len(), boards);
        is_fair(places.into_values());
        is_fair(tally(names).into_values());
    }
}

#[test]
fn distinct_boards_are_all_different() {
    let all = Draw {
        distinct: true,
        ..draw(Pool::Moves(0, 6), 12, 4)
    };
    let text = generate("sliding:2x2", &to("plain"), &all).unwrap();
    assert_eq!(tally(text.lines()).len(), 12);
    let more = Draw { count: 13, ..all };
    let error = generate("sliding:2x2", &to("plain"), &more).unwrap_err();
    assert_eq!(
        error.to_string(),
        "can't draw 13 distinct boards: there are only 12"
    );
    let unsolvable = Draw {
        pool: Pool::Unsolvable,
        ..more
    };
    assert!(generate("sliding:2x2", &to("plain"), &unsolvable).is_err());
}

/// The solver confirms each board's distance, in every format and to its goal.
#[test]
fn boards_are_at_the_distance_that_was_asked_for() {
    let puzzles = [
        ("rotation", Kind::Rotation, 4),
        ("knights", Kind::Knights, 9),
        ("eight", Kind::Sliding, 17),
        ("fifteen", Kind::Sliding, 11),
        ("sliding:2x5", Kind::Sliding, 15),
        ("sliding:6x6", Kind::Sliding, 7),
    ];
    for (puzzle, kind, distance) in puzzles {
        let opened = Puzzle::open(puzzle).unwrap();
        for format in fewest_text::formats(&opened) {
            assert_eq!(format.kind, kind);
            let pool = Pool::Moves(distance, distance);
            // Not square, or slow to draw from.
            let is_light = matches!(puzzle, "eight" | "fifteen" | "sliding:6x6");
            if format.name != "plain" && !is_light {
                continue;
            }
            let boards = generate(puzzle, &to(format.name), &draw(pool, 20, 2)).unwrap();
            let request = Request {
                from: Some(format.name.to_owned()),
                ..common::as_json()
            };
            let answers = common::json(&mut request.session(&opened).unwrap(), &boards);
            assert_eq!(answers.len(), 20, "{puzzle} {}", format.name);
            for answer in answers {
                assert_eq!(
                    answer["distance"], distance,
                    "{puzzle} {}: {answer}",
                    format.name
                );
            }
        }
    }
}

/// Every reader accepts the output of its format's writer.
#[test]
fn inputs_are_read_back() {
    let goal = Some(Goal::Named(NamedGoal::BlankLast));
    for (puzzle, kind) in [
        ("rotation", Kind::Rotation),
        ("knights", Kind::Knights),
        ("eight", Kind::Sliding),
        ("fifteen", Kind::Sliding),
        ("sliding:3x2", Kind::Sliding),
        ("sliding:16x16", Kind::Sliding),
    ] {
        let opened = Puzzle::open(puzzle).unwrap();
        for seed in 0..20 {
            let draw = draw(Pool::Solvable, seed, seed);
            let request = |format: &str| Request {
                goal: goal.clone().filter(|_| kind == Kind::Sliding),
                ..to(format)
            };
            let plain = generate(puzzle, &request("plain"), &draw).unwrap();
            let json = generate(puzzle, &request("json"), &draw).unwrap();
            for (line, board) in json.lines().zip(plain.lines()) {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!(line["board"], board);
            }
            for format in fewest_text::formats(&opened) {
                let is_square = !matches!(format.name, "hackerrank" | "princeton" | "npuzzle42");
                // Moves to a random board require a solution.
                let is_small = puzzle == "sliding:3x2";
                if format.brings_goals
                    || puzzle == "sliding:3x2" && !is_square
                    || format.begins_at_goal() && !is_small
                {
                    continue;
                }
                let text = generate(puzzle, &request(format.name), &draw).unwrap();
                let boards = read(&opened, format.name, text.as_bytes(), &[1 << 12]).into_iter();
                let boards: String = boards.map(|board| board.unwrap() + "\n").collect();
                assert_eq!(boards, plain, "{puzzle} {}: {text}", format.name);
            }
        }
    }
    assert!(formats_of(Kind::Sliding).any(|format| format.brings_goals));
}

/// Regression: boards were drawn only from a list of all boards at their distance.
#[test]
fn boards_too_many_to_list_are_drawn_by_random_moves() {
    let tight = Request {
        limits: Limits {
            memory: Some(1 << 19),
            ..Limits::default()
        },
        ..to("plain")
    };
    for (name, first, last) in [("fifteen", 24, 24), ("cube3q", 6, 7), ("rings8", 9, 9)] {
        let puzzle = Puzzle::open(name).unwrap();
        let draw = Draw {
            distinct: true,
            ..draw(Pool::Moves(first, last), 20, 3)
        };
        let drawn = in_pool(1, || puzzle.sample(&draw, &tight.options())).unwrap();
        assert_eq!(drawn.len(), 20);
        for sample in &drawn {
            let distance = u32::from(sample.distance.unwrap());
            let found = puzzle.distance(&sample.board, &Options::default());
            assert_eq!(found.unwrap(), Verdict::Solved(distance), "{name}");
            assert!((first..=last).contains(&distance), "{name}");
        }
        // The number of threads changes nothing, nor does a sampler of farther boards.
        let again = in_pool(2, || puzzle.sample(&draw, &tight.options())).unwrap();
        assert_eq!(again, drawn, "{name}");
        let farther = puzzle.sampler(u8::try_from(last).unwrap() + 2, &tight.options());
        let [first, last] = [first, last].map(|end| u8::try_from(end).unwrap());
        let rows = farther
            .unwrap()
            .draw_rows(first..=last, 9, 3, &tight.options());
        let boards = drawn.iter().flat_map(|sample| sample.board.symbols());
        assert!(
            rows.unwrap()
                .iter()
                .eq(boards.take(9 * puzzle.model().cells()))
        );
    }
}

#[test]
fn boards_that_are_not_there() {
    let gives = |puzzle: &str, pool| {
        let error = generate(puzzle, &Request::default(), &draw(pool, 1, 1));
        error.unwrap_err().to_string()
    };
    assert_eq!(
        gives("eight", Pool::Moves(32, 40)),
        "eight has no board at distance 32..40; there are boards at 0..31"
    );
    assert_eq!(
        gives("sliding:2x2", Pool::Moves(7, 7)),
        "sliding:2x2 has no board at distance 7; there are boards at 0..6"
    );
    assert_eq!(
        gives("knights", Pool::Unsolvable),
        "every board of knights can be solved"
    );
    let tight = Request {
        limits: Limits {
            memory: Some(1 << 20),
            ..Limits::default()
        },
        ..Request::default()
    };
    let error = generate("fifteen", &tight, &draw(Pool::Moves(50, 50), 1, 1)).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("fifteen: boards 50 moves away can't be drawn"),
        "{error}"
    );
    let goal = Request {
        goal: Some(Goal::Named(NamedGoal::Snail)),
        ..to("hdu3567")
    };
    assert!(generate("eight", &goal, &draw(Pool::Solvable, 1, 1)).is_err());
}
