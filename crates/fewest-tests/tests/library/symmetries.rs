//! Symmetries compared with all permutations, and with every distance.

use std::collections::BTreeSet;

use fewest::kernel::tiles::{Bytes, Tiles};
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::space::{Goals, Move, Ranked};
use fewest::support::budget::Budget;
use fewest::symmetry::{MAX_SYMMETRIES, Symmetries, Symmetry, find};
use fewest::table::build::build;
use fewest::{Options, Puzzle};

use crate::common::{KNIGHTS, ROTATION, one_symbol, puzzle, shuffled, small, symbols, wander};

fn orders(n: usize, visit: &mut impl FnMut(&[u8])) {
    fn go(order: &mut [u8], done: usize, visit: &mut impl FnMut(&[u8])) {
        if done == order.len() {
            return visit(order);
        }
        for next in done..order.len() {
            order.swap(done, next);
            go(order, done + 1, visit);
            order.swap(done, next);
        }
    }
    let mut order: Vec<u8> = (0..u8::try_from(n).unwrap()).collect();
    go(&mut order, 0, visit);
}

/// Moves a board's symbols between cells.
fn carried<T: Copy>(cells: &[u8], board: &[T]) -> Vec<T> {
    let mut image = board.to_vec();
    for (cell, &symbol) in board.iter().enumerate() {
        image[usize::from(cells[cell])] = symbol;
    }
    image
}

/// Finds all symmetries by trying all permutations of cells and of symbols.
fn by_trying(structure: &Structure) -> BTreeSet<Symmetry> {
    type Effects = BTreeSet<(BTreeSet<(u8, u8)>, Vec<u8>)>;
    let turns: Effects = structure
        .turns
        .iter()
        .map(|t| (t.needs.iter().copied().collect(), t.from.clone()))
        .collect();
    let bare: BTreeSet<_> = turns
        .iter()
        .map(|(needs, from)| (needs.iter().map(|n| n.0).collect::<BTreeSet<u8>>(), from))
        .collect();
    let goals: BTreeSet<_> = structure.goals.iter().cloned().collect();
    let mut found = BTreeSet::new();
    orders(structure.cells(), &mut |cells| {
        let carry = |from: &Vec<u8>| -> Vec<u8> {
            let starts: Vec<u8> = from.iter().map(|&cell| cells[usize::from(cell)]).collect();
            carried(cells, &starts)
        };
        let place = |cell: u8| cells[usize::from(cell)];
        if !bare.iter().all(|(on, from)| {
            let on = on.iter().map(|cell| place(*cell)).collect();
            bare.contains(&(on, &carry(from)))
        }) {
            return;
        }
        orders(structure.pieces.len(), &mut |symbols| {
            let new = |symbol: u8| symbols[usize::from(symbol)];
            let turn = |(needs, from): &(BTreeSet<(u8, u8)>, Vec<u8>)| {
                let needs = needs.iter().map(|(c, s)| (place(*c), new(*s))).collect();
                turns.contains(&(needs, carry(from)))
            };
            let goal = |goal: &Vec<Option<u8>>| {
                let goal: Vec<_> = goal.iter().map(|symbol| symbol.map(new)).collect();
                goals.contains(&carried(cells, &goal))
            };
            if carried(symbols, &structure.pieces) == structure.pieces
                && turns.iter().all(turn)
                && goals.iter().all(goal)
            {
                found.insert(Symmetry {
                    cells: cells.to_vec(),
                    symbols: symbols.to_vec(),
                });
            }
        });
    });
    found
}

