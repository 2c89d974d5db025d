//! Symmetries that map counted boards to uncounted ones, and cells that no move touches.

use fewest::kernel::View;
use fewest::{Listing, Model, Options, Puzzle, Verdict};

const MOVES: &str = r#"
[[move]]
name = "R"
cycles = "(1 2 3 4)(5 6 7 8)(9 10 11 12)"
[[move]]
name = "L"
inverse = "R"
[[move]]
name = "U"
cycles = "(1 5)(2 6)(3 7)(4 8)"
"#;

fn listed(puzzle: &Puzzle) -> fewest::Survey<fewest::Board> {
    let listing = Listing {
        limit: 2,
        every: false,
    };
    puzzle
        .survey(listing.with_answers(), &Options::default())
        .unwrap()
}

#[test]
fn the_hardest_board_is_listed_though_goals_lie_in_different_cosets() {
    let text = format!(
        "name = \"m\"\ncells = 12\npieces = \"a b c d e f g h i j k l\"\n{MOVES}\n\
         [[goal]]\nboard = \"a b c d e f g h i j k l\"\n"
    );
    let puzzle = Puzzle::from_toml(&text).unwrap();
    for other in ["a d c b e h g f i l k j", "b a c d e f g h i j k l"] {
        let set = format!("a b c d e f g h i j k l\n{other}\n");
        let set = fewest_text::board_set(&puzzle, "a string", set.as_bytes()).unwrap();
        let survey = listed(&puzzle.to_set(&set).unwrap());
        // Each coset has one; only that of the puzzle's own solved board counts.
        let peak = survey.figures.peak;
        assert_eq!((peak.boards, peak.classes), (1, 1), "{other}");
        let hardest = &survey.hardest[0];
        let answers = hardest.answers;
        assert_eq!(
            (hardest.distance, peak.answers),
            (3, Some((answers, answers)))
        );
        assert!(answers > 0, "{other}");
    }
}

/// A set of whole boards and the same boards as goals are solved from the same boards. Of a set, only
/// the coset of the puzzle's solved board is counted, whatever numbers the boards.
#[test]
fn boards_of_a_set_in_another_coset_were_called_unsolvable() {
    for last in 9..=13 {
        let name = |cell: usize| char::from(b'a' + u8::try_from(cell).unwrap()).to_string();
        let pieces: Vec<String> = (0..last).map(name).collect();
        let cycle = (5..=last).map(|cell| cell.to_string());
        let cycles = format!("(1 2 3 4)({})", cycle.collect::<Vec<_>>().join(" "));
        let mut swapped = pieces.clone();
        swapped.swap(0, 1);
        let (goal, other) = (pieces.join(" "), swapped.join(" "));
        let head = format!("name = \"c\"\ncells = {last}\npieces = \"{goal}\"\n");
        let moves = format!(
            "[[move]]\nname = \"R\"\ncycles = \"{cycles}\"\n\
             [[move]]\nname = \"L\"\ninverse = \"R\"\n"
        );
        let define = |goals: &[&String]| {
            let goals = goals
                .iter()
                .map(|goal| format!("[[goal]]\nboard = \"{goal}\"\n"));
            let text = format!("{head}{moves}{}", goals.collect::<String>());
            Puzzle::from_toml(&text).unwrap()
        };
        let puzzle = define(&[&goal]);
        let set =
            fewest_text::board_set(&puzzle, "a string", format!("{goal}\n{other}").as_bytes());
        let to_set = puzzle.to_set(&set.unwrap()).unwrap();
        let (set, goals) = (listed(&to_set), listed(&define(&[&goal, &other])));
        assert_eq!(set.figures.solvable, Some(goals.figures.boards));
        let board = to_set.board(&other).unwrap();
        let answer = to_set.solve(&board, &Options::default()).unwrap();
        assert_eq!(
            (answer.verdict, answer.is_unreal),
            (Verdict::Solved(0), true)
        );
        // The group is cyclic: its order is the least common multiple of both lengths.
        let order = (1..100).find(|n| n % 4 == 0 && n % (last as u64 - 4) == 0);
        assert_eq!(Some(set.figures.boards), order);
        assert_eq!(goals.figures.boards, 2 * set.figures.boards);
    }
}

#[test]
fn cells_that_no_move_touches_change_no_class() {
    let moves = "[[move]]\nname = \"a\"\ncycles = \"(1 2 3 4)(5 6 7 8)\"\n\
                 [[move]]\nname = \"b\"\ncycles = \"(1 5)(3 7)\"\n";
    let figures_with = |untouched: &str| {
        let pieces = format!("1 2 3 4 5 6 7 8{untouched}");
        let cells = pieces.split(' ').count();
        let text = format!(
            "name = \"u\"\ncells = {cells}\npieces = \"{pieces}\"\n{moves}\
             [[goal]]\nboard = \"{pieces}\"\n"
        );
        let survey = listed(&Puzzle::from_toml(&text).unwrap());
        let figures = survey.figures;
        (figures.counts, figures.peak, figures.symmetries)
    };
    let plain = figures_with("");
    assert!(plain.2.cells > 1);
    assert_eq!(figures_with(" p q r s"), plain);
    assert_eq!(figures_with(" p q r s t u v"), plain);
}

#[test]
fn a_view_that_forgets_nothing_has_the_table_of_its_puzzle() {
    let knights = Model::knights();
    let view = View::of_all_goals(&knights);
    assert!(view.is_identity());
    assert_eq!(*view.structure(), knights.structure);
}
