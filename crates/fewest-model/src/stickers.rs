//! Lines and nets of a cube's stickers, and the meanings of their letters.

use super::{Facelets, Model};

/// The orders in which programs list the faces of a cube. Definitions use the first.
pub(super) const FACE_ORDERS: [&str; 7] = [
    "URFDLB", "ULFRBD", "UFRBLD", "UDLRFB", "UDFBLR", "FRBLUD", "LFRBUD",
];

/// The meaning of each place in a line of stickers.
pub(super) struct Line {
    /// The cell; `None` for a sticker that is not a cell.
    pub(super) stickers: Vec<Option<u8>>,
    /// The places that never move, and their symbols.
    still: Vec<(usize, u8)>,
    /// The faces in order, if there are six.
    faces: String,
}

/// The letters of a text without separators.
pub(super) struct Stickers {
    pub(super) line: Vec<char>,
    /// The letters in the order of definitions, if they are drawn as the net of a cube: U above F,
    /// D below it, and L, F, R and B in the row between.
    pub(super) net: Option<Vec<char>>,
}

impl Stickers {
    pub(super) fn of(model: &Model, text: &str) -> Self {
        let signs = model.list_signs();
        let is_sign =
            |c: &char| c.is_whitespace() || u8::try_from(*c).is_ok_and(|c| signs.contains(&c));
        let letters = |row: &str| row.chars().filter(|c| !is_sign(c)).collect::<Vec<char>>();
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(letters)
            .filter(|row| !row.is_empty())
            .collect();
        Self {
            line: rows.concat(),
            net: net(&rows),
        }
    }
}

/// The letters of a net in the order of definitions; `None` if the rows have another shape.
fn net(rows: &[Vec<char>]) -> Option<Vec<char>> {
    let side = rows.first()?.len();
    let is_net = rows.len() == 3 * side
        && (rows.iter().zip(0..))
            .all(|(row, place)| row.len() == if place / side == 1 { 4 * side } else { side });
    let face = |(top, left): (usize, usize)| {
        let rows = rows.iter().skip(top * side).take(side);
        rows.flat_map(move |row| row.iter().skip(left * side).take(side).copied())
    };
    let faces = [(0, 0), (1, 2), (1, 1), (2, 0), (1, 0), (1, 3)];
    is_net.then(|| faces.into_iter().flat_map(face).collect())
}

/// The way in which a puzzle is held, the most plausible first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hold {
    /// Letters have their usual meanings.
    Standard,
    /// Letters have the meanings of another face, after a rotation of the whole.
    Rotated,
    /// Letters are unknown, or the faces' colours are arranged in another way.
    Other,
}

/// Arranges letters of faces in this order in the order of definitions.
pub(super) fn arranged(order: &str, letters: &[char]) -> Vec<char> {
    let size = letters.len() / FACE_ORDERS[0].len();
    if order == FACE_ORDERS[0] {
        return letters.to_vec();
    }
    let places = FACE_ORDERS[0].chars().filter_map(|face| order.find(face));
    let faces = places.map(|place| letters.chunks(size.max(1)).nth(place));
    faces.flatten().flatten().copied().collect()
}

/// The way in which a puzzle is held if letters with these known meanings mean these symbols; `None` for
/// a mirror image.
pub(super) fn hold(
    facelets: &Facelets,
    known: &[(char, u8)],
    colours: &[(char, u8)],
) -> Option<Hold> {
    if colours.iter().all(|colour| known.contains(colour)) {
        return Some(Hold::Standard);
    }
    let face = |symbol: u8| FACE_ORDERS[0].find(facelets.word(symbol)?);
    let symbol_of = |face: char| {
        known
            .iter()
            .find(|(_, symbol)| facelets.word(*symbol) == Some(face.encode_utf8(&mut [0; 4])))
    };
    // For each face, the face that its letter means here. Opposite faces are three places apart.
    let turned = FACE_ORDERS[0].chars().map(|usual| {
        let (letter, _) = symbol_of(usual)?;
        let (_, symbol) = colours.iter().find(|(other, _)| other == letter)?;
        face(*symbol)
    });
    let Some(turned) = turned.collect::<Option<Vec<usize>>>() else {
        return Some(Hold::Other);
    };
    let (near, far) = turned.split_at(turned.len() / 2);
    if near
        .iter()
        .zip(far)
        .any(|(one, other)| one % 3 != other % 3)
    {
        return Some(Hold::Other);
    }
    // A rotation permutes the three axes evenly if it reverses an even number of them.
    let is_even = (near[1] + 3 - near[0] % 3) % 3 == 1;
    let reversed = near.iter().filter(|face| **face >= 3).count();
    (is_even == reversed.is_multiple_of(2)).then_some(Hold::Rotated)
}