/// The effect of a symmetry on boards. Untouched cells with one symbol in all goals hold it on
/// every board; if all its pieces are there, no other cell has that symbol.
fn seen(structure: &Structure, symmetry: &Symmetry) -> (Vec<u8>, Vec<u8>) {
    let cells = (0..=u8::MAX).take(structure.cells());
    let fixed = cells.map(|cell| {
        let at = usize::from(cell);
        let is_touched = structure.turns.iter().any(|turn| {
            turn.from[at] != cell || turn.needs.iter().any(|(place, _)| *place == cell)
        });
        let required: BTreeSet<_> = structure.goals.iter().map(|goal| goal[at]).collect();
        let only = (required.len() == 1).then(|| required.first().copied().flatten());
        only.flatten().filter(|_| !is_touched)
    });
    let mut fixed: Vec<Option<u8>> = fixed.collect();
    let mut pieces = (0..=u8::MAX).zip(&structure.pieces);
    let is_short = |(symbol, count): (u8, &u32)| {
        let still = fixed.iter().filter(|other| **other == Some(symbol));
        still.count() > *count as usize
    };
    if pieces.any(is_short) {
        // No board meets goals that need more pieces than there are.
        fixed.fill(None);
    }
    let cells = symmetry.cells.iter().zip(&fixed);
    let cells = cells.filter(|(_, symbol)| symbol.is_none());
    let symbols = (0..=u8::MAX).zip(symmetry.symbols.iter().zip(&structure.pieces));
    let symbols = symbols.filter(|(symbol, (_, count))| {
        let still = fixed.iter().filter(|other| **other == Some(*symbol));
        still.count() < **count as usize
    });
    (
        cells.map(|(image, _)| *image).collect(),
        symbols.map(|(_, (image, _))| *image).collect(),
    )
}

fn agree(structure: &Structure) -> Symmetries {
    let symmetries = find(structure);
    let all = by_trying(structure);
    assert!(symmetries.iter().all(|symmetry| all.contains(symmetry)));
    let found: BTreeSet<_> = symmetries
        .iter()
        .map(|symmetry| seen(structure, symmetry))
        .collect();
    assert_eq!(found.len(), symmetries.len(), "one is there twice");
    let tried = all
        .iter()
        .map(|symmetry| seen(structure, symmetry))
        .collect();
    assert_eq!(found, tried, "{structure:?}");
    assert!(symmetries.is_complete());
    symmetries
}

#[test]
fn of_small_sliding_tiles() {
    for (width, height) in [(2, 2), (2, 3), (3, 2)] {
        for blank in 0..width * height {
            agree(&small(width, height, blank).structure());
        }
    }
}

/// All orders of nine symbols for each of nine cells are too many, but the goal determines them.
#[test]
fn of_three_by_three() {
    for (blank, expected) in [(4, 8), (0, 2), (1, 2)] {
        let structure = small(3, 3, blank).structure();
        let goal: Vec<u8> = structure.goals[0].iter().flatten().copied().collect();
        let turns: BTreeSet<_> = structure
            .turns
            .iter()
            .map(|t| (t.needs.clone(), &t.from))
            .collect();
        let mut count = 0;
        orders(9, &mut |cells| {
            let place = |cell: u8| cells[usize::from(cell)];
            let keeps = place(
                goal.iter()
                    .position(|&s| s == 0)
                    .unwrap()
                    .try_into()
                    .unwrap(),
            ) == u8::try_from(blank).unwrap()
                && turns.iter().all(|(needs, from)| {
                    let starts: Vec<u8> = from.iter().map(|&cell| place(cell)).collect();
                    let needs = needs.iter().map(|&(cell, symbol)| (place(cell), symbol));
                    let needs = needs.collect::<Vec<_>>();
                    turns.contains(&(needs, &carried(cells, &starts)))
                });
            count += usize::from(keeps);
        });
        assert_eq!(count, expected);
        assert_eq!(find(&structure).len(), expected);
    }
}

