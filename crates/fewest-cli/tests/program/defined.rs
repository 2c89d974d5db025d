//! Definitions in every command, compared with the hand-written kernels and the corpus.

use crate::common::{GUIDED, SEARCHES, corpus, fewest_on, file, solve, text};

/// The path of a definition that is shipped.
fn path(name: &str) -> String {
    let path = file(&format!("puzzles/{name}.toml"));
    path.to_str().expect("UTF-8").to_owned()
}

/// A board like `1,2,0` in the notation of definitions.
fn dotted(board: &str) -> String {
    let tile = |tile| if tile == "0" { "." } else { tile };
    board.split(',').map(tile).collect::<Vec<_>>().join(" ")
}

#[test]
fn rotation_gives_the_least_answers_across_its_goals() {
    let lines = corpus("rotation.txt");
    let boards: String = lines
        .iter()
        .flat_map(|line| [line[0].as_str(), "\n"])
        .collect();
    let expected = lines.iter().map(|line| match line[2].as_str() {
        "-" => "0\n".to_owned(),
        moves => format!("{} {moves}\n", moves.len()),
    });
    let expected: String = expected.collect();
    solve(&path("rotation"), boards.clone()).gives(&expected);
    // With spaces between, or drawn, it is the same board.
    let spaced: String = boards.chars().flat_map(|c| [c, ' ']).collect();
    solve(&path("rotation"), spaced).gives(&expected);
    let drawn =
        "    3   3\n    1   2\n1 3 2 2 2 3 3\n    3   1\n1 2 3 1 2 3 1\n    1   2\n    1   2\n";
    let line = solve(&format!("{} --from drawn", path("rotation")), drawn);
    let kernel = solve("rotation --from plain", "331213222333112312311212");
    line.gives(&kernel.stdout);
}

#[test]
fn knights_give_the_distances_of_the_corpus() {
    let classic = "111110111100*110000100000";
    let lines = corpus("knights.txt");
    let lines: Vec<_> = lines.iter().filter(|line| line[1] == classic).collect();
    assert!(lines.len() > 100);
    let boards: String = lines
        .iter()
        .flat_map(|line| [line[0].as_str(), "\n"])
        .collect();
    let run = solve(&format!("{} --to json", path("knights")), boards);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for (line, answer) in lines.iter().zip(run.stdout.lines()) {
        let distance = format!("\"distance\":{},", line[2]);
        assert!(answer.contains(&distance), "{line:?} {answer}");
    }
}

/// A definition names moves by directions, the kernel by the cell that the knight comes from.
#[test]
fn knights_give_the_kernels_least_answers() {
    let drawn = fewest_on(
        "generate knights --distance 1..30 --count 200 --seed 4 --to plain",
        "",
    )
    .stdout;
    let table = "--method table";
    let kernel = solve(
        &format!("knights --from plain --tie least {table}"),
        drawn.clone(),
    );
    let definition = solve(&format!("{} {table}", path("knights")), drawn.clone());
    let named = drawn
        .lines()
        .zip(definition.stdout.lines())
        .map(|(board, answer)| {
            let mut blank = board.replace(' ', "").find('*').expect("a blank");
            let mut words = answer.split(' ');
            let mut line = words.next().unwrap_or_default().to_owned();
            for m in words {
                for direction in m.chars() {
                    blank = match direction {
                        'u' => blank - 5,
                        'd' => blank + 5,
                        'l' => blank - 1,
                        _ => blank + 1,
                    };
                }
                let column = ["a", "b", "c", "d", "e"][blank % 5];
                line.extend([" ", column, &(5 - blank / 5).to_string()]);
            }
            line + "\n"
        });
    kernel.gives(&named.collect::<String>());
}

