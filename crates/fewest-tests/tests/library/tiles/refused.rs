//! Structures that are not sliding tiles.

use fewest::kernel::tiles::{Bytes, Nibbles, Tiles};
use fewest::space::Move;
use fewest::space::structure::{Structure, Turn};

use super::Plan;

fn is_one(structure: &Structure) -> bool {
    Tiles::<Nibbles>::of(structure).is_some()
}

fn square() -> Structure {
    Plan::drawn("2x2", ".. ..", &[], "dlru").structure(1, 5)
}

#[test]
fn goals_and_pieces_of_another_kind() {
    assert!(is_one(&square()));
    let change = |change: &dyn Fn(&mut Structure)| {
        let mut structure = square();
        change(&mut structure);
        assert!(!is_one(&structure), "{structure:?}");
    };
    change(&|structure| structure.goals.clear());
    change(&|structure| structure.goals.push(structure.goals[0].clone()));
    change(&|structure| structure.goals[0][0] = None);
    change(&|structure| structure.goals[0][0] = structure.goals[0][2]);
    change(&|structure| structure.goals[0][0] = Some(200));
    change(&|structure| structure.goals[0].truncate(3));
    change(&|structure| structure.pieces = vec![2, 1, 1]);
    change(&|structure| structure.pieces = vec![1, 1, 1, 1, 0]);
    change(&|structure| structure.pieces.push(1));
    change(&|structure| structure.turns.clear());
}

#[test]
fn turns_of_another_kind() {
    let change = |change: &dyn Fn(&mut Turn)| {
        for place in [0, 3] {
            let mut structure = square();
            change(&mut structure.turns[place]);
            assert!(!is_one(&structure), "{structure:?}");
        }
    };
    let blank = square().turns[0].needs[0].1;
    change(&|turn| turn.needs.clear());
    change(&|turn| turn.needs[0].1 ^= 1);
    change(&|turn| turn.needs.push((3, blank)));
    change(&|turn| turn.needs = vec![(200, blank)]);
    change(&|turn| turn.from = vec![0, 1, 2, 3]);
    change(&|turn| turn.from.rotate_left(1));
    change(&|turn| turn.from = vec![1, 0, 3, 2]);
    change(&|turn| turn.from.truncate(3));
    change(&|turn| turn.from.push(4));
    change(&|turn| turn.from = vec![200; 4]);
    // More moves than a byte has bits.
    change(&|turn| turn.by = Move::new(8));
    // A move that no single move undoes.
    change(&|turn| turn.by = Move::new(7));
    // A move with two effects.
    let mut structure = square();
    structure.turns[1].by = structure.turns[0].by;
    assert!(!is_one(&structure));
}

#[test]
fn cells_of_another_kind() {
    let of = |cells, steps: &[(usize, u8, usize)]| {
        let plan = Plan {
            name: "steps",
            cells,
            steps: steps.to_vec(),
        };
        is_one(&plan.structure(0, 6))
    };
    let both = |a, m, b| [(a, m, b), (b, m, a)];
    // A path of three cells; of two; a triangle; a step without an inverse.
    let path = [both(0, 0, 1), both(1, 1, 2)].concat();
    assert!(of(3, &path));
    assert!(!of(2, &both(0, 0, 1)));
    assert!(!of(3, &[&path[..], &both(0, 2, 2)].concat()));
    assert!(!of(3, &[&path[..], &both(0, 2, 2)[..1]].concat()));
    let triangle = [both(0, 0, 1), both(1, 1, 2), both(2, 2, 0)].concat();
    assert!(!of(3, &triangle));
    // A triangle that the blank never reaches also counts.
    let apart = triangle.iter().map(|&(a, m, b)| (a + 3, m + 2, b + 3));
    assert!(!of(
        6,
        &path.iter().copied().chain(apart).collect::<Vec<_>>()
    ));
    let (large, larger) = (Plan::ring(16), Plan::ring(18));
    assert!(is_one(&large.structure(3, 7)));
    assert!(!is_one(&larger.structure(3, 7)));
    assert!(Tiles::<Bytes<32>>::of(&larger.structure(3, 7)).is_some());
    assert!(!is_one(&Plan::ring(7).structure(3, 7)), "an odd ring");
}