/// Small random puzzles, many with symmetries.
#[test]
fn of_random_structures() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut with_several = 0;
    for _ in 0..3000 {
        let pieces: Vec<u32> = (0..rng.usize(1..=3)).map(|_| rng.u32(1..=2)).collect();
        let cells: u32 = pieces.iter().sum();
        let symbols = u8::try_from(pieces.len()).unwrap();
        let cells = u8::try_from(cells).unwrap();
        let turn = |rng: &mut fastrand::Rng| {
            let mut from: Vec<u8> = (0..cells).collect();
            let (a, b) = (rng.u8(..cells), rng.u8(..cells));
            from.swap(a.into(), b.into());
            if rng.bool() {
                rng.shuffle(&mut from);
            }
            Turn {
                by: Move::new(rng.u8(..4)),
                needs: (0..cells)
                    .filter(|_| rng.u8(..6) == 0)
                    .collect::<Vec<u8>>()
                    .into_iter()
                    .map(|cell| (cell, rng.u8(..symbols)))
                    .collect(),
                from,
            }
        };
        let goal = |rng: &mut fastrand::Rng| {
            let random_symbol = |_| (rng.u8(..3) == 0).then(|| rng.u8(..symbols));
            (0..cells).map(random_symbol).collect()
        };
        let structure = Structure {
            turns: (0..rng.usize(..5)).map(|_| turn(&mut rng)).collect(),
            goals: (0..rng.usize(..3)).map(|_| goal(&mut rng)).collect(),
            pieces,
        };
        with_several += usize::from(agree(&structure).len() > 1);
    }
    assert!(with_several > 300, "{with_several}");
}

fn after(a: &Symmetry, b: &Symmetry) -> Symmetry {
    let apply = |a: &[u8], b: &[u8]| b.iter().map(|&i| a[usize::from(i)]).collect();
    Symmetry {
        cells: apply(&a.cells, &b.cells),
        symbols: apply(&a.symbols, &b.symbols),
    }
}

#[test]
fn symmetries_are_groups_of_the_right_size() {
    for (structure, expected) in [
        (ROTATION.structure(), 48),
        (one_symbol().structure(), 8),
        (KNIGHTS.structure(), 2),
        (small(4, 4, 15).structure(), 2),
        (puzzle::<Bytes<32>>(5, 5, 12).structure(), 8),
    ] {
        let symmetries = find(&structure);
        assert_eq!(symmetries.len(), expected);
        assert!(symmetries.is_complete());
        let set: BTreeSet<_> = symmetries.iter().collect();
        for a in &symmetries {
            assert!(a.moves(&structure).is_some());
            for b in &symmetries {
                assert!(set.contains(&after(a, b)));
            }
        }
        let first = symmetries.iter().next().unwrap();
        assert!(first.cells.is_sorted() && first.symbols.is_sorted());
    }
    let half_turn = find(&KNIGHTS.structure()).iter().nth(1).cloned().unwrap();
    assert!((0..25).eq(half_turn.cells.iter().rev().copied()));
    assert_eq!(half_turn.symbols, [1, 0, 2]);
}

fn images<P: Structured>(
    puzzle: &P,
    symmetries: &Symmetries,
    board: &P::Board,
    mut visit: impl FnMut(&Symmetry, P::Board),
) {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    let mut image = Vec::new();
    for symmetry in symmetries {
        symmetry.image(&symbols, &mut image);
        visit(symmetry, puzzle.board(&image).expect("an image is a board"));
    }
}

/// Checks that every `step`th board of a table has the same distance as its images.
fn keep_distances<P: Ranked + Structured>(puzzle: &P, step: usize, several: usize) {
    let table = build(puzzle, Budget::default()).unwrap();
    let symmetries = find(&puzzle.structure());
    assert_eq!(symmetries.len(), several);
    for rank in (0..table.len() as u64).step_by(step) {
        let board = puzzle.unrank(rank);
        images(puzzle, &symmetries, &board, |symmetry, image| {
            let found = table.distance(puzzle.rank(&image));
            assert_eq!(found, table.distance(rank), "{board:?} {symmetry:?}");
        });
    }
}

#[test]
fn symmetries_keep_distances_of_sliding_tiles() {
    keep_distances(&small(3, 3, 4), 1, 8);
    keep_distances(&small(3, 3, 8), 1, 2);
    keep_distances(&small(3, 3, 5), 1, 2);
    for blank in 0..8 {
        let puzzle = small(4, 2, blank);
        keep_distances(&puzzle, 1, find(&puzzle.structure()).len());
    }
}

