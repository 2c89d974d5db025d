//! Goals that may be met on any side of a puzzle.

use std::collections::HashSet;

use fewest::levels::LevelOptions;
use fewest::survey::Listing;
use fewest::{Board, Draw, Model, Options, Pool, Puzzle, Verdict};

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
    // Only 40 of all boards take eight moves, so they are listed.
    for distance in [0, 4, 8] {
        for sample in any.sample(&draw(distance, distance), &options).unwrap() {
            assert_eq!(sample.distance.map(u32::from), Some(distance));
            let answer = any.solve(&sample.board, &options).unwrap();
            assert_eq!(answer.verdict, Verdict::Solved(distance));
        }
    }
    let all = Draw {
        count: 40,
        ..draw(8, 8)
    };
    let boards: HashSet<Board> = (any.sample(&all, &options).unwrap().into_iter())
        .map(|sample| sample.board)
        .collect();
    assert_eq!(boards.len(), 40);
    let more = Draw { count: 41, ..all };
    let error = any.sample(&more, &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "can't draw 41 distinct boards: there are only 40"
    );
    let any_board = Draw {
        pool: Pool::Solvable,
        ..all
    };
    assert_eq!(any.sample(&any_board, &options).unwrap().len(), 40);
    let error = any.sample(&draw(9, 300), &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "any-cross has no board at distance 9..300"
    );
}

/// Regression: the error was that there are too many boards to count, although a survey counts them.
#[test]
fn several_goals_are_not_counted_by_levels() {
    let plan = any_cross().level_plan(&LevelOptions::default(), &Options::default());
    assert_eq!(
        plan.unwrap_err().to_string(),
        "any-cross is counted goal by goal, without levels or checkpoints"
    );
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
