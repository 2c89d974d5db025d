//! Random definitions.

use std::env;

use fastrand::Rng;
use fewest::{Certificate, Listing, Options, Puzzle};

use fewest_check::Failure;

use crate::world::{World, arrangements};
use crate::{check, draw, truth, with_claim};

const DEFINITIONS: u64 = 150;
/// The certificates of every sixth definition are changed; all are with `FEWEST_EVERY_MUTANT` in the
/// environment.
const CHANGED: u64 = 6;
/// The most boards of a definition: all are listed for each changed certificate.
const MAX_BOARDS: u64 = 130;
const BOARDS: usize = 4;

/// All texts that differ in a word or a line, with some of the ways to change it.
fn mutants(text: &str, rng: &mut Rng) -> Vec<String> {
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let mut found = Vec::new();
    let mut keep = |lines: &[Vec<&str>]| {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        found.push(lines.join("\n") + "\n");
    };
    for place in 0..lines.len() {
        let mut other = lines.clone();
        other.remove(place);
        keep(&other);
        let mut other = lines.clone();
        other.insert(place, lines[place].clone());
        keep(&other);
        for word in 0..lines[place].len() {
            let mut other = lines.clone();
            other[place].remove(word);
            keep(&other);
            let mut other = lines.clone();
            let with = rng.usize(..lines[place].len());
            other[place].swap(word, with);
            keep(&other);
            let numbers = [
                "0", "1", "2", "3", "5", "7", "254", "255", "256", "*", "all", "0,1",
            ];
            let mut other = lines.clone();
            other[place][word] = numbers[rng.usize(..numbers.len())];
            keep(&other);
            let line = &lines[rng.usize(..lines.len())];
            let mut other = lines.clone();
            other[place][word] = line[rng.usize(..line.len())];
            keep(&other);
        }
    }
    found
}

/// Whatever is accepted has to be true.
pub fn refutes_mutants(certificate: &Certificate, rng: &mut Rng) {
    for text in mutants(&certificate.text, rng) {
        let tables = certificate.tables.clone();
        let mutant = Certificate { text, tables };
        if let Ok(verified) = check(&mutant) {
            assert!(truth::is_true(&mutant.text), "{verified}\n{}", mutant.text);
        }
    }
}

/// Every changed byte of a survey's table is refused.
pub fn refutes_entries(survey: &Certificate, rng: &mut Rng) {
    for place in 0..survey.tables[0].1.len() {
        let mut mutant = survey.clone();
        let entry = &mut mutant.tables[0].1[place];
        *entry = entry.wrapping_add(*draw::pick(rng, &[1, 1, 2, 3, 253, 254, 255, 255]));
        assert!(check(&mutant).is_err(), "entry {place}\n{}", mutant.text);
    }
}

/// A certificate whose tables are also looked up for an image of the board; `None` if the puzzle has
/// no symmetry.
fn with_image(certificate: &Certificate, puzzle: &Puzzle) -> Option<Certificate> {
    let symmetries = fewest::symmetry::find(&puzzle.model().structure);
    let symmetry = symmetries.iter().nth(1)?;
    let shows = |cell: usize| {
        symmetry
            .cells
            .iter()
            .position(|to| usize::from(*to) == cell)
    };
    let cells: Vec<usize> = (0..symmetry.cells.len()).filter_map(shows).collect();
    let image = format!(
        "image {}\nsymbols {}\nbound",
        joined(&cells),
        joined(&symmetry.symbols)
    );
    let text = certificate.text.replacen("bound", &image, 1);
    Some(Certificate {
        text: text + "images 0\n",
        tables: certificate.tables.clone(),
    })
}