#[test]
fn symmetries_keep_distances_of_one_symbol() {
    keep_distances(&one_symbol(), 1, 8);
}

#[test]
fn symmetries_keep_distances_of_knights() {
    keep_distances(&*KNIGHTS, 97, 2);
}

#[test]
fn symmetries_keep_distances_of_rotation() {
    let symmetries = find(&ROTATION.structure());
    let mut rng = fastrand::Rng::with_seed(10);
    let mut rows = Vec::new();
    for _ in 0..5000 {
        let board = shuffled(&mut rng);
        rows.extend(symbols(&*ROTATION, &board));
        images(&*ROTATION, &symmetries, &board, |_, image| {
            rows.extend(symbols(&*ROTATION, &image));
        });
    }
    let rotation = Puzzle::open("rotation").unwrap();
    let distances = rotation
        .distances_of_rows(&rows, &Options::default())
        .unwrap();
    for orbit in distances.chunks(1 + symmetries.len()) {
        assert!(
            orbit.iter().all(|distance| *distance == orbit[0]),
            "{orbit:?}"
        );
    }
}

/// Checks that a move, then a symmetry, equals the symmetry, then the move's image.
fn keep_moves<P: Structured>(puzzle: &P, start: P::Board) {
    let structure = puzzle.structure();
    let symmetries = find(&structure);
    let mut rng = fastrand::Rng::with_seed(11);
    let symbols_of = |board: &P::Board| {
        let mut symbols = Vec::new();
        puzzle.symbols(board, &mut symbols);
        symbols
    };
    for _ in 0..30 {
        let board = wander(puzzle, &start, 40, &mut rng);
        let least = symmetries.least(&symbols_of(&board));
        let orbit = symmetries.orbit(&symbols_of(&board));
        assert_eq!(orbit.first(), Some(&least));
        assert_eq!(symmetries.len() % orbit.len(), 0);
        assert!(orbit.contains(&symbols_of(&board)));
        images(puzzle, &symmetries, &board, |symmetry, image| {
            assert_eq!(symmetries.least(&symbols_of(&image)), least);
            let moves = symmetry.moves(&structure).unwrap();
            assert_eq!(puzzle.moves(&image).len(), puzzle.moves(&board).len());
            for m in puzzle.moves(&board) {
                let mut expected = Vec::new();
                symmetry.image(&symbols_of(&puzzle.after(&board, m)), &mut expected);
                let next = puzzle.after(&image, moves[m.index()]);
                assert_eq!(symbols_of(&next), expected);
            }
        });
    }
}

#[test]
fn symmetries_map_moves() {
    let mut rng = fastrand::Rng::with_seed(12);
    keep_moves(&*ROTATION, shuffled(&mut rng));
    keep_moves(&*KNIGHTS, KNIGHTS.goals()[0]);
    for blank in [0, 5, 12] {
        let puzzle: Tiles<Bytes<32>> = puzzle(5, 5, blank);
        keep_moves(&puzzle, puzzle.goal());
    }
}

/// Two moves with the same turn have no separate images.
#[test]
fn moves_that_are_not_kept_apart() {
    let turn = |by, needs, from: [u8; 3]| Turn {
        by: Move::new(by),
        needs,
        from: from.to_vec(),
    };
    let mut structure = Structure {
        pieces: vec![1, 1, 1],
        turns: vec![turn(0, vec![], [1, 0, 2]), turn(1, vec![], [0, 2, 1])],
        goals: Vec::new(),
    };
    let moves = |structure: &Structure| -> Vec<_> {
        let mirror = |symmetry: &&Symmetry| symmetry.cells == [2, 1, 0];
        let symmetries = find(structure);
        let moves = symmetries.iter().filter(mirror).map(|s| s.moves(structure));
        moves
            .map(|m| m.map(|m| m.into_iter().map(Move::index).collect::<Vec<_>>()))
            .collect()
    };
    assert_eq!(
        moves(&structure),
        vec![Some(vec![1, 0]); 6],
        "six recolourings"
    );
    structure.turns.push(turn(1, vec![], [2, 1, 0]));
    assert_eq!(
        moves(&structure),
        vec![None; 6],
        "becomes 0 here and 1 there"
    );
}

