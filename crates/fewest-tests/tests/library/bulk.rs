//! Files long enough to use descents of a table and a larger ball.

use fewest::Tie;
use fewest::kernel::{Kernel, View};
use fewest::support::budget::Budget;
use fewest::table::OptimalMoves;
use fewest::table::build::build;
use fewest::table::{Seen, walk};

use crate::common::{self, ROTATION, Reference, Request};

/// Answers the lines repeatedly in one session and checks every answer.
fn check(lines: &[Reference], times: usize) {
    let request = Request {
        to: Some("plain".to_owned()),
        tie: Some(Tie::Least),
        ..Request::default()
    };
    let answer = |line: &Reference| match line.distance {
        None => "unsolvable\n".to_owned(),
        Some(0) => "0\n".to_owned(),
        Some(distance) => format!("{distance} {}\n", line.moves),
    };
    let boards: String = lines.iter().map(|line| line.start.clone() + "\n").collect();
    let expected: String = lines.iter().map(answer).collect();
    let mut session = common::session(&lines[0].puzzle, lines[0].goal.as_deref(), &request);
    let found = common::text(&mut session, &boards.repeat(times));
    assert!(found == expected.repeat(times));
}

#[test]
fn rotation() {
    let lines = common::rotation();
    check(&lines, 60_000 / lines.len());
}

#[test]
fn three_by_three() {
    let groups = common::by_goal(common::sliding());
    let is_eight = |group: &&Vec<Reference>| group[0].puzzle == "sliding:3x3" && group.len() > 20;
    let groups: Vec<_> = groups.iter().filter(is_eight).collect();
    assert!(groups.len() >= 3);
    for lines in groups {
        check(lines, 15_000 / lines.len());
    }
}

#[test]
fn knights_near_the_goal() {
    let near = |line: &Reference| line.distance.is_some_and(|distance| distance <= 17);
    let groups = common::by_goal(common::knights().into_iter().filter(near));
    let lines = groups.iter().max_by_key(|group| group.len()).unwrap();
    check(lines, 8);
}

/// Three goals at equal or similar distances, found by lookups and by descents.
#[test]
fn descents_of_several_goals() {
    let view = common::one_symbol();
    let lenses = [0, 1, 2].map(|goal| ROTATION.lens(&View::exact(ROTATION.model(), &[goal])));
    let table = build(&view, Budget::default()).unwrap();
    let optimal_moves = OptimalMoves::of(&table).unwrap();
    for line in common::rotation() {
        let board = common::rotation_board(&common::tiles(&line.start));
        for optimal_moves in [None, Some(&optimal_moves)] {
            let mut views = lenses
                .each_ref()
                .map(|lens| Seen::new(&table, optimal_moves, ROTATION.project(lens, &board)));
            let mut moves = Vec::new();
            let distance = walk(&view, &mut views, &mut moves);
            assert_eq!(distance.map(u32::from), line.distance);
            assert_eq!(common::names(&*ROTATION, &board, &moves), line.moves);
        }
    }
}
