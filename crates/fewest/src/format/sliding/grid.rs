//! Boards of one word a cell: `hdu1043` and its kin, `hackerrank`, `princeton`, `npuzzle42`, `korf`, `plain`.

use std::marker::PhantomData;

use super::{bad_board, board, instead};
use crate::format::cells::{Word, Words};
use crate::format::{Case, InputError, Reader, Source};
use crate::puzzles::sliding::{Board, Size, Tiles};

/// How a format writes the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// `x` or `X`.
    Letter,
    /// `0`.
    Zero,
    /// Any of them, or `_` or `.`.
    Any,
}

impl Blank {
    fn tile(self, word: &Word, cells: usize) -> Option<u8> {
        let is_letter = matches!(word.text(), b"x" | b"X");
        match word.small_number() {
            Some(0) => (self != Self::Letter).then_some(0),
            Some(tile) => (usize::from(tile) < cells).then_some(tile),
            None if is_letter => (self != Self::Zero).then_some(0),
            None => (self == Self::Any && matches!(word.text(), b"_" | b".")).then_some(0),
        }
    }

    const fn sign(self) -> &'static str {
        match self {
            Self::Letter => "x",
            Self::Zero => "0",
            Self::Any => "0 or x",
        }
    }
}

/// The board in these words, or the word that is wrong (the first if it is no one's fault) and why.
fn parse<T: Tiles>(words: &[Word], blank: Blank) -> Result<Board<T>, (usize, String)> {
    let mut cells = Vec::with_capacity(words.len());
    for (i, word) in words.iter().enumerate() {
        let tile = blank.tile(word, words.len()).ok_or_else(|| {
            let (last, sign) = (words.len() - 1, blank.sign());
            let cell = i + 1;
            (
                i,
                format!(
                    "expected 1 to {last} or {sign} in cell {cell} of {}, found {}",
                    words.len(),
                    word.quoted()
                ),
            )
        })?;
        cells.push(tile);
    }
    board(&cells).map_err(|problem| (0, problem))
}

/// Reads the next board from words, after its header.
fn next_board<T: Tiles>(
    words: &mut Words,
    source: &mut Source<'_>,
    size: Size,
    blank: Blank,
    number: u64,
) -> Result<Option<Case<Board<T>>>, InputError> {
    let Some(cells) = words.board(source, size.cells(), "cells", number)? else {
        return Ok(None);
    };
    match parse(cells, blank) {
        Ok(board) => Ok(Some(Case::new(number, board))),
        Err((word, problem)) => {
            let (start, place) = (cells[0].place, cells[word].place);
            let misfit = words.misfit(source, size.cells())?;
            let (place, problem) = misfit.map_or((place, problem), |misfit| (start, misfit));
            words.recover(source)?;
            Err(bad_board(source, place, number, problem))
        }
    }
}

/// Reads boards of one word a cell until the end (`hdu1043`, `poj1077`, `acwing179`, `plain`).
#[derive(Debug)]
pub struct Grid<T> {
    size: Size,
    blank: Blank,
    words: Words,
    number: u64,
    board: PhantomData<T>,
}

impl<T> Grid<T> {
    /// Boards of this size. In `plain`, where any blank will do, commas part words, too.
    #[must_use]
    pub fn new(size: Size, blank: Blank) -> Self {
        let words = if blank == Blank::Any {
            Words::with_commas()
        } else {
            Words::default()
        };
        Self {
            size,
            blank,
            words,
            number: 0,
            board: PhantomData,
        }
    }
}

impl<T: Tiles> Reader for Grid<T> {
    type Board = Board<T>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<T>>>, InputError> {
        self.number += 1;
        let next = next_board(&mut self.words, source, self.size, self.blank, self.number);
        next.map_err(|error| {
            // An input that ends too early may be a board of another size.
            let shape = self
                .words
                .shape()
                .filter(|_| error.is_final && self.number == 1);
            match shape.and_then(|(width, height)| Size::new(width, height)) {
                Some(other) => InputError {
                    problem: format!("{}: {}", error.problem, instead(other)),
                    ..error
                },
                None => error,
            }
        })
    }
}