/// The usual meaning of each letter, if all letters have different ones: a face or a colour.
pub(super) fn known_colours(
    model: &Model,
    facelets: &Facelets,
    letters: &[char],
) -> Option<Vec<(char, u8)>> {
    let mut known: Vec<(char, u8)> = Vec::new();
    for &letter in letters {
        if known.iter().any(|(other, _)| *other == letter) {
            continue;
        }
        let is_meant = |word: &str| word.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]));
        let mut symbols = (0..=u8::MAX)
            .zip(&model.symbols)
            .filter(|(symbol, written)| {
                is_meant(written) || facelets.word(*symbol).is_some_and(is_meant)
            });
        let (symbol, _) = symbols.next()?;
        if symbols.next().is_some() || known.iter().any(|(_, other)| *other == symbol) {
            return None;
        }
        known.push((letter, symbol));
    }
    Some(known)
}

impl Line {
    /// `None` without a home board.
    pub(super) fn of(model: &Model, facelets: &Facelets) -> Option<Self> {
        let home = model.home()?;
        let mut stickers: Vec<Option<u8>> = facelets.order.iter().copied().map(Some).collect();
        for (place, _) in &facelets.still {
            stickers.insert((*place).min(stickers.len()), None);
        }
        let mut still = facelets.still.clone();
        for cell in still_cells(model) {
            let place = stickers
                .iter()
                .position(|other| other.map(usize::from) == Some(cell));
            still.extend(place.zip(home.get(cell).copied()));
        }
        let face = |stickers: &[Option<u8>]| {
            let cell = stickers.iter().flatten().next()?;
            model.picture.names.get(usize::from(*cell))?.chars().next()
        };
        let faces = stickers
            .chunks((stickers.len() / 6).max(1))
            .filter_map(face)
            .collect();
        Some(Self {
            stickers,
            still,
            faces,
        })
    }

    /// The number of orders in which the faces may come.
    pub(super) fn face_orders(&self) -> usize {
        if self.faces == FACE_ORDERS[0] {
            FACE_ORDERS.len()
        } else {
            1
        }
    }

    /// The number of stickers that never move and are wrong.
    pub(super) fn wrong(&self, letters: &[char], colours: &[(char, u8)]) -> usize {
        let is_wrong = |(place, symbol): &&(usize, u8)| {
            !letters
                .get(*place)
                .is_some_and(|letter| colours.contains(&(*letter, *symbol)))
        };
        self.still.iter().filter(is_wrong).count()
    }

    /// The ways to give the letters of a line the symbols `0..symbols`, such that stickers that
    /// never move are right. None if more than three letters are left then.
    pub(super) fn colours(&self, letters: &[char], symbols: usize) -> Vec<Vec<(char, u8)>> {
        const MOST_LEFT: usize = 3;
        let mut known: Vec<(char, u8)> = Vec::new();
        for (place, symbol) in &self.still {
            let Some(&letter) = letters.get(*place) else {
                return Vec::new();
            };
            if !known.contains(&(letter, *symbol)) {
                known.push((letter, *symbol));
            }
        }
        let mut letters_left: Vec<char> = Vec::new();
        for letter in letters {
            if !letters_left.contains(letter) && known.iter().all(|(other, _)| other != letter) {
                letters_left.push(*letter);
            }
        }
        let symbols = (0..=u8::MAX).take(symbols);
        let symbols_left: Vec<u8> = symbols
            .filter(|symbol| known.iter().all(|(_, other)| other != symbol))
            .collect();
        let mut letters: Vec<char> = known.iter().map(|(letter, _)| *letter).collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() < known.len()
            || letters_left.len() != symbols_left.len()
            || letters_left.len() > MOST_LEFT
        {
            return Vec::new();
        }
        orders(&symbols_left)
            .into_iter()
            .map(|symbols| {
                known
                    .iter()
                    .copied()
                    .chain(letters_left.iter().copied().zip(symbols))
                    .collect()
            })
            .collect()
    }

    /// The board that letters of these colours show.
    pub(super) fn board(&self, letters: &[char], colours: &[(char, u8)]) -> Option<Vec<u8>> {
        let mut board = vec![None; self.stickers.iter().flatten().count()];
        for (sticker, letter) in self.stickers.iter().zip(letters) {
            let colour = colours.iter().find(|(known, _)| known == letter);
            if let Some(cell) = sticker {
                *board.get_mut(usize::from(*cell))? = colour.map(|(_, symbol)| *symbol);
            }
        }
        board.into_iter().collect()
    }
}

/// All orders of a few symbols.
fn orders(symbols: &[u8]) -> Vec<Vec<u8>> {
    if symbols.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in symbols.iter().enumerate() {
        let mut rest = symbols.to_vec();
        rest.remove(place);
        all.extend(
            orders(&rest)
                .into_iter()
                .map(|rest| [vec![*first], rest].concat()),
        );
    }
    all
}

/// The cells that no move changes.
pub(super) fn still_cells(model: &Model) -> impl Iterator<Item = usize> {
    let is_still = |cell: &usize| {
        let mut turns = model.structure.turns.iter();
        turns.all(|turn| turn.from.get(*cell).copied().map(usize::from) == Some(*cell))
    };
    (0..model.cells()).filter(is_still)
}