#[test]
fn eight_gives_the_kernels_answers_by_every_method() {
    let drawn = fewest_on(
        "generate eight --random --count 300 --seed 4 --to plain",
        "",
    );
    let boards: String = drawn
        .stdout
        .lines()
        .map(|line| dotted(line) + "\n")
        .collect();
    let expected = solve("eight --from plain --tie least", drawn.stdout);
    solve(&path("eight"), boards.clone()).gives(&expected.stdout);
    let near = "1 2 3 7 4 5 . 8 6\n1 2 3 4 8 5 7 6 .\n1 2 3 4 5 6 7 8 .\n";
    let of_near = solve(&path("eight"), near);
    assert!(of_near.stdout.ends_with("\n0\n"), "{of_near:?}");
    for method in SEARCHES.into_iter().chain(["table"]) {
        let how = format!("{} --method {method}", path("eight"));
        if !GUIDED.contains(&method) {
            solve(&how, near).gives(&of_near.stdout);
            continue;
        }
        for heuristic in ["blind", "misplaced", "pattern"] {
            let how = format!("{how} --heuristic {heuristic}");
            solve(&how, near).gives(&of_near.stdout);
        }
    }
}

#[test]
fn what_is_too_large_for_a_table_is_searched() {
    let goal = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15";
    let lines = corpus("sliding.txt");
    let lines = lines
        .iter()
        .filter(|line| line[0] == "4x4" && line[2] == goal);
    let (mut boards, mut expected) = (String::new(), String::new());
    for line in lines {
        boards.extend([dotted(&line[1]).as_str(), "\n"]);
        expected.extend(match line[3].as_str() {
            "unsolvable" | "0" => [line[3].as_str(), "", "", "\n"],
            distance => [distance, " ", line[4].as_str(), "\n"],
        });
    }
    assert!(boards.lines().count() >= 5);
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), dotted(goal)).expect("writable");
    let fifteen = format!("{} --goal {}", path("fifteen"), file.path().display());
    solve(&fifteen, boards).gives(&expected);
    let odd = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 .";
    solve(&path("fifteen"), odd).gives("unsolvable\n");
}

