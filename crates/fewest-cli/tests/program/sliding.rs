//! Sliding tiles in the formats of judges and tools.

use crate::common::{fewest, fewest_on, file, run, slide, solve, text};

const SAMPLE: &str = "2 3 4 1 5 x 7 6 8\n";
const START: &str = "2,3,4,1,5,0,7,6,8";
const GOAL: &str = "1,2,3,4,5,6,7,8,0";

#[test]
fn the_statements_answer_can_be_reproduced() {
    for format in ["poj1077", "hdu1043", "acwing179"] {
        // One of four; the judge's depends on its order of the letters.
        let run = solve(&format!("eight --from {format}"), SAMPLE);
        let moves = run.stdout.trim_end_matches('\n');
        assert_eq!((run.code, moves.len(), run.stdout.len()), (0, 19, 20));
        assert_eq!(slide(START, 3, moves), GOAL);
        solve(&format!("eight --from {format} --tie udlr"), SAMPLE).gives("ullddrurdllurdruldr\n");
        solve(&format!("eight --from {format} --tie least"), SAMPLE).gives("dlurullddrurdllurdr\n");
        solve(&format!("eight --from {format} --tie any"), SAMPLE).gives(&run.stdout);
    }
}

#[test]
fn unsolvable_and_solved_boards() {
    for format in ["poj1077", "hdu1043", "acwing179"] {
        solve(
            &format!("eight --from {format}"),
            "1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n",
        )
        .gives("unsolvable\n\nr\n");
    }
}

#[test]
fn boards_drawn_and_capital_blanks() {
    solve("eight", " 1  2  3\n x  4  6\n 7  5  8").gives("rdr\n");
    solve("eight --from poj1077", "1 2 3 4 5 6 7 X 8").gives("r\n");
}

/// The tie rule of this judge is dictionary order, also between goals with the blank elsewhere.
#[test]
fn hdu3567() {
    let input = "3\n12X453786\n12345678X\n564178X23\n7568X4123\n12345678X\n12345678X\n";
    solve("eight", input).gives("Case 1: 2\ndd\nCase 2: 8\nurrulldr\nCase 3: 0\n\n");
    solve("eight", text("examples/hdu3567.txt")).gives(
        "Case 1: 2\ndd\nCase 2: 8\nurrulldr\nCase 3: 24\nurdruullddrurdluurddlurd\n\
         Case 4: 22\nrrdlulurrdllurrdldluru\nCase 5: 16\nrdllururddlluurd\n",
    );
    solve("eight --from hdu3567", "1\n12345678X\n12345687X\n").gives("Case 1: -1\n\n");
}

#[test]
fn p1379() {
    solve("eight", "283104765\n").gives_assuming("p1379", "4\n");
    solve("eight", text("examples/p1379.txt")).gives_assuming("p1379", "4\n0\n12\n18\n");
    solve("eight", "213804765\n").gives_assuming("p1379", "-1\n");
}

/// Output of one command is input of the next, which answers with moves.
#[test]
fn the_usual_format_of_large_boards_shows_moves() {
    for puzzle in ["fifteen", "twentyfour", "sliding:3x2", "sliding:5x3"] {
        let drawn = fewest_on(&format!("generate {puzzle} --random"), "");
        assert_eq!((drawn.code, &*drawn.stderr), (0, ""), "{puzzle}");
        assert!(!drawn.stdout.contains('['), "{drawn:?}");
    }
    let drawn = fewest_on("generate fifteen --random --seed 4", "").stdout;
    let near = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15\n";
    assert_eq!(drawn.split(' ').count(), near.split(' ').count());
    let solved = fewest_on("solve fifteen", near);
    assert_eq!((solved.code, &*solved.stdout), (0, "3 rrr\n"), "{solved:?}");
    let other = fewest_on("generate fifteen --random --to leetcode773", "");
    let note = "note: leetcode773 is meant for 3x2 boards, not 4x4\n";
    assert_eq!((other.code, &*other.stderr), (0, note));
}

#[test]
fn leetcode773() {
    solve("sliding:3x2", "[[4,1,2],[5,0,3]]\n").gives("5\n");
    solve(
        "sliding:3x2",
        "[[1,2,3],[4,0,5]] [[1,2,3],[5,4,0]]\n[ [1, 2, 3],\n  [4, 5, 0] ]",
    )
    .gives("1\n-1\n0\n");
    solve("eight", "[[1,2,3],[4,5,6],[7,0,8]]").gives("1\n");
}

