//! Goals that may be met on any side of a puzzle.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fewest::levels::LevelOptions;
use fewest::survey::Listing;
use fewest::{Board, Draw, Model, Options, Pool, Puzzle, Unfinished, Verdict};

fn problem(text: &str) -> String {
    Puzzle::from_toml(text).unwrap_err().to_string()
}

fn any_cross() -> Puzzle {
    let text = include_str!("../../../../examples/any-cross.toml");
    Puzzle::from_toml(text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The cross of every face, found by `cross` after the cube was turned.
#[test]
fn a_cross_on_any_face_is_the_nearest_of_six() {
    let any = any_cross();
    assert_eq!(
        any.model().goals,
        (1..=6)
            .map(|goal| format!("cross {goal}"))
            .collect::<Vec<_>>()
    );
    let (options, cross) = (Options::default(), Puzzle::open("cross").unwrap());
    // The face that each face becomes when another is turned down.
    let turned = ["URFDLB", "BRUFLD", "DRBULF", "FRDBLU", "LUFRDB", "RDFLUB"];
    let mut rng = fastrand::Rng::with_seed(6);
    let mut met = HashSet::new();
    for _ in 0..200 {
        let moves: Vec<String> = (0..rng.usize(0..20))
            .map(|_| rng.choice(&any.model().moves).unwrap().clone())
            .collect();
        let distance = |puzzle: &Puzzle, faces: &str| {
            let mut board = puzzle.solved_board(&options).unwrap();
            for name in &moves {
                let face = "URFDLB".find(&name[..1]).unwrap();
                let name = format!("{}{}", &faces[face..=face], &name[1..]);
                let m = puzzle.model().find_move(&name).unwrap();
                board = puzzle.after(&board, m).unwrap();
            }
            match puzzle.solve(&board, &options).unwrap().verdict {
                Verdict::Solved(distance) => distance,
                verdict => panic!("{verdict:?}"),
            }
        };
        let nearest = turned.iter().map(|faces| distance(&cross, faces)).min();
        assert_eq!(Some(distance(&any, "URFDLB")), nearest, "{moves:?}");
        met.insert(nearest);
    }
    assert!(met.len() > 5, "{met:?}");
}

#[test]
fn boards_by_their_distance_to_the_nearest_of_several_goals() {
    let any = any_cross();
    let options = Options::default();
    let draw = |first, last| Draw {
        pool: Pool::Moves(first, last),
        count: 3,
        seed: 1,
        distinct: true,
    };
    for (first, last) in [(3, 3), (4, 4), (3, 5)] {
        for sample in any.sample(&draw(first, last), &options).unwrap() {
            let distance = sample.distance.map(u32::from).unwrap();
            assert!((first..=last).contains(&distance));
            let answer = any.solve(&sample.board, &options).unwrap();
            assert_eq!(answer.verdict, Verdict::Solved(distance));
        }
    }
    let any_board = Draw {
        pool: Pool::Solvable,
        count: 40,
        ..draw(0, 0)
    };
    let boards: HashSet<Board> = (any.sample(&any_board, &options).unwrap().into_iter())
        .map(|sample| sample.board)
        .collect();
    assert_eq!(boards.len(), 40);
    // Boards that are too rare to be drawn are not sought forever.
    let hurried = Options {
        deadline: Some(Instant::now() + Duration::from_millis(50)),
        ..options
    };
    let error = any.sample(&draw(9, 300), &hurried).unwrap_err();
    assert_eq!(error, Unfinished::Time);
}

/// Regression: only `sample` drew such boards, and `sampler`, which Python uses, refused them. A call
/// that was stopped stops no later draw.
#[test]
fn a_sampler_of_goals_on_any_side() {
    let any = any_cross();
    let stopped = Options::default();
    let sampler = any.sampler(5, &stopped).unwrap();
    stopped.cancel.store(true, Ordering::Relaxed);
    let options = Options::default();
    let rows = sampler.draw_rows(4..=5, 20, 7, &options).unwrap();
    let distances = any.distances_of_rows(&rows, &options).unwrap();
    assert!(distances.iter().all(|distance| (4..=5).contains(distance)));
    let error = sampler.draw_rows(4..=5, 20, 7, &stopped).unwrap_err();
    assert_eq!(error, Unfinished::Cancelled);
    assert!(sampler.counts().is_empty() && sampler.reaches(5) && !sampler.reaches(6));
}

/// Boards are drawn in proportion to their number, which a survey of all 980,995,276,800 counted
/// (record/2026-11-27-stages.md).
#[test]
fn random_boards_have_the_distances_of_the_survey() {
    let counted = [
        30_942_374_u64,
        462_820_266,
        4_839_379_314,
        41_131_207_644,
        239_671_237_081,
        543_580_917_185,
        151_019_930_400,
        258_842_496,
        40,
    ];
    let draw = Draw {
        pool: Pool::Moves(0, 8),
        count: 300,
        seed: 5,
        distinct: false,
    };
    let mut drawn = [0_u128; 9];
    for sample in any_cross().sample(&draw, &Options::default()).unwrap() {
        drawn[usize::from(sample.distance.unwrap())] += 1;
    }
    let all = counted.iter().sum::<u64>();
    assert_eq!(all, 980_995_276_800);
    let all = u128::from(all);
    for (distance, (drawn, counted)) in drawn.into_iter().zip(counted).enumerate() {
        // Five standard deviations and one board, all times the number of all boards.
        let (drawn, expected) = (drawn * all, u128::from(draw.count) * u128::from(counted));
        let allowed = 5 * (expected * all).isqrt() + all;
        assert!(
            drawn.abs_diff(expected) <= allowed,
            "{distance}: {drawn} for {expected}"
        );
    }
}

/// 30,942,374 boards are solved: too many to list the real ones.
#[test]
fn several_large_goals_are_not_counted() {
    let any = any_cross();
    let plan = any.level_plan(&LevelOptions::default(), &Options::default());
    let why = "more than 1,048,576 boards meet a goal";
    assert!(plan.unwrap_err().to_string().contains(why));
    let survey = any.survey(Listing::default(), &Options::default());
    assert!(survey.unwrap_err().to_string().contains(why));
}

/// Its own goals replace the six, but the solved board is the same.
#[test]
fn a_stage_may_extend_a_stage_with_several_goals() {
    let base = |_: &str| Ok(Model::clone(any_cross().model()));
    let text = include_str!("../../../../examples/any-cross.toml");
    let extended = |from: &str, to: &str| {
        let model = Model::from_toml_with(&text.replace(from, to), &base).unwrap();
        Puzzle::from_model(model).unwrap()
    };
    let options = Options::default();
    let one = extended("symmetric = true", "");
    let figures = one.survey(Listing::default(), &options).unwrap().figures;
    assert_eq!((figures.boards, figures.farthest), (190_080, 8));
    let again = extended("symmetric = true", "symmetric = true");
    assert_eq!(again.model().structure.goals.len(), 6);
    for puzzle in [one, again] {
        let solved = puzzle.solved_board(&options).unwrap();
        let verdict = puzzle.distance(&solved, &options).unwrap();
        assert_eq!(verdict, Verdict::Solved(0), "{}", puzzle.name());
    }
}

#[test]
fn symmetric_goals_need_a_solved_board() {
    let symmetric = "[[goal]]\nboard = \"a b\"\nsymmetric = true";
    let whole = "name = \"x\"\ncells = \"1 2\"\npieces = \"a b\"\n[[move]]\nname = \"m\"\ncycles = \"(1 2)\"";
    let why = "`symmetric` is for files with `extends`, of a puzzle with one solved board";
    assert_eq!(
        problem(&format!("{whole}\n{symmetric}")),
        format!("9:13: {why}")
    );
    let goal = "[[goal]]\nboard = \"1*8 2*8 3*8\"\nsymmetric = true";
    let rotation = format!("name = \"x\"\nextends = \"rotation\"\n{goal}");
    assert_eq!(problem(&rotation), format!("5:13: {why}"));
    // Without effect if it is false.
    let goal = "[[goal]]\nboard = \"1 2 3 ? ? ? ? ? ?\"\nsymmetric = ";
    let goals = |is_symmetric: &str| {
        let text = format!("name = \"x\"\nextends = \"eight\"\n{goal}{is_symmetric}");
        Puzzle::from_toml(&text)
            .unwrap()
            .model()
            .structure
            .goals
            .len()
    };
    assert_eq!((goals("false"), goals("true")), (1, 2));
}

#[test]
fn scrambles_of_a_stage_with_several_goals_lead_from_the_solved_cube() {
    let any = any_cross();
    let options = Options::default();
    let draw = Draw {
        pool: Pool::Moves(6, 6),
        count: 5,
        seed: 3,
        distinct: true,
    };
    let text = fewest_text::TextOptions {
        to: Some("moves".to_owned()),
        ..fewest_text::TextOptions::default()
    };
    let mut written = Vec::new();
    fewest_text::generate(&any, &draw, &options, &text, &mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert_eq!(written.lines().count(), 5);
    for line in written.lines() {
        let mut board = any.solved_board(&options).unwrap();
        for name in line.split(' ') {
            let m = any.model().find_move(name).unwrap();
            board = any.after(&board, m).unwrap();
        }
        let answer = any.solve(&board, &options).unwrap();
        assert_eq!(answer.verdict, Verdict::Solved(6));
    }
}
