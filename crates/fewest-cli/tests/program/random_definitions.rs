//! Definitions made up at random, as the program answers for them: each command is a run of its
//! own, and what it writes is checked against an enumeration of all boards.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use serde_json::Value;

use crate::common::{Run, fewest_on};
use crate::draw::{self, pick};
use crate::spec::Spec;
use crate::world::World;

/// The definitions to test.
const DEFINITIONS: u64 = 40;
/// Larger ones are left to the library's own test.
const MAX_BOARDS: usize = 400;
/// The number of boards solved of each.
const BOARDS: usize = 12;

/// A definition in a file, and the truth about it.
struct Case {
    path: PathBuf,
    spec: Spec,
    world: World,
}

impl Case {
    fn new(path: &Path, spec: Spec, world: World) -> Self {
        fs::write(path, spec.text()).expect("the folder can be written");
        let path = path.to_owned();
        Self { path, spec, world }
    }

    /// Runs a command on the definition, with these arguments after its path.
    #[track_caller]
    fn run(&self, command: &str, arguments: &str, input: &str) -> Run {
        let path = self.path.display();
        let run = fewest_on(&format!("{command} {path} {arguments}"), input);
        run.is_orderly();
        run
    }

    /// Runs a command that succeeds, and writes objects line by line.
    #[track_caller]
    fn objects(&self, command: &str, arguments: &str, input: &str) -> Vec<Value> {
        let run = self.run(command, &format!("{arguments} --to json"), input);
        let text = self.spec.text();
        assert_eq!(
            run.code, 0,
            "{command} {arguments}: {run:?}\n{input}\n{text}"
        );
        let object = |line: &str| serde_json::from_str(line).expect("an object");
        run.stdout.lines().map(object).collect()
    }

    /// Boards as an input.
    fn input(&self, boards: &[usize]) -> String {
        let written = &self.spec.boards;
        let count = written.is_counted.then(|| boards.len().to_string());
        let lines = boards.iter().map(|&board| self.world.line(board));
        let lines = count.into_iter().chain(lines).chain(written.end.clone());
        lines.map(|line| line + "\n").collect()
    }

    fn board(&self, line: &Value) -> usize {
        let line = line.as_str().expect("a board");
        self.world
            .parse(line)
            .unwrap_or_else(|| panic!("no board: {line}"))
    }
}

#[test]
fn the_program_is_right_on_definitions_made_up_at_random() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("random-{}.toml", std::process::id()));
    let answers = folder.join(format!("random-{}.out", std::process::id()));
    let mut seeds = 1_000_000..;
    for _ in 0..DEFINITIONS {
        let (seed, spec, world) = loop {
            let seed = seeds.next().expect("there is no end of them");
            let (spec, model) = draw::definition(seed);
            let world = World::of(model);
            if world.boards.len() <= MAX_BOARDS {
                break (seed, spec, world);
            }
        };
        let case = Case::new(&path, spec, world);
        let mut rng = Rng::with_seed(seed);
        defines(&case);
        surveys(&case);
        generates(&case, &mut rng);
        let mut boards: Vec<usize> = (0..case.world.boards.len()).collect();
        rng.shuffle(&mut boards);
        boards.truncate(BOARDS);
        solves(&case, &boards);
        checks(&case, &boards, &answers);
        compares(&case, &boards, &mut rng);
    }
    for file in [path, answers] {
        fs::remove_file(file).expect("it was written");
    }
}

fn defines(case: &Case) {
    let report = &case.objects("define check", "", "")[0];
    let (world, text) = (&case.world, case.spec.text());
    assert_eq!(report["arrangements"], world.boards.len(), "{text}");
    let names = report["moves"].as_array().expect("a list").iter();
    let names: Vec<&str> = names.filter_map(|entry| entry["name"].as_str()).collect();
    let real: Vec<&str> = world.model.moves.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, real, "{text}");
    let solvable = world.distance.iter().flatten().count();
    if !report["solvable"].is_null() {
        assert_eq!(report["solvable"], solvable, "{text}");
    }
    let goals = report["goals"].as_array().map(Vec::len);
    assert_eq!(goals, Some(world.model.goals.len()), "{text}");
}

fn surveys(case: &Case) {
    let survey = &case.objects("survey", "--hardest 5", "")[0];
    let (world, text) = (&case.world, case.spec.text());
    let counts = world.counts();
    let distances = survey["counts"].as_array().expect("a list").iter();
    let found: Vec<u64> = distances
        .filter_map(|entry| entry["boards"].as_u64())
        .collect();
    assert_eq!(found, counts, "{text}");
    let boards: u64 = counts.iter().sum();
    assert_eq!(survey["boards"], boards, "{text}");
    assert_eq!(
        survey["unsolvable"],
        world.boards.len() as u64 - world.solvable(),
        "{text}"
    );
    assert_eq!(survey["farthest"], counts.len() - 1, "{text}");
    for hard in survey["hardest_boards"].as_array().expect("a list") {
        let board = case.board(&hard["board"]);
        assert_eq!(
            hard["distance"].as_u64(),
            world.distance[board].map(u64::from),
            "{text}"
        );
        let first = world.first_answer(board).map(|moves| world.names(&moves));
        assert_eq!(hard["moves"].as_str(), first.as_deref(), "{text}");
        assert_eq!(
            hard["answers"].to_string(),
            world.answers[board].to_string(),
            "{text}"
        );
    }
}

