//! Certificates of blocks on trays, whose moves depend on several cells.

use fastrand::Rng;
use fewest::support::number::counted;
use fewest::{Certificate, Listing, Options, Puzzle};
use fewest_tests::blocks::{Layout, layout};

use crate::{check, verdict, with_claim};

const LAYOUTS: usize = 60;
const MAX_BOARDS: usize = 4_000;

/// Whatever is claimed is what a search on letters finds.
#[test]
fn random_layouts() {
    let mut rng = Rng::with_seed(158);
    let (mut solved, mut unsolvable, mut counted) = (0, 0, 0);
    while solved + unsolvable < LAYOUTS {
        let layout = layout(&mut rng);
        if layout.reached().len() > MAX_BOARDS {
            continue;
        }
        let puzzle = Puzzle::from_toml(&layout.toml()).unwrap();
        counted += usize::from(check_survey(&layout, &puzzle));
        let start = puzzle.board(&layout.written(&layout.start())).unwrap();
        let certificate = puzzle.certificate(&start, true, "c", &Options::default());
        let certificate = certificate.unwrap();
        let verified =
            check(&certificate).unwrap_or_else(|why| panic!("{why:?}\n{}", certificate.text));
        match layout.distances().get(&layout.start()) {
            Some((0, _)) => {}
            Some((moves, ways)) => {
                solved += 1;
                let words: Vec<&str> = verified.split(|c: char| !c.is_ascii_digit()).collect();
                let has = |number: String| words.contains(&&*number);
                assert!(
                    has(moves.to_string()) && has(ways.to_string()),
                    "{verified}: {moves}, {ways}"
                );
                let claim = certificate
                    .text
                    .lines()
                    .find(|line| line.starts_with("board "))
                    .unwrap();
                let wrong = with_claim(&certificate, &format!("{claim}\nunsolvable"));
                assert!(check(&wrong).is_err());
            }
            None => {
                unsolvable += 1;
                assert!(verified.contains("no moves solve"), "{verified}");
            }
        }
    }
    assert!(
        solved > 20 && unsolvable > 5 && counted > 20,
        "{solved} {unsolvable} {counted}"
    );
}

/// Verifies the certificate of a layout's survey; false if no board can be solved.
fn check_survey(layout: &Layout, puzzle: &Puzzle) -> bool {
    let distances = layout.distances();
    let mut counts = vec![];
    for (distance, _) in distances.values() {
        let distance = *distance as usize;
        counts.resize(counts.len().max(distance + 1), 0u64);
        counts[distance] += 1;
    }
    if counts.is_empty() {
        return false;
    }
    let options = Options::default();
    let survey = puzzle.survey(Listing::default(), &options).unwrap();
    assert_eq!(survey.figures.counts, counts);
    puzzle.check_survey_certificate(&options).unwrap();
    let certificate = puzzle.survey_certificate(&counts, "c", &options).unwrap();
    let boards = distances.len() as u64;
    let verified = check(&certificate).unwrap();
    assert!(
        verified.contains(&format!("{} to which moves lead", counted(boards, "board"))),
        "{verified}"
    );
    counts[0] += 1;
    assert!(puzzle.survey_certificate(&counts, "c", &options).is_err());
    let text = &certificate.text;
    let text = text.replacen("\ncounts ", "\ncounts 1 ", 1);
    assert!(
        check(&Certificate {
            text,
            tables: vec![]
        })
        .is_err()
    );
    true
}

/// Surveys with open goals, and of moves that go one way, could not be certified.
#[test]
fn surveys_of_boards_reached_from_home() {
    for (name, boards, moves) in [("klotski", "25,955", 93), ("frogs3", "30", 15)] {
        let (puzzle, options) = (Puzzle::open(name).unwrap(), Options::default());
        let survey = puzzle.survey(Listing::default(), &options).unwrap();
        let counts = &survey.figures.counts;
        let certificate = puzzle.survey_certificate(counts, "c", &options).unwrap();
        let verified = format!(
            "verified: {boards} boards to which moves lead from the board, none more than {moves} moves from a goal"
        );
        assert_eq!(check(&certificate), Ok(verified));
    }
}

const JUMP: &str = "\
pieces 1 1 1
turn step 0=0,1=2 1 0 2
turn back 0=2,1=0 1 0 2
turn jump 0=0,1=1,2=2 2 1 0
goal 2 1 0
board 0 1 2
moves jump
bound search
goals 0
";

#[test]
fn needs_are_cells_with_their_symbols() {
    let changed = |from: &str, to: &str| verdict(&JUMP.replace(from, to), &[]);
    assert!(
        changed("", "").starts_with("verified: 1 move"),
        "{}",
        changed("", "")
    );
    // The move is not legal.
    assert!(changed("1=1,2=2", "1=2,2=1").starts_with("refuted"));
    for (from, to) in [
        ("0=0,1=2 ", "0=0,0=2 "),
        ("0=0,1=2 ", "0=0,1 "),
        ("0=0,1=2 ", "3=0,1=2 "),
        ("0=0,1=2 ", "0=3,1=2 "),
        ("0=0,1=2 ", "=,= "),
        ("turn back 0=2,1=0 1 0 2", "turn step 2=1 2 1 0"),
    ] {
        let found = changed(from, to);
        assert!(found.starts_with("malformed"), "{to}: {found}");
    }
}