#[test]
fn survey_has_the_kernels_figures() {
    for to in ["--to csv", "--to csv --hardest 2"] {
        let definition = fewest_on(&format!("survey {} {to}", path("eight")), "");
        let kernel = fewest_on(&format!("survey eight {to}"), "");
        if to == "--to csv" {
            definition.gives(&kernel.stdout);
        } else {
            // The symbols determine which board represents its class.
            let distances = |text: &str| {
                let lines = text.lines().map(|line| line.split(',').nth(1));
                lines
                    .map(|field| field.unwrap_or_default().to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(distances(&definition.stdout), ["distance", "31", "30"]);
            assert_eq!(distances(&definition.stdout), distances(&kernel.stdout));
        }
    }
    // All 9,465,511,770 boards, from the table of one symbol.
    for to in ["--to csv", "--to csv --hardest 7"] {
        let definition = fewest_on(&format!("survey {} {to}", path("rotation")), "");
        let kernel = fewest_on(&format!("survey rotation {to}"), "");
        let packed = |text: &str| text.replace(' ', "");
        assert_eq!(
            packed(&definition.stdout),
            packed(&kernel.stdout),
            "{definition:?}"
        );
    }
}

/// Nothing but the names differs from a hand-written kernel's.
#[test]
fn generate_draws_the_kernels_boards() {
    for what in ["--distance 13", "--distance 9..10", "--distance 0"] {
        let how = format!("{what} --count 5 --seed 4 --to plain");
        let definition = fewest_on(&format!("generate {} {how}", path("rotation")), "");
        let kernel = fewest_on(&format!("generate rotation {how}"), "");
        let packed = |text: &str| text.replace(' ', "");
        assert_eq!(
            packed(&definition.stdout),
            packed(&kernel.stdout),
            "{definition:?}"
        );
    }
}

/// Of these only rotation has a table that fits.
#[test]
fn generate_goes_without_a_table() {
    let fewest = |arguments: &str| {
        let run = fewest_on(arguments, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments}");
        run.stdout
    };
    for name in [
        "fifteen", "rotation", "topspin", "sixteen", "rings", "pyraminx",
    ] {
        let puzzle = path(name);
        let random = fewest(&format!("generate {puzzle} --random --count 3 --seed 5"));
        assert_eq!(random.lines().count(), 3, "{random}");
        let again = fewest(&format!("generate {puzzle} --random --count 2 --seed 5"));
        assert!(random.starts_with(&again));
        let near = fewest(&format!(
            "generate {puzzle} --distance 4 --count 3 --seed 5"
        ));
        let answers = solve(&puzzle, near);
        assert_eq!(answers.stdout.lines().count(), 3, "{answers:?}");
        assert!(answers.stdout.lines().all(|line| line.starts_with("4 ")));
    }
    let far = fewest(&format!(
        "generate {} --distance 17 --count 5",
        path("fifteen")
    ));
    let answers = solve(&path("fifteen"), far.clone());
    assert!(answers.stdout.lines().all(|line| line.starts_with("17 ")));
    let odd = fewest(&format!(
        "generate {} --unsolvable --count 5",
        path("fifteen")
    ));
    solve(&path("fifteen"), odd).gives(&"unsolvable\n".repeat(5));
    let twisted = fewest(&format!(
        "generate {} --unsolvable --count 5",
        path("pyraminx")
    ));
    solve(&path("pyraminx"), twisted).gives(&"unsolvable\n".repeat(5));
    let all = fewest_on(&format!("generate {} --unsolvable", path("rotation")), "");
    all.fails("", "every board of rotation can be solved");
}

#[test]
fn a_seed_gives_the_same_boards_for_ever() {
    let gives = |what: &str, boards: &str| {
        let (name, how) = what.split_once(' ').expect("a puzzle");
        fewest_on(&format!("generate {} {how}", path(name)), "").gives(boards);
    };
    gives(
        "fifteen --random --seed 7",
        "6 7 4 8 11 12 14 10 1 . 13 3 15 2 5 9\n",
    );
    gives(
        "fifteen --distance 12 --seed 7",
        "1 2 3 4 5 . 7 8 10 6 13 11 9 14 15 12\n",
    );
    gives(
        "pyraminx --random --seed 7",
        "g b r y y g y r b r r y g g g b g r y b r y b b\n",
    );
    gives("eight --distance 31 --seed 7", "6 4 7 8 5 . 3 2 1\n");
}

/// A puzzle in a file.
fn defined(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("own.toml");
    std::fs::write(&path, text).expect("writable");
    path.display().to_string()
}

#[test]
fn what_can_not_be_counted_or_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |arguments: &str| {
        let run = fewest_on(arguments, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        run.stderr
    };
    let error = refused(&format!("survey {} --memory 1G", path("fifteen")));
    assert!(
        error.contains("has too many boards to tabulate or count"),
        "{error}"
    );
    let error = refused(&format!(
        "generate {} --distance 40 --memory 1M",
        path("sixteen")
    ));
    let start = "error: sixteen: boards 40 moves away can't be drawn: the boards up to distance 6 are listed";
    assert!(error.starts_with(start), "{error}");
    // Goals that distinguish different pieces: a table for each would fit.
    let apart = "name = \"apart\"\ncells = 24\npieces = \"a*8 b*4 c*12\"\n[[move]]\nname = \"l\"\n\
        shift = \"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\"\n[[move]]\nname = \"s\"\n\
        cycles = \"(1 2)\"\n\
        [[goal]]\nboard = \"a a a a a a a a ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?\"\n\
        [[goal]]\nboard = \"b b b b ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?\"\n";
    let apart = defined(&folder, apart);
    let error = refused(&format!("survey {apart} --memory 500M"));
    assert!(
        error.contains("distinguish different pieces") && error.contains("one of these goals"),
        "{error}"
    );
    // A ring that turns one way.
    let ring = "name = \"ring\"\ncells = 24\n\
        pieces = \"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\"\n[[move]]\nname = \"l\"\n\
        shift = \"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\"\n\
        [[move]]\nname = \"s\"\ncycles = \"(1 2)\"\n\
        [[goal]]\nboard = \"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\"\n";
    let ring = defined(&folder, ring);
    let drawn = fewest_on(&format!("generate {ring} --distance 5 --count 2"), "");
    let solved = fewest_on(&format!("solve {ring} --to json"), drawn.stdout.clone());
    let far = solved.stdout.matches("\"distance\":5,").count();
    assert_eq!(far, 2, "{drawn:?} {solved:?}");
    let error = refused(&format!("survey {ring}"));
    assert!(
        error.contains("has too many boards to tabulate or count"),
        "{error}"
    );
    let drawn = fewest_on(&format!("generate {ring} --random --count 2"), "");
    assert_eq!(
        (drawn.code, drawn.stdout.lines().count()),
        (0, 2),
        "{drawn:?}"
    );
}

/// Nothing but what moves can do at all tells that no moves solve the second board: its parity is
/// right.
#[test]
fn what_moves_can_not_do_is_known_without_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let pieces: Vec<String> = (1..=24).map(|piece| piece.to_string()).collect();
    let goal = pieces.join(" ");
    let definition = format!(
        "name = \"own\"\ncells = 24\npieces = \"{goal}\"\n\
         [[move]]\nname = \"l\"\nshift = \"1 2 3 4 5 6 7 8 9 10 11 12 13\"\n\
         [[move]]\nname = \"r\"\ninverse = \"l\"\n\
         [[move]]\nname = \"a\"\ncycles = \"(1 2 3)\"\n\
         [[move]]\nname = \"b\"\ninverse = \"a\"\n\
         [[goal]]\nboard = \"{goal}\"\n"
    );
    let puzzle = defined(&folder, &definition);
    let mut swapped = pieces.clone();
    swapped.swap(15, 16);
    swapped.swap(20, 21);
    let boards = format!("2 3 1 {}\n{}\n", pieces[3..].join(" "), swapped.join(" "));
    let answers = solve(&format!("{puzzle} --to json"), boards.clone());
    let by_group = ["\"solvable\":false", "\"method\":\"group\""];
    let lines = answers.stdout.lines();
    let is_by_group = |line: &str| by_group.iter().all(|text| line.contains(text));
    let found: Vec<bool> = lines.map(is_by_group).collect();
    assert_eq!(found, [false, true], "{answers:?}");
    let [input, right, wrong] = ["boards", "right", "wrong"].map(|name| folder.path().join(name));
    std::fs::write(&input, &boards).expect("writable");
    std::fs::write(&right, "1 a\nunsolvable\n").expect("writable");
    std::fs::write(&wrong, "unsolvable\nunsolvable\n").expect("writable");
    for policy in ["valid", "shortest", "least"] {
        let check = |answers: &std::path::Path| {
            let (input, answers) = (input.display(), answers.display());
            let how = format!("check {puzzle} --from plain --policy {policy}");
            fewest_on(&format!("{how} {input} {answers}"), "")
        };
        check(&right).gives("right: 2 boards\n");
        assert_eq!(check(&wrong).code, 1, "{policy}");
    }
    let drawn = fewest_on(&format!("generate {puzzle} --random --count 30"), "");
    let rest = format!(" {}", pieces[13..].join(" "));
    assert_eq!((drawn.code, drawn.stdout.lines().count()), (0, 30));
    assert!(drawn.stdout.lines().all(|line| line.ends_with(&rest)));
}

#[test]
fn generate_and_check_go_round() {
    let eight = path("eight");
    for what in [
        "--random",
        "--distance 31",
        "--distance 3..5",
        "--unsolvable",
    ] {
        for to in ["plain", "drawn"] {
            let drawn = fewest_on(
                &format!("generate {eight} {what} --count 2 --seed 2 --to {to}"),
                "",
            );
            assert_eq!((drawn.code, drawn.stderr.as_str()), (0, ""), "{what}");
            let answers = solve(&format!("{eight} --from {to}"), drawn.stdout.clone());
            let lengths = answers
                .stdout
                .lines()
                .map(|line| line.split(' ').next().unwrap_or(""));
            for length in lengths {
                match what {
                    "--unsolvable" => assert_eq!(length, "unsolvable"),
                    "--distance 31" => assert_eq!(length, "31"),
                    "--distance 3..5" => assert!(["3", "4", "5"].contains(&length)),
                    _ => assert!(length.parse::<u32>().is_ok()),
                }
            }
            let folder = tempfile::tempdir().expect("a folder");
            let [boards, right, wrong] =
                ["boards", "right", "wrong"].map(|name| folder.path().join(name));
            std::fs::write(&boards, &drawn.stdout).expect("writable");
            std::fs::write(&right, &answers.stdout).expect("writable");
            std::fs::write(&wrong, format!("0\n{}", answers.stdout)).expect("writable");
            let check = |answers: &std::path::Path| {
                let (boards, answers) = (boards.display(), answers.display());
                fewest_on(&format!("check {eight} --from {to} {boards} {answers}"), "")
            };
            check(&right).gives("right: 2 boards\n");
            assert_eq!(check(&wrong).code, 1);
            let validated = fewest_on(
                &format!("validate {eight} --from {to} {}", boards.display()),
                "",
            );
            validated.gives("valid: 2 boards\n");
        }
    }
}

#[test]
fn tables_are_built_proved_listed_and_cleared() {
    let folder = tempfile::tempdir().expect("a folder");
    let (eight, dir) = (path("eight"), folder.path().display().to_string());
    let table = |what: &str| fewest_on(&format!("table {what} --table-dir {dir}"), "");
    let built = table(&format!("build {eight}"));
    assert!(
        built
            .stdout
            .contains("built: 181,440 boards, God's number 31"),
        "{built:?}"
    );
    let proved = table(&format!("verify {eight}"));
    assert!(
        proved.stdout.contains("proved: 181,440 boards"),
        "{proved:?}"
    );
    assert!(table("list").stdout.contains("intact"));
    // The same name with another goal has another table.
    let other = folder.path().join("other.toml");
    let changed = text("puzzles/eight.toml").replace(
        "7 8 .\n\"\"\"\n",
        "7 8 .\n\"\"\"\n\n[[goal]]\nboard = \". 1 2 3 4 5 6 7 8\"\n",
    );
    std::fs::write(&other, changed).expect("writable");
    let proved = table(&format!("verify {}", other.display()));
    assert!(proved.stdout.contains("no stored table"), "{proved:?}");
    let cleared = table(&format!("clear {eight}"));
    assert!(cleared.stdout.contains("removed"), "{cleared:?}");
    let rotation = fewest_on(&format!("table verify {}", path("rotation")), "");
    assert!(rotation.stdout.contains("735,471 boards"), "{rotation:?}");
}

#[test]
fn mistakes_are_reported_with_file_and_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.toml");
    let text = text("puzzles/rotation.toml").replace("1 3 7 12", "1 3 7 7");
    std::fs::write(&bad, text.replace("3*8", "3*7")).expect("writable");
    let name = bad.display();
    let expected = format!(
        "{name}:17:10: 23 pieces do not fill 24 cells\n{name}:22:16: cell `7` is named twice"
    );
    solve(&name.to_string(), "").fails("", &expected);
    let eight = path("eight");
    solve(&eight, "1 2 3 4 5 6 7 7 8").fails(
        "",
        "standard input:1:1: board 1: has 2 of `7` and not 1, 0 of `.` and not 1",
    );
    solve(&eight, "1 2 3 4 5 6 7 8 .\n1 2 3 4 5 q 7 . 8").fails(
        "0\n",
        "standard input:2:11: board 2: expected 1, 2, 3, 4, 5, 6, 7, 8 or . in cell 6 of 9, found `q`",
    );
    solve(&path("fifteen"), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 .").fails(
        "",
        "standard input:1:34: board 1: expected a symbol of 1 to . in cell 15 of 16, found `16`",
    );
    let unknown = solve(&format!("{eight} --heuristic centre"), "");
    assert!(
        unknown.stderr.contains("has no heuristic `centre`"),
        "{unknown:?}"
    );
    let missing = solve("nowhere.toml", "");
    assert!(
        missing.stderr.starts_with("error: nowhere.toml: "),
        "{missing:?}"
    );
    let formats = fewest_on(&format!("formats {eight}"), "");
    assert!(formats.stdout.contains("drawn"), "{formats:?}");
}

#[test]
fn a_goal_from_a_file() {
    let goal = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(goal.path(), "1 2 3\n8 . 4\n7 6 5\n").expect("writable");
    let arguments = format!("{} --goal {}", path("eight"), goal.path().display());
    let kernel = solve(
        "eight --from plain --goal snail --tie least",
        "2,8,3,1,6,4,7,0,5",
    );
    solve(&arguments, "283164705".replace('0', ".")).gives(&kernel.stdout);
}