/// Draws all boards at some distance, or many of them, then one more than exist; the same with
/// unsolvable boards.
fn generates(case: &Case, rng: &mut Rng) {
    let (world, text) = (&case.world, case.spec.text());
    let distance = rng.usize(..world.counts().len());
    let distance = u32::try_from(distance).expect("distances are small");
    let at: BTreeSet<usize> = world.at(distance).collect();
    let unsolvable = (0..world.boards.len()).filter(|&board| world.distance[board].is_none());
    let which = [
        (format!("--distance {distance}"), at),
        ("--unsolvable".to_owned(), unsolvable.collect()),
    ];
    for (which, real) in which {
        let (count, seed) = (real.len().min(50), rng.u32(..));
        let asked = |count: usize| format!("{which} --distinct --count {count} --seed {seed}");
        if count > 0 {
            let drawn = case.objects("generate", &asked(count), "");
            let drawn: BTreeSet<usize> = drawn
                .iter()
                .map(|entry| case.board(&entry["board"]))
                .collect();
            assert_eq!(drawn.len(), count, "{which}\n{text}");
            assert!(
                drawn.is_subset(&real),
                "{which}: {drawn:?} of {real:?}\n{text}"
            );
        }
        if count == real.len() {
            let surplus = case.run("generate", &asked(count + 1), "");
            assert_eq!(surplus.code, 2, "{which}: {surplus:?}\n{text}");
        }
    }
}

fn solves(case: &Case, boards: &[usize]) {
    let (world, text) = (&case.world, case.spec.text());
    let found = case.objects("solve", "--from plain", &case.input(boards));
    assert_eq!(found.len(), boards.len(), "{text}");
    for (answer, &board) in found.iter().zip(boards) {
        assert_eq!(case.board(&answer["board"]), board, "{text}");
        assert_eq!(
            answer["distance"].as_u64(),
            world.distance[board].map(u64::from),
            "{text}"
        );
        let first = world.first_answer(board).map(|moves| world.names(&moves));
        assert_eq!(answer["moves"].as_str(), first.as_deref(), "{text}");
        let is_unsolvable = answer["solvable"] == false;
        assert_eq!(is_unsolvable, first.is_none(), "{text}");
    }
    let plain = case.run("solve", "--from plain", &case.input(boards));
    let expected: String = boards.iter().map(|&board| written(world, board)).collect();
    assert_eq!((plain.code, plain.stdout), (0, expected), "{text}");
}

/// A board's answer as the program writes it.
fn written(world: &World, board: usize) -> String {
    match world.first_answer(board) {
        None => "unsolvable\n".to_owned(),
        Some(moves) if moves.is_empty() => "0\n".to_owned(),
        Some(moves) => format!("{} {}\n", moves.len(), world.names(&moves)),
    }
}

/// Right answers, and the same with one replaced by another board's.
fn checks(case: &Case, boards: &[usize], file: &Path) {
    let (world, text) = (&case.world, case.spec.text());
    let mut lines: Vec<String> = boards.iter().map(|&board| written(world, board)).collect();
    let input = case.input(boards);
    let code = |lines: &[String]| {
        fs::write(file, lines.concat()).expect("the folder can be written");
        let run = case.run(
            "check",
            &format!("- {} --from plain", file.display()),
            &input,
        );
        (run.code, run)
    };
    let (right, run) = code(&lines);
    assert_eq!(right, 0, "{run:?}\n{input}\n{text}");
    let other = lines.iter().find(|line| **line != lines[0]).cloned();
    if let Some(other) = other {
        lines[0] = other;
        let (wrong, run) = code(&lines);
        assert_eq!(wrong, 1, "{run:?}\n{input}\n{text}");
    }
}

fn compares(case: &Case, boards: &[usize], rng: &mut Rng) {
    let (world, text) = (&case.world, case.spec.text());
    let boards = &boards[..boards.len().min(3)];
    let method = *pick(
        rng,
        &["a-star", "breadth-first", "table", "bidirectional", "nbs"],
    );
    let arguments = format!("--from plain --method {method} --heuristic blind");
    let arguments = if ["a-star", "nbs"].contains(&method) {
        arguments
    } else {
        format!("--from plain --method {method}")
    };
    let found = &case.objects("compare", &arguments, &case.input(boards))[0];
    let compared = found["boards"].as_array().expect("a list");
    assert_eq!(compared.len(), boards.len(), "{text}");
    for (compared, &board) in compared.iter().zip(boards) {
        assert_eq!(case.board(&compared["board"]), board, "{text}");
        let real = world.distance[board].map(u64::from);
        assert_eq!(
            compared["distance"].as_u64(),
            real,
            "{method}: {compared}\n{text}"
        );
    }
}
