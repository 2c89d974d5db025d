//! Moves that lead to one board from several: `targets`, and `steps` with a common end.

use std::collections::HashMap;
use std::sync::Arc;

use fewest::heuristic::{Blind, Heuristic, OutOfPlace};
use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General};
use fewest::pruning::{Effort, MovePruning};
use fewest::search::ida_star::Tree;
use fewest::search::{Control, Limits, Silent};
use fewest::space::structure::{Structured, WayBack};
use fewest::space::{Move, Ranked};
use fewest::support::budget::Budget;
use fewest::table::Ball;
use fewest::table::Packed;
use fewest::table::build::build;
use fewest::table::verify::verify;

use super::{Search, Setting};
use crate::defined::read;
use crate::naive::{self, Step};

/// A graph on which a blank moves, as a definition and as plain lists.
struct Graph {
    text: String,
    /// Each move's name, and the pairs of cells between which it moves the blank.
    moves: Vec<(String, Vec<(usize, usize)>)>,
    goals: Vec<String>,
}

/// The moves of a board, a string with one letter per piece.
fn steps(graph: &Graph, board: &str) -> Vec<Step<String>> {
    let blank = board.find('.').unwrap();
    let mut next = Vec::new();
    for (name, pairs) in &graph.moves {
        for &(_, to) in pairs.iter().filter(|(from, _)| *from == blank) {
            let mut cells: Vec<char> = board.chars().collect();
            cells.swap(blank, to);
            next.push((name.clone(), cells.into_iter().collect()));
        }
    }
    next
}

fn meets(goal: &str, board: &str) -> bool {
    (goal.chars().zip(board.chars()))
        .all(|(required, symbol)| required == '?' || required == symbol)
}

/// The distance of every solvable board.
fn distances(graph: &Graph) -> HashMap<String, u32> {
    let letters = graph.text.split("pieces = \"").nth(1).unwrap();
    let letters = letters.split('"').next().unwrap().replace(' ', "");
    let boards = naive::arrangements(letters.chars()).into_iter();
    let boards: Vec<String> = boards.map(String::from_iter).collect();
    naive::distances_to(
        &boards,
        |board| naive::ends(steps(graph, board)),
        |board| graph.goals.iter().any(|goal| meets(goal, board)),
    )
}

fn board(puzzle: &General<Cells<32>>, letters: &str) -> Cells<32> {
    let symbol = |letter: char| puzzle.model().find_symbol(&letter.to_string()).unwrap();
    puzzle
        .board(&letters.chars().map(symbol).collect::<Vec<_>>())
        .unwrap()
}

/// Checks that everything that finds shortest answers agrees with the plain search.
fn check(graph: &Graph) {
    let definition = Arc::new(read(&graph.text));
    let puzzle = General::<Cells<32>>::of(Arc::clone(&definition)).unwrap();
    let known = distances(graph);
    let table = build(&puzzle, Budget::default()).unwrap();
    assert_eq!(table.reachable(), known.len() as u64, "{}", graph.text);
    let mut ball = Ball::new(puzzle.solved());
    while ball.grow(&puzzle) {}
    assert_eq!(ball.len(), known.len());
    for (letters, &distance) in &known {
        let start = board(&puzzle, letters);
        let by_table = table.distance(puzzle.rank(&start)).map(u32::from);
        assert_eq!(by_table, Some(distance), "{letters} {}", graph.text);
        assert_eq!(ball.distance(&start).map(u32::from), Some(distance));
    }
    if puzzle.is_reversible() {
        let packed = Packed::of(&puzzle, &table).unwrap();
        let proof = verify(&puzzle, &packed, Budget::default()).unwrap();
        assert_eq!(proof.boards - proof.unsolvable, known.len() as u64);
    } else {
        assert_eq!(puzzle.identity(), None);
    }
    let mut sample: Vec<&String> = known.keys().collect();
    sample.sort_unstable();
    let sample = sample.into_iter().step_by(known.len() / 40 + 1);
    for letters in sample {
        let expected = naive::least(letters, |board| steps(graph, board), &known);
        let named = |name: &String| definition.find_move(name).unwrap();
        let least: Vec<Move> = expected.iter().map(named).collect();
        let start = board(&puzzle, letters);
        every_search(&puzzle, &Blind, &start, &least);
        every_search(&puzzle, &OutOfPlace::new(&puzzle), &start, &least);
    }
}

/// Runs every search with one heuristic, and IDA* with pruning of redundant sequences.
fn every_search<H: Heuristic<General<Cells<32>>>>(
    puzzle: &General<Cells<32>>,
    heuristic: &H,
    start: &Cells<32>,
    least: &[Move],
) {
    let setting = Setting {
        puzzle,
        heuristic,
        goals: puzzle.solved(),
    };
    let distance = u32::try_from(least.len()).unwrap();
    // Tree searches go back and forth here, because no move undoes another in all places.
    let trees = Search::TREE.into_iter().skip(1).filter(|_| distance <= 5);
    for search in Search::GRAPH.into_iter().chain(trees) {
        let outcome = search.solve(&setting, start);
        search.judge(puzzle, start, &outcome, Some(distance), Some(least));
    }
    let pruning = MovePruning::find(puzzle.parts(), Effort::QUICK);
    let mut silent = Silent;
    let mut control = Control::new(Limits::default(), &mut silent);
    let tree = Tree::new(puzzle, heuristic).pruned_by(&pruning);
    let outcome = tree.search(start, &mut control);
    assert_eq!(outcome.moves.as_deref(), Some(least));
}