/// Reads boards behind their size: k, then k * k numbers (`hackerrank`, `princeton`; `npuzzle42` has comments, too).
#[derive(Debug)]
pub struct Sized<T> {
    size: Size,
    words: Words,
    number: u64,
    board: PhantomData<T>,
}

impl<T> Sized<T> {
    /// Boards of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            words: Words::default(),
            number: 0,
            board: PhantomData,
        }
    }

    /// Boards of this size, with comments from `#` to the end of a line.
    #[must_use]
    pub fn with_comments(size: Size) -> Self {
        Self {
            words: Words::with_comments(b'#'),
            ..Self::new(size)
        }
    }
}

impl<T: Tiles> Reader for Sized<T> {
    type Board = Board<T>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<T>>>, InputError> {
        let Some(word) = self.words.next(source)? else {
            return Ok(None);
        };
        self.number += 1;
        let side = word.small_number().map(usize::from);
        if side != Some(self.size.width()) || self.size.width() != self.size.height() {
            let (width, height) = (self.size.width(), self.size.height());
            let problem = if width != height {
                format!("this format has square boards only, the puzzle is {width}x{height}")
            } else if let Some(other) = side.and_then(|side| Size::new(side, side)) {
                let side = other.width();
                format!(
                    "expected the size {width}, found {side}: {}",
                    instead(other)
                )
            } else {
                format!("expected the size {width}, found {}", word.quoted())
            };
            // Where the next board starts can't be told.
            return Err(source.final_error(word.place, Some(self.number), problem));
        }
        if let Some(case) =
            next_board(&mut self.words, source, self.size, Blank::Zero, self.number)?
        {
            Ok(Some(case))
        } else {
            let problem = format!(
                "expected {} cells, found the end of the input",
                self.size.cells()
            );
            Err(source.final_error(word.place, Some(self.number), problem))
        }
    }
}

/// Reads a board a line, behind its id and its stated length if they are given (`korf`).
#[derive(Debug)]
pub struct Korf<T> {
    size: Size,
    words: Words,
    number: u64,
    board: PhantomData<T>,
}

impl<T> Korf<T> {
    /// Boards of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            words: Words::with_comments(b'#'),
            number: 0,
            board: PhantomData,
        }
    }
}

impl<T: Tiles> Reader for Korf<T> {
    type Board = Board<T>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<T>>>, InputError> {
        let cells = self.size.cells();
        let Some(first) = self.words.peek(source)? else {
            return Ok(None);
        };
        self.number += 1;
        let number = self.number;
        let mut line = Vec::with_capacity(cells + 2);
        // The next line is not looked at: its sender may wait for this one's answer.
        loop {
            line.extend(self.words.next(source)?);
            if line.len() > cells + 2 {
                source.skip_line()?;
                break;
            }
            if self.words.is_line_over(source, first.place.line)? {
                break;
            }
        }
        let heading = line.len().wrapping_sub(cells);
        if heading > 2 {
            let problem = format!(
                "expected a line of {cells} tiles, or an id (and a length) and {cells} tiles, found {}",
                match line.len() {
                    found if found > cells + 2 => format!("more than {} words", cells + 2),
                    1 => "1 word".to_owned(),
                    found => format!("{found} words"),
                }
            );
            return Err(source.error(first.place, Some(number), problem));
        }
        let id = std::str::from_utf8(first.text())
            .ok()
            .filter(|_| heading > 0)
            .and_then(|text| text.parse().ok());
        match parse(&line[heading..], Blank::Zero) {
            Ok(board) => Ok(Some(Case {
                id,
                ..Case::new(number, board)
            })),
            Err((word, problem)) => Err(bad_board(
                source,
                line[heading + word].place,
                number,
                problem,
            )),
        }
    }
}