/// Two moves that swap the same pieces if the blank is in the middle, and different ones otherwise.
#[test]
fn moves_that_coincide_somewhere_have_images_all_the_same() {
    let swap = |by, blank: u8, from: [u8; 3]| Turn {
        by: Move::new(by),
        needs: vec![(blank, 0)],
        from: from.to_vec(),
    };
    let structure = Structure {
        pieces: vec![1, 2],
        turns: vec![
            swap(0, 1, [1, 0, 2]),
            swap(1, 1, [1, 0, 2]),
            swap(0, 0, [1, 0, 2]),
            swap(2, 1, [0, 2, 1]),
            swap(2, 2, [0, 2, 1]),
        ],
        goals: Vec::new(),
    };
    let symmetries = find(&structure);
    assert_eq!(symmetries.len(), 2, "the identity and the mirror");
    let identity = symmetries.iter().next().unwrap().moves(&structure).unwrap();
    assert!((0..).zip(identity).all(|(i, m)| m.index() == i));
    let mirror = symmetries.iter().last().unwrap();
    assert_eq!(mirror.moves(&structure), None, "move 2 stands for 0 and 1");
    assert_eq!(symmetries.keeping_answers(&structure).len(), 1);
}

#[test]
fn too_many_symmetries_are_truncated() {
    let free = |cells: usize| Structure {
        pieces: vec![u32::try_from(cells).unwrap()],
        turns: Vec::new(),
        goals: vec![vec![None; cells]],
    };
    for (cells, expected) in [(5, 120), (7, 5040), (8, 5040), (256, 5040)] {
        let structure = free(cells);
        let symmetries = find(&structure);
        assert_eq!(symmetries.len(), expected);
        assert!(expected <= MAX_SYMMETRIES);
        assert_eq!(symmetries.is_complete(), cells < 8);
        let again: BTreeSet<_> = symmetries.iter().collect();
        assert_eq!(again.len(), expected);
        let (a, b) = (
            symmetries.iter().nth(1234 % expected),
            symmetries.iter().last(),
        );
        assert!(again.contains(&after(a.unwrap(), b.unwrap())));
    }
}

#[test]
fn large_boards_and_their_symbols() {
    let puzzle: Tiles<Bytes<256>> = puzzle(16, 16, 255);
    let mut structure = puzzle.structure();
    assert_eq!(find(&structure).len(), 2);
    // The goal leaves 156 tiles open.
    structure.goals[0][100..].fill(None);
    assert!(!find(&structure).is_complete());
}

#[test]
fn symbols_without_pieces_stay() {
    let structure = Structure {
        pieces: vec![1, 0, 1, 0],
        turns: Vec::new(),
        goals: Vec::new(),
    };
    assert!(
        find(&structure)
            .iter()
            .all(|s| s.symbols[1] == 1 && s.symbols[3] == 3)
    );
    assert_eq!(find(&structure).len(), 4);
}

#[test]
fn invalid_structures_have_only_the_identity() {
    let sound = small(2, 2, 0).structure();
    let broken: [fn(&mut Structure); 7] = [
        |s| s.pieces.push(u32::MAX),
        |s| s.pieces.extend([0; 300]),
        |s| s.turns[0].from[0] = 9,
        |s| s.turns[0].from.push(4),
        |s| s.turns[0].needs = vec![(0, 200)],
        |s| s.goals[0][0] = Some(77),
        |s| s.goals.push(vec![None; 5]),
    ];
    for breaks in broken {
        let mut structure = sound.clone();
        breaks(&mut structure);
        let symmetries = find(&structure);
        assert!(symmetries.len() == 1 && !symmetries.is_complete());
        assert_eq!(symmetries.least(&[3, 0, 250]), [3, 0, 250]);
        let _ = symmetries.iter().next().unwrap().moves(&structure);
    }
}
