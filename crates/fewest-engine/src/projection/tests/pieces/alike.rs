//! Puzzles with identical pieces, compared with an enumeration of their boards.

use fastrand::Rng;

use super::made_up::{MAX_BOARDS, check_answers, enumerate_from, kinds, moves, structure};
use crate::Model;
use crate::kernel::pieces::Pieces;
use crate::projection::PieceSearch;

/// Pieces look alike, entirely or in some turns. Every answer is the first of the shortest, and
/// every reachable board counts as solvable.
#[test]
fn answers_where_pieces_look_alike() {
    let mut rng = Rng::with_seed(24);
    let (mut puzzles, mut tables, mut largest) = (0, 0, 0);
    while puzzles < 150 {
        let kinds = kinds(&mut rng);
        let moves = moves(&mut rng, &kinds);
        let mut structure = structure(&moves);
        let colours = rng.u8(2..=6);
        let mut solved: Vec<u8> = (0..=u8::MAX).take(moves[0].len()).collect();
        for symbol in &mut solved {
            if rng.u8(0..4) > 0 {
                *symbol %= colours;
            }
        }
        structure.goals[0] = solved.iter().copied().map(Some).collect();
        let has_identical =
            Pieces::with_identical(&structure).is_some_and(|pieces| pieces.has_identical());
        let distances = enumerate_from(solved, &moves, MAX_BOARDS);
        let Some(distances) = distances.filter(|all| all.len() > 1 && has_identical) else {
            continue;
        };
        puzzles += 1;
        let about = || format!("{kinds:?} {moves:?} {:?}", structure.goals);
        assert!(Pieces::of(&structure).is_none(), "{}", about());
        let mut search = PieceSearch::of(&structure).unwrap_or_else(|| panic!("{}", about()));
        let sizes = [64, 300, 5_000, 1 << 20];
        let (built, bytes) = check_answers(&mut rng, &mut search, &distances, &moves, &sizes, 40);
        tables += built;
        largest = largest.max(bytes);
    }
    assert!(
        tables > 100 && largest > 300,
        "{tables} tables, the largest of {largest} bytes"
    );
}

/// Symmetries must map pieces that look alike to each other: cubes of eight pieces with faces of
/// the same colour.
#[test]
fn symmetries_where_pieces_look_alike() {
    let mut structure = Model::named("corners").expect("a puzzle").structure;
    let moves: Vec<Vec<usize>> = structure
        .turns
        .iter()
        .map(|turn| turn.from.iter().map(|&cell| cell.into()).collect())
        .collect();
    let symbols: Vec<u8> = structure.goals[0].iter().flatten().copied().collect();
    let mut names = symbols.clone();
    names.sort_unstable();
    names.dedup();
    let mut rng = Rng::with_seed(3);
    // The colour that replaces each colour: opposite faces alike, then one face and five.
    let painted = [[0, 1, 2, 1, 2, 0], [0, 1, 1, 1, 1, 1]];
    let mut images = 0;
    for painted in painted {
        let paint = |symbol: &u8| {
            let place = names.binary_search(symbol).expect("a colour");
            names[painted[place]]
        };
        let solved: Vec<u8> = symbols.iter().map(paint).collect();
        structure.goals[0] = solved.iter().copied().map(Some).collect();
        let distances = enumerate_from(solved, &moves, 1_000_000).expect("few boards");
        let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
        boards.sort_unstable();
        let mut search = PieceSearch::of(&structure).expect("pieces");
        // Cycling three stickers sometimes turns a corner.
        let mut turned = 0;
        for _ in 0..6_000 {
            let mut board = boards[rng.usize(0..boards.len())].clone();
            let mut cells: Vec<usize> = (0..board.len()).collect();
            rng.shuffle(&mut cells);
            board.swap(cells[0], cells[1]);
            board.swap(cells[1], cells[2]);
            if let Ok(leads) = search.read(&board) {
                let is_reachable = distances.contains_key(&board);
                assert_eq!(
                    search.can_be_solved(&leads),
                    is_reachable,
                    "{board:?} {painted:?}"
                );
                turned += usize::from(!is_reachable);
            }
        }
        // Corners of a single colour look the same when turned, so that all boards are reachable.
        assert_eq!(turned > 0, painted[2] != painted[1], "{turned} {painted:?}");
        let sizes = [300, 3_000, 100_000];
        check_answers(&mut rng, &mut search, &distances, &moves, &sizes, 60);
        let plans = sizes
            .iter()
            .filter_map(|&max_bytes| search.plan(max_bytes, 0));
        images = images.max(plans.map(|plan| plan.bounds).max().unwrap_or(0));
    }
    assert!(images > 1, "{images} ways to look at a board");
}
