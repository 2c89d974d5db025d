//! Random puzzles of pieces, compared with an enumeration of all their boards. The effect of moves
//! on stickers is built from places, turns and companions, without the library's code for pieces.

mod alike;
mod made_up;

use fastrand::Rng;

use crate::kernel::pieces::Pieces;
use crate::projection::PieceSearch;
use crate::search::ida_star::Cores;
use crate::search::{AnswerChoice, Control, Limits, Stop};
use crate::table::store::Store;
use crate::{Budget, Model};
use made_up::{check_answers, enumerate, kinds, moves, structure};

#[test]
fn answers_to_random_puzzles_of_pieces() {
    let mut rng = Rng::with_seed(14);
    let (mut puzzles, mut tables, mut largest) = (0, 0, 0);
    while puzzles < 150 {
        let kinds = kinds(&mut rng);
        let moves = moves(&mut rng, &kinds);
        let Some(distances) = enumerate(&moves).filter(|all| all.len() > 1) else {
            continue;
        };
        puzzles += 1;
        let structure = structure(&moves);
        let about = || format!("{kinds:?} {moves:?}");
        let mut search = PieceSearch::of(&structure).unwrap_or_else(|| panic!("{}", about()));
        let sizes = [64, 300, 5_000, 1 << 20];
        let (built, bytes) = check_answers(&mut rng, &mut search, &distances, &moves, &sizes, 20);
        tables += built;
        largest = largest.max(bytes);
        let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
        boards.sort_unstable();
        // Swapping two stickers may give another piece, or an unreachable board.
        let mut board = boards[rng.usize(0..boards.len())].clone();
        let last = board.len() - 2;
        board.swap(rng.usize(0..=last), rng.usize(0..=last));
        match search.read(&board) {
            Ok(leads) => {
                assert_eq!(
                    search.can_be_solved(&leads),
                    distances.contains_key(&board),
                    "{}",
                    about()
                );
            }
            Err(_) => assert!(!distances.contains_key(&board), "{board:?} {}", about()),
        }
    }
    assert!(
        tables > 150 && largest > 500,
        "{tables} tables, the largest of {largest} bytes"
    );
}

/// A move without an inverse, or a blank: not puzzles of pieces. Boards with identical pieces are
/// not elements of a group, but can be searched.
#[test]
fn structures_that_are_not_puzzles_of_pieces() {
    let ring = vec![vec![1, 2, 3, 0]];
    let one_way = structure(&ring);
    assert!(Pieces::of(&one_way).is_some_and(|pieces| pieces.inverses().is_none()));
    assert!(PieceSearch::of(&one_way).is_none());
    let mut identical = structure(&[vec![1, 2, 3, 0], vec![3, 0, 1, 2], vec![1, 0, 2, 3]]);
    assert!(PieceSearch::of(&identical).is_some());
    identical.goals[0][1] = Some(0);
    assert!(Pieces::of(&identical).is_none());
    assert!(PieceSearch::of(&identical).is_some());
    let mut blank = structure(&[vec![1, 0, 2, 3]]);
    blank.turns[0].needs = vec![(0, 3)];
    assert!(Pieces::of(&blank).is_none());
}

#[test]
fn a_search_keeps_to_its_limits() {
    let moves = vec![
        vec![1, 2, 3, 4, 5, 0],
        vec![5, 0, 1, 2, 3, 4],
        vec![1, 0, 2, 3, 4, 5],
    ];
    let distances = enumerate(&moves).expect("720 boards");
    let mut search = PieceSearch::of(&structure(&moves)).expect("pieces");
    assert!(search.build(1000, Budget::default()).expect("no limit"));
    let (board, &distance) = distances
        .iter()
        .max_by_key(|(board, far)| (**far, (*board).clone()))
        .expect("boards");
    let leads = search.read(board).expect("its pieces");
    let limits = Limits {
        max_moves: Some(distance - 1),
        ..Limits::default()
    };
    let outcome = search.run(
        &leads,
        AnswerChoice::Least,
        &mut Control {
            limits,
            ..Control::default()
        },
        Cores::All,
        None,
    );
    assert_eq!((outcome.stop, outcome.at_least), (Stop::Moves, distance));
    let limits = Limits {
        max_nodes: Some(1),
        ..Limits::default()
    };
    let outcome = search.run(
        &leads,
        AnswerChoice::Least,
        &mut Control {
            limits,
            ..Control::default()
        },
        Cores::All,
        None,
    );
    assert_eq!(outcome.stop, Stop::Nodes);
    assert!(outcome.at_least <= distance);
}

/// A stored table answers like the built one. Damaged and foreign tables are not used.
#[test]
fn stored_projections() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(folder.path());
    let corners = Model::named("corners").expect("a puzzle");
    let structure = &corners.structure;
    let mut built = PieceSearch::of(structure).expect("pieces");
    assert!(built.build(200_000, Budget::default()).expect("no limit"));
    let (path, bytes) = built
        .save("corners", &store)
        .expect("a file")
        .expect("it was built");
    assert!(bytes > built.bytes() && !built.is_stored());
    let read = || {
        let mut search = PieceSearch::of(structure).expect("pieces");
        search
            .load(200_000, "corners", &store)
            .map(|file| (file, search))
    };
    let (file, stored) = read().expect("a good file");
    assert_eq!(file.as_ref(), Some(&path));
    assert!(stored.is_stored());
    assert_eq!(
        (stored.bytes(), stored.levels()),
        (built.bytes(), built.levels())
    );
    let mut rng = Rng::with_seed(15);
    for moves in (0..=3).cycle().take(40) {
        let board = (0..moves).fold(corners.solved_board(), |board, _| {
            rng.choice(&structure.turns).expect("turns").apply(&board)
        });
        let leads = built.read(&board).expect("its pieces");
        let found = [&built, &stored].map(|search| {
            search.run(
                &leads,
                AnswerChoice::Least,
                &mut Control::default(),
                Cores::One,
                None,
            )
        });
        assert_eq!(found[0], found[1]);
    }
    // Another puzzle, filed under the same name.
    let mut other =
        PieceSearch::of(&Model::named("cube2").expect("a puzzle").structure).expect("pieces");
    let loaded = other.load(200_000, "corners", &store);
    assert_eq!(loaded.expect("nothing there"), None);
    let mut damaged = std::fs::read(&path).expect("the file");
    *damaged.last_mut().expect("bytes") ^= 1;
    std::fs::write(&path, damaged).expect("the file");
    assert!(read().is_err());
}