/// The blank first, and one word per line.
#[test]
fn hackerrank() {
    let run = solve("eight --from hackerrank", text("examples/hackerrank.txt"));
    let (count, moves) = run.stdout.split_once('\n').expect("lines");
    let letters: String = moves
        .lines()
        .map(|word| match word {
            "UP" => 'u',
            "DOWN" => 'd',
            "LEFT" => 'l',
            "RIGHT" => 'r',
            _ => panic!("{word}"),
        })
        .collect();
    assert_eq!((run.code, count, letters.len()), (0, "20", 20));
    assert_eq!(slide("2,6,3,4,5,1,7,8,0", 3, &letters), "0,1,2,3,4,5,6,7,8");
    solve("eight --from hackerrank", "3\n1 0 2\n3 4 5\n6 7 8\n").gives("1\nLEFT\n");
    solve("eight --from hackerrank", "3 0 1 2 3 4 5 6 7 8").gives("0\n");
    solve("eight --from hackerrank", "3 0 2 1 3 4 5 6 7 8").gives("-1\n");
    solve(
        "fifteen --from hackerrank",
        "4 4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15",
    )
    .gives("1\nUP\n");
}

#[test]
fn princeton() {
    solve("eight --from princeton", "3\n 1 2 3\n 4 0 5\n 7 8 6\n").gives(
        "Minimum number of moves = 2\n\
         3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n\n\
         3\n 1  2  3 \n 4  5  0 \n 7  8  6 \n\n\
         3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n",
    );
    solve("eight --from princeton", "3\n 1 2 3\n 4 5 6\n 8 7 0\n").gives("No solution possible\n");
    let run = solve("eight --from princeton", text("examples/princeton.txt"));
    assert!(
        run.stdout
            .starts_with("Minimum number of moves = 12\n3\n 0  2  3 \n")
    );
    assert!(
        run.stdout
            .ends_with("3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n")
    );
    assert_eq!(run.stdout.lines().count(), 1 + 13 * 5);
}

/// Comments, the snail for a goal, two complexities.
#[test]
fn npuzzle42() {
    let commented = "# a comment\n#another\n3 # size\n1 2 3\n8 4 0#right behind it\n7 6 5 # ...\n";
    solve("eight", commented).gives_assuming(
        "npuzzle42",
        "Number of moves: 1\n\
         Complexity in time (states selected): 1\n\
         Complexity in size (states in memory): 2\n\
         Moves of the blank: l\n\n\
         1 2 3\n8 4 .\n7 6 5\n\n\
         1 2 3\n8 . 4\n7 6 5\n\n",
    );
    solve("eight --from npuzzle42", "3\n1 2 3\n8 4 0\n7 5 6\n")
        .gives("This puzzle is unsolvable.\n");
    let run = solve("eight", text("examples/npuzzle42.txt"));
    assert!(run.stdout.starts_with("Number of moves: 14\n"), "{run:?}");
    // The snail of other sizes.
    let run = solve(
        "fifteen --from npuzzle42 --to plain",
        "4\n1 2 3 4\n12 13 14 5\n11 15 0 6\n10 9 8 7\n",
    );
    run.gives("1 l\n");
}

/// Research sets have no judge: the answers are JSON.
#[test]
fn korf() {
    let line = "7 1 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    let run = solve("fifteen", format!("# id length tiles\n{line}"));
    assert!(
        run.stdout.starts_with(
            "{\"number\":1,\"id\":7,\"format\":\"korf\",\"board\":\"1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\",\"distance\":1,\"moves\":\"l\","
        ),
        "{run:?}"
    );
    let run = solve("fifteen", &line[2..]);
    assert!(
        run.stdout
            .starts_with("{\"number\":1,\"id\":1,\"format\":\"korf\",\"board\":\"1 0 2"),
        "{run:?}"
    );
    solve("fifteen --from korf --to plain", &line[4..]).gives("1 l\n");
    let mut command = fewest();
    command
        .args(["solve", "fifteen", "--from", "korf", "--to", "plain"])
        .arg(file("examples/fifteen.txt"));
    let lengths: Vec<String> = run_words(command);
    assert_eq!(lengths, ["22", "24", "24", "28", "28"]);
}

fn run_words(command: std::process::Command) -> Vec<String> {
    let run = run(command, "");
    let first = |line: &str| line.split(' ').next().map(str::to_owned);
    run.stdout.lines().filter_map(first).collect()
}

#[test]
fn plain() {
    for board in [
        "1,2,3,4,5,6,7,0,8",
        "1, 2, 3\n4, 5, 6\n7, x, 8",
        "1 2 3 4 5 6 7 _ 8",
        "1 2 3 4 5 6 7 . 8",
    ] {
        solve("eight --from plain", board).gives("1 r\n");
    }
    solve(
        "eight --from plain",
        "1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 8 0\n",
    )
    .gives("unsolvable\n0\n");
    solve("sliding:2x3", "1,2,3,0,5,4\n").gives("1 d\n");
    solve("sliding:2x3", "1,2,3,5,4,0\n").gives("unsolvable\n");
    solve("sliding:3x2", "1,2,3,4,0,5\n").gives("1 r\n");
}
