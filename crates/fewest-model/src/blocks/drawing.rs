//! Blocks drawn with letters.

use super::{BlockKind, Blocks, FREE};
use crate::LIST_SIGNS;

/// A drawing: letters for blocks, `.` for free places and `#` for walls.
pub(crate) struct Drawing {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Row by row, each with its place in the text.
    pub(super) letters: Vec<(char, usize)>,
}

/// A mistake, with its place in the text.
pub type Mistake = (usize, String);

impl Drawing {
    /// Reads a drawing: a row on each line, with or without spaces between letters.
    pub(super) fn of(text: &str) -> Result<Self, Mistake> {
        let (mut letters, mut width, mut height) = (Vec::new(), None, 0);
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let row = line.char_indices().filter(|(_, c)| !c.is_whitespace());
            letters.extend(row.map(|(at, c)| (c, start + at)));
            height += 1;
            let found = letters.len() - width.unwrap_or(0) * (height - 1);
            if *width.get_or_insert(found) != found {
                let expected = width.unwrap_or(0);
                let places = if found == 1 { "place" } else { "places" };
                let problem = format!("this row has {found} {places}, the first has {expected}");
                return Err((start, problem));
            }
        }
        let is_letter = |c: char| c.is_ascii_graphic() && !LIST_SIGNS.contains(&(c as u8));
        if let Some((c, at)) = letters.iter().find(|(c, _)| !is_letter(*c)) {
            let problem = format!(
                "a block can't be called `{c}`: use other letters, digits or signs of ASCII"
            );
            return Err((*at, problem));
        }
        Ok(Self {
            width: width.unwrap_or(0),
            height,
            letters,
        })
    }

    /// The blocks by letter, in reading order of their first parts: each with its places.
    pub(super) fn blocks(&self) -> Vec<(char, Vec<usize>)> {
        let mut blocks: Vec<(char, Vec<usize>)> = Vec::new();
        for (place, (letter, _)) in self.letters.iter().enumerate() {
            if ['.', '#'].contains(letter) {
                continue;
            }
            match blocks.iter_mut().find(|(known, _)| known == letter) {
                Some((_, places)) => places.push(place),
                None => blocks.push((*letter, vec![place])),
            }
        }
        blocks
    }

    /// The offset of each part of a block from its first.
    pub(super) fn shape(&self, places: &[usize]) -> Vec<[isize; 2]> {
        let at = |place: usize| {
            [place / self.width, place % self.width].map(|n| isize::try_from(n).unwrap_or(0))
        };
        let [row, column] = at(places.first().copied().unwrap_or(0));
        let from_first = |place: &usize| {
            let [down, right] = at(*place);
            [down - row, right - column]
        };
        places.iter().map(from_first).collect()
    }

    /// The place of a letter in the text.
    pub(super) fn at(&self, place: usize) -> usize {
        self.letters.get(place).map_or(0, |(_, at)| *at)
    }
}

impl Blocks {
    /// The symbols of a board that is written as letters for all places, each with its place in a
    /// text. Interchangeable blocks may have any letters.
    ///
    /// # Errors
    /// If it is not a board of this puzzle.
    pub fn read(&self, letters: &[(char, usize)]) -> Result<Vec<u8>, Mistake> {
        let free = self.free_sign(letters);
        let opened = |(letter, at): &(char, usize)| {
            let letter = if Some(*letter) == free { '.' } else { *letter };
            (letter, *at)
        };
        let letters: Vec<(char, usize)> = letters.iter().map(opened).collect();
        let first = letters.first().map_or(0, |(_, at)| *at);
        if letters.len() != self.cells.len() {
            let [width, height] = self.size();
            let found = letters.len();
            let problem =
                format!("a board has {height} rows of {width} places, this has {found} places");
            return Err((first, problem));
        }
        let drawing = Drawing {
            width: self.width,
            height: self.height,
            letters,
        };
        let mut symbols = vec![FREE; self.places.len()];
        let mut left: Vec<usize> = self.kinds.iter().map(|kind| kind.letters.len()).collect();
        for (place, cell) in self.cells.iter().enumerate() {
            let (letter, at) = drawing.letters[place];
            if cell.is_some() == (letter == '#') {
                let problem = if cell.is_none() {
                    "the tray has a wall here"
                } else {
                    "the tray has no wall here"
                };
                return Err((at, problem.to_owned()));
            }
        }
        for (letter, places) in drawing.blocks() {
            let at = drawing.at(places[0]);
            let shape = drawing.shape(&places);
            let Some(number) = self.kind_of(letter, &shape) else {
                return Err((at, self.unlike(letter, &shape)));
            };
            let Some(rest) = left[number].checked_sub(1) else {
                let (kind, count) = (&self.kinds[number], self.kinds[number].letters.len());
                let problem = format!("more than {count} of the shape of `{}`", kind.letters[0]);
                return Err((at, problem));
            };
            left[number] = rest;
            for (place, symbol) in places.iter().zip(self.kinds[number].symbol..) {
                if let Some(cell) = self.cells[*place] {
                    symbols[usize::from(cell)] = symbol;
                }
            }
        }
        match self.kinds.iter().zip(&left).find(|(_, left)| **left > 0) {
            Some((kind, left)) => {
                let (letter, count) = (kind.letters[0], kind.letters.len());
                let problem = if kind.is_named {
                    format!("no block `{letter}`")
                } else {
                    format!(
                        "{} of the shape of `{letter}`, expected {count}",
                        count - left
                    )
                };
                Err((first, problem))
            }
            None => Ok(symbols),
        }
    }

