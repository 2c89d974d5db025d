//! Blocks on a tray, compared with a search on their letters, and with published numbers.

use std::collections::BTreeMap;

use fastrand::Rng;
use fewest::search::Algorithm;
use fewest::survey::Listing;
use fewest::{Options, Puzzle, Verdict};
use fewest_tests::blocks::{Board, Layout, Tray, layout};

const LAYOUTS: u64 = 300;
/// Larger layouts take the search on letters too long.
const MAX_BOARDS: usize = 5_000;

fn open(layout: &Layout) -> Puzzle {
    let text = layout.toml();
    let opened = Puzzle::from_toml(&text);
    opened.unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

fn tray(text: &str) -> Tray {
    text.split_whitespace()
        .map(|row| row.chars().collect())
        .collect()
}

/// Makes moves like `Bd2` on letters, step by step.
fn play(mut tray: Tray, moves: &str) -> Tray {
    for word in moves.split_whitespace() {
        let mut signs = word.chars().peekable();
        let letter = signs.next().unwrap();
        while let Some(way) = signs.next() {
            let mut digits = String::new();
            while let Some(digit) = signs.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let [down, right] = match way {
                'u' => [-1, 0],
                'd' => [1, 0],
                'l' => [0, -1],
                _ => [0, 1],
            };
            for _ in 0..digits.parse().unwrap_or(1) {
                let places: Vec<(usize, usize)> = (0..tray.len())
                    .flat_map(|r| (0..tray[r].len()).map(move |c| (r, c)))
                    .filter(|(r, c)| tray[*r][*c] == letter)
                    .collect();
                for (r, c) in &places {
                    tray[*r][*c] = '.';
                }
                for (r, c) in places {
                    let to = (r.strict_add_signed(down), c.strict_add_signed(right));
                    assert_eq!(tray[to.0][to.1], '.', "{word} of {moves}");
                    tray[to.0][to.1] = letter;
                }
            }
        }
    }
    tray
}

#[test]
fn random_layouts_are_as_a_search_on_letters_finds_them() {
    let mut rng = Rng::with_seed(58);
    let (mut solvable, mut bars, mut large) = (0, 0, 0);
    for number in 0..LAYOUTS {
        let layout = layout(&mut rng);
        let expected = layout.distances();
        if expected.len() > MAX_BOARDS {
            large += 1;
            continue;
        }
        let puzzle = open(&layout);
        let text = layout.toml();
        let start = puzzle.board(&layout.written(&layout.start())).unwrap();
        let answer = puzzle.solve(&start, &Options::default()).unwrap();
        let Some((distance, _)) = expected.get(&layout.start()) else {
            assert_eq!(answer.verdict, Verdict::Unsolvable, "{number}\n{text}");
            continue;
        };
        assert_eq!(
            answer.verdict,
            Verdict::Solved(*distance),
            "{number}\n{text}"
        );
        (solvable, bars) = (solvable + 1, bars + u32::from(layout.is_along));
        let all = Listing {
            limit: u64::MAX,
            every: true,
        };
        let survey = puzzle
            .survey(all.with_answers(), &Options::default())
            .unwrap();
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for (distance, _) in expected.values() {
            *counts.entry(*distance).or_default() += 1;
        }
        let counts: Vec<u64> = counts.into_values().collect();
        assert_eq!(survey.figures.counts, counts, "{number}\n{text}");
        assert_eq!(survey.hardest.len(), expected.len(), "{number}\n{text}");
        for hard in &survey.hardest {
            let written = puzzle.model().board_text(hard.board.symbols());
            let board: Board = layout.board(&tray(&written));
            let found = (u32::from(hard.distance), hard.answers);
            assert_eq!(expected.get(&board), Some(&found), "{written}\n{text}");
            let moves = puzzle.moves_text(&hard.board, &hard.answer);
            let end = play(tray(&written), &moves);
            assert!(
                layout.is_solved(&layout.board(&end)),
                "{moves}\n{written}\n{text}"
            );
        }
        // Boards that are typed with other letters.
        for _ in 0..3 {
            let boards: Vec<&Board> = expected.keys().collect();
            let board = *rng.choice(&boards).unwrap();
            let typed = puzzle.board(&layout.written(board)).unwrap();
            let answer = puzzle.solve(&typed, &Options::default()).unwrap();
            assert_eq!(answer.verdict, Verdict::Solved(expected[board].0), "{text}");
        }
    }
    assert!(
        solvable > 150 && bars > 30 && large < 60,
        "{solvable} {bars} {large}"
    );
}

/// The fewest moves from the start, by metric, and the boards: those of the last tray and 90 and 60 of
/// the others were published, and the rest found by a search that shares no code.
#[test]
fn values_found_elsewhere() {
    let klotski = ["ABBC ABBC DEEF DGHF I..J", ".... .... .... .BB. .BB."];
    let small = ["AABB AACC DE.. FFGG HHII", ".... .... .... AA.. AA.."];
    let jam = [
        "IBB#.. I..LDD JAAL.. J.KEEM FFK..M GGHHHM",
        "...... ...... ....AA ...... ...... ......",
    ];
    let values = [
        (klotski, false, [116, 90, 81], 25_955),
        (small, false, [24, 17, 17], 508),
        (jam, true, [103, 60, 60], 2_332),
    ];
    for ([start, goal], is_along, expected, boards) in values {
        for (metric, expected) in fewest_tests::blocks::METRICS.into_iter().zip(expected) {
            let layout = Layout {
                tray: tray(start),
                goals: vec![tray(goal)],
                metric,
                is_along,
            };
            let puzzle = open(&layout);
            let board = puzzle.board(start).unwrap();
            let answer = puzzle.solve(&board, &Options::default()).unwrap();
            assert_eq!(
                answer.verdict,
                Verdict::Solved(expected),
                "{start} {metric}"
            );
            let survey = puzzle
                .survey(Listing::default(), &Options::default())
                .unwrap();
            assert_eq!(survey.figures.boards, boards, "{start} {metric}");
        }
    }
}

#[test]
fn classics_need_the_published_number_of_moves() {
    let classics = [
        ("klotski", 81),
        ("pennant", 59),
        ("quzzle", 84),
        ("century", 99),
        ("century-and-a-half", 149),
        ("super-century", 138),
    ];
    for (name, moves) in classics {
        let puzzle = Puzzle::open(name).unwrap();
        let start = puzzle.home_board(&Options::default()).unwrap().unwrap();
        let answer = puzzle.solve(&start, &Options::default()).unwrap();
        assert_eq!(answer.verdict, Verdict::Solved(moves), "{name}");
    }
}

fn distance(puzzle: &Puzzle, board: &str, options: &Options) -> Verdict {
    let board = puzzle.board(board).unwrap();
    puzzle.solve(&board, options).unwrap().verdict
}

/// Searches from the goals that moves connect with home judged other boards.
#[test]
fn boards_apart_from_home_were_unsolvable() {
    let klotski = Puzzle::open("klotski").unwrap();
    for algorithm in [None, Some(Algorithm::Bidirectional), Some(Algorithm::Nbs)] {
        let options = Options {
            algorithm,
            ..Options::default()
        };
        let found = distance(&klotski, ".JIH F.GD FEED CABB CABB", &options);
        assert_eq!(found, Verdict::Solved(7), "{algorithm:?}");
    }
    // A block that never moves looks like others in the goal's view.
    let text = "name = \"h\"\nslide = \"along\"\nblocks = \"BAC.\\nB###\"\n\
                [[goal]]\nblocks = \"..A.\\n.###\"\n";
    let puzzle = Puzzle::from_toml(text).unwrap();
    let boards = [
        puzzle.board("BCA. B###").unwrap(),
        puzzle.board("BC.A B###").unwrap(),
    ];
    let answers = puzzle.solve_all(&boards, &Options::default()).unwrap();
    let verdicts = answers.iter().map(|answer| answer.verdict);
    assert!(verdicts.eq([Verdict::Solved(0), Verdict::Solved(1)]));
}

/// The symbol of a small letter was that of free places if goals named all blocks of its shape.
#[test]
fn small_letters_are_blocks_that_no_goal_names() {
    let text = "name = \"s\"\nblocks = \"A..\\nB..\"\n\
                [[goal]]\nblocks = \"A..\\n..B\"\n[[goal]]\nblocks = \"...\\na..\"\n";
    let problems = Puzzle::from_toml(text).err().unwrap().to_string();
    assert!(problems.contains("no block is called `a`"), "{problems}");
}

/// Extensions merged the symbols that moves need.
#[test]
fn puzzles_with_conditions_are_not_extended() {
    for base in ["frogs3", "klotski"] {
        let text = format!("name = \"x\"\nextends = \"{base}\"\n");
        let problems = Puzzle::from_toml(&text).err().unwrap().to_string();
        assert!(problems.contains("can't be extended"), "{problems}");
    }
}
