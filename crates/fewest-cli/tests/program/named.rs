//! Puzzles that come with the program, and smaller promises: what charts are called, which tables
//! are listed.

use serde_json::Value;

use crate::common::{fewest, fewest_on, file, run, solve, text};

#[test]
fn a_puzzle_needs_no_path() {
    let path = file("puzzles/twiddle.toml").display().to_string();
    let board = "2 3 6 1 4 5 7 8 9\n";
    let run = solve("twiddle", board);
    run.gives("7 abadABD\n");
    run.gives(&solve(&path, board).stdout);
    let formats = fewest_on("formats cube2", "");
    assert_eq!(formats.code, 0);
    let report = fewest_on("define check cube2", "");
    assert_eq!((report.code, report.stderr.as_str()), (0, ""));
    let group = "\ngroup         3,674,160 elements\n";
    assert!(report.stdout.contains(group), "{}", report.stdout);
    // Kernels precede definitions of the same name.
    solve("eight", "1 2 3 4 5 6 7 x 8").gives("r\n");
}

#[test]
fn an_unknown_puzzle_mentions_files_of_definitions() {
    let unknown = solve("cube7", "");
    assert_eq!(unknown.code, 2);
    for part in ["unknown puzzle `cube7`", "fewest puzzles", ".toml"] {
        assert!(unknown.stderr.contains(part), "{unknown:?}");
    }
}

#[test]
fn the_list_of_puzzles() {
    let list = fewest_on("puzzles", "").stdout;
    for line in list.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for part in [
        "puzzle                   boards  God's number  description\n",
        "\nrotation          9,465,511,770            13  the rotation game: ",
        "\ncube2                 3,674,160            11  the 2 x 2 x 2 cube, ",
        "\ntopspin                 2.43e18     not known  top spin: ",
        "\nsliding:WxH                                    sliding tiles, any ",
    ] {
        assert!(list.contains(part), "{part:?} in {list}");
    }
    let json = fewest_on("puzzles --to json", "").stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let puzzles = json.as_array().expect("a list");
    let find = |name: &str| {
        let found = puzzles.iter().find(|puzzle| puzzle["puzzle"] == name);
        found.expect("listed").clone()
    };
    assert_eq!(find("cube2")["boards"], 3_674_160);
    assert_eq!(find("cube2")["farthest"], 11);
    assert_eq!(find("cube2")["is_defined"], true);
    assert_eq!(find("eight")["is_defined"], false);
    assert_eq!(find("topspin")["boards"], "2432902008176640000");
    assert_eq!(find("topspin")["farthest"], Value::Null);
    assert_eq!(find("sliding:WxH")["boards"], Value::Null);
}

/// SVG is not written to a file named .png.
#[test]
fn a_chart_is_no_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let name = path.display();
    let message =
        format!("can't write {name}: charts are SVG files; choose a name that ends in .svg");
    for command in ["survey eight", "compare eight --count 1"] {
        fewest_on(&format!("{command} --plot {name}"), "").fails("", &message);
        assert!(!path.exists());
    }
    let capitals = folder.path().join("x.SVG");
    let run = fewest_on(
        &format!("survey sliding:2x2 --plot {}", capitals.display()),
        "",
    );
    assert!(run.code == 0 && capitals.exists(), "{run:?}");
}

#[test]
fn tables_of_one_puzzle_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let on = |arguments: &str| {
        let mut command = fewest();
        command.env("FEWEST_TABLE_DIR", folder.path());
        command.args(arguments.split(' '));
        run(command, "")
    };
    for puzzle in ["sliding:3x2", "eight", "twiddle"] {
        assert_eq!(on(&format!("table build {puzzle}")).code, 0);
    }
    let partition = "table build eight --partition 1,2,3,4/5,6,7,8";
    assert_eq!(on(partition).code, 0);
    for (puzzle, tables) in [("eight", 3), ("twiddle", 1), ("sliding:3x2", 1)] {
        let list = on(&format!("table list {puzzle}")).stdout;
        assert_eq!(list.lines().count(), tables, "{list}");
    }
    let none = on("table list knights").stdout;
    assert!(none.starts_with("no tables of knights in "), "{none}");
    let json = on("table list eight --to json").stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["folder"], folder.path().display().to_string());
    let tables = json["tables"].as_array().expect("a list");
    let mut kinds: Vec<&str> = tables.iter().filter_map(|t| t["kind"].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["pattern", "pattern", "table"]);
    let table = tables.iter().find(|table| table["kind"] == "table");
    let table = table.expect("there");
    assert_eq!(table["entries"], 181_440);
    assert_eq!(table["error"], Value::Null);
    let path = table["path"].as_str().expect("a path");
    std::fs::write(path, "no table").expect("writable");
    let broken = on("table list eight --to json");
    assert_eq!(broken.code, 1);
    assert!(broken.stdout.contains("\"error\":\"not a table\""));
}

#[test]
fn commas_part_the_symbols_of_a_definition() {
    let words = file("puzzles/fifteen.toml").display().to_string();
    let board = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,.,15";
    solve(&words, board).gives("1 r\n");
    let characters = file("puzzles/eight.toml").display().to_string();
    solve(
        &characters,
        "1,2,3,4,5,6,7,.,8\n1, 2, 3\n4, 5, 6\n7, ., 8\n",
    )
    .gives("1 r\n1 r\n");
    // A comma that is a symbol separates nothing.
    let folder = tempfile::tempdir().expect("a folder");
    let definition =
        text("puzzles/eight.toml").replace("symbols = \"x=. 0=.\"", "symbols = \",=.\"");
    let path = folder.path().join("own.toml");
    std::fs::write(&path, definition).expect("writable");
    let path = path.display().to_string();
    solve(&path, "1 2 3 4 5 6 7 , 8").gives("1 r\n");
    assert_eq!(solve(&path, "1,2,3,4,5,6,7,.,8").code, 2);
}