#[test]
fn random_definitions() {
    let (mut solved, mut unsolvable, mut images) = (0, 0, 0);
    let (mut counted, mut from_home) = (0, 0);
    let every = env::var_os("FEWEST_EVERY_MUTANT").is_some();
    for seed in 0..DEFINITIONS {
        let is_changed = every || seed % CHANGED == 0;
        let (spec, model) = draw::definition(seed);
        if arrangements(&model.counts).is_none_or(|boards| boards > MAX_BOARDS) {
            continue;
        }
        let mut rng = Rng::with_seed(seed);
        let world = World::of(model);
        let text = spec.text();
        let puzzle = Puzzle::from_toml(&text).expect("a definition");
        let options = Options::default();
        let survey = puzzle
            .survey(Listing::default(), &options)
            .expect("it fits");
        let survey = puzzle.survey_certificate(&survey.figures.counts, "all", &options);
        let survey = survey.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let counts = format!("\ncounts {}\n", joined(&world.counts()));
        assert!(survey.text.contains(&counts), "{text}");
        let verified = check(&survey);
        assert!(verified.is_ok(), "{verified:?}\n{}\n{text}", survey.text);
        let mut boards = world.real.iter().zip(&world.distance);
        if boards.any(|(real, distance)| !real && distance.is_some()) {
            from_home += 1;
            // Others count without the home board.
            let all = with_claim(&survey, counts.trim());
            assert!(check(&all).is_err(), "{}", all.text);
            if is_changed {
                refutes_mutants(&survey, &mut rng);
            }
            continue;
        }
        counted += 1;
        if survey.tables.is_empty() {
            continue;
        }
        if is_changed {
            refutes_entries(&survey, &mut rng);
            refutes_mutants(&survey, &mut rng);
        }
        for _ in 0..BOARDS {
            let board = rng.usize(..world.boards.len());
            let symbols = puzzle.board_of(&world.boards[board]).expect("a board");
            let counts = rng.bool();
            let certificate = puzzle.certificate(&symbols, counts, "one", &options);
            let certificate = certificate.unwrap_or_else(|error| panic!("{error}\n{text}"));
            let line = format!("board {}", joined(&world.boards[board]));
            let claim = if let Some(answer) = world.first_answer(board) {
                solved += 1;
                let names = answer
                    .iter()
                    .map(|&place| ascii(&world.model.moves[place].name));
                let names: Vec<String> = names.collect();
                let moves = format!("{line}\nmoves {}", names.join(" "));
                if counts {
                    format!("{moves}\nsolutions {}", world.answers[board])
                } else {
                    moves
                }
            } else {
                unsolvable += 1;
                format!("{line}\nunsolvable")
            };
            let claim = claim.trim_end();
            assert!(
                certificate
                    .text
                    .replace("moves\n", "moves \n")
                    .contains(claim),
                "{}\n{claim}",
                certificate.text
            );
            // The same claim is proved by a search or an invariant, by the table of all boards, and
            // by this table for an image of the board as well.
            let by_table = with_claim(&survey, claim);
            let image = with_image(&by_table, &puzzle);
            images += usize::from(image.is_some());
            for certificate in [certificate, by_table].into_iter().chain(image) {
                let verified = check(&certificate);
                // A survey's table may have entries only for boards with the pieces of the goal.
                let problem = "a table has no entry for the board".to_owned();
                if world.distance[board].is_none() && verified == Err(Failure::Refuted(problem)) {
                    continue;
                }
                assert!(
                    verified.is_ok(),
                    "{verified:?}\n{}\n{text}",
                    certificate.text
                );
                if is_changed {
                    refutes_mutants(&certificate, &mut rng);
                }
            }
        }
    }
    assert!(
        solved > 100 && unsolvable > 20 && counted > 30 && from_home > 1 && images > 30,
        "{solved} {unsolvable} {counted} {from_home} {images}"
    );
}

/// A name as certificates write it.
fn ascii(name: &str) -> String {
    let written = name.chars().map(|c| match c {
        ' '..='~' => c.to_string(),
        _ => c.escape_default().to_string(),
    });
    written.collect()
}

fn joined<T: ToString>(items: &[T]) -> String {
    items
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
