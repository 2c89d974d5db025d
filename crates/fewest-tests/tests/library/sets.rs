//! Sets of boards: their contents, and surveys between them, compared with an enumeration.

use fewest::levels::{LevelOptions, Status};
use fewest::space::set::CellPattern;
use fewest::{BoardSet, Listing, Options, Puzzle, PuzzleError, Unfinished};

use crate::naive;

fn set(puzzle: &Puzzle, text: &str) -> BoardSet {
    fewest_text::board_set(puzzle, "a string", text.as_bytes()).unwrap()
}

fn counts(puzzle: &Puzzle, from: Option<&BoardSet>) -> (Vec<u64>, Option<u64>) {
    let (listing, options) = (Listing::default(), Options::default());
    let survey = match from {
        Some(from) => puzzle.survey_from(from, listing, &options),
        None => puzzle.survey(listing, &options),
    };
    let figures = survey.unwrap().figures;
    (figures.counts, figures.unsolvable)
}

/// The number of boards of a set at each distance from another. Moves have inverses here.
fn enumerated(puzzle: &Puzzle, from: &BoardSet, to: &BoardSet) -> Vec<u64> {
    let structure = &puzzle.model().structure;
    let next = |board: &Vec<u8>| naive::turned(structure, board);
    let solved: Vec<u8> = structure.goals[0].iter().copied().flatten().collect();
    let reached = naive::levels([solved], next, u32::MAX).concat();
    let targets = reached.into_iter().filter(|board| to.contains(board));
    let levels = naive::levels(targets, next, u32::MAX).into_iter();
    let chosen = |level: Vec<Vec<u8>>| level.iter().filter(|board| from.contains(board)).count();
    let mut counts: Vec<u64> = levels.map(|level| chosen(level) as u64).collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

/// Boards numbered by the group of the moves: only reachable boards count.
#[test]
fn boards_of_a_group() {
    let tower = Puzzle::open("tower").unwrap();
    let solved = tower.solved_board(&Options::default()).unwrap();
    let solved: CellPattern = solved.symbols().iter().copied().map(Some).collect();
    let kept = |cells: std::ops::Range<usize>| {
        let cell = |(cell, symbol): (usize, &Option<u8>)| symbol.filter(|_| cells.contains(&cell));
        let pattern: CellPattern = solved.iter().enumerate().map(cell).collect();
        BoardSet::of(&tower.model().structure, [pattern]).unwrap()
    };
    let cells = tower.model().cells();
    let goal = kept(0..cells);
    let (top, bottom) = (kept(0..cells / 3), kept(cells / 2..cells));
    for (from, to) in [(&top, &goal), (&top, &bottom), (&goal, &top)] {
        let puzzle = tower.to_set(to).unwrap();
        let expected = enumerated(&tower, from, to);
        assert!(expected.iter().sum::<u64>() > 0);
        assert_eq!(counts(&puzzle, Some(from)).0, expected);
        let levels = LevelOptions {
            from: Some(from.clone().into()),
            ..LevelOptions::default()
        };
        let counted = puzzle.count_levels(&levels, &Options::default());
        assert_eq!(counted.unwrap().counts, expected);
    }
}

/// More solved boards than are listed, which are found among all boards.
#[test]
fn sets_that_match_millions() {
    let puzzle = Puzzle::open("sliding:5x2").unwrap();
    let to = set(&puzzle, "x????????? ?????x???? ????x????? ?????????x");
    let near = puzzle.to_set(&to).unwrap();
    // Every tile is named.
    let from = set(
        &puzzle,
        "1 2 x 3 4 5 6 7 8 9  1 2 x 3 4 5 6 7 9 8  9 8 7 6 5 4 3 2 1 x",
    );
    assert_eq!(counts(&near, Some(&from)), (vec![1, 0, 2], Some(0)));
    let (all, unsolvable) = counts(&near, None);
    let each = (1..=9).product::<u64>();
    assert_eq!(
        (all, unsolvable),
        (vec![4 * each, 4 * each, 2 * each], Some(0))
    );
    let levels = near.count_levels(&LevelOptions::default(), &Options::default());
    assert_eq!(levels.unwrap().counts, [4 * each, 4 * each, 2 * each]);
}

/// A small set among 9,465,511,770 boards.
#[test]
fn a_set_of_the_rotation_game() {
    let rotation = Puzzle::open("rotation").unwrap();
    let centred = "? ? 1 ? ? ? 1 1 1 ? ? ? ? ? ? 1 1 1 ? ? ? 1 ? ?";
    let from = set(
        &rotation,
        &centred.replacen('?', "2", 4).replacen('?', "3", 6),
    );
    let (found, unsolvable) = counts(&rotation, Some(&from));
    let boards = from.count(&rotation.model().structure).unwrap();
    assert_eq!((found.iter().sum::<u64>(), unsolvable), (boards, Some(0)));
    let listing = Listing {
        limit: 5,
        every: true,
    };
    let survey = rotation
        .survey_from(&from, listing, &Options::default())
        .unwrap();
    for hard in &survey.hardest {
        assert!(from.contains(hard.board.symbols()));
        let answer = rotation.solve(&hard.board, &Options::default()).unwrap();
        assert_eq!(answer.moves, hard.answer);
    }
}

#[test]
fn sets_are_read_from_files_of_every_kind() {
    let eight = Puzzle::open("eight").unwrap();
    let structure = &eight.model().structure;
    for text in [
        "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n",
        "[[1,2,3],[4,5,6],[7,8,0]]\n[[1,2,3],[4,5,6],[7,0,8]]\n",
        "1,2,3,4,5,6,7,8,? 1 2 3 4 5 6 7 . 8",
    ] {
        let found = set(&eight, text);
        assert_eq!(
            (found.len(), found.count(structure)),
            (2, Some(2)),
            "{text}"
        );
    }
    for (text, problem) in [
        ("", "neither a board nor a pattern"),
        ("1 2 3 4 5 6 7 8 x 1", "a string:1:"),
        ("? ? ? ? ? ? ? ?", "found 8 before the end of the input"),
        (
            "1 ? ? ? ? ? ? ? ?\n2 2 ? ? ? ? ? ? ?",
            "a string:2:1: board 2: names 2 of `2`",
        ),
    ] {
        let error = fewest_text::board_set(&eight, "a string", text.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(problem), "{text}: {error}");
    }
    let many = "? ".repeat(9 * 5000);
    let error = fewest_text::board_set(&eight, "a string", many.as_bytes()).unwrap_err();
    assert!(
        error.to_string().ends_with("more than 4096 patterns"),
        "{error}"
    );
}

/// An unreachable set, if only reachable boards have numbers.
#[test]
fn an_unreachable_set_is_refused() {
    let cube = Puzzle::open("cube2").unwrap();
    let mut wrong: CellPattern = vec![None; cube.model().cells()];
    let white = cube.model().find_symbol("w");
    // Two white stickers are on one corner.
    (wrong[3], wrong[7]) = (white, white);
    let to = BoardSet::of(&cube.model().structure, [wrong]).unwrap();
    let to = cube.to_set(&to).unwrap();
    let survey = to.survey(Listing::default(), &Options::default());
    let error = survey.unwrap_err();
    assert!(
        matches!(&error, Unfinished::Failed(PuzzleError::NoSuchBoards(_))),
        "{error:?}"
    );
}

#[test]
fn a_folder_belongs_to_its_set() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = Puzzle::open("sliding:3x2").unwrap();
    let from = set(&puzzle, "x ? ? ? ? ?");
    let whole = counts(&puzzle, Some(&from)).0;
    let levels = |from: Option<&BoardSet>, max_moves| LevelOptions {
        folder: Some(folder.path().to_owned()),
        from: from.cloned().map(Into::into),
        max_moves,
        ..LevelOptions::default()
    };
    let options = Options::default();
    let near = puzzle
        .count_levels(&levels(Some(&from), Some(9)), &options)
        .unwrap();
    assert_eq!((&near.counts[..], near.is_complete), (&whole[..10], false));
    let status = Status::read(folder.path()).unwrap();
    assert_eq!(
        (status.chosen.len(), &status.chosen[..]),
        (10, &whole[..10])
    );
    let all = puzzle
        .count_levels(&levels(Some(&from), None), &options)
        .unwrap();
    assert_eq!((all.counts, all.is_complete), (whole, true));
    let other = puzzle.count_levels(&levels(None, None), &options);
    assert!(
        other
            .unwrap_err()
            .to_string()
            .contains("choose another folder")
    );
}
