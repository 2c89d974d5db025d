//! Definitions numbered by their group: every command has boards of a cube.

use crate::common::{fewest_on, file, solve};

fn path(name: &str) -> String {
    let path = file(&format!("puzzles/{name}.toml"));
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn survey_has_the_published_distances() {
    for (name, counts) in [
        (
            "cube2",
            &[
                1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644,
            ][..],
        ),
        (
            "cube2q",
            &[
                1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852,
                782_536, 90_280, 276,
            ],
        ),
    ] {
        let survey = fewest_on(&format!("survey {} --to csv", path(name)), "");
        let lines = counts.iter().enumerate();
        let lines = lines.map(|(moves, boards)| format!("{moves},{boards},0\n"));
        let lines = lines.collect::<Vec<_>>().concat();
        survey.gives(&format!("distance,boards,several_goals\n{lines}"));
    }
}

#[test]
fn boards_are_drawn_solved_and_checked() {
    let cube = path("cube2");
    let drawn = fewest_on(
        &format!("generate {cube} --distance 11 --count 20 --seed 1 --to plain"),
        "",
    );
    let answers = solve(&cube, drawn.stdout.clone());
    assert!(answers.stdout.lines().all(|line| line.starts_with("11 ")));
    assert_eq!(answers.stdout.lines().count(), 20);
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, right] = ["boards", "right"].map(|name| folder.path().join(name));
    std::fs::write(&boards, &drawn.stdout).expect("writable");
    std::fs::write(&right, &answers.stdout).expect("writable");
    let files = format!("{} {}", boards.display(), right.display());
    fewest_on(&format!("check {cube} --from plain {files}"), "").gives("right: 20 boards\n");
    let near = "w w w w o o g g r r b b o g g r r b y y y\n";
    for heuristic in ["blind", "misplaced"] {
        let compare =
            format!("compare {cube} --method ida-star,table --heuristic {heuristic} --to csv");
        let compared = fewest_on(&compare, near);
        assert_eq!(compared.code, 0, "{compared:?}");
    }
}

/// A twisted corner: unsolvable, so a search must not continue forever.
#[test]
fn what_no_moves_make_is_unsolvable_by_every_method() {
    let cube = path("cube2");
    let what = format!("generate {cube} --unsolvable --count 2 --seed 1 --to plain");
    let drawn = fewest_on(&what, "").stdout;
    let twisted = "w w w r o o g w g r b b o g g r r b y y y\n";
    let boards = format!("{drawn}{twisted}");
    for method in [
        "auto",
        "table",
        "ida-star",
        "breadth-first",
        "bidirectional",
        "nbs",
    ] {
        solve(&format!("{cube} --method {method}"), boards.clone())
            .gives("unsolvable\nunsolvable\nunsolvable\n");
    }
}

#[test]
fn tables_are_built_proved_listed_and_cleared() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pyraminx, dir) = (path("pyraminx"), folder.path().display().to_string());
    let table = |what: &str| fewest_on(&format!("table {what} --table-dir {dir}"), "").stdout;
    let built = table(&format!("build {pyraminx}"));
    assert!(
        built.contains("built: 933,120 boards, God's number 11"),
        "{built}"
    );
    let listed = table("list");
    assert!(listed.contains("intact"), "{listed}");
    let proved = table(&format!("verify {pyraminx}"));
    assert!(
        proved.contains("proved: 933,120 boards, 7,464,960 moves"),
        "{proved}"
    );
    let cleared = table(&format!("clear {pyraminx}"));
    assert!(cleared.contains("removed"), "{cleared}");
}