    /// The sign for free places, if a board has no `.`. It is on as many places as are free, and no
    /// block of the puzzle has its name.
    fn free_sign(&self, letters: &[(char, usize)]) -> Option<char> {
        let count = |sign: char| letters.iter().filter(|(letter, _)| *letter == sign).count();
        let kinds = self.kinds.iter();
        let parts: usize = kinds
            .map(|kind| kind.parts.len() * kind.letters.len())
            .sum();
        let is_name = |sign: &char| self.kinds.iter().any(|kind| kind.letters.contains(sign));
        let mut signs = ['_', '-', '*', '0', 'o']
            .into_iter()
            .filter(|sign| !is_name(sign));
        let free = self.places.len().checked_sub(parts)?;
        signs.find(|sign| free > 0 && count('.') == 0 && count(*sign) == free)
    }

    /// The cells of a pattern that is drawn like a goal: letters for all places, `.` or `?` for any
    /// symbol.
    ///
    /// # Errors
    /// If its size, its walls or its blocks are not the puzzle's.
    pub fn read_pattern(&self, letters: &[(char, usize)]) -> Result<Vec<Option<u8>>, Mistake> {
        let open = |(c, at): &(char, usize)| (if *c == '?' { '.' } else { *c }, *at);
        let drawing = Drawing {
            width: self.width,
            height: self.height,
            letters: letters.iter().map(open).collect(),
        };
        let first = drawing.letters.first().map_or(0, |(_, at)| *at);
        if letters.len() != self.cells.len() {
            let [width, height] = self.size();
            let found = letters.len();
            let problem =
                format!("a goal has {height} rows of {width} places, this has {found} places");
            return Err((first, problem));
        }
        let mut symbols = vec![None; self.places.len()];
        for (letter, places) in drawing.blocks() {
            let at = drawing.at(places.first().copied().unwrap_or(0));
            let shape = drawing.shape(&places);
            let Some(kind) = self
                .kind_of(letter, &shape)
                .and_then(|kind| self.kinds.get(kind))
            else {
                return Err((at, self.unlike(letter, &shape)));
            };
            for (place, symbol) in places.iter().zip(kind.symbol..) {
                let cell = self.cells.get(*place).copied().flatten();
                match cell.and_then(|cell| symbols.get_mut(usize::from(cell))) {
                    Some(wish) => *wish = Some(symbol),
                    None => return Err((at, "the tray has a wall here".to_owned())),
                }
            }
        }
        Ok(symbols)
    }

    /// The kind of a block: of blocks that goals name, the one with its letter. If only one kind has
    /// this shape, any letter is accepted.
    fn kind_of(&self, letter: char, shape: &[[isize; 2]]) -> Option<usize> {
        let mut kinds = self
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.parts == shape);
        let first = kinds.clone().next()?;
        let named = kinds
            .clone()
            .find(|(_, kind)| kind.is_named && kind.letters == [letter]);
        let other = kinds.clone().find(|(_, kind)| !kind.is_named);
        let only = (kinds.clone().count() == 1).then_some(first);
        only.or(named)
            .or(other)
            .or_else(|| kinds.next())
            .map(|(number, _)| number)
    }

    /// The message for a block that no kind has the shape of.
    fn unlike(&self, letter: char, shape: &[[isize; 2]]) -> String {
        let own = self
            .kinds
            .iter()
            .find(|kind: &&BlockKind| kind.letters.contains(&letter));
        let parts = match shape.len() {
            1 => "one place".to_owned(),
            count => format!("{count} places"),
        };
        let others = match own {
            Some(_) => {
                format!("that are not the shape of the puzzle's `{letter}` or of another block")
            }
            None => "that no block of the puzzle has the shape of".to_owned(),
        };
        format!("`{letter}` has {parts} {others}")
    }
}
