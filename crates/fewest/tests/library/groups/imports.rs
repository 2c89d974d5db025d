//! Puzzles of other programs, as definitions.

use fewest::definition::import;
use fewest::group::Moves;
use fewest::puzzles::defined::Defined;
use fewest::table::build::{Allowance, build};

use crate::defined::read;

const CORNERS: &str = include_str!("../../../../../examples/corners.tws");
const PYRAMINX: &str = include_str!("../../../../../examples/pyraminx.def");

fn order(text: &str) -> String {
    let definition = read(&import(text).unwrap());
    let mut moves = Moves::new(&definition.structure).unwrap();
    let reach = moves.around(0).unwrap();
    reach.chain().order().to_string()
}

#[test]
fn groups_have_the_published_orders() {
    assert_eq!(order(CORNERS), "3674160");
    let down = "Move D\nCORNER\n1 2 3 4 8 5 6 7\nEnd\n";
    assert_eq!(order(&format!("{CORNERS}{down}")), "88179840");
    assert_eq!(order(PYRAMINX), "933120");
}

/// The file says how far the pieces turn: if they turned the other way, or before they moved, distances would differ.
#[test]
fn an_imported_cube_is_the_cube() {
    let distances = |text: &str| {
        let definition = read(text);
        let puzzle = Defined::<32>::new(definition.structure).unwrap();
        build(&puzzle, Allowance::default())
            .unwrap()
            .counts()
            .to_vec()
    };
    let own = distances(include_str!("../../../../../puzzles/cube2.toml"));
    assert_eq!(distances(&import(CORNERS).unwrap()), own);
}

#[test]
fn what_does_not_matter_is_one_symbol() {
    let solved = "1 2 3 4 5 6 7 8\nEnd";
    let open = CORNERS.replacen(solved, "1 1 1 1 2 2 2 2\n? ? ? ? ? ? ? ?\nEnd", 1);
    let structure = read(&import(&open).unwrap()).structure;
    assert_eq!(structure.pieces, [12, 12]);
}

#[test]
fn what_can_not_be_said_is_refused_by_name() {
    let refused = |text: &str| import(text).unwrap_err().to_string();
    let ignore = format!("{CORNERS}Ignore\nCORNER\n1 1 1 1 1 1 1 1\nEnd\n");
    assert_eq!(
        refused(&ignore),
        "23:1: `Ignore` can't be said in a definition"
    );
    let set = CORNERS.replacen("CORNER\n2 3", "CORNERS\n2 3", 1);
    assert_eq!(refused(&set), "10:1: no set is called `CORNERS`");
    let twice = CORNERS.replace("2 3 4 1 5", "2 3 4 4 5");
    assert_eq!(
        refused(&twice),
        "11:7: a place from which two pieces would come"
    );
    let turn = CORNERS.replace("0 2 1 0 0 1 2 0", "0 2 1 0 0 1 3 0");
    assert_eq!(refused(&turn), "16:13: a turn is 0 to 2, not `3`");
    assert_eq!(
        refused("Set A 300 2"),
        "1:7: the number of pieces is 1 to 256, not `300`"
    );
    assert_eq!(refused("Move"), "1:5: the file ends before a move's name");
    assert_eq!(
        refused(""),
        "1:1: a puzzle has sets, a solved state and moves"
    );
}