/// `targets` between these cells, numbered from 0.
fn targets(pairs: &[(usize, usize)], cells: usize, pieces: &str, goals: &[&str]) -> Graph {
    let written = pairs.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1));
    let written: Vec<String> = written.collect();
    let to = |to: usize| {
        let both = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let ways: Vec<(usize, usize)> = both.filter(|way| way.1 == to).collect();
        ((to + 1).to_string(), ways)
    };
    Graph {
        text: text(
            cells,
            pieces,
            &format!("targets = \"{}\"\n", written.join(" ")),
            goals,
        ),
        moves: (0..cells)
            .map(to)
            .filter(|(_, ways)| !ways.is_empty())
            .collect(),
        goals: goals.iter().map(|&goal| goal.to_owned()).collect(),
    }
}

fn spaced(letters: &str) -> String {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    letters.join(" ")
}

fn text(cells: usize, pieces: &str, moves: &str, goals: &[&str]) -> String {
    let goals = goals
        .iter()
        .map(|goal| format!("[[goal]]\nboard = \"{}\"\n", spaced(goal)));
    let goals: String = goals.collect();
    let pieces = spaced(pieces);
    format!("name = \"own\"\ncells = {cells}\npieces = \"{pieces}\"\nblank = \".\"\n{moves}{goals}")
}

#[test]
fn targets_around_a_square() {
    let pairs = [(0, 1), (1, 3), (3, 2), (2, 0)];
    let square = targets(&pairs, 4, "abc.", &["abc."]);
    let definition = read(&square.text);
    assert_eq!(definition.moves, ["1", "2", "3", "4"]);
    assert_eq!(distances(&square).len(), 12);
    check(&square);
    let ways = definition.structure.ways_back();
    assert!(
        ways[..4]
            .iter()
            .all(|way| matches!(way, WayBack::Several(_)))
    );
    assert!(definition.lints(&square.text).0.is_empty());
}

#[test]
fn steps_of_which_two_end_at_one_cell() {
    // All ways in are one-way, except one.
    let moves = vec![
        ("in".to_owned(), vec![(1, 0), (2, 0), (3, 0)]),
        ("on".to_owned(), vec![(0, 1), (1, 2), (2, 3)]),
        ("out".to_owned(), vec![(0, 3)]),
    ];
    check(&stepping(moves, 4, "abb.", &["abb."]));
}

fn stepping(
    moves: Vec<(String, Vec<(usize, usize)>)>,
    cells: usize,
    pieces: &str,
    goals: &[&str],
) -> Graph {
    let entry = |(name, pairs): &(String, Vec<(usize, usize)>)| {
        let pairs = pairs
            .iter()
            .map(|(from, to)| format!("{}>{}", from + 1, to + 1));
        let pairs: Vec<String> = pairs.collect();
        format!(
            "[[move]]\nname = \"{name}\"\nsteps = \"{}\"\n",
            pairs.join(" ")
        )
    };
    let entries: String = moves.iter().map(entry).collect();
    Graph {
        text: text(cells, pieces, &entries, goals),
        goals: goals.iter().map(|&goal| goal.to_owned()).collect(),
        moves,
    }
}

/// Random graphs with one-way and coinciding moves, equal pieces, and goals with open cells.
#[test]
fn random_graphs_are_solved_as_by_plain_search() {
    let mut source = fastrand::Rng::with_seed(3);
    let (mut several, mut one_way) = (0, 0);
    for _ in 0..60 {
        let cells = source.usize(3..=5);
        let letters = ["abcd", "aabb", "abbb", "aabc", "aaaa"];
        let mut pieces = letters[source.usize(0..5)][..cells - 1].to_owned() + ".";
        let goals: Vec<String> = (0..source.usize(1..3))
            .map(|_| {
                let mut goal: Vec<char> = pieces.chars().collect();
                source.shuffle(&mut goal);
                let open = |letter| if source.u8(0..5) == 0 { '?' } else { letter };
                goal.into_iter().map(open).collect()
            })
            .collect();
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let pair = |source: &mut fastrand::Rng| {
            let from = source.usize(0..cells);
            (from, (from + source.usize(1..cells)) % cells)
        };
        let graph = if source.bool() {
            let mut pairs: Vec<(usize, usize)> = (0..=cells).map(|_| pair(&mut source)).collect();
            for pair in &mut pairs {
                *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
            }
            pairs.sort_unstable();
            pairs.dedup();
            targets(&pairs, cells, &pieces, &goals)
        } else {
            let moves = (0..source.usize(1..5)).map(|number| {
                let mut pairs: Vec<(usize, usize)> = (0..source.usize(1..=cells))
                    .map(|_| pair(&mut source))
                    .collect();
                pairs.sort_by_key(|pair| pair.0);
                pairs.dedup_by_key(|pair| pair.0);
                (format!("m{number}"), pairs)
            });
            let mut moves: Vec<_> = moves.collect();
            moves.sort_by(|a, b| a.1.cmp(&b.1));
            moves.dedup_by(|a, b| a.1 == b.1);
            pieces = pieces.chars().rev().collect();
            stepping(moves, cells, &pieces, &goals)
        };
        let ways = read(&graph.text).structure.ways_back();
        several += usize::from(ways.iter().any(|way| matches!(way, WayBack::Several(_))));
        let is_one_way = |(place, _): (usize, &_)| ways[place] == WayBack::None;
        one_way += usize::from(graph.moves.iter().enumerate().any(is_one_way));
        check(&graph);
    }
    assert!(several > 15 && one_way > 15, "{several} {one_way}");
}
