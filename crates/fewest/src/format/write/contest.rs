//! The outputs of the judges.
//!
//! A board without an answer gets a word that its judge knows (`unsolvable`, `-1`). One that a limit of the user's left
//! open gets a line that says so: the judge's word would be a wrong answer.

use super::{Writer, in_words};
use crate::format::Case;
use crate::format::notation::{Notation, push_number, width};
use crate::invariant::Invariant;
use crate::puzzle::Puzzle;
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::rotation::{self, Rotation};
use crate::puzzles::sliding::{self, Direction, Sliding, Tiles};
use crate::solver::{Answer, Verdict};

/// A line about a board that a limit left open.
fn open(verdict: Verdict, out: &mut Vec<u8>) {
    out.extend_from_slice(in_words(verdict).as_bytes());
    out.push(b'\n');
}

fn push_line(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

fn push_count(count: u32, out: &mut Vec<u8>) {
    push_number(count.into(), out);
    out.push(b'\n');
}

/// `poj2286`: the letters, then the symbol in the centre.
pub(super) struct Poj2286;

impl Writer<Rotation> for Poj2286 {
    fn answer(
        &mut self,
        puzzle: &Rotation,
        case: &Case<rotation::Board>,
        answer: &Answer,
        out: &mut Vec<u8>,
    ) {
        let Verdict::Solved(distance) = answer.verdict else {
            return open(answer.verdict, out);
        };
        if distance == 0 {
            out.extend_from_slice(b"No moves needed");
        }
        puzzle.move_names(&case.start, &answer.moves, out);
        out.push(b'\n');
        let symbol = puzzle.end(&case.start, &answer.moves).centre();
        push_count(symbol.debug_unwrap_or(0).into(), out);
    }
}

/// `plain`: the number of moves, then the moves.
pub(super) struct Plain;

impl<P: Notation> Writer<P> for Plain {
    fn answer(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        let Verdict::Solved(distance) = answer.verdict else {
            return open(answer.verdict, out);
        };
        push_number(distance.into(), out);
        if distance > 0 {
            out.push(b' ');
        }
        puzzle.move_names(&case.start, &answer.moves, out);
        out.push(b'\n');
    }
}

/// `scoi2005`, `p1379`, `leetcode773`: the number of moves, or -1 beyond the judge's limit or if unsolvable.
pub(super) struct Count {
    /// The judge's limit of moves.
    pub(super) limit: Option<u32>,
}

impl<P: Notation> Writer<P> for Count {
    fn answer(&mut self, _: &P, _: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        match answer.verdict {
            Verdict::Solved(distance) => push_count(distance, out),
            Verdict::Unsolvable => push_line("-1", out),
            Verdict::Beyond(limit) if self.limit == Some(limit) => push_line("-1", out),
            verdict => open(verdict, out),
        }
    }
}

/// `knightsfen`: a sentence.
pub(super) struct Knightsfen;

impl Writer<Knights> for Knightsfen {
    fn answer(
        &mut self,
        _: &Knights,
        _: &Case<knights::Board>,
        answer: &Answer,
        out: &mut Vec<u8>,
    ) {
        match answer.verdict {
            Verdict::Solved(distance) => {
                push_line(&format!("Solvable in {distance} move(s)."), out);
            }
            Verdict::Beyond(limit) => push_line(
                &format!("Unsolvable in less than {} move(s).", limit + 1),
                out,
            ),
            verdict => open(verdict, out),
        }
    }
}

/// `hdu1043`, `poj1077`, `acwing179`: where the blank moves, or `unsolvable`.
pub(super) struct Letters;

impl<P: Notation> Writer<P> for Letters {
    fn answer(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        if !matches!(answer.verdict, Verdict::Solved(_)) {
            return open(answer.verdict, out);
        }
        puzzle.move_names(&case.start, &answer.moves, out);
        out.push(b'\n');
    }
}

/// `hdu3567`: `Case k: n`, then the moves.
pub(super) struct Hdu3567;

impl<P: Notation> Writer<P> for Hdu3567 {
    fn answer(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        out.extend_from_slice(b"Case ");
        push_number(case.number, out);
        out.extend_from_slice(b": ");
        match answer.verdict {
            Verdict::Solved(distance) => push_count(distance, out),
            Verdict::Unsolvable => push_line("-1", out),
            verdict => open(verdict, out),
        }
        puzzle.move_names(&case.start, &answer.moves, out);
        out.push(b'\n');
    }
}

/// `hackerrank`: the number of moves, then a line each.
pub(super) struct Hackerrank;

impl<T: Tiles> Writer<Sliding<T>> for Hackerrank {
    fn answer(
        &mut self,
        puzzle: &Sliding<T>,
        _: &Case<sliding::Board<T>>,
        answer: &Answer,
        out: &mut Vec<u8>,
    ) {
        match answer.verdict {
            Verdict::Solved(distance) => push_count(distance, out),
            Verdict::Unsolvable => push_line("-1", out),
            verdict => open(verdict, out),
        }
        for &m in &answer.moves {
            let Some(direction) = puzzle.direction(m) else {
                continue;
            };
            let word = match direction {
                Direction::Down => "DOWN",
                Direction::Left => "LEFT",
                Direction::Right => "RIGHT",
                Direction::Up => "UP",
            };
            push_line(word, out);
        }
    }
}

/// Visits the boards of an answer, the start and the end included.
fn each_board<P: Puzzle>(
    puzzle: &P,
    start: &P::Board,
    answer: &Answer,
    mut visit: impl FnMut(&P::Board),
) {
    let mut board = *start;
    visit(&board);
    for &m in &answer.moves {
        puzzle.apply(&mut board, m);
        visit(&board);
    }
}

/// `princeton`: the number of moves, then every board behind its size.
pub(super) struct Princeton;

impl<T: Tiles> Writer<Sliding<T>> for Princeton {
    fn answer(
        &mut self,
        puzzle: &Sliding<T>,
        case: &Case<sliding::Board<T>>,
        answer: &Answer,
        out: &mut Vec<u8>,
    ) {
        match answer.verdict {
            Verdict::Solved(distance) => {
                push_line(&format!("Minimum number of moves = {distance}"), out);
            }
            Verdict::Unsolvable => return push_line("No solution possible", out),
            verdict => return open(verdict, out),
        }
        let width = width(puzzle);
        each_board(puzzle, &case.start, answer, |board| {
            push_line(&width.to_string(), out);
            for row in 0..puzzle.cells() / width {
                let tiles =
                    (0..width).map(|column| format!("{:2} ", board.get(row * width + column)));
                push_line(&tiles.collect::<String>(), out);
            }
            out.push(b'\n');
        });
    }
}

/// `npuzzle42`: moves, boards, and the two complexities that the school asks for.
pub(super) struct Npuzzle42;

impl<T: Tiles> Writer<Sliding<T>> for Npuzzle42 {
    fn answer(
        &mut self,
        puzzle: &Sliding<T>,
        case: &Case<sliding::Board<T>>,
        answer: &Answer,
        out: &mut Vec<u8>,
    ) {
        let Verdict::Solved(distance) = answer.verdict else {
            return if answer.verdict == Verdict::Unsolvable {
                push_line("This puzzle is unsolvable.", out);
            } else {
                open(answer.verdict, out);
            };
        };
        push_line(&format!("Number of moves: {distance}"), out);
        push_line(
            &format!(
                "Complexity in time (states selected): {}",
                answer.expanded.max(distance.into())
            ),
            out,
        );
        push_line(
            &format!(
                "Complexity in size (states in memory): {}",
                answer.stored.max(u64::from(distance) + 1)
            ),
            out,
        );
        out.extend_from_slice(b"Moves of the blank: ");
        puzzle.move_names(&case.start, &answer.moves, out);
        out.push(b'\n');
        each_board(puzzle, &case.start, answer, |board| {
            out.push(b'\n');
            puzzle.draw(board, out);
        });
        out.push(b'\n');
    }
}
